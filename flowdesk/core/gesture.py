"""Gestures: what the pointer or a key does to a puzzle, from a press to its release."""

from __future__ import annotations

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


@dataclass(frozen=True)
class Gesture(Generic[P]):
    """An immutable state of a gesture. Those of this class are clicks and keys: they stay as begun.

    `name` is the name of the change in the Undo menu, and `puzzle` is shown while the button is
    held. `item` is the item of the palette that the gesture makes current, `carried` the cell whose
    content is being dragged.
    """

    name: str
    puzzle: P
    item: str | None = None
    carried: Cell | None = None

    def to(self, spot: Spot) -> Gesture[P]:
        """Return the gesture after the pointer has moved in a straight line to a spot."""
        return self

    @property
    def result(self) -> P:
        """The puzzle if the button is released here."""
        return self.puzzle

    @property
    def problem(self) -> str:
        """A sentence that says why releasing the button here has no effect; empty if it has one."""
        return ""
