"""What the window finds out and shows while a level is drawn."""

from __future__ import annotations

import multiprocessing
import tkinter as tk
from dataclasses import replace
from functools import partial
from tkinter import ttk

import pytest

from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.dialogs.shapes import ShapePictures
from flowdesk.app.insight import KnowledgeList
from flowdesk.core.signal import Owner
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.drawing import drawn_solution, finished_paths, segments
from flowdesk.kinds.flow.level import Level, Solution, mistakes
from flowdesk.kinds.flow.making.generate import VERSION
from flowdesk.kinds.flow.making.shapes import holes_of
from flowdesk.kinds.flow.solving.solve import check
from flowdesk.kinds.known import Looking
from flowdesk.kinds.table import board_scene
from tests.app.test_editing import draw
from tests.driver import (
    Driver,
    answering,
    button,
    calls_of,
    checkbuttons,
    dialogs,
    entries,
    parts_of,
    retype,
    texts,
)
from tests.processes import is_alive
from tests.samples import ASSUMING, SMALL, TOUCHING, hard_level, level_of

SEVERAL = level_of("A..A B..B ....")


@pytest.fixture
def live(driver: Driver) -> Driver:
    """The window, checking levels while they are drawn, as it does by default."""
    driver.window.shown.live_check.toggle()
    return driver


def everything_known(driver: Driver) -> None:
    """Wait until nothing more is being found out."""
    live = driver.window.shown.live_check
    driver.wait_until(
        lambda: live.known.level == driver.level and live.known.looking is not Looking.SOON,
        "the level is looked at",
    )
    driver.wait_until(lambda: not live.running, "everything is known")


def knowledge(driver: Driver) -> KnowledgeList:
    """The list beside the board."""
    parts = parts_of(driver.window.side, KnowledgeList)
    (found,) = parts
    return found


def point_at(driver: Driver, words: str) -> tuple[int, int]:
    """Rest the pointer on words in the list beside the board; return where that is."""
    return driver.point_at(knowledge(driver), words)


def press(driver: Driver, words: str) -> None:
    """Click on words in the list beside the board."""
    driver.click_words(knowledge(driver), words)


def test_the_badge_follows_the_drawing(live: Driver) -> None:
    verdict = live.window.verdict
    assert verdict.text == "drawing: no endpoints yet"
    live.click((0, 0))
    assert verdict.text == "drawing: only one Red (R)"
    draw(live, SMALL)
    everything_known(live)
    assert verdict.text == "exactly one solution"
    live.key("Control-z")
    assert verdict.text.startswith("drawing")
    live.key("Control-Shift-Z")
    everything_known(live)
    assert verdict.text == "exactly one solution"


def test_a_click_on_the_badge_stops_a_long_check_and_editing_overtakes_it(live: Driver) -> None:
    live.open(hard_level())
    live.wait_until(lambda: "Stop" in live.window.verdict.text, "it takes long")
    live.window.verdict.event_generate("<Button-1>")
    live.root.update()
    assert not live.window.shown.live_check.running
    assert live.window.verdict.text == "unknown"
    live.live(0.1)
    assert not live.window.shown.live_check.running, "it is not begun anew ..."
    press(live, "Look\u00a0again")
    live.wait_until(lambda: live.window.shown.live_check.running, "... but where that is wanted")
    live.window.shown.document.new(SMALL)
    everything_known(live)
    assert live.window.verdict.text == "exactly one solution"


def test_checking_can_be_switched_off_by_a_key_and_in_the_settings(live: Driver) -> None:
    live.key("Control-j")
    live.open(SMALL)
    live.live(0.1)
    assert live.window.verdict.text == "ready to solve"
    live.key("Control-j")
    everything_known(live)
    assert live.window.verdict.text == "exactly one solution"

    def switch_off(dialog: Dialog) -> None:
        boxes = {str(box.cget("text")): box for box in checkbuttons(dialog)}
        boxes["Check while drawing"].invoke()
        live.root.update()
        assert live.window.verdict.text == "ready to solve"
        button(dialog, "Close").invoke()

    live.asked("Control-comma", switch_off)
    assert live.window.verdict.text == "ready to solve"


