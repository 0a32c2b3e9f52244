"""Hints: the next deduction of a player, and the trace of a puzzle solved by deductions.

The deductions that are seen most easily come first, suppositions last. What a deduction claims
follows from the puzzle and from what was known before. A closed loop is the only solution.

A hint takes along the clues and corners that leave no choice after it. One by one they would be
most of all hints: of 600 conclusions for a board of 20 x 20 cells, 500 are those.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flowdesk.core.grid import listed
from flowdesk.kinds import words
from flowdesk.kinds.answers import CheckStatus, Deduction, Progress, Trace, unheard
from flowdesk.kinds.deduction import Conclusion, Patience, as_step, learn_steps, no_solution
from flowdesk.kinds.known import Known
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
from flowdesk.kinds.slitherlink.deduction.sides import across_corners, by_sides, connected
from flowdesk.kinds.slitherlink.deduction.suppose import by_supposing
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, incomplete, mistakes

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
    """Solve a puzzle step by step, as far as the rules go and `MOST_EFFORT` allows.

    `progress` gets the steps so far after each supposition.
    """
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
        return words.no_hint(known, now)
    text = words.next_hint(known, now)
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
        edges = self._position.grid.edges
        state = self._position.state
        loop = Loop(
            frozenset(edge for edge, known in zip(edges, state, strict=True) if known == IS_ON)
        )
        assert not mistakes(self.puzzle, loop)
        return loop

    def _conclude(self) -> Conclusion | None:
        position = self._position
        return (
            at_a_place(position)
            or no_small_loop(position)
            or self._at_threes()
            or at_a_clue(position)
            or across_corners(position)
            or self._at_large()
            or by_supposing(position, self._effort)
        )

    def _at_large(self) -> Conclusion | None:
        """Find a conclusion about sides of the loop, which may follow from each other."""
        while not (conclusion := by_sides(self._position) or connected(self._position)):
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
        """End: there is no solution."""
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
