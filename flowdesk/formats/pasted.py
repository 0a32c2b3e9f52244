"""Find puzzles in pasted text, such as a map or a link in a mail or on a web page."""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import replace

from flowdesk.core.finding import FormatError
from flowdesk.core.text import lines_of, pieces_of
from flowdesk.formats import puzz_link
from flowdesk.formats.registry import FORMATS, LINK, format_of
from flowdesk.kinds.entry import Entry, anything

_INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060"))
_QUOTE_MARKS = re.compile(r"^[>|\s]+")
_JSON = re.compile(r'\{\s*"flowdesk"|\[\s*\[')


def read_pasted(text: str) -> list[Entry]:
    """Return the puzzles in a text of any format, or those among its words.

    Quote marks and indentation before lines, and words around them, are ignored. FormatError if
    there is no puzzle, or a mistake in one.
    """
    text = text.translate(_INVISIBLE)
    format = format_of(text)
    if format is not LINK and format.recognize is not anything:
        return format.read(text)
    lines = [_QUOTE_MARKS.sub("", line).rstrip() for line in lines_of(text)]
    if found := _json("\n".join(lines)):
        return format_of(found).read(found)
    is_one_link = format is LINK and len(text.split()) == 1 and not text.startswith(tuple("(<["))
    if links := [] if is_one_link else _links(text):
        return links
    for other in FORMATS:
        if other.find and (entries := other.find(lines)):
            return entries
    if format is LINK:
        return format.read(text)
    raise FormatError(
        "no map, clues, link, level string, game id or JSON was found.",
        hint="A map has one line per row, all equally long, as in 'R..G'.",
    )


def _json(text: str) -> str:
    """Return the JSON in a text that may be a puzzle; empty if there is none."""
    if match := _JSON.search(text):
        with contextlib.suppress(ValueError, RecursionError):
            return text[match.start() : json.JSONDecoder().raw_decode(text, match.start())[1]]
    return ""


def _links(text: str) -> list[Entry]:
    """Return the puzzles of all links in a text, except links in ``source:`` lines of maps."""
    entries = [
        puzz_link.read_link(link)
        for line in pieces_of(text)
        if not _QUOTE_MARKS.sub("", line.text).startswith("source:")
        for link in puzz_link.links_in(line)
    ]
    left_out = tuple(
        f"A link to {name}, another kind of puzzle, was left out."
        for name in puzz_link.others_in(text)
    )
    return [replace(entry, remarks=entry.remarks + left_out) for entry in entries[:1]] + entries[1:]
