"""TerminalGame: a game of a level, and what each key does in it."""

from __future__ import annotations

from collections.abc import Callable

from flowdesk.cli.terminal.table import Table
from flowdesk.cli.terminal.view import GameView, TextCursor, solved_text
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import places
from flowdesk.desk.play import saved
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.results import Result
from flowdesk.desk.play.round import Round
from flowdesk.desk.play.words import NO_SOLUTION
from flowdesk.kinds.known import Known

#: The sides that arrows point to, as in `core.grid.SIDES`.
_SIDES = {"left": "l", "right": "r", "up": "t", "down": "b"}


class TerminalGame:
    """A game on the screen; `run` returns when the player leaves it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        problem = ""
        try:
            game = saved.resume(table.puzzle, table.clock)
        except FlowDeskError as error:
            problem = str(error)
            game = Game(table.puzzle, table.clock)
        cursor = TextCursor(game.puzzle)
        self._round = now = Round(game, cursor, table.results, table.jobs, self._known, "H")
        self._view = GameView(table, now, cursor)
        self._say = self._view.say
        self._say(problem)
        self._restarts = False
        now.changed.connect(self._changed, now)
        now.solved.connect(self._solved, now)
        now.adviser.advised.connect(self._advised, now)
        now.adviser.failed.connect(table.fail, now)
        player, adviser = now.player, now.adviser
        self._commands: dict[str, Callable[[], object]] = {
            "u": self._undo,
            "r": self._redo,
            "ctrl r": self._redo,
            "R": self._restart,
            "h": lambda: self._ask(adviser.hint),
            "H": lambda: self._ask(adviser.help),
            "c": lambda: self._ask(adviser.check),
            "t": self._trial,
            "T": self._drop,
            "?": self._show_keys,
            "enter": self._enter,
            "backspace": player.press_backspace,
            "delete": player.press_delete,
        }

    def run(self) -> str:
        """Play until the player leaves; return the key: "n" for the next level, else "escape"."""
        now, table, view = self._round, self._table, self._view
        game = now.game
        if table.is_unsolvable:
            self._say(NO_SOLUTION)
        elif game.is_begun and not view.message:
            self._say("You go on where you stopped.")
        try:
            while True:
                if is_seen := view.paint():
                    game.go_on()
                else:
                    game.pause()
                key = table.key(1 - game.seconds % 1)
                if not key:
                    self._idle()
                elif view.shows_keys and key != "ctrl c":
                    view.shows_keys = key == "resize"
                elif key in ("escape", "ctrl c"):
                    if key == "ctrl c" or not self._let_go():
                        return "escape"
                elif game.solved and key in ("n", "N", "enter"):
                    return "n" if key != "enter" else "escape"
                elif is_seen:
                    self._press(key)
        finally:
            now.end()
            self._save()

    # Keys

    def _press(self, key: str) -> None:
        self._restarts = self._restarts and key == "R"
        player, puzzle = self._round.player, self._round.game.puzzle
        if key in self._commands:
            self._commands[key]()
        elif key.removeprefix("shift ") in _SIDES:
            if player.hand.pen:
                self._say("")
            side = _SIDES[key.removeprefix("shift ")]
            player.press_arrow(side, shift=key.startswith("shift "))
        elif key in ("home", "end"):
            _, y = self._view.cursor.target
            player.go_to((0 if key == "home" else puzzle.width - 1, y))
        elif len(key) == 1:
            player.press_key(key)

    def _enter(self) -> None:
        player = self._round.player
        had = player.hand.pen
        player.press_enter()
        if player.hand.pen:
            self._say("")
        elif had:
            return
        elif self._round.game.rules.can_take_up:
            self._say("There is nothing to take up here: Enter takes up an endpoint or a path.")
        else:
            self._say("Enter does nothing here. Press ? for the keys.")

    def _show_keys(self) -> None:
        self._view.shows_keys = True

    def _let_go(self) -> bool:
        """Stop what goes on: a search, a line in hand, marks; return whether there was any."""
        if self._round.adviser.stop():
            self._say("Stopped.")
        elif self._round.player.drop():
            pass
        elif self._view.is_marked:
            self._say("")
        else:
            return False
        return True

    # Moves

    def _changed(self) -> None:
        """Say how near the end is, unless a move is still being made."""
        game = self._round.game
        if not game.gesture:
            self._say(game.progress.nearly)

    def _solved(self, result: Result, best: Result) -> None:
        self._view.wave()
        self._say(f"{solved_text(result, best)} {self._table.results.problem}")

    def _undo(self) -> None:
        if not self._round.player.drop():
            self._step(self._round.game.undo_label, "undone", self._round.game.undo)

    def _redo(self) -> None:
        self._round.player.drop()
        self._step(self._round.game.redo_label, "done again", self._round.game.redo)

    def _step(self, label: str, what: str, step: Callable[[], object]) -> None:
        step()
        if label and self._round.game.solved:
            return  # the result is shown again
        self._say(f"{label[:1].upper()}{label[1:]}: {what}." if label else "There is nothing more.")

    def _restart(self) -> None:
        if not self._round.game.is_begun:
            self._say("Nothing is drawn.")
        elif self._restarts:
            self._restarts = False
            self._round.player.drop()
            self._round.game.restart()
        else:
            self._restarts = True
            self._say("Press R once more to start again. Undo takes that back.")

    def _trial(self) -> None:
        if self._round.game.trial is None:
            self._round.game.begin_trial()
            self._say("Trial: t keeps what you draw from now on, T drops it.")
        else:
            self._round.game.keep_trial()
            self._say("Kept.")

    def _drop(self) -> None:
        if self._round.game.trial is None:
            self._say("There is no trial: t begins one.")
        else:
            self._round.player.drop()
            self._round.game.drop_trial()
            self._say("Dropped.")

    # Advice

    def _known(self) -> Known:
        assert self._table.known
        return self._table.known

    def _ask(self, question: Callable[[], None]) -> None:
        if not self._round.adviser.asked:
            self._say("")
            question()

    def _advised(self) -> None:
        advice = self._round.adviser.advice
        where = f" ({places(advice.cells)})" if advice.cells and "row" not in advice.text else ""
        if advice.text:
            self._say(f"{advice.text}{where}", advice.cells, advice.wrong)
        self._table.tell()

    # Saving, while no key is pressed

    def _idle(self) -> None:
        """Save after a move, and take note of the solver's findings."""
        table = self._table
        if table.problem:
            self._say(table.problem)
            table.problem = ""
        if table.is_unsolvable and not self._view.message:
            self._say(NO_SOLUTION)
        if not self._round.is_kept:
            self._save()

    def _save(self) -> None:
        if problem := self._round.keep():
            self._say(problem)
