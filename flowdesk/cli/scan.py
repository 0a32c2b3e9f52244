"""flowdesk scan: read levels from pictures, and from the screen, once or again and again."""

from __future__ import annotations

import argparse
import os
import re
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from flowdesk.cli import options
from flowdesk.cli.output import BAD_INPUT, NOT_SO, OK, UNKNOWN, Console
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import files_below
from flowdesk.core.text import counted
from flowdesk.desk.scans import batch
from flowdesk.desk.scans.scan import (
    Dots,
    Scan,
    Watch,
    append,
    ask_solver,
    check_growing,
    check_target,
    digest_of,
    dots_of,
    rows_of,
    scan_of,
    write_scanned,
)
from flowdesk.desk.work.worker import Failed, last_of
from flowdesk.formats.puzz_link import is_link
from flowdesk.formats.registry import PICTURE, STANDARD_INPUT, described, format_for, standard_input
from flowdesk.kinds.answers import CheckResult, CheckStatus
from flowdesk.kinds.entry import Entry
from flowdesk.scan.reading import Certainty
from flowdesk.scan.samples import FEWEST, MOST, Lattice
from flowdesk.scan.scan import read_board

EXAMPLE = f"""examples:
  flowdesk scan screenshot.png                  the level, and whether it is surely right
  flowdesk scan screenshots -o levels           a level for each picture, and a table
  flowdesk scan one.png two.png -o pack.txt     one file of all levels
  flowdesk scan screenshot.png -o - | flowdesk solve -
  flowdesk scan photo.jpg --corners 90,210 980,180 1010,1120 60,1090 --size 7x7
  flowdesk scan --screen --every 2 -o seen.txt  each new level on the screen, until Ctrl-C

A level is sure if nothing in the picture is doubtful and the solver does not object: nearly every
level has exactly one solution in which no path touches itself, and hardly any that was read wrong.
What is doubtful is said below it; rows and columns count from 1. The table in a folder is
{batch.TABLE}: pictures that it has are not read again unless they have changed.

exit status: 0 all sure; 1 a picture is doubtful; 2 one shows no board or cannot be read; 3 the
time was over before the solver had an answer or a picture was read"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    text = "a picture, a folder for all pictures in it and below it, or '-'"
    parser.add_argument("files", nargs="*", metavar="PICTURE|FOLDER", help=text)
    text = "a .txt or .json file for all levels, a folder for one file per picture, or '-' for the "
    text += "levels alone on standard output"
    parser.add_argument("-o", "--output", metavar="FILE|FOLDER", help=text)
    options.add_flag(parser, "--json", "print one line of JSON per picture")
    text = "where the corners of the board are, for a photo: upper left, upper right, lower right, "
    text += "lower left, in pixels; needs --size"
    parser.add_argument("--corners", nargs=4, type=_corner, metavar="X,Y", help=text)
    text = "columns and rows, with --corners"
    parser.add_argument("--size", type=options.size, metavar="WxH", help=text)
    parser.add_argument("--screen", action="store_true", help="read the board on the screen")
    text = "with --screen: again every S seconds, each new level once"
    parser.add_argument("--every", type=_pause, metavar="S", help=text)
    options.add_timeout(parser, batch.PATIENCE, "each picture")
    options.add_jobs(parser)


def run(arguments: argparse.Namespace, console: Console) -> None:
    _check_usage(arguments)
    report = ScanReport(console, arguments)
    if arguments.screen:
        watch(arguments, console, report.show)
        return
    arguments.lattice = _lattice(arguments)
    pictures = list(_pictures(arguments.files, console))
    target = None if arguments.output in (None, STANDARD_INPUT) else Path(arguments.output)
    if target and (target.is_dir() or not target.suffix):
        _into_folder(batch.BatchRun(batch.ScanFolder(target), list(dict(pictures).items())), report)
    elif target:
        _into_file(target, pictures, report)
    else:
        for scan in _read(pictures, report):
            report.show(scan)
        report.print_levels()


def _into_folder(run: batch.BatchRun, report: ScanReport) -> None:
    """Write a level for each picture, except for those that the table has already."""
    console, folder = report.console, run.folder.folder
    try:
        if not report.arguments.lattice:
            deque(run.look(), maxlen=0)
        for row in run.rows.values():
            console.seen |= statuses(row)
        if run.rows:
            console.error(f"{folder / batch.TABLE} has {len(run.rows)} of these pictures already.")
        for scan in _read([run.pictures[number] for number in run.left], report):
            run.keep(scan)
            report.show(scan)
    except KeyboardInterrupt:
        _tell_stopped(len(run.rows), len(run.pictures), "the same command goes on.", console)
        raise
    rows = run.rows.values()
    levels = {row.file for row in rows if row.file}
    report.sum_up(folder, [row.status for row in rows], len(levels))


def _into_file(target: Path, pictures: Sequence[batch.NamedPicture], report: ScanReport) -> None:
    """Write the levels of all pictures to a file.

    After a signal, write those that were read, but never over those of an earlier command.
    """
    had_levels = check_target(target)
    try:
        for scan in _read(pictures, report):
            report.show(scan)
    except BaseException as error:
        can_write = report.entries and not had_levels
        if can_write:
            write_scanned(target, report.entries)
        if isinstance(error, KeyboardInterrupt):
            what = "has the levels so far" if can_write else "was left as it was"
            done = len(report.found)
            _tell_stopped(done, len(pictures), f"{target} {what}.", report.console)
        raise
    if report.entries:
        write_scanned(target, report.entries)
        report.sum_up(target, report.found, len(report.entries))
    else:
        report.console.error(f"{target} was not written: no level was read.")


def _tell_stopped(done: int, count: int, then: str, console: Console) -> None:
    console.error(f"Stopped after {done} of {counted(count, 'picture')}; {then}")


def _read(pictures: Sequence[batch.NamedPicture], report: ScanReport) -> Iterator[Scan]:
    """Read the pictures in several processes, and yield the scans in order."""
    console, arguments = report.console, report.arguments
    rounds = batch.scans(
        pictures,
        arguments.lattice,
        workers=arguments.jobs,
        seconds=arguments.timeout or None,
        on_failure=lambda name, failed: console.own_error(name, failed.traceback),
        make_pool=arguments.make_pool,
    )

    def show_progress(done: int) -> None:
        if len(pictures) > 1:
            console.progress(f"{done} of {len(pictures)} pictures")

    show_progress(0)
    for done, scan in enumerate(chain.from_iterable(rounds), 1):
        yield scan
        show_progress(done)
    console.clear_progress()


def _pictures(arguments: Sequence[str], console: Console) -> Iterator[batch.NamedPicture]:
    for argument in arguments:
        problems: Sequence[object] = ()
        if not argument:
            problems = ["'' is no picture: an argument is empty."]
        elif argument == STANDARD_INPUT:
            yield argument, standard_input()
        elif is_link(argument):
            problems = [f"{argument}: links to pictures are not read. Save the picture first."]
        elif os.path.isdir(argument):
            found, problems = files_below(argument, PICTURE.suffixes)
            yield from ((str(path), path) for path in found)
            if not found and not problems:
                problems = [f"{argument}: there is no picture in this folder or below it."]
        else:
            yield argument, Path(argument)
        for problem in problems:
            console.error(problem, status=BAD_INPUT)


def _check_usage(arguments: argparse.Namespace) -> None:
    """Raise FlowDeskError if the options do not fit together."""
    if arguments.output == "":
        raise FlowDeskError("-o needs the name of a file or a folder: it is empty.")
    if arguments.screen and (arguments.files or arguments.corners):
        raise FlowDeskError("--screen reads the screen: leave out the pictures and --corners.")
    if not arguments.screen and not arguments.files:
        raise FlowDeskError("name a picture, a folder of pictures, or --screen.")
    if arguments.every is not None and not arguments.screen:
        raise FlowDeskError("--every needs --screen.")
    if (arguments.corners is None) != (arguments.size is None):
        raise FlowDeskError("--corners and --size belong together: give both.")


def _lattice(arguments: argparse.Namespace) -> Lattice | None:
    """Return the grid that is set by hand, if one is."""
    if not arguments.corners:
        return None
    if len(arguments.files) > 1 or os.path.isdir(arguments.files[0]):
        raise FlowDeskError("--corners are those of one picture: name only that one.")
    columns, rows = arguments.size
    if not (FEWEST <= columns <= MOST and FEWEST <= rows <= MOST):
        limits = f"{FEWEST} to {MOST} cells a side can be read."
        raise FlowDeskError(f"--size {columns}x{rows}: {limits}")
    lattice = Lattice(tuple(arguments.corners), columns, rows)
    if not lattice.is_convex:
        order = "upper left, upper right, lower right, lower left"
        raise FlowDeskError(f"--corners do not go round a board: they are {order}.")
    return lattice


def _corner(text: str) -> tuple[float, float]:
    match = re.fullmatch(r"(\d{1,6}(?:\.\d+)?),(\d{1,6}(?:\.\d+)?)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no corner: write it as X,Y in pixels")
    return float(match[1]), float(match[2])


def _pause(text: str) -> float:
    seconds = options.seconds(text)
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{text} s: it must be more than 0 and at most a day")
    return seconds


STATUS = {Certainty.SURE: OK, Certainty.DOUBTFUL: NOT_SO, Certainty.NOTHING: BAD_INPUT}


class ScanReport:
    """Prints what was read, and keeps the levels; `found` has the status of each picture."""

    def __init__(self, console: Console, arguments: argparse.Namespace) -> None:
        self.console = console
        self.arguments = arguments
        self.found: list[str] = []
        self._levels: dict[Dots, Scan] = {}
        asks_for_pipe = arguments.output == STANDARD_INPUT and not arguments.screen
        self._is_for_pipe = asks_for_pipe and not arguments.json

    @property
    def entries(self) -> list[Entry]:
        """The levels, each once: that of the first picture, or of the first sure one."""
        return [scan.entry for scan in self._levels.values() if scan.entry]

    def show(self, scan: Scan) -> None:
        """Print a scan, and keep its level unless there is one that is at least as sure."""
        console = self.console
        console.seen.add(UNKNOWN if scan.gave_up else STATUS[scan.status])
        console.seen.add(OK if scan.is_answered else UNKNOWN)
        self.found.append(scan.status.value)
        same_as = ""
        if scan.is_level:
            dots = dots_of(scan.puzzle)
            first = self._levels.get(dots)
            if first and (first.status is Certainty.SURE or scan.status is not Certainty.SURE):
                same_as = first.name
            else:
                self._levels.pop(dots, None)
                self._levels[dots] = scan
        if self.arguments.json:
            console.json(as_json(scan))
        headline, *doubts = as_lines(scan, same_as)
        if scan.problem:
            is_named = scan.problem.startswith(scan.name)
            console.error(scan.problem if is_named else f"{scan.name}: {scan.problem}")
        elif self._is_for_pipe:
            if doubts:
                console.error(headline, "\n".join(doubts))
        elif not self.arguments.json:
            console.lines(headline, *(f"  {doubt}" for doubt in doubts))
            if scan.puzzle and self.arguments.output in (None, STANDARD_INPUT):
                console.lines(*rows_of(scan.puzzle))

    def print_levels(self) -> None:
        """Print all levels as a file if they are all that is to be printed."""
        if self._is_for_pipe and self.entries:
            levels = [entry.level for entry in self.entries]
            self.console.text(format_for(Path("levels.txt"), levels).write(self.entries))

    def sum_up(self, target: Path, found: Iterable[str], levels: int) -> None:
        """Print in a line how sure the pictures are, and how many levels were written."""
        if not self.arguments.json:
            counts = Counter(found)
            pictures = counted(counts.total(), "picture")
            numbers = ", ".join(f"{counts[each.value]} {each.value}" for each in Certainty)
            self.console.lines(f"{target}: {pictures} ({numbers}), {counted(levels, 'level')}")


def statuses(row: batch.ScanRow) -> set[int]:
    """Return what a picture in the table means for the exit status."""
    is_unknown = row.columns and not row.solver
    return {STATUS[Certainty(row.status)], UNKNOWN if is_unknown else OK}


def as_json(scan: Scan) -> dict[str, object]:
    puzzle, lattice = scan.puzzle, scan.reading.lattice
    return {
        "picture": scan.name,
        "status": scan.status.value,
        "width": puzzle.width if puzzle else 0,
        "height": puzzle.height if puzzle else 0,
        "rows": rows_of(puzzle) if puzzle else [],
        "box": lattice.box if puzzle and lattice else [],
        "doubts": [{"message": each.message, "cells": each.cells} for each in scan.doubts],
    }


def as_lines(scan: Scan, same_as: str) -> list[str]:
    """Return a headline, and below it the doubts and what was left out."""
    puzzle = scan.puzzle
    line = f"{scan.name}: {scan.status.value}"
    if puzzle:
        says = scan.solver_says if scan.is_answered else "not solved in time"
        line = f"{scan.name}: {puzzle.width}x{puzzle.height}, {scan.status.value}; {says}"
    notes = [described(doubt) for doubt in scan.doubts] + list(scan.remarks)
    if scan.status is Certainty.NOTHING:
        notes.append("In a photo of a board, say where its corners are: --corners and --size.")
    return [line, *notes, *([f"the same level as in {same_as}"] if same_as else [])]


#: What the picture is called.
NAME = "screen"


class ScreenWatch:
    """Reads what `grab` returns, an RGB image of the screen, and shows what is new on it."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        console: Console,
        show: Callable[[Scan], None],
        grab: Callable[[], Any],
    ) -> None:
        self._arguments, self._console = arguments, console
        self._show, self._grab = show, grab
        self._target = _target(arguments)
        self._seen = Watch()
        self._answers: dict[Hashable, CheckResult] = {}
        self._last: tuple[str, Scan] | None = None
        self._shown = 0
        self._problem = ""
        if self._target:
            for entry in check_growing(self._target):
                self._seen.remember(entry.level)

    def once(self) -> None:
        """Show what is on the screen now, new or not."""
        scan = self._answered(self._read())
        self._show(scan)
        if scan.is_level and not self._seen.has(scan):
            self._keep(scan)

    def look(self) -> None:
        """Show what is on the screen if it is a new level."""
        try:
            scan = self._read()
        except FlowDeskError as error:  # such as while the screen is locked
            if str(error) != self._problem:
                self._problem = str(error)
                self._console.error(error)
            return
        if scan.puzzle is not None and not self._seen.has(scan):
            scan = self._answered(scan)
        if self._seen.takes(scan):
            self._shown += 1
            self._show(scan)
            self._keep(scan)
        self._console.progress(f"watching the screen: {self._shown} new so far")

    def _keep(self, scan: Scan) -> None:
        """Add a level to the file, if there is one; it has no title, as the screen has no name."""
        if self._target and scan.entry:
            about = scan.entry.level.about
            untitled = {key: about[key] for key in about if key != "title"}
            append(self._target, scan.entry.noted(untitled))

    def _read(self) -> Scan:
        """Read the screen, unless it has not changed: to search in vain for a board takes long."""
        image = self._grab()
        digest = digest_of(image.tobytes())
        if self._last is None or self._last[0] != digest:
            self._last = digest, scan_of(read_board(image), NAME)
        return self._last[1]

    def _answered(self, scan: Scan) -> Scan:
        """Return a scan with what the solver says within the time limit."""
        if scan.puzzle is None:
            return scan
        dots = dots_of(scan.puzzle)
        if dots not in self._answers:
            self._answers[dots] = self._answer(scan.puzzle)
        return scan.with_answer(self._answers[dots])

    def _answer(self, puzzle: Puzzle) -> CheckResult:
        seconds = self._arguments.timeout or None
        pool = self._arguments.make_pool([partial(ask_solver, puzzle)], 1, seconds)
        with closing(pool.rounds()) as rounds:
            outcome = next(outcome for ended in rounds for _, outcome in ended)
        if isinstance(outcome, Failed):
            self._console.own_error(NAME, outcome.traceback)
        answer: CheckResult | None = last_of(outcome)
        return answer or CheckResult(CheckStatus.UNKNOWN)


def watch(arguments: argparse.Namespace, console: Console, show: Callable[[Scan], None]) -> None:
    """Read the screen as the arguments say, until a signal ends it."""
    from flowdesk.scan.loading import grab_screen  # only here: pictures do not need a screen

    watching = ScreenWatch(arguments, console, show, grab_screen)
    if arguments.every is None:
        watching.once()
        return
    grab_screen()  # where that is not possible at all, say so at once
    while True:
        began = time.monotonic()
        watching.look()
        time.sleep(max(0.0, began + arguments.every - time.monotonic()))


def _target(arguments: argparse.Namespace) -> Path | None:
    """Return the file that levels are added to, if there is one."""
    if arguments.output in (None, STANDARD_INPUT):
        return None
    target = Path(arguments.output)
    if target.is_dir() or not target.suffix:
        raise FlowDeskError(f"{target}: with --screen, name a file, as in 'seen.txt'.")
    return target
