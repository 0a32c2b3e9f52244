"""Draw a chart of times by size: one curve for each engine, times on a logarithmic axis.

It is drawn with Pillow, because a plotting library would be larger than all of FlowDesk.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageDraw, ImageFont

#: A chart is drawn this many times larger and then reduced, which smooths it.
FINER = 2


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
    ("#0067c0", "#d1471c", "#1f8a4c", "#8a3fb0", "#8a6a00", "#00808a", "#5f5f5f"),
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
class Curve:
    """The times of an engine: `points` are joined by a line, `dots` are not.

    A curve without points is not in the legend; those after it keep their colours.
    """

    name: str
    points: Sequence[Point]
    dots: Sequence[Point] = ()


@dataclass(eq=False)
class Chart:
    """A chart of `size` pixels; `places` are the names along the lower axis.

    While it is drawn, all lengths are in pixels of the enlarged picture.
    """

    curves: Sequence[Curve]
    places: Sequence[str]
    title: str
    size: tuple[int, int] = (900, 560)
    inks: Inks = ON_LIGHT

    def __post_init__(self) -> None:
        width, height = self.size
        self._unit = FINER * self.inks.scale
        self._image = Image.new("RGB", (width * FINER, height * FINER), self.inks.paper)
        self._draw = ImageDraw.Draw(self._image)
        self._margin = 16 * self._unit
        self._left, self._top = 70 * self._unit, 50 * self._unit
        self._right = width * FINER - 24 * self._unit
        self._bottom = height * FINER - 92 * self._unit
        self._step = (self._right - self._left) / max(len(self.places), 1)
        points = [point for curve in self.curves for point in (*curve.points, *curve.dots)]
        times = [point.seconds for point in points if point.seconds > 0]
        self._low = math.floor(math.log10(min(times, default=0.001)))
        self._high = max(math.ceil(math.log10(max(times, default=1.0))), self._low + 1)

    def png(self) -> bytes:
        """Draw everything, and return it as a PNG file."""
        self._text((self._margin, 14 * self._unit), self.title, 17, self.inks.text, "la")
        self._axes()
        for number in range(len(self.curves)):
            self._curve(number)
        self._legend()
        file = io.BytesIO()
        self._image.resize(self.size, Image.Resampling.LANCZOS).save(file, "PNG")
        return file.getvalue()

    def _axes(self) -> None:
        for power in range(self._low, self._high + 1):
            y = self._y(10.0**power)
            self._draw.line([(self._left, y), (self._right, y)], self.inks.grid, self._width_of(1))
            self._text(
                (self._left - 8 * self._unit, y), _duration(power), 12, self.inks.faint, "rm"
            )
        ends = [(self._left, self._bottom), (self._right, self._bottom)]
        self._draw.line(ends, self.inks.faint, self._width_of(1))
        widest = max((self._width(name, 12) for name in self.places), default=0.0)
        named = math.ceil((widest + 6 * self._unit) / self._step)  # every so many places get a name
        for place, name in enumerate(self.places):
            x, y = self._x(place), self._bottom
            self._draw.line([(x, y), (x, y + 5 * self._unit)], self.inks.faint, self._width_of(1))
            if place % named == 0:
                self._text((x, y + 9 * self._unit), name, 12, self.inks.faint, "ma")

    def _curve(self, number: int) -> None:
        """Draw single times as dots, medians joined, time limits as crosses."""
        curve = self.curves[number]
        # Side by side, so that the dots of one engine do not hide those of another.
        aside = min(10 * self._unit, self._step / 4) * (number - (len(self.curves) - 1) / 2)
        ways = [(self._x(p.place) + aside, self._y(p.seconds)) for p in curve.points]
        if len(ways) > 1:
            self._draw.line(ways, self.inks.curves[number], self._width_of(2), joint="curve")
        for points, radius in ((curve.dots, 2), (curve.points, 5)):
            for point in points:
                x, y = self._x(point.place) + aside, self._y(point.seconds)
                self._mark(x, y, radius, number, over=point.over)

    def _mark(self, x: float, y: float, radius: int, number: int, *, over: bool = False) -> None:
        """Draw a mark in the shape and colour of a curve, or a cross for a time limit."""
        r, color = radius * self._unit, self.inks.curves[number]
        if over:
            for slope in (-1, 1):
                ends = [(x - r, y - slope * r), (x + r, y + slope * r)]
                self._draw.line(ends, color, self._width_of(max(radius // 2, 1)))
        elif number == 0:
            self._draw.ellipse((x - r, y - r, x + r, y + r), fill=color)
        elif number == 1:
            self._draw.rectangle((x - r, y - r, x + r, y + r), fill=color)
        elif number == 2:
            self._draw.polygon([(x, y - r), (x + 1.2 * r, y + r), (x - 1.2 * r, y + r)], fill=color)
        elif number == 4:
            self._draw.polygon([(x, y + r), (x + 1.2 * r, y - r), (x - 1.2 * r, y - r)], fill=color)
        else:
            w = 1.25 * r
            self._draw.polygon([(x, y - w), (x + w, y), (x, y + w), (x - w, y)], fill=color)

    def _legend(self) -> None:
        x, y = float(self._margin), self._bottom + 46 * self._unit
        for number, curve in enumerate(self.curves):
            if curve.points:
                self._mark(x + 5 * self._unit, y, 5, number)
                x += 16 * self._unit
                self._text((x, y), curve.name, 13, self.inks.text, "lm")
                x += self._width(curve.name, 13) + 26 * self._unit
        note = "large: median    small: one run    cross: no answer"
        self._text((self._margin, y + 24 * self._unit), note, 12, self.inks.faint, "lm")

    def _text(self, at: tuple[float, float], text: str, size: int, color: str, anchor: str) -> None:
        self._draw.text(at, text, fill=color, font=font(self._width_of(size)), anchor=anchor)

    def _width(self, text: str, size: int) -> float:
        return float(self._draw.textlength(text, font=font(self._width_of(size))))

    def _width_of(self, pixels: int) -> int:
        return round(pixels * self._unit)

    def _x(self, place: int) -> float:
        return self._left + (place + 0.5) * self._step

    def _y(self, seconds: float) -> float:
        share = (math.log10(max(seconds, 10.0**self._low)) - self._low) / (self._high - self._low)
        return self._bottom - share * (self._bottom - self._top)


@cache
def font(size: int) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    """Return the font of charts."""
    return ImageFont.load_default(size)


def _duration(power: int) -> str:
    """Return a power of ten in seconds with its unit, such as ``10 ms``."""
    unit, name = (0, "s") if power >= 0 else (-3, "ms")
    return f"{10.0 ** (power - unit):g} {name}"
