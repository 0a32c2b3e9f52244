"""Plain text: one character a cell, one row a line, then lines of ``name: value``.

A digit from 0 to 4 is a clue, ``.`` a cell without one. A text that could be a finished map of Flow
with endpoints called 0 to 4, each of them twice, is not taken for a Slitherlink.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import MAX_SIDE, size_problem
from flowdesk.core.text import counted, is_text, lines_of
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.slitherlink.files.json_part import rows_of
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink

_CELLS = f".{''.join(map(str, range(MOST + 1)))}"
_NAMED = re.compile(r"([^\W\d_][^:\r\n]*):(.*)")


def recognize(text: str) -> bool:
    """Whether the first lines are rows of clues, and cannot be a finished map of Flow."""
    rows = "\n".join(lines_of(text)).strip("\n").partition("\n\n")[0]
    counts = Counter(rows.replace("\n", "").replace(".", ""))
    is_clues = bool(counts) and set(rows) <= {*_CELLS, "\n"}
    return is_clues and any(count != 2 for count in counts.values())


def read(text: str) -> list[Entry]:
    """Return the puzzle of a text; FormatError with the line and column of a mistake."""
    lines = lines_of(text)
    start = next((i for i, line in enumerate(lines) if line), None)
    if start is None:
        raise FormatError("the file is empty.", hint="Write one line per row of the board.")
    end = next((i for i in range(start, len(lines)) if not lines[i]), len(lines))
    rows = lines[start:end]
    about: dict[str, str] = {}
    for number, line in enumerate(lines[end:], end + 1):
        if line and not (named := _NAMED.fullmatch(line)):
            message = "after the rows and a blank line, lines 'name: value' are expected."
            raise FormatError(message, line=number, column=1)
        if line and named:
            name, value = named[1].rstrip(), named[2].strip()
            about[name] = f"{about[name]}\n{value}" if name in about else value
    clues = _clues(rows, start + 1)
    if problem := size_problem(len(rows[0]), len(rows)):
        raise FormatError(problem, line=start + 1)
    return [Entry(Slitherlink(len(rows[0]), len(rows), clues, about), line=start + 1)]


def write(entries: Sequence[Entry]) -> str:
    """Return the text of a puzzle; FormatError if its notes cannot be lines ``name: value``."""
    (entry,) = entries
    about = [
        f"{name}: {line}".rstrip()
        for name, value in entry.level.about.items()
        for line in value.splitlines() or [""]
    ]
    for line in about:
        if not (_NAMED.fullmatch(line) and is_text(line)):
            hint = "Save it as FlowDesk JSON (.json)."
            raise FormatError(f"plain text cannot hold the line {line!r}.", hint=hint)
    return "\n".join([*rows_of(entry.level), *(["", *about] if about else []), ""])


FORMAT = Format(
    key="clues",
    name="Plain text",
    called="plain text",
    suffixes=(".txt",),
    recognize=recognize,
    read=read,
    write=write,
    sample="3..\n.2.\n..1\n",
)


def _clues(rows: Sequence[str], start: int) -> dict[Cell, int]:
    clues: dict[Cell, int] = {}
    width = len(rows[0])
    for y, row in enumerate(rows[: MAX_SIDE + 1]):
        if len(row) != width:
            raise FormatError(
                f"this row has {counted(len(row), 'cell')}, the first has {width}.",
                line=start + y,
                column=min(len(row), width) + 1,
                hint="All rows must be equally long: write '.' for a cell without a clue.",
            )
        for x, character in enumerate(row[: MAX_SIDE + 1]):
            if character not in _CELLS:
                raise FormatError(
                    f"{character!r} is not a cell.",
                    line=start + y,
                    column=x + 1,
                    hint=f"Clues are 0 to {MOST}, '.' is a cell without one.",
                )
            if character != ".":
                clues[x, y] = int(character)
    return clues
