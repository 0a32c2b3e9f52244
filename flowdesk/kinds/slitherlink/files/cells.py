"""Clues as files have them: rows of characters, and runs of cells in links and game ids."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from flowdesk.core.grid import Cell
from flowdesk.core.text import Piece, counted
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink

#: What stands for a cell: nothing, or its clue.
CHARACTERS = f".{''.join(map(str, range(MOST + 1)))}"
WHAT_THEY_MEAN = f"Clues are 0 to {MOST}, '.' is a cell without one."


def rows_of(puzzle: Slitherlink) -> list[str]:
    """Return the rows of a puzzle as characters."""
    rows = puzzle.board.rows
    return ["".join(str(puzzle.clues.get(cell, ".")) for cell in row) for row in rows]


def clues_in(rows: Iterable[Piece]) -> dict[Cell, int]:
    """Return the clues in rows of characters; FormatError with the place of any other one."""
    clues: dict[Cell, int] = {}
    for y, row in enumerate(rows):
        for x, character in enumerate(row.text):
            if character not in CHARACTERS:
                raise row.at(x).error(f"{character!r} is not a cell.", WHAT_THEY_MEAN)
            if character != ".":
                clues[x, y] = int(character)
    return clues


def runs_of(puzzle: Slitherlink) -> Iterator[tuple[int | None, int]]:
    """Yield the cells row by row: each clue alone, and how many cells without one are between."""
    clues = (puzzle.clues.get(cell) for cell in puzzle.board.cells)
    for clue, run in groupby(clues):
        length = len(list(run))
        yield from [(None, length)] if clue is None else [(clue, 1)] * length


def clues_in_runs(
    body: Piece, width: int, height: int, run: Callable[[str], tuple[int | None, int] | None]
) -> dict[Cell, int]:
    """Return the clues in a text whose characters are a `run` each; FormatError with the place.

    `run` returns the clue in the first of some cells and how many these are, or None for a
    character without meaning. Cells after the last clue may be too many: some programs write them.
    """
    clues: dict[Cell, int] = {}
    size, cell = width * height, 0
    for at, character in enumerate(body.text):
        found = run(character)
        if found is None:
            raise body.at(at).error(f"{character!r} does not belong here.", WHAT_THEY_MEAN)
        clue, length = found
        is_last = at == len(body.text) - 1 and clue is not None
        if cell >= size or (cell + length > size and not is_last):
            raise body.at(at).error(
                f"from here on there are more cells than a board of {width} x {height} has.",
                "Are the numbers of columns and rows right?",
            )
        if clue is not None:
            clues[cell % width, cell // width] = clue
        cell += length
    if cell < size:
        raise body.at(len(body.text)).error(
            f"there are only {counted(cell, 'cell')}, and a board of {width} x {height} has more.",
            "Is a part of it missing?",
        )
    return clues
