"""Solve by a formula: encode a puzzle, decode a model as a loop, and cut what was left out.

There is one variable for each cell: whether it is inside the loop. An edge is on exactly where its
two cells differ; everything off the board is outside. Only clues and corners are stated at once:
that there is one loop is stated where a model breaks it. Where several loops pass clues, their
`LoopParts` have the clauses that it breaks; loops that pass none are left out of the solution.

The parts are the connected components of cells inside and outside. Cells are connected by their
sides. Where no two loops cross, the components form a tree, from the outside round the board
inwards: the edges between a component and its parent are one loop.

A clause says that a solution cannot have only outside cells on a separator, if it has inside cells
on both its sides, for the inside of one loop is connected; and the same for the outside, which is
connected to the border. A clue from 1 to 4 has a cell inside and one outside among its own cell and
its neighbours, so on a side with such a clue there are always both.

Cells are the numbers of the padded board there: round it there is a ring of outside cells.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, compress
from typing import NamedTuple

from flowdesk.core.board import Board
from flowdesk.core.finding import Finding
from flowdesk.core.grid import Cell, Edge, cells_at, edge_between, neighbors
from flowdesk.kinds.loops import differing_cells
from flowdesk.kinds.slitherlink.puzzle import (
    MOST,
    Loop,
    Slitherlink,
    impossible,
    incomplete,
    mistakes,
)
from flowdesk.kinds.solving import EncodedSolving, Encoding
from flowdesk.sat.cnf import Clause, Cnf, Model, follows, width_for

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

    @staticmethod
    def describe(key: Hashable) -> str:
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


def formula(puzzle: Slitherlink, *, lazy: bool = False) -> SlitherlinkEncoding:
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
    encoding.about = (
        f"the board is {puzzle.width} x {puzzle.height}, cells are (row,column) from (1,1)",
        "an edge is on the loop if just one of its two cells is inside; off the board is outside",
    )
    encoding.gap = _GAP if lazy else ""
    return encoding


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
