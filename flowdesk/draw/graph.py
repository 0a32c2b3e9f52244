"""Draw a directed graph without cycles in layers, from left to right.

Each box stands right of those that lead to it. An arrow that passes other layers goes through
places of its own there, between the boxes, as in K. Sugiyama et al., "Methods for visual
understanding of hierarchical system structures" (1981).
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias, get_args

from PIL import Image, ImageDraw

from flowdesk.draw.charts import FINER, ON_LIGHT, Font, Inks, font

#: A picture of more pixels is not smoothed, which takes four times the memory, or not drawn at all.
_SMOOTH, _MOST = 10_000_000, 20_000_000
#: A side of more pixels is not drawn: from 32,768 on a picture in a window ends the program.
_LONGEST = 30_000
_WIDTH, _HEIGHT, _ACROSS, _DOWN, _MARGIN, _PAD = 148, 52, 52, 16, 14, 10  # pixels
_LANE = 10  # pixels: the height of what passes between boxes
_HEAD = 22  # pixels above the boxes, for the words beside the cut
_TEXT, _NOTE = 12, 10
#: So often the order of each layer follows the layers beside it.
_SWEEPS = 8

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


class _LayerPlace(NamedTuple):
    """A box in a layer, or a lane in which the arrows of a box pass a layer."""

    box: int
    layer: int
    is_lane: bool

    @property
    def height(self) -> int:
        return _LANE if self.is_lane else _HEIGHT


@dataclass(frozen=True)
class Graph:
    """Boxes, each after those that lead to it, and arrows as pairs of numbers of boxes.

    A *cut* is drawn as a line right of the first so many boxes, if there is one. The boxes from
    which arrows go across it stand just before it; to all boxes right of it lead arrows.
    """

    boxes: Sequence[Box]
    arrows: Sequence[tuple[int, int]] = field(default_factory=tuple)
    cut: int = 0

    @cached_property
    def layers(self) -> list[int]:
        """The layer of each box: the first one in which it is right of all that lead to it."""
        before: defaultdict[int, list[int]] = defaultdict(list)
        for a, b in self.arrows:
            before[b].append(a)
        across = {a for a, b in self.arrows if a < self.cut <= b}
        layer: list[int] = []
        for number in range(len(self.boxes)):
            if number == self.cut:  # all boxes left of it have their layers
                layer = [max(layer) if a in across else at for a, at in enumerate(layer)]
            layer.append(max((layer[a] + 1 for a in before[number]), default=0))
        return layer

    @cached_property
    def _rows(self) -> list[list[_LayerPlace]]:
        """The places of each layer from top to bottom: boxes, and lanes of what passes them."""
        rows: list[list[_LayerPlace]] = [[] for _ in range(max(self.layers) + 1)]
        for number, layer in enumerate(self.layers):
            rows[layer].append(_LayerPlace(number, layer, is_lane=False))
        for number, layer in enumerate(self.layers):
            last = max((self.layers[b] for a, b in self.arrows if a == number), default=0)
            for passed in range(layer + 1, last):
                rows[passed].append(_LayerPlace(number, passed, is_lane=True))
        steps = {step for a, b in self.arrows for step in pairwise(self._way(a, b))}
        beside: defaultdict[_LayerPlace, list[_LayerPlace]] = defaultdict(list)
        for a, b in steps:
            beside[a].append(b)
            beside[b].append(a)
        height = {place: at for row in rows for place, at in _middles(row)}
        for sweep in range(_SWEEPS):
            is_back = sweep % 2 == 1
            for row in reversed(rows) if is_back else rows:
                wanted = {}
                for place in row:
                    near = [height[o] for o in beside[place] if (o.layer > place.layer) is is_back]
                    wanted[place] = sum(near) / len(near) if near else height[place]
                row.sort(key=wanted.__getitem__)
                height.update(_middles(row))
        return rows

    def _way(self, a: int, b: int) -> list[_LayerPlace]:
        """Return the places that an arrow passes, from box to box."""
        first, last = self.layers[a], self.layers[b]
        lanes = [_LayerPlace(a, layer, is_lane=True) for layer in range(first + 1, last)]
        return [_LayerPlace(a, first, is_lane=False), *lanes, _LayerPlace(b, last, is_lane=False)]

    @cached_property
    def _frame_of(self) -> dict[_LayerPlace, Frame]:
        """Where everything is."""
        top = _MARGIN + (_HEAD if self.cut else 0)
        middle = top + max(_height(row) for row in self._rows) / 2
        found = {}
        for layer, row in enumerate(self._rows):
            x = _MARGIN + layer * (_WIDTH + _ACROSS)
            for place, y in _middles(row):
                upper = round(middle + y - place.height / 2)
                found[place] = (x, upper, x + _WIDTH, upper + place.height)
        return found

    @cached_property
    def frames(self) -> list[Frame]:
        """Where the boxes are."""
        return [
            self._frame_of[_LayerPlace(number, layer, is_lane=False)]
            for number, layer in enumerate(self.layers)
        ]

    def route(self, a: int, b: int) -> list[Frame]:
        """Return what an arrow joins: the frames of its boxes, and between them its lanes."""
        return [self._frame_of[place] for place in self._way(a, b)]

    @property
    def cut_at(self) -> int:
        """Where the line of the cut is, in pixels from the left."""
        return _MARGIN + (self.layers[self.cut - 1] + 1) * (_WIDTH + _ACROSS) - _ACROSS // 2

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the picture in pixels."""
        return (
            max(right for _, _, right, _ in self.frames) + _MARGIN,
            max(lower for _, _, _, lower in self._frame_of.values()) + _MARGIN,
        )

    def is_too_large(self, scale: float = 1) -> bool:
        """Whether there can be no picture of it, so many times as large as in files."""
        width, height = (side * scale for side in self.size)
        return max(width, height) > _LONGEST or width * height > _MOST

    def box_at(self, x: float, y: float) -> int | None:
        for number, (left, upper, right, lower) in enumerate(self.frames):
            if left <= x < right and upper <= y < lower:
                return number
        return None


