"""Slitherlink as pzpr.js, the program behind puzz.link, writes it.

The body of a link, row by row: ``0``-``4`` is a clue, ``5``-``9`` a clue 0-4 and one empty cell,
``a``-``e`` a clue 0-4 and two empty cells; ``g``-``z`` are 1 to 20 empty cells, ``.`` is a clue
that is not told. A file has the rows of cells; then for each row the edges at the sides of its
cells, and the edges above each row and below the last: ``1`` a line, ``-1`` a cross, ``0`` nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from flowdesk.core.grid import Cell, Edge, cells_of
from flowdesk.core.text import Piece, counted
from flowdesk.kinds.entry import Entry, Parts, Pzpr
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink

_EXAMPLE = "https://puzz.link/p?slither/5/5/cbcbcddad"
_CLUES = MOST + 1
_LONGEST = 20
#: What stands for no clue in a file, and for one that is not told.
_NONE, _QUESTION = -1, -2
_UNTOLD = "A clue that the puzzle does not tell ('?') is read as no clue."


def read_body(name: str, width: int, height: int, body: Piece) -> Entry:
    """Return the puzzle of a link's body."""
    clues: dict[Cell, int] = {}
    cell = 0
    remarks: tuple[str, ...] = ()
    for at, character in enumerate(body.text):
        value = int(character, 36) if character.isascii() and character.isalnum() else -1
        if character == ".":
            cell, remarks = cell + 1, (_UNTOLD,)
        elif 0 <= value < 3 * _CLUES:
            if cell < width * height:
                clues[cell % width, cell // width] = value % _CLUES
            cell += value // _CLUES + 1
        elif value > 3 * _CLUES:
            cell += value - 3 * _CLUES
        else:
            raise body.at(at).error(f"{character!r} does not belong here.", f"As in {_EXAMPLE}.")
        # Some programs write the empty cells of the last clue although the board has no more.
        is_last = at == len(body.text) - 1 and value < 3 * _CLUES
        if cell > width * height + (2 if is_last else 0):
            raise body.at(at).error(
                f"from here on there are more cells than a board of {width} x {height} has."
            )
    if cell < width * height:
        raise body.at(len(body.text)).error(
            f"there are only {counted(cell, 'cell')}, and a board of {width} x {height} has more."
        )
    return Entry(Slitherlink(width, height, clues), remarks=remarks)


def write_body(entry: Entry) -> str:
    """Return the body of a link."""
    puzzle = entry.level
    clues = [puzzle.clues.get(cell) for cell in cells_of(puzzle.width, puzzle.height)]
    body, taken = "", 0
    for clue, run in groupby(clues):
        length = len(list(run))
        if clue is not None:
            body += str(clue) * length
            continue
        if body and body[-1].isdecimal() and (joined := min(2, length)):
            body = body[:-1] + _digit(int(body[-1]) + joined * _CLUES)
            length -= joined
        while length:
            taken = min(length, _LONGEST)
            body += _digit(3 * _CLUES + taken)
            length -= taken
    return body


def read_board(name: str, width: int, height: int, parts: Parts) -> Entry:
    """Return the puzzle of a file, with its lines as drawn edges."""
    clues: dict[Cell, int] = {}
    untold = crosses = 0
    for y in range(height):
        for x, clue in enumerate(parts.row(width, _clue)):
            untold += clue == _QUESTION
            if clue >= 0:
                clues[x, y] = clue
    drawn: list[Edge] = []
    for count, rows, step in ((width + 1, height, (-1, 0)), (width, height + 1, (0, -1))):
        for y in range(rows if parts.has_more else 0):
            for x, mark in enumerate(parts.row(count, _drawn)):
                if mark > 0:
                    drawn.append(((x + step[0], y + step[1]), (x, y)))
                crosses += mark < 0
    remarks = [_UNTOLD] if untold else []
    if crosses:
        remarks.append(f"The crosses between corners were left out: {crosses}.")
    return Entry(Slitherlink(width, height, clues, drawn=frozenset(drawn)), remarks=tuple(remarks))


def write_board(entry: Entry) -> list[str]:
    """Return the puzzle, with its drawn edges, or without any, its solution."""
    puzzle = entry.level
    edges = puzzle.drawn or (entry.solution.edges if entry.solution else frozenset())
    width, height = puzzle.width, puzzle.height

    def rows() -> Iterator[list[str]]:
        for y in range(height):
            yield [str(puzzle.clues.get((x, y), ".")) for x in range(width)]
        for y in range(height):
            yield ["01"[((x - 1, y), (x, y)) in edges] for x in range(width + 1)]
        for y in range(height + 1):
            yield ["01"[((x, y - 1), (x, y)) in edges] for x in range(width)]

    return [" ".join(row) for row in rows()]


SLITHER = Pzpr(
    names={"slither": {}, "slitherlink": {}},
    example=_EXAMPLE,
    most={},
    read_body=read_body,
    write_body=write_body,
    read_board=read_board,
    write_board=write_board,
)


def _digit(value: int) -> str:
    return "0123456789abcdefghijklmnopqrstuvwxyz"[value]


def _clue(word: str) -> int | None:
    if word in (".", "-", "?"):
        return _NONE if word == "." else _QUESTION
    return int(word) if word in map(str, range(_CLUES)) else None


def _drawn(word: str) -> int | None:
    return int(word) if word in ("-1", "0", "1", "2") else None
