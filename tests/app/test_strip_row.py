"""The row below the board: the levels of the open pack, to open, order, copy and delete."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from pathlib import Path
from tkinter import ttk

import pytest

from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.packs.window import PackWindow
from flowdesk.app.strip import Strip
from flowdesk.app.widgets.tiles import LevelTile, Tiles
from flowdesk.core.puzzle import with_about
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import Steps
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from tests.app.test_packs import browse
from tests.app.test_strip import generate
from tests.driver import Driver, answering, button, checkbuttons, dialogs, texts
from tests.packs import filled, trash
from tests.samples import SMALL

__all__ = ["trash"]  # a fixture

PACK = {f"0{n}.txt": f"R{'.' * n}R\n" for n in (1, 2, 3, 4)}


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A folder of four levels that are one row high, and 3, 4, 5 and 6 columns wide."""
    return filled(tmp_path / "box", PACK)


@pytest.fixture
def strip(driver: Driver, box: Path) -> Strip:
    """The row with the second of them open."""
    return opened(driver, box / "02.txt")


def opened(driver: Driver, path: Path) -> Strip:
    assert driver.window.files.open_path(path)
    settle(driver)
    return driver.window.pack_strip


def settle(driver: Driver) -> None:
    """Wait until the folder is listed, changed, and what is in sight is read and painted."""
    window = driver.window
    parts = window.levels._slices, window.packs.changing, window.pack_strip._reading
    driver.wait_until(lambda: not any(part.running for part in parts), "it is over")
    driver.root.update()
    driver.wait_until(lambda: not window.pack_strip._soon.running, "all in sight is read")
    driver.wait_until(lambda: not any(part.running for part in parts), "it is over")
    driver.root.update()


def press(driver: Driver, *keys: str) -> None:
    driver.window.pack_strip.row.focus_force()
    driver.root.update()
    driver.key(*keys)
    settle(driver)


def point(tiles: Tiles, number: int, kind: str, state: int = 0, right: int = 0) -> None:
    x, y = tiles.place_of(number)
    tiles._body.event_generate(f"<{kind}>", x=x + right, y=y, state=state)


def click(driver: Driver, number: int, state: int = 0) -> None:
    row = driver.window.pack_strip.row
    point(row, number, "ButtonPress-1", state)
    point(row, number, "ButtonRelease-1", state | 0x100)
    settle(driver)


def drag(driver: Driver, number: int, target: int, right: int = 0) -> None:
    """Drag a tile before the middle of another one, or behind it."""
    row = driver.window.pack_strip.row
    point(row, number, "ButtonPress-1")
    point(row, target, "B1-Motion", 0x100, right)
    point(row, target, "B1-Motion", 0x100, right)
    point(row, target, "ButtonRelease-1", 0x100, right)
    settle(driver)


def drop(driver: Driver, tiles: tk.Canvas, target: tk.Misc, x: int, y: int) -> None:
    """Drag what is under the pointer to a point of another widget, as a real pointer would."""
    rootx, rooty = target.winfo_rootx() + x, target.winfo_rooty() + y
    left, top = rootx - tiles.winfo_rootx(), rooty - tiles.winfo_rooty()
    for event in ("<B1-Motion>", "<ButtonRelease-1>"):
        tiles.event_generate(event, x=left, y=top, rootx=rootx, rooty=rooty, state=0x100)
        driver.root.update()
    settle(driver)


def widths(folder: Path) -> list[int]:
    return [item.entry.level.width for item in Pack(folder).items if item.entry]


def where(driver: Driver) -> str:
    return str(driver.window.levels.where["text"])


def name(driver: Driver) -> str:
    return driver.window.shown.document.name


def test_the_levels_of_the_folder_are_shown_marked_selected_and_opened(
    driver: Driver, strip: Strip
) -> None:
    assert strip.row.winfo_ismapped()
    assert texts(strip.row).split() == ["1", "2", "3", "4"]
    assert [strip._tile(n, brief=True).open for n in range(4)] == [False, True, False, False]
    assert where(driver) == "Puzzle 2 of 4"
    view = driver.view
    assert view.winfo_rooty() + view.winfo_height() <= strip.row.winfo_rooty()
    click(driver, 3, 0x4)
    click(driver, 0, 0x1)
    assert strip.row.selected == {0, 1, 2, 3}, "Control or Shift selects more"
    assert name(driver) == "02.txt", "and opens none"
    click(driver, 3)
    assert (name(driver), where(driver)) == ("04.txt", "Puzzle 4 of 4")
    assert strip.row.has_focus, "the keys stay in the row"
    assert len(driver.window.tabs) == 1, "nothing was changed in the one before"
    press(driver, "Home")
    assert name(driver) == "04.txt", "arrows only select"
    press(driver, "Return")
    assert name(driver) == "01.txt"
    assert driver.root.focus_get() is driver.view
    driver.key("Next")
    settle(driver)
    assert strip.row.selected == {1}


