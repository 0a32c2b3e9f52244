"""flowdesk check-cnf: tell whether formulas have exactly a puzzle's solutions as answers."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from flowdesk.cli import options, runs
from flowdesk.cli.decode import answer_rows, check_names, read_file
from flowdesk.cli.output import BAD_INPUT, NOT_SO, OK, UNKNOWN, Console
from flowdesk.cli.rules import answer_json, as_broken
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.formats.registry import STANDARD_INPUT
from flowdesk.kinds.table import strict
from flowdesk.lab.own import Exactness, Judged, Own, explored, formulas_below, judge, verdict

EXAMPLE = """examples:
  flowdesk check-cnf level.txt own.cnf
  flowdesk check-cnf level.txt submissions            a table of all formulas in a folder
  flowdesk check-cnf level.txt submissions --json

Comments say what variables mean, by the names that 'flowdesk cnf' writes: 'c var 17 = P(1,2,R,t)'
(or 'c variable 17: P(1,2,R,t): ...'). Other variables are helpers: they may have any values. A
formula is exact if what its models say of the named variables are the solutions of the puzzle, all
of them and no others. Exit status: 0 if all formulas are exact, 1 if one is not, 3 if that is
unknown."""

_STATUS = {Exactness.EXACT: OK, Exactness.INEXACT: NOT_SO, Exactness.UNKNOWN: UNKNOWN}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_file(parser)
    text = "a path, '-', or a folder of .cnf files"
    parser.add_argument("files", nargs="+", metavar="FORMULA", help=text)
    options.add_flag(parser, "--json", "print one line of JSON for each formula")
    options.add_timeout(parser, 60, "each formula", "; then it is 'unknown'")
    options.add_jobs(parser)
    options.add_non_touching(parser, "no path may touch itself")


def run(arguments: argparse.Namespace, console: Console) -> None:
    if arguments.file == STANDARD_INPUT and STANDARD_INPUT in arguments.files:
        raise FlowDeskError("Only one of FILE and FORMULA can be standard input.")
    puzzle = runs.complete(runs.single(arguments.file, console, arguments.kind))
    check_names(puzzle.name, puzzle.level)
    level = strict(puzzle.level) if arguments.non_touching else puzzle.level
    is_table = any(Path(name).is_dir() for name in arguments.files) and not arguments.json
    names = _formulas(arguments.files, console)
    width = max(map(len, names), default=0)
    read = [(name, _read(name, level, console)) for name in names]
    asked = [replace(puzzle.at(level), name=name, with_it=(own,)) for name, own in read if own]
    questions = [runs.Question(judge, Judged(), doing="checking")]
    judged = runs.results(asked, questions, arguments, console)
    for name, own in read:
        if own is None:
            if is_table:
                console.lines(f"{name:<{width}}  cannot be read")
            continue
        (found,) = next(judged)
        console.seen.add(_STATUS[found.status])
        if arguments.json:
            console.json(_as_json(puzzle.name, name, level, own, found))
        elif is_table:
            size = f"{own.variables:>6,} variables  {len(own.clauses):>7,} clauses"
            console.lines(f"{name:<{width}}  {found.status:<9}  {size}  {verdict(found)}")
        else:
            head = f"{name}: {found.status}: {verdict(found)}."
            console.lines(head, *_as_lines(level, found, console))


def _read(name: str, level: Puzzle, console: Console) -> Own | None:
    """Return the formula in a file; None, and say why, if it cannot be read."""
    try:
        return read_file(name, level)
    except FlowDeskError as error:
        console.error(error, status=BAD_INPUT)
        return None


def _formulas(arguments: list[str], console: Console) -> list[str]:
    """Return the files that are named, and those in folders; report folders without any."""
    found: list[str] = []
    for argument in arguments:
        if argument == STANDARD_INPUT or not Path(argument).is_dir():
            found.append(argument)
            continue
        paths, errors = formulas_below(argument)
        for error in errors:
            console.error(error, status=BAD_INPUT)
        found += map(str, paths)
    return found


def _as_lines(level: Puzzle, found: Judged, console: Console) -> list[str]:
    """Return the answers that are wrong or missing, each drawn on the board."""
    lines: list[str] = []
    if found.allows is not None:
        lines += ["It allows this wrong answer:", *answer_rows(level, found.allows, console)]
        broken = as_broken(level, explored(level, found.allows), "")
        lines += [f"  {found.odd}"] if found.odd else broken
    if found.forbids is not None:
        which = "the" if found.solutions == 1 else "this"
        lines += [f"It forbids {which} solution:", *answer_rows(level, found.forbids, console)]
    return lines


def _as_json(puzzle: str, name: str, level: Puzzle, own: Own, found: Judged) -> dict[str, object]:
    def answer(shown: object) -> dict[str, object] | None:
        return None if shown is None else answer_json(level, explored(level, shown))

    return {
        "puzzle": puzzle,
        "formula": name,
        "status": found.status,
        "allows": answer(found.allows),
        "forbids": answer(found.forbids),
        "contradictory": not found.has_answer,
        "solutions": found.solutions,
        "variables": own.variables,
        "named": len(own.keys),
        "clauses": len(own.clauses),
        "seconds": round(found.seconds, 6),
    }
