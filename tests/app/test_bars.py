"""The bars below the board give way to it, and are not cut by the panels."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from contextlib import contextmanager

from flowdesk.app.scale import pixels
from tests.app.test_lessons import TEN
from tests.app.windows import BOARD
from tests.driver import Driver, button


@contextmanager
def sized(driver: Driver, geometry: str, percent: int) -> Iterator[None]:
    """Let the window have another size and scale."""
    root, shell = driver.window.root, driver.window.shell
    before = root.geometry()
    shell.remember(scale=percent)
    driver.root.update()  # the window takes the new scale's size first
    least = root.minsize()
    root.minsize(1, 1)  # as on a screen of that size
    root.geometry(f"{geometry}+0+0")
    driver.root.update()
    try:
        yield
    finally:
        shell.remember(scale=100)
        driver.root.update()
        root.minsize(*least)
        root.geometry(before)
        driver.root.update()


def is_whole(part: tk.Misc) -> bool:
    """Whether a part has all the room that it asks for."""
    return bool(part.winfo_viewable()) and part.winfo_width() >= part.winfo_reqwidth()


def test_the_board_the_button_and_the_verdict_are_there_where_hardly_anything_fits(
    driver: Driver,
) -> None:
    window, view = driver.window, driver.view
    window.shown.live_check.toggle()
    window.files.open_named(str(BOARD))
    driver.wait_until(lambda: window.verdict.text.startswith("exactly"), "it is checked")
    driver.key("F5")
    driver.wait_until(lambda: window.shown.solving.progress is not None, "it is solved")
    with sized(driver, "640x360", 300):
        assert view.winfo_height() > 200
        left, top, right, bottom = view.board
        assert view.winfo_height() > bottom - top > 0.8 * view.winfo_height()
        assert not view.rulers.shown
        assert button(window.menus.toolbar, "Solve").winfo_viewable()
        assert str(window.verdict.cget("text")).strip() == "one solution"
        assert not window.playback.winfo_ismapped()
        window.shell.say("Solved.")
        driver.root.update()
        assert window.bars.said.winfo_viewable(), "what was said is laid over the toolbar"
        assert right - left < view.winfo_width()
    assert window.playback.winfo_ismapped(), "there is room again"
    assert window.status.winfo_manager() == "pack"


def test_a_board_with_an_animation_is_not_squeezed(driver: Driver) -> None:
    window, view = driver.window, driver.view
    window.files.open_named(str(BOARD))
    with sized(driver, "1366x700", 300):
        driver.key("F5")
        driver.wait_until(lambda: window.shown.solving.progress is not None, "it is solved")
        driver.root.update()
        assert is_whole(window.playback)
        assert view.winfo_height() > 280


def test_a_bar_that_is_wider_than_the_board_lies_below_the_panels(driver: Driver) -> None:
    window = driver.window
    with sized(driver, "640x446", 150):
        window.tab.lessons.open(TEN)
        driver.root.update()
        bar = window.lab.lesson_bar
        assert is_whole(bar.note) or bar.winfo_width() == window.root.winfo_width()
        assert bar.winfo_rooty() >= window.lab.explorer.winfo_rooty()
        panels = window.sides.right
        assert bar.winfo_rooty() >= panels.winfo_rooty() + panels.winfo_height()
    with sized(driver, "1366x700", 100):
        assert window.lab.lesson_bar.winfo_rootx() >= driver.view.winfo_rootx(), "beside them"


def test_nothing_lies_over_the_card_of_a_game(driver: Driver) -> None:
    rulers, places = driver.view.rulers, driver.view.rulers.strips
    rulers.cover(covered=True)
    driver.root.update()
    assert not any(strip.winfo_ismapped() for strip in places)
    rulers.cover(covered=False)
    driver.root.update()
    assert all(strip.winfo_ismapped() for strip in places)


def test_a_lesson_is_read_and_walked_where_hardly_anything_fits(driver: Driver) -> None:
    window = driver.window
    window.tab.lessons.open(TEN)
    bar, right = window.lab.lesson_bar, window.sides.right
    with sized(driver, "640x384", 300):
        assert is_whole(button(bar, "Back"))
        assert is_whole(button(bar, "Next"))
        assert bar.note.winfo_viewable()
        assert bar.winfo_rooty() + bar.winfo_height() <= window.root.winfo_rooty() + 384
    with sized(driver, "1366x690", 300):
        assert is_whole(bar)
        assert is_whole(button(bar, "Close"))
        assert driver.view.winfo_height() > 100
        assert right.is_open
    window.tab.lessons.leave()


def test_a_panel_that_leaves_the_board_no_room_waits_folded_and_scrolls_sideways(
    driver: Driver,
) -> None:
    window, right = driver.window, driver.window.sides.right
    window.files.open_named(str(BOARD))
    with sized(driver, "640x384", 300):
        window.tab.exploring.toggle()
        driver.root.update()
        assert not right.is_open
        assert driver.view.winfo_width() > 400
        right.toggle()
        driver.root.update()
        assert window.lab.explorer.winfo_width() >= pixels(right, window.lab.explorer.LEAST)
        assert right.winfo_width() < window.lab.explorer.winfo_width()
    window.tab.exploring.toggle()
    window.tab.exploring.toggle()
    driver.root.update()
    assert right.is_open, "there is room again"
