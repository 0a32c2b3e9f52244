"""Drawing the solution: paths whose ends become the endpoints."""

from __future__ import annotations

import random

import pytest

from flowdesk.core.grid import Cell, neighbors
from flowdesk.kinds.flow import editing, shaping
from flowdesk.kinds.flow.drawing import (
    Stroke,
    begin,
    drawn_solution,
    finished_paths,
    path_at,
    without_path,
)
from flowdesk.kinds.flow.level import Level, mistakes
from tests.samples import level_of

EMPTY = Level(4, 3)


def drawn(level: Level, label: str, *cells: Cell) -> Level:
    """The level after a stroke over these cells."""
    return walk(level, label, *cells).level


def walk(level: Level, label: str, *cells: Cell) -> Stroke:
    """The stroke itself."""
    stroke = begin(level, cells[0], label)
    assert stroke is not None
    for cell in cells[1:]:
        stroke = stroke.to(cell)
    return stroke


def test_the_ends_of_a_path_are_the_endpoints() -> None:
    level = drawn(EMPTY, "R", (0, 0), (1, 0), (1, 1))
    assert level.endpoints == {(0, 0): "R", (1, 1): "R"}
    assert level.drawn == {"R": ((0, 0), (1, 0), (1, 1))}
    assert drawn(EMPTY, "R", (2, 2)).endpoints == {(2, 2): "R"}


def test_a_stroke_that_goes_back_takes_itself_back() -> None:
    stroke = walk(EMPTY, "R", (0, 0), (1, 0), (2, 0), (1, 0))
    assert stroke.walk == ((0, 0), (1, 0))
    assert stroke.to((3, 2)) is stroke, "it does not jump"
    assert stroke.to((1, -1)) is stroke, "it does not leave the board"


def test_walls_holes_and_single_endpoints_are_in_the_way() -> None:
    level = editing.set_wall(level_of(".... .#.. ..B."), ((0, 0), (1, 0)), True)
    assert walk(level, "R", (0, 0), (1, 0)).walk == ((0, 0),)
    assert walk(level, "R", (0, 1), (1, 1)).walk == ((0, 1),)
    assert walk(level, "R", (1, 2), (2, 2)).walk == ((1, 2),)
    assert begin(level, (1, 1), "R") is None
    assert begin(level, (9, 9), "R") is None


def test_a_path_is_led_on_from_either_end_and_cut_in_its_middle() -> None:
    level = drawn(EMPTY, "R", (0, 0), (1, 0), (2, 0))
    assert drawn(level, "B", (2, 0), (2, 1)).drawn["R"] == ((0, 0), (1, 0), (2, 0), (2, 1))
    assert drawn(level, "B", (0, 0), (0, 1)).drawn["R"] == ((2, 0), (1, 0), (0, 0), (0, 1))
    cut = drawn(level, "B", (1, 0), (1, 1))
    assert cut.drawn["R"] == ((0, 0), (1, 0), (1, 1))
    assert cut.endpoints == {(0, 0): "R", (1, 1): "R"}


def test_a_new_path_gets_a_colour_of_its_own() -> None:
    level = drawn(EMPTY, "R", (0, 0), (1, 0))
    assert set(drawn(level, "R", (0, 2), (1, 2)).pairs) == {"R", "B"}


def test_a_path_that_is_run_over_keeps_its_longest_piece_and_comes_back() -> None:
    level = drawn(EMPTY, "R", (0, 1), (1, 1), (2, 1), (3, 1))
    stroke = walk(level, "B", (1, 0), (1, 1))
    assert stroke.level.drawn == {"R": ((2, 1), (3, 1)), "B": ((1, 0), (1, 1))}
    assert stroke.level.endpoints == {(2, 1): "R", (3, 1): "R", (1, 0): "B", (1, 1): "B"}
    assert stroke.to((1, 0)).level.drawn["R"] == level.drawn["R"]
    short = drawn(EMPTY, "R", (0, 1), (1, 1))
    assert set(drawn(short, "B", (1, 0), (1, 1)).pairs) == {"B"}, "one cell is no path"


