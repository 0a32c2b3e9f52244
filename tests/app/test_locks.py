"""Locks in the window: the tool, menus, and marks that only editing shows."""

from __future__ import annotations

from flowdesk.core.puzzle import Puzzle
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.editor import Tool
from flowdesk.kinds.flow.level import Level
from tests.app.test_menu import choose, right_click
from tests.driver import Driver

SHIFT = 0x1

LEVEL = Level(3, 3, {(0, 0): "R", (2, 0): "R"}, drawn={"R": ((0, 0), (1, 0), (2, 0))})


def tool(driver: Driver, name: str) -> Tool[Puzzle]:
    return next(tool for tool in driver.window.shown.edit.tools if tool.name == name)


def marks(tiles: Tiles) -> list[str]:
    """The marks of locks among tiles."""
    return [tile.side for tile in tiles if tile.kind == "pattern"]


def test_a_path_is_locked_told_marked_and_unlocked_by_undo(driver: Driver) -> None:
    window = driver.window
    window.shown.document.new(LEVEL)
    window.shown.edit.choose_tool(tool(driver, "Lock"))
    driver.click((1, 0))
    stage, cells = window.shown.stage, {(0, 0), (1, 0), (2, 0)}
    assert driver.level.locked == cells
    assert window.status.message == "Locked the path of Red (R), 3 cells."
    shown = driver.view.scene.tiles
    assert {cell for cell in shown if marks(shown[cell])} == cells
    assert not any(map(marks, stage.picture(labels=False).tiles.values()))
    driver.key("F12")
    shown = driver.view.scene.tiles
    assert not any(map(marks, shown.values()))
    driver.key("F12")
    assert {
        cell for cell in driver.view.scene.tiles if marks(driver.view.scene.tiles[cell])
    } == cells
    driver.key("Control-z")
    assert driver.level == LEVEL
    assert not any(map(marks, driver.view.scene.tiles.values()))


def test_what_is_selected_is_locked_by_its_menu_in_one_step(driver: Driver) -> None:
    window = driver.window
    window.shown.document.new(LEVEL)
    window.shown.edit.choose_tool(tool(driver, "Select"))
    driver.drag((0, 1), (1, 2))
    right_click(driver, (0, 1), SHIFT)
    choose(driver, "Lock what is selected")
    assert driver.level.locked == {(0, 1), (1, 1), (0, 2), (1, 2)}
    right_click(driver, (1, 2), SHIFT)
    choose(driver, "Unlock everything")
    assert not driver.level.locked
    driver.key("Control-z", "Control-z")
    assert driver.level == LEVEL
