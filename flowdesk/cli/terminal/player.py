"""TerminalGame: a game of a level, and what each key does in it."""

from __future__ import annotations

from collections.abc import Callable

from flowdesk.cli.terminal.helper import Helper
from flowdesk.cli.terminal.table import Table
from flowdesk.cli.terminal.view import GameView, solved_text
from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell, beside, edge_at
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.signal import Owner
from flowdesk.desk.play import saved
from flowdesk.desk.play.game import Game, Hand
from flowdesk.desk.play.results import Result
from flowdesk.desk.play.words import NO_SOLUTION

#: The sides that arrows point to, as in `core.grid.SIDES`.
_SIDES = {"left": "l", "right": "r", "up": "t", "down": "b"}


class TerminalGame:
    """A game on the screen; `run` returns when the player leaves it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        problem = ""
        try:
            self.game = saved.resume(table.puzzle, table.clock)
        except FlowDeskError as error:
            problem = str(error)
            self.game = Game(table.puzzle, table.clock)
        self._hand = Hand(self.game)
        self._view = GameView(table, self.game, self._hand)
        self._say = self._view.say
        self._say(problem)
        self._helper = Helper(table, self.game, self._view, self._draw_help)
        self._best: Result | None = None  # once the game was solved
        self._is_celebrated = self._is_changed = self._restarts = False
        self.game.changed.connect(self._changed, Owner())
        self._commands = {
            "u": self._undo,
            "r": self._redo,
            "ctrl r": self._redo,
            "R": self._restart,
            "h": self._helper.hint,
            "H": self._helper.help,
            "c": self._helper.check,
            "t": self._trial,
            "T": self._drop,
            "?": self._show_keys,
            "enter": self._enter,
            "backspace": self._shorten,
            "delete": self._clear,
        }

    def run(self) -> str:
        """Play until the player leaves; return the key: "n" for the next level, else "escape"."""
        game, table, view = self.game, self._table, self._view
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
            game.pause()
            self._helper.stop()
            self._hand.put_down()
            self._save()

    # Keys

    def _press(self, key: str) -> None:
        self._restarts = self._restarts and key == "R"
        cursor = self._view.cursor
        if key in self._commands:
            self._commands[key]()
        elif key in _SIDES:
            self._move(beside(cursor, _SIDES[key]))
        elif key in ("home", "end"):
            self._move((0 if key == "home" else self.game.puzzle.width - 1, cursor[1]))
        elif key.startswith("shift "):
            side = _SIDES[key.removeprefix("shift ")]
            self._type(Spot(cursor, edge_at(cursor, side)), "")
        elif len(key) == 1:
            self._type(Spot(cursor), key)

    def _move(self, cell: Cell) -> None:
        if not self.game.puzzle.on_board(cell):
            return
        if self._hand.pen:
            self._led(self._hand.lead(cell))
        else:
            self._view.cursor = cell

    def _led(self, end: Cell) -> None:
        """Follow the line in hand with the cursor; it may have been put down there."""
        self._view.cursor = end
        if self._hand.pen:
            self._say("")

    def _enter(self) -> None:
        if self._hand.put_down():
            return
        if self._hand.take_up(self._view.cursor):
            self._say("")
        elif self.game.rules.can_take_up:
            self._say("There is nothing to take up here: Enter takes up an endpoint or a path.")
        else:
            self._say("Enter does nothing here. Press ? for the keys.")

    def _shorten(self) -> None:
        if self._hand.pen:
            self._led(self._hand.shorten())

    def _clear(self) -> None:
        self._hand.drop()
        self._make(self.game.rules.clear(self.game.position, self._view.cursor))

    def _type(self, spot: Spot, key: str) -> None:
        self._make(self.game.rules.typed(self.game.position, spot, key))

    def _make(self, gesture: Gesture[Puzzle] | None) -> None:
        if gesture:
            self.game.make(gesture)

    def _show_keys(self) -> None:
        self._view.shows_keys = True

    def _let_go(self) -> bool:
        """Stop what goes on: a search, a line in hand, marks; return whether there was any."""
        if self._helper.stop():
            self._say("Stopped.")
        elif self._hand.drop():
            pass
        elif self._view.is_marked:
            self._say("")
        else:
            return False
        return True

    # Moves

    def _changed(self) -> None:
        """Take note of a change of the game, unless a move is still being made."""
        game = self.game
        if game.gesture:
            return
        self._is_changed = True
        self._say(game.progress.nearly)
        if not game.solved:
            self._is_celebrated = False
        elif not self._is_celebrated:
            self._is_celebrated = True
            self._celebrate()

    def _celebrate(self) -> None:
        result, results = self.game.result, self._table.results
        if self._best is None:  # after undo, the same game can be solved again
            self._best = results.add(self.game.puzzle, result)
        self._view.wave()
        self._say(f"{solved_text(result, self._best)} {results.problem}")

    def _undo(self) -> None:
        if not self._hand.drop():
            self._step(self.game.undo_label, "undone", self.game.undo)

    def _redo(self) -> None:
        self._hand.drop()
        self._step(self.game.redo_label, "done again", self.game.redo)

    def _step(self, label: str, what: str, step: Callable[[], object]) -> None:
        step()
        if label and self.game.solved:
            return  # the result is shown again
        self._say(f"{label[:1].upper()}{label[1:]}: {what}." if label else "There is nothing more.")

    def _restart(self) -> None:
        if not self.game.is_begun:
            self._say("Nothing is drawn.")
        elif self._restarts:
            self._restarts = False
            self._hand.drop()
            self.game.restart()
        else:
            self._restarts = True
            self._say("Press R once more to start again. Undo takes that back.")

    def _trial(self) -> None:
        if self.game.trial is None:
            self.game.begin_trial()
            self._say("Trial: t keeps what you draw from now on, T drops it.")
        else:
            self.game.keep_trial()
            self._say("Kept.")

    def _drop(self) -> None:
        if self.game.trial is None:
            self._say("There is no trial: t begins one.")
        else:
            self._hand.drop()
            self.game.drop_trial()
            self._say("Dropped.")

    def _draw_help(self, solution: Answer | None) -> bool:
        self._hand.drop()
        return self.game.help(solution)

    # Saving, while no key is pressed

    def _idle(self) -> None:
        """Save after a move, and take note of the solver's findings."""
        background = self._table.background
        if background.problem:
            self._say(background.problem)
            background.problem = ""
        if self._table.is_unsolvable and not self._view.message:
            self._say(NO_SOLUTION)
        self._save()

    def _save(self) -> None:
        if not self._is_changed:
            return
        self._is_changed = False
        try:
            saved.save_game(self.game)
        except FlowDeskError as error:
            self._say(f"The game could not be kept: {error}")
