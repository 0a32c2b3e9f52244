"""LevelOverlay: what is laid over a level cell by cell."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from flowdesk.app.stage import Overlay, Stage
from flowdesk.core.grid import Cell
from flowdesk.draw.scene import Tile, Tiles


class LevelOverlay(Overlay):
    """A solution instead of what the author drew, marks on the ground, and arms below endpoints.

    As long as there is nothing of all this, the level shows as its author drew it.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.covered: Mapping[Cell, Any] = {}
        self.marks: Mapping[Cell, Tile] = {}
        self.arms: Mapping[Cell, Tiles] = {}

    def lay(
        self,
        covered: Mapping[Cell, Any] | None = None,
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
    def hides_drawn(self) -> bool:
        """Whether what is shown would be mistaken among what the author drew."""
        return bool(self.covered or self.marks or self.arms)

    @property
    def cells(self) -> Collection[Cell]:
        """Where something is laid over the level."""
        return {*self.covered, *self.marks, *self.arms}

    def segment_at(self, cell: Cell) -> Any:
        """What covers a cell: what is shown, else what the author drew."""
        return self.covered.get(cell) if self.hides_drawn else self._stage.plain_segment_at(cell)

    def tiles_at(self, cell: Cell) -> Tiles:
        """A cell of the level with what is laid over it."""
        if not self.hides_drawn:
            return self._stage.plain_tiles(cell)
        tiles = self._stage.covered_tiles(cell, self.covered.get(cell))
        if mark := self.marks.get(cell):
            tiles = (tiles[0], mark, *tiles[1:])  # on the ground, below lines and paths
        if arms := self.arms.get(cell):
            below = next((i for i, tile in enumerate(tiles) if tile.kind == "dot"), len(tiles))
            tiles = (*tiles[:below], *arms, *tiles[below:])
        return tiles

    def left(self) -> None:
        """Lie over the level no more."""
        self.covered, self.marks, self.arms = {}, {}, {}
