"""Results of races: a CSV file that can be continued, a table, and a chart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median

from flowdesk.core.finding import FormatError
from flowdesk.core.growing_csv import as_csv, read_rows
from flowdesk.draw.charts import ON_LIGHT, Chart, Curve, Inks, Point
from flowdesk.kinds.answers import SolveStatus
from flowdesk.lab.race import ALL_ENGINES, FAILED, Run

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
            raise FormatError(
                f"this line is no run: it should have {len(HEADER)} values.",
                line=line,
                source=str(path),
            ) from None
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
    runs: Sequence[Run], size: tuple[int, int] = (900, 560), inks: Inks = ON_LIGHT
) -> bytes:
    """Draw the times of all engines by size of the board, as a PNG file of `size` pixels."""
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
        curves.append(Curve(engine, points, dots))
    names = [f"{width}x{cells // width}" for cells, width in sizes]
    return Chart(curves, names, "Time to solve, by size of the board", size, inks).png()


def _is_unknown(run: Run) -> bool:
    return run.status == SolveStatus.UNKNOWN


def _size(each: Run | Standing) -> tuple[int, int]:
    """Return the cells of a board and its width, by which boards are ordered."""
    return each.width * each.height, each.width
