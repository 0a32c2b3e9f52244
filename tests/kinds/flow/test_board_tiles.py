"""What hints, maps and changes look like on bridges, through warps and in hexagons."""

from __future__ import annotations

from dataclasses import replace

from flowdesk.core.grid import Cell, edge_between
from flowdesk.core.shape import Shape
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.answers import Deduction
from flowdesk.kinds.flow.drawing import segments
from flowdesk.kinds.flow.editing import set_hole
from flowdesk.kinds.flow.level import Level, size_text
from flowdesk.kinds.flow.play import drawing
from flowdesk.kinds.flow.tiles import (
    cell_tiles,
    change_tiles,
    changed_cells,
    edge_tiles,
    hint_tiles,
    map_tiles,
    overview,
)
from flowdesk.kinds.play import Look
from flowdesk.kinds.table import board_scene
from tests.draw.boards import BRIDGES, CROSSING, HEXAGONS, WARPS
from tests.samples import solution_of


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
