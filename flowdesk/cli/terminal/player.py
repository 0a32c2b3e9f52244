"""Player: a game of a level: what each key does, and what is shown beside the board."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flowdesk.cli.terminal.page import Line
from flowdesk.cli.terminal.table import Table, time_text, title_of
from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell, Edge, cell_name, cells_of, edge_between, places
from flowdesk.core.text import counted
from flowdesk.desk.play import help, saved
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.help import Help
from flowdesk.desk.play.results import Result
from flowdesk.kinds.answers import Deduction, Trace
from flowdesk.kinds.play import Pen

_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}

#: The wave over a solved board takes so many seconds.
_WAVE_SECONDS = 0.6

#: The keys that every kind has, for the list of keys.
_KEYS = (
    ("Home, End", "to the first, last column"),
    ("u, r", "undo, redo"),
    ("R twice", "restart"),
    ("h", "hint: the next deduction"),
    ("H", "draw the next part of a solution"),
    ("c", "check: mark what is wrong"),
    ("t, T", "begin a trial or keep it; drop it"),
    ("Esc", "let go, stop a search, to the menu"),
    ("Ctrl+C", "to the menu, and from there out"),
)


class Player:
    """A game on the screen; `run` returns when the player leaves it."""

    def __init__(self, table: Table) -> None:
        self._table, self._screen = table, table.screen
        self.problem = ""
        try:
            self.game = saved.resume(table.puzzle, table.clock)
        except FlowDeskError as error:
            self.problem = str(error)
            self.game = Game(table.puzzle, table.clock)
        self._pen: Pen[Any] | None = None
        self._cursor: Cell = next(
            (
                c
                for c in cells_of(table.puzzle.width, table.puzzle.height)
                if table.puzzle.is_cell(c)
            ),
            (0, 0),
        )
        self._trace, self._given = Trace(), list[Deduction]()
        self._is_solved = False
        self._message = self.problem
        self._cells: Collection[Cell] = ()
        self._wrong: frozenset[Edge] = frozenset()
        self._is_changed = self._restarts = self._shows_keys = False
        self._commands = {
            "u": self._undo,
            "r": self._redo,
            "ctrl r": self._redo,
            "R": self._restart,
            "h": self._hint,
            "H": self._help,
            "c": self._check,
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
                elif key in ("escape", "ctrl c"):
                    if key == "ctrl c" or not self._let_go():
                        return "escape"
                elif game.solved and key in ("n", "N", "enter"):
                    return "n" if key != "enter" else "escape"
                elif is_seen:
                    self._press(key)
        finally:
            game.pause()
            if self._pen:
                self._is_changed = game.make(self._pen) or self._is_changed
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
        if self._pen is None:
            self._cursor = cell
            return
        self._lead(self._pen.to(Spot(cell)))

    def _lead(self, pen: Pen[Any]) -> None:
        """Lead the line in hand on; a complete one is put down."""
        self._pen, self._cursor = pen, pen.at
        self.game.show(pen)
        self._quiet()
        if pen.is_finished:
            self._put_down()

    def _enter(self) -> None:
        if self._pen:
            self._put_down()
        elif take_up := self.game.rules.take_up:
            pen = take_up(self.game.position, self._cursor)
            if pen is None:
                self._say("There is nothing to take up here: Enter takes up an endpoint or a path.")
            else:
                self._lead(pen)
        else:
            self._say("Enter does nothing here. Press ? for the keys.")

    def _put_down(self) -> None:
        pen, self._pen = self._pen, None
        self._make(pen)

    def _shorten(self) -> None:
        if self._pen:
            self._lead(self._pen.shortened())

    def _clear(self) -> None:
        self._pen = None
        self._make(self.game.rules.mark(self.game.state.position, Spot(self._cursor)))

    def _type(self, spot: Spot, key: str) -> None:
        self._make(self.game.rules.typed(self.game.position, spot, key))

    def _let_go(self) -> bool:
        """Stop what goes on: a search, a line in hand, marks; return whether there was any."""
        table = self._table
        if table.background.asked:
            table.background.cancel()
            table.look()
            self._say("Stopped.")
        elif self._pen:
            self._pen = None
            self.game.show(None)
        elif self._cells or self._wrong or self._shows_keys:
            self._quiet()
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
        self._quiet()
        if self.game.solved and not was_solved:
            self._celebrate()
        elif self.game.progress.nearly:
            self._say(self.game.progress.nearly)

    def _undo(self) -> None:
        if self._pen:
            self._let_go()
        else:
            self._step(self.game.undo_label, "undone", self.game.undo)

    def _redo(self) -> None:
        self._step(self.game.redo_label, "done again", self.game.redo)

    def _step(self, label: str, what: str, step: Any) -> None:
        self._quiet()
        if label:
            step()
            self._is_changed, self._is_solved = True, self.game.solved
        self._say(f"{label[:1].upper()}{label[1:]}: {what}." if label else "There is nothing more.")

    def _restart(self) -> None:
        if not self.game.is_begun:
            self._say("Nothing is drawn.")
        elif not self._restarts:
            self._restarts = True
            self._say("Press R again to begin anew. Undo takes that back.")
            return
        else:
            self._pen = None
            self.game.restart()
            self._is_changed, self._is_solved = True, False
            self._quiet()
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
            self._pen = None
            self.game.drop_trial()
            self._is_solved = self.game.solved
            self._quiet()
            self._say("Dropped.")
            self._is_changed = True

    # Help

    def _ask(self, what: str, then: Any, function: Any, *arguments: Any) -> None:
        table = self._table
        if not table.background.asked:
            table.background.ask(then, function, *arguments, what=what)
            self._quiet()

    def _hint(self) -> None:
        arguments = self._table.known, self.game.position, self._trace, self._given
        self._ask("a hint", self._hint_found, help.find_deduction, *arguments)

    def _hint_found(self, found: Help) -> None:
        self._trace = found.trace
        if found.wrong:
            self._say("First of all: something drawn cannot be part of any solution. c marks it.")
        elif found.deduction:
            self.game.hints += 1
            self._given.append(found.deduction)
            message, cells = found.deduction.message, found.deduction.cells
            where = "" if "row" in message else f" ({places(cells)})"
            self._say(f"{message}{where}", cells)
        elif self._table.is_unsolvable:
            self._say("This level has no solution.")
        else:
            self._say("No further deduction was found. H draws the next part of a solution.")

    def _check(self) -> None:
        arguments = self._table.known, self.game.position
        self._ask("a check", self._checked, help.find_wrong, *arguments)

    def _checked(self, found: Help) -> None:
        self._wrong = found.wrong
        if found.wrong:
            self._say("What is marked cannot be part of any solution. Esc: hide")
        elif self._table.is_unsolvable:
            self._say("This level has no solution.")
        elif found.is_checked:
            self._say("All that is drawn is part of a solution.")
        else:
            self._say("Nothing wrong was found, but not everything could be decided.")

    def _help(self) -> None:
        if solution := self._table.solution:
            self._helped(Help(solution=solution))
        else:
            arguments = self._table.known, self.game.position
            self._ask("a solution", self._helped, help.find_solution, *arguments)

    def _helped(self, found: Help) -> None:
        self._pen = None
        if found.solution is None:
            self._say("This level has no solution.")
        elif self.game.help(found.solution):
            self._changed()
        else:
            self._say("All of a solution is drawn.")

    # Solved

    def _celebrate(self) -> None:
        game, table = self.game, self._table
        game.pause()
        solution = game.kind.drawn_answer(game.position)
        fewest = game.rules.fewest_moves(game.puzzle, solution)
        result = Result(game.state.moves, fewest, game.hints, int(game.seconds))
        best = table.results.add(game.puzzle, result)
        self._wave()
        hints = counted(result.hints, "hint") if result.hints else "no hints"
        self._say(
            f"Solved in {counted(result.moves, 'move')}, {fewest} is the least possible; "
            f"{time_text(result.seconds)}, {hints}. {'Perfect! ' if result.is_perfect else ''}"
            f"{best_text(best) + ' ' if best.times > 1 else ''}n: next level, Esc: menu. "
            f"{table.results.problem}"
        )

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

    def _say(self, message: str, cells: Collection[Cell] = ()) -> None:
        self._message, self._cells = message, cells

    def _quiet(self) -> None:
        self._message, self._cells, self._wrong, self._shows_keys = "", (), frozenset(), False

    def _keys(self) -> None:
        shows = not self._shows_keys
        self._quiet()
        self._shows_keys = shows

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
        table, game, puzzle = self._table, self.game, self.game.puzzle
        if self._shows_keys:
            return self._paint_keys()
        asked = table.background.asked
        message = f"Looking for {asked} ... Esc: stop" if asked else self._message
        moves, seconds = counted(game.state.moves, "move"), time_text(game.seconds)
        held = f"In hand: {self._pen.words}" if self._pen else "Nothing in hand"
        here = cell_name(self._cursor).capitalize()
        trial = [Line("Trial: t keeps, T drops", "strong")] if game.trial is not None else []
        keys = "?: keys  h: hint  Esc: menu"
        has_hand = game.rules.take_up is not None
        beside = [
            Line(title_of(puzzle), "strong"),
            Line(table.kind.size_text(puzzle), "faint"),
            Line(),
            *map(Line, game.progress.texts),
            Line(f"{moves}  {seconds}"),
            Line(here),
            *([Line(held)] if has_hand else []),
            *trial,
            *([Line(), Line(message, "strong")] if message else []),
            Line(),
            Line(keys, "faint"),
        ]
        below = [
            Line(" · ".join((*game.progress.texts, moves, seconds))),
            Line(" · ".join((here, *([held] if has_hand else []), *(["trial"] * bool(trial))))),
            Line(message or keys, "strong"),
        ]
        return table.show(
            table.drawings(game.position, wrong=self._wrong),
            beside,
            below,
            None if game.solved else self._cursor,
            self._cells,
            self._color,
        )

    def _paint_keys(self) -> bool:
        play = self.game.rules
        own = [
            pair
            for pair in play.gestures
            if not any(w in pair[0].lower() for w in ("click", "drag"))
        ]
        lines = [Line("Keys", "strong"), Line()]
        lines += [Line(f"{keys}: {what}") for keys, what in (*own, *_KEYS)]
        lines += [Line(), Line("Any key goes on.", "faint")]
        self._table.show_text(lines)
        return True

    @property
    def _color(self) -> str:
        """The colour of what is in hand; empty if there is none."""
        item = self._pen.item if self._pen else None
        palette = self._table.kind.palette(self.game.puzzle, item) if item else []
        return next((known.color for known in palette if known.name == item), "")


def best_text(best: Result) -> str:
    """Return the best result of a level in a sentence."""
    hints = f", {counted(best.hints, 'hint')}" if best.hints else ""
    return f"Best so far: {counted(best.moves, 'move')}, {time_text(best.seconds)}{hints}."
