"""Levels that several tests use."""

from __future__ import annotations

from typing import Any

from flowdesk.core.grid import Cell, Edge, cells_of
from flowdesk.formats.registry import format_of
from flowdesk.kinds.answers import Difficulty
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.kinds.locks import cells_of_locks, edges_of_locks
from flowdesk.kinds.table import kind_of


def level_of(rows: str, *walls: Edge, touching: bool = True) -> Level:
    """Return the level of a map with blanks between its rows: letters are endpoints, `#` holes."""
    lines = rows.split()
    marks = {(x, y): mark for y, line in enumerate(lines) for x, mark in enumerate(line)}
    return Level(
        len(lines[0]),
        len(lines),
        {cell: mark for cell, mark in marks.items() if mark.isalnum()},
        frozenset(cell for cell, mark in marks.items() if mark == "#"),
        frozenset(walls),
        touching=touching,
    )


def cells_at(text: str) -> tuple[Cell, ...]:
    """Return cells, each of which is written as the digits of its column and row, from 0."""
    return tuple((int(cell[0]), int(cell[1])) for cell in text.split())


def read_text(text: str, suffix: str = "") -> list[Entry]:
    """Return the puzzles of a file with this text."""
    return format_of(text, suffix).read(text)


def solution_of(level: Level) -> Solution:
    """Return a solution of a level that has one."""
    solution: Solution | None = solve(level).solution
    assert solution is not None
    return solution


#: Solved by five paths, none of which touches itself.
SMALL = level_of("R.G.Y ..B.O ..... .G.Y. .RBO.")

#: Its only solution touches itself.
TOUCHING = level_of("AA ..")

#: Deduced only by assuming that no path touches itself.
ASSUMING = level_of("G...R B..B. .G.R. ..... Y...Y")


def hard_level(size: int = 16) -> Level:
    """Return a level without a solution that the solver cannot prove unsolvable in minutes.

    Two paths would have to cross, but a ring of holes hides that their endpoints are on a border.
    """
    last = size - 2
    inside = {(x, y) for x in range(1, size - 1) for y in range(1, size - 1)}
    ends = {(1, 1): "R", (last, last - 1): "R", (last, 1): "G", (1, last - 1): "G"}
    return Level(size, size, ends, frozenset(set(cells_of(size, size)) - inside))


def rating(puzzle: Any) -> Difficulty:
    """Return the difficulty of a puzzle that has one."""
    reasoning = kind_of(puzzle).reasoning
    rated = reasoning and reasoning.rate(puzzle)
    assert rated
    return rated


def assert_locks_hold(before: Level, after: Level) -> None:
    """Every locked cell has what it had, and every locked edge its wall or none."""
    for edge in edges_of_locks(before.locked):
        assert (edge in before.walls) == (edge in after.walls)
    for cell in cells_of_locks(before.locked):
        assert (cell in before.holes) == (cell in after.holes)
        assert before.endpoints.get(cell) == after.endpoints.get(cell)
