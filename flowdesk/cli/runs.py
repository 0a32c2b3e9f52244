"""Read FILE arguments as puzzles with names, and call functions of the solver for many of them.

A FILE is a path, a folder, ``-``, ``FILE#n`` or a link. The calls are made in worker processes, and
their results come in order.
"""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from flowdesk.cli.output import BAD_INPUT, NOT_SO, OK, UNKNOWN, Console
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import check_writable, files_below
from flowdesk.desk.work.pool import Settled, usable_cores
from flowdesk.desk.work.worker import Died, Done, Failed, Outcome, TimedOut
from flowdesk.formats import registry
from flowdesk.kinds.answers import CheckStatus, SolveStatus
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.table import KINDS, kind_of, strict

#: The exit status for what a search for a solution has found, and for what a check has.
STATUS = {SolveStatus.SOLVED: OK, SolveStatus.UNSOLVABLE: NOT_SO}
STATUS |= {SolveStatus.UNKNOWN: UNKNOWN, SolveStatus.INVALID: BAD_INPUT}
CHECKED = {CheckStatus.UNIQUE: OK, CheckStatus.INVALID: BAD_INPUT, CheckStatus.UNKNOWN: UNKNOWN}
CHECKED |= {CheckStatus.MULTIPLE: NOT_SO, CheckStatus.UNSOLVABLE: NOT_SO}


@dataclass(frozen=True)
class Named:
    """A puzzle and its name in the output; questions get what goes `with_it`."""

    name: str
    entry: Entry
    with_it: tuple[object, ...] = ()

    @property
    def level(self) -> Any:
        """The puzzle itself."""
        return self.entry.level

    def at(self, level: Puzzle) -> Named:
        """Return another puzzle under the same name."""
        return replace(self, entry=replace(self.entry, level=level))


def puzzles(arguments: Sequence[str], kind: str = "") -> Iterator[Named | FlowDeskError]:
    """Yield every puzzle of a kind that the arguments name, and errors for the others, in order."""
    for argument in arguments:
        for name in _files(argument):
            try:
                if isinstance(name, FlowDeskError):
                    yield name
                else:
                    yield from (_of_kind(puzzle, kind) for puzzle in _puzzles_in(name, kind))
            except FlowDeskError as error:
                yield error


def common_name(files: Sequence[str]) -> str:
    """Return what all puzzles are called together: the name of their only file or folder."""
    return Path(files[0]).stem if len(files) == 1 and Path(files[0]).exists() else ""


def check_chart(target: Path, files: Sequence[str]) -> None:
    """Raise FlowDeskError if a chart cannot be written there, or would overwrite a file."""
    from flowdesk.desk.pictures.picture import format_of  # few runs have a chart

    if format_of(target).suffix != ".png":
        raise FlowDeskError(f"{target}: charts are written as .png.")
    check_output(target, files)


def check_output(output: Path, files: Sequence[str]) -> None:
    """Raise FlowDeskError if a file cannot be written, or is one of those to be read."""
    check_writable(output)
    check_spares(output, files)


def check_spares(output: Path, files: Sequence[str]) -> None:
    """Raise FlowDeskError if a picture or table would overwrite one of the files to be read."""
    for file in files:
        path = registry.source_named(file).path
        with contextlib.suppress(OSError):
            if path and output.samefile(path):
                raise FlowDeskError(f"{output} is the file to be read: name another one.")


def _files(argument: str) -> list[str | FlowDeskError]:
    """Return the argument itself, or the errors and the puzzle files of a folder."""
    if not argument:
        return [FlowDeskError("'' is no file: an argument is empty.")]
    if argument == "-" or not os.path.isdir(argument):
        return [argument]
    known = registry.suffixes()
    found, errors = files_below(argument, known)
    if not found and not errors:
        problem = f"{argument}: there is no puzzle file in this folder or below it"
        if files_below(argument, registry.PICTURE.suffixes)[0]:
            import shlex  # hardly ever needed

            hint = f"To read its pictures: flowdesk scan {shlex.quote(argument)}"
            return [FlowDeskError(f"{problem}. {hint}")]
        return [FlowDeskError(f"{problem} ({', '.join(sorted(known))}).")]
    return [*errors, *map(str, found)]


