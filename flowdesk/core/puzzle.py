"""Puzzle and Answer: what a puzzle of any kind, and its solution, have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from typing import ClassVar, Protocol, TypeAlias, TypeVar

from flowdesk.core.board import Board
from flowdesk.core.grid import Cell, Edge

#: The largest boards in files, in cells a side and in all, and in the window.
MAX_SIDE = 500
MAX_CELLS = 62_500
MAX_WINDOW_SIDE = 100


#: What can be locked.
Lock: TypeAlias = Cell | Edge


@dataclass(frozen=True)
class Puzzle(ABC):
    """An immutable puzzle on a rectangular board; its kind adds what is on that.

    `about` has title, author and the like in the order of the file, `locked` is what is to stay as
    it is (see `flowdesk.kinds.locks`). Mappings must not change after they are given to a puzzle.
    """

    #: The key of its kind, as in files.
    kind: ClassVar[str]
    #: The names of the fields that, with the size, make it another puzzle.
    made_of: ClassVar[tuple[str, ...]]

    width: int
    height: int
    about: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    locked: frozenset[Lock] = field(default=frozenset(), kw_only=True)

    def __post_init__(self) -> None:
        """Raise ValueError where an invariant is broken: everything must be on the board."""
        if self.locked and not self.locked <= self.lockable:
            raise ValueError("A lock is off the board.")

    @property
    @abstractmethod
    def board(self) -> Board:
        """Its cells, and which of them are neighbours."""

    @property
    @abstractmethod
    def key_parts(self) -> tuple[object, ...]:
        """What makes it another puzzle, in an order that is the same on every machine."""

    @property
    def lockable(self) -> frozenset[Lock]:
        """What can be locked of it."""
        return frozenset()

    @property
    def title(self) -> str:
        """The title, or nothing."""
        return self.about.get("title", "")

    @cached_property
    def puzzle_key(self) -> str:
        """A hash, the same on every machine, that two puzzles share if `is_same_puzzle`."""
        return blake2b(repr(self.key_parts).encode(), digest_size=16).hexdigest()

    def is_same_puzzle(self, other: Puzzle) -> bool:
        """Whether two puzzles differ at most in notes, colours, locks and what is drawn."""
        names = ("kind", "width", "height", *self.made_of)
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def on_board(self, cell: Cell) -> bool:
        """Whether a cell lies within the rectangle."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    #: Whether a cell belongs to the puzzle, and is not a hole.
    is_cell = on_board


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
    return replace(puzzle, about=about)


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
