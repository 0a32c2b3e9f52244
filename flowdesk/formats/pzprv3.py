"""pzprv3: the files of puzz.link and its relatives, with the drawn lines.

Lines, or parts between ``/``: ``pzprv3``, the kind, ROWS, COLUMNS, then the parts that the puzzle's
kind defines: `kinds.pzpr.Pzpr`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from flowdesk.core.finding import FormatError
from flowdesk.core.text import lines_of
from flowdesk.formats.puzz_link import KINDS, MOST, NAMES, part_of, unknown_kind
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.format import Format
from flowdesk.kinds.pzpr import Parts

_MORE = "What follows the board, such as author and history, was left out."


def recognize(text: str) -> bool:
    """Whether the text begins with the name of this format.

    A map may begin with a row ``pzprv3``, but its third row is never a number of fewer digits.
    """
    first, _, third, *_ = [*lines_of(text.lstrip()[:100]), "", ""]
    named = re.match(r"pzprv3(\.[0-9]+)?\s*(/|$)", first)
    return named is not None and (named[2] == "/" or bool(re.fullmatch("[0-9]{1,5}", third)))


def read(text: str) -> list[Entry]:
    """Return the puzzle of the file, with its lines; FormatError with line and column."""
    parts = Parts(text)
    parts.next(r"pzprv3(\.[0-9]+)?", "'pzprv3'")
    name = parts.next(r"[A-Za-z0-9]+", "the kind of puzzle, as in 'arukone'").lower()
    if name not in NAMES:
        raise unknown_kind(name, line=parts.line, column=parts.column)
    kind, part = NAMES[name]
    height = int(parts.next("[0-9]{1,9}", "the number of rows"))
    width = int(parts.next("[0-9]{1,9}", "the number of columns"))
    if problem := kind.size_problem(width, height):
        raise FormatError(problem, line=parts.line, column=parts.column)
    entry = part.read_board(name, width, height, parts)
    return [replace(entry, remarks=(*entry.remarks, _MORE)) if parts.has_more else entry]


def write(entries: Sequence[Entry]) -> str:
    """Return a puzzle with what is drawn on it, or without that, with its solution."""
    (entry,) = entries
    part = part_of(entry)
    size = [str(entry.level.height), str(entry.level.width)]
    return "\n".join(["pzprv3", next(iter(part.names)), *size, *part.write_board(entry), ""])


FORMAT = Format(
    key="pzprv3",
    name="puzz.link file (pzprv3)",
    called="a pzprv3 file",
    suffixes=(".txt",),
    most=MOST,
    kinds=KINDS,
    recognize=recognize,
    read=read,
    write=write,
)
