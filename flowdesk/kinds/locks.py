"""Locks: cells and edges of a puzzle that its author wants to keep as they are.

A locked cell keeps what lies in it: an endpoint in its colour, a hole, a clue, or that there is
none of these; a locked edge keeps its wall or its drawn line, or that there is none. A drawn path
is locked when all its cells are. Locks bind what FlowDesk makes, never the author's hand, and are
no part of what makes two puzzles the same.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias, TypeGuard

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge, edge_between
from flowdesk.core.json_object import JsonObject, cells_in
from flowdesk.core.shape import Shape
from flowdesk.draw.scene import Tile, Tiles

Lock: TypeAlias = Cell | Edge


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


def locks_in(data: JsonObject, lockable: Container[Lock]) -> frozenset[Lock]:
    """Return the locks of a puzzle in JSON; FormatError with the one that the board has not."""
    found = set[Lock]()
    for number, item in enumerate(data.get("locked", list, [])):
        place = f"{data.place('locked')}[{number}]"
        is_cell = type(item) is list and [type(part) for part in item] == [int, int]
        cells = [] if is_cell else cells_in(item, place)
        pair = edge_between(cells[0], cells[1]) if len(cells) == 2 else None
        lock = (item[0], item[1]) if is_cell else pair
        if lock is None or lock not in lockable:
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
