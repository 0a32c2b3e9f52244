"""Slitherlinks for tests: from rows, from loops, all loops of small boards, and random ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

from hypothesis import strategies as st

from flowdesk.core.board import board_of
from flowdesk.core.grid import Cell, cells_of, edges_of
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.slitherlink.puzzle import MOST, Loop, Slitherlink, clues_of, mistakes
from tests.levels import ABOUT


def puzzle_of(rows: str) -> Slitherlink:
    """Return a puzzle of rows of characters, separated by blanks: a digit is a clue."""
    lines = rows.split()
    clues = {
        (x, y): int(digit)
        for y, line in enumerate(lines)
        for x, digit in enumerate(line)
        if digit.isdigit()
    }
    return Slitherlink(len(lines[0]), len(lines), clues)


#: With a 2 instead of the 3 in row 4, column 5, it would have exactly one solution.
ONE_WRONG_CLUE = puzzle_of(
    "3.212.322. 2..11.2... 32..1.2.12 12.2313.2. 13....22.3 "
    ".2.221.3.. .122..112. 21..11..33 ..231.2222 .2221..2.3"
)


@cache
def all_loops(width: int, height: int) -> list[tuple[Loop, dict[Cell, int]]]:
    """Return every loop of a board, with the number of each cell's edges on it."""
    cells, found = list(cells_of(width, height)), []
    for bits in range(1, 1 << len(cells)):
        inside = {cell for number, cell in enumerate(cells) if bits >> number & 1}
        loop = loop_round(inside)
        if not mistakes(Slitherlink(width, height), loop):
            numbers = {cell: sum(edge in loop.edges for edge in edges_of(cell)) for cell in cells}
            found.append((loop, numbers))
    return found


def all_slitherlinks(width: int, height: int) -> Iterator[Slitherlink]:
    """Yield a board with all clues that it can have."""
    cells = list(cells_of(width, height))
    for marks in product((None, *range(MOST + 1)), repeat=len(cells)):
        clues = {cell: mark for cell, mark in zip(cells, marks, strict=True) if mark is not None}
        yield Slitherlink(width, height, clues)


def loop_round(inside: set[Cell]) -> Loop:
    edges = (edge for cell in inside for edge in edges_of(cell))
    return Loop(frozenset(edge for edge in edges if (edge[0] in inside) != (edge[1] in inside)))


def some_puzzle(width: int, height: int, rng: random.Random) -> Slitherlink:
    """Return a puzzle with some clues of some loop, a few of which may be wrong."""
    _, numbers = rng.choice(all_loops(width, height))
    share, wrong = rng.random(), rng.choice((0, 0.1))
    clues = {cell: number for cell, number in numbers.items() if rng.random() < share}
    clues = {c: rng.randint(0, 4) if rng.random() < wrong else k for c, k in clues.items()}
    return Slitherlink(width, height, clues or {(0, 0): 2})


@st.composite
def slitherlinks(draw: st.DrawFn) -> Slitherlink:
    """Draw a puzzle as a user can: with any clues, and any edges drawn."""
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    marks = draw(
        st.lists(
            st.one_of(st.none(), st.integers(0, MOST)),
            min_size=width * height,
            max_size=width * height,
        )
    )
    board = zip(cells_of(width, height), marks, strict=True)
    edges = sorted(board_of(width, height).edges)
    return Slitherlink(
        width,
        height,
        {cell: clue for cell, clue in board if clue is not None},
        frozenset(draw(st.sets(st.sampled_from(edges), max_size=5))),
        about=draw(ABOUT),
    )


@st.composite
def solved_slitherlinks(draw: st.DrawFn) -> Entry:
    """Draw a puzzle with its solution, and with some of its edges drawn on the board.

    The cells inside are one run of each of some rows, and runs of successive rows overlap.
    """
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    inside = set()
    first, last = 0, width - 1
    for y in range(draw(st.integers(0, height - 1)), height):
        left = draw(st.integers(0, last))
        right = draw(st.integers(max(left, first), width - 1))
        inside |= {(x, y) for x in range(left, right + 1)}
        first, last = left, right
        if draw(st.booleans()):
            break
    loop = loop_round(inside)
    clues = clues_of(loop, width, height)
    kept = draw(st.sets(st.sampled_from(sorted(clues))))
    drawn = draw(st.sets(st.sampled_from(sorted(loop.edges))))
    puzzle = Slitherlink(width, height, {cell: clues[cell] for cell in kept}, about=draw(ABOUT))
    assert not mistakes(puzzle, loop)
    return Entry(replace(puzzle, drawn=frozenset(drawn)), loop)
