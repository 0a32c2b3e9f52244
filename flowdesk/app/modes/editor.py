"""Editor: the tool, the item, and the gesture with which a level is edited; and its cursor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flowdesk.app.modes.selection import Selection
from flowdesk.app.stage import Stage
from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Area, Cell
from flowdesk.core.puzzle import Puzzle, noted
from flowdesk.core.signal import Signal
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.play.player import Hands
from flowdesk.kinds.editor import Tool
from flowdesk.kinds.table import AnyKind


class BoardCursor:
    """Frames the keyboard's cursor, if it is shown, and what is under the pointer.

    That is a cell, or an edge where the tool `takes_edges`. Emits `moved` with each new `target`.
    The frame of the keyboard's cursor has the `color` of what is in hand, if that is one.
    """

    def __init__(self, stage: Stage) -> None:
        self.moved: Signal[[Cell | None]] = Signal()
        self.cell: Cell | None = None
        self.color = ""
        self._stage, self._theming = stage, stage.theming
        self._spot: Spot | None = None  # under the pointer
        self._takes_edges = self._takes_border = False
        stage.theming.changed.connect(self._theme_changed, stage.shell)

    @property
    def target(self) -> Cell | None:
        """The cell that keys act on: under the cursor if it is shown, else under the pointer."""
        return self._hovered if self.cell is None else self.cell

    @property
    def start(self) -> Cell:
        """Where the cursor appears: at `target`, else in the first cell that is no hole."""
        return self.target or next(iter(self._stage.level.board.cells), (0, 0))

    def set(self, cell: Cell | None) -> None:
        """Show the keyboard's cursor in a cell; None hides it."""
        self.cell = cell
        stage, theme = self._stage, self._theming.theme
        color, width = (theme.color(self.color), 3) if self.color else (theme.cursor, 1.5)
        stage.frame("cursor", Spot(cell) if cell else None, color, width)
        if cell is not None:
            stage.bring_into_view([cell])
        self.moved.emit(self.target)

    def step(self, side: str) -> None:
        """Move the cursor to the next cell at a side; show it first, if it is hidden."""
        if self.cell is None:
            self.set(self.start)
        elif near := self._stage.level.board.beside(self.cell, side):
            self.set(near)

    def edge(self, side: str) -> Spot | None:
        """Show the cursor, and return its cell with the edge at a side; None without a cell."""
        cell = self.target
        self.set(self.start)
        return Spot(cell, self._stage.level.board.edge_at(cell, side)) if cell else None

    def hover(self, spot: Spot | None) -> None:
        """Move the pointer to a spot; None is off the board."""
        if spot is not None and not self.reaches(spot):
            spot = None
        if spot != self._spot:
            before, self._spot = self._hovered, spot
            self._show_hovered()
            if self._hovered != before:
                self.moved.emit(self.target)

    def use_edges(self, takes_edges: bool, *, takes_border: bool = False) -> None:
        self._takes_edges, self._takes_border = takes_edges, takes_border
        self._show_hovered()

    def reaches(self, spot: Spot) -> bool:
        """Whether a spot is on the board, or for a tool that takes edges, on a border with them.

        From just outside the border a corner of it may be nearer than its edges.
        """
        level = self._stage.level
        if self._takes_edges and self._stage.kind.drawing.margin and spot.corner:
            x, y = spot.corner
            return any(level.on_board((x - i, y - j)) for i in (0, 1) for j in (0, 1))
        return bool(level.on_board(spot.cell))

    def board_changed(self) -> None:
        """Hide the cursor on another board, and look where the pointer is."""
        self.set(None)
        self.hover(self._spot)

    @property
    def _hovered(self) -> Cell | None:
        spot = self._spot
        return spot.cell if spot and self._stage.level.on_board(spot.cell) else None

    def _show_hovered(self) -> None:
        spot = self._spot
        if spot and not self._takes_edges:
            spot = Spot(spot.cell)
        elif spot and spot.edge:
            level = self._stage.level
            is_edge = any if self._stage.kind.drawing.margin or self._takes_border else all
            is_there = is_edge(level.is_cell(level.board.wrapped(cell)) for cell in spot.edge)
            spot = spot if is_there else None
        self._stage.frame("hover", spot, self._theming.theme.hover, 0.75)

    def _theme_changed(self) -> None:
        self.hover(None)
        self.set(self.cell)


#: What the menu of the board offers besides what can be done in the cell.
_OFFERS = (
    *("Undo", "Redo", None, "Solve", "Hint", "Map of what is certain", None),
    *("Resize ...", "{labels}", "Rulers"),
)


