"""Read the board in a picture: find its grid, look at its cells, and pair its dots."""

from __future__ import annotations

import time
from collections.abc import Callable

from PIL import Image

from flowdesk.scan.cells import CellLooks
from flowdesk.scan.lattice import Lattice
from flowdesk.scan.reading import Corrections, Reading

#: The most seconds that the search for a grid may take.
BUDGET = 2.0


def read_board(image: Image.Image, clock: Callable[[], float] = time.monotonic) -> Reading:
    """Return what can be read from an RGB picture, within `BUDGET` seconds of the clock."""
    raise NotImplementedError


def look_at(image: Image.Image, lattice: Lattice) -> CellLooks:
    """Return how the cells of a lattice look in an RGB picture: some milliseconds of work."""
    raise NotImplementedError


def judge(looks: CellLooks, corrections: Corrections) -> Reading:
    """Return the reading of cells, with what a person has set: well below a millisecond."""
    raise NotImplementedError
