"""Puzzle and Answer: what a puzzle of any kind, and its solution, have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from flowdesk.core.grid import Cell, Edge


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
