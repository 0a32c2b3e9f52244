"""Game ids of Loopy, the Slitherlink of Simon Tatham's collection, on a grid of squares.

``7x7t0de:BODY``: columns, rows, ``t0`` for squares, perhaps the difficulty, then row by row a digit
for a clue and ``a`` to ``z`` for 1 to 26 cells without one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from flowdesk.core.finding import FormatError
from flowdesk.core.puzzle import size_problem
from flowdesk.core.text import Piece, pieces_of
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.slitherlink.files.cells import clues_in_runs, runs_of
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink

_EXAMPLE = "As in 3x3t0:a3b2b1a."
_PARAMETERS = r"([0-9]{1,9})x([0-9]{1,9})t([0-9]+)(?:d[a-z])?([:#])"
_START = re.compile(rf"\s*{_PARAMETERS}")
_AMONG_WORDS = re.compile(rf"(?<!\w){_PARAMETERS}\w*")
_LONGEST = 26


def read(text: str) -> list[Entry]:
    """Return the puzzle of each line; FormatError with the line and column of a mistake."""
    entries = [Entry(_read_id(line)) for line in pieces_of(text) if line.text]
    if not entries:
        raise FormatError("there is no game id in this file.", hint=_EXAMPLE)
    return entries


def write(entries: Sequence[Entry]) -> str:
    """Return a game id for each puzzle, a line each."""
    return "".join(f"{_id(entry.level)}\n" for entry in entries)


def find(lines: list[str]) -> list[Entry]:
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
    read=read,
    write=write,
    find=find,
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
    return Slitherlink(width, height, clues_in_runs(body, width, height, _run))


def _run(character: str) -> tuple[int | None, int] | None:
    if "a" <= character <= "z":
        return None, ord(character) - ord("a") + 1
    return (int(character), 1) if character in map(str, range(MOST + 1)) else None


def _id(puzzle: Slitherlink) -> str:
    body = ""
    for clue, length in runs_of(puzzle):
        if clue is not None:
            body += str(clue)
        else:
            body += "z" * ((length - 1) // _LONGEST)
            body += chr(ord("a") + (length - 1) % _LONGEST)
    return f"{puzzle.width}x{puzzle.height}t0:{body}"
