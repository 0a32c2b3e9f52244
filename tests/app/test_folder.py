"""``flowdesk FOLDER`` opens the browser of a pack alone, and the editor with its first level."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path

import pytest

from flowdesk.app.main import begin
from tests.app.test_packs import browser_of
from tests.driver import Driver

MAP = "R...R\n.....\n.....\n.....\nB...B\n"


@pytest.fixture
def browsing(driver: Driver, tmp_path: Path) -> tk.Toplevel:
    """The browser, opened on a folder with two levels; there was no window before."""
    folder = tmp_path / "pack"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(MAP)
    driver.window.root.withdraw()
    assert begin(driver.window, str(folder))
    browser = browser_of(driver)
    driver.wait_until(lambda: not browser.is_busy and browser.view.listing.order, "it is read")
    return browser.top


def test_only_the_browser_is_shown_until_a_level_is_opened(
    driver: Driver, browsing: tk.Toplevel
) -> None:
    assert browsing.winfo_viewable()
    middle = browsing.winfo_rootx() + browsing.winfo_width() // 2
    assert abs(middle - browsing.winfo_screenwidth() // 2) <= 1
    assert not driver.window.root.winfo_viewable()
    browsing.focus_force()
    driver.key("Return")
    assert driver.window.root.winfo_viewable()
    assert driver.window.shown.document.name == "a.txt"
    browsing.focus_force()
    driver.key("Escape")
    assert not browsing.winfo_viewable()
    assert not driver.window.shell.ended


@pytest.mark.parametrize("key", ["Escape", "Control-q"])
def test_closing_the_browser_without_having_opened_anything_ends_the_program(
    driver: Driver, browsing: tk.Toplevel, key: str
) -> None:
    browsing.focus_force()
    driver.key(key)
    assert driver.window.shell.ended
    assert not driver.window.root.winfo_exists()


def test_a_file_is_opened_in_the_editor(driver: Driver, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(MAP)
    driver.window.root.withdraw()
    assert begin(driver.window, str(tmp_path / "a.txt"))
    driver.root.update()
    assert driver.window.root.winfo_viewable()
    assert driver.window.packs.browser is None