def test_f9_folds_the_row_and_a_small_board_keeps_its_room(driver: Driver, strip: Strip) -> None:
    driver.key("F9")
    assert not strip.row.winfo_ismapped()
    assert driver.window.levels.winfo_ismapped()
    assert driver.window.shell.settings.strip is False
    strip.tools.buttons["Fold"].invoke()
    driver.root.update()
    assert strip.row.winfo_ismapped()
    assert driver.window.shell.settings.strip is True
    driver.window.root.geometry("640x360")
    driver.root.update()
    assert not strip.row.winfo_ismapped()
    assert driver.window.levels.winfo_ismapped()
    driver.view.focus_force()
    driver.root.update()
    driver.key("F9", "F9")
    assert "no room" in driver.window.status.shown


def test_levels_are_dragged_to_another_place_and_undo_brings_them_back(
    driver: Driver, strip: Strip, box: Path
) -> None:
    drag(driver, 0, 2, right=10)
    assert widths(box) == [4, 5, 3, 6]
    assert (name(driver), where(driver)) == ("02.txt", "Puzzle 1 of 4")
    assert strip.row.selected == {2}, "what was dragged"
    press(driver, "Control-z")
    assert widths(box) == [3, 4, 5, 6]
    assert where(driver) == "Puzzle 2 of 4"
    press(driver, "Control-Shift-Z")
    assert widths(box) == [4, 5, 3, 6]
    driver.view.focus_force()
    driver.root.update()
    driver.click((1, 0))
    driver.key("Control-z", "Control-z")
    settle(driver)
    assert widths(box) == [4, 5, 3, 6], "on the board undo means the level, while it can"


def test_a_deleted_level_goes_to_the_trash_but_not_the_last_nor_an_unsaved_one(
    driver: Driver, strip: Strip, box: Path, trash: Path
) -> None:
    press(driver, "Delete")
    assert [path.name for path in trash.iterdir()] == ["02.txt"]
    assert (name(driver), where(driver)) == ("03.txt", "Puzzle 2 of 3")
    assert len(driver.window.tabs) == 1
    press(driver, "Control-z")
    assert widths(box) == [3, 4, 5, 6]
    assert where(driver) == "Puzzle 3 of 4"
    press(driver, "Control-a", "Delete")
    said = "One puzzle must stay: the pack browser (Ctrl+B) deletes all."
    assert said in texts(driver.window.root)
    assert {path.name for path in box.iterdir() if path.suffix == ".txt"} == set(PACK)
    driver.click((1, 0))
    strip.row.select([2], 2)
    asked = answering(driver, "OK")
    press(driver, "Delete")
    driver.wait_until(lambda: asked, "it was said")
    assert "03.txt is open and has unsaved changes. Save it first." in asked[0]
    assert widths(box) == [3, 4, 5, 6]


def test_levels_are_copied_and_pasted_with_all_that_is_known_of_them(
    driver: Driver, strip: Strip, box: Path
) -> None:
    (box / "01.txt").write_text("R.R\n\ntitle: First\nauthor: Ada\n")
    settle(driver)
    click(driver, 0)
    click(driver, 1, 0x4)
    press(driver, "Control-c")
    assert "Copied 2 puzzles" in driver.window.status.message
    strip.row.select([3], 3)
    press(driver, "Control-v")
    assert widths(box) == [3, 4, 5, 6, 3, 4]
    pasted = Pack(box).items[4]
    assert (pasted.file, pasted.entry and pasted.entry.level.about) == (
        "05-first.txt",
        {"title": "First", "author": "Ada"},
    )
    assert name(driver) == "05-first.txt"
    assert strip.row.selected == {4, 5}


def test_what_is_pasted_on_the_board_lands_in_the_pack_and_undo_takes_it_out(
    driver: Driver, strip: Strip, box: Path
) -> None:
    driver.copied("G.....G")
    driver.view.focus_force()
    driver.key("Control-v")
    settle(driver)
    assert widths(box) == [3, 4, 5, 6, 7]
    assert (name(driver), where(driver)) == ("05.txt", "Puzzle 5 of 5")
    assert driver.window.shown.document.is_saved
    driver.view.focus_force()
    driver.key("Control-z")
    settle(driver)
    assert widths(box) == [3, 4, 5, 6]
    assert where(driver) == "Puzzle 4 of 4"


