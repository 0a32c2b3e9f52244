"""How hard a level is for a person: what solving it step by step takes.

The score is the sum, over the deductions of its trace (`flowdesk.flow.hints`), of what each costs
to find: `WEIGHTS` by rule, and `SUPPOSITION` times the depth of a supposition. So it rises with the
number of steps, and so with the size of the board, and with how far one has to think ahead. The
word is the same scale for all sizes, chosen so that nearly all 5x5 levels of Flow Free are easy and
most of its 14x14 ones expert; `docs/difficulty.md` shows what it makes of many levels.
"""

from __future__ import annotations

from dataclasses import dataclass

from flowdesk.flow.hints import MOST_EFFORT, Trace, trace
from flowdesk.flow.level import Level

#: What a deduction costs, by its rule; about one for a path that has to be imagined.
WEIGHTS = {
    "corner": 0.2,
    "one-exit": 0.2,
    "two-ways": 0.5,
    "cut-off": 0.5,
    "same-color": 0.5,
    "colors": 1.0,
    "loop": 1.0,
    "touching": 1.0,
    "passage": 2.0,
    "pairing": 2.0,
    "edge": 2.0,
}
#: What each conclusion costs that refutes a supposition.
SUPPOSITION = 3.0

#: The words, the easiest first, and the score that each begins at.
BEGINS_AT = {"easy": 0.0, "medium": 10.0, "hard": 30.0, "expert": 100.0}
WORDS = tuple(BEGINS_AT)


@dataclass(frozen=True)
class Difficulty:
    """How hard a level is: one of `WORDS`, and the score behind it, to one decimal."""

    level: str
    score: float


def rate(level: Level, *, most_effort: int = MOST_EFFORT) -> Difficulty | None:
    """How hard a level is; None if deductions do not solve it with that much effort.

    So a level is rated only if it has one solution, or one in which no path touches itself.
    """
    found = trace(level, most_effort=most_effort)
    return difficulty_of(found) if found.solved else None


def difficulty_of(solved: Trace) -> Difficulty:
    """How hard a level is that such a trace solves."""
    score = sum(
        SUPPOSITION * step.depth if step.depth else WEIGHTS[step.rule] for step in solved.deductions
    )
    word = [word for word, least in BEGINS_AT.items() if score >= least][-1]
    return Difficulty(word, round(score, 1))
