"""Editor: the tool, the item, and the gesture with which a level is edited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flowdesk.app.editing.cursor import Cursor
from flowdesk.app.shell import Say
from flowdesk.app.stage import Stage
from flowdesk.app.theming import Theming
from flowdesk.core.gesture import Gesture, Spot
from flowdesk.desk.documents.document import Document, Happening
from flowdesk.kinds.editor import Tool
from flowdesk.kinds.kind import Kind


class Editor:
    """The current tool and item of the palette, and the gesture that is being made.

    `listeners` are called when the item or the tool has changed.
    """

    def __init__(
        self,
        stage: Stage,
        document: Document,
        theming: Theming,
        say: Say,
    ) -> None:
        self.listeners: list[Callable[[], None]] = []
        self._stage = stage
        self._view = stage.view
        self._document = document
        self._say = say
        self.cursor = Cursor(stage, theming)
        self.tool = self.kind.tools[0]
        self.item = ""
        self.gesture: Gesture[Any] | None = None
        document.listeners.append(self._document_changed)

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

    def abandon(self) -> bool:
        """Undo the gesture that is being made; return whether there was one."""
        if self.gesture is None:
            return False
        self._put_down()
        self._document.abandon_gesture()
        return True

    # Gestures

    def begin_gesture(self, gesture: Gesture[Any] | None) -> None:
        if gesture is not None:
            self._document.begin_gesture()
            self.show(gesture)

    def show(self, gesture: Gesture[Any]) -> None:
        """Show the level as the gesture has changed it so far."""
        before, self.gesture = self.gesture, gesture
        if before is None or gesture.puzzle is not before.puzzle:
            self._document.apply(gesture.name, gesture.puzzle)
        if gesture.item is not None and gesture.item != self.item:
            self.item = gesture.item
            self._tell()
        self._stage.set_ghost(gesture.carried)

    def end_gesture(self) -> None:
        """Apply the result of the gesture, and choose the next item."""
        if (gesture := self.gesture) is None:
            return
        self._put_down()
        self._document.apply(gesture.name, gesture.result)
        self._document.end_gesture()
        if gesture.problem:
            self._say(gesture.problem)
        if gesture.item is not None:
            self._go_on(gesture.item)

    def _put_down(self) -> None:
        self.gesture = None
        self._view.float_tiles(None)
        self._stage.set_ghost(None)

    # Keys

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

    def place_at_cursor(self) -> None:
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
