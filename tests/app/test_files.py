"""Files and the clipboard in the real window: nothing is lost."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path

from flowdesk.app.dialogs.base import Dialog
from flowdesk.desk.documents.settings import load_settings
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.files import map_text
from flowdesk.kinds.flow.level import Level
from tests.driver import Driver, answering, button, entries, texts
from tests.samples import SMALL

MAP = map_text.write([Entry(SMALL)])


def test_closing_with_unsaved_work_asks(driver: Driver) -> None:
    driver.click((0, 0))
    assert driver.window.root.title().startswith("•")
    for answer in ("Cancel", "Don't save"):
        assert driver.level.endpoints == {(0, 0): "R"}
        answering(driver, answer)
        driver.key("Control-q")
        assert bool(driver.window.root.winfo_exists()) is (answer == "Cancel")


def focus_menu_bar(driver: Driver) -> None:
    """Let the window's menu bar have the focus: a widget that Tk has made by itself."""
    top = driver.window.root
    children = driver.root.tk.splitlist(driver.root.tk.call("winfo", "children", top))
    (bar,) = [name for name in children if str(name).endswith("#!menu")]
    driver.root.tk.call("focus", "-force", bar)
    driver.root.update()
    assert str(driver.root.tk.call("focus")) == str(bar)


def test_a_menu_bar_may_have_the_focus_when_a_dialog_asks_or_the_focus_is_shown(
    driver: Driver,
) -> None:
    driver.click((0, 0))
    driver.key("F7")
    focus_menu_bar(driver)
    driver.window.theming.choose("light")
    driver.root.update()
    driver.raise_errors()
    driver.when_asked(lambda dialog: button(dialog, "Don't save").invoke())
    driver.window.closing.quit()
    assert driver.window.shell.ended


def test_closing_can_save_first(driver: Driver, tmp_path: Path) -> None:
    target = tmp_path / "mine.txt"
    driver.window.tab.saving.save_to(target)
    driver.click((0, 0))
    driver.asked("Control-q", lambda dialog: button(dialog, "Save").invoke())
    assert not driver.window.root.winfo_exists()
    assert target.read_text().startswith("R....\n")


def test_what_cannot_be_read_saved_or_pasted_is_explained_and_the_open_level_stays(
    driver: Driver, tmp_path: Path
) -> None:
    driver.click((0, 0))
    path = tmp_path / "bad.txt"
    path.write_text("R..\n..\n")
    seen = answering(driver, "OK")
    assert not driver.window.files.open_path(path)
    assert all(word in seen[0] for word in ["bad.txt", "line 2", "cells"])
    driver.copied("Dear Sir,\nno level in here at all.")
    driver.asked("Control-v", lambda dialog: button(dialog, "OK").invoke())
    seen = answering(driver, "OK")
    assert not driver.window.tab.saving.save_to(tmp_path / "no such folder" / "mine.txt")
    assert "there is no folder" in seen[0]
    assert not driver.window.shown.document.is_saved
    assert driver.level.endpoints == {(0, 0): "R"}


def test_an_error_of_ours_keeps_the_level_and_offers_the_details(driver: Driver) -> None:
    driver.click((0, 0))
    seen: list[str] = []

    def answer(dialog: Dialog) -> None:
        seen.append(texts(dialog))
        button(dialog, "Copy details").invoke()
        button(dialog, "Close").invoke()

    def broken() -> None:
        raise RuntimeError("something of ours")

    driver.when_asked(answer)
    driver.root.report_callback_exception = driver.window.report_error
    driver.root.after(1, broken)
    driver.wait_until(lambda: seen, "the dialog was answered")
    assert "RuntimeError: something of ours" in seen[0]
    assert "Python" in driver.root.clipboard_get()
    assert driver.level.endpoints == {(0, 0): "R"}


def test_cut_and_paste_as_map_text(driver: Driver) -> None:
    driver.click((0, 0), (4, 4))
    before = driver.level
    driver.key("Control-x")
    assert driver.root.clipboard_get() == map_text.write([Entry(before)])
    assert not driver.level.endpoints
    driver.key("Control-v")
    assert driver.level == before
    driver.key("Control-z", "Control-z")
    assert driver.level == before


def test_pasting_a_map_from_a_mail_opens_it_and_leaves_the_saved_file_alone(
    driver: Driver, tmp_path: Path
) -> None:
    target = tmp_path / "mine.txt"
    driver.click((0, 0))
    driver.window.tab.saving.save_to(target)
    quoted = "\n\n".join("> " + row for row in MAP.splitlines())
    driver.copied(f"Hello,\n\ntry this one:\n\n{quoted}\n\nBye\n")
    driver.key("Control-v")
    assert driver.level.endpoints == SMALL.endpoints
    assert driver.window.shown.document.path is None
    assert not driver.window.shown.document.is_saved


def test_a_file_with_many_levels_is_opened_walked_and_saved_whole(
    driver: Driver, tmp_path: Path
) -> None:
    path = tmp_path / "pack.txt"
    path.write_text("3 1\nR.R\n\n2 2\nAA\n..\n")
    driver.window.files.open_path(path)
    assert "#1" in driver.window.root.title()
    driver.key("Next")
    assert (driver.level.width, driver.level.height) == (2, 2)
    driver.click((0, 1), button=1)
    driver.key("Prior", "Next")
    assert (0, 1) in driver.level.endpoints
    undo = button(driver.window.menus.toolbar, "Undo")
    assert undo.instate(["!disabled"]), "each has its own"
    driver.key("Prior")
    assert undo.instate(["disabled"])
    assert not driver.window.shown.document.is_saved
    driver.key("Control-s")
    assert path.read_text().count("\n2 2\n") == 1
    assert "3 1\nR.R" in path.read_text()
    assert driver.window.files.open_named(f"{path}#2"), "one of them can be named"
    assert (driver.level.width, driver.level.height) == (2, 2)


