"""Large packs in a real window: rows fill in, and every command works meanwhile.

Here each step of work is a slice of its own, so that everything happens while rows fill in.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from flowdesk.app import timers
from flowdesk.app.packs.window import PackWindow
from flowdesk.desk.packs.pack import Pack
from tests.app.test_packs import browser_of, click_heading, names, rows, shown
from tests.driver import PATIENCE, Driver, button, entries, texts
from tests.packs import trash

__all__ = ["trash"]  # a fixture

LEVELS = 20


@pytest.fixture
def large(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder of many levels, whose titles and sizes decrease as their numbers increase."""
    folder = tmp_path / "large"
    folder.mkdir()
    levels = getattr(request, "param", LEVELS)
    for number in range(1, levels + 1):
        width = 2 + (levels - number) % 20
        text = f"A{'.' * (width - 2)}A\n\ntitle: Level {levels - number:02}\n"
        (folder / f"{number:02}.txt").write_text(text)
    return folder


@pytest.fixture
def browser(driver: Driver, large: Path, monkeypatch: pytest.MonkeyPatch) -> PackWindow:
    """A browser that has listed all files, but has read only those in sight."""
    monkeypatch.setattr(timers, "SLICE", -1.0)
    assert driver.window.packs.open(large)
    browser = browser_of(driver)
    one_by_one(driver, lambda: len(browser.view.listing.levels) > 5)
    return browser


