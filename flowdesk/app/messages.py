"""Messages: sentences in the status line, and errors of our own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from flowdesk.core.grid import Cell


class Say(Protocol):
    """Puts a sentence into the status line; a click on it shows the cells."""

    def __call__(self, text: str, cells: Iterable[Cell] = ()) -> None:
        """Say it."""
