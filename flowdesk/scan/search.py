"""Search a picture for the grid of a board.

The method: lines are ridges, brighter (or darker) than the pixels beside them. Lines of equal
extents suggest a box; inside it, evenly spaced lines are fitted in both directions. A box round the
lines alone would fail: texts and buttons beside a board lengthen some of its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from PIL import Image, ImageOps

from flowdesk.core.grid import Cell, Edge
from flowdesk.scan.comb import MOST_CELLS, Comb, combs
from flowdesk.scan.lattice import Lattice
from flowdesk.scan.lines import Line, Mask
from flowdesk.scan.samples import upright

#: The share of a column's pixels in the mask from which it counts as a line across a box.
_ACROSS = 0.42
#: The shortest lines, as a share of the shorter side of the picture.
_SHORTEST = 0.18
#: The share of a line between two cells from which it is there, and below which it is missing.
_PRESENT = 0.5
_MISSING = 0.35
#: The share of lines that has to be there.
ACCEPTED = 0.8
#: The share of the lines that go on outside a grid from which it is enlarged, and from which it
#: may be a part of a larger one: in the next cells, and further out.
_GOES_ON, _DOUBTFUL, _FAR = 0.7, 0.3, 0.6
#: The share that has to be there of a line beside the grid that may be the border of a larger one,
#: and of the lines that go on a little before something covers them.
_BORDER, _STUBS = 0.7, 0.15
#: The sides of cells, in pixels, at which lines of a lattice set by hand are looked for.
_SMALLEST_CELL, _LARGEST_CELL = 16, 48
#: How much of the last cell has to be in the picture, for a crop without an outer line.
_CROPPED = 0.85
#: The shorter sides of the pictures that are searched, in pixels: at first, and at most.
_REDUCED, _LARGE = 540, 1500
#: Pictures with a shorter side are enlarged.
_SMALL = 330

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Grid:
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


@dataclass(frozen=True)
class _Masks:
    """The masks of vertical lines, and of horizontal ones in the transposed picture."""

    vertical: Mask
    horizontal: Mask


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


def searched(image: Image.Image, is_over: Callable[[], bool]) -> Iterator[list[Grid]]:
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


def _grids(one: _Pass, is_over: Callable[[], bool]) -> list[Grid]:
    """Return the accepted grids of bright lines in a pass, those that differ."""
    masks = _masks(one.image, one.shift, one.least)
    shorter = min(one.image.size)
    tile = 8 if shorter >= 400 else 4
    vertical = masks.vertical.lines(_SHORTEST * shorter, tile)
    horizontal = masks.horizontal.lines(_SHORTEST * shorter, tile)
    slack = max(2 * tile, 0.02 * shorter)
    boxes = (_pairs if one.tries_pairs else _boxes)(vertical, horizontal, slack)
    timely = takewhile(lambda box: not is_over(), boxes)
    fits = {fit for box in timely for fit in _fits(masks, box, 1.5 * tile)}
    found: list[Grid] = []
    for grid in sorted((_grid(masks, *fit) for fit in fits), key=lambda grid: -grid.merit):
        if grid.lattice.fit >= ACCEPTED and all(_differ(grid.lattice, o.lattice) for o in found):
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


def _pairs(vertical: list[Line], horizontal: list[Line], slack: float) -> list[Box]:
    """Return boxes of which a pair of long lines may be the borders."""
    boxes: dict[Box, None] = {}
    for lines, is_flipped in ((vertical, False), (horizontal, True)):
        longest = sorted(lines, key=lambda line: line.begin - line.end)[:16]
        for a in longest:
            for b in longest:
                begin, end = max(a.begin, b.begin), min(a.end, b.end)
                if b.at - a.at > slack and end - begin > slack:
                    box = (begin, a.at, end, b.at) if is_flipped else (a.at, begin, b.at, end)
                    boxes[box] = None
    return sorted(boxes, key=lambda box: (box[0] - box[2]) * (box[3] - box[1]))[:60]


def _fits(masks: _Masks, box: Box, slack: float) -> Iterator[tuple[Comb, Comb]]:
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
            if max(across.pitch, down.pitch) < 1.08 * min(across.pitch, down.pitch):
                yield across, down


def _grid(masks: _Masks, columns: Comb, rows: Comb) -> Grid:
    """Return the grid of evenly spaced lines, with what the masks tell of each line.

    It goes on as far as its lines do.
    """
    columns = _extended(masks.horizontal, columns, rows)
    rows = _extended(masks.vertical, rows, columns)
    shares = _shares(masks, columns, rows)
    lines = sum(share >= _PRESENT for share in shares.values())
    noise = sum(share >= _PRESENT for share in _shares(masks, columns, rows, 0.5).values())
    corners = (
        (columns.begin, rows.begin),
        (columns.end, rows.begin),
        (columns.end, rows.end),
        (columns.begin, rows.end),
    )
    fit = max(0, lines - noise) / len(shares)
    lattice = Lattice(corners, columns.count, rows.count, fit)
    missing = tuple(pair for pair, share in shares.items() if share < _MISSING)
    gaps = _gaps(masks, columns, rows)
    return Grid(lattice, lines, missing, gaps, _goes_on(masks, columns, rows))


def _shares(masks: _Masks, columns: Comb, rows: Comb, off: float = 0.0) -> dict[Edge, float]:
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
    (left, top), _, (right, bottom), _ = lattice.corners
    pitch = min((right - left) / lattice.columns, (bottom - top) / lattice.rows)
    side = min(_LARGEST_CELL, max(_SMALLEST_CELL, round(pitch)))
    board = upright(image, lattice, side)
    columns = Comb(0.0, side, lattice.columns, 1.0)
    rows = Comb(0.0, side, lattice.rows, 1.0)
    found = []
    for picture in (board, ImageOps.invert(board)):
        shares = _shares(_masks(picture, 3, 10), columns, rows)
        found.append(tuple(edge for edge, share in shares.items() if share < _MISSING))
    return min(found, key=len)


def _masks(picture: Image.Image, shift: int, least: int) -> _Masks:
    flipped = picture.transpose(Image.Transpose.TRANSPOSE)
    return _Masks(Mask(picture, shift, least), Mask(flipped, shift, least))


def _gaps(masks: _Masks, columns: Comb, rows: Comb) -> tuple[Cell, ...]:
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


def _goes_on(masks: _Masks, columns: Comb, rows: Comb) -> bool:
    """Whether a grid may be a part of a larger one, by the lines outside it.

    Something may cover a part of the board, and the board may be turned a little.
    """
    return _goes_on_along(masks.vertical, masks.horizontal, columns, rows) or _goes_on_along(
        masks.horizontal, masks.vertical, rows, columns
    )


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
