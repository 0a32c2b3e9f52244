"""Sprites: the stacks of tiles that a scene asks for, as small pictures of one cell.

The files in ``assets/tiles`` are grey masks, white where the colour goes; they are scaled to
the size of a cell and tinted. ``assets/make_tiles.py`` draws them.
"""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageColor, ImageDraw

from flowdesk.core.storage import shipped
from flowdesk.draw.lettering import font_for
from flowdesk.draw.look import Look
from flowdesk.draw.measures import (
    LABEL_OUTLINE,
    label_size,
    line_strength,
    line_width,
    mark_width,
    stripe,
    wall_width,
)
from flowdesk.draw.scene import Tile, TileKind, Tiles


@cache
def _mask(name: str) -> Image.Image:
    """A sprite as it lies in the assets, as large as it was drawn."""
    picture: Image.Image
    with Image.open(shipped("assets") / "tiles" / f"{name}.png") as picture:
        return picture.convert("L")


@cache
def _fainter(strength: float) -> list[int]:
    """What becomes of each value of a mask: a list, as a function would be called 256 times."""
    return [round(value * strength) for value in range(256)]


class SpriteSheet:
    """Stacks of tiles in one look, each painted once; `cell` and `line` are in whole pixels.

    Transparent pictures are RGBA and lack the ground and cells that nothing covers (holes too,
    unless the theme has a colour for them); others are RGB.
    """

    def __init__(self, look: Look) -> None:
        self.look = look
        self.cell = round(look.cell)
        self.line = line_width(look)
        self._masks: dict[str, Image.Image] = {}
        self._stacks: dict[Tiles, Image.Image] = {}

    def stack(self, tiles: Tiles) -> Image.Image:
        """The picture of a cell with these tiles; shared, not to be painted on."""
        picture = self._stacks.get(tiles)
        if picture is None:
            picture = self._stacks[tiles] = self._painted(tiles)
        return picture

    def mask(self, name: str) -> Image.Image:
        """A sprite's grey mask at this cell size."""
        mask = self._masks.get(name)
        if mask is None:
            large = _mask(name)
            # BOX averages exactly, but shows its pixels when it enlarges.
            way = Image.Resampling.BOX if self.cell < large.width else Image.Resampling.BICUBIC
            mask = self._masks[name] = large.resize((self.cell, self.cell), way)
        return mask

    def _painted(self, tiles: Tiles) -> Image.Image:
        size = (self.cell, self.cell)
        if self.look.transparent:
            picture = Image.new("RGBA", size, (0, 0, 0, 0))
            for tile in tiles:
                if tile.kind != "cell" and (tile.kind != "hole" or self.look.theme.hole):
                    layer = Image.new("RGBA", size, (*self._rgb(tile), 255))
                    layer.putalpha(self._shape(tile))
                    picture.alpha_composite(layer)
            return picture
        picture = Image.new("RGB", size, self.look.theme.ground)
        for tile in tiles:
            picture.paste(self._rgb(tile), (0, 0), self._shape(tile))
        return picture

    def _rgb(self, tile: Tile) -> tuple[int, int, int]:
        red, green, blue = ImageColor.getrgb(self.look.theme.color_of(tile))[:3]
        return red, green, blue

    def _shape(self, tile: Tile) -> Image.Image:
        """Where the colour of a tile goes, and how strongly, as a grey mask."""
        match tile.kind:
            case "cell" | "hole" | "fill" | "mark" | "hint":
                shape = Image.new("L", (self.cell, self.cell), 255)
            case "text":
                shape = self._text(tile.text)
            case "stripe":
                left, right = (round(self.cell * place) for place in stripe(*tile.stripe))
                shape = Image.new("L", (self.cell, self.cell), 0)
                shape.paste(255, (left, 0, right, self.cell))
            case "line" | "wall" | "frame":
                shape = self._side(tile.kind, tile.side)
            case "pipe":
                shape = self.mask(tile.side)
            case "dot" | "rim" | "ring":
                shape = self.mask(tile.kind)
        strength = tile.strength
        if tile.kind == "line":
            strength *= line_strength(self.look)
        if strength < 1:
            shape = shape.point(_fainter(strength))
        return shape

    def _side(self, kind: TileKind, side: str) -> Image.Image:
        """A bar along a side of the cell."""
        widths = {
            "line": self.line,
            "wall": wall_width(self.look),
            "frame": mark_width(self.look),
        }
        thick, end = widths[kind], self.cell - 1
        if kind == "wall" and side in "lt":
            thick += self.line  # a wall has the grid's line, which lies there, in its middle
        box = {
            "l": (0, 0, thick - 1, end),
            "r": (self.cell - thick, 0, end, end),
            "t": (0, 0, end, thick - 1),
            "b": (0, self.cell - thick, end, end),
            "corner": (0, 0, thick - 1, thick - 1),
        }[side]
        shape = Image.new("L", (self.cell, self.cell), 0)
        ImageDraw.Draw(shape).rectangle(box, fill=255)
        return shape

    def _text(self, text: str) -> Image.Image:
        """A text with the middle of its ink in the middle of the cell."""
        shape = Image.new("L", (self.cell, self.cell), 0)
        draw = ImageDraw.Draw(shape)
        font, stroke = (
            font_for(text, max(self.cell * label_size(text), 7)),
            self.cell * LABEL_OUTLINE,
        )
        left, top, right, bottom = draw.textbbox((0, 0), text, font=font, stroke_width=stroke)
        middle = ((self.cell - left - right) / 2, (self.cell - top - bottom) / 2)
        draw.text(middle, text, fill=255, font=font, stroke_width=stroke)
        return shape
