"""GameView: a game on the screen, a board with cursor and marks, and the text beside it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from flowdesk.cli.terminal.page import Paragraph
from flowdesk.cli.terminal.table import Table
from flowdesk.core.edit import Spot
from flowdesk.core.grid import Cell, Edge, cell_name
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.results import Result
from flowdesk.desk.play.round import Round
from flowdesk.desk.play.words import moves_text, result_text, time_text

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


class GameView:
    """Shows a game with a `cursor` and a `message`, or the list of keys while it `shows_keys`."""

    def __init__(self, table: Table, played: Round, cursor: TextCursor) -> None:
        self.message = ""
        self.shows_keys = False
        self.cursor = cursor
        self._table, self._round, self._game = table, played, played.game
        self._cells: Collection[Cell] = ()
        self._wrong: frozenset[Edge] = frozenset()

    def say(
        self, message: str, cells: Collection[Cell] = (), wrong: frozenset[Edge] = frozenset()
    ) -> None:
        """Show a message, and mark cells and wrong edges instead of earlier ones."""
        self.message, self._cells, self._wrong = message, cells, wrong

    @property
    def is_marked(self) -> bool:
        """Whether anything on the board is marked."""
        return bool(self._cells or self._wrong)

    def paint(self) -> bool:
        """Paint the screen; return False if the terminal is too small."""
        table, game, hand = self._table, self._game, self._round.player.hand
        if self.shows_keys:
            table.show_text(keys(self._round.player.keys))
            return True
        asked = self._round.adviser.asked
        message = f"Looking for {asked} ... Esc: stop" if asked else self.message
        text = game, self.cursor.target, hand.words, message
        return table.show(
            table.drawings(game.position, wrong=self._wrong),
            beside(*text),
            below(*text),
            None if game.solved else self.cursor.cell,
            self._cells or self._tried,
            hand.pen.color if hand.pen else "",
        )

    @property
    def _tried(self) -> Collection[Cell]:
        """The cells in which something was drawn since a trial began."""
        game = self._game
        if game.trial is None:
            return ()
        changed = game.kind.drawing.changed_cells(game.trial, game.position)
        return [cell for cell in changed or () if game.puzzle.on_board(cell)]

    def wave(self) -> None:
        """Let a band of light run over the board; any key ends it."""
        board = self._game.puzzle.board
        screen = self._table.screen
        if not screen.colors:
            return
        length = board.width + board.height
        for step in range(length + 2):
            self._cells = [c for c in board.squares if step - 3 < sum(c) <= step]
            self.paint()
            if screen.key(_WAVE_SECONDS / length):
                break
        self._cells = ()


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
    return [
        Paragraph("Keys", "strong"),
        Paragraph(),
        *lines,
        Paragraph(),
        Paragraph("Any key goes on.", "faint"),
    ]


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
