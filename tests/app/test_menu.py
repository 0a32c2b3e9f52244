"""The menus of the board and of the palette, and what the right button does."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from tkinter import ttk
from typing import Any

import pytest

from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.scale import pixels
from flowdesk.core.grid import Cell
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from tests.app.test_explore import perform
from tests.driver import Driver, descendants
from tests.processes import started
from tests.samples import SMALL, level_of

LEVEL = level_of("R..R B..B ....")


@pytest.fixture
def asked(driver: Driver) -> Iterator[Driver]:
    """A driver whose menu is closed at the end."""
    driver.open(LEVEL)
    yield driver
    close(driver)


def close(driver: Driver) -> None:
    """Close the menu of the board, if it is open."""
    if menu := driver.window.board_menu.menu:
        driver.root.tk.call("tk::MenuUnpost", menu)
    driver.root.update()


def is_open(driver: Driver) -> bool:
    """Whether the menu of the board is on the screen."""
    menu = driver.window.board_menu.menu
    return bool(menu and menu.winfo_ismapped())


def right_click(driver: Driver, cell: Cell, state: int = 0) -> None:
    """Press the right button, perhaps with Shift; release it unless that is the menu's matter."""
    x, y = driver.view.center_of(cell)
    driver.view.event_generate("<Motion>", x=x, y=y)
    driver.view.event_generate("<ButtonPress-3>", x=x, y=y, state=state)
    driver.root.update()
    if not is_open(driver):
        driver.view.event_generate("<ButtonRelease-3>", x=x, y=y, state=state)
        driver.root.update()


def labels(menu: tk.Menu | None) -> list[str]:
    """The entries of a menu, without its lines."""
    assert menu
    last = menu.index("end")
    assert last is not None
    entries = range(last + 1)
    return [menu.entrycget(i, "label") for i in entries if menu.type(i) != "separator"]


def choose(driver: Driver, label: str) -> None:
    """Choose an entry of the board's menu."""
    menu = driver.window.board_menu.menu
    assert menu
    menu.invoke(label)
    close(driver)


def choose_menu(dialog: Dialog) -> None:
    """Let the right button open the menu, in the dialog of settings."""
    box = next(
        box
        for box in descendants(dialog)
        if isinstance(box, ttk.Combobox) and "opens a menu" in box.cget("values")
    )
    box.set("opens a menu")
    dialog.event_generate("<Escape>")


def test_shift_and_the_right_button_open_a_menu_of_the_cell_or_the_other_way_round(
    asked: Driver,
) -> None:
    right_click(asked, (0, 0), state=0x1)
    assert is_open(asked)
    assert asked.level == LEVEL, "nothing is erased"
    found = labels(asked.window.board_menu.menu)
    assert "Erase this endpoint of Red (R)" in found
    assert "Make a hole in place of Red (R)" in found
    assert {"Solve", "Resize ...", "Select all"} <= set(found)
    choose(asked, "Make a hole in place of Red (R)")
    assert asked.level.holes == {(0, 0)}
    assert asked.window.shown.document.undo_label == "make a hole in place of Red (R)"
    asked.key("Control-z")
    right_click(asked, (0, 0))
    assert (0, 0) not in asked.level.endpoints, "without Shift it erases"
    asked.key("Control-z")
    asked.asked("Control-comma", choose_menu)
    assert asked.window.shell.settings.right_button == "menu"
    right_click(asked, (0, 0))
    assert is_open(asked)
    assert asked.level == LEVEL
    close(asked)
    right_click(asked, (0, 0), state=0x1)
    assert (0, 0) not in asked.level.endpoints, "with Shift it erases now"


def test_the_menu_of_a_colour_swaps_it_and_removes_it(asked: Driver) -> None:
    right_click(asked, (0, 0), state=0x1)
    menu = asked.window.board_menu.menu
    assert menu
    swap: Any = menu.nametowidget(menu.entrycget("Swap Red (R) with*", "menu"))
    assert labels(swap) == ["Blue (B)"]
    swap.invoke("Blue (B)")
    close(asked)
    assert asked.level == level_of("B..B R..R ....")
    right_click(asked, (0, 0), state=0x1)
    choose(asked, "Remove Blue (B)")
    assert asked.level == level_of(".... R..R ....")


def test_the_menu_key_asks_about_the_cell_of_the_cursor(asked: Driver) -> None:
    asked.window.shown.edit.cursor.set((3, 1))
    asked.key("Shift-F10")
    assert is_open(asked)
    assert "Erase this endpoint of Blue (B)" in labels(asked.window.board_menu.menu)


def test_the_menu_of_what_is_selected_cuts_and_turns_it(asked: Driver) -> None:
    asked.key("Shift-F3")
    asked.drag((0, 0), (1, 1))
    right_click(asked, (1, 1), state=0x1)
    found = labels(asked.window.board_menu.menu)
    assert found[:3] == ["Cut as map (selection)", "Copy as map (selection)", "Paste a puzzle"]
    choose(asked, "Flip horizontally (selection)")
    assert asked.level == level_of(".R.R .B.B ....")


