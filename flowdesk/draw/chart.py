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

#: The chart is drawn this many times larger and then reduced, which smooths it.
_OVERSAMPLING = 2


@dataclass(frozen=True)
class Inks:
    """The colours of a chart; those in `curves` belong to its curves, in their order."""

    paper: str
    text: str
    faint: str
    grid: str
    curves: tuple[str, ...]


#: For paper and light windows, and for dark ones.
ON_LIGHT = Inks("#ffffff", "#1c1c1c", "#5f5f5f", "#dddddd", ("#0067c0", "#d1471c", "#1f8a4c"))
ON_DARK = Inks("#1c1c1c", "#f2f2f2", "#a3a3a3", "#3a3a3a", ("#57c8ff", "#ff8a5c", "#5fd38a"))


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


def chart(
    curves: Sequence[Curve],
    places: Sequence[str],
    title: str,
    size: tuple[int, int] = (900, 560),
    inks: Inks = ON_LIGHT,
) -> bytes:
    """Return the chart as a PNG file of `size` pixels.

    `places` are the names along the lower axis.
    """
    file = io.BytesIO()
    _Chart(curves, places, title, size, inks).picture().save(file, "PNG")
    return file.getvalue()


class _Chart:
    """A chart while it is drawn; all lengths are in pixels of the enlarged picture."""

    def __init__(
        self,
        curves: Sequence[Curve],
        places: Sequence[str],
        title: str,
        size: tuple[int, int],
        inks: Inks,
    ) -> None:
        self.curves, self.places, self.title = curves, places, title
        self.size, self.inks = size, inks
        self.scale = _OVERSAMPLING
        self.image = Image.new("RGB", (size[0] * self.scale, size[1] * self.scale), inks.paper)
        self.draw = ImageDraw.Draw(self.image)
        self.margin = 16 * self.scale
        self.left, self.top = 70 * self.scale, 50 * self.scale
        self.right = (size[0] - 24) * self.scale
        self.bottom = (size[1] - 92) * self.scale
        self.step = (self.right - self.left) / max(len(places), 1)
        points = [point for curve in curves for point in (*curve.points, *curve.dots)]
        times = [point.seconds for point in points if point.seconds > 0]
        self.low = math.floor(math.log10(min(times, default=0.001)))
        self.high = max(math.ceil(math.log10(max(times, default=1.0))), self.low + 1)

    def picture(self) -> Image.Image:
        """Draw everything."""
        self.text((self.margin, 14 * self.scale), self.title, 17, self.inks.text, "la")
        self.axes()
        for number in range(len(self.curves)):
            self.curve(number)
        self.legend()
        return self.image.resize(self.size, Image.Resampling.LANCZOS)

    def axes(self) -> None:
        """Draw the grid and the names of its times and places."""
        for power in range(self.low, self.high + 1):
            y = self.y(10.0**power)
            self.draw.line([(self.left, y), (self.right, y)], self.inks.grid, self.scale)
            self.text((self.left - 8 * self.scale, y), _duration(power), 12, self.inks.faint, "rm")
        ends = [(self.left, self.bottom), (self.right, self.bottom)]
        self.draw.line(ends, self.inks.faint, self.scale)
        widest = max((self.width(name, 12) for name in self.places), default=0.0)
        named = math.ceil((widest + 6 * self.scale) / self.step)  # every so many places get a name
        for place, name in enumerate(self.places):
            x, y = self.x(place), self.bottom
            self.draw.line([(x, y), (x, y + 5 * self.scale)], self.inks.faint, self.scale)
            if place % named == 0:
                self.text((x, y + 9 * self.scale), name, 12, self.inks.faint, "ma")

    def curve(self, number: int) -> None:
        """Draw single times as dots, medians joined, time limits as crosses."""
        curve = self.curves[number]
        # Side by side, so that the dots of one engine do not hide those of another.
        aside = min(10 * self.scale, self.step / 4) * (number - (len(self.curves) - 1) / 2)
        ways = [(self.x(p.place) + aside, self.y(p.seconds)) for p in curve.points]
        if len(ways) > 1:
            self.draw.line(ways, self.inks.curves[number], 2 * self.scale, joint="curve")
        for points, radius in ((curve.dots, 2), (curve.points, 5)):
            for point in points:
                x, y = self.x(point.place) + aside, self.y(point.seconds)
                self.mark(x, y, radius, number, over=point.over)

    def mark(self, x: float, y: float, radius: int, number: int, *, over: bool = False) -> None:
        """Draw a mark in the shape and colour of a curve, or a cross for a time limit."""
        r, color = radius * self.scale, self.inks.curves[number]
        if over:
            for slope in (-1, 1):
                ends = [(x - r, y - slope * r), (x + r, y + slope * r)]
                self.draw.line(ends, color, max(radius // 2, 1) * self.scale)
        elif number == 0:
            self.draw.ellipse((x - r, y - r, x + r, y + r), fill=color)
        elif number == 1:
            self.draw.rectangle((x - r, y - r, x + r, y + r), fill=color)
        else:
            self.draw.polygon([(x, y - r), (x + 1.2 * r, y + r), (x - 1.2 * r, y + r)], fill=color)

    def legend(self) -> None:
        """Write which curve is whose, and what the marks mean."""
        x, y = float(self.margin), self.bottom + 46 * self.scale
        for number, curve in enumerate(self.curves):
            if curve.points:
                self.mark(x + 5 * self.scale, y, 5, number)
                x += 16 * self.scale
                self.text((x, y), curve.name, 13, self.inks.text, "lm")
                x += self.width(curve.name, 13) + 26 * self.scale
        note = "large: median    small: one run    cross: no answer"
        self.text((self.margin, y + 24 * self.scale), note, 12, self.inks.faint, "lm")

    def text(self, at: tuple[float, float], text: str, size: int, color: str, anchor: str) -> None:
        """Write a line of text; `anchor` is one of Pillow's."""
        self.draw.text(at, text, fill=color, font=_font(size * self.scale), anchor=anchor)

    def width(self, text: str, size: int) -> float:
        """Return how wide a line of text is."""
        return float(self.draw.textlength(text, font=_font(size * self.scale)))

    def x(self, place: int) -> float:
        """Return the horizontal position of a place."""
        return self.left + (place + 0.5) * self.step

    def y(self, seconds: float) -> float:
        """Return the vertical position of a time."""
        share = (math.log10(max(seconds, 10.0**self.low)) - self.low) / (self.high - self.low)
        return self.bottom - share * (self.bottom - self.top)


@cache
def _font(size: int) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    return ImageFont.load_default(size)


def _duration(power: int) -> str:
    """Return a power of ten in seconds with its unit, such as ``10 ms``."""
    unit, name = (0, "s") if power >= 0 else (-3, "ms")
    return f"{10.0 ** (power - unit):g} {name}"
