"""Read the board in a picture: find its grid, look at its cells, and pair its dots."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product, takewhile
from typing import TypeAlias

from PIL import Image, ImageOps

from flowdesk.scan.cells import CellLooks, look_at_cells
from flowdesk.scan.grids import (
    FoundGrid,
    found_grid,
    lattice_of_spots,
    lie_on_hexagons,
    missing_lines,
    round_spots,
)
from flowdesk.scan.lines import Comb, Masks, Ridge, combs, masks_of
from flowdesk.scan.reading import SAME, Certainty, Doubt, Reading, judge
from flowdesk.scan.samples import Lattice, corners_of, distance

#: The most seconds that the search for a grid may take.
BUDGET = 2.0
#: The shorter side of a picture in pixels, and how many times longer the other may be.
_SMALLEST, _LONGEST = 40, 10
#: How many grids of a pass are tried, and what it is worth, in lines, if the board is sure.
_TRIED = 3
_BONUS = 10_000
_HEXAGONS = Doubt("This may be a board of hexagons, and only those of squares are read.")


def read_board(image: Image.Image, clock: Callable[[], float] = time.process_time) -> Reading:
    """Return what can be read from an RGB picture, within `BUDGET` seconds of the clock.

    Without another clock, the seconds are those of the processor: what is found must not depend on
    what else the machine does.
    """
    if min(image.size) < _SMALLEST or max(image.size) > _LONGEST * min(image.size):
        return Reading(None, doubts=(Doubt("The picture is too small or too narrow for a board."),))
    end = clock() + BUDGET
    best: tuple[float, FoundGrid, Reading] | None = None
    for grids in searched(image, lambda: clock() > end):
        for grid in grids[:_TRIED]:
            reading = _read(image, grid)
            merit = grid.merit + _BONUS * (reading.status is Certainty.SURE)
            if best is None or merit > best[0]:
                best = merit, grid, reading
        if best and _is_enough(*best[1:]):
            break
    if best and best[2].status is Certainty.SURE:
        return best[2]
    spots = round_spots(image)
    hexagons = (_HEXAGONS,) if lie_on_hexagons(spots) else ()
    if best:
        return replace(best[2], doubts=(*hexagons, *best[2].doubts))
    if hexagons:
        return Reading(None, doubts=hexagons)
    if lattice := lattice_of_spots(spots):
        return judge(look_at_cells(image, lattice), {})
    tried = f" within {BUDGET:g} seconds" if clock() > end else ""
    return Reading(None, doubts=(Doubt(f"No grid of a board was found{tried}."),))


def _read(image: Image.Image, grid: FoundGrid) -> Reading:
    looks = look_at_cells(image, grid.lattice)
    looks = replace(looks, missing=grid.missing, gaps=grid.gaps, goes_on=grid.goes_on)
    reading = judge(looks, {})
    if reading.status is Certainty.SURE and _has_dots_around(image, looks):
        return judge(replace(looks, goes_on=True), {})
    return reading


def _has_dots_around(image: Image.Image, looks: CellLooks) -> bool:
    """Whether there are dots of the board's colours in the cells that would lie around it."""
    lattice = looks.lattice
    across, down = lattice.columns + 1, lattice.rows + 1
    corners = tuple(lattice.point(*place) for place in corners_of(-1, -1, across, down))
    wider = replace(lattice, corners=corners, columns=across + 1, rows=down + 1)

    def is_inside(x: int, y: int) -> bool:
        ends = [wider.point(x + right, y + below) for right in (0, 1) for below in (0, 1)]
        return all(0 <= px <= image.width and 0 <= py <= image.height for px, py in ends)

    columns, rows = range(across + 1), range(down + 1)
    ring = {*product((0, across), rows), *product(columns, (0, down))}
    around = [cell for cell in ring if is_inside(*cell)]
    if not around:
        return False
    colors = [look.color for look in looks.cells.values() if look.look.is_dot]
    cells = look_at_cells(image, wider).cells
    seen = [cells[cell].color for cell in around if cells[cell].look.is_dot]
    return any(distance(one, color) <= SAME for one in seen for color in colors)


def _is_enough(grid: FoundGrid, reading: Reading) -> bool:
    """Whether a better reading of the picture is not to be expected."""
    if reading.status is Certainty.SURE:
        return True
    is_whole = grid.lattice.fit >= 0.98 and grid.lines >= 24 and not grid.goes_on
    return is_whole and len(reading.dots) > 1


def look_at(image: Image.Image, lattice: Lattice) -> CellLooks:
    """Return how a board looks with a lattice set by hand, whose corners must be convex."""
    return replace(look_at_cells(image, lattice), missing=missing_lines(image, lattice))


#: The shortest lines, as a share of the shorter side of the picture.
_SHORTEST = 0.18
#: The share of the lines between cells that has to be there.
_ACCEPTED = 0.8
#: The shorter sides of the pictures that are searched, in pixels: at first, and at most.
_REDUCED, _LARGE = 540, 1500
#: Pictures with a shorter side are enlarged.
_SMALL = 330


@dataclass(frozen=True)
class _Pass:
    """One way to look for lines: in a picture with pixels of this `scale`, as in `Mask`.

    Boxes are suggested by groups of equal lines, or by pairs of lines that may be borders.
    """

    image: Image.Image
    scale: float
    shift: int = 3
    least: int = 10
    tries_pairs: bool = False


