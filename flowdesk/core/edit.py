"""Changes of a puzzle: edits, which are steps of undo, and gestures of the pointer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from flowdesk.core.grid import Area, Cell, Edge

P = TypeVar("P")


class Kept(Protocol[P]):
    """What undo keeps of an edit: enough to restore it, given the puzzle that it led to."""

    def restored(self, after: P) -> Edit[P]:
        """Return the edit, given the puzzle after it."""


@dataclass(frozen=True)
class Edit(Generic[P]):
    """A change of an immutable puzzle; undo returns the very object before, so it is exact."""

    label: str
    before: P
    after: P

    def inverted(self) -> Edit[P]:
        """Return the edit that undoes this one."""
        return Edit(self.label, self.after, self.before)

    def then(self, later: Edit[P]) -> Edit[P]:
        """Return this edit and the one right after it as one step with this label."""
        assert later.before is self.after, "edits can be joined only one right after the other"
        return Edit(self.label, self.before, later.after)

    def restored(self, after: P) -> Edit[P]:
        """Return the edit itself: an edit is a complete record of itself."""
        return self


@dataclass(frozen=True)
class Spot:
    """A cell, and its edge and corner nearest to the pointer, which may be near that edge.

    A corner ``(x, y)`` is the upper left one of that cell. Edge and corner are None where a whole
    cell is meant, as by keys.
    """

    cell: Cell
    edge: Edge | None = None
    corner: Cell | None = None
    is_near_edge: bool = False


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
    def preview(self) -> P | None:
        """The puzzle that the board shows before the button is released; None for `puzzle`."""
        return None

    @property
    def area(self) -> Area | None:
        """The cells that are selected after it, for tools that select."""
        return None

    @property
    def problem(self) -> str:
        """A sentence that says what releasing the button here does not do, and why, or nothing."""
        return ""
