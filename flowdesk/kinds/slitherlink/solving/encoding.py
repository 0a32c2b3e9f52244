"""Solve by a formula: encode a puzzle, decode a model as a loop, and cut what was left out.

There is one variable for each cell: whether it is inside the loop. An edge is on exactly where its
two cells differ; everything off the board is outside. Only clues and corners are stated at once:
that there is one loop is stated where a model breaks it.

Where several loops pass clues, `parts` has the clauses that a model breaks; loops that pass none
are left out of the solution.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations

from flowdesk.core.finding import Finding
from flowdesk.core.grid import Cell, cells_at, neighbors
from flowdesk.kinds.answers import PuzzleFormula
from flowdesk.kinds.loops import differing_cells
from flowdesk.kinds.slitherlink.puzzle import (
    MOST,
    Loop,
    Slitherlink,
    impossible,
    incomplete,
    mistakes,
)
from flowdesk.kinds.slitherlink.solving.parts import LoopParts
from flowdesk.kinds.solving import EncodedSolving, Encoding
from flowdesk.sat.cnf import Clause, Cnf, Model, follows, width_for


class SlitherlinkEncoding(Encoding[Loop]):
    """The formula whose models are the solutions of a puzzle.

    Models may have further loops, which pass no clues; not if `single`.
    """

    def __init__(self, puzzle: Slitherlink, *, single: bool = False) -> None:
        self.puzzle = puzzle
        self.single = single
        self.board = puzzle.board
        self.cells = self.board.cells
        self.variable = {cell: number for number, cell in enumerate(self.cells, 1)}
        super().__init__(cnf := Cnf(self.cells))
        #: Cells with a clue of 1 to 4: the loop passes each of them.
        self._passed = {cell for cell, clue in puzzle.clues.items() if clue}
        for cell, clue in puzzle.clues.items():
            cnf.add("clue", self.clue(cell, clue))
        cnf.add("no crossing", self._no_crossing())
        cnf.add("no empty loop", self._no_empty_loop())

    def mistakes(self, loop: Loop) -> list[Finding]:
        return mistakes(self.puzzle, loop)

    def solution(self, model: Model) -> Loop:
        return Loop(self._parts(model).loop())

    def cut(self, cnf: Cnf, model: Model) -> bool:
        cuts = self._parts(model).cuts(single=self.single)
        clauses = {tuple(cut.clause(self._passed)) for cut in cuts}
        cnf.add("one loop", map(list, sorted(clauses)))
        return bool(clauses)

    def exclude(self, loop: Loop) -> None:
        """Add clauses that exclude a loop, together with any loops elsewhere."""
        inside = loop.inside
        beside = sorted({cell for edge in loop.edges for cell in edge})
        known = [self.literal(cell, cell in inside) for cell in beside if cell in self.variable]
        clauses = [[-literal for literal in known]]
        if len(known) == len(beside):  # a loop round this one would turn inside and outside over
            clauses.append(known)
        self.cnf.add("another solution", clauses)

    def _parts(self, model: Model) -> LoopParts:
        inside = [number in model for number in range(1, len(self.cells) + 1)]
        return LoopParts(self.board, inside, self._passed)

    def literal(self, cell: Cell, is_inside: bool) -> int:
        """Return what says whether a cell is inside the loop."""
        return self.variable[cell] if is_inside else -self.variable[cell]

    def clue(self, cell: Cell, clue: int) -> list[Clause]:
        """State that as many neighbours differ from a cell as its clue says, for both its sides."""
        here = self.variable[cell]
        around = [self.variable.get(near, 0) for near in neighbors(cell)]
        clauses: list[Clause] = []
        for some in combinations(around, clue + 1):  # one of them does not differ
            clauses.append([-here, *filter(None, some)])
            if all(some):
                clauses.append([here, *(-near for near in some)])
        for some in combinations(around, MOST + 1 - clue):  # one of them differs
            clauses.append([here, *filter(None, some)])
            if all(some):
                clauses.append([-here, *(-near for near in some)])
        return clauses

    def _no_crossing(self) -> list[Clause]:
        """State for each four cells round a corner that not just two opposite ones are inside."""
        clauses: list[Clause] = []
        for corner in self.board.corners.cells:
            a, b, c, d = map(self.variable.get, cells_at(corner))
            if a and b and c and d:
                clauses += [[-a, -d, b, c], [a, d, -b, -c]]
        return clauses

    def _no_empty_loop(self) -> list[Clause]:
        """State that there is a loop, and for each cell without a clue that none is round it alone.

        Unless that is a solution: then the loop round this cell may be.
        """
        clauses: list[Clause] = [[self.variable[cell] for cell in self.cells]]
        for cell in self.cells:
            if cell in self.puzzle.clues or self._solves_alone(cell):
                continue
            near = [self.variable[other] for other in self.board.near(cell)]
            clauses.append([-self.variable[cell], *near])
            if len(near) == 4:
                clauses.append([self.variable[cell], *(-other for other in near)])
        return clauses

    def _solves_alone(self, cell: Cell) -> bool:
        """Whether the loop round this cell, which has no clue, fulfils all clues."""
        clues = self.puzzle.clues
        near = self.board.near(cell)
        return (
            len(self._passed) <= len(near)
            and all(other in near and clues[other] == 1 for other in self._passed)
            and all(clues.get(other) != 0 for other in near)
        )


_GAP = "several loops are not excluded"


def formula(puzzle: Slitherlink, *, lazy: bool = False) -> PuzzleFormula:
    """Encode a complete puzzle for other solvers; with `lazy`, models may have several loops.

    Else that there is only one is stated by trees. Each cell inside has a parent, a neighbour that
    is inside too; only one of them, the root, has none. Each cell outside has a parent outside,
    unless it is on the border. Numbers along the sequence of `flowdesk.sat.cnf` exclude parents in
    a circle. So the inside is connected, and the outside too, round the board: the border between
    them is one loop (reachability as acyclicity; M. Gebser, T. Janhunen, J. Rintanen, SAT Modulo
    Graphs: Acyclicity, JELIA 2014).
    """
    encoding = SlitherlinkEncoding(puzzle)
    if not lazy:
        _state_one_loop(encoding)
    about = (
        f"the board is {puzzle.width} x {puzzle.height}, cells are (row,column) from (1,1)",
        "an edge is on the loop if just one of its two cells is inside; off the board is outside",
    )
    gap = _GAP if lazy else ""
    return PuzzleFormula(encoding.cnf, about, describe, encoding.solution, encoding.exclude, gap)


def describe(key: Hashable) -> str:
    """Return what a variable means, given its key."""
    match key:
        case ("root", cell):
            return f"{_cell(cell)} is the one cell inside that needs no parent"
        case ("parent", a, b):
            return f"the parent of {_cell(a)} is {_cell(b)}"
        case ("number", cell, bit):
            return f"bit {bit} of the number of {_cell(cell)}, which follows that of its parent"
        case ("one root", variable, _):
            return f"a cell up to that of variable {variable} is the root"
        case (x, y):
            return f"{_cell((x, y))} is inside the loop"
    raise AssertionError(f"no words for {key!r}")


def _state_one_loop(encoding: SlitherlinkEncoding) -> None:
    """Add to a puzzle's formula that there is only one loop; its solutions stay the same."""
    cnf, inside = encoding.cnf, encoding.variable
    root = {cell: cnf.new_variable(("root", cell)) for cell in encoding.cells}
    cnf.at_most("one root", 1, list(root.values()))
    bits = range(width_for(len(inside)))
    cells = encoding.cells
    number = {at: [cnf.new_variable(("number", at, bit)) for bit in bits] for at in cells}
    cnf.add("numbered", number.values())
    for cell in encoding.cells:
        near = encoding.board.near(cell)
        parent = {other: cnf.new_variable(("parent", cell, other)) for other in near}
        needs_none = [root[cell]] if len(near) == 4 else [root[cell], -inside[cell]]
        cnf.add("connected", [[-root[cell], inside[cell]], [*needs_none, *parent.values()]])
        for other, chosen in parent.items():
            a, b = inside[cell], inside[other]
            cnf.add("connected", [[-chosen, -a, b], [-chosen, a, -b]])
            cnf.add("numbered", ([-chosen, *c] for c in follows(number[other], number[cell])))


def _cell(cell: object) -> str:
    assert isinstance(cell, tuple)
    return f"({cell[1] + 1},{cell[0] + 1})"


class SlitherlinkSolving(EncodedSolving[Slitherlink, Loop]):
    """Solutions by SAT: the puzzle as a formula of which cells are inside."""

    has_formula = True
    formula = staticmethod(formula)
    incomplete = staticmethod(incomplete)
    impossible = staticmethod(impossible)
    differing = staticmethod(differing_cells)

    def encoding(self, puzzle: Slitherlink) -> SlitherlinkEncoding:
        return SlitherlinkEncoding(puzzle)


solve, check = SlitherlinkSolving().solve, SlitherlinkSolving().check
