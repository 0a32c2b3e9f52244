"""Editor: the tool, the item, and the gesture with which a level is edited."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any, TypeAlias

from flowdesk.app.editing.cursor import Cursor
from flowdesk.app.editing.space_key import SpaceKey
from flowdesk.app.messages import Say
from flowdesk.app.stage import Stage
from flowdesk.app.theming import Theming
from flowdesk.core.gesture import Gesture, Spot
from flowdesk.desk.documents.document import Document, Happening
from flowdesk.kinds.editor import Tool
from flowdesk.kinds.kind import Kind

#: A place in the view, in pixels.
Place: TypeAlias = tuple[int, int]

# Bits of an event's state.
_CONTROL, _COMMAND = 0x4, 0x8

_DRAG_PIXELS = 4  # a press that moves less is a click


class Editor:
    """The current tool and item of the palette, and the gesture that is being made.

    `listeners` are called when the item or the tool has changed, `apply_typed` before a gesture
    begins.
    """

    def __init__(
        self,
        stage: Stage,
        document: Document,
        theming: Theming,
        say: Say,
        apply_typed: Callable[[], object],
        *,
        mac: bool,
    ) -> None:
        self.listeners: list[Callable[[], None]] = []
        self._stage = stage
        self._view = stage.view
        self._document = document
        self._theming = theming
        self._say = say
        self._apply_typed = apply_typed
        self._mac = mac
        self.cursor = Cursor(stage, theming)
        self.tool = self.kind.tools[0]
        self.item = ""
        self._press: Place = (0, 0)
        self._last: Place = (0, 0)
        self._is_click = False
        self._gesture: Gesture[Any] | None = None
        self._space = SpaceKey(self._view, self._place_at_cursor)
        self._bind()
        document.listeners.append(self._document_changed)

    def _bind(self) -> None:
        view, mac = self._view, self._mac
        erase, pick = ("2", "3") if mac else ("3", "2")
        bindings: dict[str, Any] = {
            "<ButtonPress-1>": self._pressed,
            "<B1-Motion>": self._moved,
            "<ButtonRelease-1>": self._released,
            f"<ButtonPress-{erase}>": self._erase_pressed,
            f"<B{erase}-Motion>": self._moved,
            f"<ButtonRelease-{erase}>": self._released,
            f"<ButtonPress-{pick}>": self._pick_pressed,
            f"<B{pick}-Motion>": self._pick_dragged,
            f"<ButtonRelease-{pick}>": self._pick_released,
            "<Motion>": lambda event: self.cursor.hover(view.spot_at(event.x, event.y)),
            "<Leave>": lambda event: self.cursor.hover(None),
            # Tk 8.6 on X11 sends wheels as buttons; Tk 9 and others send MouseWheel.
            "<Button-4>": lambda event: self._wheel(event, 1),
            "<Button-5>": lambda event: self._wheel(event, -1),
            "<MouseWheel>": lambda event: self._wheel(event, 1 if event.delta > 0 else -1),
        }
        for sequence, handler in bindings.items():
            view.bind(sequence, handler)

    # State that others set

    @property
    def level(self) -> Any:
        return self._document.level

    @property
    def kind(self) -> Kind:
        return self._stage.kind

    def focus(self) -> None:
        self._view.focus_set()

    def choose_item(self, item: str) -> None:
        """Make an item the current one, by its name, with the tool that places items."""
        self.item = item
        self.choose_tool(self.kind.tools[0])

    def choose_typed(self, key: str) -> bool:
        """Choose the item that a key stands for; return whether there is one."""
        item = self.kind.item_typed(self.level, key, self.item)
        if item is not None:
            self.choose_item(item)
        return item is not None

    def choose_tool(self, tool: Tool) -> None:
        self.tool = tool
        self._view.set_pointer(tool.cursor)
        self.cursor.use_edges(self.tool.takes_edges)
        self._tell()

    def begin_anew(self) -> None:
        """Start over on another level, with the first item and tool."""
        self.abandon()
        self.cursor.board_changed()
        self.item = self.kind.next_item(self.level, "")
        self.choose_tool(self.kind.tools[0])

    def _document_changed(self, what: Happening) -> None:
        if what is Happening.OPENED or self.tool not in self.kind.tools:
            self.begin_anew()

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()

    @property
    def has_gesture(self) -> bool:
        return self._gesture is not None

    def abandon(self) -> bool:
        """Undo the gesture that is being made; return whether there was one."""
        if self._gesture is None:
            return False
        self._put_down(self._gesture)
        self._document.abandon_gesture()
        return True

    # Gestures

    def _pressed(self, event: tk.Event[Any]) -> None:
        if self._space.held:
            self._begin(event)
            self._space.used = True
            self._view.begin_pan(event.x, event.y)
            return
        spot = self._begin(event)
        self.cursor.set(None)
        if self.level.on_board(spot.cell):
            gesture = self.tool.press(self.level, spot, self.item)
            if gesture and self.tool.draws:
                self._stage.make_room()
            self._take_up(gesture)

    def _erase_pressed(self, event: tk.Event[Any]) -> None:
        spot = self._begin(event)
        self.cursor.set(None)
        self._take_up(self.tool.erase(self.level, spot))

    def _begin(self, event: tk.Event[Any]) -> Spot:
        """A button is pressed at a spot: end what is being typed or dragged."""
        self.abandon()
        self._apply_typed()
        self._view.focus_set()
        self._press = self._last = (event.x, event.y)
        self._is_click = True
        return self._view.spot_at(event.x, event.y)

    def _moved(self, event: tk.Event[Any]) -> None:
        if self._view.panning:
            self._view.drag_pan(event.x, event.y)
            return
        here = (event.x, event.y)
        self._is_click = self._is_click and not self._is_far(here)
        if self._gesture is None or self._is_click:
            return
        gesture = self._gesture
        for spot in self._view.spots_between(self._last, here):
            gesture = gesture.to(spot)
        self._last = here
        self._show(gesture)
        if gesture.carried is not None and self.kind.carried_tiles:
            labels = self._theming.labels
            tiles = self.kind.carried_tiles(self.level, gesture.carried, labels=labels)
            self._view.float_tiles(tiles, *here)
        self.cursor.hover(self._view.spot_at(*here))

    def _released(self, event: tk.Event[Any]) -> None:
        if self._view.panning:
            self._view.end_pan()
            return
        self._moved(event)
        gesture = self._gesture
        if gesture is None:
            return
        self._put_down(gesture)
        self._document.apply(gesture.name, gesture.result)
        self._document.end_gesture()
        if gesture.problem:
            self._say(gesture.problem)
        if gesture.item is not None:
            self._go_on(gesture.item)

    def _take_up(self, gesture: Gesture[Any] | None) -> None:
        if gesture is not None:
            self._document.begin_gesture()
            self._show(gesture)

    def _show(self, gesture: Gesture[Any]) -> None:
        """Show the level as the gesture has changed it so far."""
        before, self._gesture = self._gesture, gesture
        if before is None or gesture.puzzle is not before.puzzle:
            self._document.apply(gesture.name, gesture.puzzle)
        if gesture.item is not None and gesture.item != self.item:
            self.item = gesture.item
            self._tell()
        self._stage.set_ghost(gesture.carried)

    def _put_down(self, gesture: Gesture[Any]) -> None:
        self._gesture = None
        self._view.float_tiles(None)
        self._stage.set_ghost(None)

    def _is_far(self, here: Place) -> bool:
        """Return whether the pointer has moved more than a hand trembles."""
        return max(abs(here[0] - self._press[0]), abs(here[1] - self._press[1])) >= _DRAG_PIXELS

    # Middle button

    def _pick_pressed(self, event: tk.Event[Any]) -> None:
        self._begin(event)

    def _pick_dragged(self, event: tk.Event[Any]) -> None:
        if not self._view.panning and self._is_far((event.x, event.y)):
            self._view.begin_pan(*self._press)
        self._view.drag_pan(event.x, event.y)

    def _pick_released(self, event: tk.Event[Any]) -> None:
        if self._view.panning:
            self._view.end_pan()
            return
        if item := self._stage.item_at(self._view.cell_at(event.x, event.y)):
            self.choose_item(item)

    # Wheel and keys

    def _wheel(self, event: tk.Event[Any], up: int) -> None:
        if int(event.state) & (_COMMAND if self._mac else _CONTROL):
            self._view.zoom_by(up, event.x, event.y)
            return
        items = [item.name for item in self.kind.palette(self.level, self.item)]
        self.choose_item(items[(items.index(self.item) - up) % len(items)])

    def type(self, spot: Spot, key: str) -> bool:
        """Do what a key does at a spot; return whether it does anything."""
        typed = self.kind.typed(self.level, spot, key, self.item)
        if typed is not None:
            self._apply(typed.name, typed.puzzle, typed.item)
        return typed is not None

    def erase(self) -> None:
        """Erase with the current tool in the cell that keys act on."""
        cell = self.cursor.target
        if cell is not None and (gesture := self.tool.erase(self.level, Spot(cell))):
            self._apply(gesture.name, gesture.result, gesture.item)

    def _place_at_cursor(self) -> None:
        if (cell := self.cursor.cell) is not None:
            gesture = self.kind.tools[0].press(self.level, Spot(cell), self.item)
            if gesture:
                self._apply(gesture.name, gesture.result, gesture.item)

    def _apply(self, name: str, puzzle: Any, item: str | None) -> None:
        """Change the level, and choose the item that was placed or the next one."""
        self._document.apply(name, puzzle)
        if item is not None:
            self._go_on(item)

    def _go_on(self, item: str) -> None:
        """Choose an item, or the next one that still has to be placed."""
        self.item = self.kind.next_item(self.level, item)
        self._tell()
