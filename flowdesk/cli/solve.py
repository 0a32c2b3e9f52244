"""flowdesk solve: find the solution of each puzzle."""

from __future__ import annotations

import argparse
from functools import partial

from flowdesk.cli import options, runs
from flowdesk.cli.output import BAD_INPUT, Console, findings_json
from flowdesk.cli.runs import Named
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.draw.ansi import ansi
from flowdesk.formats.registry import FORMATS
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.entry import Format
from flowdesk.kinds.table import board_scene, kind_of, solve
from flowdesk.lab.engine_names import ALL_ENGINES, check_engines

EXAMPLE = """examples:
  flowdesk solve puzzles/07x07-big-wave.txt    the solution, in colour in a terminal
  flowdesk solve --json --timeout 10 puzzles > solutions.jsonl
  flowdesk solve --engine distance --timeout 10 puzzles/05x05-four-corners.txt
  flowdesk solve instances.txt --format course    Slitherlinks as a course has them, with answers

engines: sat (the SAT solver); cdcl and dpll, a SAT solver in Python to look at, with learning and
without; and for Flow only, distance and cells, which backtrack (one path after another; one cell
after another, only to solutions in which no path touches itself)"""

_ANSWERS = {format.key: format for format in FORMATS if format.answer}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_files(parser)
    usual = ALL_ENGINES[0]
    text = f"one of {', '.join(ALL_ENGINES)} (default: {usual})"
    parser.add_argument("--engine", default=usual, metavar="NAME", help=text)
    text = f"print puzzles and answers as in a file: {', '.join(_ANSWERS)}"
    parser.add_argument("--format", choices=_ANSWERS, metavar="KEY", help=text)
    options.add_search(parser, timeout=None)


def run(arguments: argparse.Namespace, console: Console) -> None:
    (engine,) = check_engines([arguments.engine])
    function, prepared = solve, runs.as_is
    if engine != "sat":
        from flowdesk.lab.race import timed  # hardly any search is by another engine

        function = partial(timed, engine=engine)
        prepared = partial(runs.for_engines, engines=[engine])
    question = runs.Question(function, SolveResult(SolveStatus.UNKNOWN))
    for puzzle, (result,) in runs.raced([question], arguments, console, prepared=prepared):
        console.seen.add(runs.STATUS[result.status])
        if arguments.json:
            console.json(as_json(puzzle, result))
        elif arguments.format:
            _show_answer(_ANSWERS[arguments.format], puzzle, result, console)
        else:
            console.lines(*as_lines(puzzle, result))
            show_board(puzzle.level, result.solution, console)


def _show_answer(format: Format, puzzle: Named, result: SolveResult, console: Console) -> None:
    """Print a puzzle and its answer in a format; report what is not known, and other kinds."""
    kind = kind_of(puzzle.level)
    if format.kinds is not None and kind.key not in format.kinds:
        console.seen.add(BAD_INPUT)
        console.error(f"{puzzle.name}: {format.called} cannot hold {kind.name} puzzles.")
    elif format.answer:
        console.lines(*format.answer(puzzle.level, result))
        if result.status not in (SolveStatus.SOLVED, SolveStatus.UNSOLVABLE):
            headline, *details = as_lines(puzzle, result)
            console.error(headline, "\n".join(details))


def as_json(puzzle: Named, result: SolveResult) -> dict[str, object]:
    level = puzzle.level
    kind = kind_of(level)
    return {
        "puzzle": puzzle.name,
        "kind": level.kind,
        "width": level.width,
        "height": level.height,
        "status": result.status,
        **({"touching": result.touching} if kind.solving.has_strict_rule else {}),
        **kind.files.answer_json(result.solution),
        "seconds": round(result.seconds, 6),
        "rounds": result.rounds,
        "findings": findings_json(result.findings),
    }


def as_lines(puzzle: Named, result: SolveResult) -> list[str]:
    """Return a headline, and below it the findings and the engine's note."""
    level = puzzle.level
    lines = [f"{puzzle.name}: {kind_of(level).words.found_verdict(level, result).line}"]
    lines += [f"  {puzzle.entry.describe(finding)}" for finding in result.findings]
    return lines + ([f"  {result.note}"] if result.note else [])


def show_board(level: Puzzle, solution: Answer | None, console: Console) -> None:
    """Print the solution if there is one: in colour, or where that cannot be, as letters."""
    if not solution:
        return
    kind = kind_of(level)
    if console.takes_colors:
        segments = kind.drawing.segments(level, solution)
        drawing = ansi(board_scene(level, segments, labels=True))
        if console.can_print(drawing):
            console.drawing(drawing)
            return
    console.lines(*kind.words.letters(level, solution))
