"""Make the levels of a series in worker processes, with results in order."""

from __future__ import annotations

import argparse
import contextlib
import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace

from flowdesk.cli import runs
from flowdesk.cli.output import Console
from flowdesk.cli.series import Rated, Series
from flowdesk.cli.series_folder import SeriesFolder
from flowdesk.desk.work.worker import Died, Done, Failed, Outcome, TimedOut
from flowdesk.kinds.answers import Made


def all_made(
    series: Series,
    files: SeriesFolder | None,
    keep: Callable[[int, Rated], None],
    arguments: argparse.Namespace,
    console: Console,
) -> Iterator[tuple[int, Made]]:
    """Make the levels that are not in the folder in several processes, and yield them in order.

    `keep` gets each as soon as it is made, even if an earlier one is not.
    """
    left = files.left if files else series.count
    numbers: dict[int, int] = {}  # of the levels by their calls
    waiting: dict[int, tuple[int, Made] | None] = {}
    following = 0

    def calls() -> Iterator[Callable[..., Rated]]:
        every = files.numbers() if files else range(1, series.count + 1)
        for at, numbers[at] in enumerate(every):
            yield files.call(numbers[at]) if files else series.call(numbers[at])

    console.progress(f"0 of {left} made")
    timeout = arguments.timeout or None
    pool = arguments.make_pool(calls(), arguments.jobs, timeout)
    with contextlib.closing(pool.rounds()) as rounds:
        for at, outcome in itertools.chain.from_iterable(rounds):
            number = numbers.pop(at)
            if isinstance(outcome, Failed):
                empty = series.generator.empty(series.request)
                runs.tell_failure(series.command(number), empty, outcome, console)
            rated = _as_rated(outcome)
            made = rated.made if arguments.json or not files else _without_level(rated.made)
            waiting[at] = None if files and files.has(number) else (number, made)
            keep(number, rated)
            while following in waiting:
                if ready := waiting.pop(following):
                    yield ready
                following += 1
            console.progress(f"{following + len(waiting)} of {left} made")
    console.clear_progress()


def _without_level(made: Made) -> Made:
    """Return how a level was made, in little memory: thousands may wait for an earlier one."""
    return replace(made, level=None, solution=None)


def _as_rated(outcome: Outcome) -> Rated:
    """Return the result of a call, or why there is none."""
    match outcome:
        case Done(Rated() as rated) | TimedOut(Rated() as rated) | Died(_, Rated() as rated):
            return rated
        case TimedOut():
            why = "No puzzle was found within the time limit."
        case Died():
            why = f"The worker process ended (status {outcome.status}); it may be out of memory."
        case _:
            why = "An error in FlowDesk ended the search."
    return Rated(Made(None, None, 0, False, why))
