"""Playing a solution: which cells are drawn when, at any speed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.grid import Cell, cells_of
from flowdesk.desk.pictures.playback import Playback
from flowdesk.kinds.drawing import MOST_SECONDS, STEP_SECONDS, Step
from flowdesk.kinds.flow.drawing import segments
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.table import kind_of
from tests.levels import examples, solved_entries

quick = examples(60)


def level_of(solution: Solution) -> Level:
    """The level on the board that a solution covers."""
    cells = [cell for path in solution.paths.values() for cell in path]
    ends = {end: label for label, path in solution.paths.items() for end in (path[0], path[-1])}
    return Level(max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1, ends)


def steps_of(solution: Solution) -> list[Step]:
    """The steps of a solution on the board that it covers."""
    level = level_of(solution)
    return kind_of(level).drawing.steps(level, solution)


def snake(width: int, height: int, length: int) -> Solution:
    """A walk to and fro over a board, cut into paths of one length."""
    walk = [(x if y % 2 == 0 else width - 1 - x, y) for x, y in cells_of(width, height)]
    pieces = [tuple(walk[i : i + length]) for i in range(0, len(walk), length)]
    return Solution({f"C{number}": piece for number, piece in enumerate(pieces)})


SOLUTIONS = st.one_of(
    solved_entries().map(lambda entry: entry.solution or Solution({})),
    st.builds(
        lambda width, height, length: snake(width, 2 * height, length),
        st.integers(1, 20),
        st.integers(1, 10),
        st.sampled_from([2, 4, 20]),
    ).filter(lambda solution: min(map(len, solution.paths.values())) > 1),
)


@quick
@given(SOLUTIONS)
def test_steps_run_along_every_path_from_an_endpoint_and_cover_the_board(
    solution: Solution,
) -> None:
    seen: dict[str, list[Cell]] = {label: [] for label in solution.paths}
    picture: dict[Cell, Any] = {}
    for step in steps_of(solution):
        cell, _ = step.segments[0]
        label = solution.label_of[cell]
        seen[label].append(cell)
        picture.update(step.segments)
        path = solution.paths[label]
        lit = {end for end, _ in step.lights}
        assert lit == ({path[0], path[-1]} if cell == path[-1] else set())
    assert {label: tuple(cells) for label, cells in seen.items()} == solution.paths
    assert picture == segments(level_of(solution), solution)


@quick
@given(SOLUTIONS)
def test_steps_come_one_after_the_other_and_never_take_too_long(solution: Solution) -> None:
    times = [step.at for step in steps_of(solution)]
    assert times[0] == 0
    assert times == sorted(times)
    assert times[-1] <= MOST_SECONDS


@pytest.mark.parametrize("solution", [snake(100, 100, 4), snake(100, 100, 10_000), snake(2, 1, 2)])
def test_large_boards_run_in_the_same_time(solution: Solution) -> None:
    steps = steps_of(solution)
    assert len(steps) == sum(map(len, solution.paths.values()))
    assert steps[-1].at <= MOST_SECONDS
    gaps = [b.at - a.at for a, b in pairwise(steps)]
    assert max(gaps) <= STEP_SECONDS * 1.001  # never slower than normal, never standing still


def test_small_boards_run_path_after_path() -> None:
    steps = steps_of(snake(3, 2, 3))
    labels: list[Any] = [step.segments[0][1] for step in steps]
    assert [label for [(label, _)] in labels] == ["C0"] * 3 + ["C1"] * 3
    assert [step.at for step in steps] == pytest.approx([i * STEP_SECONDS for i in range(6)])


def cells_in(steps: list[Step]) -> list[Cell]:
    return [step.segments[0][0] for step in steps]


@pytest.fixture
def playback() -> Playback:
    """Ten cells in a row, which take ten times STEP_SECONDS."""
    return Playback(steps_of(snake(10, 1, 10)))


def after(cells: float) -> float:
    """The time by which this many cells more are due; the clock began at 1000."""
    return 1000 + (cells - 0.5) * STEP_SECONDS


def test_playing_shows_what_is_due(playback: Playback) -> None:
    assert playback.tick(1000) == []  # not begun
    playback.play(1000)
    assert cells_in(playback.tick(1000)) == [(0, 0)]
    assert playback.tick(1000) == []
    assert cells_in(playback.tick(after(4))) == [(1, 0), (2, 0), (3, 0)]
    assert (playback.shown, playback.playing, playback.finished) == (4, True, False)
    assert len(playback.tick(after(99))) == 6
    assert (playback.shown, playback.playing, playback.finished) == (10, False, True)
    assert playback.tick(after(100)) == []


def test_seeking_pauses_there_and_playing_goes_on_from_there(playback: Playback) -> None:
    playback.skip()
    assert cells_in(playback.seek(4)) == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert (playback.shown, playback.playing) == (4, False)
    playback.play(1000)
    assert cells_in(playback.tick(after(3))) == [(4, 0), (5, 0)]
    assert playback.seek(0) == []
    assert len(playback.seek(99)) == 10
    assert playback.finished


def test_time_stands_still_during_a_pause(playback: Playback) -> None:
    playback.play(1000)
    playback.tick(after(3))
    playback.pause()
    assert playback.tick(after(50)) == []
    assert not playback.playing
    playback.play(after(50))
    assert playback.tick(after(50)) == []
    assert cells_in(playback.tick(after(52))) == [(3, 0), (4, 0)]


def test_single_steps_pause(playback: Playback) -> None:
    playback.play(1000)
    playback.tick(after(3))
    assert cells_in(playback.step()) == [(3, 0)]
    assert not playback.playing
    assert cells_in(playback.step()) == [(4, 0)]
    playback.play(after(20))
    assert cells_in(playback.tick(after(21))) == [(5, 0)]
    for _ in range(4):
        assert len(playback.step()) == 1
    assert playback.step() == []
    assert playback.finished


def test_the_rest_can_be_skipped(playback: Playback) -> None:
    playback.play(1000)
    playback.tick(after(3))
    assert len(playback.skip()) == 7
    assert (playback.finished, playback.playing) == (True, False)
    assert playback.skip() == []
    playback.play(after(4))
    assert not playback.playing


def test_it_can_be_played_again(playback: Playback) -> None:
    playback.play(1000)
    playback.tick(after(5))
    playback.rewind()
    assert (playback.shown, playback.playing, playback.finished) == (0, False, False)
    assert playback.tick(after(6)) == []
    playback.play(2000)
    assert cells_in(playback.tick(2000)) == [(0, 0)]
    playback.skip()
    playback.rewind()
    assert len(playback.skip()) == 10


def test_speed_changes_from_now_on(playback: Playback) -> None:
    playback.play(1000)
    playback.tick(after(3))
    playback.set_speed(2.0, after(3))
    assert len(playback.tick(after(5))) == 4
    playback.set_speed(0.5, after(5))
    assert len(playback.tick(after(7))) == 1


def test_speed_can_be_set_while_nothing_plays(playback: Playback) -> None:
    playback.set_speed(3.0, 5)
    playback.play(1000)
    assert len(playback.tick(1000 + 2.5 * STEP_SECONDS)) == 8
    playback.pause()
    playback.set_speed(1.0, 3000)
    assert playback.tick(4000) == []
