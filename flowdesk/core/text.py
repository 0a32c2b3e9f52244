"""Text as it stands in files, in sentences and on terminals.

File names, titles, labels, links, and messages that quote them may hold control characters, which a
terminal obeys: they could hide a line or forge one. So everything that FlowDesk prints passes
through `printable`, which prints them as escapes: the control characters of ASCII and Latin-1 (C0,
DEL, C1), line and paragraph separators, controls of the writing direction, and lone surrogates. It
escapes newlines, too; `printable_text` keeps the newlines and tabs of a file.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TextIO

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


#: Characters that chats and mail add unseen, and what they write before lines that they quote.
INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060"))
QUOTE_MARKS = re.compile(r"^[>|\s]+")


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


def filled_lines(text: str) -> list[Piece]:
    """The lines of a text that are not blank; if there are none, an empty one."""
    return [line for line in pieces_of(text) if line.text] or [Piece("", 1)]


def lines_of(text: str) -> list[str]:
    """The lines of a text with the line ends of any system, without trailing blanks."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return [line.rstrip(" \t") for line in text.split("\n")]


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


def capital(text: str) -> str:
    """Return a text with a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


def in_past(what: str) -> str:
    """What was done, as in "Placed Blue (B)", by the name of an edit: "place Blue (B)"."""
    verb, *rest = what.split(" ")
    past = _PASTS.get(verb) or (f"{verb}d" if verb.endswith("e") else f"{verb}ed")
    return " ".join((past.capitalize(), *rest))


_C0_AND_DEL, _C1 = "\0-\x1f\x7f", "\x80-\x9f"
_SEPARATORS, _DIRECTIONS = "\u2028\u2029", "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_STEERING = re.compile(f"[{_C0_AND_DEL}{_C1}{_SEPARATORS}{_DIRECTIONS}\ud800-\udfff]")


#: The characters of a line to two sides, given by their letters.
PIPES = {"tb": "┃", "lr": "━", "tl": "┛", "tr": "┗", "bl": "┓", "br": "┏", "qd": "╲", "ea": "╱"}


def columns_of_cell(cells: int) -> int:
    """How many columns a cell has, with the grid line before it, where a row has so many cells.

    Four columns and two lines are a square; with fewer, 20 cells and more fit in 80 columns.
    """
    return next((columns for columns in (4, 3) if columns * cells < 80), 2)


def printable(text: object) -> str:
    r"""Escape all control characters of a line, as ``\n``, ``\x1b`` and ``\u202e``."""
    return _STEERING.sub(lambda one: one[0].encode("unicode_escape").decode(), str(text))


def printable_text(text: str) -> str:
    """Escape the control characters of a text except newlines and tabs."""
    return _STEERING.sub(lambda one: one[0] if one[0] in "\n\t" else printable(one[0]), text)


def printable_json(text: str) -> str:
    """Escape the control characters of a line of JSON so that it parses to the same values."""
    return _STEERING.sub(lambda one: f"\\u{ord(one[0]):04x}", text)


class ArgumentParser(argparse.ArgumentParser):
    """An argument parser that escapes control characters in its error messages.

    That its help cannot be written is an OSError, which Python's own one ignores.
    """

    def print_help(self, file: Any = None) -> None:
        """Print the help to a file, or to standard output."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit with status 2."""
        super().error(printable(message))


def complain(sentence: object, details: str = "") -> None:
    """Print an error to standard error; `details`, such as a traceback, follow indented."""
    lines = [f"flowdesk: {printable(sentence)}"]
    lines += [f"    {printable(line)}" for line in details.splitlines()]
    say("\n".join([*lines, ""]))


def say(text: str) -> None:
    """Write a text to standard error unchanged; do nothing if standard error is closed."""
    try:
        print(text, end="", file=sys.stderr, flush=True)
    except OSError:  # a terminal that was closed
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Redirect a closed stream to the null device, so that flushing it at exit does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def takes_colors(stream: TextIO) -> bool:
    """Whether to print coloured text on a stream.

    As in Python itself, a non-empty NO_COLOR forbids colour (no-color.org); else a non-empty
    FORCE_COLOR demands it, even into a pipe (force-color.org); else terminals get it, unless TERM
    is "dumb".
    """
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or can_rewrite(stream)


def can_rewrite(stream: TextIO) -> bool:
    """Whether a stream is a terminal on which a line can be overwritten."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def is_interactive() -> bool:
    """Whether a person sees what is printed, and types what is read."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def large(number: int, digits: int = 15) -> str:
    """Return a number as in ``1,581``, or with more `digits` than these as in ``1.3 × 10^28``.

    Its blanks are no-break spaces: no line ends within a number.
    """
    text = str(number)
    short = f"{text[0]}.{text[1:2]}\u00a0×\u00a010^{len(text) - 1}"
    return f"{number:,}" if len(text) <= digits else short
