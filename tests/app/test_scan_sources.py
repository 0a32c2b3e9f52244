"""Pictures from the clipboard, the screen and folders, in the real window."""

from __future__ import annotations

import io
import os
import tkinter as tk
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PIL import Image, ImageTk

import flowdesk
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.scan.batch_window import BatchWindow
from flowdesk.app.scan.dialog import ScanDialog
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.pictures.picture import copy_png, picture_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.desk.scans.batch import TABLE, ScanRow, read_table
from flowdesk.desk.scans.scan import Dots, dots_of
from flowdesk.formats.registry import write_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.scan.loading import grab_screen, on_clipboard
from flowdesk.scan.reading import Certainty
from tests.app.test_packs import browser_of
from tests.driver import Driver, answering, button, texts
from tests.processes import ROOT, run
from tests.samples import SMALL, level_of

OTHER: Level = flowdesk.load(ROOT / "puzzles" / "05x05-first-steps.txt")[0]


def a_picture(path: Path, level: Level) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(picture_bytes(level, None, Style(cell=40)))
    return path


def accepting(driver: Driver, answer: str = "Open") -> list[str]:
    """Accept what was read in the next picture; its title is in the list."""
    seen: list[str] = []

    def accept(dialog: Dialog) -> None:
        assert isinstance(dialog, ScanDialog)
        seen.append(dialog.title())
        accepts = button(dialog, answer)
        driver.wait_until(lambda: accepts.instate(["!disabled"]), "the picture was read")
        accepts.invoke()
        driver.wait_until(lambda: not dialog.winfo_exists(), "the solver agrees")

    driver.when_asked(accept)
    return seen


# The clipboard


def is_on_clipboard() -> bool:
    try:
        return on_clipboard() is not None
    except FlowDeskError:  # xclip does not answer yet
        return False


def test_a_copied_picture_is_pasted(driver: Driver, xclip: str) -> None:
    copy_png(picture_bytes(SMALL, None, Style(cell=40)))
    driver.wait_until(is_on_clipboard, "xclip, in the background, has the picture")
    driver.root.update()  # Tk learns that it has lost the clipboard
    seen = accepting(driver)
    driver.key("Control-v")
    driver.wait_until(lambda: driver.level.endpoints == SMALL.endpoints, "the level is there")
    assert "Clipboard" in seen[0]
    assert not driver.level.about.keys() & {"title", "picture"}
    assert driver.window.shown.document.path is None


def test_a_picture_is_asked_for_without_waiting_even_of_this_very_window(
    driver: Driver, xclip: str, tmp_path: Path
) -> None:
    root, uri = driver.root, a_picture(tmp_path / "a b.png", SMALL).as_uri()
    root.selection_own(selection="CLIPBOARD")
    root.selection_handle(lambda first, count: uri, selection="CLIPBOARD", type="text/uri-list")
    try:
        seen = accepting(driver)
        driver.key("Control-v")
        driver.wait_until(lambda: driver.level.endpoints == SMALL.endpoints, "the level is there")
    finally:
        root.selection_clear(selection="CLIPBOARD")
    assert "a b.png" in seen[0]


def test_without_a_picture_on_the_clipboard_that_is_said(driver: Driver) -> None:
    driver.copied("no picture")
    asked = answering(driver, "OK")
    driver.window.importing.commands["Import from clipboard"].run()
    assert "no picture on the clipboard" in asked[0]


@pytest.mark.skipif(os.name == "nt", reason="Windows needs no program for this")
def test_without_the_programs_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    with pytest.raises(FlowDeskError, match="install wl-clipboard"):
        on_clipboard()
    with pytest.raises(FlowDeskError, match="install gnome-screenshot"):
        grab_screen()
    monkeypatch.setenv("WAYLAND_DISPLAY", "")
    with pytest.raises(FlowDeskError, match="install xclip"):
        on_clipboard()
    monkeypatch.setenv("DISPLAY", "")
    with pytest.raises(FlowDeskError, match="no screen"):
        grab_screen()


# The screen


@contextmanager
def another_program(driver: Driver, level: Level, x: int, y: int) -> Iterator[tuple[int, int]]:
    """Show a board in a window that is not ours to hide; yield the size of the picture."""
    window = tk.Toplevel(driver.root)
    window.overrideredirect(True)
    image = Image.new("RGB", (500, 460), "#224")
    board = a_board(level)
    image.paste(board, (50, 60))
    photo = ImageTk.PhotoImage(image, master=window)
    tk.Label(window, image=photo, borderwidth=0).pack()
    window.geometry(f"+{x}+{y}")
    driver.root.update()
    yield board.size
    window.destroy()


def a_board(level: Level) -> Image.Image:
    return Image.open(io.BytesIO(picture_bytes(level, None, Style(cell=50)))).convert("RGB")


