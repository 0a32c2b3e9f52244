"""The clause types 0 to 5 as they were first written down, in the report of a course project.

The report, in Spanish, is of the 2010s; its authors solved with MiniSat (N. Eén and N. Sörensson,
2003). Types 0, 1 and 5 say the same as in `flowdesk.lab.slitherlink.rules`. The others do not:

* Type 2 defines z of inner cells by their neighbours, so cells inside may support each other in
  being "outside".
* Types 3 and 4 never say that a cell is *not* reached: they hold where every r is true, and exclude
  nothing. Of the 62 answers that were handed in with the report 41 have several loops.
* Nothing says that there is a loop at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from flowdesk.core.grid import SIDES, Cell, beside, cell_name
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.lab.rulebook import Broken, Meaning, place
from flowdesk.lab.slitherlink.answer import (
    LoopAnswer,
    broken_by_clues,
    broken_by_corners,
    broken_by_loops,
    broken_by_shared,
)
from flowdesk.lab.slitherlink.formula import LoopFormula
from flowdesk.lab.slitherlink.rules import EDGES, RULES
from flowdesk.sat.cnf import Clause

REPORT_LETTERS = EDGES + "r(c,c'): cell c reaches c' without crossing the loop."

_CHANGED = {
    2: replace(
        RULES[2],
        text="A cell at the border is outside where it has no edge there. Any other cell is "
        "outside where a neighbour is, without an edge between them. Cells inside may support each "
        "other in being outside.",
        formula="at the border: ¬edge ↔ z(c); for every other c: z(c) ↔ ¬edge(c,c') ∧ z(c') for "
        "some neighbour c'",
    ),
    3: replace(
        RULES[3],
        name="Reach",
        text="A cell reaches itself, and what it reaches, it reaches beyond: all neighbours "
        "without an edge between them. Nothing says which cells it does not reach: every r may be "
        "true.",
        formula="r(c,c); r(c,c') ∧ ¬edge(c',c'') → r(c,c'')",
    ),
    4: replace(
        RULES[4],
        name="Reach inside",
        text="Any two cells inside reach each other. That is to exclude several loops, but it "
        "holds where every r is true.",
        formula="¬z(c) ∧ ¬z(c') → r(c,c')",
    ),
}

REPORT_RULES = tuple(_CHANGED.get(rule.number, rule) for rule in RULES)


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
        """Return the clauses of a type for a cell."""
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


def broken(puzzle: Slitherlink, answer: LoopAnswer) -> list[Broken]:
    """Return what is wrong with an answer, by the type that forbids it or is meant to."""
    return [
        *broken_by_shared(puzzle, answer),
        *broken_by_clues(puzzle, answer),
        *_border(puzzle, answer),
        *broken_by_loops(puzzle, answer, (4,)),
        *broken_by_corners(puzzle, answer),
    ]


def _border(puzzle: Slitherlink, answer: LoopAnswer) -> Iterator[Broken]:
    for cell in puzzle.board.cells:
        border = [(cell, d) in answer.sides for d in SIDES if not puzzle.on_board(beside(cell, d))]
        if len(set(border)) > 1:
            message = "The edges of this cell at the border differ: it would be inside and outside."
            yield Broken(2, message, (cell,))
