"""Game ids of Loopy, the Slitherlink of Simon Tatham's collection, on a grid of squares.

``7x7t0de:BODY``: columns, rows, ``t0`` for squares, perhaps the difficulty, then row by row a digit
for a clue and ``a`` to ``z`` for 1 to 26 cells without one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, cells_of
from flowdesk.core.puzzle import size_problem
from flowdesk.core.text import counted, lines_of
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink

_EXAMPLE = "As in 3x3t0:a3b2b1a."
_START = re.compile(r"\s*[0-9]{1,9}x[0-9]{1,9}t[0-9]+(d[a-z])?:", re.ASCII)
_ID = re.compile(r"\s*([0-9]{1,9})x([0-9]{1,9})t([0-9]+)(?:d[a-z])?:(\S*)\s*", re.ASCII)
_LONGEST = 26


def recognize(text: str) -> bool:
    """Whether the text begins with a game id."""
    return _START.match(text) is not None


def read(text: str) -> list[Entry]:
    """Return the puzzle of each line; FormatError with the line and column of a mistake."""
    lines = enumerate(lines_of(text), 1)
    entries = [Entry(_read_id(line, number)) for number, line in lines if line]
    if not entries:
        raise FormatError("there is no game id in this file.", hint=_EXAMPLE)
    return entries


def write(entries: Sequence[Entry]) -> str:
    """Return a game id for each puzzle, a line each."""
    return "".join(f"{_id(entry.level)}\n" for entry in entries)


FORMAT = Format(
    key="loopy",
    name="Game id of Loopy",
    called="a game id of Loopy",
    suffixes=(".txt",),
    holds_many=True,
    recognize=recognize,
    read=read,
    write=write,
    sample="3x3t0:a3b2b1a\n",
)


def _read_id(line: str, number: int) -> Slitherlink:
    found = _ID.fullmatch(line)
    if not found:
        raise FormatError("a game id is expected here.", line=number, column=1, hint=_EXAMPLE)
    if found[3] != "0":
        raise FormatError(
            "this grid is not made of squares, which FlowDesk does not support.",
            line=number,
            column=found.start(3) + 1,
            hint="Loopy's type of grid must be Squares.",
        )
    width, height, body, start = int(found[1]), int(found[2]), found[4], found.start(4)
    if problem := size_problem(width, height):
        raise FormatError(problem, line=number, column=1)
    clues: dict[Cell, int] = {}
    cell = 0
    for at, character in enumerate(body, start + 1):
        if character.isdecimal() and int(character) <= MOST:
            if cell < width * height:
                clues[cell % width, cell // width] = int(character)
            cell += 1
        elif "a" <= character <= "z":
            cell += ord(character) - ord("a") + 1
        else:
            message = f"{character!r} is neither a clue from 0 to {MOST} nor a letter."
            raise FormatError(message, line=number, column=at)
        if cell > width * height:
            message = f"from here on there are more cells than {width} x {height}."
            raise FormatError(message, line=number, column=at)
    if cell < width * height:
        message = f"there are only {counted(cell, 'cell')}, and {width} x {height} are more."
        raise FormatError(message, line=number, column=start + len(body) + 1)
    return Slitherlink(width, height, clues)


def _id(puzzle: Slitherlink) -> str:
    body = ""
    clues = (puzzle.clues.get(cell) for cell in cells_of(puzzle.width, puzzle.height))
    for clue, run in groupby(clues):
        length = len(list(run))
        if clue is not None:
            body += str(clue) * length
        else:
            body += "z" * ((length - 1) // _LONGEST)
            body += chr(ord("a") + (length - 1) % _LONGEST)
    return f"{puzzle.width}x{puzzle.height}t0:{body}"