def test_a_new_level_is_in_the_pack_unless_that_is_not_wanted(
    driver: Driver, strip: Strip, box: Path
) -> None:
    for inside in (True, False):

        def fill(dialog: Dialog, inside: bool = inside) -> None:
            (tick,) = checkbuttons(dialog)
            assert "box" in tick["text"]
            if not inside:
                tick.invoke()
            button(dialog, "Create").invoke()

        driver.when_asked(fill)
        driver.key("Control-d", "Control-n")
        settle(driver)
        assert driver.window.shown.edit.tool.name == "Path", "who draws paths goes on doing so"
        assert widths(box) == [3, 4, 5, 6, 7]
        assert name(driver) == ("05.txt" if inside else "Untitled")


@pytest.mark.slow
def test_generated_levels_come_into_the_pack_one_by_one(
    driver: Driver, strip: Strip, box: Path
) -> None:
    generate(driver, 3)
    tab = driver.window.tab
    driver.wait_until(lambda: not tab.generation.running, "all are made")
    settle(driver)
    assert widths(box) == [3, 4, 5, 6, 5, 5, 5]
    assert where(driver) == "Puzzle 2 of 7"
    assert len(driver.window.tabs) == 1


def test_files_that_come_and_go_outside_are_seen(driver: Driver, strip: Strip, box: Path) -> None:
    filled(box, {"00.txt": "RR\n", "05.txt": "R.R\n"})
    (box / "04.txt").unlink()
    driver.window.levels.look()
    settle(driver)
    assert texts(strip.row).split() == ["1", "2", "3", "4", "5"]
    assert where(driver) == "Puzzle 3 of 5"
    assert strip.row.selected == {2}, "that of the open level, which has moved"
    (box / "05.txt").write_text("R.......R\n")
    driver.window.levels.look()
    settle(driver)
    assert strip.target[4].level == Level(9, 1, {(0, 0): "R", (8, 0): "R"})


def test_a_file_of_several_is_one_tile_and_its_levels_are_another_row(
    driver: Driver, box: Path
) -> None:
    filled(box, {"03.txt": "2 1\nAA\n\n3 1\nA.A\n"})
    (box / "04.txt").write_bytes(b"\0")
    strip = opened(driver, box / "02.txt")
    assert "no puzzle" in texts(strip.row)
    assert "04.txt" in strip._tile(3, brief=True).tip, "it says why it cannot be read"
    assert "2 puzzles" in texts(strip.row)
    click(driver, 2)
    assert where(driver) == "Puzzle 1 of 2"
    assert texts(strip.row).split() == ["1", "2"]


