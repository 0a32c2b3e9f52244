"""Join the pieces of paths in single cells to lines from end to end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from flowdesk.core.geometry import SQUARES, Geometry, Point
from flowdesk.core.grid import SIDES, Cell, direction, edge_at, ends_of, in_order


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
