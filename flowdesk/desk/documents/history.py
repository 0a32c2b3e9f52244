"""History: what undo takes back and redo brings again, without limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from flowdesk.core.edit import Edit, Kept, P


class History(Generic[P]):
    """The edits that led to the present puzzle, those taken back, and where it was saved.

    Where each edit begins with the puzzle that the one before it led to, `shrink` may say what to
    keep of old ones instead of all.
    """

    def __init__(self, shrink: Callable[[Edit[P]], Kept[P]] | None = None) -> None:
        self._shrink = shrink
        self._done = _Stack(shrink)
        self._undone = _Stack(shrink)  # inverted, so that each again begins where the next one ends
        self._saved_at: int | None = 0
        self._gesture: Edit[P] | None = None
        self._in_gesture = False
        self._before_gesture: tuple[_Stack[P], int | None] = (self._undone, None)

    def push(self, edit: Edit[P]) -> None:
        """Remember an edit that was made; within a gesture it becomes part of one step."""
        if self._in_gesture and self._gesture is None:
            self._before_gesture = self._undone, self._saved_at
        self.forget_undone()
        if self._in_gesture and self._gesture is not None:
            if self._saved_at == len(self._done):
                self._saved_at = None  # what was saved is now in the middle of a step
            self._done.top = self._gesture = self._gesture.then(edit)
        else:
            self._done.push(edit)
            self._gesture = edit if self._in_gesture else None

    def begin_gesture(self) -> None:
        """From here on to `end_gesture` all edits are one step: a drag."""
        self._in_gesture, self._gesture = True, None

    def end_gesture(self) -> None:
        """The gesture is over; if it ended where it began it leaves no step behind."""
        if self._gesture is not None and self._gesture.before == self._gesture.after:
            self._drop_gesture()
        self._in_gesture, self._gesture = False, None

    def abandon_gesture(self) -> Edit[P] | None:
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

    def undo(self) -> Edit[P] | None:
        """The edit that takes back the last one, or None if there is none; ends a gesture."""
        self.end_gesture()
        return self._move(self._done, self._undone)

    def redo(self) -> Edit[P] | None:
        """The edit that was taken back last, or None if there is none; ends a gesture."""
        self.end_gesture()
        return self._move(self._undone, self._done)

    def _move(self, source: _Stack[P], target: _Stack[P]) -> Edit[P] | None:
        """Invert the last edit of a stack, and put it on the other one."""
        if source.top is None:
            return None
        target.push(source.pop().inverted())
        return target.top

    def forget_undone(self) -> None:
        """What was taken back can be brought again no longer: something else was done since."""
        if self._saved_at is not None and self._saved_at > len(self._done):
            self._saved_at = None  # what was saved can no longer be reached by redo
        self._undone = _Stack(self._shrink)

    @property
    def undo_label(self) -> str:
        """What undo would take back; empty if there is nothing."""
        return self._done.top.label if self._done.top else ""

    @property
    def redo_label(self) -> str:
        """What redo would bring again; empty if there is nothing."""
        return self._undone.top.label if self._undone.top else ""

    def mark_saved(self) -> None:
        """The present puzzle is the one on the disk."""
        self._saved_at = len(self._done)

    @property
    def is_saved(self) -> bool:
        """Whether the present puzzle is the one on the disk."""
        return self._saved_at == len(self._done)


class _Stack(Generic[P]):
    """Edits one after the other, of which only the last, `top`, is whole."""

    def __init__(self, shrink: Callable[[Edit[P]], Kept[P]] | None) -> None:
        self.top: Edit[P] | None = None
        self._shrink = shrink
        self._below: list[Kept[P]] = []

    def __len__(self) -> int:
        return len(self._below) + (self.top is not None)

    def push(self, edit: Edit[P]) -> None:
        """Put an edit on top."""
        if self.top is not None:
            self._below.append(self._shrink(self.top) if self._shrink else self.top)
        self.top = edit

    def pop(self) -> Edit[P]:
        """Take the last edit off."""
        edit = self.top
        assert edit is not None, "the stack is empty"
        self.top = self._below.pop().restored(edit.before) if self._below else None
        return edit
