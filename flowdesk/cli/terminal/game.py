"""A game on the screen: the board with cursor and marks, the text beside it, what each key does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from flowdesk.cli.terminal.table import Paragraph, Table
from flowdesk.core.edit import Spot
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell, Edge, cell_name, places
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted
from flowdesk.desk.play.adviser import NO_SOLUTION
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.results import Result, moves_text, result_text, time_text
from flowdesk.desk.play.round import Round, resume
from flowdesk.kinds.known import Known

#: The wave over a solved board takes so many seconds.
_WAVE_SECONDS = 0.6


class TextCursor:
    """The cursor in a cell of the board, which is always shown."""

    color = ""

    def __init__(self, puzzle: Puzzle) -> None:
        self.cell: Cell | None = next(iter(puzzle.board.cells), (0, 0))
        self._puzzle = puzzle

    @property
    def target(self) -> Cell:
        """The cell that keys act on."""
        assert self.cell, "it is never hidden"
        return self.cell

    def set(self, cell: Cell | None) -> None:
        """Move it to a cell of the board."""
        if cell and self._puzzle.on_board(cell):
            self.cell = cell

    def step(self, side: str) -> None:
        """Move it to the next cell at a side, if there is one."""
        self.set(self._puzzle.board.beside(self.target, side))

    def edge(self, side: str) -> Spot:
        """Return its cell with the edge at a side."""
        return Spot(self.target, self._puzzle.board.edge_at(self.target, side))

    def reaches(self, spot: Spot) -> bool:
        """Return that it goes everywhere: there is no pointer."""
        return True


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
_SHORT = "?: keys  h: hint  Esc: menu"


def beside(game: Game, cursor: Cell, in_hand: str, message: str) -> list[Paragraph]:
    """Return the lines beside a board."""
    has_hand = game.rules.can_take_up
    return [
        Paragraph(game.puzzle.title, "strong"),
        Paragraph(game.kind.words.size_text(game.puzzle), "faint"),
        Paragraph(),
        *map(Paragraph, game.progress.texts),
        Paragraph(f"{_moves(game)}  {time_text(game.seconds)}"),
        Paragraph(cell_name(cursor).capitalize()),
        *([Paragraph(_hand(in_hand))] if has_hand else []),
        *([Paragraph("Trial: t keeps, T drops", "strong")] if game.trial is not None else []),
        *([Paragraph(), Paragraph(message, "strong")] if message else []),
        Paragraph(),
        Paragraph(_SHORT, "faint"),
    ]


def below(game: Game, cursor: Cell, in_hand: str, message: str) -> list[Paragraph]:
    """Return the same in few lines, for below a board."""
    here = [cell_name(cursor).capitalize()]
    here += [_hand(in_hand)] if game.rules.can_take_up else []
    here += ["trial"] if game.trial is not None else []
    return [
        Paragraph(" · ".join((*game.progress.texts, _moves(game), time_text(game.seconds)))),
        Paragraph(" · ".join(here)),
        Paragraph(message or _SHORT, "strong"),
    ]


def keys(of_game: Sequence[tuple[str, str]]) -> list[Paragraph]:
    """Return the list of all keys, those of the game first."""
    lines = [Paragraph(f"{keys}: {what}") for keys, what in (*of_game, *_KEYS)]
    end = Paragraph("Any key goes on.", "faint")
    return [Paragraph("Keys", "strong"), Paragraph(), *lines, Paragraph(), end]


def solved_text(result: Result, best: Result) -> str:
    """Return a sentence on a solved game and on the best one so far."""
    hints = counted(result.hints, "hint") if result.hints else "no hints"
    return " ".join(
        (
            f"Solved! Moves: {moves_text(result)}. {time_text(result.seconds)}, {hints}.",
            *(["Perfect!"] if result.is_perfect else []),
            *([best_text(best)] if best.times > 1 else []),
            "n: next level, Esc: menu.",
        )
    )


def best_text(best: Result) -> str:
    """Return the best result of a level in a sentence."""
    return f"Best so far: {result_text(best)}."


def _moves(game: Game) -> str:
    return counted(game.state.moves, "move")


def _hand(in_hand: str) -> str:
    return f"In hand: {in_hand}" if in_hand else "Nothing in hand"


#: The sides that arrows point to, as in `core.grid.SIDES`.
_SIDES = {"left": "l", "right": "r", "up": "t", "down": "b"}


class TerminalGame:
    """A game on the screen; `run` returns when the player leaves it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        problem = ""
        try:
            game = resume(table.puzzle, table.clock)
        except FlowDeskError as error:
            problem = str(error)
            game = Game(table.puzzle, table.clock)
        cursor = TextCursor(game.puzzle)
        known, at_once = self._known, lambda call: call()
        now = Round(game, cursor, table.results, table.jobs, known, "H", at_once)
        self._round = now
        self._cursor = cursor
        self._shows_keys = self._restarts = False
        self._say(problem)
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
            "enter": self._enter,
            "backspace": player.press_backspace,
            "delete": player.press_delete,
        }

    def run(self) -> str:
        """Play until the player leaves; return the key: "n" for the next level, else "escape"."""
        table, game = self._table, self._round.game
        if table.is_unsolvable:
            self._say(NO_SOLUTION)
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
            self._round.end()
            self._save()

    # The screen

    def _say(
        self, message: str, cells: Collection[Cell] = (), wrong: frozenset[Edge] = frozenset()
    ) -> None:
        """Show a message, and mark cells and wrong edges instead of earlier ones."""
        self._message, self._cells, self._wrong = message, cells, wrong

    def _paint(self) -> bool:
        """Paint the screen; return False if the terminal is too small."""
        table, game, pen = self._table, self._round.game, self._round.player.pen
        if self._shows_keys:
            table.show_text(keys(self._round.player.keys))
            return True
        asked = self._round.adviser.asked
        message = f"Looking for {asked} ... Esc: stop" if asked else self._message
        text = game, self._cursor.target, pen.words if pen else "", message
        return table.show(
            table.drawings(game.position, wrong=self._wrong),
            beside(*text),
            below(*text),
            None if game.solved else self._cursor.cell,
            self._cells or self._tried,
            pen.color if pen else "",
        )

    @property
    def _tried(self) -> Collection[Cell]:
        """The cells in which something was drawn since a trial began."""
        game = self._round.game
        if game.trial is None:
            return ()
        changed = game.kind.drawing.changed_cells(game.trial, game.position)
        return [cell for cell in changed or () if game.puzzle.on_board(cell)]

    def _wave(self) -> None:
        """Let a band of light run over the board; any key ends it."""
        board = self._round.game.puzzle.board
        screen = self._table.screen
        if not screen.colors:
            return
        length = board.width + board.height
        for step in range(length + 2):
            self._cells = [c for c in board.squares if step - 3 < sum(c) <= step]
            self._paint()
            if screen.key(_WAVE_SECONDS / length):
                break
        self._cells = ()

    # Keys

    def _press(self, key: str) -> None:
        self._restarts = self._restarts and key == "R"
        player, puzzle = self._round.player, self._round.game.puzzle
        if key in self._commands:
            self._commands[key]()
        elif key == "?":
            self._shows_keys = True
        elif key.removeprefix("shift ") in _SIDES:
            if player.pen:
                self._say("")
            side = _SIDES[key.removeprefix("shift ")]
            player.press_arrow(side, shift=key.startswith("shift "))
        elif key in ("home", "end"):
            _, y = self._cursor.target
            player.go_to((0 if key == "home" else puzzle.width - 1, y))
        elif len(key) == 1:
            player.press_key(key)

    def _enter(self) -> None:
        player = self._round.player
        had = player.pen
        player.press_enter()
        if player.pen:
            self._say("")
        elif had:
            return
        elif self._round.game.rules.can_take_up:
            self._say("There is nothing to take up here: Enter takes up an endpoint or a path.")
        else:
            self._say("Enter does nothing here. Press ? for the keys.")

    def _let_go(self) -> bool:
        """Stop what goes on: a search, a line in hand, marks; return whether there was any."""
        if self._round.adviser.stop():
            self._say("Stopped.")
        elif self._round.player.drop():
            pass
        elif self._cells or self._wrong:
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
        self._wave()
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
        if not (self._round.adviser.asked or self._round.game.solved):
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
        if table.is_unsolvable and not self._message:
            self._say(NO_SOLUTION)
        if not self._round.is_kept:
            self._save()

    def _save(self) -> None:
        if problem := self._round.keep():
            self._say(problem)
