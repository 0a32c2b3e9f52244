"""The stage: the level on the board, and the one thing that is shown over it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from flowdesk.app.board_view import BoardView
from flowdesk.app.timers import Timer
from flowdesk.core.grid import Cell
from flowdesk.desk.documents.document import Document
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.tiles import Cover, cell_tiles, covers, level_scene

_BLINKS = 5
_BLINK_MS = 220


class Overlay(ABC):
    """Something that is shown over the level: a solution, a hint, an engine at work ..."""

    @property
    @abstractmethod
    def cells(self) -> Collection[Cell]:
        """Where the board looks different from the level alone."""

    @abstractmethod
    def tiles_at(self, cell: Cell) -> Tiles:
        """A cell of the level with what is shown over it."""

    @abstractmethod
    def cover_at(self, cell: Cell) -> Cover | None:
        """The path to be seen in a cell, if there is one."""

    @abstractmethod
    def left(self) -> None:
        """Something else is shown now, or nothing: end what is going on and forget it."""

    def stop(self) -> bool:
        """Stop what is going on; False if nothing is, so that there is only something to hide."""
        return False

    def level_changed(self, before: Level) -> bool:
        """Whether this stays on show now that another puzzle is on the board."""
        return False

    @property
    def solution(self) -> Solution | None:
        """The solution that is shown, if one is."""
        return None


class Stage:
    """What the board shows: the level, at most one overlay over it, and marks that come and go.

    `listeners` are told when another overlay is shown, or none. Whatever changes is painted
    together when the window is idle.
    """

    def __init__(
        self, view: BoardView, document: Document, shows_labels: Callable[[], bool]
    ) -> None:
        self.overlay: Overlay | None = None
        self.listeners: list[Callable[[], None]] = []
        self._view = view
        self._document = document
        self._shows_labels = shows_labels
        self._ghost: Cell | None = None
        self._marked: frozenset[Cell] = frozenset()
        self._blinking = Timer(view)
        self._paths: Mapping[str, tuple[Cell, ...]] = {}  # as the author drew them, and ...
        self._drawn: dict[Cell, Cover] = {}  # ... the cells that they cover
        self._dirty: set[Cell] | None = None  # None: everything
        view.before_paint = self.flush

    @property
    def level(self) -> Level:
        """The level on the board."""
        level: Level = self._document.level
        return level

    @property
    def labels(self) -> bool:
        """Whether the labels are on the endpoints."""
        return self._shows_labels()

    def show(self, overlay: Overlay | None) -> None:
        """Show this over the level instead of what was shown, or with None the level alone."""
        before, self.overlay = self.overlay, overlay
        if before is not overlay:
            if before:
                self.repaint({*before.cells, *self._drawn})
                before.left()
            if overlay:
                self.repaint({*overlay.cells, *self._drawn})
            for listener in self.listeners:
                listener()

    def level_changed(self, before: Level, *, is_another: bool) -> None:
        """Show the level where it differs from the one before, which it was or `is_another`."""
        after = self.level
        self.stop_blinking()
        is_new = is_another or not after.is_same_puzzle(before)
        if self.overlay and is_new and not self.overlay.level_changed(before):
            self.show(None)
        self._remember_drawn()
        same = ("width", "height", "holes", "colors")
        if any(getattr(before, name) != getattr(after, name) for name in same):
            self.repaint()
            return
        cells = {cell for cell, _ in before.endpoints.items() ^ after.endpoints.items()}
        cells.update(cell for wall in before.walls ^ after.walls for cell in wall)
        for _, path in before.drawn.items() ^ after.drawn.items():
            cells.update(path)
        self.repaint(cells)

    def repaint(self, cells: Iterable[Cell] | None = None) -> None:
        """Paint some cells, or all of them, when the window is idle."""
        if cells is None:
            self._dirty = None
        elif self._dirty is not None:
            self._dirty.update(cells)
        self._view.request_paint()

    def flush(self) -> None:
        """Hand over to the view what is to be painted."""
        dirty, self._dirty = self._dirty, None  # everything, should this fail
        self._hand_over(dirty)
        self._dirty = set()

    def _hand_over(self, dirty: set[Cell] | None) -> None:
        if dirty is None:
            self._remember_drawn()
            special = {*self._drawn, *self._marked}
            special.update(self.overlay.cells if self.overlay else ())
            if self._ghost:
                special.add(self._ghost)
            scene = level_scene(self.level, labels=self.labels)
            self._view.show(scene.with_tiles({cell: self._tiles_at(cell) for cell in special}))
        elif dirty:
            on_board = filter(self.level.on_board, dirty)
            self._view.change({cell: self._tiles_at(cell) for cell in on_board})

    # Parts of the picture

    def plain_tiles(self, cell: Cell) -> Tiles:
        """A cell of the level as its author drew it."""
        return cell_tiles(self.level, cell, self._drawn.get(cell), labels=self.labels)

    def plain_cover_at(self, cell: Cell) -> Cover | None:
        """What the author has drawn in a cell."""
        return self._drawn.get(cell)

    def label_at(self, cell: Cell) -> str | None:
        """The colour to be seen in a cell."""
        if label := self.level.endpoints.get(cell):
            return label
        cover = (self.overlay.cover_at if self.overlay else self.plain_cover_at)(cell)
        return cover[0] if cover else None

    def make_room(self) -> None:
        """Something is drawn on the level: hide what lies over it, if that would hide the drawing.

        What follows the level stays, as if the level had changed.
        """
        if self.overlay and not self.overlay.level_changed(self.level):
            self.show(None)

    @property
    def drawn_cells(self) -> Collection[Cell]:
        """The cells that the author's own paths cover."""
        return self._drawn.keys()

    def set_ghost(self, cell: Cell | None) -> None:
        """Show an endpoint only faintly, because it is being dragged away; or none any more."""
        before, self._ghost = self._ghost, cell
        self.repaint(place for place in (before, cell) if place)

    def point_out(self, cells: Iterable[Cell]) -> None:
        """Let cells blink, and bring them into view."""
        self.stop_blinking()
        marked = frozenset(filter(self.level.on_board, cells))
        if marked:
            self._view.bring_into_view(sorted(marked))
            self._blink(marked, _BLINKS)

    def stop_blinking(self) -> None:
        """Nothing is pointed out any more."""
        self._blinking.stop()
        marked, self._marked = self._marked, frozenset()
        self.repaint(marked)

    def _blink(self, cells: frozenset[Cell], left: int) -> None:
        self._marked = cells if left % 2 else frozenset()
        self.repaint(cells)
        if left:
            self._blinking.start(_BLINK_MS, self._blink, cells, left - 1)

    def _remember_drawn(self) -> None:
        before, self._paths = self._paths, self.level.drawn
        if before is not self._paths:
            gone, new = before.items() - self._paths.items(), self._paths.items() - before.items()
            for _, path in gone:
                for cell in path:
                    del self._drawn[cell]
            self._drawn.update(covers(Solution(dict(new))))

    def _tiles_at(self, cell: Cell) -> Tiles:
        """A cell with everything on it."""
        if cell == self._ghost:
            level = self.level
            tiles = cell_tiles(replace(level, endpoints={}, drawn={}), cell)
            if label := level.endpoints.get(cell):
                tiles = (*tiles, Tile("dot", level.color(label), 0.3))
        else:
            tiles = (self.overlay.tiles_at if self.overlay else self.plain_tiles)(cell)
        return (*tiles, Tile("mark", strength=0.5)) if cell in self._marked else tiles


