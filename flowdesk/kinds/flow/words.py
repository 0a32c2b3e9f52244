"""The words for results on Flow levels, for the window, the command line and surveys."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from flowdesk.core.grid import Cell, line_name, listed
from flowdesk.kinds.answers import (
    CheckResult,
    CheckStatus,
    NonTouching,
    SolveResult,
    SolveStatus,
    Trace,
)
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.drawing import drawn_solution
from flowdesk.kinds.flow.level import Level, Solution, marked_cells, size_text, touches
from flowdesk.kinds.flow.tiles import color_names
from flowdesk.kinds.known import (
    FOUND,
    VERDICTS,
    Known,
    Mood,
    Names,
    Note,
    Verdict,
    Words,
    completed,
    incomplete,
    next_hint,
    no_hint,
)

#: The most paths that are named in a sentence.
MOST_NAMED = 5

_NO_WAY = "There is no way to connect every pair and cover every cell."
_SIGN = "touching"
_ALLOWED = "The game allows that; most designers avoid it."

#: Verdicts by the number of solutions, and of those in which no path touches itself; None is any
#: number. `completed` fills in ``{several}`` and ``{there_are}``.
_VERDICTS = {
    (CheckStatus.UNSOLVABLE, None): replace(VERDICTS[CheckStatus.UNSOLVABLE], meaning=_NO_WAY),
    (CheckStatus.UNIQUE, NonTouching.NONE): Verdict(
        "exactly one solution, touching itself",
        f"There is exactly one solution, and in it a path touches itself. {_ALLOWED}",
        Mood.GOOD,
        "exactly one solution, which touches itself",
        sign=_SIGN,
    ),
    (CheckStatus.UNIQUE, None): replace(
        VERDICTS[CheckStatus.UNIQUE],
        meaning="There is exactly one way to connect every pair and cover every cell.",
    ),
    (CheckStatus.MULTIPLE, NonTouching.ONE): Verdict(
        "one non-touching solution, others touch",
        "{there_are}, but in only one of them no path touches itself. Most designers count "
        "only that one; the game accepts all of them.",
        Mood.DOUBTFUL,
        "several solutions, exactly one of them non-touching",
        sign=_SIGN,
    ),
    (CheckStatus.MULTIPLE, NonTouching.NONE): Verdict(
        "{several}",
        "{there_are}, and in all of them a path touches itself.",
        Mood.DOUBTFUL,
        "several solutions, all of which touch themselves",
    ),
    (CheckStatus.MULTIPLE, None): VERDICTS[CheckStatus.MULTIPLE],
    (CheckStatus.UNKNOWN, NonTouching.ONE): Verdict(
        "one non-touching, others unknown",
        "There is exactly one solution in which no path touches itself. Whether there are "
        "others, which touch themselves, is not known",
        Mood.NEUTRAL,
        "exactly one non-touching solution; whether others touch themselves is unknown",
    ),
    (CheckStatus.UNKNOWN, NonTouching.NONE): Verdict(
        "unknown",
        "Every solution, if there is one, touches itself",
        Mood.NEUTRAL,
        "no non-touching solution; whether one touches itself is unknown",
    ),
    (CheckStatus.UNKNOWN, None): VERDICTS[CheckStatus.UNKNOWN],
}

#: Verdicts on a level that forbids touching.
_STRICT_VERDICTS = {
    CheckStatus.UNSOLVABLE: Verdict(
        "no solution",
        f"{_NO_WAY} Paths that touch themselves do not count: this level forbids them.",
        Mood.BAD,
        "no non-touching solution",
    ),
    CheckStatus.UNIQUE: Verdict(
        "exactly one solution",
        "There is exactly one solution in which no path touches itself.",
        Mood.GOOD,
        "exactly one non-touching solution",
    ),
    CheckStatus.MULTIPLE: Verdict(
        "{several}", "{there_are}.", Mood.DOUBTFUL, "several non-touching solutions"
    ),
}

#: Verdicts on the search for one solution.
_FOUND = {
    **FOUND,
    SolveStatus.SOLVED: replace(
        FOUND[SolveStatus.SOLVED],
        meaning="A solution was found in which no path touches itself.",
    ),
    SolveStatus.UNSOLVABLE: _VERDICTS[CheckStatus.UNSOLVABLE, None],
}
_TOUCHING = Verdict(
    "solved, touching itself",
    f"In every solution a path touches itself. {_ALLOWED}",
    Mood.NEUTRAL,
    "solved, touching itself",
    sign=_SIGN,
)
_THIS_ONE_TOUCHES = replace(
    _TOUCHING,
    meaning="In the solution that was found a path touches itself. There may be others in which "
    "none does.",
)


def hint_text(known: Known, before: Trace, now: Trace) -> str:
    """Return the sentences to show with the steps `now`; `before` are those shown until then."""
    alone = "the only one in which no path touches itself" if now.strictly else "the only one"
    is_new = now.leads_on(before)
    found = next_hint(known, now, alone=alone) if is_new else no_hint(known, now)
    if before.strictly and now.touching and known.status != CheckStatus.UNSOLVABLE:
        return f"In every solution a path touches itself: hints no longer assume otherwise. {found}"
    return found


def _drawing(known: Known) -> Verdict:
    """Return the verdict on a level that is not complete: what is missing."""
    missing = [finding for finding in known.findings if finding.rule == "endpoint-count"]
    if not missing:
        text = "drawing: no endpoints yet"
    elif len(missing) > 1:
        text = f"drawing: {len(missing)} colours unfinished"
    else:
        cells = missing[0].cells
        name = color_name(known.level, known.level.endpoints[cells[0]])
        one, more = f"only one {name}", f"{name} has {len(cells)} endpoints"
        text = f"drawing: {one if len(cells) == 1 else more}"
    return incomplete(known, text)


def _unfinished(found: Verdict, free: int) -> Verdict:
    """Return the verdict on drawn paths that leave cells free: more of them may have a solution."""
    cells = "1 cell" if free == 1 else f"{free} cells"
    meaning = (
        f"Your paths leave {cells} free: draw more of them, or let the rest be filled. "
        "The endpoints alone have no solution yet."
    )
    text = f"drawing: {cells} free"
    return replace(found, text=text, meaning=meaning, mood=Mood.NEUTRAL, is_all=True)


def _free_cells(level: Level) -> int:
    """Return how many cells the drawn paths leave free, if every colour has one; else 0."""
    if not level.drawn or level.drawn.keys() != level.pairs.keys():
        return 0
    return level.to_cover - sum(map(len, level.drawn.values()))


def _idle_warps(level: Level) -> list[Note]:
    found = []
    for side, first, last in level.shape.warps(level.width, level.height):
        line = line_name(first, side)
        if first == last:
            found.append(Note(f"The warp of {line} leads back to the same cell.", (first,)))
        elif holes := level.holes.intersection((first, last)):
            text = f"The warp of {line} leads nowhere: there is a hole at its end."
            found.append(Note(text, tuple(sorted(holes))))
    return found


class FlowWords(Words[Level, Solution]):
    """What is said of levels of Flow."""

    introduction = (
        "Draw puzzles like Flow Free, solve them, and watch the paths run in.\n\n"
        "A path joins the two endpoints of each colour. The paths cover every cell, and never "
        "cross."
    )
    names = Names(
        text="map",
        items="colours",
        labels="Labels on endpoints",
        complete="Fill the rest with paths",
    )
    counted = "colours"
    complete_when = "every colour has its two endpoints"
    size_text = staticmethod(size_text)
    color_names = staticmethod(color_names)
    marked = staticmethod(marked_cells)

    def verdict(self, known: Known) -> Verdict:
        status, level = known.status, known.level
        if status is CheckStatus.INVALID:
            return _drawing(known)
        found = _VERDICTS.get((status, known.non_touching)) or _VERDICTS[status, None]
        if not level.touching:
            found = _STRICT_VERDICTS.get(status, found)
        if status is CheckStatus.UNSOLVABLE and known.findings:
            found = replace(found, line="no solution")
        if status is CheckStatus.UNSOLVABLE and (free := _free_cells(level)):
            return _unfinished(found, free)
        is_one = known.non_touching is NonTouching.ONE
        searching = "one non-touching, still looking" if is_one else "still looking"
        return completed(known, found, searching)

    def found_verdict(self, level: Level, result: SolveResult) -> Verdict:
        """Return the verdict on a search; an engine stops at whichever solution comes first."""
        if result.touching:
            return _THIS_ONE_TOUCHES if result.effort else _TOUCHING
        found = _FOUND[result.status]
        if result.status is SolveStatus.UNSOLVABLE and not (level.touching or result.findings):
            return replace(found, line="no non-touching solution")
        return replace(found, line=found.text) if result.note else found

    def result_text(self, level: Level, result: SolveResult) -> tuple[str, Collection[Cell]]:
        if result.solution and result.touching:
            which = "this solution" if result.effort else "every solution"
            text = f"Solved, but in {which} a path touches itself."
            return text, [cell for edge in touches(level, result.solution) for cell in edge]
        if result.solution:
            paths = "1 path covers" if len(level.pairs) == 1 else f"{len(level.pairs)} paths cover"
            return f"Solved: {paths} all {len(level.cells)} cells.", ()
        if result.findings or result.note:
            return super().result_text(level, result)
        if not level.touching:
            return "No solution without touching, which this level forbids.", ()
        return "No solution: no set of paths covers every cell.", ()

    def remarks(self, known: Known) -> list[Note]:
        """Return notes on warps, and on whether the drawn paths are the solution."""
        level: Level = known.level
        own, idle = drawn_solution(level), _idle_warps(level)
        return idle if own is None else [*idle, *self._on_own(known, own)]

    def _on_own(self, known: Known, own: Solution) -> list[Note]:
        level: Level = known.level
        touching = touches(level, own)
        cells = tuple({cell for edge in touching for cell in edge})
        if touching and not level.touching:
            return [Note("Your paths touch themselves, which this level forbids.", cells)]
        if known.status is CheckStatus.UNIQUE:
            return [Note("Your paths are the solution: there is no other.")]
        if known.is_unique and touching:
            text = "Your paths touch themselves; the one solution without touching is another."
            return [Note(text, cells)]
        if known.is_unique:
            return [Note("Your paths are the only solution in which no path touches itself.")]
        if known.status is CheckStatus.MULTIPLE:
            return [Note("Your paths are a solution, but not the only one.")]
        return [Note("Your paths are a solution.")]

    def example(self, known: Known) -> tuple[Solution | None, tuple[Cell, ...]]:
        is_one = (known.status, known.non_touching) == (CheckStatus.UNIQUE, NonTouching.NONE)
        if not (is_one and known.check and known.check.solutions):
            return None, ()
        solution = known.check.solutions[0]
        return solution, tuple({cell for edge in touches(known.level, solution) for cell in edge})

    def differing(self, level: Level, found: CheckResult) -> str:
        """Return which paths can go otherwise."""
        one, other = (solution.paths for solution in found.solutions)
        names = [color_name(level, label) for label in one if one[label] != other[label]]
        if len(names) > MOST_NAMED:
            names[MOST_NAMED - 1 :] = [f"{len(names) - MOST_NAMED + 1} others"]
        paths = "path" if len(names) == 1 else "paths"
        return f"The {paths} of {listed(names)} can go otherwise"

    def solution_name(self, level: Level) -> str:
        return "solution" if level.touching else "non-touching solution"

    def letters(self, level: Level, solution: Solution) -> list[str]:
        """Return each cell as the label of its path, holes as ``#``."""
        label_of = solution.label_of
        longest = max(map(len, solution.paths))
        gap = " " if longest > 1 else ""
        return [
            gap.join(label_of.get(cell, "#").ljust(longest) for cell in row).rstrip()
            for row in level.board.rows
        ]
