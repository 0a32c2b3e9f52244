"""Text as it stands in files and sentences."""

from __future__ import annotations


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
