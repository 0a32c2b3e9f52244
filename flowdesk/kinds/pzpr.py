"""Pzpr: a kind's puzzles as pzpr.js, the program behind puzz.link, writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flowdesk.core.finding import FormatError
from flowdesk.core.text import lines_of
from flowdesk.kinds.entry import Entry


@dataclass(frozen=True, kw_only=True)
class Pzpr:
    """How a kind's puzzles are written in links to puzz.link and in files of its program, `pzprv3`.

    `names` are the program's names for them, the first of which is written, each with the flags
    that are not supported and their meanings. `example` is a link, `most` is as in `Format`.
    """

    names: Mapping[str, Mapping[str, str]]
    example: str
    most: Mapping[str, int]
    #: name, columns, rows, body of a link -> entry; columns in errors count from the body's start.
    read_body: Callable[[str, int, int, str], Entry]
    write_body: Callable[[Entry], str]
    #: name, columns, rows, the parts of the file after the size -> entry.
    read_board: Callable[[str, int, int, Parts], Entry]
    write_board: Callable[[Entry], list[str]]


class Parts:
    """The parts of a `pzprv3` file, separated by line ends or slashes, in their order."""

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
        """Whether any part is left."""
        return any(part.strip() for _, _, part in self._parts[self._at :])

    def next(self, pattern: str, meaning: str) -> str:
        """Return the next part, stripped; FormatError with `meaning` if it does not match."""
        part = self._take()
        if not re.fullmatch(pattern, part.strip(), re.ASCII):
            raise self.error(f"{meaning} is expected here.")
        return part.strip()

    def row(self, length: int, value: Callable[[str], int | None]) -> list[int]:
        """Return the values of the words in the next part, a row of this length."""
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
        """Return an error at the part that was read last."""
        return FormatError(message, line=self.line, column=self.column)

    def _take(self) -> str:
        if self._at == len(self._parts):
            self.line, self.column, last = self._parts[-1]
            self.column += len(last)
            return ""
        self.line, self.column, part = self._parts[self._at]
        self._at += 1
        return part
