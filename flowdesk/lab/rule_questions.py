"""What the explorer asks about the rules; worker processes call these functions."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.lab.classic.answer import answer_of
from flowdesk.lab.classic.explore import (
    Contradiction,
    Explored,
    contradiction,
    smallest_rules,
)
from flowdesk.lab.classic.fast import FAST_RULES, explored
from flowdesk.lab.classic.rules import needed_of
from flowdesk.lab.classic.sizes import sizes

#: Up to this many cells the classic rules are all asked unbidden, to compare the two formulas.
QUICK = 100


@dataclass(frozen=True)
class Whole:
    """What all the needed rules of a form answer, which is asked for its figures."""

    found: Explored


@dataclass(frozen=True)
class Another:
    """What the rules that are on answer besides; if nothing, they force the answer they gave."""

    found: Explored


@dataclass(frozen=True)
class Needed:
    """A smallest set of rules that forces the solution, or None and why there is none."""

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
    """Post the answer to some rules, and then what is not known yet.

    `lacks` names it: ``sizes`` of the rules of this form; ``fast`` and ``corrected`` are the
    answers to the rules of those forms that make the game, of which the latter is left out on
    large boards; ``another`` answer to these rules is looked for if the first is a solution.
    """
    found = explored(level, rules=rules, form=form)
    progress(found)
    if "sizes" in lacks:
        progress(sizes(level, form))
    if "fast" in lacks:
        progress(Whole(own_answer(level)))
    if "another" in lacks and found.answer and is_solution(level, found):
        progress(Another(explored(level, rules=rules, form=form, besides=found.answer)))
    if "corrected" in lacks and len(level.cells) <= QUICK:
        progress(Whole(explored(level, rules=needed_of(level), form="corrected")))


def is_solution(level: Level, found: Explored) -> bool:
    """Whether an answer keeps all the rules that make the game."""
    return not {each.rule for each in found.broken} & set(needed_of(level))


def own_answer(level: Level) -> Explored:
    """What our own rules answer that make the game, as the classic ones are asked.

    On boards so large that those are not, as `solve` asks.
    """
    if len(level.cells) > QUICK:
        return as_solved(level)
    strict = not level.touching
    rules = [rule.number for rule in FAST_RULES if strict or not rule.optional]
    return explored(level, rules=rules, form="fast")


def as_solved(level: Level, *, progress: object = None) -> Explored:
    """What our own rules answer as `solve` asks them: with the optional one first, which is fast.

    Large boards take minutes without it.
    """
    found = explored(level, rules=[rule.number for rule in FAST_RULES], form="fast")
    if found.answer or not level.touching:
        return found
    rules = [rule.number for rule in FAST_RULES if not rule.optional]
    return explored(level, rules=rules, form="fast")


def needed(level: Level, form: str, *, progress: Callable[[Any], None]) -> Needed:
    """A smallest set of rules that forces the solution; `progress` gets each set that is tried."""
    solution = solve(level).solution
    if solution is None:
        return Needed(None, "There is no solution that rules could force.")
    rules = smallest_rules(level, solution, form, progress)
    if rules is not None:
        return Needed(rules)
    if form == "published" and (joined := sorted(answer_of(level, solution).links)):
        pair = f"the two endpoints {joined[0]}"
        return Needed(None, f"As first published, the rules cannot join {pair}, side by side.")
    return Needed(
        None,
        "There are several solutions: no set of these rules forces one of them, even with rule 12.",
    )


def why_none(
    level: Level, rules: Collection[int], form: str, *, progress: Callable[[Any], None]
) -> Contradiction | None:
    """Few rules at few cells that contradict each other; None if there is an answer."""
    return contradiction(level, rules, form, progress=progress)
