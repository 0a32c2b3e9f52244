"""Sizes of everything on a board, for pixels and vectors.

All lengths are in cells unless a docstring says pixels. `assets/make_tiles.py` draws the sprites
with these numbers.
"""

from __future__ import annotations

from math import ceil

from flowdesk.draw.caption import caption_height
from flowdesk.draw.scene import Scene
from flowdesk.draw.theme import Look

PIPE_WIDTH = 0.34
DOT_RADIUS = 0.36
RIM_WIDTH = 0.025
RING_WIDTH = 0.06
LOOP_WIDTH = 0.14
POINT_RADIUS = 0.055
CROSS_RADIUS = 0.1
CROSS_WIDTH = 0.045

#: By how much the strokes of a label are thicker than in its font, on each side.
LABEL_OUTLINE = 1 / 90

#: The size of a cell, in pixels, from which on grid lines have their full colour. Between smaller
#: cells they are fainter, because they would dominate the picture.
_FULL_LINES = 16


def line_width(look: Look) -> int:
    """Return the width of grid lines, in whole pixels."""
    return max(1, round(look.cell / 50))


def wall_width(look: Look) -> int:
    """Return how far a wall reaches into a cell beside the grid line, in whole pixels."""
    return max(1, round(look.cell / 18))


def mark_width(look: Look) -> int:
    """Return the width of the lines that frame mistakes, in whole pixels."""
    return max(1, round(look.cell / 28))


def loop_width(look: Look) -> float:
    """Return the width of a loop, in pixels: that of grid lines at least."""
    return max(LOOP_WIDTH * look.cell, line_width(look))


def cross_width(look: Look) -> float:
    """Return the width of the lines of a small cross, in pixels: one at least."""
    return max(CROSS_WIDTH * look.cell, 1.0)


def margin(scene: Scene, look: Look) -> int:
    """Return the margin round a board, in whole pixels."""
    return ceil(scene.margin * look.cell)


def line_strength(look: Look) -> float:
    """Return the opacity of grid lines, from 0 to 1."""
    return min(1.0, look.cell / _FULL_LINES)


def label_size(text: str) -> float:
    """Return the size of a label's font: longer labels are smaller, to fit on their endpoint."""
    return {1: 0.5, 2: 0.4}.get(len(text), 0.28)


def stripe(number: int, count: int) -> tuple[float, float]:
    """Return where one of several stripes begins and ends, from the left of the cell."""
    return number / count, (number + 1) / count


def picture_size(scene: Scene, look: Look) -> tuple[float, float]:
    """Return width and height in pixels of a scene with its margins and its caption.

    The last grid lines are beyond the last cells.
    """
    beside = line_width(look) + 2 * margin(scene, look)
    height = scene.height * look.cell + beside + ceil(caption_height(scene) * look.cell)
    return scene.width * look.cell + beside, height
