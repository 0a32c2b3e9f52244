"""Locks: they are kept by files, undo and every turn, and are no part of what a puzzle is."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from flowdesk.core.edit import Edit, Spot
from flowdesk.core.finding import FormatError
from flowdesk.core.grid import TURNS, Area, Cell, Edge
from flowdesk.core.puzzle import Lock
from flowdesk.core.shape import Shape
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.theme import THEMES, Look
from flowdesk.formats.registry import JSON, MAP, format_named, losses
from flowdesk.kinds.editor import Part
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.shaping import FlowShaping
from flowdesk.kinds.flow.tools import LOCK as LOCK_FLOW
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.tools import LOCK as LOCK_LOOP
from flowdesk.kinds.table import board_scene, kind_of
from tests.brute import random_level
from tests.for_all import for_all
from tests.kinds.test_parts import edits_of, some_slitherlink
from tests.levels import some

BETWEEN = (0, 0), (1, 0)
ABOVE = (0, -1), (0, 0)
LEVEL = Level(3, 2, {(0, 0): "R", (2, 1): "R"}, locked=frozenset([(0, 0), (1, 1), BETWEEN]))
LOOP = Slitherlink(3, 2, {(0, 0): 3}, locked=frozenset([(0, 0), (1, 1), BETWEEN, ABOVE]))

EACH = pytest.mark.parametrize("puzzle", [LEVEL, LOOP], ids=lambda puzzle: puzzle.kind)


def some_locked(count: int) -> list[Level | Slitherlink]:
    """Puzzles of both kinds, on all boards, with some locks."""
    rng, found = random.Random(5), list[Level | Slitherlink]()
    for number in range(count):
        puzzle = random_level(rng) if number % 2 else some_slitherlink(rng)
        locks = [lock for lock in sorted(puzzle.lockable, key=repr) if rng.random() < 0.5]
        found.append(replace(puzzle, locked=frozenset(locks)))
    return found


@EACH
def test_the_same_puzzle_with_locks_is_the_same_puzzle(puzzle: Level | Slitherlink) -> None:
    free, kind = replace(puzzle, locked=frozenset()), kind_of(puzzle)
    assert puzzle != free
    same: Any = puzzle.is_same_puzzle
    assert same(free)
    assert puzzle.puzzle_key == free.puzzle_key
    assert kind.pattern(puzzle) == kind.pattern(free)
    assert kind.findings(puzzle) == kind.findings(free)


@pytest.mark.parametrize(
    "lock", [(3, 0), (0, -1), ((0, 0), (1, 1)), ((2, 0), (4, 0)), BETWEEN[::-1]]
)
@EACH
def test_what_is_not_on_the_board_cannot_be_locked(puzzle: Level | Slitherlink, lock: Lock) -> None:
    with pytest.raises(ValueError, match="A lock is off the board"):
        replace(puzzle, locked=frozenset([lock]))


def test_only_a_loop_has_edges_on_the_border_and_only_holes_take_edges_away() -> None:
    assert ABOVE in LOOP.lockable
    assert ABOVE not in LEVEL.lockable
    assert ((0, 0), (0, 1)) in LEVEL.lockable
    holed = editing.set_hole(LEVEL, (1, 0), True)
    assert holed.locked == {(0, 0), (1, 1)}
    assert editing.set_hole(holed, (1, 1), True).locked == {(0, 0), (1, 1)}


def test_a_warp_that_closes_takes_its_lock_along() -> None:
    assert ((0, 0), (2, 0)) not in Level(3, 3).lockable
    level = Level(3, 3, shape=Shape(rows=frozenset({0})), locked=frozenset([((0, 0), (2, 0))]))
    assert not editing.set_warp(level, "l", (0, 0), False).locked


def test_files_keep_locks_in_an_order_of_their_own() -> None:
    for puzzle in some_locked(60):
        text = JSON.write([Entry(puzzle)])
        assert JSON.read(text)[0].level == puzzle
    fields = json.loads(JSON.write([Entry(LOOP)]))
    assert fields["flowdesk"] == 1
    assert fields["locked"] == [[0, 0], [1, 1], [[0, -1], [0, 0]], [[0, 0], [1, 0]]]
    assert "locked" not in JSON.write([Entry(replace(LOOP, locked=frozenset()))])


@pytest.mark.parametrize("wrong", [[3, 0], [True, 0], 5, [], [[0, 0]], [[0, 0], [1, 1]], [0, 0, 0]])
@EACH
def test_a_wrong_lock_in_a_file_is_told_with_its_place(
    puzzle: Level | Slitherlink, wrong: object
) -> None:
    fields = json.loads(JSON.write([Entry(puzzle)])) | {"locked": [[0, 0], wrong]}
    with pytest.raises(FormatError, match=r"'locked'\[1\].* is (neither|not) a cell"):
        JSON.read(json.dumps(fields))
    with pytest.raises(FormatError, match="'locked' is not a list"):
        JSON.read(json.dumps(fields | {"locked": {}}))


@pytest.mark.parametrize(
    ("puzzle", "format"), [(LEVEL, MAP), (LOOP, format_named("clues"))], ids=["flow", "loop"]
)
def test_formats_that_have_no_locks_tell_that_they_lose_them(
    puzzle: Level | Slitherlink, format: Format
) -> None:
    assert "the locks" in losses(format, [Entry(puzzle)])
    assert "the locks" not in losses(JSON, [Entry(puzzle)])
    assert "the locks" not in losses(format, [Entry(replace(puzzle, locked=frozenset()))])


@EACH
def test_undo_brings_locks_back_and_clearing_removes_them(puzzle: Level | Slitherlink) -> None:
    kind = kind_of(puzzle)
    for after in (kind.editing.cleared(puzzle), replace(puzzle, locked=frozenset([(2, 0)]))):
        kept = kind.difference(Edit("lock", puzzle, after))
        assert kept.restored(after).before == puzzle
    assert not kind.editing.cleared(puzzle).locked
    locked_alone = type(puzzle)(3, 2, locked=puzzle.locked)
    assert kind.editing.cleared(locked_alone) == type(puzzle)(3, 2)


@EACH
def test_a_repair_leaves_the_locks(puzzle: Level | Slitherlink) -> None:
    other = kind_of(puzzle).with_puzzle_of(puzzle, replace(puzzle, about={"title": "new"}))
    assert other.locked == puzzle.locked


def test_locks_turn_with_the_board() -> None:
    for puzzle in some_locked(some(1600)):
        _, shaping = edits_of(puzzle)
        turned = puzzle = replace(puzzle, locked=puzzle.locked - puzzle.board.outside)
        for _ in range(shaping.turns(puzzle)):
            turned = shaping.turned(turned, "rotate")
            assert len(turned.locked) == len(puzzle.locked)
        back = shaping.turned(shaping.turned(puzzle, TURNS[1]), TURNS[1])
        assert shaping.turned(shaping.turned(turned, TURNS[1]), TURNS[1]).locked == back.locked
    assert FlowShaping().turned(LEVEL, "rotate").locked == {(1, 0), (0, 1), ((1, 0), (1, 1))}


@EACH
def test_locks_stay_with_their_cells_and_go_with_them(puzzle: Level | Slitherlink) -> None:
    _, shaping = edits_of(puzzle)
    wider = shaping.resized(puzzle, 1, 0, 0, 0)
    assert {(1, 0), (2, 1), ((1, 0), (2, 0))} <= wider.locked
    assert shaping.resized(wider, -1, 0, 0, 0) == puzzle
    assert shaping.resized(puzzle, -1, 0, 0, 0).locked >= {(0, 1)}
    assert (0, 0) not in shaping.resized(puzzle, -1, 0, 0, 0).locked
    part = shaping.alone(Part(puzzle, Area((1, 0), (2, 1))))
    assert part.locked >= {(0, 1)}


# -- the tool, menus and marks ---------------------------------------------------------------------


PATH = (0, 0), (1, 0), (2, 0), (2, 1)
WALL = (0, 1), (0, 2)
DRAWN_LEVEL = Level(
    4,
    3,
    {(0, 0): "R", (2, 1): "R", (3, 0): "B"},
    frozenset({(3, 2)}),
    frozenset({WALL}),
    drawn={"R": PATH},
    shape=Shape(bridges=frozenset({(1, 1)})),
)
DRAWN, CROSSED = ((0, 0), (1, 0)), ((-1, 1), (0, 1))
DRAWN_LOOP = Slitherlink(4, 3, {(2, 0): 2}, drawn=frozenset({DRAWN}), crosses=frozenset({CROSSED}))

TOOL: dict[str, Any] = {"flow": LOCK_FLOW, "slitherlink": LOCK_LOOP}


def near(cell: Cell, edge: Edge) -> Spot:
    """A spot of a cell close to an edge."""
    return Spot(cell, edge, is_near_edge=True)


def clicked(puzzle: Any, spot: Spot) -> Any:
    """The gesture of a click with the tool."""
    return TOOL[puzzle.kind].press(puzzle, spot, "")


@for_all(
    "puzzle, spot, locked, name",
    [
        (DRAWN_LEVEL, Spot((0, 0)), {(0, 0)}, "this endpoint of Red (R)"),
        (DRAWN_LEVEL, Spot((1, 0)), {*PATH}, "the path of Red (R), 4 cells"),
        (DRAWN_LEVEL, Spot((3, 2)), {(3, 2)}, "this hole"),
        (DRAWN_LEVEL, Spot((1, 1)), {(1, 1)}, "this bridge"),
        (DRAWN_LEVEL, Spot((1, 2)), {(1, 2)}, "this empty cell"),
        (DRAWN_LEVEL, near((0, 2), WALL), {WALL}, "this wall"),
        (DRAWN_LEVEL, Spot((0, 2), WALL), {(0, 2)}, "this empty cell"),
        (DRAWN_LEVEL, near((0, 2), ((0, 2), (1, 2))), {(0, 2)}, "this empty cell"),
        (DRAWN_LOOP, Spot((2, 0)), {(2, 0)}, "this clue"),
        (DRAWN_LOOP, Spot((3, 2)), {(3, 2)}, "this empty cell"),
        (DRAWN_LOOP, near((0, 0), DRAWN), {DRAWN}, "this edge"),
        (DRAWN_LOOP, near((0, 1), CROSSED), {CROSSED}, "this edge"),
        (DRAWN_LOOP, near((3, 2), ((3, 2), (4, 2))), {(3, 2)}, "this empty cell"),
    ],
)
def test_a_click_locks_what_is_meant_and_again_unlocks_it(
    puzzle: Any, spot: Spot, locked: set[Lock], name: str
) -> None:
    gesture = clicked(puzzle, spot)
    assert gesture.result.locked == locked
    assert gesture.name == f"lock {name}"
    again = clicked(gesture.result, spot)
    assert again.result == puzzle
    assert again.name == f"unlock {name}"
    erased = TOOL[puzzle.kind].erase(gesture.result, spot)
    assert erased.result == puzzle
    assert TOOL[puzzle.kind].erase(puzzle, spot).result is puzzle


def test_a_path_is_locked_whole_and_a_locked_edge_is_found_without_a_wall() -> None:
    part = replace(DRAWN_LEVEL, locked=frozenset([(1, 0), DRAWN]))
    assert clicked(part, Spot((2, 0))).result.locked == {*PATH, DRAWN}
    assert clicked(part, near((0, 0), DRAWN)).name == "unlock this edge"


@pytest.mark.parametrize("puzzle", [DRAWN_LEVEL, DRAWN_LOOP], ids=lambda puzzle: puzzle.kind)
def test_a_drag_locks_every_cell_that_it_passes_or_unlocks_as_it_began(puzzle: Any) -> None:
    gesture = clicked(puzzle, Spot((1, 0)))
    assert gesture.to(Spot((1, 0))) is gesture
    dragged = gesture.to(Spot((3, 0))).to(Spot((3, 1))).to(Spot((9, 1)))
    row = {(1, 0), (2, 0), (3, 0), (3, 1)}
    assert dragged.result.locked == row
    assert dragged.name == "lock 4 cells"
    freed = clicked(dragged.result, Spot((3, 1))).to(Spot((3, 0)))
    assert freed.result.locked == {(1, 0), (2, 0)}
    assert freed.name == "unlock 2 cells"
    erased = TOOL[puzzle.kind].erase(dragged.result, Spot((0, 0))).to(Spot((2, 0)))
    assert erased.result.locked == {(3, 0), (3, 1)}


@pytest.mark.parametrize(
    ("puzzle", "marked"),
    [(DRAWN_LEVEL, {WALL}), (DRAWN_LOOP, {CROSSED, DRAWN})],
    ids=["flow", "slitherlink"],
)
def test_menus_lock_and_unlock_an_area_and_unlock_everything(puzzle: Any, marked: Any) -> None:
    editing, area = kind_of(puzzle).editing, Area((0, 0), (0, 1))
    (lock,) = editing.area_choices(puzzle, area)
    assert lock.name == "lock what is selected"
    assert lock.result.locked == {(0, 0), (0, 1), *marked}
    more = replace(lock.result, locked=lock.result.locked | {(3, 1)})
    unlock, everything = editing.area_choices(more, area)
    assert (unlock.name, everything.name) == ("unlock what is selected", "unlock everything")
    assert unlock.result.locked == {(3, 1)}
    assert everything.result == puzzle
    names = [choice.name for choice in editing.choices(more, Spot((3, 1)), "R")]
    assert names[-2:] == ["unlock this empty cell", "unlock everything"]
    assert "unlock everything" not in [
        choice.name for choice in editing.choices(puzzle, Spot((3, 1)), "R")
    ]


def test_a_mark_is_in_a_corner_of_each_locked_cell_and_on_both_sides_of_a_locked_edge() -> None:
    locked = frozenset[Lock]([(1, 0), CROSSED, ((1, 0), (1, 1))])
    marks = kind_of(DRAWN_LOOP).drawing.lock_tiles(replace(DRAWN_LOOP, locked=locked))
    assert {cell: [tile.side for tile in tiles] for cell, tiles in marks.items()} == {
        (1, 0): ["lock ground", "lock", "pin ground b", "pin b"],
        (1, 1): ["pin ground t", "pin t"],
        (-1, 1): ["pin ground r", "pin r"],
        (0, 1): ["pin ground l", "pin l"],
    }
    warped = Level(4, 2, shape=Shape(rows=frozenset({0})), locked=frozenset([((0, 0), (3, 0))]))
    marks = kind_of(warped).drawing.lock_tiles(warped)
    assert {cell: tiles[1].side for cell, tiles in marks.items()} == {
        (0, 0): "pin l",
        (3, 0): "pin r",
    }


@for_all("size", [24, 96])
@for_all("theme", ["dark", "light"])
@for_all("shape", [Shape(), Shape("hex")])
def test_marks_are_seen_on_every_ground_and_cover_little(
    shape: Shape, theme: str, size: int
) -> None:
    level = Level(
        3,
        3,
        {(0, 0): "R", (0, 2): "R", (2, 0): "W"},
        frozenset({(2, 2)}),
        drawn={"R": ((0, 0), (0, 1), (0, 2))},
        shape=shape,
    )
    kind = kind_of(level)
    answer = kind.drawing.drawn_answer(level)
    scene = board_scene(level, kind.drawing.segments(level, answer))
    sheet = SpriteSheet(Look(THEMES[theme], size), scene.geometry)
    for cell in scene.tiles.keys() & set(Area.of_board(3, 3).cells):
        marks = kind.drawing.lock_tiles(replace(level, locked=frozenset([cell])))[cell]
        plain, marked = sheet.stack(scene.tiles[cell]), sheet.stack((*scene.tiles[cell], *marks))
        before, after = plain.load(), marked.load()
        assert before
        assert after
        places = product(range(plain.width), range(plain.height))
        changed = [after[place] for place in places if after[place] != before[place]]
        inked = sheet.look.theme.color_of(marks[1])
        assert 0.02 < len(changed) / (plain.width * plain.height) < 0.15
        assert tuple(bytes.fromhex(inked[1:])) in changed
