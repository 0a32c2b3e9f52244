"""The classic rules without P: a cell has arms and a colour, each of its own, to compare encodings.

The colour is one of several variables, the *direct* encoding, of which at most one is true; or it
is a number in bits, as few as there can be, and no clause has to say that a cell has one colour
only: the *log* encoding (K. Iwama and S. Miyazaki, "SAT-variable complexity of hard combinatorial
problems", 1994; compared by T. Walsh, "SAT v CSP", CP 2000, and by A. Van Gelder, "Another look at
graph coloring via propositional satisfiability", 2008).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from flowdesk.core.grid import OPPOSITE, SIDES, Cell
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.at_most_one import AtMostOne
from flowdesk.lab.flow.answer import FlowAnswer, arms_along, loops_of
from flowdesk.lab.flow.formula import exactly_one, exactly_two
from flowdesk.lab.flow.rules import SHAPES
from flowdesk.sat.cnf import Clause, Cnf, Model


class Colors(Protocol):
    """The colours of cells, which are numbered, as variables and clauses."""

    @property
    def variables(self) -> Mapping[Cell, Sequence[int]]:
        """The variables of each cell."""

    def one(self, cell: Cell) -> Iterable[Clause]:
        """Return clauses that a cell has exactly one colour."""

    def has(self, cell: Cell, color: int) -> Sequence[int]:
        """Return literals that are all true exactly where a cell has this colour."""

    def same(self, a: Cell, b: Cell, unless: Clause) -> Iterable[Clause]:
        """Return clauses that two cells have the same colour, or one of some literals is true."""

    def differ(self, a: Cell, b: Cell, unless: Clause) -> Iterable[Clause]:
        """Return clauses that two cells differ in colour, or all of some literals are true."""


#: Makes the colours of some cells, in a formula that they add variables to; so many colours.
MakeColors: TypeAlias = Callable[[Cnf, Sequence[Cell], int], Colors]


class Direct:
    """A variable for each colour of a cell."""

    def __init__(self, cnf: Cnf, cells: Sequence[Cell], number: int, at_most: AtMostOne) -> None:
        self._cnf, self._at_most = cnf, at_most
        self.variables = {
            cell: [cnf.new_variable(("colour", cell, color)) for color in range(number)]
            for cell in cells
        }

    def one(self, cell: Cell) -> Iterator[Clause]:
        """Yield clauses that a cell has a colour, and at most one."""
        here = self.variables[cell]
        yield here
        yield from self._at_most(here, lambda: self._cnf.new_variable(("helper", cell)))

    def has(self, cell: Cell, color: int) -> Sequence[int]:
        """Return the variable of a colour."""
        return [self.variables[cell][color]]

    def same(self, a: Cell, b: Cell, unless: Clause) -> Iterator[Clause]:
        """Yield a clause for each colour: where the one cell has it, so does the other."""
        yield from ([*unless, -here, there] for here, there in self._both(a, b))

    def differ(self, a: Cell, b: Cell, unless: Clause) -> Iterator[Clause]:
        """Yield clauses for each colour: not both have it."""
        yield from ([-here, -there, each] for here, there in self._both(a, b) for each in unless)

    def _both(self, a: Cell, b: Cell) -> Iterable[tuple[int, int]]:
        return zip(self.variables[a], self.variables[b], strict=True)


class Bits:
    """The number of a cell's colour in bits, the lowest one first."""

    def __init__(self, cnf: Cnf, cells: Sequence[Cell], number: int) -> None:
        self._cnf, self._number = cnf, number
        size = range((number - 1).bit_length())
        self.variables = {c: [cnf.new_variable(("bit", c, bit)) for bit in size] for c in cells}

    def one(self, cell: Cell) -> Iterator[Clause]:
        """Yield all that is left to say: numbers that no colour has are excluded."""
        too_large = range(self._number, 1 << len(self.variables[cell]))
        yield from ([-literal for literal in self.has(cell, number)] for number in too_large)

    def has(self, cell: Cell, color: int) -> Sequence[int]:
        """Return the bits of a colour's number as literals."""
        bits = enumerate(self.variables[cell])
        return [variable if color >> bit & 1 else -variable for bit, variable in bits]

    def same(self, a: Cell, b: Cell, unless: Clause) -> Iterator[Clause]:
        """Yield clauses that each bit is the same."""
        for here, there in zip(self.variables[a], self.variables[b], strict=True):
            yield from ([*unless, -here, there], [*unless, here, -there])

    def differ(self, a: Cell, b: Cell, unless: Clause) -> Iterator[Clause]:
        """Yield clauses that a bit differs, with a variable for each bit."""
        differ = []
        for here, there in zip(self.variables[a], self.variables[b], strict=True):
            differ.append(self._cnf.new_variable(("differs", here, there)))
            yield from ([-differ[-1], here, there], [-differ[-1], -here, -there])
        yield from ([*differ, each] for each in unless)


