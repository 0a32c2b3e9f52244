"""Race: engines side by side on the same levels, each run in a process of its own."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from statistics import median

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import decode, read_bytes
from flowdesk.desk.jobs import Call, Done, Outcome, TimedOut, run_all
from flowdesk.draw.chart import Line, Point, chart
from flowdesk.flow.backtracking.engines import ENGINES, SearchResult, run
from flowdesk.flow.level import Level
from flowdesk.flow.solve import SolveResult, solve

#: Every engine, in the order in which they are shown.
ALL_ENGINES = ("sat", *ENGINES)


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


HEADER = tuple(field.name for field in fields(Run))


def check_engines(names: Iterable[str]) -> tuple[str, ...]:
    """The names of engines, each once; FlowDeskError naming those that there are."""
    chosen = tuple(dict.fromkeys(names))
    for name in chosen:
        if name not in ALL_ENGINES:
            raise FlowDeskError(f"There is no engine {name!r}: {', '.join(ALL_ENGINES)}.")
    return chosen


def race(
    levels: Sequence[tuple[str, Level]],
    engines: Sequence[str],
    *,
    timeout: float | None,
    runs: int = 1,
    workers: int = 1,
    before: Sequence[Run] = (),
) -> Generator[Run, None, None]:
    """Run every engine `runs` times on every level, without what was run `before`; as they end.

    `timeout` is in seconds a run; what reached it once is not run again. Closing the generator
    ends everything.
    """
    so_far = Counter((each.puzzle, each.engine) for each in before)
    too_slow = {(each.puzzle, each.engine) for each in before if each.status == "unknown"}
    for turn in range(runs):
        todo = [
            (name, level, engine)
            for name, level in levels
            for engine in engines
            if so_far[name, engine] <= turn and (name, engine) not in too_slow
        ]
        calls = [Call(timed, (level, engine), {}) for _, level, engine in todo]
        for number, outcome in run_all(calls, workers, timeout):
            name, level, engine = todo[number]
            ended = _run_of(name, level, engine, outcome, timeout)
            if ended.status == "unknown":
                too_slow.add((name, engine))
            yield ended


def timed(
    level: Level, engine: str, *, progress: Callable[[SearchResult], None]
) -> SolveResult | SearchResult:
    """What an engine finds about a level, as a worker is asked for it."""
    return solve(level) if engine == "sat" else run(level, engine, progress=progress)


def _run_of(name: str, level: Level, engine: str, outcome: Outcome, timeout: float | None) -> Run:
    status, seconds, nodes = "failed", 0.0, 0
    match outcome:
        case Done(SolveResult() as found):
            status, seconds, nodes = found.status, found.seconds, getattr(found, "nodes", 0)
        case TimedOut(last):
            status, seconds, nodes = "unknown", timeout or 0.0, getattr(last, "nodes", 0)
    return Run(
        name, level.width, level.height, len(level.pairs), engine, status, round(seconds, 6), nodes
    )


# Files of runs


def as_csv(runs: Iterable[Run]) -> str:
    """Runs as lines of comma-separated values."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(astuple(each) for each in runs)
    return text.getvalue()


def read_runs(path: Path) -> list[Run]:
    """The runs in a CSV file of ours; of one that a killed program left, the last line may be torn.

    FormatError with the line where it is none of ours.
    """
    text = decode(read_bytes(path))
    whole = text[: text.rfind("\n") + 1]
    rows = list(csv.reader(io.StringIO(whole)))
    if not rows or tuple(rows[0]) != HEADER:
        raise FormatError(
            f"this is no table of races: it should begin with {','.join(HEADER)}.",
            line=1,
            hint="Name another file.",
            source=str(path),
        )
    runs = []
    for number, row in enumerate(rows[1:], 2):
        try:
            puzzle, width, height, colors, engine, status, seconds, nodes = row
            runs.append(
                Run(
                    puzzle,
                    int(width),
                    int(height),
                    int(colors),
                    engine,
                    status,
                    float(seconds),
                    int(nodes),
                )
            )
        except ValueError:
            raise FormatError(
                f"this line is no run: {len(HEADER)} values were expected.",
                line=number,
                source=str(path),
            ) from None
    return runs


# What came out


@dataclass(frozen=True)
class Standing:
    """An engine on all levels of a size: the median and the worst of its times, in seconds.

    Of several runs of one level their median counts. `unknown` says of how many of the `levels`
    it found nothing out, mostly because the time was over.
    """

    engine: str
    width: int
    height: int
    levels: int
    unknown: int
    median: float
    worst: float


def standings(runs: Iterable[Run]) -> list[Standing]:
    """How the engines did, by size of the board and in the order of `ALL_ENGINES`."""
    groups: dict[tuple[int, int, int], dict[str, list[Run]]] = {}
    for each in runs:
        if each.engine in ALL_ENGINES and each.status != "failed":
            place = (each.width * each.height, each.width, ALL_ENGINES.index(each.engine))
            groups.setdefault(place, {}).setdefault(each.puzzle, []).append(each)
    found = []
    for (cells, width, engine), puzzles in sorted(groups.items()):
        times = [median(each.seconds for each in same) for same in puzzles.values()]
        slow = sum(any(each.status == "unknown" for each in same) for same in puzzles.values())
        found.append(
            Standing(
                ALL_ENGINES[engine],
                width,
                cells // width,
                len(times),
                slow,
                median(times),
                max(times),
            )
        )
    return found


def race_chart(runs: Sequence[Run], size: tuple[int, int] = (900, 560)) -> bytes:
    """The times of all engines by size of the board, as a PNG file of `size` pixels."""
    table = standings(runs)
    shapes = {(each.width * each.height, each.width): each for each in table}
    places = {shape: place for place, shape in enumerate(sorted(shapes))}
    lines = []
    for engine in ALL_ENGINES:
        points = [
            Point(
                places[each.width * each.height, each.width],
                each.median,
                2 * each.unknown > each.levels,
            )
            for each in table
            if each.engine == engine
        ]
        dots = [
            Point(
                places[each.width * each.height, each.width],
                each.seconds,
                each.status == "unknown",
            )
            for each in runs
            if each.engine == engine and each.status != "failed"
        ]
        if points:
            lines.append(Line(engine, points, dots))
    names = [f"{shapes[shape].width}x{shapes[shape].height}" for shape in places]
    return chart(lines, names, "Time to solve, by size of the board", size)
