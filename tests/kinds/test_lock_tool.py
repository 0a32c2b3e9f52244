"""The tool Lock of both kinds: what a click and a drag lock, what menus offer, and the marks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from flowdesk.core.edit import Spot
from flowdesk.core.grid import Area, Cell, Edge
from flowdesk.core.shape import Shape
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.theme import THEMES, Look
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.tools import LOCK as LOCK_FLOW
from flowdesk.kinds.locks import Lock
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.tools import LOCK as LOCK_LOOP
from flowdesk.kinds.table import board_scene, kind_of

PATH = (0, 0), (1, 0), (2, 0), (2, 1)
WALL = (0, 1), (0, 2)
LEVEL = Level(
    4,
    3,
    {(0, 0): "R", (2, 1): "R", (3, 0): "B"},
    frozenset({(3, 2)}),
    frozenset({WALL}),
    drawn={"R": PATH},
    shape=Shape(bridges=frozenset({(1, 1)})),
)
DRAWN, CROSSED = ((0, 0), (1, 0)), ((-1, 1), (0, 1))
LOOP = Slitherlink(4, 3, {(2, 0): 2}, drawn=frozenset({DRAWN}), crosses=frozenset({CROSSED}))

TOOL: dict[str, Any] = {"flow": LOCK_FLOW, "slitherlink": LOCK_LOOP}


def near(cell: Cell, edge: Edge) -> Spot:
    """A spot of a cell close to an edge."""
    return Spot(cell, edge, is_near_edge=True)


def clicked(puzzle: Any, spot: Spot) -> Any:
    """The gesture of a click with the tool."""
    return TOOL[puzzle.kind].press(puzzle, spot, "")


@pytest.mark.parametrize(
    ("puzzle", "spot", "locked", "name"),
    [
        (LEVEL, Spot((0, 0)), {(0, 0)}, "this endpoint of Red (R)"),
        (LEVEL, Spot((1, 0)), {*PATH}, "the path of Red (R), 4 cells"),
        (LEVEL, Spot((3, 2)), {(3, 2)}, "this hole"),
        (LEVEL, Spot((1, 1)), {(1, 1)}, "this bridge"),
        (LEVEL, Spot((1, 2)), {(1, 2)}, "this empty cell"),
        (LEVEL, near((0, 2), WALL), {WALL}, "this wall"),
        (LEVEL, Spot((0, 2), WALL), {(0, 2)}, "this empty cell"),
        (LEVEL, near((0, 2), ((0, 2), (1, 2))), {(0, 2)}, "this empty cell"),
        (LOOP, Spot((2, 0)), {(2, 0)}, "this clue"),
        (LOOP, Spot((3, 2)), {(3, 2)}, "this empty cell"),
        (LOOP, near((0, 0), DRAWN), {DRAWN}, "this edge"),
        (LOOP, near((0, 1), CROSSED), {CROSSED}, "this edge"),
        (LOOP, near((3, 2), ((3, 2), (4, 2))), {(3, 2)}, "this empty cell"),
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
    part = replace(LEVEL, locked=frozenset([(1, 0), DRAWN]))
    assert clicked(part, Spot((2, 0))).result.locked == {*PATH, DRAWN}
    assert clicked(part, near((0, 0), DRAWN)).name == "unlock this edge"


@pytest.mark.parametrize("puzzle", [LEVEL, LOOP], ids=lambda puzzle: puzzle.kind)
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
    ("puzzle", "marked"), [(LEVEL, {WALL}), (LOOP, {CROSSED, DRAWN})], ids=["flow", "slitherlink"]
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
    marks = kind_of(LOOP).drawing.lock_tiles(replace(LOOP, locked=locked))
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


@pytest.mark.parametrize("size", [24, 96])
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("shape", [Shape(), Shape("hex")], ids=["squares", "hexagons"])
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
        places = [(x, y) for x in range(plain.width) for y in range(plain.height)]
        pixels = ((plain.getpixel(place), marked.getpixel(place)) for place in places)
        changed = [after for before, after in pixels if after != before]
        inked = sheet.look.theme.color_of(marks[1])
        assert 0.02 < len(changed) / (plain.width * plain.height) < 0.15
        assert tuple(bytes.fromhex(inked[1:])) in changed
