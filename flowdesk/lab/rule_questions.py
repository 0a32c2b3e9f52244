"""Answer the explorer's questions about the rules; worker processes call these functions."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.answers import Conflict, ConflictKind, Progress, SolveStatus, unheard
from flowdesk.kinds.table import kind_of
from flowdesk.lab.explore import (
    AnswerCount,
    ClashingRules,
    Explored,
    contradiction,
    count_answers,
    explore,
    sizes,
    smallest_rules,
)
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of

#: The most clues of a puzzle whose contradiction is told by rules at cells.
FEW = 6


@dataclass(frozen=True)
class Why:
    """Why these rules have no answer: a sentence and where to look.

    `is_all` if no few rules at few cells could tell more.
    """

    finding: Finding
    rules: tuple[int, ...]
    is_all: bool = False


def why_none(
    puzzle: Puzzle, rules: Collection[int], form: str, *, progress: Callable[[Any], None]
) -> ClashingRules | None:
    """Post the reason that a person would give, if it is known; return rules that contradict.

    None if the rules have an answer, as those first published may have where the game has none.
    """
    if form == "published" and explore(puzzle, rules, form).answer:
        return None
    why = reason(puzzle, rules, form)
    if why:
        progress(why)
        if why.is_all:
            return ClashingRules((), False)
    return contradiction(puzzle, rules, form, progress=progress)


def reason(puzzle: Puzzle, rules: Collection[int], form: str = FORMS[0]) -> Why | None:
    """Return why some rules have no answer, as a person would put it.

    None if no such reason is known, or if the rules of the game have an answer. `rules` may be
    fewer than those of the game: what makes the puzzle unsolvable is the reason all the same.
    """
    kind, book = kind_of(puzzle), book_of(puzzle)
    optional = {rule.number for rule in book.forms[form].rules if rule.optional} & {*rules}
    asked = kind.solving.strict(puzzle) if optional else puzzle
    in_order = tuple(sorted(rules))
    for finding in kind.findings(asked):
        if finding.severity is Severity.IMPOSSIBLE:
            return Why(finding, in_order)
    found = kind.solving.solve(asked)
    if found.status is SolveStatus.SOLVED:
        is_gap = form == "published" and not book.classic(asked, form).allows(
            book.answer_of(asked, found.solution)
        )
        text = book.why_not_forced(asked, found.solution, form) if is_gap else ""
        return Why(_finding(text), in_order) if text else None
    if asked != puzzle and kind.solving.solve(puzzle).status is SolveStatus.SOLVED:
        text = f"In every solution {book.optional_broken}, which rule {min(optional)} forbids."
        return Why(_finding(text), in_order)
    conflict = kind.mending.explain(asked) if kind.mending else None
    if conflict is None or conflict.kind is ConflictKind.UNKNOWN:
        return None
    by_clues = conflict.kind in (ConflictKind.CLUES, ConflictKind.CLUE)
    is_game = form == FORMS[0] and {*rules} == {*book.needed(puzzle)}
    is_few = conflict.kind is ConflictKind.CLUES and len(conflict.cells) <= FEW
    is_all = by_clues and is_game and not is_few
    return Why(_finding(conflict.message, conflict), in_order, is_all)


def _finding(message: str, conflict: Conflict | None = None) -> Finding:
    cells = conflict.cells if conflict else ()
    return Finding("conflict", message, cells, Severity.IMPOSSIBLE)


#: Up to this many cells, all classic rules are solved without a request, to compare the formulas.
QUICK = 100


@dataclass(frozen=True)
class Whole:
    """The answer to all the needed rules of a form, for the table that compares formulas."""

    found: Explored


@dataclass(frozen=True)
class Another:
    """Another answer to the rules that are on; if there is none, they force the first answer."""

    found: Explored


@dataclass(frozen=True)
class Needed:
    """A smallest set of rules that forces the solution, or None and the reason."""

    rules: tuple[int, ...] | None
    why_not: str = ""


def answer(
    puzzle: Puzzle,
    rules: Collection[int],
    form: str,
    *,
    lacks: Collection[str],
    progress: Callable[[object], None],
) -> None:
    """Post the answer to some rules, then what else `lacks` names.

    ``sizes``: the sizes of the rules of this form; ``fast`` and ``corrected``: the answers to the
    rules of those forms that make the game, the latter not on large boards; ``another``: another
    answer to these rules, if the first is a solution.
    """
    needed = book_of(puzzle).needed
    found = explore(puzzle, rules, form)
    progress(found)
    if "sizes" in lacks:
        progress(sizes(puzzle, form))
    is_large = len(puzzle.board.cells) > QUICK
    if "fast" in lacks:
        own = as_solved(puzzle) if is_large else explore(puzzle, needed(puzzle, "fast"), "fast")
        progress(Whole(own))
    is_broken = {each.rule for each in found.broken}
    if "another" in lacks and found.answer and is_broken.isdisjoint(needed(puzzle)):
        progress(Another(explore(puzzle, rules, form, found.answer)))
    if "corrected" in lacks and not is_large:
        progress(Whole(explore(puzzle, needed(puzzle))))


def how_many(
    puzzle: Puzzle, found: Explored, *, progress: Progress[AnswerCount] = unheard
) -> AnswerCount:
    """Return how many answers there are to the same rules; on large boards do not count them.

    Post how far the count has come.
    """
    if found.answer is None:
        return AnswerCount(found.rules, found.form, 0, is_exact=True)
    if len(puzzle.board.cells) > QUICK:
        return AnswerCount(found.rules, found.form, 0, is_exact=False)
    return count_answers(puzzle, found.rules, found.form, progress=progress)


def as_solved(puzzle: Puzzle) -> Explored:
    """Return the answer to FlowDesk's own rules, first with optional ones: that is far quicker."""
    book = book_of(puzzle)
    rules = tuple(rule.number for rule in book.forms["fast"].rules)
    needed = book.needed(puzzle, "fast")
    found = explore(puzzle, rules, "fast")
    return found if found.answer or needed == rules else explore(puzzle, needed, "fast")


def needed(puzzle: Puzzle, form: str, *, progress: Callable[[object], None]) -> Needed:
    """Look for a smallest set of rules that forces the solution; post each set that is tried."""
    solution = kind_of(puzzle).solving.solve(puzzle).solution
    if solution is None:
        return Needed(None, "The puzzle has no solution that rules could force.")
    rules = smallest_rules(puzzle, solution, form, progress)
    if rules is not None:
        return Needed(rules)
    return Needed(None, book_of(puzzle).why_not_forced(puzzle, solution, form))
