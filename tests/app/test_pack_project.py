"""A pack as a project: what it says about itself, titles with their files, and what is written."""

from __future__ import annotations

import json
import tkinter as tk
from pathlib import Path
from tkinter import ttk
from typing import Any

import pytest

from flowdesk.app.dialogs.fields import ask_about
from flowdesk.desk.packs.manifest import PackAbout, about_of
from flowdesk.desk.packs.pack import Pack
from tests.app.test_packs import OPENED, browse, browser_of, shown
from tests.core.test_storage import folder
from tests.driver import (
    Driver,
    button,
    choose_folder,
    entries,
    fill_in,
    parts_of,
    retype,
    texts,
)
from tests.packs import FOLDER, box, files, trash

__all__ = ["box", "folder", "trash"]  # fixtures

SPIRALS = PackAbout("Spirals", "Änne", "{number}. {title}", 4, "Two\nlines.")


def fill(dialog: Any, about: PackAbout) -> None:
    """Fill in the dialog about a pack, and accept it."""
    texts = about.title, about.author, about.pattern, str(about.colors)
    for field, text in zip(entries(dialog), texts, strict=True):
        retype(field, text)
    notes = parts_of(dialog, tk.Text)[0]
    notes.delete("1.0", "end")
    notes.insert("1.0", about.notes)
    button(dialog, "Save").invoke()


def retitle(driver: Driver, title: str) -> None:
    """Rename the open puzzle in the main window."""

    def work(dialog: Any) -> None:
        (field,) = entries(dialog)
        retype(field, title)
        button(dialog, "Rename").invoke()

    driver.when_asked(work)
    driver.view.focus_force()
    driver.key("Control-N")


def test_the_browser_asks_what_a_pack_says_and_undo_takes_it_back(
    driver: Driver, box: Path
) -> None:
    browser = browse(driver, box)
    driver.asked("Control-i", lambda dialog: fill(dialog, SPIRALS))
    assert about_of(box) == SPIRALS
    assert "Spirals: saved." in texts(browser.top)
    driver.key("Control-z")
    assert files(box) == FOLDER


def test_return_begins_a_line_of_notes_and_a_wrong_number_of_colours_is_told(
    driver: Driver,
) -> None:
    def work(dialog: Any) -> None:
        colors = entries(dialog)[3]
        retype(colors, "many")
        button(dialog, "Save").invoke()
        assert "whole number of colours" in texts(dialog)
        colors.delete(0, "end")
        notes = parts_of(dialog, tk.Text)[0]
        notes.focus_force()
        driver.key("a", "Return", "b")
        button(dialog, "Save").invoke()

    driver.when_asked(work)
    asked = ask_about(driver.root, PackAbout("box"))
    assert asked
    assert asked.notes == "a\nb"


def test_the_open_puzzle_is_renamed_with_its_file_and_window_and_browser_undo_it(
    driver: Driver, box: Path
) -> None:
    driver.window.files.open_path(box / "beta.txt")
    retitle(driver, "Spiral")
    document = driver.window.shown.document
    assert (document.path, document.level.title) == (box / "spiral.txt", "Spiral")
    assert document.is_saved
    assert "in spiral.txt" in texts(driver.root)
    driver.key("Control-z")
    driver.wait_until(lambda: document.path == box / "beta.txt", "undo takes it back")
    driver.key("Control-Shift-Z")
    driver.wait_until(lambda: document.path == box / "spiral.txt", "redo repeats it")
    driver.key("Control-b")
    browser = browser_of(driver)
    shown(browser)
    assert f"{OPENED}spiral.txt" in texts(browser.view.table)
    driver.key("Control-z")
    assert document.path == box / "beta.txt"
    assert files(box) == FOLDER