def test_a_long_press_opens_the_menu_instead_of_what_the_tool_does(
    asked: Driver, xdotool: str
) -> None:
    view, (x, y) = asked.view, asked.view.center_of((1, 2))
    place = str(view.winfo_rootx() + x), str(view.winfo_rooty() + y)

    def act(*words: str) -> None:
        with started([xdotool, *words]) as process:
            asked.wait_until(lambda: process.poll() is not None, "xdotool has done its work")

    act("mousemove", *place, "mousedown", "1")
    asked.wait_until(lambda: is_open(asked), "the menu opens")
    act("mouseup", "1")
    assert is_open(asked), "it stays open"
    assert asked.level == LEVEL
    assert not asked.window.shown.document.undo_label
    act("key", "Escape")
    asked.wait_until(lambda: not is_open(asked), "the menu closes")


def test_in_a_game_the_menu_helps_to_play(asked: Driver) -> None:
    asked.key("F12")
    right_click(asked, (0, 0), state=0x1)
    found = labels(asked.window.board_menu.menu)
    assert {"Undo", "Hint", "Check what is drawn", "Start again"} <= set(found)
    assert not [label for label in found if "hole" in label]


def test_a_clue_and_an_edge_are_set_by_the_menu(asked: Driver) -> None:
    asked.open(Slitherlink(3, 3, {(0, 0): 2}))
    right_click(asked, (0, 0), state=0x1)
    found = labels(asked.window.board_menu.menu)
    assert "Remove the clue" in found
    assert "Set clue 2" not in found
    choose(asked, "Set clue 3")
    puzzle: Any = asked.level
    assert puzzle.clues == {(0, 0): 3}
    x, y = asked.view.center_of((1, 1))
    asked.view.event_generate("<ButtonPress-3>", x=x - asked.view.cell // 2 + 4, y=y, state=0x1)
    asked.root.update()
    choose(asked, "Draw the edge on the left")
    puzzle = asked.level
    assert puzzle.drawn == {((0, 1), (1, 1))}


def test_the_palette_has_a_menu_for_each_colour(asked: Driver) -> None:
    palette = asked.window.palette
    x, y = (1.5, 0.5) if palette._columns > 1 else (0.5, 1.5)  # the second colour
    x, y = round(x * palette._width), round(y * palette._height)
    palette._canvas.event_generate("<ButtonPress-3>", x=x, y=y)
    asked.root.update()
    menu = palette._menu
    assert labels(menu) == [
        "Swap Blue (B) with  ›",
        "Another colour for Blue (B) ...",
        "Remove Blue (B)",
    ]
    menu.invoke("Remove Blue (B)")
    asked.root.tk.call("tk::MenuUnpost", menu)
    assert asked.level == level_of("R..R .... ....")
    assert asked.window.shown.edit.item == "B"


# The guide, and the first steps


def test_all_of_a_menu_is_on_the_screen_in_large_type(driver: Driver) -> None:
    window = driver.window
    bar = window.root.nametowidget(window.root.cget("menu"))
    places = [place for place in range(bar.index("end") + 1) if bar.type(place) == "cascade"]
    menus = [window.root.nametowidget(bar.entrycget(place, "menu")) for place in places]
    sizes = {}
    for percent in (300, 100):
        window.shell.remember(scale=percent)
        driver.root.update()
        for menu in menus:
            driver.root.tk.call(str(menu.cget("postcommand")))
            menu.yposition("end")  # Tk measures it
            sizes[percent, menu] = menu.winfo_reqwidth(), menu.winfo_reqheight()
    high = menus[0].winfo_screenheight() - pixels(menus[0], 15)
    wide = menus[0].winfo_screenwidth()
    assert all(width <= wide and height <= high for width, height in sizes.values())
    heights = [sizes[300, menu][1] / sizes[100, menu][1] for menu in menus]
    assert min(heights) < 2 < max(heights), "those that fit are as large as all else"
    assert {str(menu.cget("font")) for menu in menus} == {"TkMenuFont"}, "as before"


def test_the_guide_is_read_in_the_window_page_by_page(driver: Driver) -> None:
    window = driver.window
    perform(driver, "Guide")
    guide = window.guide
    assert guide.top
    assert "A guide for level designers" in guide.text.get("1.0", "2.0")
    assert "image" in {kind for kind, *_ in guide.text.dump("1.0", "end")}
    guide.go_to("play.md")
    assert "Playing" in guide.text.get("1.0", "2.0")
    guide.back()
    assert guide.name == "guide.md"
    guide._click("scan.md")()
    assert guide.name == "scan.md", "links lead to other pages"
    guide.go_to("guide.md")
    theming = window.theming
    for theme in ("dark", "print"):
        theming.choose(theme)
        driver.root.update()
        for photo in guide._photos:
            middle = str(photo), "get", photo.width() // 2, 2  # of the row with the menus
            assert (max(map(int, guide.text.tk.call(*middle))) > 128) == theming.theme.is_light
    assert guide._photos
    guide.top.event_generate("<Escape>")
    assert guide.top.state() == "withdrawn"


def test_the_first_steps_are_shown_again(driver: Driver) -> None:
    window = driver.window
    window.shell.remember(first_hints=False, learned=("flow place",))
    window.shown.document.new(SMALL)
    tabs = len(list(window.tabs))
    perform(driver, "First steps")
    assert len(list(window.tabs)) == tabs + 1, "they are on an empty board"
    assert window.first_hints.steps
