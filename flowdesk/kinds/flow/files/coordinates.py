"""Coordinates: a line ``COLOURS WIDTH HEIGHT``, then a line ``(x, y) (x, y)`` for each colour.

Cells count from 0, from the left and from the top. This format is only read.
"""

from __future__ import annotations

import re

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.text import counted, lines_of
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow.colors import free_labels
from flowdesk.kinds.flow.level import Level, size_problem

_SIZES = re.compile(r"[ \t]*([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})")
_CELL = re.compile(r"\s*\(\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)")


def recognize(text: str) -> bool:
    """Whether a line of three numbers is followed by one that begins with a bracket."""
    start = text.lstrip().replace("\r", "\n")
    return re.match(r"(-?[0-9]+[ \t]+){2}-?[0-9]+[ \t]*\n\s*\(\s*-?[0-9]", start) is not None


def read(text: str) -> list[Entry]:
    """Return the level of the file; FormatError with the line and column of a mistake."""
    lines = [(number, line) for number, line in enumerate(lines_of(text), 1) if line]
    sizes = _SIZES.fullmatch(lines[0][1]) if lines else None
    if not sizes:
        raise FormatError(
            "three numbers are expected here: colours, width and height.",
            line=lines[0][0] if lines else 1,
            hint="As in '5 7 7'.",
        )
    count, width, height = map(int, sizes.groups())
    if problem := size_problem(width, height):
        raise FormatError(problem, line=lines[0][0])
    endpoints: dict[Cell, str] = {}
    for (number, line), label in zip(lines[1:], free_labels(), strict=False):
        for cell, column in _cells(line, number):
            if not (cell[0] < width and cell[1] < height):
                raise FormatError(
                    f"({cell[0]}, {cell[1]}) is off the board of {width} x {height}.",
                    line=number,
                    column=column,
                    hint="Cells count from 0, the column first.",
                )
            if cell in endpoints:
                raise FormatError(
                    f"there are two endpoints at ({cell[0]}, {cell[1]}).",
                    line=number,
                    column=column,
                )
            endpoints[cell] = label
    if len(lines) - 1 != count:
        raise FormatError(
            f"the first line says {counted(count, 'colour')}, and it is followed by "
            f"{counted(len(lines) - 1, 'line')} of cells.",
            line=lines[0][0],
        )
    return [Entry(Level(width, height, endpoints))]


FORMAT = Format(
    key="coordinates",
    name="Coordinates",
    called="a file of coordinates",
    suffixes=(".txt",),
    recognize=recognize,
    read=read,
    sample="2 3 2\n(0, 0) (2, 0)\n(0, 1) (2, 1)\n",
)


def _cells(line: str, number: int) -> list[tuple[Cell, int]]:
    """Return the two cells of a line, each with its column in the line."""
    found: list[tuple[Cell, int]] = []
    at = 0
    while match := _CELL.match(line, at):
        found.append(((int(match[1]), int(match[2])), line.index("(", at) + 1))
        at = match.end()
    if len(found) != 2 or at != len(line):
        raise FormatError(
            "the two endpoints of a colour are expected here.",
            line=number,
            column=at + 1 if len(found) <= 2 else found[2][1],
            hint="As in '(3, 0) (4, 6)'.",
        )
    return found
