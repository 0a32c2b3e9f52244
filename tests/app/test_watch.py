"""Watching an engine in the real window: the controls, the counts, and every way to end."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk

import pytest

from flowdesk.kinds.drawing import STEP_SECONDS
from flowdesk.kinds.flow.drawing import segments
from flowdesk.kinds.flow.level import mistakes
from flowdesk.kinds.table import board_scene
from flowdesk.lab.engines import ENGINES
from tests.driver import Driver, button, descendants
from tests.levels import hard_to_solve
from tests.samples import SMALL, TOUCHING, level_of

EACH_ENGINE = pytest.mark.parametrize("engine", list(ENGINES))


def play(driver: Driver, engine: str, *keys: str) -> None:
    """Begin to watch an engine by its button in the panel; then press keys."""
    if not driver.window.lab.shows_engines:
        driver.key("Shift-F9")
    buttons = [
        each
        for each in descendants(driver.window.lab.engines)
        if isinstance(each, ttk.Button) and each.cget("text") == "Watch"
    ]
    buttons[list(ENGINES).index(engine)].invoke()
    driver.key(*keys)


def watch(driver: Driver, engine: str) -> None:
    """Begin to watch an engine, standing still."""
    play(driver, engine)
    if driver.window.tab.watching.playing:
        driver.key("F6")


def counts(driver: Driver) -> tuple[int, int]:
    """The steps of the search that is watched, and those taken back, as the window says them."""
    _, steps, back = (
        str(driver.window.status.effort.cget("text")).replace(",", "").split(" ", 5)[0:6:2]
    )
    return int(steps), int(back)


def covered(driver: Driver) -> set[tuple[int, int]]:
    """Where the board looks different from the level alone."""
    alone, scene = board_scene(driver.level), driver.view.scene
    return {cell for cell in driver.level.cells if scene.tiles[cell] != alone.tiles[cell]}


@EACH_ENGINE
def test_an_engine_runs_onto_the_board_and_its_solution_stays(driver: Driver, engine: str) -> None:
    window = driver.window
    window.tab.watching.clock = lambda: 0.0  # only at full speed it gets far
    driver.open(SMALL)
    play(driver, engine)
    assert window.tab.watching.playing
    assert engine in window.status.message
    assert window.verdict.text == "searching"
    driver.key("Control-End")
    driver.wait_until(lambda: not window.tab.watching.is_searching, "the search has ended")
    solution = window.shown.document.solution
    assert solution
    assert mistakes(SMALL, solution) == []
    assert driver.view.scene == board_scene(SMALL, segments(SMALL, solution))
    assert window.verdict.text == "solved"
    assert window.status.message == "Solved: 5 paths cover all 25 cells."
    assert counts(driver)[0] >= 15
    driver.tap("Shift-F5")
    assert window.shown.solving.playing, "it can be played like any solution"


@EACH_ENGINE
def test_step_by_step_cells_are_painted_and_counted(driver: Driver, engine: str) -> None:
    driver.open(SMALL)
    watch(driver, engine)
    window = driver.window
    step = button(window.playback, "Step")
    made = sum(counts(driver))
    while window.tab.watching.is_searching:
        before = dict(driver.view.scene.tiles)
        step.invoke()
        driver.root.update()
        if window.tab.watching.is_searching:
            made += 1
            assert sum(counts(driver)) == made
            assert dict(driver.view.scene.tiles) != before
    assert window.shown.document.solution
    assert covered(driver) == set(SMALL.cells)


def test_standing_still_the_window_says_why_a_step_is_taken_back(driver: Driver) -> None:
    level = level_of(".B... ...B. ..RR. YY... .....")
    driver.open(level)
    driver.window.tab.watching.clock = lambda: 0.0
    watch(driver, "distance")
    driver.key("Shift-F5", "F6")
    words = "No path can pass through row 5, column 1 any more."
    while driver.window.status.message != words:
        driver.key("F8")
    free = driver.view.scene.tiles[1, 4]
    assert driver.view.scene.tiles[0, 4] != free, "the cell is marked"
    driver.key("F8")
    assert driver.window.status.message == "Row 4, column 2 is free again."
    assert driver.view.scene.tiles[0, 4] == free
    driver.key("F6")
    assert "is searching" in driver.window.status.message


def test_it_runs_pauses_and_runs_faster(driver: Driver) -> None:
    driver.open(hard_to_solve())
    window, side = driver.window, driver.window.playback
    play(driver, "distance")
    assert str(button(side, "Pause").cget("state")) != "disabled"
    driver.wait_until(lambda: counts(driver)[0] >= 3, "it moves on by itself")
    button(side, "Pause").invoke()
    still = counts(driver)
    driver.live(0.1)
    assert counts(driver) == still
    driver.key("Control-End")
    driver.wait_until(lambda: counts(driver)[1] >= 300, "steps are taken back")
    assert window.tab.watching.playing
    driver.key("F6", "F8")
    assert not window.tab.watching.playing
    button(side, "Play").invoke()
    driver.wait_until(lambda: window.tab.watching.playing, "it runs again")
    driver.key("Shift-F5")
    assert counts(driver)[1] < 300, "it begins again"


def test_the_speed_is_that_of_animations(driver: Driver) -> None:
    driver.open(hard_to_solve())
    now = 1.0
    driver.window.tab.watching.clock = lambda: now
    driver.window.playback.set_speed(0.1)
    play(driver, "distance")
    now += 25 * STEP_SECONDS
    driver.wait_until(lambda: sum(counts(driver)) == 2, "it is slow")
    driver.window.playback.set_speed(10)
    now += 3 * STEP_SECONDS
    driver.wait_until(lambda: sum(counts(driver)) > 2, "it is fast now")
    assert sum(counts(driver)) == 32


def test_it_is_stopped_at_once(driver: Driver) -> None:
    level = hard_to_solve()
    driver.open(level)
    window = driver.window
    for how in ("Escape", "Stop"):
        play(driver, "distance", "Control-End")
        driver.wait_until(lambda: counts(driver)[0] > 50, "the search runs")
        if how == "Escape":
            driver.key("Escape")
        else:
            button(window.menus.toolbar, "Stop").invoke()
        assert not window.tab.watching.is_searching
        assert window.status.message.startswith("The search was stopped after ")
        assert driver.view.scene == board_scene(level)
        assert window.shown.document.solution is None
        assert button(window.menus.toolbar, "Solve")
        assert not window.status.effort.cget("text")


def test_what_came_of_the_search_is_said(driver: Driver) -> None:
    window = driver.window
    unsolvable = level_of("#R. ..R ... ...")
    for level, engine, verdict, words in (
        (unsolvable, "distance", "no solution", "No solution: no set of paths covers every cell."),
        (TOUCHING, "cells", "unknown", "There is no solution without touching;"),
        (TOUCHING, "distance", "solved, touching itself", "in this solution a path touches itself"),
    ):
        driver.open(level)
        play(driver, engine, "Control-End")
        driver.wait_until(lambda: not window.tab.watching.is_searching, "all was tried")
        assert window.verdict.text == verdict
        assert words in window.status.message
        assert ("cannot tell" in window.status.message) == (verdict == "unknown")
        if level is unsolvable:
            steps, back = counts(driver)
            assert steps == back > 0
            assert driver.view.scene == board_scene(level)


def test_an_incomplete_level_is_not_searched_but_explained(driver: Driver) -> None:
    driver.click((0, 0))
    play(driver, "distance")
    assert not driver.window.tab.watching.is_searching
    assert "Red (R) has one endpoint" in driver.window.status.message


def test_paths_that_were_drawn_are_not_mixed_with_the_search(driver: Driver) -> None:
    driver.key("Control-d")
    driver.drag((0, 0), (4, 0))
    drawn = driver.view.scene
    assert covered(driver)
    driver.window.tab.watching.clock = lambda: 0.0
    watch(driver, "distance")
    driver.key("Shift-F5", "F6")
    assert driver.window.tab.watching.is_searching
    assert len(covered(driver)) < 5
    driver.key("Escape")
    assert driver.view.scene == drawn


def test_what_else_is_done_ends_it(driver: Driver) -> None:
    window, document = driver.window, driver.window.shown.document
    window.tab.watching.clock = lambda: 0.0  # the search never gets far
    ways: dict[str, Callable[[], object]] = {
        "edit": lambda: driver.click((2, 2)),
        "undo": lambda: driver.key("Control-Shift-Z"),
        "solve": driver.solve,
        "hint": lambda: driver.key("F1"),
        "open": lambda: document.new(TOUCHING),
        "explore": lambda: driver.key("F7"),
    }
    for what, end in ways.items():
        driver.open(SMALL)
        driver.click((2, 2))
        play(driver, "cells")
        assert not window.tab.watching.is_searching, "a colour lacks its partner"
        driver.key("Control-z")
        play(driver, "cells")
        assert window.tab.watching.is_searching
        end()
        if what == "edit":
            assert driver.level.endpoints[2, 2]
            assert covered(driver) == set()
        elif what == "hint":
            driver.wait_until(lambda: window.shown.hints.above, "a hint is shown")
        elif what == "open":
            assert driver.view.scene == board_scene(TOUCHING)
        assert not window.tab.watching.is_searching, what


def test_closing_the_window_ends_it(driver: Driver) -> None:
    driver.open(hard_to_solve())
    play(driver, "distance", "Control-End", "Control-q")
    assert not driver.window.root.winfo_exists()
    driver.live(0.05)
