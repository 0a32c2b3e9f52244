"""flowdesk bench: run several engines on the same levels; write a table and a chart."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from flowdesk.cli import options, runs
from flowdesk.cli.output import UNKNOWN, Console
from flowdesk.cli.runs import Named
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.growing_csv import append, as_csv
from flowdesk.core.storage import write_atomically
from flowdesk.core.text import printable
from flowdesk.kinds.answers import SolveStatus
from flowdesk.kinds.table import KINDS
from flowdesk.lab.engine_names import ALL_ENGINES, check_engines
from flowdesk.lab.race import (
    HEADER,
    Race,
    Run,
    csv_file,
    engines_for,
    in_numbers,
    in_words,
    race_chart,
    read_runs,
    standings,
)

EXAMPLE = """examples:
  flowdesk bench puzzles/*.txt --engines sat,distance --timeout 5
  flowdesk bench puzzles/packs --csv out.csv --plot out.png     continues out.csv

engines: sat (the SAT solver); cdcl and dpll (a SAT solver in Python on the same formula as sat,
with learning and without); and for Flow only, two that backtrack: distance (one path after another)
and cells (one cell after another)

a race is among puzzles of one kind: that of the first one, or of --kind

nodes are steps forward, of SAT solvers decisions; they and conflicts are empty where not known, as
with pycosat, which tells only the answer"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_files(parser)
    text = f"engines to compare (default: those for the kind, of {','.join(ALL_ENGINES)})"
    parser.add_argument("--engines", metavar="NAME,...", help=text)
    options.add_timeout(parser, 10, "each run")
    text = "runs on each level (default: 3)"
    parser.add_argument("--runs", type=options.whole, default=3, metavar="N", help=text)
    text = "runs at a time (default: the number of usable cores; 1 gives the most exact times)"
    options.add_jobs(parser, text)
    text = "write a row for each run; an existing file is continued"
    parser.add_argument("--csv", metavar="FILE", help=text)
    parser.add_argument("--plot", metavar="PICTURE", help="draw a chart of time by size, as .png")


def run(arguments: argparse.Namespace, console: Console) -> None:
    given = arguments.engines.split(",") if arguments.engines else []
    engines = check_engines(name.strip() for name in given)
    target = Path(arguments.csv) if arguments.csv else None
    if arguments.plot:
        runs.check_chart(Path(arguments.plot), arguments.files)
    if target:
        runs.check_output(target, arguments.files)
    kinds: list[str] = []

    def raceable(puzzle: Named) -> Named:
        runs.complete(runs.for_engines(puzzle, engines))
        kinds.append(puzzle.level.kind)
        if kinds[-1] != kinds[0]:
            race = f"the race is among {KINDS[kinds[0]].name} puzzles"
            other = f"--kind {kinds[-1]} races those of this kind."
            raise FlowDeskError(f"{puzzle.name}: {race}; {other}")
        return puzzle

    named = runs.readable(arguments, console, raceable)
    levels = [(printable(each.name), each.level) for each in named]
    engines = engines or engines_for([level for _, level in levels])
    runs_before = read_runs(target) if target and target.exists() else []
    limit = arguments.timeout or math.inf  # what has reached a shorter one runs again
    unknown = SolveStatus.UNKNOWN
    done = [each for each in runs_before if each.status != unknown or each.seconds >= limit]
    found = list(done)
    if target is None:
        console.lines(",".join(HEADER))
    else:  # a killed program may have left an incomplete line
        write_atomically(target, csv_file(done))
    race = Race(
        levels,
        engines,
        timeout=arguments.timeout or None,
        runs=arguments.runs,
        workers=arguments.jobs,
        before=done,
        on_failure=partial(runs.tell_failure, console=console),
        make_pool=arguments.make_pool,
    )
    with closing(race):
        while race.running:
            race.wait()
            for each in race.poll():
                found.append(each)
                if target:
                    append(target, [each])
                else:
                    console.lines(as_csv([each]).rstrip("\n"))
            console.progress(f"{len(found)} of {len(found) + race.left} runs")
    console.clear_progress()
    _sum_up([each for each in found if each.engine in engines], arguments, console)


def _sum_up(found: Sequence[Run], arguments: argparse.Namespace, console: Console) -> None:
    if any(each.status == SolveStatus.UNKNOWN for each in found):
        console.seen.add(UNKNOWN)
    if arguments.csv:
        row = "{:>9}  {:<9} {:>6} {:>7}  {:<10}  {:<9} {:>9} {:>9}".format
        names = ("size", "engine", "levels", "unknown", "median", "worst", "nodes", "conflicts")
        console.lines(row(*names))
        for each in standings(found):
            size = f"{each.width:>4}x{each.height:<4}"
            times = in_words(each.median), in_words(each.worst)
            counts = in_numbers(each.nodes), in_numbers(each.conflicts)
            console.lines(row(size, each.engine, each.levels, each.unknown, *times, *counts))
    if arguments.plot and found:
        write_atomically(Path(arguments.plot), race_chart(found))
