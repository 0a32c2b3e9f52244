"""Another program writes the open file: the window asks once, and does what is chosen."""

from __future__ import annotations

import os
import tkinter as tk
from functools import partial
from pathlib import Path

import pytest

from flowdesk.formats.registry import load
from tests.app.test_packs import browser_of
from tests.app.test_saving import DRAWN, choosing
from tests.driver import Driver, answering, dialogs
from tests.samples import level_of

OURS, THEIRS = "R.R\n", "B.B\n"


@pytest.fixture
def path(driver: Driver, tmp_path: Path) -> Path:
    """A file that is open, with a hole in its middle that is not saved yet."""
    path = tmp_path / "level.txt"
    path.write_text(OURS)
    assert driver.window.files.open_path(path)
    driver.key("F3")
    driver.click((1, 0))
    return path


def leave(driver: Driver) -> tk.Toplevel:
    """Give another window the focus, as somebody does who goes to another program."""
    other = tk.Toplevel(driver.root)
    other.focus_force()
    driver.root.update()
    return other


def come_back(driver: Driver, other: tk.Toplevel) -> None:
    """Go back to the window, and wait until it has looked at its file."""
    other.destroy()
    driver.view.focus_force()
    wait_for_look(driver)


def wait_for_look(driver: Driver) -> None:
    changes = driver.window.tab.saving
    look, looked = changes.look, list[None]()
    changes.look = lambda: looked.append(look())  # type: ignore[method-assign]  # it may all happen in one round of events
    driver.wait_until(lambda: looked or changes.timer.running, "the window has the focus")
    driver.wait_until(lambda: not changes.timer.running, "the file was looked at")
    del changes.look


def test_coming_back_says_what_was_changed_and_theirs_can_be_taken(
    driver: Driver, path: Path
) -> None:
    other = leave(driver)
    path.write_text(THEIRS)
    asked = answering(driver, "Reload")
    come_back(driver, other)
    assert "level.txt was changed by another program" in asked[0]
    assert driver.level == level_of("B.B")
    assert driver.window.shown.document.is_saved
    assert driver.window.status.message.startswith("Opened as it is in the file now; Ctrl+Z")
    driver.key("Control-z")
    assert driver.level == level_of("R#R")
    assert driver.window.root.title().startswith("•")
    driver.key("Control-Shift-Z")
    assert driver.level == level_of("B.B")


def test_a_change_is_seen_while_the_window_stays_in_front(driver: Driver, path: Path) -> None:
    driver.window.watch_files()
    driver.live(0.2)
    path.write_text(THEIRS)
    asked = answering(driver, "Reload")
    driver.wait_until(lambda: driver.level == level_of("B.B"), "it is seen")
    assert len(asked) == 1


def test_ours_can_be_written_over_it(driver: Driver, path: Path) -> None:
    other = leave(driver)
    path.write_text(THEIRS)
    answering(driver, "Overwrite")
    come_back(driver, other)
    assert load(path) == [level_of("R#R")]
    assert driver.window.shown.document.is_saved
    come_back(driver, leave(driver))
    assert not dialogs(driver.root)


def test_ours_can_be_saved_elsewhere(driver: Driver, path: Path) -> None:
    other = leave(driver)
    path.write_text(THEIRS)
    seen = choosing(driver)
    answering(driver, "Save as ...")
    come_back(driver, other)
    assert seen[0] == "level-mine.txt"
    assert load(path) == [level_of("B.B")]
    assert load(path.parent / "level-mine.txt") == [level_of("R#R")]
    assert driver.window.shown.document.path == path.parent / "level-mine.txt"


def test_it_is_said_once_and_again_before_it_is_saved_over(driver: Driver, path: Path) -> None:
    other = leave(driver)
    path.write_text(THEIRS)
    asked = answering(driver, "Not now")
    come_back(driver, other)
    assert len(asked) == 1
    for _ in range(2):
        come_back(driver, leave(driver))
        assert not dialogs(driver.root)
    assert driver.level == level_of("R#R")
    assert driver.window.root.title().startswith("•")
    asked = answering(driver, "Not now")
    driver.key("Control-s")
    assert len(asked) == 1
    assert path.read_text() == THEIRS
    other = leave(driver)
    path.write_text("G.G\n")
    asked = answering(driver, "Not now")
    come_back(driver, other)
    assert len(asked) == 1, "this is another change"


