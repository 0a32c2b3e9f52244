"""Making levels with exactly one solution.

A random path cover of the board (see `making.path_cover`) is a solution; the ends of its paths
make a level. If there is another solution, the next cover is drawn. Drawing again is quicker than
repairing, which often only moves the ambiguity; and so a level depends on whether there is another
solution, but not on which one is found. Paths of a cover never touch themselves, and another such
solution is rare. By the game's own rule, which allows touching, every second to tenth level up to
14x14 has one solution only. Nearly all others have a second one that re-routes only two or three
paths (see `find_another`), so that a SAT solver mostly has to prove that there is none.

Within a `VERSION` the same request gives the same level on any machine: limits are counts, not
times, and of Python's `random` only the method with a guaranteed sequence is used. It does not
depend on the SAT solver either where the search for another solution has no limit: up to 14x14
(with bridges, warps or hexagons to 100 cells), and for levels without touching (their limit is far
above what 100x100 takes). For larger levels by the game's rule there is a limit, which each solver
reaches elsewhere. With as many colours as `aim` chooses, up to 20x20, the slowest proof seen took
0.4 of it; with few colours, the level may depend on the solver. Level k of a series, counted from
0, has the seed plus k.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from random import Random

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell
from flowdesk.kinds.answers import Made, Progress, unheard
from flowdesk.kinds.flow.colors import LABELS, new_label
from flowdesk.kinds.flow.deduction.difficulty import WORDS, rate
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.kinds.flow.making.fields import FIELDS
from flowdesk.kinds.flow.making.path_cover import PathCover, ways_over
from flowdesk.kinds.flow.making.possible import colors_text, parts, possible_colors, problem
from flowdesk.kinds.flow.making.request import FlowRequest, fill, filled, like
from flowdesk.kinds.flow.solving.encoding import FlowEncoding, find_another
from flowdesk.kinds.making import Completion, Making
from flowdesk.sat.backend import LimitReached

#: Raise it whenever some request gives another level than before.
VERSION = 2

#: The most covers to try: as many as have this many cells together, within bounds.
CELLS_TRIED = 100_000
FEWEST_ATTEMPTS, MOST_ATTEMPTS = 10, 500
#: Give up after so many covers that were drawn before or have the wrong number or length of paths.
MOST_MISSES = 100
#: Give up after so many undecided covers as have this many cells together.
CELLS_UNDECIDED = 800
#: Up to this number of cells each level is decided by the game's rule, however long that takes: of
#: plain boards, and of those with bridges, warps or hexagons, where more may take minutes.
ALWAYS_DECIDED, ALWAYS_DECIDED_OTHERS = 14 * 14, 10 * 10
#: On larger boards, the limit of propagations in the search for another by the game's rule:
#: 5 seconds. With as many colours as `aim` has, 20x20 takes less than a second, at worst two.
LIMIT = 20_000_000
#: The same for one that does not touch itself, which takes half a minute at 100x100.
NON_TOUCHING_LIMIT = 500_000_000
#: How many colours suit a board, for each cell of the side of a square of its size: in levels
#: made by hand it is 0.7 to 1. Where a difficulty is requested, more of them make it easier.
USUAL_COLORS = (0.75, 1.05)
UNUSUAL_COLORS = (0.6, 1.6)
#: The larger a level, the more colours it takes until it can be proved that it has one solution by
#: the game's rule: so many more for each cell of the side, for each one beyond 15; at most so many.
MORE_COLORS, MOST_MORE = 0.15, 0.75


@dataclass(frozen=True)
class _TriedLevel:
    """A level that was drawn, and how far it is from the request.

    `has_another`: whether there is another solution by the requested rule; None if not known.
    `colors_off` and `difficulty_off` are 0 if they are as requested.
    """

    level: Level
    solution: Solution
    colors_off: int
    has_another: bool | None
    difficulty: str
    difficulty_off: int

    @property
    def distance(self) -> tuple[int, int, int]:
        """Return how far it is from the request: (0, 0, 0) is as requested."""
        return self.colors_off, {False: 0, None: 1, True: 2}[self.has_another], self.difficulty_off


def generate(request: FlowRequest, *, progress: Progress[str] = unheard) -> Made:
    """Make a level; `progress` gets a few words about what is being done.

    Raises FlowDeskError with the reason if the request cannot be met (see `problem`).
    """
    if wrong := problem(request):
        raise FlowDeskError(wrong)
    random = Random(request.seed).random
    free = request.free
    fewest, most = aim(request)
    cells = max(len(free.cells), 1)
    attempts = min(max(CELLS_TRIED // cells, FEWEST_ATTEMPTS), MOST_ATTEMPTS)
    board = len(free.cells) + sum(map(len, request.pinned.values()))
    best: _TriedLevel | None = None
    tried: set[tuple[tuple[Cell, ...], ...]] = set()  # little free space leaves few covers
    misses = undecided = 0
    met = False
    for attempt in range(1, attempts + 1):
        progress(f"Attempt {attempt}: mixing paths.")
        bridged = request.with_bridges(random)
        if bridged is None or ways_over(bridged.free) is None:
            misses += 1
            continue
        cover = PathCover(bridged.free, random)
        colors = fewest + int(random() * (most - fewest + 1))
        settled = cover.settle(colors - len(request.pinned), request.shortest)
        paths = sorted(map(_from_first_end, cover.paths()), key=lambda path: path[0][::-1])
        if settled and tuple(paths) not in tried:
            tried.add(tuple(paths))
            progress(f"Attempt {attempt}: looking for another solution.")
            candidate = _candidate(bridged, paths)
            if best is None or candidate.distance < best.distance:
                best = candidate
            misses += candidate.colors_off > 0
            undecided += board if candidate.has_another is None else 0
        else:
            misses += 1
        met = best is not None and best.distance == (0, 0, 0)
        if met or misses == MOST_MISSES or undecided >= CELLS_UNDECIDED:
            break
    if best is None:
        report = (
            f"In {attempt} attempts no way was found to cover the board with paths of "
            f"{request.shortest} or more cells{' and so many bridges' * bool(request.bridges)}."
        )
        return Made(None, None, attempt, False, report)
    return Made(best.level, best.solution, attempt, met, _report(request, best, attempt))


def aim(request: FlowRequest) -> tuple[int, int]:
    """Return the fewest and the most colours that a level for this request should have."""
    least, greatest = possible_colors(request, parts(request))
    side, pinned = sqrt(len(request.free.cells)), len(request.pinned)
    shares = UNUSUAL_COLORS if request.difficulty else USUAL_COLORS
    more = 0 if request.non_touching else min(max(side - 15, 0) * MORE_COLORS, MOST_MORE)
    suiting = (pinned + int(side * (share + more) + 0.5) for share in shares)
    fewest, most = request.colors or suiting
    return min(max(fewest, least), greatest), min(max(most, least), greatest)


def map_problem(request: FlowRequest) -> str:
    """Return why a level for this request may not fit into a map; empty if it does."""
    if aim(request)[1] <= len(LABELS):
        return ""
    return f"such a level may have more than {len(LABELS)} colours, which a map cannot hold"


def _candidate(request: FlowRequest, new_paths: Iterable[tuple[Cell, ...]]) -> _TriedLevel:
    """Return the level of a cover, whose paths get new colours in their order."""
    paths = dict(request.pinned)
    for path in new_paths:
        paths[new_label(paths)] = path
    level, solution = request.level(paths), Solution(paths)
    assert not mistakes(level, solution), "the cover is not a solution"
    fewest, most = request.colors or (1, len(paths))
    colors_off = max(fewest - len(paths), len(paths) - most, 0)
    has_another = _has_another(level, solution, touching=not request.non_touching)
    difficulty, difficulty_off = "", 0
    if request.difficulty and has_another is False and (rated := rate(level)):
        difficulty = rated.level
        difficulty_off = abs(WORDS.index(difficulty) - WORDS.index(request.difficulty))
    elif request.difficulty:
        difficulty_off = len(WORDS)
    return _TriedLevel(level, solution, colors_off, has_another, difficulty, difficulty_off)


def _from_first_end(path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the path from the one of its ends that comes first in reading order."""
    return path if path[0][::-1] < path[-1][::-1] else path[::-1]


