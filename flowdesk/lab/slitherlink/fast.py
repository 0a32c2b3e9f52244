"""FlowDesk's own formula of a Slitherlink, explored rule by rule like the classic one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from flowdesk.core.grid import Cell, Edge, beside, cell_name, neighbors
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import Encoding
from flowdesk.lab.rulebook import Fixed, Meaning, State, place
from flowdesk.lab.slitherlink.answer import LoopAnswer, answer_with, regions
from flowdesk.sat.cnf import Clause, Cnf, Model

#: The number of the rule to which each group of clauses belongs.
RULE_OF_GROUP = {"clue": 1, "no crossing": 2, "no empty loop": 3, "one loop": 3}


class FastFormula:
    """The clauses `cnf` of some of `FAST_RULES`."""

    def __init__(self, puzzle: Slitherlink, rules: Collection[int]) -> None:
        self._puzzle, self._rules = puzzle, set(rules)
        # What excludes loops without clues relies on the clues.
        self._encoding = Encoding(puzzle if 1 in rules else replace(puzzle, clues={}))
        self.cnf = self._encoding.cnf
        #: The last variable on which answers depend; they do on none after it.
        self.decisive = self.cnf.variables
        for name in [name for name in self.cnf.rules if RULE_OF_GROUP[name] not in rules]:
            del self.cnf.rules[name]

    def meaning(self, variable: int) -> Meaning:
        """Return what a variable says."""
        cell = self._encoding.cells[variable - 1]
        return Meaning(f"in({place(cell)})", (cell,), cell_name(cell), "is inside", "is outside")

    def side(self, state: State, cell: Cell, d: str) -> Fixed | None:
        """Return whether a cell's side is on, in a state of a search; None if that is open."""
        here, there = self.inside(state, cell), self.inside(state, beside(cell, d))
        if here is None or there is None:
            return None
        strength = min(here.strength, there.strength)
        return Fixed(here.is_true != there.is_true, strength=strength)

    def inside(self, state: State, cell: Cell) -> Fixed | None:
        """Return whether a cell is inside, in a state of a search; None if that is open."""
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
            return answer_with(self._puzzle, self._encoding.decode(model).edges)
        return answer_with(self._puzzle, self._edges(model))

    def excluding(self, answer: LoopAnswer) -> list[Clause]:
        """Return clauses that exclude this answer alone."""
        loop = Loop(frozenset(filter(answer.has, self._puzzle.board.edges)))
        if self._is_whole:
            self._encoding.exclude(loop)
            return self.cnf.rules.pop("another solution")
        inside = loop.inside(self._encoding.cells)
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
