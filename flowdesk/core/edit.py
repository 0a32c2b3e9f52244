"""Edit: one reversible change, which is one step of undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

P = TypeVar("P")


class Kept(Protocol[P]):
    """What is kept of an edit: enough to have it again once the puzzle it led to is there."""

    def restored(self, after: P) -> Edit[P]:
        """The edit, which led to `after`."""


@dataclass(frozen=True)
class Edit(Generic[P]):
    """A change of an immutable puzzle, kept as the puzzle before and the puzzle after.

    So undo is exact by construction.
    """

    label: str
    before: P
    after: P

    def inverted(self) -> Edit[P]:
        """The edit that takes this one back."""
        return Edit(self.label, self.after, self.before)

    def then(self, later: Edit[P]) -> Edit[P]:
        """This edit and the one right after it as one step under this one's label."""
        assert later.before is self.after, "edits can be joined only one right after the other"
        return Edit(self.label, self.before, later.after)

    def restored(self, after: P) -> Edit[P]:
        """The edit itself, which is all there."""
        return self