def test_recent_files_and_choices_are_remembered(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    driver.window.tab.saving.save_to(path)
    driver.key("Control-t", "Control-l")
    driver.key("Control-q")
    settings = load_settings()
    assert settings.recent == (str(path),)
    assert settings.theme == "light"
    assert settings.labels


def menu(driver: Driver, *labels: str) -> tk.Menu:
    """A menu of the window, or one within it, as it is when it has just been opened."""
    found: tk.Menu = driver.window.root.nametowidget(driver.window.root.cget("menu"))
    within = (f"{label}  ›" for label in labels[1:])
    for label in (f"*{labels[0]}*", *within):  # in the bar with room round it
        found = found.nametowidget(found.entrycget(label, "menu"))
        driver.root.tk.eval(found.cget("postcommand"))
    return found


def entries_of(menu: tk.Menu) -> list[str]:
    """The labels of a menu's entries, a dash for a line."""
    last = menu.index("end")
    places = range(0 if last is None else last + 1)
    kinds = [menu.type(place) for place in places]
    return [
        "-" if kind == "separator" else menu.entrycget(place, "label")
        for place, kind in zip(places, kinds, strict=True)
    ]


def test_recent_files_are_opened_from_the_menu_of_files_only(
    driver: Driver, tmp_path: Path
) -> None:
    assert entries_of(menu(driver, "File", "Open recent")) == ["No files yet"]
    for name in ("first", "second"):
        driver.window.tab.saving.save_to(tmp_path / f"{name}.txt")
        driver.click((0, 0) if name == "first" else (1, 1))
    driver.window.tab.saving.save_to(tmp_path / "third.txt")
    files = entries_of(menu(driver, "File"))
    assert files[:4] == ["New ...", "Open ...", "Open recent  ›", "Browse pack"]
    recent = menu(driver, "File", "Open recent")
    assert [label.split()[0] for label in entries_of(recent)] == [
        "third.txt",
        "second.txt",
        "first.txt",
    ]
    recent.invoke(2)
    assert driver.window.shown.document.path == tmp_path / "first.txt"
    assert not driver.level.endpoints
    boards = entries_of(menu(driver, "Lab", "Boards"))
    assert boards == ["Open an example board", "Open a board the published rules get wrong"]
    lessons = menu(driver, "Lab", "Lessons")
    assert "Loops" in entries_of(lessons)


def test_the_theme_that_is_worn_is_marked_in_its_menu(driver: Driver) -> None:
    themes = menu(driver, "View", "Theme")
    assert entries_of(themes)[:3] == ["As the desktop", "Dark", "Light"]
    assert driver.root.tk.eval(f"set {themes.entrycget(0, 'variable')}") == "Dark"
    themes.invoke(2)
    assert driver.window.shell.settings.theme == "light"
    themes = menu(driver, "View", "Theme")
    assert driver.root.tk.eval(f"set {themes.entrycget(0, 'variable')}") == "Light"


def typing_title(driver: Driver) -> None:
    """Type a title and leave the pointer in its field."""
    driver.window.side.show_fields(shown=True)
    driver.root.update()
    entries(driver.window.side)[0].focus_force()
    driver.key("H", "i")


def test_a_title_that_is_being_typed_is_kept_whatever_comes_next(
    driver: Driver, tmp_path: Path
) -> None:
    driver.copied("before")
    typing_title(driver)
    driver.key("Control-c", "Control-Right", "Control-Shift-Delete", "question")
    assert driver.root.clipboard_get() == "before", "keys that mean the text leave the board alone"
    assert driver.level == Level(5, 5)
    driver.click((0, 0))
    assert driver.level.about == {"title": "Hi?"}
    assert driver.level.endpoints == {(0, 0): "R"}
    driver.key("Control-z", "Control-z")
    assert driver.level.about == {}
    driver.window.tab.saving.save_to(tmp_path / "mine.txt")
    typing_title(driver)
    driver.key("Control-s")
    assert driver.window.shown.document.is_saved
    assert f"title: {driver.level.title}" in (tmp_path / "mine.txt").read_text()
    assert driver.level.title == "Hi"


def test_a_new_title_keeps_the_solution(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    driver.solve()
    driver.key("Control-End")
    typing_title(driver)
    driver.key("Return")
    assert driver.level.title == "Hi"
    assert driver.window.shown.document.solution is not None
    assert len(driver.window.shown.solving.segments) == 25


def test_what_was_drawn_is_dropped_with_the_puzzle_it_was_drawn_for(
    driver: Driver, tmp_path: Path
) -> None:
    path = tmp_path / "drawn.json"
    path.write_text(
        '{"flowdesk": 1, "kind": "flow", "width": 3, "height": 1, "drawn": {"R": [[0, 0]]},'
        ' "endpoints": [{"label": "R", "cells": [[0, 0], [2, 0]]}]}'
    )
    driver.window.files.open_path(path)
    driver.key("Control-Shift-Delete", "Control-s")
    assert driver.window.files.open_path(path)
    assert not driver.level.endpoints


def test_a_dialog_brings_up_a_window_that_is_not_shown_yet(driver: Driver, tmp_path: Path) -> None:
    driver.window.root.withdraw()

    def answer(dialog: Dialog) -> None:
        assert driver.window.root.state() == "normal"
        button(dialog, "OK").invoke()

    driver.asked(lambda: driver.window.files.open_path(tmp_path / "missing.txt"), answer)
