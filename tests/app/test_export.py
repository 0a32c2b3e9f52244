"""Pictures from the real window: as files, on the clipboard, on pages to print."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from subprocess import DEVNULL
from tkinter import ttk

import pytest
from PIL import Image, ImageChops, ImageGrab, ImageStat

from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.dialogs.file_chooser import FileChooser
from flowdesk.app.dialogs.preview import Preview
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.settings import load_settings
from flowdesk.desk.pictures.booklet import Layout, booklet, pages
from flowdesk.desk.pictures.picture import FORMATS, copy_png, picture_bytes, scene_of
from flowdesk.desk.pictures.style import Style
from flowdesk.desk.pictures.themes import theme_named
from flowdesk.draw import raster
from flowdesk.draw.pdf import board_page, painted, pdf
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.theme import Look
from flowdesk.formats.registry import open_file, write_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.table import KINDS
from tests.app.test_packs import browse
from tests.driver import (
    Driver,
    answering,
    button,
    descendants,
    entries,
    fill_in,
    parts_of,
    retype,
    texts,
)
from tests.kind_samples import SAMPLES
from tests.packs import filled
from tests.processes import run, started
from tests.samples import SMALL, hard_level, level_of

_SIDE = 320  # pixels of a page

#: A puzzle of each kind, with one solution.
SMALL_OF = {key: SAMPLES[key].unique for key in KINDS}


def field(dialog: Dialog, label: str) -> ttk.Combobox | ttk.Spinbox | ttk.Entry:
    """The field in the row that begins with a label."""
    for widget in descendants(dialog):
        if isinstance(widget, ttk.Label) and widget.cget("text") == label:
            row = int(widget.grid_info()["row"])
            found = widget.master.grid_slaves(row=row, column=1)[0]
            assert isinstance(found, (ttk.Combobox, ttk.Spinbox, ttk.Entry))
            return found
    raise LookupError(f"there is no field {label!r}")


def choose(dialog: Dialog, values: dict[str, str]) -> None:
    """Set fields, by their labels."""
    for label, value in values.items():
        chosen = field(dialog, label)
        if isinstance(chosen, (ttk.Combobox, ttk.Spinbox)):
            chosen.set(value)
        else:
            retype(chosen, value)
        dialog.update()


def switch(dialog: Dialog, text: str) -> ttk.Checkbutton:
    """The switch whose text begins so."""
    for widget in descendants(dialog):
        if isinstance(widget, ttk.Checkbutton) and str(widget.cget("text")).startswith(text):
            return widget
    raise LookupError(f"there is no switch {text!r}")


def name_file(driver: Driver, path: Path, reply: str = "") -> None:
    """Type a name into the dialog for files, and answer its question, which must come then."""

    def choose(dialog: FileChooser) -> None:
        if reply:
            driver.when_asked(lambda question: button(question, reply).invoke())
        fill_in(dialog, str(path))
        if reply == "Cancel":
            button(dialog, "Cancel").invoke()

    driver.when_asked(choose, for_file=True)


def export(driver: Driver, path: Path, style: Style, *, solved: bool = False) -> None:
    """Write a picture of what is open, and wait until it is there."""
    solution = driver.window.shown.document.solution if solved else None
    driver.window.exporting.export_to(path, style, solution)
    driver.wait_until(lambda: not driver.window.background.running, "the picture is written")


def solved(driver: Driver, level: Level) -> None:
    """Open a level and solve it."""
    driver.window.shown.document.new(level)
    driver.solve()
    driver.key("Control-End")


def closed(dialog: Dialog) -> str:
    """Close a dialog; return what it said."""
    said = texts(dialog)
    dialog.event_generate("<Escape>")
    return said


def seen(dialog: Dialog) -> Image.Image:
    """What the dialog's preview shows on the screen."""
    preview = parts_of(dialog, Preview)[0]
    dialog.update()
    x, y = preview.winfo_rootx(), preview.winfo_rooty()
    box = (x, y, x + preview.winfo_width(), y + preview.winfo_height())
    return ImageGrab.grab(bbox=box).convert("RGB")


# Files