def _puzzles_in(name: str, kind: str) -> list[Named]:
    source = registry.source_named(name)
    try:
        _, entries = source.read(kind)
    except FormatError as error:
        raise replace(error, hint=f"{error.hint} {_other_kind(source, kind)}".strip()) from None
    if len(entries) == 1:
        return [Named(name, entries[0])]
    return [Named(f"{name}#{i}", entry) for i, entry in enumerate(entries, 1)]


def _other_kind(source: registry.Source, kind: str) -> str:
    """Return as what a file that is not of a `kind` can be read; empty if there is none."""
    with contextlib.suppress(FlowDeskError):
        if kind and source.path:
            first = source.read()[1][0]
            return f"Without --kind it is read as {kind_of(first.level).name}."
    return ""


def _of_kind(puzzle: Named, kind: str) -> Named | FlowDeskError:
    if kind in ("", puzzle.level.kind):
        return puzzle
    place = f", line {puzzle.entry.line}" if puzzle.entry.line else ""
    return FlowDeskError(
        f"{puzzle.name}{place}: this is a {kind_of(puzzle.level).name} puzzle, and --kind asks for "
        f"{KINDS[kind].name}. Leave out --kind to take every kind."
    )


def as_is(puzzle: Named) -> Named:
    """Return a puzzle unchanged."""
    return puzzle


class Question(NamedTuple):
    """A function to call for each puzzle, and its result as long as nothing is known.

    Questions that race come first in a list, and begin together. `doing` says what takes long while
    it runs.
    """

    function: Callable[..., object]
    unknown: object
    races: bool = True
    doing: str = "solving"


#: The results of some questions about a puzzle, each of a type of its own.
Results: TypeAlias = list[Any]
#: Whether the latest results about a puzzle answer a question, given by its number.
IsSettled: TypeAlias = Callable[[Puzzle, Results, int], bool]


def raced(
    questions: Sequence[Question],
    arguments: argparse.Namespace,
    console: Console,
    is_settled: IsSettled | None = None,
    prepared: Callable[[Named], Named] = as_is,
) -> Iterator[tuple[Named, Results]]:
    """Yield the results of some questions for each puzzle that the arguments name, in their order.

    Report inputs that cannot be read or `prepared`. The questions share the time of a puzzle; see
    `results`.
    """

    def ready(puzzle: Named) -> Named:
        return prepared(_strict(puzzle) if arguments.non_touching else puzzle)

    found = list(readable(arguments, console, ready))
    yield from zip(found, results(found, questions, arguments, console, is_settled), strict=True)


def answer(
    puzzle: Named, question: Question, arguments: argparse.Namespace, console: Console
) -> Any:
    """Return the result of one question about one puzzle."""
    ((found,),) = results([puzzle], [question], arguments, console)
    return found


def results(
    found: Sequence[Named],
    questions: Sequence[Question],
    arguments: argparse.Namespace,
    console: Console,
    is_settled: IsSettled | None = None,
    *,
    done: str = "done",
) -> Iterator[Results]:
    """Yield the results of all questions for each puzzle, in order.

    If a time limit or the death of a worker process ends a search, its result is the last one that
    it posted, or `unknown`. A search also ends as soon as `is_settled` with the latest results and
    the question's number.
    """
    calls = (partial(each.function, one.level, *one.with_it) for one in found for each in questions)
    unknowns = [question.unknown for question in questions]
    ended_with: dict[int, Results] = {}  # of the puzzles that were begun and not yet yielded
    running: dict[int, int] = {}
    following = ended = 0

    def show_progress() -> None:
        parts = [f"{ended} of {len(found)} {done}"] if len(found) > 1 else []
        if pool.at_work:
            at, question = divmod(min(pool.at_work), len(questions))
            parts.append(f"{questions[question].doing} {found[at].name}")
        if parts:
            console.progress(", ".join(parts))

    def settling(at: int) -> Settled:
        assert is_settled
        return partial(_is_settled, is_settled, found[at].level, unknowns)

    racing = sum(question.races for question in questions)
    workers = max(getattr(arguments, "jobs", usable_cores()), racing)
    pool = arguments.make_pool(
        calls,
        workers,
        arguments.timeout or None,
        group=len(questions),
        abreast=racing,
        settling=settling if is_settled else None,
    )
    show_progress()
    with contextlib.closing(pool.rounds()) as rounds:
        for outcomes in rounds:
            for number, outcome in outcomes:
                at, question = divmod(number, len(questions))
                result = _result(found[at], outcome, unknowns[question], console)
                ended_with.setdefault(at, list(unknowns))[question] = result
                running[at] = running.get(at, len(questions)) - 1
                ended += running[at] == 0
            show_progress()
            while running.get(following) == 0:
                del running[following]
                yield ended_with.pop(following)
                following += 1
    console.clear_progress()


