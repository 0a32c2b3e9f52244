"""Drawing a level in the real window, with pointer and keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Set
from functools import partial
from tkinter import ttk
from typing import Any

import pytest
from PIL import Image

from flowdesk.app.actions import ACTIONS, key_text
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.widgets.toplevel import set_size
from flowdesk.core.grid import Cell
from flowdesk.core.shape import Shape
from flowdesk.draw import raster
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.scene import Scene, Tiles
from flowdesk.draw.theme import Look
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from tests.driver import Driver, answering, button, descendants, parts_of, pretend_screen, texts
from tests.processes import started
from tests.samples import SMALL, hard_level, level_of


def draw(driver: Driver, level: Level) -> None:
    """Place the endpoints of a level as a person would: colour by colour in the palette's order."""
    for label, cells in level.pairs.items():
        driver.window.shown.edit.choose_item(label)
        driver.click(*cells)


def test_a_click_places_the_current_colour_and_its_partner_then_the_next(driver: Driver) -> None:
    driver.click((0, 0))
    assert driver.level.endpoints == {(0, 0): "R"}
    assert driver.window.shown.edit.item == "R"
    driver.click((2, 1))
    assert driver.level.endpoints == {(0, 0): "R", (2, 1): "R"}
    assert driver.window.shown.edit.item == "B"
    driver.click((0, 0), button=2)
    assert driver.window.shown.edit.item == "R", "the middle button picks a colour"


def test_a_colour_that_undo_redo_or_a_paste_completes_is_current_no_longer(driver: Driver) -> None:
    edit, document = driver.window.shown.edit, driver.window.shown.document
    driver.click((0, 0), (2, 1))
    driver.key("Control-z")
    edit.choose_item("R")
    driver.key("Control-Shift-Z")
    assert edit.item == "B"
    driver.click((3, 3))
    assert driver.level.endpoints == {(0, 0): "R", (2, 1): "R", (3, 3): "B"}

    driver.click((2, 1), button=3)
    edit.choose_item("R")
    driver.key("Control-z")
    driver.key("Right", "Right", "space")  # by the keys as well
    driver.wait_until(lambda: len(driver.level.endpoints) == 4, "Space places")
    assert [len(cells) for cells in driver.level.pairs.values()] == [2, 2]

    document.new(level_of("R.R ... B.."))
    assert edit.item == "B"
    edit.choose_item("G")
    document.apply("paste", level_of("RGR G.. B.."))
    assert edit.item == "B"


def test_right_click_and_delete_erase_what_the_palette_shows_as_placed(driver: Driver) -> None:
    driver.click((0, 0), (1, 1), (2, 2))
    assert texts(driver.window.palette).split()[:3] == ["●●", "●○", "○○"]
    driver.click((1, 1), button=3)
    assert driver.level.endpoints == {(0, 0): "R", (2, 2): "B"}
    driver.view.event_generate(
        "<Motion>", x=driver.view.center_of((2, 2))[0], y=driver.view.center_of((2, 2))[1]
    )
    driver.key("Delete")
    assert driver.level.endpoints == {(0, 0): "R"}


def test_dragging_moves_an_endpoint_as_one_step_of_undo(driver: Driver) -> None:
    driver.click((0, 0))
    driver.press((0, 0))
    for x in range(1, 5):
        driver.move((x, 0))
    driver.release((4, 0))
    assert driver.level.endpoints == {(4, 0): "R"}
    driver.key("Control-z")
    assert driver.level.endpoints == {(0, 0): "R"}


def test_walls_are_built_and_removed_at_the_nearest_side(driver: Driver) -> None:
    driver.key("Control-F3")
    x, y = driver.view.center_of((1, 1))
    near_right = x + driver.view.cell // 2 - 4
    for walls in (frozenset({((1, 1), (2, 1))}), frozenset()):
        driver.click_at(near_right, y)
        assert driver.level.walls == walls


