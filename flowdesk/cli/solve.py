"""flowdesk solve: the solution of each puzzle."""

from __future__ import annotations

import argparse
from functools import partial

from flowdesk.cli import runs
from flowdesk.cli.inputs import Named
from flowdesk.cli.output import BAD_INPUT, NOT_SO, OK, UNKNOWN, Console, findings_json
from flowdesk.draw.ansi import ansi
from flowdesk.draw.theme import DARK
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.kinds.flow.tiles import covers, level_scene
from flowdesk.lab.backtracking import engines
from flowdesk.lab.race import ALL_ENGINES, check_engines

HELP = "solve puzzles"
EXAMPLE = """examples:
  flowdesk solve puzzles/07x07-big-wave.txt    the solution, in colour in a terminal
  flowdesk solve --json --timeout 10 puzzles > solutions.jsonl
  flowdesk solve --engine distance --timeout 10 puzzles/05x05-four-corners.txt

engines: sat (PicoSAT), and two that backtrack: distance (one path after another, those with close
endpoints first) and cells (cell by cell; it only finds solutions that do not touch themselves)"""

_STATUS = {
    SolveStatus.SOLVED: OK,
    SolveStatus.UNSOLVABLE: NOT_SO,
    SolveStatus.UNKNOWN: UNKNOWN,
    SolveStatus.INVALID: BAD_INPUT,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a path, folder, '-', FILE#n or puzz.link link"
    )
    parser.add_argument(
        "--engine",
        default=ALL_ENGINES[0],
        metavar="NAME",
        help=f"{', '.join(ALL_ENGINES[:-1])} or {ALL_ENGINES[-1]}; default: {ALL_ENGINES[0]}",
    )
    runs.add_arguments(parser, timeout=None)


def run(arguments: argparse.Namespace, console: Console) -> None:
    """Solve and print."""
    (engine,) = check_engines([arguments.engine])
    function = solve if engine == "sat" else partial(engines.run, engine=engine)
    unknown = SolveResult(SolveStatus.UNKNOWN)
    for puzzle, result in runs.answers(function, unknown, arguments, console):
        console.seen.add(_STATUS[result.status])
        if arguments.json:
            console.json(as_json(puzzle, result))
        else:
            console.lines(*as_lines(puzzle, result, non_touching=arguments.non_touching))
            show_board(puzzle.entry.level, result.solution, console)


def as_json(puzzle: Named, result: SolveResult) -> dict[str, object]:
    """The result as the contract writes it."""
    level = puzzle.entry.level
    return {
        "puzzle": puzzle.name,
        "kind": "flow",
        "width": level.width,
        "height": level.height,
        "status": result.status,
        "touching": result.touching,
        "paths": dict(result.solution.paths) if result.solution else {},
        "seconds": round(result.seconds, 6),
        "rounds": result.rounds,
        "findings": findings_json(result.findings),
    }


def as_lines(puzzle: Named, result: SolveResult, *, non_touching: bool) -> list[str]:
    """The result as a person reads it: a headline, and what is to be said of it."""
    level = puzzle.entry.level
    strictly = (non_touching or not level.touching) and not result.findings
    words = {
        "solved": "solved, touching itself" if result.touching else "solved",
        "unsolvable": "no non-touching solution" if strictly else "no solution",
        "unknown": "unknown" + ": the search was ended before it could tell" * (not result.note),
        "invalid": "not a complete level",
    }[result.status]
    lines = [f"{puzzle.name}: {words}"]
    lines += [f"  {puzzle.entry.describe(finding)}" for finding in result.findings]
    return lines + ([f"  {result.note}"] if result.note else [])


def show_board(level: Level, solution: Solution | None, console: Console) -> None:
    """Print the solved level, if it is one: in colour, or as letters."""
    if solution and console.takes_colors:
        console.drawing(ansi(level_scene(level, covers(solution), labels=True), DARK))
    elif solution:
        console.lines(*letters(level, solution))


def letters(level: Level, solution: Solution) -> list[str]:
    """The rows of a solved level: each cell as the label of its path, holes as ``#``."""
    label_of = solution.label_of
    longest = max(map(len, solution.paths))
    gap = " " if longest > 1 else ""
    return [
        gap.join(label_of.get((x, y), "#").ljust(longest) for x in range(level.width)).rstrip()
        for y in range(level.height)
    ]
