"""End the program on a signal as after Ctrl-C, so that results so far are kept."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator

#: Ctrl-C, a request to end, and a closed terminal, which Windows does not have.
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
#: For so many seconds after a signal others are ignored: shells and systems may send several,
#: while the results so far are still being written.
_PATIENCE = 5.0


class Ended(KeyboardInterrupt):
    """Raised by a signal; `status` is the exit status for it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise `Ended` on a signal; one that is ignored already, as under nohup, stays ignored."""
    received_at = -_PATIENCE

    def end(number: int, _: object) -> None:
        nonlocal received_at
        if time.monotonic() - received_at >= _PATIENCE:
            received_at = time.monotonic()
            raise Ended(number)

    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    replaced = {number: was for number, was in before.items() if was not in (signal.SIG_IGN, None)}
    for number in replaced:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, was in replaced.items():
            signal.signal(number, was)
