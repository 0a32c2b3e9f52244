"""Where puzzles come from besides an open file: a name on the command line, and pasted text."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import read_limited
from flowdesk.core.text import INVISIBLE, QUOTE_MARKS, Piece, lines_of, pieces_of
from flowdesk.formats import puzz_link
from flowdesk.formats.registry import (
    FORMATS,
    LINK,
    PICTURE,
    format_of,
    is_picture,
    open_file,
    read_data,
)
from flowdesk.kinds.entry import Entry, Format, anything

STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Source:
    """A file, ``-`` or a link as `place`; `number` is that of one puzzle in it, from 1."""

    name: str
    place: str
    number: int | None = None

    @property
    def is_link(self) -> bool:
        return puzz_link.is_link(self.place)

    @property
    def path(self) -> Path | None:
        """The path, or None if it is not a file."""
        return None if self.place == STANDARD_INPUT or self.is_link else Path(self.place)

    def read(self, kind: str = "") -> tuple[Format, list[Entry]]:
        """Return the format and the puzzles; FlowDeskError if they cannot be read."""
        format, entries = self._read_all(kind)
        if self.number is None:
            return format, entries
        if not 1 <= self.number <= len(entries):
            raise FlowDeskError(f"{self.name}: {self.place} holds puzzles 1 to {len(entries)}.")
        return format, [entries[self.number - 1]]

    def _read_all(self, kind: str) -> tuple[Format, list[Entry]]:
        if self.path:
            return open_file(self.path, kind)
        if self.place == STANDARD_INPUT:
            return read_data(standard_input(), STANDARD_INPUT, kind)
        if self.place.lower().endswith(PICTURE.suffixes):
            problem = "links to pictures are not read."
            raise FormatError(problem, hint="Save the picture first.", source=self.name)
        try:
            return LINK, [puzz_link.read_link(Piece(self.place, 0))]
        except FormatError as error:
            raise error.at(source=self.name) from None


def source_named(name: str) -> Source:
    """Return the source of a name: a file, ``FILE#n`` if there is no such file, a link or ``-``."""
    numbered = re.fullmatch("(.+)#([0-9]{1,9})", name, re.DOTALL)
    if numbered is None or puzz_link.is_link(name) or os.path.exists(name):
        return Source(name, name)
    return Source(name, numbered[1], int(numbered[2]))


def standard_input() -> bytes:
    """Return all of standard input; FlowDeskError if it is closed or too large."""
    if sys.stdin is None:
        raise FlowDeskError("-: standard input is closed.")
    try:
        return read_limited(sys.stdin.buffer, is_picture)
    except FormatError as error:
        raise error.at(source=STANDARD_INPUT) from None


_JSON = re.compile(r'\{\s*"flowdesk"|\[\s*\[')


def read_pasted(text: str) -> list[Entry]:
    """Return the puzzles in a text of any format, or those among its words.

    Quote marks and indentation before lines, and words around them, are ignored. FormatError if
    there is no puzzle, or a mistake in one.
    """
    text = text.translate(INVISIBLE)
    format = format_of(text)
    if format is not LINK and format.recognize is not anything:
        return format.read(text)
    lines = [QUOTE_MARKS.sub("", line).rstrip() for line in lines_of(text)]
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
        if not QUOTE_MARKS.sub("", line.text).startswith("source:")
        for link in puzz_link.links_in(line)
    ]
    left_out = tuple(
        f"A link to {name}, another kind of puzzle, was left out."
        for name in puzz_link.others_in(text)
    )
    return [replace(entry, remarks=entry.remarks + left_out) for entry in entries[:1]] + entries[1:]