def test_two_solutions_are_flipped_with_the_cells_outlined_that_differ(live: Driver) -> None:
    live.open(SEVERAL)
    everything_known(live)
    plain = live.view.scene
    solutions = check(SEVERAL).solutions
    shown = []
    for _ in range(3):
        live.key("Control-f")
        shown.append(live.view.scene)
    assert shown[0] == shown[2] != shown[1]
    for solution, scene in zip(solutions, shown, strict=False):
        alone = board_scene(SEVERAL, segments(SEVERAL, solution))
        changed = scene.changes_since(alone)
        assert changed <= set(check(SEVERAL).differs)
        for cell in changed:  # nothing is covered, and no colour of dots is used
            more = scene.tiles[cell][len(alone.tiles[cell]) :]
            assert scene.tiles[cell] == (*alone.tiles[cell], *more)
            assert {(tile.kind, tile.color) for tile in more} == {("pattern", "")}
    live.key("Escape")
    assert live.view.scene == plain


def test_one_click_makes_a_level_unique_and_undo_takes_it_back(live: Driver) -> None:
    live.open(SEVERAL)
    everything_known(live)
    assert 1 <= len(live.window.shown.live_check.known.remedies or ()) <= 3
    press(live, "Do\u00a0it")
    assert check(live.level).status == "unique"
    live.key("Control-z")
    assert live.level == SEVERAL
    document = live.window.shown.document
    document.apply("colour", replace(document.level, colors={"A": "#123456"}))
    everything_known(live)
    press(live, "Do\u00a0it")
    assert live.level.color("A") == "#123456", "colours that were chosen since are kept"
    assert check(live.level).status == "unique"
    live.window.shown.document.new(Level(60, 60))
    assert live.window.shown.live_check.known.level is live.level
    assert live.window.verdict.text in ("still looking", "drawing: no endpoints yet")
    assert not live.window.shown.two_solutions.can_flip, "nothing is known of the next level"


def test_the_map_shows_what_is_certain_and_follows_the_level(live: Driver) -> None:
    live.open(SEVERAL)
    everything_known(live)
    live.key("Control-m")
    arms = live.window.shown.map.edges
    count = live.window.shown.live_check.known.count
    assert count is not None
    assert count.shares is not None
    assert set(arms) == {cell for edge, share in count.shares.items() if share for cell in edge}
    assert f"{count.number} solutions" in live.window.status.message
    live.window.shown.document.apply("another", replace(SMALL))
    everything_known(live)
    assert set(live.window.shown.map.edges) == set(SMALL.cells)
    live.key("Control-m")
    assert live.window.shown.map.edges == {}


def test_hints_come_one_by_one_with_what_they_speak_of_marked(live: Driver) -> None:
    live.open(SMALL)
    everything_known(live)
    plain = live.view.scene
    for words in ("Hint 1:", "Hint 2:", "Hint 3:"):
        live.key("F1")
        live.wait_until(partial(told_begins, live, words), "a hint comes")
        assert live.window.shown.hints.above
    live.key("Escape")
    assert live.view.scene == plain
    live.key("F1")
    live.wait_until(partial(told_begins, live, "Hint 1:"), "the first one comes again")


def all_hints(live: Driver) -> list[str]:
    """What is said when hints are asked for, until it is the same as before."""
    said = [""]
    while True:
        live.key("F1")
        live.wait_until(partial(has_answered, live), "an answer comes")
        if live.window.shown.hints.told == said[-1]:
            return said[1:]
        said.append(live.window.shown.hints.told)


