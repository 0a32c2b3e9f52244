"""flowdesk render: write a picture of a level or of its solution, or a booklet of many."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from flowdesk.cli import options, runs
from flowdesk.cli.output import BAD_INPUT, NOT_SO, UNKNOWN, Console
from flowdesk.cli.runs import Named, check_spares
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import make_folder
from flowdesk.desk.pictures.booklet import Layout, pages
from flowdesk.desk.pictures.picture import (
    FORMATS,
    PictureFormat,
    format_of,
    picture_bytes,
    picture_names,
)
from flowdesk.desk.pictures.style import Option, Style, options_of
from flowdesk.draw.pdf import document
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.table import solve

EXAMPLE = """examples:
  flowdesk render level.txt -o level.png
  flowdesk render pack.txt#3 -o third.svg --solution --cell 64 --theme light --labels
  flowdesk render level.txt -o level.gif --seconds 3
  flowdesk render 'https://puzz.link/p?slither/5/5/cbcbcddad' -o loop.svg --solution --labels
  flowdesk render pack.txt -o booklet.pdf --per-page 4 --answers
  flowdesk render pack -o pictures/ --suffix .svg

The suffix decides the kind of picture: .png, .svg and .pdf show the puzzle, or with --solution its
solution; .gif, .apng and .webp animate the solution. A .pdf of several puzzles is a booklet. A
folder, one that is there or a name with a slash at its end, gets a picture of each puzzle."""

_NO_SOLUTION = {
    SolveStatus.INVALID: ("the puzzle is not complete", BAD_INPUT),
    SolveStatus.UNSOLVABLE: ("it has no solution", NOT_SO),
    SolveStatus.UNKNOWN: ("its solution was not found in time", UNKNOWN),
}

#: Options by their names, with their values.
Given: TypeAlias = Mapping[str, object]

#: The options of pictures, then those of booklets; options of both have the help of pictures.
_OPTIONS = {**options_of(Style), **options_of(Layout), **options_of(Style)}


def _known_to(declaring: type, given: Given) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name in options_of(declaring)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_files(parser)
    options.add_output(parser, "PICTURE", f"{', '.join(FORMATS)}; '-' for a PNG on standard output")
    text = "the kind of pictures in a folder (default: .png)"
    parser.add_argument("--suffix", choices=FORMATS, help=text)
    options.add_flag(parser, "--solution", "show the solution")
    for name, option in _OPTIONS.items():
        _add_option(parser, name, option)
    text = "limit for each solution in seconds (default: no limit)"
    parser.add_argument("--timeout", type=options.seconds, default=0, metavar="S", help=text)


def _add_option(parser: argparse.ArgumentParser, name: str, option: Option) -> None:
    flag, kind = f"--{name.replace('_', '-')}", type(option.default)
    if kind is bool:
        parser.add_argument(flag, action="store_true", default=None, help=option.help)
        return
    parser.add_argument(
        flag,
        type=options.seconds if kind is float else kind,
        metavar=option.metavar or None,
        choices=[choice for choice in option.choices if choice] or None,
        help=option.help,
    )


def run(arguments: argparse.Namespace, console: Console) -> None:
    target = Path("standard-output.png" if arguments.output == "-" else arguments.output)
    is_named = target.suffix.lower() in FORMATS
    is_folder = arguments.output.endswith(("/", os.sep)) or (target.is_dir() and not is_named)
    file_format = FORMATS[arguments.suffix or ".png"] if is_folder else format_of(target)
    given = {name: getattr(arguments, name) for name in _OPTIONS}
    given = {name: value for name, value in given.items() if value not in (None, "")}
    style = Style(**_known_to(Style, given))
    style.check()  # before anything is solved
    if arguments.suffix and not is_folder:
        raise FlowDeskError("--suffix is for a folder of pictures: write it behind the name.")
    if arguments.output != "-" and not is_folder:
        runs.check_output(target, arguments.files)
    found = list(runs.readable(arguments, console))
    if not found:
        return
    is_several = len(found) > 1 and not is_folder
    is_booklet = arguments.per_page is not None or arguments.answers or is_several
    if is_booklet and (is_folder or not file_format.paper):
        _refuse_booklet(arguments, found)
    _refuse_meaningless(arguments, given, file_format, is_booklet=is_booklet)
    if is_booklet:
        console.file(arguments.output, _booklet(arguments, given, found, console))
    else:
        if is_folder:
            make_folder(target)
        names = picture_names([puzzle.name for puzzle in found], file_format.suffix)
        paths = [target / name for name in names] if is_folder else [target]
        read = [puzzle.name for puzzle in found if Path(puzzle.name).suffix.lower() in FORMATS]
        for path in paths if is_folder else ():
            check_spares(path, read)
        _write_pictures(arguments, found, paths, style, console)


def _refuse_booklet(arguments: argparse.Namespace, found: list[Named]) -> None:
    if len(found) > 1:
        name = arguments.files[0]
        raise FlowDeskError(
            f"{name} holds {len(found)} puzzles: pick one as in {found[0].name}, or write a .pdf."
            if len(arguments.files) == 1
            else f"{len(found)} puzzles fit in one picture only if it is a .pdf."
        )
    raise FlowDeskError("--per-page and --answers make a booklet: name it .pdf.")


def _refuse_meaningless(
    arguments: argparse.Namespace,
    given: Given,
    file_format: PictureFormat,
    *,
    is_booklet: bool,
) -> None:
    """Raise FlowDeskError if an option was given that this kind of picture ignores."""
    what, known = f"a {file_format.suffix} picture", options_of(Style)
    if is_booklet:
        what, known = "a booklet", options_of(Layout)
        if arguments.solution:
            hint = "--answers puts the solutions at its end."
            raise FlowDeskError(f"--solution has no meaning for {what}. {hint}")
    for name, value in given.items():
        needs = known[name].needs if name in known else ""
        if value and (name not in known or (needs and not getattr(file_format, needs))):
            raise FlowDeskError(f"--{name} has no meaning for {what}.")


def _write_pictures(
    arguments: argparse.Namespace,
    found: list[Named],
    paths: list[Path],
    style: Style,
    console: Console,
) -> None:
    """Write a picture of each level, unless the solution that it should show is not found."""
    suffix = paths[0].suffix.lower()
    is_solved = arguments.solution or FORMATS[suffix].moves
    if is_solved:
        found = _solved(found, arguments, console)
    for puzzle, path in zip(found, paths, strict=True):
        output = "-" if arguments.output == "-" else str(path)
        solution = puzzle.entry.solution if is_solved else None
        if is_solved and solution is None:
            console.error(f"{puzzle.name}: no picture was written.")
            continue

        def show(share: float, output: str = output) -> None:
            console.progress(f"{output}: {share:.0%}")

        console.file(output, picture_bytes(puzzle.level, solution, style, suffix, progress=show))


def _booklet(
    arguments: argparse.Namespace,
    given: Given,
    found: list[Named],
    console: Console,
) -> bytes:
    """Return the booklet of many levels, with the solutions that are found."""
    layout = Layout(**{"title": runs.common_name(arguments.files), **_known_to(Layout, given)})
    layout.check()
    if arguments.answers:
        found = _solved(found, arguments, console)
    return document(pages([puzzle.entry for puzzle in found], layout), title=layout.title)


def _solved(found: list[Named], arguments: argparse.Namespace, console: Console) -> list[Named]:
    """Return the puzzles with their solutions; report those that are not found."""
    wanted = [puzzle for puzzle in found if puzzle.entry.solution is None]
    solutions = {puzzle.name: puzzle.entry.solution for puzzle in found}
    question = runs.Question(solve, SolveResult(SolveStatus.UNKNOWN))
    results = list(runs.results(wanted, [question], arguments, console, done="solved"))
    for puzzle, (result,) in zip(wanted, results, strict=True):
        solutions[puzzle.name] = result.solution
        if result.solution is None:
            reason, status = _NO_SOLUTION[result.status]
            console.error(f"{puzzle.name}: {reason}.", status=status)
            for finding in result.findings:
                console.error(f"{puzzle.name}: {puzzle.entry.describe(finding)}")
    entries = [replace(one.entry, solution=solutions[one.name]) for one in found]
    return [replace(one, entry=entry) for one, entry in zip(found, entries, strict=True)]
