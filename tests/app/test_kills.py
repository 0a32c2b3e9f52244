"""A kill -9 after any kind of edit loses nothing: all of it is in files two seconds later."""

from __future__ import annotations

import subprocess
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk
from typing import Any

import pytest

from flowdesk.app.recovery import PAUSE_MS
from flowdesk.app.window import Window
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.documents.settings import Settings
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from tests.app.test_recovery import at_window, begin, change, folder, kept, start
from tests.driver import Driver, answering, button, entries, retype
from tests.processes import wait_until
from tests.samples import level_of

__all__ = ["folder", "start"]  # fixtures

Edit = Callable[[Driver], object]


def keys(*names: str) -> Edit:
    return lambda driver: driver.key(*names)


def type_title(driver: Driver) -> None:
    """Type into the field of the title, and stay in it."""
    driver.window.side.show_fields(shown=True)
    driver.root.update()
    field: ttk.Entry = entries(driver.window.side)[0]
    field.focus_force()
    driver.key("O", "n", "e")
    assert "title" not in driver.level.about, "it is still being typed"


def change_a_color(driver: Driver) -> None:
    """Choose another colour for the first item of the palette."""
    (canvas,) = (w for w in driver.window.palette.winfo_children() if isinstance(w, tk.Canvas))

    def choose(dialog: Any) -> None:
        dialog.text.set("#123456")
        button(dialog, "Choose").invoke()

    driver.when_asked(choose)
    for event in ("Press", "Release", "Press", "Release"):
        canvas.event_generate(f"<Button{event}-1>", x=10, y=10)
    driver.root.update()


def resize(driver: Driver) -> None:
    def widen(dialog: tk.Misc) -> None:
        retype(entries(dialog)[0], "1")
        button(dialog, "Resize").invoke()

    driver.asked("Control-r", widen)


def move_the_selection(driver: Driver) -> None:
    driver.key("Shift-F3")
    driver.drag((3, 0), (4, 1))
    driver.drag((3, 0), (1, 2))


def cut_a_part(driver: Driver) -> None:
    driver.drag((3, 3), (4, 4))
    driver.key("Control-x")


#: Every kind of edit, made one after the other on a 5x5 board.
EDITS: dict[str, Edit] = {
    "an endpoint": lambda driver: driver.click((0, 0)),
    "its move": lambda driver: driver.drag((0, 0), (3, 0)),
    "another endpoint": lambda driver: driver.click((4, 4)),
    "a selection": move_the_selection,
    "a cut": cut_a_part,
    "a paste": keys("Control-v", "Left", "Left", "Up", "Up", "Return"),
    "a title": type_title,
    "a colour": change_a_color,
    "a turn": lambda driver: driver.window.level_commands.turn("rotate"),
    "a size": resize,
    "clear": lambda driver: driver.window.level_commands.clear("clear"),
    "undo": keys("Control-z"),
    "redo": keys("Control-Shift-Z"),
}


def levels_kept(folder: Path) -> list[Puzzle]:
    """The level that each recovery file would show."""
    return [snapshot.entries[snapshot.index].level for snapshot in kept(folder)]


def wait_for(driver: Driver, folder: Path, what: str) -> None:
    """Wait until all unsaved documents are in files as they are, with what is being typed."""

    def present() -> list[Any]:
        tabs = [tab.session for tab in driver.window.tabs]
        return [shown.typed for shown in tabs if shown.typed not in (None, Level(5, 5))]

    def is_kept() -> bool:
        found = levels_kept(folder)
        return len(found) == len(present()) and all(level in found for level in present())

    driver.wait_until(is_kept, f"{what} is kept")


