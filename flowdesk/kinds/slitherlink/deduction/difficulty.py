"""How hard a puzzle is for a person who solves it step by step.

The score adds up what the deductions of its trace cost (`deduction.hints`): the cost of the rule,
for a supposition times its depth. A rule that has been used before is seen more easily, so of the
deductions by one rule the second costs half as much as the first, the third a third, and so on,
the dearest first. So the score tells which rules a puzzle needs, and hardly how large it is.
`docs/difficulty.md` lists the results for many puzzles.

Costs are whole numbers, because sums of floats differ between versions of Python. Of deductions
that are equally easy to see, the trace takes the first that it comes to, and later steps depend on
that. So the `canonical` form of a puzzle is rated, which is the same for all its turns and mirror
images.
"""

from __future__ import annotations

from collections import defaultdict

from flowdesk.kinds.answers import Difficulty, Trace
from flowdesk.kinds.slitherlink.deduction.hints import trace
from flowdesk.kinds.slitherlink.deduction.rule import RULES
from flowdesk.kinds.slitherlink.editing import turned_puzzle
from flowdesk.kinds.slitherlink.puzzle import Slitherlink

#: What a deduction costs in tenths, by its rule.
COSTS = {rule.name: rule.cost for rule in RULES}

#: The words, the easiest first, and the score in tenths that each begins at.
BEGINS_AT = {"easy": 0, "medium": 60, "hard": 140, "expert": 280}
WORDS = tuple(BEGINS_AT)


def rate(puzzle: Slitherlink) -> Difficulty | None:
    """Return how hard a puzzle is; None if deductions do not solve it within the limit.

    Only puzzles with one solution are rated.
    """
    found = trace(canonical(puzzle))
    return difficulty_of(found) if found.solved else None


def difficulty_of(solved: Trace) -> Difficulty:
    """Return the difficulty of a puzzle that this trace solves."""
    by_rule: defaultdict[str, list[int]] = defaultdict(list)
    for step in solved.deductions:
        by_rule[step.rule].append(COSTS[step.rule] * (step.depth or 1))
    thousandths = sum(
        100 * cost // use
        for costs in by_rule.values()
        for use, cost in enumerate(sorted(costs, reverse=True), 1)
    )
    tenths = thousandths // 100
    word = [word for word, least in BEGINS_AT.items() if tenths >= least][-1]
    return Difficulty(word, tenths / 10)


def canonical(puzzle: Slitherlink) -> Slitherlink:
    """Return the one of a puzzle's eight turns and mirror images with the smallest description."""
    forms = [Slitherlink(puzzle.width, puzzle.height, puzzle.clues)]
    for turn in ("rotate", "rotate", "rotate", "flip horizontally", "rotate", "rotate", "rotate"):
        forms.append(turned_puzzle(forms[-1], turn))
    return min(forms, key=_description)


def _description(puzzle: Slitherlink) -> tuple[object, ...]:
    """Return all that solutions depend on."""
    return puzzle.width, puzzle.height, sorted(puzzle.clues.items())
