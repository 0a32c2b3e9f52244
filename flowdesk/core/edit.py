"""Changes of a puzzle: edits, their history with undo and redo, and gestures of the pointer."""

from __future__ import annotations

from collections.abc import Callable
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


class History(Generic[P]):
    """The edits that led to the current puzzle, those undone, and where it was saved.

    `shrink` returns what to keep of an old edit; it needs edits that begin with the result of the
    edit before them.
    """

    def __init__(self, shrink: Callable[[Edit[P]], Kept[P]] | None = None) -> None:
        self._shrink = shrink
        self._done = _Stack(shrink)
        self._undone = _Stack(shrink)  # inverted, so that edits chain
        self._saved_at: int | None = 0
        self._gesture: Edit[P] | None = None
        self._in_gesture = False
        self._before_gesture: tuple[_Stack[P], int | None] = (self._undone, None)

    def push(self, edit: Edit[P]) -> None:
        """Add an edit; within a gesture it becomes part of one step."""
        if self._in_gesture and self._gesture is None:
            self._before_gesture = self._undone, self._saved_at
        self.forget_undone()
        if self._in_gesture and self._gesture is not None:
            if self._saved_at == len(self._done):
                self._saved_at = None  # it is now within a step
            self._done.top = self._gesture = self._gesture.then(edit)
        else:
            self._done.push(edit)
            self._gesture = edit if self._in_gesture else None

    def replace_last(self, edit: Edit[P]) -> None:
        """Have another edit in the place of the last one."""
        if self._saved_at == len(self._done):
            self._saved_at = None
        self._done.pop()
        self.push(edit)

    def begin_gesture(self) -> None:
        """Make all edits until `end_gesture` one step."""
        self._in_gesture, self._gesture = True, None

    def end_gesture(self) -> None:
        """End the gesture, without a step if it has changed nothing in the end."""
        if self._gesture is not None and self._gesture.before == self._gesture.after:
            self._drop_gesture()
        self._in_gesture, self._gesture = False, None

    def abandon_gesture(self) -> Edit[P] | None:
        """End the gesture without a step; return the edit that reverts it, if there is one."""
        gesture, self._in_gesture, self._gesture = self._gesture, False, None
        if gesture is None:
            return None
        self._drop_gesture()
        return gesture.inverted()

    def _drop_gesture(self) -> None:
        self._done.pop()
        self._undone, self._saved_at = self._before_gesture

    def undo(self) -> Edit[P] | None:
        """Return the edit that reverts the last one, or None if there is none; end a gesture."""
        self.end_gesture()
        return self._move(self._done, self._undone)

    def redo(self) -> Edit[P] | None:
        """Return the edit that was undone last, or None if there is none; end a gesture."""
        self.end_gesture()
        return self._move(self._undone, self._done)

    def _move(self, source: _Stack[P], target: _Stack[P]) -> Edit[P] | None:
        """Move the last edit of a stack, inverted, to the other one, and return it."""
        if source.top is None:
            return None
        target.push(source.pop().inverted())
        return target.top

    def forget_undone(self) -> None:
        """Leave nothing to redo."""
        if self._saved_at is not None and self._saved_at > len(self._done):
            self._saved_at = None  # redo can no longer lead there
        self._undone = _Stack(self._shrink)

    def noted(self, note: Callable[[P], P]) -> None:
        """Change what is noted in every puzzle, such as its title: that is no step of undo."""
        self.end_gesture()
        self._done, self._undone = self._done.noted(note), self._undone.noted(note)

    @property
    def last(self) -> Edit[P] | None:
        """The edit that undo would revert."""
        return self._done.top

    @property
    def undo_label(self) -> str:
        """The name of the edit that undo would revert; empty if there is none."""
        return self._done.top.label if self._done.top else ""

    @property
    def redo_label(self) -> str:
        """The name of the edit that redo would repeat; empty if there is none."""
        return self._undone.top.label if self._undone.top else ""

    def mark_saved(self) -> None:
        """Note that the current puzzle is the one in the file."""
        self._saved_at = len(self._done)

    @property
    def is_saved(self) -> bool:
        """Whether the current puzzle is the one in the file."""
        return self._saved_at == len(self._done)


class _Stack(Generic[P]):
    """A stack of edits; `top` is the last one, those below are shrunk."""

    def __init__(self, shrink: Callable[[Edit[P]], Kept[P]] | None) -> None:
        self.top: Edit[P] | None = None
        self._shrink = shrink
        self._below: list[Kept[P]] = []

    def __len__(self) -> int:
        return len(self._below) + (self.top is not None)

    def push(self, edit: Edit[P]) -> None:
        if self.top is not None:
            self._below.append(self._shrink(self.top) if self._shrink else self.top)
        self.top = edit

    def pop(self) -> Edit[P]:
        edit = self.top
        assert edit is not None, "the stack is empty"
        self.top = self._below.pop().restored(edit.before) if self._below else None
        return edit

    def noted(self, note: Callable[[P], P]) -> _Stack[P]:
        """Return the same edits of puzzles in which something else is noted."""
        edits = [self.pop() for _ in range(len(self))]
        noted = _Stack(self._shrink)
        for edit in reversed(edits):
            noted.push(Edit(edit.label, note(edit.before), note(edit.after)))
        return noted
