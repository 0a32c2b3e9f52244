"""Answer the explorer's questions about the rules; worker processes call these functions."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.table import kind_of
from flowdesk.lab.counting import Count, count_answers
from flowdesk.lab.explore import Explored, explore, sizes, smallest_rules
from flowdesk.lab.rulebooks import book_of, number_of_cells

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
    answer to these rules, if the first is a solution; ``count``: how many there are, not on large
    boards.
    """
    needed = book_of(puzzle).needed
    found = explore(puzzle, rules, form)
    progress(found)
    if "sizes" in lacks:
        progress(sizes(puzzle, form))
    is_large = number_of_cells(puzzle) > QUICK
    if "fast" in lacks:
        own = as_solved(puzzle) if is_large else explore(puzzle, needed(puzzle, "fast"), "fast")
        progress(Whole(own))
    is_broken = {each.rule for each in found.broken}
    if "another" in lacks and found.answer and is_broken.isdisjoint(needed(puzzle)):
        progress(Another(explore(puzzle, rules, form, found.answer)))
    if "count" in lacks:
        progress(how_many(puzzle, found))
    if "corrected" in lacks and not is_large:
        progress(Whole(explore(puzzle, needed(puzzle))))


def how_many(puzzle: Puzzle, found: Explored, *, progress: object = None) -> Count:
    """Return how many answers there are to the same rules; on large boards do not count them."""
    if found.answer is None:
        return Count(found.rules, found.form, 0, is_exact=True)
    if number_of_cells(puzzle) > QUICK:
        return Count(found.rules, found.form, 0, is_exact=False)
    return count_answers(puzzle, found.rules, found.form)


def as_solved(puzzle: Puzzle, *, progress: object = None) -> Explored:
    """Return the answer to FlowDesk's own rules, first with optional ones, as `solve` does.

    Without them large boards take minutes.
    """
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
