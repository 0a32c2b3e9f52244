"""Clauses: those of a rule at a cell, made when they are looked at, and judged by a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from flowdesk.core.grid import Cell, by_row
from flowdesk.core.puzzle import Puzzle
from flowdesk.lab.clause_text import Piece, pieces_in_dimacs, pieces_in_names, pieces_in_words
from flowdesk.lab.explore import Explored
from flowdesk.lab.rulebook import DEFINITIONS, ClassicFormula, FastFormula, Meaning
from flowdesk.lab.rulebooks import book_of
from flowdesk.sat.cnf import Clause, Model

#: How clauses are written: the key, the word for it, what it is, and the function.
Writer = Callable[[Clause, Callable[[int], Meaning]], list[Piece]]
NOTATIONS: dict[str, tuple[str, str, Writer]] = {
    "words": ("Words", "Each clause as a sentence", pieces_in_words),
    "names": ("Names", "Each clause as formulas have it", pieces_in_names),
    "dimacs": (
        "DIMACS",
        "Each clause as solvers read it: numbers of variables, negative ones for “not”",
        lambda clause, meaning: pieces_in_dimacs(clause),
    ),
}


#: So many indexes of FlowDesk's own rules are kept, for walking to and fro.
_KEPT = 8


class Value(Enum):
    """What a literal is in a model."""

    TRUE = "true"
    #: The only true literal of its clause.
    ONLY = "only"
    FALSE = "false"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Judged:
    """A clause, and the value of each of its literals; all false if it `is_violated`."""

    clause: Clause
    values: tuple[Value, ...]

    @property
    def is_violated(self) -> bool:
        """Whether no literal is true."""
        return all(value is Value.FALSE for value in self.values)


class Clauses:
    """The clauses of a puzzle in a form of the rules; `found` is the answer that judges them.

    Nothing is built for all cells: of the classic rules only what is asked for, of FlowDesk's own,
    which are few, an index.
    """

    def __init__(self, puzzle: Puzzle, form: str) -> None:
        self.puzzle, self.form = puzzle, form
        self.found: Explored | None = None
        self._book = book_of(puzzle)
        self._fast: dict[tuple[int, ...], _Fast] = {}
        self._meanings: dict[int, Meaning] = {}

    @cached_property
    def _classic(self) -> ClassicFormula[Any]:
        return self._book.classic(self.puzzle, self.form)

    @property
    def rules(self) -> list[int]:
        """The numbers of the rules, those of the definitions first where there are any."""
        numbers = [rule.number for rule in self._book.forms[self.form].rules]
        has_definitions = self.form != "fast" and any(
            self.has(DEFINITIONS, cell) for cell in self._cells
        )
        return [DEFINITIONS, *numbers] if has_definitions else numbers

    def at(self, rule: int, cell: Cell) -> list[Clause]:
        """Return the clauses of a rule at a cell, and those added to it that speak of the cell."""
        added = self.found.added if self.found and self.found.form == self.form else ()
        return [
            *self._at(rule, cell),
            *(c for number, c in added if number == rule and cell in self.cells_of(c)),
        ]

    def has(self, rule: int, cell: Cell) -> bool:
        """Whether a rule has clauses at a cell."""
        return any(True for _ in self._at(rule, cell)) or bool(self.at(rule, cell))

    def next(self, rule: int, cell: Cell, step: int) -> Cell:
        """Return the next cell, or with -1 the one before, at which a rule has clauses."""
        cells = self._cells
        start = cells.index(cell) if cell in cells else -1
        around = [cells[(start + step * n) % len(cells)] for n in range(1, len(cells) + 1)]
        return next((other for other in around if self.has(rule, other)), cell)

    def judge(self, rule: int, clause: Clause) -> Judged:
        """Return a clause of a rule with the values of its literals in the model of `found`.

        While the rule is off, only what answers depend on has a value.
        """
        found = self.found
        if found is None or found.form != self.form or not found.answer:
            return Judged(clause, (Value.UNKNOWN,) * len(clause))
        is_on = rule in found.rules or rule == DEFINITIONS
        known = max(map(abs, clause), default=0) if is_on else self._formula(None).decisive
        values = [
            _value(literal, found.model) if abs(literal) <= known else Value.UNKNOWN
            for literal in clause
        ]
        if values.count(Value.TRUE) == 1 and Value.UNKNOWN not in values:
            values[values.index(Value.TRUE)] = Value.ONLY
        return Judged(clause, tuple(values))

    def meaning(self, variable: int) -> Meaning:
        """Return what a variable says."""
        known = self._meanings.get(variable)
        if known is None:
            known = self._meanings[variable] = self._formula(None).meaning(variable)
        return known

    def cells_of(self, literals: Iterable[int]) -> tuple[Cell, ...]:
        """Return the cells that literals speak of."""
        return by_row({cell for x in literals for cell in self.meaning(abs(x)).cells})

    def place_of(self, rule: int, cells: Iterable[Cell]) -> Cell | None:
        """Return the cell at which a rule that is broken at some cells has a violated clause.

        If there is none, return the first one at which it has clauses.
        """
        candidates = [cell for cell in cells if self.has(rule, cell)]
        for cell in candidates:
            if any(self.judge(rule, clause).is_violated for clause in self.at(rule, cell)):
                return cell
        return candidates[0] if candidates else None

    @property
    def _cells(self) -> tuple[Cell, ...]:
        return self.puzzle.board.cells

    def _at(self, rule: int, cell: Cell) -> Iterable[Clause]:
        if not self.puzzle.is_cell(cell):
            return ()  # a hole
        if self.form == "fast":
            return self._index(rule).get(rule, cell)
        if rule == DEFINITIONS:
            return self._classic.definitions(cell)
        return self._classic.clauses(rule, cell)

    def _formula(self, rule: int | None) -> ClassicFormula[Any] | FastFormula[Any]:
        return self._classic if self.form != "fast" else self._index(rule).formula

    def _index(self, rule: int | None) -> _Fast:
        """Return the clauses of FlowDesk's own rules, some of which depend on what else is on.

        Those of a rule that is on are those that the solver got; others, as beside the needed ones.
        """
        found, rules = self.found, self._book.needed(self.puzzle, self.form)
        if rule is not None and found and found.form == self.form and rule in found.rules:
            rules = found.rules
        elif rule is not None and rule not in rules:
            rules = (*rules, rule)
        if rules not in self._fast:
            if len(self._fast) > _KEPT:
                self._fast.clear()
            self._fast[rules] = _Fast(self.puzzle, rules)
        return self._fast[rules]


class _Fast:
    """The clauses of FlowDesk's own rules, by rule and cell."""

    def __init__(self, puzzle: Puzzle, rules: Iterable[int]) -> None:
        book = book_of(puzzle)
        self.formula = formula = book.fast(puzzle, [*rules])
        self._by_cell: dict[tuple[int, Cell], list[Clause]] = {}
        cells = {v: formula.meaning(v).cells for v in range(1, formula.cnf.variables + 1)}
        for group, clauses in formula.cnf.rules.items():
            rule = book.rule_of("fast", group)
            for clause in clauses:
                for cell in {cell for literal in clause for cell in cells[abs(literal)]}:
                    self._by_cell.setdefault((rule, cell), []).append(clause)

    def get(self, rule: int, cell: Cell) -> Iterator[Clause]:
        """Yield the clauses of a rule that speak of a cell."""
        yield from self._by_cell.get((rule, cell), ())


def _value(literal: int, model: Model) -> Value:
    return Value.TRUE if (abs(literal) in model) == (literal > 0) else Value.FALSE
