"""Making puzzles with exactly one solution.

A random loop (see `random_loop`) and all its clues make a puzzle, of which clues are removed until
it is as requested (see `descent`). If it does not become that, another loop is drawn. A puzzle like
another one is made of its loop, if that is known, and loops fit to what stays (see `Fitting`).

Within a `VERSION` the same request gives the same puzzle on any machine: limits are counts, not
times, of Python's `random` only the method with a guaranteed sequence is used, and which clues are
left does not depend on the solutions that a solver finds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Any

from flowdesk.core.board import board_of
from flowdesk.core.finding import Finding, FlowDeskError, Severity
from flowdesk.core.grid import Cell, Edge, by_row, cell_name, distance, edge_between
from flowdesk.core.text import counted
from flowdesk.kinds.answers import Made, Progress, unheard
from flowdesk.kinds.locks import cells_of_locks
from flowdesk.kinds.making import Making, SteppedCompletion
from flowdesk.kinds.slitherlink.making.descent import TriedPuzzle, candidate, thin
from flowdesk.kinds.slitherlink.making.request import (
    FIELDS,
    SlitherlinkRequest,
    like,
    problem,
    steered,
)
from flowdesk.kinds.slitherlink.making.thinning import Thinning
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, clues_of
from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkEncoding
from flowdesk.sat.backend import LimitReached
from flowdesk.sat.cnf import Clause

#: A loop that fits to what stays of a puzzle: propagations of one round, and rounds.
FITTING_PROPAGATIONS = 10_000_000
FITTING_ROUNDS = 1000


class Fitting:
    """Finds loops that have the clues and edges which a request keeps.

    A loop changes near the places where it breaks them. More and more cells round these may change
    sides, until SAT finds a loop. Then each of them, the farthest first, is as it was, if there is
    such a loop. So which loop is found depends on the order of the cells alone, and not on the
    models of a solver.
    """

    def __init__(self, request: SlitherlinkRequest) -> None:
        self._request = request

    @property
    def cells(self) -> Sequence[Cell]:
        return self._encoding.cells

    def fitted(self, loop: Loop) -> Loop | None:
        """Return the nearest loop that breaks nothing of what stays, if any; or LimitReached."""
        broken = by_row(set(self._broken(loop)))
        return self._nearest(loop, broken, ()) if broken else loop

    def flipped(self, loop: Loop, cell: Cell) -> Loop:
        """Return a fitting loop with a cell on the other side, and few others; or the loop itself.

        Raises LimitReached.
        """
        return self._nearest(loop, (cell,), (cell,)) or loop

    @cached_property
    def _encoding(self) -> SlitherlinkEncoding:
        request = self._request
        puzzle = Slitherlink(request.width, request.height, request.kept)
        encoding = SlitherlinkEncoding(puzzle, single=True)
        for edge, is_on in sorted(request.edges.items()):
            encoding.cnf.add("kept edge", self._kept(edge, is_on, encoding.variable))
        return encoding

    @staticmethod
    def _kept(edge: Edge, is_on: bool, variable: Mapping[Cell, int]) -> list[Clause]:
        """State that the cells of an edge are on different sides of the loop, or on the same."""
        here, *beside = (variable[cell] for cell in edge if cell in variable)
        if not beside:
            return [[here if is_on else -here]]
        there = beside[0] if is_on else -beside[0]
        return [[here, there], [-here, -there]]

    def _broken(self, loop: Loop) -> Iterator[Cell]:
        """Yield the cells where a loop has another clue or another edge than stays."""
        for cell, clue in self._request.kept.items():
            if loop.numbers[cell] != clue:
                yield cell
        for edge, is_on in self._request.edges.items():
            if (edge in loop.edges) != is_on:
                yield from filter(self._encoding.variable.__contains__, edge)

    def _nearest(
        self, loop: Loop, places: Collection[Cell], flips: Collection[Cell]
    ) -> Loop | None:
        """Return a fitting loop that differs near some places, and in the cells that it flips."""
        cells = self._encoding.cells
        away = {cell: min(distance(cell, place) for place in places) for cell in cells}
        order = sorted(cells, key=lambda cell: (cell not in flips, -away[cell]))
        wanted = loop.inside ^ set(flips)
        literals = [self._encoding.literal(cell, cell in wanted) for cell in order]
        fixed, free = len(cells), 1
        while (found := self._found(literals[:fixed])) is None:
            if fixed == len(flips):
                return None
            fixed, free = max(fixed - free, len(flips)), 2 * free
        inside = found.inside
        for number in range(fixed, len(cells)):
            cell = order[number]
            if (cell in inside) == (cell in wanted):
                continue
            if nearer := self._found(literals[: number + 1]):
                found, inside = nearer, nearer.inside
            else:
                literals[number] *= -1
        return found

    def _found(self, literals: Sequence[int]) -> Loop | None:
        supposed = [[literal] for literal in literals]
        return self._encoding.find(FITTING_PROPAGATIONS, FITTING_ROUNDS, supposed=supposed)


#: Flips tried per cell of the board.
FLIPS_A_CELL = 40
#: The share of flips that make the loop shorter which are taken: less of them leave no zeros.
SHORTER = 0.3


def random_loop(width: int, height: int, random: Callable[[], float]) -> Loop:
    """Return a random loop; `random` gives numbers from 0 to below 1.

    It grows from a single cell by flipping cells in and out. A cell may change sides where the
    cells inside and outside both stay connected and no two of them touch only at a corner: where
    the eight cells round it are one run inside and one outside, and both runs have a side of the
    cell ("simple points"). Flips that make the loop shorter are taken seldom, so that it winds
    through the whole board: a Metropolis walk whose energy is the loop's length.
    """
    padded = board_of(width, height).padded
    board, around, cells = padded.inner, padded.around, padded.cells
    inside = bytearray(len(cells))
    inside[board[int(random() * len(board))]] = 1
    for _ in range(FLIPS_A_CELL * len(board)):
        choice = random() * len(board)
        place = board[int(choice)]
        here = inside[place]
        a, b, c, d, e, f, g, h = (inside[place + step] for step in around)
        # The sides are a, c, e and g; the others are corners.
        same = (a == here) + (c == here) + (e == here) + (g == here)
        if not 0 < same < 4:
            continue
        changes = (a != b) + (b != c) + (c != d) + (d != e) + (e != f) + (f != g) + (g != h)
        if changes + (h != a) > 2:
            continue
        if same == 1 and choice - int(choice) >= SHORTER:
            continue
        inside[place] = not here
    return Loop(
        frozenset(
            edge_between(cells[place], cells[place + step])
            for place in board
            if inside[place]
            for step in padded.sides
            if not inside[place + step]
        )
    )


#: Raise it whenever some request gives another puzzle than before.
VERSION = 2

#: The most loops to try: as many as have this many cells together, within bounds.
CELLS_TRIED = 2000
FEWEST_ATTEMPTS, MOST_ATTEMPTS = 3, 100
#: After so many attempts, a loop that one begins with is changed once more.
ATTEMPTS_A_CHANGE = 3


def generate(request: SlitherlinkRequest, *, progress: Progress[str] = unheard) -> Made:
    """Make a puzzle; FlowDeskError with the reason if the request cannot be met (see `problem`)."""
    if wrong := problem(request):
        raise FlowDeskError(wrong)
    if request.given:
        return thin(request, progress=lambda made: progress(f"{made.report}."))
    random = Random(request.seed).random
    size = request.width, request.height
    attempts = min(max(CELLS_TRIED // (size[0] * size[1]), FEWEST_ATTEMPTS), MOST_ATTEMPTS)
    fitting = Fitting(request)
    best: TriedPuzzle | None = None
    failure = "no loop was found that its clues tell from all others"
    for attempt in range(1, attempts + 1):
        try:
            loop = fitting.fitted(request.start or random_loop(*size, random))
            if loop is None:
                report = "No loop has the clues and the edges that are to stay: unlock some."
                return Made(None, None, attempt, False, report)
            if request.start:
                loop = _changed(request, fitting, loop, attempt, random)
        except LimitReached:
            continue
        thinning = Thinning(*size, loop, request.first_clues(clues_of(loop, *size)))
        if not thinning.is_unique():
            continue
        tried = candidate(request, thinning, random, progress)
        if request.start and request.like and request.like.clues == tried.puzzle.clues:
            failure = "only the puzzle itself was found"
            continue
        if best is None or tried.distance < best.distance:
            best = tried
        if best.met:
            break
    if best is None:
        return Made(None, None, attempts, False, f"In {attempts} attempts {failure}.")
    what = "The puzzle" if best.met else f"The nearest of {attempt} attempts"
    report, stays = best.report(request, what), ""
    if request.start:
        before = request.start.edges
        stays = f"{len(before & best.loop.edges)} of {counted(len(before), 'edge')} stay"
        report = f"{report[:-1]}; {stays}."
    puzzle, off = request.puzzle(best.puzzle.clues), best.distance
    return Made(puzzle, best.loop, attempt, best.met, report, stays, off)


def _changed(
    request: SlitherlinkRequest,
    fitting: Fitting,
    loop: Loop,
    attempt: int,
    random: Callable[[], float],
) -> Loop:
    """Return the loop after a few changes, the more the later the attempt.

    If something is asked of its clues, the loop itself may do.
    """
    is_aimed = request.is_rated or request.clues
    for _ in range(attempt // ATTEMPTS_A_CHANGE + (not is_aimed)):
        beside = {cell for edge in loop.edges for cell in edge}
        cells = by_row(beside.difference(request.locked).intersection(fitting.cells))
        if cells:
            loop = fitting.flipped(loop, cells[int(random() * len(cells))])
    return loop


class SlitherlinkCompletion(SteppedCompletion[Slitherlink, SlitherlinkRequest]):
    """Fewer clues with the same solution."""

    edit = "thin out"
    going_on = "Thinning out"
    done = "thinned out"
    fields = FIELDS
    steps = staticmethod(thin)

    def request(self, puzzle: Slitherlink, seed: int) -> SlitherlinkRequest | Finding:
        """Return a request for fewer clues: those of the drawn loop, or else those of the puzzle.

        A finding if there is neither; edges that are drawn must be one loop. Locked clues stay, and
        locked cells without one get none.
        """
        size, given, loop = (puzzle.width, puzzle.height), puzzle.clues, None
        locked = cells_of_locks(puzzle.locked)
        if puzzle.drawn:
            loop = Loop(puzzle.drawn)
            if not loop.is_closed:
                wrong = "The drawn edges are not one closed loop"
                message = f"{wrong}: close it or erase it, then thin."
                return Finding("no-loop", message, (), Severity.INVALID)
            given = {
                cell: clue
                for cell, clue in clues_of(loop, *size).items()
                if cell in puzzle.clues or cell not in locked
            }
            clues = puzzle.clues
            broken = [at for at in by_row(locked & given.keys()) if given[at] != clues[at]]
            if broken:
                message = (
                    f"The clue in {cell_name(broken[0])} is locked, and the drawn loop has another "
                    "number of edges there: unlock it or change the loop, then thin."
                )
                return Finding("locked", message, tuple(broken), Severity.INVALID)
        elif not puzzle.clues:
            message = "There is nothing to thin out: draw a loop, or place clues."
            return Finding("no-clues", message, (), Severity.INVALID)
        return SlitherlinkRequest(*size, seed, given=given, loop=loop, locked=locked)

    def completed(self, puzzle: Slitherlink, made: Made) -> Slitherlink:
        return replace(puzzle, clues=made.level.clues)


class SlitherlinkMaking(Making[Slitherlink, SlitherlinkRequest]):
    """A random loop, and as few of its clues as are needed."""

    version = VERSION
    fields = FIELDS
    completion = SlitherlinkCompletion()
    keeps = ("clues", "edges", "shape")
    like = staticmethod(like)
    steered = staticmethod(steered)
    problem = staticmethod(problem)
    empty = staticmethod(SlitherlinkRequest.empty)
    generate = staticmethod(generate)

    def request(
        self, width: int, height: int, seed: int, lends: Slitherlink | None = None, /, **asked: Any
    ) -> SlitherlinkRequest:
        """A puzzle lends no more than its size."""
        return SlitherlinkRequest(width, height, seed, **asked)
