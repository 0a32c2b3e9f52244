"""Call functions of the solver for many puzzles, in worker processes, with results in order."""

from __future__ import annotations

import argparse
import contextlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from flowdesk.cli.inputs import Named, puzzles, single_puzzle
from flowdesk.cli.output import BAD_INPUT, UNKNOWN, Console
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.knowledge.questions import strict
from flowdesk.desk.work.pool import Pool
from flowdesk.desk.work.worker import Died, Done, Failed, Outcome, TimedOut
from flowdesk.formats.registry import text_of
from flowdesk.kinds.entry import Entry


def add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a path, folder, '-', FILE#n or puzz.link link"
    )


def add_arguments(parser: argparse.ArgumentParser, *, timeout: float | None) -> None:
    """Add the options of every verb that searches."""
    limit = "no limit" if timeout is None else f"{timeout:g}"
    parser.add_argument(
        "--json", action="store_true", help="print one line of JSON for each puzzle"
    )
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=timeout,
        metavar="S",
        help=f"limit for each puzzle in seconds, 0 for no limit (default: {limit}); "
        "after that its status is 'unknown'",
    )
    parser.add_argument(
        "--jobs",
        type=whole,
        default=os.cpu_count() or 1,
        metavar="N",
        help="number of worker processes (default: the number of cores)",
    )
    parser.add_argument(
        "--non-touching",
        action="store_true",
        help="count only solutions in which no path runs beside itself",
    )


class Budget:
    """A time limit for all questions about a puzzle together, from now on; 0 means no limit."""

    def __init__(self, seconds: float) -> None:
        self._ends_at = time.monotonic() + seconds if seconds else None

    @property
    def left(self) -> float | None:
        """The seconds that are left; None if there is no limit."""
        return self._ends_at and max(self._ends_at - time.monotonic(), 0.0)


class Question(NamedTuple):
    """A function to call for each puzzle, and its result as long as nothing is known.

    Questions that race come first in a list, and begin together.
    """

    function: Callable[..., Any]
    unknown: Any
    races: bool = True


def answers(
    function: Callable[..., Any],
    unknown: Any,
    arguments: argparse.Namespace,
    console: Console,
) -> Iterator[tuple[Named, Any]]:
    """Yield the result of `function` for each puzzle that the arguments name, in their order.

    Report inputs that cannot be read. If a time limit or the death of a worker process ends a
    search, its result is the last one that it posted, or `unknown`.
    """
    questions = [Question(function, unknown)]
    for puzzle, (result,) in raced(questions, lambda *_: False, arguments, console):
        yield puzzle, result


def raced(
    questions: Sequence[Question],
    is_settled: Callable[[Puzzle, list[Any], int], bool],
    arguments: argparse.Namespace,
    console: Console,
) -> Iterator[tuple[Named, list[Any]]]:
    """Yield the results of several functions, which share the time of a puzzle; see `answers`.

    A search ends as soon as `is_settled` with the latest results and the question's number.
    """
    found = list(readable(arguments.files, console))
    if arguments.non_touching:
        found = list(_made_strict(found, console))
    racing = sum(question.races for question in questions)
    timeout, workers = arguments.timeout or None, max(arguments.jobs, racing)
    calls = [partial(each.function, puzzle.entry.level) for puzzle in found for each in questions]
    pool = arguments.make_pool(calls, workers, timeout, group=len(questions), abreast=racing)
    return _in_order(found, questions, pool, console, "done", is_settled)


def answers_for(
    found: Sequence[Named],
    function: Callable[..., Any],
    unknown: Any,
    timeout: float | None,
    arguments: argparse.Namespace,
    console: Console,
) -> list[Any]:
    """The result of `function` for puzzles that are read already, in their order; see `answers`."""
    calls = [partial(function, puzzle.entry.level) for puzzle in found]
    pool = arguments.make_pool(calls, os.cpu_count() or 1, timeout)
    ended = _in_order(found, [Question(function, unknown)], pool, console, "solved")
    return [result for _, (result,) in ended]


