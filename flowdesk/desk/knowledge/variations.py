"""Variations of a level: made with one seed after the other until they are stopped.

Or one of them that is harder, easier or otherwise as asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Area
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.signal import Signal
from flowdesk.core.text import counted
from flowdesk.desk.work.jobs import Jobs, PoolJob
from flowdesk.desk.work.pool import Pool
from flowdesk.desk.work.worker import Died, Done, Failed, Outcome
from flowdesk.kinds.answers import Difficulty, Made, Progress, SolveStatus, unheard
from flowdesk.kinds.making import Request, number_range
from flowdesk.kinds.sameness import form_of
from flowdesk.kinds.table import AnyKind, kind_of

#: The most variations on a wall.
MOST = 300
#: The search ends when so many seeds in a row have brought nothing new.
IN_VAIN = 40


@dataclass(frozen=True)
class Start:
    """What variations are made of: a level, and the solution and the area where they begin.

    `asked` are the fields of the request, with its seed; `called` is a word or two on how they
    differ from the level, such as "harder".
    """

    level: Puzzle
    asked: Mapping[str, Any] = field(default_factory=dict)
    solution: Answer | None = None
    area: Area | None = None
    called: str = ""


@dataclass(frozen=True)
class Variation:
    """What was made with the request's seed plus `number`; `form` is that of its twins.

    It has title, author and locks of the level that it was made of.
    """

    number: int
    made: Made
    difficulty: Difficulty | None
    form: str

    @property
    def level(self) -> Puzzle:
        level: Puzzle = self.made.level
        return level

    @property
    def rating(self) -> str:
        """How hard it is, as in "hard 34"."""
        known = self.difficulty
        return f"{known.level} {known.score:.0f}" if known else "not rated"


class Variations:
    """The variations that were found, the best first; worker processes on all cores make more.

    Those that are as requested come first, then those that are nearest to it; of these the hardest.
    The same request gives the same wall: the order is that of their seeds where nothing tells them
    apart. Of twins the first is kept, and none is a twin of the level itself. Emits `changed` when
    one has come, when there is something else to tell, and at the end.
    """

    def __init__(
        self, jobs: Jobs, on_failure: Callable[[str], object], make_pool: Callable[..., Pool] = Pool
    ) -> None:
        self.changed: Signal[[]] = Signal()
        self.found: Sequence[Variation] = ()
        self.start_of: Start | None = None
        #: Why the search has ended, or why there are no variations.
        self.problem = ""
        self._on_failure = on_failure
        self._job = PoolJob(jobs, self._look, make_pool)
        self._kept: dict[str, Variation] = {}
        self._told = ""
        self._in_vain = 0

    @property
    def running(self) -> bool:
        return self._job.running

    @property
    def progress(self) -> str:
        """How far it has come, in a sentence."""
        if not self.found:
            doing = self._told or "Making variations"
            return f"{doing} ..." if self.running else self.problem
        number = counted(len(self.found), "variation")
        rating = self.found[0].rating.replace(" ", " (", 1) + ")" * bool(self.found[0].difficulty)
        so_far = f"{number}, {f'best: {rating}' if self.found[0].made.met else 'none as asked'}"
        return f"{so_far} ..." if self.running else f"{so_far}. {self.problem}".rstrip()

    def start(self, start: Start, request: Request) -> None:
        """Make variations with this request instead of those before."""
        self.clear()
        self.start_of = start
        kind = kind_of(start.level)
        assert kind.making, "there is a request"
        seeded = partial(kind.making.seeded, request)
        calls = (partial(vary, start, seeded(request.seed + n), n) for n in count())
        self._job.start(calls)
        self.changed.emit()

    def clear(self) -> None:
        self._job.cancel()
        self.found, self.start_of, self.problem = (), None, ""
        self._kept, self._told, self._in_vain = {}, "", 0

    def stop(self, why: str = "") -> bool:
        """End the search at once; return whether it was running."""
        was_running = self._job.cancel()
        if was_running:
            self.problem = why or ("" if self.found else "Stopped: no variation was found yet.")
            self.changed.emit()
        return was_running

    def refuse(self, problem: str) -> None:
        """Say why there are no variations; those that were found stay."""
        self._job.cancel()
        self.problem = problem
        self.changed.emit()

    def close(self) -> None:
        """End the search, and wait until its processes have ended."""
        self._job.close()

    def _look(self, ended: list[tuple[int, Outcome]]) -> None:
        for _, outcome in sorted(ended):
            self._take(outcome)
            if not self.running:
                return
        told = self._told
        if not self.found:
            self._told = str(self._job.first_progress or told)
        if ended or told != self._told:
            self.changed.emit()

    def _take(self, outcome: Outcome) -> None:
        """Take in how a call has ended."""
        self._in_vain += 1
        match outcome:
            case Done(Variation() as variation):
                self._keep(variation)
            case Done(report):
                self.problem = str(report)
            case Died(exit_code):
                self.problem = f"A process that makes variations ended (status {exit_code})."
            case Failed(traceback):
                self._job.cancel()
                self._on_failure(traceback)
        if len(self._kept) >= MOST:
            self.stop(f"These are the first {MOST}.")
        elif self._in_vain >= IN_VAIN:
            self.stop("No others are found." if self.found else self.problem)

    def _keep(self, variation: Variation) -> None:
        twin = self._kept.get(variation.form)
        if twin is None:
            self._in_vain = 0
        if twin is None or variation.number < twin.number:
            self._kept[variation.form] = variation
            self.found = sorted(self._kept.values(), key=_place)


def _place(variation: Variation) -> tuple[bool, tuple[int, ...], float, int]:
    """Return what the best variations have least of."""
    made, rated = variation.made, variation.difficulty
    return not made.met, made.off, -rated.score if rated else 0, variation.number


def vary(
    start: Start, request: Request, number: int, *, progress: Progress[str]
) -> Variation | str:
    """Make a variation and rate it, or say why there is none; worker processes call this."""
    level, kind = start.level, kind_of(start.level)
    made, difficulty = made_like(level, request, progress)
    if made.level is None:
        return made.report
    form = _form(kind, made.level)
    if form == _form(kind, level):
        return "Only the puzzle itself was found."
    return Variation(number, made, difficulty, form)


def made_like(
    level: Puzzle, request: Request, progress: Progress[str] = unheard
) -> tuple[Made, Difficulty | None]:
    """Make a puzzle with title, author and locks of a level, and tell how hard it is."""
    kind = kind_of(level)
    assert kind.making, "there is a request"
    made = kind.making.generate(request, progress=progress)
    if made.level is None:
        return made, None
    made = replace(made, level=kind.with_puzzle_of(level, made.level))
    return made, kind.reasoning.rate(made.level) if kind.reasoning else None


def _form(kind: AnyKind, level: Puzzle) -> str:
    """Return what twins have in common."""
    pattern = kind.pattern(level)
    return form_of(pattern).key if pattern else level.puzzle_key


#: How far a score may be from the one that is asked for.
NEAR = 0.1


@dataclass(frozen=True)
class Improved:
    """What became of a puzzle, and how hard it was before, and is now; None if not known.

    `problem` says why nothing can become of it.
    """

    made: Made
    before: Difficulty | None = None
    after: Difficulty | None = None
    problem: str = ""

    @classmethod
    def refused(cls, problem: str) -> Improved:
        """Return what says why nothing can become of a puzzle."""
        return cls(Made(None, None, 0, False, problem), problem=problem)


def improved(
    puzzle: Puzzle,
    to: str,
    seed: int,
    asked: Mapping[str, object] | None = None,
) -> Improved:
    """Return the puzzle changed `to` what is asked: a way of `steered`, a word, or a score.

    What is locked in it stays. Other fields may be `asked`, too.
    """
    kind = kind_of(puzzle)
    if not kind.making or not kind.reasoning:
        return Improved.refused(f"{kind.name} puzzles cannot be improved.")
    solved = kind.solving.solve(puzzle)
    if solved.status is not SolveStatus.SOLVED:
        words = {SolveStatus.UNSOLVABLE: "It has no solution", SolveStatus.UNKNOWN: "Not solved"}
        return Improved.refused(f"{words.get(solved.status, 'It is not complete')}: mend it first.")
    before = kind.reasoning.rate(puzzle)
    ways = kind.making.steered(puzzle, solved.solution, before)
    aim = _asked(to, ways, kind.reasoning.difficulties)
    if isinstance(aim, str):
        return Improved.refused(aim)
    fields = {**(asked or {}), **aim}
    try:
        request = kind.making.request_like(puzzle, seed, solution=solved.solution, **fields)
    except FlowDeskError as error:
        return Improved.refused(str(error))
    made, after = made_like(puzzle, request)
    if not made.met:
        made = replace(made, report=f"{made.report} {kind.making.doubt(request)}".rstrip())
    return Improved(made, before, after)


def _asked(
    to: str, ways: Mapping[str, Mapping[str, object]], words: tuple[str, ...]
) -> Mapping[str, object] | str:
    """Return the fields to ask for, or a sentence on what else there is."""
    if to in words:
        return {"difficulty": to}
    named = {name.replace(" ", "-"): asked for name, asked in ways.items()}
    if to in named:
        return named[to]
    try:
        least, most = number_range(to, what="score")
    except ValueError:
        choices = ", ".join([*named, *words])
        return f"It cannot become {to!r}: choose one of {choices}, or a score such as 40-60."
    if least == most:
        least, most = int(least * (1 - NEAR)), int(most * (1 + NEAR)) + 1
    return {"score": (least, most)}
