"""Publishing from the real window."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from flowdesk.app.dialogs.base import Dialog
from tests.app.test_export import choose, field, name_file, switch
from tests.app.test_packs import browse, shown
from tests.driver import Driver, button, texts
from tests.packs import filled

FILES = {"1.txt": "AA\n..\n\nauthor: Ada\n", "2.txt": "R.\n.R\n\nauthor: Ada\n"}


def data(path: Path) -> Any:
    """The data of a page."""
    return json.loads(path.read_text("utf-8").split('id="data">')[1].split("</script>")[0])


@pytest.fixture
def page(driver: Driver, tmp_path: Path) -> Path:
    """Where the page is to be; a level of a folder of two is open."""
    driver.window.files.open_path(filled(tmp_path / "pack", FILES) / "1.txt")
    return tmp_path / "page.html"


def published(driver: Driver, page: Path) -> None:
    driver.wait_until(page.exists, "the page is written")
    driver.wait_until(lambda: not driver.window.background.running, "all is done")


def test_the_folder_of_a_level_is_published_and_what_is_left_out_is_told(
    driver: Driver, page: Path
) -> None:
    told: list[str] = []

    def read(said: Dialog) -> None:
        told.append(texts(said))
        said.destroy()

    def answer(dialog: Dialog) -> None:
        assert field(dialog, "Puzzles").get() == "The folder pack"
        choose(dialog, {"Title": "My pack", "Notes": "For you."})
        name_file(driver, page)
        driver.when_asked(read)
        dialog.event_generate("<Return>")

    driver.asked(driver.window.exporting.publish, answer)
    published(driver, page)
    driver.wait_until(lambda: told, "it is told")
    assert "2.txt: it has no solution. It is left out." in told[0]
    found = data(page)
    assert (found["title"], found["author"], found["notes"]) == ("My pack", "Ada", "For you.")
    assert len(found["levels"]) == 1


def test_a_page_needs_a_title_and_hints_and_all_puzzles_are_switches(
    driver: Driver, page: Path
) -> None:
    def answer(dialog: Dialog) -> None:
        choose(dialog, {"Title": " "})
        button(dialog, "Publish ...").invoke()
        assert "A page needs a title." in texts(dialog)
        assert not page.exists()
        choose(dialog, {"Puzzles": "1 puzzle of this file", "Title": "Mine"})
        switch(dialog, "Players may ask").invoke()
        switch(dialog, "Also puzzles").invoke()
        name_file(driver, page)
        button(dialog, "Publish ...").invoke()

    driver.asked(driver.window.exporting.publish, answer)
    published(driver, page)
    (level,) = data(page)["levels"]
    assert level["solution"]
    driver.wait_until(lambda: "page.html" in driver.window.status.message, "it says where")


def test_the_menu_of_the_row_publishes_too(driver: Driver, page: Path) -> None:
    strip = driver.window.pack_strip
    strip._show_menu(0, 0)
    menu = strip._menu
    labels = [
        menu.entrycget(n, "label")
        for n in range((menu.index("end") or 0) + 1)
        if menu.type(n) != "separator"
    ]
    assert labels[-3:] == ["Browse pack", "Pack ...", "Publish as web page ..."]
    menu.unpost()

    def answer(dialog: Dialog) -> None:
        assert field(dialog, "Puzzles").get() == "The folder pack"
        dialog.event_generate("<Escape>")

    driver.when_asked(answer)
    menu.invoke("end")


def test_the_browser_publishes_what_it_shows(driver: Driver, page: Path) -> None:
    browser = browse(driver, page.with_name("pack"))
    shown(browser)

    def answer(dialog: Dialog) -> None:
        assert field(dialog, "Puzzles")["values"] == (*("The folder pack", "The 2 puzzles shown"),)
        assert (field(dialog, "Title").get(), field(dialog, "Author").get()) == ("pack", "Ada")
        choose(dialog, {"Puzzles": "The 2 puzzles shown"})
        name_file(driver, page)
        driver.when_asked(lambda said: said.destroy())
        button(dialog, "Publish ...").invoke()

    driver.asked("Control-P", answer)
    published(driver, page)
    assert len(data(page)["levels"]) == 1
    driver.wait_until(lambda: "Written to" in texts(browser.top), "the browser says where")