def _in_order(
    found: Sequence[Named],
    questions: Sequence[Question],
    pool: Pool,
    console: Console,
    done: str,
    is_settled: Callable[[Puzzle, list[Any], int], bool] = lambda *_: False,
) -> Iterator[tuple[Named, list[Any]]]:
    """Yield the results of a pool of calls for each puzzle, in their order."""
    latest = [[question.unknown for question in questions] for _ in found]
    running = [len(questions) for _ in found]
    following = 0
    if len(found) > 1:
        console.progress(f"0 of {len(found)} {done}")
    with contextlib.closing(pool.rounds()) as rounds:
        for ended in rounds:
            for number, outcome in ended:
                at, question = divmod(number, len(questions))
                unknown = questions[question].unknown
                latest[at][question] = _result(found[at], outcome, unknown, console)
                running[at] -= 1
                if len(found) > 1:
                    console.progress(f"{running.count(0)} of {len(found)} {done}")
            for number in pool.at_work:
                at, question = divmod(number, len(questions))
                latest[at][question] = pool.last_progress(number) or latest[at][question]
                if is_settled(found[at].entry.level, latest[at], question):
                    pool.drop(number)
            while following < len(found) and not running[following]:
                yield found[following], latest[following]
                following += 1
    console.clear_progress()


def readable(files: Sequence[str], console: Console) -> Iterator[Named]:
    """Yield the puzzles that the arguments name; report what cannot be read, or only in part."""
    for puzzle in puzzles(files):
        if isinstance(puzzle, Named):
            yield _with_remarks(puzzle, console)
        else:
            console.error(puzzle)
            console.seen.add(BAD_INPUT)


def single(file: str, console: Console) -> Named:
    """Return the only puzzle of a FILE; FlowDeskError if it cannot be read or has several."""
    return _with_remarks(single_puzzle(file), console)


def _made_strict(found: Iterable[Named], console: Console) -> Iterator[Named]:
    """Yield the puzzles by the stricter rule of their kinds; report those whose kind has none."""
    for puzzle in found:
        try:
            level = strict(puzzle.entry.level)
        except FlowDeskError as error:
            console.error(f"{puzzle.name}: {error}")
            console.seen.add(BAD_INPUT)
        else:
            yield replace(puzzle, entry=replace(puzzle.entry, level=level))


def _with_remarks(puzzle: Named, console: Console) -> Named:
    """Report what the reader could not take over from the file, and return the puzzle."""
    for remark in puzzle.entry.remarks:
        console.error(f"{puzzle.name}: {remark}")
    return puzzle


def _result(puzzle: Named, outcome: Outcome, unknown: Any, console: Console) -> Any:
    match outcome:
        case Done(value):
            return value
        case TimedOut(last, seconds):
            return unknown and replace(_known(last, unknown), seconds=seconds)
        case Died(_, last):
            tell_failure(puzzle.name, puzzle.entry.level, outcome, console)
            return _known(last, unknown)
        case Failed():
            tell_failure(puzzle.name, puzzle.entry.level, outcome, console)
            return unknown


def tell_failure(name: str, level: Any, outcome: Died | Failed, console: Console) -> None:
    """Report why a question about a level stays unknown."""
    if isinstance(outcome, Failed):
        console.own_error(name, f"{text_of(Entry(level))}\n{outcome.traceback}")
    else:
        console.error(
            f"{name}: the worker process ended (status {outcome.exit_code}); "
            "it may have run out of memory."
        )
        console.seen.add(UNKNOWN)


def _known(last: Any, unknown: Any) -> Any:
    """Return the last progress of a function that was ended if that is a result, else `unknown`."""
    return last if isinstance(last, type(unknown)) else unknown


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds") from None
    if not 0 <= value < 1e9:
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds: it must be 0 or more")
    return value


def whole(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
    if value < 1:
        raise argparse.ArgumentTypeError("it must be 1 or more")
    return value
