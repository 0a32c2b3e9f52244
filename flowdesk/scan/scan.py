"""Read the board in a picture: find its grid, look at its cells, and pair its dots."""

from __future__ import annotations

import time
from collections.abc import Callable

from PIL import Image

from flowdesk.scan.cells import CellLooks, Look, look_at_cells
from flowdesk.scan.discs import lattice_of_discs
from flowdesk.scan.lattice import Lattice
from flowdesk.scan.pairing import judge
from flowdesk.scan.reading import Doubt, Reading, Status
from flowdesk.scan.search import Grid, searched

#: The most seconds that the search for a grid may take.
BUDGET = 2.0
#: How many grids of a pass are tried, and what it is worth, in lines, if the board is sure.
_TRIED = 3
_BONUS = 10_000


def read_board(image: Image.Image, clock: Callable[[], float] = time.monotonic) -> Reading:
    """Return what can be read from an RGB picture, within `BUDGET` seconds of the clock."""
    end = clock() + BUDGET
    best: tuple[float, Reading] | None = None
    for grids in searched(image, lambda: clock() > end):
        for grid in grids[:_TRIED]:
            reading = judge(_looks(image, grid), {})
            merit = grid.lines * grid.lattice.fit + _BONUS * (reading.status is Status.SURE)
            if best is None or merit > best[0]:
                best = merit, reading
        if best and _is_enough(best[1]):
            return best[1]
    if best:
        return best[1]
    if lattice := lattice_of_discs(image):
        return judge(look_at(image, lattice), {})
    tried = f" within {BUDGET:g} seconds" if clock() > end else ""
    return Reading(None, doubts=(Doubt(f"No grid of a board was found{tried}."),))


def _is_enough(reading: Reading) -> bool:
    """Whether a better reading of the picture is not to be expected."""
    lattice = reading.lattice
    are_pairs = len(reading.dots) >= 2 and all(len(dots.cells) == 2 for dots in reading.dots)
    return lattice is not None and lattice.fit >= 0.95 and are_pairs


def _looks(image: Image.Image, grid: Grid) -> CellLooks:
    cells = look_at_cells(image, grid.lattice)
    return CellLooks(grid.lattice, cells, grid.missing, grid.goes_on)


def look_at(image: Image.Image, lattice: Lattice) -> CellLooks:
    """Return how the cells of a lattice look in an RGB picture: some milliseconds of work.

    The corners of the lattice must be convex.
    """
    return CellLooks(lattice, look_at_cells(image, lattice))


__all__ = ["BUDGET", "Look", "judge", "look_at", "read_board"]
