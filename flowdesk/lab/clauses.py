"""Clauses: those of a rule at a cell, judged by a model; in words, in names, and in DIMACS."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple, TypeAlias

from flowdesk.core.grid import Cell, by_row
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import capital
from flowdesk.lab.explore import Explored
from flowdesk.lab.formula import DEFINITIONS, ClassicFormula, Formula, Meaning
from flowdesk.lab.rulebooks import book_of
from flowdesk.sat.cnf import Clause, Model

#: variable -> what it says.
Meanings: TypeAlias = Callable[[int], Meaning]

_COUNTED = {2: "both", 3: "all three", 4: "all four", 5: "all five", 6: "all six"}

#: So many indexes of FlowDesk's own rules are kept, for walking to and fro.
_KEPT = 8


class ClausePiece(NamedTuple):
    """A part of a clause as it is read; `literal` is the one that it stands for, 0 if for none.

    If it `is_opposite`, it says that the literal is false, as the condition of an implication does.
    """

    text: str
    literal: int = 0
    is_opposite: bool = False


def literal_words(literal: int, meaning: Meanings) -> str:
    """Return a literal as a clause of a sentence: ``row 1, column 2 is not red``."""
    what = meaning(abs(literal))
    return f"{what.subject} {what.predicate(literal)}"


def literal_name(literal: int, meaning: Meanings) -> str:
    """Return a literal as formulas have it: ``¬P(2,1,R,t)``."""
    return f"{'' if literal > 0 else '¬'}{meaning(abs(literal)).name}"


def in_words(clause: Clause, meaning: Meanings) -> str:
    """Return a clause as a sentence, an implication where some of its literals are negative."""
    return "".join(piece.text for piece in pieces_in_words(clause, meaning))


def excluded(clause: Clause, meaning: Meanings) -> str:
    """Return a clause as what it excludes: ``Not both of these: ...``."""
    if len(clause) < 2:
        return in_words(clause, meaning)
    return "".join(piece.text for piece in _excluded(clause, meaning))


def in_names(clause: Clause, meaning: Meanings) -> str:
    """Return a clause as formulas have it: ``¬P(2,1,R,t) ∨ arm(2,1,t)``."""
    return "".join(piece.text for piece in pieces_in_names(clause, meaning))


def in_dimacs(clause: Clause) -> str:
    """Return a clause as a line of DIMACS."""
    return "".join(piece.text for piece in pieces_in_dimacs(clause))


def pieces_in_names(clause: Clause, meaning: Meanings) -> list[ClausePiece]:
    """Return the pieces of `in_names`."""
    named = [ClausePiece(literal_name(literal, meaning), literal) for literal in clause]
    return _between(named, [ClausePiece(" ∨ ")] * len(clause)) or [ClausePiece("⊥")]


def pieces_in_dimacs(clause: Clause) -> list[ClausePiece]:
    """Return the pieces of `in_dimacs`."""
    numbers = [ClausePiece(str(literal), literal) for literal in clause]
    return _between([*numbers, ClausePiece("0")], [ClausePiece(" ")] * len(clause))


def pieces_in_words(clause: Clause, meaning: Meanings) -> list[ClausePiece]:
    """Return the pieces of `in_words`; a condition stands for the literal that is its opposite."""
    literals = {abs(literal): literal for literal in clause}
    return [
        piece._replace(literal=literal, is_opposite=literal != piece.literal)
        for piece in _in_words(clause, meaning)
        for literal in [literals.get(abs(piece.literal), 0)]
    ]


def _in_words(clause: Clause, meaning: Meanings) -> list[ClausePiece]:
    """Return the pieces with what they say, which may be the opposite of a literal."""
    if not clause:
        return [ClausePiece("Nothing satisfies the empty clause.")]
    conditions, results = _split(clause, meaning)
    if _shared(clause, meaning) and (not results or (not conditions and len(clause) > 2)):
        return _together(clause, meaning)
    if not results:
        return _excluded(clause, meaning)
    if not conditions:
        first, *others = _listed(_said(results, meaning), "or")
        return [ClausePiece(capital(first.text), first.literal), *others, ClausePiece(".")]
    about = {meaning(abs(literal)).subject for literal in conditions}
    known = about.pop() if len(about) == 1 else ""
    return [
        ClausePiece("If "),
        *_listed(_said(conditions, meaning), "and"),
        ClausePiece(", then "),
        *_listed(_said(results, meaning, known=known), "or"),
        ClausePiece("."),
    ]


def _together(clause: Clause, meaning: Meanings) -> list[ClausePiece]:
    """Return a clause that says the same of several subjects."""
    which = f"Not {_all(clause)} of these are" if clause[0] < 0 else "At least one of these is"
    subjects = [ClausePiece(meaning(abs(literal)).subject, abs(literal)) for literal in clause]
    return [
        ClausePiece(f"{which} {_shared(clause, meaning)}: "),
        *_between(subjects, [ClausePiece("; ")] * len(clause)),
        ClausePiece("."),
    ]


def _excluded(clause: Clause, meaning: Meanings) -> list[ClausePiece]:
    said = _said([-literal for literal in clause], meaning, repeated="it ")
    pieces = _between(said, [ClausePiece("; ")] * len(said))
    return [ClausePiece(f"Not {_all(clause)} of these: "), *pieces, ClausePiece(".")]


def _shared(clause: Clause, meaning: Meanings) -> str:
    """Return what literals say of different subjects, without "is"; empty if they differ in it."""
    said = {meaning(abs(literal)).predicate(abs(literal)) for literal in clause}
    subjects = {meaning(abs(literal)).subject for literal in clause}
    if len({literal > 0 for literal in clause}) > 1 or len(said) > 1 or len(subjects) == 1:
        return ""
    verb, _, rest = said.pop().partition(" ")
    return rest if verb == "is" else ""


def _all(clause: Clause) -> str:
    return _COUNTED.get(len(clause), f"all {len(clause)}")


def _split(clause: Clause, meaning: Meanings) -> tuple[list[int], list[int]]:
    """Return the conditions and the results of an implication that says the same as a clause.

    Conditions are the negative literals; but a clause that describes one thing by both kinds of
    literals, and ends with another thing, is about the latter.
    """
    subjects = [meaning(abs(literal)).subject for literal in clause]
    head = next((at for at, each in enumerate(subjects) if each != subjects[0]), len(clause))
    is_mixed = len({literal > 0 for literal in clause[:head]}) == 2
    if is_mixed and head < len(clause) and subjects[0] not in subjects[head:]:
        return [-literal for literal in clause[:head]], list(clause[head:])
    conditions = [-literal for literal in clause if literal < 0]
    results = [literal for literal in clause if literal > 0]
    if len(clause) == 1:
        return [], list(clause)
    return conditions, results


def _said(
    literals: Sequence[int], meaning: Meanings, *, known: str = "", repeated: str = ""
) -> list[ClausePiece]:
    """Return what literals say; a subject is named once, and is "it" if it is `known` at first."""
    said: list[ClausePiece] = []
    subject = verb = ""
    for literal in literals:
        what = meaning(abs(literal))
        predicate = what.predicate(literal)
        first = predicate.partition(" ")[0]
        if what.subject != subject:
            is_known = what.subject == known and not said
            text = f"{'it' if is_known else what.subject} {predicate}"
        elif repeated:
            text = f"{repeated}{predicate}"
        else:
            text = predicate.partition(" ")[2] if first == verb else predicate
        subject, verb = what.subject, first
        said.append(ClausePiece(text, literal))
    return said


def _listed(pieces: Sequence[ClausePiece], last: str) -> list[ClausePiece]:
    """Return pieces joined by commas and a last word."""
    between = [ClausePiece(", ")] * (len(pieces) - 2) + [ClausePiece(f" {last} ")]
    return _between(pieces, between)


def _between(pieces: Sequence[ClausePiece], between: Sequence[ClausePiece]) -> list[ClausePiece]:
    found = list(pieces[:1])
    for separator, piece in zip(between, pieces[1:], strict=False):
        found += [separator, piece]
    return found


#: How clauses are written: the key, the word for it, what it is, and the function.
Writer = Callable[[Clause, Meanings], list[ClausePiece]]
NOTATIONS: dict[str, tuple[str, str, Writer]] = {
    "words": ("Words", "Each clause as a sentence", pieces_in_words),
    "names": ("Names", "Each clause as formulas have it", pieces_in_names),
    "dimacs": (
        "DIMACS",
        "Each clause as solvers read it: numbers of variables, negative ones for “not”",
        lambda clause, meaning: pieces_in_dimacs(clause),
    ),
}


class Value(Enum):
    """What a literal is in a model."""

    TRUE = "true"
    #: The only true literal of its clause.
    ONLY = "only"
    FALSE = "false"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class JudgedClause:
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
    def _classic(self) -> ClassicFormula[object]:
        return self._book.classic(self.puzzle, self.form)

    @property
    def rules(self) -> list[int]:
        """The numbers of the rules, those of the definitions first where there are any."""
        numbers = [rule.number for rule in self._book.forms[self.form].rules]
        is_fast = self.form == "fast"
        has_definitions = not is_fast and any(self.has(DEFINITIONS, cell) for cell in self._cells)
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

    def judge(self, rule: int, clause: Clause) -> JudgedClause:
        """Return a clause of a rule with the values of its literals in the model of `found`.

        While the rule is off, only what answers depend on has a value.
        """
        found = self.found
        if found is None or found.form != self.form or not found.answer:
            return JudgedClause(clause, (Value.UNKNOWN,) * len(clause))
        is_on = rule in found.rules or rule == DEFINITIONS
        known = max(map(abs, clause), default=0) if is_on else self._formula.decisive
        values = [
            _value(literal, found.model) if abs(literal) <= known else Value.UNKNOWN
            for literal in clause
        ]
        if values.count(Value.TRUE) == 1 and Value.UNKNOWN not in values:
            values[values.index(Value.TRUE)] = Value.ONLY
        return JudgedClause(clause, tuple(values))

    def meaning(self, variable: int) -> Meaning:
        """Return what a variable says."""
        known = self._meanings.get(variable)
        if known is None:
            known = self._meanings[variable] = self._formula.meaning(variable)
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
            return self._index(rule).by_cell[rule, cell]
        if rule == DEFINITIONS:
            return self._classic.definitions(cell)
        return self._classic.clauses(rule, cell)

    @property
    def _formula(self) -> Formula[object]:
        return self._classic if self.form != "fast" else self._index().formula

    def _index(self, rule: int | None = None) -> _Fast:
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
        self.by_cell: defaultdict[tuple[int, Cell], list[Clause]] = defaultdict(list)
        cells = {v: formula.meaning(v).cells for v in range(1, formula.cnf.variables + 1)}
        for rule, clauses in book.by_rule("fast", formula.cnf).items():
            for clause in clauses:
                for cell in {cell for literal in clause for cell in cells[abs(literal)]}:
                    self.by_cell[rule, cell].append(clause)


def _value(literal: int, model: Model) -> Value:
    return Value.TRUE if (abs(literal) in model) == (literal > 0) else Value.FALSE
