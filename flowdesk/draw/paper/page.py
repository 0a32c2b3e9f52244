"""Page: what is on a sheet of paper, for PDF files and for previews.

All lengths are in points (1/72 inch), from the upper left corner of a page, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flowdesk.draw.scene import Scene
from flowdesk.draw.theme import Look

#: A pixel of a board (1/96 inch) in points.
PIXEL = 0.75

#: The share of a line of text that is left of its `x`.
SHARE_LEFT_OF_PLACE = {"left": 0.0, "center": 0.5, "right": 1.0}


@dataclass(frozen=True)
class Board:
    """A board with its upper left corner at (left, top)."""

    scene: Scene
    look: Look
    left: float
    top: float


@dataclass(frozen=True)
class Words:
    """A line of text with its baseline at `y`; `x` is its left end, center or right end."""

    text: str
    x: float
    y: float
    size: float
    align: str = "left"
    color: str = "#000000"
    bold: bool = False


@dataclass(frozen=True)
class Line:
    """A straight line, `width` points wide."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    color: str = "#000000"


@dataclass(frozen=True)
class Page:
    """A page of `width` x `height` points, and what is on it, the lowest first."""

    width: float
    height: float
    items: list[Board | Words | Line] = field(default_factory=list)
