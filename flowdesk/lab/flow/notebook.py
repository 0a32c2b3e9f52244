"""The rules as they were first written down, in the notebook of which FlowDesk was made.

Ten formulas about free cells, unchanged. They differ from `flowdesk.lab.flow.rules` as follows:

* Rule 2 asks for exactly one pair of arms of one colour. Without rule 1 a cell may have other arms.
* Rule 3 only counts free neighbours, so two endpoints side by side are never joined.
* Rules 4 to 9 do not ask that there is no other arm. They are silent of cells with an arm off the
  board, which is for rule 10, and of cells between two endpoints. Beside one endpoint the neighbour
  on the other side has the endpoint's colour, whatever that of the cell is.
* No rule excludes loops, or paths that touch themselves.

With all ten rules the answers are those of the corrected rules 1 to 10 that join no endpoints.
Holes and walls, which the notebook does not have, are like the border.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from flowdesk.core.grid import OPPOSITE, SIDES, WAYS, Cell, cell_name
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.flow.answer import (
    FlowAnswer,
    broken_by_borders,
    broken_by_colors,
    broken_by_endpoints,
    broken_by_loops,
    broken_by_touching,
    free_cells,
)
from flowdesk.lab.flow.formula import FlowFormula, either, exactly_one
from flowdesk.lab.flow.rules import HELPERS, NAMES, RULES, SHAPES, WHERE, ways
from flowdesk.lab.formula import Meaning, place
from flowdesk.lab.rulebook import Broken, Rule
from flowdesk.sat.cnf import Clause, Cnf, Model

#: The order in which the notebook adds its rules: arms stay on the board before paths go on.
NOTEBOOK = (1, 2, 3, 10, 4, 6, 5, 7, 8, 9)


def _shape_rule(rule: Rule) -> Rule:
    shape = SHAPES[rule.number]
    a, b = shape[0], shape[1]
    there = [f"P({NAMES[d]},k,{OPPOSITE[d]})" for d in shape]
    away = [f"¬arm({NAMES[d]},{OPPOSITE[d]})" for d in SIDES if d not in shape]
    return replace(
        rule,
        text=f"If two arms of one colour point {ways(rule.number)}, both neighbours there point "
        "back in it, or in the colour of an endpoint among them; no other points here. At the "
        "border nothing is required.",
        formula=f"P(i,j,c,{a}) ∧ P(i,j,c,{b}) → {' ∧ '.join([*there, *away])}; k is c, or the "
        f"colour of an endpoint {NAMES[a]} or {NAMES[b]}; nothing if both are",
    )


def _rule(rule: Rule) -> Rule:
    match rule.number:
        case 1:
            formula = "for every free (i,j), for some c: colour(i,j,c), and ¬colour(i,j,c') for "
            return replace(rule, formula=formula + "every other c'")
        case 2:
            return replace(
                rule,
                text="Every free cell has exactly one pair of arms of one colour: straight on, or "
                "round a corner. With rule 1 that is exactly two arms.",
                formula="for every free (i,j): exactly one of the six pairs d, e has "
                "P(i,j,c,d) ∧ P(i,j,c,e) for some c",
            )
        case 3:
            return replace(
                rule,
                text="One free neighbour of an endpoint points at it in its colour, and no other "
                "points at it in any colour. Endpoints beside it do not count: two side by side "
                "cannot be joined.",
                formula="for every endpoint of colour c, for some free neighbour n: P(n,c,d), and "
                "¬arm(m,d) for every other free neighbour m, d pointing at it",
            )
        case 10:
            return rule
        case _:
            return _shape_rule(rule)


RULES_OF_NOTEBOOK = tuple(_rule(rule) for rule in RULES if rule.number in NOTEBOOK)

NOTEBOOK_HELPERS = replace(
    HELPERS,
    name="Helpers: arm, colour, pair",
    text="An arm is a P of any colour, a colour a P in any direction, a pair two arms of one "
    "colour. The rules name these instead of repeating the formulas. Clauses make a helper true "
    "exactly where its formula is (G. Tseitin, 1968); they always hold.",
    formula=f"{HELPERS.formula}; pair(i,j,de) ↔ P(i,j,c,d) ∧ P(i,j,c,e) for some c",
)


class NotebookFormula(FlowFormula):
    """The variables and clauses of the notebook's rules.

    Two helpers more are for rule 2: a *pair* is two arms of one colour, one of which is given or
    any.
    """

    has_links = False

    def __init__(self, level: Level) -> None:
        super().__init__(level)
        self._pair: dict[tuple[Cell, str], int] = {}
        self._colored: dict[tuple[Cell, str, str], int] = {}
        for cell in self.free:
            for shape in SHAPES.values():
                self._pair[cell, shape] = self._variable("pair", cell, shape)
                for label in self.labels:
                    key = cell, label, shape
                    self._colored[key] = self._variable("coloured pair", *key)
        self.decisive = len(self._keys)

    def definitions(self, cell: Cell) -> Iterator[Clause]:
        """Yield the definitions of the arms, colours and pairs of a cell; none for an endpoint."""
        yield from super().definitions(cell)
        if cell in self.level.endpoints:
            return
        for shape in SHAPES.values():
            colored = [self._colored[cell, label, shape] for label in self.labels]
            yield from either(self._pair[cell, shape], colored)
            for label, pair in zip(self.labels, colored, strict=True):
                first, second = (self.arms[cell, label, d] for d in shape)
                yield from ([-pair, first], [-pair, second], [-first, -second, pair])

    def clauses(self, number: int, cell: Cell) -> Iterable[Clause]:
        if number == 2 and cell not in self.level.endpoints:
            return exactly_one([self._pair[cell, shape] for shape in SHAPES.values()])
        return super().clauses(number, cell)

    def cut(self, cnf: Cnf, model: Model) -> bool:
        """Return that nothing is left out that a model could break: no rule excludes loops."""
        return False

    def meaning(self, variable: int) -> Meaning:
        match self._keys[variable - 1]:
            case "pair", cell, shape:
                label, color = "", "one colour"
            case "coloured pair", cell, label, shape:
                color = color_name(self.level, label)
                label += ","
            case _:
                return super().meaning(variable)
        name, what = f"pair({place(cell)},{label}{shape})", " and ".join(WAYS[d] for d in shape)
        true, false = (f"has {arms} {what} in {color}" for arms in ("arms", "no two arms"))
        return Meaning(name, (cell,), cell_name(cell), true, false)

    def _shape(self, cell: Cell, shape: str) -> Iterator[Clause]:
        near, ends = self.near[cell], self.level.endpoints
        if not near.keys() >= set(shape) or all(near[d] in ends for d in shape):
            return
        colors = [ends[near[d]] for d in shape if near[d] in ends]
        for label in self.labels:
            unless = [-self.arms[cell, label, d] for d in shape]
            for d, other in near.items():
                if other not in ends:
                    points = self.arms[other, [*colors, label][0], OPPOSITE[d]]
                    yield [*unless, points if d in shape else -self.arm[other, OPPOSITE[d]]]


# What an answer breaks


def broken(level: Level, answer: FlowAnswer) -> list[Broken]:
    """Return every breach of the ten rules, and of FlowDesk's own rules 11 and 12."""
    return [
        *broken_by_colors(level, answer),
        *_pairs(level, answer),
        *broken_by_endpoints(level, answer),
        *sorted(set(_shapes(level, answer)), key=lambda each: (each.rule, each.cells)),
        *broken_by_borders(level, answer),
        *broken_by_loops(level, answer),
        *broken_by_touching(level, answer),
    ]


