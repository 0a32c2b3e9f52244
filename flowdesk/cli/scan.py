"""flowdesk scan: read levels from pictures."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from flowdesk.cli import runs
from flowdesk.cli.output import BAD_INPUT, Console
from flowdesk.cli.scan_report import STATUS, Report, summary
from flowdesk.cli.watching import watch
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.scans.batch import PATIENCE, TABLE, ScanFolder, pictures_in, scans
from flowdesk.desk.scans.files import check_target, write_scanned
from flowdesk.desk.scans.scan import Scan, scan_data, scan_file
from flowdesk.desk.work.cores import usable_cores
from flowdesk.desk.work.worker import Failed
from flowdesk.formats.source import STANDARD_INPUT, standard_input
from flowdesk.scan.lattice import Lattice
from flowdesk.scan.reading import Status

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

#: The most cells a side of a board whose corners are set by hand.
_MOST = 50


class _Picture(NamedTuple):
    """A picture to read: its name, and its path unless it is standard input."""

    name: str
    path: Path | None


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
    parser.add_argument(
        "--jobs",
        type=runs.whole,
        default=usable_cores(),
        metavar="N",
        help="number of worker processes (default: the number of usable cores)",
    )


def run(arguments: argparse.Namespace, console: Console) -> None:
    _check_usage(arguments)
    report = Report(console, arguments)
    if arguments.screen:
        watch(arguments, console, report.show)
        return
    lattice = _lattice(arguments)
    pictures = list(_pictures(arguments.files, console))
    target = None if arguments.output in (None, STANDARD_INPUT) else Path(arguments.output)
    is_folder = target and (target.is_dir() or not target.suffix)
    if target and is_folder:
        folder = ScanFolder(target)
        _into_folder(folder, pictures, lattice, report)
    elif target:
        check_target(target)
        _into_file(target, pictures, lattice, report)
    else:
        for scan in _read(pictures, lattice, report):
            report.show(scan)
        report.print_levels()


def _into_folder(
    folder: ScanFolder, pictures: Sequence[_Picture], lattice: Lattice | None, report: Report
) -> None:
    """Write a level for each picture, except for those that the table has already."""
    left = []
    for picture in dict.fromkeys(pictures):
        row = picture.path and not lattice and folder.row_of(picture.name, picture.path)
        if row:
            report.console.seen.add(STATUS[Status(row.status)])
        else:
            left.append(picture)
    if done := len(set(pictures)) - len(left):
        report.console.error(f"{folder.folder / TABLE} has {done} of these pictures already.")
    for scan in _read(left, lattice, report):
        folder.keep(scan)
        report.show(scan)
    if not report.arguments.json:
        report.console.lines(summary(folder, (picture.name for picture in pictures)))


def _into_file(
    target: Path, pictures: Sequence[_Picture], lattice: Lattice | None, report: Report
) -> None:
    """Write the levels of all pictures to a file; after a signal, those that were read."""
    try:
        for scan in _read(pictures, lattice, report):
            report.show(scan)
    finally:
        if report.entries:
            write_scanned(target, report.entries)
        else:
            report.console.error(f"{target} was not written: no level was read.")


def _read(pictures: Sequence[_Picture], lattice: Lattice | None, report: Report) -> Iterator[Scan]:
    """Read the pictures in several processes, and yield the scans in order."""
    console, arguments = report.console, report.arguments
    calls = [
        partial(scan_file, path, name, lattice)
        if path
        else partial(scan_data, standard_input(), name, lattice)
        for name, path in pictures
    ]

    def tell(name: str, failed: Failed) -> None:
        console.own_error(name, failed.traceback)

    done = 0
    console.progress(f"0 of {len(calls)} pictures")
    for ready in scans(
        calls,
        [picture.name for picture in pictures],
        workers=arguments.jobs,
        seconds=arguments.timeout or None,
        on_failure=tell,
        make_pool=arguments.make_pool,
    ):
        for scan in ready:
            yield scan
            done += 1
            console.progress(f"{done} of {len(calls)} pictures")
    console.clear_progress()


def _pictures(arguments: Sequence[str], console: Console) -> Iterator[_Picture]:
    for argument in arguments:
        if not argument:
            console.error("'' is no picture: an argument is empty.", status=BAD_INPUT)
        elif argument == STANDARD_INPUT:
            yield _Picture(argument, None)
        elif os.path.isdir(argument):
            found = pictures_in(Path(argument))
            if not found:
                text = f"{argument}: there is no picture in this folder or below it."
                console.error(text, status=BAD_INPUT)
            yield from (_Picture(str(path), path) for path in found)
        else:
            yield _Picture(argument, Path(argument))


def _check_usage(arguments: argparse.Namespace) -> None:
    """Raise FlowDeskError if the options do not fit together."""
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
    if not (1 <= columns <= _MOST and 1 <= rows <= _MOST):
        raise FlowDeskError(f"--size {columns}x{rows}: 1 to {_MOST} cells a side can be read.")
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
    if seconds > 86_400:
        raise argparse.ArgumentTypeError(f"{text} s is more than a day")
    return seconds
