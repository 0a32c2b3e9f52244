"""What is said and shown of levels with bridges, warps and hexagons, and how hard they are."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from flowdesk.core.grid import Cell, edge_between
from flowdesk.core.shape import Shape
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.answers import CheckStatus, Deduction, Trace
from flowdesk.kinds.flow.deduction.hints import hint, rate
from flowdesk.kinds.flow.drawing import segments
from flowdesk.kinds.flow.editing import set_hole
from flowdesk.kinds.flow.level import Level, findings, size_text
from flowdesk.kinds.flow.play import drawing
from flowdesk.kinds.flow.solving.solve import check
from flowdesk.kinds.flow.tiles import (
    cell_tiles,
    change_tiles,
    changed_cells,
    edge_tiles,
    hint_tiles,
    map_tiles,
    overview,
)
from flowdesk.kinds.flow.words import FlowWords
from flowdesk.kinds.known import Known
from flowdesk.kinds.play import Look
from flowdesk.kinds.table import board_scene
from tests.brute import random_level
from tests.draw.boards import BRIDGES, CROSSING, HEXAGONS, WARPS
from tests.kinds.flow.test_difficulty import orientations
from tests.samples import solution_of

HEX = Shape("hex")


def hints(level: Level) -> str:
    found, before = hint(Known(level, ()), Trace()), Trace()
    while found.deductions != before.deductions:
        before, found = found, hint(Known(level, ()), found)
    return " ".join(step.message for step in found.deductions)


def test_a_hint_through_a_warp_says_where_it_leads() -> None:
    ring = Level(4, 1, {(1, 0): "R", (2, 0): "R"}, shape=Shape(rows=frozenset({0})))
    walled = Level(4, 1, ring.endpoints, walls=frozenset({((1, 0), (2, 0))}), shape=ring.shape)
    assert "Row 1, column 1 continues at row 1, column 4." in hints(walled)


def test_hints_over_a_bridge_and_on_hexagons_say_which_way() -> None:
    rng = random.Random(21)
    text = " ".join(hints(random_level(rng)) for _ in range(120))
    for words in ("A path goes straight over a bridge.", "to the lower left", "to the upper right"):
        assert words in text


def test_every_level_of_one_solution_is_rated_alike_however_it_is_turned() -> None:
    rng = random.Random(11)
    rated = 0
    for _ in range(25):
        level = random_level(rng)
        rating = rate(level)
        if check(level).status is CheckStatus.UNIQUE:
            assert rating
            rated += 1
        assert {rate(each) for each in orientations(level)[:4]} == {rating}
    assert rated > 10


@pytest.mark.parametrize(
    ("level", "cells"),
    [
        (Level(3, 3, {(0, 0): "R", (2, 2): "R"}, shape=Shape(bridges=frozenset({(1, 0)}))), (1, 0)),
        (Level(3, 3, {(0, 1): "R", (2, 2): "R"}, shape=Shape(bridges=frozenset({(0, 0)}))), (0, 0)),
        (
            Level(
                3,
                3,
                {(0, 0): "R", (2, 2): "R"},
                frozenset({(1, 0)}),
                shape=Shape(bridges=frozenset({(1, 1)})),
            ),
            (1, 1),
        ),
    ],
    ids=["at the border", "in a corner", "beside a hole"],
)
def test_a_bridge_that_cannot_be_crossed_is_a_finding_with_its_cell(
    level: Level, cells: tuple[int, int]
) -> None:
    found = [each for each in findings(level) if each.rule == "bridge"]
    assert found[0].cells == (cells,)
    assert found[0].message.startswith("No path can lead ")


def test_a_bridge_at_a_border_with_a_warp_is_crossed_through_it() -> None:
    shape = Shape(bridges=frozenset({(1, 0)}), columns=frozenset({1}))
    level = Level(3, 3, {(0, 0): "R", (2, 2): "R"}, shape=shape)
    assert not [each for each in findings(level) if each.rule == "bridge"]


def test_warps_that_join_nothing_are_named_with_their_cells() -> None:
    shape = Shape(rows=frozenset({0, 1}), columns=frozenset({0}))
    ends = {(0, 1): "R", (2, 1): "R"}
    holed = Level(3, 2, ends, frozenset({(2, 0)}), shape=shape)
    narrow = Level(1, 3, {(0, 0): "R", (0, 2): "R"}, shape=Shape(rows=frozenset({1})))
    notes = [*FlowWords().remarks(Known(holed, ())), *FlowWords().remarks(Known(narrow, ()))]
    assert [(note.text, note.cells) for note in notes] == [
        ("The warp of row 1 leads nowhere: there is a hole at its end.", ((2, 0),)),
        ("The warp of row 2 leads back to the same cell.", ((0, 1),)),
    ]


def test_sizes_say_what_board_it_is() -> None:
    assert size_text(Level(5, 4, shape=HEX)) == "20 hexagons, 0 colours"
    shape = Shape(bridges=frozenset({(1, 1)}), rows=frozenset({0, 1}))
    assert size_text(Level(5, 4, shape=shape)) == "5 × 4, 0 colours, 1 bridge, 2 warps"


# -- tiles -----------------------------------------------------------------------------------------


def kinds(tiles: Tiles) -> list[str]:
    return [f"{tile.kind} {tile.side}".strip() for tile in tiles]


def test_what_leads_across_a_bridge_is_drawn_over_what_leads_down() -> None:
    bridge = (1, 1)
    edges = [edge_between(bridge, near) for near in ((1, 0), (0, 1), (2, 1), (1, 2))]
    tiles = edge_tiles(BRIDGES, [(edge, "#ff0000", 1.0) for edge in edges])
    assert kinds(tiles[bridge]) == ["pipe lr", "pipe tb", "deck deck", "pattern rails", "pipe lr"]
    ways = map_tiles(BRIDGES, dict.fromkeys(edges, 1.0), [])
    assert kinds(ways[bridge])[-2:] == ["pattern way l", "pattern way r"]


def step(level: Level, *edges: tuple[Cell, Cell]) -> Deduction:
    on = frozenset(edge_between(a, b) for a, b in edges)
    return Deduction("corner", "", (), on)


def test_a_hint_leaves_by_a_warp_and_its_arrow_points_on() -> None:
    tiles = hint_tiles(CROSSING, [step(CROSSING, ((4, 2), (0, 2)), ((4, 1), (4, 2)))])
    assert kinds(tiles[4, 2]) == ["pipe tr"]
    assert "arrow r" in kinds(tiles[0, 2])
    tiles = hint_tiles(HEXAGONS, [step(HEXAGONS, ((1, 2), (0, 2)))])
    assert kinds(tiles[0, 2]) == ["pipe d", "arrow q"]


def test_two_paths_over_a_bridge_keep_their_colours_in_a_hint() -> None:
    solution = solution_of(BRIDGES)
    tiles = hint_tiles(BRIDGES, [step(BRIDGES, *solution.edges)])
    colors = {tile.side: tile.color for tile in tiles[1, 1] if tile.kind == "pipe"}
    assert colors == {"lr": BRIDGES.color("R"), "tb": BRIDGES.color("G")}


def test_changes_show_bridges_warps_and_walls_on_warps() -> None:
    shape = BRIDGES.shape.with_bridge((1, 1), False)
    assert set(change_tiles(BRIDGES, replace(BRIDGES, shape=shape))) == {(1, 1)}
    assert changed_cells(BRIDGES, replace(BRIDGES, shape=shape)) == {(1, 1)}
    shape = WARPS.shape.with_warp("l", (0, 2), False)
    assert set(change_tiles(WARPS, replace(WARPS, shape=shape))) == {(0, 2), (4, 2)}
    assert changed_cells(WARPS, replace(WARPS, shape=shape)) is None
    walled = replace(WARPS, walls=WARPS.walls | {((0, 2), (4, 2))})
    found = change_tiles(WARPS, walled)
    assert (kinds(found[0, 2])[-1], kinds(found[4, 2])[-1]) == (
        "pattern new wall l",
        "pattern new wall r",
    )
    assert {(-1, 2), (0, 2), (4, 2), (5, 2)} <= (changed_cells(WARPS, walled) or set())


def test_a_wall_on_a_warp_changes_the_grid_lines_round_it() -> None:
    every = frozenset({0, 1, 2})
    level = Level(3, 3, shape=Shape(rows=every, columns=every))
    for wall in [((0, y), (2, y)) for y in every] + [((x, 0), (x, 2)) for x in every]:
        walled = replace(level, walls=frozenset({wall}))
        scenes = [board_scene(each, labels=False) for each in (level, walled)]
        assert scenes[1].changes_since(scenes[0]) <= (changed_cells(level, walled) or set())


def test_holes_change_the_cells_whose_lines_they_are_beside() -> None:
    for level in (Level(4, 4), BRIDGES):
        for cell in level.board.squares:
            holed = set_hole(level, cell, True)
            scenes = [board_scene(each, labels=False) for each in (level, holed)]
            changed = changed_cells(level, holed)
            assert changed is not None
            assert scenes[1].changes_since(scenes[0]) <= changed < scenes[0].tiles.keys()
    assert changed_cells(WARPS, set_hole(WARPS, (0, 2), True)) is None


def test_a_warp_on_a_board_two_wide_has_walls_on_both_sides() -> None:
    level = Level(2, 2, walls=frozenset({((0, 0), (1, 0))}), shape=Shape(rows=frozenset({0})))
    found = change_tiles(replace(level, walls=frozenset()), level)
    assert kinds(found[0, 0])[-2:] == ["pattern new wall l", "pattern new wall r"]


def test_terminals_show_bridges_warps_and_rows_of_hexagons() -> None:
    def rows(level: Level, *, plain: bool = False) -> list[str]:
        shown = drawing(level, segments(level, solution_of(level)), Look(plain=plain)).rows
        return ["".join(glyph.char for glyph in row) for row in shown]

    assert rows(BRIDGES)[2] == "│R┏━RG━R┛ R┏━R┛ │"
    assert rows(WARPS)[0] == "┌─↑────────↑────┐"
    assert rows(WARPS)[2:4] == ["│R┃ R┗━R┛ R┗━R┛││", "←R┗━R┓ G●━G┓ G● →"]
    assert rows(HEXAGONS, plain=True)[1:5] == [
        "|      G+\\   G+ |",
        "|   G//   G+/ | |",
        "|G@/   R+    G| |",
        "|   R/| | G@\\ | |",
    ]


def test_the_places_round_a_board_of_hexagons_are_no_holes_in_it() -> None:
    corners, middle = frozenset({(0, 0), (0, 1), (3, 3)}), (1, 2)
    level = Level(4, 4, holes=corners | {middle}, shape=Shape("hex"))
    assert "hole" in kinds(cell_tiles(level, middle))
    assert not any("hole" in kinds(cell_tiles(level, corner)) for corner in corners)
    assert set(overview(level)) == {middle}
    assert size_text(level) == "12 hexagons, 0 colours, 1 hole"
    assert set(overview(replace(level, shape=Shape()))) == {*corners, middle}