def test_the_picture_holds_what_the_window_shows(driver: Driver, tmp_path: Path) -> None:
    solved(driver, SMALL)
    target = tmp_path / "picture.png"
    export(driver, target, Style(cell=40), solved=True)
    shown = raster.paint(driver.view.scene, SpriteSheet(Look(driver.window.theming.theme, 40)))
    with Image.open(target) as written:
        assert written.convert("RGB").tobytes() == shown.tobytes()
    assert "picture.png" in driver.window.status.message
    for suffix in (".pdf", ".gif"):  # as on the command line
        target, style = target.with_suffix(suffix), Style(cell=20)
        export(driver, target, style, solved=True)
        solution = driver.window.shown.document.solution
        assert target.read_bytes() == picture_bytes(SMALL, solution, style, suffix)


def test_the_picture_is_chosen_named_and_written(driver: Driver, tmp_path: Path) -> None:
    driver.window.shown.document.new(SMALL)

    def answer(dialog: Dialog) -> None:
        choose(dialog, {"Cell size in pixels": "30", "Theme": "Light"})
        name_file(driver, tmp_path / "mine")
        dialog.event_generate("<Return>")

    driver.asked("Control-e", answer)
    driver.wait_until((tmp_path / "mine.png").exists, "the picture is written")
    style = Style(cell=30, theme="light")
    assert (tmp_path / "mine.png").read_bytes() == picture_bytes(SMALL, None, style)
    driver.key("Control-q")
    assert load_settings().export == style


def test_the_preview_follows_every_choice(driver: Driver) -> None:
    solved(driver, replace(SMALL, about={"title": "Small"}))
    labels = KINDS["flow"].words.names.labels

    def answer(dialog: Dialog) -> None:
        def changes(act: Callable[[], object], what: str) -> None:
            before = seen(dialog)
            act()
            driver.wait_until(
                lambda: ImageChops.difference(before, seen(dialog)).getbbox(), f"{what} is seen"
            )

        changes(switch(dialog, labels).invoke, "a label")
        changes(switch(dialog, "The solution").invoke, "the level without its solution")
        changes(switch(dialog, "Title").invoke, "the title")
        changes(lambda: choose(dialog, {"Theme": "Light"}), "the light theme")
        changes(lambda: choose(dialog, {"Background": "transparent"}), "the chequered ground")
        changes(lambda: choose(dialog, {"Cell size in pixels": "10"}), "a small picture")
        changes(
            lambda: choose(dialog, {"File type": "PDF page", "Paper": "A4"}),
            "the sheet of paper",
        )
        choose(dialog, {"File type": "GIF animation"})
        driver.wait_until(lambda: "seconds" in texts(dialog), "it is said how long it takes")
        first = seen(dialog)
        driver.wait_until(
            lambda: ImageChops.difference(first, seen(dialog)).getbbox(), "something moves"
        )
        dialog.event_generate("<Escape>")

    driver.asked("Control-e", answer)


def test_the_box_for_labels_is_ticked_where_the_theme_has_them(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)

    def answer(dialog: Dialog) -> None:
        box = switch(dialog, KINDS["flow"].words.names.labels)
        for theme, ticked in (("Light", False), ("Print", True), ("Dark", False)):
            choose(dialog, {"Theme": theme})
            shown = ["selected", "disabled"] if ticked else ["!selected", "!disabled"]
            driver.wait_until(partial(box.instate, shown), theme)
        dialog.event_generate("<Escape>")

    driver.asked("Control-e", answer)


