"""The formulas of a Slitherlink, rule by rule: corrected, as first published, FlowDesk's own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import combinations, pairwise, product

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
    neighbors,
    side_of,
)
from flowdesk.core.text import counted
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkEncoding
from flowdesk.lab.formula import ClassicFormula, FastFormula, Fixed, Meaning, State, place
from flowdesk.lab.slitherlink.rules import LoopAnswer, answer_with, owner, regions
from flowdesk.sat.cnf import Clause, Cnf, Model

#: The letters of the sides in the names of variables, and where an edge is.
SIDE_LETTERS = {"t": "n", "b": "s", "l": "w", "r": "e"}
_SIDES = {"t": "above", "b": "below", "l": "left of", "r": "right of"}


class LoopFormula(ClassicFormula[LoopAnswer]):
    """The variables of a puzzle, and the clauses of its rules.

    Where rules speak of an edge between two cells, the variable of the first one is meant.
    """

    def __init__(self, puzzle: Slitherlink) -> None:
        super().__init__(puzzle.board.cells)
        self._puzzle = puzzle
        self._order = puzzle.board.number
        self._near = {cell: [*puzzle.board.sides(cell).values()] for cell in self._cells}
        cells = self._cells
        self._side = {(cell, d): self._variable("side", cell, d) for cell in cells for d in SIDES}
        self.decisive = len(self._side)
        self._outside = {cell: self._variable("z", cell) for cell in cells}
        self._add_reach()

    def _add_reach(self) -> None:
        """Make the variables that say how cells are reached."""
        near, steps = self._near, range(1, self._most_steps + 1)
        self._reach = {(a, b): self._variable("r", a, b) for b in self._cells for a in near[b]}
        self._first = {cell: self._variable("first", cell) for cell in self._cells}
        self._steps = {cell: [self._variable("t", cell, k) for k in steps] for cell in self._cells}

    @cached_property
    def _most_steps(self) -> int:
        """The most steps on a shortest way within one side of the loop.

        It has at most three cells of each 2x2 block: four would be no shortest way.
        """
        width, height = self._puzzle.width, self._puzzle.height
        most = 3 * (width // 2) * (height // 2)
        most += 2 * (width % 2 * (height // 2) + height % 2 * (width // 2))
        return max(most + width % 2 * (height % 2) - 1, 1)

    def meaning(self, variable: int) -> Meaning:
        match self._keys[variable - 1]:
            case "side", cell, d:
                name, where = f"{SIDE_LETTERS[d]}({place(cell)})", f"the edge {_SIDES[d]}"
                return Meaning(name, (cell,), f"{where} {cell_name(cell)}", "is on", "is off")
            case "z", cell:
                name = f"z({place(cell)})"
                return Meaning(name, (cell,), cell_name(cell), "is outside", "is inside")
            case "first", cell:
                name, first = f"first({place(cell)})", "the first cell inside"
                return Meaning(name, (cell,), cell_name(cell), f"is {first}", f"is not {first}")
            case "t", cell, k:
                name, steps = f"t({place(cell)}) ≥ {k}", counted(k, "step")
                told = f"takes {steps} or more to reach", f"takes fewer than {steps} to reach"
                return Meaning(name, (cell,), cell_name(cell), *told)
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
        return LoopAnswer(frozenset(side for side, v in self._side.items() if v in model))

    def telling(self, cnf: Cnf) -> list[int]:
        return list(self._side.values())

    def literals_of(self, answer: LoopAnswer) -> list[int]:
        return [v if side in answer.sides else -v for side, v in self._side.items()]

    def clauses(self, number: int, cell: Cell) -> Iterable[Clause]:
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


class ReportFormula(LoopFormula):
    """The variables and clauses of the report's types.

    Where a type speaks of the edge between two cells, the variable of the first one is meant.
    """

    def _add_reach(self) -> None:
        cells = self._cells
        self._reach = {(a, b): self._variable("r", a, b) for a in cells for b in cells}

    def meaning(self, variable: int) -> Meaning:
        match self._keys[variable - 1]:
            case "r", a, b:
                name, where = f"r({place(a)},{place(b)})", f"reach {cell_name(b)}"
                return Meaning(name, (a, b), cell_name(a), f"can {where}", f"cannot {where}")
        return super().meaning(variable)

    def clauses(self, number: int, cell: Cell) -> Iterable[Clause]:
        changed = {2: self._outside_of, 3: self._reach_on, 4: self._reach_inside}
        return changed[number](cell) if number in changed else super().clauses(number, cell)

    def _outside_of(self, cell: Cell) -> Iterator[Clause]:
        here, near = self._outside[cell], self._near[cell]
        if len(near) < len(SIDES):
            for d in SIDES:
                if not self._puzzle.on_board(beside(cell, d)):
                    yield from ([self._side[cell, d], here], [-self._side[cell, d], -here])
            return
        ways = [(-self._between(cell, other), self._outside[other]) for other in near]
        yield from ([here, -is_open, -there] for is_open, there in ways)
        yield from ([-here, *choice] for choice in product(*ways))

    def _reach_on(self, cell: Cell) -> Iterator[Clause]:
        yield [self._reach[cell, cell]]
        for via in self._cells:
            for other in self._near[via]:
                through = self._between(via, other)
                yield [-self._reach[cell, via], through, self._reach[cell, other]]

    def _reach_inside(self, cell: Cell) -> Iterator[Clause]:
        here = self._outside[cell]
        for other in self._cells:
            yield [here, self._outside[other], self._reach[cell, other]]


#: The number of the rule to which each group of clauses belongs.
RULE_OF_GROUP = {"clue": 1, "no crossing": 2, "no empty loop": 3, "one loop": 3}


class FastLoopFormula(FastFormula[LoopAnswer]):
    """The clauses `cnf` of some of `FAST_RULES`."""

    def __init__(self, puzzle: Slitherlink, rules: Collection[int]) -> None:
        self._puzzle = puzzle
        # What excludes loops without clues relies on the clues.
        self._encoding = SlitherlinkEncoding(puzzle if 1 in rules else replace(puzzle, clues={}))
        super().__init__(rules, self._encoding.cnf, RULE_OF_GROUP)

    def meaning(self, variable: int) -> Meaning:
        cell = self._encoding.cells[variable - 1]
        return Meaning(f"in({place(cell)})", (cell,), cell_name(cell), "is inside", "is outside")

    def side(self, state: State, cell: Cell, d: str) -> Fixed | None:
        here, there = self.inside(state, cell), self.inside(state, beside(cell, d))
        if here is None or there is None:
            return None
        strength = min(here.strength, there.strength)
        return Fixed(here.is_true != there.is_true, strength=strength)

    def inside(self, state: State, cell: Cell) -> Fixed | None:
        variable = self._encoding.variable.get(cell)
        return Fixed(False) if variable is None else state(variable)

    def preferred(self) -> list[int]:
        """Return that cells are inside."""
        return list(self._encoding.variable.values())

    @property
    def _is_whole(self) -> bool:
        """Whether all rules are on, so that the encoding's own cuts hold."""
        return {1, 2, 3} <= self._rules

    def answer(self, model: Model) -> LoopAnswer:
        """Return a model as an answer; with all rules on, without loops that pass no clue."""
        if self._is_whole:
            return answer_with(self._puzzle, self._encoding.solution(model).edges)
        return answer_with(self._puzzle, self._edges(model))

    def excluding(self, answer: LoopAnswer) -> list[Clause]:
        loop = Loop(frozenset(filter(answer.has, self._puzzle.board.edges)))
        if self._is_whole:
            self._encoding.exclude(loop)
            return self.cnf.rules.pop("another solution")
        inside = loop.inside
        return [[-v if cell in inside else v for cell, v in self._encoding.variable.items()]]

    def cut(self, cnf: Cnf, model: Model) -> bool:
        """Exclude several loops if rule 3 is on; whether there were any (see `refine`)."""
        if self._is_whole:
            return self._encoding.cut(cnf, model)
        clauses = list(self._cuts(model)) if 3 in self._rules else []
        cnf.add("one loop", clauses)
        return bool(clauses)

    def _edges(self, model: Model) -> frozenset[Edge]:
        edges = self._puzzle.board.edges
        return frozenset(e for e in edges if self._is_in(model, e[0]) != self._is_in(model, e[1]))

    def _is_in(self, model: Model, cell: Cell) -> bool:
        return self._encoding.variable.get(cell) in model

    def _cuts(self, model: Model) -> Iterator[Clause]:
        """Yield a clause for each part that its border cuts off from the rest of its side."""
        variable = self._encoding.variable
        _, parts = regions(self._puzzle, self._edges(model))
        inner = [part for part in parts if self._is_in(model, part[0])]
        main = max(inner, key=len, default=parts[0])
        for part in parts[1:]:
            if part is main:
                continue
            border = sorted({variable.get(near, 0) for at in part for near in neighbors(at)})
            within = {variable[cell] for cell in part}
            beside = [v for v in border if v and v not in within]
            if part in inner:
                yield [-variable[part[0]], -variable[main[0]], *beside]
            else:
                yield [variable[part[0]], *(-v for v in beside)]
