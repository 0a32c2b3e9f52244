"""The classic formulation of a Slitherlink: clauses for each type at each cell, in either form."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

from flowdesk.core.grid import STEPS, Cell, Edge, cell_name, cells_of, direction, edge_between
from flowdesk.core.text import counted
from flowdesk.kinds.slitherlink.puzzle import Corner, Slitherlink, edges_at
from flowdesk.lab.rulebook import Fixed, Meaning, Part, State
from flowdesk.lab.slitherlink.answer import Answer, owner, side_of
from flowdesk.sat.cnf import Clause, Cnf, Model

#: The letters of the sides in the names of variables, and where an edge is.
_LETTERS = {"t": "n", "b": "s", "l": "w", "r": "e"}
_SIDES = {"t": "above", "b": "below", "l": "left of", "r": "right of"}


class Formula:
    """The variables of a puzzle, and the clauses of its rules.

    Where rules speak of an edge between two cells, the variable of the first one is meant.
    """

    def __init__(self, puzzle: Slitherlink, form: str = "corrected") -> None:
        self._puzzle = puzzle
        self._is_published = form == "published"
        self._cells = list(cells_of(puzzle.width, puzzle.height))
        self._order = {cell: number for number, cell in enumerate(self._cells)}
        self._near = {
            cell: [other for d in STEPS if puzzle.on_board(other := side_of(cell, d))]
            for cell in self._cells
        }
        keys: list[tuple[Any, ...]] = []

        def variable(*key: object) -> int:
            keys.append(key)
            return len(keys)

        cells = self._cells
        self._side = {(cell, d): variable("side", cell, d) for cell in cells for d in STEPS}
        self._outside = {cell: variable("z", cell) for cell in cells}
        if self._is_published:
            self._reach = {(a, b): variable("r", a, b) for a in cells for b in cells if a != b}
        else:
            self._reach = {(a, b): variable("r", a, b) for b in cells for a in self._near[b]}
            self._first = {cell: variable("first", cell) for cell in cells}
            self._steps = {
                cell: [variable("t", cell, k) for k in range(1, self._most_steps + 1)]
                for cell in cells
            }
        self._keys = keys

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
            case "side", (x, y) as cell, d:
                name, where = (
                    f"{_LETTERS[d]}({x + 1},{y + 1})",
                    f"the edge {_SIDES[d]} {cell_name(cell)}",
                )
                return Meaning(name, (cell,), where, "is on", "is off")
            case "z", (x, y) as cell:
                name = f"z({x + 1},{y + 1})"
                return Meaning(name, (cell,), cell_name(cell), "is outside", "is inside")
            case "first", (x, y) as cell:
                name, first = f"first({x + 1},{y + 1})", "the first cell inside"
                return Meaning(name, (cell,), cell_name(cell), f"is {first}", f"is not {first}")
            case "t", (x, y) as cell, k:
                name, steps = f"t({x + 1},{y + 1}) ≥ {k}", counted(k, "step")
                true, false = (
                    f"takes {steps} or more to reach",
                    f"takes fewer than {steps} to reach",
                )
                return Meaning(name, (cell,), cell_name(cell), true, false)
            case _, (ax, ay) as a, (bx, by) as b:
                name, subject = f"r({ax + 1},{ay + 1},{bx + 1},{by + 1})", cell_name(b)
                if self._is_published:
                    subject, where = cell_name(a), f"reach {cell_name(b)}"
                    return Meaning(name, (a, b), subject, f"can {where}", f"cannot {where}")
                where = f"reached from {cell_name(a)}"
                return Meaning(name, (a, b), subject, f"is {where}", f"is not {where}")
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
            literals += [self._side[cell, d] for d in STEPS]
            literals.append(self._outside[cell])
        return literals

    def answer(self, model: Model) -> Answer:
        """Return a model as an answer."""
        return Answer(frozenset(side for side, v in self._side.items() if v in model))

    def allows(self, answer: Answer) -> bool:
        """Whether there are variables for everything in an answer: always."""
        return True

    def literals_of(self, answer: Answer) -> list[int]:
        """Return the literals that only this answer satisfies together."""
        return [v if side in answer.sides else -v for side, v in self._side.items()]

    def excluding(self, answer: Answer) -> list[Clause]:
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
        published, corrected = (
            (self._shared, self._clue, self._corners, *own)
            for own in (
                (self._reach_neighbors, self._reach_on, self._sides_reach_each_other),
                (self._reached, self._reached_later, self._first_inside),
            )
        )
        return (published if self._is_published else corrected)[number](cell)

    def _edge(self, edge: Edge) -> int:
        cell = owner(edge)
        return self._side[cell, direction(cell, edge[0] if cell == edge[1] else edge[1])]

    def _between(self, a: Cell, b: Cell) -> int:
        return self._edge(edge_between(a, b))

    # Rules 0 to 2

    def _shared(self, cell: Cell) -> Iterator[Clause]:
        for d, back in (("r", "l"), ("b", "t")):
            other = side_of(cell, d)
            if self._puzzle.on_board(other):
                here, there = self._side[cell, d], self._side[other, back]
                yield from ([-here, there], [here, -there])

    def _clue(self, cell: Cell) -> Iterator[Clause]:
        clue = self._puzzle.clues.get(cell)
        if clue is not None:
            sides = [self._side[cell, d] for d in STEPS]
            yield from ([-side for side in some] for some in combinations(sides, clue + 1))
            yield from (list(some) for some in combinations(sides, 5 - clue))

    def _corners(self, cell: Cell) -> Iterator[Clause]:
        """State the corner at the upper left of a cell, and those where there is no next cell."""
        x, y = cell
        xs = (x, x + 1) if x == self._puzzle.width - 1 else (x,)
        ys = (y, y + 1) if y == self._puzzle.height - 1 else (y,)
        for corner in ((at_x, at_y) for at_y in ys for at_x in xs):
            yield from self._corner(corner)

    def _corner(self, corner: Corner) -> Iterator[Clause]:
        on_board = self._puzzle.on_board
        here = [self._edge(edge) for edge in edges_at(corner) if any(map(on_board, edge))]
        for edge in here:
            yield [-edge, *(other for other in here if other != edge)]
        yield from ([-edge for edge in three] for three in combinations(here, 3))

    # Rules 3 to 5 as published

    def _reach_neighbors(self, cell: Cell) -> Iterator[Clause]:
        for other in self._near[cell]:
            yield [self._between(cell, other), self._reach[cell, other]]

    def _reach_on(self, cell: Cell) -> Iterator[Clause]:
        for via in self._cells:
            for other in self._near[via] if via != cell else ():
                if other != cell:
                    through = self._between(via, other)
                    yield [-self._reach[cell, via], through, self._reach[cell, other]]

    def _sides_reach_each_other(self, cell: Cell) -> Iterator[Clause]:
        yield from self._separates(cell)
        if self._order[cell] == 0:
            yield [-outside for outside in self._outside.values()]
        here = self._outside[cell]
        for other in self._cells[self._order[cell] + 1 :]:
            there, reach = self._outside[other], self._reach[cell, other]
            yield from ([here, there, reach], [-here, -there, reach])

    # Rules 3 to 5, corrected

    def _reached(self, cell: Cell) -> Iterator[Clause]:
        near = self._near[cell]
        border = [
            -self._side[cell, d] for d in STEPS if not self._puzzle.on_board(side_of(cell, d))
        ]
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

    def _first_inside(self, cell: Cell) -> Iterator[Clause]:
        yield from self._separates(cell)
        if self._order[cell] == 0:
            yield list(self._first.values())
        first = self._first[cell]
        yield [-first, -self._outside[cell]]
        yield from ([-first, self._outside[b]] for b in self._cells[: self._order[cell]])

    def _separates(self, cell: Cell) -> Iterator[Clause]:
        """State which edges of a cell are on, of those that it is the first cell of."""
        here = self._outside[cell]
        for d in STEPS:
            other = side_of(cell, d)
            edge = self._between(cell, other)
            if not self._puzzle.on_board(other):
                yield from ([-edge, -here], [edge, here])
            elif d in "rb":
                there = self._outside[other]
                yield from ([-edge, here, there], [-edge, -here, -there])
                yield from ([edge, -here, there], [edge, here, -there])
