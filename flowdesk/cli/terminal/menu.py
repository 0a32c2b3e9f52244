"""The menu: which level, and whether to play it, to watch it solved, or to quit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flowdesk.cli.terminal.page import Paragraph, Size, fitting
from flowdesk.cli.terminal.player import TerminalGame
from flowdesk.cli.terminal.table import Table
from flowdesk.cli.terminal.view import best_text, keys
from flowdesk.cli.terminal.watching import watch
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.play import saved
from flowdesk.desk.play.choosing import next_unsolved
from flowdesk.desk.play.words import NO_SOLUTION

_PLAY, _WATCH, _QUIT = range(3)

#: Levels that are passed by Page Up and Page Down, and seconds between two looks at the screen.
_MANY, _IDLE = 10, 60.0


@dataclass(frozen=True)
class Levels:
    """Levels with titles to choose from, and sentences on those that cannot be played."""

    puzzles: Sequence[Puzzle]
    first: int = 0
    problems: Sequence[str] = ()


class Menu:
    """The menu on the screen; `run` returns when the player quits."""

    def __init__(self, table: Table, levels: Levels) -> None:
        self._table, self._levels = table, levels
        self._at, self._chosen = levels.first, _PLAY
        self._message = ""
        self._shows_keys = False

    def run(self) -> None:
        """Let the player choose until he quits; KeyboardInterrupt for Ctrl+C."""
        while True:
            self._table.lay(self._levels.puzzles[self._at])
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
            self._go(0 if key == "home" else len(self._levels.puzzles) - 1)
        elif key == "N":
            self._go(self._next_unsolved())
        elif key in ("enter", " "):
            self._begin(self._chosen)
        elif key == "?":
            self._shows_keys = True

    def _go(self, place: int) -> None:
        self._at, self._chosen = max(0, min(place, len(self._levels.puzzles) - 1)), _PLAY

    def _begin(self, chosen: int) -> None:
        table = self._table
        if chosen == _WATCH:
            self._message = watch(table)
            return
        while True:
            table.lay(self._levels.puzzles[self._at])
            if TerminalGame(table).run() != "n":
                return
            self._at = self._next_unsolved()

    def _next_unsolved(self) -> int:
        return next_unsolved(self._levels.puzzles, self._at, self._table.results.of)

    def _paint(self) -> None:
        table, puzzle = self._table, self._table.puzzle
        best = table.results.of(puzzle)
        state = best_text(best) if best else "Not solved yet."
        begun = saved.is_begun(puzzle)
        names = ("Go on" if begun else "Play", "Watch it solved", "Quit")
        choices = [
            Paragraph(
                f"{'>' if number == self._chosen else ' '} {name}", reverse=number == self._chosen
            )
            for number, name in enumerate(names)
        ]
        place, more = [], []
        if (count := len(self._levels.puzzles)) > 1:
            solved = sum(table.results.of(level) is not None for level in self._levels.puzzles)
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
        table, problems = self._table, self._levels.problems
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
