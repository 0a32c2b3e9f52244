"""Pzpr: how pzpr.js, the program behind puzz.link, writes the puzzles of a kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flowdesk.core.finding import FormatError
from flowdesk.core.text import lines_of
from flowdesk.kinds.entry import Entry


@dataclass(frozen=True, kw_only=True)
class Pzpr:
    """The part of a kind in links to puzz.link and in the files of the same program, `pzprv3`.

    `names` are those of its puzzles, the first of which is written, each with what its flags mean
    that cannot be read. `example` is a link, and `most` is that of links and files, as in `Format`.
    """

    names: Mapping[str, Mapping[str, str]]
    example: str
    most: Mapping[str, int]
    #: Read the body of a link: its name, columns and rows, and the body. Columns of errors count
    #: from the body's beginning.
    read_body: Callable[[str, int, int, str], Entry]
    write_body: Callable[[Entry], str]
    #: Read what follows the size in a file: its name, columns and rows, and the parts to come.
    read_board: Callable[[str, int, int, Parts], Entry]
    write_board: Callable[[Entry], list[str]]


class Parts:
    """The parts of a `pzprv3` file, lines or between slashes, read one after the other."""

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
        """Whether anything is left to be read."""
        return any(part.strip() for _, _, part in self._parts[self._at :])

    def next(self, pattern: str, meaning: str) -> str:
        """The next part, without blanks around it."""
        part = self._take()
        if not re.fullmatch(pattern, part.strip(), re.ASCII):
            raise self.error(f"here should stand {meaning}.")
        return part.strip()

    def row(self, length: int, value: Callable[[str], int | None]) -> list[int]:
        """The next part as a row of so many words, each with its value."""
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
        """An error at the part that was read last."""
        return FormatError(message, line=self.line, column=self.column)

    def _take(self) -> str:
        if self._at == len(self._parts):
            self.line, self.column, last = self._parts[-1]
            self.column += len(last)
            return ""
        self.line, self.column, part = self._parts[self._at]
        self._at += 1
        return part
