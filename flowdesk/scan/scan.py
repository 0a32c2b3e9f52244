"""Read the board in a picture: find its grid, look at its cells, and pair its dots."""

from __future__ import annotations

import time
from collections.abc import Callable

from PIL import Image

from flowdesk.scan.cells import CellLooks, Look, look_at_cells
from flowdesk.scan.lattice import Lattice
from flowdesk.scan.pairing import judge
from flowdesk.scan.reading import Doubt, Reading, Status
from flowdesk.scan.search import Grid, Search

#: The most seconds that the search for a grid may take.
BUDGET = 2.0


def read_board(image: Image.Image, clock: Callable[[], float] = time.monotonic) -> Reading:
    """Return what can be read from an RGB picture, within `BUDGET` seconds of the clock."""
    end = clock() + BUDGET
    search = Search(image, lambda: clock() > end)
    readings = [judge(_looks(image, grid), {}) for grid in search.grids()[:4]]
    if not readings:
        return Reading(None, doubts=(Doubt("No grid of a board was found in the picture."),))
    return max(readings, key=_merit)


def _merit(reading: Reading) -> tuple[bool, int]:
    return reading.status is Status.SURE, sum(len(dots.cells) == 2 for dots in reading.dots)


def _looks(image: Image.Image, grid: Grid) -> CellLooks:
    cells = look_at_cells(image, grid.lattice)
    return CellLooks(grid.lattice, cells, grid.missing, grid.goes_on)


def look_at(image: Image.Image, lattice: Lattice) -> CellLooks:
    """Return how the cells of a lattice look in an RGB picture: some milliseconds of work.

    The corners of the lattice must be convex.
    """
    return CellLooks(lattice, look_at_cells(image, lattice))


__all__ = ["BUDGET", "Look", "judge", "look_at", "read_board"]
