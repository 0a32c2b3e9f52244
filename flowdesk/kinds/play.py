"""Play: how puzzles of a kind are played, in the window and in a terminal.

A position is a puzzle whose drawing is the player's. Its type is that of the puzzle, so whatever
draws, writes or reads a puzzle serves positions as well.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flowdesk.core.edit import Gesture, P, Spot
from flowdesk.core.grid import Cell, Edge
from flowdesk.kinds.answers import Deduction
from flowdesk.kinds.glyphs import Drawing, Look


@dataclass(frozen=True)
class Pen(Gesture[P], ABC):
    """A gesture that the keys make: a line whose end is led from cell to cell."""

    @property
    @abstractmethod
    def at(self) -> Cell:
        """The cell of its end."""

    @property
    @abstractmethod
    def words(self) -> str:
        """What is in hand, as people read it: a colour."""

    @property
    @abstractmethod
    def color(self) -> str:
        """The colour of what is in hand, ``#rrggbb``."""

    @property
    @abstractmethod
    def is_finished(self) -> bool:
        """Whether the line is complete, so that it is put down."""

    @abstractmethod
    def to(self, spot: Spot) -> Pen[P]:
        """Return the line led on or back to a spot, or as it is if it cannot go there."""

    @abstractmethod
    def shortened(self) -> Pen[P]:
        """Return the line without its last step; the very same if there is none."""


class Progress(NamedTuple):
    """How far a game is.

    `texts` are two short ones, the more important first: "3 of 7 flows", "45 % covered".
    `nearly` is a sentence on what is missing where a player may think that all is done, else empty.
    """

    texts: tuple[str, str]
    is_solved: bool
    nearly: str = ""


@dataclass(frozen=True, kw_only=True)
class Play:
    """The rules of a game; None for what a kind of puzzle does not have.

    Gestures are made as those of `Tool`; the `item` of one is what it draws, such as a colour.
    """

    #: Whether the pointer means the nearest edge of a cell, or the cell.
    takes_edges: bool = False
    #: puzzle -> the position in which nothing is drawn.
    begin: Callable[[Any], Any]
    #: puzzle, position of the same puzzle, perhaps with other colours -> this position of `puzzle`.
    resumed: Callable[[Any, Any], Any]
    #: position, spot -> what the left button begins there: to draw.
    draw: Callable[[Any, Spot], Gesture[Any] | None]
    #: position, spot -> what the right button begins there: to erase, or to mark as empty.
    mark: Callable[[Any, Spot], Gesture[Any] | None]
    #: position, spot -> what the middle button, or the left one with Shift, begins there.
    shade: Callable[[Any, Spot], Gesture[Any] | None] | None = None
    #: position, cell -> the line that Enter takes up there.
    take_up: Callable[[Any, Cell], Pen[Any] | None] | None = None
    #: position, cell -> what Delete does there: to clear what is drawn in the cell.
    clear: Callable[[Any, Cell], Gesture[Any] | None]
    #: position, spot, key -> what other keys do there; keys and spots as for `Kind.typed`.
    typed: Callable[[Any, Spot, str], Gesture[Any] | None] = lambda position, spot, key: None
    #: What the pointer does, for the list of all keys; the first one, with "to" between its parts,
    #: tells how to begin.
    pointer: Sequence[tuple[str, str]]
    #: What keys do, for the same list.
    keys: Sequence[tuple[str, str]]

    #: position -> how far it is.
    progress: Callable[[Any], Progress]
    #: position before, position after -> the cells of what was finished, each with its colour.
    finished: Callable[[Any, Any], Sequence[tuple[Cell, str]]] = lambda before, after: ()
    #: position before, position after, whether the item is that of the last move -> how many moves
    #: lead from one to the other.
    moves: Callable[[Any, Any, bool], int]
    #: puzzle, solution -> the smallest number of moves that solves it.
    fewest_moves: Callable[[Any, Any], int]
    #: position, deduction -> whether the position shows already what the deduction concludes.
    shows: Callable[[Any, Deduction], bool]
    #: position, solution -> a gesture that draws the next part of the solution; None if all is
    #: drawn.
    help: Callable[[Any, Any], Gesture[Any] | None]
    #: position -> the edges that the player has marked as part of no solution.
    excluded: Callable[[Any], frozenset[Edge]] = lambda position: frozenset()
    #: position, segments of what is drawn (see `Kind.segments`), look -> it as characters, for a
    #: terminal.
    text: Callable[[Any, Mapping[Cell, Any], Look], Drawing]
