"""Source: a name on the command line, and the puzzles that it refers to."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import read_limited
from flowdesk.core.text import Piece
from flowdesk.formats import puzz_link
from flowdesk.formats.registry import LINK, PICTURE, is_picture, open_file, read_data
from flowdesk.kinds.entry import Entry, Format

STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Source:
    """A file, ``-`` or a link as `place`; `number` is that of one puzzle in it, from 1."""

    name: str
    place: str
    number: int | None = None

    @property
    def is_link(self) -> bool:
        """Whether it is a link."""
        return puzz_link.is_link(self.place)

    @property
    def path(self) -> Path | None:
        """The path, or None if it is not a file."""
        return None if self.place == STANDARD_INPUT or self.is_link else Path(self.place)

    def read(self, kind: str = "") -> tuple[Format, list[Entry]]:
        """Return the format and the puzzles; FlowDeskError if they cannot be read.

        `kind` is as in `registry.format_of`.
        """
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
    """Return the source of a name: a file, ``FILE#n``, a link or ``-``.

    If there is a file called ``FILE#n``, that file is meant.
    """
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
