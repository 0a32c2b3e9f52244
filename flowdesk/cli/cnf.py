"""flowdesk cnf: a level as a formula that any SAT solver can read."""

from __future__ import annotations

import argparse
from pathlib import Path

from flowdesk.cli import runs
from flowdesk.cli.output import Console
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import check_writable, write_atomically
from flowdesk.core.terminal import printable
from flowdesk.desk.knowledge.questions import strict
from flowdesk.kinds.answers import Formula
from flowdesk.kinds.table import kind_of
from flowdesk.sat.dimacs import dimacs

EXAMPLE = """examples:
  flowdesk cnf level.txt -o level.cnf && minisat level.cnf
  flowdesk cnf level.txt -o - --lazy | head

Comments at its beginning name the rules and say what every variable means."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument("file", metavar="FILE", help="a path, '-', FILE#n or puzz.link link")
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE.cnf", help="'-' for standard output"
    )
    parser.add_argument(
        "--lazy",
        action="store_true",
        help="leave out that there are no loops: much smaller, but its models may hold some",
    )
    parser.add_argument("--non-touching", action="store_true", help="no path may run beside itself")


def run(arguments: argparse.Namespace, console: Console) -> None:
    """Encode and write."""
    if arguments.output != "-":
        check_writable(Path(arguments.output))
    puzzle = runs.single(arguments.file, console)
    level = puzzle.entry.level
    kind = kind_of(level)
    if kind.formula is None:
        raise FlowDeskError(f"{puzzle.name}: {kind.name} puzzles cannot be written as formulas.")
    if wrong := kind.incomplete(level):
        raise FlowDeskError(f"{puzzle.name}: {puzzle.entry.describe(wrong[0])}")
    level = strict(level) if arguments.non_touching else level
    text = as_dimacs(kind.formula(level, lazy=arguments.lazy), puzzle.name)
    if arguments.output == "-":
        console.text(text)
    else:
        write_atomically(Path(arguments.output), text.encode())
        console.note(f"written to {arguments.output}")


def as_dimacs(formula: Formula, name: str) -> str:
    """The formula of the puzzle of this name as DIMACS, with comments in ASCII."""
    about = [f"{name} as written by FlowDesk", *formula.about]
    if formula.gap:
        about.insert(
            0,
            f"lazy: {formula.gap}, so a model may not be a solution "
            "(without a model there is no solution)",
        )
    return dimacs(formula.cnf, map(_one_line, about), formula.describe)


def _one_line(text: str) -> str:
    """A text for a comment: in ASCII, and without an end of line."""
    return printable(text).encode("ascii", "backslashreplace").decode()
