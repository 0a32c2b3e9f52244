"""Locks: cells and edges of a puzzle that its author wants to keep as they are, and their tool.

A locked cell keeps what lies in it: an endpoint in its colour, a hole, a clue, or that there is
none of these; a locked edge keeps its wall or its drawn line, or that there is none. A drawn path
is locked when all its cells are. Locks bind what FlowDesk makes, never the author's hand, and are
no part of what makes two puzzles the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias, TypeGuard

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Area, Cell, Edge, edge_between
from flowdesk.core.json_object import JsonObject, cells_in
from flowdesk.core.puzzle import Lock, P, Puzzle
from flowdesk.core.shape import Shape
from flowdesk.core.text import counted
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.editor import OverCells, Tool


def is_edge(lock: Lock) -> TypeGuard[Edge]:
    """Whether an edge is locked, and no cell."""
    return isinstance(lock[0], tuple)


def is_cell(lock: Lock) -> TypeGuard[Cell]:
    """Whether a cell is locked, and no edge."""
    return isinstance(lock[0], int)


def cells_in_lock(lock: Lock) -> tuple[Cell, ...]:
    """Return a locked cell, or the two of a locked edge."""
    return lock if is_edge(lock) else (lock,)  # type: ignore[return-value]  # a guard tells one side


def cells_of_locks(locked: Iterable[Lock]) -> frozenset[Cell]:
    """Return the cells among locks."""
    return frozenset(filter(is_cell, locked))


def edges_of_locks(locked: Iterable[Lock]) -> frozenset[Edge]:
    """Return the edges among locks."""
    return frozenset(filter(is_edge, locked))


def moved_locks(locked: Iterable[Lock], to: Callable[[Cell], Cell]) -> frozenset[Lock]:
    """Return locks where cells have been moved."""
    places = ([*map(to, cells_in_lock(lock))] for lock in locked)
    return frozenset(edge_between(*cells) if cells[1:] else cells[0] for cells in places)


def locks_to_json(locked: frozenset[Lock]) -> list[Lock]:
    """Return locks in the order of files: the cells, then the edges."""
    return [*sorted(cells_of_locks(locked)), *sorted(edges_of_locks(locked))]


def locks_in(data: JsonObject, puzzle: Puzzle) -> frozenset[Lock]:
    """Return the locks of a puzzle in JSON; FormatError with the one that the board has not."""
    found = set[Lock]()
    for number, item in enumerate(data.get("locked", list, [])):
        place = f"{data.place('locked')}[{number}]"
        is_cell = type(item) is list and [type(part) for part in item] == [int, int]
        cells = [] if is_cell else cells_in(item, place)
        pair = edge_between(cells[0], cells[1]) if len(cells) == 2 else None
        lock = (item[0], item[1]) if is_cell else pair
        if lock is None or lock not in puzzle.lockable:
            raise FormatError(f"{place} is neither a cell nor an edge of the board.")
        found.add(lock)
    return frozenset(found)


@lru_cache(maxsize=8)
def lock_tiles(
    locked: frozenset[Lock], shape: Shape, width: int, height: int
) -> Mapping[Cell, Tiles]:
    """Return tiles over cells that mark locks: a padlock in a corner, a pin on an edge."""
    found = dict.fromkeys(cells_of_locks(locked), _mark("lock", ""))
    for edge in edges_of_locks(locked):
        for here, there in (edge, edge[::-1]):
            pin = _mark("pin", f" {shape.side(here, there, width, height)}")
            found[here] = (*found.get(here, ()), *pin)
    return found


def _mark(name: str, side: str) -> Tiles:
    return Tile("deck", side=f"{name} ground{side}"), Tile("pattern", side=f"{name}{side}")


#: What the pointer does with the tool, for the list of all keys.
GESTURES = (
    ("Click or drag with the Lock tool", "lock what FlowDesk must not change; or unlock it"),
)

#: What a click at a spot means, by the name of it: what is locked together.
Meant: TypeAlias = Callable[[P, Spot], tuple[str, Collection[Lock]]]


def set_locks(puzzle: P, locks: Iterable[Lock], there: bool) -> P:
    """Lock cells and edges, or unlock them; what is not on the board is left out."""
    found = puzzle.lockable.intersection(locks)
    locked = puzzle.locked | found if there else puzzle.locked - found
    if locked == puzzle.locked:
        return puzzle
    return replace(puzzle, locked=locked)


@dataclass(frozen=True, kw_only=True)
class _LockCells(OverCells[P]):
    """A drag that locks cells of the puzzle `before`, or unlocks them."""

    before: P
    there: bool

    def over(self, cell: Cell) -> _LockCells[P]:
        puzzle = self.change(self.puzzle, cell)
        number = len(puzzle.locked ^ self.before.locked)
        return replace(self, name=_name(self.there, counted(number, "cell")), puzzle=puzzle)


@dataclass(frozen=True, kw_only=True)
class _Click(Gesture[P]):
    """A click that locks or unlocks what is meant, as long as the pointer stays in its cell."""

    drag: _LockCells[P]

    def to(self, spot: Spot) -> Gesture[P]:
        at = self.drag.at
        return self if spot.cell == at else self.drag.over(at).to(spot)


def _name(there: bool, what: str) -> str:
    return f"{'lock' if there else 'unlock'} {what}"


def _clicked(meant: Meant[P], puzzle: P, spot: Spot, there: bool | None = None) -> Gesture[P]:
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


def tool(meant: Meant[P]) -> Tool[P]:
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


def choices_at(meant: Meant[P], puzzle: P, spot: Spot) -> Iterator[Gesture[P]]:
    """Yield what a menu offers at a spot: to lock or unlock what is there, or to unlock all."""
    yield _clicked(meant, puzzle, spot)
    yield from _unlock_all(puzzle)


def choices_in(puzzle: P, area: Area, edges: Iterable[Edge]) -> Iterator[Gesture[P]]:
    """Yield what a menu offers for an area; `edges` are those at which there is something."""
    at_area = [edge for edge in edges if any(cell in area for cell in edge)]
    locks: list[Lock] = [*area.cells, *at_area]
    if not puzzle.locked.issuperset(locks):
        yield Gesture("lock what is selected", set_locks(puzzle, locks, True))
    there = [lock for lock in puzzle.locked if any(cell in area for cell in cells_in_lock(lock))]
    if there:
        yield Gesture("unlock what is selected", set_locks(puzzle, there, False))
    yield from _unlock_all(puzzle)


def _unlock_all(puzzle: P) -> Iterator[Gesture[P]]:
    if puzzle.locked:
        yield Gesture("unlock everything", set_locks(puzzle, puzzle.locked, False))