class Editor(Hands):
    """The current tool and item of the palette, and the gesture that is being made.

    Emits `changed` when the item or the tool has.
    """

    is_editing = True
    offers: Sequence[str | None] = _OFFERS

    def __init__(self, stage: Stage) -> None:
        self.changed: Signal[[]] = Signal()
        self._stage, self._document = stage, stage.document
        self._say = stage.shell.say
        self.cursor = BoardCursor(stage)
        self.selection = Selection(stage)
        self.cursor.moved.connect(self.selection.follow, stage.shell)
        self.tool = self.kind.editing.tools[0]
        self.item = ""
        self.gesture: Gesture[Puzzle] | None = None
        self._puzzle = noted(stage.level, {})  # as it was at the last change
        stage.document.changed.connect(self._document_changed, stage.shell)

    # State that others set

    @property
    def level(self) -> Any:
        return self._document.level

    @property
    def kind(self) -> AnyKind:
        return self._stage.kind

    @property
    def tools(self) -> Sequence[Tool[Puzzle]]:
        """The tools that can do something on this board."""
        return self.kind.editing.tools_for(self.level)

    @property
    def takes_edges(self) -> bool:
        return self.tool.takes_edges

    @property
    def pointer(self) -> str:
        return self.tool.cursor

    @property
    def gestures(self) -> Sequence[tuple[str, str]]:
        return self.kind.editing.gestures(self.level)

    def choose_item(self, item: str) -> None:
        """Make an item the current one, by its name, with the tool that places items."""
        self.item = item
        self.choose_tool(self.kind.editing.tools[0])

    def choose_tool(self, tool: Tool[Puzzle]) -> None:
        if tool is not self.tool:
            self.selection.select(None)
        self.tool = tool
        self.cursor.use_edges(tool.takes_edges, takes_border=tool.takes_border)
        self.changed.emit()

    def choose_selecting(self) -> None:
        self.choose_tool(next(tool for tool in self.kind.editing.tools if tool.select))

    def begin_anew(self) -> None:
        """Start over on another level, with the first item.

        An empty one goes on with the tool, unless that selects, which has nothing to do there.
        """
        self.abandon()
        self.selection.select(None)
        self.cursor.board_changed()
        self.item = self.kind.editing.next_item(self.level, "")
        tool, is_empty = self.tool, self.kind.is_empty(self.level)
        is_kept = is_empty and tool in self.tools and not tool.select
        self.choose_tool(tool if is_kept else self.kind.editing.tools[0])

    def _document_changed(self, what: DocumentEvent) -> None:
        before, self._puzzle = self._puzzle, noted(self.level, {})
        if what is DocumentEvent.OPENED or self.tool not in self.tools:
            self.begin_anew()
        elif what.is_of_level:
            self.selection.fit()
            if self.gesture is None and self._puzzle != before:  # not its title alone
                self._go_on(self.item)

    def abandon(self) -> bool:
        """Undo the gesture that is being made; return whether there was one."""
        if self.gesture is None:
            return False
        self._put_down()
        self._document.abandon_gesture()
        return True

    # Gestures

    def press(self, spot: Spot, *, shift: bool = False, control: bool = False) -> None:
        tool, selection = self.tool, self.selection
        if selection.ghost:
            selection.follow(spot.cell)
            selection.place()
        elif not self.cursor.reaches(spot):
            selection.select(None)
        elif not self._is_taken(spot):
            gesture = (
                tool.select(self.level, spot, selection.area, extends=shift, copies=control)
                if tool.select
                else tool.press(self.level, spot, self.item)
            )
            if gesture and tool.draws:
                self._stage.make_room(self.level)
            self._begin(gesture)

    def press_right(self, spot: Spot) -> None:
        if self.selection.ghost:
            self.selection.escape()
            return
        self._begin(self.tool.erase(self.level, spot))

    def click_middle(self, spot: Spot) -> None:
        """Choose the item that a cell shows."""
        if item := self._stage.item_at(spot.cell):
            self.choose_item(item)

    def turn_wheel(self, up: int) -> None:
        """Choose the next item of the palette, or the one before."""
        items = [item.name for item in self.kind.editing.palette(self.level, self.item)]
        self.choose_item(items[(items.index(self.item) - up) % len(items)])

    def _begin(self, gesture: Gesture[Puzzle] | None) -> None:
        if gesture is not None:
            self._document.history.begin_gesture()
            self.show(gesture)

    def show(self, gesture: Gesture[Puzzle]) -> None:
        """Show the level as the gesture has changed it so far."""
        before, self.gesture = self.gesture, gesture
        if before is None or gesture.puzzle is not before.puzzle:
            self._document.apply(gesture.name, gesture.puzzle)
        if gesture.item is not None and gesture.item != self.item:
            self.item = gesture.item
            self.changed.emit()
        self._stage.set_ghost(gesture.carried)
        self.selection.preview(gesture)

    def float(self, x: int, y: int) -> None:
        """Show at the pointer what the gesture carries."""
        gesture, labels = self.gesture, self._stage.labels
        if gesture and gesture.carried is not None:
            tiles = self.kind.drawing.carried_tiles(self.level, gesture.carried, labels=labels)
            self._stage.float_tiles(tiles, x, y)

    def end_gesture(self) -> None:
        """Apply the result of the gesture, and choose the next item."""
        if (gesture := self.gesture) is None:
            return
        self._put_down()
        self.selection.select(gesture.area)
        self._document.apply(gesture.name, gesture.result)
        self._document.history.end_gesture()
        if gesture.preview is None:
            self.selection.tell_size()
        if gesture.problem:
            self._say(gesture.problem)
        self._go_on(gesture.item)

    def _put_down(self) -> None:
        self.gesture = None
        self._stage.float_tiles(None)
        self._stage.set_ghost(None)
        self.selection.preview(None)

    # Keys

    def press_arrow(self, side: str, *, shift: bool) -> None:
        """Move ghost or cursor; with Shift, select, or do what the kind does at that edge."""
        if self.selection.step(side):
            return
        if not shift:
            self.cursor.step(side)
        elif self.tool.select:
            self._extend(side)
        elif spot := self.cursor.edge(side):
            self._type(spot, "")

    def _extend(self, side: str) -> None:
        """Extend what is selected by the keyboard's cursor."""
        area, cursor = self.selection.area, self.cursor
        if cursor.cell is None:
            cursor.set(area.end if area else cursor.start)
        start = area.start if area else cursor.cell
        cursor.step(side)
        if start and cursor.cell:
            self.selection.select(Area(start, cursor.cell))
            self.selection.tell_size()

    def _is_taken(self, spot: Spot) -> bool:
        mode = self._stage.mode
        return mode is not None and mode.takes(spot)

    def press_key(self, char: str) -> bool:
        """Do what a character does at the cell that keys act on; return whether it does anything.

        Else it may choose an item of the palette. With a tool for edges, letters are arrows with
        Shift on boards of hexagons.
        """
        side = self.level.board.shape.keys.get(char.lower())
        if side and self.tool.takes_edges:
            self.press_arrow(side, shift=True)
            return True
        cell = self.cursor.target
        return bool(cell and self._type(Spot(cell), char)) or self._choose_typed(char)

    def press_enter(self) -> bool:
        """Place the ghost, or do what a press does in the cell that keys act on, if no edit."""
        cell = self.cursor.target
        return self.selection.place() or (cell is not None and self._is_taken(Spot(cell)))

    def press_escape(self) -> bool:
        """Give up the ghost or the selection; return whether there was one."""
        return self.selection.escape()

    def press_delete(self) -> None:
        """Erase what is selected, or with the current tool in the cell that keys act on."""
        if self.selection.clear("clear selection"):
            return
        if (cell := self.cursor.target) is not None:
            self.make(self.tool.erase(self.level, Spot(cell)))

    def press_space(self) -> None:
        """Do what the space bar does at its cell, or place the current item at the cursor."""
        cell = self.cursor.target
        if cell is not None and self._type(Spot(cell), " "):
            return
        if (cell := self.cursor.cell) is not None:
            self.make(self.kind.editing.tools[0].press(self.level, Spot(cell), self.item))

    def _type(self, spot: Spot, key: str) -> bool:
        return self.make(self.kind.editing.typed(self.level, spot, key, self.item))

    def _choose_typed(self, key: str) -> bool:
        item = self.kind.editing.item_typed(self.level, key, self.item)
        if item is not None:
            self.choose_item(item)
        return item is not None

    def make(self, gesture: Gesture[Puzzle] | None) -> bool:
        """Apply a gesture at once; return whether there is one."""
        if gesture:
            self._document.apply(gesture.name, gesture.result)
            self._go_on(gesture.item)
        return gesture is not None

    def _go_on(self, item: str | None) -> None:
        """Choose the item that was placed, or the next one that still has to be placed."""
        if item is not None:
            self.item = self.kind.editing.next_item(self.level, item)
            self.changed.emit()
