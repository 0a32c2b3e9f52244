"""Playing: how puzzles of a kind are played, in the window, in a terminal, and on a published page.

A position is a puzzle whose drawing is the player's. Its type is that of the puzzle, so whatever
draws, writes or reads a puzzle serves positions as well.

What is published is plain data, for a page that knows no kind of board. A board is polygons and a
graph. Its numbers, which the page uses and results name, are counted in the order of the lists
here. Cells, nodes and links come in runs: those that follow each other by the same step are written
once, with their number.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, Edge, edge_between
from flowdesk.core.puzzle import P, S
from flowdesk.core.shape import Geometry
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


#: What JSON can hold.
Plain: TypeAlias = Mapping[str, Any]


class Publishing(ABC, Generic[P, S]):
    """How puzzles are published."""

    @abstractmethod
    def board(self, puzzle: P, /) -> Plain:
        """Return the board alone: puzzles with the same one share it."""

    @abstractmethod
    def puzzle(self, puzzle: P, /) -> Plain:
        """Return what is on the board: endpoints and walls, or clues."""

    @abstractmethod
    def cells(self, puzzle: P, /) -> Sequence[Cell]:
        """Return the cells by their numbers."""

    @abstractmethod
    def links(self, puzzle: P, /) -> Sequence[Edge]:
        """Return the links by their numbers."""

    @abstractmethod
    def items(self, puzzle: P, /) -> Sequence[Cell | Edge]:
        """Return what the wrong turns of results name, by its numbers: cells or edges."""

    @abstractmethod
    def solution(self, puzzle: P, solution: S, /) -> Sequence[Any]:
        """Return a solution: paths of nodes in the order of the colours, or links."""

    def frame(self, puzzle: P, margin: float) -> dict[str, object]:
        """Return what every board begins with, in lengths of a cell; a margin is round it."""
        geometry = puzzle.board.geometry
        size = geometry.size(puzzle.width, puzzle.height)
        return {
            "kind": puzzle.kind,
            "size": [rounded(length + 2 * margin) for length in size],
            "outline": [[rounded(x), rounded(y)] for x, y in geometry.outline],
            "cells": lattice(self.cells(puzzle), geometry, margin),
        }

    def step(self, puzzle: P, deduction: Deduction, /) -> Sequence[Any]:
        """Return a step of reasoning: its sentence, its cells, links that it finds and excludes."""
        cell_of = {cell: number for number, cell in enumerate(self.cells(puzzle))}
        link_of = {edge_between(*edge): number for number, edge in enumerate(self.links(puzzle))}
        cells = [cell_of[cell] for cell in deduction.cells if cell in cell_of]
        found = ([link_of[e] for e in sorted(edges)] for edges in (deduction.on, deduction.off))
        return [deduction.message, cells, *found]


def in_rows(cells: Iterable[Cell], geometry: Geometry) -> list[Cell]:
    """Return cells in the order of their centres, row by row: odd columns of hexagons are lower."""
    return sorted(cells, key=lambda cell: (geometry.center(cell)[1], cell[0]))


def runs(rows: Iterable[tuple[int, ...]], *steps: int) -> list[list[int]]:
    """Return rows of numbers in runs: those that are `steps` apart are the first and their number.

    Without `steps`, each number grows by 1.
    """
    found: list[list[int]] = []
    for row in rows:
        first, count = (found[-1][:-1], found[-1][-1]) if found else (list(row), 0)
        grown = [at + count * step for at, step in zip(first, steps or [1] * len(row), strict=True)]
        if found and grown == list(row):
            found[-1][-1] += 1
        else:
            found.append([*row, 1])
    return found


def lattice(cells: Iterable[Cell], geometry: Geometry, margin: float) -> dict[str, Any]:
    """Return where cells are: the centre of the first place, the unit, and runs of places.

    Places are columns and, where columns differ in height, halves of rows; in a run they are `step`
    columns apart.
    """
    halves = 2 if geometry.lower else 1
    places = [(x, y * halves + (x % 2) * (halves - 1)) for x, y in cells]
    (x, y), (across, down) = geometry.center((0, 0)), (geometry.across, 1 / halves)
    return {
        "step": halves,
        "unit": [rounded(across), down],
        "first": [rounded(x + margin), rounded(y + margin)],
        "runs": runs(places, halves, 0),
    }


def rounded(length: float) -> float:
    """Return a length as it is written."""
    return round(length, 4)
