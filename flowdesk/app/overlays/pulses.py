"""Pulses: cells that light up for a moment."""

from __future__ import annotations

from collections.abc import Iterable

from flowdesk.core.grid import Cell
from flowdesk.desk.pictures.playback import PULSE_SECONDS, pulse_strength
from flowdesk.draw.scene import Tile, Tiles


class Pulses:
    """Each cell has a colour, and the time when it lights up, which may be yet to come."""

    def __init__(self) -> None:
        self._lit: dict[Cell, tuple[str, float]] = {}

    def __bool__(self) -> bool:
        return bool(self._lit)

    def light(self, lights: Iterable[tuple[Cell, str]], at: float) -> None:
        self._lit |= {cell: (color, at) for cell, color in lights}

    def tiles(self, cell: Cell, now: float) -> Tiles:
        """Return what a cell shows of its light."""
        if cell in self._lit:
            color, at = self._lit[cell]
            if now >= at and (strength := pulse_strength(now - at)):
                return (Tile("ring", color, strength),)
        return ()

    def fade(self, now: float) -> list[Cell]:
        """Forget what has gone out; return the cells that look different now."""
        changed = [cell for cell, (_, at) in self._lit.items() if at <= now]
        for cell in changed:
            if now - self._lit[cell][1] > PULSE_SECONDS:
                del self._lit[cell]
        return changed

    def clear(self) -> list[Cell]:
        """Put out all lights; return their cells."""
        cells = list(self._lit)
        self._lit = {}
        return cells