def one_by_one(driver: Driver, condition: Callable[[], object]) -> None:
    """Handle one event after the other until something is so, and not one more."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        driver.root.tk.dooneevent(0)


def press(browser: PackWindow, *keys: str) -> None:
    """Press keys so that nothing else happens in between."""
    for key in keys:
        widget = browser.top.focus_get() or rows(browser)
        widget.event_generate(f"<{key}>")


def as_on_disk(browser: PackWindow, folder: Path) -> bool:
    """Whether the browser shows the levels on the disk, after it has read them."""
    while browser.is_busy:
        browser.top.update()
    fresh = [(item.name, item.title) for item in Pack(folder).items]
    return [(item.name, item.title) for item in browser.pack.items] == fresh


def test_rows_fill_in_those_in_sight_first(driver: Driver, browser: PackWindow) -> None:
    assert browser.pack.unread > 10
    seen = texts(browser.top)
    assert "files not read yet" in seen
    assert f"Level {LEVELS - 1}" in seen
    assert [item.name for item in browser.view.selection] == ["01.txt"]
    press(browser, "End")
    one_by_one(driver, lambda: "Level 00" in texts(browser.view.table))
    assert browser.pack.unread
    driver.wait_until(lambda: not browser.is_busy, "all is read")
    assert f"{LEVELS} puzzles: " in texts(browser.top)


def test_sorting_meanwhile_ends_in_all_rows_sorted(driver: Driver, browser: PackWindow) -> None:
    click_heading(driver, browser, "Title")
    driver.wait_until(lambda: not browser.is_busy, "all is read and sorted")
    titles = [browser.view.listing.items[id].title for id in browser.view.listing.order]
    assert titles == [f"Level {number:02}" for number in range(LEVELS)]
    click_heading(driver, browser, "Title")
    driver.wait_until(lambda: not browser.is_busy, "all is sorted")
    titles = [browser.view.listing.items[id].title for id in browser.view.listing.order]
    assert titles == [f"Level {number:02}" for number in reversed(range(LEVELS))]


def test_an_order_is_kept_only_when_all_is_read(driver: Driver, browser: PackWindow) -> None:
    keep = button(browser.top, "Keep this order")
    while browser.pack.unread:
        browser.view.sort_by("size")
        one_by_one(driver, lambda: keep.winfo_manager() or not browser.pack.unread)
        assert keep.instate(["disabled"]) or not browser.pack.unread
    driver.wait_until(lambda: not browser.is_busy, "all is sorted")
    assert keep.winfo_manager()
    assert keep.instate(["!disabled"])


def test_checking_begins_when_all_is_read_and_can_be_called_off_before(
    driver: Driver, browser: PackWindow
) -> None:
    press(browser, "F5", "F5")
    assert button(browser.top, "Check all")
    assert "Not checked yet" in texts(browser.top)
    press(browser, "F5")
    assert "Checking starts when all puzzles are read." in texts(browser.top)
    assert button(browser.top, "Stop")
    all_checked = f"{LEVELS} × exactly one solution"
    driver.wait_until(lambda: all_checked in texts(browser.top), "all are checked")


@pytest.mark.parametrize("large", [LEVELS + 15], indirect=True)  # not all are read at the end
def test_levels_are_moved_renamed_copied_and_deleted_meanwhile(
    driver: Driver, browser: PackWindow, large: Path
) -> None:
    before = names(large)
    for key in ("Control-Down", "Control-d", "Control-Down", "Control-Up", "Delete", "Control-Up"):
        press(browser, key)
        one_by_one(driver, lambda: not driver.window.packs.changing.running)
    press(browser, "F2")
    (entry,) = entries(browser.view.table)
    one_by_one(driver, lambda: browser.top.focus_get() is entry)
    press(browser, "N", "e", "w", "Return")
    assert browser.pack.unread
    assert as_on_disk(browser, large)
    while browser.pack.history.undo_label:
        press(browser, "Control-z")
        one_by_one(driver, lambda: not driver.window.packs.changing.running)
    assert as_on_disk(browser, large)
    assert names(large) == before


def test_what_is_being_typed_is_not_ended_by_rows_that_fill_in(
    driver: Driver, browser: PackWindow, large: Path
) -> None:
    press(browser, "Control-a")
    assert button(browser.top, "Delete").instate(["disabled"])
    press(browser, "Delete")
    assert len(names(large)) == LEVELS, "what was not read yet is not deleted by selecting all"
    browser.view.table.select([browser.view.listing.order[0]])
    press(browser, "F2")
    driver.key("N", "e")
    driver.wait_until(lambda: not browser.is_busy, "all is read")
    assert browser.view.table.is_editing
    assert len(browser.view.listing.levels) < LEVELS
    driver.key("w", "Escape")
    assert len(browser.view.listing.levels) == LEVELS
    assert as_on_disk(browser, large)


def test_changes_of_many_levels_leave_turns_to_the_window_and_end_when_it_is_left(
    driver: Driver, browser: PackWindow, large: Path, tmp_path: Path
) -> None:
    driver.wait_until(lambda: not browser.is_busy, "all is read")
    before = names(large)
    press(browser, "Control-a", "Control-d")
    assert "Changing the files ..." in texts(browser.top)
    assert button(browser.top, "Delete").instate(["disabled"]), "meanwhile"
    press(browser, "Delete", "Control-z", "Control-Down")
    driver.wait_until(lambda: not browser.is_busy, "all are copied")
    assert len(names(large)) == 2 * LEVELS
    assert len(browser.view.selection) == LEVELS
    assert button(browser.top, "Delete").instate(["!disabled"])
    driver.key("Control-z")
    assert as_on_disk(browser, large)
    assert names(large) == before
    press(browser, "Control-a", "Delete")
    one_by_one(driver, lambda: len(names(large)) < LEVELS)
    assert driver.window.packs.open(tmp_path)
    assert 0 < len(names(large)) < LEVELS
    assert driver.window.packs.open(large)
    driver.wait_until(lambda: not browser.is_busy, "all is read")
    driver.key("Control-z")
    assert as_on_disk(browser, large)
    assert names(large) == before


def test_another_pack_is_shown_while_one_is_read(
    driver: Driver, browser: PackWindow, large: Path, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "one.txt").write_text("RR\n")
    assert driver.window.packs.open(tmp_path / "other")
    assert shown(browser) == ["one.txt"]
    assert driver.window.packs.open(large)
    assert shown(browser)[0] == "01.txt"
    assert as_on_disk(browser, large)
    driver.window.packs.open(tmp_path)
    assert driver.window.packs.open(large)
    assert browser.is_busy
    driver.window.close()  # in the middle of reading
    driver.live(0.05)


# -- a pack that is gone -----------------------------------------------------------------------


def look_again(driver: Driver, browser: PackWindow) -> None:
    """Go to the main window and come back."""
    driver.view.focus_force()
    driver.root.update()
    browser.view.table.focus_force()
    driver.root.update()
    driver.wait_until(lambda: not browser.is_busy, "everything is looked at")
    browser.top.update()


def test_a_folder_that_is_gone_says_so_and_is_shown_again_when_it_is_back(
    driver: Driver, browser: PackWindow, large: Path
) -> None:
    driver.key("Control-Down")
    assert as_on_disk(browser, large)
    before = shown(browser)
    large.rename(large.parent / "elsewhere")
    look_again(driver, browser)
    seen = texts(browser.top)
    assert f"{large} is gone: it was deleted or renamed" in seen
    assert "0 puzzles" not in seen
    assert shown(browser) == []
    for label in ("Undo", "Delete", "Check all"):
        assert button(browser.top, label).instate(["disabled"])
    driver.key("Control-z", "Delete", "F2", "Control-a", "Control-d", "Return")
    (large.parent / "elsewhere").rename(large)
    look_again(driver, browser)
    assert "The pack is available again." in texts(browser.top)
    assert shown(browser) == before
    assert len(browser.view.selection) == 1
    driver.key("Control-z")
    assert as_on_disk(browser, large)
    large.rename(large.parent / "elsewhere")
    driver.key("Delete")
    assert "is gone: " in texts(browser.view.bar)
    assert len(names(large.parent / "elsewhere")) == LEVELS
