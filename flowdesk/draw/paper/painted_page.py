"""PaintedPage: a preview of a page to print, as pixels."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from PIL import Image, ImageDraw

from flowdesk.draw import raster
from flowdesk.draw.lettering import ASCENT, text_mask
from flowdesk.draw.look import Look
from flowdesk.draw.paper.page import PIXEL, SHARE_LEFT_OF_PLACE
from flowdesk.draw.scene import Scene
from flowdesk.draw.sprites import SpriteSheet

_PAPER = "#ffffff"
_FINER = 2  # painted this many times larger and reduced, because positions are fractions


class PaintedPage:
    """A page of `width` x `height` points, whose longer side has `side` pixels."""

    def __init__(self, width: float, height: float, side: int) -> None:
        self.width = width
        self.height = height
        self._scale = side / max(width, height) * _FINER
        size = (round(width * self._scale), round(height * self._scale))
        self._picture = Image.new("RGB", size, _PAPER)

    def scene(self, scene: Scene, look: Look, left: float, top: float) -> None:
        """Put a board with its upper left corner at (left, top); a pixel of it is 1/96 inch."""
        cell = look.cell * PIXEL * self._scale
        sheet = SpriteSheet(replace(look, cell=max(1, ceil(cell))))
        board = raster.paint(scene, sheet)
        shrink = cell / sheet.cell
        size = (max(1, round(board.width * shrink)), max(1, round(board.height * shrink)))
        board = board.resize(size, Image.Resampling.BILINEAR)
        at = (round(left * self._scale), round(top * self._scale))
        self._picture.paste(board, at, board if look.transparent else None)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        align: str = "left",
        color: str = "#000000",
        bold: bool = False,
    ) -> None:
        """Write a line as `Page.text` says; `bold` makes no difference at this size."""
        pixels = size * self._scale
        mask = text_mask(text, pixels)
        left = x * self._scale - mask.width * SHARE_LEFT_OF_PLACE[align]
        top = round(y * self._scale) - round(ASCENT * pixels)
        self._picture.paste(color, (round(left), top), mask)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, width: float, color: str = "#000000"
    ) -> None:
        """Draw a straight line, `width` points wide."""
        ends = [coordinate * self._scale for coordinate in (x1, y1, x2, y2)]
        thick = max(1, round(width * self._scale))
        ImageDraw.Draw(self._picture).line(ends, fill=color, width=thick)

    def picture(self) -> Image.Image:
        """Return the page as it is now."""
        return self._picture.reduce(_FINER)
