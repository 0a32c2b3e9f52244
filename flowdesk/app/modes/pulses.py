"""Pulses: cells that light up for a moment."""

from __future__ import annotations

from collections.abc import Iterable

from flowdesk.core.grid import Cell
from flowdesk.desk.pictures.playback import PULSE_SECONDS, pulse_strength
from flowdesk.draw.scene import Tile, Tiles


class Pulses:
    """Each cell has a tile, and the time when it lights up, which may be yet to come."""

    def __init__(self) -> None:
        self._lit: dict[Cell, tuple[Tile, float]] = {}
        self._shown: dict[Cell, float] = {}  # the strengths when `fade` was called last

    def __bool__(self) -> bool:
        return bool(self._lit)

    def light(self, lights: Iterable[tuple[Cell, str]], at: float) -> None:
        """Let rings of these colours light up round cells."""
        self.add(((cell, Tile("ring", color)) for cell, color in lights), at)

    def add(self, lights: Iterable[tuple[Cell, Tile]], at: float) -> None:
        """Let tiles light up."""
        for cell, tile in lights:
            self._lit[cell] = tile, at
            self._shown.pop(cell, None)

    def tiles(self, cell: Cell, now: float) -> Tiles:
        """Return what a cell shows of its light."""
        if cell in self._lit:
            tile, at = self._lit[cell]
            if strength := _strength(now - at):
                return (tile._replace(strength=tile.strength * strength),)
        return ()

    def fade(self, now: float) -> list[Cell]:
        """Forget what has gone out; return the cells that look different now."""
        changed = []
        for cell, (_, at) in list(self._lit.items()):
            if (strength := _strength(now - at)) != self._shown.get(cell, 0):
                self._shown[cell] = strength
                changed.append(cell)
            if now - at > PULSE_SECONDS:
                del self._lit[cell]
        return changed

    def clear(self) -> list[Cell]:
        """Put out all lights; return their cells."""
        cells = list(self._lit)
        self._lit, self._shown = {}, {}
        return cells


def _strength(seconds: float) -> float:
    return pulse_strength(seconds) if seconds >= 0 else 0.0
