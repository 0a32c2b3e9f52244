"""Editing: the tools of a kind, the items of its palette, its keys.

Whatever returns a puzzle returns the very same one if nothing changes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Area, Cell
from flowdesk.core.puzzle import P
from flowdesk.draw.scene import Tiles


class SelectingPress(Protocol[P]):
    """A press of a tool that selects, given the area that is selected so far."""

    def __call__(
        self, puzzle: P, spot: Spot, area: Area | None, *, extends: bool, copies: bool
    ) -> Gesture[P]:
        """Return the gesture: Shift extends the area, Control copies it instead of moving it."""


@dataclass(frozen=True)
class Tool(Generic[P]):
    """A tool: the left button begins the gesture of `press`, the right one that of `erase`.

    `icon` is a file in ``assets/icons``, `action` its label in the menu, `key` as in
    `flowdesk.app.actions`, `tip` a short text on what it does, `cursor` Tk's name of the pointer's
    shape. `press` and `erase` take the puzzle and a spot, `press` also the name of the current
    item; they return None where no gesture can begin.
    With `takes_edges` the spot has the edge next to the pointer, with `takes_border` also one at
    the border of the board. With `draws` the overlay is hidden
    when a gesture begins, because it would cover what is drawn. A tool that selects cells has
    `select`, which is called instead of `press`.
    """

    name: str
    icon: str
    action: str
    key: str
    tip: str
    cursor: str
    press: Callable[[P, Spot, str], Gesture[P] | None]
    erase: Callable[[P, Spot], Gesture[P] | None]
    takes_edges: bool = False
    takes_border: bool = False
    draws: bool = False
    select: SelectingPress[P] | None = None


@dataclass(frozen=True)
class Item:
    """An item of the palette, which can be placed: a colour, a clue ...

    `name` stands for it in calls, `words` is its name for people. `mark` is a short text on how
    often it is placed; `is_used` if it is, `is_wrong` if too often. `color` is its colour, empty
    if no other one can be chosen.
    """

    name: str
    words: str
    tiles: Tiles
    mark: str = ""
    tip: str = ""
    is_used: bool = False
    is_wrong: bool = False
    color: str = ""


@dataclass(frozen=True)
class FirstStep(Generic[P]):
    """Something that a newcomer is shown on an empty board, until it has been done.

    `text` says what to do, with ``{solve}`` for the key that solves; the small puzzles `before` and
    `after` show it. `is_done` takes the puzzle on the board; without one it is to see a solution,
    found or drawn.
    """

    name: str
    text: str
    before: P
    after: P
    is_done: Callable[[P], object] | None = None


@dataclass(frozen=True, kw_only=True)
class OverCells(Gesture[P]):
    """Apply `change` to every cell on the pointer's way; it is now `at` one."""

    at: Cell
    change: Callable[[P, Cell], P]

    def to(self, spot: Spot) -> OverCells[P]:
        """Return the gesture after the cells on the way to a spot."""
        gesture = self
        for cell in self.puzzle.board.shape.line(self.at, spot.cell):
            gesture = gesture.over(cell)
        return replace(gesture, at=spot.cell)

    def over(self, cell: Cell) -> OverCells[P]:
        """Return the gesture after this cell, the next one on the way."""
        return replace(self, puzzle=self.change(self.puzzle, cell))


class Editing(ABC, Generic[P]):
    """How puzzles are drawn: by tools and keys, from a palette of items."""

    #: All of them. The first one places the current item, and is chosen when a puzzle is opened;
    #: one that is still empty goes on with the tool that was chosen before.
    tools: Sequence[Tool[P]]
    #: What a newcomer is shown on an empty board, in the order in which it is done.
    first_steps: Sequence[FirstStep[P]] = ()

    def tools_for(self, puzzle: P, /) -> Sequence[Tool[P]]:
        """Return the tools that can do something on a board; the same object for the same tools."""
        return self.tools

    def gestures(self, puzzle: P, /) -> Sequence[tuple[str, str]]:
        """Return what pointer and keys do on a board, for the list of all keys."""
        return ()

    @abstractmethod
    def palette(self, puzzle: P, current: str, /) -> Sequence[Item]:
        """Return the items of the palette, the current one among them."""

    @abstractmethod
    def next_item(self, puzzle: P, item: str, /) -> str:
        """Return the name of the item after one that was just placed; after "" the first one."""

    @abstractmethod
    def cleared(self, puzzle: P, /) -> P:
        """Return the puzzle with nothing on its board."""

    def typed(self, puzzle: P, spot: Spot, key: str, item: str, /) -> Gesture[P] | None:
        """Return what a key does at a spot, if anything; `item` is the current one.

        The key is a character (a blank for the space bar, which else places the current item at
        the keyboard's cursor); for Shift and an arrow it is "", and the spot's edge is the one that
        the arrow points to.
        """
        return None

    def item_typed(self, puzzle: P, key: str, item: str, /) -> str | None:
        """Return the item that a key chooses which does nothing at its spot; None for no item."""
        return None

    def choices(self, puzzle: P, spot: Spot, item: str, /) -> Sequence[Gesture[P]]:
        """Return what a menu offers at a spot, by the names of these."""
        return ()

    def area_choices(self, puzzle: P, area: Area, /) -> Sequence[Gesture[P]]:
        """Return what a menu offers for an area that is selected."""
        return ()


class Coloring(ABC, Generic[P]):
    """Changes of all cells that have the same item."""

    @abstractmethod
    def recolored(self, puzzle: P, item: str, color: str, /) -> P:
        """Return the puzzle in which an item has a colour."""

    @abstractmethod
    def swapped(self, puzzle: P, first: str, second: str, /) -> P:
        """Return the puzzle in which each of two items stands where the other one was."""

    @abstractmethod
    def without(self, puzzle: P, item: str, /) -> P:
        """Return the puzzle in which an item is not placed."""
