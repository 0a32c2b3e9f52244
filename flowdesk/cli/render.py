"""flowdesk render: a picture of a level or of its solution."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flowdesk.cli import runs
from flowdesk.cli.inputs import Named, single_puzzle
from flowdesk.cli.output import BAD_INPUT, NOT_SO, UNKNOWN, Console
from flowdesk.core.storage import write_atomically
from flowdesk.desk.picture import Style, kind_of, picture_bytes
from flowdesk.draw.theme import THEMES
from flowdesk.flow.solution import Solution
from flowdesk.flow.solve import SolveResult, solve

HELP = "write a picture of a level or of its solution"
EXAMPLE = """examples:
  flowdesk render level.txt -o level.png
  flowdesk render pack.txt#3 -o third.png --solution --cell 64 --theme light --labels"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument("file", metavar="FILE", help="a path, '-' or FILE#n")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="PICTURE",
        help=".png, or '-' for standard output",
    )
    parser.add_argument("--solution", action="store_true", help="show the solution")
    parser.add_argument("--cell", type=int, default=48, metavar="PX", help="default: 48")
    parser.add_argument("--theme", default="dark", choices=sorted(THEMES), help="default: dark")
    parser.add_argument("--labels", action="store_true", help="write the labels on the dots")
    parser.add_argument("--background", default="", metavar="#RRGGBB", help="instead of the theme")
    parser.add_argument("--transparent", action="store_true", help="no background at all")
    parser.add_argument(
        "--timeout", type=runs.seconds, default=0, metavar="S", help="seconds for the solution"
    )


def run(arguments: argparse.Namespace, console: Console) -> None:
    """Paint and write."""
    if arguments.output != "-":
        kind_of(Path(arguments.output))
    style = Style(
        arguments.cell,
        arguments.theme,
        arguments.labels,
        arguments.background,
        arguments.transparent,
    )
    style.chosen_theme()  # what makes no sense is said before anything is solved
    puzzle = single_puzzle(arguments.file)
    solution = _solution(puzzle, arguments, console) if arguments.solution else None
    if arguments.solution and solution is None:
        return
    data = picture_bytes(puzzle.entry.level, solution, style)
    if arguments.output == "-":
        sys.stdout.buffer.write(data)
    else:
        write_atomically(Path(arguments.output), data)
        console.note(f"{puzzle.name}: written to {arguments.output}")


def _solution(puzzle: Named, arguments: argparse.Namespace, console: Console) -> Solution | None:
    """The solution to show; if there is none to be had, that is said, and None is returned."""
    if puzzle.entry.solution:
        return puzzle.entry.solution
    result: SolveResult = runs.answer(
        solve, SolveResult("unknown"), puzzle, arguments.timeout or None, console
    )
    if result.solution is None:
        why = {"invalid": "the level is not complete", "unsolvable": "it has no solution"}
        reason = why.get(result.status, "its solution was not found in time")
        console.error(f"{puzzle.name}: no picture was written: {reason}.")
        for finding in result.findings:
            console.error(f"{puzzle.name}: {puzzle.entry.describe(finding)}")
        status = {"invalid": BAD_INPUT, "unsolvable": NOT_SO}.get(result.status, UNKNOWN)
        console.seen.add(status)
    return result.solution
