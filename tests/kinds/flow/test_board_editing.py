"""Levels with bridges, warps and hexagons are turned, resized and put together of parts."""

from __future__ import annotations

import random

from flowdesk.core.edit import Edit
from flowdesk.core.grid import TURNS, Area
from flowdesk.core.shape import Shape
from flowdesk.kinds.editor import Part
from flowdesk.kinds.flow.editing import cleared, difference, set_bridge, set_hole, with_puzzle_of
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.shaping import FlowShaping, resized, turned_level
from tests.brute import graph_of, random_level, solutions, words_of
from tests.levels import some
from tests.tiny_levels import EACH_SHARE, Share

SHAPING = FlowShaping()
HEX = Shape("hex")


def random_levels(count: int, seed: int = 1) -> list[Level]:
    rng = random.Random(seed)
    return [random_level(rng) for _ in range(count)]


def trimmed(level: Level) -> Level:
    """The level as it is after turning there and back: hexagons lose empty outer lines."""
    return turned_level(turned_level(level, "flip vertically"), "flip vertically")


@EACH_SHARE
def test_turned_boards_have_the_same_links_and_solutions(share: Share) -> None:
    rng = random.Random(share[0])
    for _ in range(share[0], (share[1] or 1000) // 2):
        level = random_level(rng)
        for turn in TURNS:
            turned = turned_level(level, turn)
            words = words_of(level), words_of(turned)
            assert len(graph_of(turned)) == len(graph_of(level)), words
            assert len(solutions(turned)) == len(solutions(level)), words


def test_a_whole_turn_or_two_mirrors_give_the_same_puzzle() -> None:
    for level in random_levels(some(1200)):
        same = trimmed(level)
        for turn, times in zip(TURNS, (level.shape.turns, 2, 2), strict=True):
            turned = level
            for _ in range(times):
                turned = turned_level(turned, turn)
            assert turned == same, words_of(level)
        assert same == level or level.shape == HEX
        assert len(set(map(words_of, SHAPING.orientations(level)))) <= 2 * level.shape.turns


def test_rows_with_a_warp_become_columns_and_bridges_go_along() -> None:
    shape = Shape(bridges=frozenset({(1, 1)}), rows=frozenset({0}), columns=frozenset({3}))
    turned = turned_level(Level(4, 3, shape=shape), "rotate").shape
    assert turned == Shape(bridges=frozenset({(1, 1)}), rows=frozenset({3}), columns=frozenset({2}))


def test_a_board_that_grew_shrinks_back() -> None:
    rng = random.Random(2)
    for level in random_levels(some(1600)):
        sides = [rng.randrange(3) for _ in range(4)]
        if level.shape == HEX:
            sides[0] *= 2
        grown = resized(level, *sides)
        assert grown.shape.bridges or not level.shape.bridges
        back = resized(grown, *(-side for side in sides))
        assert back == level, words_of(level)


def test_a_wall_on_a_warp_stays_on_it_wherever_its_row_ends() -> None:
    on_warp, beside = ((0, 1), (3, 1)), ((0, 1), (1, 1))
    shape = Shape(rows=frozenset({1}), columns=frozenset({2}))
    walls = frozenset({on_warp, beside, ((2, 0), (2, 2))})
    level = Level(4, 3, walls=walls, shape=shape, locked=frozenset({on_warp, beside, (2, 2)}))
    grown = resized(level, 1, 1, 1, 0)
    assert grown.walls == {((0, 2), (5, 2)), ((1, 2), (2, 2)), ((3, 0), (3, 3))}
    assert grown.locked == {((0, 2), (5, 2)), ((1, 2), (2, 2)), (3, 3)}
    assert resized(level, 0, 0, -1, 0).walls == {((0, 1), (2, 1)), beside, ((2, 0), (2, 2))}
    assert resized(level, 0, 0, -2, 0).walls == {beside}, "two cells are neighbours already"
    assert resized(level, 0, -2, 0, 0).walls == set()


def test_a_column_before_the_first_moves_hexagons_by_half_a_cell_and_loses_none() -> None:
    level = Level(3, 2, {(1, 1): "R", (2, 0): "R"}, shape=HEX)
    grown = resized(level, 1, 0, 0, 0)
    assert (grown.width, grown.height) == (4, 3)
    assert grown.endpoints == {(2, 2): "R", (3, 0): "R"}
    assert grown.holes == {(1, 2), (3, 2), (2, 0), (0, 0)} - {(0, 2)}
    assert len(graph_of(resized(grown, -1, 0, 0, 0))) == len(graph_of(level))


def test_a_part_lands_on_another_board_as_it_was() -> None:
    for level in random_levels(some(1200)):
        whole = Part(level, Area.of_board(level.width, level.height))
        assert SHAPING.alone(whole) == level
        for turn in TURNS:
            alone = SHAPING.alone(SHAPING.turned_part(whole, turn))
            assert trimmed(alone) == trimmed(turned_level(level, turn)), words_of(level)
        emptied = SHAPING.emptied(level, whole.area)
        pasted, _ = SHAPING.placed(emptied, whole, (0, 0))
        assert pasted == level


def test_turned_hexagons_leave_alone_what_is_in_the_corners_round_them() -> None:
    level = Level(7, 7, {(3, 2): "R", (3, 4): "R", (0, 0): "B", (6, 6): "B"}, shape=HEX)
    part = SHAPING.turned_part(Part(level, Area((2, 2), (4, 4))), "rotate")
    assert part.but
    board = Level(9, 9, {(x, y): "G" for x in (0, 8) for y in (0, 8)}, shape=HEX)
    for at in ((1, 1), (2, 2)):
        placed, _ = SHAPING.placed(board, part, at)
        assert not placed.holes
        assert len(placed.endpoints) == 6


def test_undo_restores_a_shape() -> None:
    for level in random_levels(60, 3):
        other = random_levels(1, len(level.holes) + level.width)[0]
        for after in (cleared(level), turned_level(level, "rotate"), other):
            edit = Edit("change", level, after)
            assert difference(edit).restored(after) == edit


def test_clearing_keeps_what_board_it_is() -> None:
    for level in random_levels(60):
        bare = cleared(level)
        assert (bare.shape.cells, bare.shape.rows) == (level.shape.cells, level.shape.rows)
        assert not any((bare.endpoints, bare.holes, bare.walls, bare.shape.bridges))
        assert with_puzzle_of(bare, level).is_same_puzzle(level)


def test_a_hole_takes_a_bridge_away_and_a_bridge_needs_a_cell() -> None:
    level = set_bridge(Level(3, 3), (1, 1), True)
    assert level.shape.bridges == {(1, 1)}
    hole = set_hole(level, (1, 1), True)
    assert not hole.shape.bridges
    assert set_bridge(hole, (1, 1), True) is hole
