"""Written: a formula as other solvers get it, and what the models that they print say of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flowdesk.core.finding import FormatError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted, printable
from flowdesk.kinds.answers import SolveStatus
from flowdesk.kinds.solving import Encoding
from flowdesk.lab.formula import DEFINITIONS
from flowdesk.lab.rule_text import named
from flowdesk.lab.rulebooks import book_of, without_rules
from flowdesk.sat.backend import prove
from flowdesk.sat.cnf import Clause, Model


@dataclass(frozen=True)
class Written:
    """The clauses in groups, and functions that say what variables and models mean.

    `rules` of a `form` are stated; the form is empty if it is the formula of the kind itself. `gap`
    is what is not stated, as in `solving.Encoding`. An answer is one of the kind's rule book.
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
    formula, cnf = book.formula(puzzle, rules, form)
    by_rule = book.by_rule(form, cnf)
    groups = {"definitions of helper variables": by_rule[DEFINITIONS]}
    groups |= {f"rule {number}, {names[number]}": by_rule[number] for number in rules}
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


def of_kind(puzzle: Puzzle, formula: Encoding[Any]) -> Written:
    """Return the formula of a puzzle's kind; models are read by the meanings of its variables.

    What they say of a board that the rule book does not know are solutions.
    """
    cnf = formula.cnf
    rules = () if without_rules(puzzle) else book_of(puzzle).needed(puzzle, "fast")

    def answer(model: Model) -> object:
        if without_rules(puzzle):
            return formula.solution(model)
        fast = book_of(puzzle).fast(puzzle, rules)
        variable_of = {fast.cnf.key(number): number for number in range(1, fast.cnf.variables + 1)}
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


@dataclass(frozen=True)
class Proved:
    """Whether a formula has a model, and a proof in DRAT that it has none."""

    status: SolveStatus = SolveStatus.UNKNOWN
    proof: str = ""


def prove_none(puzzle: Puzzle, clauses: list[Clause]) -> Proved:
    """Prove that the clauses of a puzzle have no model, if they have none."""
    proof = prove(clauses)
    if proof is None:
        return Proved(SolveStatus.SOLVED)
    return Proved(SolveStatus.UNSOLVABLE, proof)


def as_comment(text: str) -> str:
    """Return a text as comments have it, in ASCII."""
    return printable(text).encode("ascii", "backslashreplace").decode()


#: What solvers call their results, in upper case.
_WORDS = {
    **dict.fromkeys(("SAT", "SATISFIABLE"), SolveStatus.SOLVED),
    **dict.fromkeys(("UNSAT", "UNSATISFIABLE"), SolveStatus.UNSOLVABLE),
    **dict.fromkeys(("UNKNOWN", "INDET", "INDETERMINATE"), SolveStatus.UNKNOWN),
}
_FORM = "A model is a list of literals, as in 'v 1 -2 3 0', or what minisat writes to its FILE."
_ANOTHER = "Is it the model of another puzzle, or of a formula with other options?"


@dataclass(frozen=True)
class Printed:
    """The result of a solver, and the line of each literal that it printed."""

    status: SolveStatus
    lines: Mapping[int, int] = field(default_factory=dict)


def read_model(text: str) -> Printed:
    """Read the output of a solver; FormatError with the line where that is not possible.

    Understood are the lines ``s`` and ``v`` of the SAT competitions, the file that minisat writes,
    and any list of literals, which may be in brackets and with commas.
    """
    status: SolveStatus | None = None
    lines: dict[int, int] = {}
    is_ended = False
    for number, line in enumerate(text.splitlines(), 1):
        mark, rest = [*line.split(maxsplit=1), "", ""][:2]
        word = rest.strip() if mark == "s" else line.strip()
        if mark == "c" or not word:
            continue
        if word.upper() in _WORDS:
            status = _WORDS[word.upper()]
            continue
        if mark == "s":
            raise FormatError(f"{word!r} is no result of a solver.", line=number, hint=_FORM)
        for literal in re.findall(r"[^\s,\[\]]+", rest if mark == "v" else word):
            if not re.fullmatch(r"[+-]?[0-9]{1,9}", literal):
                raise FormatError(f"{literal[:20]!r} is no literal.", line=number, hint=_FORM)
            value = int(literal)
            if is_ended:
                problem = "here is more after the 0 that ends a model."
                raise FormatError(problem, line=number, hint="Keep one model only.")
            if -value in lines and value:
                problem = f"variable {abs(value)} is true and false"
                where = f"{problem}: it has another value on line {lines[-value]}."
                raise FormatError(where, line=number)
            if value:
                lines[value] = number
            is_ended = not value
    if status is None and not lines and not is_ended:
        raise FormatError("there is no model here.", hint=_FORM)
    if status is SolveStatus.SOLVED and not lines and not is_ended:
        raise FormatError("the solver says that there is a model, but not which.", hint=_FORM)
    return Printed(status or SolveStatus.SOLVED, lines)


def model_of(printed: Printed, formula: Written, *, partial: bool = False) -> Model:
    """Return the variables that are true; FormatError if it is no model of such a formula.

    Variables that are in no clause need no value; if it may be `partial`, none do.
    """
    for literal, line in printed.lines.items():
        if abs(literal) > formula.variables:
            problem = f"there is no variable {abs(literal)}: the formula has {formula.variables}."
            raise FormatError(problem, line=line, hint=_ANOTHER)
    used = {abs(literal) for _, clause in formula.clauses for literal in clause}
    if not partial and (missing := sorted(used - {abs(literal) for literal in printed.lines})):
        lacking = f"{counted(len(missing), 'variable')} of {len(used)} without a value"
        first = f"{missing[0]} ({formula.describe(missing[0])})"
        raise FormatError(f"{lacking}, first {first}.", hint=_ANOTHER)
    return frozenset(literal for literal in printed.lines if literal > 0)


def violated(printed: Printed, formula: Written) -> list[tuple[int, str, Clause]]:
    """Return the clauses that a model violates, each with its number, from 1, and its group."""
    return [
        (number, group, clause)
        for number, (group, clause) in enumerate(formula.clauses, 1)
        if all(-literal in printed.lines for literal in clause)
    ]
