"""Coordinates: a line ``COLOURS WIDTH HEIGHT``, then a line ``(x, y) (x, y)`` for each colour.

Cells count from 0, from the left and from the top. This format is only read.
"""

from __future__ import annotations

import re

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.text import Piece, counted, pieces_of
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow.colors import free_labels
from flowdesk.kinds.flow.level import Level, size_problem

_SIZES = re.compile(r"[ \t]*([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})")
# A line of three numbers, and one that begins with a bracket.
_START = re.compile(r"\s*(-?[0-9]+[ \t]+){2}-?[0-9]+[ \t]*[\r\n]\s*\(\s*-?[0-9]")
_CELL = re.compile(r"\s*(\()\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)")


def read(text: str) -> list[Entry]:
    """Return the level of the file; FormatError with the line and column of a mistake."""
    first, *others = [line for line in pieces_of(text) if line.text] or [Piece("", 1)]
    sizes = _SIZES.fullmatch(first.text)
    if not sizes:
        raise FormatError(
            "three numbers are expected here: colours, width and height.",
            line=first.line,
            hint="As in '5 7 7'.",
        )
    count, width, height = map(int, sizes.groups())
    if problem := size_problem(width, height):
        raise FormatError(problem, line=first.line)
    endpoints: dict[Cell, str] = {}
    for line, label in zip(others, free_labels(), strict=False):
        for cell, place in _cells(line):
            if not (cell[0] < width and cell[1] < height):
                message = f"{cell} is off the board of {width} x {height}."
                raise place.error(message, "Cells count from 0, the column first.")
            if cell in endpoints:
                raise place.error(f"there are two endpoints at {cell}.")
            endpoints[cell] = label
    if len(others) != count:
        raise FormatError(
            f"the first line says {counted(count, 'colour')}, and it is followed by "
            f"{counted(len(others), 'line')} of cells.",
            line=first.line,
        )
    return [Entry(Level(width, height, endpoints))]


FORMAT = Format(
    key="coordinates",
    name="Coordinates",
    called="a file of coordinates",
    suffixes=(".txt",),
    recognize=_START.match,
    read=read,
    sample="2 3 2\n(0, 0) (2, 0)\n(0, 1) (2, 1)\n",
)


def _cells(line: Piece) -> list[tuple[Cell, Piece]]:
    """Return the two cells of a line, each with its place."""
    found: list[tuple[Cell, Piece]] = []
    at = 0
    while match := _CELL.match(line.text, at):
        found.append(((int(match[2]), int(match[3])), line.at(match.start(1))))
        at = match.end()
    if len(found) != 2 or at != len(line.text):
        wrong = line.at(at) if len(found) <= 2 else found[2][1]
        raise wrong.error(
            "the two endpoints of a colour are expected here.", "As in '(3, 0) (4, 6)'."
        )
    return found
