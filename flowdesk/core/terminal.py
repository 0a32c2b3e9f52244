r"""What a terminal is sent: no text that steers it, and codes only where it takes them.

File names, titles, labels, links, and messages that quote them may hold control characters, which
a terminal obeys: they could hide a line or forge one. So everything that FlowDesk prints passes
through this module, which shows them as escapes: the control characters of ASCII and Latin-1 (C0,
DEL, C1), the separators of lines and paragraphs, the controls of the direction of writing, and
halves of characters. In a line a newline is none of ours and is escaped too (`printable`); in the
text of a file, newlines and tabs are structure (`printable_text`).
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import NoReturn, TextIO

_C0_AND_DEL, _C1 = "\0-\x1f\x7f", "\x80-\x9f"
_SEPARATORS, _DIRECTIONS = "\u2028\u2029", "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_STEERING = re.compile(f"[{_C0_AND_DEL}{_C1}{_SEPARATORS}{_DIRECTIONS}\ud800-\udfff]")


def printable(text: object) -> str:
    r"""A line that steers no terminal, with escapes as ``\n``, ``\x1b`` and ``\u202e``."""
    return _STEERING.sub(lambda one: one[0].encode("unicode_escape").decode(), str(text))


def printable_text(text: str) -> str:
    """The text of a file, all but its newlines and tabs as `printable`."""
    return _STEERING.sub(lambda one: one[0] if one[0] in "\n\t" else printable(one[0]), text)


def printable_json(text: str) -> str:
    """A line of JSON that steers no terminal, and is read back as the same values."""
    return _STEERING.sub(lambda one: f"\\u{ord(one[0]):04x}", text)


class ArgumentParser(argparse.ArgumentParser):
    """A parser whose complaints, which quote what was typed, steer no terminal either."""

    def error(self, message: str) -> NoReturn:
        """Print usage and complaint, and end the program with status 2."""
        super().error(printable(message))


def complain(sentence: object, details: str = "") -> None:
    """Say on standard error what went wrong; `details`, as a traceback, are lines below it."""
    lines = [f"flowdesk: {printable(sentence)}"]
    lines += [f"    {printable(line)}" for line in details.splitlines()]
    say("\n".join([*lines, ""]))


def say(text: str) -> None:
    """Write to standard error, as it is; where that is gone, nobody can be told."""
    try:
        print(text, end="", file=sys.stderr, flush=True)
    except OSError:  # a terminal that was closed
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Let what is still to be flushed at exit go nowhere, or Python would complain about it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def takes_colors(stream: TextIO) -> bool:
    """Whether coloured text may be printed on a stream.

    As in Python itself: NO_COLOR forbids it (no-color.org), else FORCE_COLOR asks for it, into a
    pipe too (force-color.org), either with any value that is not empty; else it is for terminals
    other than those that say they are dumb.
    """
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or can_rewrite(stream)


def can_rewrite(stream: TextIO) -> bool:
    """Whether a stream is a terminal on which a line can be written over."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"