def _pairs(level: Level, answer: FlowAnswer) -> Iterator[Broken]:
    for cell in free_cells(level):
        looks = answer.looks.get(cell, {}).values()
        number = len({pair for look in looks for pair in combinations(look, 2)})
        if number != 1:
            has = f"{number} pairs" if number else "no pair"
            message = f"This cell has {has} of arms of one colour. It should have one."
            yield Broken(2, message, (cell,))


def _shapes(level: Level, answer: FlowAnswer) -> Iterator[Broken]:
    for cell in free_cells(level):
        near = level.board.sides(cell)
        for label, arms in answer.looks.get(cell, {}).items():
            for number, shape in SHAPES.items():
                if set(shape) <= set(arms) & near.keys():
                    ends = {level.endpoints[near[d]] for d in shape if near[d] in level.endpoints}
                    met = [near[d] in level.endpoints for d in shape]
                    if not all(met):
                        color = ends.pop() if any(met) else label
                        yield from _misfits(level, answer, cell, number, color)


def _misfits(
    level: Level, answer: FlowAnswer, cell: Cell, number: int, label: str
) -> Iterator[Broken]:
    """Yield what is wrong with the free neighbours of a cell, where its path has this colour."""
    color = color_name(level, label)
    for d, other in level.board.sides(cell).items():
        if other in level.endpoints:
            continue
        if d in SHAPES[number]:
            if (other, label, OPPOSITE[d]) not in answer.arms:
                message = f"The neighbour {WHERE[d]} should point back in {color}."
                yield Broken(number, message, (cell, other))
        elif OPPOSITE[d] in answer.arms_of.get(other, ""):
            message = f"The neighbour {WHERE[d]} should not point at this cell."
            yield Broken(number, message, (cell, other))
