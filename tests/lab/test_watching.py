"""Watching an engine's search: the timing of its moves, and the picture of each."""

from __future__ import annotations

import pytest

from flowdesk.core.grid import Cell
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.answers import Effort, SolveResult, SolveStatus
from flowdesk.kinds.drawing import STEP_SECONDS
from flowdesk.kinds.flow.drawing import segments
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.lab.engines import ENGINES, TICK_SECONDS, Watching, effort, run
from tests.levels import hard_to_solve
from tests.samples import SMALL, TOUCHING, level_of

EACH_ENGINE = pytest.mark.parametrize("engine", list(ENGINES))


class Clock:
    """A clock that goes on by `each` seconds whenever it is looked at, and when it is set."""

    def __init__(self, each: float = 0.0) -> None:
        self.now = 100.0
        self._each = each

    def __call__(self) -> float:
        self.now += self._each
        return self.now


def at_its_end(level: Level, engine: str) -> Watching:
    """A search that was watched as fast as it goes, to its end."""
    watching = Watching(level, engine)
    watching.play(rushing=True)
    while watching.playing:
        watching.tick()
    return watching


def moves(watching: Watching) -> int:
    """How many moves were made; the first may only show what covers the board already."""
    took = watching.so_far.effort
    assert took
    return took.nodes + took.backtracks


@EACH_ENGINE
def test_step_by_step_and_as_fast_as_it_goes_the_same_is_found_as_at_once(engine: str) -> None:
    watching = Watching(SMALL, engine)
    seen = set()
    while watching.result is None:
        seen |= watching.step()
    found, expected, rushed = watching.result, run(SMALL, engine), at_its_end(SMALL, engine)
    assert rushed.result
    assert rushed.result.solution == expected.solution
    assert (found.status, found.solution) == ("solved", expected.solution)
    assert found.effort == expected.effort
    assert found.seconds > 0
    assert found.solution
    assert watching.covered == segments(SMALL, found.solution)
    assert seen == set(SMALL.cells)
    assert watching.step() == set()
    watching.play()
    assert not watching.playing


@EACH_ENGINE
def test_what_changes_is_told_and_nothing_else(engine: str) -> None:
    watching = Watching(SMALL, engine)

    def board() -> dict[Cell, Tiles]:
        return {cell: watching.tiles_at(cell, labels=False) for cell in SMALL.cells}

    before = board()
    while watching.result is None:
        changed = watching.step()
        after = board()
        assert changed == {cell for cell in SMALL.cells if before[cell] != after[cell]}
        before = after


def test_moves_become_due_as_time_goes_by() -> None:
    clock = Clock()
    watching = Watching(hard_to_solve(), "distance", clock)
    clock.now += 5
    assert watching.tick() == set(), "it stands still at first"
    watching.play()
    clock.now += 3.5 * STEP_SECONDS
    watching.tick()
    assert moves(watching) == 3
    clock.now += 0.5 * STEP_SECONDS
    watching.tick()
    assert moves(watching) == 4
    watching.speed = 10
    clock.now += STEP_SECONDS
    watching.tick()
    assert moves(watching) == 14
    watching.speed = 0.1
    clock.now += 5 * STEP_SECONDS
    watching.tick()
    assert moves(watching) == 14
    watching.pause()
    clock.now += 100
    watching.tick()
    watching.play()
    watching.tick()
    assert moves(watching) == 14, "time that it stands still does not count"
    watching.step()
    assert (moves(watching), watching.playing) == (15, False)


@EACH_ENGINE
def test_a_tick_never_takes_long_however_much_is_due(engine: str) -> None:
    clock = Clock(each=TICK_SECONDS / 8)
    watching = Watching(hard_to_solve(), engine, clock)
    watching.play(rushing=True)
    for _ in range(20):
        before, began = moves(watching), clock.now
        watching.tick()
        assert before < moves(watching) <= before + 8
        assert clock.now - began <= 1.5 * TICK_SECONDS
    watching.play()
    clock.now += 1000
    watching.tick()
    before = moves(watching)
    watching.tick()
    assert moves(watching) <= before + 1, "what was missed is not made up for"


def test_an_engine_says_what_it_cannot_tell() -> None:
    results = {engine: at_its_end(TOUCHING, engine).so_far for engine in ENGINES}
    assert results["distance"].status == SolveStatus.SOLVED
    assert results["distance"].touching
    assert results["cells"].status == SolveStatus.UNKNOWN
    assert "cannot tell" in results["cells"].note


@EACH_ENGINE
def test_without_a_solution_nothing_is_left_on_the_board(engine: str) -> None:
    watching = at_its_end(level_of("#R. ..R ... ..."), engine)
    assert watching.so_far.solution is None
    took = watching.so_far.effort
    assert took
    assert took.nodes == took.backtracks > 0
    assert watching.covered == {}


def test_standing_still_it_says_why_it_has_to_go_back_and_marks_where() -> None:
    level = level_of(".B... ...B. ..RR. YY... .....")
    watching = Watching(level, "distance")
    watching.step()
    assert watching.remark == "Red (R) takes row 3, column 4."
    assert not watching.marked
    while not watching.marked:
        watching.step()
    assert watching.remark == "No path can pass through row 5, column 1 any more."
    assert watching.marked == {(0, 4)}
    marked = watching.tiles_at((0, 4), labels=True)
    assert "frame" in [tile.kind for tile in marked]
    watching.play()
    assert watching.marked == set(), "nothing flickers while it runs"
    assert "frame" not in [tile.kind for tile in watching.tiles_at((0, 4), labels=True)]
    watching.pause()
    assert watching.marked == {(0, 4)}
    watching.step()
    assert watching.remark == "Row 4, column 2 is free again."
    assert not watching.marked


def test_the_effort_is_said_in_the_engine_s_own_measure() -> None:
    assert (
        effort(SolveResult(SolveStatus.SOLVED, effort=Effort(1234, 1)))
        == "1,234 steps, 1 taken back"
    )
    assert effort(SolveResult(SolveStatus.SOLVED, effort=Effort(1))) == "1 step, 0 taken back"
    assert effort(solve(SMALL)) == "1 round"
