"""flowdesk play: play levels in the terminal."""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import sys
from collections.abc import Iterator
from functools import partial

from flowdesk.cli import options, runs
from flowdesk.cli.output import BAD_INPUT, Console
from flowdesk.cli.runs import Named, puzzles
from flowdesk.cli.terminal.menu import Menu
from flowdesk.cli.terminal.screen import check_terminal, opened
from flowdesk.cli.terminal.table import Table
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle, noted
from flowdesk.core.storage import shipped
from flowdesk.desk.play.choosing import Wish, at_random, next_unsolved
from flowdesk.desk.play.results import Results
from flowdesk.desk.work.worker import Done
from flowdesk.formats.source import STANDARD_INPUT
from flowdesk.kinds.table import KINDS, kind_of

EXAMPLE = """examples:
  flowdesk play                               the levels that come with FlowDesk
  flowdesk play puzzles/07x07-big-wave.txt    one level, or all of a file or folder
  flowdesk play --random --size 10x10         a level at random
  flowdesk play --size 9x9 --seed 7           a new level
  flowdesk play --kind slitherlink            only Slitherlinks

In a game, ? shows all keys: arrows and Enter draw, u is undo, h a hint, Esc leads back to the menu.
The game is kept, and goes on where it stopped. The level's file is never changed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    text = "a path, a folder, '-', FILE#n or a puzz.link link"
    text += " (default: the levels that come with FlowDesk)"
    parser.add_argument("file", nargs="?", metavar="FILE|PACK", help=text)
    parser.add_argument("--random", action="store_true", help="begin with a level at random")
    text = "only levels of this size; without FILE a new one, unless --random finds one"
    parser.add_argument("--size", type=options.size, metavar="WxH", help=text)
    parser.add_argument("--seed", type=options.seed, metavar="N", help="seed of what is random")
    options.add_kind(parser)


def run(arguments: argparse.Namespace, console: Console) -> None:
    chance = random.Random(arguments.seed)
    problems: list[str] = []
    is_new = arguments.size and not arguments.file and not arguments.random
    found = [] if is_new else list(_found(arguments, console, problems))
    if not found and problems:
        return
    if not found:
        if arguments.file and not arguments.random:
            width, height = arguments.size
            problem = f"{arguments.file}: there is no level of {width}x{height}."
            raise FlowDeskError(f"{problem} With --random, a new one is made.")
        found = [_new(arguments, chance, console)]
    results = Results()
    first = next_unsolved(found, -1, results.of)
    if arguments.random:
        first = at_random(range(len(found)), lambda index: results.of(found[index]), chance) or 0
    if arguments.file == STANDARD_INPUT:
        _take_keyboard()
    check_terminal()
    with opened() as screen, contextlib.closing(Table(screen, results)) as table:
        Menu(table, found, first, problems).run()


def _found(
    arguments: argparse.Namespace, console: Console, problems: list[str]
) -> Iterator[Puzzle]:
    """Yield the levels that can be played; report the others, and add why to the `problems`."""
    place = arguments.file or str(shipped("puzzles"))
    for one in puzzles([place], arguments.kind if arguments.file else ""):
        try:
            if isinstance(one, FlowDeskError):
                raise one
            level = _playable(one)
        except FlowDeskError as error:
            problems.append(str(error))
            console.error(error, status=BAD_INPUT)
            continue
        if Wish(arguments.kind, arguments.size).fits(level):
            yield level


def _playable(puzzle: Named) -> Puzzle:
    """Return a complete level of a kind that can be played; FlowDeskError if it is none."""
    level: Puzzle = runs.complete(puzzle).level
    if not kind_of(level).playing:
        raise FlowDeskError(f"{puzzle.name}: {kind_of(level).name} puzzles cannot be played.")
    if level.title:
        return level
    return noted(level, {**level.about, "title": os.path.basename(puzzle.name)})


def _new(arguments: argparse.Namespace, chance: random.Random, console: Console) -> Puzzle:
    """Make a level of the requested size; FlowDeskError if that is impossible."""
    wish = Wish(arguments.kind or next(iter(KINDS)), arguments.size)
    kind, request = wish.request(chance, arguments.seed)
    generator, size = kind.making, f"{request.width}x{request.height}"
    assert generator
    check_terminal()  # before long work
    console.progress(f"making a level of {size}")
    pool = arguments.make_pool([partial(generator.generate, request)], 1)
    with contextlib.closing(pool.rounds()) as rounds:
        outcome = next(outcome for ended in rounds for _, outcome in ended)
    console.clear_progress()
    if not isinstance(outcome, Done) or outcome.value.level is None:
        raise FlowDeskError(f"No level of {size} was found. Try another size or seed.")
    about = {"title": f"{size}, seed {request.seed}", **generator.about(request)}
    level: Puzzle = outcome.value.level
    return noted(level, {**level.about, **about})


def _take_keyboard() -> None:
    """Read keys from the terminal where the level came from standard input."""
    with contextlib.suppress(OSError):
        terminal = os.open("/dev/tty", os.O_RDWR)
        os.dup2(terminal, sys.stdin.fileno())
        os.close(terminal)
