"""Calls that tests send to workers, whose processes import this file and nothing that takes long.

Those that post how far they have come take `progress`. The modules of the tests import pytest
and hypothesis, which takes a process 0.2 seconds.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flowdesk.kinds.flow.level import Level

Post = Callable[[object], None]


def tell(value: object) -> object:
    """Return a value."""
    return value


def count_to(number: int, *, progress: Post) -> str:
    """Work that posts how far it has come."""
    for i in range(number):
        progress(i)
    return f"counted to {number}"


def fail() -> None:
    """Work with a fault."""
    raise LookupError("nothing is where it should be")


def use_up_the_stack() -> None:
    """Work with another fault."""
    use_up_the_stack()


def end_process(*, progress: Post) -> None:
    """Work that takes its process along, as when memory runs out."""
    progress("so far")
    os.kill(os.getpid(), signal.SIGKILL)


def never_end(*, progress: Post) -> None:
    """Work without an end."""
    progress("begun")
    threading.Event().wait()


def tell_pid() -> int:
    """Work that tells which process does it."""
    return os.getpid()


def tell_parent() -> int:
    """Work that tells which process has started this one."""
    return os.getppid()


def variable(name: str) -> str | None:
    """Return a variable of the environment."""
    return os.environ.get(name)


@dataclass(frozen=True)
class Found:
    """A result of a question about a level."""

    what: str
    seconds: float = 0.0


def at_once(level: Level) -> Found:
    """Return a result at once."""
    return Found(f"{level.width} wide")


def never(level: Level, *, progress: Post, **_: Any) -> Found:
    """Post a result, but never return."""
    progress(Found("begun"))
    threading.Event().wait()
    raise AssertionError("nobody sets it")
