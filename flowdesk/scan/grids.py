"""The grid of a board in a picture, by its lines, or where it has none by its dots alone.

A grid of lines tells which of them are there, and whether it goes on outside. How far a board goes
beyond its dots is not known, so such a grid is always doubtful.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice, pairwise
from statistics import mean, median
from typing import TypeAlias

from PIL import Image, ImageChops, ImageOps

from flowdesk.core.grid import Cell, Edge
from flowdesk.core.shape import HEXAGONS
from flowdesk.scan.lines import MOST_CELLS, Comb, Mask, Masks, masks_of
from flowdesk.scan.samples import Lattice, corners_of, upright

#: The share of a line between two cells from which it is there, and below which it is missing.
_PRESENT = 0.5
_MISSING = 0.35
#: The share of the lines that go on outside a grid from which it is enlarged, and from which it
#: may be a part of a larger one: in the next cells, and further out.
_GOES_ON, _DOUBTFUL, _FAR = 0.7, 0.3, 0.6
#: The share that has to be there of a line beside the grid that may be the border of a larger one,
#: and of the lines that go on a little before something covers them.
_BORDER, _STUBS = 0.7, 0.15
#: How much of the last cell has to be in the picture, for a crop without an outer line.
_CROPPED = 0.85
#: The sides of cells, in pixels, at which lines of a lattice set by hand are looked for.
_SMALLEST_CELL, _LARGEST_CELL = 16, 48


@dataclass(frozen=True)
class FoundGrid:
    """A lattice and the number of lines between two cells that are there.

    `missing` are edges with hardly a line, `gaps` cells at which the border has gaps; if the grid
    `goes_on`, its lines do so outside.
    """

    lattice: Lattice
    lines: int
    missing: tuple[Edge, ...] = ()
    gaps: tuple[Cell, ...] = ()
    goes_on: bool = False

    @property
    def merit(self) -> float:
        """How good it is: large, but a board with all its lines beats two with a gap between."""
        return self.lines * self.lattice.fit**8


def found_grid(masks: Masks, columns: Comb, rows: Comb) -> FoundGrid:
    """Return the grid of evenly spaced lines, as far as they go on, with what the masks tell."""
    columns = _extended(masks.horizontal, columns, rows)
    rows = _extended(masks.vertical, rows, columns)
    shares = _shares(masks, columns, rows)
    lines = sum(share >= _PRESENT for share in shares.values())
    noise = sum(share >= _PRESENT for share in _shares(masks, columns, rows, 0.5).values())
    corners = corners_of(columns.begin, rows.begin, columns.end, rows.end)
    lattice = Lattice(corners, columns.count, rows.count, max(0, lines - noise) / len(shares))
    missing = tuple(pair for pair, share in shares.items() if share < _MISSING)
    gaps = _gaps(masks, columns, rows)
    return FoundGrid(lattice, lines, missing, gaps, _goes_on(masks, columns, rows))


def _shares(masks: Masks, columns: Comb, rows: Comb, off: float = 0.0) -> dict[Edge, float]:
    """Return which share of the line between each two neighbouring cells is there.

    Look beside the lines, by a part of a cell, to see how much is there by chance.
    """
    xs = [columns.line(number + off) for number in range(columns.count + 1)]
    ys = [rows.line(number + off) for number in range(rows.count + 1)]
    shares: dict[Edge, float] = {}
    for x in range(1, columns.count):
        for y, share in enumerate(masks.vertical.presence(xs[x], pairwise(ys))):
            shares[(x - 1, y), (x, y)] = share
    for y in range(1, rows.count):
        for x, share in enumerate(masks.horizontal.presence(ys[y], pairwise(xs))):
            shares[(x, y - 1), (x, y)] = share
    return shares


def missing_lines(image: Image.Image, lattice: Lattice) -> tuple[Edge, ...]:
    """Return the edges without a line, for a lattice that was set by hand, in an RGB picture."""
    side = min(_LARGEST_CELL, max(_SMALLEST_CELL, round(min(lattice.cell))))
    board = upright(image, lattice, side)
    columns = Comb(0.0, side, lattice.columns, 1.0)
    rows = Comb(0.0, side, lattice.rows, 1.0)
    found = []
    for picture in (board, ImageOps.invert(board)):
        shares = _shares(masks_of(picture, 3, 10), columns, rows)
        found.append(tuple(edge for edge, share in shares.items() if share < _MISSING))
    return min(found, key=len)


def _gaps(masks: Masks, columns: Comb, rows: Comb) -> tuple[Cell, ...]:
    """Return the cells at gaps in the border. A side that is missing as a whole has none."""
    xs = [columns.line(number) for number in range(columns.count + 1)]
    ys = [rows.line(number) for number in range(rows.count + 1)]
    found: list[Cell] = []
    for x, at in ((0, xs[0]), (columns.count - 1, xs[-1])):
        found += [(x, y) for y in _missing(masks.vertical.presence(at, pairwise(ys)))]
    for y, at in ((0, ys[0]), (rows.count - 1, ys[-1])):
        found += [(x, y) for x in _missing(masks.horizontal.presence(at, pairwise(xs)))]
    return tuple(dict.fromkeys(found))


def _missing(shares: list[float]) -> list[int]:
    """Return the numbers of the parts of a line that are missing where most are there."""
    missing = [number for number, share in enumerate(shares) if share < _MISSING]
    return missing if 2 * len(missing) <= len(shares) else []


def _extended(mask: Mask, comb: Comb, crossing: Comb) -> Comb:
    """Return a comb with the cells beside it into which the crossing lines go on.

    That is how crops look that have lost an outer line. The crossing lines are vertical in the
    mask.
    """
    pitch, begin, end, count = comb.pitch, comb.begin, comb.end, comb.count
    last = mask.size[1] - _CROPPED * pitch
    while (
        begin >= _CROPPED * pitch
        and count < MOST_CELLS
        and (_crossing(mask, crossing, begin - pitch, pitch) >= _GOES_ON)
    ):
        begin, count = begin - pitch, count + 1
    while end <= last and count < MOST_CELLS and _crossing(mask, crossing, end, pitch) >= _GOES_ON:
        end, count = end + pitch, count + 1
    return replace(comb, begin=begin, count=count)


def _goes_on(masks: Masks, columns: Comb, rows: Comb) -> bool:
    """Whether a grid may be a part of a larger one, by the lines outside it.

    Something may cover a part of the board, and the board may be turned a little.
    """
    upright, level = masks.vertical, masks.horizontal
    beside = _goes_on_along(upright, level, columns, rows)
    return beside or _goes_on_along(level, upright, rows, columns)


def _goes_on_along(parallel: Mask, across: Mask, comb: Comb, crossing: Comb) -> bool:
    """Whether a grid goes on before or after a comb, given the masks of its and of other lines."""
    pitch, begin, end = comb.pitch, comb.begin, comb.end
    room = int((across.size[1] - end) / pitch)
    near = begin - pitch, end
    far = [begin - number * pitch for number in range(2, int(begin / pitch) + 2)]
    far += [end + number * pitch for number in range(1, room + 1)]
    span = crossing.begin, crossing.end
    return (
        any(_crossing(across, crossing, at, pitch, reach=4) >= _DOUBTFUL for at in near)
        or any(_crossing(across, crossing, at, pitch) >= _FAR for at in far)
        or any(parallel.presence(at, [span])[0] >= _BORDER for at in (begin - pitch, end + pitch))
        or any(
            _stubs(across, crossing, *ends)
            for ends in ((begin - 0.2 * pitch, begin), (end, end + 0.2 * pitch))
        )
    )


def _stubs(mask: Mask, lines: Comb, begin: float, end: float) -> bool:
    """Whether several lines go on a little: something may cover the rest of them."""
    inner = [lines.line(number) for number in range(1, lines.count)]
    there = sum(mask.presence(at, [(begin, end)])[0] >= 0.95 for at in inner)
    by_chance = sum(mask.presence(at + lines.pitch / 2, [(begin, end)])[0] >= 0.95 for at in inner)
    return begin >= 0 and end <= mask.size[1] and there - by_chance >= max(2, _STUBS * len(inner))


def _crossing(mask: Mask, lines: Comb, begin: float, pitch: float, reach: int = 0) -> float:
    """Return the share of the inner vertical lines that are there, in a cell that begins at y.

    A line may be some pixels off. Lines do not count where there is as much beside them, as in
    noise; where too little of the cell is in the picture, none do.
    """
    span = max(0.0, begin + 0.1 * pitch), min(float(mask.size[1]), begin + 0.9 * pitch)
    if span[1] - span[0] < 0.3 * pitch:
        return 0.0

    def there(at: float) -> float:
        return mask.presence(at, [span])[0]

    inner = [lines.line(number) for number in range(1, lines.count)]
    best = [(at, max(there(at + off) for off in {-reach, 0, reach})) for at in inner]
    clear = [at for at, share in best if share >= max(_PRESENT, there(at + lines.pitch / 2) + 0.3)]
    return len(clear) / len(inner)


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
class RoundSpot:
    """A round spot: its centre and its diameter in pixels."""

    x: float
    y: float
    diameter: float


def round_spots(image: Image.Image) -> list[RoundSpot]:
    """Return the round spots of an RGB picture that are about as large as most of them."""
    factor = max(1, min(image.size) // _REDUCED)
    discs = _discs(image.reduce(factor))
    usual = median([disc.diameter for disc in discs] or [0])
    return [
        RoundSpot(factor * disc.x, factor * disc.y, factor * disc.diameter)
        for disc in discs
        if abs(disc.diameter - usual) <= max(2.0, 0.15 * usual)
    ]


def lattice_of_spots(spots: Sequence[RoundSpot]) -> Lattice | None:
    """Return a lattice of squares on which round spots lie, if there is one."""
    xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]
    for pitch in _pitches(spots):
        columns, rows = _numbers(xs, pitch), _numbers(ys, pitch)
        if columns and rows:
            return _lattice(xs, ys, columns, rows)
    return None


def lie_on_hexagons(spots: Sequence[RoundSpot]) -> bool:
    """Whether round spots lie in columns of which every second one is half a cell lower."""
    for pitch in _pitches(spots):
        columns = _numbers([spot.x for spot in spots], HEXAGONS.across * pitch)
        lower = [HEXAGONS.lower * pitch * (column % 2) for column in columns]
        if len(set(lower)) == 2 and _numbers(
            [spot.y - down for spot, down in zip(spots, lower, strict=True)], pitch
        ):
            return True
    return False


def _pitches(spots: Sequence[RoundSpot]) -> Iterator[float]:
    """Yield widths of cells that are tried, from the largest on; none for too few spots."""
    if len(spots) < _FEWEST:
        return
    usual = median(spot.diameter for spot in spots)
    pitch = _WIDEST * usual
    while pitch > _NARROWEST * usual:
        yield pitch
        pitch *= 0.99


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
    xs: Sequence[float], ys: Sequence[float], columns: Sequence[int], rows: Sequence[int]
) -> Lattice:
    """Return the lattice of squares that fits the centres best, by least squares."""
    spread = sum((n - mean(columns)) ** 2 for n in columns)
    spread += sum((n - mean(rows)) ** 2 for n in rows)
    slope = sum((n - mean(columns)) * x for n, x in zip(columns, xs, strict=True))
    slope += sum((n - mean(rows)) * y for n, y in zip(rows, ys, strict=True))
    pitch = slope / spread
    left = mean(xs) - pitch * (mean(columns) + 0.5)
    top = mean(ys) - pitch * (mean(rows) + 0.5)
    width, height = max(columns) + 1, max(rows) + 1
    corners = corners_of(left, top, left + width * pitch, top + height * pitch)
    return Lattice(corners, width, height, 0.0)


def _discs(image: Image.Image) -> list[RoundSpot]:
    """Return the round spots in a picture that stand out from its most frequent colour."""
    fewer = image.resize((image.width // 3, image.height // 3), Image.Resampling.NEAREST)
    colors = fewer.quantize(16)  # of all pixels of a photo that takes half a second
    counts = colors.histogram()
    most = counts.index(max(counts))
    red, green, blue = (colors.getpalette() or [])[3 * most : 3 * most + 3]
    ground = Image.new("RGB", image.size, (red, green, blue))
    channels = ImageChops.difference(image, ground).split()
    away = reduce(ImageChops.lighter, channels)
    mask = away.point([255 * (value >= _CONTRAST) for value in range(256)])
    return [disc for spot in _spots(mask) if (disc := _disc(spot))]


def _spots(mask: Image.Image) -> list[list[_Run]]:
    """Return the spots of a mask, whose pixels touch at least by a corner, as runs in rows."""
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
        row, first = [], 0
        for found in _RUN.finditer(data, y * width, (y + 1) * width):
            run = y, found.start() - y * width, found.end() - y * width
            while first < len(above) and above[first][0][2] < run[1]:
                first += 1  # it ends before this run, and so before all that follow
            touching = set()
            for (_, begin, _), near in islice(above, first, None):
                if begin > run[2]:
                    break
                touching.add(root(near))
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


def _disc(runs: Sequence[_Run]) -> RoundSpot | None:
    """Return the disc that runs of pixels make up, if they do."""
    top, bottom = min(run[0] for run in runs), max(run[0] for run in runs) + 1
    left, right = min(run[1] for run in runs), max(run[2] for run in runs)
    width, height = right - left, bottom - top
    rows: dict[int, list[int]] = {}
    for y, begin, end in runs:
        rows.setdefault(y, []).extend((begin, end))
    area = sum(max(row) - min(row) for row in rows.values())  # with letters inside
    is_round = abs(width - height) <= max(2, 0.12 * width) and 0.68 < area / (width * height) < 0.9
    if min(width, height) < _SMALLEST or not is_round:
        return None
    return RoundSpot((left + right) / 2, (top + bottom) / 2, (width + height) / 2)
