"""The classic rules with the colour of a cell as a number in bits, to compare the two encodings.

The classic formula has a variable for each colour that a cell may have, and clauses for each pair
of them: the *direct* encoding, with pairwise constraints. Here a cell has the bits of its colour's
number, as few as there can be, and no clause has to say that it has one colour only: the *log*
encoding (K. Iwama and S. Miyazaki, "SAT-variable complexity of hard combinatorial problems", 1994;
compared by T. Walsh, "SAT v CSP", CP 2000, and by A. Van Gelder, "Another look at graph coloring
via propositional satisfiability", 2008). An arm is a variable of its own, without a colour.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from flowdesk.core.grid import STEPS, Cell, direction
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.flow.answer import Answer, around, find_loops
from flowdesk.lab.flow.formula import exactly_one, exactly_two
from flowdesk.lab.flow.rules import BACK, SHAPES
from flowdesk.sat.cnf import Clause, Cnf, Model


class BinaryFormula:
    """The clauses `cnf` of some of the classic rules, and what its models mean."""

    def __init__(self, level: Level, rules: Collection[int]) -> None:
        self._level = level
        self._labels = tuple(level.pairs)
        self._near = {cell: around(level, cell) for cell in level.cells}
        self._free = [cell for cell in level.cells if cell not in level.endpoints]
        self.cnf = cnf = Cnf()
        self._arm = {(c, d): cnf.new_variable(("arm", c, d)) for c in self._free for d in STEPS}
        size = range((len(self._labels) - 1).bit_length())
        self._bits = {c: [cnf.new_variable(("bit", c, bit)) for bit in size] for c in self._free}
        self._link = {
            label: cnf.new_variable(("link", label))
            for label, (a, b) in level.pairs.items()
            if b in self._near[a].values()
        }
        for number in sorted(rules):
            for cell in level.cells:
                cnf.add(f"rule {number}", self._clauses(number, cell))

    def answer(self, model: Model) -> Answer:
        """Return a model as an answer; a number that no colour has is that of the last colour."""
        arms = set()
        for (cell, d), variable in self._arm.items():
            if variable in model:
                number = sum(1 << i for i, bit in enumerate(self._bits[cell]) if bit in model)
                label = self._labels[min(number, len(self._labels) - 1)]
                arms.add((cell, label, d))
        links = frozenset(label for label, variable in self._link.items() if variable in model)
        return Answer(frozenset(arms), links)

    def cut(self, cnf: Cnf, model: Model) -> bool:
        """Exclude the loops of a model if rule 11 is on; whether it had any (see `refine`)."""
        if "rule 11" not in cnf.rules:
            return False
        loops = find_loops(self._level, self.answer(model))
        for loop in loops:
            pairs = zip(loop, (*loop[1:], loop[0]), strict=True)
            cnf.add("rule 11", [[-self._arm[a, direction(a, b)] for a, b in pairs]])
        return bool(loops)

    def _clauses(self, number: int, cell: Cell) -> Iterable[Clause]:
        is_endpoint = cell in self._level.endpoints
        if number == 12:
            return self._touching(cell)
        if number == 3:
            return self._endpoint(cell) if is_endpoint else ()
        if is_endpoint or number == 11:
            return ()
        if number == 1:
            # All that is left of it: numbers that no colour has are excluded.
            too_large = range(len(self._labels), 1 << len(self._bits[cell]))
            return (self._differs(cell, other) for other in too_large)
        if number == 2:
            return exactly_two([self._arm[cell, d] for d in STEPS])
        if number == 10:
            return [[-self._arm[cell, d]] for d in STEPS if d not in self._near[cell]]
        return self._shape(cell, SHAPES[number])

    def _differs(self, cell: Cell, number: int) -> list[int]:
        """Return literals of which one is true if a cell has another colour than this number."""
        return [-bit if number >> i & 1 else bit for i, bit in enumerate(self._bits[cell])]

    def _endpoint(self, cell: Cell) -> Iterator[Clause]:
        """Rule 3: exactly one neighbour points here, and it has this colour."""
        label = self._level.endpoints[cell]
        pointing = []
        for d, near in self._near[cell].items():
            if near not in self._level.endpoints:
                pointing.append(self._arm[near, BACK[d]])
                for literal in self._differs(near, self._labels.index(label)):
                    yield [-pointing[-1], -literal]
            elif self._level.endpoints[near] == label:
                pointing.append(self._link[label])
        yield from exactly_one(pointing)

    def _shape(self, cell: Cell, shape: str) -> Iterator[Clause]:
        """Rules 4 to 9: where the two arms of a cell lead, and that no other arm leads into it."""
        unless = [-self._arm[cell, d] if d in shape else self._arm[cell, d] for d in STEPS]
        for d, near in self._near[cell].items():
            if near in self._level.endpoints:
                continue
            back = self._arm[near, BACK[d]]
            yield [*unless, back if d in shape else -back]
            if d in shape:
                for a, b in zip(self._bits[cell], self._bits[near], strict=True):
                    yield from ([*unless, -a, b], [*unless, a, -b])

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
                end, other, way = (cell, near, BACK[d]) if cell in ends else (near, cell, d)
                differs = self._differs(other, self._labels.index(ends[end]))
                yield [*differs, self._arm[other, way]]
            else:
                differ = []
                for a, b in zip(self._bits[cell], self._bits[near], strict=True):
                    differ.append(self.cnf.new_variable(("differs", a, b)))
                    yield from ([-differ[-1], a, b], [-differ[-1], -a, -b])
                yield [*differ, self._arm[cell, d]]
                yield [*differ, self._arm[near, BACK[d]]]
