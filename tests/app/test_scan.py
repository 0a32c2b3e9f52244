"""Opening pictures: the dialog over them, by the real pointer, and what is corrected in it."""

from __future__ import annotations

import io
import os
import signal
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PIL import Image

from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.scan.canvas import ScanCanvas
from flowdesk.app.scan.dialog import ScanDialog
from flowdesk.app.scan.draft import Draft
from flowdesk.desk.scans.scan import ask_solver, headline, remarks_for, scan_of
from flowdesk.draw import raster
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.theme import DARK
from flowdesk.draw.theme import Look as BoardLook
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.table import board_scene
from flowdesk.scan.cells import Content
from flowdesk.scan.reading import Reading, judge, new_color, seen_color
from flowdesk.scan.samples import Lattice, Point
from flowdesk.scan.scan import read_board
from tests.driver import Driver, answering, button, entries, retype, texts
from tests.processes import run
from tests.samples import SMALL, level_of

_CELL = 48


def painted(level: Level) -> Image.Image:
    """The level as it is drawn here, on a page like that of a phone."""
    board = raster.paint(board_scene(level), SpriteSheet(BoardLook(DARK, _CELL)))
    page = Image.new("RGB", (board.width + 60, board.height + 300), "black")
    page.paste(board, (30, 150))
    return page


def photographed(level: Level) -> tuple[Image.Image, list[Point]]:
    """The level in perspective on a grey desk, and where its corners are."""
    board = raster.paint(board_scene(level), SpriteSheet(BoardLook(DARK, _CELL)))
    corners = [(120.0, 60.0), (350.0, 90.0), (330.0, 360.0), (90.0, 310.0)]
    desk = Lattice(((0, 0), (500, 0), (500, 420), (0, 420)), 500, 420)
    there = Lattice((corners[0], corners[1], corners[2], corners[3]), *board.size)
    # Each corner of the desk, seen from the board: where the map of the board is inverted.
    away = Lattice(tuple(there.place(corner) for corner in desk.corners), *desk.corners[2])  # type: ignore[arg-type]  # four of them
    size = 500, 420
    grey = Image.new("RGB", size, "#707070")
    how = Image.Transform.PERSPECTIVE, away.projection(*size), Image.Resampling.BICUBIC
    mask = Image.new("L", board.size, 255).transform(size, *how)
    grey.paste(board.transform(size, *how), mask=mask)
    return grey, corners


def as_file(image: Image.Image) -> bytes:
    written = io.BytesIO()
    image.save(written, "png")
    return written.getvalue()


class Desk:
    """A dialog over a picture, and hands to work in it."""

    def __init__(self, driver: Driver, dialog: ScanDialog) -> None:
        self.driver = driver
        self.dialog = dialog
        self.wait("the picture was read", lambda: dialog.judging.scan)

    @property
    def canvas(self) -> ScanCanvas:
        assert self.dialog.canvas
        return self.dialog.canvas

    def wait(self, what: str, condition: Callable[[], object]) -> None:
        self.driver.wait_until(condition, what)

    def wait_for(self, text: str) -> None:
        """Wait until a text is on the panel."""
        self.wait(f"it says {text!r}", lambda: text in texts(self.dialog.panel))

    def pointer(self, point: Point, *words: object) -> None:
        """Move the real pointer to a point of the picture, and use it there."""
        self.driver.root.update()
        x, y = self.canvas.place_of(point)
        x, y = x + self.canvas.winfo_rootx(), y + self.canvas.winfo_rooty()
        run(["xdotool", "mousemove", x, y, *words], check=True)

    def middle(self, column: int, row: int) -> Point:
        """The middle of a cell, counted from 1."""
        return self.canvas.draft.lattice.point(column - 0.5, row - 0.5)

    def press(self, name: str) -> None:
        button(self.dialog, name).invoke()


def open_picture(driver: Driver, picture: Image.Image, work: Callable[[Desk], None]) -> bool:
    """Import a picture, work in the dialog, and return whether a level was opened."""

    def act(dialog: Dialog) -> None:
        assert isinstance(dialog, ScanDialog)
        work(Desk(driver, dialog))

    driver.when_asked(act)
    opened = driver.window.importing.open_picture(picture, "shot.png")
    driver.raise_errors()
    return opened


