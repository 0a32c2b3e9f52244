"""DesktopScheme: asks the desktop whether it is dark or light, without waiting for the answer."""

from __future__ import annotations

import contextlib
import subprocess
import time
import tkinter as tk
from collections.abc import Callable, Sequence

from flowdesk.app.timers import Clock, Loop
from flowdesk.desk.pictures.themes import commands, scheme_in

_POLL_SECONDS = 0.05
_LIMIT = 2.0  # seconds for each program that is asked
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would open a terminal


class DesktopScheme:
    """`on_answer` gets ``dark`` or ``light``; it is not called if nobody knows."""

    def __init__(
        self, widget: tk.Misc, on_answer: Callable[[str], object], clock: Clock = time.monotonic
    ) -> None:
        self._on_answer, self._clock = on_answer, clock
        self._polling = Loop(widget, self._poll, _POLL_SECONDS)
        self._left: list[Sequence[str]] = []
        self._process: subprocess.Popen[str] | None = None
        self._began = 0.0

    def ask(self) -> None:
        """Begin to ask, unless that is going on."""
        if self._process is None:
            self._left = list(commands())
            self._ask_next()

    def close(self) -> None:
        self._left = []
        self._polling.stop()
        self._end()

    def _ask_next(self) -> None:
        """Start the next program that there is."""
        while self._left and self._process is None:
            with contextlib.suppress(OSError):
                self._process = subprocess.Popen(
                    self._left.pop(0),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    errors="replace",
                    creationflags=_NO_WINDOW,
                )
        if self._process:
            self._began = self._clock()
            self._polling.start()

    def _poll(self) -> bool:
        process = self._process
        if process is None:
            return False
        is_over = process.poll() is not None
        if not is_over and self._clock() < self._began + _LIMIT:
            return True
        answer = process.stdout.read(1000) if is_over and process.stdout else ""
        scheme = scheme_in(answer, process.returncode) if is_over else ""
        self._end()
        if scheme:
            self._on_answer(scheme)
        else:
            self._ask_next()
        return self._process is not None

    def _end(self) -> None:
        if process := self._process:
            self._process = None
            if process.poll() is None:
                process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()
