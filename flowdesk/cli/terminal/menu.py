"""The menu: which level, and whether to play it, to watch how it is solved, or to quit."""

from __future__ import annotations

from collections.abc import Sequence

from flowdesk.cli.terminal.game import TerminalGame, best_text, keys
from flowdesk.cli.terminal.screen import Size
from flowdesk.cli.terminal.table import Paragraph, Table, fitting
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.pictures.playback import Playback
from flowdesk.desk.play.adviser import NO_SOLUTION
from flowdesk.desk.play.choosing import next_unsolved
from flowdesk.desk.play.round import is_begun

_PLAY, _WATCH, _QUIT = range(3)

#: Levels that are passed by Page Up and Page Down, and seconds between two looks at the screen.
_MANY, _IDLE = 10, 60.0


class Menu:
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
