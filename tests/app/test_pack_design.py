"""What the pack browser has for designers: stars, notes, twins, the curve of difficulty, orders."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter import ttk

import pytest

from flowdesk.app.packs.window import PackWindow
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.core.storage import shipped
from flowdesk.desk.packs.pack import Pack
from tests.app.test_packs import browse, click, rows, shown
from tests.core.test_storage import folder, ordinary_user
from tests.driver import Driver, button, descendants, entries, parts_of, texts
from tests.packs import filled, trash

__all__ = ["folder", "trash"]  # fixtures

LEVELS = {
    "alpha.txt": "RB..\n.Y.B\n.G.Y\nR..G\n\ntitle: Big\n",
    "beta.txt": "R..\n...\n..R\n\ntitle: Second\n",  # several solutions: never rated
    "delta.txt": "YB\n..\nYB\n",
    "gamma.txt": "..GY\nG.R.\nR.B.\nB..Y\n\ntitle: Mirror\n",  # alpha again
    "omega.txt": "RR\n\ntitle: Small\n",
}


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A folder of five levels, two of which are the same, mirrored and in other colours."""
    return filled(tmp_path / "box", LEVELS)


def note_field(browser: PackWindow) -> ttk.Entry:
    (field,) = entries(browser.view.details)
    return field


def remarks(folder: Path) -> dict[str, tuple[int, str]]:
    """Return the stars and notes as a pack reads them anew, by the names of the levels."""
    pack = Pack(folder)
    return {item.name: pack.remarks[item.id] for item in pack.items if item.id in pack.remarks}


def type_text(driver: Driver, text: str) -> None:
    driver.key(*("space" if character == " " else character for character in text))


def choose(browser: PackWindow, menu: tk.Menu, label: str) -> None:
    menu.invoke(label)
    browser.top.update()


def sentence(browser: PackWindow) -> str:
    """Return the sentence about twins, if it is shown."""
    text = parts_of(browser.view.details, LinkedText)[0]
    return text.get("1.0", "end").strip() if text.winfo_ismapped() else ""


def marked(browser: PackWindow) -> list[str]:
    return [item.name for item in browser.view.selection]


# -- stars and notes -----------------------------------------------------------------------------


def test_a_key_sets_a_star_and_takes_it_away(driver: Driver, box: Path) -> None:
    browser = browse(driver, box)
    driver.key("asterisk")
    assert "pack.json, beside the puzzles" in texts(browser.top)
    driver.key("Down", "asterisk")
    assert remarks(box) == {"alpha.txt": (1, ""), "beta.txt": (1, "")}
    driver.key("Shift-Down", "asterisk")  # one of the two has none
    assert len(remarks(box)) == 3
    driver.key("asterisk")
    assert remarks(box) == {"alpha.txt": (1, "")}
    driver.key("Control-z")
    assert len(remarks(box)) == 3
    button(browser.view.details, "★").invoke()
    assert len(remarks(box)) == 1
    assert {path.name for path in box.iterdir()} == {*LEVELS, "pack.json"}
    driver.key("Home")
    driver.window.files.open_path(box / "delta.txt")
    driver.click((0, 0), button=3)
    browse(driver, box)
    driver.key("asterisk")
    assert remarks(box)["delta.txt"] == (1, ""), "also of a level that is being edited"
    assert not driver.window.shown.document.is_saved
    assert browser.top.state() == "normal"


