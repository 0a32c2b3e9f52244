"""flowdesk cnf: a level as a formula that any SAT solver can read."""

from __future__ import annotations

import argparse
from collections.abc import Hashable
from pathlib import Path

from flowdesk.cli import runs
from flowdesk.cli.output import Console
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import check_writable, write_atomically
from flowdesk.core.terminal import printable
from flowdesk.kinds.flow.findings import incomplete
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.kinds.flow.solving.numbering import forbid_loops
from flowdesk.sat.dimacs import dimacs

HELP = "write the formula of a level as DIMACS, for any SAT solver"
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
    if wrong := incomplete(level):
        raise FlowDeskError(f"{puzzle.name}: {puzzle.entry.describe(wrong[0])}")
    strictly = arguments.non_touching or not level.touching
    text = formula(level, puzzle.name, lazy=arguments.lazy, touching=not strictly)
    if arguments.output == "-":
        console.text(text)
    else:
        write_atomically(Path(arguments.output), text.encode())
        console.note(f"written to {arguments.output}")


def formula(level: Level, name: str, *, lazy: bool, touching: bool) -> str:
    """The formula of a complete level as DIMACS; with `lazy`, its models may hold loops."""
    encoding = Encoding(level, touching=touching)
    if not touching:
        encoding.forbid_touching()
    about = [f"{_one_line(name)} as written by FlowDesk"]
    if lazy:
        about.insert(
            0,
            "lazy: loops without endpoints are not excluded, so a model may not be a solution "
            "(without a model there is no solution)",
        )
    else:
        forbid_loops(encoding)
    about.append("paths may touch themselves" if touching else "no path touches itself")
    about.append(f"the board is {level.width} x {level.height}, cells are (x,y) from (0,0)")
    for number, (label, ends) in enumerate(level.pairs.items()):
        about.append(
            f"colour {number} is {_one_line(label)}, from {_cell(ends[0])} to {_cell(ends[1])}"
        )
    return dimacs(encoding.cnf, about, describe)


def _one_line(text: str) -> str:
    """A text for a comment: in ASCII, and without an end of line."""
    return printable(text).encode("ascii", "backslashreplace").decode()


def describe(key: Hashable) -> str:
    """What a variable of a level's formula means."""
    match key:
        case ("edge", (a, b)):
            return f"a path steps from {_cell(a)} to {_cell(b)} or back"
        case ("bit", cell, bit):
            return f"bit {bit} of the number of the colour of {_cell(cell)}"
        case ("differs", (a, b), bit):
            return f"only if bit {bit} of the colours of {_cell(a)} and {_cell(b)} differs"
        case ("number", cell, bit):
            return f"bit {bit} of the number of {_cell(cell)} along its path"
        case ("forward", (a, b)):
            return f"if there is a step, it leads from {_cell(a)} to {_cell(b)}"
    raise AssertionError(f"no words for {key!r}")


def _cell(cell: object) -> str:
    assert isinstance(cell, tuple)
    return f"({cell[0]},{cell[1]})"
