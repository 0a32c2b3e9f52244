"""The stage: what the board shows of a document: the level, or what a mode makes of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from flowdesk.app.board_view import BoardPart, BoardView
from flowdesk.app.shell import Shell
from flowdesk.app.theming import Theming
from flowdesk.app.timers import Timer
from flowdesk.core.edit import Spot
from flowdesk.core.grid import Area, Cell
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.signal import Owner, Signal
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.play.player import Hands
from flowdesk.draw.scene import Scene, Tile, Tiles
from flowdesk.kinds.known import Known, Verdict
from flowdesk.kinds.table import AnyKind, board_scene, kind_of


class Mode(ABC):
    """What a document is in instead of being edited: a solution, a hint, a game, a running engine.

    It is shown over the level.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage, self._shell = stage, stage.shell

    @property
    def is_on(self) -> bool:
        """Whether it is what the document is in."""
        return self._stage.mode is self

    @property
    @abstractmethod
    def cells(self) -> Collection[Cell]:
        """The cells that look different from the level alone."""

    @abstractmethod
    def still_at(self, cell: Cell) -> Tiles:
        """Return a cell of the level in this mode, as pictures show it."""

    def tiles_at(self, cell: Cell) -> Tiles:
        """Return a cell with what lights up for a moment."""
        return self.still_at(cell)

    @property
    def caption(self) -> str:
        """What pictures of it say below the board; empty if nothing."""
        return ""

    def segment_at(self, cell: Cell) -> object:
        """Return what covers a cell, in the terms of its kind; None if nothing does."""
        return None

    @abstractmethod
    def left(self) -> None:
        """Stop and forget everything: something else is shown now, or nothing."""

    def stop(self) -> bool:
        """Stop what is running; return False if nothing is, so that it can only be hidden."""
        return False

    def level_changed(self, before: Puzzle) -> bool:
        """Return whether it stays, now that the puzzle on the board has changed."""
        return False

    def takes(self, spot: Spot) -> bool:
        """Take a press on the board for something else than editing; return whether it does."""
        return False

    @property
    def solution(self) -> Answer | None:
        """The solution that is shown, if one is."""
        return None

    # What is done with it

    @property
    def hands(self) -> Hands | None:
        """What pointer and keys do on the board, if they do not edit it."""
        return None

    # What is played

    @property
    def playing(self) -> bool:
        """Whether an animation is under way, which waits while the document is behind others."""
        return False

    def play_or_pause(self) -> None:
        """Let the animation go on, or wait; at its end, begin again."""
        raise NotImplementedError("only what can be `playing` is asked")

    # What is shown about it

    @property
    def is_searching(self) -> bool:
        """Whether `stop` would stop a search."""
        return False

    @property
    def elapsed(self) -> float | None:
        """Seconds since the search began, while one runs."""
        return None

    @property
    def effort(self) -> str:
        """How much work it took so far, for the status bar."""
        return ""

    def verdict(self, known: Known) -> Verdict | None:
        """Return what it knows of the level beyond what is known without it."""
        return None


_BLINKS = 5
_BLINK_MS = 220
_TINT = 0.25  # of the cells of a preview


