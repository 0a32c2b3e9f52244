"""Edit: one reversible change, which is one step of undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

P = TypeVar("P")


class Kept(Protocol[P]):
    """What undo keeps of an edit: enough to restore it, given the puzzle that it led to."""

    def restored(self, after: P) -> Edit[P]:
        """Return the edit, given the puzzle after it."""


@dataclass(frozen=True)
class Edit(Generic[P]):
    """A change of an immutable puzzle: the puzzle before and the puzzle after it.

    Undo returns to the very object before, so it is always exact.
    """

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
