"""What the worker process of the screen grab does: take a picture, and look for a board in it."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from flowdesk.scan.grabbing import grab_screen
from flowdesk.scan.scan import read_board

#: What is taken round a board that was found, as a share of its longer side: its outermost lines.
_MARGIN = 0.03


def grab(*, progress: Callable[[Image.Image], None]) -> tuple[int, int, int, int] | None:
    """Report a picture of the screen; return the box round a board in it, if there is one."""
    picture = grab_screen()
    progress(picture)
    lattice = read_board(picture).lattice
    if lattice is None:
        return None
    left, top, right, bottom = lattice.box
    margin = round(_MARGIN * max(right - left, bottom - top))
    return (
        max(0, left - margin),
        max(0, top - margin),
        min(picture.width, right + margin),
        min(picture.height, bottom + margin),
    )
