"""The classic formulation of a Slitherlink, corrected: clauses for each type at each cell."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

from flowdesk.core.grid import (
    SIDES,
    Cell,
    Corner,
    Edge,
    beside,
    cell_name,
    cells_at,
    corners_of,
    edge_between,
    edges_at,
    side_of,
)
from flowdesk.core.text import counted
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.lab.rulebook import Fixed, Meaning, Part, State, place
from flowdesk.lab.slitherlink.answer import LoopAnswer, owner
from flowdesk.sat.cnf import Clause, Cnf, Model

#: The letters of the sides in the names of variables, and where an edge is.
_LETTERS = {"t": "n", "b": "s", "l": "w", "r": "e"}
_SIDES = {"t": "above", "b": "below", "l": "left of", "r": "right of"}


class LoopFormula:
    """The variables of a puzzle, and the clauses of its rules.

    Where rules speak of an edge between two cells, the variable of the first one is meant.
    """

    def __init__(self, puzzle: Slitherlink) -> None:
        self._puzzle = puzzle
        self._cells = puzzle.board.cells
        self._order = puzzle.board.number
        self._near = {cell: [*puzzle.board.sides(cell).values()] for cell in self._cells}
        self._keys: list[tuple[Any, ...]] = []
        cells = self._cells
        self._side = {(cell, d): self._variable("side", cell, d) for cell in cells for d in SIDES}
        self._outside = {cell: self._variable("z", cell) for cell in cells}
        self._add_reach()

    def _add_reach(self) -> None:
        """Make the variables that say how cells are reached."""
        near, steps = self._near, range(1, self._most_steps + 1)
        self._reach = {(a, b): self._variable("r", a, b) for b in self._cells for a in near[b]}
        self._first = {cell: self._variable("first", cell) for cell in self._cells}
        self._steps = {cell: [self._variable("t", cell, k) for k in steps] for cell in self._cells}

    def _variable(self, *key: Any) -> int:
        self._keys.append(key)
        return len(self._keys)

    @property
    def decisive(self) -> int:
        """The last variable on which answers depend; they do on none after it."""
        return len(self._side)

    @cached_property
    def _most_steps(self) -> int:
        """The most steps on a shortest way within one side of the loop.

        It has at most three cells of each 2x2 block: four would be no shortest way.
        """
        width, height = self._puzzle.width, self._puzzle.height
        most = 3 * (width // 2) * (height // 2)
        most += 2 * (width % 2 * (height // 2) + height % 2 * (width // 2))
        return max(most + width % 2 * (height % 2) - 1, 1)

    def cnf(self, rules: Collection[int]) -> Cnf:
        """Return the formula of some rules."""
        cnf = Cnf(self._keys)
        for number in sorted(rules):
            for cell in self._cells:
                cnf.add(f"rule {number}", self.clauses(number, cell))
        return cnf

    def parts(self, rules: Collection[int], cnf: Cnf) -> list[Part]:
        """Return rules at cells with their clauses."""
        return [
            (number, (cell,), clauses)
            for number in sorted(rules)
            for cell in self._cells
            if (clauses := list(self.clauses(number, cell)))
        ]

    def meaning(self, variable: int) -> Meaning:
        """Return what a variable says."""
        match self._keys[variable - 1]:
            case "side", cell, d:
                name, where = f"{_LETTERS[d]}({place(cell)})", f"the edge {_SIDES[d]}"
                return Meaning(name, (cell,), f"{where} {cell_name(cell)}", "is on", "is off")
            case "z", cell:
                name = f"z({place(cell)})"
                return Meaning(name, (cell,), cell_name(cell), "is outside", "is inside")
            case "first", cell:
                name, first = f"first({place(cell)})", "the first cell inside"
                return Meaning(name, (cell,), cell_name(cell), f"is {first}", f"is not {first}")
            case "t", cell, k:
                name, steps = f"t({place(cell)}) ≥ {k}", counted(k, "step")
                true, false = (
                    f"takes {steps} or more to reach",
                    f"takes fewer than {steps} to reach",
                )
                return Meaning(name, (cell,), cell_name(cell), true, false)
            case "r", a, b:
                name, where = f"r({place(a)},{place(b)})", f"reached from {cell_name(a)}"
                return Meaning(name, (a, b), cell_name(b), f"is {where}", f"is not {where}")
        raise AssertionError(f"no words for variable {variable}")

    def side(self, state: State, cell: Cell, d: str) -> Fixed | None:
        """Return whether a cell's side is on, in a state of a search; None if that is open."""
        return state(self._side[cell, d])

    def inside(self, state: State, cell: Cell) -> Fixed | None:
        """Return whether a cell is inside, in a state of a search; None if that is open."""
        outside = state(self._outside[cell])
        return outside and replace(outside, is_true=not outside.is_true)

    def preferred(self) -> list[int]:
        """Return, cell by cell, that edges are on, then that it is outside."""
        literals = []
        for cell in self._cells:
            literals += [self._side[cell, d] for d in SIDES]
            literals.append(self._outside[cell])
        return literals

    def answer(self, model: Model) -> LoopAnswer:
        """Return a model as an answer."""
        return LoopAnswer(frozenset(side for side, v in self._side.items() if v in model))

    def allows(self, answer: LoopAnswer) -> bool:
        """Whether there are variables for everything in an answer: always."""
        return True

    def literals_of(self, answer: LoopAnswer) -> list[int]:
        """Return the literals that only this answer satisfies together."""
        return [v if side in answer.sides else -v for side, v in self._side.items()]

    def excluding(self, answer: LoopAnswer) -> list[Clause]:
        """Return clauses that exclude this answer alone."""
        return [[-literal for literal in self.literals_of(answer)]]

    def cut(self, cnf: Cnf, model: Model) -> bool:
        """Return that nothing is left out that a model could break."""
        return False

    def definitions(self, cell: Cell) -> Iterable[Clause]:
        """Return nothing: there are no helpers that hold without a rule."""
        return ()

    def clauses(self, number: int, cell: Cell) -> Iterable[Clause]:
        """Return the clauses of a rule for a cell."""
        return (
            self._shared,
            self._clue,
            self._inside_and_outside,
            self._reached,
            self._reached_later,
            self._corners,
        )[number](cell)

    def _edge(self, edge: Edge) -> int:
        cell = owner(edge)
        return self._side[cell, side_of(cell, edge)]

    def _between(self, a: Cell, b: Cell) -> int:
        return self._edge(edge_between(a, b))

    # Rules 0, 1 and 5

    def _shared(self, cell: Cell) -> Iterator[Clause]:
        for d, back in (("r", "l"), ("b", "t")):
            other = beside(cell, d)
            if self._puzzle.on_board(other):
                here, there = self._side[cell, d], self._side[other, back]
                yield from ([-here, there], [here, -there])

    def _clue(self, cell: Cell) -> Iterator[Clause]:
        clue = self._puzzle.clues.get(cell)
        if clue is not None:
            sides = [self._side[cell, d] for d in SIDES]
            yield from ([-side for side in some] for some in combinations(sides, clue + 1))
            yield from (list(some) for some in combinations(sides, 5 - clue))

    def _corners(self, cell: Cell) -> Iterator[Clause]:
        """State the corner at the upper left of a cell, and those where there is no next cell."""
        for corner in corners_of(cell):
            if cell == [*filter(self._puzzle.on_board, cells_at(corner))][-1]:
                yield from self._corner(corner)

    def _corner(self, corner: Corner) -> Iterator[Clause]:
        here = [self._edge(edge) for edge in filter(self._puzzle.has_edge, edges_at(corner))]
        for edge in here:
            yield [-edge, *(other for other in here if other != edge)]
        yield from ([-edge for edge in three] for three in combinations(here, 3))

    # Rules 2 to 4

    def _reached(self, cell: Cell) -> Iterator[Clause]:
        near = self._near[cell]
        border = [-self._side[cell, d] for d in SIDES if not self._puzzle.on_board(beside(cell, d))]
        yield [self._first[cell], *(self._reach[other, cell] for other in near), *border]
        yield from ([-self._reach[other, cell], -self._between(other, cell)] for other in near)

    def _reached_later(self, cell: Cell) -> Iterator[Clause]:
        """State it with t as a row of variables, of which as many are true as there are steps."""
        here = self._steps[cell]
        yield from ([-more, less] for less, more in pairwise(here))
        for other in self._near[cell]:
            reach, there = self._reach[other, cell], self._steps[other]
            yield [-reach, here[0]]
            yield from ([-reach, -a, b] for a, b in zip(there, here[1:], strict=False))
            yield [-reach, -there[-1]]

    def _inside_and_outside(self, cell: Cell) -> Iterator[Clause]:
        yield from self._separates(cell)
        if self._order[cell] == 0:
            yield list(self._first.values())
        first = self._first[cell]
        yield [-first, -self._outside[cell]]
        yield from ([-first, self._outside[b]] for b in self._cells[: self._order[cell]])

    def _separates(self, cell: Cell) -> Iterator[Clause]:
        """State which edges of a cell are on, of those that it is the first cell of."""
        here = self._outside[cell]
        for d in SIDES:
            other = beside(cell, d)
            edge = self._between(cell, other)
            if not self._puzzle.on_board(other):
                yield from ([-edge, -here], [edge, here])
            elif d in "rb":
                there = self._outside[other]
                yield from ([-edge, here, there], [-edge, -here, -there])
                yield from ([edge, -here, there], [edge, here, -there])
