"""FlowDesk's own formula, explored rule by rule like the classic one, to compare the two."""

from __future__ import annotations

import time
from collections.abc import Collection
from functools import partial

from flowdesk.core.grid import Cell, direction
from flowdesk.kinds.answers import SolveStatus
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.lab.classic.answer import Answer, broken, find_loops
from flowdesk.lab.classic.explore import ANOTHER, Explored, explore
from flowdesk.lab.classic.rules import Rule
from flowdesk.sat.backend import refine
from flowdesk.sat.cnf import Clause, Cnf, Model

#: The label of a cell whose bits are the number of no colour.
NO_COLOR = "?"

#: What the names in its formulas mean.
FAST_LETTERS = (
    "edge(a,b): a path steps from cell a to its neighbour b, or back. bits(a): the number of "
    "cell a's colour, bit by bit."
)

FAST_RULES: tuple[Rule, ...] = (
    Rule(
        1,
        "Steps at each cell",
        "A step is an edge between two cells that is part of a path. An endpoint has exactly one "
        "step, every other cell exactly two.",
        "for every cell: exactly two (at an endpoint: one) of its edges",
    ),
    Rule(
        2,
        "Colours of endpoints",
        "The colours are numbered, and each cell has the bits of a number. The bits of the "
        "endpoints are given.",
        "bits(endpoint of colour k) = k",
    ),
    Rule(
        3,
        "Colours along steps",
        "The two cells of a step have the same number.",
        "edge(a,b) → bits(a) = bits(b)",
    ),
    Rule(
        4,
        "No loop",
        "The smallest loops are excluded from the beginning, others when an answer has them: some "
        "edge of the loop is no step, and some step leads out of its cells.",
        "for every loop: not all of its edges",
    ),
    Rule(
        5,
        "No path touches itself",
        "At most two edges of a block of 2x2 cells are steps. When an answer has other neighbours "
        "of one colour without a step between them, clauses exclude that.",
        "edge(a,b) or bits(a) ≠ bits(b)",
        optional=True,
    ),
)

#: The groups of clauses of each of them.
_GROUPS = {
    1: ("arms",),
    2: ("endpoint colour",),
    3: ("same colour",),
    4: ("no loop",),
    5: ("no u-turn", "no touching", "differs"),
}


def explore_fast(level: Level, rules: Collection[int], besides: Answer | None = None) -> Explored:
    """Return the answer of FlowDesk's own formula to some of its rules, by their numbers.

    With `besides`, which is a solution, exclude that answer.
    """
    began = time.perf_counter()
    encoding = Encoding(level, touching=5 not in rules)
    cnf = encoding.cnf
    wanted = {name for number in rules for name in _GROUPS[number]}
    for name in set(cnf.rules) - wanted:
        del cnf.rules[name]
    if besides:
        cnf.add(ANOTHER, [_differs_from(encoding, besides)])
    rounds = [0]

    def count() -> None:
        rounds[0] += 1

    model = refine(cnf, partial(_cut, encoding, rules), on_round=count)
    answer = _answer(encoding, model) if model is not None else None
    return Explored(
        tuple(sorted(rules)),
        "fast",
        SolveStatus.SOLVED if answer else SolveStatus.UNSOLVABLE,
        answer,
        tuple(broken(level, answer)) if answer else (),
        cnf.variables,
        {n: sum(len(cnf.rules.get(name, [])) for name in _GROUPS[n]) for n in sorted(rules)},
        rounds[0],
        time.perf_counter() - began,
    )


def rule_of_group(group: str) -> int:
    """Return the number of the rule of a group of clauses."""
    return next(number for number, names in _GROUPS.items() if group in names)


def _cut(encoding: Encoding, rules: Collection[int], cnf: Cnf, model: Model) -> bool:
    """Exclude what breaks rules 4 and 5, as `Encoding.cut` does, whichever rules are off."""
    loops: list[tuple[Cell, ...]] = []
    if {1, 4} <= set(rules):  # without rule 1, `find_loops` could find no closed paths
        loops = find_loops(encoding.level, _answer(encoding, model))
    for loop in loops:
        cnf.add("no loop", encoding.loop_cuts(loop))
    if loops or 5 not in rules:
        return bool(loops)
    touched = [
        edge
        for variable, edge in enumerate(encoding.board.edges, 1)
        if variable not in model and len({_number(encoding, model, cell) for cell in edge}) == 1
    ]
    for edge in touched:
        variable = encoding.board.variable[edge]
        cnf.add("no touching", [[variable, *encoding.differs(edge)]])
    return bool(touched)


def _differs_from(encoding: Encoding, solution: Answer) -> Clause:
    """Return a clause that excludes this solution alone: some step or some colour is different.

    An answer does not hold the colours of endpoints, nor the steps between two endpoints unless
    both are of one colour.
    """
    level, board = encoding.level, encoding.board
    ends = level.endpoints
    labels = list(level.pairs)
    literals: list[int] = []
    for variable, (a, b) in enumerate(board.edges, 1):
        if a in ends and b in ends:
            if ends[a] != ends[b]:
                continue
            is_step = ends[a] in solution.links
        else:
            cell, other = (b, a) if a in ends else (a, b)
            is_step = direction(cell, other) in solution.arms_of[cell]
        literals.append(variable if is_step else -variable)
    for cell, (label,) in solution.colors_of.items():
        number = labels.index(label)
        for bit, variable in enumerate(board.bits_of(board.number[cell], encoding.bits)):
            literals.append(variable if number >> bit & 1 else -variable)
    return [-literal for literal in literals]


def _number(encoding: Encoding, model: Model, cell: Cell) -> int:
    """Return the number of a cell's colour."""
    bits = encoding.board.bits_of(encoding.board.number[cell], encoding.bits)
    return sum(1 << bit for bit, variable in enumerate(bits) if variable in model)


def _answer(encoding: Encoding, model: Model) -> Answer:
    """Return a model as an answer: each step is an arm of both of its cells."""
    level, board = encoding.level, encoding.board
    labels = list(level.pairs)

    def label(cell: Cell) -> str:
        number = _number(encoding, model, cell)
        return labels[number] if number < len(labels) else NO_COLOR

    arms: set[tuple[Cell, str, str]] = set()
    links: set[str] = set()
    for variable, (a, b) in enumerate(board.edges, 1):
        if variable in model:
            ends = {level.endpoints.get(a), level.endpoints.get(b)}
            if len(ends) == 1 and None not in ends:
                links.update(end for end in ends if end)
            for cell, other in ((a, b), (b, a)):
                if cell not in level.endpoints:
                    arms.add((cell, label(cell), direction(cell, other)))
    return Answer(frozenset(arms), frozenset(links))


def explored(
    level: Level,
    *,
    rules: Collection[int],
    form: str,
    besides: Answer | None = None,
    progress: object = None,
) -> Explored:
    """Return the answer to some rules in a classic form or in ``fast``; exclude `besides`."""
    if form == "fast":
        return explore_fast(level, rules, besides)
    return explore(level, rules, form, besides)
