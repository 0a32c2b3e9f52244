"""Variations of a level: each once, the best first, the same for the same seed, stopped at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from flowdesk.core.finding import Finding
from flowdesk.desk.knowledge import variations as variations_module
from flowdesk.desk.knowledge.variations import IN_VAIN, Start, Variation, Variations, vary
from flowdesk.desk.work.jobs import Jobs
from flowdesk.desk.work.pool import Pool
from flowdesk.desk.work.worker import Done, Failed, Outcome
from flowdesk.kinds.answers import Difficulty, Made, unheard
from flowdesk.kinds.flow.kind import FLOW
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.request import FlowRequest
from tests.command_line import InOrder

PATIENCE = 60
BOARD = Level(5, 5, about={"title": "Mine", "author": "Me"})
REQUEST = FlowRequest(5, 5, 7)


class Told(Pool):
    """A pool whose calls end, three at a time in reversed order, as `outcomes` says."""

    outcomes: Callable[[int], Outcome]

    def __init__(self, *_: object) -> None:
        self._at = 0

    @property
    def at_work(self) -> frozenset[int]:
        return frozenset(range(self._at, self._at + 3))

    def poll(self) -> list[tuple[int, Outcome]]:
        numbers = sorted(self.at_work, reverse=True)
        self._at += 3
        return [(number, type(self).outcomes(number)) for number in numbers]

    def last_progress(self, number: int) -> object:
        return "Trying"

    def close(self) -> None:
        """There is nothing to end."""

    dismiss = close


def walled(
    outcomes: Callable[[int], Outcome], polls: int, failures: list[Any] | None = None
) -> Variations:
    """Return the variations after so many polls of a pool that says these outcomes."""
    jobs = Jobs()
    pool = type("Pool", (Told,), {"outcomes": staticmethod(outcomes)})
    variations = Variations(jobs, (failures or []).append, pool)
    variations.start(Start(BOARD), REQUEST)
    for _ in range(polls):
        jobs.poll()
    return variations


def made(number: int, form: str, *, off: int = 0, score: float = 5.0) -> Done:
    found = Made(BOARD, None, 1, not off, "The level.", off=(off,))
    return Done(Variation(number, found, Difficulty("easy", score), form))


def numbers(variations: Variations) -> list[int]:
    return [variation.number for variation in variations.found]


def test_the_nearest_come_first_then_the_hardest_and_else_the_order_is_that_of_the_seeds() -> None:
    variations = walled(lambda n: made(n, str(n), off=[2, 0, 1][n % 3]), 2)
    assert numbers(variations) == [1, 4, 2, 5, 0, 3]
    variations = walled(lambda n: made(n, str(n), score=[5.0, 9.0, 7.0][n % 3]), 2)
    assert numbers(variations) == [1, 4, 2, 5, 0, 3]


def test_of_twins_the_one_of_the_first_seed_stays() -> None:
    variations = walled(lambda n: made(n, "even" if n % 2 == 0 else "odd"), 3)
    assert numbers(variations) == [0, 1]


def test_the_progress_tells_how_far_it_came() -> None:
    assert walled(lambda n: Done("Nothing."), 1).progress == "Trying ..."
    variations = walled(lambda n: made(n, str(n), score=33.6), 1)
    assert variations.progress == "3 variations, best: easy (34) ..."
    variations.stop()
    assert variations.progress == "3 variations, best: easy (34)."
    variations = walled(lambda n: made(n, str(n), off=1), 1)
    assert variations.progress == "3 variations, none as asked ..."


def test_the_search_ends_where_nothing_new_is_found() -> None:
    variations = walled(lambda n: Done("No paths lead there."), IN_VAIN)
    assert not variations.running
    assert variations.progress == "No paths lead there."
    variations = walled(lambda n: made(n, "the same"), IN_VAIN)
    assert variations.progress == "1 variation, best: easy (5). No others are found."


def test_there_are_not_more_than_a_wall_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variations_module, "MOST", 4)
    variations = walled(lambda n: made(n, str(n)), 9)
    assert numbers(variations) == [0, 1, 2, 3]
    assert not variations.running


def test_an_error_of_ours_is_told_and_ends_the_search() -> None:
    failures: list[Any] = []
    variations = walled(lambda n: Failed("Traceback"), 2, failures := ["before"])
    assert not variations.running
    assert failures == ["before", "Traceback"]


def test_what_is_stopped_tells_no_more_and_what_was_found_stays() -> None:
    jobs = Jobs()
    variations = Variations(jobs, pytest.fail, InOrder)
    variations.start(Start(BOARD), REQUEST)
    jobs.poll()
    assert variations.stop("Stopped, because.")
    assert not jobs.running
    assert numbers(variations) == [0]
    assert variations.progress.endswith("Stopped, because.")
    assert not variations.stop()


def test_the_same_seed_makes_the_same_wall() -> None:
    walls = []
    for _ in range(2):
        jobs = Jobs()
        variations = Variations(jobs, pytest.fail, InOrder)
        variations.start(Start(BOARD), REQUEST)
        while len(variations.found) < 3:
            jobs.poll()
        variations.close()
        walls.append([variation.level for variation in variations.found])
    assert walls[0] == walls[1]
    assert {level.about["author"] for level in walls[0]} == {"Me"}


def test_the_level_itself_is_no_variation() -> None:
    first = vary(Start(BOARD), REQUEST, 0, progress=unheard)
    assert isinstance(first, Variation)
    again = vary(Start(first.level), REQUEST, 0, progress=unheard)
    assert again == "Only the puzzle itself was found."


def test_what_begins_with_a_solution_says_its_price() -> None:
    first = FLOW.making.generate(REQUEST)
    asked = FLOW.making.like(first.level, 3, solution=first.solution)
    assert not isinstance(asked, Finding)
    variation = vary(Start(first.level, solution=first.solution), asked, 0, progress=unheard)
    assert isinstance(variation, Variation)
    assert variation.made.stays.endswith("paths stay")


def test_worker_processes_make_variations_and_stop_at_once() -> None:
    jobs = Jobs()
    variations = Variations(jobs, pytest.fail)
    variations.start(Start(BOARD), REQUEST)
    deadline = time.monotonic() + PATIENCE
    while not variations.found:
        assert time.monotonic() < deadline
        jobs.poll()
    variations.stop()
    assert not jobs.running
    large = replace(REQUEST, width=40, height=40)
    variations.start(Start(Level(40, 40)), large)
    assert variations.stop()
    assert variations.progress == "Stopped: no variation was found yet."
