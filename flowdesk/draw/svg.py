"""A scene as SVG."""

from __future__ import annotations

from flowdesk.draw.scene import Scene
from flowdesk.draw.theme import Theme


def svg(scene: Scene, theme: Theme, cell: int, *, transparent: bool = False) -> bytes:
    """The scene as an SVG file, `cell` pixels a cell."""
    raise NotImplementedError
