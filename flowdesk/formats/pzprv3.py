"""pzprv3: the files of puzz.link and its kin, with the lines that somebody has drawn.

Lines, or parts between ``/``: ``pzprv3``, the kind, ROWS, COLUMNS, for Arukone ``passallcell``;
then the rows of cells (``.`` or a letter, a number for Numberlink); then for each row what is drawn
between its cells, and for each two rows what is drawn between them: ``1`` a line, ``-1`` a cross,
``0`` nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge, by_row, edge_between
from flowdesk.core.text import lines_of
from flowdesk.formats.puzz_link import (
    KINDS,
    MOST_COLORS,
    level_of_numbers,
    uncovered_remarks,
    unknown_kind,
)
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.files.labels import numbered_label, numbers_of
from flowdesk.kinds.flow.level import Level, size_problem

_LETTERS = {numbered_label(number): number for number in range(1, MOST_COLORS + 1)}


def recognize(text: str) -> bool:
    """Whether the text begins with the name of this format.

    A map may begin with a row ``pzprv3``, but its third row is never a number of fewer digits.
    """
    first, _, third, *_ = [*lines_of(text.lstrip()[:100]), "", ""]
    named = re.match(r"pzprv3(\.[0-9]+)?\s*(/|$)", first)
    return named is not None and (named[2] == "/" or bool(re.fullmatch("[0-9]{1,5}", third)))


def read(text: str) -> list[Entry]:
    """The level of the file, with its lines as drawn paths; FormatError with the place."""
    parts = _Parts(text)
    parts.next(r"pzprv3(\.[0-9]+)?", "'pzprv3'")
    kind = parts.next(r"[A-Za-z0-9]+", "the kind of puzzle, as in 'arukone'").lower()
    if kind not in KINDS:
        raise unknown_kind(kind, line=parts.line, column=parts.column)
    height = int(parts.next("[0-9]{1,9}", "the number of rows"))
    width = int(parts.next("[0-9]{1,9}", "the number of columns"))
    if problem := size_problem(width, height):
        raise FormatError(problem, line=parts.line, column=parts.column)
    if KINDS[kind] and parts.next(r"\w+", "'passallcell'") != "passallcell":
        raise parts.error("in this puzzle cells may stay uncovered, which no level can say yet.")
    is_cell = _letter if KINDS[kind] else _number
    numbers = {
        (x, y): number
        for y in range(height)
        for x, number in enumerate(parts.row(width, is_cell))
        if number
    }
    lines: list[Edge] = []
    crosses = 0
    for count, rows, step in ((width - 1, height, (1, 0)), (width, height - 1, (0, 1))):
        for y in range(rows):
            for x, mark in enumerate(parts.row(count, _drawn)):
                if mark > 0:
                    lines.append(((x, y), (x + step[0], y + step[1])))
                crosses += mark < 0
    level = level_of_numbers(width, height, numbers)
    drawn, left = _paths(level, lines)
    remarks = list(uncovered_remarks(kind))
    if crosses:
        remarks.append(f"The crosses between cells were left out: {crosses}.")
    if left:
        remarks.append(f"Lines that are no paths from an endpoint were left out: {left}.")
    if parts.has_more:
        remarks.append("What stands below the board, as its author and history, was left out.")
    return [Entry(replace(level, drawn=drawn), remarks=tuple(remarks))]


def write(entries: Sequence[Entry]) -> str:
    """A level as Arukone, with its drawn paths, or if there are none, with its solution."""
    (entry,) = entries
    level = entry.level
    numbers = numbers_of(level, MOST_COLORS, "a pzprv3 file")
    paths = level.drawn or (entry.solution.paths if entry.solution else {})
    drawn = {edge_between(a, b) for path in paths.values() for a, b in pairwise(path)}

    def cell(x: int, y: int) -> str:
        label = level.endpoints.get((x, y))
        return "." if label is None else numbered_label(numbers[label])

    def to_the_right(x: int, y: int) -> str:
        return "01"[((x, y), (x + 1, y)) in drawn]

    def below(x: int, y: int) -> str:
        return "01"[((x, y), (x, y + 1)) in drawn]

    lines = ["pzprv3", "arukone", str(level.height), str(level.width), "passallcell"]
    for mark, width, height in (
        (cell, level.width, level.height),
        (to_the_right, level.width - 1, level.height),
        (below, level.width, level.height - 1),
    ):
        lines += [" ".join(mark(x, y) for x in range(width)) for y in range(height)]
    return "\n".join([*lines, ""])


class _Parts:
    """The parts of a file, read one after the other; what is below the board ends them."""

    def __init__(self, text: str) -> None:
        self._parts: list[tuple[int, int, str]] = []
        for number, line in enumerate(lines_of(text), 1):
            column = 1
            for part in line.split("/"):
                self._parts.append((number, column, part))
                column += len(part) + 1
        self._at = next((i for i, (_, _, part) in enumerate(self._parts) if part.strip()), 0)
        self.line, self.column = 1, 1

    @property
    def has_more(self) -> bool:
        """Whether anything is left to be read."""
        return any(part.strip() for _, _, part in self._parts[self._at :])

    def next(self, pattern: str, meaning: str) -> str:
        """The next part, without blanks around it."""
        part = self._take()
        if not re.fullmatch(pattern, part.strip(), re.ASCII):
            raise self.error(f"here should stand {meaning}.")
        return part.strip()

    def row(self, length: int, value: Callable[[str], int | None]) -> list[int]:
        """The next part as a row of so many words, each with its value."""
        part = self._take()
        words = list(re.finditer(r"\S+", part))
        start = self.column
        values = []
        for word in words[:length]:
            self.column = start + word.start()
            known = value(word.group())
            if known is None:
                raise self.error(f"{word.group()[:20]!r} does not belong here.")
            values.append(known)
        if len(words) != length:
            self.column = start + (words[length].start() if len(words) > length else len(part))
            raise self.error(f"this row has {len(words)} parts, where {length} are expected.")
        return values

    def error(self, message: str) -> FormatError:
        """An error at the part that was read last."""
        return FormatError(message, line=self.line, column=self.column)

    def _take(self) -> str:
        if self._at == len(self._parts):
            self.line, self.column, last = self._parts[-1]
            self.column += len(last)
            return ""
        self.line, self.column, part = self._parts[self._at]
        self._at += 1
        return part


def _letter(word: str) -> int | None:
    """The number of a cell of Arukone, 0 for an empty one."""
    return 0 if word == "." else _LETTERS.get(word)


def _number(word: str) -> int | None:
    """The number of a cell of Numberlink, 0 for an empty one."""
    if word == ".":
        return 0
    return int(word) if re.fullmatch("[1-9][0-9]{0,4}", word) else None


def _drawn(word: str) -> int | None:
    """What is drawn between two cells."""
    return {"0": 0, "1": 1, "-1": -1}.get(word)


def _paths(level: Level, lines: Sequence[Edge]) -> tuple[dict[str, tuple[Cell, ...]], int]:
    """The drawn paths that the lines make, and how many connected lines make none."""
    ways: dict[Cell, list[Cell]] = {}
    for a, b in lines:
        ways.setdefault(a, []).append(b)
        ways.setdefault(b, []).append(a)
    drawn: dict[str, tuple[Cell, ...]] = {}
    left = 0
    for walk in sorted(_walks(ways), key=len, reverse=True):
        is_line = sum(len(ways[cell]) for cell in walk) == 2 * len(walk) - 2
        for path in (walk, walk[::-1]) if is_line else ():
            label = level.endpoints.get(path[0])
            if label is not None and label not in drawn and level.can_hold(label, path):
                drawn[label] = path
                break
        else:
            left += 1
    return drawn, left


def _walks(ways: Mapping[Cell, Sequence[Cell]]) -> Iterator[tuple[Cell, ...]]:
    """The connected cells, in the order of the line if it has two ends and no branch."""
    ends = by_row(cell for cell, others in ways.items() if len(others) == 1)
    left = dict.fromkeys([*ends, *ways])
    while left:
        start = next(iter(left))
        walk, frontier = [], [start]
        while frontier:
            cell = frontier.pop()
            if cell in left:
                del left[cell]
                walk.append(cell)
                frontier += ways[cell]
        yield tuple(walk)