def test_levels_are_dragged_to_a_tab_with_another_pack(
    driver: Driver, strip: Strip, box: Path, tmp_path: Path
) -> None:
    other = filled(tmp_path / "other", {"1.txt": "G.......G\n"})
    opened(driver, other / "1.txt")
    driver.window.tabs.show(next(iter(driver.window.tabs)))
    settle(driver)
    assert name(driver) == "02.txt"
    left, right = driver.window.strip.bounds(1)
    strip.row.select([0, 1])
    point(strip.row, 0, "ButtonPress-1")
    drop(driver, strip.row._body, driver.window.strip, (left + right) // 2, 8)
    assert widths(other) == [9, 3, 4]
    assert widths(box) == [3, 4, 5, 6], "they were copied"
    assert name(driver) == "02.txt"
    driver.window.tabs.go_by(1)
    settle(driver)
    assert where(driver) == "Puzzle 1 of 3"
    press(driver, "Control-z")
    assert widths(other) == [9]


def test_levels_are_dragged_between_the_row_and_the_browser(
    driver: Driver, strip: Strip, box: Path, tmp_path: Path
) -> None:
    other = filled(tmp_path / "other", {"1.txt": "G.......G\n"})
    browser: PackWindow = browse(driver, other)
    before = browser.top.geometry()
    browser.top.geometry("600x400+0+0")
    driver.window.root.geometry("900x650+620+0")
    driver.root.update()
    table = browser.view.table
    point(strip.row, 3, "ButtonPress-1")
    drop(driver, strip.row._body, table._body, 50, 90)
    driver.wait_until(lambda: not browser.is_busy, "it is shown")
    assert widths(other) == [9, 6]
    assert len(browser.view.listing.order) == 2
    x, y = table.place_of(browser.view.listing.order[0])
    table._body.event_generate("<ButtonPress-1>", x=x, y=y)
    at = strip.row.place_of(0)
    drop(driver, table._body, strip.row._body, *at)
    assert widths(box) == [9, 3, 4, 5, 6]
    driver.window.root.geometry("1000x700+0+0")
    browser.top.geometry(before)  # whose size is remembered
    driver.root.update()
    strip.row.select([2], 2)
    press(driver, "Control-c")
    browse(driver, other)
    table.select([browser.view.listing.order[0]])
    driver.key("Control-v")
    driver.wait_until(lambda: not browser.is_busy, "it is shown")
    assert widths(other) == [9, 4, 6], "they are pasted there as well"
    assert not dialogs(driver.root)


def test_the_levels_of_an_unsaved_document_stand_in_the_same_row(driver: Driver) -> None:
    levels = [SMALL, Level(6, 5), Level(7, 5)]
    driver.window.files.open_entries([Entry(level) for level in levels], "Set")
    settle(driver)
    strip = driver.window.pack_strip
    assert texts(strip.row).split() == ["1", "2", "3"]
    press(driver, "Right", "Delete")
    assert [entry.level.width for entry in driver.window.shown.document.entries] == [5, 7]
    press(driver, "Control-z")
    assert where(driver) == "Puzzle 3 of 3"
    assert strip.tools.buttons["Save"].winfo_ismapped()
    strip.row.select([0], 0)
    press(driver, "Control-c")
    driver.view.focus_force()
    driver.root.update()
    driver.key("Control-v")
    settle(driver)
    document = driver.window.shown.document
    assert [entry.level.width for entry in document.entries] == [5, 6, 7, 5], "it stays there"
    assert where(driver) == "Puzzle 4 of 4"
    driver.key("Control-z")
    assert document.count == 3
    assert len(driver.window.tabs) == 1


def test_the_open_level_is_in_sight_in_the_row_and_over_the_board(
    driver: Driver, tmp_path: Path
) -> None:
    folder = filled(tmp_path / "long", {f"{n:02}.txt": "RR\n" for n in range(60)})
    driver.key("F4")
    strip = opened(driver, folder / "30.txt")
    assert 30 in strip.row.in_sight
    width = strip.row.winfo_width()
    driver.key("F4")
    driver.wait_until(lambda: strip.row.winfo_width() < width, "it has less room")
    driver.root.update()
    assert 30 in strip.row.in_sight
    driver.key("Control-Shift-A")
    settle(driver)
    assert 30 in strip.grid.in_sight
    driver.key("Escape")
    settle(driver)
    driver.key(*20 * ["Next"])
    settle(driver)
    assert strip.row.selected <= set(strip.row.in_sight)


def test_a_click_while_files_are_changed_waits_for_that_and_opens_no_second_tab(
    driver: Driver, strip: Strip, box: Path
) -> None:
    document, row = driver.window.shown.document, strip.target
    document.apply("draw", replace(document.level, drawn={"R": ((0, 0), (1, 0))}))
    document.save(left_out=["the drawing"])
    settle(driver)
    is_held = True

    def renaming() -> Steps[None]:
        assert row.pack
        yield from row.pack.rename(row.ids[1], "Spiral")
        while is_held:
            yield

    driver.window.packs.changing.start(strip, renaming(), lambda done: None, row.pack)
    point(strip.row, 1, "ButtonPress-1")
    point(strip.row, 1, "ButtonRelease-1", 0x100)
    driver.root.update()
    is_held = False
    settle(driver)
    assert len(driver.window.tabs) == 1
    assert name(driver) == "02-spiral.txt"


def test_what_is_added_to_a_pack_at_several_times_is_one_step_of_undo(
    driver: Driver, strip: Strip, box: Path
) -> None:
    drag(driver, 3, 0)  # so that there is an order
    manifest = (box / "pack.json").read_bytes()
    pack = strip.open_pack
    assert pack
    for number in (7, 8, 9):
        pack.add("generate", [Entry(Level(number, 1))], opens=False)
        settle(driver)
    assert widths(box) == [6, 3, 4, 5, 7, 8, 9]
    assert (box / "pack.json").read_bytes() == manifest, "new files come last anyway"
    click(driver, 6)
    press(driver, "Control-z")
    assert "Undone: generate 3 puzzles." in texts(driver.root)
    assert widths(box) == [6, 3, 4, 5]
    driver.window.levels.glance()
    settle(driver)
    arrow = driver.window.levels.arrows[1]
    assert arrow.instate(["disabled"]) == (where(driver) == "Puzzle 4 of 4")
    press(driver, "Control-Z")
    assert widths(box) == [6, 3, 4, 5, 7, 8, 9]


def test_in_a_document_too_unless_something_else_was_done_between(driver: Driver) -> None:
    levels = [Entry(Level(width, 1)) for width in (2, 3)]
    document = driver.window.files.open_entries(levels, "Two").document
    settle(driver)
    pack = driver.window.pack_strip.open_pack
    assert pack
    for number in (4, 5):
        pack.add("generate", [Entry(Level(number, 1))], opens=False)
    document.arrange("move", [3, 2, 1, 0])
    pack.add("generate", [Entry(Level(6, 1))], opens=False)
    counts = []
    while document.set_history.undo_label:
        document.undo_set()
        counts.append((document.count, document.entries[0].level.width))
    assert counts == [(4, 5), (4, 2), (2, 2)]


def test_what_the_badge_says_of_the_open_level_counts_in_the_browser(
    driver: Driver, tmp_path: Path
) -> None:
    box = filled(tmp_path / "box", {"1.txt": "R.R\n", "2.txt": "R.\n.R\n"})
    browser = browse(driver, box)
    opened(driver, box / "1.txt")
    verdicts, level = driver.window.shell.shared.verdicts, driver.level
    assert verdicts.known(level) is None
    driver.window.shown.live_check.toggle()
    driver.wait_until(
        lambda: "1 × exactly one solution" in texts(browser.view.bar), "the badge has found it"
    )


def test_what_is_not_saved_is_not_kept_before_it_is(driver: Driver, box: Path) -> None:
    opened(driver, box / "01.txt")
    verdicts, shown = driver.window.shell.shared.verdicts, driver.window.shown
    shown.document.apply("place", Level(2, 1, {(0, 0): "R", (1, 0): "R"}))
    shown.live_check.toggle()
    driver.wait_until(lambda: shown.live_check.known.is_unique, "it is checked")
    driver.wait_until(lambda: not shown.live_check.running, "it is rated")
    assert verdicts.known(driver.level) is None
    shown.document.save()
    assert verdicts.known(driver.level)


def test_no_tab_stays_of_a_deleted_level(driver: Driver, strip: Strip, box: Path) -> None:
    document = driver.window.shown.document
    document.apply("title", with_about(document.level, "title", "Two"))
    document.save()
    settle(driver)
    click(driver, 2)
    assert [tab.document.name for tab in driver.window.tabs] == ["02.txt", "03.txt"]
    press(driver, "Delete")
    assert [tab.document.name for tab in driver.window.tabs] == ["02.txt", "04.txt"]
    click(driver, 1)
    press(driver, "Delete")
    assert [tab.document.name for tab in driver.window.tabs] == ["04.txt"]
    assert name(driver) == "04.txt"
    press(driver, "Control-z", "Control-z")
    assert widths(box) == [3, 4, 5, 6]


def test_a_drawing_that_its_file_could_not_hold_stays_in_its_tab_until_undo_brings_the_file_back(
    driver: Driver, strip: Strip, box: Path
) -> None:
    document = driver.window.shown.document
    document.apply("draw", replace(document.level, drawn={"R": ((0, 0), (1, 0))}))
    drawn = document.level
    document.save(left_out=["the drawing"])
    settle(driver)
    press(driver, "Delete")
    assert [tab.document.name for tab in driver.window.tabs] == ["02", "03.txt"]
    assert (name(driver), widths(box)) == ("03.txt", [3, 5, 6])
    lost = next(iter(driver.window.tabs)).document
    assert (lost.level, lost.undo_label, lost.is_saved) == (drawn, "draw", False)
    press(driver, "Control-z")
    assert widths(box) == [3, 4, 5, 6]
    assert [tab.document.name for tab in driver.window.tabs] == ["02.txt", "03.txt"]
    assert (lost.level, lost.undo_label, lost.is_saved) == (drawn, "draw", True)


def test_tiles_have_a_scrollbar_only_where_they_scroll(driver: Driver) -> None:
    top = tk.Toplevel(driver.root)
    top.geometry("400x300")
    tiles = Tiles(top, lambda number: LevelTile(str(number)))
    tiles.pack(fill="both", expand=True)
    bar = next(part for part in tiles.winfo_children() if isinstance(part, ttk.Scrollbar))
    for count in (1, 50, 1):
        tiles.show(count)
        driver.root.update()
        assert bool(bar.winfo_viewable()) == (count > 1)
    top.destroy()
