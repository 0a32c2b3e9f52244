"""Slitherlink in the real window: drawn, checked, solved, exported, in its own words."""

from __future__ import annotations

import re
import tkinter as tk
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tkinter import ttk

import pytest

from flowdesk.app.actions import ACTIONS
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.dialogs.generate import StepsDialog
from flowdesk.core.grid import Cell, edges_of
from flowdesk.desk.documents.settings import load_settings
from flowdesk.desk.knowledge.verdict import edge_shares
from flowdesk.draw.scene import Tile, TileKind
from flowdesk.formats.registry import write_file
from flowdesk.kinds.answers import CheckStatus, Trace
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.known import Known, Names
from flowdesk.kinds.slitherlink.deduction.hints import hint, rate
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, clues_of, mistakes
from flowdesk.kinds.slitherlink.solving.encoding import check
from flowdesk.kinds.slitherlink.tiles import segments
from flowdesk.kinds.table import KINDS, board_scene
from tests.app.test_live import everything_known, press
from tests.app.test_packs import browse
from tests.driver import Driver, button, entries, parts_of, retype, texts
from tests.kinds.slitherlink.test_pictures import segments_of_drawn
from tests.loops import ONE_WRONG_CLUE, loop_round, puzzle_of
from tests.processes import started
from tests.samples import level_of

#: Words of Flow alone.
FOREIGN = ("colour", "color", "endpoint", "path", "flow", "wall")

PUZZLE = puzzle_of("..32. 222.3 0..1. 2.2.. .2323")
HOOK = loop_round({(1, 1), (2, 1), (1, 2), (1, 3)})


@pytest.fixture
def desk(driver: Driver) -> Driver:
    """A driver of a window with an empty Slitherlink of 4 x 3 cells."""
    driver.open(Slitherlink(4, 3))
    return driver


def puzzle(driver: Driver) -> Slitherlink:
    level: object = driver.level
    assert isinstance(level, Slitherlink)
    return level


def at_corner(driver: Driver, corner: Cell) -> tuple[int, int]:
    """The pixel of a corner."""
    x, y = driver.view.center_of(corner)
    return x - driver.view.cell // 2, y - driver.view.cell // 2


def draw(driver: Driver, *corners: Cell, button: int = 1) -> None:
    """Drag from corner to corner."""
    places = [at_corner(driver, corner) for corner in corners]
    driver.press_at(*places[0], button)
    for place in places[1:]:
        driver.move_to(*place, button)
    driver.release_at(*places[-1], button)


def choose(driver: Driver, name: str) -> None:
    edit = driver.window.shown.edit
    edit.choose_tool(next(tool for tool in edit.kind.editing.tools if tool.name == name))


def shown(driver: Driver, kind: TileKind) -> set[Cell]:
    """The cells that show a tile of that kind."""
    tiles = driver.view.scene.tiles
    return {cell for cell, stack in tiles.items() if any(tile.kind == kind for tile in stack)}


def tiles_of(driver: Driver, kind: TileKind) -> list[Tile]:
    """The tiles of that kind on the board."""
    stacks = driver.view.scene.tiles.values()
    return [tile for stack in stacks for tile in stack if tile.kind == kind]


def test_new_asks_for_the_kind_and_remembers_it(driver: Driver) -> None:
    def create(dialog: Dialog) -> None:
        box = next(
            child for child in dialog.body.winfo_children() if isinstance(child, ttk.Combobox)
        )
        assert list(box["values"]) == [kind.name for kind in KINDS.values()]
        before.append(box.get())
        box.set("Slitherlink")
        button(dialog, "Create").invoke()

    before: list[str] = []
    for _ in range(2):
        driver.when_asked(create)
        driver.window.files.new()
        assert isinstance(driver.level, Slitherlink)
    assert before == ["Flow", "Slitherlink"], "the last kind that was new"
    driver.window.shown.document.new(level_of("R.R"))
    driver.asked("Control-n", create)
    assert before[2] == "Flow", "the kind of the open puzzle"
    driver.window.shell.save_settings()
    assert load_settings().new_kind == "slitherlink"


