"""FlowDesk's own formula, explored rule by rule like the classic one, to compare the two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import Any

from flowdesk.core.grid import Cell, cell_name, direction, ways_along
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.lab.flow.answer import FlowAnswer, find_loops
from flowdesk.lab.rulebook import Meaning, State, place
from flowdesk.sat.cnf import Clause, Cnf, Model

#: The label of a cell whose bits are the number of no colour.
_NO_COLOR = "?"

#: The number of the rule to which each group of clauses belongs.
RULE_OF_GROUP = {
    "arms": 1,
    "endpoint colour": 2,
    "same colour": 3,
    "no loop": 4,
    "no u-turn": 5,
    "no touching": 5,
    "differs": 5,
}


class FastFormula:
    """The clauses `cnf` of some of `FAST_RULES`; the methods are those of `Formula`."""

    def __init__(self, level: Level, rules: Collection[int]) -> None:
        self._level, self._rules = level, set(rules)
        self._labels = list(level.pairs)
        self._encoding = Encoding(level, touching=5 not in rules)
        self.cnf = self._encoding.cnf
        #: The last variable on which answers depend; they do on none after it.
        self.decisive = self.cnf.variables
        for name in [name for name in self.cnf.rules if RULE_OF_GROUP[name] not in rules]:
            del self.cnf.rules[name]

    def meaning(self, variable: int) -> Meaning:
        """Return what a variable says."""
        key: Any = self.cnf.key(variable)
        match key:
            case "edge", (a, b):
                where = f"the step between {cell_name(a)} and {cell_name(b)}"
                return Meaning(
                    f"edge({place(a)},{place(b)})", (a, b), where, "is taken", "is not taken"
                )
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
        return list(range(1, len(self._level.board.links) + 1))

    def answer(self, model: Model) -> FlowAnswer:
        """Return a model as an answer: each step is an arm of both of its cells."""
        ends = self._level.endpoints
        arms: set[tuple[Cell, str, str]] = set()
        links: set[str] = set()
        for variable, (a, b) in enumerate(self._level.board.links, 1):
            if variable in model:
                if a in ends and ends[a] == ends.get(b):
                    links.add(ends[a])
                for cell, other in ((a, b), (b, a)):
                    if cell not in ends:
                        number = self._number(model, cell)
                        label = self._labels[number] if number < len(self._labels) else _NO_COLOR
                        arms.add((cell, label, direction(cell, other)))
        return FlowAnswer(frozenset(arms), frozenset(links))

    def excluding(self, answer: FlowAnswer) -> list[Clause]:
        """Return clauses that exclude this answer alone: some step or colour is different.

        An answer does not hold the colours of endpoints and of cells without a step, nor the steps
        between two endpoints unless both are of one colour.
        """
        ends = self._level.endpoints
        clause: list[int] = []
        named: list[Clause] = []
        for variable, (a, b) in enumerate(self._level.board.links, 1):
            if a in ends and b in ends:
                if ends[a] != ends[b]:
                    continue
                is_step = ends[a] in answer.links
            else:
                cell, other = (b, a) if a in ends else (a, b)
                is_step = direction(cell, other) in answer.arms_of.get(cell, "")
            clause.append(-variable if is_step else variable)
        for cell, (label,) in answer.looks.items():
            if label == _NO_COLOR:
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
            not_all, some_leaves = encoding.loop_cuts(loop)
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

    def endpoint_at(self, cell: Cell) -> str:
        """Return the label of the endpoint in a cell, or nothing."""
        return self._level.endpoints.get(cell, "")

    def steps_of(self, cell: Cell) -> Mapping[str, int]:
        """Return the variables of the steps from a cell, by direction."""
        return self._steps[cell]

    @cached_property
    def _steps(self) -> Mapping[Cell, Mapping[str, int]]:
        steps: defaultdict[Cell, dict[str, int]] = defaultdict(dict)
        for variable, (a, b) in enumerate(self._level.board.links, 1):
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
        """Return the number of a cell's colour."""
        return sum(1 << bit for bit, variable in enumerate(self.bits_of(cell)) if variable in model)
