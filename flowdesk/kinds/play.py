"""Playing: how puzzles of a kind are played, in the window and in a terminal.

A position is a puzzle whose drawing is the player's. Its type is that of the puzzle, so whatever
draws, writes or reads a puzzle serves positions as well.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, Literal, NamedTuple, TypeAlias

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.puzzle import P, S
from flowdesk.core.text import PIPES
from flowdesk.kinds.answers import Deduction
from flowdesk.kinds.drawing import G


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


class Playing(ABC, Generic[P, S, G]):
    """The rules of a game. Gestures are made as those of `Tool`; their `item` is what they draw."""

    #: Whether the pointer means the nearest edge of a cell, or the cell.
    takes_edges: ClassVar[bool] = False
    #: What the pointer does, for the list of all keys; the first one, with "to" between its parts,
    #: tells how to begin.
    pointer: ClassVar[Sequence[tuple[str, str]]]
    #: What keys do, for the same list.
    keys: ClassVar[Sequence[tuple[str, str]]]
    #: Whether the middle button has something to `shade`.
    can_shade: ClassVar[bool] = False
    #: Whether Enter takes up a line.
    can_take_up: ClassVar[bool] = False

    @abstractmethod
    def begin(self, puzzle: P, /) -> P:
        """Return the position in which nothing is drawn."""

    @abstractmethod
    def resumed(self, puzzle: P, position: P, /) -> P:
        """Return a position of the same puzzle, perhaps with other colours, as one of `puzzle`."""

    @abstractmethod
    def draw(self, position: P, spot: Spot, /) -> Gesture[P] | None:
        """Return what the left button begins at a spot: to draw."""

    @abstractmethod
    def mark(self, position: P, spot: Spot, /) -> Gesture[P] | None:
        """Return what the right button begins at a spot: to erase, or to mark as empty."""

    def shade(self, position: P, spot: Spot, /) -> Gesture[P] | None:
        """Return what the middle button, or the left one with Shift, begins at a spot."""
        return None

    def take_up(self, position: P, cell: Cell, /) -> Pen[P] | None:
        """Return the line that Enter takes up in a cell."""
        return None

    @abstractmethod
    def clear(self, position: P, cell: Cell, /) -> Gesture[P] | None:
        """Return what Delete does in a cell: to clear what is drawn there."""

    def typed(self, position: P, spot: Spot, key: str, /) -> Gesture[P] | None:
        """Return what another key does at a spot; keys and spots as for `Editing.typed`."""
        return None

    @abstractmethod
    def progress(self, position: P, /) -> Progress:
        """Return how far a position is."""

    def finished(self, before: P, after: P, /) -> Sequence[tuple[Cell, str]]:
        """Return the cells of what a move has finished, each with its colour."""
        return ()

    @abstractmethod
    def moves(self, before: P, after: P, goes_on: bool, /) -> int:
        """Return how many moves lead from a position to another one.

        `goes_on` says whether the item is that of the move before.
        """

    @abstractmethod
    def fewest_moves(self, puzzle: P, solution: S, /) -> int:
        """Return the smallest number of moves that solves a puzzle."""

    @abstractmethod
    def shows(self, position: P, deduction: Deduction, /) -> bool:
        """Whether a position shows already what a deduction concludes."""

    @abstractmethod
    def help(self, position: P, solution: S, /) -> Gesture[P] | None:
        """Return a gesture that draws the next part of a solution; None if all is drawn."""

    def excluded(self, position: P, /) -> frozenset[Edge]:
        """Return the edges that the player has marked as part of no solution."""
        return frozenset()

    @abstractmethod
    def text(self, position: P, segments: Mapping[Cell, G], look: Look, /) -> Glyphs:
        """Return a position with segments of what is drawn as characters, for a terminal."""


#: How a glyph stands out; "wrong" must be seen without colours, too.
Weight: TypeAlias = Literal["", "strong", "faint", "wrong"]

_PLAIN_PIPES = {"tb": "|", "lr": "-", "qd": "\\", "ea": "/"}


class Glyph(NamedTuple):
    """A character that takes one column, or "" behind one that takes two.

    `color` and `back`, the colour behind it, are ``#rrggbb`` or the name of a colour of the theme;
    empty ones are the usual ones. `under` underlines it, `reverse` swaps the two colours.
    """

    char: str = " "
    color: str = ""
    weight: Weight = ""
    under: bool = False
    back: str = ""
    reverse: bool = False


class Look(NamedTuple):
    """What a drawing should be like.

    `plain` uses only ASCII, `large` takes more room if the kind can; edges that are `wrong` are
    marked.
    """

    plain: bool = False
    large: bool = False
    wrong: frozenset[Edge] = frozenset()


class Glyphs(NamedTuple):
    """Rows of glyphs, all of the same length, and the rectangle in them that stands for a cell.

    `first` is the column and row of the rectangle of cell (0, 0), `step` how far they are apart,
    `size` their columns and rows; in odd columns of cells they are so many rows `lower`.
    """

    rows: list[list[Glyph]]
    first: tuple[int, int]
    step: tuple[int, int]
    size: tuple[int, int]
    lower: int = 0

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the first column and row of the rectangle of a cell."""
        (x, y), lower = cell, self.lower * (cell[0] % 2)
        return self.first[0] + x * self.step[0], self.first[1] + y * self.step[1] + lower


def pipe(arms: str, *, plain: bool) -> str:
    """Return the character of a line to two sides, as in "tl"; of a crossing for other arms."""
    return _PLAIN_PIPES.get(arms, "+") if plain else PIPES.get(arms, "╋")
