"""How hard a level is for a person: what solving it step by step takes.

The score is the sum, over the deductions of its trace (`deduction.hints`), of what each costs
to find: the cost of its rule, for a supposition times its depth. So it rises with the number of
steps, and so with the size of the board, and with how far one has to think ahead. The word is the
same scale for all sizes, chosen so that nearly all 5x5 levels of Flow Free are easy and most of its
14x14 ones expert; `docs/difficulty.md` shows what it makes of many levels.

Costs are whole tenths: sums of floats differ between versions of Python, and a word with them.

Where several deductions are as easy to see, the trace takes the one that comes first in reading
order, and which ones it needs later depends on that. So what is rated is not the level as it lies
but its `canonical` form, which is the same for all its turns, mirror images and colourings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flowdesk.core.grid import by_row
from flowdesk.kinds.answers import Difficulty, Trace
from flowdesk.kinds.flow.deduction.hints import MOST_EFFORT, RULES, trace
from flowdesk.kinds.flow.editing import turned_level
from flowdesk.kinds.flow.level import Level

#: What a deduction costs in tenths, by its rule.
COSTS = {rule.name: rule.cost for rule in RULES}

#: The words, the easiest first, and the score in tenths that each begins at.
BEGINS_AT = {"easy": 0, "medium": 100, "hard": 300, "expert": 1000}
WORDS = tuple(BEGINS_AT)


def rate(level: Level, *, most_effort: int = MOST_EFFORT) -> Difficulty | None:
    """How hard a level is; None if deductions do not solve it with that much effort.

    So a level is rated only if it has one solution, or one in which no path touches itself.
    """
    found = trace(canonical(level), most_effort=most_effort)
    return difficulty_of(found) if found.solved else None


def difficulty_of(solved: Trace) -> Difficulty:
    """How hard a level is that such a trace solves."""
    tenths = sum(COSTS[step.rule] * (step.depth or 1) for step in solved.deductions)
    word = [word for word, least in BEGINS_AT.items() if tenths >= least][-1]
    return Difficulty(word, tenths / 10)


def canonical(level: Level) -> Level:
    """The one of a level's eight turns and mirror images whose description is the smallest.

    Its labels stay: what is deduced depends on the order in which the colours appear alone.
    """
    return min(_orientations(replace(level, drawn={})), key=_description)


def _orientations(level: Level) -> Iterator[Level]:
    """The four quarter turns of a level and of its mirror image."""
    for turned in (level, turned_level(level, "flip horizontally")):
        for _ in range(4):
            yield turned
            turned = turned_level(turned, "rotate")


def _description(level: Level) -> tuple[object, ...]:
    """All that makes a level the puzzle it is, with colours as numbers in order of appearance."""
    number = {label: i for i, label in enumerate(level.pairs)}
    ends = tuple((cell, number[level.endpoints[cell]]) for cell in by_row(level.endpoints))
    return level.width, level.height, ends, tuple(sorted(level.holes)), tuple(sorted(level.walls))
