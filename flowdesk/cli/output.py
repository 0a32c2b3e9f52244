"""Console: prints results, errors and progress of the verbs, and collects the exit status."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType

from flowdesk import __version__
from flowdesk.core.finding import Finding
from flowdesk.core.storage import write_atomically
from flowdesk.core.text import (
    can_rewrite,
    complain,
    printable,
    printable_json,
    printable_text,
    say,
    takes_colors,
)
from flowdesk.sat.backend import backend

OK, NOT_SO, BAD_INPUT, UNKNOWN = 0, 1, 2, 3


@dataclass
class Console:
    """Standard output and error, and the exit status of the results so far."""

    quiet: bool = False
    verbose: bool = False
    seen: set[int] = field(default_factory=set)
    _progress: str = ""

    def lines(self, *lines: str) -> None:
        """Print a result, and flush it so that a pipe gets it at once."""
        self.clear_progress()
        print(*map(printable, lines), sep="\n", flush=True)

    def json(self, result: dict[str, object]) -> None:
        """Print a result as one line of JSON in ASCII, which every terminal and pipe can take."""
        self.lines(printable_json(json.dumps(result)))

    @property
    def takes_colors(self) -> bool:
        return takes_colors(sys.stdout)

    def can_print(self, text: str) -> bool:
        """Whether standard output has all characters of a text."""
        try:
            text.encode(sys.stdout.encoding)
        except UnicodeEncodeError:
            return False
        return True

    def drawing(self, text: str) -> None:
        """Print a picture made of text and colour codes unchanged."""
        self.clear_progress()
        print(text, end="", flush=True)

    def text(self, text: str) -> None:
        """Print the text of a file, in UTF-8."""
        self.data(printable_text(text).encode())

    def data(self, data: bytes) -> None:
        """Print the bytes of a file, such as a picture."""
        self.clear_progress()
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    def file(self, output: str, data: bytes) -> None:
        """Write a file, or print its bytes if `output` is "-"."""
        self.clear_progress()
        if output == "-":
            self.data(data)
        else:
            write_atomically(Path(output), data)
            self.note(f"written to {output}")

    def error(self, sentence: object, details: str = "", *, status: int = OK) -> None:
        """Print an error on standard error; `details` are lines below it."""
        self.clear_progress()
        complain(sentence, details)
        self.seen.add(status)

    def own_error(self, name: str, details: str) -> None:
        """Report an error in FlowDesk itself, with all `details` that reproduce it."""
        text = "\n".join([*versions(), "", details])
        sentence = f"{name}: an error in FlowDesk itself. Please report the lines below."
        self.error(sentence, text, status=UNKNOWN)

    def note(self, text: str) -> None:
        """Print a message on standard error, with --verbose."""
        if self.verbose and not self.quiet:
            self.clear_progress()
            say(f"{printable(text)}\n")

    def progress(self, text: str) -> None:
        """Show the progress of long work, in one line, if standard error is a terminal."""
        line, room = printable(text), shutil.get_terminal_size().columns - 1
        if len(line) > room:  # figures stand at either end, and names between them
            line = f"{line[: room // 3]}...{line[room // 3 + 3 - room :]}"
        if not self.quiet and line != self._progress and can_rewrite(sys.stderr):
            say(f"\r{line}\x1b[K")
            self._progress = line

    def clear_progress(self) -> None:
        if self._progress:
            say("\r\x1b[K")
            self._progress = ""

    @property
    def exit_status(self) -> int:
        """The first of the statuses seen, in the order of the contract."""
        return next((s for s in (BAD_INPUT, NOT_SO, UNKNOWN) if s in self.seen), OK)


def in_column(texts: Sequence[str], align: str = ">") -> list[str]:
    """Return texts that are all as wide as the longest one."""
    width = max(map(len, texts))
    return [f"{text:{align}{width}}" for text in texts]


def findings_json(findings: Iterable[Finding]) -> list[dict[str, object]]:
    return [{"rule": f.rule, "message": f.message, "cells": f.cells} for f in findings]


def versions() -> list[str]:
    """Return the versions of FlowDesk and of all that it runs on, in lines, for bug reports."""
    import platform  # rarely used, and slow to import

    names = {"Tk": "tkinter", "Pillow": "PIL", "pycosat": "pycosat", "python-sat": "pysat"}
    lines = [f"FlowDesk {__version__}"]
    lines.append(f"Python {platform.python_version()} on {platform.platform()}")
    for name, module in names.items():
        try:
            found = import_module(module)
        except ImportError:
            lines.append(f"{name} not installed")
            continue
        lines.append(f"{name} {_tk_version(found) if name == 'Tk' else found.__version__}")
    return [*lines, f"Solver: {backend()}"]


def _tk_version(tkinter: ModuleType) -> str:
    """Return the version of Tk, without opening a window."""
    try:
        return f"{tkinter.TkVersion} (Tcl {tkinter.Tcl().eval('info patchlevel')})"
    except tkinter.TclError:
        return f"{tkinter.TkVersion} without the library of Tcl"
