"""Marks over a picture: small smooth pictures for dots, doubts and corners."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageColor, ImageDraw

from flowdesk.draw.lettering import ASCENT, text_mask
from flowdesk.scan.samples import Point

_SMOOTH = 4  # drawn this many times larger and reduced
_LEAST_LETTER = 13  # pixels of a mark that has room for a letter


def dot(size: int, color: str, letter: str) -> Image.Image:
    """Return a disc with a letter, in a white and a black ring: seen on any ground."""
    image, draw = _sheet(size)
    line = max(1.0, size / 16) * _SMOOTH
    _disc(draw, 0, "#000000")
    _disc(draw, line, "#ffffff")
    _disc(draw, 2.4 * line, color)
    if size >= _LEAST_LETTER:
        _write(image, letter, 0.55 * size * _SMOOTH, _ink_on(color))
    return image.reduce(_SMOOTH)


def badge(size: int, color: str, text: str = "?") -> Image.Image:
    """Return a question mark or another short text in a disc, for the corner of a cell."""
    image, draw = _sheet(size)
    _disc(draw, 0, "#000000")
    _disc(draw, _SMOOTH, color)
    _write(image, text, 0.72 * size * _SMOOTH, _ink_on(color))
    return image.reduce(_SMOOTH)


def handle(size: int, color: str) -> Image.Image:
    """Return a ring to drag a corner by; the corner itself can be seen through it."""
    image, draw = _sheet(size)
    side, line = size * _SMOOTH, size * _SMOOTH // 11
    for inset, width, ink in (
        (0, 3 * line, "#000000"),
        (line // 2, 2 * line, "#ffffff"),
        (line, line, color),
    ):
        draw.ellipse((inset, inset, side - 1 - inset, side - 1 - inset), outline=ink, width=width)
    return image.reduce(_SMOOTH)


def loupe(
    image: Image.Image, corners: Sequence[Point], number: int, side: int, zoom: float, ink: str
) -> Image.Image:
    """Return the surroundings of a corner with the two edges of the board that meet there."""
    x, y = corners[number]
    reach = side / zoom / 2
    box = x - reach, y - reach, x + reach, y + reach
    picture = image.transform((side, side), Image.Transform.EXTENT, box, Image.Resampling.NEAREST)
    draw, middle = ImageDraw.Draw(picture), side / 2
    for other in (corners[number - 1], corners[(number + 1) % 4]):
        end = middle + zoom * (other[0] - x), middle + zoom * (other[1] - y)
        draw.line((middle, middle, *end), fill="#000000", width=3)
        draw.line((middle, middle, *end), fill=ink, width=1)
    draw.rectangle((0, 0, side - 1, side - 1), outline="#000000", width=3)
    draw.rectangle((1, 1, side - 2, side - 2), outline="#ffffff", width=1)
    return picture


def _sheet(size: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (size * _SMOOTH, size * _SMOOTH))
    return image, ImageDraw.Draw(image)


def _disc(draw: ImageDraw.ImageDraw, inset: float, color: str) -> None:
    side = draw.im.size[0]
    draw.ellipse((inset, inset, side - 1 - inset, side - 1 - inset), fill=color)


def _write(image: Image.Image, text: str, size: float, ink: str) -> None:
    """Write a text in the middle, smaller if it is long."""
    size *= min(1.0, 1.6 / max(len(text), 1))
    mask = text_mask(text, size)
    box = mask.getbbox() or (0, 0, mask.width, round(ASCENT * size))
    mask = mask.crop(box)
    place = (image.width - mask.width) // 2, (image.height - mask.height) // 2
    image.paste(ImageColor.getrgb(ink), place, mask)


def _ink_on(color: str) -> str:
    """Return black or white, whichever is read better on a colour."""
    red, green, blue = ImageColor.getrgb(color)[:3]
    return "#000000" if 0.3 * red + 0.59 * green + 0.11 * blue > 110 else "#ffffff"
