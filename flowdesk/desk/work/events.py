"""What is asked of other processes, and what they tell: calls, events and outcomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Progress:
    """What is known so far."""

    value: Any


@dataclass(frozen=True)
class Done:
    """What the function returned."""

    value: Any


@dataclass(frozen=True)
class Failed:
    """The function raised: an error of ours, with its traceback."""

    traceback: str


@dataclass(frozen=True)
class Refused(Failed):
    """The function raised a FlowDeskError: no error of ours, but `reason` is for people to read."""

    reason: str


@dataclass(frozen=True)
class Died:
    """The process is gone: killed, or out of memory. `last` is the last progress, or None."""

    exit_code: int | None
    last: Any = None


@dataclass(frozen=True)
class TimedOut:
    """The time limit passed, after `seconds`; `last` is the last progress, or None."""

    last: Any = None
    seconds: float = field(default=0.0, compare=False)


Event: TypeAlias = Progress | Done | Failed | Died
Outcome: TypeAlias = Done | Failed | Died | TimedOut


@dataclass(frozen=True)
class Call:
    """A function of ours, by its name in its module, and what to call it with.

    It is also given ``progress``, a function that posts its argument as `Progress`.
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
