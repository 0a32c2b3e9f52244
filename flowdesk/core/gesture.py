"""Gestures: what the pointer does to a puzzle from the press of a button to its release."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic

from flowdesk.core.edit import P
from flowdesk.core.grid import Cell, Edge


@dataclass(frozen=True)
class Spot:
    """A place on the board: a cell, and the edge of it that is nearest to the pointer.

    `edge` is None where a whole cell is meant, as with the keyboard's cursor.
    """

    cell: Cell
    edge: Edge | None = None


class Gesture(ABC, Generic[P]):
    """An immutable state of a gesture; `to` returns the next state."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the change in the Undo menu."""

    @property
    @abstractmethod
    def puzzle(self) -> P:
        """The puzzle to show while the button is held."""

    @abstractmethod
    def to(self, spot: Spot) -> Gesture[P]:
        """Return the gesture after the pointer has moved in a straight line to a spot."""

    @property
    def result(self) -> P:
        """The puzzle if the button is released here."""
        return self.puzzle

    @property
    def item(self) -> str | None:
        """The item of the palette that the gesture makes current, or None."""
        return None

    @property
    def carried(self) -> Cell | None:
        """The cell whose content is being dragged, or None."""
        return None

    @property
    def problem(self) -> str:
        """A sentence that says why releasing the button here has no effect; empty if it has one."""
        return ""
