"""Sameness: find puzzles that differ at most by turning, mirroring and the names of colours.

A `Pattern` says what makes a puzzle, at points: the cell ``(x, y)`` is the point ``(2x, 2y)``, and
an edge is halfway between its two cells. So each kind says only what stands where, and cells and
edges are turned in the same way. Points of hexagons are made of axial coordinates (`Shape.flat`).

A way to turn a board is a number of turns clockwise, each by one side of a cell, perhaps after
mirroring it left to right. The canonical form of a pattern is the smallest of the eight that these
give, or twelve of hexagons, with the names replaced by numbers in the order in which they appear.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Literal, NamedTuple, TypeAlias

from flowdesk.core.shape import TURNED, Shape

#: The marks and the numbers of names at points, which are numbers too.
_Sorted: TypeAlias = tuple[list[tuple[int, str]], list[tuple[int, int]]]
#: Twice the position of a cell, or the point halfway between two cells.
Point: TypeAlias = tuple[int, int]


class Way(NamedTuple):
    """A way to turn a board: mirror it left to right or not, then turn it clockwise.

    It takes `whole` turns until everything is where it was.
    """

    mirrored: bool
    turns: int
    whole: int = 4

    def then(self, other: Way) -> Way:
        """Return the way that has the effect of this one and then another."""
        own = -self.turns if other.mirrored else self.turns
        turns = (own + other.turns) % self.whole
        return Way(self.mirrored != other.mirrored, turns, self.whole)

    def back(self) -> Way:
        """Return the way that undoes this one."""
        return self if self.mirrored else Way(False, -self.turns % self.whole, self.whole)

    @property
    def words(self) -> str:
        """What was done to the board, such as "turned"; empty for nothing."""
        if self.mirrored:
            return "mirrored"
        return "" if not self.turns else "upside down" if self.turns * 2 == self.whole else "turned"


def ways_to_turn(whole: int) -> list[Way]:
    """Return all ways, the plainest first."""
    return [Way(mirrored, turns, whole) for mirrored in (False, True) for turns in range(whole)]


@dataclass(frozen=True)
class Pattern:
    """What makes a puzzle of `width` x `height` cells.

    `marks` stay as they are, such as clues and walls. Of `names` it only counts where the same one
    stands, as with colours. `rule` tells rules apart. A pattern of hexagons marks each cell: its
    width and height do not count.
    """

    width: int
    height: int
    marks: Mapping[Point, str] = field(default_factory=dict)
    names: Mapping[Point, str] = field(default_factory=dict)
    rule: str = ""
    cells: Literal["square", "hex"] = "square"


class Form(NamedTuple):
    """A hash of the canonical form, the same on every machine, and the ways that lead to it."""

    key: str
    ways: tuple[Way, ...]

    def way_to(self, other: Form) -> Way:
        """Return the plainest way from this puzzle to another one of the same form."""
        ways = {way.then(back.back()) for way in self.ways for back in other.ways}
        return min(ways)


def form_of(pattern: Pattern) -> Form:
    """Return the canonical form of a pattern."""
    found = list(_turned(pattern))
    least = min(form for form, _ in found)
    size = sorted((pattern.width, pattern.height)) if pattern.cells == "square" else []
    whole = repr((size, pattern.rule, least)).encode()
    key = blake2b(whole, digest_size=16).hexdigest()
    return Form(key, tuple(way for form, way in found if form == least))


#: More than the points of any board of hexagons are apart from left to right.
_FAR = 1 << 13


def _turned(pattern: Pattern) -> Iterator[tuple[_Sorted, Way]]:
    """Yield the pattern turned in those ways that make it no wider than high, and the ways."""
    # Numbers instead of points, because they are sorted faster.
    width, height, is_square = pattern.width, pattern.height, pattern.cells == "square"
    row = 2 * max(width, height) if is_square else _FAR
    for way in ways_to_turn(Shape(pattern.cells).turns):
        turns_aside = way.turns % 2 == 1
        if is_square and width != height and turns_aside == (width < height):
            continue
        across, down = _steps(pattern.cells, way, row)
        # The turned point is `start + x * across + y * down`.
        if is_square:
            lasts = (2 * width - 2) * across, (2 * height - 2) * down
            start = -sum(min(0, last) for last in lasts)
        else:
            start = -min(x * across + y * down for x, y in pattern.marks)
        marks = sorted((start + x * across + y * down, m) for (x, y), m in pattern.marks.items())
        names = sorted((start + x * across + y * down, n) for (x, y), n in pattern.names.items())
        numbers: dict[str, int] = {}
        yield (
            (marks, [(point, numbers.setdefault(name, len(numbers))) for point, name in names]),
            way,
        )


def _steps(cells: Literal["square", "hex"], way: Way, row: int) -> tuple[int, int]:
    """Return what a step to the right and one down become by turning, as numbers."""
    steps = [(1, 0), (0, 1)]
    for turn in ["flip horizontally"] * way.mirrored + ["rotate"] * way.turns:
        (a, b), (c, d) = TURNED[cells][turn]
        steps = [(a * x + c * y, b * x + d * y) for x, y in steps]
    (x, y), (right, below) = steps
    return x + y * row, right + below * row
