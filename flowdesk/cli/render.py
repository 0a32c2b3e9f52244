"""flowdesk render: a picture of a level or of its solution, or a booklet of many."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from flowdesk.cli import runs
from flowdesk.cli.inputs import Named
from flowdesk.cli.output import BAD_INPUT, NOT_SO, UNKNOWN, Console
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import check_writable, write_atomically
from flowdesk.desk.pictures.booklet import Layout, pages
from flowdesk.desk.pictures.picture import KINDS, Kind, Style, kind_of, picture_bytes
from flowdesk.draw.paper.pdf import PAPERS, document
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.flow.solving.solve import solve

HELP = "write a picture of a level or of its solution, or a booklet of many"
EXAMPLE = """examples:
  flowdesk render level.txt -o level.png
  flowdesk render pack.txt#3 -o third.svg --solution --cell 64 --theme light --labels
  flowdesk render level.txt -o level.gif --seconds 3
  flowdesk render pack.txt -o booklet.pdf --per-page 4 --answers

The suffix says which kind of picture: .png, .svg and .pdf show the level, or with --solution its
solution; .gif, .apng and .webp show how the solution comes about. A .pdf of several levels is a
booklet to print."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a path, folder, '-', FILE#n or puzz.link link"
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="PICTURE",
        help=f"{', '.join(KINDS)}; '-' for a PNG on standard output",
    )
    parser.add_argument("--solution", action="store_true", help="show the solution")
    parser.add_argument("--cell", type=int, metavar="PX", help="default: 48")
    parser.add_argument(
        "--theme",
        metavar="NAME",
        help="a theme's name or file; default: dark, and print for a booklet",
    )
    parser.add_argument("--labels", action="store_true", help="write the labels on the dots")
    parser.add_argument("--caption", action="store_true", help="write title and author below")
    parser.add_argument("--background", default="", metavar="#RRGGBB", help="instead of the theme")
    parser.add_argument("--transparent", action="store_true", help="no background at all")
    parser.add_argument(
        "--seconds",
        type=runs.seconds,
        default=0,
        metavar="S",
        help="how long an animation draws; it stands still for 2.5 more",
    )
    parser.add_argument(
        "--page", default="", choices=sorted(PAPERS), help="the paper of a PDF (booklet: a4)"
    )
    parser.add_argument("--per-page", type=int, metavar="N", help="levels a page: makes a booklet")
    parser.add_argument("--answers", action="store_true", help="solutions at the booklet's end")
    parser.add_argument("--title", default="", help="the booklet's title; default: the file's name")
    parser.add_argument(
        "--timeout", type=runs.seconds, default=0, metavar="S", help="seconds for each solution"
    )


def run(arguments: argparse.Namespace, console: Console) -> None:
    """Paint and write."""
    target = Path("standard-output.png" if arguments.output == "-" else arguments.output)
    kind = kind_of(target)
    style = Style(
        48 if arguments.cell is None else arguments.cell,
        arguments.theme or "dark",
        arguments.labels,
        arguments.background,
        arguments.transparent,
        arguments.caption,
        arguments.seconds,
        arguments.page,
    )
    style.chosen_theme()  # what makes no sense is said before anything is solved
    if arguments.output != "-":
        check_writable(target)
    found = list(runs.readable(arguments.files, console))
    if not found:
        return
    is_booklet = arguments.per_page is not None or arguments.answers or len(found) > 1
    if is_booklet and not kind.paper:
        _refuse_booklet(arguments, found)
    _refuse_meaningless(arguments, kind, is_booklet=is_booklet)
    if is_booklet:
        data: bytes | None = _booklet(arguments, found, console)
    else:
        data = _picture(arguments, found[0], kind, style, console)
    if data is None:
        return
    if arguments.output == "-":
        console.data(data)
    else:
        write_atomically(target, data)
        console.note(f"written to {target}")


