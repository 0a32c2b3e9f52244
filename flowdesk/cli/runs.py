"""Calling a function of the solver for many puzzles: in worker processes, answers in order."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from flowdesk.cli.inputs import Named, puzzles
from flowdesk.cli.output import BAD_INPUT, Console
from flowdesk.desk.jobs import Call, Died, Done, Failed, Outcome, TimedOut, run_all


def add_arguments(parser: argparse.ArgumentParser, *, timeout: float | None) -> None:
    """The options of every verb that searches."""
    limit = "no limit" if timeout is None else f"{timeout:g}"
    parser.add_argument("--json", action="store_true", help="one JSON object a line and puzzle")
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=timeout,
        metavar="S",
        help=f"seconds a puzzle, 0 for no limit (default: {limit}); then the answer is 'unknown'",
    )
    parser.add_argument(
        "--jobs",
        type=_jobs,
        default=os.cpu_count() or 1,
        metavar="N",
        help="worker processes (default: the number of cores)",
    )
    parser.add_argument(
        "--non-touching",
        action="store_true",
        help="count only solutions in which no path runs beside itself",
    )


def answers(
    function: Callable[..., Any],
    unknown: Any,
    arguments: argparse.Namespace,
    console: Console,
) -> Iterator[tuple[Named, Any]]:
    """The result of `function` for each puzzle that the arguments name, in their order.

    Inputs that cannot be read are reported on the way. Where a time limit or the end of a worker
    process cut the search short, the result is the last one it posted, or `unknown`.
    """
    found: list[Named] = []
    for puzzle in puzzles(arguments.files):
        if isinstance(puzzle, Named):
            found.append(puzzle)
        else:
            console.error(puzzle)
            console.seen.add(BAD_INPUT)
    calls = [
        Call(function, (puzzle.entry.level,), {"non_touching": arguments.non_touching})
        for puzzle in found
    ]
    waiting: dict[int, Any] = {}
    following = 0
    if len(calls) > 1:
        console.progress(f"0 of {len(calls)} done")
    for number, outcome in run_all(calls, arguments.jobs, arguments.timeout or None):
        waiting[number] = _result(found[number], outcome, unknown, console)
        while following in waiting:
            yield found[following], waiting.pop(following)
            following += 1
        if following < len(calls):
            console.progress(f"{following + len(waiting)} of {len(calls)} done")
    console.clear_progress()


def answer(
    function: Callable[..., Any],
    unknown: Any,
    puzzle: Named,
    timeout: float | None,
    console: Console,
) -> Any:
    """The result of `function` for one puzzle; see `answers`."""
    call = Call(function, (puzzle.entry.level,), {})
    ((_, outcome),) = run_all([call], 1, timeout)
    return _result(puzzle, outcome, unknown, console)


def _result(puzzle: Named, outcome: Outcome, unknown: Any, console: Console) -> Any:
    match outcome:
        case Done(value):
            return value
        case TimedOut(last, seconds):
            return replace(last or unknown, seconds=seconds)
        case Died(exit_code, last):
            console.error(
                f"{puzzle.name}: the worker process ended (status {exit_code}); "
                "it may have run out of memory."
            )
            return last or unknown
        case Failed(traceback):
            console.error(f"{puzzle.name}: an error of FlowDesk's own:\n{traceback}")
            return unknown


def seconds(text: str) -> float:
    """The time limit that was typed, in seconds; 0 is none."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds") from None
    if not 0 <= value < 1e9:
        raise argparse.ArgumentTypeError("the time limit is a number of seconds, 0 or more")
    return value


def _jobs(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of workers") from None
    if value < 1:
        raise argparse.ArgumentTypeError("at least one worker is needed")
    return value
