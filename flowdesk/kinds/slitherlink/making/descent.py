"""Remove clues of a loop until a puzzle is as requested; and how near it comes to that.

Clues are removed in a random order: first those without which rules without suppositions still
solve the puzzle, which is quick, then as many as possible while the loop stays the only solution
(`Paring` and `Thinning`). If anything is asked of the difficulty, only as many follow the paring as
make the puzzle hard enough: each takes a supposition. If it is too hard then, or has too few clues,
some are put back.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from random import Random

from flowdesk.core.grid import Cell
from flowdesk.core.text import counted
from flowdesk.kinds.answers import CheckStatus, Difficulty, Made, Progress, Trace, unheard
from flowdesk.kinds.making import range_typed
from flowdesk.kinds.slitherlink.deduction.hints import (
    HARDEST,
    LEVELS,
    WORDS,
    difficulty_of,
    trace_up_to,
)
from flowdesk.kinds.slitherlink.making.request import SlitherlinkRequest
from flowdesk.kinds.slitherlink.making.thinning import Paring, Thinning
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import check


@dataclass(frozen=True)
class TriedPuzzle:
    """A puzzle with exactly one solution, and its difficulty, if anything is asked of that.

    `harder` is below 0 if it is easier than requested, by that many levels, points and rules; 1 if
    it is harder, by however much: then `difficulty` is not known. It `lacks` a rule if it does not
    need the one that is asked for. `more` is the number of clues too many, below 0 too few.
    """

    puzzle: Slitherlink
    loop: Loop
    difficulty: Difficulty | None = None
    harder: int = 0
    lacks: bool = False
    more: int = 0

    @property
    def met(self) -> bool:
        return not (self.harder or self.more)

    @property
    def distance(self) -> tuple[int, bool]:
        """How far it is from what is asked; one that is too easy is farther."""
        return abs(self.harder) + abs(self.more), self.harder < 0

    @property
    def words(self) -> str:
        """Its clues and its difficulty, as far as that is known: ``31 clues, medium (24)``."""
        return f"{counted(len(self.puzzle.clues), 'clue')}{self._rated(', ')}"

    def _rated(self, before: str) -> str:
        """Return the difficulty after some words; nothing if it is not known."""
        rated = self.difficulty
        return f"{before}{rated.level} ({rated.score:g})" if rated else ""

    def report(self, request: SlitherlinkRequest, what: str) -> str:
        """Return a sentence about the puzzle, `what` it is called, and what is not as requested."""
        text = f"{what} has {counted(len(self.puzzle.clues), 'clue')}"
        if request.clues and self.more:
            text += f" instead of {range_typed(request.clues)}"
        text += f" and exactly one solution{self._rated(', and is ')}"
        if self.harder:
            asked = [request.difficulty] if request.difficulty else []
            asked += [f"a score of {range_typed(request.score)}"] if request.score else []
            asked += ["without suppositions"] if request.no_supposing else []
            asked += [f"by the rule {request.needs}"] if request.needs else []
            text += " instead of " if self.difficulty else ", and is harder than "
            text += ", ".join(asked)
        return f"{text}."


def judged(
    request: SlitherlinkRequest, clues: Mapping[Cell, int], loop: Loop, *, is_rated: bool = True
) -> TriedPuzzle:
    """Return the puzzle of some clues, rated as far as the request needs, if it `is_rated`."""
    puzzle = Slitherlink(request.width, request.height, clues)
    more = request.misses(len(clues))
    if not is_rated:
        return TriedPuzzle(puzzle, loop, more=more)
    found = trace_up_to(puzzle, lambda so_far: _is_too_much(request, so_far))
    if not found:
        return TriedPuzzle(puzzle, loop, None, 1, more=more)
    rated = difficulty_of(found)
    easier = WORDS.index(request.difficulty) - WORDS.index(rated.level) if request.difficulty else 0
    if request.score:
        easier += ceil(max(0, request.score[0] - rated.score))
    lacks = bool(request.needs) and all(step.rule != request.needs for step in found.deductions)
    return TriedPuzzle(puzzle, loop, rated, -easier - lacks, lacks, more)


def _is_too_much(request: SlitherlinkRequest, so_far: Trace) -> bool:
    """Whether a puzzle is harder than asked, or hardly to be solved by deductions."""
    rated = difficulty_of(so_far)
    return (
        rated == HARDEST
        or (bool(request.difficulty) and _level(rated.level) > _level(request.difficulty))
        or (request.score is not None and rated.score > request.score[1])
        or (request.no_supposing and so_far.deductions[-1].depth > 0)
    )


def can_be_hardest(request: SlitherlinkRequest) -> bool:
    """Whether a puzzle may be `HARDEST`: all that can be known of those that are too much, then."""
    return (
        request.difficulty in ("", WORDS[-1])
        and (request.score is None or request.score[1] >= HARDEST.score)
        and not (request.needs or request.no_supposing)
    )


_level = WORDS.index


#: The parings by level, one after the other: whether each is by rules over several
#: places, too. After a quick one by the others such a paring leaves so few clues that hardly any
#: more can be removed.
PARINGS = {
    "": (False,),
    "easy": (False,),
    "medium": (False, True),
    "hard": (True,),
    "expert": (True,),
}
#: The most puzzles with other clues of the same loop that are rated while clues are removed, and
#: while clues are put back.
RATINGS, RATINGS_BACK = 12, 24


def candidate(
    request: SlitherlinkRequest,
    thinning: Thinning,
    random: Callable[[], float],
    progress: Progress[str],
) -> TriedPuzzle:
    """Return the puzzle left after thinning; an expert is preferably one that deductions solve."""
    all_clues = dict(thinning.clues)
    every = groups = shuffled(request.removable(all_clues), random)
    if request.start and request.like:
        before = request.like.clues
        groups.sort(key=lambda group: group[0] in before)  # clues go first where there were none
    progress(f"{len(all_clues)} clues are left.")
    for at_large in parings(request):
        paring = Paring(request.width, request.height, thinning.clues, at_large)
        needed = paring.needed(groups)
        if needed is not None:
            thinning.clues = _without(thinning, set(groups) - set(needed))
            groups = needed
    if request.is_rated:
        best = _hardened(request, thinning, groups, progress)
    else:
        thinning.remove(groups, progress)
        best = judged(request, thinning.clues, thinning.loop, is_rated=False)
    if (request.clues or request.score) and (best.harder > 0 or best.more < 0):
        gone = [group for group in reversed(every) if group[0] not in best.puzzle.clues]
        best = _filled(request, best, all_clues, gone, progress)
    if best.harder > 0 and request.is_rated and can_be_hardest(request):
        return replace(best, difficulty=HARDEST, harder=0)
    return best


def parings(request: SlitherlinkRequest) -> tuple[bool, ...]:
    """Return which parings lead to the hardest level asked for, or to a rule; see `PARINGS`."""
    if request.difficulty or request.score or request.no_supposing:
        return PARINGS[min((hardest for _, _, hardest in request.levels), key=WORDS.index)]
    return PARINGS[LEVELS[request.needs] if request.needs else ""]


def _hardened(
    request: SlitherlinkRequest,
    thinning: Thinning,
    groups: Sequence[Sequence[Cell]],
    progress: Progress[str],
) -> TriedPuzzle:
    """Remove groups of clues until the puzzle is hard enough and has not too many clues."""

    def found() -> TriedPuzzle:
        tried = judged(request, thinning.clues, thinning.loop)
        progress(f"{tried.words}.")
        return tried

    def misses(tried: TriedPuzzle) -> tuple[int, bool]:
        return abs(tried.harder) + max(tried.more, 0), tried.harder < 0

    best = found()
    ratings = 1
    for group in groups if best.harder <= 0 else ():
        if not misses(best)[0] or ratings == RATINGS:
            break
        before = thinning.clues
        thinning.remove([group])
        if thinning.clues == before:
            continue
        ratings += 1
        tried = found()
        if tried.harder > 0:
            thinning.clues = before
        best = min(tried, best, key=misses)
    return best


def _filled(
    request: SlitherlinkRequest,
    best: TriedPuzzle,
    clues: Mapping[Cell, int],
    gone: Sequence[Sequence[Cell]],
    progress: Progress[str],
) -> TriedPuzzle:
    """Put back clues that are `gone` until the puzzle is not too hard and has enough clues.

    It must not become too easy: then half as many are put back. What is made of another puzzle gets
    few at a time.
    """
    most = request.clues[1] if request.clues else len(clues)
    chunk = ceil(len(gone) / RATINGS_BACK) if request.start else len(gone)
    for _ in range(RATINGS_BACK):
        if best.harder <= 0 <= best.more:
            break
        left = most - len(best.puzzle.clues)
        wanted = left if best.harder > 0 else -best.more
        taken: list[Sequence[Cell]] = []
        number = 0
        for group in gone:
            if len(taken) < chunk and number < wanted and number + len(group) <= left:
                taken.append(group)
                number += len(group)
        if not taken:
            break
        there = {*best.puzzle.clues, *itertools.chain(*taken)}
        filled = {cell: clue for cell, clue in clues.items() if cell in there}
        tried = judged(request, filled, best.loop, is_rated=request.is_rated)
        progress(f"{tried.words}.")
        if min(best.harder, 0) <= tried.harder <= max(best.harder, 0):
            best = tried
        elif len(taken) > 1:
            chunk = len(taken) // 2
            continue
        gone = [group for group in gone if group not in taken]
    return best


def _without(thinning: Thinning, groups: Iterable[Sequence[Cell]]) -> dict[Cell, int]:
    gone = set(itertools.chain(*groups))
    return {cell: clue for cell, clue in thinning.clues.items() if cell not in gone}


def shuffled(groups: Sequence[Sequence[Cell]], random: Callable[[], float]) -> list[Sequence[Cell]]:
    """Return the groups in random order."""
    groups = list(groups)
    for last in range(len(groups) - 1, 0, -1):
        other = int(random() * (last + 1))
        groups[last], groups[other] = groups[other], groups[last]
    return groups


#: Of larger boards not each puzzle on the way that rules solve is told, but so many at most.
MOST_TOLD = 150


def thin(request: SlitherlinkRequest, *, progress: Progress[Made] = unheard) -> Made:
    """Remove given clues one after the other until the puzzle is as requested.

    `progress` gets each puzzle on the way, the one with all clues first; its report is short. Clues
    are removed until no more can be, there are as few as asked for, or it is hard enough.
    """
    size = request.width, request.height
    checked = check(Slitherlink(*size, request.given))
    if checked.status is not CheckStatus.UNIQUE:
        what = "Even all clues of the loop do" if request.loop else "The clues do"
        report = f"{what} not have exactly one solution: there is nothing to thin out."
        return Made(None, None, 1, False, report)
    (loop,) = checked.solutions
    thinning = Thinning(*size, loop, request.first_clues(request.given))
    if not thinning.is_unique():
        report = (
            f"The clues that have no counterpart by the symmetry {request.symmetry} are needed: "
            "draw the loop, which has all clues, then thin."
        )
        return Made(None, None, 1, False, report)
    last = judged(request, thinning.clues, loop, is_rated=False)
    is_hardest = False  # then those with fewer clues are not rated: that takes longest of all

    def tell(clues: Mapping[Cell, int]) -> bool:
        """Tell the puzzle with these clues unless it is too hard; return whether it is not."""
        nonlocal last, is_hardest
        tried = judged(request, clues, loop, is_rated=not is_hardest)
        if tried.harder > 0 and can_be_hardest(request):
            tried, is_hardest = replace(tried, difficulty=HARDEST, harder=0), True
        if tried.harder <= 0:
            last = tried
            progress(Made(tried.puzzle, loop, 1, tried.met, tried.words))
        return tried.harder <= 0

    def descend(groups: Sequence[Sequence[Cell]], least: int) -> None:
        """Remove groups as long as there are so many clues."""
        step = max(1, ceil(len(groups) / MOST_TOLD))
        for at_large in parings(request):
            needed = Paring(*size, thinning.clues, at_large).needed(groups)
            stay = set(groups if needed is None else needed)
            gone = [group for group in groups if group not in stay]
            for first in range(0, len(gone), step):
                left = _without(thinning, gone[first : first + step])
                if len(left) >= least and tell(left):
                    thinning.clues = left
            groups = [group for group in groups if group[0] in thinning.clues]
        for group in groups:
            if request.is_rated and last.harder == 0 and last.more <= 0:
                break
            before = thinning.clues
            if len(before) - len(group) >= least:
                thinning.remove([group])
            if thinning.clues != before and not tell(thinning.clues):
                thinning.clues = before

    all_clues = thinning.clues
    if not tell(all_clues):
        report = "Even with all clues the puzzle is harder than requested."
        return Made(None, None, 1, False, report)
    groups = shuffled(request.removable(all_clues), Random(request.seed).random)
    descend(groups, request.clues[0] if request.clues else 1)
    if request.clues and last.harder < 0:  # it may be hard enough with fewer, and then with more
        descend([group for group in groups if group[0] in thinning.clues], 1)
        gone = [group for group in reversed(groups) if group[0] not in thinning.clues]
        if last.harder == 0:
            tell(_filled(request, last, all_clues, gone, unheard).puzzle.clues)
    return Made(last.puzzle, loop, 1, last.met, last.report(request, "The puzzle"))