@pytest.mark.parametrize(
    "level", [SMALL, *(pytest.param(it, marks=pytest.mark.slow) for it in (TOUCHING, ASSUMING))]
)
def test_the_last_hint_shows_the_whole_solution_and_says_so(live: Driver, level: Level) -> None:
    live.open(level)
    everything_known(live)
    *_, last, end = all_hints(live)
    assert "With this step you have the whole solution, the only one" in last
    assert end == "There is no further hint: the whole solution is on the board."
    solution = check(level).solutions[0]
    shown = live.view.scene.changes_since(board_scene(level, segments(level, solution)))
    assert shown == set(live.window.shown.hints.above), "all but the outline of the last hint"
    live.key("Escape")
    assert live.view.scene == board_scene(level)


def has_answered(driver: Driver) -> bool:
    """Whether no hint is being looked for any more."""
    return not driver.window.shown.hints.job.running


def told_begins(driver: Driver, words: str) -> bool:
    """Whether the hint beside the board begins so."""
    return driver.window.shown.hints.told.startswith(words)


def test_paths_are_drawn_with_the_pointer_and_are_the_solution(live: Driver) -> None:
    live.open(Level(3, 2))
    live.key("Control-d")
    live.drag((0, 0), (2, 0))
    live.drag((0, 1), (2, 1))
    assert set(finished_paths(live.level)) == {"R", "B"}
    assert drawn_solution(live.level) is not None
    everything_known(live)
    assert "Your paths are the solution" in texts(live.window.side)
    drawn = live.level
    live.key("Control-z")
    assert set(live.level.pairs) == {"R"}
    live.key("Control-Shift-Z")
    assert live.level == drawn
    live.click((1, 0), button=3)
    assert set(live.level.pairs) == {"B"}


def test_the_rest_is_filled_unless_there_are_loose_dots_and_that_can_be_stopped(
    live: Driver,
) -> None:
    live.open(Level(6, 6))
    live.key("Control-d")
    live.drag((0, 0), (4, 0))
    before = live.level
    live.key("Control-Shift-F")
    live.wait_until(lambda: live.level != before, "the rest is filled")
    assert live.level.drawn["R"] == before.drawn["R"]
    solution = Solution(live.level.drawn)
    assert mistakes(live.level, solution) == []
    assert check(live.level).status == "unique"
    live.key("Control-z")
    assert live.level == before
    live.window.shown.document.new(level_of("R.. ... ..R"))
    live.key("Control-Shift-F")
    assert "no path yet" in live.window.status.message
    live.open(Level(40, 40))
    live.key("Control-Shift-F")
    assert live.window.tab.generation.running
    live.key("Escape")
    assert not live.window.tab.generation.running
    assert live.level == Level(40, 40)


def generate(live: Driver, *values: str) -> None:
    """Fill in the dialog's fields in their order and press Generate."""

    def fill(dialog: Dialog) -> None:
        for field, value in zip(fields(dialog), values, strict=False):
            retype(field, value)
        button(dialog, "Generate").invoke()

    live.asked("Control-g", fill)


def fields(dialog: Dialog) -> list[ttk.Entry]:
    """Return the fields of the dialog without the list of letters."""
    return [field for field in entries(dialog) if not isinstance(field.master, ShapePictures)]


def shapes(dialog: Dialog) -> dict[str, ttk.Radiobutton]:
    """Return the pictures of shapes in the dialog by their names."""
    found = parts_of(dialog.body, ttk.Radiobutton)
    assert all(each["image"] for each in found)
    return {str(each["text"]): each for each in found}


