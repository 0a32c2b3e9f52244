"""The classic formulation of a level, corrected: clauses for each rule at each cell.

Loops cannot be excluded cell by cell: for rule 11, clauses are added when a model has loops.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from typing import Any

from flowdesk.core.grid import OPPOSITE, SIDES, WAYS, Cell, cell_name
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.flow.answer import FlowAnswer, arms_along, loops_of
from flowdesk.lab.flow.rules import SHAPES
from flowdesk.lab.rulebook import MEANING, Meaning, Part, place
from flowdesk.sat.cnf import Clause, Cnf, Model


class FlowFormula:
    """The variables of a level, and the clauses of its rules.

    Besides ``P`` there are three kinds of variables. `MEANING` has the definitions of the first
    two: an *arm* is a P of any colour, a *colour* a P in any direction. A *link* joins the two
    endpoints of a colour that are side by side.
    """

    #: Whether endpoints side by side can be joined.
    has_links = True

    def __init__(self, level: Level) -> None:
        self.level = level
        self.labels = tuple(level.pairs)
        self.free = [cell for cell in level.cells if cell not in level.endpoints]
        self.near = {cell: level.board.sides(cell) for cell in level.cells}
        self._keys: list[tuple[Any, ...]] = []
        self.arms: dict[tuple[Cell, str, str], int] = {}
        self.arm: dict[tuple[Cell, str], int] = {}
        self.color: dict[tuple[Cell, str], int] = {}
        self.link: dict[str, int] = {}
        for cell in self.free:
            for label in self.labels:
                for d in SIDES:
                    self.arms[cell, label, d] = self._variable("P", cell, label, d)
        for cell in self.free:
            for d in SIDES:
                self.arm[cell, d] = self._variable("arm", cell, d)
            for label in self.labels:
                self.color[cell, label] = self._variable("colour", cell, label)
        for label, cells in level.pairs.items() if self.has_links else ():
            if len(cells) == 2 and cells[1] in self.near[cells[0]].values():
                self.link[label] = self._variable("link", label)

    def _variable(self, *key: Any) -> int:
        self._keys.append(key)
        return len(self._keys)

    @property
    def decisive(self) -> int:
        """The last variable on which answers depend; they do on none after it."""
        return len(self._keys)

    def cnf(self, rules: Collection[int]) -> Cnf:
        """Return the formula of some rules; `cut` adds clauses against loops."""
        cnf = Cnf(self._keys)
        for cell in self.free:
            cnf.add(MEANING, self.definitions(cell))
        for number in sorted(rules):
            for cell in self.level.cells:
                cnf.add(f"rule {number}", self.clauses(number, cell))
        return cnf

    def definitions(self, cell: Cell) -> Iterator[Clause]:
        """Yield the definitions of the arms and colours of a cell; none for an endpoint."""
        if cell in self.level.endpoints:
            return
        for d in SIDES:
            yield from either(
                self.arm[cell, d], [self.arms[cell, label, d] for label in self.labels]
            )
        for label in self.labels:
            yield from either(self.color[cell, label], [self.arms[cell, label, d] for d in SIDES])

    def clauses(self, number: int, cell: Cell) -> Iterable[Clause]:
        """Return the clauses of a rule for a cell; none for rule 11.

        Rule 12 is about the cell and its neighbours to the right and below.
        """
        is_endpoint = cell in self.level.endpoints
        if number == 3:
            return self._endpoint(cell) if is_endpoint else ()
        if number == 12:
            return self._touching(cell)
        if is_endpoint or number == 11:
            return ()
        if number == 1:
            return exactly_one([self.color[cell, label] for label in self.labels])
        if number == 2:
            return exactly_two([self.arm[cell, d] for d in SIDES])
        if number == 10:
            return [[-self.arm[cell, d]] for d in SIDES if d not in self.near[cell]]
        return self._shape(cell, SHAPES[number])

    def meaning(self, variable: int) -> Meaning:
        """Return what a variable says."""
        return meaning(self.level, self._keys[variable - 1])

    def preferred(self) -> list[int]:
        """Return, cell by cell, that it has a colour, then that it has an arm."""
        literals = list(self.link.values())
        for cell in self.free:
            literals += [self.color[cell, label] for label in self.labels]
            literals += [self.arm[cell, d] for d in SIDES]
        return literals

    def answer(self, model: Model) -> FlowAnswer:
        """Return a model as an answer."""
        return FlowAnswer(
            frozenset(key for key, variable in self.arms.items() if variable in model),
            frozenset(label for label, variable in self.link.items() if variable in model),
        )

    def literals_of(self, answer: FlowAnswer) -> list[int]:
        """Return the literals that only this answer satisfies together."""
        literals = [v if key in answer.arms else -v for key, v in self.arms.items()]
        return literals + [v if label in answer.links else -v for label, v in self.link.items()]

    def differs_from(self, answer: FlowAnswer) -> Clause:
        """Return a clause that excludes this answer alone."""
        return [-literal for literal in self.literals_of(answer)]

    def excluding(self, answer: FlowAnswer) -> list[Clause]:
        """Return clauses that exclude this answer alone."""
        return [self.differs_from(answer)]

    def allows(self, answer: FlowAnswer) -> bool:
        """Whether there are variables for everything in an answer."""
        return answer.links <= self.link.keys()

    def parts(self, rules: Collection[int], cnf: Cnf) -> list[Part]:
        """Return rules at cells with their clauses, and those that exclude loops in `cnf`."""
        parts: list[Part] = [
            (number, (cell,), clauses)
            for number in sorted(rules)
            for cell in self.level.cells
            if (clauses := list(self.clauses(number, cell)))
        ]
        for clause in cnf.rules.get("rule 11", []):
            parts.append((11, tuple(self.cell_of(-literal) for literal in clause), [clause]))
        return parts

    def cut(self, cnf: Cnf, model: Model) -> bool:
        """Exclude the loops of a model if rule 11 is on; whether it had any (see `refine`)."""
        if "rule 11" not in cnf.rules:
            return False
        found = loops_of(self.level, self.answer(model))
        cnf.add("rule 11", ([-self.arm[arm] for arm in arms_along(loop)] for loop in found))
        return bool(found)

    def cell_of(self, variable: int) -> Cell:
        """Return the cell of the variable of an arm."""
        key = self._keys[variable - 1]
        assert key[0] == "arm"
        cell: Cell = key[1]
        return cell

    def _endpoint(self, cell: Cell) -> Iterator[Clause]:
        """Rule 3: exactly one neighbour points here in this colour, and no other in any."""
        label = self.level.endpoints[cell]
        pointing = []
        for d, near in self.near[cell].items():
            if near not in self.level.endpoints:
                pointing.append(self.arms[near, label, OPPOSITE[d]])
                yield [-self.arm[near, OPPOSITE[d]], pointing[-1]]
            elif self.level.endpoints[near] == label and label in self.link:
                pointing.append(self.link[label])
        yield from exactly_one(pointing)

    def _shape(self, cell: Cell, shape: str) -> Iterator[Clause]:
        """Rules 4 to 9: where the two arms of a cell lead, and that no other arm leads into it."""
        unless = [-self.arm[cell, d] if d in shape else self.arm[cell, d] for d in SIDES]
        for d, near in self.near[cell].items():
            if near in self.level.endpoints:
                continue
            if d not in shape:
                yield [*unless, -self.arm[near, OPPOSITE[d]]]
            else:
                for label in self.labels:
                    back = self.arms[near, label, OPPOSITE[d]]
                    yield [*unless, -self.color[cell, label], back]

    def _touching(self, cell: Cell) -> Iterator[Clause]:
        """Rule 12, for a cell and the neighbours to its right and below."""
        ends = self.level.endpoints
        for d in "rb":
            near = self.near[cell].get(d)
            if near is None:
                continue
            for a, b, way in ((cell, near, d), (near, cell, OPPOSITE[d])):
                if a in ends:
                    continue
                for label in self.labels if b not in ends else (ends[b],):
                    other = [] if b in ends else [-self.color[b, label]]
                    yield [-self.color[a, label], *other, self.arm[a, way]]
            if cell in ends and ends.get(near) == ends[cell]:
                yield [self.link[ends[cell]]] if ends[cell] in self.link else []


def meaning(level: Level, key: tuple[Any, ...]) -> Meaning:
    """Return what a variable with this key says."""
    match key:
        case "P", cell, label, d:
            color, way = color_name(level, label), WAYS[d]
            name, what = f"P({place(cell)},{label},{d})", f"arm {way} in {color}"
            return Meaning(name, (cell,), cell_name(cell), f"has an {what}", f"has no {what}")
        case "arm", cell, d:
            name, what = f"arm({place(cell)},{d})", f"arm {WAYS[d]}"
            return Meaning(name, (cell,), cell_name(cell), f"has an {what}", f"has no {what}")
        case "colour", cell, label:
            name, color = f"colour({place(cell)},{label})", color_name(level, label)
            return Meaning(name, (cell,), cell_name(cell), f"is {color}", f"is not {color}")
        case _:
            kind, label = key
            assert kind == "link"
            ends = f"the endpoints of {color_name(level, label)}"
            cells = level.pairs[label]
            return Meaning(f"link({label})", tuple(cells), ends, "are joined", "are not joined")


def either(name: int, meanings: list[int]) -> Iterator[Clause]:
    """A variable is true exactly where one of its meanings is."""
    yield [-name, *meanings]
    yield from ([-meaning, name] for meaning in meanings)


def exactly_one(variables: list[int]) -> Iterator[Clause]:
    """One of the variables is true, and of each pair one is false."""
    yield list(variables)
    yield from ([-a, -b] for a, b in combinations(variables, 2))


def exactly_two(variables: list[int]) -> Iterator[Clause]:
    """Of four variables: one of any three is true, and one is false."""
    for three in combinations(variables, 3):
        yield list(three)
        yield [-v for v in three]
