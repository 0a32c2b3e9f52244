"""The panels beside the board fold and widen, and nothing is cut in a small window."""

from __future__ import annotations

import re
import tkinter as tk
from dataclasses import replace
from tkinter import ttk

import pytest

from flowdesk.app.lab.rule_list import RuleList
from flowdesk.app.sides import Drawer
from flowdesk.app.widgets.linked_text import Thumb
from flowdesk.app.widgets.scrolled import Scrolled
from flowdesk.app.widgets.tooltip import ShortLabel
from flowdesk.desk.documents.settings import PanelState
from flowdesk.lab.exploration import Exploration
from tests.driver import Driver, large_type, texts
from tests.samples import SMALL


def resize(driver: Driver, width: int, height: int = 600) -> None:
    top = driver.window.root
    width = max(width, top.minsize()[0])  # which is 640 pixels at about 96 dpi
    top.geometry(f"{width}x{height}")
    driver.wait_until(lambda: top.winfo_width() == width, "the window has its new size")
    driver.view.focus_force()
    driver.root.update()


def press(widget: tk.Misc, *moves: int, at: int = 0) -> None:
    """Press, drag sideways by some pixels in turn, and release."""
    widget.event_generate("<ButtonPress-1>", x=3, y=9, rootx=at, time=100)
    for move in moves:
        widget.event_generate("<B1-Motion>", x=3 + move, y=9, rootx=at + move)
        widget.update()
    widget.event_generate("<ButtonRelease-1>", x=3, y=9, time=110)
    widget.update()


