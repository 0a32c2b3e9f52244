"""Paint a scene as a picture made of pixels: the sprites of its cells, and its caption."""

from __future__ import annotations

import io

from PIL import Image, ImageColor

from flowdesk.core.finding import FlowDeskError
from flowdesk.draw import measures
from flowdesk.draw.lattice import PixelLattice
from flowdesk.draw.lettering import ASCENT, caption_lines, text_mask
from flowdesk.draw.scene import Scene
from flowdesk.draw.sprites import SpriteSheet
from flowdesk.draw.theme import Look, text_color

#: The longest side of a picture, in pixels. PNG allows more, but hardly any viewer does.
MAX_SIDE = 32_000
MAX_PIXELS = 200_000_000


def picture_size(scene: Scene, look: Look) -> tuple[int, int]:
    """Return width and height in whole pixels."""
    width, height = PixelLattice(scene.geometry, round(look.cell)).board(scene.width, scene.height)
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
    """Return a scene as a PNG file."""
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