class LevelOverlay(Overlay):
    """Paths instead of the author's own, marks on the ground, and arms below the endpoints.

    As long as there is nothing of all this, the level shows as its author drew it.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.covered: Mapping[Cell, Cover] = {}
        self.marks: Mapping[Cell, Tile] = {}
        self.arms: Mapping[Cell, Tiles] = {}

    def lay(
        self,
        covered: Mapping[Cell, Cover] | None = None,
        marks: Mapping[Cell, Tile] | None = None,
        arms: Mapping[Cell, Tiles] | None = None,
    ) -> None:
        """Lay this over the level, and put it on show."""
        before = set(self.cells)
        self.covered, self.marks, self.arms = covered or {}, marks or {}, arms or {}
        self._stage.repaint({*before, *self.cells, *self._stage.drawn_cells})
        self._stage.show(self)

    @property
    def is_on_show(self) -> bool:
        """Whether this is what is shown over the level."""
        return self._stage.overlay is self

    @property
    def hides_paths(self) -> bool:
        """Whether what is shown would be mistaken among the author's own paths."""
        return bool(self.covered or self.marks or self.arms)

    @property
    def cells(self) -> Collection[Cell]:
        """Where something is laid over the level."""
        return {*self.covered, *self.marks, *self.arms}

    def cover_at(self, cell: Cell) -> Cover | None:
        """The path through a cell: of those that are shown, else as the author drew it."""
        return self.covered.get(cell) if self.hides_paths else self._stage.plain_cover_at(cell)

    def tiles_at(self, cell: Cell) -> Tiles:
        """A cell of the level with what is laid over it."""
        if not self.hides_paths:
            return self._stage.plain_tiles(cell)
        level, labels = self._stage.level, self._stage.labels
        tiles = cell_tiles(level, cell, self.covered.get(cell), labels=labels)
        if mark := self.marks.get(cell):
            tiles = (tiles[0], mark, *tiles[1:])  # on the ground, below lines and paths
        if arms := self.arms.get(cell):
            below = next((i for i, tile in enumerate(tiles) if tile.kind == "dot"), len(tiles))
            tiles = (*tiles[:below], *arms, *tiles[below:])
        return tiles

    def left(self) -> None:
        """Lie over the level no more."""
        self.covered, self.marks, self.arms = {}, {}, {}
