"""What things on a board measure: the same in pixels and in vectors.

All lengths are in cells, unless they are said to be in pixels. `assets/make_tiles.py` draws the
sprites by these numbers.
"""

from __future__ import annotations

from math import ceil

from flowdesk.draw.caption import caption_height
from flowdesk.draw.look import Look
from flowdesk.draw.scene import Scene

PIPE_WIDTH = 0.34
DOT_RADIUS = 0.36
RIM_WIDTH = 0.025
RING_WIDTH = 0.06

#: How much thicker than in its font a label is drawn, on each side of its strokes.
LABEL_OUTLINE = 1 / 90

#: From this size of a cell on, in pixels, the grid's lines have their full colour: between
#: smaller cells they would be all that one sees.
_FULL_LINES = 16


def line_width(look: Look) -> int:
    """How wide the grid's lines are, in whole pixels."""
    return max(1, round(look.cell / 50))


def wall_width(look: Look) -> int:
    """How far a wall reaches into a cell on either side of the grid's line, in whole pixels."""
    return max(1, round(look.cell / 18))


def mark_width(look: Look) -> int:
    """How wide the lines are that frame what is wrong, in whole pixels."""
    return max(1, round(look.cell / 28))


def line_strength(look: Look) -> float:
    """How strong the grid's lines are, from 0 to 1."""
    return min(1.0, look.cell / _FULL_LINES)


def label_size(text: str) -> float:
    """The size of a label's font: long ones have to be smaller to stay on their dot."""
    return {1: 0.5, 2: 0.4}.get(len(text), 0.28)


def stripe(number: int, count: int) -> tuple[float, float]:
    """Where one of several stripes begins and ends, from the cell's left."""
    return number / count, (number + 1) / count


def picture_size(scene: Scene, look: Look) -> tuple[float, float]:
    """Width and height in pixels of a scene with its caption.

    The grid's last lines lie beyond the last cells.
    """
    line = line_width(look)
    height = scene.height * look.cell + line + ceil(caption_height(scene) * look.cell)
    return scene.width * look.cell + line, height