def readable(
    arguments: argparse.Namespace, console: Console, prepared: Callable[[Named], Named] = as_is
) -> Iterator[Named]:
    """Yield the puzzles that the arguments name, `prepared`; report what cannot be, or in part."""
    for found in puzzles(arguments.files, arguments.kind):
        try:
            if isinstance(found, FlowDeskError):
                raise found
            puzzle = prepared(_with_remarks(found, console))
        except FlowDeskError as error:
            console.error(error, status=BAD_INPUT)
        else:
            yield puzzle


def single(file: str, console: Console, kind: str = "") -> Named:
    """Return the only puzzle of a FILE; FlowDeskError if there is none, or there are several."""
    first, *others = puzzles([file], kind)
    if isinstance(first, FlowDeskError):
        raise first
    if others:
        raise FlowDeskError(f"{file} holds {1 + len(others)} puzzles: pick one as in {file}#1.")
    return _with_remarks(first, console)


def for_engines(puzzle: Named, engines: Iterable[str]) -> Named:
    """Return a puzzle; FlowDeskError if one of these engines is not for its kind."""
    from flowdesk.lab.race import refusal  # few runs have engines to import

    if refused := refusal(puzzle.level, engines):
        raise FlowDeskError(f"{puzzle.name}: {refused}")
    return puzzle


def complete(puzzle: Named) -> Named:
    """Return a puzzle; FlowDeskError if it lacks what it takes to be solved at all."""
    if wrong := kind_of(puzzle.level).incomplete(puzzle.level):
        raise FlowDeskError(f"{puzzle.name}: {puzzle.entry.describe(wrong[0])}")
    return puzzle


def _strict(puzzle: Named) -> Named:
    """Return a puzzle by the stricter rule of its kind; FlowDeskError if it has none."""
    try:
        return puzzle.at(strict(puzzle.level))
    except FlowDeskError as error:
        raise FlowDeskError(f"{puzzle.name}: {error}") from None


def _with_remarks(puzzle: Named, console: Console) -> Named:
    """Report what the reader could not take over, or is in doubt about; return the puzzle."""
    doubts = filter(None, [registry.doubt(puzzle.entry, "--kind {key}")])
    for remark in (*puzzle.entry.remarks, *doubts):
        console.error(f"{puzzle.name}: {remark}")
    return puzzle


def _result(puzzle: Named, outcome: Outcome, unknown: object, console: Console) -> object:
    match outcome:
        case Done(value):
            return value
        case TimedOut(last, seconds):
            return unknown and replace(_known(last, unknown), seconds=seconds)
        case Died(_, last):
            tell_failure(puzzle.name, puzzle.level, outcome, console)
            return _known(last, unknown)
        case Failed():
            tell_failure(puzzle.name, puzzle.level, outcome, console)
            return unknown


def tell_losses(name: str, format: Format, entries: Sequence[Entry], console: Console) -> None:
    """Report what a format leaves out of some puzzles."""
    if lost := registry.losses(format, entries):
        console.error(f"{name}: left out in this format: {', '.join(lost)}.")


def tell_failure(name: str, level: Puzzle, outcome: Died | Failed, console: Console) -> None:
    """Report why a question about a level stays unknown."""
    if isinstance(outcome, Failed):
        console.own_error(name, f"{registry.text_of(Entry(level))}\n{outcome.traceback}")
    else:
        why = f"the worker process ended (status {outcome.status})"
        console.error(f"{name}: {why}; it may have run out of memory.", status=UNKNOWN)


def _is_settled(
    is_settled: IsSettled,
    puzzle: Puzzle,
    unknowns: Sequence[object],
    latest: Sequence[object],
    question: int,
) -> bool:
    """Whether the latest values of the calls about a puzzle settle one of the questions."""
    return is_settled(puzzle, list(map(_known, latest, unknowns)), question)


def _known(last: Any, unknown: Any) -> Any:
    """Return the last progress of a function that was ended if that is a result, else `unknown`."""
    return last if isinstance(last, type(unknown)) else unknown