class Stage:
    """What the board shows of a document: the level, what its mode shows, frames, blinking marks.

    There is one board for all documents: `board` is that as long as this one is in front. All
    changes are painted together when the window is idle. `drawn` is what the author drew. Emits
    `changed` when it is in another mode, or none, and after each step of it; `ticked` as time
    passes while it is searching or animated.
    """

    def __init__(self, document: Document, theming: Theming, shell: Shell) -> None:
        self.board: BoardView | None = None
        self.mode: Mode | None = None
        self.changed: Signal[[]] = Signal()
        self.ticked: Signal[[]] = Signal()
        self._in_front = Owner()  # as long as it has the board
        self._view = BoardPart()  # of the board, when it was in front last
        self._frames: dict[str, tuple[Spot | Area, str, float]] = {}
        self.document, self.theming, self.shell = document, theming, shell
        self._level: Puzzle = document.level
        self._ghost: Cell | None = None
        self._preview: Puzzle | None = None  # shown instead of the level
        self._tinted: Collection[Cell] = ()
        self._previewed: Mapping[Cell, Tiles] = {}
        self._kept: Mapping[Cell, Tiles] = {}
        self._marked: frozenset[Cell] = frozenset()
        self._blinking = Timer(shell.root)
        self.drawn: Mapping[Cell, object] = {}
        self._preview_drawn: Mapping[Cell, object] = {}
        self._dirty: set[Cell] | None = None  # None: everything
        self._labels: bool | None = None  # while a picture is made: whether it has labels
        self._locks = self.kind.drawing.lock_tiles(document.level)
        document.changed.connect(self._document_changed, shell)

    # The board

    def come_forward(self, board: BoardView) -> None:
        """Have the board from now on, with the view of it that was left."""
        self.board, self._in_front = board, Owner()
        board.painting.connect(self.flush, self._in_front)
        board.show_anew(self._scene(), self._view)
        self._dirty = set()
        for name, frame in self._frames.items():
            board.frame(name, *frame)

    def go_back(self) -> None:
        """Leave the board to another document."""
        if self.board:
            self.stop_blinking()
            self._in_front.end()
            self._view = self.board.view
            self.board.float_tiles(None)
            for name in self._frames:
                self.board.frame(name, None)
            self.board = None

    @property
    def view(self) -> BoardPart:
        """What part of the board is seen, and how large, when this document is in front."""
        return self.board.view if self.board else self._view

    @view.setter
    def view(self, view: BoardPart) -> None:
        self._view = view
        if self.board:
            self.board.view = view

    def frame(
        self, name: str, place: Spot | Area | None, color: str = "", width: float = 1.5
    ) -> None:
        """Draw a frame as `BoardView.frame` does, now or when the document is in front."""
        self._frames.pop(name, None)
        if place is not None:
            self._frames[name] = place, color, width
        if self.board:
            self.board.frame(name, place, color, width)

    def float_tiles(self, tiles: Tiles | None, x: float = 0, y: float = 0) -> None:
        """Show tiles at the pointer; None removes them."""
        if self.board:
            self.board.float_tiles(tiles, x, y)

    def bring_into_view(self, cells: Iterable[Cell]) -> None:
        """Pan so that the first of the cells can be seen, if the document is in front."""
        if self.board:
            self.board.bring_into_view(cells)

    # What is shown

    @property
    def level(self) -> Any:
        return self.document.level

    @property
    def kind(self) -> AnyKind:
        return kind_of(self.level)

    @property
    def labels(self) -> bool:
        return self.theming.labels if self._labels is None else self._labels

    def picture(self, *, labels: bool) -> Scene:
        """Return the level with the mode as a picture: without what blinks or lights up."""
        scene = board_scene(self.level, labels=labels)
        self._labels = labels  # what modes ask for
        try:
            at = self.mode.still_at if self.mode else self.plain_tiles
            cells = {*self.drawn, *(self.mode.cells if self.mode else ())}
            return scene.with_tiles({cell: at(cell) for cell in cells & scene.tiles.keys()})
        finally:
            self._labels = None

    def show(self, mode: Mode | None) -> None:
        """Show a mode instead of the current one; None shows the level alone."""
        before, self.mode = self.mode, mode
        if before is not mode:
            if before:
                self.repaint({*before.cells, *self.drawn})
                before.left()
            if mode:
                self.repaint({*mode.cells, *self.drawn})
            self._mark_locks()
            self.changed.emit()

    def show_level_alone(self) -> None:
        self.show(None)
        self.shell.say("")  # what was said is about the mode

    def _document_changed(self, what: DocumentEvent) -> None:
        if not what.is_of_level:
            return
        is_another = what is DocumentEvent.OPENED
        before, after = self._level, self.level
        self._level = after
        self.stop_blinking()
        if self._preview is not None:
            self._preview, self._tinted, self._preview_drawn = None, (), {}
            self.repaint()
        self.lay({})
        self.keep({})
        if is_another or not after.is_same_puzzle(before):
            self.make_room(before)
        self._mark_locks()
        drawn = self.kind.drawing.drawn_answer(after)
        self.drawn = self.segments(drawn) if drawn else {}
        is_other_kind = before.kind != after.kind
        self.repaint(None if is_other_kind else self.kind.drawing.changed_cells(before, after))
        if is_another and self.board:
            self.flush()
            self.board.place_board()
        elif is_another:
            self._view = BoardPart()

    def repaint(self, cells: Iterable[Cell] | None = None) -> None:
        """Paint some cells, or all, when the window is idle."""
        if cells is None:
            self._dirty = None
        elif self._dirty is not None:
            self._dirty.update(cells)
        if self.board:
            self.board.request_paint()

    def flush(self) -> None:
        """Give the board what is to be painted."""
        dirty, self._dirty = self._dirty, None  # everything, should this fail
        if dirty is None and self.board:
            self.board.show(self._scene())
        elif dirty and self.board:
            self.board.change(dirty, self._tiles_at)
        self._dirty = set()

    def _scene(self) -> Scene:
        """Return all that is shown."""
        special = {*self.drawn, *self._marked, *self._preview_drawn, *self._tinted, *self._laid}
        special.update(self._locks)
        special.update(self.mode.cells if self.mode else ())
        if self._ghost:
            special.add(self._ghost)
        scene = board_scene(self._preview or self.level, labels=self.labels)
        return scene.with_tiles({cell: self._tiles_at(cell) for cell in special})

    # Parts of the picture

    def plain_tiles(self, cell: Cell) -> Tiles:
        """Return a cell as the author drew it."""
        return self.segment_tiles(cell, self.drawn.get(cell))

    def segments(self, answer: Answer) -> Mapping[Cell, object]:
        """Return what cells show of an answer to the level."""
        return self.kind.drawing.segments(self.level, answer)

    def segment_tiles(self, cell: Cell, segment: object) -> Tiles:
        """Return a cell with this segment instead of the author's."""
        return self.kind.drawing.cell_tiles(self.level, cell, segment, labels=self.labels)

    def item_at(self, cell: Cell) -> str | None:
        """Return the name of the palette's item that a cell shows."""
        segment = (self.mode.segment_at if self.mode else self.drawn.get)(cell)
        return self.kind.drawing.item_at(self.level, cell, segment)

    def make_room(self, before: Puzzle) -> None:
        """Hide the mode, unless it follows the level from the puzzle `before`."""
        if self.mode and not self.mode.level_changed(before):
            self.show(None)

    def set_ghost(self, cell: Cell | None) -> None:
        """Show a cell's content faintly, while it is dragged away; None ends that."""
        before, self._ghost = self._ghost, cell
        self.repaint(place for place in (before, cell) if place)

    def set_preview(self, puzzle: Puzzle | None, cells: Collection[Cell] = ()) -> None:
        """Show another puzzle of the same size, with these cells tinted; None shows the level."""
        before, after = self._preview or self.level, puzzle or self.level
        if puzzle is not None and self._preview is None:
            self.make_room(self.level)
        if puzzle is not self._preview:
            self.repaint({*self._tinted, *cells})
            self._preview, self._tinted = puzzle, cells
            drawn = self.kind.drawing.drawn_answer(puzzle) if puzzle else None
            self._preview_drawn = self.kind.drawing.segments(after, drawn) if drawn else {}
            self.repaint(self.kind.drawing.changed_cells(before, after))
            self._mark_locks()

    def _mark_locks(self) -> None:
        """Mark what is locked, unless a mode shows something else."""
        before, shown = self._locks, self._preview or self.level
        self._locks = {} if self.mode else self.kind.drawing.lock_tiles(shown)
        after = self._locks
        if after is not before:
            marked = before.keys() | after.keys()
            self.repaint(cell for cell in marked if before.get(cell) != after.get(cell))

    # What is laid over the level and its mode; pictures leave it out

    @property
    def _laid(self) -> Mapping[Cell, Tiles]:
        return self._previewed or self._kept

    def lay(self, tiles: Mapping[Cell, Tiles]) -> None:
        """Lay tiles over some cells while something is pointed at; none ends that."""
        self._change_laid(tiles, self._kept)

    def keep(self, tiles: Mapping[Cell, Tiles]) -> bool:
        """Lay tiles over some cells until the next edit; return whether others lay there."""
        before = bool(self._kept)
        self._change_laid(self._previewed, tiles)
        return before

    def _change_laid(self, previewed: Mapping[Cell, Tiles], kept: Mapping[Cell, Tiles]) -> None:
        before = self._laid
        self._previewed, self._kept = previewed, kept
        if before != self._laid:
            self.repaint({*before, *self._laid})

    def point_out(self, cells: Iterable[Cell]) -> None:
        """Let cells blink, and bring them into view."""
        self.stop_blinking()
        marked = frozenset(filter(self.level.on_board, cells))
        if marked and self.board:
            self.board.bring_into_view(sorted(marked))
            self._blink(marked, _BLINKS)

    def stop_blinking(self) -> None:
        self._blinking.stop()
        marked, self._marked = self._marked, frozenset()
        self.repaint(marked)

    def _blink(self, cells: frozenset[Cell], left: int) -> None:
        self._marked = cells if left % 2 else frozenset()
        self.repaint(cells)
        if left:
            self._blinking.start(_BLINK_MS, self._blink, cells, left - 1)

    def _tiles_at(self, cell: Cell) -> Tiles:
        if self._preview is not None:
            segment = self._preview_drawn.get(cell)
            tiles = self.kind.drawing.cell_tiles(self._preview, cell, segment, labels=self.labels)
            if cell in self._tinted:
                tiles = (*tiles, Tile("hint", strength=_TINT))
        else:
            ghost = None
            if cell == self._ghost:
                ghost = self.kind.drawing.ghost_tiles(self.level, cell, labels=self.labels)
            tiles = ghost or (self.mode.tiles_at if self.mode else self.plain_tiles)(cell)
        tiles = (*tiles, *self._locks.get(cell, ()), *self._laid.get(cell, ()))
        return (*tiles, Tile("mark", strength=0.5)) if cell in self._marked else tiles
