"""The messages to and from worker processes: events and outcomes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Progress:
    """A result so far."""

    value: Any


@dataclass(frozen=True)
class Done:
    """The function has returned `value`."""

    value: Any


@dataclass(frozen=True)
class Failed:
    """The function has raised an exception: a bug of ours."""

    traceback: str


@dataclass(frozen=True)
class Refused(Failed):
    """The function has raised a FlowDeskError: no bug; `reason` is its message to the user."""

    reason: str


@dataclass(frozen=True)
class Died:
    """The process was killed or ran out of memory. `last` is the last progress, or None."""

    exit_code: int | None
    last: Any = None


@dataclass(frozen=True)
class TimedOut:
    """The time limit ended the call after `seconds`; `last` is the last progress, or None."""

    last: Any = None
    seconds: float = field(default=0.0, compare=False)


Event: TypeAlias = Progress | Done | Failed | Died
Outcome: TypeAlias = Done | Failed | Died | TimedOut