def drag(driver: Driver, drawer: Drawer, by: int) -> None:
    press(drawer.handle, by // 2, by)
    driver.view.focus_force()
    driver.root.update()


def test_f4_or_clicks_on_its_handle_fold_the_side_panel_and_open_it_again(
    driver: Driver,
) -> None:
    right, board = driver.window.sides.right, driver.view.winfo_width()
    driver.key("F4")
    assert not driver.window.side.winfo_viewable()
    assert right.handle.winfo_viewable()
    assert driver.view.winfo_width() > board + 150
    assert driver.window.palette.winfo_viewable()
    driver.key("F4")
    assert driver.window.side.winfo_viewable()
    driver.key("Shift-F4")
    assert not driver.window.palette.winfo_viewable()
    press(right.handle)
    driver.wait_until(lambda: not right.is_open, "the click was no double click")
    press(right.handle)
    assert right.is_open
    press(right.handle)
    press(right.handle)
    assert not right.is_open, "two fold it at once"


def test_a_long_line_on_what_there_is_wraps_in_the_side_panel(driver: Driver) -> None:
    side = driver.window.side
    one_line = side._size.winfo_height()
    driver.open(replace(SMALL, about={"author": "Somebody with a rather long name of theirs"}))
    driver.root.update()
    assert side._size.winfo_height() > one_line
    assert side._size.winfo_reqwidth() <= side._size.winfo_width()


def test_the_inner_edge_widens_a_panel_within_limits(driver: Driver) -> None:
    right, left = driver.window.sides.right, driver.window.sides.left
    before = driver.window.side.winfo_width()
    drag(driver, right, -60)
    assert driver.window.side.winfo_width() == pytest.approx(before + 60, abs=3)
    drag(driver, right, -900)
    assert driver.window.side.winfo_width() == pytest.approx(500, abs=3)  # half of the window
    drag(driver, right, 900)
    assert driver.window.side.winfo_width() == pytest.approx(220, abs=3)
    palette = driver.window.palette.winfo_width()
    drag(driver, left, 70)
    assert driver.window.palette.winfo_width() == pytest.approx(palette + 70, abs=3)
    drag(driver, right, -100)
    width = driver.window.side.winfo_width()
    driver.key("F7")
    explorer = driver.window.lab.explorer
    driver.wait_until(explorer.winfo_viewable, "the rules are shown")
    assert explorer.winfo_width() == width, "all panels on the right share one width"


def test_panels_fold_in_a_narrow_window_unless_they_were_opened_there(driver: Driver) -> None:
    side, palette = driver.window.side, driver.window.palette
    resize(driver, 850)
    assert not side.winfo_viewable()
    assert not palette.winfo_viewable()
    resize(driver, 854)  # or 2560 at 300 %
    assert side.winfo_viewable()
    assert palette.winfo_viewable()
    driver.key("F4")  # not wanted where there is room, but where there is little
    resize(driver, 850)
    driver.key("F4")
    assert side.winfo_viewable()
    resize(driver, 1000)
    resize(driver, 640, 480)
    assert side.winfo_viewable()
    assert not palette.winfo_viewable()


def test_a_hint_opens_a_folded_panel_for_as_long_as_it_is_shown(driver: Driver) -> None:
    driver.open(SMALL)
    resize(driver, 640, 480)
    side, right = driver.window.side, driver.window.sides.right
    assert not side.winfo_viewable()
    hints = driver.window.shown.hints

    def next_hint() -> None:
        driver.key("F1")
        driver.wait_until(lambda: hints.told and not hints.job.running, "a hint is found")

    next_hint()
    assert side.winfo_viewable()
    assert hints.text in texts(side)
    next_hint()
    driver.key("Escape")
    assert not side.winfo_viewable()
    next_hint()
    driver.key("F4")
    assert not right.is_open, "who folds it while a hint is shown does not want it"
    told = hints.told
    driver.key("F1")
    driver.wait_until(lambda: hints.told != told, "the next hint is found")
    assert driver.window.status.message == hints.told, "it is told below the board"
    driver.key("Escape", "F4")
    assert right.is_open


def test_a_panel_without_room_beside_the_board_says_how_to_see_it(driver: Driver) -> None:
    wall, root = driver.window.wall, driver.window.root
    wall.show()
    driver.wait_until(wall.winfo_viewable, "it has room")
    assert "no room" not in driver.window.status.message
    wall.hide()
    with large_type(driver, root, "640x480", 300):
        wall.show()
        driver.root.update()
        assert not wall.winfo_viewable()
        assert "no room for the panel: F4" in driver.window.status.message
        driver.view.focus_force()
        driver.key("F4")
        driver.wait_until(wall.winfo_viewable, "it is there")
        wall.hide()


def test_how_the_panels_were_is_remembered(driver: Driver) -> None:
    drag(driver, driver.window.sides.right, -60)
    width = round(driver.window.side.winfo_width() * 0.75)
    driver.key("Shift-F4")
    driver.window.close()
    settings = driver.window.shell.settings
    assert settings.side == PanelState(width=width)
    assert settings.palette == PanelState(wide=False)


def test_words_of_the_badge_are_shortened_where_there_is_no_room(driver: Driver) -> None:
    badge = driver.window.verdict
    driver.window.shown.live_check.toggle()
    driver.key("Right", "m")
    driver.wait_until(lambda: badge.text.startswith("drawing: only one"), "the badge says it")
    wanted = badge.cget("text")
    assert wanted == badge.text
    with large_type(driver, driver.window.root, "640x480", 150):
        brief = re.sub(r" \(.\)", "", wanted.removeprefix("drawing: "))
        driver.wait_until(lambda: badge.cget("text") == brief, "it leaves out what its colour says")
        assert badge.text == wanted
        assert badge.winfo_width() >= badge.winfo_reqwidth()
    driver.wait_until(lambda: badge.cget("text") == wanted, "there is room again")


def test_a_narrow_toolbar_keeps_badge_modes_and_buttons(driver: Driver) -> None:
    window = driver.window
    resize(driver, 640, 480)
    right = window.root.winfo_rootx() + window.root.winfo_width()
    for part in (window.verdict, window.modes, *window.menus.toolbar.pack_slaves()):
        assert part.winfo_viewable()
        assert part.winfo_rootx() + part.winfo_width() <= right
        assert part.winfo_width() >= part.winfo_reqwidth()
    driver.window.shell.say("A sentence that is much too long for such a narrow window. " * 3)
    driver.root.update()
    driver.window.bars.said.event_generate("<Button-1>")  # it was read over the toolbar
    driver.root.update()
    label = driver.window.status._label
    assert str(label["text"]).endswith("…"), "the sentence in the status line is cut"
    assert label.winfo_reqwidth() <= label.winfo_width()


def test_a_mark_in_the_margin_shows_that_a_text_or_a_list_scrolls(driver: Driver) -> None:
    margin = 12
    top = tk.Toplevel(driver.root)
    text = tk.Text(top, width=20, height=2, padx=margin)
    rules = RuleList(
        top, print, print, print, takes_name=lambda number: False, font="TkDefaultFont"
    )
    rules.configure(height=50)
    marks = Thumb(text), next(iter(rules.children.values()))
    for part in (text, rules):
        part.pack()
    driver.root.update()
    assert not any(mark.winfo_ismapped() for mark in marks)
    text.insert("1.0", "word " * 40)
    rules.show(Exploration().rows)
    driver.wait_until(lambda: all(mark.winfo_ismapped() for mark in marks), "both are marked")
    assert marks[0].winfo_x() >= text.winfo_width() - margin, "it covers no letter"
    top.destroy()


def test_a_short_label_uses_all_of_its_room(driver: Driver) -> None:
    top = tk.Toplevel(driver.root)
    label = ShortLabel(top, padding=("6p", 0))
    words = "The classic ten rules"
    label.show(words)
    label.pack(fill="x")
    wanted = ttk.Label(top, text=words, padding=("6p", 0)).winfo_reqwidth()
    for width, shown in ((wanted, words), (wanted - 1, "The classic ten rul…")):
        top.geometry(f"{width}x50")
        driver.wait_until(lambda: label.winfo_width() == width, "it has that size")  # noqa: B023
        assert str(label["text"]) == shown
    top.destroy()


def test_contents_scroll_where_they_are_higher_than_the_frame(driver: Driver) -> None:
    top = tk.Toplevel(driver.root)
    top.geometry("200x150+0+0")
    frame = Scrolled(top)
    frame.pack(fill="both", expand=True)
    inside = ttk.Frame(frame.body)
    inside.grid(row=0, column=0, sticky="nsew")
    fields = [ttk.Entry(inside) for _ in range(10)]
    for field in fields:
        field.pack(pady=5)
    driver.wait_until(lambda: frame.scrolls, "the scrollbar is there")
    bottom = frame.winfo_rooty() + frame.winfo_height()
    assert fields[-1].winfo_rooty() > bottom
    fields[-1].focus_force()
    driver.root.update()
    assert fields[-1].winfo_rooty() + fields[-1].winfo_height() <= bottom
    for _ in range(30):
        fields[0].event_generate("<Button-4>")
    driver.root.update()
    assert fields[0].winfo_rooty() >= frame.winfo_rooty()
    top.geometry("200x600")
    driver.wait_until(lambda: not frame.scrolls, "the scrollbar is gone")
    assert inside.winfo_height() == frame.winfo_height()
    top.destroy()


def test_a_panel_that_is_needed_opens_in_a_narrow_window_too(driver: Driver) -> None:
    resize(driver, 640, 480)
    driver.key("F7")
    assert driver.window.lab.explorer.winfo_viewable()
    driver.key("F4")
    assert not driver.window.lab.explorer.winfo_viewable()
    driver.key("F7")
    assert not driver.window.side.winfo_viewable()
    assert driver.window.sides.right.wish == PanelState()
