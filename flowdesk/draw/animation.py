"""Movies of scenes as GIF, APNG and WebP."""

from __future__ import annotations

from collections.abc import Callable

from flowdesk.draw.scene import Movie
from flowdesk.draw.theme import Theme


def gif(
    movie: Movie,
    theme: Theme,
    cell: int,
    *,
    transparent: bool = False,
    progress: Callable[[float], None] | None = None,
) -> bytes:
    """The movie as a GIF file."""
    raise NotImplementedError


apng = webp = gif
