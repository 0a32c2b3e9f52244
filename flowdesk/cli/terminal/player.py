"""Player: a game of a level: what each key does, and what is shown beside the board."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flowdesk.cli.terminal import sheet
from flowdesk.cli.terminal.helper import Helper
from flowdesk.cli.terminal.sheet import solved_text
from flowdesk.cli.terminal.table import Table
from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell, Edge, cells_of, edge_between
from flowdesk.desk.play import saved
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.hand import Hand
from flowdesk.desk.play.results import Result

_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}

#: The wave over a solved board takes so many seconds.
_WAVE_SECONDS = 0.6


class Player:
    """A game on the screen; `run` returns when the player leaves it."""

    def __init__(self, table: Table) -> None:
        self._table, self._screen = table, table.screen
        self._message = ""
        try:
            self.game = saved.resume(table.puzzle, table.clock)
        except FlowDeskError as error:
            self._message = str(error)
            self.game = Game(table.puzzle, table.clock)
        self._hand = Hand(self.game)
        board = cells_of(table.puzzle.width, table.puzzle.height)
        self._cursor: Cell = next(filter(table.puzzle.is_cell, board), (0, 0))
        self._helper = Helper(table, self.game, self._say, self._draw_help)
        self._is_solved = False
        self._best: Result | None = None  # once the game was solved
        self._cells: Collection[Cell] = ()
        self._wrong: frozenset[Edge] = frozenset()
        self._is_changed = self._restarts = self._shows_keys = False
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
            "?": self._keys,
            "enter": self._enter,
            "backspace": self._shorten,
            "delete": self._clear,
        }

    def run(self) -> str:
        """Play until the player leaves; return the key: "n" for the next level, else "escape"."""
        game, table = self.game, self._table
        if table.is_unsolvable:
            self._say("This level has no solution: it can be played, but not completed.")
        elif game.is_begun and not self._message:
            self._say("You go on where you stopped.")
        try:
            while True:
                if is_seen := self._paint():
                    game.go_on()
                else:
                    game.pause()
                key = table.key(1 - game.seconds % 1)
                if not key:
                    self._idle()
                elif self._shows_keys and key != "ctrl c":
                    self._shows_keys = key == "resize"
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
            self._is_changed = self._hand.put_down() or self._is_changed
            self._save()

    # Keys

    def _press(self, key: str) -> None:
        restarts, self._restarts = self._restarts, False
        if key in self._commands:
            self._restarts = restarts and key == "R"
            self._commands[key]()
        elif key in _STEPS:
            dx, dy = _STEPS[key]
            self._move((self._cursor[0] + dx, self._cursor[1] + dy))
        elif key in ("home", "end"):
            self._move((0 if key == "home" else self.game.puzzle.width - 1, self._cursor[1]))
        elif key.startswith("shift "):
            dx, dy = _STEPS[key.removeprefix("shift ")]
            near = self._cursor[0] + dx, self._cursor[1] + dy
            self._type(Spot(self._cursor, edge_between(self._cursor, near)), "")
        elif len(key) == 1:
            self._type(Spot(self._cursor), key)

    def _move(self, cell: Cell) -> None:
        if not self.game.puzzle.on_board(cell):
            return
        if self._hand.pen:
            self._led(self._hand.lead(cell))
        else:
            self._cursor = cell

    def _led(self, end: Cell) -> None:
        """Follow the line in hand with the cursor; it may have been put down there."""
        self._cursor = end
        self._say("")
        if not self._hand.pen:
            self._changed()

    def _enter(self) -> None:
        if self._hand.put_down():
            self._changed()
        elif self._hand.take_up(self._cursor):
            self._say("")
        elif self.game.rules.take_up:
            self._say("There is nothing to take up here: Enter takes up an endpoint or a path.")
        else:
            self._say("Enter does nothing here. Press ? for the keys.")

    def _shorten(self) -> None:
        if self._hand.pen:
            self._led(self._hand.shorten())

    def _clear(self) -> None:
        self._hand.drop()
        self._make(self.game.rules.mark(self.game.state.position, Spot(self._cursor)))

    def _type(self, spot: Spot, key: str) -> None:
        self._make(self.game.rules.typed(self.game.position, spot, key))

    def _let_go(self) -> bool:
        """Stop what goes on: a search, a line in hand, marks; return whether there was any."""
        if self._helper.stop():
            self._say("Stopped.")
        elif self._hand.drop():
            pass
        elif self._cells or self._wrong:
            self._say("")
        else:
            return False
        return True

    # Moves

    def _make(self, gesture: Gesture[Any] | None) -> None:
        if gesture and self.game.make(gesture):
            self._changed()

    def _changed(self) -> None:
        """Take note of a move."""
        was_solved, self._is_solved = self._is_solved, self.game.solved
        self._is_changed = True
        self._say("")
        if self.game.solved and not was_solved:
            self._celebrate()
        elif self.game.progress.nearly:
            self._say(self.game.progress.nearly)

    def _undo(self) -> None:
        if not self._hand.drop():
            self._step(self.game.undo_label, "undone", self.game.undo)

    def _redo(self) -> None:
        self._step(self.game.redo_label, "done again", self.game.redo)

    def _step(self, label: str, what: str, step: Any) -> None:
        self._say("")
        if label:
            step()
            self._changed()
        if label and self.game.solved:
            return  # the result is shown again
        self._say(f"{label[:1].upper()}{label[1:]}: {what}." if label else "There is nothing more.")

    def _restart(self) -> None:
        if not self.game.is_begun:
            self._say("Nothing is drawn.")
        elif not self._restarts:
            self._restarts = True
            self._say("Press R again to begin anew. Undo takes that back.")
            return
        else:
            self._hand.drop()
            self.game.restart()
            self._is_changed, self._is_solved = True, False
            self._say("")
        self._restarts = False

    def _trial(self) -> None:
        if self.game.trial is None:
            self.game.begin_trial()
            self._say("Trial: t keeps what you draw from now on, T drops it.")
        else:
            self.game.keep_trial()
            self._say("Kept.")
        self._is_changed = True

    def _drop(self) -> None:
        if self.game.trial is None:
            self._say("There is no trial: t begins one.")
        else:
            self._hand.drop()
            self.game.drop_trial()
            self._is_solved = self.game.solved
            self._say("")
            self._say("Dropped.")
            self._is_changed = True

    def _draw_help(self, solution: Any) -> bool:
        self._hand.drop()
        if has_drawn := self.game.help(solution):
            self._changed()
        return has_drawn

    # Solved

    def _celebrate(self) -> None:
        game, table = self.game, self._table
        game.pause()
        result = game.result
        if self._best is None:  # after undo, the same game can be solved again
            self._best = table.results.add(game.puzzle, result)
        self._wave()
        self._say(f"{solved_text(result, self._best)} {table.results.problem}")

    def _wave(self) -> None:
        """Let a band of light run over the board; any key ends it."""
        width, height = self.game.puzzle.width, self.game.puzzle.height
        if not self._screen.colors:
            return
        for step in range(width + height + 2):
            cells = [c for c in cells_of(width, height) if step - 3 < sum(c) <= step]
            self._cells = cells
            self._paint()
            if self._screen.key(_WAVE_SECONDS / (width + height)):
                break
        self._cells = ()

    # What is shown

    def _say(
        self, message: str, cells: Collection[Cell] = (), wrong: frozenset[Edge] = frozenset()
    ) -> None:
        self._message, self._cells, self._wrong = message, cells, wrong

    def _keys(self) -> None:
        self._shows_keys = True

    def _idle(self) -> None:
        """Take note of the solver's findings; save after a move, while no key is pressed."""
        table = self._table
        if table.background.problem:
            self._say(table.background.problem)
            table.background.problem = ""
        if table.is_unsolvable and not self._message:
            self._say("This level has no solution: it can be played, but not completed.")
        self._save()

    def _save(self) -> None:
        if not self._is_changed:
            return
        self._is_changed = False
        try:
            saved.save_game(self.game)
        except FlowDeskError as error:
            self._say(f"The game could not be kept: {error}")

    def _paint(self) -> bool:
        table, game = self._table, self.game
        if self._shows_keys:
            table.show_text(sheet.keys(game))
            return True
        asked = table.background.asked
        message = f"Looking for {asked} ... Esc: stop" if asked else self._message
        text = game, self._cursor, self._hand.words, message
        return table.show(
            table.drawings(game.position, wrong=self._wrong),
            sheet.beside(*text),
            sheet.below(*text),
            None if game.solved else self._cursor,
            self._cells,
            self._color,
        )

    @property
    def _color(self) -> str:
        """The colour of what is in hand; empty if there is none."""
        item = self._hand.pen.item if self._hand.pen else None
        palette = self._table.kind.palette(self.game.puzzle, item) if item else []
        return next((known.color for known in palette if known.name == item), "")
