"""Making levels with exactly one solution.

A random path cover of the board (see `making.ground`) is a solution; the ends of its paths
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
reaches elsewhere: there a level may depend on the solver, most with few colours. Of the fifteen
15x15 that are shipped two do. Level k of a series, counted from 0, has the seed plus k.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.text import counted
from flowdesk.kinds.answers import Made, Progress, unheard
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.level import Level, Solution, touches
from flowdesk.kinds.flow.making import judging
from flowdesk.kinds.flow.making.ground import Ground, Nodes
from flowdesk.kinds.flow.making.possible import (
    FIELDS,
    colors_text,
    doubt,
    parts,
    possible_colors,
    problem,
)
from flowdesk.kinds.flow.making.request import FlowRequest, fill, filled, like, steered
from flowdesk.kinds.flow.making.shapes import changed_board, with_bridges
from flowdesk.kinds.making import Completion, Making, range_typed

#: Raise it whenever some request gives another level than before.
VERSION = 3

#: The most covers to try: as many as have this many cells together, within bounds.
CELLS_TRIED = 100_000
FEWEST_ATTEMPTS, MOST_ATTEMPTS = 10, 500
#: So many times as many if most are seen to be wrong before any search.
QUICK = 4
#: Give up after so many covers that were drawn before or have the wrong number or length of paths.
MOST_MISSES = 100
#: Give up after so many undecided covers as have this many cells together.
CELLS_UNDECIDED = 800
#: How many colours suit a board, for each cell of the side of a square of its size: in levels
#: made by hand it is 0.7 to 1. Where a difficulty is requested, more of them make it easier.
USUAL_COLORS = (0.75, 1.05)
UNUSUAL_COLORS = (0.6, 1.6)
#: After so many changes in vain of the paths of a level the next one is drawn.
PATIENCE = 40
#: The same where a solution is given, so that few of its paths change; after so many times that it
#: was changed, it may be changed by one move more.
PATIENCE_WITH_START, STARTS = 10, 2
#: How many of the changes are walls or holes, where those may be added, and where they have to be.
MAY_BUILD, HAS_TO_BUILD = 0.25, 0.8
#: The larger a level, the more colours it takes until it can be proved that it has one solution by
#: the game's rule: so many more for each cell of the side, for each one beyond 15; at most so many.
MORE_COLORS, MOST_MORE = 0.15, 0.75


class _Cover(NamedTuple):
    """Paths that were drawn, for which request (its bridges are built) and on what ground."""

    request: FlowRequest
    ground: Ground
    paths: list[Nodes]

    @property
    def cells(self) -> list[tuple[Cell, ...]] | None:
        """The paths on the whole board; None if they touch themselves there."""
        nodes = self.request.free.nodes
        whole = [tuple(nodes[node] for node in path) for path in self.ground.unfolded(self.paths)]
        named = Solution({str(number): path for number, path in enumerate(whole)})
        is_folded = bool(self.ground.images)
        return None if is_folded and touches(self.request.empty(), named) else whole


class _LevelSearch:
    """The search for the level of one request, and the best one so far."""

    def __init__(self, request: FlowRequest, progress: Progress[str]) -> None:
        self.attempt = 0
        self.best: judging.Tried | None = None
        self._request, self._progress = request, progress
        self._random = Random(request.seed).random
        self._fewest, self._most = aim(request)
        # Little space leaves few covers.
        self._tried: set[tuple[frozenset[tuple[Cell, ...]], frozenset[Edge]]] = set()
        paths = request.start.paths.values() if request.start else ()
        self._start = [path for path in paths if set(path).issubset(request.free.cells)]
        self._misses = self._undecided = 0
        self._farthest = 1.0
        cells = max(len(request.free.cells), 1)
        most = min(max(CELLS_TRIED // cells, FEWEST_ATTEMPTS), MOST_ATTEMPTS)
        self._attempts = most * (QUICK if request.apart else 1)

    def run(self) -> None:
        """Search until a level is as requested, or that seems to be impossible."""
        start = self._started()
        while not self._is_over:
            if start:
                self._climb(*start)
                self._farthest += 1 / STARTS
                continue
            drawn = self._begun()
            current = drawn and self._judged(drawn)
            if drawn and current:
                self._climb(drawn, current)
            else:
                self._misses += 1

    def _started(self) -> tuple[_Cover, judging.Tried] | None:
        """Return the solution to begin with; None if there is none, or none of this symmetry."""
        is_whole = sum(map(len, self._start)) == len(self._request.free.nodes)
        drawn = self._drawn(self._request, self._start) if self._start and is_whole else None
        tried = drawn and self._judged(drawn)
        return (drawn, tried) if drawn and tried else None

    def _drawn(self, request: FlowRequest, cells: Sequence[tuple[Cell, ...]]) -> _Cover | None:
        """Return paths over the whole board of a request; None if they lack its symmetry."""
        ground = request.ground(self._random, cells)
        paths = ground and ground.folded([tuple(request.free.walk(path)) for path in cells])
        return _Cover(request, ground, paths) if ground and paths else None

    @property
    def _is_over(self) -> bool:
        met = self.best is not None and not any(self.best.off)
        in_vain = self._misses >= MOST_MISSES or self._undecided >= CELLS_UNDECIDED
        return met or in_vain or self.attempt >= self._attempts

    def _climb(self, drawn: _Cover, current: judging.Tried) -> None:
        """Change the paths again and again, as long as that brings the level nearer."""
        in_vain = moves = 0
        patience, most = PATIENCE, float(MOST_ATTEMPTS)
        if self._request.start:
            patience, most = PATIENCE_WITH_START, self._farthest
        while in_vain < patience and moves < most and self._is_climbed(current):
            if self._is_over:
                return
            self.attempt += 1
            in_vain += 1
            self._progress(f"Attempt {self.attempt}: changing paths.")
            moved = self._moved(drawn)
            found = moved and self._judged(moved, current.off)
            if moved and found and found.off <= current.off:
                is_built = moved.request is not drawn.request
                if is_built and found.off == current.off:
                    continue  # it does not help
                in_vain *= found.off == current.off
                moves += not is_built
                drawn, current = moved, found

    def _is_climbed(self, current: judging.Tried) -> bool:
        """Whether it is better to change a level than to draw the next one."""
        request = self._request
        is_bound = request.symmetry or request.apart or request.kept.pieces or request.builds
        is_unique = not any(current.off._replace(deductions=0, tenths=0))
        return bool(is_bound or request.start) or (is_unique and any(current.off))

    def _begun(self) -> _Cover | None:
        """Return paths to begin with; None if that did not succeed."""
        self.attempt += 1
        self._progress(f"Attempt {self.attempt}: mixing paths.")
        request = with_bridges(self._request, self._random)
        ground = request and request.ground(self._random, self._start)
        if not request or not ground:
            return None
        colors = self._fewest + int(self._random() * (self._most - self._fewest + 1))
        count = ground.count(colors - len(request.kept.pinned))
        paths = ground.covered(count, request.shortest, self._random)
        return None if paths is None else _Cover(request, ground, paths)

    def _moved(self, drawn: _Cover) -> _Cover | None:
        """Return the paths with two or three that lie together covered anew, or another board."""
        random, (request, ground, paths) = self._random, drawn
        if not paths:
            return None
        has_to_build = request.more_walls[0] + request.more_holes[0] > 0
        if request.builds and random() < (HAS_TO_BUILD if has_to_build else MAY_BUILD):
            built = changed_board(request, drawn.cells or (), random)
            return built and self._drawn(*built)
        first = paths[int(random() * len(paths))]
        others = ground.beside(first, paths)
        chosen = [first]
        for _ in range(1 + int(random() * 2)):
            if others:
                chosen.append(others.pop(int(random() * len(others))))
        count = max(len(chosen) + int(random() * 3) - 1, 1)
        new = ground.within(chosen).covered(count, request.shortest, random)
        if new is None:
            return None
        return _Cover(request, ground, [path for path in paths if path not in chosen] + new)

    def _judged(self, drawn: _Cover, at_most: judging.Off | None = None) -> judging.Tried | None:
        """Return the level of these paths; None if it was tried, cannot be, or is further off."""
        cells = drawn.cells
        paths = None if cells is None else judging.labelled(drawn.request, cells)
        key = frozenset(map(judging.from_first_end, cells or ())), drawn.request.walls
        if paths is None or key in self._tried:
            return None
        self._tried.add(key)
        self._progress(f"Attempt {self.attempt}: looking for another solution.")
        tried = judging.judged(drawn.request, paths, at_most)
        if tried is None:
            return None
        start, walls = self._request.start, self._request.walls
        is_new = not start or tried.solution.edges != start.edges or tried.level.walls != walls
        if is_new and (self.best is None or tried.off < self.best.off):
            self.best = tried
        off = tried.off
        self._misses += off.colors > 0
        is_undecided = tried.has_another is None and not (off.colors or off.touching or off.beside)
        self._undecided += len(tried.level.cells) if is_undecided else 0
        return tried


def generate(request: FlowRequest, *, progress: Progress[str] = unheard) -> Made:
    """Make a level; FlowDeskError with the reason if the request cannot be met (see `problem`)."""
    if wrong := problem(request):
        raise FlowDeskError(wrong)
    search = _LevelSearch(request.with_images(), progress)
    search.run()
    best = search.best
    if best is None:
        report = (
            f"In {search.attempt} attempts no way was found to cover the board with paths of "
            f"{request.shortest} or more cells{' and so many bridges' * bool(request.bridges)}."
        )
        return Made(None, None, search.attempt, False, report)
    stays = _stays(request.start, best.solution) if request.start else ""
    report = "; ".join(filter(None, [_report(request, best, search.attempt), stays]))
    met = not any(best.off)
    return Made(best.level, best.solution, search.attempt, met, f"{report}.", stays, best.off)


def aim(request: FlowRequest) -> tuple[int, int]:
    """Return the fewest and the most colours that a level for this request should have."""
    least, greatest = possible_colors(request, parts(request))
    side, pinned = sqrt(len(request.free.cells)), len(request.kept.pinned)
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


def _report(request: FlowRequest, best: judging.Tried, attempts: int) -> str:
    """Return what there is to say of the level and of what is not as requested."""
    off = best.off
    text = f"The nearest of {attempts} attempts" if any(best.off) else "The level"
    text += f" has {colors_text(len(best.solution.paths))}"
    if request.colors and off.colors:
        text += f" instead of {' to '.join(map(str, dict.fromkeys(request.colors)))}"
    text += "".join(_more_texts(request, best.level))
    text += f" and {_solutions_text(request, best)}"
    if best.difficulty:
        score = f" ({best.difficulty.score})" if request.score else ""
        asked = " ".join(filter(None, [request.difficulty, range_typed(request.score)]))
        instead = f" instead of {asked}" * bool(off.tenths)
        text += f", and is {best.difficulty.level}{score}{instead}"
    elif request.is_rated:
        text += "; it is not known how hard it is"
    text += f"; {counted(off.touching, 'path')} touch themselves" * bool(off.touching)
    text += f"; {counted(off.beside // 2, 'pair')} of endpoints lie side by side" * bool(off.beside)
    if best.difficulty and off.deductions:
        text += f"; it does not need {request.needs!r}" * bool(request.needs)
        text += "; it needs suppositions" * request.no_supposing
    return text


def _more_texts(request: FlowRequest, level: Level) -> Iterator[str]:
    """Yield how many walls and holes more there are, and how many were asked for if not so many."""
    number = len(level.walls) - len(request.walls), len(level.holes) - len(request.holes)
    asked = request.more_walls, request.more_holes
    for name, more, (least, most) in zip(("wall", "hole"), number, asked, strict=True):
        if more or least:
            instead = f" instead of {range_typed((least, most))}" if more < least else ""
            yield f", {counted(more, name)} more{instead}"


def _stays(start: Solution, solution: Solution) -> str:
    before, now = (
        set(map(judging.from_first_end, each.paths.values())) for each in (start, solution)
    )
    return f"{len(now & before)} of {counted(len(before), 'path')} stay"


def _solutions_text(request: FlowRequest, best: judging.Tried) -> str:
    """Return how many solutions the level has, as far as that is known."""
    if best.has_another is False:
        return "exactly one solution"
    strictly = (
        best.has_another
        if request.non_touching or touches(best.level, best.solution)
        else judging.has_another_solution(best.level, best.solution, touching=False)
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
    keeps = ("endpoints", "paths", "shape")
    like = staticmethod(like)
    steered = staticmethod(steered)
    problem = staticmethod(problem)
    doubt = staticmethod(doubt)
    map_problem = staticmethod(map_problem)
    empty = staticmethod(FlowRequest.empty)
    has_shape_of = staticmethod(FlowRequest.has_shape_of)
    generate = staticmethod(generate)