def test_only_what_the_kind_of_file_knows_can_be_chosen(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    names = ["Cell size in pixels", "Paper", "Duration in seconds"]

    def answer(dialog: Dialog) -> dict[str, list[str]]:
        possible, height = {}, dialog.winfo_height()
        for kind in FORMATS.values():
            choose(dialog, {"File type": kind.name})
            possible[kind.suffix] = [
                name for name in names if field(dialog, name).instate(["!disabled"])
            ]
            assert dialog.winfo_height() == height
        dialog.event_generate("<Escape>")
        return possible

    assert driver.asked("Control-e", answer) == {
        ".png": names[:1],
        ".svg": names[:1],
        ".pdf": names[:2],
        ".gif": [names[0], names[2]],
        ".apng": [names[0], names[2]],
        ".webp": [names[0], names[2]],
    }


def test_what_cannot_be_written_is_told_in_the_dialog(driver: Driver) -> None:
    def answer(dialog: Dialog) -> str:
        choose(dialog, {"Cell size in pixels": "many"})
        dialog.event_generate("<Return>")
        assert "whole number" in texts(dialog)
        choose(dialog, {"Cell size in pixels": "900"})
        dialog.event_generate("<Return>")
        return closed(dialog)

    driver.window.shown.document.new(Level(100, 100))
    assert "too large" in driver.asked("Control-e", answer)


def test_a_solution_that_nobody_has_searched_for_is_found_for_the_picture(
    driver: Driver, tmp_path: Path
) -> None:
    driver.window.shown.document.new(SMALL)

    def answer(dialog: Dialog) -> None:
        choose(dialog, {"Cell size in pixels": "20"})
        driver.wait_until(lambda: "101 × 101 pixels" in texts(dialog), "the preview follows")
        before = seen(dialog)
        switch(dialog, "The solution").invoke()
        driver.wait_until(
            lambda: ImageChops.difference(before, seen(dialog)).getbbox(), "it is found"
        )
        name_file(driver, tmp_path / "solved.png")
        button(dialog, "Export ...").invoke()

    driver.asked("Control-e", answer)
    driver.wait_until((tmp_path / "solved.png").exists, "the picture is written")
    solution = driver.window.shown.document.solution
    assert solution is not None
    written = (tmp_path / "solved.png").read_bytes()
    assert written == picture_bytes(SMALL, solution, Style(cell=20))


def test_a_level_without_a_solution_or_that_is_not_complete_has_none_to_show(
    driver: Driver,
) -> None:
    driver.click((0, 0))

    def look(dialog: Dialog) -> None:
        shown = switch(dialog, "The solution")
        assert shown.instate(["disabled"])
        assert "not complete" in str(shown.cget("text"))
        dialog.event_generate("<Escape>")

    driver.asked("Control-e", look)
    driver.window.shown.document.new(level_of("RG GR"))

    def answer(dialog: Dialog) -> None:
        switch(dialog, "The solution").invoke()
        driver.wait_until(lambda: "no solution" in texts(dialog), "it is said")
        assert switch(dialog, "The solution").instate(["!selected"])
        dialog.event_generate("<Escape>")

    driver.asked("Control-e", answer)


# Names


def test_a_file_that_is_there_is_replaced_only_after_a_question(
    driver: Driver, tmp_path: Path
) -> None:
    driver.window.shown.document.new(SMALL)
    target = tmp_path / "mine.png"
    for reply, kept in (("Cancel", True), ("Replace", False)):
        target.write_bytes(b"old")

        def answer(dialog: Dialog, reply: str = reply) -> None:
            name_file(driver, target, reply)
            dialog.event_generate("<Return>")

        driver.asked("Control-e", answer)
        driver.wait_until(lambda: not driver.window.background.running, "it has ended")
        assert (target.read_bytes() == b"old") is kept

    target = tmp_path / "mine.v2.png"
    target.write_bytes(b"old")
    asked: list[str] = []

    def question(dialog: Dialog) -> None:
        asked.append(texts(dialog))
        button(dialog, "Cancel").invoke()

    def name_without_suffix(dialog: Dialog) -> None:
        name_file(driver, tmp_path / "mine.v2")
        driver.root.after(1, driver.when_asked, question)
        dialog.event_generate("<Return>")

    driver.asked("Control-e", name_without_suffix)
    assert "mine.v2.png" in asked[0]
    assert not driver.window.background.running
    assert target.read_bytes() == b"old"


# In the background


def test_escape_stops_what_takes_long_and_the_old_file_stays(
    driver: Driver, tmp_path: Path
) -> None:
    driver.window.shown.document.new(hard_level())
    target = tmp_path / "booklet.pdf"
    target.write_bytes(b"old")

    def answer(dialog: Dialog) -> None:
        switch(dialog, "Answers").invoke()
        name_file(driver, target, "Replace")
        dialog.event_generate("<Return>")

    driver.asked("Control-p", answer)
    driver.wait_until(driver.window.status.work.winfo_viewable, "it is shown that it takes long")
    driver.click((3, 3))  # the window can be used meanwhile
    assert (3, 3) in driver.level.endpoints
    driver.key("Escape")
    assert not driver.window.background.running
    assert "as it was" in driver.window.status.message
    driver.root.update()
    assert not driver.window.status.work.winfo_viewable()
    assert [path.name for path in tmp_path.glob("*.*")] == ["booklet.pdf"]
    assert target.read_bytes() == b"old"


def test_quitting_while_a_file_is_written_asks_first(driver: Driver, tmp_path: Path) -> None:
    solved(driver, SMALL)
    solution = driver.window.shown.document.solution
    driver.window.exporting.export_to(tmp_path / "a.webp", Style(cell=1000), solution)
    for answer in ("Wait", "Quit"):
        assert driver.window.background.running
        answering(driver, answer)
        driver.key("Control-q")
        assert driver.window.shell.ended is (answer == "Quit")
    assert list(tmp_path.glob("*.webp")) == []


def test_what_is_asked_for_meanwhile_is_made_next(driver: Driver, tmp_path: Path) -> None:
    driver.window.shown.document.new(SMALL)
    names = ["one.png", "two.svg", "three.pdf"]
    for name in names:
        driver.window.exporting.export_to(tmp_path / name, Style(), None)
    driver.wait_until(lambda: not driver.window.background.running, "all are written")
    assert all((tmp_path / name).stat().st_size > 100 for name in names)


def test_a_long_animation_shows_how_far_it_is_and_can_be_stopped(
    driver: Driver, tmp_path: Path
) -> None:
    solved(driver, SMALL)
    solution = driver.window.shown.document.solution
    driver.window.exporting.export_to(tmp_path / "a.apng", Style(cell=600), solution)
    bar, share = driver.window.status.work, driver.window.status.progress
    driver.wait_until(
        lambda: bar.winfo_viewable() and float(share.cget("value")) > 0, "some of it is done"
    )
    word = parts_of(bar, ttk.Label)[0]
    word.event_generate("<Button-1>")
    assert not driver.window.background.running
    assert not (tmp_path / "a.apng").exists()


def test_a_picture_that_cannot_be_written_is_told(driver: Driver, tmp_path: Path) -> None:
    driver.window.shown.document.new(SMALL)
    told = answering(driver, "OK")
    export(driver, tmp_path / "missing" / "mine.png", Style(cell=20))
    driver.wait_until(lambda: told, "it is said")
    assert "there is no folder" in told[0]


# The clipboard


def test_the_picture_on_the_board_is_copied(driver: Driver, tmp_path: Path, xclip: str) -> None:
    def is_on_clipboard(picture: bytes) -> bool:
        command = [xclip, "-selection", "clipboard", "-target", "image/png", "-o"]
        given = tmp_path / "given"
        with given.open("wb") as file, started(command, stdout=file, stderr=DEVNULL) as process:
            # As long as the clipboard is that of this window, it has to answer.
            driver.wait_until(lambda: process.poll() is not None, "xclip has an answer")
        return given.read_bytes() == picture

    def copied() -> bool:
        return "on the clipboard" in driver.window.status.message

    driver.window.shell.remember(export=Style(cell=20, theme=""))
    driver.window.shown.document.new(SMALL)
    driver.key("Control-Shift-E")
    driver.wait_until(copied, "the picture is copied")
    # xclip takes the clipboard over in the background.
    empty = picture_bytes(SMALL, None, Style(cell=20))
    driver.wait_until(lambda: is_on_clipboard(empty), "the level is there")
    solved(driver, SMALL)
    driver.key("Control-Shift-E")
    driver.wait_until(copied, "the solution is copied")
    drawn = picture_bytes(SMALL, driver.window.shown.document.solution, Style(cell=20))
    driver.wait_until(lambda: is_on_clipboard(drawn), "the solution is there")


def test_without_a_program_for_the_clipboard_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", "")
    for wayland, package in (("wayland-0", "wl-clipboard"), ("", "xclip")):
        monkeypatch.setenv("WAYLAND_DISPLAY", wayland)
        with pytest.raises(FlowDeskError, match=f"install {package}"):
            copy_png(b"")


# Booklets


def test_the_levels_of_a_file_are_printed_as_a_booklet(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "pack.json"
    write_file(path, [Entry(puzzle) for puzzle in (*SMALL_OF.values(), SMALL)])
    driver.window.files.open_path(path)

    def answer(dialog: Dialog) -> None:
        first = seen(dialog)
        choose(dialog, {"Title": "Three", "Puzzles per page": "2"})
        switch(dialog, "Answers").invoke()
        driver.wait_until(lambda: "2 pages" in texts(dialog), "the pages are counted")
        assert ImageChops.difference(first, seen(dialog)).getbbox()
        name_file(driver, tmp_path / "booklet")
        dialog.event_generate("<Return>")

    driver.asked("Control-p", answer)
    target = tmp_path / "booklet.pdf"
    driver.wait_until(target.exists, "the booklet is written")
    driver.wait_until(lambda: "booklet.pdf" in driver.window.status.message, "it says where")
    layout = Layout(per_page=2, answers=True, title="Three")
    assert target.read_bytes() == booklet(driver.window.shown.document.entries, layout)
    driver.key("Control-q")
    assert load_settings().booklet == Layout(per_page=2, answers=True)


def test_the_folder_of_the_open_puzzle_is_printed_or_it_alone(
    driver: Driver, tmp_path: Path
) -> None:
    pack = filled(tmp_path / "pack", {"one.txt": "R.R\n", "two.txt": "AA\n..\n"})
    driver.window.files.open_path(pack / "one.txt")

    def answer(dialog: Dialog) -> None:
        driver.wait_until(lambda: "2 puzzles on 1 page" in texts(dialog), "of all of the folder")
        assert "pack" in [entry.get() for entry in entries(dialog)]
        choose(dialog, {"Puzzles": "1 puzzle of this file"})
        driver.wait_until(lambda: "1 puzzle on 1 page" in texts(dialog), "of the file alone")
        dialog.destroy()

    driver.asked("Control-p", answer)


def test_a_pack_is_printed_from_its_browser_which_says_when_the_booklet_is_written(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = filled(tmp_path / "pack", {"one.txt": "R.R\n", "two.txt": "AA\n..\n"})
    browser = browse(driver, pack)

    def answer(dialog: Dialog) -> None:
        assert "2 puzzles on 1 page" in texts(dialog)
        driver.when_asked(lambda chooser: fill_in(chooser, str(tmp_path / "a.pdf")), for_file=True)
        dialog.event_generate("<Return>")

    said, bar = list[str](), browser.view.bar

    def say(text: str) -> None:
        said.append(text)
        type(bar).say(bar, text)

    monkeypatch.setattr(bar, "say", say)  # it may be written before the key is over
    driver.asked("Control-p", answer)
    assert [text for text in said if "is being written" in text]
    driver.wait_until(lambda: (tmp_path / "a.pdf").exists(), "it is written")
    driver.wait_until(lambda: "is being written" not in texts(browser.top), "it is said")


# Pages in the preview


def printed(data: bytes) -> Image.Image:
    """The first page of a PDF as another program shows it, as large as a preview."""
    command = ["pdftoppm", "-scale-to", str(_SIDE), "-png", "-singlefile", "-"]
    done = run(command, input=data, capture_output=True, check=True)
    return Image.open(io.BytesIO(done.stdout)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart, on average of blocks: of 255, between black and white."""
    small = [picture.convert("L").reduce(8) for picture in (one, other)]
    return ImageStat.Stat(ImageChops.difference(*small)).mean[0]


def test_pages_look_in_the_preview_as_they_are_printed(other_programs: None) -> None:
    entries, layout = (
        open_file(shipped("puzzles") / "packs" / "06x06.txt")[1],
        Layout(title="Sixes"),
    )
    scene = scene_of(replace(SMALL, about={"title": "Small"}), None, labels=True, caption=True)
    look = Look(theme_named("dark"), 48)
    for page, data in (
        (next(pages(entries, layout)), booklet(entries, layout)),
        (board_page(scene, look, "a5"), pdf(scene, look, "a5")),
    ):
        shown, real = painted(page, _SIDE), printed(data)
        assert shown.size == real.size
        assert difference(shown, real) < 5
        assert difference(ImageChops.offset(shown, 6, 6), real) > 10  # the measure tells places
