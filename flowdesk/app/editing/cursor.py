"""Cursor: the cell under the keyboard's cursor or under the pointer."""

from __future__ import annotations

from collections.abc import Callable

from flowdesk.app.stage import Stage
from flowdesk.app.theming import Theming
from flowdesk.core.gesture import Spot
from flowdesk.core.grid import Cell


class Cursor:
    """Frames the keyboard's cursor, if it is shown, and what is under the pointer.

    That is a cell, or an edge where the tool `takes_edges`. `listeners` are called with each new
    `target`.
    """

    def __init__(self, stage: Stage, theming: Theming) -> None:
        self.listeners: list[Callable[[Cell | None], None]] = []
        self.cell: Cell | None = None
        self._stage = stage
        self._theming = theming
        self._spot: Spot | None = None  # under the pointer
        self._takes_edges = False
        theming.listeners.append(self._theme_changed)

    @property
    def target(self) -> Cell | None:
        """The cell that keys act on: under the cursor if it is shown, else under the pointer."""
        return self._hovered if self.cell is None else self.cell

    def set(self, cell: Cell | None) -> None:
        """Show the keyboard's cursor in a cell; None hides it."""
        self.cell = cell
        view, color = self._stage.view, self._theming.theme.cursor
        view.frame("cursor", Spot(cell) if cell else None, color, 2)
        if cell is not None:
            view.bring_into_view([cell])
        self._tell()

    def hover(self, spot: Spot | None) -> None:
        """Move the pointer to a spot; None is off the board."""
        if spot is not None and not self._stage.level.on_board(spot.cell):
            spot = None
        if spot != self._spot:
            before, self._spot = self._hovered, spot
            self._show_hovered()
            if self._hovered != before:
                self._tell()

    def use_edges(self, takes_edges: bool) -> None:
        self._takes_edges = takes_edges
        self._show_hovered()

    def board_changed(self) -> None:
        """Hide the cursor on another board, and look where the pointer is."""
        self.set(None)
        self.hover(self._spot)

    @property
    def _hovered(self) -> Cell | None:
        return self._spot.cell if self._spot else None

    def _show_hovered(self) -> None:
        spot = self._spot
        if spot and not self._takes_edges:
            spot = Spot(spot.cell)
        elif spot and spot.edge and not all(map(self._stage.level.is_cell, spot.edge)):
            spot = None
        self._stage.view.frame("hover", spot, self._theming.theme.hover, 1)

    def _theme_changed(self) -> None:
        self.hover(None)
        self.set(self.cell)

    def _tell(self) -> None:
        for listener in self.listeners:
            listener(self.target)
