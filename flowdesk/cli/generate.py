"""flowdesk generate: make new levels with exactly one solution."""

from __future__ import annotations

import argparse
import contextlib
import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from flowdesk.cli import options, runs
from flowdesk.cli.output import UNKNOWN, Console
from flowdesk.cli.series import (
    MOST,
    TABLE,
    THOUSAND,
    Rated,
    Series,
    SeriesFolder,
    options_typed,
    status,
)
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import listed
from flowdesk.core.storage import check_writable
from flowdesk.desk.work.worker import Died, Failed, Outcome, TimedOut, last_of
from flowdesk.formats.registry import JSON, format_for, holding, write_file
from flowdesk.kinds.answers import Made
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.making import whole_number
from flowdesk.kinds.table import KINDS, kind_of

T = TypeVar("T")

#: The kind of new levels without --kind and --mask.
KIND = next(iter(KINDS.values()))

EXAMPLE = f"""examples:
  flowdesk generate 8x8
  flowdesk generate 10x10 --colors 8-10 --difficulty hard --count 30 --seed 1 -o pack.txt
  flowdesk generate 7x7 --count 1000 --seed 1 -o levels
  flowdesk generate 9x9 --count 1000000 --seed 1 -o levels    goes on after a kill
  flowdesk generate --mask mine.txt --non-touching
  flowdesk generate 10x10 --shape heart --difficulty hard
  flowdesk generate 9x9 --symmetry turn --score 40-60 --needs passage
  flowdesk generate --like begun.json --keep paths --difficulty hard
  flowdesk generate 10x10 --kind slitherlink --difficulty hard --symmetric

The same arguments give the same puzzles as long as the version of the generator is the same; each
puzzle's file holds the version and its seed if its format can. The seed of each puzzle is one more
than that of the puzzle before, so that each can be made again by itself. If the folder has some of
the puzzles already, the others are added.

Of more than {THOUSAND:,} puzzles each further thousand has a folder of its own, and {TABLE}
has a row for each puzzle: its seed, file, verdict, difficulty and more.

exit status: 0 all as requested; 2 an impossible request, or wrong usage; 3 a puzzle is not quite as
requested, or was not found in time: the nearest one is written, with a note"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    text = "columns and rows, as in 10x10"
    parser.add_argument("size", nargs="?", type=options.size, metavar="WxH", help=text)
    text = "a .txt, .slk or .json file, or a folder for one file per puzzle"
    text += " (default: standard output)"
    parser.add_argument("-o", "--output", metavar="FILE|FOLDER", help=text)
    number, text = partial(whole_number, least=1, most=MOST), "number of puzzles (default: 1)"
    parser.add_argument("--count", type=options.typed(number), default=1, metavar="N", help=text)
    text = "seed of the first puzzle (default: random)"
    parser.add_argument("--seed", type=options.seed, metavar="N", help=text)
    kinds = [key for key, kind in KINDS.items() if kind.making]
    parser.add_argument("--kind", choices=kinds, help=f"kind of puzzle (default: {KIND.key})")
    text = "use the size of this puzzle, and its holes and walls"
    parser.add_argument("--mask", metavar="FILE", help=text)
    text = "begin with this puzzle, and keep what is locked in it"
    parser.add_argument("--like", metavar="LEVEL", help=text)
    makings = [kind.making for kind in KINDS.values() if kind.making]
    keeps = dict.fromkeys(what for making in makings for what in making.keeps)
    text = "with --like: what to keep instead of what is locked"
    parser.add_argument("--keep", choices=keeps, help=text)
    text = f"leave the difficulty out of the table of more than {THOUSAND:,} puzzles in a folder:"
    text += " it takes two thirds of the time to make a 9x9,"
    text += " and many times as long to make a large one"
    options.add_flag(parser, "--no-rating", text)
    options.add_search(parser, timeout=None)
    options.add_fields(parser)


def run(arguments: argparse.Namespace, console: Console) -> None:
    series = _series(arguments, console)
    target = None if arguments.output in (None, "-") else Path(arguments.output)
    folder = target if target and (target.is_dir() or not target.suffix) else None
    _check_target(series, target, folder, arguments.json)
    files = SeriesFolder(folder, series, rated=not arguments.no_rating) if folder else None
    if arguments.seed is None and not arguments.quiet:
        seed = series.request.seed
        console.error(f"the seed is {seed}; --seed {seed} makes the same again.")
    for number, note in files.look() if files else ():
        console.error(f"{series.title(number)}: {note}", status=UNKNOWN)
    entries: dict[int, Entry] = {}

    def keep(number: int, rated: Rated) -> None:
        if files:
            files.keep(number, rated)
        elif target and rated.made.level:
            entries[number] = series.entry(number, rated.made)

    try:
        for number, made in all_made(series, files, keep, arguments, console):
            if not made.met:
                console.error(f"{series.title(number)}: {made.report}", status=UNKNOWN)
            if arguments.json:
                console.json(as_json(series, number, made))
            elif made.level and not target:
                entry = series.entry(number, made)
                own = holding(entry.level)
                format = next((each for each in own if each.holds_many or series.count == 1), JSON)
                if number == 1:  # what is left out, such as the seed, is the same of all
                    runs.tell_losses("-", format, [entry], console)
                console.text(format.write([entry]))
        if files:
            files.finish()
    except KeyboardInterrupt:
        if files:
            command = "the same command"
            command += "" if arguments.seed is not None else f" with --seed {series.request.seed}"
            there = series.count - files.left
            console.error(f"{folder} holds {there} of {series.count} puzzles; {command} goes on.")
        raise
    finally:  # keep what has been made after a signal, too
        if target and entries:
            made_ones = [entries[number] for number in sorted(entries)]
            format = format_for(target, [entry.level for entry in made_ones])
            runs.tell_losses(str(target), format, made_ones[:1], console)
            write_file(target, made_ones, format)
            if len(entries) < series.count:
                console.error(f"{target} holds {len(entries)} of {series.count} puzzles.")


def as_json(series: Series, number: int, made: Made) -> dict[str, object]:
    request = series.request_of(number)
    return {
        "puzzle": series.title(number),
        "kind": series.kind.key,
        "status": status(made),
        "width": request.width,
        "height": request.height,
        "seed": request.seed,
        "generator": series.generator.version,
        **series.kind.files.answer_json(made.solution),
        "attempts": made.attempts,
        "report": made.report,
    }


def _series(arguments: argparse.Namespace, console: Console) -> Series:
    """Return the series that the arguments request; FlowDeskError if it is impossible."""
    named = arguments.mask or arguments.like
    shapes = [f"--{name}" for name in ("mask", "like", "shape") if getattr(arguments, name, "")]
    if shapes[1:]:
        raise FlowDeskError(f"{listed(shapes)} each name a shape: leave out {shapes[0]}.")
    if arguments.keep and not arguments.like:
        raise FlowDeskError("--keep is said of the puzzle of --like: name one.")
    mask = runs.single(named, console).level if named else None
    kind = KINDS[arguments.kind] if arguments.kind else kind_of(mask) if mask else KIND
    if mask and kind is not kind_of(mask):
        raise FlowDeskError(f"{named} is no {kind.name} puzzle: leave out --kind.")
    if not kind.making:
        raise FlowDeskError(f"{kind.name} puzzles cannot be generated.")
    size = arguments.size or (mask and (mask.width, mask.height))
    if not size:
        raise FlowDeskError("the size is missing, as in 'flowdesk generate 10x10'.")
    if mask and size != (mask.width, mask.height):
        raise FlowDeskError(f"{named} is {mask.width}x{mask.height}: leave out the size.")
    seed = random.SystemRandom().randrange(10**9) if arguments.seed is None else arguments.seed
    asked = options.asked_fields(arguments, kind)
    if mask and arguments.like:
        if arguments.keep and arguments.keep not in kind.making.keeps:
            keeps = ", ".join(kind.making.keeps) or "nothing but what is locked"
            raise FlowDeskError(f"{kind.name} puzzles keep {keeps}: not {arguments.keep}.")
        request = kind.making.request_like(mask, seed, keep=arguments.keep or "", **asked)
    else:
        request = kind.making.request(size[0], size[1], seed, mask, **asked)
    if wrong := kind.making.problem(request):
        raise FlowDeskError(wrong)
    if (doubt := kind.making.doubt(request)) and not arguments.quiet:
        console.error(doubt)
    others = {name: getattr(arguments, name) for name in ("mask", "like", "keep")}
    typed = options_typed(kind.making, asked, others)
    return Series(kind, kind.making, request, arguments.count, typed)


def _check_target(series: Series, target: Path | None, folder: Path | None, json: bool) -> None:
    """Raise FlowDeskError if the output cannot be written."""
    if folder:
        return  # each file has the format that holds its level
    puzzles = [series.generator.empty(series.request)] * min(series.count, 2)
    is_map = format_for(target, puzzles) is not JSON if target else not json
    if is_map and (wrong := series.generator.map_problem(series.request)):
        instead = "write it to a .json file (-o level.json), or ask for fewer"
        raise FlowDeskError(f"{wrong}: {instead}.")
    if target:
        check_writable(target)


def all_made(
    series: Series,
    files: SeriesFolder | None,
    keep: Callable[[int, Rated], None],
    arguments: argparse.Namespace,
    console: Console,
) -> Iterator[tuple[int, Made]]:
    """Make the levels that are not in the folder in several processes, and yield them in order.

    `keep` gets each as soon as it is made, even if an earlier one is not.
    """
    left = files.left if files else series.count
    numbers: dict[int, int] = {}  # of the levels by their calls
    waiting: dict[int, tuple[int, Made] | None] = {}
    following = 0

    def calls() -> Iterator[Callable[..., Rated]]:
        every = files.numbers() if files else range(1, series.count + 1)
        for at, numbers[at] in enumerate(every):
            yield files.call(numbers[at]) if files else series.call(numbers[at])

    console.progress(f"0 of {left} made")
    pool = arguments.make_pool(calls(), arguments.jobs, arguments.timeout or None)
    with contextlib.closing(pool.rounds()) as rounds:
        for at, outcome in itertools.chain.from_iterable(rounds):
            number = numbers.pop(at)
            if isinstance(outcome, Failed):
                empty = series.generator.empty(series.request)
                runs.tell_failure(series.command(number), empty, outcome, console)
            rated = _as_rated(outcome)
            made = rated.made
            if files and not arguments.json:  # thousands may wait for an earlier one
                made = replace(made, level=None, solution=None)
            waiting[at] = None if files and files.has(number) else (number, made)
            keep(number, rated)
            while following in waiting:
                if ready := waiting.pop(following):
                    yield ready
                following += 1
            console.progress(f"{following + len(waiting)} of {left} made")
    console.clear_progress()


def _as_rated(outcome: Outcome) -> Rated:
    """Return the result of a call, or why there is none."""
    rated = last_of(outcome)
    if isinstance(rated, Rated):
        return rated
    match outcome:
        case TimedOut():
            why = "No puzzle was found within the time limit."
        case Died():
            why = f"The worker process ended (status {outcome.status}); it may be out of memory."
        case _:
            why = "An error in FlowDesk ended the search."
    return Rated(Made(None, None, 0, False, why))