def _has_another(level: Level, solution: Solution, *, touching: bool) -> bool | None:
    """Whether a level has another solution than this one; None if the search is too long."""
    try:
        if touching:
            always = ALWAYS_DECIDED if level.board.is_plain else ALWAYS_DECIDED_OTHERS
            limit = 0 if len(level.cells) <= always else LIMIT
            return find_another(level, solution, limit) is not None
        encoding = FlowEncoding(level, touching=False)
        encoding.exclude(solution)
        return encoding.find(NON_TOUCHING_LIMIT) is not None
    except LimitReached:
        return None


def _report(request: FlowRequest, best: _TriedLevel, attempts: int) -> str:
    """Return a sentence about the level and what of it is not as requested."""
    met = best.distance == (0, 0, 0)
    text = "The level" if met else f"The nearest of {attempts} attempts"
    text += f" has {colors_text(len(best.solution.paths))}"
    if request.colors and best.colors_off:
        fewest, most = request.colors
        text += f" instead of {fewest}" + (f" to {most}" if most > fewest else "")
    text += f" and {_solutions_text(request, best)}"
    if best.difficulty:
        text += f", and is {best.difficulty}"
    if best.difficulty and best.difficulty_off:
        text += f" instead of {request.difficulty}"
    elif best.difficulty_off:
        text += f"; it is not known whether it is {request.difficulty}"
    return text + "."


def _solutions_text(request: FlowRequest, best: _TriedLevel) -> str:
    """Return how many solutions the level has, as far as that is known."""
    if best.has_another is False:
        return "exactly one solution"
    strictly = (
        best.has_another
        if request.non_touching or touches(best.level, best.solution)
        else _has_another(best.level, best.solution, touching=False)
    )
    if strictly is False:
        known = "" if best.has_another else "it is not known whether "
        return f"one non-touching solution, but {known}others touch themselves"
    if strictly or best.has_another:
        return "several solutions"
    return "a solution that is not known to be the only one"


class FlowCompletion(Completion[Level, FlowRequest]):
    """Paths for the cells that the drawn paths leave free."""

    edit = "fill the rest"
    going_on = "Filling"
    done = "filled"
    request = staticmethod(fill)
    completed = staticmethod(filled)


class FlowMaking(Making[Level, FlowRequest]):
    """Random paths that cover the board; their ends are the level."""

    version = VERSION
    fields = FIELDS
    completion = FlowCompletion()
    request = staticmethod(FlowRequest.shaped)
    like = staticmethod(like)
    problem = staticmethod(problem)
    map_problem = staticmethod(map_problem)
    empty = staticmethod(FlowRequest.empty)
    generate = staticmethod(generate)
