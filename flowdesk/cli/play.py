"""flowdesk play: play levels in the terminal, or watch how they are solved; the menu for that."""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import sys
from collections.abc import Iterator, Sequence
from functools import partial

from flowdesk.cli import options, runs
from flowdesk.cli.output import BAD_INPUT, Console
from flowdesk.cli.runs import Named, puzzles
from flowdesk.cli.terminal.game import TerminalGame, best_text, keys
from flowdesk.cli.terminal.screen import Size, check_terminal, opened
from flowdesk.cli.terminal.table import Paragraph, Table, fitting
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle, noted
from flowdesk.core.storage import shipped
from flowdesk.desk.pictures.playback import Playback
from flowdesk.desk.play.adviser import NO_SOLUTION
from flowdesk.desk.play.choosing import Wish, at_random, next_unsolved
from flowdesk.desk.play.results import Results
from flowdesk.desk.play.round import is_begun
from flowdesk.desk.work.worker import Done
from flowdesk.formats.registry import STANDARD_INPUT
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
        ChoiceOfLevel(table, found, first, problems).run()


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


_PLAY, _WATCH, _QUIT = range(3)

#: Levels that are passed by Page Up and Page Down, and seconds between two looks at the screen.
_MANY, _IDLE = 10, 60.0


class ChoiceOfLevel:
    """The menu on the screen; `run` returns when the player quits.

    There are levels with titles to choose from, beginning `at` one, and sentences on those that
    cannot be played.
    """

    def __init__(
        self, table: Table, levels: Sequence[Puzzle], at: int, problems: Sequence[str]
    ) -> None:
        self._table, self._levels, self._problems = table, levels, problems
        self._at, self._chosen = at, _PLAY
        self._message = ""
        self._shows_keys = False

    def run(self) -> None:
        """Let the player choose until he quits; KeyboardInterrupt for Ctrl+C."""
        while True:
            self._table.lay(self._levels[self._at])
            if self._shows_keys:
                self._table.show_text(keys(self._table.rules.keys))
            else:
                self._paint()
            key = self._table.key(_IDLE)
            if key == "ctrl c":
                raise KeyboardInterrupt
            if self._shows_keys:
                self._shows_keys = key in ("", "resize")
                continue
            if key in ("q", "escape") or (key == "enter" and self._chosen == _QUIT):
                return
            self._press(key)

    def _press(self, key: str) -> None:
        self._message = "" if key else self._message
        steps = {"n": 1, "right": 1, "p": -1, "left": -1, "page down": _MANY, "page up": -_MANY}
        if key in ("up", "down"):
            self._chosen = (self._chosen + (1 if key == "down" else -1)) % 3
        elif key in steps:
            self._go(self._at + steps[key])
        elif key in ("home", "end"):
            self._go(0 if key == "home" else len(self._levels) - 1)
        elif key == "N":
            self._go(self._next_unsolved())
        elif key in ("enter", " "):
            self._begin(self._chosen)
        elif key == "?":
            self._shows_keys = True

    def _go(self, place: int) -> None:
        self._at, self._chosen = max(0, min(place, len(self._levels) - 1)), _PLAY

    def _begin(self, chosen: int) -> None:
        table = self._table
        if chosen == _WATCH:
            self._message = watch(table)
            return
        while True:
            table.lay(self._levels[self._at])
            if TerminalGame(table).run() != "n":
                return
            self._at = self._next_unsolved()

    def _next_unsolved(self) -> int:
        return next_unsolved(self._levels, self._at, self._table.results.of)

    def _paint(self) -> None:
        table, puzzle = self._table, self._table.puzzle
        best = table.results.of(puzzle)
        state = best_text(best) if best else "Not solved yet."
        names = ("Go on" if is_begun(puzzle) else "Play", "Watch it solved", "Quit")
        choices = [Paragraph(f"  {name}") for name in names]
        choices[self._chosen] = Paragraph(f"> {names[self._chosen]}", reverse=True)
        place, more = [], []
        if (count := len(self._levels)) > 1:
            solved = sum(table.results.of(level) is not None for level in self._levels)
            place = [Paragraph(f"Level {self._at + 1} of {count}, {solved} solved", "faint")]
            more = [Paragraph("n, p: next, previous level; N: next unsolved", "faint")]
        lines = [
            Paragraph(puzzle.title, "strong"),
            Paragraph(table.kind.words.size_text(puzzle), "faint"),
            *place,
            Paragraph(state),
            Paragraph(),
            *choices,
            Paragraph(),
            *more,
            Paragraph("Arrows and Enter choose; ?: the keys of the game", "faint"),
            *[Paragraph(text, "strong") for text in self._remarks()],
        ]
        drawings = table.drawings(table.rules.begin(puzzle))
        if isinstance(fitting(drawings, lines, table.screen.size), Size):
            table.show_text(lines)
        else:
            table.show(drawings, lines, lines)

    def _remarks(self) -> list[str]:
        """Return what should be known before playing."""
        table, problems = self._table, self._problems
        remarks = [self._message] if self._message else []
        if table.is_unsolvable:
            remarks.append(NO_SOLUTION)
        elif not table.solution and not table.is_checking:
            remarks.append("It is not known whether this level has a solution.")
        if table.problem:
            remarks.append(table.problem)
        if table.results.problem:
            remarks.append(table.results.problem)
        if problems:
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            remarks.append(f"Left out: {problems[0]}{more}")
        return remarks


_FRAME_SECONDS = 0.04


def watch(table: Table) -> str:
    """Solve the level on the screen and show how; return a sentence if that was not possible."""
    board = table.rules.begin(table.puzzle)
    if table.solution is None and not table.is_checking:
        table.check()
    while table.solution is None:
        if table.is_unsolvable:
            return ""  # the menu says so
        if not table.is_checking:
            problem, table.problem = table.problem or "No solution was found.", ""
            return problem
        _show(table, board, {}, "Solving ... Esc: stop")
        if table.key(1.0) in ("escape", "ctrl c", "q"):
            table.stop_check()
            return "Stopped."
    playback = Playback(table.kind.drawing.steps(board, table.solution))
    shown: dict[Cell, object] = {}
    playback.play(table.clock())
    while True:
        for step in playback.tick(table.clock()):
            shown.update(step.segments)
        over = "Solved. Any key: menu" if playback.finished else "Space: pause  Esc: menu"
        _show(table, board, shown, over)
        key = table.screen.key(_FRAME_SECONDS if playback.playing else 1.0)
        if key in ("escape", "ctrl c", "q") or (playback.finished and key not in ("", "resize")):
            return ""
        if key == " ":
            if playback.playing:
                playback.pause()
            else:
                playback.play(table.clock())


def _show(table: Table, board: Puzzle, shown: dict[Cell, object], message: str) -> None:
    said, size = Paragraph(message), Paragraph(table.kind.words.size_text(board), "faint")
    beside = [Paragraph(board.title, "strong"), size, Paragraph(), said]
    table.show(table.drawings(board, shown), beside, [Paragraph(board.title), said])
