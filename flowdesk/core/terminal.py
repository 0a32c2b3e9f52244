r"""Print to terminals: escape control characters, and use colour only where it is supported.

File names, titles, labels, links, and messages that quote them may hold control characters, which
a terminal obeys: they could hide a line or forge one. So everything that FlowDesk prints passes
through this module, which prints them as escapes: the control characters of ASCII and Latin-1 (C0,
DEL, C1), line and paragraph separators, controls of the writing direction, and lone surrogates.
`printable` escapes newlines, too; `printable_text` keeps the newlines and tabs of a file.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import Any, NoReturn, TextIO

_C0_AND_DEL, _C1 = "\0-\x1f\x7f", "\x80-\x9f"
_SEPARATORS, _DIRECTIONS = "\u2028\u2029", "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_STEERING = re.compile(f"[{_C0_AND_DEL}{_C1}{_SEPARATORS}{_DIRECTIONS}\ud800-\udfff]")


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
