"""What the explorer asks about the rules, as a worker is asked for it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from flowdesk.flow.classic.explore import (
    Contradiction,
    Explored,
    contradiction,
    smallest_rules,
)
from flowdesk.flow.classic.fast import FAST_RULES, explored
from flowdesk.flow.classic.rules import needed_of
from flowdesk.flow.classic.sizes import sizes
from flowdesk.flow.level import Level
from flowdesk.flow.solve import solve

#: Up to this many cells the classic rules are all asked unbidden, to compare the two formulas.
QUICK = 100


@dataclass(frozen=True)
class Whole:
    """What all the needed rules of a form answer, which is asked for its figures."""

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
    """Post the answer to some rules, and then what is not known yet of the level.

    `lacks` names it: ``sizes`` of the rules of this form; ``fast`` and ``corrected`` are the
    answers to all the rules of those forms, of which the latter is left out on large boards.
    """
    progress(explored(level, rules=rules, form=form))
    if "sizes" in lacks:
        progress(sizes(level, form))
    if "fast" in lacks:
        progress(Whole(as_solved(level)))
    if "corrected" in lacks and len(level.cells) <= QUICK:
        progress(Whole(explored(level, rules=needed_of(level), form="corrected")))


def as_solved(level: Level, *, progress: object = None) -> Explored:
    """What our own rules answer as `solve` asks them: with the optional one first, which is fast.

    Large boards take minutes without it.
    """
    found = explored(level, rules=[rule.number for rule in FAST_RULES], form="fast")
    if found.answer or level.touching_forbidden:
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
    if form != "corrected" and smallest_rules(level, solution) is not None:
        return Needed(None, "As first published, the rules do not force the solution here.")
    return Needed(None, "There are several solutions: no set of these rules forces one of them.")


def why_none(
    level: Level, rules: Collection[int], form: str, *, progress: Callable[[Any], None]
) -> Contradiction | None:
    """Few rules at few cells that contradict each other; None if there is an answer."""
    return contradiction(level, rules, form, progress=progress)