def test_a_file_with_a_picture_is_read_and_opened_as_a_new_document(
    driver: Driver, tmp_path: Path
) -> None:
    path = tmp_path / "shot.png"
    path.write_bytes(as_file(painted(SMALL)))

    def act(dialog: Dialog) -> None:
        assert isinstance(dialog, ScanDialog)
        Desk(driver, dialog).wait_for("Certain")
        assert "Exactly one non-touching solution." in texts(dialog)
        assert "Nothing to check" in texts(dialog)
        button(dialog, "Open").invoke()

    driver.click((0, 0))
    before = driver.level
    driver.when_asked(act)
    assert driver.window.files.open_path(path)
    document = driver.window.shown.document
    assert driver.level.endpoints == SMALL.endpoints
    assert driver.level.is_same_puzzle(SMALL)
    assert (document.name, document.path, document.is_saved) == ("shot", None, False)
    assert str(path) in driver.window.shell.settings.recent
    driver.key("Control-Tab")
    assert driver.level is before, "unsaved work is left alone"


def test_the_handles_of_a_small_board_leave_its_cells_free_however_large_the_type(
    driver: Driver,
) -> None:
    def work(desk: Desk) -> None:
        canvas, lattice = desk.canvas, desk.canvas.draft.lattice
        driver.root.update()
        canvas._factor = 99
        for column in range(1, lattice.columns - 1):
            x, y = canvas.place_of(desk.middle(column + 1, lattice.rows // 2 + 1))
            assert canvas.corner_at(x, y) is None
        assert canvas.corner_at(*canvas.place_of(lattice.corners[2])) == 2
        desk.dialog.destroy()

    assert not open_picture(driver, painted(SMALL), work)


def test_a_photo_is_read_between_corners_that_the_pointer_sets(
    driver: Driver, xdotool: str
) -> None:
    photo, corners = photographed(SMALL)

    def work(desk: Desk) -> None:
        desk.wait_for("No board was found")
        desk.canvas.show_whole()
        for number in (2, 0, 1, 3):  # convex all the time
            before = desk.canvas.draft.lattice.corners[number]
            desk.pointer(before, "mousedown", 1)
            desk.wait("it is held", lambda: desk.canvas.draft.is_held)
            desk.pointer(corners[number])
            desk.pointer(corners[number], "mouseup", 1)
            desk.wait("it is released", lambda: not desk.canvas.draft.is_held)
        columns, rows = entries(desk.dialog.panel)
        for field in (columns, rows):
            field.focus_force()
            retype(field, "5")
        desk.driver.key("Return")
        desk.wait_for("Exactly one non-touching solution.")
        x, y = desk.canvas.draft.lattice.corners[0]
        desk.canvas.focus_force()
        driver.key("1", "Right", "Right")
        assert desk.canvas.draft.lattice.corners[0] == (x + 2, y)
        driver.key("Control-z")
        assert desk.canvas.draft.lattice.corners[0] == (x, y)
        desk.dialog.judging.settle()
        desk.press(str(desk.dialog._first.cget("text")))

    assert open_picture(driver, photo, work)
    assert driver.level.endpoints == SMALL.endpoints


def test_cells_are_cleared_and_set_and_judged_at_once(driver: Driver, xdotool: str) -> None:
    def work(desk: Desk) -> None:
        desk.wait_for("Certain")
        desk.pointer(desk.middle(1, 1), "click", 3)  # the first of R
        desk.wait_for("Not complete")
        assert "has no partner" in texts(desk.dialog.panel)
        driver.key("Control-z")
        desk.wait_for("Certain")
        desk.pointer(desk.middle(3, 3), "click", 1)
        desk.wait_for("Row 3, column 3")
        driver.key("r")
        desk.wait_for("The 3 dots at")
        driver.key("Delete")
        desk.wait_for("Certain")
        desk.press("Open")

    assert open_picture(driver, painted(SMALL), work)
    assert driver.level.endpoints == SMALL.endpoints


def click_link(panel: tk.Misc) -> None:
    """Click the first words of a panel that can be clicked."""
    text = next(child for child in panel.winfo_children() if isinstance(child, tk.Text))
    box = text.bbox(text.tag_ranges("link")[0])
    assert box
    text.event_generate("<Button-1>", x=box[0] + 2, y=box[1] + 2)
    panel.update()


def test_the_wheel_scrolls_and_zooms_the_picture(driver: Driver) -> None:
    def work(desk: Desk) -> None:
        desk.wait_for("Certain")
        canvas = desk.canvas
        across, down = canvas.bars.bars
        for wheel, state in (("<Button-4>", 0x4),) * 6 + (("<Button-5>", 0),):
            before = canvas.view
            canvas.event_generate(wheel, x=50, y=50, state=state)
            desk.driver.root.update()
            assert (canvas.view.scale > before.scale) == bool(state)
        assert canvas.view.top < before.top
        assert across.winfo_ismapped()
        assert down.winfo_ismapped()
        canvas.event_generate("<Button-5>", state=0x1)
        assert canvas.view.left < before.left
        desk.press("Cancel")

    open_picture(driver, painted(SMALL), work)


def test_a_click_on_a_doubt_shows_its_cells(driver: Driver) -> None:
    lonely = level_of("R.G.Y ..B.O ..... .G.Y. .RB..")

    def work(desk: Desk) -> None:
        desk.wait_for("has no partner")
        assert str(desk.dialog._first.cget("text")) == "Open with doubts"
        click_link(desk.dialog.panel)
        assert desk.canvas.pointed == ((4, 1),)
        driver.key("Escape", "question")
        assert desk.canvas.pointed == ((4, 1),)
        assert desk.canvas.cell == (4, 1)
        driver.key("Escape")  # what is chosen
        assert desk.canvas.cell is None
        driver.key("Escape")  # the dialog

    before = driver.level
    assert not open_picture(driver, painted(lonely), work)
    assert driver.level is before


def test_open_accepts_only_what_somebody_has_seen(driver: Driver) -> None:
    def work(desk: Desk) -> None:
        desk.wait_for("Certain")
        columns, _ = entries(desk.dialog.panel)
        retype(columns, "6")
        desk.press("Open")
        assert desk.dialog.winfo_exists()
        assert desk.canvas.draft.lattice.columns == 6
        desk.wait_for("Not complete")  # what comes later replaces the sentence on the size
        columns.focus_force()
        for typed in ("99", "abc"):
            retype(columns, typed)
            driver.key("Return")
            assert "1 to 50 columns and rows" in texts(desk.dialog.panel)
            assert columns.get() == "6"
        desk.canvas.focus_force()
        driver.key("Control-z")
        desk.wait_for("Certain")
        desk.press("Open")

    assert open_picture(driver, painted(SMALL), work)
    assert driver.level.endpoints == SMALL.endpoints


def test_open_waits_for_the_solver_and_stays_if_that_objects(driver: Driver) -> None:
    def work(desk: Desk) -> None:
        desk.wait_for("Certain")
        draft = desk.canvas.draft
        red, green = draft.dot_at((0, 0)), draft.dot_at((2, 0))
        draft.set_dot((0, 0), green)
        draft.set_dot((2, 0), red)
        desk.press("Open")
        assert button(desk.dialog, "Open now")
        desk.wait("the solver objects", lambda: "Open with doubts" in texts(desk.dialog))
        draft.undo()
        draft.undo()
        desk.press("Open")
        desk.wait("the solver agrees", lambda: not desk.dialog.winfo_exists())

    assert open_picture(driver, painted(SMALL), work)
    assert driver.level.endpoints == SMALL.endpoints


def test_corrections_outlive_the_process_that_reads_again(driver: Driver) -> None:
    def work(desk: Desk) -> None:
        desk.wait_for("Certain")
        desk.canvas.draft.set_dot((1, 1), "#123456")
        desk.press("Read again")
        pid = desk.dialog.judging.pid
        assert pid
        os.kill(pid, signal.SIGKILL)
        desk.wait("it is said", lambda: "The process that reads" in texts(desk.dialog))
        assert desk.canvas.draft.dot_at((1, 1)) == "#123456"
        desk.canvas.focus_force()
        driver.key("Control-z")
        desk.wait_for("Certain")
        desk.press("Open")

    assert open_picture(driver, painted(SMALL), work)


def test_what_is_no_picture_after_all_is_explained(driver: Driver) -> None:
    asked: list[list[str]] = []
    driver.click((0, 0))  # unsaved work is nobody's business here
    before = driver.level

    def act(dialog: Dialog) -> None:
        if isinstance(dialog, ScanDialog):
            driver.wait_until(lambda: not dialog.winfo_exists(), "the dialog gives up")
            asked.append(answering(driver, "OK"))
        else:  # it has given up already
            asked.append([texts(dialog)])
            button(dialog, "OK").invoke()

    driver.when_asked(act)
    data = as_file(painted(SMALL))[:400]
    assert not driver.window.importing.open_picture(data, "shot.png")
    assert "shot.png" in asked[0][0]
    assert driver.level is before


def said_of(level: Level) -> str:
    """The verdict on a picture of a level, and what else is said of it."""
    scan = scan_of(read_board(painted(level)), "shot.png")
    answered = scan.with_answer(ask_solver(scan.puzzle))
    words = headline(answered, solving=False)
    return "\n".join([words.text, words.more, *remarks_for(answered)])


def test_the_verdict_says_what_can_be_done() -> None:
    assert "No dots were found" in said_of(Level(4, 4))
    assert "Draw walls" not in said_of(SMALL)
    walled = replace(SMALL, walls=frozenset({((0, 0), (1, 0)), ((2, 2), (2, 3))}))
    said = said_of(walled)
    assert "Draw walls and holes after opening" in said
    assert "check the dots" not in said


def drafted(image: Image.Image) -> Draft:
    """What is made of a picture, after it was read."""
    draft = Draft(image)
    draft.take(read_board(image))
    return draft


def pairs_of(reading: Reading) -> set[frozenset[tuple[int, int]]]:
    """The cells of each colour."""
    return {frozenset(dots.cells) for dots in reading.dots}


def test_crossed_pairs_are_mended_by_two_clicks() -> None:
    draft = drafted(painted(level_of("R.G ... G.R")))
    red, green = draft.dot_at((0, 0)), draft.dot_at((2, 0))
    draft.set_dot((2, 2), green)
    draft.set_dot((2, 0), red)
    assert pairs_of(draft.reading) == {
        frozenset({(0, 0), (2, 0)}),
        frozenset({(0, 2), (2, 2)}),
    }
    draft.undo()
    draft.undo()
    assert pairs_of(draft.reading) == {
        frozenset({(0, 0), (2, 2)}),
        frozenset({(0, 2), (2, 0)}),
    }


def test_a_new_color_is_that_of_the_picture_or_unlike_all_others() -> None:
    draft = drafted(painted(level_of("R.G ... G.R")))
    red, green = draft.dot_at((0, 0)), draft.dot_at((2, 0))
    assert new_color(draft.looks, (0, 0), [green]) == red
    draft.set_dot((2, 2), "")
    assert seen_color(draft.looks, (2, 2), draft.reading.dots) == red  # its partner's
    draft.undo()
    other = new_color(draft.looks, (1, 1), [red, green])
    draft.set_dot((1, 1), other)
    assert draft.dot_at((1, 1)) not in ("", red, green)


def test_what_only_the_search_doubts_stays_when_a_cell_is_set() -> None:
    image = painted(SMALL)
    whole = read_board(image)
    assert whole.lattice
    left, top, right, bottom = whole.lattice.box
    draft = drafted(image.crop((left - 10, top - 10, right - _CELL // 2, bottom + 10)))
    before = {doubt.message for doubt in draft.reading.doubts}
    assert before
    draft.set_dot((1, 1), "#123456")
    board = {message for message in before if "board" in message}
    assert board <= {doubt.message for doubt in draft.reading.doubts}


def test_each_arrow_key_after_an_undo_is_a_step_of_its_own() -> None:
    draft = drafted(painted(SMALL))
    x, y = draft.lattice.corners[0]
    draft.begin_drag()
    draft.move_corner(0, (x + 1, y))
    draft.undo()
    assert not draft.in_drag
    assert not draft.undo_label


def test_a_dot_that_hardly_stands_out_is_confirmed_by_its_own_color() -> None:
    draft = drafted(painted(SMALL))
    assert not draft.can_confirm((0, 0))
    looks = draft.looks
    faint = replace(looks.cells[0, 0], look=Content.FAINT_DOT)
    draft.take(judge(replace(looks, cells={**looks.cells, (0, 0): faint}), {}))
    assert draft.can_confirm((0, 0))
    draft.set_dot((0, 0), draft.dot_at((0, 0)))
    assert draft.reading.doubts == ()


def test_a_known_level_is_kept_cell_by_cell() -> None:
    draft = drafted(painted(level_of("R.G ... G.R")))
    crossed = (((0, 0), (0, 2)), ((2, 0), (2, 2)))
    draft.adopt(3, 3, crossed)
    assert pairs_of(draft.reading) == set(map(frozenset, crossed))
    draft.undo()
    assert draft.setting.corrections == {}
    other = (((0, 0), (3, 3)), ((1, 1), (2, 3)))
    draft.adopt(4, 4, other)
    assert pairs_of(draft.reading) == set(map(frozenset, other))
