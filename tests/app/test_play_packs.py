"""Playing from level to level in a real window: the pack browser, the next one, and surprises."""

from __future__ import annotations

from pathlib import Path
from tkinter import ttk

import pytest

from flowdesk.app.dialogs.base import Dialog
from flowdesk.core.storage import shipped
from flowdesk.desk.play.results import Result
from flowdesk.formats.registry import load
from flowdesk.kinds.table import KINDS
from tests.app.test_packs import browse, click, click_heading, shown
from tests.driver import Driver, button, entries, texts
from tests.kind_samples import PLAYED
from tests.packs import filled, trash

__all__ = ["trash"]  # fixtures

#: Levels that one drag solves, with others between them.
PACK = {
    "a1.txt": "R.R\n",
    "a2.txt": "2 1\nAA\n4 1\nA..A\n",
    "a3.txt": "{",
    "a4.txt": "R....\n",
    "a10.txt": "5 1\nA...A\n",
}


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No begun games of other tests."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def box(tmp_path: Path) -> Path:
    return filled(tmp_path / "box", PACK)


def solve_row(driver: Driver) -> None:
    """Solve the level that is played, a row with endpoints at its ends."""
    assert driver.window.tab.playing.is_on
    driver.drag((0, 0), (driver.level.width - 1, 0))


def is_playing(driver: Driver, name: str, width: int) -> bool:
    path, playing = driver.window.shown.document.path, driver.window.tab.playing
    return bool(path and path.name == name and driver.level.width == width and playing.is_on)


def say(driver: Driver) -> str:
    return driver.window.status.message


def choose(dialog: Dialog, **choices: str) -> None:
    """Choose in the lists of a dialog, which are called by their labels in small letters."""
    labels = [
        str(child.cget("text")).lower()
        for child in dialog.body.winfo_children()
        if isinstance(child, ttk.Label)
    ]
    for label, box in zip(labels, entries(dialog.body), strict=True):
        if label in choices:
            box.delete(0, "end")
            assert isinstance(box, ttk.Combobox)
            box.set(choices[label])


# The pack browser


def test_what_is_solved_or_begun_in_the_main_window_shows_in_the_browser(
    driver: Driver, box: Path
) -> None:
    browser = browse(driver, box)
    assert " solved:" not in texts(browser.top)
    driver.key("F12")
    assert is_playing(driver, "a1.txt", 3)
    solve_row(driver)
    driver.root.update()
    assert "1 move" in texts(browser.view.table)
    assert "5 puzzles, 1 solved" in texts(browser.top)
    driver.window.shown.stage.show_level_alone()
    driver.window.packs.browse()
    driver.root.update()
    browser.view.table.focus_force()
    click(driver, browser, 2)
    driver.key("F12")
    driver.drag((0, 0), (1, 0))
    driver.window.shown.stage.show_level_alone()
    driver.window.packs.browse()
    driver.root.update()
    assert "begun" in texts(browser.view.table)


def test_the_browser_sorts_the_best_games_first_then_begun_ones(driver: Driver, box: Path) -> None:
    results = driver.window.tab.playing.results
    results.add(load(box / "a4.txt")[0], Result(3, 1, seconds=5))
    results.add(load(box / "a10.txt")[0], Result(1, 1, seconds=50))
    browser = browse(driver, box)
    click_heading(driver, browser, "Played")
    assert shown(browser)[:3] == ["a10.txt", "a4.txt", "a1.txt"]
    click_heading(driver, browser, "Played")
    assert shown(browser)[3:5] == ["a4.txt", "a10.txt"]


def test_next_unsolved_in_the_browser_goes_on_from_level_to_level(
    driver: Driver, box: Path
) -> None:
    browser = browse(driver, box)
    for name, width in (("a1.txt", 3), ("a2.txt", 2), ("a2.txt", 4), ("a10.txt", 5)):
        browser.appear()
        driver.wait_until(lambda: not browser.is_busy, "the rows are there")
        button(browser.top, "Next unsolved").invoke()
        driver.root.update()
        assert is_playing(driver, name, width)
        assert [item.entry and item.entry.level for item in browser.view.selection] == [
            driver.level
        ]
        solve_row(driver)
    button(browser.top, "Next unsolved").invoke()
    assert "no unsolved puzzle" in texts(browser.view.bar)


# From level to level in the main window


def play(driver: Driver, path: Path) -> None:
    assert driver.window.files.open_path(path)
    driver.view.focus_force()
    driver.key("F12")


