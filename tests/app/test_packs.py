"""The pack browser in a real window: its rows, its commands, and no loss of levels."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter import ttk

import pytest

from flowdesk.app.packs.window import PackWindow
from flowdesk.desk.packs.pack import Pack
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.files import map_text
from tests.core.test_storage import folder, ordinary_user
from tests.driver import (
    Driver,
    answering,
    button,
    entries,
    large_type,
    parts_of,
    texts,
)
from tests.packs import filled, trash
from tests.samples import SMALL

__all__ = ["folder", "trash"]  # fixtures

LEVELS = {
    "alpha.txt": map_text.write([Entry(SMALL)]),
    "beta.txt": "R..\n...\n..R\n\ntitle: Second\n",
    "gamma.txt": "RG\nGR\n",
}
MANY = "2 1\nAA\n\n# title: Two\n3 1\nA.A\n\n4 1\nA..A\n"


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A folder of three levels: a good one, one with many solutions, one with none."""
    return filled(tmp_path / "box", LEVELS)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A file of three levels."""
    path = tmp_path / "many.txt"
    path.write_text(MANY)
    return path


def browser_of(driver: Driver) -> PackWindow:
    """The browser, which is there."""
    browser = driver.window.packs.browser
    assert browser
    return browser


def browse(driver: Driver, path: Path) -> PackWindow:
    """Open the browser on a pack, and wait until all of it is shown."""
    assert driver.window.packs.open(path)
    browser = browser_of(driver)
    driver.root.update()
    driver.wait_until(lambda: not browser.is_busy, "all rows are there")
    driver.wait_until(lambda: driver.root.focus_get() is rows(browser), "the rows get the keys")
    return browser


def canvases(browser: PackWindow) -> list[tk.Canvas]:
    """Return the canvas of the headings, and that of the rows below it."""
    found = [c for c in browser.view.table.winfo_children() if isinstance(c, tk.Canvas)]
    return sorted(found, key=tk.Canvas.winfo_y)


def rows(browser: PackWindow) -> tk.Canvas:
    return canvases(browser)[1]


def click(driver: Driver, browser: PackWindow, place: int, times: int = 1) -> None:
    """Click into a row of the list as it is shown."""
    x, y = browser.view.table.place_of(shown_ids(browser)[place])
    for number in range(times):
        rows(browser).event_generate("<ButtonPress-1>", x=x, y=y, time=number * 50)
        rows(browser).event_generate("<ButtonRelease-1>", x=x, y=y, time=number * 50 + 20)
    driver.root.update()


def click_heading(driver: Driver, browser: PackWindow, text: str) -> None:
    head = canvases(browser)[0]
    item = next(
        item
        for item in head.find_withtag("words")
        if str(head.itemcget(item, "text")).startswith(text)  # type: ignore[no-untyped-call]  # typeshed has no types for it
    )
    x, y = (round(float(number)) for number in head.coords(item))
    head.event_generate("<ButtonRelease-1>", x=x + 1, y=y)
    driver.root.update()


def shown_ids(browser: PackWindow) -> list[int]:
    """Return the ids of the levels in the order that is shown."""
    items = {item.name: item.id for item in browser.pack.items}
    return [items[name] for name in shown(browser)]


#: How the names of files begin whose level is shown in the main window.
OPENED = "on the board  ·  "


def shown(browser: PackWindow) -> list[str]:
    """Wait until all is read and sorted; return the names in the order that is shown."""
    browser.top.update()
    while browser.is_busy:
        browser.top.update()
    browser.top.update()
    names = {item.name for item in browser.pack.items}
    lines = [line.removeprefix(OPENED) for line in texts(browser.view.table).splitlines()]
    return [name for line in lines if (name := line.partition("  ·  ")[0]) in names]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# -- showing -----------------------------------------------------------------------------------


def test_the_browser_opens_on_the_folder_of_the_open_level(driver: Driver, box: Path) -> None:
    driver.window.files.open_path(box / "beta.txt")
    driver.key("Control-b")
    browser = browser_of(driver)
    assert [item.title for item in browser.view.selection] == ["Second"]
    seen = texts(browser.top)
    for words in ("Second", f"{OPENED}beta.txt", "5 × 5", "3 puzzles", "not checked"):
        assert words in seen
    assert shown(browser) == ["alpha.txt", "beta.txt", "gamma.txt"]


def test_the_browser_opens_on_the_open_file_if_it_holds_many_and_follows_its_level(
    driver: Driver, many: Path
) -> None:
    driver.window.files.open_named(f"{many}#2")
    driver.key("Control-b")
    browser = browser_of(driver)
    assert browser.top.title().startswith("many.txt")
    assert [item.name for item in browser.view.selection] == ["many.txt#2"]
    browse(driver, many)
    driver.key("Control-Up")
    assert "#1" in driver.window.root.title()
    assert driver.level.title == "Two"


def test_without_an_open_file_the_browser_shows_the_shipped_levels(driver: Driver) -> None:
    driver.key("Control-b")
    browser = browser_of(driver)
    assert browser.top.title().startswith("puzzles")
    assert browser.pack.items
    driver.key("Escape")
    assert browser.top.state() == "withdrawn"
    driver.key("Control-b")
    assert browser.top.state() == "normal"


def test_the_pictures_show_the_levels_in_the_theme_of_the_window(driver: Driver, box: Path) -> None:
    browser = browse(driver, box)
    body = rows(browser)
    driver.wait_until(
        lambda: sum(str(body.type(item)) == "image" for item in body.find_all()) == 3,
        "there are three pictures",
    )
    before = body.cget("background")
    driver.view.focus_force()
    driver.key("Control-t")
    assert body.cget("background") != before, "it wears the theme of the window"


def test_a_file_that_cannot_be_read_is_shown_with_the_reason(driver: Driver, box: Path) -> None:
    (box / "aaa.txt").write_text("R..\n..\n")
    browser = browse(driver, box)
    assert shown(browser)[-1] == "aaa.txt"
    assert "line 2" in texts(browser.view.table)
    click(driver, browser, 3)
    assert button(browser.top, "Delete").instate(["disabled"])
    driver.key("Delete", "F2", "Return")
    assert (box / "aaa.txt").exists()


def test_an_empty_folder_says_what_a_pack_is_and_what_is_none_is_explained(
    driver: Driver, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    browser = browse(driver, tmp_path / "empty")
    seen = answering(driver, "OK")
    assert not driver.window.packs.open(tmp_path / "missing.txt")
    assert "no such file" in seen[0]
    assert "There are no puzzles in this folder" in texts(browser.view.table), "it is still shown"


def test_thousands_of_levels_are_shown_a_few_at_a_time(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("2 1\nAA\n" * 3000)
    browser = browse(driver, path)
    assert len(shown(browser)) < 20
    driver.key("End")
    assert shown(browser)[-1] == "many.txt#3000"
    driver.key("Home")
    rows(browser).event_generate("<Button-5>")
    assert shown(browser)[0] == "many.txt#2"


# -- commands ----------------------------------------------------------------------------------


def test_levels_are_moved_by_keys_and_undo_takes_it_back(
    driver: Driver, box: Path, many: Path
) -> None:
    browser = browse(driver, many)
    driver.key("Delete")
    browse(driver, box)
    assert [item.name for item in browser.view.selection] == ["alpha.txt"]
    click(driver, browser, 0)
    driver.key("Control-Down")
    assert "saved in the file pack.json, beside the puzzles." in texts(browser.top)
    driver.key("Control-Down")
    assert shown(browser) == ["beta.txt", "gamma.txt", "alpha.txt"]
    assert [item.name for item in browser.view.selection] == ["alpha.txt"]
    driver.key("Control-z", "Control-z")
    assert names(box) == sorted(LEVELS)
    assert shown(browser) == sorted(LEVELS)
    driver.key("Control-Z")
    assert shown(browser)[1] == "alpha.txt"
    browse(driver, many)
    driver.key("Control-z")
    assert many.read_text() == MANY, "a pack that was left can still be taken back"


def test_levels_are_dragged_and_selected_with_shift_and_control(driver: Driver, many: Path) -> None:
    browser = browse(driver, many)
    body, ids = rows(browser), shown_ids(browser)
    x, y = browser.view.table.place_of(ids[0])
    _, below = browser.view.table.place_of(ids[2])
    body.event_generate("<ButtonPress-1>", x=x, y=y)
    body.event_generate("<B1-Motion>", x=x, y=below + 20)
    body.event_generate("<ButtonRelease-1>", x=x, y=below + 20)
    driver.root.update()
    assert [item.id for item in browser.pack.items] == [ids[1], ids[2], ids[0]]
    assert many.read_text().index("A..A") < many.read_text().index("AA\n")
    driver.key("Control-z")
    click(driver, browser, 0)
    driver.key("Shift-Down")
    assert len(browser.view.selection) == 2
    x, y = browser.view.table.place_of(shown_ids(browser)[2])
    rows(browser).event_generate("<ButtonPress-1>", x=x, y=y, state=4)
    rows(browser).event_generate("<ButtonRelease-1>", x=x, y=y, state=4)
    assert len(browser.view.selection) == 3
    driver.key("Up")
    assert len(browser.view.selection) == 1
    driver.key("Control-a", "Delete")
    assert not browser.pack.items
    assert "All puzzles were deleted" in texts(browser.view.table)
    driver.key("Control-z")
    assert many.read_text() == MANY


def test_a_new_title_is_typed_into_the_row(driver: Driver, box: Path) -> None:
    browser = browse(driver, box)
    click(driver, browser, 1)
    driver.key("F2", "H", "i", "Return")
    assert "Hi" in texts(browser.view.table)
    assert "title: Hi" in (box / "hi.txt").read_text()
    driver.key("F2", "N", "o", "Escape")
    assert "title: Hi" in (box / "hi.txt").read_text()
    assert browser.top.state() == "normal"
    driver.key("F2", "Delete", "Control-z")
    assert "hi.txt" in names(box), "keys that mean the text leave the pack alone"
    (editor,) = entries(browser.view.table)
    editor.delete(0, "end")
    click(driver, browser, 0)
    assert "title" not in (box / "hi.txt").read_text(), "a click elsewhere ends the typing"


def test_copies_are_made_and_deleted_and_the_next_level_is_selected(
    driver: Driver, box: Path
) -> None:
    browser = browse(driver, box)
    click(driver, browser, 1)
    driver.key("Control-d")
    assert shown(browser) == ["alpha.txt", "beta.txt", "beta-2.txt", "gamma.txt"]
    assert [item.title for item in browser.view.selection] == ["Second copy"]
    button(browser.top, "Delete").invoke()
    driver.wait_until(lambda: "Deleted: Second copy." in texts(browser.top), "it is deleted")
    assert shown(browser) == sorted(LEVELS)
    assert [item.name for item in browser.view.selection] == ["gamma.txt"]
    button(browser.top, "Undo").invoke()
    assert [item.title for item in browser.view.selection] == ["Second copy"]


def test_a_heading_sorts_what_is_shown_and_the_order_can_be_kept(driver: Driver, box: Path) -> None:
    browser = browse(driver, box)
    click_heading(driver, browser, "Size")
    assert shown(browser) == ["gamma.txt", "beta.txt", "alpha.txt"]
    click_heading(driver, browser, "Size")
    assert shown(browser) == ["alpha.txt", "beta.txt", "gamma.txt"]
    click_heading(driver, browser, "Title")
    assert shown(browser) == ["alpha.txt", "gamma.txt", "beta.txt"]
    assert button(browser.top, "▲").instate(["disabled"])
    assert names(box) == sorted(LEVELS)
    click_heading(driver, browser, "#")
    assert shown(browser) == sorted(LEVELS)
    click_heading(driver, browser, "Size")
    button(browser.top, "Keep this order").invoke()
    assert shown(browser) == ["gamma.txt", "beta.txt", "alpha.txt"]
    assert shown(browser) == [item.name for item in Pack(box).items]
    assert not button(browser.top, "Keep this order").winfo_ismapped()
    driver.key("Control-z")
    assert names(box) == sorted(LEVELS)
    click_heading(driver, browser, "Size")
    click(driver, browser, 0)
    driver.key("Control-d")
    assert shown(browser) == ["gamma.txt", "gamma-2.txt", "beta.txt", "alpha.txt"]
    click(driver, browser, 2)
    driver.key("Delete")
    assert shown(browser) == ["gamma.txt", "gamma-2.txt", "alpha.txt"]


def test_the_keys_are_listed_and_one_whose_command_is_greyed_says_why(
    driver: Driver, box: Path
) -> None:
    browser = browse(driver, box)
    listed = answering(driver, "Close")
    driver.key("question")
    assert "Ctrl+D" in listed[0]
    assert "Undo the last change" in listed[0]
    browser.view.table.select([])
    browser.top.geometry("1200x600")
    for key, why in {
        "F2": "Select one puzzle for that.",
        "Delete": "Select puzzles for that.",
        "Control-z": "There is nothing to undo.",
    }.items():
        browser.top.update()
        driver.key(key)
        assert why in texts(browser.view.bar)


# -- opening -----------------------------------------------------------------------------------


def test_a_level_takes_the_place_of_one_that_was_only_looked_at(driver: Driver, box: Path) -> None:
    driver.click((0, 0))
    browser = browse(driver, box)
    driver.key("Return")
    assert driver.level.endpoints == SMALL.endpoints
    browser.view.table.focus_force()
    driver.key("Down", "Return")
    assert driver.level.endpoints != SMALL.endpoints
    assert [tab.document.is_saved for tab in driver.window.tabs] == [False, True]
    driver.key("Control-Tab")
    assert driver.level.endpoints == {(0, 0): "R"}


def test_in_a_file_with_many_levels_the_main_window_goes_on_from_the_opened_one(
    driver: Driver, many: Path
) -> None:
    browser = browse(driver, many)
    click(driver, browser, 1, times=2)
    assert (driver.level.title, driver.window.shown.document.count) == ("Two", 3)
    assert driver.root.focus_get() is driver.view
    driver.key("Next")
    assert driver.level.width == 4
    assert "many.txt#3\non the board\n" in texts(browser.view.table)
    driver.click((1, 0))
    browser.view.table.focus_force()
    click(driver, browser, 0, times=2)  # of the same file: nothing is lost, nothing is asked
    assert driver.level.width == 2
    assert not driver.window.shown.document.is_saved


def test_the_tab_of_a_deleted_level_goes_to_the_next_and_what_it_saves_is_seen(
    driver: Driver, box: Path
) -> None:
    driver.window.files.open_path(box / "beta.txt")
    browser = browse(driver, box)
    driver.key("Delete")
    assert [tab.document.path for tab in driver.window.tabs] == [box / "gamma.txt"]
    driver.key("Control-z")
    assert names(box) == sorted(LEVELS)
    driver.window.files.open_path(box / "gamma.txt")
    driver.click((0, 0), button=3)
    driver.key("Control-s")
    driver.window.tab.saving.save_to(box / "delta.txt")
    assert shown(browser) == ["alpha.txt", "beta.txt", "delta.txt", "gamma.txt"]


# -- others, and where nothing can be changed --------------------------------------------------


def test_what_other_programs_did_is_noticed_when_one_comes_back(driver: Driver, box: Path) -> None:
    browser = browse(driver, box)
    (box / "delta.txt").write_text("RR\n")
    driver.view.focus_force()
    driver.root.update()
    browser.view.table.focus_force()
    driver.root.update()
    assert "delta.txt" in shown(browser)
    assert "has changed this pack" in texts(browser.top)
    (box / "delta.txt").unlink()
    driver.window.packs.glance()  # as every few seconds
    driver.wait_until(lambda: len(browser.view.listing.order) == len(LEVELS), "it is gone")


def test_where_nothing_can_be_changed_it_says_so(driver: Driver, folder: Path) -> None:
    filled(folder, LEVELS)
    folder.chmod(0o555)
    browser = browse(driver, folder)  # before: others may not read where the program lies
    with ordinary_user():
        for key in ("Delete", "Control-Down", "Control-d"):
            browser.view.say("")
            driver.key(key)
            assert "cannot be changed: the folder is write-protected." in texts(browser.view.bar)
    assert names(folder) == sorted(LEVELS)
    assert shown(browser) == sorted(LEVELS)


# -- checking ----------------------------------------------------------------------------------


def test_all_levels_are_checked_in_the_background(driver: Driver, box: Path) -> None:
    browser = browse(driver, box)
    click_heading(driver, browser, "Verdict")
    before = shown(browser)
    driver.tap("F5")
    button(browser.top, "Stop").invoke()
    assert button(browser.top, "Check all")
    driver.tap("F5")
    assert button(browser.top, "Stop")
    driver.wait_until(lambda: "Not checked" not in texts(browser.top), "checking has begun")
    driver.wait_until(lambda: "1 × no solution" in texts(browser.top), "all are checked")
    assert shown(browser) == before, "rows stay where they are while results arrive"
    click_heading(driver, browser, "Title")
    seen = texts(browser.view.table).splitlines()
    for words in ("exactly one solution", "several solutions", "no solution"):
        assert words in seen
    assert button(browser.top, "Check all")
    driver.key("F5")
    assert "All puzzles have been checked already." in texts(browser.top)
    click_heading(driver, browser, "Verdict")
    assert shown(browser) == ["alpha.txt", "beta.txt", "gamma.txt"], "the best first"
    click_heading(driver, browser, "Verdict")
    assert shown(browser) == ["gamma.txt", "beta.txt", "alpha.txt"]


def test_checking_ends_with_the_window(driver: Driver, many: Path) -> None:
    browse(driver, many)
    driver.tap("F5")
    driver.window.close()
    assert not driver.window.root.winfo_exists()


def test_where_the_window_is_small_a_row_is_seen_and_columns_scroll(
    driver: Driver, box: Path
) -> None:
    browser = browse(driver, box)
    head, body = canvases(browser)
    labels = parts_of(browser.top, ttk.Label)
    label = next(part for part in labels if part["text"] == "Find")
    with large_type(driver, browser.top, "640x368", 150):
        assert body.winfo_height() >= browser.view.table.least - head.winfo_height() - 24
        assert label.winfo_width() >= label.winfo_reqwidth()
        assert not browser.view.details.winfo_ismapped(), "the note leaves its room to the row"
        browser.view.table.focus_force()
        driver.key("Control-t")
        assert browser.view.details.winfo_ismapped()
        driver.key("Escape")
        assert not browser.view.details.winfo_ismapped()
        driver.key("Right")
        driver.root.update()
        assert head.canvasx(0) == body.canvasx(0) > 0
