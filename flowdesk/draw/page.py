"""Page: what is on a sheet of paper, for PDF files, and for previews made of pixels.

All lengths are in points (1/72 inch), from the upper left corner of a page, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil

from PIL import Image, ImageDraw

from flowdesk.draw import raster
from flowdesk.draw.lettering import ASCENT, text_mask
from flowdesk.draw.raster import SpriteSheet
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
class RuledLine:
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
    items: list[Board | Words | RuledLine] = field(default_factory=list)


_PAPER = "#ffffff"
_FINER = 2  # painted this many times larger and reduced, because positions are fractions


def painted(page: Page, side: int) -> Image.Image:
    """Return a picture of a page, whose longer side has `side` pixels.

    Bold text is not bold: that makes no difference at this size.
    """
    scale = side / max(page.width, page.height) * _FINER
    size = (round(page.width * scale), round(page.height * scale))
    picture = Image.new("RGB", size, _PAPER)
    for item in page.items:
        match item:
            case Board(scene, look, left, top):
                cell = look.cell * PIXEL * scale
                sheet = SpriteSheet(replace(look, cell=max(1, ceil(cell))))
                board = raster.paint(scene, sheet)
                shrink = cell / sheet.cell
                small = (max(1, round(board.width * shrink)), max(1, round(board.height * shrink)))
                board = board.resize(small, Image.Resampling.BILINEAR)
                at = (round(left * scale), round(top * scale))
                picture.paste(board, at, board if look.transparent else None)
            case Words(text, x, y):
                pixels = item.size * scale
                mask = text_mask(text, pixels)
                left = x * scale - mask.width * SHARE_LEFT_OF_PLACE[item.align]
                at = (round(left), round(y * scale) - round(ASCENT * pixels))
                picture.paste(item.color, at, mask)
            case RuledLine(x1, y1, x2, y2, width, color):
                ends = [coordinate * scale for coordinate in (x1, y1, x2, y2)]
                thick = max(1, round(width * scale))
                ImageDraw.Draw(picture).line(ends, fill=color, width=thick)
    return picture.reduce(_FINER)
