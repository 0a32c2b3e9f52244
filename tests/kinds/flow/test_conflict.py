"""Why a level has no solution, compared with brute force on thousands of tiny levels."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from flowdesk import load
from flowdesk.core.grid import Cell, cells_of, neighbors
from flowdesk.kinds.answers import Conflict, ConflictKind
from flowdesk.kinds.flow.level import Level, mistakes, strict, touches
from flowdesk.kinds.flow.solving import conflict
from flowdesk.kinds.flow.solving.conflict import explain
from tests.brute import LABELS, is_touching, solutions
from tests.levels import some
from tests.samples import hard_level, level_of
from tests.tiny_levels import map_of, random_level

BOARDS = some(3000)
EITHER_RULE = pytest.mark.parametrize("strictly", [False, True])

#: R and B alternate round the border; Y and G are not in their way.
CROSSING = level_of("R...B .YY.. .GG.. B...R")
#: Whichever way R goes, it passes by one cell.
LEFT_OVER = level_of("R.R ...")


def left_over(level: Level, labels: Collection[str]) -> Iterator[int]:
    """For each way to connect these colours by disjoint paths: how many cells they leave over."""
    ends = [level.pairs[label] for label in labels]

    def walks(here: Cell, end: Cell, free: set[Cell]) -> Iterator[set[Cell]]:
        for near in neighbors(here):
            if (near == end or near in free) and not {(here, near), (near, here)} & level.walls:
                if near == end:
                    yield free
                else:
                    yield from walks(near, end, free - {near})

    def connect(number: int, free: set[Cell]) -> Iterator[int]:
        if number == len(ends):
            yield len(free)
            return
        start, end = ends[number]
        for left in walks(start, end, free):
            yield from connect(number + 1, left)

    return connect(0, set(level.cells) - set(level.endpoints))


def can_connect(level: Level, labels: Collection[str]) -> bool:
    """Whether there is any such way."""
    return any(True for _ in left_over(level, labels))


def crowded_level(rng: random.Random) -> Level:
    """Three colours anywhere on a small board, which often cannot all be connected."""
    width, height = rng.choice(((4, 4), (5, 4), (5, 3)))
    cells = rng.sample(list(cells_of(width, height)), 6)
    return Level(width, height, {cell: LABELS[i // 2] for i, cell in enumerate(cells)})


@cache
def unsolvable(strictly: bool) -> list[tuple[Level, Conflict]]:
    """Tiny levels without a solution, always the same ones, with what is said of them."""
    rng = random.Random(20261121)
    levels = [random_level(rng, max_cells=12) for _ in range(BOARDS)]
    levels += [crowded_level(rng) for _ in range(BOARDS // 3)]
    return [
        (level, explain(strict(level) if strictly else level))
        for level in levels
        if all(strictly and is_touching(level, edges) for edges in solutions(level))
    ]


def test_the_tiny_levels_are_of_every_kind() -> None:
    told = Counter((why.kind, len(why.labels)) for _, why in unsolvable(strictly=False))
    assert told[ConflictKind.COVER, 0] > BOARDS / 30
    assert min(told[ConflictKind.CONNECTION, size] for size in (1, 2, 3)) > 0


@pytest.mark.parametrize("strictly", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_colours_are_said_to_be_in_conflict_where_not_all_can_be_connected(strictly: bool) -> None:
    for level, why in unsolvable(strictly):
        connected = can_connect(level, level.pairs)
        assert why.kind == ("cover" if connected else "connection"), map_of(level)


@EITHER_RULE
def test_colours_in_conflict_cannot_be_connected_but_without_any_of_them_the_others_can(
    strictly: bool,
) -> None:
    for level, why in unsolvable(strictly):
        if why.kind == "connection":
            assert why.minimal
            assert not can_connect(level, why.labels), map_of(level)
            for dropped in why.labels:
                assert can_connect(level, set(why.labels) - {dropped}), map_of(level)
            assert {level.endpoints[cell] for cell in why.cells} == set(why.labels)
            assert len(why.cells) == 2 * len(why.labels)


@EITHER_RULE
def test_paths_that_leave_cells_over_break_no_other_rule(strictly: bool) -> None:
    for level, why in unsolvable(strictly):
        if why.answer:
            wrong = mistakes(level, why.answer)
            assert {finding.rule for finding in wrong} == {"uncovered"}, map_of(level)
            assert [cell for finding in wrong for cell in finding.cells] == list(why.cells)
            assert not (strictly and touches(level, why.answer)), map_of(level)


def test_no_paths_leave_fewer_cells_over() -> None:
    for level, why in unsolvable(strictly=False):
        if why.kind == "cover":
            fewest = min(left_over(level, level.pairs))
            assert why.minimal == (why.answer is not None), map_of(level)
            assert len(why.cells) == (fewest if why.answer else 0), map_of(level)


@pytest.mark.parametrize(
    ("level", "message"),
    [
        (level_of("R#R BB."), "Red (R) cannot be connected, whatever the other colours do."),
        (level_of("R#R"), "Red (R) cannot be connected."),
        (CROSSING, "Red (R) and Blue (B) cannot both be connected, whatever the other colours do."),
        (level_of("R.B ... B.R"), "Red (R) and Blue (B) cannot both be connected."),
        (
            level_of("RBY ... RBY", ((0, 1), (1, 1)), ((1, 1), (2, 1)), ((0, 0), (0, 1))),
            "Red (R) cannot be connected, whatever the other colours do.",
        ),
        (
            LEFT_OVER,
            "All colours can be connected, but never so that every cell is covered: "
            "at least 1 cell will be left.",
        ),
    ],
)
def test_the_reason_is_a_sentence(level: Level, message: str) -> None:
    assert explain(level).message == message


def test_a_level_that_only_touching_paths_solve_is_told_so() -> None:
    why = explain(level_of("RR ..", touching=False))
    assert why.kind == "cover"
    assert "no path touches itself: at least 2 cells will be left." in why.message
    assert why.cells == ((0, 1), (1, 1))


def test_smaller_sets_are_told_as_they_are_found() -> None:
    told: list[Conflict] = []
    why = explain(CROSSING, progress=told.append)
    assert [len(so_far.labels) for so_far in told] == [4, 3, 2]
    assert told[-1].labels == why.labels == ("R", "B")
    assert {so_far.kind for so_far in told} == {"connection"}


def test_what_a_cover_lacks_is_told_after_that_it_is_the_cover() -> None:
    told: list[Conflict] = []
    why = explain(LEFT_OVER, progress=told.append)
    assert [(so_far.kind, so_far.cells, so_far.minimal) for so_far in told] == [
        ("cover", (), False)
    ]
    assert why.message.startswith(told[0].message.rstrip("."))


def test_a_crossing_that_no_border_shows_is_found_on_a_large_board() -> None:
    why = explain(hard_level(20))
    assert (why.kind, why.labels, why.minimal) == ("connection", ("R", "G"), True)


@pytest.mark.usefixtures("picosat")
def test_a_search_that_becomes_too_long_is_not_taken_for_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conflict, "CONFLICT_SOME", 1)
    why = explain(hard_level())
    assert (why.kind, set(why.labels), why.minimal) == ("connection", {"R", "G"}, False)
    why = explain(level_of("#R. ..R ... ..."))
    assert (why.kind, why.cells, why.minimal) == ("cover", (), False)
    monkeypatch.setattr(conflict, "CONFLICT_ALL", 1)
    why = explain(hard_level())
    assert (why.kind, why.labels, why.cells, why.minimal) == ("unknown", (), (), False)
    assert "not found" in why.message


def test_official_levels_with_two_ends_exchanged(corpus: Path) -> None:
    (level,) = load(corpus / "flow" / "maps" / "unsolvable_cross.txt")
    assert set(explain(level).labels) == {"R", "G"}
    rng = random.Random(1)
    for name in ("regular_9x9_01", "jumbo_10x10_01", "jumbo_12x12_30"):
        (level,) = load(corpus / "flow" / "maps" / f"{name}.txt")
        a, b = rng.sample(sorted(level.endpoints), 2)
        exchanged = {a: level.endpoints[b], b: level.endpoints[a]}
        level = replace(level, endpoints={**level.endpoints, **exchanged})
        why = explain(level)
        assert (why.kind, why.minimal) == ("connection", True)
        assert 2 <= len(why.labels) < len(level.pairs)
        alone = {cell: k for cell, k in level.endpoints.items() if k in why.labels}
        holes = frozenset(set(level.endpoints) - set(alone))
        # Nothing is in the way of these colours but themselves and the ends of the others.
        assert explain(replace(level, endpoints=alone, holes=holes)).labels == why.labels
