"""Signals that end the program: in order, with everything kept that was done, as after Ctrl-C."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator

#: Ctrl-C, a request to end, and a terminal that was closed, which Windows does not know.
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
#: For so many seconds further signals are taken for the same wish: shells and systems that end
#: everything send several, and what has been done is being written meanwhile.
_PATIENCE = 5.0


class Ended(KeyboardInterrupt):
    """A signal has come; `status` is the exit status that says which."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Within this such a signal raises `Ended`; one that is ignored, as under nohup, stays so."""
    heard_at = -_PATIENCE

    def end(number: int, _: object) -> None:
        nonlocal heard_at
        if time.monotonic() - heard_at >= _PATIENCE:
            heard_at = time.monotonic()
            raise Ended(number)

    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    heard = {number: was for number, was in before.items() if was not in (signal.SIG_IGN, None)}
    for number in heard:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, was in heard.items():
            signal.signal(number, was)
