"""GameView: a game on the screen: its board with cursor and marks, and the text beside it."""

from __future__ import annotations

from collections.abc import Collection

from flowdesk.cli.terminal import sheet
from flowdesk.cli.terminal.table import Table
from flowdesk.core.grid import Cell, Edge, cells_of
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.hand import Hand

#: The wave over a solved board takes so many seconds.
_WAVE_SECONDS = 0.6


class GameView:
    """Shows a game with a `cursor` and a `message`, or the list of keys while it `shows_keys`."""

    def __init__(self, table: Table, game: Game, hand: Hand) -> None:
        self.message = ""
        self.shows_keys = False
        board = cells_of(table.puzzle.width, table.puzzle.height)
        self.cursor: Cell = next(filter(table.puzzle.is_cell, board), (0, 0))
        self._table, self._game, self._hand = table, game, hand
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
        table, game, hand = self._table, self._game, self._hand
        if self.shows_keys:
            table.show_text(sheet.keys(game))
            return True
        asked = table.background.asked
        message = f"Looking for {asked} ... Esc: stop" if asked else self.message
        text = game, self.cursor, hand.words, message
        return table.show(
            table.drawings(game.position, wrong=self._wrong),
            sheet.beside(*text),
            sheet.below(*text),
            None if game.solved else self.cursor,
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
        width, height = self._game.puzzle.width, self._game.puzzle.height
        screen = self._table.screen
        if not screen.colors:
            return
        for step in range(width + height + 2):
            self._cells = [c for c in cells_of(width, height) if step - 3 < sum(c) <= step]
            self.paint()
            if screen.key(_WAVE_SECONDS / (width + height)):
                break
        self._cells = ()
