"""Many levels in one file: ``W H``, then H rows as in a map; blank and ``#`` lines between.

What a map has below its rows (title, colours, walls ...) is written in comment lines
``# name: value`` right before the level, because other programs skip comments.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from flowdesk.core.finding import FormatError
from flowdesk.core.text import Piece, counted, lines_of
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow.files import map_text
from flowdesk.kinds.flow.level import size_problem

_COMMENT = "# "
_SIZE = re.compile(r"\s*(\d{1,9})\s+(\d{1,9})")


def recognize(text: str) -> bool:
    """Whether the first line that is not blank and not a comment gives a size."""
    for line in lines_of(text):
        if line and not line.startswith("#"):
            return bool(_SIZE.fullmatch(line))
    return False


def read(text: str) -> list[Entry]:
    """Return all levels of the file; FormatError with the line and column of a mistake."""
    lines = lines_of(text)
    entries: list[Entry] = []
    about: list[Piece] = []
    at = 0
    while at < len(lines):
        line, at = lines[at], at + 1
        if not line:
            continue
        if line.startswith("#"):
            if re.match(r"# [^\W\d_][^:]*:", line):
                about.append(Piece(line, at).at(len(_COMMENT)))
            continue
        size = _SIZE.fullmatch(line)
        if not size:
            message = "the size of the next level is expected here, as in '7 7'."
            raise Piece(line, at).error(message, "Comments begin with '#'.")
        width, height = int(size[1]), int(size[2])
        if width == height == 0:
            break  # the end mark of some old files
        if problem := size_problem(width, height):
            raise FormatError(problem, line=at)
        block = [Piece(row, number) for number, row in enumerate(lines[at : at + height], at + 1)]
        missing = [Piece("", at + len(block) + 1)] if len(block) < height else []
        for row in (*block, *missing):
            length = len(row.text)
            if length != width:
                raise row.at(min(length, width)).error(
                    f"this row has {counted(length, 'cell')}, line {at} says {width}.",
                    f"After the size must follow {counted(height, 'row')} of "
                    f"{counted(width, 'cell')}.",
                )
        entries.append(map_text.read_block(block, about))
        about = []
        at += height
    if not entries:
        raise FormatError("there is no level in this file.")
    return entries


def write(entries: Sequence[Entry]) -> str:
    """Return the text of any number of levels; FormatError if one of them cannot be held."""
    blocks = []
    for entry in entries:
        level = entry.level
        about = [_COMMENT + line for line in map_text.lines_about(level)]
        size = f"{level.width} {level.height}"
        blocks.append("\n".join([*about, size, *map_text.rows_of(level), ""]))
    return "\n".join(blocks)


FORMAT = Format(
    key="list",
    name="Many maps",
    called="a list of maps",
    suffixes=(".txt",),
    holds_many=True,
    recognize=recognize,
    read=read,
    write=write,
    sample="3 3\nR.G\n...\nR.G\n",
)
