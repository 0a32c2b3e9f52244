"""The tool that locks, and what menus offer of that, for every kind whose puzzles have locks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias, TypeVar

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Area, Cell, Edge
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted
from flowdesk.kinds.editor import OverCells, Tool
from flowdesk.kinds.locks import Lock, cells_in_lock


class Lockable(Puzzle, Protocol):
    """A puzzle that has locks; it is a dataclass."""

    @property
    def locked(self) -> frozenset[Lock]:
        """What is locked."""

    @property
    def lockable(self) -> frozenset[Lock]:
        """What can be locked."""


L = TypeVar("L", bound=Lockable)

#: What the pointer does with the tool, for the list of all keys.
GESTURES = (
    ("Click or drag with the Lock tool", "lock what FlowDesk must not change; or unlock it"),
)

#: What a click at a spot means, by the name of it: what is locked together.
Meant: TypeAlias = Callable[[L, Spot], tuple[str, Collection[Lock]]]


def set_locks(puzzle: L, locks: Iterable[Lock], there: bool) -> L:
    """Lock cells and edges, or unlock them; what is not on the board is left out."""
    found = puzzle.lockable.intersection(locks)
    locked = puzzle.locked | found if there else puzzle.locked - found
    if locked == puzzle.locked:
        return puzzle
    return replace(puzzle, locked=locked)  # type: ignore[type-var]  # puzzles are dataclasses


@dataclass(frozen=True, kw_only=True)
class _LockCells(OverCells[L]):
    """A drag that locks cells of the puzzle `before`, or unlocks them."""

    before: L
    there: bool

    def over(self, cell: Cell) -> _LockCells[L]:
        puzzle = self.change(self.puzzle, cell)
        number = len(puzzle.locked ^ self.before.locked)
        return replace(self, name=_name(self.there, counted(number, "cell")), puzzle=puzzle)


@dataclass(frozen=True, kw_only=True)
class _Click(Gesture[L]):
    """A click that locks or unlocks what is meant, as long as the pointer stays in its cell."""

    drag: _LockCells[L]

    def to(self, spot: Spot) -> Gesture[L]:
        at = self.drag.at
        return self if spot.cell == at else self.drag.over(at).to(spot)


def _name(there: bool, what: str) -> str:
    return f"{'lock' if there else 'unlock'} {what}"


def _clicked(meant: Meant[L], puzzle: L, spot: Spot, there: bool | None = None) -> Gesture[L]:
    """Return the click that locks or unlocks what is meant at a spot, or whichever it is not."""
    name, locks = meant(puzzle, spot)
    if there is None:
        there = not puzzle.locked.issuperset(locks)
    drag = _LockCells(
        "",
        puzzle,
        at=spot.cell,
        change=lambda puzzle, cell: set_locks(puzzle, [cell], there),
        before=puzzle,
        there=there,
    )
    return _Click(_name(there, name), set_locks(puzzle, locks, there), drag=drag)


def tool(meant: Meant[L]) -> Tool[L]:
    """Return the tool that locks what is `meant` at a spot."""
    return Tool(
        "Lock",
        "lock",
        "Lock",
        "Mod-Shift-F3",
        "Click what FlowDesk must not change, or drag over cells; once more unlocks it.",
        "hand2",
        lambda puzzle, spot, item: _clicked(meant, puzzle, spot),
        lambda puzzle, spot: _clicked(meant, puzzle, spot, False),
    )


def choices_at(meant: Meant[L], puzzle: L, spot: Spot) -> Iterator[Gesture[L]]:
    """Yield what a menu offers at a spot: to lock or unlock what is there, or to unlock all."""
    yield _clicked(meant, puzzle, spot)
    yield from _unlock_all(puzzle)


def choices_in(puzzle: L, area: Area, edges: Iterable[Edge]) -> Iterator[Gesture[L]]:
    """Yield what a menu offers for an area; `edges` are those at which there is something."""
    at_area = [edge for edge in edges if any(cell in area for cell in edge)]
    locks: list[Lock] = [*area.cells, *at_area]
    if not puzzle.locked.issuperset(locks):
        yield Gesture("lock what is selected", set_locks(puzzle, locks, True))
    there = [lock for lock in puzzle.locked if any(cell in area for cell in cells_in_lock(lock))]
    if there:
        yield Gesture("unlock what is selected", set_locks(puzzle, there, False))
    yield from _unlock_all(puzzle)


def _unlock_all(puzzle: L) -> Iterator[Gesture[L]]:
    if puzzle.locked:
        yield Gesture("unlock everything", set_locks(puzzle, puzzle.locked, False))
