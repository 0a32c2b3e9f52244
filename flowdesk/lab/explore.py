"""Solve a puzzle with some rules: an answer, their sizes, a smallest set, a contradiction."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flowdesk.core.grid import Cell, by_row
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.kinds.answers import Progress, SolveStatus, unheard
from flowdesk.kinds.table import kind_of
from flowdesk.lab.formula import MEANING, Part
from flowdesk.lab.rulebook import FORMS, Broken
from flowdesk.lab.rulebooks import book_of
from flowdesk.sat.backend import LimitReached, Search, find_model, refine
from flowdesk.sat.cnf import Clause, Model
from flowdesk.sat.counting import count_models

#: The search for a contradiction ends when the solver got so many clauses: after some 10 s.
MOST_CLAUSES = 10_000_000

#: The group of the clauses that exclude an answer.
_ANOTHER = "another answer"


@dataclass(frozen=True)
class Explored:
    """What the solver answers to some rules.

    `status` is solved, unsolvable (the rules contradict each other) or unknown. `broken` lists the
    breaches of all classic rules in this form (for ``fast``, corrected), not only of `rules`.
    `model` are the variables that are true, `added` the clauses that models broke on the way, each
    with the number of its rule.
    `rounds` counts the calls of the SAT solver, `seconds` is the time of all of them together.
    """

    rules: tuple[int, ...]
    form: str
    status: SolveStatus = SolveStatus.UNKNOWN
    answer: Any = None
    broken: tuple[Broken, ...] = ()
    variables: int = 0
    clauses: int = 0
    rounds: int = 0
    seconds: float = 0.0
    model: Model = frozenset()
    added: tuple[tuple[int, Clause], ...] = ()


def explore(
    puzzle: Puzzle,
    rules: Collection[int],
    form: str = FORMS[0],
    besides: object = None,
) -> Explored:
    """Return the solver's answer to rules, by their numbers, in one of `FORMS`.

    With `besides`, exclude that answer (in ``fast``, a solution); its clauses are not counted.
    """
    began = time.perf_counter()
    book = book_of(puzzle)
    formula, cnf = book.formula(puzzle, rules, form)
    if besides:
        cnf.add(_ANOTHER, formula.excluding(besides))
    given, known = cnf.sizes(), cnf.variables
    rounds = itertools.count()
    model = refine(cnf, formula.cut, on_round=lambda: next(rounds))
    answer = formula.answer(model) if model is not None else None
    return Explored(
        tuple(sorted(rules)),
        form,
        SolveStatus.SOLVED if answer else SolveStatus.UNSOLVABLE,
        answer,
        tuple(book.broken(puzzle, answer, form, rules)) if answer else (),
        cnf.variables,
        len(cnf.clauses()) - len(cnf.rules.get(_ANOTHER, ())),
        next(rounds),
        time.perf_counter() - began,
        model or frozenset(),
        tuple(
            (book.rule_of(form, group), tuple(clause))
            for group, clauses in cnf.rules.items()
            for clause in clauses[given.get(group, 0) :]
            if all(abs(literal) <= known for literal in clause)
        ),
    )


@dataclass(frozen=True)
class RuleSize:
    """How many clauses a rule has, and how many different variables are in them."""

    clauses: int
    variables: int


@dataclass(frozen=True)
class Sizes:
    """The sizes of all rules of a form, optional ones included, and of its `DEFINITIONS`.

    The clauses that are added when an answer has a loop are not counted.
    """

    form: str
    variables: int
    of_rule: Mapping[int, RuleSize]

    @property
    def clauses(self) -> int:
        """The number of clauses of all rules together."""
        return sum(size.clauses for size in self.of_rule.values())


def sizes(puzzle: Puzzle, form: str) -> Sizes:
    """Return the sizes of the rules for a puzzle."""
    book = book_of(puzzle)
    whole = book.all_clauses(puzzle, form)
    of_rule = {
        number: RuleSize(len(clauses), len({abs(x) for clause in clauses for x in clause}))
        for number, clauses in book.by_rule(form, whole).items()
    }
    return Sizes(form, whole.variables, of_rule)


def smallest_rules(
    puzzle: Puzzle,
    solution: Answer | None,
    form: str = FORMS[0],
    progress: Callable[[tuple[int, ...]], None] = lambda rules: None,
) -> tuple[int, ...] | None:
    """Return a smallest set of rules to which this solution is the only answer; None without one.

    Choose from the rules that make the game if they force the solution, else from all. Call
    `progress` with each set that is tried.
    """
    book = book_of(puzzle)
    formula, wanted = book.classic(puzzle, form), book.answer_of(puzzle, solution)
    if not formula.allows(wanted):
        return None  # as first published, the rules do not allow this solution
    numbers = tuple(rule.number for rule in book.forms[form].rules)
    breaks = {each.rule for each in book.broken(puzzle, wanted, form, ())}

    def forces(rules: Collection[int]) -> bool:
        cnf = formula.cnf(rules)
        cnf.add(_ANOTHER, formula.excluding(wanted))
        return refine(cnf, formula.cut) is None

    for rules in (book.needed(puzzle, form), numbers):
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
        for chosen in itertools.combinations(rules, size):
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


@dataclass(frozen=True)
class ClashingRules:
    """Rules at cells that cannot all hold; `smallest` if none of them can be left out."""

    parts: tuple[tuple[int, tuple[Cell, ...]], ...]
    smallest: bool


def contradiction(
    puzzle: Puzzle,
    rules: Collection[int] | None = None,
    form: str = FORMS[0],
    *,
    most_clauses: int = MOST_CLAUSES,
    progress: Callable[[int], None] | None = None,
) -> ClashingRules | None:
    """Return few rules at few cells that contradict each other; None if the rules have an answer.

    Without `rules`, take those that are not optional. Remove parts that are not needed, first half
    of them at once, until the solver got so many clauses in all. Call `progress` with the number of
    parts that are left.
    """
    book = book_of(puzzle)
    if rules is None:
        rules = tuple(rule.number for rule in book.forms[form].rules if not rule.optional)
    formula = book.classic(puzzle, form)
    cnf = formula.cnf(rules)
    if refine(cnf, formula.cut) is not None:
        return None
    meaning = cnf.rules.get(MEANING, [])
    parts = formula.parts(rules, cnf)
    given = 0

    def contradict(some: Sequence[Part]) -> bool:
        nonlocal given
        clauses = [*meaning, *(clause for part in some for clause in part[2])]
        given += len(clauses)
        return find_model(clauses) is None

    chunk = max(len(parts) // 2, 1)
    at = 0
    while given < most_clauses:
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
    return ClashingRules(
        tuple((number, by_row(set(cells))) for number, cells in sorted(by_rule.items())), finished
    )


#: Answers are listed up to this number; a count takes so many seconds of computing at the most.
MOST, SECONDS = 1000, 10.0
#: So many seconds of these answers are listed, which a count of only a few takes.
_LISTING = 3.0
#: The most propagations of one search for another answer.
_LIMIT = 20_000_000
#: A count tells so often how far it has come, in seconds.
_TELLS = 0.25

_COUNTED = "counted answers"


@dataclass(frozen=True)
class AnswerCount:
    """How many different answers some rules have: just so many, or if not `is_exact`, at least.

    While they are counted, `share` is how much of that is done, from 0 to 1.
    """

    rules: tuple[int, ...]
    form: str
    answers: int
    is_exact: bool
    share: float | None = None

    @property
    def is_more(self) -> bool:
        """Whether there are more answers than are listed, and how many is not known."""
        return self.answers > MOST and not self.is_exact


def count_answers(
    puzzle: Puzzle,
    rules: Collection[int],
    form: str = FORMS[0],
    *,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.process_time,
    progress: Progress[AnswerCount] = unheard,
) -> AnswerCount:
    """Count the answers to some rules: list up to `MOST`, then count without listing.

    Two answers are different if an arm, a colour or an edge on the board is: what else a model
    decides, such as how cells reach each other, does not count. After `seconds`, or where too many
    answers differ in too many ways, the number is a lower bound.
    """
    ends_at = clock() + seconds
    numbers = tuple(sorted(rules))
    listed, is_all = _list_answers(puzzle, rules, form, min(seconds, _LISTING), clock)
    known = AnswerCount(numbers, form, listed, is_all)
    if is_all or listed <= MOST:
        return known
    told_at = clock()

    def tell(share: float) -> None:
        nonlocal told_at
        now = clock()
        if now > ends_at:
            raise LimitReached
        if now > told_at + _TELLS:
            told_at = now
            progress(replace(known, share=share))

    try:
        number = _number_of_answers(puzzle, rules, form, tell)
    except LimitReached:
        return known
    return known if number is None else AnswerCount(numbers, form, number, is_exact=True)


def _list_answers(
    puzzle: Puzzle,
    rules: Collection[int],
    form: str,
    seconds: float,
    clock: Callable[[], float],
) -> tuple[int, bool]:
    """Return how many answers were found, up to one more than `MOST`, and whether those are all."""
    formula, cnf = book_of(puzzle).formula(puzzle, rules, form)
    ends_at = clock() + seconds
    search = Search(cnf)
    found = 0
    while found <= MOST and clock() <= ends_at:
        try:
            model = search.refine(formula.cut, _LIMIT)
        except LimitReached:
            break
        if model is None:
            return found, True
        found += 1
        cnf.add(_COUNTED, formula.excluding(formula.answer(model)))
    return found, False


def _number_of_answers(
    puzzle: Puzzle, rules: Collection[int], form: str, progress: Callable[[float], object]
) -> int | None:
    """Return how many answers some rules have; None if that cannot be counted."""
    book = book_of(puzzle)
    counting = kind_of(puzzle).counting
    if counting and (games := book.games_of(puzzle, rules, form)):
        counts = [counting.count(game) for game in games]
        return sum(each.number for each in counts) if all(each.exact for each in counts) else None
    formula, cnf = book.formula(puzzle, rules, form)
    told = formula.telling(cnf)
    return None if told is None else count_models(cnf.clauses(), told, progress=progress)
