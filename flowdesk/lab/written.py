"""Written: a formula as other solvers get it, and what their models of it say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds import answers
from flowdesk.lab.explore import formula_of
from flowdesk.lab.rule_text import named
from flowdesk.lab.rulebook import MEANING
from flowdesk.lab.rulebooks import book_of
from flowdesk.sat.cnf import Clause, Model


@dataclass(frozen=True)
class Written:
    """The clauses in groups, and functions that say what variables and models mean.

    `rules` of a `form` are stated; the form is empty if it is the formula of the kind itself. `gap`
    is what is not stated, as in `answers.Formula`. An answer is one of the kind's rule book.
    """

    form: str
    rules: tuple[int, ...]
    variables: int
    groups: Mapping[str, Sequence[Clause]]
    about: tuple[str, ...]
    gap: str
    describe: Callable[[int], str]
    answer: Callable[[Model], Any]

    @property
    def clauses(self) -> list[tuple[str, Clause]]:
        """The clauses in their order, each with the name of its group."""
        return [(name, clause) for name, group in self.groups.items() for clause in group]


def of_rules(puzzle: Puzzle, rules: Sequence[int], form: str) -> Written:
    """Return the formula of some rules, in their order."""
    book = book_of(puzzle)
    names = {rule.number: rule.name for rule in book.forms[form].rules}
    groups: dict[str, Sequence[Clause]] = {}
    formula, cnf = formula_of(puzzle, rules, form)
    if MEANING in cnf.rules:
        groups["definitions of helper variables"] = cnf.rules[MEANING]
    for number in rules:
        groups[f"rule {number}, {names[number]}"] = [
            clause
            for name, clauses in cnf.rules.items()
            if book.rule_of(form, name) == number
            for clause in clauses
        ]
    gap = ""
    if added := [number for number in book.added.get(form, ()) if number in rules]:
        be, them = ("is", "it") if len(added) == 1 else ("are", "them")
        gap = f"{named(added)} {be} stated only where an answer breaks {them}"
    about = (
        f"--form {form} --only {','.join(map(str, rules))}",
        f"the board is {puzzle.width} x {puzzle.height}, cells are (row,column) from (1,1)",
    )

    def describe(variable: int) -> str:
        meaning = formula.meaning(variable)
        return f"{meaning.name}: {meaning.subject} {meaning.true}".replace("≥", ">=")  # as ASCII

    return Written(form, tuple(rules), cnf.variables, groups, about, gap, describe, formula.answer)


def of_kind(puzzle: Puzzle, formula: answers.Formula) -> Written:
    """Return the formula of a puzzle's kind; models are read by the meanings of its variables."""
    book, cnf = book_of(puzzle), formula.cnf
    rules = book.needed(puzzle, "fast")
    fast = book.fast(puzzle, rules)
    variable_of = {fast.cnf.key(number): number for number in range(1, fast.cnf.variables + 1)}

    def answer(model: Model) -> Any:
        found = (variable_of.get(cnf.key(variable)) for variable in model)
        return fast.answer(frozenset(filter(None, found)))

    return Written(
        "",
        rules,
        cnf.variables,
        {f"rule {rule}": clauses for rule, clauses in cnf.rules.items()},
        formula.about,
        formula.gap,
        lambda variable: formula.describe(cnf.key(variable)),
        answer,
    )
