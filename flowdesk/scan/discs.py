"""Find a board that has no lines, by its dots alone.

How far it goes beyond them is not known, so such a grid is always doubtful.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from statistics import mean, median
from typing import TypeAlias

from PIL import Image, ImageChops

from flowdesk.scan.samples import Lattice, corners_of

#: The shorter side of the picture that is searched, in pixels.
_REDUCED = 360
#: How far a dot's colour is from that of the ground, at least.
_CONTRAST = 60
_RUN = re.compile(rb"\xff+")
#: The fewest dots, and the smallest, in pixels; the most cells a side.
_FEWEST = 6
_SMALLEST = 6
_MOST_CELLS = 25
#: The widths of cells that are tried, in diameters of a dot; how far off its cell a dot may be.
_WIDEST, _NARROWEST = 4.0, 1.1
_OFF = 0.1

#: A row of pixels: y, and x from begin to end.
_Run: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True)
class _RoundSpot:
    """A round spot: its centre and its diameter in pixels."""

    x: float
    y: float
    diameter: float


def lattice_of_discs(image: Image.Image) -> Lattice | None:
    """Return a lattice on which the round spots of an RGB picture lie, if there is one."""
    factor = max(1, min(image.size) // _REDUCED)
    discs = _discs(image.reduce(factor))
    if len(discs) < _FEWEST:
        return None
    usual = median(disc.diameter for disc in discs)
    discs = [disc for disc in discs if abs(disc.diameter - usual) <= max(2.0, 0.15 * usual)]
    xs, ys = [disc.x for disc in discs], [disc.y for disc in discs]
    pitch = _WIDEST * usual
    while pitch > _NARROWEST * usual:
        columns, rows = _numbers(xs, pitch), _numbers(ys, pitch)
        if columns and rows and len(discs) >= _FEWEST:
            return _lattice(xs, ys, columns, rows, factor)
        pitch *= 0.99
    return None


def _numbers(centres: Sequence[float], pitch: float) -> list[int]:
    """Return the cells of a width in which all centres are in the middle, from 0; else nothing."""
    turns = [cmath.exp(2j * math.pi * at / pitch) for at in centres]
    phase = cmath.phase(sum(turns)) / (2 * math.pi) * pitch
    numbers = [round((at - phase) / pitch) for at in centres]
    off = max(abs(at - phase - n * pitch) for at, n in zip(centres, numbers, strict=True))
    least, most = min(numbers), max(numbers)
    is_fit = off <= _OFF * pitch and 1 <= most - least < _MOST_CELLS
    return [number - least for number in numbers] if is_fit else []


def _lattice(
    xs: Sequence[float],
    ys: Sequence[float],
    columns: Sequence[int],
    rows: Sequence[int],
    scale: int,
) -> Lattice:
    """Return the lattice of squares that fits the centres best, by least squares."""
    spread = sum((n - mean(columns)) ** 2 for n in columns) + sum(
        (n - mean(rows)) ** 2 for n in rows
    )
    slope = sum((n - mean(columns)) * x for n, x in zip(columns, xs, strict=True))
    slope += sum((n - mean(rows)) * y for n, y in zip(rows, ys, strict=True))
    pitch = scale * slope / spread
    left = scale * mean(xs) - pitch * (mean(columns) + 0.5)
    top = scale * mean(ys) - pitch * (mean(rows) + 0.5)
    width, height = max(columns) + 1, max(rows) + 1
    corners = corners_of(left, top, left + width * pitch, top + height * pitch)
    return Lattice(corners, width, height, 0.0)


def _discs(image: Image.Image) -> list[_RoundSpot]:
    """Return the round spots in a picture that stand out from its most frequent colour."""
    colors = image.quantize(16)
    counts = colors.histogram()
    most = counts.index(max(counts))
    red, green, blue = (colors.getpalette() or [])[3 * most : 3 * most + 3]
    ground = Image.new("RGB", image.size, (red, green, blue))
    channels = ImageChops.difference(image, ground).split()
    away = reduce(ImageChops.lighter, channels)
    mask = away.point([255 * (value >= _CONTRAST) for value in range(256)])
    return [disc for spot in _spots(mask) if (disc := _disc(spot))]


def _spots(mask: Image.Image) -> list[list[_Run]]:
    """Return the connected spots of a mask, as the runs of pixels in their rows."""
    width, height = mask.size
    data = mask.tobytes()
    spots: list[list[_Run]] = []
    above: list[tuple[_Run, int]] = []
    parents: list[int] = []

    def root(number: int) -> int:
        while parents[number] != number:
            parents[number] = number = parents[parents[number]]
        return number

    for y in range(height):
        row = []
        for found in _RUN.finditer(data, y * width, (y + 1) * width):
            run = y, found.start() - y * width, found.end() - y * width
            touching = {root(n) for (_, begin, end), n in above if begin < run[2] and run[1] < end}
            number = min(touching, default=len(parents))
            if number == len(parents):
                parents.append(number)
                spots.append([])
            for other in touching:
                parents[other] = number
            spots[number].append(run)
            row.append((run, number))
        above = row
    joined: dict[int, list[_Run]] = {}
    for number, runs in enumerate(spots):
        joined.setdefault(root(number), []).extend(runs)
    return list(joined.values())


def _disc(runs: Sequence[_Run]) -> _RoundSpot | None:
    """Return the disc that runs of pixels make up, if they do."""
    top, bottom = min(run[0] for run in runs), max(run[0] for run in runs) + 1
    left, right = min(run[1] for run in runs), max(run[2] for run in runs)
    width, height = right - left, bottom - top
    area = sum(end - begin for _, begin, end in runs)
    is_round = abs(width - height) <= max(2, 0.12 * width) and 0.68 < area / (width * height) < 0.9
    if min(width, height) < _SMALLEST or not is_round:
        return None
    return _RoundSpot((left + right) / 2, (top + bottom) / 2, (width + height) / 2)
