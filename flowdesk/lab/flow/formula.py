"""The formulas of a level, rule by rule: the classic one, corrected, and FlowDesk's own.

Loops cannot be excluded cell by cell: for rule 11, clauses are added when a model has loops.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations
from typing import Any

from flowdesk.core.grid import OPPOSITE, SIDES, WAYS, Cell, cell_name, direction, ways_along
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.encoding import FlowEncoding
from flowdesk.lab.flow.answer import FlowAnswer, arms_along, every_loop, find_loops, loops_of
from flowdesk.lab.flow.rules import SHAPES
from flowdesk.lab.formula import (
    ClassicFormula,
    Decoder,
    FastFormula,
    Key,
    Meaning,
    Part,
    State,
    place,
)
from flowdesk.sat.cnf import Clause, Cnf, Model


class ArmRules(Decoder[FlowAnswer]):
    """What a level's formulas with a variable for each arm of a free cell have in common."""

    arm: Mapping[tuple[Cell, str], int]
    link: Mapping[str, int]

    def __init__(self, level: Level) -> None:
        self.level = level
        self.labels = tuple(level.pairs)
        self.free = [cell for cell in level.cells if cell not in level.endpoints]
        self.near = {cell: level.board.sides(cell) for cell in level.cells}

    def clauses(self, number: int, cell: Cell) -> Iterable[Clause]:
        """Return the clauses of a rule for a cell; none for rule 11.

        Rule 12 is about the cell and its neighbours to the right and below.
        """
        is_endpoint = cell in self.level.endpoints
        if number == 3:
            return self._endpoint(cell) if is_endpoint else ()
        if number == 12:
            beside = ((d, self.near[cell].get(d)) for d in "rb")
            return chain.from_iterable(self._apart(cell, near, d) for d, near in beside if near)
        if is_endpoint or number == 11:
            return ()
        if number == 1:
            return self._one_color(cell)
        if number == 2:
            return exactly_two([self.arm[cell, d] for d in SIDES])
        if number == 10:
            return [[-self.arm[cell, d]] for d in SIDES if d not in self.near[cell]]
        return self._shape(cell, SHAPES[number])

    def cut(self, cnf: Cnf, model: Model) -> bool:
        """Exclude the loops of a model if rule 11 is on; whether it had any (see `refine`)."""
        if "rule 11" not in cnf.rules:
            return False
        found = loops_of(self.level, self.answer(model))
        cnf.add("rule 11", ([-self.arm[arm] for arm in arms_along(loop)] for loop in found))
        return bool(found)

    @abstractmethod
    def _one_color(self, cell: Cell) -> Iterable[Clause]:
        """Rule 1."""

    def _endpoint(self, cell: Cell) -> Iterator[Clause]:
        """Rule 3: exactly one neighbour points here in this colour, and no other in any."""
        label, pointing = self.level.endpoints[cell], []
        for d, near in self.near[cell].items():
            if near not in self.level.endpoints:
                points, literals = self._points(near, label, OPPOSITE[d])
                pointing.append(points)
                yield from ([-self.arm[near, OPPOSITE[d]], literal] for literal in literals)
            elif self.level.endpoints[near] == label and label in self.link:
                pointing.append(self.link[label])
        yield from exactly_one(pointing)

    @abstractmethod
    def _points(self, cell: Cell, label: str, d: str) -> tuple[int, Sequence[int]]:
        """Return a variable for an arm of a colour, and what is true if that is no other arm."""

    def _shape(self, cell: Cell, shape: str) -> Iterator[Clause]:
        """Rules 4 to 9: where the two arms of a cell lead, and that no other arm leads into it."""
        unless = [-self.arm[cell, d] if d in shape else self.arm[cell, d] for d in SIDES]
        for d, near in self.near[cell].items():
            if near not in self.level.endpoints and d in shape:
                yield from self._points_back(cell, near, OPPOSITE[d], unless)
            elif near not in self.level.endpoints:
                yield [*unless, -self.arm[near, OPPOSITE[d]]]

    @abstractmethod
    def _points_back(self, cell: Cell, near: Cell, d: str, unless: Clause) -> Iterator[Clause]:
        """State that a neighbour has an arm in the colour of a cell, unless a literal is true."""

    @abstractmethod
    def _apart(self, cell: Cell, near: Cell, d: str) -> Iterable[Clause]:
        """Rule 12, for a cell and its neighbour in a direction."""