def test_levels_are_generated_from_a_dialog(live: Driver) -> None:
    def refuse(dialog: Dialog) -> None:
        field = fields(dialog)[2]
        for typed, said in (("five", "Colours: 'five' is no number of colours"), ("40", "At most")):
            retype(field, typed)
            button(dialog, "Generate").invoke()
            assert said in texts(dialog)
        button(dialog, "Cancel").invoke()

    live.asked("Control-g", refuse)
    assert not live.window.tab.generation.running
    generate(live, "6", "5", "4-6")
    live.wait_until(lambda: live.level.endpoints, "a level is made")
    assert (live.level.width, live.level.height) == (6, 5)
    assert 4 <= len(live.level.pairs) <= 6
    assert check(live.level).status == "unique"
    assert not live.window.shown.document.is_saved
    assert live.window.shell.settings.request["width"] == "6"
    assert live.level.about["seed"].isdigit(), "so that it can be made again"
    assert live.level.about["generator"] == str(VERSION)


def test_the_dialog_begins_with_what_was_asked_last_and_lends_the_shape_of_the_board(
    live: Driver,
) -> None:
    shape = Level(6, 5, holes=frozenset({(0, 0), (0, 1)}))
    live.open(shape)
    last = {"width": "9", "colors": "4-6", "shortest": "x"}
    live.window.shell.remember(request=last)

    def accept(dialog: Dialog) -> None:
        *begins_with, seed = fields(dialog)
        assert [field.get() for field in begins_with] == [
            *("6", "5", "4-6", "any", "none", "1", "3", "", "any", "square", "0", "none", "0", "0")
        ]
        assert not seed.winfo_ismapped()
        button(dialog, "More ▾").invoke()
        dialog.update()
        assert seed.winfo_ismapped()
        lists = [field.cget("values") for field in begins_with if isinstance(field, ttk.Combobox)]
        assert lists[3:] == [("square", "hex"), ("none", "rows", "columns", "both")]
        retype(seed, "1")
        width, height, *_ = begins_with
        pictures = shapes(dialog)
        assert [*pictures] == [
            *("Rectangle", "Cross", "Ring", "Diamond", "Heart", "Letter", "This board")
        ]
        assert pictures["This board"].instate(["selected"])
        assert [width.get(), height.get(), str(width["state"])] == ["6", "5", "disabled"]
        pictures["Ring"].invoke()
        assert [width.get(), height.get(), str(width["state"])] == ["9", "7", "normal"]
        pictures["This board"].invoke()
        button(dialog, "Generate").invoke()

    live.asked("Control-g", accept)
    live.wait_until(lambda: live.level.endpoints, "a level is made")
    assert replace(live.level, endpoints={}, about={}) == shape
    assert live.window.shell.settings.request["width"] == "6"


def test_levels_have_the_shape_whose_picture_is_chosen(live: Driver) -> None:
    def ask(dialog: Dialog) -> None:
        assert "This board" not in shapes(dialog), "it is a rectangle"
        letter = next(each for each in entries(dialog) if each not in fields(dialog))
        letter.set("T")  # type: ignore[attr-defined]  # it is a list
        letter.event_generate("<<ComboboxSelected>>")
        assert shapes(dialog)["Letter"].instate(["selected"])
        width, height = fields(dialog)[:2]
        for field, typed in ((height, "8"), (width, "4")):
            retype(field, typed)
        button(dialog, "Generate").invoke()
        assert "The shape 'T' takes 5 rows and columns or more." in texts(dialog)
        retype(width, "10")
        button(dialog, "Generate").invoke()

    live.asked("Control-g", ask)
    live.wait_until(lambda: live.level.endpoints, "a level is made")
    assert (live.level.width, live.level.height) == (10, 8)
    assert live.level.holes == holes_of("T", 10, 8)
    assert live.window.shell.settings.request["shape"] == "T"


