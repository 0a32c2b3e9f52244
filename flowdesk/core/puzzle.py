"""Puzzle and Answer: what a puzzle of any kind, and its solution, have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from flowdesk.core.board import Board
from flowdesk.core.grid import Cell, Edge

#: The largest boards in files, in cells a side and in all, and in the window.
MAX_SIDE = 500
MAX_CELLS = 62_500
MAX_WINDOW_SIDE = 100


class Puzzle(Protocol):
    """An immutable puzzle on a rectangular board."""

    @property
    def kind(self) -> str:
        """The key of its kind, as in files."""

    @property
    def width(self) -> int:
        """How many cells a row has."""

    @property
    def height(self) -> int:
        """How many rows there are."""

    @property
    def board(self) -> Board:
        """Its cells, and which of them are neighbours."""

    @property
    def about(self) -> Mapping[str, str]:
        """Title, author and the like, by their names."""

    @property
    def title(self) -> str:
        """The title, or nothing."""

    @property
    def puzzle_key(self) -> str:
        """A hash of the puzzle without title and colours, the same on every machine."""

    def is_same_puzzle(self, other: Any) -> bool:
        """Whether two puzzles differ at most in title, colours and the like."""

    def on_board(self, cell: Cell) -> bool:
        """Whether a cell lies within the board."""

    def is_cell(self, cell: Cell) -> bool:
        """Whether a cell belongs to the puzzle, and is not a hole."""


class Answer(Protocol):
    """An immutable solution of a puzzle, or a part of one."""

    @property
    def edges(self) -> frozenset[Edge]:
        """The edges that make up the solution."""


#: A kind's own type of puzzle, and of solution.
P = TypeVar("P", bound=Puzzle)
S = TypeVar("S", bound=Answer)


def noted(puzzle: P, about: Mapping[str, str]) -> P:
    """Return a puzzle with other title, author and the like."""
    return replace(puzzle, about=about)  # type: ignore[type-var]  # puzzles are dataclasses


def with_about(puzzle: P, name: str, value: str) -> P:
    """Return a puzzle with a value in `about`, "" removes it; the very same if nothing changes."""
    if puzzle.about.get(name, "") == value:
        return puzzle
    about = {**puzzle.about, name: value}
    return noted(puzzle, {name: value for name, value in about.items() if value})


def size_problem(width: int, height: int, *, in_window: bool = False, fewest: int = 1) -> str:
    """Say in a sentence why a board cannot have this size; empty if it can.

    `in_window` asks for the smaller limit of the window, `fewest` is the least number of cells.
    """
    side = MAX_WINDOW_SIDE if in_window else MAX_SIDE
    if width < 1 or height < 1 or width * height < fewest:
        least = "two cells are" if fewest == 2 else "one cell is"
        return f"A board of {width} x {height} is too small: {least} the least."
    if width > side or height > side:
        return f"A board of {width} x {height} is too large: {side} cells a side are the most."
    if width * height > MAX_CELLS:
        return f"A board of {width * height} cells is too large: {MAX_CELLS} are the most."
    return ""