class FlowFormula(ArmRules, ClassicFormula[FlowAnswer]):
    """The variables of a level, and the clauses of its rules.

    Besides ``P`` there are three kinds of variables. `MEANING` has the definitions of the first
    two: an *arm* is a P of any colour, a *colour* a P in any direction. A *link* joins the two
    endpoints of a colour that are side by side.
    """

    #: Whether endpoints side by side can be joined.
    has_links = True

    def __init__(self, level: Level) -> None:
        ArmRules.__init__(self, level)
        ClassicFormula.__init__(self, level.cells)
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
        self.decisive = len(self._keys)

    def definitions(self, cell: Cell) -> Iterator[Clause]:
        """Yield the definitions of the arms and colours of a cell; none for an endpoint."""
        if cell in self.level.endpoints:
            return
        for d in SIDES:
            colored = [self.arms[cell, label, d] for label in self.labels]
            yield from either(self.arm[cell, d], colored)
        for label in self.labels:
            yield from either(self.color[cell, label], [self.arms[cell, label, d] for d in SIDES])

    def meaning(self, variable: int) -> Meaning:
        return meaning(self.level, self._keys[variable - 1])

    def preferred(self) -> list[int]:
        """Return, cell by cell, that it has a colour, then that it has an arm."""
        literals = list(self.link.values())
        for cell in self.free:
            literals += [self.color[cell, label] for label in self.labels]
            literals += [self.arm[cell, d] for d in SIDES]
        return literals

    def answer(self, model: Model) -> FlowAnswer:
        return FlowAnswer(
            frozenset(key for key, variable in self.arms.items() if variable in model),
            frozenset(label for label, variable in self.link.items() if variable in model),
        )

    def telling(self, cnf: Cnf) -> Sequence[int] | None:
        """Return all variables, helpers first: arms that are known leave few colours."""
        if "rule 11" in cnf.rules:
            loops = every_loop({cell: self.near[cell].values() for cell in self.free})
            if loops is None:
                return None
            cnf.add("rule 11", ([-self.arm[arm] for arm in arms_along(loop)] for loop in loops))
        kinds = (self.link, self.arm, self.color, self.arms)
        return [variable for kind in kinds for variable in kind.values()]

    def literals_of(self, answer: FlowAnswer) -> list[int]:
        literals = [v if key in answer.arms else -v for key, v in self.arms.items()]
        return literals + [v if label in answer.links else -v for label, v in self.link.items()]

    def allows(self, answer: FlowAnswer) -> bool:
        return answer.links <= self.link.keys()

    def parts(self, rules: Collection[int], cnf: Cnf) -> list[Part]:
        """Return rules at cells with their clauses, and those that exclude loops in `cnf`."""
        loops: list[Part] = [
            (11, tuple(self._keys[-literal - 1][1] for literal in clause), [clause])
            for clause in cnf.rules.get("rule 11", [])
        ]
        return super().parts(rules, cnf) + loops

    def _one_color(self, cell: Cell) -> Iterable[Clause]:
        return exactly_one([self.color[cell, label] for label in self.labels])

    def _points(self, cell: Cell, label: str, d: str) -> tuple[int, Sequence[int]]:
        return self.arms[cell, label, d], [self.arms[cell, label, d]]

    def _points_back(self, cell: Cell, near: Cell, d: str, unless: Clause) -> Iterator[Clause]:
        for label in self.labels:
            yield [*unless, -self.color[cell, label], self.arms[near, label, d]]

    def _apart(self, cell: Cell, near: Cell, d: str) -> Iterator[Clause]:
        ends = self.level.endpoints
        for a, b, way in ((cell, near, d), (near, cell, OPPOSITE[d])):
            if a in ends:
                continue
            for label in self.labels if b not in ends else (ends[b],):
                other = [] if b in ends else [-self.color[b, label]]
                yield [-self.color[a, label], *other, self.arm[a, way]]
        if cell in ends and ends.get(near) == ends[cell]:
            yield [self.link[ends[cell]]] if ends[cell] in self.link else []


def meaning(level: Level, key: Key) -> Meaning:
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


#: The label of a cell whose bits are the number of no colour.
NO_COLOR = "?"

#: The number of the rule to which each group of clauses belongs.
RULE_OF_GROUP = {"arms": 1, "endpoint colour": 2, "same colour": 3, "no loop": 4}
RULE_OF_GROUP |= dict.fromkeys(("no u-turn", "no touching", "differs"), 5)