def test_the_card_leads_to_the_next_file_and_says_what_was_skipped(
    driver: Driver, box: Path
) -> None:
    play(driver, box / "a1.txt")
    for name, width in (("a2.txt", 2), ("a2.txt", 4), ("a10.txt", 5)):
        solve_row(driver)
        press_next(driver)
        assert is_playing(driver, name, width)
    assert "Skipped: " in say(driver)
    assert "a3.txt" in say(driver)
    solve_row(driver)
    press_next(driver)
    assert "the last puzzle of box" in say(driver)


def press_next(driver: Driver) -> None:
    """Press the first button of the card, as soon as it is there."""
    driver.wait_until(lambda: "Play again" in texts(driver.view), "the card is there")
    driver.key("Return")
    driver.root.update()


def test_next_unsolved_passes_over_solved_levels_and_begins_again(
    driver: Driver, box: Path, tmp_path: Path
) -> None:
    driver.window.tab.playing.results.add(load(box / "a10.txt")[0], Result(1, 1))
    play(driver, box / "a1.txt")
    driver.key("Control-Next")
    assert is_playing(driver, "a2.txt", 2)
    driver.key("Control-Next")
    driver.key("Control-Next")
    assert is_playing(driver, "a1.txt", 3)
    assert "box begins again" in say(driver)
    box = filled(tmp_path / "one", {"only.txt": "R.R\n"})
    play(driver, box / "only.txt")
    driver.key("Control-Next")
    assert "no other unsolved puzzle in one" in say(driver)


def test_next_unsolved_leaves_unsaved_work_alone(driver: Driver, box: Path) -> None:
    driver.window.files.open_path(box / "a1.txt")
    driver.click((1, 0))
    assert not driver.window.shown.document.is_saved
    level = driver.level
    driver.key("Control-Next")
    assert driver.window.tab.playing.is_on
    assert driver.level is not level
    driver.key("Control-Tab")
    assert driver.level is level
    assert not driver.window.tab.playing.is_on


# Surprises


@pytest.mark.parametrize("key", PLAYED)
def test_a_surprise_from_the_shipped_levels_has_the_kind_and_size(driver: Driver, key: str) -> None:
    def answer(dialog: Dialog) -> None:
        choose(dialog, puzzle=KINDS[key].name, size="6 x 6")
        button(dialog, "Play").invoke()

    driver.asked("Shift-F12", answer)
    driver.wait_until(lambda: driver.window.tab.playing.is_on, "a level is played")
    assert (driver.level.kind, driver.level.width, driver.level.height) == (key, 6, 6)
    path = driver.window.shown.document.path
    assert path
    assert shipped("puzzles") in path.parents

    def look(dialog: Dialog) -> list[str]:
        chosen = [box.get() for box in entries(dialog.body)]
        button(dialog, "Cancel").invoke()
        return chosen

    assert driver.asked("Shift-F12", look)[1:3] == [KINDS[key].name, "6 x 6"]


def test_a_surprise_from_the_open_pack_is_rather_an_unsolved_one(driver: Driver, box: Path) -> None:
    for name in ("a1.txt", "a10.txt"):
        driver.window.tab.playing.results.add(load(box / name)[0], Result(1, 1))
    driver.window.files.open_path(box / "a10.txt")

    def answer(dialog: Dialog) -> None:
        choose(dialog, size="huge")
        button(dialog, "Play").invoke()
        assert "9 x 12" in texts(dialog), "huge is no size"
        choose(dialog, **{"from": "the open pack, box", "size": "any"})
        button(dialog, "Play").invoke()

    driver.asked("Shift-F12", answer)
    assert driver.window.tab.playing.is_on
    path = driver.window.shown.document.path
    assert path
    assert path.name == "a2.txt"


def test_a_new_surprise_is_made_and_played_and_replaced_without_asking(driver: Driver) -> None:
    def answer(dialog: Dialog) -> None:
        choose(dialog, **{"from": "a new puzzle", "size": "5"})
        button(dialog, "Play").invoke()

    levels = [driver.level]
    for _ in range(2):
        driver.asked("Shift-F12", answer)
        driver.wait_until(lambda: driver.level is not levels[-1], "a level is made")
        assert driver.window.tab.playing.is_on
        levels.append(driver.level)
    assert (driver.level.width, driver.level.height) == (5, 5)


def test_a_game_is_left_for_a_level_of_another_kind(driver: Driver) -> None:
    first, second = (KINDS[key] for key in PLAYED[:2])
    window = driver.window
    for kind in (first, second, first):
        window.files.open_path(path_of(kind.key))
        window.tab.playing.start()
        driver.root.update()
        assert window.tab.playing.is_on
        assert driver.level.kind == kind.key


def path_of(kind: str) -> Path:
    """Return a shipped file of levels of a kind."""
    return next(
        path for path in sorted(shipped("puzzles").rglob("06x06*")) if load(path)[0].kind == kind
    )
