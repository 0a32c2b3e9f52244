"""The dialogs for files and colours: by pointer, keys, letters and numbers."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk

import pytest

from flowdesk.app.dialogs import file_chooser
from flowdesk.app.dialogs.fields import ColorDialog, ask_color
from flowdesk.app.dialogs.file_chooser import FileChooser, places
from flowdesk.app.dialogs.files import ask_folder, ask_name, ask_new_name
from flowdesk.app.dialogs.folder_list import FolderList
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.settings import Settings
from tests.driver import Driver, button, entries, fill_in, parts_of, retype, texts

TYPES = [("Puzzles", "*.txt *.json"), ("All files", "*")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two puzzles, other files and a folder."""
    folder = tmp_path / "puzzles"
    (folder / "more").mkdir(parents=True)
    for name in ("level10.txt", "level9.txt", "notes.md", ".hidden.txt"):
        (folder / name).write_text("3 1\nR.R\n")
    os.utime(folder / "level9.txt", (10**9, 10**9))
    return folder


def choosing(driver: Driver, work: Callable[[FileChooser], None]) -> None:
    """Do this with the next dialog for files, as soon as its folder is listed."""

    def begin(dialog: FileChooser) -> None:
        driver.wait_until(lambda: dialog.list.names, "the folder is listed")
        work(dialog)

    driver.when_asked(begin, for_file=True)


def test_a_file_is_found_by_letters_seen_and_opened_with_enter(
    driver: Driver, folder: Path
) -> None:
    def work(dialog: FileChooser) -> None:
        assert dialog.list.names == ["more", "level9.txt", "level10.txt"], "folders, then counted"
        driver.key("l", "e", "v", "e", "l", "1")
        assert dialog.list.chosen
        assert dialog.list.chosen.name == "level10.txt"
        driver.wait_until(lambda: "3 × 1" in texts(dialog), "it is described")
        driver.wait_until(lambda: dialog._picture["image"], "its level is shown")
        driver.key("Return")

    choosing(driver, work)
    assert ask_name(driver.window.root, "Open", TYPES, folder) == folder / "level10.txt"


def test_types_hidden_files_and_the_order_are_chosen(driver: Driver, folder: Path) -> None:
    def work(dialog: FileChooser) -> None:
        types = entries(dialog)[2]
        assert isinstance(types, ttk.Combobox)
        types.set("All files")
        types.event_generate("<<ComboboxSelected>>")
        driver.wait_until(lambda: "notes.md" in dialog.list.names, "it is listed as well")
        dialog.hidden.invoke()
        driver.wait_until(lambda: ".hidden.txt" in dialog.list.names, "so are hidden files")
        tree = dialog.list.tree
        x, y = tree.winfo_width() - 30, 12  # on the heading of the times
        driver.wait_until(lambda: tree.identify_region(x, y) == "heading", "it is painted")
        for event in ("<ButtonPress-1>", "<ButtonRelease-1>"):
            tree.event_generate(event, x=x, y=y)
        driver.wait_until(lambda: dialog.list.names[-1] == "level9.txt", "the oldest is the last")
        driver.key("Escape")

    choosing(driver, work)
    assert ask_name(driver.window.root, "Open", TYPES, folder) is None


def test_folders_are_gone_through_by_keys_and_by_typing(driver: Driver, folder: Path) -> None:
    def work(dialog: FileChooser) -> None:
        driver.key("BackSpace")
        driver.wait_until(lambda: "puzzles" in dialog.list.names, "the folder above is listed")
        assert dialog.list.chosen
        assert dialog.list.chosen.name == "puzzles", "where it came from"
        driver.key("Return")
        driver.wait_until(lambda: "more" in dialog.list.names, "it is entered again")
        field = entries(dialog)[0]
        driver.key("slash")
        assert field.get() == "/"
        driver.key("Control-l")
        assert driver.root.focus_get() is field
        fill_in(dialog, str(folder / "missing"))
        assert "There is no file missing." in texts(dialog)
        fill_in(dialog, str(folder / "more"))
        driver.wait_until(lambda: field.get() == str(folder / "more"), "it is entered")
        fill_in(dialog, "../level9.txt")

    choosing(driver, work)
    found = ask_name(driver.window.root, "Open", TYPES, folder)
    assert found
    assert found.resolve() == folder / "level9.txt"


def test_a_name_to_save_gets_a_suffix_and_replaces_only_after_a_question(
    driver: Driver, folder: Path
) -> None:
    def work(dialog: FileChooser) -> None:
        field = entries(dialog)[1]
        assert field.get() == "mine.txt"
        fill_in(dialog, "")
        assert "Type a name" in texts(dialog)
        driver.when_asked(lambda question: button(question, "Cancel").invoke())
        fill_in(dialog, "level9")
        assert dialog.winfo_exists(), "it was not replaced"
        driver.when_asked(lambda question: button(question, "Replace").invoke())
        fill_in(dialog, "level9")

    choosing(driver, work)
    chosen = ask_new_name(driver.window.root, "Save", TYPES, "mine.txt", folder)
    assert chosen == (folder / "level9.txt", "Puzzles")


def test_a_folder_is_made_and_chosen(driver: Driver, folder: Path) -> None:
    def name(dialog: object) -> None:
        field = entries(dialog)[0]  # type: ignore[arg-type]  # the dialog of the new folder
        retype(field, "new one")
        field.event_generate("<Return>")

    def work(dialog: FileChooser) -> None:
        driver.when_asked(name)
        button(dialog, "New folder").invoke()
        driver.wait_until(lambda: entries(dialog)[0].get().endswith("new one"), "it is entered")
        button(dialog, "Choose").invoke()

    choosing(driver, work)
    assert ask_folder(driver.window.root, "Folder", folder) == folder / "new one"
    assert (folder / "new one").is_dir()