class ArmFormula:
    """The clauses `cnf` of some of the classic rules, and what its models mean."""

    def __init__(self, level: Level, rules: Collection[int], make_colors: MakeColors) -> None:
        self._level = level
        self._labels = tuple(level.pairs)
        self._near = {cell: level.board.sides(cell) for cell in level.cells}
        self._free = [cell for cell in level.cells if cell not in level.endpoints]
        self.cnf = cnf = Cnf()
        self._arm = {(c, d): cnf.new_variable(("arm", c, d)) for c in self._free for d in SIDES}
        self._colors = make_colors(cnf, self._free, len(self._labels))
        self._link = {
            label: cnf.new_variable(("link", label))
            for label, (a, b) in level.pairs.items()
            if b in self._near[a].values()
        }
        for number in sorted(rules):
            for cell in level.cells:
                cnf.add(f"rule {number}", self._clauses(number, cell))

    def preferred(self) -> list[int]:
        """Return, cell by cell, that its colour's variables are true, then that it has an arm."""
        literals = list(self._link.values())
        for cell in self._free:
            literals += self._colors.variables[cell]
            literals += [self._arm[cell, d] for d in SIDES]
        return literals

    def answer(self, model: Model) -> FlowAnswer:
        """Return a model as an answer."""
        arms = set()
        for cell in self._free:
            color = next(
                label
                for number, label in enumerate(self._labels)
                if all((x > 0) == (abs(x) in model) for x in self._colors.has(cell, number))
            )
            arms |= {(cell, color, d) for d in SIDES if self._arm[cell, d] in model}
        links = frozenset(label for label, variable in self._link.items() if variable in model)
        return FlowAnswer(frozenset(arms), links)

    def cut(self, cnf: Cnf, model: Model) -> bool:
        """Exclude the loops of a model if rule 11 is on; whether it had any (see `refine`)."""
        if "rule 11" not in cnf.rules:
            return False
        found = loops_of(self._level, self.answer(model))
        cnf.add("rule 11", ([-self._arm[arm] for arm in arms_along(loop)] for loop in found))
        return bool(found)

    def _clauses(self, number: int, cell: Cell) -> Iterable[Clause]:
        is_endpoint = cell in self._level.endpoints
        if number == 12:
            return self._touching(cell)
        if number == 3:
            return self._endpoint(cell) if is_endpoint else ()
        if is_endpoint or number == 11:
            return ()
        if number == 1:
            return self._colors.one(cell)
        if number == 2:
            return exactly_two([self._arm[cell, d] for d in SIDES])
        if number == 10:
            return [[-self._arm[cell, d]] for d in SIDES if d not in self._near[cell]]
        return self._shape(cell, SHAPES[number])

    def _endpoint(self, cell: Cell) -> Iterator[Clause]:
        """Rule 3: exactly one neighbour points here, and it has this colour."""
        label = self._level.endpoints[cell]
        pointing = []
        for d, near in self._near[cell].items():
            if near not in self._level.endpoints:
                pointing.append(self._arm[near, OPPOSITE[d]])
                for literal in self._colors.has(near, self._labels.index(label)):
                    yield [-pointing[-1], literal]
            elif self._level.endpoints[near] == label:
                pointing.append(self._link[label])
        yield from exactly_one(pointing)

    def _shape(self, cell: Cell, shape: str) -> Iterator[Clause]:
        """Rules 4 to 9: where the two arms of a cell lead, and that no other arm leads into it."""
        unless = [-self._arm[cell, d] if d in shape else self._arm[cell, d] for d in SIDES]
        for d, near in self._near[cell].items():
            if near in self._level.endpoints:
                continue
            back = self._arm[near, OPPOSITE[d]]
            yield [*unless, back if d in shape else -back]
            if d in shape:
                yield from self._colors.same(cell, near, unless)

    def _touching(self, cell: Cell) -> Iterator[Clause]:
        """Rule 12, for a cell and the neighbours to its right and below."""
        ends = self._level.endpoints
        for d in "rb":
            near = self._near[cell].get(d)
            if near is None:
                continue
            if cell in ends and near in ends:
                if ends[cell] == ends[near]:
                    yield [self._link[ends[cell]]]
            elif cell in ends or near in ends:
                end, other, way = (cell, near, OPPOSITE[d]) if cell in ends else (near, cell, d)
                color = self._colors.has(other, self._labels.index(ends[end]))
                yield [*(-literal for literal in color), self._arm[other, way]]
            else:
                linked = [self._arm[cell, d], self._arm[near, OPPOSITE[d]]]
                yield from self._colors.differ(cell, near, linked)
