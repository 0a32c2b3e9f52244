"""Clues in a single word, row by row: game ids of Loopy, and links to puzz.link with its files.

Loopy, the Slitherlink of Simon Tatham's collection, writes a grid of squares as ``7x7t0de:BODY``:
columns, rows, ``t0`` for squares, perhaps the difficulty; then a digit is a clue, and ``a`` to
``z`` are 1 to 26 cells without one.

In the body of a link, as pzpr.js writes it, the program behind puzz.link, ``0``-``4`` is a clue,
``5``-``9`` a clue 0-4 and one empty cell, ``a``-``e`` a clue 0-4 and two empty cells; ``g``-``z``
are 1 to 20 empty cells, ``.`` is a clue that is not told. A file of that program has the rows of
cells; since version 3.1 their shading; then for each row the edges at the sides of its cells, and
the edges above each row and below the last: ``1`` a line, ``-1`` a cross, ``0`` nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby

from flowdesk.core.board import board_of
from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.puzzle import size_problem
from flowdesk.core.text import Piece, counted, pieces_of
from flowdesk.kinds.entry import Entry, Format, Parts, Pzpr
from flowdesk.kinds.slitherlink.files.course import WHAT_THEY_MEAN
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink


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


# Loopy

_EXAMPLE = "As in 3x3t0:a3b2b1a."
_PARAMETERS = r"([0-9]{1,9})x([0-9]{1,9})t([0-9]+)(?:d[a-z])?([:#])"
_START = re.compile(rf"\s*{_PARAMETERS}")
_AMONG_WORDS = re.compile(rf"(?<!\w){_PARAMETERS}\w*")
_LONGEST_OF_LOOPY = 26


def read_ids(text: str) -> list[Entry]:
    """Return the puzzle of each line; FormatError with the line and column of a mistake."""
    entries = [Entry(_read_id(line)) for line in pieces_of(text) if line.text]
    if not entries:
        raise FormatError("there is no game id in this file.", hint=_EXAMPLE)
    return entries


def write_ids(entries: Sequence[Entry]) -> str:
    """Return a game id for each puzzle, a line each."""
    return "".join(f"{_id(entry.level)}\n" for entry in entries)


def find_ids(lines: list[str]) -> list[Entry]:
    """Return the puzzles of the game ids among words, also at the end of links."""
    pieces = [Piece(line, number) for number, line in enumerate(lines, 1)]
    found = [(line, match) for line in pieces for match in _AMONG_WORDS.finditer(line.text)]
    return [
        Entry(_read_id(Piece(match[0], line.line, line.column + match.start())))
        for line, match in found
    ]


FORMAT = Format(
    key="loopy",
    name="Game id of Loopy",
    called="a game id of Loopy",
    suffixes=(".txt",),
    holds_many=True,
    recognize=_START.match,
    read=read_ids,
    write=write_ids,
    find=find_ids,
    sample="3x3t0:a3b2b1a\n",
)


def _read_id(line: Piece) -> Slitherlink:
    found = _START.match(line.text)
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
    return Slitherlink(width, height, clues_in_runs(body, width, height, _run_of_loopy))


def _run_of_loopy(character: str) -> tuple[int | None, int] | None:
    if "a" <= character <= "z":
        return None, ord(character) - ord("a") + 1
    return (int(character), 1) if character in map(str, range(MOST + 1)) else None


def _id(puzzle: Slitherlink) -> str:
    body = ""
    for clue, length in runs_of(puzzle):
        if clue is not None:
            body += str(clue)
        else:
            body += "z" * ((length - 1) // _LONGEST_OF_LOOPY)
            body += chr(ord("a") + (length - 1) % _LONGEST_OF_LOOPY)
    return f"{puzzle.width}x{puzzle.height}t0:{body}"


# puzz.link

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_CLUES = MOST + 1
_LONGEST_OF_LINKS = 20
#: What stands for no clue in a file, and for one that is not told.
_CELLS = {".": -1, "-": -2, **{str(clue): clue for clue in range(_CLUES)}}
_SHADES = {"0": 0, "1": 1, "2": 2}
_MARKS = {"0": 0, "1": 1, "2": 2, "-1": -1}
_UNTOLD = "A clue that the puzzle does not tell ('?') is read as no clue."
_SHADING = "The shading of cells was left out."


def read_body(name: str, width: int, height: int, body: Piece) -> Entry:
    """Return the puzzle of a link's body."""
    clues = clues_in_runs(body, width, height, _run_of_link)
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
        body += _DIGITS[3 * _CLUES + _LONGEST_OF_LINKS] * (length // _LONGEST_OF_LINKS)
        if length % _LONGEST_OF_LINKS:
            body += _DIGITS[3 * _CLUES + length % _LONGEST_OF_LINKS]
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


def _run_of_link(character: str) -> tuple[int | None, int] | None:
    """Return the clue of a character in a link, and the number of its cells."""
    if character == ".":
        return None, 1
    value = int(character, 36) if character in _DIGITS else 3 * _CLUES
    if value < 3 * _CLUES:
        return value % _CLUES, value // _CLUES + 1
    return (None, value - 3 * _CLUES) if value > 3 * _CLUES else None
