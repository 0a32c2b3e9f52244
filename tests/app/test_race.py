"""The window of engine races: the table fills, a race can be stopped, results are saved."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from tkinter import ttk

import pytest
from PIL import Image

from flowdesk.app.lab.race_window import RaceWindow
from flowdesk.formats.registry import LEVEL_LIST, MAP, write_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.race import choices, csv_file, race_chart, read_runs
from tests.app.test_solving import open_level
from tests.driver import Driver, answering, button, checkbuttons, entries, large_type, texts
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


def open_race(driver: Driver) -> RaceWindow:
    """Bring up the window by its key."""
    driver.key("Shift-F9")
    race = driver.window.lab.races
    driver.root.update()
    return race


def choose(
    driver: Driver,
    race: RaceWindow,
    *,
    levels: int = 0,
    engines: str = "sat distance cells",
    runs: str = "1",
    limit: str = "10",
) -> None:
    """Choose the levels by their place in the list; engines are on at first."""
    box, *numbers = entries(race.top)
    assert isinstance(box, ttk.Combobox)
    box.current(levels)
    for field, text in zip(numbers, (limit, runs), strict=True):
        field.delete(0, "end")
        field.insert(0, text)
    for switch in checkbuttons(race.top):
        if str(switch.cget("text")) not in engines.split():
            switch.invoke()
    driver.root.update()


def rows(race: RaceWindow) -> list[tuple[str, ...]]:
    """What the table shows."""
    table = race.results.winfo_children()[0]
    assert isinstance(table, ttk.Treeview)
    return [tuple(map(str, table.item(id, "values"))) for id in table.get_children()]


def wait(driver: Driver, race: RaceWindow) -> None:
    """Let the race come to its end."""
    driver.wait_until(lambda: race.race is None, "the race is over")


def test_all_fields_are_there_in_large_type(driver: Driver) -> None:
    race = open_race(driver)
    with large_type(driver, race.top, "1366x620"):
        for part in (*checkbuttons(race.top), *entries(race.top)):
            assert part.winfo_width() >= part.winfo_reqwidth()
            assert part.winfo_rootx() + part.winfo_width() < race.top.winfo_rootx() + 1366
        assert race.results.chart.winfo_rooty() > race.results.winfo_rooty(), "below the table"
    race.hide()


def test_engines_race_on_all_levels_of_a_file(driver: Driver, box: Path) -> None:
    assert driver.window.files.open_path(box / "two.txt")
    race = open_race(driver)
    driver.wait_until(
        lambda: "will be shown here" in texts(race.top), "the empty chart explains itself"
    )
    button(race.top, "Start").invoke()
    assert race.race
    assert "0 of 10 runs." in texts(race.top)
    wait(driver, race)
    assert "10 runs, all done." in texts(race.top)
    shown = rows(race)
    assert [row[:3] for row in shown] == [
        (size, engine, "1")
        for size in ("3 × 4", "5 × 5")
        for engine in ("sat", "distance", "cells", "cdcl", "dpll")
    ]
    assert all(row[6] for row in shown if row[:2] == ("5 × 5", "distance")), "steps are counted"
    assert [row[6:] for row in shown if row[1] == "cdcl"] == [("3", "4"), ("0", "0")]
    assert {row[1] for row in shown if row[4] == "no answer"} <= {"cells"}
    assert all(row[5].endswith(("s", "no answer")) for row in shown)
    driver.wait_until(lambda: "Their times" not in texts(race.top), "the chart is drawn")


def test_the_table_fills_while_the_race_is_on_and_stop_ends_it(driver: Driver, box: Path) -> None:
    path = box / "slow.txt"
    path.write_text(LEVEL_LIST.write([Entry(SMALL), Entry(hard_to_solve())]))
    assert driver.window.files.open_path(path)
    before = set(multiprocessing.active_children())
    race = open_race(driver)
    choose(driver, race, engines="sat")
    driver.key("Return")
    driver.wait_until(lambda: rows(race), "the first result is there")
    assert race.race
    assert [row[:2] for row in rows(race)] == [("5 × 5", "sat")]
    assert "1 of 2 runs" in texts(race.top)
    driver.key("Return")
    assert race.race is None
    assert set(multiprocessing.active_children()) <= before, "no process is left"
    assert "Stopped after 1 run." in texts(race.top)
    assert [row[:2] for row in rows(race)] == [("5 × 5", "sat")]
    driver.key("Escape")
    assert race.top.state() == "withdrawn"
    assert len(rows(open_race(driver))) == 1, "what was found out is still there"


def test_a_run_that_takes_too_long_is_unknown(driver: Driver) -> None:
    open_level(driver, hard_to_solve())
    race = open_race(driver)
    choose(driver, race, engines="distance", limit="1")
    driver.key("Return")
    wait(driver, race)
    assert rows(race) == [("28 × 28", "distance", "1", "1", "no answer", "no answer", "", "")]


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
    race = open_race(driver)
    choose(driver, race, levels=1, engines="sat cells")
    button(race.top, "Start").invoke()
    wait(driver, race)
    assert {run.puzzle for run in race.runs} == {"one.txt", "two.txt#1", "two.txt#2"}
    assert {run.engine for run in race.runs} == {"sat", "cells"}
    assert "1 level left out as incomplete." in texts(race.top)
    assert driver.window.files.open_path(box / "two.txt")
    assert next(iter(choices(driver.window.shown.document))) == "All 2 levels of this file"


def test_results_are_saved_as_table_and_chart(driver: Driver, box: Path) -> None:
    open_level(driver, SMALL)
    race = open_race(driver)
    assert button(race.top, "Save table ...").instate(["disabled"])
    button(race.top, "Start").invoke()
    wait(driver, race)
    assert button(race.top, "Save table ...").instate(["!disabled"])
    race.save(box / "race.csv", csv_file(race.runs))
    assert read_runs(box / "race.csv") == race.runs
    race.save(box / "race.png", race_chart(race.runs))
    with Image.open(box / "race.png") as picture:
        assert picture.format == "PNG"
    assert f"Saved as {box / 'race.png'}." in texts(race.top)
    said = answering(driver, "OK")
    race.save(box / "missing" / "race.png", b"")
    assert "missing" in said[0]


def test_what_cannot_be_raced_is_said(driver: Driver) -> None:
    open_level(driver, Level(3, 3, {(0, 0): "R"}))
    race = open_race(driver)
    for limit, runs, words in (
        ("soon", "1", "The number of seconds must be a whole number from 1 to 3600."),
        ("0", "1", "The number of seconds must be a whole number"),
        ("10", "100", "The number of runs must be a whole number from 1 to 99."),
        ("10", "1", "None of these levels is complete"),
    ):
        choose(driver, race, engines="sat distance cells", limit=limit, runs=runs)
        driver.key("Return")
        assert race.race is None
        assert words in texts(race.top)
    choose(driver, race, engines="none")
    driver.key("Return")
    assert "Choose at least one engine." in texts(race.top)


def test_levels_of_another_kind_are_left_out_and_called_so(driver: Driver, box: Path) -> None:
    loop = puzzle_of("..32. 222.3 0..1. 2.2.. .2323")
    write_file(box / "loop.json", [Entry(loop)])
    assert driver.window.files.open_path(box / "one.txt")
    race = open_race(driver)
    choose(driver, race, levels=1, engines="sat")
    driver.key("Return")
    wait(driver, race)
    assert "1 level left out as incomplete. 1 level of another kind left out." in texts(race.top)


def test_slitherlinks_are_raced_by_the_engines_for_them(driver: Driver) -> None:
    driver.window.shown.document.new(puzzle_of("..32. 222.3 0..1. 2.2.. .2323"))
    race = open_race(driver)
    greyed = [
        str(each.cget("text")) for each in checkbuttons(race.top) if each.instate(["disabled"])
    ]
    assert greyed == ["distance", "cells"]
    driver.key("Return")
    wait(driver, race)
    assert [row[:2] for row in rows(race)] == [
        ("5 × 5", engine) for engine in ("sat", "cdcl", "dpll")
    ]
    choose(driver, race, levels=2, engines="sat distance cells cdcl dpll")
    driver.key("Return")
    words = "None of these levels is a Slitherlink puzzle, as the one on the board is."
    assert words in texts(race.top)


def test_closing_the_main_window_ends_the_race(driver: Driver) -> None:
    before = set(multiprocessing.active_children())
    open_level(driver, hard_to_solve())
    race = open_race(driver)
    choose(driver, race, engines="sat")
    driver.key("Return")
    assert race.race
    driver.window.close()
    driver.root.update()
    assert set(multiprocessing.active_children()) <= before


def test_the_window_follows_the_theme(driver: Driver) -> None:
    race = open_race(driver)
    grounds = set()
    for theme in ("dark", "light"):
        driver.window.theming.choose(theme)
        driver.root.update()
        grounds.add(str(race.top.cget("background")))
    assert len(grounds) == 2
