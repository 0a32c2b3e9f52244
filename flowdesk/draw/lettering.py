"""Paint text in any script as grey masks, in Pillow's own font or one of the system's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import ceil

from PIL import Image, ImageDraw, ImageFont

#: How far a mask reaches above and below the baseline, in sizes of the text.
ASCENT, DESCENT = 1.2, 0.4

#: Fonts of systems, tried in this order for what Pillow's own font, which is Latin, lacks.
_SYSTEM_FONTS = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "NotoSansCJK-Regular.ttc",
    "WenQuanYiZenHei.ttc",
    "wqy-zenhei.ttc",
    "segoeui.ttf",
    "msgothic.ttc",
    "msyh.ttc",
    "malgun.ttf",
    "Arial Unicode.ttf",
    "Hiragino Sans GB.ttc",
    "AppleGothic.ttf",
)

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def text_mask(text: str, size: float) -> Image.Image:
    """Return a line of text as a grey mask, white on black; `size` is the font's, in pixels.

    The baseline is ``round(ASCENT * size)`` pixels below the top. A character that no font has is
    an empty box.
    """
    font = font_for(text, size)
    left, _, right, _ = font.getbbox(text)
    baseline = round(ASCENT * size)
    width = max(1, ceil(right - left))
    mask = Image.new("L", (width, baseline + round(DESCENT * size)), 0)
    anchor = "ls" if isinstance(font, ImageFont.FreeTypeFont) else None
    ImageDraw.Draw(mask).text((-left, baseline), text, fill=255, font=font, anchor=anchor)
    return mask


def font_for(text: str, size: float) -> Font:
    """Return the first font that has every character of a text, else the one that lacks fewest."""
    characters = frozenset(text)
    best, fewest = "", len(characters) + 1
    for name in _fonts():
        lacking = sum(not _has(name, character) for character in characters)
        if lacking < fewest:
            best, fewest = name, lacking
        if not lacking:
            break
    return _font(best, max(size, 1))


def _fonts() -> Iterator[str]:
    """Yield the names of the fonts there are: "", which is Pillow's own, and the system's."""
    yield ""
    yield from (name for name in _SYSTEM_FONTS if _is_there(name))


@cache
def _is_there(name: str) -> bool:
    try:
        _font(name, 16)
    except OSError:
        return False
    return True


@lru_cache(maxsize=64)
def _font(name: str, size: float) -> Font:
    return ImageFont.truetype(name, size) if name else ImageFont.load_default(size)


@lru_cache(maxsize=4096)
def _has(name: str, character: str) -> bool:
    """Whether a font has a character: if not, it looks like U+FFFF, which no font has."""
    font = _font(name, 16)
    return bytes(font.getmask(character)) != bytes(font.getmask("\uffff"))
