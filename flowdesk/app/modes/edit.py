"""Editing: what the pointer and the keys mean on the board."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING, Any, TypeAlias

from flowdesk.app.modes.keys import Keyboard
from flowdesk.core.gesture import Gesture, Spot
from flowdesk.core.grid import Cell
from flowdesk.kinds.editor import Tool
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.tiles import dot_tiles
from flowdesk.kinds.flow.tools import ENDPOINT, TOOLS

if TYPE_CHECKING:
    from flowdesk.app.window import Window

#: A place in the view, in pixels.
Place: TypeAlias = tuple[int, int]

# Bits of an event's state.
_CONTROL, _COMMAND = 0x4, 0x8

_DRAG_PIXELS = 4  # a press that moves less is a click


class EditMode:
    """The current colour and tool, the cursor, and the gesture that is going on."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._view = window.view
        self.label = "R"
        self.tool = TOOLS[0]
        self.cursor: Cell | None = None
        self._spot: Spot | None = None  # under the pointer
        self._press: Place = (0, 0)
        self._last: Place = (0, 0)
        self._is_click = False
        self._gesture: Gesture[Level] | None = None
        self._keyboard = Keyboard(self, window)
        self._bind()

    def _bind(self) -> None:
        view, mac = self._view, self._window.mac
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
            "<Motion>": lambda event: self._hover(view.spot_at(event.x, event.y)),
            "<Leave>": lambda event: self._hover(None),
            # Tk 8.6 on X11 sends wheels as buttons; Tk 9 and others send MouseWheel.
            "<Button-4>": lambda event: self._wheel(event, 1),
            "<Button-5>": lambda event: self._wheel(event, -1),
            "<MouseWheel>": lambda event: self._wheel(event, 1 if event.delta > 0 else -1),
        }
        for sequence, handler in bindings.items():
            view.bind(sequence, handler)

    # State that others set

    @property
    def level(self) -> Level:
        """The level on the board."""
        level: Level = self._window.document.level
        return level

    def choose_label(self, label: str) -> None:
        """Make a colour the current one, and place endpoints with it."""
        self.label = label
        self.choose_tool(ENDPOINT)

    def choose_tool(self, tool: Tool) -> None:
        """Make a tool the current one."""
        self.tool = tool
        self._view.set_pointer(tool.cursor)
        self._show_hovered()
        self._window.refresh_palette()

    def level_opened(self) -> None:
        """Another level is on the board: start with what it needs."""
        self.abandon()
        self.set_cursor(None)
        self.label = editing.next_label(self.level, LABELS[0])
        self.choose_tool(TOOLS[0])

    @property
    def has_gesture(self) -> bool:
        """Whether a button is held that does something to the level."""
        return self._gesture is not None

    def abandon(self) -> bool:
        """Give up the gesture that is going on, as if it had not begun; whether there was one."""
        if self._gesture is None:
            return False
        self._put_down(self._gesture)
        self._window.document.abandon_gesture()
        return True

    def theme_changed(self) -> None:
        """Use the window's present colours."""
        self._hover(None)
        self.set_cursor(self.cursor)

    # Gestures

    def _pressed(self, event: tk.Event[Any]) -> None:
        if self._keyboard.space_held:
            self._begin(event)
            self._keyboard.space_used = True
            self._view.begin_pan(event.x, event.y)
            return
        spot = self._begin(event)
        self.set_cursor(None)
        if self.level.on_board(spot.cell):
            gesture = self.tool.press(self.level, spot, self.label)
            if gesture and self.tool.draws:
                self._window.stage.make_room()
            self._take_up(gesture)

    def _erase_pressed(self, event: tk.Event[Any]) -> None:
        spot = self._begin(event)
        self.set_cursor(None)
        self._take_up(self.tool.erase(self.level, spot))

    def _begin(self, event: tk.Event[Any]) -> Spot:
        """A button is pressed at a spot: end what is being typed or dragged."""
        self.abandon()
        self._window.side.commit()
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
        if gesture.carried is not None:
            label = self.level.endpoints[gesture.carried]
            self._view.float_tiles(dot_tiles(self.level, label, labels=self._window.labels), *here)
        self._hover(self._view.spot_at(*here))

    def _released(self, event: tk.Event[Any]) -> None:
        if self._view.panning:
            self._view.end_pan()
            return
        self._moved(event)
        gesture = self._gesture
        if gesture is None:
            return
        self._put_down(gesture)
        self._window.document.apply(gesture.name, gesture.result)
        self._window.document.end_gesture()
        if gesture.problem:
            self._window.say(gesture.problem)
        if gesture.item is not None:
            self._go_on(gesture.item)

    def _take_up(self, gesture: Gesture[Level] | None) -> None:
        if gesture is not None:
            self._window.document.begin_gesture()
            self._show(gesture)

    def _show(self, gesture: Gesture[Level]) -> None:
        """Show the level as the gesture has changed it so far."""
        before, self._gesture = self._gesture, gesture
        if before is None or gesture.puzzle is not before.puzzle:
            self._window.document.apply(gesture.name, gesture.puzzle)
        if gesture.item is not None and gesture.item != self.label:
            self.label = gesture.item
            self._window.refresh_palette()
        self._window.stage.set_ghost(gesture.carried)

    def _put_down(self, gesture: Gesture[Level]) -> None:
        """Nothing hangs at the pointer any more."""
        self._gesture = None
        self._view.float_tiles(None)
        self._window.stage.set_ghost(None)

    def _is_far(self, here: Place) -> bool:
        """Whether the pointer has gone farther since the press than a hand trembles."""
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
        label = self._window.stage.label_at(self._view.cell_at(event.x, event.y))
        if label:
            self.choose_label(label)

    # Wheel and keys

    def _wheel(self, event: tk.Event[Any], up: int) -> None:
        if int(event.state) & (_COMMAND if self._window.mac else _CONTROL):
            self._view.zoom_by(up, event.x, event.y)
            return
        labels = editing.palette(self.level, self.label)
        self.choose_label(labels[(labels.index(self.label) - up) % len(labels)])

    def place(self, cell: Cell, label: str) -> None:
        """Place an endpoint and go on to the colour that is next."""
        self.apply(f"place {label}", editing.place(self.level, cell, label))
        self._go_on(label)

    def erase(self, cell: Cell) -> None:
        """Empty a cell as the current tool does."""
        if gesture := self.tool.erase(self.level, Spot(cell)):
            self.apply(gesture.name, gesture.result)
            if gesture.item is not None:
                self._go_on(gesture.item)

    def apply(self, name: str, level: Level) -> None:
        """Make a changed level the present one, as a step of undo with this name."""
        self._window.document.apply(name, level)

    def _go_on(self, label: str) -> None:
        """Go on with a colour, or with the next unused one if it is complete."""
        self.label = editing.next_label(self.level, label)
        self._window.refresh_palette()

    # Places

    @property
    def hovered(self) -> Cell | None:
        """The cell under the pointer."""
        return self._spot.cell if self._spot else None

    def target(self) -> Cell | None:
        """The cell that keys mean: under the cursor if it is shown, else under the pointer."""
        return self.cursor if self.cursor is not None else self.hovered

    def _hover(self, spot: Spot | None) -> None:
        if spot is not None and not self.level.on_board(spot.cell):
            spot = None
        if spot != self._spot:
            before, self._spot = self.hovered, spot
            self._show_hovered()
            if self.hovered != before:
                self._window.pointed_at(self.target())

    def _show_hovered(self) -> None:
        """Mark the cell under the pointer, or the edge that the tool would take."""
        spot = self._spot
        if spot and not self.tool.takes_edges:
            spot = Spot(spot.cell)
        elif spot and spot.edge and not all(map(self.level.is_cell, spot.edge)):
            spot = None
        self._view.frame("hover", spot, self._window.theme.hover, 1)

    def set_cursor(self, cell: Cell | None) -> None:
        """Show the keyboard's cursor in a cell, or with None hide it."""
        self.cursor = cell
        self._view.frame("cursor", Spot(cell) if cell else None, self._window.theme.cursor, 2)
        if cell is not None:
            self._view.bring_into_view([cell])
        self._window.pointed_at(self.target())
