"""Scene: a picture of a board as tiles in each cell, of any size; tiles joined to lines.

A cell shows a stack of tiles, the first one lowest. Grid lines and walls are tiles of the cells
beside them, so that a change of the puzzle changes a few cells only. The grid lines on the right
and lower border are tiles of an extra column and row just outside the board. Each hexagon has the
halves of the lines at its sides; the other halves on the border are those of places outside, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

from flowdesk.core.grid import SIDES, Cell, Edge, direction, edge_at, ends_of, in_order
from flowdesk.core.shape import SQUARES, Geometry, Point

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


@dataclass(frozen=True)
class Polyline:
    """The points at which a line begins, turns and ends; a `closed` one returns to the first.

    Without `round_ends` the ends are straight, on the sides of cells.
    """

    points: tuple[Point, ...]
    closed: bool = False
    round_ends: bool = True

    def moved(self, distance: float) -> Polyline:
        """Return the line further to the right and down."""
        return replace(self, points=tuple((x + distance, y + distance) for x, y in self.points))


def joined(pieces: Iterable[tuple[Cell, str]], geometry: Geometry = SQUARES) -> list[Polyline]:
    """Return the lines that pieces make: each a cell and the arms of its path (``tb`` to ``r``).

    A piece continues in the next cell if that has the opposite arm.
    """
    return list(_Joints(list(dict.fromkeys(pieces)), geometry).lines())


def arms_at_corners(sides: Iterable[tuple[Cell, str]]) -> Mapping[Cell, set[str]]:
    """Return for each corner on some sides of cells, given by their letters, where these lead.

    Both cells may give the side between them; other letters are ignored. A corner is the cell of
    which it is the upper left one.
    """
    arms: defaultdict[Cell, set[str]] = defaultdict(set)
    for cell, letters in sides:
        for side in set(SIDES).intersection(letters):
            a, b = ends_of(edge_at(cell, side))
            arms[a].add(direction(a, b))
            arms[b].add(direction(b, a))
    return arms


def round_corners(sides: Iterable[tuple[Cell, str]]) -> list[Polyline]:
    """Return the lines along the grid that sides of cells make; see `arms_at_corners`."""
    arms, pieces = arms_at_corners(sides), []
    for corner in sorted(arms):
        letters = in_order(arms[corner])
        pieces += [(corner, part) for part in (letters[:2], letters[2:]) if part]
    return [line.moved(-0.5) for line in joined(pieces)]


class _Joints:
    """Which pieces continue in which; pieces are given by their numbers."""

    def __init__(self, pieces: Sequence[tuple[Cell, str]], geometry: Geometry) -> None:
        self._pieces = pieces
        self._geometry = geometry
        self._left = dict.fromkeys(range(len(pieces)))
        self._owner = {(cell, arm): n for n, (cell, arms) in enumerate(pieces) for arm in arms}

    def lines(self) -> Iterable[Polyline]:
        """Yield the lines that begin in the middle of a cell, or at a loose arm; then the rings."""
        for piece, (_, arms) in enumerate(self._pieces):
            if len(arms) == 1 and piece in self._left:
                yield self._line(piece, "")
        for piece in tuple(self._left):
            for arm in self._pieces[piece][1]:
                if piece in self._left and self._beyond(piece, arm) is None:
                    yield self._line(piece, arm)
        while self._left:
            piece = next(iter(self._left))
            yield self._line(piece, self._pieces[piece][1][0])

    def _line(self, piece: int, way_in: str) -> Polyline:
        """Take the line that enters a piece by an arm, or begins in its middle if that is empty."""
        starts_round = not way_in
        points: list[Point] = []
        if way_in and self._beyond(piece, way_in) is None:
            points.append(self._geometry.middle(self._pieces[piece][0], way_in))
        while True:
            del self._left[piece]
            cell, arms = self._pieces[piece]
            points.append(self._geometry.center(cell))
            way_out = arms.replace(way_in, "")
            if not way_out:
                return Polyline(_corners(points))
            following = self._beyond(piece, way_out)
            if following is None:
                corners = _corners([*points, self._geometry.middle(cell, way_out)])
                if starts_round:
                    # Both ends of a line are round, or none. An end that turns gets a round joint.
                    corners = (_between(corners[0], corners[1]), *corners)
                return Polyline(corners, round_ends=False)
            if following not in self._left:
                return Polyline(_corners([*points, points[0]])[:-1], closed=True)
            piece, way_in = following, self._geometry.shape.opposite[way_out]

    def _beyond(self, piece: int, arm: str) -> int | None:
        """Return the piece beyond the side of the cell to which an arm leads."""
        cell = self._pieces[piece][0]
        if self._owner[cell, arm] != piece:
            return None  # another piece of the cell continues there
        near = self._geometry.beside(cell, arm)
        return self._owner.get((near, self._geometry.shape.opposite[arm]))


#: How far lines of hexagons may be from going straight on, as computers count.
_STRAIGHT = 1e-9


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _corners(points: Sequence[Point]) -> tuple[Point, ...]:
    """Leave out the points at which a line goes straight on."""
    turns = (
        b
        for a, b, c in zip(points, points[1:], points[2:], strict=False)
        if abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) > _STRAIGHT
    )
    return points[0], *turns, points[-1]
