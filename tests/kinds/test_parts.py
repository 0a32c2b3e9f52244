"""Parts of puzzles: cut, pasted, moved, turned and mirrored, for both kinds."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from flowdesk.core.board import board_of
from flowdesk.core.edit import Spot
from flowdesk.core.grid import TURNS, Area, Cell
from flowdesk.core.puzzle import Lock, Puzzle
from flowdesk.kinds.editor import Part, Shaping, floating
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.shaping import FlowShaping
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.table import AnyKind, kind_of
from tests.samples import cells_at, level_of


def some_flow(rng: random.Random) -> Level:
    """A level with endpoints, holes, walls and locks everywhere."""
    width, height = rng.randint(2, 6), rng.randint(2, 6)
    cells = [(x, y) for x in range(width) for y in range(height)]
    holes = frozenset(rng.sample(cells, rng.randint(0, 2)))
    free = [cell for cell in cells if cell not in holes]
    labels = list("RRBBGGYY")
    ends = dict(zip(rng.sample(free, min(len(free), 6)), labels, strict=False))
    sides = [((x, y), (x + 1, y)) for x, y in free] + [((x, y), (x, y + 1)) for x, y in free]
    walls = [side for side in sides if side[1] in free and rng.random() < 0.4]
    locked = frozenset[Lock]([*filter(lambda cell: rng.random() < 0.4, cells), *walls[::2]])
    return Level(width, height, ends, holes, frozenset(walls), locked=locked)


def some_slitherlink(rng: random.Random) -> Slitherlink:
    """A puzzle with clues, drawn edges and locks everywhere."""
    width, height = rng.randint(1, 6), rng.randint(1, 6)
    cells = [(x, y) for x in range(width) for y in range(height)]
    clues = {cell: rng.randint(0, 4) for cell in cells if rng.random() < 0.5}
    edges = [edge for edge in board_of(width, height).edges if rng.random() < 0.4]
    locked = frozenset[Lock]([*filter(lambda cell: rng.random() < 0.4, cells), *edges[::2]])
    return Slitherlink(width, height, clues, drawn=frozenset(edges), locked=locked)


KINDS = pytest.mark.parametrize("make", [some_flow, some_slitherlink])


def some_area(rng: random.Random, puzzle: Puzzle) -> Area:
    """Any rectangle of a board."""
    (x, y), (end_x, end_y) = (
        (rng.randrange(puzzle.width), rng.randrange(puzzle.height)) for _ in range(2)
    )
    return Area((x, y), (end_x, end_y))


emptied, placed = FlowShaping().emptied, FlowShaping().placed


def edits_of(puzzle: Puzzle) -> tuple[AnyKind, Shaping[Any]]:
    """The kind of a puzzle, and how its parts are edited."""
    kind = kind_of(puzzle)
    assert kind.shaping
    return kind, kind.shaping


@KINDS
def test_what_is_cut_and_pasted_where_it_was_is_as_before(make: Any) -> None:
    rng = random.Random(1)
    for _ in range(200):
        puzzle = make(rng)
        area = some_area(rng, puzzle)
        _, edits = edits_of(puzzle)
        cut = edits.emptied(puzzle, area)
        assert edits.placed(cut, Part(puzzle, area), area.corner) == (puzzle, "")
        assert edits.emptied(cut, area) is cut


@KINDS
def test_four_turns_and_two_mirrorings_give_the_same_part_again(make: Any) -> None:
    rng = random.Random(2)
    for _ in range(50):
        puzzle = make(rng)
        area = some_area(rng, puzzle)
        kind, edits = edits_of(puzzle)
        empty = kind.new(9, 9)
        alone, _ = edits.placed(empty, Part(puzzle, area), (1, 1))
        for turn in TURNS:
            part = Part(puzzle, area)
            for _ in range(4 if turn == "rotate" else 2):
                part = edits.turned_part(part, turn)
            assert edits.placed(empty, part, (1, 1))[0] == alone


@KINDS
def test_a_part_lands_on_another_board_as_a_turned_puzzle_would(make: Any) -> None:
    rng = random.Random(3)
    for _ in range(50):
        puzzle = make(rng)
        kind, edits = edits_of(puzzle)
        whole = Part(puzzle, Area.of_board(puzzle.width, puzzle.height))
        for turn in TURNS:
            turned = edits.turned(puzzle, turn)
            empty = kind.new(turned.width, turned.height)
            assert edits.placed(empty, edits.turned_part(whole, turn), (0, 0))[0] == turned


@KINDS
def test_a_part_may_stick_out_of_the_board_on_every_side(make: Any) -> None:
    rng = random.Random(4)
    for _ in range(100):
        puzzle, other = make(rng), make(rng)
        _, edits = edits_of(puzzle)
        at = rng.randint(-5, 6), rng.randint(-5, 6)
        edits.placed(other, Part(puzzle, some_area(rng, puzzle)), at)  # or it would raise


def test_walls_on_the_border_go_along_and_those_there_stay() -> None:
    level = replace(
        level_of("R... .... .... ...."),
        walls=frozenset({((0, 0), (1, 0)), ((1, 1), (2, 1)), ((2, 2), (2, 3))}),
    )
    moved, _ = placed(level, Part(level, Area((0, 0), (0, 0))), (2, 2))
    assert moved.walls == level.walls | {((2, 2), (3, 2))}
    assert emptied(level, Area((0, 0), (0, 0))).walls == level.walls - {((0, 0), (1, 0))}


def test_a_colour_that_would_have_a_third_endpoint_is_a_new_one() -> None:
    level = level_of("RR. ... ..B")
    both, remark = placed(level, Part(level, Area((0, 0), (1, 0))), (0, 1))
    assert both.endpoints[0, 1] == both.endpoints[1, 1] == "Y"
    assert remark == "Red (R) is on the board already: the copy is Yellow (Y)."
    partner, remark = placed(level, Part(level, Area((2, 2), (2, 2))), (0, 2))
    assert partner.endpoints[0, 2] == "B", "it had no partner"
    assert remark == ""


def test_a_colour_comes_along_to_a_board_that_does_not_use_its_label() -> None:
    source = replace(level_of("R.. ..R"), colors={"R": "#123456"})
    part = Part(source, Area.of_board(3, 2))
    assert placed(Level(3, 2), part, (0, 0))[0].color("R") == "#123456"
    used, _ = placed(level_of("... ... R.R"), part, (0, 0))
    assert used.color("R") == "#ff0000"


def test_drawn_paths_go_along_and_are_cut_at_the_border() -> None:
    level = level_of("R..R B..B ....")
    level = replace(level, drawn={"R": cells_at("00 10 20 30"), "B": cells_at("01 11 21 31")})
    area = Area((0, 0), (1, 1))
    cut = emptied(level, area)
    assert cut.drawn == {"R": cells_at("30 20"), "B": cells_at("31 21")}
    again, _ = placed(cut, Part(level, area), (0, 0))
    assert {label: set(path) for label, path in again.drawn.items()} == {
        label: set(path) for label, path in level.drawn.items()
    }
    alone, _ = placed(Level(2, 2), Part(level, area), (0, 0))
    assert alone.drawn == {"R": cells_at("00 10"), "B": cells_at("01 11")}
    inside, _ = placed(level, Part(level, Area((0, 0), (3, 0))), (0, 2))
    assert inside.drawn["Y"] == ((0, 2), (1, 2), (2, 2), (3, 2))


def move(level: Level, area: Area, spot: Cell, to: Cell, *, copies: bool = False) -> Any:
    """The gesture of the Select tool from one cell to another."""
    tool = kind_of(level).editing.tools[-1]
    assert tool.select
    return tool.select(level, Spot(spot), area, extends=False, copies=copies).to(Spot(to))


def test_a_drag_inside_moves_the_selection_and_with_control_copies_it() -> None:
    level = level_of("R.. ... ..R")
    area = Area((0, 0), (1, 1))
    gesture = move(level, area, (1, 1), (2, 1))
    assert gesture.puzzle is level, "nothing has changed before the release"
    assert gesture.preview.endpoints == gesture.result.endpoints == {(1, 0): "R", (2, 2): "R"}
    assert gesture.area == Area((1, 0), (2, 1))
    assert gesture.to(Spot((1, 1))).result is level
    copied = move(level, area, (1, 1), (2, 1), copies=True)
    assert copied.result.endpoints == {(0, 0): "R", (1, 0): "B", (2, 2): "R"}
    assert "Red (R)" in copied.problem


def test_what_leaves_the_board_is_cut_and_said() -> None:
    level = level_of("R.. ... ..R")
    gesture = move(level, Area((0, 0), (1, 0)), (0, 0), (2, 1))
    assert gesture.result.endpoints == {(2, 1): "R", (2, 2): "R"}
    assert gesture.problem == "What lay off the board was cut."
    assert gesture.area == Area((2, 1), (2, 1))
    assert move(level, Area((0, 0), (1, 0)), (0, 0), (9, 9)).area is None


def test_a_drag_selects_and_shift_extends_from_where_it_began() -> None:
    level = level_of("... ... ...")
    tool = kind_of(level).editing.tools[-1]
    assert tool.select
    click = tool.select(level, Spot((1, 1)), None, extends=False, copies=False)
    assert click.area is None
    drag = click.to(Spot((0, 9)))
    assert drag.area == Area((1, 1), (0, 2))
    assert drag.area.corner == (0, 1)
    more = tool.select(level, Spot((2, 0)), drag.area, extends=True, copies=False)
    assert more.area == Area((1, 1), (2, 0))


def test_a_floating_part_is_turned_about_the_pointer() -> None:
    level = level_of("R... .... .... ....")
    _, edits = edits_of(level)
    ghost = floating(edits, level, Part(level, Area((0, 0), (2, 0))), (1, 1))
    turned = ghost.turned("rotate")
    assert (turned.part.area.width, turned.part.area.height) == (1, 3)
    assert turned.result.endpoints == {(0, 0): "R", (2, 0): "R"}
    back = ghost
    for _ in range(4):
        back = back.turned("rotate")
    assert back.result == ghost.result
