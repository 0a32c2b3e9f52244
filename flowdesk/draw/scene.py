"""Scene: a picture of a board as tiles in each cell, independent of its size in pixels.

A cell shows a stack of tiles, the first one lowest. Grid lines and walls are tiles of the cells
beside them, so that a change of the puzzle changes a few cells only. The grid lines on the right
and lower border are tiles of an extra column and row just outside the board. Each hexagon has the
halves of the lines at its sides; the other halves on the border are those of places outside, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

from flowdesk.core.geometry import SQUARES, Geometry, Point
from flowdesk.core.grid import Cell, Edge

TileKind: TypeAlias = Literal[
    "cell",
    "hole",
    "fill",
    "mark",
    "hint",
    "stripe",
    "inside",
    "deck",
    "frame",
    "wall",
    "line",
    "point",
    "pipe",
    "pattern",
    "pencil",
    "loop",
    "bad loop",
    "cross",
    "arrow",
    "warp",
    "dot",
    "rim",
    "ring",
    "text",
    "clue",
    "bad clue",
]


class Tile(NamedTuple):
    """One layer of a cell.

    `kind` is one of

    * ``cell``, ``hole``: the ground, in the theme's colours;
    * ``fill``: the whole cell; ``mark``, ``hint``: the same in the theme's colours for mistakes
      and for hints; ``stripe``: one of several vertical stripes, given in `stripe` by its number
      from 0 and their count;
    * ``frame``: a line along a `side`, to mark a mistake; ``wall``: half a wall on that side;
    * ``line``: the grid line on the left or top `side`, or the point at the upper left
      ``corner``, where the lines of other cells meet; of a hexagon those at all sides in `side`;
    * ``pipe``: a part of a path with its arms in `side`: ``tb``, ``lr`` ... or a single letter;
    * ``pattern``: one of `measures.PATTERNS`, such as a dashed frame, named in `side`; ``pencil``:
      one of several small dots, or a small `text` there, given in `stripe` by its number from 0 and
      their count;
    * ``loop``: the part within the cell of a line along grid lines: `side` has the letters of the
      cell's sides that are on it, and of the numbers of the corners that it touches, ``1`` and
      ``2`` the upper, ``3`` and ``4`` the lower ones; ``point``: the part of a dot on such corners;
      ``inside``: the cell is inside the loop; ``clue``: a number, `text`, in the middle; ``bad
      loop``, ``bad clue``: the same in the theme's colour for mistakes; ``cross``: the half within
      the cell of a small cross in the middle of each of its sides in `side`;
    * ``deck``: the ground of what leads across a bridge, or in a colour what covers it;
    * ``arrow``: the head of an arrow that points to a `side`, black or white on its colour;
      ``warp``: one in a place outside the border, to the `side` where a warp leads away;
    * ``dot``: an endpoint; its ``rim``; the ``ring`` round it; ``text``: `text` in the middle.

    `color` is ``#rrggbb`` (empty where the theme has a colour for the kind), `strength` its
    opacity from 0 to 1.
    """

    kind: TileKind
    color: str = ""
    strength: float = 1.0
    side: str = ""
    text: str = ""
    stripe: tuple[int, int] = (0, 1)


Tiles: TypeAlias = tuple[Tile, ...]

#: An edge with the colour and the strength, from 0 to 1, of its mark.
MarkedEdge: TypeAlias = tuple[Edge, str, float]


def frame_tiles(sides: str, strength: float = 1.0) -> Tiles:
    """Return the lines along these sides of a cell."""
    return tuple(Tile("frame", strength=strength, side=side) for side in sides)


def thickness(share: float) -> int:
    """Return how thick the dashed line is of what a share of all solutions has: 1, 2 or 3."""
    return min(int(share * 3) + 1, 3)


@dataclass(frozen=True)
class Scene:
    """A board of `width` x `height` cells with the tiles of each; `caption` are lines below it.

    `text` is a paragraph below those, broken into lines. Pictures leave a `margin` round the board,
    in cells: lines along the border reach into it, as tiles of the columns and rows just outside.
    `geometry` says where the cells are.
    """

    width: int
    height: int
    tiles: Mapping[Cell, Tiles] = field(default_factory=dict)
    caption: tuple[str, ...] = ()
    margin: float = 0.0
    text: str = ""
    geometry: Geometry = SQUARES

    @property
    def size(self) -> Point:
        """How wide and high the board is, in lengths of a cell."""
        return self.geometry.size(self.width, self.height)

    def with_tiles(self, changes: Mapping[Cell, Tiles]) -> Scene:
        return replace(self, tiles={**self.tiles, **changes})

    def changes_since(self, before: Scene) -> set[Cell]:
        """Return the cells that look different in a scene of the same size."""
        old, new = before.tiles, self.tiles
        return {cell for cell in old.keys() | new.keys() if old.get(cell) != new.get(cell)}


@dataclass(frozen=True)
class Frame:
    """A frame of a movie: the cells that change, and how many seconds it is shown."""

    changes: Mapping[Cell, Tiles]
    seconds: float


@dataclass(frozen=True)
class Movie:
    """A scene and the frames that change it one by one; the first frame may change nothing."""

    scene: Scene
    frames: Sequence[Frame]
