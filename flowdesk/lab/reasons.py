"""Why: the reason that a person would give why rules have no answer, before any clauses."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.answers import Conflict, ConflictKind, SolveStatus
from flowdesk.kinds.table import kind_of
from flowdesk.lab.explore import Contradiction, contradiction, explore
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
) -> Contradiction | None:
    """Post the reason that a person would give, if it is known; return rules that contradict.

    None if the rules have an answer, as those first published may have where the game has none.
    """
    if form == "published" and explore(puzzle, rules, form).answer:
        return None
    why = reason(puzzle, rules, form)
    if why:
        progress(why)
        if why.is_all:
            return Contradiction((), False)
    return contradiction(puzzle, rules, form, progress=progress)


def reason(
    puzzle: Puzzle, rules: Collection[int], form: str = FORMS[0], *, progress: object = None
) -> Why | None:
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
