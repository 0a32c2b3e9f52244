"""How hard a level is for a person who solves it step by step.

The score is the sum of the costs of the deductions in its trace (`deduction.hints`): the cost of
the rule, for a supposition times its depth. So it rises with the number of steps, with the size of
the board, and with how far one has to think ahead. The words use one scale for all sizes, chosen
so that nearly all 5x5 levels of Flow Free are easy and most of its 14x14 ones expert;
`docs/difficulty.md` lists the results for many levels.

Costs are whole tenths, because sums of floats differ between versions of Python.

Of deductions that are equally easy to see, the trace takes the first in reading order, and later
steps depend on that. So the `canonical` form of a level is rated, which is the same for all its
turns, mirror images and colourings.
"""

from __future__ import annotations

from dataclasses import replace

from flowdesk.core.grid import by_row
from flowdesk.kinds.answers import Difficulty, Trace
from flowdesk.kinds.flow.deduction.cells import RULES
from flowdesk.kinds.flow.deduction.hints import hint, trace
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.shaping import FlowShaping
from flowdesk.kinds.flow.tiles import hint_tiles
from flowdesk.kinds.flow.words import hint_text
from flowdesk.kinds.solving import Reasoning

#: What a deduction costs in tenths, by its rule.
COSTS = {rule.name: rule.cost for rule in RULES}

#: The words, the easiest first, and the score in tenths that each begins at.
BEGINS_AT = {"easy": 0, "medium": 100, "hard": 300, "expert": 1000}
WORDS = tuple(BEGINS_AT)


def rate(level: Level) -> Difficulty | None:
    """Return how hard a level is; None if deductions do not solve it within the limit.

    Only levels with one solution, or one in which no path touches itself, are rated.
    """
    found = trace(canonical(level))
    return difficulty_of(found) if found.solved else None


def difficulty_of(solved: Trace) -> Difficulty:
    """Return the difficulty of a level that this trace solves."""
    tenths = sum(COSTS[step.rule] * (step.depth or 1) for step in solved.deductions)
    word = [word for word, least in BEGINS_AT.items() if tenths >= least][-1]
    return Difficulty(word, tenths / 10)


def canonical(level: Level) -> Level:
    """Return the one of a level's turns and mirror images with the smallest description.

    Labels stay, because deductions depend only on the order in which the colours appear.
    """
    return min(FlowShaping().orientations(replace(level, drawn={})), key=_description)


def _description(level: Level) -> tuple[object, ...]:
    """Return all that solutions depend on, with colours as numbers in order of appearance."""
    number = {label: i for i, label in enumerate(level.pairs)}
    ends = tuple((cell, number[level.endpoints[cell]]) for cell in by_row(level.endpoints))
    holes, walls = tuple(sorted(level.holes)), tuple(sorted(level.walls))
    return level.width, level.height, ends, holes, walls, level.shape.key


class FlowReasoning(Reasoning[Level]):
    """Deductions of a player: cells, parts of the board, suppositions."""

    difficulties = WORDS
    rate = staticmethod(rate)
    hint = staticmethod(hint)
    hint_text = staticmethod(hint_text)
    hint_tiles = staticmethod(hint_tiles)

    def assumption(self, level: Level, steps: Trace) -> str:
        return "no path touches itself" if level.touching and steps.strictly else ""
