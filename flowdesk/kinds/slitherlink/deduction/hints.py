"""Hints, the trace of a puzzle solved by deductions, and how hard that is for a person.

The deductions that are seen most easily come first, suppositions last. What a deduction claims
follows from the puzzle and from what was known before. A closed loop is the only solution.

A hint takes along the clues and corners that leave no choice after it. One by one they would be
most of all hints: of 600 conclusions for a board of 20 x 20 cells, 500 are those.

A puzzle is easy if rules at single places solve it, medium if rules over several places do; others
take suppositions. Its score begins with that of the hardest rule, and adds what the deductions by
rules of this level cost. A rule that has been used before is seen more easily: of the deductions by
one rule each costs half as much as the one before. Suppositions, which cost more the deeper they
are, have to be looked for each time: the second costs half as much as the first, the third a third,
and so on, the dearest first. So the score tells which rules a puzzle needs, and hardly how large it
is (`docs/slitherlink_difficulty.md`). Costs are whole numbers: sums of floats differ between
versions of Python. Of deductions that are equally easy to see, the trace takes the first that it
comes to, and later steps depend on that. So the `canonical` form of a puzzle is rated, which is the
same for all its turns and mirror images.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from flowdesk.core.grid import listed
from flowdesk.kinds.answers import CheckStatus, Deduction, Difficulty, Progress, Trace, unheard
from flowdesk.kinds.deduction import Conclusion, Patience, Rule, as_step, learn_steps, no_solution
from flowdesk.kinds.known import Known, next_hint, no_hint
from flowdesk.kinds.loops import LoopShaping
from flowdesk.kinds.slitherlink.deduction import sides
from flowdesk.kinds.slitherlink.deduction.places import (
    at_a_clue,
    at_a_place,
    newly_settled,
    no_small_loop,
    patterns_of_threes,
)
from flowdesk.kinds.slitherlink.deduction.position import (
    IS_ON,
    SlitherlinkContradiction,
    SlitherlinkPosition,
)
from flowdesk.kinds.slitherlink.deduction.sentences import cells_round, clue_name, what_breaks
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, incomplete, mistakes
from flowdesk.kinds.slitherlink.solving.encoding import check
from flowdesk.kinds.slitherlink.tiles import hint_tiles
from flowdesk.kinds.solving import Reasoning

#: The limit of effort for one puzzle, in steps of suppositions: three to five seconds.
MOST_EFFORT = 100_000


def hint(known: Known, so_far: Trace) -> Trace:
    """Return the trace with one more step; the same trace if it has ended or no step is found."""
    puzzle: Slitherlink = known.level
    if incomplete(puzzle) or so_far.solved or so_far.contradicted:
        return so_far
    player = _LoopPlayer(puzzle, so_far)
    player.next_deduction(with_more=True)
    return player.trace()


def trace(puzzle: Slitherlink, *, progress: Progress[Trace] = unheard) -> Trace:
    """Solve a puzzle step by step, as far as the rules and `MOST_EFFORT` lead."""
    if incomplete(puzzle):
        return Trace()
    player = _LoopPlayer(puzzle, Trace())
    while deduction := player.next_deduction():
        if deduction.depth:
            progress(player.trace())
    return player.trace()


def hint_text(known: Known, before: Trace, now: Trace) -> str:
    """Return the sentences to show with the steps `now`; `before` are those shown until then."""
    if not now.leads_on(before):
        return no_hint(known, now)
    text = next_hint(known, now)
    if known.status is CheckStatus.MULTIPLE:
        return f"There are several solutions; hints tell what they have in common. {text}"
    return text


class _LoopPlayer:
    """A position of a puzzle, and the deductions that led to it."""

    def __init__(self, puzzle: Slitherlink, so_far: Trace) -> None:
        self.puzzle = puzzle
        self.steps = list(so_far.deductions)
        self._effort = Patience(MOST_EFFORT)
        self._is_wrong = False
        self._position = SlitherlinkPosition(puzzle)
        self._threes = patterns_of_threes(self._position, puzzle)
        try:
            learn_steps(self._position, self.steps)
        except SlitherlinkContradiction as contradiction:
            self._give_up(contradiction)

    def next_deduction(self, *, with_more: bool = False) -> Deduction | None:
        """Draw the next conclusion, and learn it; None if there is none, or no solution.

        With `with_more`, the step takes along what follows at once; it is then the last one.
        """
        if self._is_wrong or self._position.closed:
            return None
        try:
            self._position.check_for_loop()
            conclusion = self._conclude()
            return self._learn(conclusion, with_more) if conclusion else None
        except SlitherlinkContradiction as contradiction:
            self._give_up(contradiction)
        return None

    def trace(self) -> Trace:
        """Return the steps so far, and the solution if they are complete."""
        return Trace(tuple(self.steps), self._solution())

    def _solution(self) -> Loop | None:
        if self._is_wrong or not self._position.closed:
            return None
        known = zip(self._position.grid.edges, self._position.state, strict=True)
        loop = Loop(frozenset(edge for edge, state in known if state == IS_ON))
        assert not mistakes(self.puzzle, loop)
        return loop

    def _conclude(self) -> Conclusion | None:
        position = self._position
        return (
            at_a_place(position)
            or no_small_loop(position)
            or self._at_threes()
            or at_a_clue(position)
            or sides.across_corners(position)
            or self._at_large()
            or sides.by_supposing(position, self._effort)
        )

    def _at_large(self) -> Conclusion | None:
        """Find a conclusion about sides of the loop, which may follow from each other."""
        while not (conclusion := sides.by_sides(self._position) or sides.connected(self._position)):
            if not self._position.recolored:
                return None
        return conclusion

    def _at_threes(self) -> Conclusion | None:
        """Return the first pattern of threes that settles something."""
        state = self._position.state
        while self._threes:
            conclusion = self._threes[0]
            if not all(map(state.__getitem__, (*conclusion.on, *conclusion.off))):
                return conclusion
            del self._threes[0]
        return None

    def _learn(self, conclusion: Conclusion, with_more: bool) -> Deduction:
        """Enter a conclusion into the position; return it as a step."""
        position = self._position
        before = len(position.decided)
        position.learn(conclusion.on, conclusion.off)
        if with_more:
            conclusion = with_what_follows(position, conclusion, self._learn_more(before))
        step = as_step(position, conclusion, position.decided[before:])
        self.steps.append(step)
        return step

    def _learn_more(self, before: int) -> list[int]:
        """Enter what follows at once from what was decided since then; return the places."""
        position, places = self._position, []
        known = len(position.decided)
        try:
            for place in places_without_choice(position, before):
                places.append(place)
                known = len(position.decided)
        except SlitherlinkContradiction:  # the next hint says so
            self._is_wrong = True
            del position.decided[known:]
        return places

    def _give_up(self, contradiction: SlitherlinkContradiction) -> None:
        self._is_wrong = True
        position = self._position
        cells = cells_round(position, contradiction.places)
        self.steps.append(no_solution(position, what_breaks(position, contradiction), cells))


#: How many clues a hint takes along; the next one is a hint of its own.
MOST_CLUES = 1


def places_without_choice(position: SlitherlinkPosition, first: int) -> Iterator[int]:
    """Yield the places that leave no choice after `decided[first:]`, and learn their edges.

    Those that follow from each other come in this order; at most `MOST_CLUES` are clues. All edges
    of such a place are known afterwards. Raises SlitherlinkContradiction where that breaks a rule.
    """
    ring, clues = position.grid.ring, 0
    while first < len(position.decided):
        for place, _, _ in position.grid.touched[position.decided[first]]:
            if position.has_rule(place) and (place >= ring or clues < MOST_CLUES):
                on, off = newly_settled(position, place, position.plain[place])
                if on or off:
                    position.learn(on, off)
                    clues += place < ring
                    yield place
        first += 1


def with_what_follows(
    position: SlitherlinkPosition, conclusion: Conclusion, places: Sequence[int]
) -> Conclusion:
    """Return a conclusion that tells, too, which places leave no choice then."""
    if not places:
        return conclusion
    clues = [place for place in places if place < position.grid.ring]
    corners = len(places) - len(clues)
    names = ["a corner" if corners == 1 else f"{corners} corners"] if corners else []
    names += [f"the {clue_name(position, clue)}" for clue in clues]
    more = f"Then {listed(names)} leave{'s' if len(places) == 1 else ''} no choice."
    message, cells = f"{conclusion.message} {more}", (*conclusion.cells, *clues)
    return replace(conclusion, message=message, cells=cells)


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
#: The level of each rule.
_BEGUN: Iterator[str] = (FIRST_RULES.get(name, "") for name in COSTS)
_LEVELS: Iterator[str] = accumulate(_BEGUN, lambda last, new: new or last)
LEVELS = dict(zip(COSTS, _LEVELS, strict=True))

#: The highest score in tenths, also that of a puzzle that deductions do not solve.
MOST_TENTHS = 1000
HARDEST = Difficulty(WORDS[-1], MOST_TENTHS / 10)


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
    tenths = min(BEGINS_AT[level] + thousandths // 100, MOST_TENTHS)
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
