"""Captions under a board, text in any script as grey masks, and the widths of Helvetica."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil

from PIL import Image, ImageDraw, ImageFont

from flowdesk.draw.scene import Scene

#: The size of the first line as a share of the board's width, and the least, in cells.
_SHARE, _LEAST = 0.045, 0.3
#: The size of further lines and the distance of lines, both in sizes of the line above.
_SMALLER, _APART = 0.75, 1.35
#: The share of the board's width that a line may take: other programs have wider fonts.
_WIDEST = 0.82
#: A long line shrinks to half of the usual size at most, and is then cut. In characters: longer
#: lines are cut before they are measured.
_LONGEST = 400


@dataclass(frozen=True)
class CaptionLine:
    """A centred line: its `size`, and its `baseline` from the top of the board, in cells."""

    text: str
    size: float
    baseline: float


def caption_lines(scene: Scene) -> list[CaptionLine]:
    """Return the lines of a caption and its text; long ones are smaller, too long ones are cut."""
    lines = []
    width, height = scene.size
    room = _WIDEST * width
    first = max(_LEAST, _SHARE * width)
    size, y = first, height + scene.margin
    for text in map(printable, scene.caption):
        text = _cut(text, 2 * room / size)
        y += _APART * size
        lines.append(CaptionLine(text, min(size, room / max(_width(text), 1.0)), y))
        size = min(first * _SMALLER, lines[-1].size)  # an author is never larger than the title
    size = min(size, first * _SMALLER)
    for text in _broken(printable(scene.text)[:_LONGEST], room / size):
        y += _APART * size
        lines.append(CaptionLine(text, min(size, room / max(_width(text), 1.0)), y))
    return lines


def caption_height(scene: Scene) -> float:
    lines = caption_lines(scene)
    below = scene.size[1] + scene.margin
    return lines[-1].baseline - below + 0.5 * lines[-1].size if lines else 0.0


def printable(text: str) -> str:
    """Replace what no file can hold: line ends, control characters, lone surrogates."""
    kinds = {"Cc": " ", "Zl": " ", "Zp": " ", "Cs": "\ufffd"}
    text = text.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return "".join(kinds.get(unicodedata.category(c), c) for c in text)


def _broken(text: str, widest: float) -> list[str]:
    """Break a text into lines of a width, given at size 1; only a single word may be wider."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer) <= widest:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(text: str, widest: float) -> str:
    """Cut a text to a width, given at size 1."""
    if len(text) <= _LONGEST and _width(text) <= widest:
        return text
    text = text[:_LONGEST]
    text = text[: int(len(text) * widest / max(_width(text), widest))]
    while text and _width(f"{text}…") > widest:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _width(text: str) -> float:
    """Return the width of a text at size 1, in the fonts of pixel pictures."""
    return font_for(text, 100).getlength(text) / 100


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


#: Widths in thousandths of the size, and the characters that have them; all others of code page
#: 1252 have `_USUAL_WIDTH`.
_USUAL_WIDTH = 556
_REGULAR = {
    191: "'",
    222: "ijl‘’‚",
    260: "|¦",
    278: " !,./:;I[\\]ft·ÌÍÎÏìíîï\u00a0",
    333: "()-`r¡¨¯´¸¹²³‹›“”„ˆ˜\u00ad",
    334: "{}",
    350: "•",
    355: '"',
    365: "º",
    370: "ª",
    389: "*",
    400: "°",
    469: "^",
    500: "Jcksvxyzçýÿšž",
    537: "¶",
    584: "+<=>~¬±×÷",
    611: "FTZ¿ßøŽ",
    667: "&ABEKPSVXYÀÁÂÃÄÅÈÉÊËÝÞŠŸ",
    722: "CDHNRUwÇÐÑÙÚÛÜ",
    737: "©®",
    778: "GOQÒÓÔÕÖØ",
    833: "Mm",
    834: "¼½¾",
    889: "%æ",
    944: "Wœ",
    1000: "—…‰™ÆŒ",
    1015: "@",
}
_BOLD = {
    238: "'",
    278: " ,./I\\ijl·‘’‚ÌÍÎÏìíîï\u00a0",
    280: "|¦",
    333: "!()-:;[]`ft¡¨¯´¸¹²³‹›ˆ˜\u00ad",
    350: "•",
    365: "º",
    370: "ª",
    389: "*r{}",
    400: "°",
    474: '"',
    500: "z“”„ž",
    584: "+<=>^~¬±×÷",
    611: "?FLTZbdghnopquµ¿ßðñòóôõöøùúûüþŽ",
    667: "EPSVXYÈÉÊËÝÞŠŸ",
    722: "&ABCDHKNRUÀÁÂÃÄÅÇÐÑÙÚÛÜ",
    737: "©®",
    778: "GOQwÒÓÔÕÖØ",
    833: "M",
    834: "¼½¾",
    889: "%mæ",
    944: "Wœ",
    975: "@",
    1000: "—…‰™ÆŒ",
}
_WIDTHS = [
    {character: width for width, characters in table.items() for character in characters}
    for table in (_REGULAR, _BOLD)
]


def helvetica_bytes(text: str) -> bytes | None:
    """Return a text in the encoding of the standard fonts, or None if they lack a character."""
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError:
        return None


def helvetica_width(text: str, *, bold: bool = False) -> float:
    """Return the width of a text that can be encoded, in sizes of the font."""
    return sum(_WIDTHS[bold].get(character, _USUAL_WIDTH) for character in text) / 1000