def test_endpoints_that_were_placed_stay_and_are_connected() -> None:
    level = level_of("R..R .... ....")
    half = drawn(level, "B", (0, 0), (0, 1), (1, 1))
    assert half.endpoints == level.endpoints
    assert half.drawn == {"R": ((0, 0), (0, 1), (1, 1))}
    assert finished_paths(half) == {}
    stroke = walk(half, "B", (1, 1), (1, 0), (2, 0), (3, 0))
    assert finished_paths(stroke.level)["R"][-1] == (3, 0)
    assert stroke.to((3, 1)) is stroke, "a path that has arrived goes no further"


def test_a_single_endpoint_gets_its_partner_where_the_stroke_ends() -> None:
    level = drawn(level_of("R.. ..."), "B", (0, 0), (0, 1), (1, 1))
    assert level.pairs == {"R": ((0, 0), (1, 1))}


def test_the_author_s_solution_is_one_when_everything_is_covered() -> None:
    level = drawn(Level(2, 2), "R", (0, 0), (1, 0))
    assert drawn_solution(level) is None
    level = drawn(level, "B", (0, 1), (1, 1))
    solution = drawn_solution(level)
    assert solution is not None
    assert mistakes(level, solution) == []
    assert drawn_solution(Level(2, 2)) is None


def test_a_path_is_taken_off_with_its_endpoints() -> None:
    level = drawn(drawn(EMPTY, "R", (0, 0), (1, 0)), "B", (0, 1), (1, 1))
    assert path_at(level, (1, 1)) == "B"
    assert path_at(level, (3, 2)) is None
    left = without_path(level, "B")
    assert (set(left.drawn), set(left.pairs)) == ({"R"}, {"R"})


@pytest.mark.parametrize(
    "change",
    [
        lambda level: editing.place(level, (1, 0), "B"),
        lambda level: editing.erase(level, (0, 0)),
        lambda level: editing.move(level, (0, 0), (0, 2)),
        lambda level: editing.set_hole(level, (1, 0), True),
        lambda level: editing.set_wall(level, ((0, 0), (1, 0)), True),
        lambda level: shaping.resized(level, -1, 0, 0, 0),
    ],
)
def test_what_no_longer_fits_is_taken_off_the_board(change) -> None:  # type: ignore[no-untyped-def]  # one of the lambdas above
    level = drawn(EMPTY, "R", (0, 0), (1, 0), (2, 0))
    assert change(level).drawn == {}


def test_paths_turn_and_swap_and_move_with_the_board() -> None:
    level = drawn(EMPTY, "R", (0, 0), (1, 0), (2, 0))
    assert shaping.turned_level(level, "rotate").drawn == {"R": ((2, 0), (2, 1), (2, 2))}
    assert shaping.resized(level, 1, 1, 0, 0).drawn == {"R": ((1, 1), (2, 1), (3, 1))}
    assert editing.swap_colors(level, "R", "B").drawn == {"B": ((0, 0), (1, 0), (2, 0))}
    assert editing.cleared(level).drawn == {}


@pytest.mark.parametrize(
    "path", [((0, 0), (2, 0)), ((1, 0), (2, 0)), ((0, 0), (1, 0), (0, 0)), ((0, 0), (0, -1)), ()]
)
def test_a_level_holds_no_path_that_cannot_lie_there(path: tuple[Cell, ...]) -> None:
    with pytest.raises(ValueError, match="drawn path labelled R"):
        Level(3, 3, {(0, 0): "R", (2, 0): "R"}, drawn={"R": path})


def test_whatever_is_drawn_is_a_level() -> None:
    for seed in range(400):
        rng = random.Random(seed)
        level = Level(rng.randint(2, 5), rng.randint(2, 5))
        for _ in range(rng.randint(1, 10)):
            cell = rng.randrange(level.width), rng.randrange(level.height)
            if rng.random() < 0.3:
                level = editing.place(level, cell, rng.choice("RBY"))
            elif stroke := begin(level, cell, rng.choice("RBYG")):
                for _ in range(rng.randint(0, 12)):
                    stroke = stroke.to(rng.choice(neighbors(stroke.walk[-1])))
                    assert stroke.level.drawn[stroke.label] == stroke.walk
                level = stroke.level
                assert len(level.pairs[stroke.label]) <= 2


def test_a_path_that_runs_into_its_own_beginning_is_not_lost() -> None:
    ring = walk(EMPTY, "R", (0, 0), (1, 0), (1, 1), (0, 1))
    assert ring.to((0, 0)) is ring
    assert ring.to((1, 0)).walk == ((0, 0), (1, 0)), "but back onto the rest of it"