class FastFlowFormula(FastFormula[FlowAnswer]):
    """The clauses `cnf` of some of `FAST_RULES`."""

    def __init__(self, level: Level, rules: Collection[int]) -> None:
        self.level = level
        self._labels = list(level.pairs)
        self._encoding = FlowEncoding(level, touching=5 not in rules)
        super().__init__(rules, self._encoding.cnf, RULE_OF_GROUP)

    def meaning(self, variable: int) -> Meaning:
        key: Any = self.cnf.key(variable)
        match key:
            case "edge", (a, b):
                where = f"the step between {cell_name(a)} and {cell_name(b)}"
                name = f"edge({place(a)},{place(b)})"
                return Meaning(name, (a, b), where, "is taken", "is not taken")
            case "bit", cell, bit:
                where = f"bit {bit} of the colour of {cell_name(cell)}"
                return Meaning(f"bit({place(cell)},{bit})", (cell,), where, "is 1", "is 0")
            case _:
                _, (a, b), bit = key
                where = f"bit {bit} of the colours of {cell_name(a)} and {cell_name(b)}"
                name = f"differs({place(a)},{place(b)},{bit})"
                return Meaning(name, (a, b), where, "differs", "may differ")

    def preferred(self) -> list[int]:
        """Return that steps are taken."""
        return list(range(1, len(self.level.board.links) + 1))

    def answer(self, model: Model) -> FlowAnswer:
        """Return a model as an answer: each step is an arm of both of its cells."""
        ends = self.level.endpoints
        arms: set[tuple[Cell, str, str]] = set()
        links: set[str] = set()
        for variable, (a, b) in enumerate(self.level.board.links, 1):
            if variable in model:
                if a in ends and ends[a] == ends.get(b):
                    links.add(ends[a])
                for cell, other in ((a, b), (b, a)):
                    if cell not in ends:
                        number = self._number(model, cell)
                        label = self._labels[number] if number < len(self._labels) else NO_COLOR
                        arms.add((cell, label, direction(cell, other)))
        return FlowAnswer(frozenset(arms), frozenset(links))

    def excluding(self, answer: FlowAnswer) -> list[Clause]:
        """Return clauses that exclude this answer alone: some step or colour is different.

        An answer does not hold the colours of endpoints and of cells without a step, nor the steps
        between two endpoints unless both are of one colour.
        """
        ends = self.level.endpoints
        clause: list[int] = []
        named: list[Clause] = []
        for variable, (a, b) in enumerate(self.level.board.links, 1):
            if a in ends and b in ends:
                if ends[a] != ends[b]:
                    continue
                is_step = ends[a] in answer.links
            else:
                cell, other = (b, a) if a in ends else (a, b)
                is_step = direction(cell, other) in answer.arms_of.get(cell, "")
            clause.append(-variable if is_step else variable)
        for cell, (label,) in answer.looks.items():
            if label == NO_COLOR:
                variable = self.cnf.new_variable(("named", cell))
                clause.append(variable)
                named += self._below(variable, self.bits_of(cell), len(self._labels))
                continue
            number = self._labels.index(label)
            for bit, variable in enumerate(self.bits_of(cell)):
                clause.append(-variable if number >> bit & 1 else variable)
        return [clause, *named]

    @staticmethod
    def _below(condition: int, bits: range, limit: int) -> Iterator[Clause]:
        """Yield clauses that the number of some bits is below a limit, if a variable is true."""
        most = limit - 1
        for bit, variable in enumerate(bits):
            if not most >> bit & 1:
                higher = (-v for place, v in enumerate(bits) if place > bit and most >> place & 1)
                yield [-condition, -variable, *higher]

    def cut(self, cnf: Cnf, model: Model) -> bool:
        """Exclude what breaks rules 4 and 5, as `Encoding.cut` does, whichever rules are off."""
        encoding = self._encoding
        links = enumerate(encoding.board.links, 1)
        nexts = ways_along(link for variable, link in links if variable in model)
        loops = find_loops(nexts) if 4 in self._rules else []
        for loop in loops:
            not_all, some_leaves = encoding.loop_cuts(map(encoding.board.number.__getitem__, loop))
            # Without rule 1 the cells of a loop may just as well have no steps.
            cnf.add("no loop", [not_all, some_leaves] if 1 in self._rules else [not_all])
        if loops or 5 not in self._rules:
            return bool(loops)
        touched = [
            edge
            for variable, edge in enumerate(encoding.board.links, 1)
            if variable not in model and len({self._number(model, cell) for cell in edge}) == 1
        ]
        encoding.forbid_touching(touched)
        return bool(touched)

    @cached_property
    def steps(self) -> Mapping[Cell, Mapping[str, int]]:
        """The variables of the steps from each cell, by direction."""
        steps: defaultdict[Cell, dict[str, int]] = defaultdict(dict)
        for variable, (a, b) in enumerate(self.level.board.links, 1):
            steps[a][direction(a, b)] = steps[b][direction(b, a)] = variable
        return steps

    def labels_at(self, state: State, cell: Cell) -> frozenset[str]:
        """Return the labels whose number the bits of a cell do not exclude."""
        bits = [state(bit) for bit in self.bits_of(cell)]
        return frozenset(
            label
            for number, label in enumerate(self._labels)
            if all(
                fixed is None or fixed.is_true == bool(number >> bit & 1)
                for bit, fixed in enumerate(bits)
            )
        )

    def bits_of(self, cell: Cell) -> range:
        """Return the variables of the number of a cell's colour, the lowest bit first."""
        encoding = self._encoding
        return encoding.rules.bits_of(encoding.board.number[cell], encoding.bits)

    def _number(self, model: Model, cell: Cell) -> int:
        return sum(1 << bit for bit, variable in enumerate(self.bits_of(cell)) if variable in model)
