"""Mode: what a document is in instead of being edited, and what is shown of it on the board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection

from flowdesk.core.edit import Spot
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.desk.play.player import Hands
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.known import Known, Verdict


class Mode(ABC):
    """What a document is in instead of being edited: a solution, a hint, a game, a running engine.

    It is shown over the level.
    """

    @property
    @abstractmethod
    def cells(self) -> Collection[Cell]:
        """The cells that look different from the level alone."""

    @abstractmethod
    def still_at(self, cell: Cell) -> Tiles:
        """Return a cell of the level in this mode, as pictures show it."""

    def tiles_at(self, cell: Cell) -> Tiles:
        """Return a cell with what lights up for a moment."""
        return self.still_at(cell)

    @property
    def caption(self) -> str:
        """What pictures of it say below the board; empty if nothing."""
        return ""

    @abstractmethod
    def segment_at(self, cell: Cell) -> object:
        """Return what covers a cell, in the terms of its kind of puzzle, or None."""

    @abstractmethod
    def left(self) -> None:
        """Stop and forget everything: something else is shown now, or nothing."""

    def stop(self) -> bool:
        """Stop what is running; return False if nothing is, so that it can only be hidden."""
        return False

    def level_changed(self, before: Puzzle) -> bool:
        """Return whether it stays, now that the puzzle on the board has changed."""
        return False

    def takes(self, spot: Spot) -> bool:
        """Take a press on the board for something else than editing; return whether it does."""
        return False

    @property
    def solution(self) -> Answer | None:
        """The solution that is shown, if one is."""
        return None

    # What is done with it

    @property
    def hands(self) -> Hands | None:
        """What pointer and keys do on the board, if they do not edit it."""
        return None

    # What is played

    @property
    def playing(self) -> bool:
        """Whether an animation is under way, which waits while the document is behind others."""
        return False

    def play_or_pause(self) -> None:
        """Let the animation go on, or wait; at its end, begin again."""
        raise NotImplementedError("only what can be `playing` is asked")

    # What is shown about it

    @property
    def is_searching(self) -> bool:
        """Whether `stop` would stop a search."""
        return False

    @property
    def elapsed(self) -> float | None:
        """Seconds since the search began, while one runs."""
        return None

    @property
    def effort(self) -> str:
        """How much work it took so far, for the status bar."""
        return ""

    def verdict(self, known: Known) -> Verdict | None:
        """Return what it knows of the level beyond what is known without it."""
        return None
