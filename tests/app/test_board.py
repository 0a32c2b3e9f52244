"""The board in its window: zoom, scrolling, and the rulers round it."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageGrab, ImageTk

from flowdesk.app import look
from flowdesk.app.packs.pictures import Thumbnails
from flowdesk.app.scale import set_scale
from flowdesk.app.widgets.toplevel import Top
from flowdesk.app.window import Window
from flowdesk.core.grid import Cell, edge_between, edges_of
from flowdesk.core.signal import Owner
from flowdesk.desk.documents.settings import Settings, load_settings
from flowdesk.draw import measures, raster
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.theme import DARK, THEMES, Look, Theme
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from tests.draw.boards import BOARDS
from tests.driver import Driver, calls_of, numbers, texts


def corners(driver: Driver) -> list[bool]:
    """Return whether the first and the last cell are in sight."""
    view, level = driver.view, driver.level
    places = view.center_of((0, 0)), view.center_of((level.width - 1, level.height - 1))
    return [0 < x < view.winfo_width() and 0 < y < view.winfo_height() for x, y in places]


def bars(driver: Driver) -> list[bool]:
    """Return whether there is a scrollbar at the lower and at the right edge."""
    return [bool(bar.winfo_ismapped()) for bar in driver.view.bars.bars]


def turn(driver: Driver, up: int, state: int = 0) -> None:
    for _ in range(abs(up)):
        driver.view.event_generate("<Button-4>" if up > 0 else "<Button-5>", state=state)
    driver.root.update()


# Zoom


@pytest.mark.parametrize("geometry", ["667x500", "1350x850"])
def test_a_new_window_fits_and_paints_its_board_once(root: tk.Tk, geometry: str) -> None:
    top, happened, owner = Top(root), list[str](), Owner()
    window = Window(top, Settings(geometry=f"{geometry}+0+0", live=False), Level(5, 5))
    view = window.front.view
    view.zoomed.connect(partial(happened.append, "fitted"), owner)
    view.painting.connect(partial(happened.append, "painted"), owner)
    root.update()
    window.close()
    assert happened == ["fitted", "painted"]


def test_a_zoom_by_hand_lasts_as_long_as_the_size_of_the_board(driver: Driver) -> None:
    driver.open(Level(7, 7))
    driver.key("Control-plus", "Control-plus", "Control-plus")
    zoomed = driver.view.cell
    driver.open(Level(7, 7, {(1, 1): "R"}))
    assert driver.view.cell == zoomed
    driver.open(Level(30, 20))
    assert driver.view.cell < 48
    assert corners(driver) == [True, True]
    driver.key("Control-plus", "Control-plus", "Control-plus")
    driver.window.shown.document.apply("resize", Level(12, 12))
    driver.root.update()
    assert corners(driver) == [True, True]
    driver.key("Control-z")
    assert corners(driver) == [True, True]


def test_a_board_is_seen_until_it_is_painted_anew(driver: Driver) -> None:
    view = driver.view
    for change in (partial(view.zoom_by, 1), partial(view.set_theme, THEMES["print"])):
        before = pictures(driver)
        change()
        assert pictures(driver) == before != set()
        driver.root.update()
        assert pictures(driver)
        assert not pictures(driver) & before


def pictures(driver: Driver) -> set[int]:
    return {item for item in driver.view.find_all() if str(driver.view.type(item)) == "image"}


def test_a_board_that_keeps_its_size_is_moved_and_only_what_differs_is_painted(
    driver: Driver,
) -> None:
    root, tabs = driver.window.root, driver.window.tabs
    tabs.add()
    driver.click((1, 1))
    left, cell = driver.view.center_of((0, 0))[0], driver.view.cell
    with calls_of(SpriteSheet.lay) as painted:
        root.geometry("1040x700")
        driver.wait_until(lambda: root.winfo_width() == 1040, "it is wider")
        driver.root.update()
    assert driver.view.cell == cell
    assert driver.view.center_of((0, 0))[0] > left
    assert not painted
    with calls_of(SpriteSheet.lay) as painted:
        tabs.go_by(1)
        driver.root.update()
    assert 1 <= len(painted) <= 4, "one cell differs, which may be in several parts of the picture"


# Scrolling


def test_the_wheel_scrolls_a_board_beyond_the_window(driver: Driver) -> None:
    driver.open(Level(20, 20))
    assert bars(driver) == [False, False]
    turn(driver, 3)
    assert driver.view.fit, "there is nothing to scroll"
    driver.key("Control-0")
    assert bars(driver) == [True, True]
    x, y = driver.view.center_of((9, 9))
    turn(driver, -2)
    assert driver.view.center_of((9, 9)) == (x, y - 96)
    turn(driver, 1, state=0x1)
    assert driver.view.center_of((9, 9)) == (x + 48, y - 96)
    turn(driver, -50)
    turn(driver, -50, state=0x1)
    assert corners(driver) == [False, True], "scrolled to the end, and no farther"
    driver.key("Control-1")
    assert bars(driver) == [False, False]
    driver.key("Control-0")
    x, y = driver.view.center_of((9, 9))
    for _ in range(5):  # parts of a turn add up
        driver.view.event_generate("<MouseWheel>", delta=-24)
    driver.root.update()
    assert driver.view.center_of((9, 9)) == (x, y - 48)
    cell = driver.view.cell
    for expected in (cell, cell, round(cell * 1.2)):
        driver.view.event_generate("<MouseWheel>", delta=40, state=0x4)
        assert driver.view.cell == expected


def test_the_scrollbars_show_every_part_of_the_board(driver: Driver) -> None:
    driver.open(Level(20, 20))
    driver.key("Control-0")
    view = driver.view
    across, down = view.bars.bars

    def drag(bar: tk.Misc, start: Cell, end: Cell) -> None:
        bar.event_generate("<Motion>", x=start[0], y=start[1])
        bar.event_generate("<ButtonPress-1>", x=start[0], y=start[1])
        bar.event_generate("<B1-Motion>", x=end[0], y=end[1])
        bar.event_generate("<ButtonRelease-1>", x=end[0], y=end[1])
        driver.root.update()

    middle, long = (across.winfo_height() // 2, across.winfo_width())
    drag(across, (long // 2, middle), (long * 2, middle))
    x, _ = view.center_of((19, 0))
    assert 0 < x < view.winfo_width()
    middle, long = (down.winfo_width() // 2, down.winfo_height())
    drag(down, (middle, long // 2), (middle, -long))
    assert view.center_of((0, 0))[1] > 0
    _, y = view.center_of((0, 0))
    drag(down, (middle, long - 20), (middle, long - 20))  # a click in the trough: a page
    assert view.center_of((0, 0))[1] < y - view.winfo_height() // 2


def test_the_keyboards_cursor_is_never_below_rulers_or_scrollbars(driver: Driver) -> None:
    driver.open(Level(25, 25))
    driver.key("Control-0")
    view = driver.view
    for keys in (["Right"] * 20, ["Down"] * 20, ["Left"] * 20, ["Up"] * 20):
        for key in keys:
            driver.key(key)
            cell = driver.window.shown.edit.cursor.cell
            assert cell
            x, y = view.center_of(cell)
            over = view.winfo_containing(x + view.winfo_rootx(), y + view.winfo_rooty())
            assert over is view, cell


# Rulers


def test_rulers_count_rows_and_columns_from_one(driver: Driver) -> None:
    for level in (Level(7, 5), Slitherlink(7, 5)):
        driver.open(level)
        strips = driver.view.rulers.strips
        assert [numbers(strip) for strip in strips] == [list("1234567"), list("12345")]
        x, y = driver.view.center_of((2, 3))
        driver.view.event_generate("<Motion>", x=x, y=y)
        assert [numbers(strip, "lit") for strip in strips] == [["3"], ["4"]]
        assert "Row 4, column 3" in texts(driver.window.status)
        driver.key("Right", "Right")  # the keyboard's cursor
        assert [numbers(strip, "lit") for strip in strips] == [["4"], ["4"]]
    driver.open(Level(100, 100))
    columns, rows = map(numbers, strips)
    assert columns[:4] in (["1", "5", "10", "15"], ["1", "10", "20", "30"]), "there is no room"
    assert rows[-1] == "100"


def test_numbers_stand_beside_their_cells_wherever_the_board_is_scrolled(driver: Driver) -> None:
    driver.open(Level(60, 60))
    driver.key("Control-0")
    turn(driver, -7)
    turn(driver, -9, state=0x1)
    view = driver.view
    for axis, strip in enumerate(view.rulers.strips):
        assert strip.winfo_x() == 0 or strip.winfo_y() == 0
        seen = 0
        for item in strip.find_withtag("number"):
            number = int(strip.itemcget(item, "text"))  # type: ignore[no-untyped-call]  # typeshed has no types for it
            place = strip.coords(item)[axis] + (strip.winfo_x(), strip.winfo_y())[axis]
            assert place == pytest.approx(view.center_of((number - 1,) * 2)[axis], abs=1)
            seen += 0 < place < (view.winfo_width(), view.winfo_height())[axis]
        assert seen > 8


def test_rulers_are_switched_in_the_menu_and_remembered(driver: Driver) -> None:
    strips = driver.view.rulers.strips
    assert all(strip.winfo_ismapped() for strip in strips)
    driver.key("Control-L")
    assert not any(strip.winfo_ismapped() for strip in strips)
    driver.window.close()
    assert not load_settings().rulers


# Boards of other shapes


@pytest.mark.parametrize("name", BOARDS)
def test_boards_of_any_shape_are_on_the_screen_as_in_pictures_and_the_pointer_means_their_cells(
    driver: Driver, name: str
) -> None:
    level, view = BOARDS[name], driver.view
    geometry = level.board.geometry
    driver.open(level)
    view.configure(cursor="")
    for size in (25, 61):  # one chunk, and several
        view.zoom(size)
        view.pan(1000, 1000)
        driver.window.shown.stage.frame("hover", None)
        driver.root.update()
        sheet = SpriteSheet(Look(driver.window.theming.theme, size), view.scene.geometry)
        expected = raster.paint(view.scene, sheet)
        margin = measures.margin(view.scene, sheet.look)
        left, top = view.board[0] - margin, view.board[1] - margin
        left, top = left + view.winfo_rootx(), top + view.winfo_rooty()
        box = left, top, left + expected.width, top + expected.height
        shown = ImageGrab.grab(bbox=box).convert("RGB")
        assert ImageChops.difference(shown, expected).getbbox() is None
        for cell in level.cells:
            x, y = view.center_of(cell)
            assert view.cell_at(x, y) == cell
            for side, (right, down) in geometry.outward.items():
                spot = view.spot_at(x + 0.8 * right * size, y + 0.8 * down * size)
                assert spot.cell == cell
                assert spot.edge == edge_between(cell, geometry.beside(cell, side))


# Labels


def test_labels_hide_where_they_are_too_small_to_read(driver: Driver) -> None:
    """However large everything else is: in black and white they are all that tells dots apart."""
    driver.open(Level(30, 30, {(3, 3): "M"}))
    driver.key("Control-l")
    for percent, size in ((100, 11), (100, 12), (300, 12), (300, 11)):
        driver.window.shell.remember(scale=percent)
        driver.view.zoom(size)
        driver.view.pan(1000, 1000)
        driver.root.update()
        x, y = driver.view.center_of((3, 3))
        x, y = x + driver.view.winfo_rootx(), y + driver.view.winfo_rooty()
        shown = ImageGrab.grab(bbox=(x - 2, y - 2, x + 2, y + 2)).convert("RGB")
        assert (len(shown.getcolors() or ()) > 1) == (size == 12), size
    sheet = SpriteSheet(Look(driver.window.theming.theme, 11))
    exported = raster.paint(driver.window.shown.stage.picture(labels=True), sheet)
    assert len(exported.crop((37, 37, 41, 41)).getcolors() or ()) > 1


def thumbnail(root: tk.Tk, level: Level, theme: Theme, points: float) -> Image.Image:
    painted: list[bool] = []
    set_scale(root, 100)
    look.apply(root, theme)
    thumbnails = Thumbnails(root, points, lambda: painted.append(True))
    thumbnails.picture(level)
    while not painted:
        root.update()
    photo = thumbnails.picture(level)
    assert photo
    return ImageTk.getimage(photo)


def test_thumbnails_leave_out_labels_that_nobody_could_read(root: tk.Tk) -> None:
    for side, is_read in ((3, True), (20, False)):
        level = Level(side, side, {(1, 1): "R"})
        themes = DARK, replace(DARK, labels=True)
        pictures = {thumbnail(root, level, theme, 64).tobytes() for theme in themes}
        assert (len(pictures) == 2) == is_read, side


def test_all_lines_of_a_thumbnail_are_alike(root: tk.Tk) -> None:
    for side in (5, 6, 7):
        picture = thumbnail(root, Level(side, side), THEMES["print"], 13.5 * side)
        assert len(picture.getcolors() or ()) == 2, side


# How to begin


def hints(driver: Driver) -> list[str]:
    view = driver.view
    items = [i for i in view.find_withtag("first-hints") if "words" in view.gettags(i)]
    return [str(view.itemcget(item, "text")) for item in items]  # type: ignore[no-untyped-call]  # typeshed has no types for it


def begin_as_a_newcomer(driver: Driver, level: Any) -> None:
    driver.window.shell.remember(first_hints=True)
    driver.open(level)


def test_each_first_hint_goes_once_it_was_done(driver: Driver) -> None:
    begin_as_a_newcomer(driver, Level(2, 2))
    assert hints(driver) == [
        "Click a cell to place an endpoint",
        "Click another cell for its partner",
        "Press F5 to see the paths",
    ]
    driver.click((0, 0))
    assert hints(driver) == ["Click another cell for its partner"], "the next one, below the board"
    driver.click((1, 0))
    assert hints(driver) == ["Press F5 to see the paths"]
    driver.solve()
    driver.key("Control-End", "Escape")
    assert driver.window.shown.stage.mode is None
    assert hints(driver) == []
    driver.key("Control-z", "Control-z")
    assert hints(driver) == [], "what was done does not come back"
    driver.open(Slitherlink(5, 5))
    assert len(hints(driver)) == 3, "another kind has its own"
    driver.click((2, 2))
    assert hints(driver) == ["Or draw a loop to get its clues"]
    driver.window.close()
    assert len(load_settings().learned) == 4


def test_what_is_drawn_need_not_be_solved_to_see_it(driver: Driver) -> None:
    document, edges = driver.window.shown.document, frozenset(edges_of((0, 0)))
    cases: list[tuple[Any, Any]] = [
        (Level(2, 1), Level(2, 1, {(0, 0): "R", (1, 0): "R"}, drawn={"R": ((0, 0), (1, 0))})),
        (Slitherlink(1, 1), Slitherlink(1, 1, {(0, 0): 4}, drawn=edges)),
    ]
    for empty, drawn in cases:
        begin_as_a_newcomer(driver, empty)
        document.apply("place", replace(drawn, drawn=empty.drawn))
        driver.root.update()
        assert hints(driver)[-1].startswith(("Press F5 to see", "Or draw"))
        document.apply("draw", drawn)
        driver.root.update()
        assert hints(driver) == []
        driver.open(empty)
        assert hints(driver) == [], "there is nothing to see on an empty board"


def test_escape_hides_all_first_hints_for_good_and_an_opened_level_needs_none(
    driver: Driver,
) -> None:
    begin_as_a_newcomer(driver, Level(5, 5, {(0, 0): "R"}))
    assert hints(driver) == []
    begin_as_a_newcomer(driver, Slitherlink(5, 5))
    driver.key("Escape")
    assert hints(driver) == []
    driver.open(Level(5, 5))
    assert hints(driver) == []
    assert not driver.window.shell.settings.first_hints


def test_first_hints_are_within_the_board_and_later_beside_it(driver: Driver) -> None:
    for size in ("640x480", "1060x760"):
        driver.window.root.geometry(size)
        driver.window.shell.remember(learned=())
        for level in (Level(7, 7), Slitherlink(7, 7), Level(30, 30)):
            begin_as_a_newcomer(driver, level)
            left, top, right, bottom = driver.view.board
            assert driver.view.find_withtag("first-hints")
            for box in map(driver.view.bbox, driver.view.find_withtag("first-hints")):
                assert left <= box[0] + 1
                assert top <= box[1] + 1
                assert box[2] - 1 <= right
                assert box[3] - 1 <= bottom
        begin_as_a_newcomer(driver, Level(7, 7))
        driver.click((0, 0))
        assert hints(driver)
        assert driver.view.bbox("first-hints")[1] >= driver.view.board[3]
        assert driver.view.bbox("first-hints")[0] >= driver.view.board[0], "not below the rulers"