def test_clues_are_clicked_and_typed_and_come_back_with_undo(desk: Driver) -> None:
    desk.click((0, 0), (0, 0), (1, 1))
    desk.click((2, 2), (2, 2), (2, 2), (2, 2), (2, 2))
    assert puzzle(desk).clues == {(0, 0): 1, (1, 1): 0}
    desk.key("Right", "3", "Right", "Right", "2", "Down", "4", "Delete", "1")
    assert 3 in puzzle(desk).clues.values()
    desk.click((0, 0), button=3)
    assert (0, 0) not in puzzle(desk).clues
    desk.key("Control-z")
    assert puzzle(desk).clues[0, 0] == 1


def by_hand(driver: Driver, xdotool: str, *drags: tuple[int, list[tuple[int, int]]]) -> None:
    """Drag the real pointer, as fast as it goes, with a button over points of the view."""
    left, top = driver.view.winfo_rootx(), driver.view.winfo_rooty()
    words: list[object] = []
    for button_number, (first, *others) in drags:
        words += ["mousemove", left + first[0], top + first[1], "mousedown", button_number]
        for x, y in others:
            words += ["mousemove", left + x, top + y]
        words += ["mouseup", button_number]
    with started([xdotool, *map(str, words)]) as process:
        driver.wait_until(lambda: process.poll() is not None, "xdotool has done its work")


def test_the_real_pointer_changes_clues_and_erases_them(desk: Driver, xdotool: str) -> None:
    at = desk.view.center_of
    clicks = [(1, [at(cell)]) for cell in [(0, 0), *[(1, 0)] * 2, *[(3, 0)] * 4, *[(2, 2)] * 5]]
    by_hand(desk, xdotool, *clicks, (1, [at((0, 2))]))
    desk.wait_until(lambda: (0, 2) in puzzle(desk).clues, "the last click has arrived")
    assert puzzle(desk).clues == {(0, 0): 0, (1, 0): 1, (3, 0): 3, (0, 2): 0}
    by_hand(desk, xdotool, (3, [at((0, 0)), at((3, 0))]))
    desk.wait_until(lambda: (3, 0) not in puzzle(desk).clues, "the drag has arrived")
    assert puzzle(desk).clues == {(0, 2): 0}


def test_a_loop_of_the_real_pointer_has_no_gaps_and_its_clues_are_thinned_out(
    driver: Driver, xdotool: str
) -> None:
    driver.open(Slitherlink(8, 6))
    choose(driver, "Loop")
    corners = [(1, 0), (7, 0), (7, 5), (4, 5), (4, 2), (3, 2), (3, 6), (0, 6), (0, 1), (1, 1)]
    round_trip = [at_corner(driver, corner) for corner in [*corners, corners[0]]]
    by_hand(driver, xdotool, *((1, list(leg)) for leg in pairwise(round_trip)))
    driver.wait_until(lambda: puzzle(driver).clues, "the loop is closed")
    drawn = puzzle(driver)
    loop = Loop(drawn.drawn)
    assert set(corners) <= set(loop.nodes)
    assert len(drawn.clues) == 8 * 6
    assert not mistakes(drawn, loop)

    def take(dialog: Dialog) -> None:
        driver.wait_until(lambda: " clues, " in texts(dialog), "the first steps are shown")
        driver.wait_until(lambda: " ..." not in texts(dialog), "the clues are thinned out")
        button(dialog, "Thin out").invoke()

    driver.asked("Control-Shift-F", take)
    thinned = puzzle(driver)
    assert driver.window.status.message.startswith(f"{len(thinned.clues)} clues, ")
    assert thinned.drawn == drawn.drawn
    assert thinned.clues.items() < drawn.clues.items()
    assert check(thinned).status is CheckStatus.UNIQUE
    driver.key("Control-z")
    assert puzzle(driver) == drawn


