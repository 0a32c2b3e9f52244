"""flowdesk improve: make a puzzle harder, easier or otherwise another one, by few changes."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from flowdesk.cli import options, runs
from flowdesk.cli.output import BAD_INPUT, OK, UNKNOWN, Console
from flowdesk.cli.series import status
from flowdesk.core.storage import check_writable
from flowdesk.desk.knowledge.variations import Improved, improved
from flowdesk.formats.registry import JSON, format_for, holding, write_file
from flowdesk.kinds.answers import Difficulty, Made
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.table import kind_of

EXAMPLE = """examples:
  flowdesk improve level.txt --to harder
  flowdesk improve level.json --to 40-60 --seed 1 -o harder.json    what is locked in it stays
  flowdesk improve level.txt --to fewer-colours
  flowdesk improve level.txt --to hard --more-walls 0-4 --apart
  flowdesk improve slitherlink.json --to fewer-clues

Beginning with its solution, a few paths or a part of the loop lead another way, until the puzzle is
as asked and still has exactly one solution; with another --seed, another way. What is locked in it
stays. Further options ask for more than --to.

exit status: 0 it is as asked; 3 it is not
quite, and the nearest one is written; 2 it cannot be changed so"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_file(parser)
    parser.add_argument(
        "--to",
        required=True,
        metavar="WHAT",
        help="harder, easier, a word for a difficulty, a score such as 40-60, fewer-colours, "
        "no-touching, fewer-clues, or more-clues",
    )
    text = "another way to it (default: 1)"
    parser.add_argument("--seed", type=options.seed, default=1, metavar="N", help=text)
    text = "where to write it (default: standard output)"
    parser.add_argument("-o", "--output", metavar="FILE", help=text)
    options.add_search(parser, timeout=None)
    options.add_fields(parser, of_shape=False)


def run(arguments: argparse.Namespace, console: Console) -> None:
    target = None if arguments.output in (None, "-") else Path(arguments.output)
    if target:
        check_writable(target)
    arguments.files = [arguments.file]
    asked: dict[str, object] = {}

    def prepared(puzzle: runs.Named) -> runs.Named:
        asked.update(options.asked_fields(arguments, kind_of(puzzle.level), of_shape=False))
        return puzzle

    function = partial(improved, to=arguments.to, seed=arguments.seed, asked=asked)
    unknown = Improved(Made(None, None, 0, False, "Nothing was found within the time limit."))
    question = runs.Question(function, unknown, doing="improving")
    for puzzle, (found,) in runs.raced([question], arguments, console, prepared=prepared):
        made = found.made
        ends_with = BAD_INPUT if found.problem else OK if made.met else UNKNOWN
        if ends_with or not arguments.quiet:
            console.error(f"{puzzle.name}: {made.report}", status=ends_with)
        if arguments.json:
            console.json(as_json(puzzle, found))
        if made.level is None:
            continue
        entry = Entry(made.level)
        if target:
            write_file(target, [entry], format_for(target, [entry.level]))
        elif not arguments.json:
            console.text(next(iter(holding(entry.level)), JSON).write([entry]))


def as_json(puzzle: runs.Named, found: Improved) -> dict[str, object]:
    made = found.made
    return {
        "puzzle": puzzle.name,
        "kind": kind_of(puzzle.level).key,
        "status": status(made),
        "before": _difficulty(found.before),
        "after": _difficulty(found.after),
        **kind_of(puzzle.level).files.answer_json(made.solution),
        "attempts": made.attempts,
        "report": made.report,
    }


def _difficulty(rated: Difficulty | None) -> dict[str, object] | None:
    return {"level": rated.level, "score": rated.score} if rated else None
