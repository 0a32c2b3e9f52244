"""Hand: the line that the keys draw in a game, from being taken up to being put down."""

from __future__ import annotations

from flowdesk.core.edit import Spot
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.play.game import Game
from flowdesk.kinds.play import Pen


class Hand:
    """Holds at most one line, `pen`; the game shows it while it is drawn."""

    def __init__(self, game: Game) -> None:
        self.pen: Pen[Puzzle] | None = None
        self._game = game

    @property
    def words(self) -> str:
        """What is in hand, as people read it; empty if nothing is."""
        return self.pen.words if self.pen else ""

    def take_up(self, cell: Cell) -> bool:
        """Take up the line at a cell; return whether there is one."""
        game = self._game
        pen = None if game.solved else game.rules.take_up(game.position, cell)
        if pen:
            self._hold(pen)
        return pen is not None

    def lead(self, cell: Cell) -> Cell:
        """Lead the line to a cell, and put it down if it is finished there; return its end."""
        assert self.pen, "there is a line in hand"
        return self._hold(self.pen.to(Spot(cell)))

    def shorten(self) -> Cell:
        """Take back the last step of the line; return its end."""
        assert self.pen, "there is a line in hand"
        return self._hold(self.pen.shortened())

    def put_down(self) -> bool:
        """Make the line a move; return whether there was one in hand."""
        pen, self.pen = self.pen, None
        if pen:
            self._game.make(pen)
        return pen is not None

    def drop(self) -> bool:
        """Give up the line; return whether there was one in hand."""
        pen, self.pen = self.pen, None
        if pen:
            self._game.show(None)
        return pen is not None

    def _hold(self, pen: Pen[Puzzle]) -> Cell:
        self.pen = pen
        self._game.show(pen)
        if pen.is_finished:
            self.put_down()
        return pen.at
