"""Levels in pasted text: a map in a mail or on a web page rarely comes alone."""

from __future__ import annotations

import re

from flowdesk.core.finding import FormatError
from flowdesk.formats.entry import Entry
from flowdesk.formats.map_text import lines_of
from flowdesk.formats.registry import read_text


def read_pasted(text: str) -> list[Entry]:
    """The levels in a text, or the largest map within it.

    Quote marks and indentation before the rows, blank lines between them, and words around them
    do no harm. FormatError if there is nothing like a level.
    """
    text = text.strip("\n\r")
    if not text.strip():
        raise FormatError("the clipboard holds no text.")
    try:
        entries = read_text(text)
        if all(entry.level.endpoints for entry in entries) and "\n" in text.strip():
            return entries
    except FormatError:
        pass
    block = _largest_block(text)
    if not block:
        raise FormatError(
            "no map was found.", hint="A map has one line per row, all equally long, as in 'R..G'."
        )
    return read_text("\n".join(block))


def _largest_block(text: str) -> list[str]:
    """The lines of the largest run of equally long words that look like rows of a map."""
    best: list[str] = []
    run: list[str] = []
    for line in [*lines_of(text), "end of the text"]:
        row = re.sub(r"^[>|\s]+|\s+$", "", line.replace("\u00a0", " "))
        if not row:
            continue  # mail programs like to put blank lines between
        looks_right = re.fullmatch(r"[A-Za-z0-9.#_\-*+]+", row) is not None
        if not looks_right or (run and len(row) != len(run[0])):
            best = max(best, run, key=_size)
            run = []
        if looks_right:
            run.append(row)
    return best if _size(best) > 1 else []


def _size(rows: list[str]) -> int:
    """How many cells the rows have, if they have endpoints; a single word is no map."""
    text = "".join(rows)
    if not re.search(r"[A-Za-z0-9]", text) or (len(rows) == 1 and "." not in text):
        return 0
    return len(text)
