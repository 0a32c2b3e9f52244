"""Paint a scene as a picture made of pixels: the sprites of its cells, and its caption.

A sprite is a stack of tiles as a small picture of one cell. The files in ``assets/tiles`` are grey
masks, white where the colour goes. They are scaled to the size of a cell and tinted.
``assets/make_tiles.py`` draws them.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import groupby

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFilter

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell
from flowdesk.core.shape import HEXAGONS, SQUARES, Geometry, Point
from flowdesk.core.storage import shipped
from flowdesk.draw import measures
from flowdesk.draw.lettering import ASCENT, caption_lines, font_for, text_mask
from flowdesk.draw.scene import Scene, Tile, TileKind, Tiles
from flowdesk.draw.theme import Look, text_color

#: Lines along the grid are drawn this many times larger, then reduced, to smooth them.
_FINER = 8
#: Lines whose parts overlap: where they do, they are no stronger than each of them.
_JOINED = "pattern", "loop"
_SMALLEST_LETTER = 8  # pixels of the font; where it would be smaller there is a dot


@cache
def _mask(name: str) -> Image.Image:
    """Return a mask from the assets in its original size."""
    picture: Image.Image
    with Image.open(shipped("assets") / "tiles" / f"{name}.png") as picture:
        return picture.convert("L")


@cache
def _outline(name: str) -> Image.Image:
    """Return the mask of a pipe, such as ``tb outline``, with its outline."""
    mask = _mask(name.split()[0])
    return mask.filter(ImageFilter.MaxFilter(2 * round(measures.RIM_WIDTH * mask.width) + 1))


@cache
def _stronger(strength: float) -> list[int]:
    """Return the table that makes a mask so many times as strong."""
    return [min(round(value * strength), 255) for value in range(256)]


class SpriteSheet:
    """Stacks of tiles in one look, each painted once; `cell` and `line` are in whole pixels.

    The picture of a hexagon is the box round it; only its own pixels are laid into a board's.
    Transparent pictures are RGBA, without the ground and the cells (nor holes, unless the theme
    has a colour for them); others are RGB.
    """

    def __init__(self, look: Look, geometry: Geometry = SQUARES) -> None:
        self.look = look
        self.cell = round(look.cell)
        self.lattice = measures.PixelLattice(geometry, self.cell)
        self.line = measures.line_width(look)
        #: What is not drawn where pictures are transparent.
        self._hidden = {"cell", "deck"} if look.theme.hole else {"cell", "deck", "hole"}
        self._masks: dict[str, Image.Image] = {}
        self._shapes: dict[Tile, Image.Image] = {}
        self._stacks: dict[Tiles, Image.Image] = {}

    def stack(self, tiles: Tiles) -> Image.Image:
        """Return the picture of a cell with these tiles; it is shared, so do not paint on it."""
        picture = self._stacks.get(tiles)
        if picture is None:
            picture = self._stacks[tiles] = self._painted(tiles)
        return picture

    def lay(
        self, picture: Image.Image, stack: Image.Image, cell: Cell, left: int = 0, top: int = 0
    ) -> None:
        """Lay the stack of a cell into a picture in which the board begins at (left, top)."""
        x, y = self.lattice.place(cell)
        picture.paste(stack, (left + x, top + y), self.lattice.mask(cell))

    def mask(self, name: str) -> Image.Image:
        """Return the mask of a sprite in the size of a cell."""
        mask = self._masks.get(name)
        if mask is None:
            large = _outline(name) if name.endswith("outline") else _mask(name)
            # BOX takes whole pixels, of which there must be many, or curves get bumps.
            is_small = 4 * self.cell <= large.width
            way = Image.Resampling.BOX if is_small else Image.Resampling.BICUBIC
            mask = self._masks[name] = large.resize((self.cell, self.cell), way)
        return mask

    def _painted(self, tiles: Tiles) -> Image.Image:
        size = self.lattice.size
        if self.look.cell < self.look.labels_from:
            tiles = tuple(tile for tile in tiles if tile.kind != "text")
        if self.look.transparent:
            picture = Image.new("RGBA", size, (0, 0, 0, 0))
            shown = [tile for tile in tiles if tile.kind not in self._hidden]
            for color, mask in self._layers(shown):
                layer = Image.new("RGBA", size, color)
                layer.putalpha(mask)
                picture.alpha_composite(layer)
            return picture
        picture = Image.new("RGB", size, self.look.theme.ground)
        for color, mask in self._layers(tiles):
            if box := mask.getbbox():  # most of them are bars, or the whole cell
                part = None if mask.getextrema() == (255, 255) else mask.crop(box)
                picture.paste(color, box, part)
        return picture

    def _layers(self, tiles: Sequence[Tile]) -> Iterator[tuple[str, Image.Image]]:
        """Yield the colours and masks of tiles; outlines of paths are below all of them."""
        paths = [tile for tile in tiles if tile.kind == "pipe"]
        for (kind, color), alike in groupby(tiles, self._look_of):
            while paths and kind == "pipe":
                path = paths.pop(0)
                if outline := self.look.theme.outline_of(path):
                    yield outline, self._outline(path.side).point(_stronger(path.strength))
            shapes = map(self._shape, alike)
            if kind in _JOINED:
                yield color, reduce(ImageChops.lighter, shapes)
            else:
                yield from ((color, shape) for shape in shapes)

    def _look_of(self, tile: Tile) -> tuple[TileKind, str]:
        return tile.kind, self.look.theme.color_of(tile)

    def _shape(self, tile: Tile) -> Image.Image:
        """Return a grey mask of where the colour of a tile goes, and how strongly."""
        strength = tile.strength
        if tile.kind == "line":
            strength *= measures.line_strength(self.look)
        if tile.kind == "rim" and self.look.theme.is_faint(tile._replace(kind="dot")):
            line = measures.RIM_WIDTH * self.cell
            strength *= max(1.0, 1 / line)  # as seen as a line of a pixel
        plain = tile._replace(color="", strength=strength)
        if plain not in self._shapes:
            self._shapes[plain] = self._drawn(plain).point(_stronger(strength))
        return self._shapes[plain]

    def _outline(self, arms: str) -> Image.Image:
        """Return the mask of a pipe with its outline."""
        if self.lattice.geometry is SQUARES:
            return self.mask(f"{arms} outline")
        return self._in_hexagon(
            Tile("pipe", side=arms), measures.PIPE_WIDTH + 2 * measures.RIM_WIDTH
        )

    def _drawn(self, tile: Tile) -> Image.Image:
        if tile.kind in ("text", "clue", "bad clue"):
            return self._text(tile.text, measures.label_size(tile.text))
        if tile.kind == "pencil" and tile.text:
            x, y, size = measures.pencil_letter(tile)
            if self.cell * size >= _SMALLEST_LETTER:
                return self._text(tile.text, size, (x - 0.5, y - 0.5))
        if self.lattice.geometry is not SQUARES:
            return self._in_hexagon(tile)
        match tile.kind:
            case "cell" | "hole" | "fill" | "mark" | "hint" | "inside":
                return Image.new("L", (self.cell, self.cell), 255)
            case "stripe":
                left, right = (round(self.cell * place) for place in measures.stripe(*tile.stripe))
                shape = Image.new("L", (self.cell, self.cell), 0)
                shape.paste(255, (left, 0, right, self.cell))
                return shape
            case "line" | "wall" | "frame":
                return self._side(tile.kind, tile.side)
            case "pipe":
                return self.mask(tile.side)
            case "dot" | "rim" | "ring":
                return self.mask(tile.kind)
        return self._fine(tile)

    def _side(self, kind: TileKind, side: str) -> Image.Image:
        """Return the mask of a bar along a side of the cell."""
        widths = {
            "line": self.line,
            "wall": measures.wall_width(self.look),
            "frame": measures.mark_width(self.look),
        }
        thick, end = widths[kind], self.cell - 1
        if kind == "wall" and side in "lt":
            thick += self.line  # the grid line there is the middle of the wall
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

    def _fine(self, tile: Tile) -> Image.Image:
        """Return the mask of what is drawn larger and then reduced, which smooths it.

        The middle of what lies along the grid is that of its lines, at the left and top of cells.
        """
        end, middle = _FINER * self.cell, _FINER * self.line / 2
        half, far = end / 2 + middle, end + middle
        shape = Image.new("L", (end, end), 0)
        draw = ImageDraw.Draw(shape)
        match tile.kind:
            case "pattern" | "deck":
                for left, top, width, height in measures.PATTERNS[tile.side]:
                    _bar(draw, left * end, top * end, (left + width) * end, (top + height) * end)
            case "pencil":
                x, y, radius = (end * length for length in measures.pencil(*tile.stripe))
                _disc(draw, x, y, radius)
            case "arrow" | "warp":
                points = [
                    ((0.5 + x) * end, (0.5 + y) * end) for x, y in measures.arrow(tile, SQUARES)
                ]
                _stroke(draw, points, measures.ARROW_WIDTH * end)
            case "cross":
                middles = {"t": (half, middle), "l": (middle, half)}
                middles |= {"r": (far, half), "b": (half, far)}
                reach, width = measures.CROSS_RADIUS * end, _FINER * measures.cross_width(self.look)
                for x, y in map(middles.__getitem__, tile.side):
                    for down in (reach, -reach):
                        _stroke(draw, [(x - reach, y - down), (x + reach, y + down)], width)
            case _:  # bars along sides, and discs round corners
                widest = measures.loop_width(self.look) / 2
                if tile.kind == "point":
                    widest = max(measures.POINT_RADIUS * self.cell, self.line / 2)
                radius = _FINER * widest
                bars = {
                    "l": (0, 0, middle + radius, end),
                    "r": (far - radius, 0, end, end),
                    "t": (0, 0, end, middle + radius),
                    "b": (0, far - radius, end, end),
                }
                corners = {"1": (middle, middle), "2": (far, middle)}
                corners |= {"3": (middle, far), "4": (far, far)}
                for side in tile.side:
                    if side in bars:
                        _bar(draw, *bars[side])
                    else:
                        _disc(draw, *corners[side], radius)
        return shape.reduce(_FINER)

    def _in_hexagon(self, tile: Tile, width: float = measures.PIPE_WIDTH) -> Image.Image:
        """Return the mask of a tile in a hexagon; a pipe has a `width`, in cells."""
        box = self.lattice.size
        shape = Image.new("L", (_FINER * box[0], _FINER * box[1]), 0)
        draw, unit = ImageDraw.Draw(shape), _FINER * self.cell
        across, down = (_FINER * each for each in self.lattice.scale)

        def at(point: Point) -> Point:
            """Return the pixel of a point that is given from the centre."""
            return shape.width / 2 + point[0] * across, shape.height / 2 + point[1] * down

        match tile.kind:
            case "pipe":
                for x, y in map(HEXAGONS.outward.__getitem__, tile.side):
                    _stroke(draw, [at((0, 0)), at((1.5 * x, 1.5 * y))], width * unit)
            case "arrow":
                points = [at(point) for point in measures.arrow(tile, HEXAGONS)]
                _stroke(draw, points, measures.ARROW_WIDTH * unit)
            case "pencil":
                x, y, radius = measures.pencil(*tile.stripe)
                x, y = at((x - 0.5, y - 0.5))
                _disc(draw, x, y, radius * unit)
            case "dot" | "rim" | "ring":
                (x, y), (radius, line) = at((0, 0)), measures.DISCS[tile.kind]
                _disc(draw, x, y, (radius + line / 2) * unit, line * unit)
            case _:
                for polygon in measures.polygons(tile, self.look, 2 / self.cell):
                    draw.polygon([at(point) for point in polygon], fill=255)
        return shape.reduce(_FINER)

    def _text(self, text: str, size: float, off: Point = (0, 0)) -> Image.Image:
        """Return the mask of a text, whose bounding box is centred in the cell, or so far off."""
        width, height = self.lattice.size
        shape = Image.new("L", (width, height), 0)
        draw = ImageDraw.Draw(shape)
        font = font_for(text, max(self.cell * size, 7))
        stroke = self.cell * measures.LABEL_OUTLINE * size / measures.label_size(text)
        left, top, right, bottom = draw.textbbox((0, 0), text, font=font, stroke_width=stroke)
        across, down = (self.cell * each for each in off)
        middle = ((width - left - right) / 2 + across, (height - top - bottom) / 2 + down)
        draw.text(middle, text, fill=255, font=font, stroke_width=stroke)
        return shape


#: That of a look, of which the last few are kept: sizes and themes are gone back to.
sheet_of = lru_cache(maxsize=16)(SpriteSheet)


def _bar(draw: ImageDraw.ImageDraw, left: float, top: float, right: float, bottom: float) -> None:
    if left < right and top < bottom:
        draw.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), fill=255)


def _disc(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, line: float = 0.0) -> None:
    """Draw a disc, or a circle with a line inside it."""
    box = x - radius, y - radius, x + radius - 1, y + radius - 1
    draw.ellipse(box, fill=0 if line else 255, outline=255, width=round(line))


def _stroke(draw: ImageDraw.ImageDraw, points: Sequence[Point], width: float) -> None:
    """Draw a line with round joints and ends."""
    draw.line(points, fill=255, width=round(width))
    for x, y in points:
        _disc(draw, x, y, width / 2)


#: The longest side of a picture, in pixels. PNG allows more, but hardly any viewer does.
MAX_SIDE = 32_000
MAX_PIXELS = 200_000_000


def picture_size(scene: Scene, look: Look) -> tuple[int, int]:
    """Return width and height in whole pixels."""
    width, height = measures.PixelLattice(scene.geometry, round(look.cell)).board(
        scene.width, scene.height
    )
    beside, below = measures.around(scene, look)
    return width + beside, height + below


def checked_size(
    scene: Scene, look: Look, most_side: int = MAX_SIDE, most_pixels: int = MAX_PIXELS
) -> tuple[int, int]:
    """Return width and height in pixels; FlowDeskError if the picture would be too large."""
    width, height = picture_size(scene, look)
    if max(width, height) > most_side or width * height > most_pixels:
        raise FlowDeskError(
            f"A picture of {width} x {height} pixels is too large ({most_side} a side and "
            f"{most_pixels // 1_000_000} million in all are the most): choose smaller cells."
        )
    return width, height


def paint(scene: Scene, sheet: SpriteSheet) -> Image.Image:
    """Paint a whole scene; FlowDeskError if the picture would be too large."""
    width, height = checked_size(scene, sheet.look)
    look = sheet.look
    ground = (0, 0, 0, 0) if look.transparent else look.theme.ground
    picture = Image.new("RGBA" if look.transparent else "RGB", (width, height), ground)
    margin = measures.margin(scene, look)
    for cell, tiles in scene.tiles.items():
        sheet.lay(picture, sheet.stack(tiles), cell, margin, margin)
    _write_caption(picture, scene, sheet)
    return picture


def png(scene: Scene, look: Look) -> bytes:
    file = io.BytesIO()
    paint(scene, SpriteSheet(look, scene.geometry)).save(file, "PNG")
    return file.getvalue()


def _write_caption(picture: Image.Image, scene: Scene, sheet: SpriteSheet) -> None:
    color = ImageColor.getrgb(text_color(sheet.look.theme.ground))
    margin = measures.margin(scene, sheet.look)
    for line in caption_lines(scene):
        size = line.size * sheet.cell
        mask = text_mask(line.text, size)
        left = (picture.width - mask.width) // 2
        top = margin + round(line.baseline * sheet.cell) - round(ASCENT * size)
        ink = Image.new(picture.mode, mask.size, color)
        if sheet.look.transparent:
            ink.putalpha(mask)
            picture.paste(ink, (left, top))
        else:
            picture.paste(ink, (left, top), mask)
