"""Gestures: what the pointer does to a puzzle from the press of a button to its release."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic

from flowdesk.core.edit import P
from flowdesk.core.grid import Cell, Edge


@dataclass(frozen=True)
class Spot:
    """A place on the board: a cell, and the nearest of its edges.

    The keyboard's cursor is in a cell and near no edge.
    """

    cell: Cell
    edge: Edge | None = None


class Gesture(ABC, Generic[P]):
    """An immutable state of a gesture; `to` gives the next one."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What undo calls the change."""

    @property
    @abstractmethod
    def puzzle(self) -> P:
        """The puzzle as it is shown while the button is held."""

    @abstractmethod
    def to(self, spot: Spot) -> Gesture[P]:
        """The gesture after the pointer has gone straight to a spot."""

    @property
    def result(self) -> P:
        """The puzzle after the button is released here."""
        return self.puzzle

    @property
    def label(self) -> str | None:
        """The colour that becomes the current one, if the gesture chooses one."""
        return None

    @property
    def carried(self) -> Cell | None:
        """The cell whose content follows the pointer, if any does."""
        return None

    @property
    def problem(self) -> str:
        """Why a release here does not do what was meant, as a sentence; empty if it does."""
        return ""
