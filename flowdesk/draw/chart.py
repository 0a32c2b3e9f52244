"""A chart of times by size: one line an engine, times on a logarithmic axis.

Drawn with Pillow, which is there: a plotting library would be larger than all of FlowDesk, for
one kind of picture.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

#: Drawn this many times larger, then reduced, which smooths the lines.
_OVERSAMPLING = 2
_COLORS = ("#0067c0", "#d1471c", "#1f8a4c", "#8a3ab9")
_TEXT, _FAINT, _GRID, _PAPER = "#1c1c1c", "#5f5f5f", "#dddddd", "#ffffff"


@dataclass(frozen=True)
class Point:
    """A time in seconds at a place on the axis; `over` says that it is a time limit."""

    place: int
    seconds: float
    over: bool = False


@dataclass(frozen=True)
class Line:
    """The line of an engine: `points` are joined, `dots` stand for themselves."""

    name: str
    points: Sequence[Point]
    dots: Sequence[Point] = ()


def chart(
    lines: Sequence[Line], places: Sequence[str], title: str, size: tuple[int, int] = (900, 560)
) -> bytes:
    """The chart as a PNG file of `size` pixels; `places` are the names along the lower axis."""
    file = io.BytesIO()
    _Chart(lines, places, title, size).picture().save(file, "PNG")
    return file.getvalue()


class _Chart:
    """A chart under work; all lengths are in pixels of the large picture."""

    def __init__(
        self, lines: Sequence[Line], places: Sequence[str], title: str, size: tuple[int, int]
    ) -> None:
        self.lines, self.places, self.title, self.size = lines, places, title, size
        self.scale = _OVERSAMPLING
        self.image = Image.new("RGB", (size[0] * self.scale, size[1] * self.scale), _PAPER)
        self.draw = ImageDraw.Draw(self.image)
        self.left, self.top = 70 * self.scale, 50 * self.scale
        self.right = (size[0] - 24) * self.scale
        self.bottom = (size[1] - 84) * self.scale
        times = [p.seconds for line in lines for p in (*line.points, *line.dots) if p.seconds > 0]
        self.low = math.floor(math.log10(min(times, default=0.001)))
        self.high = max(math.ceil(math.log10(max(times, default=1.0))), self.low + 1)

    def picture(self) -> Image.Image:
        """Paint everything."""
        self.text((self.left, 14 * self.scale), self.title, 17, _TEXT, "la")
        self.axes()
        for number, line in enumerate(self.lines):
            # Side by side, so that the dots of one engine do not hide those of another.
            self.line(line, _COLORS[number % len(_COLORS)], number - (len(self.lines) - 1) / 2)
        self.legend()
        return self.image.resize(self.size, Image.Resampling.LANCZOS)

    def axes(self) -> None:
        """The grid with its times and places."""
        for power in range(self.low, self.high + 1):
            y = self.y(10.0**power)
            self.draw.line([(self.left, y), (self.right, y)], _GRID, self.scale)
            self.text((self.left - 8 * self.scale, y), _duration(power), 12, _FAINT, "rm")
        for place, name in enumerate(self.places):
            x = self.x(place)
            self.draw.line([(x, self.bottom), (x, self.bottom + 5 * self.scale)], _FAINT, 2)
            self.text((x, self.bottom + 9 * self.scale), name, 12, _FAINT, "ma")
        self.draw.line([(self.left, self.bottom), (self.right, self.bottom)], _FAINT, self.scale)

    def line(self, line: Line, color: str, aside: float) -> None:
        """Single times as dots, medians joined, time limits as crosses."""
        for point in line.dots:
            self.mark(point, color, 2, aside)
        ways = [(self.x(p.place, aside), self.y(p.seconds)) for p in line.points]
        if len(ways) > 1:
            self.draw.line(ways, color, 2 * self.scale, joint="curve")
        for point in line.points:
            self.mark(point, color, 5, aside)

    def mark(self, point: Point, color: str, radius: int, aside: float) -> None:
        """A dot, or a cross where the time was over."""
        x, y, r = self.x(point.place, aside), self.y(point.seconds), radius * self.scale
        if point.over:
            for slope in (-1, 1):
                ends = [(x - r, y - slope * r), (x + r, y + slope * r)]
                self.draw.line(ends, color, max(radius // 2, 1) * self.scale)
        else:
            self.draw.ellipse((x - r, y - r, x + r, y + r), fill=color)

    def legend(self) -> None:
        """Whose line is which, and what a cross means."""
        x, y = float(self.left), self.bottom + 50 * self.scale
        for number, line in enumerate(self.lines):
            color = _COLORS[number % len(_COLORS)]
            r = 5 * self.scale
            self.draw.ellipse((x, y - r, x + 2 * r, y + r), fill=color)
            x += 16 * self.scale
            x += self.text((x, y), line.name, 13, _TEXT, "lm") + 26 * self.scale
        note = "large: median    small: single levels    cross: no answer in time"
        self.text((self.right, y), note, 12, _FAINT, "rm")

    def text(self, at: tuple[float, float], text: str, size: int, color: str, anchor: str) -> float:
        """Write a line, and say how wide it is."""
        font = ImageFont.load_default(size * self.scale)
        self.draw.text(at, text, fill=color, font=font, anchor=anchor)
        return float(self.draw.textlength(text, font=font))

    def x(self, place: float, aside: float = 0.0) -> float:
        """Where a place lies, or so many dots beside it."""
        share = (place + 0.5) / max(len(self.places), 1)
        return self.left + share * (self.right - self.left) + 10 * aside * self.scale

    def y(self, seconds: float) -> float:
        """Where a time lies."""
        share = (math.log10(max(seconds, 10.0**self.low)) - self.low) / (self.high - self.low)
        return self.bottom - share * (self.bottom - self.top)


def _duration(power: int) -> str:
    """A power of ten of a second, as people write it."""
    unit, name = (0, "s") if power >= 0 else (-3, "ms")
    return f"{10.0 ** (power - unit):g} {name}"
