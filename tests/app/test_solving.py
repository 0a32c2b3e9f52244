"""Solving in the real window: the result, the animation, and interruptions."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from flowdesk.app.modes.solving import SolveMode
from flowdesk.core.grid import Cell
from flowdesk.core.signal import Owner
from flowdesk.core.storage import shipped
from flowdesk.desk.pictures.playback import SLOWEST
from flowdesk.kinds.flow.drawing import segments
from flowdesk.kinds.flow.level import Level, mistakes
from flowdesk.kinds.table import board_scene
from tests.app.test_editing import draw
from tests.driver import Driver, button, calls_of
from tests.house.test_puzzles import GAPS
from tests.processes import is_alive
from tests.samples import SMALL, TOUCHING, hard_level, level_of


def test_draw_solve_watch_save_and_open_again(driver: Driver, tmp_path: Path) -> None:
    draw(driver, SMALL)
    assert driver.level.endpoints == SMALL.endpoints
    driver.key("Control-z", "Control-Shift-Z")
    window, lit = driver.window, set[Cell]()

    def look() -> None:
        tiles = driver.view.scene.tiles
        lit.update(c for c in SMALL.endpoints if any(tile.kind == "ring" for tile in tiles[c]))

    window.shown.stage.changed.connect(look, Owner())
    driver.solve()
    assert window.verdict.text == "solved"
    driver.wait_until(
        lambda: window.shown.solving.playback and window.shown.solving.playback.finished,
        "it is all shown",
    )
    last = window.shown.solving.playback.steps[-1] if window.shown.solving.playback else None
    assert last
    assert lit & {cell for cell, _ in last.lights}, "the last pair pulses"
    solution = window.shown.document.solution
    assert solution is not None
    assert mistakes(driver.level, solution) == []
    whole = board_scene(driver.level, segments(driver.level, solution))
    driver.wait_until(lambda: driver.view.scene == whole, "the pulses have faded")
    for name in ("level.txt", "level.json"):
        drawn = driver.level
        assert window.tab.saving.save_to(tmp_path / name)
        assert window.shown.document.is_saved
        window.shown.document.new(Level(3, 3))
        assert window.files.open_path(tmp_path / name)
        assert driver.level == drawn


def test_pause_step_skip_and_replay(driver: Driver) -> None:
    driver.window.playback.set_speed(SLOWEST)  # it is not over before the keys are pressed
    driver.open(SMALL)
    driver.solve()
    solving = driver.window.shown.solving
    driver.key("F6")
    assert solving.playback is not None
    assert not solving.playback.playing
    shown = solving.playback.shown
    driver.live(0.1)
    assert solving.playback.shown == shown
    driver.key("F8", "F8")
    assert solving.playback.shown == shown + 2
    assert len(solving.segments) == shown + 2
    driver.key("Control-End")
    assert len(solving.segments) == 25
    driver.key("Shift-F5")
    assert len(solving.segments) < 25
    assert solving.playback.playing


def test_drawn_paths_are_hidden_from_the_first_moment_of_the_animation(driver: Driver) -> None:
    line = ((0, 0), (1, 0), (2, 0))
    driver.open(replace(level_of("A..A B... B..."), drawn={"A": line}))
    driver.solve()
    driver.window.shown.solving.replay()
    assert not driver.window.shown.solving.segments
    plain = board_scene(level_of("A..A B... B..."))
    assert all(driver.view.scene.tiles[cell] == plain.tiles[cell] for cell in line)


def test_no_solution_or_one_that_touches_itself_is_said_plainly(driver: Driver) -> None:
    driver.click((0, 0))
    driver.key("F5")
    assert not driver.window.shown.solving.is_searching, "it is not complete"
    assert "Red (R) has one endpoint" in driver.window.status.message
    assert driver.window.verdict.text == "drawing: only one Red (R)"
    driver.open(TOUCHING)
    driver.solve()
    assert driver.window.verdict.text == "solved, touching itself"
    assert "touches itself" in driver.window.status.message
    driver.open(level_of("R...G ..... ..... ..... G...R"))
    driver.solve()
    assert driver.window.verdict.text == "no solution"
    assert "must cross" in driver.window.status.message
    assert driver.window.shown.solving.playback is None


def searching(driver: Driver) -> int:
    """Begin a long search; return the process that searches."""
    driver.open(hard_level())
    driver.key("F5")
    solving = driver.window.shown.solving
    driver.wait_until(lambda: solving.rounds >= 1, "the search runs")
    assert solving.job.pid is not None
    return solving.job.pid


def test_a_hard_search_is_cancelled_at_once_and_the_next_works(driver: Driver) -> None:
    pid, window = searching(driver), driver.window
    assert window.verdict.text.startswith("solving")
    driver.key("Escape")
    assert not window.shown.solving.is_searching
    assert window.verdict.text == "ready to solve"
    driver.wait_until(lambda: not is_alive(pid), "its process has ended")
    driver.open(SMALL)
    driver.solve()
    assert window.verdict.text == "solved"


def test_editing_cancels_the_search_and_takes_the_solution_off_the_board(driver: Driver) -> None:
    searching(driver)
    driver.click((5, 5))
    assert not driver.window.shown.solving.is_searching
    assert driver.level.endpoints[5, 5]
    driver.open(SMALL)
    driver.solve()
    driver.key("Control-End")
    driver.drag((0, 0), (0, 1))
    assert not driver.window.shown.solving.segments
    assert driver.window.shown.document.solution is None
    assert driver.view.scene == board_scene(driver.level)


def test_a_killed_worker_is_reported_and_the_next_solve_works(driver: Driver) -> None:
    window = driver.window
    os.kill(searching(driver), signal.SIGKILL)
    driver.wait_until(
        lambda: not window.shown.solving.is_searching, "the end of the worker is noticed"
    )
    assert "process ended" in window.status.message
    assert window.verdict.text == "unknown"
    driver.open(SMALL)
    driver.solve()
    assert window.verdict.text == "solved"


def test_closing_during_a_search_ends_the_worker(driver: Driver) -> None:
    pid = searching(driver)
    driver.key("Control-q")
    assert not driver.window.root.winfo_exists()
    assert not is_alive(pid)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(path.name, marks=[pytest.mark.slow] * (number % 12 > 0))
        for number, path in enumerate(sorted(shipped("puzzles").glob("*.txt")))
    ],
)
def test_every_shipped_level_opens_and_is_solved(driver: Driver, name: str) -> None:
    assert driver.window.files.open_path(shipped("puzzles") / name)
    driver.solve()
    assert driver.window.verdict.text == ("solved, touching itself" if GAPS in name else "solved")


def test_there_is_nothing_to_play_before_there_is_a_solution(driver: Driver) -> None:
    driver.open(SMALL)
    playback = driver.window.playback
    assert not playback.winfo_ismapped()
    driver.solve()
    driver.key("Control-End")
    assert button(playback, "Play").instate(["!disabled"]), "once more"
    assert button(playback, "Step").instate(["disabled"]), "nothing is left"
    driver.key("Escape")
    assert not playback.winfo_ismapped(), "it goes with the solution"


def test_a_search_is_worded_once(driver: Driver) -> None:
    driver.open(hard_level())
    driver.key("F5")
    ticks: list[str] = []
    badge = driver.window.verdict
    driver.window.shown.stage.ticked.connect(lambda: ticks.append(badge.text), Owner())
    with calls_of(SolveMode.verdict) as calls:
        driver.wait_until(lambda: len(ticks) > 5, "more than half a second")
    assert not calls
    assert ticks[-1].startswith("solving ... ")
    assert ticks[-1] != ticks[0], "the time is shown"
