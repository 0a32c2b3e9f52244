"""Draw charts: times by size, quantities side by side, the difficulty of levels in their order.

They are drawn with Pillow, because a plotting library would be larger than all of FlowDesk.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from flowdesk.draw.theme import between

#: A chart is drawn this many times larger and then reduced, which smooths it.
FINER = 2
_MARGIN, _ROW = 16, 20  # pixels; the height of a row of the legend

Font: TypeAlias = ImageFont.ImageFont | ImageFont.FreeTypeFont
#: A place in a picture: x and y.
Place: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Inks:
    """The colours of a chart; those in `curves` belong to its curves, in their order.

    Text and lines are `scale` times as large as in files, while the picture keeps its size.
    """

    paper: str
    text: str
    faint: str
    grid: str
    curves: tuple[str, ...]
    scale: float = 1


#: For paper and light windows, and for dark ones.
ON_LIGHT = Inks(
    "#ffffff",
    "#1c1c1c",
    "#5f5f5f",
    "#dddddd",
    ("#0067c0", "#cc441b", "#1d8347", "#8a3fb0", "#8a6a00", "#00808a", "#5f5f5f"),
)
ON_DARK = Inks(
    "#1c1c1c",
    "#f2f2f2",
    "#a3a3a3",
    "#3a3a3a",
    ("#57c8ff", "#ff8a5c", "#5fd38a", "#d79bf5", "#e8c547", "#4fd0d0", "#b0b0b0"),
)


@dataclass(frozen=True)
class Point:
    """A time in seconds, above a place on the lower axis; `over` means that it is a time limit."""

    place: int
    seconds: float
    over: bool = False


@dataclass(frozen=True)
class TimeCurve:
    """The times of an engine: `points` are joined by a line, `dots` are not.

    A curve without points is not in the legend; those after it keep their colours.
    """

    name: str
    points: Sequence[Point]
    dots: Sequence[Point] = ()


class _Canvas:
    """Draws on a picture in its pixels, of which there are fewer if text and lines are larger."""

    def __init__(self, size: tuple[int, int], inks: Inks) -> None:
        self.width, self.height = (side / inks.scale for side in size)
        self._unit = FINER * inks.scale
        self._image = Image.new("RGB", (size[0] * FINER, size[1] * FINER), inks.paper)
        self._draw = ImageDraw.Draw(self._image)

    def text(self, at: Place, text: str, size: int, color: str, anchor: str) -> None:
        self._draw.text(self._scaled(at)[0], text, color, self._font(size), anchor)

    def length(self, text: str, size: int) -> float:
        return float(self._draw.textlength(text, font=self._font(size))) / self._unit

    def line(self, color: str, width: int, *points: Place) -> None:
        self._draw.line(self._scaled(*points), color, round(width * self._unit), joint="curve")

    def polygon(self, color: str, *points: Place) -> None:
        self._draw.polygon(self._scaled(*points), fill=color)

    def rectangle(self, color: str, *corners: Place) -> None:
        self._draw.rectangle(self._scaled(*corners), fill=color)

    def ellipse(self, color: str, *corners: Place) -> None:
        self._draw.ellipse(self._scaled(*corners), fill=color)

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        file = io.BytesIO()
        self._image.reduce(FINER).save(file, "PNG")
        return file.getvalue()

    def _scaled(self, *points: Place) -> list[Place]:
        return [(x * self._unit, y * self._unit) for x, y in points]

    def _font(self, size: int) -> Font:
        return font(round(size * self._unit))


@dataclass(eq=False)
class Chart:
    """A chart of `size` pixels; `places` are the names along the lower axis."""

    curves: Sequence[TimeCurve]
    places: Sequence[str]
    title: str
    size: tuple[int, int] = (900, 560)
    inks: Inks = ON_LIGHT

    def __post_init__(self) -> None:
        self._pen = _Canvas(self.size, self.inks)
        self._left, self._top = 70, 50
        self._named = list(self._legend())
        rows = 1 + max((row for _, row, _ in self._named), default=0)
        self._right, self._bottom = self._pen.width - 24, self._pen.height - 72 - rows * _ROW
        self._step = (self._right - self._left) / max(len(self.places), 1)
        points = [point for curve in self.curves for point in (*curve.points, *curve.dots)]
        times = [point.seconds for point in points if point.seconds > 0]
        self._low = math.floor(math.log10(min(times, default=0.001)))
        self._high = max(math.ceil(math.log10(max(times, default=1.0))), self._low + 1)

    def png(self) -> bytes:
        """Draw everything, and return it as a PNG file."""
        self._pen.text((_MARGIN, 14), self.title, 17, self.inks.text, "la")
        self._axes()
        for number in range(len(self.curves)):
            self._curve(number)
        y = self._bottom + 46
        for x, row, number in self._named:
            self._mark(x + 5, y + row * _ROW, 5, number)
            name = self.curves[number].name
            self._pen.text((x + 16, y + row * _ROW), name, 13, self.inks.text, "lm")
        note = "large: median    small: one run    cross: no answer"
        self._pen.text((_MARGIN, self._pen.height - 22), note, 12, self.inks.faint, "lm")
        return self._pen.png()

    def _axes(self) -> None:
        pen, faint, left, bottom = self._pen, self.inks.faint, self._left, self._bottom
        for power in range(self._low, self._high + 1):
            y = self._y(10.0**power)
            pen.line(self.inks.grid, 1, (left, y), (self._right, y))
            duration = f"{10.0**power:g} s" if power >= 0 else f"{10.0 ** (power + 3):g} ms"
            pen.text((left - 8, y), duration, 12, faint, "rm")
        pen.line(faint, 1, (left, bottom), (self._right, bottom))
        widest = max((pen.length(name, 12) for name in self.places), default=0.0)
        named = math.ceil((widest + 6) / self._step)  # every so many places get a name
        for place, name in enumerate(self.places):
            x = self._x(place)
            pen.line(faint, 1, (x, bottom), (x, bottom + 5))
            if place % named == 0:
                pen.text((x, bottom + 9), name, 12, faint, "ma")

    def _curve(self, number: int) -> None:
        """Draw single times as dots, medians joined, time limits as crosses."""
        curve = self.curves[number]
        # Side by side, so that the dots of one engine do not hide those of another.
        aside = min(10, self._step / 4) * (number - (len(self.curves) - 1) / 2)
        ways = [(self._x(p.place) + aside, self._y(p.seconds)) for p in curve.points]
        if len(ways) > 1:
            self._pen.line(self.inks.curves[number], 2, *ways)
        for points, radius in ((curve.dots, 2), (curve.points, 5)):
            for point in points:
                x, y = self._x(point.place) + aside, self._y(point.seconds)
                self._mark(x, y, radius, number, over=point.over)

    def _mark(self, x: float, y: float, r: int, number: int, *, over: bool = False) -> None:
        """Draw a mark in the shape and colour of a curve, or a cross for a time limit."""
        pen, color = self._pen, self.inks.curves[number]
        if over:
            for slope in (-1, 1):
                pen.line(color, max(r // 2, 1), (x - r, y - slope * r), (x + r, y + slope * r))
        elif number == 0:
            pen.ellipse(color, (x - r, y - r), (x + r, y + r))
        elif number == 1:
            pen.rectangle(color, (x - r, y - r), (x + r, y + r))
        elif number in (2, 4):
            up = r if number == 2 else -r
            pen.polygon(color, (x, y - up), (x + 1.2 * r, y + up), (x - 1.2 * r, y + up))
        else:
            w = 1.25 * r
            pen.polygon(color, (x, y - w), (x + w, y), (x, y + w), (x - w, y))

    def _legend(self) -> Iterator[tuple[float, int, int]]:
        """Yield where each curve with points is named, and its number: x, and a row."""
        x, row = float(_MARGIN), 0
        for number, curve in enumerate(self.curves):
            if curve.points:
                end = x + 16 + self._pen.length(curve.name, 13)
                if end > self._pen.width and x > _MARGIN:
                    end, x, row = end - x + _MARGIN, _MARGIN, row + 1
                yield x, row, number
                x = end + 26

    def _x(self, place: int) -> float:
        return self._left + (place + 0.5) * self._step

    def _y(self, seconds: float) -> float:
        share = (math.log10(max(seconds, 10.0**self._low)) - self._low) / (self._high - self._low)
        return self._bottom - share * (self._bottom - self._top)


@cache
def font(size: int) -> Font:
    """Return the font of charts."""
    return ImageFont.load_default(size)


_COLUMNS = 2
_TITLE, _HEAD, _GAP = 44, 24, 28  # pixels


@dataclass(frozen=True)
class Bar:
    """A length on the scale of its panel, and the text beside it; `over` if it is cut off."""

    name: str
    length: float
    text: str
    over: bool = False


@dataclass(frozen=True)
class Panel:
    """A quantity: its title, and a bar for each thing."""

    title: str
    bars: Sequence[Bar]


def bars_png(
    panels: Sequence[Panel], title: str, size: tuple[int, int] = (900, 480), inks: Inks = ON_LIGHT
) -> bytes:
    """Draw panels side by side as a PNG file of `size` pixels; an empty title takes no room.

    The bars of a thing have the same colour in every panel; each panel has a scale of its own.
    """
    pen = _Canvas(size, inks)
    head = _TITLE if title else 0
    pen.text((_MARGIN, 14), title, 17, inks.text, "la")
    rows = math.ceil(len(panels) / _COLUMNS)
    wide = (pen.width - _MARGIN * 2 - _GAP * (_COLUMNS - 1)) / _COLUMNS
    high = (pen.height - head - _MARGIN) / max(rows, 1)
    for number, panel in enumerate(panels):
        row, column = divmod(number, _COLUMNS)
        left, top = _MARGIN + column * (wide + _GAP), head + row * high
        _panel(pen, panel, (left, top, wide, high), inks)
    return pen.png()


def _panel(pen: _Canvas, panel: Panel, box: tuple[float, float, float, float], inks: Inks) -> None:
    """Draw a panel into a box: left, top, width, height."""
    left, top, width, height = box
    pen.text((left, top + _HEAD / 2), panel.title, 13, inks.faint, "lm")
    step = (height - _HEAD - 8) / max(len(panel.bars), 1)
    size = max(min(13, int(step)), 8)
    names = max((pen.length(bar.name, size) for bar in panel.bars), default=0.0) + 10
    texts = max((pen.length(bar.text, size) for bar in panel.bars), default=0.0) + 8
    room = max(width - names - texts, 1.0)
    most = max((bar.length for bar in panel.bars), default=0.0) or 1.0
    thick = min(step * 0.7, 20.0)
    for number, bar in enumerate(panel.bars):
        middle = top + _HEAD + (number + 0.5) * step
        start = left + names
        end = start + max(room * bar.length / most, 1.0)
        color = inks.curves[number % len(inks.curves)]
        pen.text((left, middle), bar.name, size, inks.text, "lm")
        upper, lower = middle - thick / 2, middle + thick / 2
        pen.rectangle(color, (start, upper), (end, lower))
        if bar.over:  # torn off: two slanted cuts
            for cut in (0.86, 0.9):
                x = start + cut * (end - start)
                pen.line(inks.paper, 2, (x + thick / 4, upper), (x - thick / 4, lower))
        pen.text((end + 6, middle), bar.text, size, inks.text, "lm")


# The curve of difficulty: a bar for each level of a pack. The picture is divided into bands, one
# for each word such as "easy", the easiest at the bottom. A bar ends in the band of its word, the
# higher the greater its score among those of the same word. A line shows how long people took.

#: The inks of the bands, as indices of `Inks.curves`, from the bottom; they begin anew after these.
BAND_INKS = (2, 0, 1, 3)
#: Marks are on bars that are at least so wide, in pixels; narrower ones have no gaps between them.
_WIDE = 7
#: The share of its colour that a bar has below its end.
_STRENGTH = 0.4


class RatedBar(NamedTuple):
    """A bar for a level: its band, from 0, and its height as a share of the picture."""

    band: int
    height: float


def level_bars(rated: Sequence[tuple[int, float] | None], bands: int) -> list[RatedBar | None]:
    """Return the bars for bands and scores; None stays None, a gap."""
    scaled = [(rating[0], math.log1p(max(rating[1], 0))) if rating else None for rating in rated]
    scores: dict[int, list[float]] = {}
    for found in scaled:
        if found:
            scores.setdefault(found[0], []).append(found[1])
    ends = {band: (min(found), max(found)) for band, found in scores.items()}

    def bar(band: int, score: float) -> RatedBar:
        low, high = ends[band]
        share = (score - low) / (high - low) if high > low else 0.5
        return RatedBar(band, (band + 0.15 + 0.7 * share) / bands)

    return [bar(*found) if found else None for found in scaled]


def level_span(place: int, count: int, width: int) -> tuple[float, float]:
    """Return the left and the right end of a level's bar, in a picture so wide."""
    return place * width / count, (place + 1) * width / count


