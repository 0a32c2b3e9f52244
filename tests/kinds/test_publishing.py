"""Puzzles as plain data: the page's board is the puzzle's board, whatever its shape."""

from __future__ import annotations

import json
from itertools import pairwise
from math import dist
from typing import Any

import pytest

from flowdesk.core.grid import edges_of, ends_of
from flowdesk.core.shape import SQUARES
from flowdesk.core.storage import shipped
from flowdesk.formats.registry import load
from flowdesk.kinds.answers import Trace
from flowdesk.kinds.known import Known
from flowdesk.kinds.play import lattice, runs
from flowdesk.kinds.table import KINDS, kind_of, solve
from tests.kind_samples import SAMPLES
from tests.web.pages import PACKS, places, puzzle, unrolled

FLOWS = [name for name in PACKS if name != "slitherlink"]


def published(name: str) -> tuple[Any, Any, Any]:
    """A puzzle, how it is published, and its board as plain data."""
    found = puzzle(name)
    publishing = kind_of(found).publishing
    assert publishing
    return found, publishing, json.loads(json.dumps(publishing.board(found)))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_published(kind: str) -> None:
    level = SAMPLES[kind].unique
    publishing = KINDS[kind].publishing
    assert publishing
    json.dumps([publishing.board(level), publishing.puzzle(level)])


def test_runs_are_what_they_stand_for() -> None:
    rows = [(0, 5), (1, 6), (2, 7), (9, 9), (9, 10), (11, 11)]
    assert runs(rows) == [[0, 5, 3], [9, 9, 1], [9, 10, 1], [11, 11, 1]]
    assert [tuple(row) for row in unrolled(runs(rows))] == rows
    assert runs([]) == []


@pytest.mark.parametrize("name", FLOWS)
def test_links_of_the_page_are_those_of_the_board(name: str) -> None:
    level, publishing, board = published(name)
    items = publishing.items(level)
    assert len(items) == len(level.board.nodes)
    walls = publishing.puzzle(level).get("walls", ())
    ends = [sorted((items[a], items[b])) for a, b in unrolled(board["links"])]
    assert ends == [sorted(edge) for edge in publishing.links(level)]
    open_ones = [edge for n, edge in enumerate(publishing.links(level)) if n not in walls]
    assert set(open_ones) == set(level.board.links)


@pytest.mark.parametrize("name", FLOWS)
def test_cells_are_where_the_geometry_has_them(name: str) -> None:
    level, publishing, board = published(name)
    centers = places(board["cells"])
    geometry, (left, top) = level.board.geometry, board["cells"]["first"]
    first = geometry.center((0, 0))
    for cell, (x, y) in zip(publishing.cells(level), centers, strict=True):
        expected = geometry.center(cell)
        assert dist((x - left + first[0], y - top + first[1]), expected) < 0.01


@pytest.mark.parametrize("name", FLOWS)
def test_the_solution_leads_along_links_over_every_node(name: str) -> None:
    level, publishing, board = published(name)
    paths = publishing.solution(level, solve(level).solution)
    links = {frozenset(link) for link in unrolled(board["links"])}
    assert all(frozenset(step) in links for path in paths for step in pairwise(path))
    assert sorted(node for path in paths for node in path) == list(range(len(level.board.nodes)))
    ends = publishing.puzzle(level)["ends"]
    assert [{path[0], path[-1]} for path in paths] == [{a, b} for a, b, _ in ends]


def test_walls_are_links_of_the_same_board() -> None:
    walled = next(
        level
        for path in sorted(shipped("puzzles").glob("*.txt"))
        for level in load(path)
        if level.walls
    )
    publishing = kind_of(walled).publishing
    assert publishing
    links = publishing.links(walled)
    assert {links[n] for n in publishing.puzzle(walled)["walls"]} == walled.walls


def test_a_slitherlink_has_the_edges_round_each_cell() -> None:
    level, publishing, board = published("slitherlink")
    edges = publishing.items(level)
    for cell, face in zip(level.board.cells, unrolled(board["faces"]), strict=True):
        assert [edges[link] for link in face] == list(edges_of(cell))
    corners = [(round(x - 0.25), round(y - 0.25)) for x, y in places(board["nodes"])]
    for edge, (a, b) in zip(edges, unrolled(board["links"]), strict=True):
        assert (corners[a], corners[b]) == ends_of(edge)
    loop = solve(level).solution
    assert {edges[link] for link in publishing.solution(level, loop)} == loop.edges


def test_a_plain_board_takes_few_bytes() -> None:
    level, _, board = published("plain")
    assert len(json.dumps(board)) < 700
    assert lattice(level.board.cells, SQUARES, 0)["runs"] == [[0, y, 5] for y in range(5)]


@pytest.mark.parametrize("name", PACKS)
def test_a_step_of_reasoning_names_its_cells_and_links(name: str) -> None:
    level, publishing, _ = published(name)
    reasoning = kind_of(level).reasoning
    assert reasoning
    step = reasoning.hint(Known(level), Trace()).deductions[0]
    message, cells, on, off = publishing.step(level, step)
    assert message == step.message
    assert {publishing.cells(level)[cell] for cell in cells} == set(step.cells)
    links = publishing.links(level)
    assert {links[link] for link in on} == step.on
    assert {links[link] for link in off} == step.off