def test_the_wall_tool_marks_the_edge_it_would_take(driver: Driver) -> None:
    driver.key("Control-F3")
    x, y = driver.view.center_of((1, 1))
    half = driver.view.cell // 2

    def marked(x: int, y: int) -> list[float]:
        driver.view.event_generate("<Motion>", x=x, y=y)
        return [float(place) for place in driver.view.bbox("frame-hover") or ()]

    left, top, right, bottom = marked(x + half - 4, y)
    assert left < x + half < right
    assert top >= y - half - 1
    assert bottom <= y + half + 1
    left, top, right, bottom = marked(x, y + half - 4)
    assert top < y + half < bottom
    assert left >= x - half - 1
    assert right <= x + half + 1
    x, y = driver.view.center_of((0, 0))
    assert marked(x - half + 4, y) == [], "no wall can be built on the border"
    driver.key("F2")
    left, top, right, bottom = marked(x, y)
    assert right - left > half
    assert bottom - top > half


def test_the_eraser_empties_cells_and_shows_in_the_pointer(driver: Driver) -> None:
    driver.click((0, 0), (2, 0))
    driver.key("Shift-F2")
    assert str(driver.view.cget("cursor")) == "X_cursor"
    driver.drag((0, 0), (2, 0))
    assert driver.level.endpoints == {}
    driver.key("Control-z")
    assert len(driver.level.endpoints) == 2
    driver.key("F2")
    assert str(driver.view.cget("cursor")) == ""


def test_the_keyboard_alone_is_enough(driver: Driver) -> None:
    edit = driver.window.shown.edit
    driver.view.event_generate("<Leave>")
    driver.key("Right", "Right", "Right", "R")
    assert driver.level.endpoints == {(2, 0): "R"}
    driver.key("Down", "space")
    driver.wait_until(lambda: len(driver.level.endpoints) == 2, "Space places")
    assert driver.level.endpoints == {(2, 0): "R", (2, 1): "R"}
    driver.key("Delete")
    assert driver.level.endpoints == {(2, 0): "R"}
    driver.key("Right", "numbersign")
    assert driver.level.holes == {(3, 1)}
    driver.key("Down", "Shift-Left")
    assert driver.level.walls == {((2, 2), (3, 2))}
    driver.key("5")
    assert edit.item == "O"
    driver.key("Right", "r", "Down", "m")
    assert driver.level.endpoints == {(2, 0): "R", (4, 2): "R", (4, 3): "m"}, "as in the palette"


def test_the_cursor_appears_in_the_first_cell_that_is_no_hole(driver: Driver) -> None:
    driver.view.event_generate("<Leave>")
    driver.window.shown.document.new(Level(4, 3, holes=frozenset({(0, 0), (1, 0)})))
    driver.key("Right", "R")
    assert driver.level.endpoints == {(2, 0): "R"}


def test_the_wheel_over_the_palette_changes_the_current_colour(driver: Driver) -> None:
    (palette,) = (p for p in driver.window.palette.winfo_children() if isinstance(p, tk.Canvas))
    driver.view.event_generate("<Button-5>")
    assert driver.window.shown.edit.item == "R"
    palette.event_generate("<Button-5>")
    assert driver.window.shown.edit.item == "B"
    palette.event_generate("<Button-4>")
    assert driver.window.shown.edit.item == "R"


def test_zoom_keeps_the_point_under_the_pointer(driver: Driver) -> None:
    view = driver.view
    x, y = view.center_of((1, 3))
    for wheel in ["<Button-4>"] * 4 + ["<Button-5>"] * 2:
        view.event_generate(wheel, x=x, y=y, state=0x4)
        driver.root.update()
        assert view.cell_at(x, y) == (1, 3)
    driver.key("Control-0")
    assert view.cell == 48
    driver.key("Control-1")
    assert view.fit
    assert view.cell > 48


def test_a_drag_with_the_middle_button_or_space_pans(driver: Driver) -> None:
    driver.key("Control-0")
    x, y = driver.view.center_of((2, 2))
    driver.drag((2, 2), (3, 2), button=2)
    assert driver.view.center_of((2, 2)) == (x + 48, y)
    driver.view.event_generate("<KeyPress-space>")
    driver.drag((3, 2), (2, 2))
    driver.view.event_generate("<KeyRelease-space>")
    assert driver.view.center_of((2, 2)) == (x, y)
    driver.live(0.1)
    assert not driver.level.endpoints


