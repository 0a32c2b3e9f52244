"""Terminal: a program in a pseudo-terminal, whose screen pyte draws."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyte

from tests.processes import PATIENCE, ROOT, started

#: What the keys of xterm send in the mode that curses asks for.
KEYS = {
    "up": "\x1bOA",
    "down": "\x1bOB",
    "right": "\x1bOC",
    "left": "\x1bOD",
    "enter": "\r",
    "escape": "\x1b",
    "backspace": "\x7f",
    "ctrl c": "\x03",
    "ctrl l": "\x0c",
    "ctrl s": "\x13",
    "ctrl z": "\x1a",
}


class Terminal:
    """The screen of a program, and the keys that it is sent."""

    def __init__(
        self, process: subprocess.Popen[Any], ours: int, theirs: int, columns: int, rows: int
    ) -> None:
        self.process, self._ours, self._theirs = process, ours, theirs
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)

    @property
    def text(self) -> str:
        """What is on the screen, row by row."""
        return "\n".join(row.rstrip() for row in self.screen.display)

    def press(self, *keys: str) -> None:
        """Send keys: names in KEYS, or what they print."""
        for key in keys:
            os.write(self._ours, KEYS.get(key, key).encode())

    def see(self, key: str, *wanted: str, gone: str = "\0") -> None:
        """Press a key, and wait for what it shows."""
        self.press(key)
        self.wait_for(*wanted, gone=gone)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal."""
        self.screen.resize(rows, columns)
        _set_size(self._ours, columns, rows)

    @property
    def modes(self) -> list[Any]:
        """The modes of the terminal, which a program has to restore."""
        return termios.tcgetattr(self._theirs)

    @property
    def is_full(self) -> bool:
        """Whether the program has to wait with what it writes, because nobody reads."""
        return not select.select([], [self._theirs], [], 0)[1]

    def wait_for(self, *wanted: str, gone: str = "\0") -> str:
        """Read until some texts are on the screen, and another one is gone; return the screen.

        A page comes in pieces, row by row: wait for all that is to be compared.
        """
        deadline = time.monotonic() + PATIENCE
        shown = self.text
        while not all(text in shown for text in wanted) or gone in shown:
            left = deadline - time.monotonic()
            assert left > 0, f"waited in vain for {wanted}:\n{shown}"
            if not self._read(left) and self.process.poll() is not None:
                raise AssertionError(f"it ended before {wanted} was there:\n{shown}")
            shown = self.text
        return shown

    def look(self, seconds: float) -> str:
        """Read for a moment, and return the screen."""
        self._read(seconds)
        return self.text

    def wait_for_end(self, *keys: str) -> int:
        """Send keys, and read until the program has ended; return its exit status."""
        self.press(*keys)
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"it does not end:\n{self.text}"
            self._read(0.02)
        while self._read(0):
            pass
        return int(self.process.returncode)

    def _read(self, seconds: float) -> bool:
        """Take in what the program writes within some seconds; return whether it wrote anything."""
        if not select.select([self._ours], [], [], seconds)[0]:
            return False
        with suppress(OSError):  # closed on the other side
            if data := os.read(self._ours, 65536):
                self._stream.feed(data)
                return True
        return False


@contextmanager
def terminal(
    command: Sequence[str],
    environment: Mapping[str, str],
    *,
    columns: int = 80,
    rows: int = 24,
    term: str = "xterm-256color",
    cwd: Path | None = None,
) -> Iterator[Terminal]:
    """Run a program in a terminal of its own, for at most as long as the `with` block."""
    ours, theirs = os.openpty()
    _set_size(ours, columns, rows)
    known = {"PYTHONPATH": str(ROOT), "TERM": term, "LC_ALL": "C.UTF-8"}
    with started(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **known, **environment},
        cwd=cwd,
        preexec_fn=_take_terminal,
    ) as process:
        try:
            yield Terminal(process, ours, theirs, columns, rows)
        finally:
            os.close(theirs)
            os.close(ours)


def _set_size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _take_terminal() -> None:
    """Let standard input be the terminal that belongs to this session."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
