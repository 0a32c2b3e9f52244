"""Hints for Slitherlink: their texts, that they are never wrong, and where they lead."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from flowdesk.kinds.answers import Deduction, Trace
from flowdesk.kinds.known import Known
from flowdesk.kinds.slitherlink.deduction.hints import hint, trace
from flowdesk.kinds.slitherlink.loop import Loop
from flowdesk.kinds.slitherlink.puzzle import Slitherlink, all_edges
from tests.test_slitherlink import all_loops, some_puzzle


@pytest.mark.parametrize(
    ("width", "height", "number"),
    [
        *((1, 1, 20), (1, 2, 40), (2, 1, 40), (2, 2, 150), (3, 1, 60), (3, 2, 400), (3, 3, 800)),
        pytest.param(4, 3, 1000, marks=pytest.mark.slow),
        pytest.param(4, 4, 1000, marks=[pytest.mark.slow, pytest.mark.timeout(900)]),
    ],
)
def test_no_step_is_wrong_on_small_boards(width: int, height: int, number: int) -> None:
    rng = random.Random(width * 10 + height)
    for _ in range(number):
        check_small_board(some_puzzle(width, height, rng), rng)


def check_small_board(puzzle: Slitherlink, rng: random.Random) -> None:
    """Hold the steps of a puzzle, from the start and from amid a solution, against all loops."""
    solutions = [
        loop
        for loop, numbers in all_loops(puzzle.width, puzzle.height)
        if all(numbers[cell] == clue for cell, clue in puzzle.clues.items())
    ]
    found = trace(puzzle)
    assert all(holds(found.deductions, loop) for loop in solutions), puzzle
    assert not found.solved or [found.solution] == solutions
    one_by_one = followed(puzzle)
    assert one_by_one.solution == found.solution
    assert all(holds(one_by_one.deductions, loop) for loop in solutions), puzzle
    if not solutions:
        return
    edges = rng.choice(solutions).edges
    on = frozenset(edge for edge in sorted(edges) if rng.random() < 0.3)
    others = (edge for edge in all_edges(puzzle.width, puzzle.height) if edge not in edges)
    off = frozenset(edge for edge in others if rng.random() < 0.2)
    told = Trace((Deduction("told", "", (), on, off),))
    for step in hint(Known(puzzle), told).deductions[1:]:
        for loop in solutions:
            if on <= loop.edges and not off & loop.edges:
                assert holds([step], loop), puzzle


def followed(puzzle: Slitherlink) -> Trace:
    """The steps that hints tell one by one, until there is no other."""
    so_far = Trace()
    while (more := hint(Known(puzzle), so_far)) != so_far:
        so_far = more
    return so_far


def holds(steps: Iterable[Deduction], loop: Loop) -> bool:
    """Whether a solution is as the steps say."""
    return all(
        step.rule != "contradiction" and step.on <= loop.edges and not step.off & loop.edges
        for step in steps
    )
