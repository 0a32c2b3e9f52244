"""Cells, lines of cells and turns of the board."""

from __future__ import annotations

import pickle
from itertools import pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.grid import (
    OPPOSITE,
    SIDES,
    TURNS,
    Cell,
    are_neighbors,
    around,
    beside,
    cells_at,
    cells_of,
    cells_on_line,
    corners_of,
    direction,
    edge_at,
    edge_between,
    edges_of,
    in_order,
    neighbors,
    places,
    side_of,
    turned,
)
from flowdesk.core.shape import HEXAGONS, SQUARES, Geometry

CELLS = st.tuples(st.integers(0, 30), st.integers(0, 30))
LENGTHS = st.integers(1, 12)


@given(CELLS, CELLS)
def test_a_line_leads_step_by_step_to_its_end(a: Cell, b: Cell) -> None:
    line = [a, *cells_on_line(a, b)]
    assert line[-1] == b
    assert all(are_neighbors(p, q) for p, q in pairwise(line))


@given(CELLS, CELLS)
def test_a_line_makes_no_detour(a: Cell, b: Cell) -> None:
    assert len(cells_on_line(a, b)) == abs(a[0] - b[0]) + abs(a[1] - b[1])


@given(CELLS, CELLS)
def test_a_line_keeps_within_a_cell_of_the_straight_one(a: Cell, b: Cell) -> None:
    across, down = b[0] - a[0], b[1] - a[1]
    for x, y in cells_on_line(a, b):
        assert abs((x - a[0]) * down - (y - a[1]) * across) <= max(abs(across), abs(down))


def test_lines_by_hand() -> None:
    assert cells_on_line((2, 2), (2, 2)) == []
    assert cells_on_line((0, 1), (3, 1)) == [(1, 1), (2, 1), (3, 1)]
    assert cells_on_line((1, 2), (1, 0)) == [(1, 1), (1, 0)]
    assert len(cells_on_line((0, 0), (1, 1))) == 2


@pytest.mark.parametrize("turn", TURNS)
@given(width=LENGTHS, height=LENGTHS)
def test_a_turn_moves_every_cell_to_a_place_of_its_own(turn: str, width: int, height: int) -> None:
    after = (height, width) if turn == "rotate" else (width, height)
    places = {turned(cell, turn, width, height) for cell in cells_of(width, height)}
    assert places == set(cells_of(*after))


@given(CELLS)
def test_four_quarter_turns_change_nothing(cell: Cell) -> None:
    width, height = 31, 44
    moved = cell
    for _ in range(4):
        moved = turned(moved, "rotate", width, height)
        width, height = height, width
    assert moved == cell


@pytest.mark.parametrize("turn", ["flip horizontally", "flip vertically"])
@given(cell=CELLS)
def test_two_flips_change_nothing(turn: str, cell: Cell) -> None:
    assert turned(turned(cell, turn, 31, 44), turn, 31, 44) == cell


@pytest.mark.parametrize("turn", TURNS)
@given(a=CELLS, b=CELLS)
def test_neighbors_stay_neighbors(turn: str, a: Cell, b: Cell) -> None:
    moved = turned(a, turn, 31, 31), turned(b, turn, 31, 31)
    assert are_neighbors(*moved) == are_neighbors(a, b)


def test_turns_directions_and_sides_by_hand() -> None:
    assert turned((0, 0), "rotate", 5, 3) == (2, 0)  # clockwise: top left comes to top right
    assert turned((1, 0), "flip horizontally", 5, 3) == (3, 0)
    assert turned((1, 0), "flip vertically", 5, 3) == (1, 2)
    assert [direction((3, 3), near) for near in neighbors((3, 3))] == ["t", "l", "r", "b"]
    with pytest.raises(KeyError):
        direction((0, 0), (1, 1))
    assert edge_between((1, 0), (0, 0)) == edge_between((0, 0), (1, 0)) == ((0, 0), (1, 0))
    assert [edge_at((1, 1), side) for side in SIDES] == [edges_of((1, 1))[i] for i in (0, 3, 1, 2)]
    assert [side_of((1, 1), edge_at((1, 1), side)) for side in SIDES] == list(SIDES)
    assert all(beside(beside((1, 1), side), OPPOSITE[side]) == (1, 1) for side in SIDES)
    assert in_order("rblt") == in_order({"t", "b", "l", "r"}) == SIDES


@given(CELLS)
def test_round_a_cell_are_those_that_share_a_corner_with_it(cell: Cell) -> None:
    near = {other for corner in corners_of(cell) for other in cells_at(corner)}
    assert set(around(cell)) == near
    assert len(near) == 9


def test_places_are_named_by_rows_and_columns_from_1() -> None:
    assert places([(0, 0)]) == "row 1, column 1"
    assert places([(0, 3), (2, 0), (1, 0)]) == "row 1, columns 2 and 3; row 4, column 1"
    assert places(cells_of(3, 2), 3) == "row 1, columns 1, 2 and 3; 3 more cells"


# -- geometry --------------------------------------------------------------------------------------


both = pytest.mark.parametrize("geometry", [SQUARES, HEXAGONS], ids=["squares", "hexagons"])
AROUND = [(x - 1, y - 1) for x, y in cells_of(9, 8)]


@both
def test_a_point_near_the_centre_of_a_cell_is_in_it(geometry: Geometry) -> None:
    for cell in AROUND:
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
    for cell in AROUND:
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