def test_a_wrong_loop_leaves_the_clues_and_an_edge_can_be_drawn_beside_the_border(
    desk: Driver,
) -> None:
    clues = {(0, 0): 2, (3, 2): 3}
    desk.window.shown.document.apply("clues", replace(puzzle(desk), clues=clues))
    choose(desk, "Loop")
    draw(desk, (0, 0), (2, 0), (2, 2), (0, 2), (0, 0))
    assert puzzle(desk).clues == clues
    assert shown(desk, "bad loop")
    assert "does not meet 1 clue." in desk.window.status.message
    desk.open(Slitherlink(4, 3))
    choose(desk, "Loop")
    left, top = at_corner(desk, (0, 0))
    for x, y in ((left - 5, top + desk.view.cell // 2), (left + desk.view.cell // 2, top - 5)):
        desk.click_at(x, y)
    assert puzzle(desk).drawn == {((-1, 0), (0, 0)), ((0, -1), (0, 0))}
    desk.press_at(left - desk.view.cell, top - desk.view.cell)  # too far away
    desk.release_at(left - desk.view.cell, top - desk.view.cell)
    assert len(puzzle(desk).drawn) == 2


def test_what_is_painted_step_by_step_is_the_whole_picture(driver: Driver) -> None:
    window, view = driver.window, driver.view
    for width, height in ((4, 3), (30, 20)):
        window.shown.document.new(Slitherlink(width, height, {(0, 0): 3, (2, 1): 2}))
        driver.root.update()
        choose(driver, "Loop")
        draw(driver, (0, 0), (width, 0), (width, height), (0, height), (0, 1))
        draw(driver, (1, 1), (width - 1, 1), (width - 1, height - 1))
        view.event_generate("<Leave>")
        level = puzzle(driver)
        assert view.scene == board_scene(level, segments_of_drawn(level))
        picture = driver.photograph()
        view.set_theme(window.theming.theme)  # paints everything anew
        assert driver.photograph().tobytes() == picture.tobytes()


def test_it_is_checked_solved_and_the_loop_runs_round(driver: Driver) -> None:
    window = driver.window
    window.shown.document.new(PUZZLE)
    window.shown.live_check.check_now()
    driver.wait_until(lambda: window.verdict.text == "exactly one solution", "it is checked")
    driver.solve()
    driver.wait_until(
        lambda: window.shown.solving.playback and window.shown.solving.playback.finished, "shown"
    )
    loop = window.shown.document.solution
    assert isinstance(loop, Loop)
    assert not mistakes(PUZZLE, loop)
    assert driver.view.scene == board_scene(PUZZLE, segments(loop))
    driver.key("Control-l")
    inside = loop.inside
    assert shown(driver, "inside") == inside
    driver.key("Control-l", "Escape")
    assert driver.view.scene == board_scene(PUZZLE)


def test_hints_leave_lines_and_crosses_for_what_is_known_so_far(driver: Driver) -> None:
    window, hints = driver.window, driver.window.shown.hints
    window.shown.document.new(PUZZLE)
    so_far = Trace()
    for _ in range(3):
        driver.key("F1")
        driver.wait_until(lambda: not hints.job.running, "a hint comes")
        so_far = hint(Known(PUZZLE), so_far)
        on = {cell for step in so_far.deductions for edge in step.on for cell in edge}
        off = {cell for step in so_far.deductions for edge in step.off for cell in edge}
        assert on <= shown(driver, "loop")
        assert off == shown(driver, "cross")
        last, *earlier = reversed(so_far.deductions)
        strengths = {tile.strength for tile in tiles_of(driver, "cross")}
        assert (1.0 in strengths) == bool(last.off), "what is new is as strong as can be"
        assert bool(strengths - {1.0}) == any(step.off for step in earlier), "the rest is fainter"
        assert {tile.strength for tile in tiles_of(driver, "cell")} == {1.0}, "no half line is dim"
    driver.key("Escape")
    assert driver.view.scene == board_scene(PUZZLE)


def test_the_map_crosses_out_what_no_solution_uses(driver: Driver) -> None:
    window, several = driver.window, puzzle_of("3... .... 0..3")
    window.shown.document.new(several)
    window.shown.live_check.check_now()
    driver.wait_until(lambda: window.shown.live_check.known.count, "it is counted")
    window.shown.map.toggle()
    driver.wait_until(lambda: shown(driver, "cross"), "the map is shown")
    assert set(edges_of((0, 2))) <= set(edge_shares(window.shown.live_check.known).off)
    assert (0, 2) in shown(driver, "cross")


def test_a_wrong_clue_is_named_and_the_loop_that_fulfils_the_others_is_shown(
    driver: Driver,
) -> None:
    window = driver.window
    window.shown.document.new(ONE_WRONG_CLUE)
    window.shown.live_check.check_now()
    driver.wait_until(lambda: window.shown.live_check.known.conflict, "it is checked")
    everything_known(driver)
    words = "The 3 in row 4, column 5 contradicts the other clues: a 1 there would do"
    press(driver, words)
    assert shown(driver, "pattern") == {(4, 3)}
    assert len(shown(driver, "loop")) > 20


def test_it_is_turned_resized_copied_pasted_and_cleared(driver: Driver) -> None:
    window = driver.window
    window.shown.document.new(PUZZLE)
    driver.key("Control-Right")
    driver.key("Control-Right", "Control-Right", "Control-Right")
    assert puzzle(driver).clues == PUZZLE.clues
    assert window.level_commands.copy()
    copied = driver.root.clipboard_get()
    driver.key("Control-Shift-Delete")
    assert puzzle(driver).clues == {}
    window.level_commands.paste()
    assert puzzle(driver).clues == PUZZLE.clues
    assert "2" in copied
    assert window.level_commands.copy("link")
    assert "slither" in driver.root.clipboard_get()


def test_a_pack_counts_clues_and_shows_thumbnails(driver: Driver, tmp_path: Path) -> None:
    loop, several = tmp_path / "loop.json", tmp_path / "several.json"
    write_file(loop, [Entry(PUZZLE)])
    write_file(several, [Entry(puzzle_of("3... .... ...3"))])
    browser = browse(driver, tmp_path)
    assert "Clues" in texts(browser.view.table).splitlines()
    browser.view.bar.start_or_stop()
    driver.wait_until(lambda: not browser.view.bar.running, "all are checked")
    driver.root.update()
    lines = texts(browser.view.table).splitlines()
    assert [line for line in lines if line in ("14", "2")] == [
        "14",
        "2",
        "2",
    ]  # with the number of the row
    assert "exactly one solution" in lines
    assert "several solutions" in lines


def test_no_text_is_about_another_kind(driver: Driver) -> None:
    window = driver.window
    window.shown.document.new(PUZZLE)
    driver.root.update()
    window.menus.refresh()
    kind = KINDS["slitherlink"]
    shown = texts(window.root, only_shown=True)
    for text in "\n".join([labels(window.root), shown, tips(window.root)]).lower().splitlines():
        own = text.replace("flowdesk", "").replace("colour-blind", "")  # a theme
        assert not [word for word in FOREIGN if word in own], text
    asked = set(re.findall(r"{(\w+)}", "".join(action.label for action in ACTIONS)))
    assert asked <= set(Names._fields)
    assert "Shade the inside" in labels(window.root)
    window.shown.document.new(KINDS["flow"].new(5, 5))
    driver.root.update()
    window.menus.refresh()
    assert "Labels on endpoints" in labels(window.root)
    assert kind.words.names.labels not in labels(window.root)
    window.shown.document.new(PUZZLE)

    def read(dialog: Dialog) -> str:
        words = texts(dialog).lower()
        dialog.destroy()
        return words

    keys = driver.asked(lambda: window.menus.show_keys(accepts_drops=False), read)
    for text in (keys, driver.asked(window.show_about, read)):
        assert "loop" in text
        assert not [word for word in FOREIGN if word in text.replace("flowdesk", "")], text
    assert "swap two" not in keys


def labels(top: tk.Misc) -> str:
    """All labels in the menus of a window."""
    found: list[str] = []

    def walk(menu: tk.Menu) -> None:
        end = menu.index("end")
        for index in range(0 if end is None else end + 1):
            if menu.type(index) in ("command", "checkbutton", "radiobutton"):
                found.append(str(menu.entrycget(index, "label")))
        for child in menu.winfo_children():
            if isinstance(child, tk.Menu):
                walk(child)

    for child in top.winfo_children():
        if isinstance(child, tk.Menu):
            walk(child)
    return "\n".join(found)


def tips(top: tk.Misc) -> str:
    """The texts of the tools, the palette and the sentence on how to begin."""
    kind = KINDS["slitherlink"]
    items = kind.editing.palette(PUZZLE, kind.editing.next_item(PUZZLE, ""))
    return "\n".join([*(tool.tip for tool in kind.editing.tools), *(item.tip for item in items)])


def test_what_may_be_of_either_kind_is_told_in_the_status_line(
    driver: Driver, tmp_path: Path
) -> None:
    window = driver.window
    (tmp_path / "a.txt").write_text("1.2\n...\n1.2\n")
    assert window.files.open_path(tmp_path / "a.txt")
    note = "Read as Flow; a line 'kind: slitherlink' below the rows reads it as Slitherlink."
    driver.wait_until(lambda: window.status.message.startswith(note), "it is told")
    driver.click((1, 1))
    driver.wait_until(lambda: not window.status.message.startswith(note), "it is edited")


def test_slitherlinks_are_generated_from_the_dialog(driver: Driver) -> None:
    document = driver.window.shown.document
    document.new(Slitherlink(5, 5))

    def fill(dialog: Dialog) -> None:
        width, height, difficulty, *_ = entries(dialog)
        for field, value in ((width, "6"), (height, "5")):
            retype(field, value)
        assert isinstance(difficulty, ttk.Combobox)
        difficulty.set("easy")
        button(dialog, "Generate").invoke()

    driver.asked("Control-g", fill)
    driver.wait_until(lambda: document.level.clues, "a puzzle is made")
    assert (document.level.width, document.level.height) == (6, 5)
    rated = rate(document.level)
    assert rated
    assert rated.level == "easy"


def test_clues_are_thinned_out_to_the_step_that_the_slider_shows(driver: Driver) -> None:
    document = driver.window.shown.document
    every = Slitherlink(5, 5, clues_of(HOOK, 5, 5))
    document.new(every)
    shown: list[str] = []

    def choose(dialog: StepsDialog) -> None:
        (slider,) = parts_of(dialog, ttk.Scale)
        clues, difficulty = entries(dialog)[3], entries(dialog)[0]
        driver.wait_until(lambda: " clues, easy" in texts(dialog), "clues are removed")
        clues.insert(0, "9-7")
        wrong = "The number of clues asked for ends before it begins: write 7-9."
        driver.wait_until(lambda: wrong in texts(dialog), "what cannot be is said")
        retype(clues, "12-14")
        driver.wait_until(lambda: "12 clues, " in texts(dialog), "there are as few as asked for")
        assert isinstance(difficulty, ttk.Combobox)
        assert difficulty.get() == "any"
        driver.wait_until(lambda: " ..." not in texts(dialog), "the search has ended")
        assert slider["to"] == slider.get() == 13  # from 25 clues to 12
        slider.set(5)
        shown.append(texts(dialog))
        button(dialog, "Thin out").invoke()

    driver.asked("Control-Shift-F", choose)
    assert "20 clues, easy" in shown[0]
    assert len(document.level.clues) == 20
    assert document.level.clues.items() < every.clues.items()
    assert check(document.level).solutions == (HOOK,)
    document.undo()
    assert document.level.clues == every.clues
