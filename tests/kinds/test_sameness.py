"""Puzzles that are the same up to turning, mirroring and the names of colours have one form."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.grid import cells_of
from flowdesk.core.shape import Shape
from flowdesk.kinds.flow.level import Level, pattern
from flowdesk.kinds.flow.shaping import FlowShaping
from flowdesk.kinds.sameness import Form, Way, form_of, ways_to_turn
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.table import kind_of
from tests.brute import random_level, words_of
from tests.levels import examples, levels, some
from tests.loops import slitherlinks

WAYS = ways_to_turn(4)


def form(puzzle: Any) -> Form:
    found = kind_of(puzzle).pattern(puzzle)
    assert found
    return form_of(found)


def turned(puzzle: Any, way: Way) -> Any:
    """Return a puzzle turned by the editor's own commands."""
    turns = ["flip horizontally"] * way.mirrored + ["rotate"] * way.turns
    shaping = kind_of(puzzle).shaping
    assert shaping
    for name in turns:
        puzzle = shaping.turned(puzzle, name)
    return puzzle


def small_levels(width: int, height: int) -> Iterator[Level]:
    """Yield every board of some cells, each free, a hole, or an endpoint of one of two colours."""
    cells = tuple(cells_of(width, height))
    for marks in itertools.product(".#AB", repeat=len(cells)):
        board = list(zip(cells, marks, strict=True))
        endpoints = {cell: mark for cell, mark in board if mark in "AB"}
        yield Level(width, height, endpoints, frozenset(cell for cell, m in board if m == "#"))


def small_slitherlinks(width: int, height: int) -> Iterator[Slitherlink]:
    cells = tuple(cells_of(width, height))
    for clues in itertools.product((None, 0, 1, 2, 3), repeat=len(cells)):
        board = zip(cells, clues, strict=True)
        yield Slitherlink(width, height, {cell: n for cell, n in board if n is not None})


def content(puzzle: Any) -> object:
    """Return all that makes a puzzle, as a thing to compare."""
    if isinstance(puzzle, Level):
        marks, holes = frozenset(puzzle.endpoints.items()), puzzle.holes
        return puzzle.width, puzzle.height, marks, holes, puzzle.walls
    return puzzle.width, puzzle.height, frozenset(puzzle.clues.items())


def alike(puzzle: Any) -> Iterator[Any]:
    """Yield all puzzles that are the same, turned or with the names of two colours swapped."""
    for way in WAYS:
        yield turned(puzzle, way)
        if isinstance(puzzle, Level):
            names = {"A": "B", "B": "A"}
            swapped = {cell: names[label] for cell, label in puzzle.endpoints.items()}
            yield turned(replace(puzzle, endpoints=swapped), way)


@pytest.mark.parametrize(
    ("small", "sizes"),
    [
        (small_levels, [(2, 2), (3, 1), (1, 3), (2, 1)]),
        pytest.param(small_levels, [(3, 2)], marks=pytest.mark.slow),
        (small_slitherlinks, [(2, 2), (3, 1), (1, 3)]),
    ],
    ids=["flow", "flow 3x2", "slitherlink"],
)
def test_forms_are_equal_exactly_if_puzzles_are_alike(
    small: Callable[[int, int], Iterator[Any]], sizes: list[tuple[int, int]]
) -> None:
    puzzles = [puzzle for size in sizes for puzzle in small(*size)]
    groups: dict[object, int] = {}  # by content: the group of puzzles that are alike
    for number, puzzle in enumerate(puzzles):
        if content(puzzle) not in groups:
            groups |= {content(other): number for other in alike(puzzle)}
    keys: dict[int, set[str]] = {}
    for puzzle in puzzles:
        keys.setdefault(groups[content(puzzle)], set()).add(form(puzzle).key)
    assert all(len(found) == 1 for found in keys.values())
    assert len({key for (key,) in keys.values()}) == len(keys)


@examples(40)
@given(
    st.one_of(levels(), slitherlinks()), st.sampled_from(WAYS), st.randoms(use_true_random=False)
)
def test_a_turned_and_recoloured_puzzle_has_the_same_form(
    puzzle: Any, way: Way, chance: Any
) -> None:
    other = turned(puzzle, way)
    if isinstance(other, Level):
        labels = sorted(set(other.endpoints.values()))
        names = dict(zip(labels, chance.sample(labels, len(labels)), strict=True))
        endpoints = {cell: names[label] for cell, label in other.endpoints.items()}
        other = replace(other, endpoints=endpoints, colors={}, about={"title": "Other"})
    assert form(other).key == form(puzzle).key
    # The way that is told leads there, whichever it is.
    there = turned(puzzle, form(puzzle).way_to(form(other)))
    one, two = (kind_of(each).pattern(each) for each in (there, other))
    assert one
    assert two
    assert one.marks == two.marks
    assert (there.width, there.height) == (other.width, other.height)


def test_boards_of_any_shape_have_the_same_form_turned_and_mirrored() -> None:
    rng = random.Random(1)
    for _ in range(some(300)):
        made = random_level(rng)
        level = turned(turned(made, Way(True, 0)), Way(True, 0))  # without empty outer lines
        first = form(level)
        assert form(made) == first
        for way in ways_to_turn(level.shape.turns):
            other = form(turned(level, way))
            assert other.key == first.key, words_of(level)
            one, two = (pattern(turned(level, each)) for each in (way, first.way_to(other)))
            assert one.marks == two.marks, words_of(level)


def test_a_shifted_torus_and_a_closed_warp_are_other_levels() -> None:
    ends = {(0, 0): "A", (2, 1): "A"}
    torus = Shape(rows=frozenset(range(3)), columns=frozenset(range(3)))
    level = Level(3, 3, ends, shape=torus)
    shifted = Level(3, 3, {((x + 1) % 3, y): label for (x, y), label in ends.items()}, shape=torus)
    assert form(level).key != form(shifted).key
    rows = Level(3, 3, ends, shape=Shape(rows=frozenset({0, 1})))
    closed = replace(rows, walls=frozenset({((0, 1), (2, 1))}))
    only = replace(rows, shape=Shape(rows=frozenset({0})))
    assert form(closed).key == form(only).key != form(rows).key


def test_a_puzzle_by_the_stricter_rule_is_another_one() -> None:
    level = Level(3, 2, {(0, 0): "A", (2, 0): "A"})
    assert form(level).key != form(replace(level, touching=False)).key


def test_a_wall_counts_where_it_stands() -> None:
    level = Level(3, 3, {(0, 0): "A", (2, 2): "A"})
    left, middle = frozenset({((0, 0), (1, 0))}), frozenset({((0, 1), (1, 1))})
    assert form(replace(level, walls=left)).key != form(replace(level, walls=middle)).key


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ([], ""),
        (["rotate"], "turned"),
        (["rotate", "rotate"], "upside down"),
        (["flip vertically"], "mirrored"),
        (["flip horizontally", "flip vertically"], "upside down"),
        (["rotate", "flip horizontally"], "mirrored"),
    ],
)
def test_the_way_from_a_puzzle_to_another_is_told(turns: list[str], words: str) -> None:
    level = Level(3, 3, {(0, 0): "A", (1, 0): "A", (0, 2): "B", (1, 1): "B"})
    other: Any = level
    for turn in turns:
        other = FlowShaping().turned(other, turn)
    assert form(level).way_to(form(other)).words == words
