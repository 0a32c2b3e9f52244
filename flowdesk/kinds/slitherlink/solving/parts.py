"""Parts: the connected components of cells inside and outside, and the clauses that join them.

Cells are connected by their sides. Where no two loops cross, the components form a tree, from the
outside round the board inwards: the edges between a component and its parent are one loop.

A clause says that a solution cannot have only outside cells on a separator, if it has inside cells
on both its sides, for the inside of one loop is connected; and the same for the outside, which is
connected to the border. A clue from 1 to 4 has a cell inside and one outside among its own cell and
its neighbours, so on a side with such a clue there are always both.

Cells are the numbers of the padded board here: round it there is a ring of outside cells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import compress
from typing import NamedTuple

from flowdesk.core.board import Board
from flowdesk.core.grid import Cell, Edge, edge_between
from flowdesk.sat.cnf import Clause

#: Marks cells that are not in a component yet.
_INSIDE, _OUTSIDE = -2, -1


class Cut(NamedTuple):
    """A clause that every solution fulfils, as long as certain clues stay.

    `separator` are literals of the cells of a separator. Each of the `sides` is the literal that
    excuses the clause if there is nothing on that side, with cells whose clues say that there is.
    """

    separator: tuple[int, ...]
    sides: tuple[tuple[int, frozenset[Cell]], ...]

    def clause(self, passed: Collection[Cell]) -> Clause:
        """Return the clause for a puzzle that has these cells with a clue from 1 to 4."""
        literals = (literal for literal, cells in self.sides if cells.isdisjoint(passed))
        return sorted((*self.separator, *literals))


class LoopParts:
    """The components of an assignment: whether each cell, row by row, is inside.

    `passed` are the cells with a clue from 1 to 4. Component 0 is the outside round the board.
    """

    def __init__(self, board: Board, inside: Sequence[bool], passed: Collection[Cell]) -> None:
        self._number = board.number
        padded = board.padded
        self._steps, self._cells = padded.sides, padded.cells
        self._board = frozenset(padded.inner)
        self._passed = frozenset(map(padded.place.__getitem__, passed))
        self._inside = [False] * len(self._cells)
        #: The component of each cell, or one of two marks; and a row below the ring.
        self._of = [_OUTSIDE] * len(self._cells) + [0] * self._steps[-1]
        for place in compress(padded.inner, inside):
            self._inside[place] = True
            self._of[place] = _INSIDE
        self._members: list[list[int]] = []
        self._parent: list[int] = []
        self._add([0], parent=-1)
        for place in padded.inner:
            if self._of[place] < 0:
                # What is above the first cell of a component in reading order is its parent.
                self._add([place], parent=self._of[place + self._steps[0]])
        #: The components whose loops pass a clue.
        self._looped = sorted(self._beside_clues())

    def loop(self) -> frozenset[Edge]:
        """Return the edges of the one loop that passes clues, or of any where none does."""
        inner = (self._looped or [1])[0]
        outer = self._parent[inner]
        return frozenset(
            edge_between(self._cells[place], self._cells[place + step])
            for place in self._members[inner]
            for step in self._steps
            if self._of[place + step] == outer
        )

    def cuts(self, *, single: bool = False) -> list[Cut]:
        """Return clauses that every solution fulfils, and this assignment does not.

        There are none if at most one loop passes clues; if `single`, if there is only one at all.
        """
        if (len(self._members) - 1 if single else len(self._looped)) <= 1:
            return []
        return [*self._inner_cuts(), *self._outer_cuts()]

    def _add(self, members: list[int], parent: int) -> None:
        """Add the component of some cells that are not in any yet."""
        number, of = len(self._members), self._of
        above, left, right, below = self._steps
        unseen = _INSIDE if self._inside[members[0]] else _OUTSIDE
        for place in members:
            of[place] = number
        for place in members:  # grows
            for near in (place + above, place + left, place + right, place + below):
                if of[near] == unseen:
                    of[near] = number
                    members.append(near)
        self._members.append(members)
        self._parent.append(parent)

    def _beside_clues(self) -> set[int]:
        """Return the inner one of each two components with a clue from 1 to 4 on their border."""
        of, found = self._of, set()
        for place in self._passed:
            here = of[place]
            for near in self.near(place):
                if of[near] != here:
                    found.add(max(of[near], here))
        return found

    def _inner_cuts(self) -> Iterator[Cut]:
        """Yield clauses for each inside component apart from the one with most clues."""
        inner = [number for number, members in enumerate(self._members) if self._inside[members[0]]]
        clues = [sum(place in self._passed for place in members) for members in self._members]
        main = max(inner, key=lambda number: clues[number])
        around_main = _Hull(self, self._members[main])
        towards_main = {}
        number = main
        while number > 0:
            towards_main[self._parent[number]] = number
            number = self._parent[number]
        for number in inner:
            if number != main:
                beside = towards_main.get(number, self._parent[number])
                yield self._inner_cut(self._border(number, beside), number, main)
                yield self._inner_cut(around_main.separator(self._members[number][0]), number, main)

    def _inner_cut(self, separator: set[int], apart: int, main: int) -> Cut:
        sides = []
        for number in (apart, main):
            members = self._members[number]
            sides.append((-self._variable(members[0]), self._clues(members, separator)))
        return Cut(tuple(self._variable(place) for place in sorted(separator)), tuple(sides))

    def _outer_cuts(self) -> Iterator[Cut]:
        """Yield a clause for each outside component that is not connected to the border."""
        for number, members in enumerate(self._members):
            if number and not self._inside[members[0]]:
                separator = self._border(number, self._parent[number])
                side = self._variable(members[0]), self._clues(members, separator)
                yield Cut(tuple(-self._variable(place) for place in sorted(separator)), (side,))

    def _border(self, number: int, other: int) -> set[int]:
        """Return the cells of another component that are next to one, without those of the ring."""
        return {
            place + step
            for place in self._members[number]
            for step in self._steps
            if self._of[place + step] == other and place + step in self._board
        }

    def _clues(self, members: Sequence[int], separator: set[int]) -> frozenset[Cell]:
        """Return cells with a clue from 1 to 4 on the side of a separator where these cells are.

        Where there are any, these need not be all.
        """
        reached = self._passed.intersection(members)
        reached = reached or self._passed & self.reached(members, separator)
        return frozenset(map(self._cells.__getitem__, reached))

    def reached(self, places: Iterable[int], blocked: Collection[int]) -> set[int]:
        """Return the cells of the board that are connected to some, not through blocked ones."""
        seen = set(places)
        frontier = list(seen)
        while frontier:
            place = frontier.pop()
            for step in self._steps:
                near = place + step
                if near not in seen and near not in blocked and near in self._board:
                    seen.add(near)
                    frontier.append(near)
        return seen

    def layer(self, places: Iterable[int]) -> set[int]:
        """Return the outside cells that are reached from some cells through inside ones."""
        seen, found = set(places), set()
        frontier = list(seen)
        while frontier:
            place = frontier.pop()
            for step in self._steps:
                near = place + step
                if near not in seen and near in self._board:
                    seen.add(near)
                    if self._inside[near]:
                        frontier.append(near)
                    else:
                        found.add(near)
        return found

    def near(self, place: int) -> Iterator[int]:
        return (place + step for step in self._steps)

    def _variable(self, place: int) -> int:
        return self._number[self._cells[place]] + 1


class _Hull:
    """The outside cells next to a component, which separate it from everything else."""

    def __init__(self, parts: LoopParts, members: Collection[int]) -> None:
        self._parts = parts
        self._layer = parts.layer(members)
        self._known: dict[int, set[int]] = {}

    def separator(self, place: int) -> set[int]:
        """Return those of the cells that a cell beyond them can reach."""
        if place not in self._known:
            region = self._parts.reached([place], self._layer)
            found = {near for cell in region for near in self._parts.near(cell)} & self._layer
            self._known |= dict.fromkeys(region, found)
        return self._known[place]
