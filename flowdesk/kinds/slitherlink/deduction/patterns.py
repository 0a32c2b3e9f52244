"""Patterns: which of four edges are on, those of a cell or those that meet in a corner.

A pattern has a bit for each of the edges at the top, left, right and bottom. A set of patterns is
an integer with a bit for each of the sixteen patterns. A cell and a corner of it share two edges, a
horizontal and a vertical one: a *pair*, which is given by their two bits in the pattern. What may
be on of a pair is a set of four: neither, the horizontal edge, the vertical one, both.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

#: The bits of a horizontal and of a vertical edge.
Pair: TypeAlias = tuple[int, int]

TOP, LEFT, RIGHT, BOTTOM = BITS = (1, 2, 4, 8)
ANY = 0xFFFF

#: The patterns in which an edge is on, and in which it is off, by its bit.
ON = {bit: sum(1 << pattern for pattern in range(16) if pattern & bit) for bit in BITS}
OFF = {bit: ANY - ON[bit] for bit in BITS}

#: The patterns with so many edges.
WITH = [sum(1 << p for p in range(16) if bin(p).count("1") == n) for n in range(5)]

#: The patterns of a corner: no loop there, or one that passes.
PASSED = WITH[0] | WITH[2]


@cache
def settled(patterns: int) -> tuple[int, int]:
    """Return the edges that are on in all of some patterns, and those that are off in all."""
    found = [pattern for pattern in range(16) if patterns >> pattern & 1]
    on, off = 15, 15
    for pattern in found:
        on &= pattern
        off &= ~pattern
    return on, off


@cache
def seen(patterns: int, pair: Pair) -> int:
    """Return what may be on of a pair."""
    across, down = pair
    return sum(
        1 << (index_across + 2 * index_down)
        for index_across in (0, 1)
        for index_down in (0, 1)
        if patterns & (ON if index_across else OFF)[across] & (ON if index_down else OFF)[down]
    )


@cache
def fitting(pair: Pair, may_be: int) -> int:
    """Return the patterns in which only such is on of a pair as may be."""
    return sum(1 << pattern for pattern in range(16) if seen(1 << pattern, pair) & may_be)


@cache
def related(patterns: int) -> tuple[tuple[int, int, bool], ...]:
    """Return the pairs of edges that are known to be alike or not in all of some patterns.

    As their numbers from 0 to 3, and whether one is on and the other off.
    """
    found = []
    for first in range(4):
        for second in range(first + 1, 4):
            for differ in (False, True):
                if not patterns & ~relation(first, second, differ):
                    found.append((first, second, differ))
    return tuple(found)


@cache
def relation(first: int, second: int, differ: bool) -> int:
    """Return the patterns in which two edges are alike, or in which they differ."""
    return sum(
        1 << pattern
        for pattern in range(16)
        if ((pattern >> first ^ pattern >> second) & 1) == differ
    )
