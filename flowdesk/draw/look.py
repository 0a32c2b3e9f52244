"""Look: how a scene is drawn, for every format of picture."""

from __future__ import annotations

from dataclasses import dataclass

from flowdesk.draw.theme import Theme


@dataclass(frozen=True)
class Look:
    """The theme, and the size of a cell in pixels, a whole number in pictures made of pixels.

    `transparent` leaves out the ground and the cells, and keeps grid lines, endpoints and paths.
    """

    theme: Theme
    cell: float
    transparent: bool = False