def test_every_kind_of_edit_is_kept_as_it_is_made(driver: Driver, folder: Path) -> None:
    begin(driver)
    before: Puzzle | None = None
    for what, edit in EDITS.items():
        edit(driver)
        driver.root.update()
        now = driver.window.shown.typed
        assert now != before, f"{what} changed nothing"
        wait_for(driver, folder, what)
        before = now
    driver.window.files.open_entries([Entry(level_of("G.G"))], "Pasted")
    wait_for(driver, folder, "a paste in a second tab")
    driver.click((1, 0))
    wait_for(driver, folder, "an edit in a second tab")
    assert len(kept(folder)) == 2
    empty: Puzzle = Slitherlink(4, 3)
    driver.window.files.open_entries([Entry(empty)], "Loop")
    driver.click((1, 1))
    assert driver.level != empty, "an edge or a clue was set"
    wait_for(driver, folder, "an edit in a third tab")


def test_what_is_typed_is_not_kept_once_it_is_given_up(driver: Driver, folder: Path) -> None:
    begin(driver)
    type_title(driver)
    driver.wait_until(lambda: kept(folder), "it is kept")
    driver.key("Escape")
    assert kept(folder) == []


def test_changes_that_follow_do_not_put_off_the_keeping(driver: Driver, folder: Path) -> None:
    assert PAUSE_MS <= 2000
    driver.window.recovery.begin(pause=30)

    def edit_on() -> bool:
        driver.click((0, 0))
        return bool(kept(folder))

    driver.wait_until(edit_on, "it is kept while it is changed all the time")


@pytest.mark.slow
def test_a_kill_after_each_edit_leaves_it_in_a_file(
    start: Callable[..., subprocess.Popen[bytes]], xdotool: str, folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "level.txt"
    path.write_text("...\n...\n...\n")
    window = start(str(path))
    change(xdotool, "level.txt")
    steps: dict[tuple[str, ...], Callable[[Any], bool]] = {
        (): lambda level: level.endpoints == {(1, 1): "R"},
        ("ctrl+shift+Delete",): lambda level: not level.endpoints,
        ("ctrl+z",): lambda level: bool(level.endpoints),
        ("ctrl+r", "4", "Return"): lambda level: level.width > 3,
    }
    for pressed, is_made in steps.items():
        for key in pressed:
            at_window(xdotool, "Resize" if key in ("4", "Return") else "level.txt", "key", key)

        def is_kept(is_made: Callable[[Any], bool] = is_made) -> bool:
            found = levels_kept(folder)
            return len(found) == 1 and is_made(found[0])

        wait_until(is_kept, f"{pressed} is kept")
    window.kill()
    window.wait()
    (level,) = levels_kept(folder)
    assert level.width > 3


@pytest.mark.slow
def test_two_programs_on_one_file_lose_nothing(
    driver: Driver,
    start: Callable[..., subprocess.Popen[bytes]],
    xdotool: str,
    folder: Path,
    tmp_path: Path,
) -> None:
    path, other = tmp_path / "level.txt", tmp_path / "other.txt"
    for each in (path, other):
        each.write_text("...\n...\n...\n")
        driver.window.files.open_path(each)
        driver.click((0, 0))
    begin(driver)
    ours = driver.level

    theirs = start(str(path))
    change(xdotool, "level.txt")
    at_window(xdotool, "level.txt", "key", "ctrl+s")
    wait_until(lambda: path.read_text() != other.read_text(), "they have saved it")
    asked = answering(driver, "Not now")
    driver.key("Control-Tab")
    driver.wait_until(lambda: asked, "one is told when the tab comes to the front")
    assert "level.txt was changed by another program" in asked[0]
    assert driver.level == ours

    driver.key("Control-Tab")
    at_window(xdotool, "^level.txt ", "key", "ctrl+shift+Delete")
    driver.wait_until(lambda: len(kept(folder)) == 3, "all is kept")
    theirs.kill()
    theirs.wait()
    driver.window.close()
    settings = Settings(geometry="1000x700+0+0", live=False, first_hints=False)
    after = Driver(driver.root, Window(tk.Toplevel(driver.root), settings, Level(5, 5)))
    asked = answering(after, "Recover")
    after.window.recovery.begin()
    after.window.recovery.offer()
    tabs = [tab.document for tab in after.window.tabs]
    assert sorted(document.name for document in tabs) == ["level.txt", "level.txt", "other.txt"]
    assert [document.level for document in tabs].count(ours) == 2
    after.window.close()
