"""Hands: what the pointer and the keys do on a board; Player: those of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.play.game import Game
from flowdesk.kinds.play import Pen

#: What a button begins at a spot of a position.
Press: TypeAlias = Callable[[Puzzle, Spot], Gesture[Puzzle] | None]

_TO_SIDES = "move the cursor, or draw, to each of the six sides"


class Hands:
    """What the pointer and the keys do on a board: edit it, or play. These do nothing.

    `pointer` is Tk's name of its shape, and `takes_edges` whether what is under it may be an edge.
    `gesture` is what is being dragged; `gestures` explains what pointer and keys do. The sides of
    arrows are letters as in `core.grid.STEPS`. `offers` are labels of actions, None for a line, for
    a menu of the board. While they edit, a long press opens it, and so does the right button if the
    user wishes that. Methods return whether there was anything to do.
    """

    gesture: Gesture[Puzzle] | None = None
    is_editing = False
    offers: Sequence[str | None] = ()

    @property
    def takes_edges(self) -> bool:
        return False

    @property
    def pointer(self) -> str:
        return ""

    @property
    def gestures(self) -> Sequence[tuple[str, str]]:
        return ()

    def press(self, spot: Spot, *, shift: bool = False, control: bool = False) -> None: ...

    def press_right(self, spot: Spot) -> None: ...

    def click_middle(self, spot: Spot) -> None: ...

    def show(self, gesture: Gesture[Puzzle]) -> None: ...

    def float(self, x: int, y: int) -> None: ...

    def end_gesture(self) -> None: ...

    def abandon(self) -> bool:
        return False

    def press_arrow(self, side: str, *, shift: bool) -> None: ...

    def press_key(self, char: str) -> bool:
        return False

    def press_enter(self) -> bool:
        return False

    def press_escape(self) -> bool:
        return False

    def press_backspace(self) -> None:
        self.press_delete()

    def press_delete(self) -> None: ...

    def press_space(self) -> None: ...


class Cursor(Protocol):
    """The keyboard's cursor: its `cell`, or None while it is hidden, and the `color` in hand.

    `target` is the cell that keys act on.
    """

    cell: Cell | None
    color: str

    @property
    def target(self) -> Cell | None:
        """The cell that keys act on."""

    def set(self, cell: Cell | None) -> None:
        """Show it in a cell; None hides it."""

    def step(self, side: str) -> None:
        """Move it to the next cell at a side, if there is one."""

    def edge(self, side: str) -> Spot | None:
        """Return its cell with the edge at a side; None without a cell."""

    def reaches(self, spot: Spot) -> bool:
        """Whether a spot of the pointer is on the board."""


class Player(Hands):
    """The hands of a player: `gesture` is what the pointer drags, `pen` the line that keys lead."""

    offers = ("Undo", "Redo", None, "Hint", "Check what is drawn", "Start again")

    def __init__(self, game: Game, cursor: Cursor) -> None:
        self.game = game
        self.cursor = cursor
        self.gesture: Gesture[Puzzle] | None = None
        self.pen: Pen[Puzzle] | None = None

    @property
    def takes_edges(self) -> bool:
        return self.game.rules.takes_edges

    @property
    def gestures(self) -> Sequence[tuple[str, str]]:
        """What pointer and keys do, for people."""
        return (*self.game.rules.pointer, *self.keys)

    @property
    def keys(self) -> Sequence[tuple[str, str]]:
        of_sides = " ".join(self.game.puzzle.board.shape.keys).upper()
        return (*self.game.rules.keys, *([(of_sides, _TO_SIDES)] if of_sides else []))

    # The pointer

    def press(self, spot: Spot, *, shift: bool = False, control: bool = False) -> None:
        """Begin to draw at a spot, or with Shift to shade."""
        rules = self.game.rules
        self._begin(rules.shade if shift and rules.can_shade else rules.draw, spot)

    def press_right(self, spot: Spot) -> None:
        self._begin(self.game.rules.mark, spot)

    def click_middle(self, spot: Spot) -> None:
        self.game.make(self.game.rules.shade(self.game.position, spot))

    def show(self, gesture: Gesture[Puzzle]) -> None:
        self.gesture = gesture
        self.game.show(gesture)
        if self.game.solved:
            self.end_gesture()  # at this very moment, not when the button is released

    def end_gesture(self) -> None:
        """Make what was dragged a move."""
        gesture, self.gesture = self.gesture, None
        if gesture:
            self.game.make(gesture)

    def abandon(self) -> bool:
        """Give up what is being dragged; return whether there was something."""
        if self.gesture is None:
            return False
        self.gesture = None
        self.game.show(None)
        return True

    def _begin(self, press: Press, spot: Spot) -> None:
        self.put_down()
        if self.cursor.reaches(spot) and (gesture := press(self.game.position, spot)):
            self.show(gesture)

    # Keys

    def put_down(self) -> bool:
        """Make the line that the keys draw a move; return whether there was one."""
        pen, self.pen = self.pen, None
        if pen:
            self.game.make(pen)
        self._show_pen(self.cursor.cell)
        return pen is not None

    def drop(self) -> bool:
        """Give up the line that the keys draw; return whether there was one."""
        pen, self.pen = self.pen, None
        if pen:
            self.game.show(None)
        self._show_pen(self.cursor.cell)
        return pen is not None

    def _hold(self, pen: Pen[Puzzle]) -> None:
        """Have a line in hand, and put it down if it is finished."""
        self.pen = pen
        self.game.show(pen)
        if pen.is_finished:
            self.put_down()
        self._show_pen(pen.at)

    def _show_pen(self, cell: Cell | None) -> None:
        color = self.pen.color if self.pen else ""
        if (cell, color) != (self.cursor.cell, self.cursor.color):
            self.cursor.color = color
            self.cursor.set(cell)

    def press_arrow(self, side: str, *, shift: bool) -> None:
        """Move the cursor, or draw with what is in hand; with Shift, act on an edge."""
        if self.pen:
            here, near = self.pen.at, self.game.puzzle.board.beside(self.pen.at, side)
            if near:
                self._hold(self.pen.to(Spot(here)).to(Spot(near)))
        elif not shift:
            self.cursor.step(side)
        elif spot := self.cursor.edge(side):
            self._type(spot, "")

    def go_to(self, cell: Cell) -> None:
        """Move the cursor to a cell, with the line in hand."""
        if self.pen:
            self._hold(self.pen.to(Spot(cell)))
        else:
            self.cursor.set(cell)

    def press_enter(self) -> bool:
        """Take up the line at the cursor, or put down the one in hand."""
        game, cell = self.game, self.cursor.target
        may_take = not self.put_down() and not game.solved
        if may_take and cell and (pen := game.rules.take_up(game.position, cell)):
            self._hold(pen)
        return True

    def press_backspace(self) -> None:
        """Shorten the line in hand, or clear the cell."""
        if self.pen:
            self._hold(self.pen.shortened())
        else:
            self.press_delete()

    def press_delete(self) -> None:
        self.put_down()
        if cell := self.cursor.target:
            self.game.make(self.game.rules.clear(self.game.position, cell))

    def press_key(self, char: str) -> bool:
        """Type a character; return whether it means anything. On hexagons, letters are arrows."""
        if side := self.game.puzzle.board.shape.keys.get(char.lower()):
            self.press_arrow(side, shift=char.isupper())
            return True
        cell = self.cursor.target
        return cell is not None and self._type(Spot(cell), char)

    def press_space(self) -> None:
        self.press_key(" ")

    def _type(self, spot: Spot, key: str) -> bool:
        gesture = self.game.rules.typed(self.game.position, spot, key)
        if gesture:
            self.put_down()
            self.game.make(gesture)
        return gesture is not None
