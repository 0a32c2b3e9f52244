"""Race: run several engines on the same levels, each run in a process of its own; the results.

The results are a CSV file that can be continued, a table, and a chart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass
from functools import partial
from math import inf
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import listed
from flowdesk.core.growing_csv import as_csv, read_rows
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.document import Document
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.pool import Calls, Pool
from flowdesk.desk.work.worker import Died, Done, Failed, Outcome, TimedOut
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.table import kind_of
from flowdesk.lab.engine_names import ALL_ENGINES
from flowdesk.lab.engines import ENGINES, FORMULAS, SOLVERS, run
from flowdesk.lab.rulebooks import PLAIN_ALONE

if TYPE_CHECKING:
    from flowdesk.draw.charts import Inks

#: The status of a run whose process died or whose engine raised an error.
FAILED = "failed"


class Run(NamedTuple):
    """One run of an engine on a level: its status, its time, and what its search took.

    `status` is a `SolveStatus` or `FAILED`. After a time limit it is UNKNOWN, and `seconds` is the
    limit. `colors` is 0 for a kind without colours. `nodes` counts the steps of a backtracking
    engine, or the decisions of a SAT solver, `conflicts` what that learned from or turned back at.
    None is not known: PicoSAT does not tell, nor does SAT at the time limit.
    """

    puzzle: str
    width: int
    height: int
    colors: int
    engine: str
    status: str
    seconds: float
    nodes: int | None
    conflicts: int | None = None


def engines_of(kind: str) -> tuple[str, ...]:
    """Return the engines for a kind of puzzle, given by its key; Flow has two that backtrack."""
    if kind == Level.kind:
        return ALL_ENGINES
    return ("sat", *SOLVERS) if kind in FORMULAS else ()


def engines_for(puzzles: Sequence[Puzzle]) -> tuple[str, ...]:
    """Return the engines that are for all of some puzzles of one kind."""
    kinds = {puzzle.kind for puzzle in puzzles}
    found = dict.fromkeys(engine for kind in kinds for engine in engines_of(kind))
    return tuple(each for each in found if not any(refusal(puzzle, [each]) for puzzle in puzzles))


def refusal(puzzle: Puzzle, engines: Iterable[str] = ()) -> str:
    """Return in a sentence why one of these engines, or any, is not for a puzzle; empty if not."""
    suitable, name = engines_of(puzzle.kind), kind_of(puzzle).name
    if not suitable:
        return f"No engines are known for {name} puzzles."
    for engine in engines:
        if engine not in suitable:
            return f"The engine {engine} is not for {name} puzzles: use {listed(suitable)}."
        if engine in ENGINES and not puzzle.board.is_plain:
            others = listed([each for each in suitable if each not in ENGINES])
            return f"The engine {engine} is {PLAIN_ALONE}: use {others}."
    return ""


@dataclass(eq=False)
class Race:
    """Run every engine `runs` times on every level, except the runs `before`; start at once.

    The levels are puzzles of one kind, which the engines are for.

    `timeout` is in seconds for each run; an engine that reached it on a level does not run there
    again. Levels are identified by their names. `on_failure` gets the name and the level of a run
    that failed, and how. Call `poll` as long as the race is `running`, and `close` at the end.
    """

    levels: InitVar[Iterable[tuple[str, Puzzle]]]
    engines: Sequence[str]
    _: KW_ONLY
    timeout: float | None
    runs: int = 1
    workers: int = 1
    before: InitVar[Iterable[Run]] = ()
    on_failure: Callable[[str, Puzzle, Died | Failed], None] = lambda *failure: None
    make_pool: Callable[..., Calls] = Pool

    def __post_init__(self, levels: Iterable[tuple[str, Puzzle]], before: Iterable[Run]) -> None:
        self._level_of = dict(levels)
        #: How many runs are left, if no further one reaches the time limit.
        self.left = len(self._level_of) * len(self.engines) * self.runs
        self._so_far: Counter[tuple[str, str]] = Counter()
        self._too_slow: set[tuple[str, str]] = set()
        for each in before:
            self._count(each)
        self._pool: Calls | None = None
        self._begin_lap()

    @property
    def running(self) -> bool:
        """Whether more runs will end."""
        return self._pool is not None

    def wait(self) -> None:
        """Wait until a run may have ended."""
        if self._pool:
            self._pool.wait()

    def poll(self) -> list[Run]:
        """Return the runs that have ended since the last call, without waiting."""
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
        """Return the level (by name) and the engine of each pair that has runs left."""
        return [
            (name, engine)
            for name in self._level_of
            for engine in self.engines
            if self._left_of((name, engine))
        ]

    def _left_of(self, entry: tuple[str, str]) -> int:
        """Return how many runs an engine has left on a level."""
        if entry[0] not in self._level_of or entry[1] not in self.engines:
            return 0
        return 0 if entry in self._too_slow else max(0, self.runs - self._so_far[entry])

    def _begin_lap(self) -> None:
        """Start one run of each pair that has had the fewest runs; stop if none is left."""
        self.close()
        entries = self._entries()
        fewest = min((self._so_far[entry] for entry in entries), default=0)
        self._lap = [entry for entry in entries if self._so_far[entry] == fewest]
        if self._lap:
            calls = (partial(timed, self._level_of[name], engine) for name, engine in self._lap)
            self._pool = self.make_pool(calls, self.workers, self.timeout)

    def _count(self, ended: Run) -> None:
        entry = ended.puzzle, ended.engine
        self.left -= self._left_of(entry)
        self._so_far[entry] += 1
        if ended.status == SolveStatus.UNKNOWN:
            self._too_slow.add(entry)
        self.left += self._left_of(entry)

    def _run(self, number: int, outcome: Outcome) -> Run:
        """Return how a run of this lap has ended, given its place in it."""
        name, engine = self._lap[number]
        level = self._level_of[name]
        found: SolveResult | None = None
        status, seconds = FAILED, 0.0
        match outcome:
            case Done(SolveResult() as result):
                found, status, seconds = result, result.status, result.seconds
            case TimedOut(last):
                found, status, seconds = last, SolveStatus.UNKNOWN, self.timeout or 0.0
            case Died() | Failed():
                self.on_failure(name, level, outcome)
        colors = kind_of(level).contents(level).get("colours", 0)
        size = level.width, level.height, colors
        return Run(name, *size, engine, status, round(seconds, 6), *_counted(found))


def _counted(found: SolveResult | None) -> tuple[int | None, int | None]:
    """Return the nodes and the conflicts of a search, as far as they are known."""
    if found and found.figures:
        return found.figures.decisions, found.figures.conflicts
    return found.effort.nodes if found and found.effort else None, None


def timed(puzzle: Puzzle, engine: str, *, progress: Callable[[SolveResult], None]) -> SolveResult:
    """Run an engine on a puzzle of its kind; worker processes call this."""
    if engine == "sat":
        return kind_of(puzzle).solving.solve(puzzle)
    return run(puzzle, engine, progress=progress)


#: Levels by their names.
Levels: TypeAlias = list[tuple[str, Puzzle]]


def choices(document: Document) -> dict[str, Callable[[], Levels]]:
    """Return the choices by their labels, the most likely one first.

    Each is a function that returns the levels, or raises FlowDeskError if it cannot read them.
    """
    found: dict[str, Callable[[], Levels]] = {}
    if document.count > 1:
        found[f"All {document.count} levels of this file"] = partial(_all_of, document)
    found["This level"] = lambda: [(document.name, document.level)]
    if document.path and document.path.exists():
        folder = document.path.absolute().parent
        found[f"All levels in the folder {folder.name}"] = partial(_below, folder)
    found["The levels that come with FlowDesk"] = partial(_below, shipped("puzzles"))
    found["The packs that come with FlowDesk"] = partial(_below, shipped("puzzles") / "packs")
    return found


def _all_of(document: Document) -> Levels:
    name = document.name.rpartition(" #")[0]
    return [(f"{name}#{number}", each.level) for number, each in enumerate(document.entries, 1)]


def _below(folder: Path) -> Levels:
    return [(item.name, item.entry.level) for item in Pack(folder).items if item.entry]


#: The first line of a file of runs.
HEADER = Run._fields


def csv_file(runs: Iterable[Run]) -> bytes:
    """Return a CSV file of runs."""
    return f"{','.join(HEADER)}\n{as_csv(runs)}".encode()


def read_runs(path: Path) -> list[Run]:
    """Read the runs in a CSV file; FormatError with the line if it is not a file of runs.

    Skip an incomplete last line, which a killed program may leave.
    """
    runs = []
    for line, row in read_rows(path, HEADER, "table of races", "Name another file."):
        try:
            puzzle, width, height, colors, engine, status, seconds, *counts = row
            nodes, conflicts = (int(text) if text else None for text in counts)
            size = int(width), int(height), int(colors)
            runs.append(Run(puzzle, *size, engine, status, float(seconds), nodes, conflicts))
        except ValueError:
            wrong = f"this line is no run: it should have {len(HEADER)} values."
            raise FormatError(wrong, line=line, source=str(path)) from None
    return runs


@dataclass(frozen=True)
class Standing:
    """An engine on all levels of a size: the median and the worst of its times, in seconds.

    The time of a level is the median of its runs. `unknown` of the `levels` have no result, mostly
    because of the time limit: their times count as infinite in `median`; `worst` leaves them out,
    unless there are no others. `nodes` and `conflicts` are medians in the same way; None if they
    are not known for every level.
    """

    engine: str
    width: int
    height: int
    levels: int
    unknown: int
    median: float
    worst: float
    nodes: float | None = None
    conflicts: float | None = None


def standings(runs: Iterable[Run]) -> list[Standing]:
    """Return the results by size of the board, then in the order of `ALL_ENGINES`."""
    groups: dict[tuple[int, int, int], dict[str, list[Run]]] = {}
    for each in runs:
        if each.engine in ALL_ENGINES and each.status != FAILED:
            place = (*_size(each), ALL_ENGINES.index(each.engine))
            groups.setdefault(place, {}).setdefault(each.puzzle, []).append(each)
    found = []
    for (cells, width, engine), puzzles in sorted(groups.items()):
        times = [
            inf if any(map(_is_unknown, same)) else median(each.seconds for each in same)
            for same in puzzles.values()
        ]
        found.append(
            Standing(
                ALL_ENGINES[engine],
                width,
                cells // width,
                len(times),
                times.count(inf),
                median(times),
                max((time for time in times if time < inf), default=inf),
                _middle(puzzles.values(), lambda each: each.nodes),
                _middle(puzzles.values(), lambda each: each.conflicts),
            )
        )
    return found


def _middle(puzzles: Iterable[list[Run]], count: Callable[[Run], int | None]) -> float | None:
    """Return the median of what runs count over the levels; None if some do not tell."""
    found: list[float] = []
    for same in puzzles:
        if any(map(_is_unknown, same)):
            found.append(inf)
            continue
        counts = [number for each in same if (number := count(each)) is not None]
        if len(counts) < len(same):
            return None
        found.append(median(counts))
    return median(found)


def in_numbers(count: float | None) -> str:
    """Return a median of counts in words: empty if there is none."""
    return "" if count is None or count == inf else f"{count:,.0f}"


def in_words(seconds: float) -> str:
    """Return a time in three digits; an infinite one is "no answer"."""
    if seconds == inf:
        return "no answer"
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def race_chart(
    runs: Sequence[Run], size: tuple[int, int] = (900, 560), inks: Inks | None = None
) -> bytes:
    """Draw the times of all engines by size of the board, as a PNG file of `size` pixels."""
    # Pillow takes time to import, and most who race draw nothing.
    from flowdesk.draw.charts import ON_LIGHT, Chart, Point, TimeCurve

    table = standings(runs)
    sizes = sorted({_size(each) for each in table})
    # The place of runs without an answer.
    longest = max((each.seconds for each in runs), default=0.0)
    curves = []
    for engine in ALL_ENGINES:
        points = [
            Point(sizes.index(_size(each)), min(each.median, longest), each.median == inf)
            for each in table
            if each.engine == engine
        ]
        dots = [
            Point(sizes.index(_size(each)), longest if unknown else each.seconds, unknown)
            for each in runs
            if each.engine == engine and each.status != FAILED
            for unknown in [_is_unknown(each)]
        ]
        curves.append(TimeCurve(engine, points, dots))
    names = [f"{width}x{cells // width}" for cells, width in sizes]
    return Chart(curves, names, "Time to solve, by size of the board", size, inks or ON_LIGHT).png()


def _is_unknown(run: Run) -> bool:
    return run.status == SolveStatus.UNKNOWN


def _size(each: Run | Standing) -> tuple[int, int]:
    """Return the cells of a board and its width, by which boards are ordered."""
    return each.width * each.height, each.width
