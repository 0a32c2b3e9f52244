"""Race: engines side by side on the same levels, each run in a process of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.work.events import Call, Died, Done, Failed, Outcome, TimedOut
from flowdesk.desk.work.pool import Pool
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.lab.backtracking.engines import ENGINES, run

#: Every engine, in the order in which they are shown.
ALL_ENGINES = ("sat", *ENGINES)

#: The status of a run whose process died or whose engine raised an error.
FAILED = "failed"


@dataclass(frozen=True)
class Run:
    """One engine on one level: how it ended, after how many seconds and steps of its search.

    `status` is that of `SolveResult`, or ``failed``; of a run that a time limit ended it is
    ``unknown``, and `seconds` is the limit. `nodes` is 0 for SAT, which has none.
    """

    puzzle: str
    width: int
    height: int
    colors: int
    engine: str
    status: str
    seconds: float
    nodes: int


def check_engines(names: Iterable[str]) -> tuple[str, ...]:
    """The names of engines, each once; FlowDeskError naming those that there are."""
    chosen = tuple(dict.fromkeys(names))
    for name in chosen:
        if name not in ALL_ENGINES:
            raise FlowDeskError(f"There is no engine {name!r}: {', '.join(ALL_ENGINES)}.")
    return chosen


class Race:
    """Every engine `runs` times on every level, without what was run `before`; begins at once.

    `timeout` is in seconds a run; what reached it once is not run again. A level is known by its
    name. `on_failure` gets name and level of a run that failed, and how. Look with `poll` as long
    as the race is `running`, and end it with `close`.
    """

    def __init__(
        self,
        levels: Iterable[tuple[str, Level]],
        engines: Sequence[str],
        *,
        timeout: float | None,
        runs: int = 1,
        workers: int = 1,
        before: Iterable[Run] = (),
        on_failure: Callable[[str, Level, Died | Failed], None] = lambda *failure: None,
        make_pool: Callable[..., Pool] = Pool,
    ) -> None:
        self._level_of = dict(levels)
        self._engines, self._runs = engines, runs
        self._timeout, self._workers = timeout, workers
        self._on_failure = on_failure
        self._make_pool = make_pool
        self._so_far: Counter[tuple[str, str]] = Counter()
        self._too_slow: set[tuple[str, str]] = set()
        for each in before:
            self._count(each)
        self._lap: list[tuple[str, str]] = []
        self._pool: Pool | None = None
        self._begin_lap()

    @property
    def running(self) -> bool:
        """Whether more runs will end."""
        return self._pool is not None

    @property
    def left(self) -> int:
        """How many runs have not ended, if none that is run again turns out to be too slow."""
        return sum(self._runs - self._so_far[entry] for entry in self._entries())

    def wait(self) -> None:
        """Wait until it may be worth looking."""
        if self._pool:
            self._pool.wait()

    def poll(self) -> list[Run]:
        """The runs that have ended since the last look; never waits."""
        if self._pool is None:
            return []
        ended = [self._run(number, outcome) for number, outcome in self._pool.poll()]
        for each in ended:
            self._count(each)
        if not self._pool.at_work:
            self._begin_lap()
        return ended

    def close(self) -> None:
        """End everything."""
        if self._pool:
            self._pool.close()
            self._pool = None

    def _entries(self) -> list[tuple[str, str]]:
        """The names of the levels and engines that have to run, or to run once more."""
        return [
            (name, engine)
            for name in self._level_of
            for engine in self._engines
            if self._so_far[name, engine] < self._runs and (name, engine) not in self._too_slow
        ]

    def _begin_lap(self) -> None:
        """Let those run once that have run least, or end."""
        self.close()
        entries = self._entries()
        fewest = min((self._so_far[entry] for entry in entries), default=0)
        self._lap = [entry for entry in entries if self._so_far[entry] == fewest]
        if self._lap:
            calls = [Call(timed, (self._level_of[name], engine), {}) for name, engine in self._lap]
            self._pool = self._make_pool(calls, self._workers, self._timeout)

    def _count(self, ended: Run) -> None:
        self._so_far[ended.puzzle, ended.engine] += 1
        if ended.status == SolveStatus.UNKNOWN:
            self._too_slow.add((ended.puzzle, ended.engine))

    def _run(self, number: int, outcome: Outcome) -> Run:
        """How a run of this lap went."""
        name, engine = self._lap[number]
        level = self._level_of[name]
        found: SolveResult | None = None
        status, seconds = FAILED, 0.0
        match outcome:
            case Done(SolveResult() as result):
                found, status, seconds = result, result.status, result.seconds
            case TimedOut(last):
                found, status, seconds = last, SolveStatus.UNKNOWN, self._timeout or 0.0
            case Died() | Failed():
                self._on_failure(name, level, outcome)
        size = level.width, level.height, len(level.pairs)
        nodes = found.effort.nodes if found and found.effort else 0
        return Run(name, *size, engine, status, round(seconds, 6), nodes)


def timed(level: Level, engine: str, *, progress: Callable[[SolveResult], None]) -> SolveResult:
    """Run an engine on a level, in a worker process."""
    return solve(level) if engine == "sat" else run(level, engine, progress=progress)
