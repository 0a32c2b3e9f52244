"""Paint a page to print as a preview made of pixels."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from PIL import Image, ImageDraw

from flowdesk.draw import raster
from flowdesk.draw.lettering import ASCENT, text_mask
from flowdesk.draw.paper.page import PIXEL, SHARE_LEFT_OF_PLACE, Board, Line, Page, Words
from flowdesk.draw.sprites import SpriteSheet

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
            case Line(x1, y1, x2, y2, width, color):
                ends = [coordinate * scale for coordinate in (x1, y1, x2, y2)]
                thick = max(1, round(width * scale))
                ImageDraw.Draw(picture).line(ends, fill=color, width=thick)
    return picture.reduce(_FINER)
