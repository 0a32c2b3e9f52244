"""Remove clues of a loop until a puzzle is as requested.

Clues are removed in a random order: first those without which rules without suppositions still
solve the puzzle, which is quick, then as many as possible while the loop stays the only solution
(`Paring` and `Thinning`). If anything is asked of the difficulty, only as many follow the paring as
make the puzzle hard enough: each takes a supposition. If it is too hard then, or has too few clues,
some are put back.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil
from random import Random

from flowdesk.core.grid import Cell
from flowdesk.kinds.answers import CheckStatus, Made, Progress, unheard
from flowdesk.kinds.slitherlink.deduction.difficulty import HARDEST, LEVELS, WORDS
from flowdesk.kinds.slitherlink.making.aim import TriedPuzzle, can_be_hardest, judged
from flowdesk.kinds.slitherlink.making.request import SlitherlinkRequest
from flowdesk.kinds.slitherlink.making.thinning import Paring, Thinning
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import check

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
    """Return the puzzle that is left after thinning, as requested if possible.

    An expert is preferably one that deductions solve.
    """
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
    """Return the clues that are left without these groups."""
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
        return Made(
            None, None, 1, False, "Even with all clues the puzzle is harder than requested."
        )
    groups = shuffled(request.removable(all_clues), Random(request.seed).random)
    descend(groups, request.clues[0] if request.clues else 1)
    if request.clues and last.harder < 0:  # it may be hard enough with fewer, and then with more
        descend([group for group in groups if group[0] in thinning.clues], 1)
        gone = [group for group in reversed(groups) if group[0] not in thinning.clues]
        if last.harder == 0:
            tell(_filled(request, last, all_clues, gone, unheard).puzzle.clues)
    return Made(last.puzzle, loop, 1, last.met, last.report(request, "The puzzle"))
