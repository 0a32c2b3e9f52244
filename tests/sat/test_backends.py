"""What FlowDesk answers does not depend on the SAT solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.formats.registry import load
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.generate import generate
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.slitherlink.making.generate import generate as generate_slitherlink
from flowdesk.kinds.slitherlink.making.request import SlitherlinkRequest, like
from flowdesk.kinds.table import kind_of
from flowdesk.lab.lessons import SUFFIX
from flowdesk.sat.backend import BACKENDS, VARIABLE, backend, is_installed
from tests.boards import random_board
from tests.conftest import cannot_run
from tests.loops import some_puzzle

FILES = [path for path in sorted(shipped("puzzles").rglob("*.*")) if path.suffix != SUFFIX]


@pytest.fixture(scope="module", autouse=True)
def both() -> None:
    """Both solvers; without one of them the tests cannot run."""
    for name in BACKENDS:
        if not is_installed(name):
            cannot_run(f"{name} is not installed")


@contextmanager
def using(name: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, name)
        yield


def by_each(ask: Callable[[Any], Any], of: Any) -> list[Any]:
    """What each solver answers."""
    answers = []
    for name in BACKENDS:
        with using(name):
            answers.append(ask(of))
    return answers


def verdict(puzzle: Puzzle) -> tuple[Any, ...]:
    """Whether a puzzle has a solution, whether it has several, by either rule, and how many."""
    kind = kind_of(puzzle)
    checked = kind.solving.check(puzzle)
    verdicts = kind.solving.solve(puzzle).status, checked.status, checked.non_touching
    if kind.counting is None or checked.status is CheckStatus.INVALID:
        return verdicts
    counted = kind.counting.count(puzzle, most_states=10_000)
    return *verdicts, counted.number if counted.exact else None


def differing(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles that the solvers do not agree about."""
    verdicts = by_each(lambda some: [verdict(puzzle) for puzzle in some], puzzles)
    return [puzzle for puzzle, *said in zip(puzzles, *verdicts, strict=True) if len({*said}) > 1]


def shipped_puzzles(most: int) -> list[Puzzle]:
    """Our own puzzles up to this width and height, and the examples among them."""
    found = [puzzle for file in FILES for puzzle in load(file)]
    return [puzzle for puzzle in found if max(puzzle.width, puzzle.height) <= most]


def random_level(seed: int) -> Level:
    """A level of random paths, or one of random endpoints, or of both by an exchange of two."""
    random = Random(seed)
    size = random.randint(4, 9)
    level = random_board(size, random.randint(2, size), seed)
    if seed % 3 == 0:
        return replace(level, touching=False)
    if seed % 3 == 1:
        ends = sorted(level.endpoints)
        a, b = random.sample(ends, 2)
        exchanged = {a: level.endpoints[b], b: level.endpoints[a]}
        return replace(level, endpoints={**level.endpoints, **exchanged})
    return level


def test_our_own_puzzles_are_the_same_to_each_solver() -> None:
    assert differing(shipped_puzzles(9)[::9]) == []


def test_random_levels_are_the_same_to_each_solver() -> None:
    assert differing([random_level(seed) for seed in range(12)]) == []


def test_generated_levels_are_the_same_with_each_solver() -> None:
    for request in (*(FlowRequest(9, 9, seed) for seed in range(3)), FlowRequest(20, 20)):
        levels = by_each(lambda request: generate(request).level, request)
        assert levels[0] == levels[1]


def test_variations_of_a_slitherlink_are_the_same_with_each_solver() -> None:
    puzzle = generate_slitherlink(SlitherlinkRequest(7, 7, 1)).level
    (solution,) = kind_of(puzzle).solving.check(puzzle).solutions
    locked = replace(puzzle, locked=frozenset(list(puzzle.clues)[::3]))
    for request in (like(locked, 1), like(locked, 2, solution=solution)):
        made = by_each(generate_slitherlink, request)
        assert made[0].level is not None
        assert made[0] == made[1]


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_all_our_own_puzzles_are_the_same_to_each_solver() -> None:
    assert differing(shipped_puzzles(14)) == []


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_500_random_puzzles_are_the_same_to_each_solver() -> None:
    random = Random(1)
    assert differing([random_level(seed) for seed in range(300)]) == []
    assert differing([some_puzzle(4, 3, random) for _ in range(200)]) == []


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("size", "number"), [(6, 60), (10, 30), (14, 10), (20, 5)])
def test_all_generated_levels_are_the_same_with_each_solver(size: int, number: int) -> None:
    for seed in range(number):
        for made in (
            by_each(generate, FlowRequest(size, size, seed)),
            by_each(generate_slitherlink, SlitherlinkRequest(size, size, seed)),
        ):
            assert made[0].level == made[1].level, seed


def test_a_solver_must_be_known_and_installed() -> None:
    with using("minisat"), pytest.raises(FlowDeskError, match="python-sat or pycosat"):
        backend()
