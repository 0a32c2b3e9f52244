"""Text as it stands in files and sentences."""

from __future__ import annotations

import re
from typing import NamedTuple

from flowdesk.core.finding import FormatError


class Piece(NamedTuple):
    """A piece of a line of a file, and the line and the column where it begins, from 1."""

    text: str
    line: int
    column: int = 1

    def at(self, index: int) -> Piece:
        """The rest of the piece from an index on."""
        return Piece(self.text[index:], self.line, self.column + index)

    def split(self, separator: str) -> list[Piece]:
        """The pieces between separators of one character."""
        pieces = []
        column = self.column
        for text in self.text.split(separator):
            pieces.append(Piece(text, self.line, column))
            column += len(text) + 1
        return pieces

    def words(self) -> list[Piece]:
        """The pieces between blanks."""
        found = re.finditer(r"\S+", self.text)
        return [Piece(word[0], self.line, self.column + word.start()) for word in found]

    def error(self, message: str, hint: str = "") -> FormatError:
        """An error at the beginning of the piece."""
        return FormatError(message, line=self.line, column=self.column, hint=hint)


def pieces_of(text: str) -> list[Piece]:
    """The lines of a text, as `lines_of` returns them."""
    return [Piece(line, number) for number, line in enumerate(lines_of(text), 1)]


def lines_of(text: str) -> list[str]:
    """The lines of a text with the line ends of any system, without trailing blanks."""
    return [
        line.rstrip(" \t") for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    ]


def is_text(text: str) -> bool:
    """Whether a text file can hold it: no NUL, and no halves of characters as Python's can have."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def place_in(text: str, at: int) -> tuple[int, int]:
    """The line and the column, both from 1, of the character at an index."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def counted(number: int, word: str) -> str:
    """A number of things, as in "1 cell" and "2 cells"."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
