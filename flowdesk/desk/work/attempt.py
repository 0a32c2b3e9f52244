"""Calls in other processes that may be refused: what is for people to read comes back as a value.

A worker tells of every exception as of an error of ours; a `FlowDeskError` is none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flowdesk.core.finding import FlowDeskError


@dataclass(frozen=True)
class Refused:
    """Why there is no answer, in a sentence."""

    reason: str


def attempt(function: Callable[..., Any], *args: Any, progress: Callable[[float], None]) -> Any:
    """What the function returns, or `Refused` with what its FlowDeskError says."""
    try:
        return function(*args, progress=progress)
    except FlowDeskError as error:
        return Refused(str(error))
