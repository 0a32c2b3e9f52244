"""The Select tool in the real window, for both kinds: with the pointer, the keys, the clipboard."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flowdesk.core.grid import Area, Cell, Edge
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from tests.driver import Driver
from tests.loops import puzzle_of
from tests.processes import started
from tests.samples import level_of

ROWS = "RR... ..... ..... ..... ....B"


def shown(driver: Driver, puzzle: Any) -> Any:
    """The selection in a window that shows a puzzle, with the Select tool."""
    driver.open(puzzle)
    driver.key("Shift-F3")
    return driver.window.shown.edit.selection


def control_drag(driver: Driver, start: Cell, end: Cell) -> None:
    """Drag with Control held."""
    x, y = driver.view.center_of(start)
    driver.view.event_generate("<ButtonPress-1>", x=x, y=y, state=0x4)
    driver.move(end)
    driver.release(end)


def said(driver: Driver) -> str:
    """The sentence in the status bar."""
    return driver.window.status.message


def outline(driver: Driver) -> list[Any]:
    """What is drawn round the selection."""
    return list(driver.view.find_withtag("frame-selection"))


def test_a_drag_selects_a_click_outside_or_escape_ends_it(driver: Driver) -> None:
    selection = shown(driver, level_of(ROWS))
    driver.drag((3, 2), (1, 1))
    assert (selection.area.corner, selection.area.width, selection.area.height) == ((1, 1), 3, 2)
    assert "3 × 2 cells" in said(driver)
    assert outline(driver)
    driver.click((4, 4))
    assert selection.area is None
    assert not outline(driver)
    driver.drag((1, 1), (2, 2))
    driver.key("Escape")
    assert selection.area is None
    driver.key("Control-a")
    assert selection.area == Area((0, 0), (4, 4))
    driver.key("Escape")
    driver.window.shown.edit.cursor.set((1, 1))
    driver.key("Shift-Right", "Shift-Down", "Shift-Down", "Shift-Up")
    assert selection.area == Area((1, 1), (2, 2)), "without the pointer"
    assert not driver.window.shown.document.undo_label, "selecting is no change"


def test_a_fast_drag_of_the_real_pointer_moves_what_is_selected(
    driver: Driver, xdotool: str
) -> None:
    selection = shown(driver, level_of(ROWS))
    view, (x, y), (end_x, end_y) = (driver.view, *map(driver.view.center_of, ((0, 0), (1, 1))))
    left, top = view.winfo_rootx(), view.winfo_rooty()
    corner, other = (str(left + x), str(top + y)), (str(left + end_x), str(top + end_y))
    drag = ["mousedown", "1", "mousemove", *other, "mouseup", "1"]
    with started([xdotool, "mousemove", *corner, *drag, "mousemove", *corner, *drag]) as process:
        driver.wait_until(lambda: process.poll() is not None, "xdotool has done its work")
    driver.wait_until(lambda: (1, 1) in driver.level.endpoints, "the drags have arrived")
    assert driver.level.endpoints == {(1, 1): "R", (2, 1): "R", (4, 4): "B"}
    assert selection.area == Area((1, 1), (2, 2))


def test_a_selection_is_moved_and_with_control_copied_in_one_step_of_undo(driver: Driver) -> None:
    level = level_of(ROWS)
    shown(driver, level)
    driver.drag((0, 0), (1, 0))
    driver.drag((1, 0), (3, 2))
    moved = {(2, 2): "R", (3, 2): "R", (4, 4): "B"}
    assert driver.level.endpoints == moved
    control_drag(driver, (2, 2), (2, 3))
    assert driver.level.endpoints == {**moved, (2, 3): "Y", (3, 3): "Y"}
    assert "Red (R) is on the board already: the copy is Yellow (Y)." in said(driver)
    driver.key("Control-z")
    assert driver.level.endpoints == moved
    driver.key("Control-z")
    assert driver.level == level
    driver.key("Control-Shift-Z")
    assert driver.level.endpoints == moved


def test_a_pasted_part_follows_the_pointer_and_is_placed_by_a_click(driver: Driver) -> None:
    level = level_of(ROWS)
    selection = shown(driver, level)
    driver.drag((0, 0), (1, 1))
    driver.key("Control-x")
    assert driver.level.endpoints == {(4, 4): "B"}
    assert driver.root.clipboard_get() == "RR\n..\n"
    driver.hover((3, 3))
    driver.key("Control-v")
    assert selection.ghost
    assert driver.level.endpoints == {(4, 4): "B"}, "nothing is placed so far"
    before = driver.photograph()
    driver.hover((1, 2))
    assert before.tobytes() != driver.photograph().tobytes(), "it follows the pointer"
    driver.click((1, 2))
    assert driver.level.endpoints == {(1, 2): "R", (2, 2): "R", (4, 4): "B"}
    assert selection.area == Area((1, 2), (2, 3))
    assert selection.ghost is None
    driver.key("Control-z", "Control-z")
    assert driver.level == level


def test_the_keys_move_turn_and_place_what_floats_and_escape_gives_it_up(driver: Driver) -> None:
    selection = shown(driver, level_of(ROWS))
    driver.drag((0, 0), (1, 0))
    driver.key("Control-x", "Control-v")
    driver.key("Escape")
    assert selection.ghost is None
    assert driver.level.endpoints == {(4, 4): "B"}
    driver.key("Control-v", "Control-Right", "Down", "Right", "Right")
    driver.key("Return")
    ends = sorted(driver.level.endpoints)
    assert ends[0][0] == ends[1][0]
    assert abs(ends[0][1] - ends[1][1]) == 1, "it stands upright now"
    assert driver.window.shown.document.undo_label == "paste"


def test_a_solution_makes_room_for_what_is_moved(driver: Driver) -> None:
    shown(driver, level_of("R..R B..B"))
    driver.drag((0, 0), (1, 0))
    driver.solve()
    driver.press((0, 0))
    assert driver.window.shown.stage.mode, "so far it is only a press"
    driver.move((1, 0))
    assert driver.window.shown.stage.mode is None
    driver.release((0, 0))
    assert driver.level == level_of("R..R B..B")


def test_turns_and_delete_act_on_what_is_selected(driver: Driver) -> None:
    level = level_of(ROWS)
    selection = shown(driver, level)
    driver.drag((0, 0), (2, 0))
    driver.key("Control-Right")
    assert driver.level.endpoints == {(0, 0): "R", (0, 1): "R", (4, 4): "B"}
    assert (selection.area.width, selection.area.height) == (1, 3)
    driver.key("Control-Down")
    assert driver.level.endpoints == {(0, 1): "R", (0, 2): "R", (4, 4): "B"}
    driver.key("Delete")
    assert driver.level.endpoints == {(4, 4): "B"}
    driver.key("Control-z", "Control-z", "Control-z")
    assert driver.level == level
    driver.key("Escape", "Control-Right")
    assert driver.level.endpoints == {(4, 0): "R", (4, 1): "R", (0, 4): "B"}, "the whole level"


def test_a_map_from_elsewhere_floats_if_it_fits(driver: Driver) -> None:
    selection = shown(driver, level_of(ROWS))
    driver.copied("G.G\n...\n")
    driver.key("Control-v")
    assert selection.ghost
    driver.click((2, 2))
    assert driver.level.endpoints == {**level_of(ROWS).endpoints, (1, 2): "G", (3, 2): "G"}


def test_what_was_copied_in_a_tab_is_pasted_in_another_with_its_walls(driver: Driver) -> None:
    wall: Edge = ((1, 0), (2, 0))
    shown(driver, replace(level_of(ROWS), walls=frozenset({wall})))
    driver.drag((0, 0), (1, 1))
    driver.key("Control-c")
    driver.window.files.open_entries([Entry(level_of("B... .... ...B"))], "other")
    driver.root.update()
    driver.hover((1, 2))
    driver.key("Control-v", "Return")
    assert driver.level.endpoints == {(0, 0): "B", (1, 2): "R", (2, 2): "R", (3, 2): "B"}
    assert driver.level.walls == {((2, 2), (3, 2))}, "also those on the border"


def test_a_single_cell_can_be_copied(driver: Driver) -> None:
    shown(driver, level_of(ROWS))
    driver.drag((4, 4), (3, 4))
    driver.key("Escape")
    x, y = driver.view.center_of((4, 4))
    driver.press_at(x - 8, y - 8)
    driver.move_to(x + 8, y + 8)
    driver.release_at(x + 8, y + 8)
    driver.key("Control-c", "Control-v")
    driver.click((0, 4))
    assert driver.level.endpoints[0, 4] == "B"


def test_a_changed_level_another_tool_and_a_game_end_what_floats(driver: Driver) -> None:
    selection = shown(driver, level_of(f"{ROWS[:-2]}BB"))
    driver.drag((0, 0), (1, 0))
    driver.key("Control-x", "Control-v", "Control-z")
    assert selection.ghost is None
    assert driver.level == level_of(f"{ROWS[:-2]}BB")
    driver.key("Control-v", "F2")
    assert selection.ghost is None
    assert selection.area is None
    driver.key("Control-v", "F12")
    assert selection.ghost is None
    assert not outline(driver)


def test_clues_and_drawn_edges_go_along(driver: Driver) -> None:
    edges = frozenset({((-1, 0), (0, 0)), ((0, 0), (1, 0)), ((3, 3), (3, 4))})
    puzzle = Slitherlink(5, 5, puzzle_of("12... ..... ..... ..... ....3").clues, drawn=edges)
    there = {(2, 2): 1, (3, 2): 2, (4, 4): 3}
    shown(driver, puzzle)
    for copies in (False, True):
        driver.drag((0, 0), (1, 0))
        if copies:
            control_drag(driver, (0, 0), (2, 2))
        else:
            driver.drag((0, 0), (2, 2))
        level: Any = driver.level
        assert level.clues == ({**there, (0, 0): 1, (1, 0): 2} if copies else there)
        assert {((1, 2), (2, 2)), ((2, 2), (3, 2))} <= level.drawn
        assert (((-1, 0), (0, 0)) in level.drawn) is copies
        driver.key("Control-z", "Escape")
        assert driver.window.shown.document.level == puzzle
