"""Slitherlink as pzpr.js, the program behind puzz.link, writes it.

The body of a link, row by row: ``0``-``4`` is a clue, ``5``-``9`` a clue 0-4 and one empty cell,
``a``-``e`` a clue 0-4 and two empty cells; ``g``-``z`` are 1 to 20 empty cells, ``.`` is a clue
that is not told. A file has the rows of cells; since version 3.1 their shading; then for each row
the edges at the sides of its cells, and the edges above each row and below the last: ``1`` a line,
``-1`` a cross, ``0`` nothing.
"""

from __future__ import annotations

from itertools import chain

from flowdesk.core.board import board_of
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.text import Piece
from flowdesk.kinds.entry import Entry, Parts, Pzpr
from flowdesk.kinds.slitherlink.files.cells import clues_in_runs, runs_of
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_CLUES = MOST + 1
_LONGEST = 20
#: What stands for no clue in a file, and for one that is not told.
_CELLS = {".": -1, "-": -2, **{str(clue): clue for clue in range(_CLUES)}}
_SHADES = {"0": 0, "1": 1, "2": 2}
_MARKS = {"0": 0, "1": 1, "2": 2, "-1": -1}
_UNTOLD = "A clue that the puzzle does not tell ('?') is read as no clue."
_SHADING = "The shading of cells was left out."


def read_body(name: str, width: int, height: int, body: Piece) -> Entry:
    """Return the puzzle of a link's body."""
    clues = clues_in_runs(body, width, height, _run)
    remarks = (_UNTOLD,) if "." in body.text else ()
    return Entry(Slitherlink(width, height, clues), remarks=remarks)


def write_body(entry: Entry) -> str:
    """Return the body of a link."""
    body = ""
    for clue, length in runs_of(entry.level):
        if clue is not None:
            body += str(clue)
            continue
        if body and body[-1].isdecimal():
            joined = min(2, length)
            body = body[:-1] + _DIGITS[int(body[-1]) + joined * _CLUES]
            length -= joined
        body += _DIGITS[3 * _CLUES + _LONGEST] * (length // _LONGEST)
        if length % _LONGEST:
            body += _DIGITS[3 * _CLUES + length % _LONGEST]
    return body


def read_board(name: str, width: int, height: int, parts: Parts) -> Entry:
    """Return the puzzle of a file, with its lines as drawn edges."""
    cells = [parts.row(width, _CELLS.get) for _ in range(height)]
    clues: dict[Cell, int] = {
        (x, y): clue for y, row in enumerate(cells) for x, clue in enumerate(row) if clue >= 0
    }
    has_shading = parts.version and parts.has_more
    shading = [parts.row(width, _SHADES.get) for _ in range(height if has_shading else 0)]
    drawn: list[Edge] = []
    crosses = 0
    for rows in board_of(width, height).edge_rows:
        for row in rows if parts.has_more else ():
            for edge, mark in zip(row, parts.row(len(row), _MARKS.get), strict=True):
                if mark > 0:
                    drawn.append(edge)
                crosses += mark < 0
    remarks = [_UNTOLD] if any(-2 in row for row in cells) else []
    if any(map(any, shading)):
        remarks.append(_SHADING)
    if crosses:
        remarks.append(f"The crosses between corners were left out: {crosses}.")
    return Entry(Slitherlink(width, height, clues, drawn=frozenset(drawn)), remarks=tuple(remarks))


def write_board(entry: Entry) -> list[str]:
    """Return the puzzle, with its drawn edges, or without any, its solution."""
    puzzle = entry.level
    edges = puzzle.drawn or (entry.solution.edges if entry.solution else frozenset())
    board = puzzle.board
    rows = [[str(puzzle.clues.get(cell, ".")) for cell in row] for row in board.rows]
    rows += [["01"[edge in edges] for edge in row] for row in chain(*board.edge_rows)]
    return list(map(" ".join, rows))


SLITHER = Pzpr(
    names={"slither": {}, "slitherlink": {}},
    example="https://puzz.link/p?slither/5/5/cbcbcddad",
    most={},
    read_body=read_body,
    write_body=write_body,
    read_board=read_board,
    write_board=write_board,
)


def _run(character: str) -> tuple[int | None, int] | None:
    """Return the clue of a character in a link, and the number of its cells."""
    if character == ".":
        return None, 1
    value = int(character, 36) if character in _DIGITS else 3 * _CLUES
    if value < 3 * _CLUES:
        return value % _CLUES, value // _CLUES + 1
    return (None, value - 3 * _CLUES) if value > 3 * _CLUES else None