def test_f2_in_the_row_renames_what_is_selected_and_chooses_no_tool_or_colour(
    driver: Driver, box: Path
) -> None:
    driver.window.files.open_path(box / "beta.txt")
    driver.root.update()
    edit = driver.window.tab.session.edit
    edit.choose_tool(edit.tools[1])  # F2 chooses the first one
    tool, edit.item = edit.tool, next(iter(edit.level.pairs))  # which has both its endpoints
    item, row = edit.item, driver.window.pack_strip.row
    titles = iter(("Spiral", "Knot"))

    def work(dialog: Any) -> None:
        (field,) = entries(dialog)
        retype(field, next(titles))
        button(dialog, "Rename").invoke()

    for selected in (1, 0):  # the open one, and another one
        row.select([selected], selected)
        driver.when_asked(work)
        row.focus_set()
        driver.key("F2")
    assert [*Pack(box).index.names] == ["knot.txt", "spiral.txt", "gamma.txt"]
    assert driver.window.shown.document.path == box / "spiral.txt"
    assert driver.window.tab.session.edit.tool == tool
    assert driver.window.tab.session.edit.item == item


def test_a_puzzle_without_a_file_has_no_pack(driver: Driver) -> None:
    driver.view.focus_force()
    driver.key("Control-N")
    assert "Save the puzzle first" in texts(driver.root)


def test_new_puzzles_have_the_author_and_the_number_of_colours_of_the_pack(
    driver: Driver, box: Path
) -> None:
    about = {"flowdesk-pack": 1, "author": "Änne", "colors": 4}
    (box / "pack.json").write_text(json.dumps(about))
    driver.window.files.open_path(box / "beta.txt")
    seen: list[str] = []

    def look(dialog: Any) -> None:
        seen.extend(field.get() for field in entries(dialog))
        button(dialog, "Cancel").invoke()

    driver.when_asked(look)
    driver.view.focus_force()
    driver.key("Control-g")
    assert seen[1:4] == ["3", "2", "4"], "width and height of the board, and colours"
    driver.when_asked(lambda dialog: button(dialog, "Create").invoke())
    driver.view.focus_force()
    driver.key("Control-n")
    assert driver.level.about == {"author": "Änne"}


def test_generate_begins_with_the_size_of_a_new_board(driver: Driver) -> None:
    seen: list[str] = []

    def make(dialog: Any) -> None:
        sides = [field for field in entries(dialog) if isinstance(field, ttk.Spinbox)]
        for field, side in zip(sides, ("6", "4"), strict=True):
            retype(field, side)
        button(dialog, "Create").invoke()

    def look(dialog: Any) -> None:
        seen.extend(field.get() for field in entries(dialog))
        button(dialog, "Cancel").invoke()

    driver.asked("Control-n", make)
    driver.asked("Control-g", look)
    assert seen[1:3] == ["6", "4"]


@pytest.mark.parametrize(("name", "begin"), [("r.html", "<!DOCTYPE html>"), ("r.csv", "number,")])
def test_a_report_of_what_is_shown_is_written(
    driver: Driver, box: Path, name: str, begin: str
) -> None:
    (box / "broken.txt").write_text("R..\n..\n")
    browser = browse(driver, box)
    shown(browser)
    driver.when_asked(lambda dialog: fill_in(dialog, str(box.parent / name)), for_file=True)
    driver.key("Control-r")
    text = (box.parent / name).read_text()
    assert text.startswith(begin)
    assert "beta.txt" in text
    assert ("broken.txt" in text) == (name == "r.html"), "what cannot be read is no row"
    assert f"Written to {box.parent / name}" in texts(browser.top)


def test_a_picture_of_each_puzzle_is_written_into_a_folder(driver: Driver, box: Path) -> None:
    target = box.parent / "pictures"
    target.mkdir()
    (target / "beta.png").write_bytes(b"old")
    driver.window.shell.remember(export_suffix=".png")
    browser = browse(driver, box)
    shown(browser)

    choose_folder(driver, target)
    driver.asked("Control-e", lambda dialog: button(dialog, "Replace").invoke())
    driver.wait_until(lambda: "3 pictures in" in texts(browser.top), "they are written")
    assert sorted(path.name for path in target.iterdir()) == ["alpha.png", "beta.png", "gamma.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in target.iterdir())
