"""Scene: what is to be seen on a board, cell by cell, without a word of pixels.

A cell shows a stack of tiles, the first one lowest. Lines and walls belong to the cells on
their sides, so a picture is complete when every cell is painted, and a change of the puzzle is
a change of a few cells. The lines on the right and lower border belong to a column and a row
of cells that lie just outside the board and show nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

from flowdesk.core.grid import Cell

TileKind: TypeAlias = Literal[
    "cell",
    "hole",
    "fill",
    "mark",
    "hint",
    "stripe",
    "frame",
    "wall",
    "line",
    "pipe",
    "dot",
    "rim",
    "ring",
    "text",
]


class Tile(NamedTuple):
    """One layer of a cell.

    `kind` is one of

    * ``cell``, ``hole``: the ground (the theme's colours);
    * ``fill``: the whole cell; ``mark``, ``hint``: the same in the theme's colours for what is
      wrong and for what is hinted at; ``stripe``: of several stripes side by side one, by its
      number from 0 and how many there are, in `stripe`;
    * ``frame``: a line along a `side`, for what is wrong; ``wall``: half a wall on that side;
    * ``line``: the grid's line on the left or top `side`, or at the upper left ``corner``, where
      the lines of other cells meet;
    * ``pipe``: a path, whose arms in the cell are `side`: ``tb``, ``lr`` ... or one letter alone;
    * ``dot``, its ``rim``, the ``ring`` round it; ``text``: `text` in the middle.

    `color` is ``#rrggbb`` (left empty where the theme has one for it), `strength` its
    opacity from 0 to 1.
    """

    kind: TileKind
    color: str = ""
    strength: float = 1.0
    side: str = ""
    text: str = ""
    stripe: tuple[int, int] = (0, 1)


Tiles: TypeAlias = tuple[Tile, ...]


@dataclass(frozen=True)
class Scene:
    """A board of `width` x `height` cells and the tiles of each; `caption` are lines below it."""

    width: int
    height: int
    tiles: Mapping[Cell, Tiles] = field(default_factory=dict)
    caption: tuple[str, ...] = ()

    def with_tiles(self, changes: Mapping[Cell, Tiles]) -> Scene:
        """The same scene with other tiles in some cells."""
        return replace(self, tiles={**self.tiles, **changes})

    def changes_since(self, before: Scene) -> set[Cell]:
        """The cells that look different; only for scenes of one size."""
        old, new = before.tiles, self.tiles
        return {cell for cell in old.keys() | new.keys() if old.get(cell) != new.get(cell)}


@dataclass(frozen=True)
class Frame:
    """A picture of a movie: the cells that change, and how long it is shown, in seconds."""

    changes: Mapping[Cell, Tiles]
    seconds: float


@dataclass(frozen=True)
class Movie:
    """A scene, and what becomes of it frame by frame; the first frame may change nothing."""

    scene: Scene
    frames: Sequence[Frame]
