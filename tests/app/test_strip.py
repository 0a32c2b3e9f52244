"""The overview: all puzzles of a document as thumbnails, to compare, keep and throw away."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.dialogs.file_chooser import FileChooser
from flowdesk.app.strip import Strip
from flowdesk.core.signal import Owner
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.formats.registry import open_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from tests.app.test_live import fields
from tests.driver import Driver, button, choose_folder, dialogs, entries, fill_in, retype, texts
from tests.samples import SMALL

ALL = "Control-Shift-A"
WIDTHS = (2, 5, 4, 6, 7)


@pytest.fixture
def strip(driver: Driver) -> Strip:
    """The overview of five small puzzles of increasing width, of both kinds."""
    levels = [Level(2, 5), SMALL, Slitherlink(4, 4), Level(6, 5), Level(7, 5)]
    driver.window.files.open_entries([Entry(level) for level in levels], "Set")
    driver.key(ALL)
    return driver.window.pack_strip


def widths(driver: Driver) -> list[int]:
    return [entry.level.width for entry in driver.window.shown.document.entries]


def click(driver: Driver, number: int, state: int = 0, *, times: int = 1) -> None:
    body = driver.window.pack_strip.tiles._body
    x, y = driver.window.pack_strip.tiles.place_of(number)
    for _ in range(times):
        body.event_generate("<ButtonPress-1>", x=x, y=y, state=state)
        body.event_generate("<ButtonRelease-1>", x=x, y=y, state=state | 0x100)
    driver.root.update()


def test_puzzles_are_thrown_away_and_undo_brings_them_back(driver: Driver, strip: Strip) -> None:
    assert strip.grid.winfo_ismapped()
    assert driver.window.shown.document.is_saved is False
    assert "Puzzle 5" in texts(strip.grid)
    assert "4 × 4" in texts(strip.grid)
    click(driver, 1)
    click(driver, 3, 0x1)  # Shift: with those between
    driver.key("Delete")
    assert widths(driver) == [2, 7]
    assert driver.window.shown.document.level.width == 7
    driver.key("Control-z")
    assert widths(driver) == list(WIDTHS)
    driver.key("Control-Shift-Z")
    assert widths(driver) == [2, 7]
    driver.key("Control-a", "Delete")
    assert widths(driver) == [2, 7], "a document is never without a puzzle"


def test_a_puzzle_is_opened_on_the_board_and_the_way_back_is_a_key_or_a_button(
    driver: Driver, strip: Strip
) -> None:
    driver.key("Right", "Right")
    assert driver.window.side._size["text"].startswith("4 × 4"), "what is known is shown beside"
    assert not driver.window.palette.winfo_ismapped()
    driver.key("Return")
    assert not strip.grid.winfo_ismapped()
    assert driver.window.shown.document.level.width == 4
    assert driver.root.focus_get() is driver.view
    strip.tools.buttons["All"].invoke()
    driver.root.update()
    assert strip.grid.winfo_ismapped()
    click(driver, 4, times=2)
    assert not strip.grid.winfo_ismapped()
    assert driver.level.width == 7
    driver.key(ALL, "Escape")
    assert not strip.grid.winfo_ismapped()
    driver.key(ALL, "Home", "Right", "F5")
    driver.wait_until(lambda: driver.window.shown.stage.mode, "the solution is on the board")
    assert not strip.grid.winfo_ismapped()


def test_puzzles_are_dragged_to_another_place(driver: Driver, strip: Strip) -> None:
    body, tiles = strip.tiles._body, strip.tiles
    x, y = tiles.place_of(0)
    body.event_generate("<ButtonPress-1>", x=x, y=y)
    right, y = tiles.place_of(2)
    for place in (x + 20, right + 20):
        body.event_generate("<B1-Motion>", x=place, y=y, state=0x100)
    body.event_generate("<ButtonRelease-1>", x=right + 20, y=y, state=0x100)
    driver.root.update()
    assert widths(driver) == [5, 4, 2, 6, 7]
    assert driver.level.width == 2, "it is the same puzzle as before"
    driver.key("Control-z")
    assert widths(driver) == list(WIDTHS)


def split(driver: Driver, strip: Strip, folder: Path) -> None:
    """Save each puzzle in a file of its own in a folder."""

    driver.when_asked(lambda dialog: button(dialog, "In a folder ...").invoke())
    choose_folder(driver, folder)
    strip.tools.buttons["Save"].invoke()
    assert driver.window.shown.document.is_saved


@pytest.mark.parametrize(
    ("there", "wanted"),
    [
        (("2", "9x9-rings", "notes"), ("3", "4", "5", "6", "7")),
        (("6-six",), ("07", "08", "09", "10", "11")),
    ],
)
def test_puzzles_that_are_saved_in_a_folder_go_on_where_its_numbers_end(
    driver: Driver,
    strip: Strip,
    tmp_path: Path,
    there: tuple[str, ...],
    wanted: tuple[str, ...],
) -> None:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    for name in there:
        (folder / f"{name}.txt").write_text("RR\n")
    driver.key("Right", "Right")

    split(driver, strip, folder)
    files = {path.stem: path for path in folder.iterdir() if path.suffix == ".txt"}
    assert set(files) == {*there, *wanted}
    assert all(files[name].read_text() == "RR\n" for name in there)
    assert [open_file(files[name])[1][0].level.width for name in wanted] == list(WIDTHS)


def test_the_tab_goes_on_in_the_file_of_its_puzzle_and_the_keys_go_to_the_others(
    driver: Driver, strip: Strip, tmp_path: Path
) -> None:
    driver.key("Right", "Right")
    (tmp_path / "puzzles").mkdir()
    split(driver, strip, tmp_path / "puzzles")
    assert not strip.grid.winfo_ismapped()
    assert driver.window.root.title() == "03.txt – FlowDesk"
    assert driver.level.width == 4
    assert driver.window.shell.folder_beside(None) == str(tmp_path / "puzzles")
    bar = driver.window.levels
    driver.wait_until(lambda: bar.where["text"] == "Puzzle 3 of 5", "its place is shown")
    driver.key("Next")
    assert driver.level.width == 6
    driver.key("Prior")
    assert driver.window.root.title().startswith("03.")
    driver.wait_until(lambda: bar.where["text"] == "Puzzle 3 of 5", "its place is shown")


def test_keys_do_not_reach_the_board_below(driver: Driver, strip: Strip) -> None:
    before = driver.window.shown.document.entries
    driver.view.focus_force()
    driver.root.update()
    driver.key("space", "R", "1")
    assert driver.window.shown.document.entries == before
    driver.key("F4")
    assert driver.root.focus_get() is not driver.view


def generate(driver: Driver, number: int) -> None:
    """Make so many small levels."""

    def fill(dialog: Dialog) -> None:
        width, height, colors, _, _, wanted, *_ = fields(dialog)
        for field, value in ((width, "5"), (height, "5"), (colors, "3"), (wanted, str(number))):
            retype(field, value)
        button(dialog, "Generate").invoke()

    driver.asked("Control-g", fill)


@pytest.mark.slow
def test_a_generated_set_is_shown_while_it_is_made_and_saved_in_one_file(
    driver: Driver, tmp_path: Path
) -> None:
    generate(driver, 4)
    driver.root.update()
    tab = driver.window.tab
    assert driver.window.pack_strip.grid.winfo_ismapped()
    document = tab.document
    driver.wait_until(lambda: not tab.generation.running, "all are made")
    assert document.count == 4
    assert not document.is_saved
    driver.window.pack_strip.tools.buttons["Check"].invoke()
    driver.wait_until(lambda: not driver.window.pack_strip.tools._survey.running, "all are checked")
    driver.live(0.1)
    assert texts(driver.window.pack_strip.grid).count("exactly one solution") == 4
    difficulty = driver.window.shell.shared.verdicts.difficulty
    scores = [difficulty(entry.level) for entry in document.entries]
    driver.window.pack_strip.tools.buttons["Sort"].invoke()
    now = [difficulty(entry.level) for entry in document.entries]
    assert [each.score for each in now if each] == sorted(each.score for each in scores if each)
    driver.key("Delete")
    driver.when_asked(lambda dialog: button(dialog, "In one file ...").invoke())
    driver.when_asked(lambda d: fill_in(d, str(tmp_path / "set.json")), for_file=True)
    driver.window.pack_strip.tools.buttons["Save"].invoke()
    assert document.is_saved
    assert len(open_file(tmp_path / "set.json")[1]) == 3


def test_a_player_is_not_offered_to_check_and_sort_the_row(driver: Driver) -> None:
    tools = driver.window.pack_strip.tools
    driver.window.files.open_path(shipped("puzzles") / "05x05-first-steps.txt")
    driver.wait_until(lambda: tools.buttons["Check"].winfo_manager(), "nothing is being checked")
    driver.key("F12")
    assert not tools.buttons["Check"].winfo_manager()
    assert not tools.buttons["Sort"].winfo_manager()
    assert tools.buttons["All"].winfo_manager()
    driver.key("F12")
    assert tools.buttons["Check"].winfo_manager()


@pytest.mark.slow
def test_a_set_that_is_stopped_keeps_what_was_made(driver: Driver) -> None:
    generate(driver, 500)
    tab = driver.window.tab
    said: list[str] = []

    def made(what: DocumentEvent) -> None:  # for the window may be busy until all are made
        if tab.document.count >= 2 and not said:
            said.append(texts(driver.window.levels))
            driver.root.after(1, driver.key, "Escape")

    tab.document.changed.connect(made, Owner())
    driver.wait_until(lambda: not tab.generation.running, "it was stopped")
    assert "of 500 made" in said[0]
    assert 2 <= tab.document.count < 500
    assert driver.window.pack_strip.grid.winfo_ismapped()
    driver.key("Escape")
    assert not driver.window.pack_strip.grid.winfo_ismapped()
    assert not dialogs(driver.root)
    assert driver.window.pack_strip.tools.buttons["All"].winfo_ismapped()


def test_several_puzzles_are_not_saved_among_those_that_are_shipped(
    driver: Driver, strip: Strip, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    begun: list[str] = []

    def look(dialog: FileChooser) -> None:
        begun.append(entries(dialog)[0].get())
        dialog.destroy()

    driver.window.shell.shared.last_folder = str(shipped("puzzles") / "packs")
    driver.when_asked(lambda dialog: button(dialog, "In a folder ...").invoke())
    driver.when_asked(look, for_file=True)
    strip.tools.buttons["Save"].invoke()
    assert begun == [str(tmp_path)]