def test_a_part_of_the_screen_is_dragged_out_or_the_board_found_is_clicked(
    driver: Driver, xdotool: str
) -> None:
    def pointer(*words: object) -> None:
        run([xdotool, *words], check=True)
        driver.root.update()

    def grab() -> None:
        driver.view.focus_force()
        driver.key("Control-Shift-I")
        driver.wait_until(lambda: driver.window.importing.grab.chooser, "the screen is dimmed")
        assert driver.window.root.state() == "withdrawn"

    with another_program(driver, SMALL, 300, 150) as size:
        grab()
        run([xdotool, "key", "Escape"], check=True)
        driver.wait_until(lambda: driver.window.root.state() == "normal", "it is cancelled")
        assert driver.window.status.message == "Nothing was grabbed."

        grab()
        seen = accepting(driver)
        pointer("mousemove", 330, 190, "mousedown", 1)
        pointer("mousemove", 500, 300)
        pointer("mousemove", 370 + size[0], 230 + size[1])
        shown = f"{40 + size[0]} × {40 + size[1]}"
        driver.wait_until(lambda: shown in texts(chooser(driver)), "the size is shown")
        pointer("mouseup", 1)
        driver.wait_until(lambda: driver.level.endpoints == SMALL.endpoints, "the level is there")
        assert "Screen" in seen[0]

        driver.window.shown.document.new(Level(5, 5))
        grab()
        proposal = "take this board"
        driver.wait_until(lambda: proposal in texts(chooser(driver)), "the board is proposed")
        accepting(driver)
        pointer("mousemove", 10, 10, "click", 1)  # not in the board
        pointer("mousemove", 20, 20, "mousedown", 1, "mousemove", 320, 23, "mouseup", 1)  # thin
        pointer("mousemove", 400, 300, "click", 1)
        driver.wait_until(lambda: driver.level.endpoints == SMALL.endpoints, "it was taken")
        assert "title" not in driver.level.about


def test_a_grab_can_be_cancelled_while_the_dimmed_screen_appears(driver: Driver) -> None:
    for is_later in (False, True):

        def cancel(event: tk.Event[tk.Misc], is_later: bool = is_later) -> None:
            if event.widget is driver.window.importing.grab.chooser:
                press = partial(event.widget.event_generate, "<ButtonPress-3>")
                event.widget.after_idle(press) if is_later else press()

        driver.root.bind_class("Toplevel", "<Visibility>", cancel)
        driver.view.focus_force()
        driver.key("Control-Shift-I")
        driver.wait_until(lambda: driver.window.root.state() == "withdrawn", "the window hides")
        driver.wait_until(lambda: driver.window.root.state() == "normal", "it is back")
        driver.root.unbind_class("Toplevel", "<Visibility>")
        assert driver.window.status.message == "Nothing was grabbed."
        driver.window.shell.say("")


def chooser(driver: Driver) -> tk.Misc:
    shown = driver.window.importing.grab.chooser
    assert shown
    return shown


# Many pictures


def batch_of(driver: Driver, *names: Path) -> BatchWindow:
    """The window of several pictures after they were dropped."""
    driver.window.drops.open([str(name) for name in names])
    driver.wait_until(lambda: not driver.window.background.running, "folders are looked through")
    driver.root.update()
    window = driver.window.importing.batch
    assert window
    return window


