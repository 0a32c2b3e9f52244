"""Games and drawings over bridges, through warps, and on hexagons."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from flowdesk import solve
from flowdesk.cli.terminal.game import TextCursor
from flowdesk.core.edit import Spot
from flowdesk.core.grid import Cell
from flowdesk.core.shape import Shape
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.player import Player
from flowdesk.kinds.answers import Deduction
from flowdesk.kinds.flow import drawing
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.flow.play import FlowPlaying
from flowdesk.kinds.flow.tools import ERASE, HOLE, PATH
from tests.brute import random_level
from tests.desk.test_play import drag, game_of
from tests.levels import some

HEX = Shape("hex")
CROSS = Level(
    3,
    3,
    {(0, 1): "R", (2, 1): "R", (1, 0): "B", (1, 2): "B"},
    frozenset({(0, 0), (2, 0), (0, 2), (2, 2)}),
    shape=Shape(bridges=frozenset({(1, 1)})),
)
RING = Level(4, 1, {(1, 0): "R", (2, 0): "R"}, shape=Shape(rows=frozenset({0})))


def solved_levels(count: int) -> Iterator[tuple[Level, Solution]]:
    rng = random.Random(5)
    while count:
        level = random_level(rng)
        if solution := solve(level).solution:
            count -= 1
            yield level, solution


def test_every_solution_can_be_played_cell_by_cell_and_with_help() -> None:
    for level, solution in solved_levels(some(1000)):
        game, helped = game_of(level), game_of(level)
        for path in solution.paths.values():
            drag(game, *path)
        assert game.solved
        assert game.progress.texts[1] == "100 % covered"
        assert dict(game.position.drawn) == dict(solution.paths)
        while helped.help(solution):
            pass
        assert helped.solved
        steps = frozenset(solution.edges)
        off = frozenset(level.board.links) - steps
        assert game.rules.shows(game.position, Deduction("rule", "", (), steps, off))


def test_every_solution_can_be_drawn_by_an_author() -> None:
    for level, solution in solved_levels(some(1000)):
        bare = Level(level.width, level.height, {}, level.holes, level.walls, shape=level.shape)
        for path in solution.paths.values():
            gesture = PATH.press(bare, Spot(path[0]), "A")
            for cell in path[1:]:
                gesture = gesture and gesture.to(Spot(cell))
            assert gesture
            bare = gesture.result
        assert set(bare.drawn.values()) == set(solution.paths.values())
        assert drawing.drawn_solution(bare)


def test_two_paths_cross_on_a_bridge_and_neither_is_cut() -> None:
    game = game_of(CROSS)
    drag(game, (0, 1), (1, 1), (2, 1))
    drag(game, (1, 0), (1, 2))
    assert game.solved
    assert game.progress.texts == ("2 of 2 flows", "100 % covered")
    other = game_of(CROSS)
    drag(other, (0, 1), (1, 1), (1, 2))  # no path turns on a bridge
    assert other.position.drawn["R"] == ((0, 1), (1, 1))


def test_a_path_crosses_itself_on_a_bridge_but_does_not_turn_there() -> None:
    level = Level(4, 4, {(0, 1): "R", (1, 0): "R"}, shape=Shape(bridges=frozenset({(1, 1)})))
    loop = ((0, 1), (1, 1), (2, 1), (2, 2), (1, 2), (1, 1), (1, 0))
    game = game_of(level)
    drag(game, *loop)
    assert game.position.drawn["R"] == loop
    drag(game, *loop[:-1], (1, 2), (2, 2))
    assert game.position.drawn["R"] == loop[:4]


def test_clearing_on_a_bridge_takes_the_path_over_it_first() -> None:
    game = game_of(CROSS)
    drag(game, (1, 0), (1, 2))
    drag(game, (0, 1), (2, 1))
    now = game.position
    assert drawing.paths_at(now, (1, 1)) == ["R", "B"]
    for left in ({"B"}, set()):
        cleared = FlowPlaying().clear(now, (1, 1))
        assert cleared
        now = cleared.result
        assert set(now.drawn) == left


def test_an_eraser_takes_paths_from_a_bridge_then_the_bridge() -> None:
    level = game_of(CROSS)
    drag(level, (1, 0), (1, 2))
    drag(level, (0, 1), (2, 1))
    now = level.position
    for left in (1, 0, 0):
        gesture = ERASE.press(now, Spot((1, 1)), "")
        assert gesture
        now = gesture.result
        assert len(now.drawn) == left
    assert not now.shape.bridges


def test_a_path_drawn_up_to_a_bridge_ends_before_it() -> None:
    board = Level(4, 3, shape=Shape(bridges=frozenset({(1, 1), (2, 1)})))
    gesture = PATH.press(board, Spot((0, 1)), "A")
    assert gesture
    on = gesture.to(Spot((2, 1)))
    assert on.puzzle.endpoints == {(0, 1): "A"}
    assert on.to(Spot((3, 1))).puzzle.drawn["A"] == ((0, 1), (1, 1), (2, 1), (3, 1))
    assert PATH.press(board, Spot((1, 1)), "A") is None


def test_a_pointer_that_leaves_through_a_warp_goes_on_at_the_other_side() -> None:
    game = game_of(RING)
    drag(game, (1, 0), (0, 0), (-1, 0), (-2, 0))
    assert game.position.drawn["R"] == ((1, 0), (0, 0), (3, 0), (2, 0))
    assert game.solved
    again = game_of(RING)
    drag(again, (1, 0), (0, 0), (3, 0))  # it jumps
    assert again.position.drawn["R"] == ((1, 0), (0, 0), (3, 0))
    plain = game_of(Level(4, 1, RING.endpoints))
    drag(plain, (1, 0), (0, 0), (-1, 0), (-2, 0))
    assert plain.position.drawn["R"] == ((1, 0), (0, 0))


def led(game: Game, start: Cell, sides: str) -> list[Cell | None]:
    """Where the line that is taken up at a cell ends after each arrow; None once it is put down."""
    player = Player(game, TextCursor(game.puzzle))
    player.cursor.set(start)
    player.press_enter()
    ends = []
    for side in sides:
        player.press_arrow(side, shift=False)
        ends.append(player.pen.at if player.pen else None)
    return ends


def test_arrows_lead_through_a_warp_and_over_a_bridge() -> None:
    game = game_of(RING)
    assert led(game, (1, 0), "tlll") == [(1, 0), (0, 0), (3, 0), None]
    assert game.solved
    torus = Shape(rows=frozenset(range(3)), columns=frozenset(range(3)))
    game = game_of(Level(3, 3, {(0, 0): "R", (1, 1): "R"}, shape=torus))
    assert led(game, (0, 0), "tlb") == [(0, 2), (2, 2), (2, 0)]


@pytest.mark.parametrize(
    ("side", "there"),
    [("t", (2, 1)), ("b", (2, 3)), ("q", (1, 1)), ("e", (3, 1)), ("a", (1, 2)), ("d", (3, 2))],
)
def test_six_sides_lead_to_the_neighbours_of_a_hexagon(side: str, there: Cell) -> None:
    level = Level(5, 5, {(2, 2): "R", (0, 0): "R"}, shape=HEX)
    assert led(game_of(level), (2, 2), side) == [there]
    assert there in level.board.near((2, 2))


def test_a_quick_drag_over_hexagons_misses_none() -> None:
    rng = random.Random(3)
    level = Level(9, 9, shape=HEX)
    lengths = set()
    for _ in range(300):
        a, b = ((rng.randrange(9), rng.randrange(9)) for _ in range(2))
        line = [a, *level.board.line(a, b)]
        assert line[-1] == b
        assert all(d in level.board.near(c) for c, d in pairwise(line))
        assert len(line) - 1 == level.shape.distance(a, b, 9, 9)
        lengths.add(len(line))
    assert len(lengths) > 8


def test_a_tool_that_is_dragged_off_the_board_does_not_come_in_opposite() -> None:
    gesture = HOLE.press(Level(4, 3, shape=Shape(rows=frozenset({1}))), Spot((1, 1)), "")
    assert gesture
    assert gesture.to(Spot((-2, 1))).puzzle.holes == {(1, 1), (0, 1)}
    hexagons = HOLE.press(Level(4, 4, shape=HEX), Spot((0, 2)), "")
    assert hexagons
    assert hexagons.to(Spot((1, 1))).puzzle.holes == {(0, 2), (1, 1)}
