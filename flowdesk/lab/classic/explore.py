"""Solve a level with some of the rules: an answer, a smallest set of rules, a contradiction."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from flowdesk.core.grid import Cell, by_row
from flowdesk.kinds.answers import SolveStatus
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.lab.classic.answer import Answer, Broken, answer_of, broken
from flowdesk.lab.classic.formula import Formula
from flowdesk.lab.classic.rules import NEEDED, NUMBERS, needed_of
from flowdesk.sat.backend import find_model, refine
from flowdesk.sat.cnf import Clause, Cnf

#: The most cells of a level that is explored: on more, the classic formula takes minutes.
MAX_CELLS = 400

#: The group of the clause that excludes an answer.
ANOTHER = "another answer"


@dataclass(frozen=True)
class Explored:
    """What the solver answers to some rules.

    `status` is solved, unsolvable (the rules contradict each other) or unknown. `broken` lists the
    breaches of all classic rules in this form (for ``fast``, corrected), not only of `rules`.
    `clauses` counts them by rule; 0 stands for the definitions. `rounds` counts the calls of the
    SAT solver, `seconds` is the time of all of them together.
    """

    rules: tuple[int, ...]
    form: str
    status: SolveStatus = SolveStatus.UNKNOWN
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
    """Return the solver's answer to these rules, by their numbers, in one of `FORMS`.

    With `besides`, exclude that answer; its clause is not counted.
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
        SolveStatus.SOLVED if answer else SolveStatus.UNSOLVABLE,
        answer,
        tuple(broken(level, answer, form)) if answer else (),
        cnf.variables,
        {number_of(name): len(group) for name, group in cnf.rules.items() if name != ANOTHER},
        rounds[0],
        time.perf_counter() - began,
    )


def number_of(name: str) -> int:
    """Return the number of the rule of a group of clauses; 0 for the definitions."""
    return 0 if name == "meaning" else int(name.removeprefix("rule "))


def smallest_rules(
    level: Level,
    solution: Solution,
    form: str = "corrected",
    progress: Callable[[tuple[int, ...]], None] = lambda rules: None,
) -> tuple[int, ...] | None:
    """Return a smallest set of rules to which this solution is the only answer; None without one.

    Choose from the rules that make the game if they force the solution, else from all. Call
    `progress` with each set that is tried.
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
    """Return a smallest set of rules that `forces` accepts, given that it accepts all together.

    The method is that of implicit hitting sets (A. Ignatiev et al., Smallest MUS extraction with
    minimal hitting set dualization, CP 2015): a set that does not force the solution is extended
    as long as it does not; then the result must contain one of the remaining rules.
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


#: The number of a rule, the cells that it is applied to, and its clauses there.
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
    """Return few rules at few cells that contradict each other; None if the rules have an answer.

    Remove parts that are not needed, first half of them at once, for up to `seconds`. Call
    `progress` with the number of parts that are left.
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
