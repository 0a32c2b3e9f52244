"""flowdesk rules --encodings: compare encodings of the rules of the game on equal terms."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path

from flowdesk.cli import runs
from flowdesk.cli.inputs import Named, check_spares
from flowdesk.cli.output import NOT_SO, OK, UNKNOWN, Console
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import check_writable, write_atomically
from flowdesk.desk.pictures.picture import format_of
from flowdesk.kinds.answers import SolveStatus
from flowdesk.lab.encodings import NOTE, Encoded, as_json, chart, compare, table
from flowdesk.lab.rule_text import too_large
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--encodings",
        action="store_true",
        help="instead, compare encodings of all rules: their sizes, and what they take to solve",
    )
    parser.add_argument("--plot", metavar="PICTURE", help="draw a chart of the encodings, as .png")


def run(puzzle: Named, arguments: argparse.Namespace, console: Console) -> None:
    """Compare the encodings of a complete puzzle."""
    chosen = {"--only": arguments.only, "--without": arguments.without, "--steps": arguments.steps}
    for option in (name for name, value in chosen.items() if value is not None):
        raise FlowDeskError(f"--encodings compares all rules of the game: leave out {option}.")
    target = Path(arguments.plot) if arguments.plot else None
    if target:
        if format_of(target).suffix != ".png":
            raise FlowDeskError(f"{target}: charts are written as .png.")
        check_writable(target)
        check_spares(target, [arguments.file])
    level = puzzle.entry.level
    if large := too_large(level, FORMS[0]):
        raise FlowDeskError(f"{puzzle.name} {large}")
    questions = [runs.Question(compare, (), doing="comparing encodings of")]
    timeout = arguments.timeout or None
    ((found,),) = runs.results([puzzle], questions, timeout, arguments, console)
    is_all = len(found) == len(book_of(level).encodings)
    is_solved = is_all and found[0].status is SolveStatus.SOLVED
    console.seen.add(OK if is_solved else NOT_SO if is_all else UNKNOWN)
    if arguments.json:
        encodings = [as_json(each) for each in found]
        console.json({"puzzle": puzzle.name, "complete": is_all, "encodings": encodings})
    else:
        console.lines(*as_lines(puzzle, found, is_all=is_all))
    if target and found:
        title = f"{Path(puzzle.name).name}: the rules of the game as clauses"
        write_atomically(target, chart(found, title))


def as_lines(puzzle: Named, found: tuple[Encoded, ...], *, is_all: bool) -> list[str]:
    """Return a headline, the table, and what its columns are."""
    if not found:
        return [f"{puzzle.name}: unknown: the time limit was reached"]
    unsolvable = "" if found[0].status is SolveStatus.SOLVED else ": there is no solution"
    lines = [f"{puzzle.name}, the rules of the game as clauses{unsolvable}"]
    rows = table(found)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *figures in rows:
        aligned = (f"{text:>{width}}" for text, width in zip(figures, widths[1:], strict=True))
        lines.append(f"  {name:<{widths[0]}}  {'  '.join(aligned)}")
    if not is_all:
        lines.append("  The time limit was reached: the other encodings are unknown.")
    known = book_of(puzzle.entry.level).encodings[: len(found)]
    for note in (NOTE, *(f"{each.name}: {each.tip}." for each in known)):
        lines += ["", *textwrap.wrap(note, 78, initial_indent="  ", subsequent_indent="  ")]
    return lines