def test_a_note_is_stored_soon_or_when_it_is_left_and_shown_again(
    driver: Driver, box: Path
) -> None:
    browser = browse(driver, box)
    driver.key("Down", "Down", "Control-t")
    type_text(driver, "good")
    driver.wait_until(lambda: remarks(box) == {"delta.txt": (0, "good")}, "it is stored")
    assert driver.root.focus_get() is note_field(browser)
    type_text(driver, "ness")
    assert note_field(browser).get() == "goodness"
    driver.key("Return")
    assert remarks(box) == {"delta.txt": (0, "goodness")}
    while browser.pack.history.undo_label:
        driver.key("Control-z")
    driver.key("Home", "Control-t")
    type_text(driver, "too easy")
    driver.key("Return")
    assert driver.root.focus_get() is rows(browser)
    assert remarks(box) == {"alpha.txt": (0, "too easy")}
    assert "alpha.txt  ·  too easy" in texts(browser.view.table)
    driver.key("Down")
    assert note_field(browser).get() == ""
    driver.key("Up")
    assert note_field(browser).get() == "too easy"
    driver.key("Control-t", "x", "Escape")
    assert note_field(browser).get() == "too easy"
    driver.key("Control-t", "s")
    click(driver, browser, 2)  # another level: what was typed belongs to the first
    assert remarks(box) == {"alpha.txt": (0, "too easys")}
    while browser.pack.history.undo_label:  # two steps, unless typing took long
        driver.key("Control-z")
    assert remarks(box) == {}


# -- finding -------------------------------------------------------------------------------------


def test_words_are_looked_for_in_titles_names_and_notes_or_only_some_are_shown(
    driver: Driver, box: Path
) -> None:
    browser = browse(driver, box)
    driver.key("Control-t")
    type_text(driver, "big one")
    driver.key("Return", "Control-f")
    type_text(driver, "BIG")
    assert shown(browser) == ["alpha.txt"]
    driver.key("Escape")
    assert len(shown(browser)) == 5
    driver.key("Control-f")
    type_text(driver, "ta")
    assert shown(browser) == ["beta.txt", "delta.txt"]
    driver.key("Return", "Down")
    assert marked(browser) == ["delta.txt"]
    assert button(browser.top, "▲").instate(["disabled"])
    driver.key("Escape")
    assert len(shown(browser)) == 5
    assert browser.top.state() == "normal"
    driver.key("End", "asterisk")
    choose(browser, browser.view.filter.menu, "With a star")
    assert shown(browser) == ["omega.txt"]
    driver.key("Control-z", "Control-z")
    choose(browser, browser.view.filter.menu, "With a note")
    assert "No puzzle is shown" in texts(browser.view.table)
    choose(browser, browser.view.filter.menu, "Same as others")
    driver.wait_until(lambda: shown(browser) == ["alpha.txt", "gamma.txt"], "twins are found")
    driver.key("Escape")
    assert len(shown(browser)) == 5


def test_typing_goes_to_the_title_that_begins_so(driver: Driver, box: Path) -> None:
    browser = browse(driver, box)
    driver.key("m")
    assert marked(browser) == ["gamma.txt"]
    driver.key("x")
    assert marked(browser) == ["gamma.txt"]
    for key, time, name in (
        ("s", 10_000, "omega.txt"),  # Small
        ("s", 12_000, "beta.txt"),  # Second: after a pause the next one with this letter
        ("m", 14_000, "gamma.txt"),
        ("s", 16_000, "omega.txt"),
        ("e", 16_200, "beta.txt"),
    ):
        rows(browser).event_generate(f"<{key}>", time=time)
        browser.top.update()
        assert marked(browser) == [name]


# -- twins ---------------------------------------------------------------------------------------


