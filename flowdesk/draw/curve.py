"""Draw a curve of difficulty: a bar for each level of a pack, as high as the level is hard.

The picture is divided into bands, one for each word such as "easy", the easiest at the bottom. A
bar ends in the band of its word, the higher the greater its score among those of the same word.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageColor, ImageDraw

from flowdesk.draw.charts import FINER, Inks

#: The inks of the bands, as indices of `Inks.curves`, from the bottom; they begin anew after these.
INKS = (2, 0, 1, 3)
#: Marks are on bars that are at least so wide, in pixels; narrower ones have no gaps between them.
_WIDE = 7
#: The share of its colour that a bar has below its end.
_STRENGTH = 0.4


class Bar(NamedTuple):
    """A bar: its band, from 0, and its height as a share of the picture."""

    band: int
    height: float


def bars_of(rated: Sequence[tuple[int, float] | None], bands: int) -> list[Bar | None]:
    """Return the bars for bands and scores; None stays None, a gap."""
    scaled = [(rating[0], math.log1p(max(rating[1], 0))) if rating else None for rating in rated]
    scores: dict[int, list[float]] = {}
    for found in scaled:
        if found:
            scores.setdefault(found[0], []).append(found[1])
    ends = {band: (min(found), max(found)) for band, found in scores.items()}

    def bar(band: int, score: float) -> Bar:
        low, high = ends[band]
        share = (score - low) / (high - low) if high > low else 0.5
        return Bar(band, (band + 0.15 + 0.7 * share) / bands)

    return [bar(*found) if found else None for found in scaled]


def span(place: int, count: int, width: int) -> tuple[float, float]:
    """Return the left and the right end of a level's bar, in a picture so wide."""
    return place * width / count, (place + 1) * width / count


def place_at(x: int, count: int, width: int) -> int:
    """Return the place of the level whose bar is at a point, or the nearest one."""
    return max(0, min(x * count // max(width, 1), count - 1))


def paint(bars: Sequence[Bar | None], bands: int, size: tuple[int, int], inks: Inks) -> Image.Image:
    """Return the picture; where several bars share a pixel, the highest is seen."""
    (width, height), fine = size, round(FINER * inks.scale)
    image = Image.new("RGB", (width * FINER, height * FINER), inks.paper)
    draw = ImageDraw.Draw(image)
    bottom = height * FINER - 1
    for band in range(1, bands):
        y = bottom - bottom * band // bands
        draw.line([(0, y), (width * FINER, y)], inks.grid, fine // 2)
    draw.line([(0, bottom), (width * FINER, bottom)], inks.faint, fine)
    is_wide = width >= _WIDE * inks.scale * len(bars)
    gap = fine if is_wide else 0
    for left, right, bar in _columns(bars, width * FINER):
        color = inks.curves[INKS[bar.band % len(INKS)]]
        top = bottom - bar.height * bottom
        ends = left + gap, max(right - 1 - gap, left + gap)
        draw.rectangle((ends[0], top, ends[1], bottom), fill=_mixed(inks.paper, color))
        draw.rectangle((ends[0], top, ends[1], min(top + 2 * fine, bottom)), fill=color)
        if is_wide:
            side = min(right - left - 2 * gap, 9 * fine)
            _mark(draw, ((left + right) / 2, top), side / 2, bar.band, (color, inks.paper, fine))
    return image.resize(size, Image.Resampling.LANCZOS)


def _columns(bars: Sequence[Bar | None], width: int) -> list[tuple[int, int, Bar]]:
    """Return left end, right end and content of bars; of those at the same place the highest."""
    found: dict[tuple[int, int], Bar] = {}
    for place, bar in enumerate(bars):
        if bar:
            left, right = (round(x) for x in span(place, len(bars), width))
            ends = left, max(right, left + 1)
            if ends not in found or found[ends].height < bar.height:
                found[ends] = bar
    return [(left, right, bar) for (left, right), bar in found.items()]


def _mixed(paper: str, color: str) -> tuple[int, ...]:
    """Return a colour that is fainter on paper."""
    pairs = zip(ImageColor.getrgb(paper), ImageColor.getrgb(color), strict=True)
    return tuple(round(a * (1 - _STRENGTH) + b * _STRENGTH) for a, b in pairs)


def _mark(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    r: float,
    band: int,
    look: tuple[str, str, int],
) -> None:
    """Draw the mark of a band on the end of a bar: a disc, a square, a triangle or a diamond.

    The `look` is its colour, that of its outline, and the width of this.
    """
    (x, y), (fill, outline, width) = at, look
    shapes = (
        [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)],
        [(x, y - r), (x + r, y + r), (x - r, y + r)],
        [(x, y - r), (x + r, y), (x, y + r), (x - r, y)],
    )
    kind = band % (len(shapes) + 1)
    if kind == 0:
        draw.ellipse((x - r, y - r, x + r, y + r), fill=fill, outline=outline, width=width)
    else:
        draw.polygon(shapes[kind - 1], fill=fill, outline=outline, width=width)
