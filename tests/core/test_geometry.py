"""Where cells are: squares and hexagons."""

from __future__ import annotations

import pickle
from itertools import pairwise
from math import dist

import pytest

from flowdesk.core.geometry import HEXAGONS, SQUARES, Geometry
from flowdesk.core.grid import cells_of

both = pytest.mark.parametrize("geometry", [SQUARES, HEXAGONS], ids=["squares", "hexagons"])
CELLS = [(x - 1, y - 1) for x, y in cells_of(9, 8)]


@both
def test_a_point_near_the_centre_of_a_cell_is_in_it(geometry: Geometry) -> None:
    for cell in CELLS:
        x, y = geometry.center(cell)
        for side, (right, down) in geometry.outward.items():
            assert geometry.cell_at((x + 0.99 * right, y + 0.99 * down)) == cell
            assert geometry.side_at((x + 0.9 * right, y + 0.9 * down)) == side
            beyond = geometry.cell_at((x + 1.01 * right, y + 1.01 * down))
            assert beyond == geometry.beside(cell, side)
        for corner_x, corner_y in geometry.polygon(cell):
            inside = x + 0.99 * (corner_x - x), y + 0.99 * (corner_y - y)
            assert geometry.cell_at(inside) == cell


@both
def test_neighbours_share_a_side(geometry: Geometry) -> None:
    opposite = geometry.shape.opposite
    for cell in CELLS:
        corners = geometry.polygon(cell)
        for side, (start, end) in zip(
            geometry.shape.clockwise, pairwise([*corners, corners[0]]), strict=True
        ):
            near = geometry.beside(cell, side)
            assert geometry.beside(near, opposite[side]) == cell
            middle = geometry.middle(cell, side)
            assert middle == pytest.approx(geometry.middle(near, opposite[side]))
            assert middle == pytest.approx(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
            assert dist(start, end) == pytest.approx(geometry.long)
            assert dist(geometry.center(cell), geometry.center(near)) == pytest.approx(1)


@both
def test_a_board_is_as_large_as_its_cells(geometry: Geometry) -> None:
    for columns, rows in ((1, 3), (2, 1), (7, 6)):
        points = [point for cell in cells_of(columns, rows) for point in geometry.polygon(cell)]
        width, height = geometry.size(columns, rows)
        assert (min(x for x, _ in points), min(y for _, y in points)) == pytest.approx((0, 0))
        assert max(x for x, _ in points) == pytest.approx(width)
        assert max(y for _, y in points) == pytest.approx(height)


@both
def test_other_processes_have_the_same_geometry(geometry: Geometry) -> None:
    assert pickle.loads(pickle.dumps(geometry)) is geometry


def test_the_top_of_a_hexagon_is_turned_to_each_side() -> None:
    for geometry in (SQUARES, HEXAGONS):
        for side, middle in geometry.outward.items():
            assert geometry.turned((0.0, -0.5), side) == pytest.approx(middle)
            left, right = geometry.ends[side]
            assert geometry.turned((-geometry.long / 2, -0.5), side) == pytest.approx(left)
            assert geometry.turned((geometry.long / 2, -0.5), side) == pytest.approx(right)
