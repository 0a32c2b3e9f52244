"""What some of the rules say about a level: an answer, which rules it takes, why there is none."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from flowdesk.core.grid import Cell, by_row
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.lab.classic.answer import Answer, Broken, answer_of, broken
from flowdesk.lab.classic.formula import Formula
from flowdesk.lab.classic.rules import NEEDED, NUMBERS, needed_of
from flowdesk.sat.backend import find_model
from flowdesk.sat.cnf import Clause, Cnf
from flowdesk.sat.search import refine

#: The largest board that is explored: beyond, the classic formula takes minutes.
MAX_CELLS = 400

#: What the clause is filed under that excludes an answer.
ANOTHER = "another answer"


@dataclass(frozen=True)
class Explored:
    """What the solver answers to some rules.

    `status` is solved, unsolvable (the rules contradict each other) or unknown. `broken` is about
    all classic rules in this form (for ``fast``, corrected), also those that were not asked for.
    `clauses` counts them by rule, 0 being what the letters mean. `rounds` is how often loops were
    cut and the search begun, `seconds` how long it took in all.
    """

    rules: tuple[int, ...]
    form: str
    status: str = "unknown"
    answer: Answer | None = None
    broken: tuple[Broken, ...] = ()
    variables: int = 0
    clauses: Mapping[int, int] = field(default_factory=dict)
    rounds: int = 0
    seconds: float = 0.0


def explore(
    level: Level,
    rules: Collection[int],
    form: str = "corrected",
    besides: Answer | None = None,
) -> Explored:
    """The solver's answer to these rules, by their numbers, in one of `FORMS`.

    With `besides`, another answer than this one; its clause is not counted.
    """
    began = time.perf_counter()
    formula = Formula(level, form)
    cnf = formula.cnf(rules)
    if besides:
        cnf.add(ANOTHER, [formula.differs_from(besides)])
    rounds = [0]

    def count() -> None:
        rounds[0] += 1

    model = refine(cnf, formula.cut if 11 in rules else _cut_nothing, on_round=count)
    answer = formula.answer(model) if model is not None else None
    return Explored(
        tuple(sorted(rules)),
        form,
        "solved" if answer else "unsolvable",
        answer,
        tuple(broken(level, answer, form)) if answer else (),
        cnf.variables,
        {number_of(name): len(group) for name, group in cnf.rules.items() if name != ANOTHER},
        rounds[0],
        time.perf_counter() - began,
    )


def number_of(name: str) -> int:
    """The number of the rule that a group of clauses is filed under; 0 for the meanings."""
    return 0 if name == "meaning" else int(name.removeprefix("rule "))


def smallest_rules(
    level: Level,
    solution: Solution,
    form: str = "corrected",
    progress: Callable[[tuple[int, ...]], None] = lambda rules: None,
) -> tuple[int, ...] | None:
    """A smallest set of the rules to which this solution is the only answer; None if none is.

    Of the rules that make the game, if they force the solution, and else of all. `progress` is
    called with each set that is tried.
    """
    formula = Formula(level, form)
    wanted = answer_of(level, solution)
    if not wanted.links <= formula.link.keys():
        return None  # as first published, the rules do not allow this solution
    differs = formula.differs_from(wanted)
    breaks = {each.rule for each in broken(level, wanted, form)}

    def forces(rules: Collection[int]) -> bool:
        cnf = formula.cnf(rules)
        cnf.add(ANOTHER, [differs])
        return refine(cnf, formula.cut if 11 in rules else _cut_nothing) is None

    for rules in (needed_of(level), NUMBERS):
        if not breaks & set(rules) and forces(rules):
            return _smallest(rules, forces, progress)
    return None


def _smallest(
    rules: Sequence[int],
    forces: Callable[[Collection[int]], bool],
    progress: Callable[[tuple[int, ...]], None],
) -> tuple[int, ...]:
    """A smallest set of rules that `forces` accepts, as it does all of them together.

    Found by implicit hitting sets (A. Ignatiev et al., Smallest MUS extraction with minimal
    hitting set dualization, CP 2015): a set that does not force the solution is extended as far as
    that stays so; the answer has to contain one of the rules that are left.
    """
    to_hit: list[frozenset[int]] = []
    for size in range(len(rules) + 1):
        for chosen in combinations(rules, size):
            if not all(group & set(chosen) for group in to_hit):
                continue
            progress(chosen)
            if forces(chosen):
                return chosen
            without = set(chosen)
            for rule in rules:
                if rule not in without and not forces(without | {rule}):
                    without.add(rule)
            to_hit.append(frozenset(rules) - without)
    raise AssertionError("all rules together are accepted, so some smallest set of them is")


#: A rule, the cells that it is stated at, and its clauses there.
_Part: TypeAlias = tuple[int, tuple[Cell, ...], list[Clause]]


@dataclass(frozen=True)
class Contradiction:
    """Rules at cells that cannot all hold; `smallest` if none of them can be left out."""

    parts: tuple[tuple[int, tuple[Cell, ...]], ...]
    smallest: bool


def contradiction(
    level: Level,
    rules: Collection[int] = NEEDED,
    form: str = "corrected",
    *,
    seconds: float = 10.0,
    progress: Callable[[int], None] | None = None,
) -> Contradiction | None:
    """Why some rules have no answer: few rules at few cells that contradict each other.

    None if they have one. What is not needed is left out part by part, half of them at once
    first, until the time is over; `progress` is called with how many parts are left.
    """
    formula = Formula(level, form)
    cnf = formula.cnf(rules)
    if refine(cnf, formula.cut if 11 in rules else _cut_nothing) is not None:
        return None
    meaning = cnf.rules["meaning"]
    parts: list[_Part] = [
        (number, (cell,), clauses)
        for number in sorted(rules)
        for cell in level.cells
        if (clauses := list(formula.clauses(number, cell)))
    ]
    for clause in cnf.rules.get("rule 11", []):
        parts.append((11, tuple(formula.cell_of(-literal) for literal in clause), [clause]))
    deadline = time.monotonic() + seconds

    def contradict(some: Sequence[_Part]) -> bool:
        return find_model([*meaning, *(clause for part in some for clause in part[2])]) is None

    chunk = max(len(parts) // 2, 1)
    at = 0
    while time.monotonic() < deadline:
        if at >= len(parts):
            if chunk == 1:
                break
            at, chunk = 0, max(chunk // 2, 1)
            continue
        fewer = parts[:at] + parts[at + chunk :]
        if contradict(fewer):
            parts = fewer
            if progress:
                progress(len(parts))
        else:
            at += chunk
    finished = chunk == 1 and at >= len(parts)
    by_rule: dict[int, list[Cell]] = {}
    for number, cells, _ in parts:
        by_rule.setdefault(number, []).extend(cells)
    return Contradiction(
        tuple((number, by_row(set(cells))) for number, cells in sorted(by_rule.items())), finished
    )


def _cut_nothing(cnf: Cnf, model: frozenset[int]) -> bool:
    return False