def test_several_pictures_become_a_pack_and_are_corrected(driver: Driver, tmp_path: Path) -> None:
    folder = tmp_path / "shots"
    wrong = level_of("R.R B.. ..B")
    names = [
        a_picture(folder / "1.png", SMALL),
        a_picture(folder / "2.png", wrong),
        a_picture(folder / "3.png", OTHER),
    ]
    window = batch_of(driver, *names)
    assert "3 pictures" in texts(window.top)
    assert not (folder / "levels").exists()  # nothing is written before Start is pressed
    button(window.top, "Start").invoke()
    driver.wait_until(lambda: "Done:" in texts(window.top), "all are read")
    assert "Done: 2 sure, 1 to check." in texts(window.top)
    levels = folder / "levels"
    assert flowdesk.load(levels / "1.txt")[0].endpoints == SMALL.endpoints

    def correct(dialog: Dialog) -> None:
        assert isinstance(dialog, ScanDialog)
        keeps = button(dialog, "Keep")  # its words change with the solver's answer
        driver.wait_until(lambda: dialog.canvas and dialog.judging.scan, "the picture was read")
        canvas = dialog.canvas
        assert canvas
        canvas.draft.set_dot((2, 0), "")
        canvas.draft.set_dot((0, 2), "#ff0000")
        keeps.invoke()
        driver.wait_until(lambda: "doubts" in str(keeps.cget("text")), "it has no solution")
        dialog.event_generate("<Return>")

    def keep_again(dialog: Dialog) -> None:
        assert isinstance(dialog, ScanDialog)
        keeps = button(dialog, "Keep")
        driver.wait_until(lambda: dialog.judging.scan, "the picture was read")
        assert dialog.judging.scan
        kept.append(dots_of(dialog.judging.scan.puzzle))
        keeps.invoke()
        if dialog.winfo_exists():  # the solver is at work still: do not wait for it
            keeps.invoke()

    def row() -> ScanRow:
        return {row.picture: row for row in read_table(levels / TABLE)}["2.png"]

    kept: list[Dots] = []
    second = levels / "2.txt"
    second.write_text(second.read_text().replace("title: 2", "title: Mine"))
    driver.when_asked(correct)  # the one to check is chosen already
    driver.key("Return")
    driver.wait_until(lambda: "2.png was corrected" in texts(window.top), "it is kept")
    corrected = flowdesk.load(second)[0]
    assert corrected.endpoints == level_of("R.. B.. R.B").endpoints
    assert corrected.about["title"] == "Mine"
    assert row().status == Certainty.DOUBTFUL
    assert "no solution" in row().doubts
    driver.asked("Return", keep_again)
    driver.wait_until(lambda: kept and not window.is_busy, "it is kept again")
    assert kept == [dots_of(corrected)]  # what was corrected before, not what is read
    assert row().status == Certainty.DOUBTFUL
    assert "had not answered" in row().doubts
    walled = replace(corrected, walls=frozenset({((0, 0), (1, 0))}))
    write_file(second, [Entry(walled)])

    def keep_over_walls(dialog: Dialog) -> None:
        keep_again(dialog)
        asked.append(answering(driver, "Cancel"))

    asked: list[list[str]] = []
    driver.asked("Return", keep_over_walls)
    driver.wait_until(lambda: asked, "the walls are told")
    assert "2.txt has walls" in asked[0][0]
    assert flowdesk.load(second)[0].walls
    button(window.top, "Open pack").invoke()
    browser = browser_of(driver)
    driver.wait_until(lambda: len(browser.view.listing.levels) == 3, "the levels are listed")
    window.hide()


def test_reading_many_pictures_is_stopped_and_goes_on(driver: Driver, tmp_path: Path) -> None:
    folder = tmp_path / "shots"
    for number in range(2):
        a_picture(folder / f"{number}.png", SMALL)
    window = batch_of(driver, folder)
    window.start_or_stop()
    driver.key("Escape")
    assert "Stopped: nothing was read." in texts(window.top)
    window.start_or_stop()
    driver.wait_until(lambda: not window.is_busy, "all are read")
    for number in range(2, 4):
        a_picture(folder / f"{number}.png", OTHER)
    window = batch_of(driver, folder)
    window.start_or_stop()
    assert window.run
    assert list(window.run.rows) == [0, 1]
    driver.wait_until(lambda: not window.is_busy, "the others are read as well")
    assert "Done: 4 sure." in texts(window.top)
    levels = sorted(path.name for path in (folder / "levels").glob("*.txt"))
    assert levels == ["0.txt", "2.txt"]  # each level once
    window.hide()


def test_looking_for_pictures_in_a_folder_is_stopped(driver: Driver, tmp_path: Path) -> None:
    a_picture(tmp_path / "shots" / "1.png", SMALL)
    assert driver.window.importing.open_folder(tmp_path / "shots")
    assert driver.window.background.stop()
    assert "Nothing was imported" in driver.window.status.message
    driver.root.update()
    assert driver.window.importing.batch is None


def test_a_dropped_picture_opens_its_level(driver: Driver, tmp_path: Path) -> None:
    seen = accepting(driver)
    driver.window.drops.open([a_picture(tmp_path / "1.png", SMALL).as_uri()])
    driver.wait_until(lambda: driver.level.endpoints == SMALL.endpoints, "the level is there")
    assert "1.png" in seen[0]
    assert driver.window.shown.document.path is None  # saving must not overwrite the picture


def test_a_folder_is_a_list_of_pictures_or_else_a_pack(driver: Driver, tmp_path: Path) -> None:
    a_picture(tmp_path / "pack" / "1.png", SMALL)
    (tmp_path / "pack" / "level.txt").write_text("R.\n.R\n")
    driver.window.drops.open([str(tmp_path / "pack")])
    assert driver.window.importing.batch is None
    browser = browser_of(driver)
    assert browser.pack.path == tmp_path / "pack", "it has a puzzle, too"
    (tmp_path / "empty").mkdir()
    assert driver.window.importing.open_folder(tmp_path / "empty")
    driver.wait_until(
        lambda: browser.pack.path == tmp_path / "empty", "there are no pictures in it"
    )
    a_picture(tmp_path / "shots" / "1.png", SMALL)
    driver.window.importing.open_folder(tmp_path / "shots")
    driver.wait_until(lambda: driver.window.importing.batch, "there are pictures in it")
    window = driver.window.importing.batch
    assert window
    assert "1 picture in" in texts(window.top)
    window.hide()
