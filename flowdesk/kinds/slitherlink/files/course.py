"""The format of a course: a puzzle a line, and below it perhaps its solution.

::

    5 5 ..32. 222.3 0..1. 2.2.. .2323
    5 5 11011 101101 10101 010010 01101 000101 01101 010010 10101 101101 11011

Rows, columns, then the rows of clues, separated by any blanks. A solution has the edges above the
first row, the edges at the sides of its cells, the edges above the second row ... and at last those
below the last row, 1 for those on the loop; or it is ``UNSAT``. After ``#`` follows a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.puzzle import size_problem
from flowdesk.core.text import counted, lines_of
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.slitherlink.files.json_part import rows_of
from flowdesk.kinds.slitherlink.loop import Loop, mistakes
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink

UNSOLVABLE = "UNSAT"

_EXAMPLE = "As in '2 3 .2. 3.1'."
_START = re.compile(rf"\s*(\d{{1,9}})\s+(\d{{1,9}})((\s+[.0-{MOST}]{{2,}})+)\s*(#.*)?")


def recognize(text: str) -> bool:
    """Whether the first line that is not blank and not a comment holds a size and clues.

    A table of numbers may begin like that, so the rows must be of that size, or have empty cells.
    """
    line = next((line for line in lines_of(text) if line and not line.startswith("#")), "")
    start = _START.fullmatch(line)
    if not start:
        return False
    rows = start[3].split()
    return "." in start[3] or (len(rows), len(rows[0])) == (int(start[1]), int(start[2]))


def read(text: str) -> list[Entry]:
    """Return all puzzles of the file; FormatError with the line and column of a mistake.

    A solution that does not solve its puzzle is left out, with a remark.
    """
    entries: list[Entry] = []
    for number, line in enumerate(lines_of(text), 1):
        groups = list(re.finditer(r"\S+", line.partition("#")[0]))
        if not groups:
            continue
        if [group.group() for group in groups] == [UNSOLVABLE]:
            _last(entries, number)
            continue
        width, height = _size(groups, number)
        if len(groups) == 2 + 2 * height + 1 and _is_answer(groups[2:], width):
            entry = _last(entries, number)
            entries[-1] = _with_answer(entry, width, height, [g.group() for g in groups[2:]])
        else:
            entries.append(Entry(_puzzle(groups[2:], width, height, number, len(line))))
    if not entries:
        raise FormatError("there is no puzzle in this file.", hint=_EXAMPLE)
    return entries


def write(entries: Sequence[Entry]) -> str:
    """Return a line for each puzzle, and one for its solution if it has one."""
    lines = (line for entry in entries for line in _lines(entry.level, entry.solution))
    return "".join(f"{line}\n" for line in lines)


def answer(puzzle: Slitherlink, result: SolveResult) -> list[str]:
    """Return the lines of a puzzle and its answer; of an unknown one there is only the puzzle."""
    unsolvable = [UNSOLVABLE] if result.status is SolveStatus.UNSOLVABLE else []
    return [*_lines(puzzle, result.solution), *unsolvable]


FORMAT = Format(
    key="course",
    name="Course file",
    called="a course file",
    suffixes=(".slk", ".txt"),
    holds_many=True,
    recognize=recognize,
    read=read,
    write=write,
    answer=answer,
    sample="2 3 .2. 3.1\n",
)


def _lines(puzzle: Slitherlink, loop: Loop | None) -> Iterator[str]:
    size = f"{puzzle.height} {puzzle.width}"
    yield " ".join([size, *rows_of(puzzle)])
    if loop:
        rows = _edges(puzzle.width, puzzle.height)
        yield " ".join([size, *("".join("01"[edge in loop.edges] for edge in row) for row in rows)])


def _size(groups: Sequence[re.Match[str]], line: int) -> tuple[int, int]:
    """Return columns and rows; FormatError if a line does not begin with them."""
    for group in groups[:2]:
        if not re.fullmatch("[0-9]{1,9}", group.group()):
            raise FormatError(
                "the numbers of rows and columns are expected here.",
                line=line,
                column=group.start() + 1,
                hint=_EXAMPLE,
            )
    if len(groups) == 1:
        message = "after the number of rows, that of columns is expected."
        raise FormatError(message, line=line, column=groups[0].end() + 1, hint=_EXAMPLE)
    height, width = (int(group.group()) for group in groups[:2])
    if problem := size_problem(width, height):
        raise FormatError(problem, line=line, column=groups[0].start() + 1)
    return width, height


def _puzzle(
    rows: Sequence[re.Match[str]], width: int, height: int, line: int, length: int
) -> Slitherlink:
    clues: dict[Cell, int] = {}
    for y, row in enumerate(rows[:height]):
        for x, character in enumerate(row.group()):
            if character not in ".01234":
                message = f"{character!r} is neither '.' nor a clue from 0 to {MOST}."
                raise FormatError(message, line=line, column=row.start() + x + 1)
            if character != ".":
                clues[x, y] = int(character)
        if len(row.group()) != width:
            message = f"row {y + 1} has {counted(len(row.group()), 'cell')}, and there are "
            message += f"{counted(width, 'column')}."
            raise FormatError(message, line=line, column=row.start() + 1, hint=_EXAMPLE)
    if len(rows) != height:
        column = rows[height].start() + 1 if len(rows) > height else length + 1
        raise FormatError(
            f"this line has {counted(len(rows), 'row')} of clues, where {height} are expected.",
            line=line,
            column=column,
            hint=_EXAMPLE,
        )
    return Slitherlink(width, height, clues)


def _is_answer(groups: Sequence[re.Match[str]], width: int) -> bool:
    lengths = (width + number % 2 for number in range(len(groups)))
    return all(
        re.fullmatch(f"[01]{{{length}}}", group.group())
        for group, length in zip(groups, lengths, strict=True)
    )


def _with_answer(entry: Entry, width: int, height: int, rows: Sequence[str]) -> Entry:
    puzzle = entry.level
    if (width, height) != (puzzle.width, puzzle.height):
        problem = "It is of another size."
    else:
        edges = _edges(width, height)
        loop = Loop(
            frozenset(
                edge
                for row, places in zip(rows, edges, strict=True)
                for mark, edge in zip(row, places, strict=True)
                if mark == "1"
            )
        )
        wrong = mistakes(puzzle, loop)
        if not wrong:
            return replace(entry, solution=loop)
        problem = wrong[0].message
    remark = f"The answer in the file is wrong and was left out: {problem}"
    return replace(entry, remarks=(*entry.remarks, remark))


def _edges(width: int, height: int) -> list[list[Edge]]:
    """Return the edges of a board in the order of the format."""
    rows: list[list[Edge]] = []
    for y in range(height):
        rows.append([((x, y - 1), (x, y)) for x in range(width)])
        rows.append([((x - 1, y), (x, y)) for x in range(width + 1)])
    return [*rows, [((x, height - 1), (x, height)) for x in range(width)]]


def _last(entries: Sequence[Entry], line: int) -> Entry:
    if not entries:
        raise FormatError("this answer has no puzzle before it.", line=line, hint=_EXAMPLE)
    return entries[-1]
