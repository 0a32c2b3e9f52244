"""Sameness: find puzzles that differ at most by turning, mirroring and the names of colours.

A `Pattern` says what makes a puzzle, at points: the cell ``(x, y)`` is the point ``(2x, 2y)``, and
an edge is halfway between its two cells. So each kind says only what stands where, and cells and
edges are turned in the same way.

A way to turn a board is a number of quarter turns clockwise, perhaps after mirroring it left to
right. The canonical form of a pattern is the smallest of the eight that these give, with the names
replaced by numbers in the order in which they appear.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple, TypeAlias

#: The marks and the numbers of names at points, which are numbers too.
_Sorted: TypeAlias = tuple[list[tuple[int, str]], list[tuple[int, int]]]
#: Twice the position of a cell, or the point halfway between two cells.
Point: TypeAlias = tuple[int, int]


class Way(NamedTuple):
    """A way to turn a board: mirror it left to right or not, then turn it clockwise."""

    mirrored: bool
    quarters: int

    def then(self, other: Way) -> Way:
        """Return the way that has the effect of this one and then another."""
        own = -self.quarters if other.mirrored else self.quarters
        return Way(self.mirrored != other.mirrored, (own + other.quarters) % 4)

    def back(self) -> Way:
        """Return the way that undoes this one."""
        return self if self.mirrored else Way(False, -self.quarters % 4)

    @property
    def words(self) -> str:
        """What was done to the board, such as "turned"; empty for nothing."""
        if self.mirrored:
            return "mirrored"
        return ("", "turned", "upside down", "turned")[self.quarters]


#: The eight ways: the plainest first.
WAYS = tuple(Way(mirrored, quarters) for mirrored in (False, True) for quarters in range(4))


@dataclass(frozen=True)
class Pattern:
    """What makes a puzzle of `width` x `height` cells.

    `marks` stay as they are, such as clues and walls. Of `names` it only counts where the same one
    stands, as with colours. `rule` tells rules apart.
    """

    width: int
    height: int
    marks: Mapping[Point, str] = field(default_factory=dict)
    names: Mapping[Point, str] = field(default_factory=dict)
    rule: str = ""


class Form(NamedTuple):
    """A hash of the canonical form, the same on every machine, and the ways that lead to it."""

    key: str
    ways: tuple[Way, ...]

    def way_to(self, other: Form) -> Way:
        """Return the plainest way from this puzzle to another one of the same form."""
        ways = {way.then(back.back()) for way in self.ways for back in other.ways}
        return min(ways, key=WAYS.index)


def form_of(pattern: Pattern) -> Form:
    """Return the canonical form of a pattern."""
    found = list(_turned(pattern))
    least = min(form for form, _ in found)
    size = sorted((pattern.width, pattern.height))
    whole = repr((size, pattern.rule, least)).encode()
    key = blake2b(whole, digest_size=16).hexdigest()
    return Form(key, tuple(way for form, way in found if form == least))


def _turned(pattern: Pattern) -> Iterator[tuple[_Sorted, Way]]:
    """Yield the pattern turned in those ways that make it no wider than high, and the ways."""
    # Numbers instead of points, because they are sorted faster.
    row = 2 * max(pattern.width, pattern.height)
    last_x, last_y = 2 * pattern.width - 2, 2 * pattern.height - 2
    for way in WAYS:
        turns_aside = way.quarters % 2 == 1
        if turns_aside == (pattern.width < pattern.height) and pattern.width != pattern.height:
            continue
        # The turned point is `start + x * across + y * down`.
        across, down, start = {
            0: (1, row, 0),
            1: (row, -1, last_y),
            2: (-1, -row, last_x + last_y * row),
            3: (-row, 1, last_x * row),
        }[way.quarters]
        if way.mirrored:
            start, across = start + last_x * across, -across
        marks = sorted((start + x * across + y * down, m) for (x, y), m in pattern.marks.items())
        names = sorted((start + x * across + y * down, n) for (x, y), n in pattern.names.items())
        numbers: dict[str, int] = {}
        yield (
            (marks, [(point, numbers.setdefault(name, len(numbers))) for point, name in names]),
            way,
        )