def _refuse_booklet(arguments: argparse.Namespace, found: list[Named]) -> None:
    if len(found) > 1:
        name = arguments.files[0]
        raise FlowDeskError(
            f"{name} holds {len(found)} puzzles: pick one as in {found[0].name}, or write a .pdf."
            if len(arguments.files) == 1
            else f"{len(found)} puzzles fit in one picture only if it is a .pdf."
        )
    raise FlowDeskError("--per-page and --answers make a booklet: name it .pdf.")


def _refuse_meaningless(arguments: argparse.Namespace, kind: Kind, *, is_booklet: bool) -> None:
    """FlowDeskError if an option was given that this picture would leave out without a word."""
    of_pictures = ("solution", "cell", "background", "transparent", "caption", "seconds")
    if is_booklet:
        meaningless = list(of_pictures)
    else:
        meaningless = ["title"]
        meaningless += [] if kind.moves else ["seconds"]
        meaningless += [] if kind.paper else ["page"]
    for name in meaningless:
        if getattr(arguments, name) not in (None, False, "", 0):
            hint = " --answers puts the solutions at its end." if name == "solution" else ""
            what = "a booklet" if is_booklet else f"a {kind.suffix} picture"
            raise FlowDeskError(f"--{name} has no meaning for {what}.{hint}")


def _picture(
    arguments: argparse.Namespace, puzzle: Named, kind: Kind, style: Style, console: Console
) -> bytes | None:
    """The picture of one level; None if the solution that it should show is not to be had."""
    if arguments.solution or kind.moves:
        (puzzle,) = _solved([puzzle], arguments, console)
        if puzzle.entry.solution is None:
            console.error(f"{puzzle.name}: no picture was written.")
            return None

    def show(share: float) -> None:
        console.progress(f"{arguments.output}: {share:.0%}")

    solution = puzzle.entry.solution if arguments.solution or kind.moves else None
    data = picture_bytes(puzzle.entry.level, solution, style, kind.suffix, progress=show)
    console.clear_progress()
    return data


def _booklet(arguments: argparse.Namespace, found: list[Named], console: Console) -> bytes:
    """The pages of many levels, with their answers as far as these are known."""
    layout = Layout(
        4 if arguments.per_page is None else arguments.per_page,
        arguments.answers,
        arguments.page or "a4",
        arguments.theme or "print",
        arguments.title or _common_name(arguments.files),
    )
    layout.check()
    if arguments.answers:
        found = _solved(found, arguments, console)
    return document(pages([puzzle.entry for puzzle in found], layout), title=layout.title)


def _common_name(files: list[str]) -> str:
    """What a booklet is called if nobody says: after its only file or folder."""
    return Path(files[0]).stem if len(files) == 1 and Path(files[0]).exists() else ""


def _solved(found: list[Named], arguments: argparse.Namespace, console: Console) -> list[Named]:
    """The same with their solutions; where one is not to be had, that is said."""
    wanted = [puzzle for puzzle in found if puzzle.entry.solution is None]
    solutions = {puzzle.name: puzzle.entry.solution for puzzle in found}
    unknown, timeout = SolveResult(SolveStatus.UNKNOWN), arguments.timeout or None
    results = runs.answers_for(wanted, solve, unknown, timeout, arguments, console)
    for puzzle, result in zip(wanted, results, strict=True):
        solutions[puzzle.name] = result.solution
        if result.solution is None:
            _explain(puzzle, result, console)
    return [
        replace(puzzle, entry=replace(puzzle.entry, solution=solutions[puzzle.name]))
        for puzzle in found
    ]


def _explain(puzzle: Named, result: SolveResult, console: Console) -> None:
    why = {"invalid": "the level is not complete", "unsolvable": "it has no solution"}
    reason = why.get(result.status, "its solution was not found in time")
    console.error(f"{puzzle.name}: {reason}.")
    for finding in result.findings:
        console.error(f"{puzzle.name}: {puzzle.entry.describe(finding)}")
    console.seen.add({"invalid": BAD_INPUT, "unsolvable": NOT_SO}.get(result.status, UNKNOWN))
