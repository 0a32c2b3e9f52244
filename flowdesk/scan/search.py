"""Search a picture for the grid of a board.

The method: lines are ridges, brighter (or darker) than the pixels beside them. Lines of equal
extents suggest a box; inside it, evenly spaced lines are fitted in both directions. A box round the
lines alone would fail: texts and buttons beside a board lengthen some of its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from PIL import Image, ImageOps

from flowdesk.scan.comb import Comb, best_pair, combs
from flowdesk.scan.lattice import Lattice
from flowdesk.scan.lines import Line, find_lines, line_mask, lines_across, presence

#: The share of a column's pixels in the mask from which it counts as a line across a box.
_ACROSS = 0.42
#: Grids that fit less are not accepted.
ACCEPTED = 0.9
#: The shorter side of the picture that is searched first, in pixels.
_REDUCED = 540
#: Pictures with a shorter side are enlarged.
_SMALL = 330

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Grid:
    """A lattice, how much of each inner line is there, and whether it ends at the picture's edge.

    `missing` are the pairs of neighbouring cells between which there is hardly a line.
    """

    lattice: Lattice
    missing: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    goes_on: bool = False


@dataclass(frozen=True)
class _Masks:
    """The masks of vertical lines, and of horizontal ones in the transposed picture."""

    vertical: Image.Image
    horizontal: Image.Image


class Search:
    """The grids of a picture, found in passes, each with more effort, until the time is over."""

    def __init__(self, image: Image.Image, is_over: Callable[[], bool]) -> None:
        self._image = image
        self._is_over = is_over

    def grids(self) -> list[Grid]:
        """Return the grids of the first pass that finds any, best first."""
        for scale, picture, shift, least, pairs in self._passes():
            found: list[Grid] = []
            for dark in (False, True):
                if self._is_over():
                    return []
                found += _grids(ImageOps.invert(picture) if dark else picture, shift, least, pairs)
            if found:
                found.sort(key=lambda grid: -grid.lattice.fit)
                return [replace(grid, lattice=_scaled(grid.lattice, scale)) for grid in found]
        return []

    def _passes(self) -> Iterator[tuple[float, Image.Image, int, int, bool]]:
        """Yield scales, pictures, shifts, least differences, and whether to try pairs of lines."""
        image = self._image
        shorter = min(image.size)
        if shorter < _SMALL:
            size = image.width * 2, image.height * 2
            image = image.resize(size, Image.Resampling.BICUBIC)
            full = 0.5
        else:
            full = 1.0
        factor = min(image.size) // _REDUCED
        reduced = image.reduce(factor) if factor > 1 else image
        scale = full * max(1, factor)
        yield scale, reduced, 3, 10, False
        if factor > 1:
            yield full, image, 3, 10, False
        yield scale, reduced, 3, 10, True
        yield scale, reduced, 7, 10, True
        yield scale, reduced, 3, 5, True
        yield scale, reduced, 13, 10, True


def _scaled(lattice: Lattice, factor: float) -> Lattice:
    """Return a lattice with its corners multiplied by a factor."""
    a, b, c, d = ((x * factor, y * factor) for x, y in lattice.corners)
    return replace(lattice, corners=(a, b, c, d))


def _grids(image: Image.Image, shift: int, least: int, pairs: bool) -> list[Grid]:
    """Return the accepted grids of bright lines, those that differ."""
    flipped = image.transpose(Image.Transpose.TRANSPOSE)
    masks = _Masks(line_mask(image, shift, least), line_mask(flipped, shift, least))
    shorter = min(image.size)
    tile = 8 if shorter >= 400 else 4
    vertical = find_lines(masks.vertical, 0.18 * shorter, tile)
    horizontal = find_lines(masks.horizontal, 0.18 * shorter, tile)
    slack = max(2 * tile, 0.02 * shorter)
    boxes = _boxes(vertical, horizontal, slack) if not pairs else _pairs(vertical, horizontal)
    found: list[Grid] = []
    for box in boxes:
        grid = _grid_in(masks, box, 1.5 * tile)
        if grid and all(_differ(grid.lattice, other.lattice) for other in found):
            found.append(grid)
    return found


def _boxes(vertical: list[Line], horizontal: list[Line], slack: float) -> list[Box]:
    """Return boxes round groups of lines of equal extents, the largest first."""
    boxes: dict[Box, None] = {}
    upright, level = _groups(vertical, slack), _groups(horizontal, slack)
    for group in upright:
        boxes[group[0].at, group[0].begin, group[-1].at, group[0].end] = None
    for group in level:
        boxes[group[0].begin, group[0].at, group[0].end, group[-1].at] = None
    for across in upright:
        for down in level:
            box = across[0].at, down[0].at, across[-1].at, down[-1].at
            meets = (
                abs(across[0].begin - box[1]) <= 2 * slack
                and abs(down[0].begin - box[0]) <= 2 * slack
            )
            if meets:
                boxes[box] = None
    large = [box for box in boxes if box[2] - box[0] > slack and box[3] - box[1] > slack]
    return sorted(large, key=lambda box: (box[0] - box[2]) * (box[3] - box[1]))[:40]


def _groups(lines: list[Line], slack: float) -> list[list[Line]]:
    """Return groups of three lines or more with nearly equal extents."""
    groups: list[list[Line]] = []
    for line in lines:
        alike = [
            o
            for o in lines
            if abs(o.begin - line.begin) <= slack and abs(o.end - line.end) <= slack
        ]
        if len(alike) >= 3 and alike not in groups:
            groups.append(alike)
    return groups


def _pairs(vertical: list[Line], horizontal: list[Line]) -> list[Box]:
    """Return boxes of which a pair of long lines may be the borders."""
    boxes: dict[Box, None] = {}
    for lines, is_flipped in ((vertical, False), (horizontal, True)):
        longest = sorted(lines, key=lambda line: line.begin - line.end)[:16]
        for a in longest:
            for b in longest:
                begin, end = max(a.begin, b.begin), min(a.end, b.end)
                if a.at + 40 < b.at and end - begin > 40:
                    box = (begin, a.at, end, b.at) if is_flipped else (a.at, begin, b.at, end)
                    boxes[box] = None
    return sorted(boxes, key=lambda box: (box[0] - box[2]) * (box[3] - box[1]))[:60]


def _grid_in(masks: _Masks, box: Box, slack: float) -> Grid | None:
    """Return the grid in a box, if one fits."""
    columns_rows = _fitted(masks, box, slack)
    if columns_rows is None:
        return None
    columns, rows, fit = columns_rows
    if fit < ACCEPTED:
        return None
    columns, before, after = _extended(masks.horizontal, columns, rows)
    rows, above, below = _extended(masks.vertical, rows, columns)
    corners = (
        (columns.begin, rows.begin),
        (columns.end, rows.begin),
        (columns.end, rows.end),
        (columns.begin, rows.end),
    )
    lattice = Lattice(corners, columns.count, rows.count, min(1.0, fit))
    return Grid(lattice, _missing(masks, columns, rows), before or after or above or below)


def _fitted(masks: _Masks, box: Box, slack: float) -> tuple[Comb, Comb, float] | None:
    """Return the combs of columns and rows in a box, and how well they fit."""
    width, height = masks.vertical.size
    left, right = max(0, round(box[0] - slack)), min(width, round(box[2] + slack))
    top, bottom = max(0, round(box[1] - slack)), min(height, round(box[3] + slack))
    inner = round(box[0]), max(0, round(box[1])), round(box[2]), min(height, round(box[3]))
    if inner[2] - inner[0] < 20 or inner[3] - inner[1] < 20:
        return None
    xs = lines_across(masks.vertical, (left, inner[1], right, inner[3]), _ACROSS)
    ys = lines_across(
        masks.horizontal, (top, max(0, inner[0]), bottom, min(width, inner[2])), _ACROSS
    )
    return best_pair(combs(xs, box[0], box[2], slack), combs(ys, box[1], box[3], slack))


def _extended(mask: Image.Image, comb: Comb, crossing: Comb) -> tuple[Comb, bool, bool]:
    """Return a comb with the cells beside it into which the crossing lines go on.

    That is how crops look that have lost an outer line. Tell as well whether the lines go on at
    either end by a part of a cell, to the edge of the picture. The crossing lines are vertical
    in the mask.
    """
    length = mask.size[1]
    lines = [crossing.line(number) for number in range(crossing.count + 1)]

    def share(begin: float, end: float) -> float:
        """Return the share of crossing lines that are there from begin to end."""
        there = sum(presence(mask, at, [(begin, end)], 1)[0] >= 0.6 for at in lines)
        return there / len(lines)

    pitch, begin, count = comb.pitch, comb.begin, comb.count
    while begin - 0.85 * pitch >= 0 and share(begin - 0.8 * pitch, begin - 0.2 * pitch) >= 0.7:
        begin, count = begin - pitch, count + 1
    end = begin + pitch * count
    while end + 0.85 * pitch <= length and share(end + 0.2 * pitch, end + 0.8 * pitch) >= 0.7:
        end, count = end + pitch, count + 1
    before = (
        begin > 0.15 * pitch and share(max(0, begin - 0.8 * pitch), begin - 0.05 * pitch) >= 0.7
    )
    after = (
        length - end > 0.15 * pitch
        and share(end + 0.05 * pitch, min(length, end + 0.8 * pitch)) >= 0.7
    )
    return replace(comb, begin=begin, count=count), before, after


def _missing(
    masks: _Masks, columns: Comb, rows: Comb
) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Return the pairs of neighbouring cells between which less than 35 % of the line is there."""
    found = []
    xs = [columns.line(number) for number in range(columns.count + 1)]
    ys = [rows.line(number) for number in range(rows.count + 1)]
    for number in range(1, columns.count):
        shares = presence(masks.vertical, xs[number], list(pairwise(ys)), 2)
        found += [((number - 1, y), (number, y)) for y, share in enumerate(shares) if share < 0.35]
    for number in range(1, rows.count):
        shares = presence(masks.horizontal, ys[number], list(pairwise(xs)), 2)
        found += [((x, number - 1), (x, number)) for x, share in enumerate(shares) if share < 0.35]
    return tuple(found)


def _differ(a: Lattice, b: Lattice) -> bool:
    """Whether two lattices are not the same board found twice."""
    (left, top), _, (right, bottom), _ = a.corners
    (west, north), _, (east, south), _ = b.corners
    across = min(right, east) - max(left, west)
    down = min(bottom, south) - max(top, north)
    if across <= 0 or down <= 0:
        return True
    smaller = min((right - left) * (bottom - top), (east - west) * (south - north))
    return across * down < 0.5 * smaller
