"""How hard a puzzle is for a person who solves it step by step.

A puzzle is easy if rules at single places solve it, medium if rules over several places do; others
take suppositions. The score begins with that of the hardest rule in the trace of the puzzle
(`deduction.hints`), and adds what the deductions by rules of this level cost. A rule that has been
used before is seen more easily: of the deductions by one rule each costs half as much as the one
before. Suppositions, which cost more the deeper they are, have to be looked for each time: the
second costs half as much as the first, the third a third, and so on, the dearest first. So the
score tells which rules a puzzle needs, and hardly how large it is.
`docs/slitherlink_difficulty.md` lists the results for many puzzles.

Costs are whole numbers, because sums of floats differ between versions of Python. Of deductions
that are equally easy to see, the trace takes the first that it comes to, and later steps depend on
that. So the `canonical` form of a puzzle is rated, which is the same for all its turns and mirror
images.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from flowdesk.kinds.answers import CheckStatus, Difficulty, Trace
from flowdesk.kinds.deduction import Rule
from flowdesk.kinds.loops import LoopShaping
from flowdesk.kinds.slitherlink.deduction.hints import hint, hint_text, trace
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import check
from flowdesk.kinds.slitherlink.tiles import hint_tiles
from flowdesk.kinds.solving import Reasoning

#: All rules, in the order in which they are tried.
RULES = (
    Rule("clue-met", 1, "a clue has all its edges, so the others are off"),
    Rule("clue-needs-all", 1, "a clue needs all edges that it has left"),
    Rule("corner", 1, "at a corner the loop neither ends nor branches"),
    Rule("small-loop", 5, "an edge would close a loop while others are left"),
    Rule("adjacent-threes", 3, "two 3s side by side"),
    Rule("diagonal-threes", 5, "two 3s on a diagonal, side by side or with only 2s between"),
    Rule("board-corner", 3, "a clue in a corner of the board"),
    Rule("line-at-one", 5, "a 1 that a line runs into, or where the loop could not go on"),
    Rule("line-at-two", 7, "a 2 that a line runs into, or where the loop could not go on"),
    Rule("line-at-three", 5, "a 3 that a line runs into, or where the loop could not go on"),
    Rule("across-corner", 10, "the clue across a corner tells how many edges a clue has there"),
    Rule("inside-outside", 10, "an edge is on exactly if its two cells are on different sides"),
    Rule("sides", 15, "some cells beside a clue are known to be on the same or different sides"),
    Rule("connected", 20, "a cell connects what is inside, or what is outside, with the rest"),
    Rule("suppose", 30, "an edge is tried in mind, and a contradiction shows"),
)


#: What a deduction costs in tenths, by its rule.
COSTS = {rule.name: rule.cost for rule in RULES}

#: The words, the easiest first, and the score in tenths that each begins at.
BEGINS_AT = {"easy": 0, "medium": 100, "hard": 300, "expert": 600}
WORDS = tuple(BEGINS_AT)

#: The first rule of each level; "expert" has none of its own.
FIRST_RULES = {"clue-met": "easy", "across-corner": "medium", "suppose": "hard"}


def _levels() -> dict[str, str]:
    """Return the level of each rule."""
    levels, level = {}, WORDS[0]
    for rule in RULES:
        level = levels[rule.name] = FIRST_RULES.get(rule.name, level)
    return levels


LEVELS = _levels()

#: The highest score in tenths, also that of a puzzle that deductions do not solve.
MOST = 1000
HARDEST = Difficulty(WORDS[-1], MOST / 10)


class _TooHard(Exception):
    """Ends the rating of a puzzle."""


def rate(puzzle: Slitherlink) -> Difficulty | None:
    """Return how hard a puzzle is; None if it is not known to have exactly one solution.

    It is as hard as can be if deductions do not solve it within their limit.
    """
    if found := rate_up_to(puzzle, WORDS[-1]):
        return found
    return HARDEST if check(puzzle).status is CheckStatus.UNIQUE else None


def rate_up_to(puzzle: Slitherlink, level: str) -> Difficulty | None:
    """Return how hard a puzzle is; None if it is harder than a level, or `HARDEST`, or unsolved."""
    most = WORDS.index(level)

    def is_harder(so_far: Trace) -> bool:
        rated = difficulty_of(so_far)
        return WORDS.index(rated.level) > most or rated == HARDEST

    found = trace_up_to(puzzle, is_harder)
    return difficulty_of(found) if found else None


def trace_up_to(puzzle: Slitherlink, is_too_much: Callable[[Trace], bool]) -> Trace | None:
    """Return the trace that tells how hard a puzzle is; None if it is unsolved, or too much."""

    def stop(so_far: Trace) -> None:
        if is_too_much(so_far):
            raise _TooHard

    try:
        found = trace(canonical(puzzle), progress=stop)
    except _TooHard:
        return None
    return found if found.solved and not is_too_much(found) else None


def difficulty_of(solved: Trace) -> Difficulty:
    """Return the difficulty of a puzzle that this trace solves."""
    costs: defaultdict[str, list[int]] = defaultdict(list)
    for step in solved.deductions:
        costs[step.rule].append(100 * COSTS[step.rule] * (step.depth or 1))
    level = max((LEVELS[rule] for rule in costs), key=WORDS.index, default=WORDS[0])
    thousandths = sum(
        cost // (number + 1) if rule == "suppose" else cost >> number
        for rule in costs
        if LEVELS[rule] == level
        for number, cost in enumerate(sorted(costs[rule], reverse=True))
    )
    tenths = min(BEGINS_AT[level] + thousandths // 100, MOST)
    return Difficulty(word_for(tenths), tenths / 10)


def word_for(tenths: int) -> str:
    """Return the word for a score in tenths."""
    return [word for word, least in BEGINS_AT.items() if tenths >= least][-1]


def canonical(puzzle: Slitherlink) -> Slitherlink:
    """Return the one of a puzzle's eight turns and mirror images with the smallest description."""
    plain = Slitherlink(puzzle.width, puzzle.height, puzzle.clues)
    return min(LoopShaping[Slitherlink]().orientations(plain), key=_description)


def _description(puzzle: Slitherlink) -> tuple[object, ...]:
    """Return all that solutions depend on."""
    return puzzle.width, puzzle.height, sorted(puzzle.clues.items())


class SlitherlinkReasoning(Reasoning[Slitherlink]):
    """Deductions of a player, from single clues to suppositions."""

    difficulties = WORDS
    rate = staticmethod(rate)
    hint = staticmethod(hint)
    hint_text = staticmethod(hint_text)
    hint_tiles = staticmethod(hint_tiles)
