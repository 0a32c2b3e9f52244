"""Locks: they are kept by files, undo and every turn, and are no part of what a puzzle is."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from flowdesk.core.edit import Edit
from flowdesk.core.finding import FormatError
from flowdesk.core.grid import TURNS, Area
from flowdesk.core.shape import Shape
from flowdesk.formats.registry import JSON, MAP, format_named, losses
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.shaping import FlowShaping
from flowdesk.kinds.locks import Lock
from flowdesk.kinds.part import Part
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.table import kind_of
from tests.brute import random_level
from tests.kinds.test_parts import edits_of, some_slitherlink

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
    for puzzle in some_locked(200):
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