def test_the_status_line_says_what_was_done_and_the_panel_what_is_wrong(driver: Driver) -> None:
    driver.click((0, 0), (4, 4), (2, 2))
    status = driver.window.status
    assert status.message == "Placed Blue (B)."
    assert "Blue (B) has one endpoint" in texts(driver.window.side)
    driver.key("Control-z")
    assert status.message == "Undone: place Blue (B)."
    driver.key("Control-Shift-Z")
    assert status.message == "Redone: place Blue (B)."
    driver.window.shown.document.new(Level(5, 5))
    assert status.message == "", "nothing was done to this one"


def test_a_click_on_the_status_line_shows_the_cells_that_it_is_about(driver: Driver) -> None:
    driver.click((0, 0), (4, 4), (2, 2))
    driver.key("F5")
    driver.window.shown.stage.stop_blinking()
    driver.root.update()
    before = driver.view.scene
    labels = [w for w in driver.window.status.winfo_children() if isinstance(w, ttk.Label)]
    line = [label for label in labels if "one endpoint" in str(label.cget("text"))]
    line[0].event_generate("<Button-1>")
    driver.root.update()
    assert driver.view.scene.changes_since(before) == {(2, 2)}
    driver.wait_until(lambda: driver.view.scene == before, "the cells stop blinking")


def test_rotate_flip_clear_are_undone_one_by_one(driver: Driver) -> None:
    driver.click((0, 0), (4, 1))
    start = driver.level
    driver.key("Control-Right")
    assert driver.level.endpoints == {(4, 0): "R", (3, 4): "R"}
    driver.key("Control-Up")
    assert driver.level.endpoints == {(0, 0): "R", (1, 4): "R"}
    driver.key("Control-Shift-Delete")
    assert not driver.level.endpoints
    driver.key("Control-z", "Control-z", "Control-z")
    assert driver.level == start
    driver.key("Control-l")
    assert any(tile.text == "R" for tile in driver.view.scene.tiles[0, 0]), "with labels"


def test_resize_from_any_side(driver: Driver) -> None:
    driver.click((0, 0), (4, 4))
    driver.asked("Control-r", lambda dialog: type_into(driver, ("1", "2", "-1", "0")))
    assert (driver.level.width, driver.level.height) == (5, 7)
    assert driver.level.endpoints == {(1, 2): "R"}
    driver.key("Control-z")
    assert driver.level.endpoints == {(0, 0): "R", (4, 4): "R"}


def type_into(driver: Driver, values: tuple[str, ...]) -> None:
    """Fill the fields of a dialog from the first one on, and press Return."""
    for value in values:
        assert driver.root.focus_get() is not None
        driver.key(*({"-": "minus"}.get(character, character) for character in value), "Tab")
    driver.key("Return")


def test_a_new_board_is_as_large_as_was_asked_for_if_that_can_be(driver: Driver) -> None:
    def answer(dialog: Dialog) -> None:
        type_into(driver, ("101", "9"))
        assert "too large" in texts(dialog)
        button(dialog, "Cancel").invoke()

    driver.asked("Control-n", answer)
    assert driver.level.width == 5
    driver.asked("Control-n", lambda dialog: type_into(driver, ("12", "9")))
    assert (driver.level.width, driver.level.height) == (12, 9)
    assert driver.window.shell.settings.new_width == 12


def test_swapping_two_colours(driver: Driver) -> None:
    driver.click((0, 0), (1, 0), (3, 3), (4, 3))
    driver.window.shown.edit.choose_item("R")
    driver.asked("Control-k", lambda dialog: button(dialog, "Swap").invoke())
    assert driver.level.endpoints == {(0, 0): "B", (1, 0): "B", (3, 3): "R", (4, 3): "R"}
    assert driver.window.shown.document.undo_label == "swap Red (R) and Blue (B)"


def test_the_key_sheet_names_every_key(driver: Driver) -> None:
    seen = answering(driver, "Close")
    driver.key("question")
    names = driver.window.shown.stage.kind.words.names._asdict()
    for action in ACTIONS:
        if action and action.key:
            assert action.label.format_map(names).removesuffix(" ...") in seen[0]
            assert key_text(action.key, mac=False) in seen[0].splitlines()


