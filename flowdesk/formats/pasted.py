"""Levels in pasted text: a map in a mail or on a web page rarely comes alone."""

from __future__ import annotations

import re

from flowdesk.core.finding import FormatError
from flowdesk.formats import flowdesk_json, level_list, map_text
from flowdesk.formats.entry import Entry

_QUOTE_MARKS = re.compile(r"^[>|\s]+")
_ROW = re.compile(r"[A-Za-z0-9.#_\-*+]+")


def read_pasted(text: str) -> list[Entry]:
    """The levels in a text, or the largest map within it.

    Quote marks and indentation before the rows, blank lines between them, and words around them
    do no harm. FormatError if there is nothing like a level, or if there is a mistake in it.
    """
    if flowdesk_json.recognize(text):
        return flowdesk_json.read(text)
    if level_list.recognize(text):
        return level_list.read(text)
    lines = [_QUOTE_MARKS.sub("", line).rstrip() for line in map_text.lines_of(text)]
    rows = max(_blocks(lines), key=_cells, default=[])
    if not _cells(rows):
        raise FormatError(
            "no map was found.", hint="A map has one line per row, all equally long, as in 'R..G'."
        )
    following = lines[lines.index(rows[-1]) + 1 :] if rows == lines[: len(rows)] else []
    if any(following):
        try:
            return map_text.read("\n".join(lines))
        except FormatError:
            pass  # those lines are not about the map
    return map_text.read("\n".join(rows))


def _blocks(lines: list[str]) -> list[list[str]]:
    """Runs of lines that may be the rows of a map, words around them left out."""
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if line:
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    trimmed = [_trimmed(paragraph) for paragraph in paragraphs]
    blocks = [block for block in trimmed if len(block) > 1]
    # Mail programs like to put blank lines between all lines: then rows stand alone.
    alone: list[str] = []
    for block in [*trimmed, []]:
        if len(block) == 1:
            alone += block
        else:
            blocks.append(alone)
            alone = []
    return blocks


def _trimmed(paragraph: list[str]) -> list[str]:
    """A paragraph without the lines of words before and after its rows."""
    places = [i for i, line in enumerate(paragraph) if _ROW.fullmatch(line)]
    return paragraph[places[0] : places[-1] + 1] if places else []


def _cells(rows: list[str]) -> int:
    """How many cells the rows have, if they have endpoints; a single word is no map."""
    text = "".join(rows)
    if not re.search(r"[A-Za-z0-9]", text) or (len(rows) == 1 and "." not in text):
        return 0
    return len(text)