def paint(graph: Graph, inks: Inks = ON_LIGHT, *, bad: str = "#c42b1c") -> Image.Image:
    """Draw a graph, if it is not too large; `bad` is the colour of a conflict."""
    width, height = (round(side * inks.scale) for side in graph.size)
    finer = FINER if width * height <= _SMOOTH else 1
    unit = finer * inks.scale
    image = Image.new("RGB", (width * finer, height * finer), inks.paper)
    draw = ImageDraw.Draw(image)
    for a, b in graph.arrows:
        _arrow(draw, graph.route(a, b), inks.faint, unit)
    if graph.cut:
        _cut(draw, graph, inks, unit)
    for box, frame in zip(graph.boxes, graph.frames, strict=True):
        _box(draw, box, frame, inks, bad, unit)
    return image.reduce(finer)


def png(graph: Graph) -> bytes:
    """Return a graph, if it is not too large, as a PNG file on white."""
    file = io.BytesIO()
    paint(graph).save(file, "PNG")
    return file.getvalue()


def _box(
    draw: ImageDraw.ImageDraw, box: Box, frame: Frame, inks: Inks, bad: str, unit: float
) -> None:
    left, upper, right, lower = (round(side * unit) for side in frame)
    colors = inks.faint, inks.curves[0], inks.curves[1], bad
    outline = dict(zip(get_args(Look), colors, strict=True))
    thick = round((4 if box.is_marked else 2) * unit)
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


def _cut(draw: ImageDraw.ImageDraw, graph: Graph, inks: Inks, unit: float) -> None:
    """Draw the cut as a dashed line, with the names of its sides."""
    x, (_, height), dash = graph.cut_at * unit, graph.size, 6
    for y in range(_MARGIN // 2, height - _MARGIN // 2, 2 * dash):
        ends = (x, y * unit), (x, (y + dash) * unit)
        draw.line(ends, fill=inks.curves[1], width=round(2 * unit))
    small, middle = font(round(_TEXT * unit)), (_MARGIN + _HEAD) / 2 * unit
    for words, away, anchor in (("reason side", -8, "rm"), ("conflict side", 8, "lm")):
        at = x + away * unit, middle
        draw.text(at, words, fill=inks.curves[1], font=small, anchor=anchor)


def _arrow(draw: ImageDraw.ImageDraw, route: Sequence[Frame], color: str, unit: float) -> None:
    """Draw an arrow that is straight beside boxes, and curved from one layer to the next."""
    points: list[tuple[float, float]] = []
    for a, b in pairwise(route):
        x, y = a[2] * unit, (a[1] + a[3]) / 2 * unit
        to_x, to_y = b[0] * unit, (b[1] + b[3]) / 2 * unit
        for share in (step / 20 for step in range(21)):
            slow = share * share * (3 - 2 * share)
            points.append((x + (to_x - x) * share, y + (to_y - y) * slow))
    to_x, to_y = points[-1]
    tip = 8 * unit
    points[-1] = to_x - tip / 2, to_y
    draw.line(points, fill=color, width=round(2.5 * unit), joint="curve")
    head = [(to_x, to_y), (to_x - tip, to_y - tip / 2), (to_x - tip, to_y + tip / 2)]
    draw.polygon(head, fill=color)


def _middles(row: Sequence[_LayerPlace]) -> Iterator[tuple[_LayerPlace, float]]:
    """Yield the places of a layer with the heights of their middles, below that of the layer."""
    y = -_height(row) / 2
    for place in row:
        yield place, y + place.height / 2
        y += place.height + _DOWN


def _height(row: Sequence[_LayerPlace]) -> int:
    return sum(place.height + _DOWN for place in row) - _DOWN


def _fitting(draw: ImageDraw.ImageDraw, words: str, width: float, unit: float) -> Font:
    """Return a font in which the words fit a width, or the smallest one that can be read."""
    for size in range(_TEXT, 7, -1):
        if draw.textlength(words, font=font(round(size * unit))) <= width:
            break
    return font(round(size * unit))