def searched(image: Image.Image, is_over: Callable[[], bool]) -> Iterator[list[FoundGrid]]:
    """Yield the grids of a picture, best first, from passes that take more and more effort."""
    for one in _passes(image):
        if is_over():
            return
        grids = _grids(one, is_over)
        yield [replace(grid, lattice=grid.lattice.scaled(one.scale)) for grid in grids]


def _passes(image: Image.Image) -> Iterator[_Pass]:
    """Yield the passes: first in a reduced picture, and with the usual lines of boards."""
    scale = 1.0
    if min(image.size) < _SMALL:
        size = image.width * 2, image.height * 2
        image, scale = image.resize(size, Image.Resampling.BICUBIC), 0.5
    factor = max(1, round(min(image.size) / _REDUCED))
    bright = _Pass(image.reduce(factor), scale * factor)
    dark = replace(bright, image=ImageOps.invert(bright.image))
    large = max(1, round(min(image.size) / _LARGE))
    full = _Pass(image.reduce(large), scale * large)
    yield bright
    yield dark
    for one in (bright, dark):
        yield replace(one, tries_pairs=True)
    if factor > large:
        yield full
        yield replace(full, image=ImageOps.invert(full.image))
        yield replace(full, tries_pairs=True)
    for shift, least in ((3, 20), (7, 10), (3, 5), (13, 10)):
        for one in (bright, dark):
            yield replace(one, shift=shift, least=least, tries_pairs=True)


def _grids(one: _Pass, is_over: Callable[[], bool]) -> list[FoundGrid]:
    """Return the accepted grids of bright lines in a pass, those that differ."""
    masks = masks_of(one.image, one.shift, one.least)
    shorter = min(one.image.size)
    tile = 8 if shorter >= 400 else 4
    vertical = masks.vertical.lines(_SHORTEST * shorter, tile)
    horizontal = masks.horizontal.lines(_SHORTEST * shorter, tile)
    slack = max(2 * tile, 0.02 * shorter)
    boxes = (boxes_of_borders if one.tries_pairs else boxes_of_groups)(vertical, horizontal, slack)
    timely = takewhile(lambda box: not is_over(), boxes)
    fits = {fit for box in timely for fit in fits_in(masks, box, 1.5 * tile)}
    found: list[FoundGrid] = []
    for grid in sorted((found_grid(masks, *fit) for fit in fits), key=lambda grid: -grid.merit):
        if grid.lattice.fit >= _ACCEPTED and all(_differ(grid.lattice, o.lattice) for o in found):
            found.append(grid)
    return found


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


#: Left, top, right, bottom in pixels.
Box: TypeAlias = tuple[float, float, float, float]

#: The share of a column's pixels in the mask from which it counts as a line across a box.
_ACROSS = 0.42
#: The most boxes of either kind; the largest come first.
_MOST_GROUPS, _MOST_BORDERS = 40, 60
#: The most lines in a direction that are tried as borders.
_MOST_LINES = 16
#: How much wider one side of a cell may be than the other.
_SQUARE = 1.08


def boxes_of_groups(vertical: list[Ridge], horizontal: list[Ridge], slack: float) -> list[Box]:
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
            off = abs(across[0].begin - box[1]), abs(down[0].begin - box[0])
            if max(off) <= 2 * slack:
                boxes[box] = None
    large = [box for box in boxes if box[2] - box[0] > slack and box[3] - box[1] > slack]
    return sorted(large, key=_area, reverse=True)[:_MOST_GROUPS]


def _groups(lines: list[Ridge], slack: float) -> list[list[Ridge]]:
    """Return groups of three lines or more with nearly equal extents."""
    groups: list[list[Ridge]] = []
    for line in lines:
        near = (o for o in lines if abs(o.begin - line.begin) <= slack)
        alike = [o for o in near if abs(o.end - line.end) <= slack]
        if len(alike) >= 3 and alike not in groups:
            groups.append(alike)
    return groups


def boxes_of_borders(vertical: list[Ridge], horizontal: list[Ridge], slack: float) -> list[Box]:
    """Return boxes of which a pair of long lines may be the borders."""
    boxes: dict[Box, None] = {}
    for lines, is_flipped in ((vertical, False), (horizontal, True)):
        longest = sorted(lines, key=lambda line: line.begin - line.end)[:_MOST_LINES]
        for a in longest:
            for b in longest:
                begin, end = max(a.begin, b.begin), min(a.end, b.end)
                if b.at - a.at > slack and end - begin > slack:
                    box = (begin, a.at, end, b.at) if is_flipped else (a.at, begin, b.at, end)
                    boxes[box] = None
    return sorted(boxes, key=_area, reverse=True)[:_MOST_BORDERS]


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def fits_in(masks: Masks, box: Box, slack: float) -> Iterator[tuple[Comb, Comb]]:
    """Yield the combs of columns and rows that fit the lines in a box."""
    width, height = masks.vertical.size
    left, top, right, bottom = (round(side) for side in box)
    left, top, right, bottom = max(0, left), max(0, top), min(width, right), min(height, bottom)
    if right - left < 20 or bottom - top < 20:
        return
    reach = round(slack)
    wide = max(0, left - reach), top, min(width, right + reach), bottom
    xs = masks.vertical.across(wide, _ACROSS)
    tall = max(0, top - reach), left, min(height, bottom + reach), right
    ys = masks.horizontal.across(tall, _ACROSS)
    rows = combs(ys, box[1], box[3], slack)
    for across in combs(xs, box[0], box[2], slack) if rows else []:
        for down in rows:
            if max(across.pitch, down.pitch) < _SQUARE * min(across.pitch, down.pitch):
                yield across, down
