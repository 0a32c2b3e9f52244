"""flowdesk cnf: write a level as a formula that any SAT solver can read."""

from __future__ import annotations

import argparse
from pathlib import Path

from flowdesk.cli import runs
from flowdesk.cli.output import Console
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import check_writable, write_atomically
from flowdesk.core.terminal import printable
from flowdesk.desk.knowledge.questions import strict
from flowdesk.formats.registry import check_spares_picture
from flowdesk.kinds.answers import Formula
from flowdesk.kinds.table import kind_of
from flowdesk.sat.cnf import dimacs

EXAMPLE = """examples:
  flowdesk cnf level.txt -o level.cnf && minisat level.cnf
  flowdesk cnf level.txt -o - --lazy | head
  flowdesk cnf instances.slk#3 -o third.cnf

Comments at the beginning name the rules and explain every variable."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    runs.add_file(parser)
    runs.add_output(parser, "FILE.cnf", "'-' for standard output")
    parser.add_argument(
        "--lazy",
        action="store_true",
        help="leave out the clauses against loops, or several of them: much smaller, but models "
        "may have these",
    )
    runs.add_non_touching(parser, "no path may run beside itself")


def run(arguments: argparse.Namespace, console: Console) -> None:
    if arguments.output != "-":
        check_writable(Path(arguments.output))
        check_spares_picture(Path(arguments.output))
    puzzle = runs.single(arguments.file, console, arguments.kind)
    kind = kind_of(puzzle.entry.level)
    if kind.formula is None:
        raise FlowDeskError(f"{puzzle.name}: {kind.name} puzzles cannot be written as formulas.")
    level = runs.complete(puzzle).entry.level
    level = strict(level) if arguments.non_touching else level
    text = as_dimacs(kind.formula(level, lazy=arguments.lazy), puzzle.name)
    if arguments.output == "-":
        console.text(text)
    else:
        write_atomically(Path(arguments.output), text.encode())
        console.note(f"written to {arguments.output}")


def as_dimacs(formula: Formula, name: str) -> str:
    """Return a formula as DIMACS, with comments in ASCII that name its puzzle."""
    about = [f"{name} as written by FlowDesk", *formula.about]
    if formula.gap:
        about.insert(
            0,
            f"lazy: {formula.gap}, so a model may not be a solution "
            "(without a model there is no solution)",
        )
    return dimacs(formula.cnf, map(_as_comment, about), formula.describe)


def _as_comment(text: str) -> str:
    return printable(text).encode("ascii", "backslashreplace").decode()
