"""flowdesk scan: read levels from pictures."""

from __future__ import annotations

import argparse
import os
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from flowdesk.cli import runs
from flowdesk.cli.output import BAD_INPUT, Console
from flowdesk.cli.scan_report import Report, statuses
from flowdesk.cli.watching import watch
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import files_below
from flowdesk.core.text import counted
from flowdesk.desk.scans.batch import PATIENCE, TABLE, ScanFolder, scans
from flowdesk.desk.scans.files import check_target, write_scanned
from flowdesk.desk.scans.run import BatchRun
from flowdesk.desk.scans.scan import Scan, scan_data, scan_file
from flowdesk.desk.work.worker import Failed
from flowdesk.formats.puzz_link import is_link
from flowdesk.formats.registry import PICTURE
from flowdesk.formats.source import STANDARD_INPUT, standard_input
from flowdesk.scan.samples import FEWEST, MOST, Lattice

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
{TABLE}: pictures that it has are not read again unless they have changed.

exit status: 0 all sure; 1 a picture is doubtful; 2 one shows no board or cannot be read; 3 the
time was over before the solver had an answer or a picture was read"""


#: The name of a picture and its path, or a call that reads it.
_Picture: TypeAlias = tuple[str, Path | Callable[..., Scan]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        metavar="PICTURE|FOLDER",
        help="a picture, a folder for all pictures in it and below it, or '-'",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE|FOLDER",
        help="a .txt or .json file for all levels, a folder for one file per picture, or '-' for "
        "the levels alone on standard output",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON per picture")
    parser.add_argument(
        "--corners",
        nargs=4,
        type=_corner,
        metavar="X,Y",
        help="where the corners of the board are, for a photo: upper left, upper right, lower "
        "right, lower left, in pixels; needs --size",
    )
    parser.add_argument(
        "--size", type=runs.size, metavar="WxH", help="columns and rows, with --corners"
    )
    parser.add_argument("--screen", action="store_true", help="read the board on the screen")
    parser.add_argument(
        "--every",
        type=_pause,
        metavar="S",
        help="with --screen: again every S seconds, each new level once",
    )
    runs.add_timeout(
        parser,
        PATIENCE,
        f"limit for each picture in seconds, 0 for no limit (default: {PATIENCE:g})",
    )
    runs.add_jobs(parser)


def run(arguments: argparse.Namespace, console: Console) -> None:
    _check_usage(arguments)
    report = Report(console, arguments)
    if arguments.screen:
        watch(arguments, console, report.show)
        return
    pictures = list(_pictures(arguments.files, _lattice(arguments), console))
    target = None if arguments.output in (None, STANDARD_INPUT) else Path(arguments.output)
    if target and (target.is_dir() or not target.suffix):
        _into_folder(BatchRun(ScanFolder(target), list(dict(pictures).items())), report)
    elif target:
        _into_file(target, pictures, report)
    else:
        for scan in _read(pictures, report):
            report.show(scan)
        report.print_levels()


def _into_folder(run: BatchRun, report: Report) -> None:
    """Write a level for each picture, except for those that the table has already."""
    console, folder = report.console, run.folder.folder
    try:
        deque(run.look(), maxlen=0)
        for row in run.rows.values():
            console.seen |= statuses(row)
        if run.rows:
            console.error(f"{folder / TABLE} has {len(run.rows)} of these pictures already.")
        for scan in _read([run.pictures[number] for number in run.left], report):
            run.keep(scan)
            report.show(scan)
    except KeyboardInterrupt:
        _tell_stopped(len(run.rows), len(run.pictures), "the same command goes on.", console)
        raise
    rows = run.rows.values()
    levels = {row.file for row in rows if row.file}
    report.sum_up(folder, [row.status for row in rows], len(levels))


def _into_file(target: Path, pictures: Sequence[_Picture], report: Report) -> None:
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


def _read(pictures: Sequence[_Picture], report: Report) -> Iterator[Scan]:
    """Read the pictures in several processes, and yield the scans in order."""
    console, arguments = report.console, report.arguments
    count = len(pictures)

    def tell(name: str, failed: Failed) -> None:
        console.own_error(name, failed.traceback)

    def show_progress() -> None:
        if count > 1:
            console.progress(f"{done} of {count} pictures")

    done = 0
    show_progress()
    for ready in scans(
        pictures,
        workers=arguments.jobs,
        seconds=arguments.timeout or None,
        on_failure=tell,
        make_pool=arguments.make_pool,
        by_content=arguments.cluster is not None,
    ):
        for scan in ready:
            yield scan
            done += 1
            show_progress()
    console.clear_progress()


def _pictures(
    arguments: Sequence[str], lattice: Lattice | None, console: Console
) -> Iterator[_Picture]:
    for argument in arguments:
        if not argument:
            console.error("'' is no picture: an argument is empty.", status=BAD_INPUT)
        elif argument == STANDARD_INPUT:
            yield argument, partial(scan_data, standard_input(), argument, lattice)
        elif is_link(argument):
            text = f"{argument}: links to pictures are not read. Save the picture first."
            console.error(text, status=BAD_INPUT)
        elif os.path.isdir(argument):
            found, errors = files_below(argument, PICTURE.suffixes)
            for error in errors:
                console.error(error, status=BAD_INPUT)
            if not found and not errors:
                text = f"{argument}: there is no picture in this folder or below it."
                console.error(text, status=BAD_INPUT)
            yield from ((str(path), path) for path in found)
        elif lattice:
            yield argument, partial(scan_file, Path(argument), argument, lattice)
        else:
            yield argument, Path(argument)


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
    upper_left, upper_right, lower_right, lower_left = arguments.corners
    lattice = Lattice((upper_left, upper_right, lower_right, lower_left), columns, rows)
    if not lattice.is_convex:
        raise FlowDeskError(
            "--corners do not go round a board: they are upper left, upper right, lower right, "
            "lower left."
        )
    return lattice


def _corner(text: str) -> tuple[float, float]:
    match = re.fullmatch(r"(\d{1,6}(?:\.\d+)?),(\d{1,6}(?:\.\d+)?)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no corner: write it as X,Y in pixels")
    return float(match[1]), float(match[2])


def _pause(text: str) -> float:
    seconds = runs.seconds(text)
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{text} s: it must be more than 0 and at most a day")
    return seconds
