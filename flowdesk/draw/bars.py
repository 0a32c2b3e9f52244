"""Draw several quantities of the same few things: a panel of bars for each quantity."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from PIL import Image, ImageDraw, ImageFont

from flowdesk.draw.chart import FINER, ON_LIGHT, Inks, font

_COLUMNS = 2
_MARGIN, _TITLE, _HEAD, _GAP = 16, 44, 24, 28  # pixels


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


@dataclass(frozen=True)
class _Pen:
    """Draws in lengths of `unit` pixels of the enlarged picture."""

    draw: ImageDraw.ImageDraw
    unit: float

    def text(self, at: tuple[float, float], text: str, size: int, color: str, anchor: str) -> None:
        x, y = at
        self.draw.text((self.unit * x, self.unit * y), text, color, self._font(size), anchor)

    def length(self, text: str, size: int) -> float:
        return float(self.draw.textlength(text, font=self._font(size))) / self.unit

    def _font(self, size: int) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
        return font(round(size * self.unit))


def bars_png(
    panels: Sequence[Panel], title: str, size: tuple[int, int] = (900, 480), inks: Inks = ON_LIGHT
) -> bytes:
    """Draw panels side by side as a PNG file of `size` pixels; an empty title takes no room.

    The bars of a thing have the same colour in every panel; each panel has a scale of its own.
    """
    image = Image.new("RGB", (size[0] * FINER, size[1] * FINER), inks.paper)
    pen = _Pen(ImageDraw.Draw(image), FINER * inks.scale)
    width, height = (side / inks.scale for side in size)
    head = _TITLE if title else 0
    pen.text((_MARGIN, 14), title, 17, inks.text, "la")
    rows = ceil(len(panels) / _COLUMNS)
    wide = (width - _MARGIN * 2 - _GAP * (_COLUMNS - 1)) / _COLUMNS
    high = (height - head - _MARGIN) / max(rows, 1)
    for number, panel in enumerate(panels):
        row, column = divmod(number, _COLUMNS)
        left, top = _MARGIN + column * (wide + _GAP), head + row * high
        _panel(pen, panel, (left, top, wide, high), inks)
    file = io.BytesIO()
    image.resize(size, Image.Resampling.LANCZOS).save(file, "PNG")
    return file.getvalue()


def _panel(pen: _Pen, panel: Panel, box: tuple[float, float, float, float], inks: Inks) -> None:
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
        box_of_bar = (start, middle - thick / 2, end, middle + thick / 2)
        pen.draw.rectangle([pen.unit * side for side in box_of_bar], fill=color)
        if bar.over:  # torn off: two slanted cuts
            for cut in (0.86, 0.9):
                x = start + cut * (end - start)
                ends = (x + thick / 4, middle - thick / 2), (x - thick / 4, middle + thick / 2)
                line = [(pen.unit * a, pen.unit * b) for a, b in ends]
                pen.draw.line(line, inks.paper, round(2 * pen.unit))
        pen.text((end + 6, middle), bar.text, size, inks.text, "lm")