def test_levels_that_are_the_same_are_told_with_links(driver: Driver, box: Path) -> None:
    browser = browse(driver, box)
    driver.wait_until(lambda: sentence(browser), "twins are found")
    assert sentence(browser) == "The same as 4 (Mirror), mirrored, in other colours."
    assert "= 4" in texts(browser.view.table)
    assert "5 puzzles, 2 the same as others" in texts(browser.top)
    text = parts_of(browser.view.details, LinkedText)[0]
    browser.top.update()
    x, y, width, height = text.bbox("1.12")  # type: ignore[misc]  # it is in sight
    text.event_generate("<Button-1>", x=x + width // 2, y=y + height // 2)
    browser.top.update()
    assert marked(browser) == ["gamma.txt"]
    assert sentence(browser).startswith("The same as 1 (Big), mirrored")
    driver.key("Up")
    assert sentence(browser) == ""
    driver.key("Home", "Delete")
    driver.wait_until(lambda: "2 the same" not in texts(browser.top), "twins are counted anew")
    assert "= " not in texts(browser.view.table)


# -- the curve and orders --------------------------------------------------------------------------


def checked(driver: Driver, folder: Path) -> PackWindow:
    browser = browse(driver, folder)
    driver.key("F5")
    driver.wait_until(lambda: not browser.view.bar.running, "all are checked")
    driver.wait_until(browser.view.curve.winfo_ismapped, "the curve is shown")
    return browser


def test_checked_levels_are_a_curve_that_leads_to_them_and_are_put_in_order(
    driver: Driver, box: Path
) -> None:
    browser = browse(driver, box)
    assert not browser.view.curve.winfo_ismapped()
    curve = checked(driver, box).view.curve
    driver.root.update()
    assert [
        word for word in ("easy", "medium", "hard", "expert") if word in texts(browser.view.frame)
    ]
    middle = curve.winfo_height() // 2
    curve.event_generate("<Button-1>", x=curve.winfo_width() - 5, y=middle)
    driver.root.update()
    assert marked(browser) == ["omega.txt"]
    curve.event_generate("<Button-1>", x=curve.winfo_width() * 3 // 4, y=middle)
    driver.root.update()
    assert marked(browser) == ["gamma.txt"]
    assert not browser.view.arrange.instate(["disabled"])
    choose(browser, browser.view.arrange_menu, "From easy to hard")
    order = shown(browser)
    scores = [browser.view.listing.ratings()[1][place][1] for place in range(5)]
    known = [rating.score for rating in scores if rating]
    assert known == sorted(known)
    assert order[-1] == "beta.txt"
    assert "At the end: 1 puzzle without a rating." in texts(browser.top)
    assert [item.name for item in Pack(box).items] == order
    driver.key("Control-z")
    assert shown(browser) == sorted(LEVELS)
    choose(browser, browser.view.arrange_menu, "By size, each from easy to hard")
    assert shown(browser) == ["omega.txt", "delta.txt", "beta.txt", "alpha.txt", "gamma.txt"]
    driver.key("Control-z")
    assert shown(browser) == sorted(LEVELS)
    browser.top.geometry("640x480")
    driver.wait_until(lambda: browser.top.winfo_width() < 650, "it is small")
    driver.wait_until(lambda: not browser.view.curve.winfo_ismapped(), "the curve makes room")
    more = button(browser.top, "⋯")
    assert more.winfo_ismapped()
    for widget in descendants(browser.top):
        if isinstance(widget, ttk.Button) and widget.winfo_ismapped():
            assert widget.winfo_width() >= widget.winfo_reqwidth()
            right = widget.winfo_rootx() + widget.winfo_width()
            assert right <= browser.top.winfo_rootx() + browser.top.winfo_width()
    browser.top.geometry("1100x680")
    driver.wait_until(lambda: not more.winfo_ismapped(), "all buttons fit")
    assert button(browser.top, "Redo").winfo_ismapped()
    browse(driver, shipped("puzzles") / "packs")
    driver.wait_until(lambda: not browser.pack.unread, "it is read")
    driver.root.update()
    assert browser.view.arrange.instate(["disabled"]), "what is shipped is not arranged"


def test_nothing_can_be_noted_where_nothing_can_be_written(driver: Driver, folder: Path) -> None:
    filled(folder, LEVELS)
    browser = browse(driver, folder)
    folder.chmod(0o555)
    with ordinary_user():
        driver.key("Down")
        assert note_field(browser).instate(["disabled"])
        driver.key("asterisk")
    assert remarks(folder) == {}
