"""Boards: what they say of cells and links, against plain definitions."""

from __future__ import annotations

import pickle
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.board import Board, board_of
from flowdesk.core.grid import (
    OPPOSITE,
    SIDES,
    Cell,
    are_neighbors,
    balance,
    beside,
    by_row,
    cells_at,
    cells_of,
    corners_of,
    edge_between,
    edge_joining,
    edges_at,
    edges_of,
    ends_of,
    neighbors,
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Small boards with some holes, and walls between some neighbours."""
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    places = list(cells_of(width, height))
    holes = draw(st.frozensets(st.sampled_from(places), max_size=6))
    edges = [(a, b) for a in places for b in places if a < b and are_neighbors(a, b)]
    walls = draw(st.frozensets(st.sampled_from(edges), max_size=6)) if edges else frozenset()
    return board_of(width, height, holes, walls)


def can_step(board: Board, a: Cell, b: Cell) -> bool:
    """Whether a path can step from one place to another."""
    on_board = all(0 <= x < board.width and 0 <= y < board.height for x, y in (a, b))
    is_open = a not in board.holes and b not in board.holes
    return on_board and is_open and are_neighbors(a, b) and edge_between(a, b) not in board.walls


@given(boards())
def test_cells_are_what_is_no_hole_and_are_numbered_in_reading_order(board: Board) -> None:
    assert board.cells == by_row(set(cells_of(board.width, board.height)) - board.holes)
    assert [board.number[cell] for cell in board.cells] == list(range(len(board.cells)))
    assert [cell for row in board.rows for cell in row] == [*cells_of(board.width, board.height)]


@given(boards())
def test_neighbours_are_the_cells_that_a_path_can_step_to(board: Board) -> None:
    for cell in board.cells:
        assert board.near(cell) == by_row(c for c in board.cells if can_step(board, cell, c))
        sides = board.sides(cell)
        assert set(sides.values()) == set(board.near(cell))
        assert [*sides] == [side for side in SIDES if side in sides]
        for side, near in sides.items():
            assert near == beside(cell, side)
            assert board.sides(near)[OPPOSITE[side]] == cell


@given(boards())
def test_links_and_their_numbers(board: Board) -> None:
    pairs = {(a, b) for a in board.cells for b in board.near(a) if a < b}
    assert set(board.links) == pairs
    order = [(a[::-1], b[1] > a[1]) for a, b in board.links]
    assert order == sorted(order)
    assert [(board.cells[a], board.cells[b]) for a, b in board.ends] == [*board.links]
    for cell, ways in zip(board.cells, board.ways, strict=True):
        assert tuple(board.cells[near] for _, near in ways) == board.near(cell)
        for link, near in ways:
            assert board.links[link] == edge_between(cell, board.cells[near])


@given(boards())
def test_blocks_are_the_squares_round_which_a_path_could_run(board: Board) -> None:
    found = {
        frozenset(edge_between(a, b) for a, b in pairwise((*square, square[0])))
        for x, y in board.cells
        for square in [((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))]
        if all(can_step(board, a, b) for a, b in pairwise((*square, square[0])))
    }
    assert {frozenset(board.links[link] for link in block) for block in board.blocks} == found
    for top, left, right, bottom in (map(board.links.__getitem__, b) for b in board.blocks):
        assert (top[0], top[1], left[1]) == (left[0], right[0], bottom[0])
        assert right[1] == bottom[1]


@given(boards(), st.data())
def test_parts_are_what_steps_connect(board: Board, data: st.DataObject) -> None:
    some = {cell for cell in board.cells if data.draw(st.booleans())}
    parts = [{board.nodes[node] for node in part} for part in board.parts(some)]
    assert [by_row(part)[0] for part in parts] == [*by_row(by_row(part)[0] for part in parts)]
    reached = {cell: {cell} for cell in some}
    for _ in some:  # as many rounds as the longest way has steps, at most
        for cell in some:
            for near in some.intersection(board.near(cell)):
                reached[cell] |= reached[near]
    assert {frozenset(part) for part in parts} == set(map(frozenset, reached.values()))
    bit = dict(zip(board.cells, board.bits, strict=True))
    for part in parts:
        bits = sum(map(bit.__getitem__, part))
        start, within = bit[min(part)], sum(map(bit.__getitem__, some))
        assert board.flood(start, within, board.open) == bits


@given(boards())
def test_each_sweep_passes_all_places_line_by_line(board: Board) -> None:
    firsts = [lines[0] for lines in board.sweeps]
    places = [*cells_of(board.width, board.height)]
    for lines in board.sweeps:
        assert sorted(cell for line in lines for cell in line) == sorted(places)
        for line, following in pairwise(lines):
            assert all(are_neighbors(a, b) for a, b in zip(line, following, strict=True))
        assert all(are_neighbors(a, b) for line in lines for a, b in pairwise(line))
    sides = ("t", "b", "l", "r")
    for side, first in zip(sides, firsts, strict=True):
        assert set(first) == {cell for cell in places if beside(cell, side) not in places}


@given(boards())
def test_the_border_is_a_way_round(board: Board) -> None:
    border = board.border
    outer = {c for c in cells_of(board.width, board.height) if not board_has_all_round(board, c)}
    if 1 in (board.width, board.height):
        assert border == []
    else:
        assert sorted(border) == sorted(outer)
        assert all(are_neighbors(a, b) for a, b in pairwise([*border, border[0]]))


def board_has_all_round(board: Board, cell: Cell) -> bool:
    """Whether a place of a board is not on its border."""
    places = set(cells_of(board.width, board.height))
    return all(beside(cell, side) in places for side in SIDES)


@given(boards())
def test_each_step_leads_from_a_light_cell_to_a_dark_one_or_back(board: Board) -> None:
    assert all(balance(link) == 0 for link in board.links)
    assert all(abs(balance([cell])) == 1 for cell in board.cells)


def test_equal_boards_are_one_and_other_processes_get_what_they_are_made_of() -> None:
    board = board_of(40, 40, frozenset({(1, 1)}))
    assert board is board_of(40, 40, frozenset({(1, 1)}))
    assert board.links
    assert pickle.loads(pickle.dumps(board)) is board
    assert len(pickle.dumps(board)) < 200


@given(boards())
def test_edges_are_the_sides_of_the_squares_and_join_their_corners(board: Board) -> None:
    places = set(cells_of(board.width, board.height))
    assert set(board.edges) == {edge for place in places for edge in edges_of(place)}
    corners = board.corners
    assert set(corners.cells) == {corner for place in places for corner in corners_of(place)}
    assert [set(ends_of(edge)) for edge in board.edges] == [set(link) for link in corners.links]
    for corner in corners.cells:
        own = {edge for edge in edges_at(corner) if places.intersection(edge)}
        assert own == {edge for edge in board.edges if corner in ends_of(edge)}
        assert {edge_joining(corner, near) for near in corners.near(corner)} == own
        assert places.intersection(cells_at(corner)) == {
            p for p in places if corner in corners_of(p)
        }


@given(boards())
def test_from_each_padded_place_the_same_steps_lead_to_those_round_it(board: Board) -> None:
    padded = board.padded
    assert [padded.place[cell] for cell in padded.cells] == list(range(len(padded.cells)))
    assert [padded.cells[p] for p in padded.inner] == [*cells_of(board.width, board.height)]
    for place in padded.inner:
        x, y = cell = padded.cells[place]
        assert [padded.cells[place + step] for step in padded.sides] == [*neighbors(cell)]
        clockwise = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
        assert [padded.cells[place + s] for s in padded.around] == [
            (x + dx, y + dy) for dx, dy in clockwise
        ]
