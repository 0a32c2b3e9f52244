"""History: what undo takes back and redo brings again, without limit."""

from __future__ import annotations

from typing import Generic

from flowdesk.core.edit import Edit, Puzzle


class History(Generic[Puzzle]):
    """The edits that led to the present puzzle, those taken back, and where it was saved."""

    def __init__(self) -> None:
        self._done: list[Edit[Puzzle]] = []
        self._undone: list[Edit[Puzzle]] = []
        self._saved_at: int | None = 0
        self._gesture: Edit[Puzzle] | None = None
        self._in_gesture = False
        self._before_gesture: tuple[list[Edit[Puzzle]], int | None] = ([], None)

    def push(self, edit: Edit[Puzzle]) -> None:
        """Remember an edit that was made; within a gesture it becomes part of one step."""
        if self._in_gesture and self._gesture is None:
            self._before_gesture = self._undone[:], self._saved_at
        if self._saved_at is not None and self._saved_at > len(self._done):
            self._saved_at = None  # what was saved can no longer be reached by redo
        self._undone.clear()
        if self._in_gesture and self._gesture is not None:
            if self._saved_at == len(self._done):
                self._saved_at = None  # what was saved is now in the middle of a step
            self._done[-1] = self._gesture = self._gesture.then(edit)
        else:
            self._done.append(edit)
            self._gesture = edit if self._in_gesture else None

    def begin_gesture(self) -> None:
        """From here on to `end_gesture` all edits are one step: a drag."""
        self._in_gesture, self._gesture = True, None

    def end_gesture(self) -> None:
        """The gesture is over; if it ended where it began it leaves no step behind."""
        if self._gesture is not None and self._gesture.before == self._gesture.after:
            self._drop_gesture()
        self._in_gesture, self._gesture = False, None

    def abandon_gesture(self) -> Edit[Puzzle] | None:
        """The gesture is over and leaves no step; the edit that takes its changes back, if any."""
        gesture, self._in_gesture, self._gesture = self._gesture, False, None
        if gesture is None:
            return None
        self._drop_gesture()
        return gesture.inverted()

    def _drop_gesture(self) -> None:
        """Be as before the gesture: what could be redone and what was saved are so again."""
        self._done.pop()
        self._undone, self._saved_at = self._before_gesture

    def undo(self) -> Edit[Puzzle] | None:
        """The edit that takes back the last one, or None if there is none; ends a gesture."""
        self.end_gesture()
        if not self._done:
            return None
        self._undone.append(self._done.pop())
        return self._undone[-1].inverted()

    def redo(self) -> Edit[Puzzle] | None:
        """The edit that was taken back last, or None if there is none; ends a gesture."""
        self.end_gesture()
        if not self._undone:
            return None
        self._done.append(self._undone.pop())
        return self._done[-1]

    @property
    def undo_label(self) -> str:
        """What undo would take back; empty if there is nothing."""
        return self._done[-1].label if self._done else ""

    @property
    def redo_label(self) -> str:
        """What redo would bring again; empty if there is nothing."""
        return self._undone[-1].label if self._undone else ""

    def mark_saved(self) -> None:
        """The present puzzle is the one on the disk."""
        self._saved_at = len(self._done)

    def mark_unsaved(self) -> None:
        """No file holds this puzzle, nor anything that undo or redo leads to."""
        self._saved_at = None

    @property
    def is_saved(self) -> bool:
        """Whether the present puzzle is the one on the disk."""
        return self._saved_at == len(self._done)
