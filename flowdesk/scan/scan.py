"""Read the board in a picture: find its grid, look at its cells, and pair its dots."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from PIL import Image

from flowdesk.scan.cells import CellLooks, look_at_cells
from flowdesk.scan.discs import lattice_of_discs
from flowdesk.scan.found_grid import FoundGrid, missing_lines
from flowdesk.scan.pairing import SAME, judge
from flowdesk.scan.reading import Doubt, Reading, Status
from flowdesk.scan.samples import Lattice, distance
from flowdesk.scan.search import searched

#: The most seconds that the search for a grid may take.
BUDGET = 2.0
#: The shorter side of a picture in pixels, and how many times longer the other may be.
_SMALLEST, _LONGEST = 40, 10
#: How many grids of a pass are tried, and what it is worth, in lines, if the board is sure.
_TRIED = 3
_BONUS = 10_000


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
            merit = grid.merit + _BONUS * (reading.status is Status.SURE)
            if best is None or merit > best[0]:
                best = merit, grid, reading
        if best and _is_enough(*best[1:]):
            break
    if best:
        return best[2]
    if lattice := lattice_of_discs(image):
        return judge(look_at_cells(image, lattice), {})
    tried = f" within {BUDGET:g} seconds" if clock() > end else ""
    return Reading(None, doubts=(Doubt(f"No grid of a board was found{tried}."),))


def _read(image: Image.Image, grid: FoundGrid) -> Reading:
    looks = look_at_cells(image, grid.lattice)
    looks = replace(looks, missing=grid.missing, gaps=grid.gaps, goes_on=grid.goes_on)
    reading = judge(looks, {})
    if reading.status is Status.SURE and _has_dots_around(image, looks):
        return judge(replace(looks, goes_on=True), {})
    return reading


def _has_dots_around(image: Image.Image, looks: CellLooks) -> bool:
    """Whether there are dots of the board's colours in the cells that would lie around it."""
    lattice = looks.lattice
    across, down = lattice.columns + 1, lattice.rows + 1
    places = ((-1, -1), (across, -1), (across, down), (-1, down))
    a, b, c, d = (lattice.point(*place) for place in places)
    wider = replace(lattice, corners=(a, b, c, d), columns=across + 1, rows=down + 1)

    def is_inside(x: int, y: int) -> bool:
        ends = [wider.point(x + right, y + below) for right in (0, 1) for below in (0, 1)]
        return all(0 <= px <= image.width and 0 <= py <= image.height for px, py in ends)

    colors = [look.color for look in looks.cells.values() if look.look.is_dot]
    return any(
        look.look.is_dot and any(distance(look.color, color) <= SAME for color in colors)
        for (x, y), look in look_at_cells(image, wider).cells.items()
        if (x in (0, across) or y in (0, down)) and is_inside(x, y)
    )


def _is_enough(grid: FoundGrid, reading: Reading) -> bool:
    """Whether a better reading of the picture is not to be expected."""
    if reading.status is Status.SURE:
        return True
    is_whole = grid.lattice.fit >= 0.98 and grid.lines >= 24 and not grid.goes_on
    return is_whole and len(reading.dots) > 1


def look_at(image: Image.Image, lattice: Lattice) -> CellLooks:
    """Return how a board looks whose lattice was set by hand: some milliseconds of work.

    The corners of the lattice must be convex.
    """
    return replace(look_at_cells(image, lattice), missing=missing_lines(image, lattice))