def level_at(x: int, count: int, width: int) -> int:
    """Return the place of the level whose bar is at a point, or the nearest one."""
    return max(0, min(x * count // max(width, 1), count - 1))


def time_heights(times: Sequence[float | None]) -> list[float | None]:
    """Return how high times in seconds are, as shares of the picture; None stays None."""
    scaled = [None if time is None else math.log1p(time) for time in times]
    known = [height for height in scaled if height is not None] or [0.0]
    low, span = min(known), max(known) - min(known)

    def share(height: float) -> float:
        return 0.1 + 0.8 * (height - low) / span if span else 0.5

    return [None if height is None else share(height) for height in scaled]


def paint_levels(
    bars: Sequence[RatedBar | None],
    bands: int,
    size: tuple[int, int],
    inks: Inks,
    times: Sequence[float | None] = (),
) -> Image.Image:
    """Return the picture, with the seconds that people took; the highest bar hides others."""
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
        color = inks.curves[BAND_INKS[bar.band % len(BAND_INKS)]]
        top = bottom - bar.height * bottom
        ends = left + gap, max(right - 1 - gap, left + gap)
        draw.rectangle((ends[0], top, ends[1], bottom), fill=between(inks.paper, color, _STRENGTH))
        draw.rectangle((ends[0], top, ends[1], min(top + 2 * fine, bottom)), fill=color)
        if is_wide:
            at, radius = ((left + right) / 2, top), min(right - left - 2 * gap, 9 * fine) / 2
            _mark_band(draw, at, radius, bar.band, (color, inks.paper, fine))
    points = [
        (sum(level_span(place, len(times), width * FINER)) / 2, bottom - height * bottom)
        for place, height in enumerate(time_heights(times))
        if height is not None
    ]
    for color, thick in ((inks.paper, 4 * fine), (inks.text, 2 * fine)) if points else ():
        draw.line(points, color, thick, joint="curve")
    for at in points if is_wide or len(points) == 1 else ():
        draw.circle(at, 3 * fine, inks.text, inks.paper, fine)
    return image.reduce(FINER)


def _columns(bars: Sequence[RatedBar | None], width: int) -> list[tuple[int, int, RatedBar]]:
    """Return left end, right end and content of bars; of those at the same place the highest."""
    found: dict[tuple[int, int], RatedBar] = {}
    for place, bar in enumerate(bars):
        if bar:
            left, right = (round(x) for x in level_span(place, len(bars), width))
            ends = left, max(right, left + 1)
            if ends not in found or found[ends].height < bar.height:
                found[ends] = bar
    return [(left, right, bar) for (left, right), bar in found.items()]


def _mark_band(
    draw: ImageDraw.ImageDraw, at: Place, r: float, band: int, look: tuple[str, str, int]
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
        draw.circle(at, r, fill, outline, width)
    else:
        draw.polygon(shapes[kind - 1], fill, outline, width)
