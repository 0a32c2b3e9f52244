"""What the verbs print: results, errors, progress; and how they end."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from flowdesk import __version__
from flowdesk.core.finding import Finding
from flowdesk.core.terminal import (
    can_rewrite,
    complain,
    printable,
    printable_json,
    printable_text,
    say,
    takes_colors,
)

OK, NOT_SO, BAD_INPUT, UNKNOWN = 0, 1, 2, 3


@dataclass
class Console:
    """Standard output and error, and the exit status that the results so far add up to."""

    quiet: bool = False
    verbose: bool = False
    seen: set[int] = field(default_factory=set)
    _progress: bool = False

    def lines(self, *lines: str) -> None:
        """Print a result at once: who reads a pipe gets it when it is known."""
        self.clear_progress()
        print(*map(printable, lines), sep="\n", flush=True)

    def json(self, result: dict[str, Any]) -> None:
        """Print a result as one line of JSON, in ASCII: it survives any terminal and pipe."""
        self.lines(printable_json(json.dumps(result)))

    @property
    def takes_colors(self) -> bool:
        """Whether a drawing may be coloured."""
        return takes_colors(sys.stdout)

    def drawing(self, text: str) -> None:
        """Print a picture of ours, made of lines and colour codes, as it is."""
        self.clear_progress()
        print(text, end="", flush=True)

    def text(self, text: str) -> None:
        """Print what else would be the text of a file, in UTF-8 as in one."""
        self.data(printable_text(text).encode())

    def data(self, data: bytes) -> None:
        """Write what else would be a file and is no text, as a picture."""
        self.clear_progress()
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    def error(self, sentence: object, details: str = "") -> None:
        """Say what went wrong, on standard error; `details` are lines below it."""
        self.clear_progress()
        complain(sentence, details)

    def own_error(self, name: str, details: str) -> None:
        """Say that FlowDesk itself has failed at something, which stays unknown, and what to tell.

        `details` should hold what it takes to make it happen again.
        """
        from flowdesk.doctor import versions  # rarely used, and slow to import

        text = "\n".join([f"FlowDesk {__version__}", *versions(), "", details])
        self.error(f"{name}: an error of FlowDesk's own. Please report what stands below.", text)
        self.seen.add(UNKNOWN)

    def note(self, text: str) -> None:
        """Say more, on standard error, with --verbose."""
        if self.verbose and not self.quiet:
            self.clear_progress()
            say(f"{printable(text)}\n")

    def progress(self, text: str) -> None:
        """Show how far long work has come, if a person watches."""
        if not self.quiet and can_rewrite(sys.stderr):
            say(f"\r{printable(text)}\x1b[K")
            self._progress = True

    def clear_progress(self) -> None:
        """Take the progress off the terminal."""
        if self._progress:
            say("\r\x1b[K")
            self._progress = False

    @property
    def exit_status(self) -> int:
        """The first that holds, in the order of the contract."""
        return next((s for s in (BAD_INPUT, NOT_SO, UNKNOWN) if s in self.seen), OK)


def findings_json(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as the contract writes them."""
    return [{"rule": f.rule, "message": f.message, "cells": f.cells} for f in findings]