def test_saving_asks_where_nobody_came_back_to_look_and_no_answer_changes_nothing(
    driver: Driver, path: Path
) -> None:
    path.write_text(THEIRS)
    for end in (lambda dialog: dialog.destroy(), lambda dialog: driver.key("Escape")):
        driver.asked("Control-s", end)
        assert path.read_text() == THEIRS
        assert driver.level == level_of("R#R")
        assert not driver.window.shown.document.is_saved
    answering(driver, "Overwrite")
    driver.key("Control-s")
    assert load(path) == [level_of("R#R")]
    path.write_text(THEIRS)
    answering(driver, "Reload")
    driver.key("Control-s")
    assert path.read_text() == THEIRS
    assert driver.level == level_of("B.B")


def test_what_is_left_out_is_asked_once_although_the_file_has_changed(
    driver: Driver, tmp_path: Path
) -> None:
    path = tmp_path / "level.txt"
    path.write_text(OURS)
    driver.window.files.open_path(path)
    driver.window.shown.document.apply("draw", DRAWN)
    path.write_text(THEIRS)
    asked = answering(driver, "Save anyway", "Overwrite")
    driver.key("Control-s")
    assert "leaves out the drawn paths" in asked[0]
    assert "changed by another program" in asked[1]
    assert path.read_text() == OURS
    assert driver.window.shown.document.is_saved


def test_what_is_taken_while_closing_does_not_close(driver: Driver, path: Path) -> None:
    path.write_text(THEIRS)
    asked = answering(driver, "Save", "Reload")
    driver.key("Control-q")
    assert len(asked) == 2
    assert not driver.window.shell.ended
    driver.key("Control-z")
    assert driver.level == level_of("R#R")


def test_a_file_that_was_only_touched_or_saved_by_us_is_no_news(driver: Driver, path: Path) -> None:
    other = leave(driver)
    os.utime(path, (1, 1))
    come_back(driver, other)
    assert not dialogs(driver.root)
    driver.key("Control-s")
    come_back(driver, leave(driver))
    assert not dialogs(driver.root)
    assert driver.window.shown.document.is_saved


def test_a_file_that_is_gone_is_said_and_saved_again(driver: Driver, path: Path) -> None:
    driver.key("Control-s")
    other = leave(driver)
    path.unlink()
    asked = answering(driver, "Not now")
    come_back(driver, other)
    assert f"{path} is not there any more" in asked[0]
    assert driver.window.root.title().startswith("•")
    driver.key("Control-s")  # that it is gone was said
    assert load(path) == [level_of("R#R")]
    path.unlink()
    asked = answering(driver, "Save again")
    driver.key("Control-s")
    assert len(asked) == 1
    assert load(path) == [level_of("R#R")]


def test_what_cannot_be_read_any_more_is_said_and_ours_is_kept(driver: Driver, path: Path) -> None:
    other = leave(driver)
    path.write_text("R.R\n..\n")
    asked = answering(driver, "Overwrite")
    come_back(driver, other)
    assert "cannot be read any more" in asked[0]
    assert "line 2" in asked[0]
    assert "Reload" not in asked[0]
    assert load(path) == [level_of("R#R")]


def test_nothing_is_asked_while_a_button_is_held(driver: Driver, path: Path) -> None:
    driver.key("F2")
    other = leave(driver)
    path.write_text(THEIRS)
    other.destroy()
    driver.view.focus_force()
    driver.press((0, 0))
    driver.window.tab.saving.look()
    assert not dialogs(driver.root)
    assert driver.window.tab.saving.timer.running
    asked = answering(driver, "Not now")
    driver.release((0, 0))
    wait_for_look(driver)
    assert len(asked) == 1


def test_what_the_pack_browser_does_is_not_another_program(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "pack.txt"
    path.write_text("3 1\nR.R\n\n2 1\nBB\n")
    assert driver.window.files.open_path(path)
    assert driver.window.packs.open(path)
    browser = browser_of(driver)
    browser.view.table.select([browser.pack.items[1].id])
    changes = browser.editor
    for act in (partial(changes.move, -1), changes.undo, changes.delete):
        act()
        come_back(driver, leave(driver))
        driver.wait_until(lambda: not browser.is_busy, "all is changed")
        assert not dialogs(driver.root)
        assert driver.window.shown.document.is_saved
        driver.key("Control-s")
        assert driver.window.shown.document.is_saved
    assert driver.window.shown.document.count == 1