def test_the_shape_of_the_board_is_saved_and_offered_from_then_on(live: Driver) -> None:
    shape = Level(4, 3, holes=frozenset({(0, 0)}))
    live.open(shape)

    def save(dialog: Dialog) -> None:
        button(dialog, "Save the shape of this board").invoke()
        assert shapes(dialog)["Shape 1"].instate(["selected"])
        assert "Save the shape" not in texts(dialog), "it is saved"
        button(dialog, "Cancel").invoke()

    live.asked("Control-g", save)
    live.open(Level(5, 5))

    def generate_of_it(dialog: Dialog) -> None:
        shapes(dialog)["Shape 1"].invoke()
        button(dialog, "Generate").invoke()

    live.asked("Control-g", generate_of_it)
    live.wait_until(lambda: live.level.endpoints, "a level is made")
    assert replace(live.level, endpoints={}, about={}) == shape

    def delete(dialog: Dialog) -> None:
        shapes(dialog)["Shape 1"].event_generate("<Button-3>")
        menu = parts_of(dialog.body, tk.Menu)[0]
        assert menu.entrycget(0, "label") == "Delete Shape 1"
        menu.unpost()
        menu.invoke(0)
        assert "Shape 1" not in shapes(dialog)
        button(dialog, "Cancel").invoke()

    live.asked("Control-g", delete)


def test_what_a_hidden_tab_has_to_say_waits_until_it_is_seen(live: Driver) -> None:
    def fill(dialog: Dialog) -> None:
        width, height, _, difficulty, *_ = fields(dialog)
        for field, value in ((width, "3"), (height, "3"), (difficulty, "expert")):
            field.configure(state="normal")
            retype(field, value)
        button(dialog, "Generate").invoke()

    live.asked("Control-g", fill)
    making = live.window.tab
    live.window.files.open_entries([Entry(SEVERAL)], "Another")
    live.wait_until(lambda: not making.generation.running, "no 3x3 is that hard")
    live.live(0.05)
    assert dialogs(live.root) == []
    names = [tab.document.name for tab in live.window.tabs]
    assert sorted(names) == ["Another", "Untitled", "Untitled 2"]
    told = answering(live, "OK")
    live.key("Control-Shift-Tab")
    live.wait_until(lambda: told, "it is said")
    assert "easy instead of expert" in told[0]


def test_closing_ends_every_process(live: Driver) -> None:
    live.open(hard_level())
    live.wait_until(lambda: live.window.shown.live_check.running, "the check runs")
    pids = [process.pid or 0 for process in multiprocessing.active_children()]
    assert len(pids) >= 2
    live.key("Control-q")
    assert not live.window.root.winfo_exists()
    assert not any(is_alive(pid) for pid in pids)


def test_a_click_that_draws_nothing_leaves_undo_as_it_is(live: Driver) -> None:
    live.open(level_of("#.. ... ..."))
    live.key("Control-d")
    live.click((0, 0))
    live.key("F2")
    live.click((1, 1))
    live.click((2, 2))
    live.key("Control-z")
    assert set(live.level.endpoints) == {(1, 1)}


def test_a_click_shows_the_paths_that_leave_the_fewest_cells(live: Driver) -> None:
    live.open(level_of("R.....Y .G...B. ....... ..B.... ...G... ....R.. ......Y"))
    everything_known(live)
    press(live, "covered")
    conflict = live.window.shown.live_check.known.conflict
    assert conflict is not None
    assert conflict.answer is not None
    assert set(live.window.shown.attempt.above) == set(conflict.cells)
    assert set(live.window.shown.attempt.segments) == set(live.level.cells) - set(conflict.cells)
    live.key("Escape")
    assert live.window.shown.attempt.segments == {}


def test_a_wait_words_no_verdict(live: Driver) -> None:
    live.open(hard_level())
    live.key("F1")
    live.wait_until(lambda: "Stop" in live.window.verdict.text, "it takes long")
    ticks, news, owner = list[None](), list[None](), Owner()
    live.window.shown.live_check.ticked.connect(partial(ticks.append, None), owner)
    live.window.shown.live_check.changed.connect(partial(news.append, None), owner)
    live.root.update_idletasks()  # what was told before is listed when Tk has nothing else to do
    with calls_of(verdict) as calls:
        live.wait_until(lambda: len(ticks) > 5, "more than half a second")
    assert len(calls) <= 2 * len(news), "once for the badge, once for the list"
