"""Boards with bridges, warps and hexagons in the window: what pointer and keys do there."""

from __future__ import annotations

import tkinter as tk
from itertools import pairwise

from flowdesk.core.shape import Shape
from flowdesk.kinds.flow.level import Level
from tests.driver import Driver, texts

HEX = Level(3, 3, {(0, 0): "R", (2, 2): "R"}, shape=Shape("hex"))
RING = Level(4, 3, {(1, 1): "R", (3, 1): "R"}, shape=Shape(rows=frozenset({1})))
CROSS = Level(
    3,
    3,
    {(0, 1): "R", (2, 1): "R", (1, 0): "B", (1, 2): "B"},
    frozenset({(0, 0), (2, 0), (0, 2), (2, 2)}),
    shape=Shape(bridges=frozenset({(1, 1)})),
)


def test_hexagons_are_played_by_six_keys_and_by_the_pointer(driver: Driver) -> None:
    driver.open(HEX)
    playing, cursor = driver.window.tab.playing, driver.window.shown.edit.cursor
    driver.key("F12", "Up", "Return", "s", "d", "e")
    assert playing.game
    assert playing.game.position.drawn["R"] == ((0, 0), (0, 1), (1, 1), (2, 1))
    assert cursor.cell == (2, 1)
    assert ("W S Q E A D", "move the cursor, or draw, to each of the six sides") in (
        playing.round.player.gestures if playing.round else ()
    )
    driver.key("Escape", "s")
    driver.drag((2, 2), (0, 1))
    path = playing.game.position.drawn["R"]
    assert path[0] == (2, 2)
    assert all(b in HEX.board.near(a) for a, b in pairwise(path))


def test_paths_are_drawn_through_a_warp_and_over_a_bridge(driver: Driver) -> None:
    driver.open(RING)
    driver.key("F12")
    playing, view = driver.window.tab.playing, driver.view
    x, y = view.center_of((0, 1))
    driver.press((1, 1))
    driver.move((0, 1))
    driver.move_to(x - view.cell, y)
    driver.release_at(x - view.cell, y)
    assert playing.game
    assert playing.game.position.drawn["R"] == ((1, 1), (0, 1), (3, 1))
    driver.open(CROSS)
    driver.key("F12")
    driver.drag((0, 1), (2, 1))
    driver.drag((1, 0), (1, 2))
    assert playing.game
    assert playing.game.solved


def test_walls_are_built_on_slanted_sides_and_on_warps(driver: Driver) -> None:
    driver.open(HEX)
    driver.key("Control-F3")
    (x, y), (right, down) = driver.view.center_of((0, 1)), driver.view.center_of((1, 1))
    driver.click_at(x + 4 * (right - x) // 9, y + 4 * (down - y) // 9)
    assert driver.level.walls == {((0, 1), (1, 1))}
    driver.open(RING)
    driver.key("Control-F3")
    x, y = driver.view.center_of((3, 1))
    edge = x + driver.view.cell // 2 - 4
    for walls in (frozenset({((0, 1), (3, 1))}), frozenset()):
        driver.click_at(edge, y)
        assert driver.level.walls == walls


def test_walls_are_built_by_keys_on_all_six_sides_of_a_hexagon(driver: Driver) -> None:
    driver.open(HEX)
    keys = "W S Q E A D with the Wall tool", "build or remove the wall at that side"
    bridge = "+", "build a bridge, or take it away"
    edit = driver.window.shown.edit
    assert keys in edit.gestures
    assert bridge not in edit.gestures
    driver.key("Control-F3", "Up", "Down", "Right", *"wsqead")
    assert driver.level.walls == {edge for edge in HEX.board.links if (1, 1) in edge}
    assert len(driver.level.walls) == 6
    driver.key(*"wsqead")
    assert driver.level.walls == set()
    driver.key("F2", "s")
    assert driver.level.endpoints[1, 1] == "s"
    driver.open(RING)
    assert bridge in edit.gestures
    driver.key("Control-F3", "Up", "s")
    assert driver.level.walls == set()


def test_a_board_of_hexagons_is_turned_by_60_degrees_copied_and_resized(driver: Driver) -> None:
    driver.open(HEX)
    for _ in range(6):
        driver.key("Control-Right")
    assert driver.level == HEX
    assert driver.window.shown.document.undo_label == "rotate"
    driver.key("Control-c")
    assert driver.window.status.message == "Copied as Linked cells.", "which maps cannot hold"
    driver.window.shown.document.new(Level(5, 5))
    driver.key("Control-v")
    assert driver.level.is_same_puzzle(HEX)

    def widen(dialog: tk.Toplevel) -> None:
        driver.key("1", "Tab")
        assert "4 × 4" in texts(dialog)
        driver.key("Return")

    driver.asked("Control-r", widen)
    assert (driver.level.width, driver.level.height) == (4, 4)


def test_what_turned_would_be_too_large_is_said_also_of_a_selection(driver: Driver) -> None:
    wide = Level(500, 1, shape=Shape("hex"))
    driver.open(wide)
    driver.key("Control-Right")
    too_large = driver.window.status.message
    assert "too large" in too_large
    driver.key("Control-a")
    assert driver.window.status.message != too_large
    driver.key("Control-Right")
    assert driver.window.status.message == too_large
    assert driver.level == wide


def test_what_lies_round_a_board_of_hexagons_is_neither_dimmed_nor_marked(driver: Driver) -> None:
    corner = frozenset({(0, 0), (1, 0), (0, 1)})  # of the first, no cell is beside it
    driver.open(Level(4, 3, {(2, 0): "R", (2, 2): "R"}, corner, shape=Shape("hex")))
    assert not driver.view.scene.tiles[0, 0]
    driver.key("F1")
    driver.wait_until(lambda: "Hint 1" in texts(driver.window.side), "the hint is shown")
    tiles = driver.view.scene.tiles
    assert {tile.kind for cell in corner for tile in tiles[cell]} == {"line"}
