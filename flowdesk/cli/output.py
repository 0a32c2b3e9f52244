"""What the verbs print: results, errors, progress; and how they end."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from flowdesk.core.finding import Finding

OK, NOT_SO, BAD_INPUT, UNKNOWN, INTERRUPTED = 0, 1, 2, 3, 130


@dataclass
class Console:
    """Standard output and error, and the exit status that the results so far add up to."""

    quiet: bool = False
    verbose: bool = False
    seen: set[int] = field(default_factory=set)
    _progress: bool = False

    def line(self, text: str) -> None:
        """Print a result at once: who reads a pipe gets it when it is known."""
        self.clear_progress()
        print(text, flush=True)

    def json(self, result: dict[str, Any]) -> None:
        """Print a result as one line of JSON, in ASCII: it survives any terminal and pipe."""
        self.line(json.dumps(result))

    def error(self, text: object) -> None:
        """Say what went wrong, on standard error."""
        self.clear_progress()
        print(f"flowdesk: {text}", file=sys.stderr, flush=True)

    def note(self, text: str) -> None:
        """Say more, on standard error, with --verbose."""
        if self.verbose and not self.quiet:
            self.clear_progress()
            print(text, file=sys.stderr, flush=True)

    def progress(self, text: str) -> None:
        """Show how far long work has come, if a person watches."""
        if not self.quiet and sys.stderr.isatty():
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
            self._progress = True

    def clear_progress(self) -> None:
        """Take the progress off the terminal."""
        if self._progress:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._progress = False

    @property
    def exit_status(self) -> int:
        """The first that holds, in the order of the contract."""
        return next((s for s in (INTERRUPTED, BAD_INPUT, NOT_SO, UNKNOWN) if s in self.seen), OK)


def findings_json(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as the contract writes them."""
    return [{"rule": f.rule, "message": f.message, "cells": f.cells} for f in findings]