def test_the_key_sheet_scrolls_on_a_small_screen(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend_screen(monkeypatch, 800, 600)

    def answer(dialog: Dialog) -> None:
        labels = parts_of(dialog, ttk.Label)
        last = next(label for label in labels if label.cget("text") == "Keys and pointer")
        close = button(dialog, "Close")

        def bottom(widget: tk.Misc) -> int:
            return widget.winfo_rooty() + widget.winfo_height()

        assert dialog.winfo_width() < 800
        assert dialog.winfo_height() < 600 - 40, "there is room for a title"
        assert bottom(last) >= close.winfo_rooty()
        driver.key(*["Next"] * 5)
        assert bottom(last) < close.winfo_rooty(), "the last key can be seen after scrolling"
        driver.key("Escape")

    driver.asked("question", answer)


def test_a_window_is_never_larger_than_the_screen(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend_screen(monkeypatch, 1024, 768)
    for size, expected in {
        "2000x3000+5-7": (1024, 692),
        "700x500": (700, 500),
        "10x10": (640, 480),
    }.items():
        set_size(driver.window.root, (100, 100), least=(480, 360), remembered=size)
        driver.root.update()
        shown = driver.window.root.winfo_width(), driver.window.root.winfo_height()
        assert shown == pytest.approx(expected, abs=1)  # a screen's dots per inch are no integer


def test_all_controls_fit_into_a_small_window(driver: Driver) -> None:
    window = driver.window
    width, height = window.root.minsize()
    window.root.geometry(f"{width}x{height}")
    driver.wait_until(lambda: window.root.winfo_width() == width, "the window is small")
    driver.view.focus_force()
    driver.key("F4")
    driver.window.shown.document.new(SMALL)
    driver.solve()
    right = window.root.winfo_rootx() + width
    bottom = window.root.winfo_rooty() + height
    for widget in (button(window.root, "Solve"), button(window.playback, "End"), window.side):
        assert widget.winfo_rootx() + widget.winfo_width() <= right
        assert widget.winfo_rooty() + widget.winfo_height() <= bottom
    assert driver.view.winfo_width() >= 350


def test_the_screen_shows_exactly_the_exported_picture(driver: Driver) -> None:
    draw(driver, SMALL)
    driver.view.event_generate("<Leave>")
    driver.root.update()
    screen = driver.photograph()
    sheet = SpriteSheet(Look(driver.window.theming.theme, driver.view.cell))
    picture = raster.paint(driver.view.scene, sheet)
    center = driver.view.center_of((0, 0))
    top = driver.window.root
    x = driver.view.winfo_rootx() - top.winfo_rootx() + center[0] - sheet.cell // 2
    y = driver.view.winfo_rooty() - top.winfo_rooty() + center[1] - sheet.cell // 2
    shown = screen.crop((x, y, x + picture.width, y + picture.height))
    assert shown.tobytes() == picture.tobytes()


def test_a_large_board_is_shown_in_chunks_that_follow_every_edit(driver: Driver) -> None:
    driver.open(Level(100, 100))
    driver.key("Control-0")
    driver.view.pan(-2000, -1500)
    driver.root.update()
    cell = driver.view.cell_at(300, 300)
    driver.click(cell)
    assert driver.level.endpoints == {cell: "R"}
    driver.view.event_generate("<Leave>")
    driver.root.update()
    x, y = driver.view.center_of(cell)
    top = driver.window.root
    x += driver.view.winfo_rootx() - top.winfo_rootx()
    y += driver.view.winfo_rooty() - top.winfo_rooty()
    assert driver.photograph().getpixel((x, y)) == (255, 0, 0)


def test_a_fast_drag_of_the_real_pointer_leaves_no_gaps(driver: Driver, xdotool: str) -> None:
    driver.window.shown.document.new(Level(20, 20))
    driver.key("F3")
    driver.root.update()
    (x, y), (end_x, end_y) = driver.view.center_of((1, 1)), driver.view.center_of((18, 12))
    left, top = driver.view.winfo_rootx(), driver.view.winfo_rooty()
    steps = [("mousemove", left + x, top + y), ("mousedown", 1)]
    for i in range(1, 6):
        steps.append(("mousemove", left + x + (end_x - x) * i // 5, top + y + (end_y - y) * i // 5))
    steps.append(("mouseup", 1))
    command = [xdotool, *(str(word) for step in steps for word in step)]
    with started(command) as process:
        driver.wait_until(lambda: process.poll() is not None, "xdotool has done its work")
    driver.wait_until(lambda: (18, 12) in driver.level.holes, "the drag has arrived")
    columns = {x for x, _ in driver.level.holes}
    assert columns == set(range(1, 19))


def test_a_key_or_a_second_button_in_the_middle_of_a_drag_gives_the_drag_up(
    driver: Driver,
) -> None:
    driver.click((0, 0), (1, 1))
    driver.key("Control-z")
    driver.press((4, 4))
    driver.key("Escape")
    driver.release((4, 4))
    driver.key("Control-Shift-Z")
    assert driver.level.endpoints == {(0, 0): "R", (1, 1): "R"}, "redo is left alone"
    driver.key("Control-z")
    for other in ("Control-z", "Delete", "x", 2, 3):
        driver.press((0, 0))
        driver.move((2, 2))
        if isinstance(other, str):
            driver.key(other)
        else:
            driver.drag((3, 3), (4, 4), button=other)
        driver.move((3, 3))
        driver.release((3, 3))
        assert driver.level.endpoints == {(0, 0): "R"}, other
    driver.key("Control-z")
    assert not driver.level.endpoints, "one step of undo, as before"


def test_everything_round_the_board_has_the_colours_of_the_theme(driver: Driver) -> None:
    def is_ground(x: int, y: int) -> bool:
        ground = Image.new("RGB", (1, 1), driver.window.theming.colors.background)
        return driver.photograph().getpixel((x, y)) == ground.getpixel((0, 0))

    width, height = driver.photograph().size
    for _ in ("dark", "light"):
        for place in ((2, 2), (width - 2, height - 2), (2, height - 2), (width - 3, height // 2)):
            driver.wait_until(partial(is_ground, *place), f"the ground is at {place}")
        driver.key("Control-t")
    faint = [w for w in descendants(driver.window.side) if w.winfo_class() == "TLabel"]
    assert any(str(w.cget("style")) == "Faint.TLabel" for w in faint)
    assert all(str(w.cget("foreground")) == "" for w in faint), "labels look as their styles say"


def test_a_click_that_places_an_endpoint_paints_once(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[set[tuple[int, int]]] = []
    change = driver.view.change

    def counted(cells: Set[Cell], tiles_at: Callable[[Cell], Tiles]) -> None:
        painted.append(set(cells))
        change(cells, tiles_at)

    def whole(scene: Scene) -> None:
        raise AssertionError("nothing asks for the whole board")

    for shows_solution in (False, True):
        driver.click((0, 0), (0, 4))
        if shows_solution:
            driver.window.shown.document.new(SMALL)
            driver.solve()
            driver.key("Control-End")
        driver.root.update()
        painted.clear()
        with monkeypatch.context() as counting:
            counting.setattr(driver.view, "change", counted)
            counting.setattr(driver.view, "show", whole)
            driver.press((2, 2))
            assert len(painted) == 1
            assert (2, 2) in painted[0]
            assert len(painted[0]) == (25 if shows_solution else 1)
            driver.release((2, 2))
            assert len(painted) == 1


def test_an_error_while_painting_does_not_freeze_the_board(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(driver.window.shown.stage, "plain_tiles", lambda cell: 1 / 0)
        driver.click((0, 0))
    with pytest.raises(ZeroDivisionError):
        driver.raise_errors()
    driver.forget_errors()
    driver.click((1, 1))
    tiles = driver.view.scene.tiles
    assert all(any(tile.kind == "dot" for tile in tiles[cell]) for cell in ((0, 0), (1, 1)))


def test_erasing_may_begin_outside_the_board(driver: Driver) -> None:
    driver.click((0, 2), (1, 2))
    x, y = driver.view.center_of((0, 2))
    driver.press_at(x - driver.view.cell, y, button=3)
    driver.move((2, 2), button=3)
    driver.release((2, 2), button=3)
    assert driver.level.endpoints == {}


def test_the_map_stays_on_while_paths_are_drawn(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    driver.key("Control-m")
    driver.key("Control-d")
    driver.click((0, 0))
    assert driver.window.shown.map.is_on


def test_the_stop_button_stops_the_search_and_nothing_else(driver: Driver) -> None:
    driver.window.shown.document.new(hard_level())
    driver.key("F5")
    assert driver.window.shown.solving.is_searching
    button(driver.window.menus.toolbar, "Stop").invoke()
    assert not driver.window.shown.solving.is_searching
    assert driver.window.status.message == "The search was stopped."


def create(driver: Driver, name: str, *sizes: str, seen: list[str]) -> Callable[[Dialog], None]:
    """Choose a board in the dialog, and its size; then cancel it if it was refused."""

    def answer(dialog: Dialog) -> None:
        boards = parts_of(dialog.body, ttk.Radiobutton)
        assert [each["text"] for each in boards] == ["Squares", "Warps", "Hexagons"]
        assert all(each["image"] for each in boards)
        seen.append(str(boards[0].getvar(str(boards[0]["variable"]))))
        next(each for each in boards if each["text"] == name).invoke()
        type_into(driver, sizes)
        if dialog.winfo_exists():
            seen.append(texts(dialog))
            button(dialog, "Cancel").invoke()

    return answer


def test_only_an_empty_board_goes_on_with_a_tool_that_draws_on_it(driver: Driver) -> None:
    edit = driver.window.shown.edit
    cases: list[tuple[str, Any, str]] = [
        ("Path", Level(3, 3), "Path"),
        ("Path", level_of("R.R"), "Endpoint"),
        ("Bridge", Level(3, 3, shape=Shape("hex")), "Endpoint"),
        ("Select", Level(3, 3), "Endpoint"),
        ("Path", Slitherlink(3, 3), "Clue"),
    ]
    for name, puzzle, then in cases:
        driver.window.shown.document.new(Level(5, 5))
        edit.choose_tool(next(tool for tool in edit.tools if tool.name == name))
        driver.window.shown.document.new(puzzle)
        assert edit.tool.name == then, (name, puzzle)


def test_new_asks_for_the_board_with_a_picture_of_each(driver: Driver) -> None:
    seen: list[str] = []
    driver.asked("Control-n", create(driver, "Hexagons", "6", "4", seen=seen))
    assert driver.level.shape == Shape("hex")
    names = [tool.name for tool in driver.window.shown.edit.tools]
    assert names == ["Endpoint", "Path", "Hole", "Wall", "Lock", "Erase", "Select"]
    driver.asked("Control-n", create(driver, "Warps", "4", "2", seen=seen))
    assert seen[1] == "Hexagons"
    assert "This board needs 3 rows and columns or more." in seen[2]
    driver.asked("Control-n", create(driver, "Warps", "4", "3", seen=seen))
    assert driver.level.shape == Shape(rows=frozenset(range(3)), columns=frozenset(range(4)))


def test_the_tools_bridge_and_warp_change_the_board(driver: Driver) -> None:
    driver.key("Control-F2")
    driver.drag((1, 2), (3, 2))
    assert driver.level.shape.bridges == {(1, 2), (2, 2), (3, 2)}
    driver.click((2, 2), button=3)
    assert driver.level.shape.bridges == {(1, 2), (3, 2)}
    driver.key("Control-Shift-F2")
    x, y = driver.view.center_of((4, 1))
    edge = x + driver.view.cell // 2 - 4
    driver.press_at(edge, y)
    driver.move_to(edge, y + driver.view.cell)
    driver.release_at(edge, y + driver.view.cell)
    assert driver.level.shape.rows == {1, 2}
    driver.click_at(edge, y, button=3)
    assert driver.level.shape.rows == {2}
    driver.click((2, 2))
    assert driver.level.shape.rows == {2}, "only the border opens"
