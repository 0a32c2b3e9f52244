"""The panel of the engines: the table fills, a race can be stopped, results are saved."""

from __future__ import annotations

import multiprocessing
from itertools import pairwise
from pathlib import Path
from tkinter import ttk
from typing import Any

import pytest
from PIL import Image

from flowdesk.app.lab.engines_panel import EnginesPanel, RaceResults
from flowdesk.core.storage import shipped
from flowdesk.formats.registry import LEVEL_LIST, MAP, load, write_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.race import Run, choices, csv_file, race_chart, read_runs
from tests.driver import Driver, answering, button, checkbuttons, entries, large_type, retype, texts
from tests.levels import hard_to_solve
from tests.loops import puzzle_of
from tests.samples import SMALL, level_of

OTHER = level_of("R.B ... ... R.B")


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A folder with a file of two levels, one of one level, and one that is not complete."""
    box = tmp_path / "box"
    box.mkdir()
    (box / "two.txt").write_text(LEVEL_LIST.write([Entry(SMALL), Entry(OTHER)]))
    (box / "one.txt").write_text(MAP.write([Entry(SMALL)]))
    (box / "half.txt").write_text("R..\n...\n")
    return box


def open_race(driver: Driver) -> EnginesPanel:
    """Bring up the panel by its key."""
    if not driver.window.lab.shows_engines:
        driver.key("Shift-F9")
    return driver.window.lab.engines


def choose(
    driver: Driver,
    race: EnginesPanel,
    *,
    levels: int = 0,
    engines: str = "sat distance cells",
    runs: str = "1",
    limit: str = "10",
) -> None:
    """Choose the levels by their place in the list; engines are on at first."""
    box, *numbers = entries(race)
    assert isinstance(box, ttk.Combobox)
    box.current(levels)
    for field, text in zip(numbers, (limit, runs), strict=True):
        retype(field, text)
    for switch in checkbuttons(race):
        if name_of(switch) not in engines.split():
            switch.invoke()
    driver.root.update()


def name_of(switch: ttk.Checkbutton) -> str:
    """The engine that a switch is for."""
    return str(switch.cget("text")).split(" ")[0]


def rows(race: EnginesPanel) -> list[tuple[str, ...]]:
    """What the table shows."""
    table = race.results.winfo_children()[0]
    assert isinstance(table, ttk.Treeview)
    return [tuple(map(str, table.item(id, "values"))) for id in table.get_children()]


def start_or_stop(driver: Driver) -> None:
    """Press Enter in a field."""
    entries(driver.window.lab.engines)[-1].focus_force()
    driver.key("Return")


def run(driver: Driver, **choices: Any) -> EnginesPanel:
    """Let a race run from its beginning to its end; without choices all engines race."""
    race = open_race(driver)
    if choices:
        choose(driver, race, **choices)
    start_or_stop(driver)
    assert race.race
    driver.wait_until(lambda: race.race is None, "the race is over")
    return race


def test_all_fields_are_there_in_large_type(driver: Driver) -> None:
    race = open_race(driver)
    with large_type(driver, driver.root, "1366x768"):
        for part in (*checkbuttons(race), *entries(race)[1:], button(race, "Watch")):
            assert part.winfo_width() >= part.winfo_reqwidth()
            assert part.winfo_x() + part.winfo_width() <= race.winfo_width()
        middles = [part.winfo_rooty() + part.winfo_height() // 2 for part in checkbuttons(race)]
        steps = [below - above for above, below in pairwise(middles)]
        assert max(steps) - min(steps) <= 1, "they stand in even rows"


def test_engines_race_on_all_levels_of_a_file(driver: Driver, box: Path) -> None:
    assert driver.window.files.open_path(box / "two.txt")
    race = open_race(driver)
    assert not race.results.winfo_manager(), "there is nothing to see yet"
    button(race, "Race").invoke()
    assert race.race
    assert "0 of 10 runs." in texts(race)
    driver.wait_until(lambda: race.race is None, "the race is over")
    assert "10 runs, all done." in texts(race)
    shown = rows(race)
    engines = ["sat", "distance", "cells", "cdcl", "dpll"]
    assert [row[0] for row in shown] == ["3 × 4", *engines, "5 × 5", *engines]
    of = {row[0]: row[1:] for row in shown[7:]}
    assert int(of["distance"][1]) > 0, "steps are counted"
    assert [row[2:4] for row in shown if row[0] == "cdcl"] == [("3", "4"), ("0", "0")]
    assert {row[0] for row in shown if "no answer" in row} <= {"cells"}
    assert all(row[4].endswith(("s", "no answer")) for row in shown if row[0] in engines)


def test_columns_that_say_nothing_are_left_out_of_the_table(driver: Driver) -> None:
    results = RaceResults(driver.root, driver.window.front)
    once = [Run("a", 5, 5, 4, engine, "solved", 0.001, 3, 0) for engine in ("sat", "cells")]
    others = {
        (): once,
        ("Worst",): [*once, Run("b", 5, 5, 4, "sat", "solved", 0.009, 7, 1)],
        ("Worst", "Unknown"): [*once, Run("b", 5, 5, 4, "sat", "unknown", 10.0, 77)],
    }
    for more, runs in others.items():
        results.show(runs)
        shown = results._table["displaycolumns"]
        assert shown == ("Engine", "Median", "Steps", "Conflicts", *more)
    results.destroy()


def test_the_table_fills_while_the_race_is_on_and_stop_ends_it(driver: Driver, box: Path) -> None:
    path = box / "slow.txt"
    path.write_text(LEVEL_LIST.write([Entry(SMALL), Entry(hard_to_solve())]))
    assert driver.window.files.open_path(path)
    before = set(multiprocessing.active_children())
    race = open_race(driver)
    choose(driver, race, engines="sat")
    start_or_stop(driver)
    driver.wait_until(lambda: rows(race), "the first result is there")
    assert race.race
    assert [row[0] for row in rows(race)] == ["5 × 5", "sat"]
    assert "1 of 2 runs" in texts(race)
    start_or_stop(driver)
    assert race.race is None
    assert set(multiprocessing.active_children()) <= before, "no process is left"
    assert "Stopped after 1 run." in texts(race)
    assert [row[0] for row in rows(race)] == ["5 × 5", "sat"]
    driver.key("Escape")
    assert not race.winfo_viewable()
    assert len(rows(open_race(driver))) == 2, "what was found out is still there"


def test_a_run_that_takes_too_long_is_unknown(driver: Driver) -> None:
    driver.open(hard_to_solve())
    race = run(driver, engines="distance", limit="1")
    assert rows(race) == [
        ("28 × 28",),
        ("distance", "no answer", "", "", "no answer", "1"),
    ]


def test_levels_are_chosen_from_what_is_open_and_what_is_shipped(driver: Driver, box: Path) -> None:
    assert driver.window.files.open_path(box / "one.txt")
    found = choices(driver.window.shown.document)
    assert list(found) == [
        "This level",
        "All levels in the folder box",
        "The levels that come with FlowDesk",
        "The packs that come with FlowDesk",
    ]
    assert [name for name, _ in found["This level"]()] == ["one.txt"]
    below = found["All levels in the folder box"]()
    assert [name for name, _ in below] == ["half.txt", "one.txt", "two.txt#1", "two.txt#2"]
    assert len(found["The levels that come with FlowDesk"]()) > 10
    race = run(driver, levels=1, engines="sat cells")
    assert {run.puzzle for run in race.runs} == {"one.txt", "two.txt#1", "two.txt#2"}
    assert {run.engine for run in race.runs} == {"sat", "cells"}
    assert "1 level left out as incomplete." in texts(race)
    loop = puzzle_of("..32. 222.3 0..1. 2.2.. .2323")
    write_file(box / "loop.json", [Entry(loop)])
    race = run(driver, levels=1, engines="sat")
    assert "1 level left out as incomplete. 1 level of another kind left out." in texts(race)
    assert driver.window.files.open_path(box / "two.txt")
    assert next(iter(choices(driver.window.shown.document))) == "All 2 levels of this file"


def test_results_are_saved_as_table_and_chart_and_the_panel_gives_way_and_comes_back(
    driver: Driver, box: Path
) -> None:
    driver.open(SMALL)
    race = run(driver)
    assert button(race, "Save table ...").winfo_viewable()
    race.saving.save(box / "race.csv", csv_file(race.runs))
    assert read_runs(box / "race.csv") == race.runs
    race.saving.save(box / "race.png", race_chart(race.runs))
    with Image.open(box / "race.png") as picture:
        assert picture.format == "PNG"
    assert f"Saved as {box / 'race.png'}." in texts(race)
    said = answering(driver, "OK")
    race.saving.save(box / "missing" / "race.png", b"")
    assert "missing" in said[0]
    grounds = set()
    for theme in ("dark", "light"):
        driver.window.theming.choose(theme)
        driver.root.update()
        grounds.add(str(race.results.chart.cget("background")))
    assert len(grounds) == 2, "the panel follows the theme"
    driver.key("F7")
    assert not race.winfo_viewable(), "the rules take its place"
    driver.key("Shift-F9")
    assert race.winfo_viewable()
    assert not driver.window.tab.exploring.is_on
    driver.key("Control-Shift-G")
    assert driver.window.wall.winfo_viewable()
    driver.key("Shift-F9")
    assert race.winfo_viewable()
    assert not driver.window.wall.is_on
    driver.key("Shift-F9")
    assert not race.winfo_viewable()


def test_what_cannot_be_raced_is_said(driver: Driver) -> None:
    driver.open(Level(3, 3, {(0, 0): "R"}))
    race = open_race(driver)
    for limit, runs, words in (
        ("soon", "1", "The number of seconds must be a whole number from 1 to 3600."),
        ("0", "1", "The number of seconds must be a whole number"),
        ("10", "100", "The number of runs must be a whole number from 1 to 99."),
        ("10", "1", "None of these levels is complete"),
    ):
        choose(driver, race, engines="sat distance cells", limit=limit, runs=runs)
        start_or_stop(driver)
        assert race.race is None
        assert words in texts(race)
    choose(driver, race, engines="none")
    start_or_stop(driver)
    assert "Choose at least one engine." in texts(race)


def test_slitherlinks_are_raced_by_the_engines_for_them(driver: Driver) -> None:
    driver.window.shown.document.new(puzzle_of("..32. 222.3 0..1. 2.2.. .2323"))
    race = run(driver)
    greyed = [name_of(each) for each in checkbuttons(race) if each.instate(["disabled"])]
    assert greyed == ["distance", "cells"]
    assert [row[0] for row in rows(race)] == ["5 × 5", "sat", "cdcl", "dpll"]
    choose(driver, race, levels=2, engines="sat distance cells cdcl dpll")
    start_or_stop(driver)
    words = "None of these levels is a Slitherlink puzzle, as the one on the board is."
    assert words in texts(race)


def test_closing_the_main_window_ends_the_race(driver: Driver) -> None:
    before = set(multiprocessing.active_children())
    driver.open(hard_to_solve())
    race = open_race(driver)
    choose(driver, race, engines="sat")
    start_or_stop(driver)
    assert race.race
    driver.window.close()
    driver.root.update()
    assert set(multiprocessing.active_children()) <= before


def test_an_engine_that_is_not_for_the_board_says_why(driver: Driver) -> None:
    driver.window.shown.document.new(load(shipped("puzzles") / "packs" / "bridges.json")[0])
    race = open_race(driver)
    assert button(race, "Watch").instate(["disabled"])
    assert "cells is for boards of squares" in race.choice.tips["cells"].text
    driver.window.shown.document.new(SMALL)
    assert button(race, "Watch").instate(["!disabled"])
