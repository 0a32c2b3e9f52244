"""Draw a directed graph without cycles in layers, from left to right.

Each box stands right of those that lead to it, as in K. Sugiyama et al., "Methods for visual
understanding of hierarchical system structures" (1981), with fewer refinements.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias, get_args

from PIL import Image, ImageDraw, ImageFont

from flowdesk.draw.chart import FINER, ON_LIGHT, Inks, font

#: A picture of more pixels is not smoothed, which takes four times the memory, or not drawn at all.
_SMOOTH, _MOST = 10_000_000, 20_000_000
#: A side of more pixels is not drawn: from 32,768 on a picture in a window ends the program.
_LONGEST = 30_000
_WIDTH, _HEIGHT, _ACROSS, _DOWN, _MARGIN, _PAD = 148, 52, 44, 16, 14, 10  # pixels
_TEXT, _NOTE = 12, 10

Look: TypeAlias = Literal["plain", "decided", "cut", "conflict"]
#: The left, upper, right and lower end of a box, in pixels.
Frame: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True)
class Box:
    """A node: its words in lines, its look, a note in a corner, and whether it is marked."""

    words: tuple[str, ...]
    look: Look = "plain"
    note: str = ""
    is_marked: bool = False


@dataclass(frozen=True)
class Graph:
    """Boxes, each after those that lead to it, and arrows as pairs of numbers of boxes."""

    boxes: Sequence[Box]
    arrows: Sequence[tuple[int, int]] = field(default_factory=tuple)

    @cached_property
    def frames(self) -> list[Frame]:
        """Where the boxes are."""
        layer: list[int] = []
        before: defaultdict[int, list[int]] = defaultdict(list)
        for a, b in self.arrows:
            before[b].append(a)
        for number in range(len(self.boxes)):
            layer.append(max((layer[a] + 1 for a in before[number]), default=0))
        # A box without arrows to it stands just before the first one that it leads to.
        for number in range(len(self.boxes)):
            after = [layer[b] for a, b in self.arrows if a == number]
            if not before[number] and after:
                layer[number] = min(after) - 1
        layers: defaultdict[int, list[int]] = defaultdict(list)
        for number, at in enumerate(layer):
            layers[at].append(number)
        tallest = max(map(len, layers.values()))
        row: dict[int, float] = {}
        for at in sorted(layers):
            here = sorted(layers[at], key=lambda n: _mean([row[a] for a in before[n] if a in row]))
            for place, number in enumerate(here):
                row[number] = place + (tallest - len(here)) / 2
        return [
            (x, y, x + _WIDTH, y + _HEIGHT)
            for number in range(len(self.boxes))
            for x in [_MARGIN + layer[number] * (_WIDTH + _ACROSS)]
            for y in [_MARGIN + round(row[number] * (_HEIGHT + _DOWN))]
        ]

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the picture in pixels."""
        return (
            max(right for _, _, right, _ in self.frames) + _MARGIN,
            max(lower for _, _, _, lower in self.frames) + _MARGIN,
        )

    def is_too_large(self, scale: float = 1) -> bool:
        """Whether there can be no picture of it, so many times as large as in files."""
        width, height = (side * scale for side in self.size)
        return max(width, height) > _LONGEST or width * height > _MOST

    def box_at(self, x: float, y: float) -> int | None:
        """Return the number of the box at a place in the picture, or None."""
        for number, (left, upper, right, lower) in enumerate(self.frames):
            if left <= x < right and upper <= y < lower:
                return number
        return None


def png(graph: Graph, inks: Inks = ON_LIGHT, *, bad: str = "#c42b1c") -> bytes:
    """Draw a graph, if it is not too large, as a PNG file; `bad` is the colour of a conflict."""
    width, height = (round(side * inks.scale) for side in graph.size)
    finer = FINER if width * height <= _SMOOTH else 1
    unit = finer * inks.scale
    image = Image.new("RGB", (width * finer, height * finer), inks.paper)
    draw = ImageDraw.Draw(image)
    for a, b in graph.arrows:
        _arrow(draw, graph.frames[a], graph.frames[b], inks.faint, unit)
    for box, frame in zip(graph.boxes, graph.frames, strict=True):
        _box(draw, box, frame, inks, bad, unit)
    file = io.BytesIO()
    image.reduce(finer).save(file, "PNG")
    return file.getvalue()


def _box(
    draw: ImageDraw.ImageDraw, box: Box, frame: Frame, inks: Inks, bad: str, unit: float
) -> None:
    left, upper, right, lower = (round(side * unit) for side in frame)
    colors = inks.grid, inks.curves[0], inks.curves[1], bad
    outline = dict(zip(get_args(Look), colors, strict=True))
    thick = round((3 if box.is_marked else 2 if box.look != "plain" else 1) * unit)
    draw.rounded_rectangle(
        (left, upper, right, lower),
        6 * unit,
        fill=inks.paper,
        outline=outline[box.look],
        width=thick,
    )
    if box.look == "decided":  # dashed: gaps in the outline
        gap = round(10 * unit)
        for x in range(left + gap, right - gap, gap):
            for y in (upper, lower - thick):
                draw.rectangle((x, y, x + 4 * unit, y + thick), fill=inks.paper)
    middle = (upper + lower) / 2 - (6 * unit if box.note else 0)
    for number, words in enumerate(box.words):
        at = (left + right) / 2, middle + (number - (len(box.words) - 1) / 2) * 15 * unit
        fitting = _fitting(draw, words, right - left - 2 * _PAD * unit, unit)
        ink = bad if box.look == "conflict" else inks.text
        draw.text(at, words, fill=ink, font=fitting, anchor="mm")
    if box.note:
        corner = (right - 8 * unit, lower - 5 * unit)
        draw.text(corner, box.note, fill=inks.faint, font=font(round(_NOTE * unit)), anchor="rd")


def _arrow(draw: ImageDraw.ImageDraw, a: Frame, b: Frame, color: str, unit: float) -> None:
    """Draw a curved arrow from the right side of a box to the left side of another."""
    x, y = a[2] * unit, (a[1] + a[3]) / 2 * unit
    to_x, to_y = b[0] * unit, (b[1] + b[3]) / 2 * unit
    points = []
    for share in (step / 20 for step in range(21)):
        slow = share * share * (3 - 2 * share)
        points.append((x + (to_x - x) * share, y + (to_y - y) * slow))
    draw.line(points, fill=color, width=max(round(unit), 1), joint="curve")
    tip = 6 * unit
    head = [(to_x, to_y), (to_x - tip, to_y - tip / 2), (to_x - tip, to_y + tip / 2)]
    draw.polygon(head, fill=color)


def _mean(rows: Sequence[float]) -> float:
    return sum(rows) / len(rows) if rows else 0.0


def _fitting(
    draw: ImageDraw.ImageDraw, words: str, width: float, unit: float
) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    """Return a font in which the words fit a width, or the smallest one that can be read."""
    for size in range(_TEXT, 7, -1):
        if draw.textlength(words, font=font(round(size * unit))) <= width:
            break
    return font(round(size * unit))
