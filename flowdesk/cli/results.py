"""flowdesk results: collect what players of a published pack sent back, and show its figures."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from flowdesk.cli.output import BAD_INPUT, Console, in_column
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import decode, read_bytes
from flowdesk.core.text import counted
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.play.results import time_text
from flowdesk.desk.publishing.results import Collected, PlayerFigures, keys_of, wrong_turns
from flowdesk.formats.registry import STANDARD_INPUT, standard_input

EXAMPLE = """examples:
  flowdesk results puzzles                  the figures of what was collected
  flowdesk results puzzles anna.txt b.txt   collect the results in these texts first
  xclip -o | flowdesk results pack.txt -

A text may hold several results, and what a chat puts round them. They are kept in the folder of the
pack, in results.flowdesk. Of each player the result that was made last counts, whenever it came.
Times and moves are medians of those who solved a level."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pack", metavar="PACK", help="a folder of puzzles, or a file of several")
    parser.add_argument("texts", metavar="FILE", nargs="*", help="a text with results, or '-'")
    parser.add_argument("--json", action="store_true", help="print one line of JSON a level")


def run(arguments: argparse.Namespace, console: Console) -> None:
    pack = Pack(Path(arguments.pack))
    if pack.unavailable:
        raise FlowDeskError(pack.unavailable)
    collected = Collected(pack.path)
    for name in arguments.texts:
        _collect(name, collected, pack, console)
    collected.refresh()
    levels = [(item.name, item.level) for item in pack.items if item.level]
    if not levels:
        raise FlowDeskError(f"{pack.path}: there is no puzzle in this pack.")
    show = _show_json if arguments.json else _show_table
    show(levels, collected, console)


def _collect(name: str, collected: Collected, pack: Pack, console: Console) -> None:
    """Add the results in a text, and tell what is wrong with it."""
    try:
        data = standard_input() if name == STANDARD_INPUT else read_bytes(Path(name))
        said, wrong = collected.add(decode(data), keys_of(pack))
    except FormatError as error:
        console.error(error.at(source=error.source or name), status=BAD_INPUT)
    except FlowDeskError as error:
        console.error(error, status=BAD_INPUT)
    else:
        for problem in wrong:
            console.error(problem.at(source=name), status=BAD_INPUT)
        if said:
            console.note(said)


def _show_json(
    levels: Sequence[tuple[str, Puzzle]], collected: Collected, console: Console
) -> None:
    for number, (name, level) in enumerate(levels, 1):
        figures = collected.figures_of(level)
        about = {"number": number, "puzzle": name, "title": level.title}
        console.json({**about, **asdict(figures), "wrong": wrong_turns(level, figures)})


def _show_table(
    levels: Sequence[tuple[str, Puzzle]], collected: Collected, console: Console
) -> None:
    """Print a row for each level; players are counted who have begun it.

    Titles are last: whatever is in them moves no figure from its column.
    """
    rows: list[tuple[str, ...]] = [("", "players", "solved", "time", "moves", "hints", "title")]
    for number, (name, level) in enumerate(levels, 1):
        rows.append((str(number), *_texts(collected.figures_of(level)), level.title or name))
    *figures, titles = zip(*rows, strict=True)
    lines = map("  ".join, zip(*map(in_column, figures), titles, strict=True))
    players = counted(len(collected.players), "player")
    console.lines(*lines, f"Results of {players}. Times and moves are medians of who solved it.")


def _texts(figures: PlayerFigures) -> tuple[str, ...]:
    """Return players, solved, time, moves and hints; what nobody has done is a line."""
    if not figures.players:
        return ("-",) * 5
    seconds, moves = figures.seconds, figures.moves
    time = "-" if seconds is None else time_text(seconds)
    counts = f"{figures.players:,}", f"{figures.solved:,}"
    return *counts, time, "-" if moves is None else f"{moves:g}", f"{figures.hints:,}"
