"""Slitherlink in links to puzz.link and files of its program, and in the game ids of Loopy.

In the body of a link, row by row, ``0``-``4`` is a clue, ``5``-``9`` a clue 0-4 and one empty cell,
``a``-``e`` a clue 0-4 and two empty cells; ``g``-``z`` are 1 to 20 empty cells, ``.`` is a clue
that is not told. A file has the rows of cells; since version 3.1 their shading; then for each row
the edges at the sides of its cells, and the edges above each row and below the last: ``1`` a line,
``-1`` a cross, ``0`` nothing.

Loopy is the Slitherlink of Simon Tatham's collection. Its game ids are ``7x7t0de:BODY``: columns,
rows, ``t0`` for a grid of squares, perhaps the difficulty, then a digit for a clue and ``a`` to
``z`` for 1 to 26 cells without one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from flowdesk.core.board import board_of
from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import size_problem
from flowdesk.core.text import Piece, pieces_of
from flowdesk.kinds.entry import Entry, Format, Parts, Pzpr
from flowdesk.kinds.rows import cells_in_runs, runs_of
from flowdesk.kinds.slitherlink.files.course import WHAT_THEY_MEAN
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

_EXAMPLE = "As in 3x3t0:a3b2b1a."
_PARAMETERS = r"([0-9]{1,9})x([0-9]{1,9})t([0-9]+)(?:d[a-z])?([:#])"
_ID = re.compile(rf"\s*{_PARAMETERS}")
_AMONG_WORDS = re.compile(rf"(?<!\w){_PARAMETERS}\w*")
_LONGEST_OF_ID = 26


def read_body(name: str, width: int, height: int, body: Piece) -> Entry:
    """Return the puzzle of a link's body."""
    clues = cells_in_runs(body, width, height, _link_run)
    remarks = (_UNTOLD,) if "." in body.text else ()
    return Entry(Slitherlink(width, height, clues), remarks=remarks)


def write_body(entry: Entry) -> str:
    """Return the body of a link."""
    body = ""
    for clue, length in runs_of(map(entry.level.clues.get, entry.level.board.cells)):
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
    groups = board_of(width, height).edge_rows
    edges = (row for rows in groups if parts.has_more for row in rows)
    drawn, crosses = parts.edges(edges, _MARKS)
    remarks = [_UNTOLD] if any(-2 in row for row in cells) else []
    if any(map(any, shading)):
        remarks.append(_SHADING)
    if crosses:
        remarks.append(f"The crosses between corners were left out: {crosses}.")
    return Entry(Slitherlink(width, height, clues, drawn=drawn), remarks=tuple(remarks))


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


def _link_run(body: Piece, at: int) -> tuple[int | None, int, int]:
    """Return the clue of a character in a link, and the number of its cells."""
    value = _DIGITS.find(body.text[at])
    if body.text[at] == ".":
        return None, 1, 1
    if 0 <= value < 3 * _CLUES:
        return value % _CLUES, value // _CLUES + 1, 1
    if value > 3 * _CLUES:
        return None, value - 3 * _CLUES, 1
    raise _misplaced(body, at)


def _read_ids(text: str) -> list[Entry]:
    """Return the puzzle of each line; FormatError with the line and column of a mistake."""
    entries = [Entry(_read_id(line)) for line in pieces_of(text) if line.text]
    if not entries:
        raise FormatError("there is no game id in this file.", hint=_EXAMPLE)
    return entries


def _write_ids(entries: Sequence[Entry]) -> str:
    """Return a game id for each puzzle, a line each."""
    return "".join(f"{_id(entry.level)}\n" for entry in entries)


def _find_ids(lines: list[str]) -> list[Entry]:
    """Return the puzzles of the game ids among words, also at the end of links."""
    pieces = [Piece(line, number) for number, line in enumerate(lines, 1)]
    found = [(line, match) for line in pieces for match in _AMONG_WORDS.finditer(line.text)]
    ids = (Piece(match[0], line.line, line.column + match.start()) for line, match in found)
    return list(map(Entry, map(_read_id, ids)))


LOOPY = Format(
    key="loopy",
    name="Game id of Loopy",
    called="a game id of Loopy",
    holds_many=True,
    recognize=_ID.match,
    read=_read_ids,
    write=_write_ids,
    find=_find_ids,
    sample="3x3t0:a3b2b1a\n",
)


def _read_id(line: Piece) -> Slitherlink:
    found = _ID.match(line.text)
    if not found:
        raise line.error("a game id is expected here.", _EXAMPLE)
    width, height = int(found[1]), int(found[2])
    if found[3] != "0":
        message = "this grid is not made of squares, which FlowDesk does not support."
        raise line.at(found.start(3)).error(message, "Loopy's type of grid must be Squares.")
    if found[4] == "#":
        message = "this is a random seed, from which only Loopy can make the puzzle."
        raise line.at(found.start(4)).error(message, "Copy the game id, which has ':' instead.")
    if problem := size_problem(width, height):
        raise line.at(found.start(1)).error(problem)
    body = line.at(found.end())
    return Slitherlink(width, height, cells_in_runs(body, width, height, _id_run))


def _id_run(body: Piece, at: int) -> tuple[int | None, int, int]:
    character = body.text[at]
    if "a" <= character <= "z":
        return None, ord(character) - ord("a") + 1, 1
    if character in _CELLS and _CELLS[character] >= 0:
        return int(character), 1, 1
    raise _misplaced(body, at)


def _id(puzzle: Slitherlink) -> str:
    body = ""
    for clue, length in runs_of(map(puzzle.clues.get, puzzle.board.cells)):
        if clue is not None:
            body += str(clue)
        else:
            body += "z" * ((length - 1) // _LONGEST_OF_ID)
            body += chr(ord("a") + (length - 1) % _LONGEST_OF_ID)
    return f"{puzzle.width}x{puzzle.height}t0:{body}"


def _misplaced(body: Piece, at: int) -> FormatError:
    return body.at(at).error(f"{body.text[at]!r} does not belong here.", WHAT_THEY_MEAN)
