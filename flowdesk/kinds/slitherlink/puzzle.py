"""Slitherlink: the puzzle; Loop: its solution; and a checker that shares nothing with the solver.

Cells are ``(x, y)``, zero-based, y downwards. An edge is the pair of the two cells on its sides,
the smaller one first (see `flowdesk.core.grid`): on the border one of them is just outside the
board.

Of the findings, INVALID ones say that there is nothing to solve yet. IMPOSSIBLE ones are proofs
that a puzzle has no solution, by simple arguments that a person can follow; without one there may
still be none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import ClassVar

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import (
    Cell,
    Edge,
    by_row,
    cell_name,
    cells_at,
    edge_joining,
    edges_at,
    edges_of,
    ends_of,
    neighbors,
)
from flowdesk.kinds.loops import LoopPuzzle, Ring, mistakes_of

#: The largest clue: only a loop round a single cell has four edges of it.
MOST = 4


@dataclass(frozen=True)
class Slitherlink(LoopPuzzle[int]):
    """A Slitherlink puzzle: `clues` are the numbers of edges of cells that are on the loop.

    `crosses` are edges that a player has marked as not on the loop, and `shades` maps cells to
    whether the player takes them for inside.
    """

    kind: ClassVar[str] = "slitherlink"
    along_grid: ClassVar[bool] = True
    edge_fields: ClassVar[tuple[str, ...]] = ("drawn", "crosses")
    cell_fields: ClassVar[tuple[str, ...]] = ("clues", "shades")

    crosses: frozenset[Edge] = frozenset()
    shades: Mapping[Cell, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise ValueError where an invariant is broken: everything must be on the board."""
        super().__post_init__()
        for cell, clue in self.clues.items():
            if not 0 <= clue <= MOST:
                raise ValueError(f"The clue at {cell_name(cell)} is {clue}: clues are 0 to {MOST}.")
        if not all(map(self.on_board, self.shades)):
            raise ValueError("A shaded cell is off the board.")


@dataclass(frozen=True)
class Loop(Ring):
    """The edges of a loop along the lines of the grid, from corner to corner."""

    nodes_are: ClassVar[str] = "corners"
    ends_of = staticmethod(ends_of)
    joining = staticmethod(edge_joining)
    cells_at = staticmethod(cells_at)

    def inside(self, cells: Iterable[Cell]) -> frozenset[Cell]:
        """Return which cells of a board, given in reading order, are within the loop."""
        found = set()
        for x, y in cells:
            is_inside = ((x - 1, y) in found) != (((x - 1, y), (x, y)) in self.edges)
            if is_inside:
                found.add((x, y))
        return frozenset(found)


def mistakes(puzzle: Slitherlink, loop: Loop) -> list[Finding]:
    """Return everything that keeps `loop` from solving `puzzle`; empty if it does."""
    return mistakes_of(puzzle, loop, _broken_clues(puzzle, loop))


def _broken_clues(puzzle: Slitherlink, loop: Loop) -> Iterator[Finding]:
    for cell, clue in puzzle.clues.items():
        number = sum(edge in loop.edges for edge in edges_of(cell))
        if number != clue:
            edges = "one edge" if number == 1 else f"{number or 'no'} edges"
            message = f"This {clue} has {edges} on the loop."
            yield Finding("clue", message, (cell,), Severity.INVALID)


def findings(puzzle: Slitherlink) -> list[Finding]:
    """Return everything that is wrong with a puzzle, as far as that shows without a search."""
    return incomplete(puzzle) or impossible(puzzle)


def incomplete(puzzle: Slitherlink) -> list[Finding]:
    """Return what is missing: a puzzle needs a clue."""
    if puzzle.clues:
        return []
    message = "There are no clues yet: place numbers from 0 to 3."
    return [Finding("no-clues", message, (), Severity.INVALID)]


def impossible(puzzle: Slitherlink) -> list[Finding]:
    """Return simple proofs that a puzzle with clues has no solution."""
    return _beside_a_four(puzzle) or _too_few_edges(puzzle)


def _beside_a_four(puzzle: Slitherlink) -> list[Finding]:
    """Find clues that contradict a 4: the loop round it has nothing else to touch."""
    four = next((cell for cell in by_row(puzzle.clues) if puzzle.clues[cell] == MOST), None)
    if four is None:
        return []
    found = []
    for cell in by_row(puzzle.clues):
        expected = 1 if cell in neighbors(four) else 0
        if cell != four and puzzle.clues[cell] != expected:
            message = (
                f"The 4 is a loop of its own, which has {expected or 'no'} "
                f"edge{'s' * (not expected)} of this cell; the clue is {puzzle.clues[cell]}."
            )
            found.append(Finding("four", message, (cell, four), Severity.IMPOSSIBLE))
    return found


def _too_few_edges(puzzle: Slitherlink) -> list[Finding]:
    """Find clues that no choice of their edges fulfils, beside the border and zeros."""
    zeros = {cell for cell, clue in puzzle.clues.items() if clue == 0}

    def is_free(edge: Edge) -> bool:
        return puzzle.has_edge(edge) and zeros.isdisjoint(edge)

    def goes_on(chosen: frozenset[Edge], own: tuple[Edge, ...]) -> bool:
        """Whether the loop can be continued from each corner that one chosen edge ends in."""
        for corner in {corner for edge in chosen for corner in ends_of(edge)}:
            here = edges_at(corner)
            others = [edge for edge in here if edge not in own]
            if sum(edge in chosen for edge in here) == 1 and not any(map(is_free, others)):
                return False
        return True

    found = []
    for cell in by_row(puzzle.clues):
        own, clue = edges_of(cell), puzzle.clues[cell]
        choices = combinations(filter(is_free, own), clue)
        if clue and not any(goes_on(frozenset(choice), own) for choice in choices):
            message = f"This {clue} cannot hold: the zeros beside it leave too few edges."
            if not zeros.intersection(neighbors(cell)):
                message = f"This {clue} cannot hold here: the loop could not go on."
            found.append(Finding("clue", message, (cell,), Severity.IMPOSSIBLE))
    return found
