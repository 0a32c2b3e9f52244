"""Theory: the clauses of some rules one by one, each with the rule and the cells that it is of."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from flowdesk.core.grid import Cell, by_row
from flowdesk.core.puzzle import Puzzle
from flowdesk.lab.rulebook import (
    DEFINITIONS,
    FORMS,
    MEANING,
    ClassicFormula,
    FastFormula,
    Meaning,
)
from flowdesk.lab.rulebooks import book_of
from flowdesk.sat.cnf import Clause, Cnf, Model


@dataclass(frozen=True)
class Origin:
    """The rule that a clause is of, or `DEFINITIONS`, and the cells that it is applied to."""

    rule: int
    cells: tuple[Cell, ...]


class Theory:
    """The clauses of some rules of a puzzle, in the order of the rules; definitions come first.

    A clause is known by its number, its place in `clauses`; `origins` are in the same order.
    `cut` adds those that a model breaks.
    """

    def __init__(self, puzzle: Puzzle, rules: Collection[int], form: str = FORMS[0]) -> None:
        self.puzzle, self.rules, self.form = puzzle, tuple(rules), form
        self._book = book = book_of(puzzle)
        self.clauses: list[Clause] = []
        self.origins: list[Origin] = []
        self.formula: ClassicFormula[Any] | FastFormula[Any]
        if form == "fast":
            self.formula = own = book.fast(puzzle, rules)
            self._cnf: Cnf = own.cnf
            for number in rules:
                for name, clauses in own.cnf.rules.items():
                    if book.rule_of(form, name) == number:
                        self._extend(number, clauses)
        else:
            self.formula = classic = book.classic(puzzle, form)
            self._cnf = classic.cnf(rules)
            self._extend(DEFINITIONS, self._cnf.rules.get(MEANING, ()))
            parts = classic.parts(rules, self._cnf)
            for number in rules:
                for rule, cells, clauses in parts:
                    if rule == number:
                        self._extend(rule, clauses, cells)

    def cut(self, model: Model) -> list[Clause]:
        """Add the clauses that a model breaks, such as one against each loop; return them."""
        first, before = len(self.clauses), self._cnf.sizes()
        self.formula.cut(self._cnf, model)
        for name, clauses in self._cnf.rules.items():
            self._extend(self._book.rule_of(self.form, name), clauses[before.get(name, 0) :])
        return self.clauses[first:]

    def answer(self, model: Model) -> Any:
        """Return a model as an answer, which can be drawn."""
        return self.formula.answer(model)

    def meaning(self, variable: int) -> Meaning:
        """Return what a variable says."""
        return self.formula.meaning(variable)

    @property
    def variables(self) -> int:
        """How many variables there are."""
        return self._cnf.variables

    @property
    def choices(self) -> list[Clause]:
        """The clauses that say "one of these", without a condition."""
        return [clause for clause in self.clauses if all(literal > 0 for literal in clause)]

    def cells_of(self, clause: Iterable[int]) -> tuple[Cell, ...]:
        """Return the cells that the literals of a clause speak of."""
        return by_row({cell for x in clause for cell in self.meaning(abs(x)).cells})

    def _extend(
        self, rule: int, clauses: Iterable[Clause], cells: tuple[Cell, ...] | None = None
    ) -> None:
        for clause in clauses:
            self.clauses.append(clause)
            where = (
                self.cells_of(clause[:1] if rule == DEFINITIONS else clause)
                if cells is None
                else cells
            )
            self.origins.append(Origin(rule, where))
