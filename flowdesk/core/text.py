"""Text as it stands in files and sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from flowdesk.core.finding import FormatError

_PASTS = {
    "build": "built",
    "copy": "copied",
    "cut": "cut",
    "draw": "drew",
    "flip": "flipped",
    "make": "made",
    "set": "set",
    "swap": "swapped",
    "take": "took",
    "thin": "thinned",
}


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


def even_rows(rows: Sequence[Piece], hint: str) -> Iterator[Piece]:
    """Yield the rows of a board; FormatError at one that is not as long as the first."""
    for row in rows:
        length, first = len(row.text), len(rows[0].text)
        if length != first:
            message = f"this row has {counted(length, 'cell')}, the first has {first}."
            raise row.at(min(length, first)).error(message, hint)
        yield row


def named_values(lines: Iterable[Piece], hint: str) -> Iterator[tuple[str, Piece]]:
    """Yield name and value of each line ``name: value``; FormatError at one of another form."""
    for line in lines:
        named = _named(line.text)
        if not named:
            message = "after the rows and a blank line, lines 'name: value' are expected."
            raise line.error(message, hint)
        name, value = named
        yield name, line.at(len(line.text) - len(value))


def about_of(values: Iterable[tuple[str, Piece]]) -> dict[str, str]:
    """Title, author and the like; several values of a name are the lines of a text."""
    about: dict[str, list[str]] = {}
    for name, value in values:
        about.setdefault(name, []).append(value.text)
    return {name: "\n".join(lines) for name, lines in about.items()}


def about_lines(
    about: Mapping[str, str], called: str, is_taken: Callable[[str, str], bool]
) -> list[str]:
    """Lines ``name: value`` for a file that is `called` so in sentences.

    FormatError for a line that would be read as something else: if the name and the value of a line
    mean more in this format, it `is_taken`.
    """
    found = []
    for name, text in about.items():
        for value in text.splitlines() or [""]:
            line = f"{name}: {value}".rstrip()
            is_same = _named(line) == (name, value.strip())
            if not is_same or not is_text(line) or is_taken(name, value):
                hint = "Save it as FlowDesk JSON (.json)."
                raise FormatError(f"{called} cannot hold the line {line!r}.", hint=hint)
            found.append(line)
    return found


def _named(line: str) -> tuple[str, str] | None:
    name, colon, value = line.partition(":")
    if not colon or not name[0:1].isalpha() or re.search(r"[\r\n]", name):
        return None
    return name.rstrip(), value.lstrip()


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
    """A number of things, as in "1 cell" and "1,000 cells"."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def in_past(what: str) -> str:
    """What was done, as in "Placed Blue (B)", by the name of an edit: "place Blue (B)"."""
    verb, *rest = what.split(" ")
    past = _PASTS.get(verb) or (f"{verb}d" if verb.endswith("e") else f"{verb}ed")
    return " ".join((past.capitalize(), *rest))
