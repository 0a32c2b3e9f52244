"""LevelMode: what is shown over a level cell by cell."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from flowdesk.app.modes.mode import Mode
from flowdesk.app.stage import Stage
from flowdesk.core.grid import SIDES, Cell
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.table import kind_of


def border(cells: Collection[Cell], puzzle: Puzzle) -> dict[Cell, list[str]]:
    """Return the sides of some cells that are towards others."""
    sides, beside = puzzle.board.shape.sides, puzzle.board.geometry.beside
    found = {cell: [side for side in sides if beside(cell, side) not in cells] for cell in cells}
    return {cell: sides for cell, sides in found.items() if sides}


def outline(cells: Collection[Cell], puzzle: Puzzle) -> dict[Cell, Tiles]:
    """Return a line round some cells, or in each of them if lines of a loop may be round it."""
    if kind_of(puzzle).drawing.margin:
        return dict.fromkeys(cells, tuple(Tile("pattern", side=f"inner {side}") for side in SIDES))
    return {
        cell: tuple(Tile("pattern", side=f"side {side}") for side in sides)
        for cell, sides in border(cells, puzzle).items()
    }


class LevelMode(Mode):
    """A solution instead of what the author drew, marks on the ground, edges below endpoints, and
    what lies above all of it.

    Without any of these, the level shows as its author drew it. `sentence` is about what is shown.
    """

    sentence = ""

    def __init__(self, stage: Stage) -> None:
        self._stage, self._shell = stage, stage.shell
        self.segments: Mapping[Cell, object] = {}
        self.marks: Mapping[Cell, Tile] = {}
        self.edges: Mapping[Cell, Tiles] = {}
        self.above: Mapping[Cell, Tiles] = {}

    def display(
        self,
        segments: Mapping[Cell, object] | None = None,
        marks: Mapping[Cell, Tile] | None = None,
        edges: Mapping[Cell, Tiles] | None = None,
        above: Mapping[Cell, Tiles] | None = None,
    ) -> None:
        """Show this over the level."""
        before = set(self.cells)
        self.segments, self.marks, self.edges = segments or {}, marks or {}, edges or {}
        self.above = above or {}
        self.sentence = ""
        self._stage.repaint({*before, *self.cells, *self._stage.drawn})
        self._stage.show(self)

    def show_answer(self, answer: Answer, marked: Collection[Cell]) -> None:
        """Show the paths of an answer, and a line round some cells, seen on every colour."""
        self.display(self._stage.segments(answer), above=outline(marked, self._stage.level))

    @property
    def caption(self) -> str:
        return self.sentence

    @property
    def is_on_show(self) -> bool:
        return self._stage.mode is self

    @property
    def hides_drawn(self) -> bool:
        """Whether what the author drew could be mistaken for part of it."""
        return bool(self.segments or self.marks or self.edges or self.above)

    @property
    def cells(self) -> Collection[Cell]:
        return {*self.segments, *self.marks, *self.edges, *self.above}

    def segment_at(self, cell: Cell) -> object:
        return self.segments.get(cell) if self.hides_drawn else self._stage.drawn.get(cell)

    def tiles_at(self, cell: Cell) -> Tiles:
        if not self.hides_drawn:
            return self._stage.plain_tiles(cell)
        tiles = self.plain_tiles(cell)
        if mark := self.marks.get(cell):
            tiles = (tiles[0], mark, *tiles[1:])  # on the ground, below lines and paths
        if edges := self.edges.get(cell):
            below = next((i for i, tile in enumerate(tiles) if tile.kind == "dot"), len(tiles))
            tiles = (*tiles[:below], *edges, *tiles[below:])
        return (*tiles, *self.above.get(cell, ()))

    def plain_tiles(self, cell: Cell) -> Tiles:
        """Return a cell without marks and edges."""
        return self._stage.segment_tiles(cell, self.segments.get(cell))

    def left(self) -> None:
        self.segments, self.marks, self.edges, self.above = {}, {}, {}, {}
        self.sentence = ""