def test_a_folder_that_was_typed_is_chosen_by_a_second_enter(driver: Driver, folder: Path) -> None:
    def work(dialog: FileChooser) -> None:
        up = parts_of(dialog, ttk.Button)[0]
        dark = up.cget("image")
        driver.window.theming.choose("light")
        driver.wait_until(lambda: up.cget("image") != dark, "it has the ink of the theme")
        field = entries(dialog)[0]
        retype(field, str(folder / "more"))
        field.focus_force()
        field.event_generate("<Return>")
        driver.wait_until(lambda: field.get().endswith("more"), "it is there")
        driver.root.update()
        driver.key("Return")

    choosing(driver, work)
    assert ask_folder(driver.window.root, "Folder", folder) == folder / "more"


def test_a_folder_that_is_gone_and_odd_names_do_no_harm(driver: Driver, folder: Path) -> None:
    odd = os.fsencode(folder / "more") + b"/a\nb\xff.txt"
    Path(os.fsdecode(odd)).write_text("3 1\nR.R\n")

    def work(dialog: FileChooser) -> None:
        assert entries(dialog)[0].get() == str(folder / "more"), "the nearest that is there"
        assert dialog.list.names == ["a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}.txt"]
        driver.key("Return")

    choosing(driver, work)
    gone = folder / "more" / "gone" / "too"
    assert ask_name(driver.window.root, "Open", TYPES, gone) == Path(os.fsdecode(odd))


@pytest.mark.slow
def test_the_window_answers_while_a_long_folder_is_listed(driver: Driver, tmp_path: Path) -> None:
    for number in range(50_000):
        (tmp_path / f"{number}.txt").touch()

    def work(dialog: FileChooser) -> None:
        assert len(dialog.list.names) < 50_000, "the first ones are there before the last"
        driver.key("4", "9", "9", "Escape")

    choosing(driver, work)
    assert ask_name(driver.window.root, "Open", TYPES, tmp_path) is None


def faint(dialog: FileChooser) -> list[str]:
    """The names that are listed as those of other files than what is asked for."""
    tree = dialog.list.tree
    rows = (tree.item(row) for row in tree.get_children())
    return [str(row["text"]).strip() for row in rows if "other" in row["tags"]]


def test_who_chooses_a_folder_or_a_name_sees_what_is_there(driver: Driver, folder: Path) -> None:
    def choose(dialog: FileChooser) -> None:
        assert faint(dialog) == ["level9.txt", "level10.txt", "notes.md"]
        assert dialog.list.chosen
        assert dialog.list.chosen.name == "more"
        driver.key("Down", "Return")
        assert dialog.winfo_exists(), "a file is no folder"
        button(dialog, "Choose").invoke()

    choosing(driver, choose)
    assert ask_folder(driver.window.root, "Folder", folder) == folder

    def save(dialog: FileChooser) -> None:
        assert faint(dialog) == ["notes.md"]
        dialog.list.tree.focus_force()
        driver.key("Down", "Down", "Down")
        assert entries(dialog)[1].get() == "notes.md", "its name is taken over"
        driver.key("Escape")

    choosing(driver, save)
    ask_new_name(driver.window.root, "Save", TYPES, "mine.txt", folder)


def test_the_places_are_those_that_there_are_each_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert all(path.is_dir() for _, _, path in places())
    assert shipped("puzzles") in [path for _, _, path in places()]
    other = tmp_path / "other"
    other.mkdir()
    link = tmp_path / "link"
    link.symlink_to(other)
    recent = [shipped("puzzles") / "a.txt", other / "b.txt", link / "c.txt"]
    settings = Settings(recent=tuple(map(str, recent)))
    monkeypatch.setattr(file_chooser, "load_settings", lambda: settings)
    folders = [path.resolve() for *_, path in places()]
    assert len(set(folders)) == len(folders)
    assert other.resolve() in folders


def test_a_colour_is_typed_taken_from_the_usual_ones_or_asked_of_the_system(
    driver: Driver,
) -> None:
    def work(dialog: ColorDialog) -> None:
        driver.key("n", "o", "Return")
        assert "#4a90d9" in texts(dialog), "how to write one"
        dialog.text.set("#F00")
        assert dialog.swatches["#ff0000"]["text"], "it is marked"
        dialog.swatches["#ffffff"].invoke()
        assert not dialog.swatches["#ff0000"]["text"]
        assert dialog.color() == "#ffffff"
        dialog.text.set("#654321")
        dialog.after(50, lambda: dialog.tk.call(".__tk__color.bot.ok", "invoke"))
        button(dialog, "Other colours ...").invoke()
        assert dialog.color() == "#654321"
        for event in ("Press", "Release", "Press"):
            dialog.swatches["#ff0000"].event_generate(f"<Button{event}-1>", x=9, y=9)

    driver.when_asked(work)
    assert ask_color(driver.window.root, "A colour", "#123456") == "#ff0000"
    driver.when_asked(lambda dialog: button(dialog, "Cancel").invoke())
    assert ask_color(driver.window.root, "A colour") is None


def test_nothing_of_the_folder_before_is_chosen_while_another_one_is_read(
    driver: Driver, folder: Path
) -> None:
    files = FolderList(driver.window.root, lambda listed: None, lambda listed: None)
    files.show(folder)
    driver.wait_until(lambda: files.chosen, "the folder is listed")
    files.show(folder / "more")
    assert files.chosen is None
    files.destroy()
