"""Answer the explorer's questions about the rules; worker processes call these functions."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.lab.classic.answer import answer_of
from flowdesk.lab.classic.explore import Explored, explore, sizes, smallest_rules
from flowdesk.lab.classic.rules import FAST_RULES, needed_of

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
    level: Level,
    rules: Collection[int],
    form: str,
    *,
    lacks: Collection[str],
    progress: Callable[[Any], None],
) -> None:
    """Post the answer to some rules, then what else `lacks` names.

    ``sizes``: the sizes of the rules of this form; ``fast`` and ``corrected``: the answers to the
    rules of those forms that make the game, the latter not on large boards; ``another``: another
    answer to these rules, if the first is a solution.
    """
    found = explore(level, rules, form)
    progress(found)
    if "sizes" in lacks:
        progress(sizes(level, form))
    is_large = len(level.cells) > QUICK
    if "fast" in lacks:
        own = as_solved(level) if is_large else explore(level, needed_of(level, "fast"), "fast")
        progress(Whole(own))
    is_broken = {each.rule for each in found.broken}
    if "another" in lacks and found.answer and is_broken.isdisjoint(needed_of(level)):
        progress(Another(explore(level, rules, form, found.answer)))
    if "corrected" in lacks and not is_large:
        progress(Whole(explore(level, needed_of(level))))


def as_solved(level: Level, *, progress: object = None) -> Explored:
    """Return the answer to FlowDesk's own rules, first with the optional one, as `solve` does.

    Without it large boards take minutes.
    """
    found = explore(level, [rule.number for rule in FAST_RULES], "fast")
    if found.answer or not level.touching:
        return found
    return explore(level, needed_of(level, "fast"), "fast")


def needed(level: Level, form: str, *, progress: Callable[[Any], None]) -> Needed:
    """Look for a smallest set of rules that forces the solution; post each set that is tried."""
    solution = solve(level).solution
    if solution is None:
        return Needed(None, "The level has no solution that rules could force.")
    rules = smallest_rules(level, solution, form, progress)
    if rules is not None:
        return Needed(rules)
    if form == "published" and (joined := sorted(answer_of(level, solution).links)):
        pair = f"the neighbouring endpoints of {color_name(level, joined[0])}"
        return Needed(None, f"As first published, the rules cannot join {pair}.")
    return Needed(
        None,
        "There are several solutions: no set of these rules forces one of them, even with rule 12.",
    )
