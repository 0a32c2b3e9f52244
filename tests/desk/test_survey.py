"""Many levels checked in the background: results are remembered, and none is guessed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flowdesk.desk.knowledge.survey import Survey, Verdicts
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.desk.store import Store
from flowdesk.desk.work.worker import Done, Outcome, TimedOut
from flowdesk.kinds.flow.level import Level
from tests.command_line import InOrder
from tests.levels import HARD_TO_CHECK, hard_to_solve
from tests.samples import SMALL, TOUCHING, hard_level, level_of, read_text

SECONDS = 60

UNSOLVABLE = level_of("RG GR")
SEVERAL = level_of("R.. ... ..R")
DRAWING = level_of("R.. ... ...")


@pytest.fixture
def verdicts(tmp_path: Path) -> Verdicts:
    return Verdicts(Store(tmp_path / "flowdesk.db"))


@pytest.fixture
def survey(verdicts: Verdicts) -> Iterator[Survey]:
    failures: list[str] = []
    survey = Survey(failures.append, verdicts)
    yield survey
    survey.stop()
    assert not failures


class TimeOver(BaseException):
    """Ends a call wherever it is."""


class Impatient(InOrder):
    """Calls whose time is over when they have told three times what they know."""

    def made(self, call: Callable[..., Any]) -> Outcome:
        told: list[Any] = []

        def tell(value: object) -> None:
            told.append(value)
            if len(told) == 3:
                raise TimeOver

        try:
            return Done(call(progress=tell))
        except TimeOver:
            return TimedOut(told[-1])


def finish(survey: Survey) -> None:
    deadline = time.monotonic() + SECONDS
    while survey.running:
        assert time.monotonic() < deadline
        survey.poll()
        time.sleep(0.002)


def text(survey: Survey, level: Level) -> str:
    """What the survey says of a level."""
    known = survey.known(level)
    assert known
    return verdict(known).text


def test_every_level_gets_its_verdict_and_good_ones_their_difficulty(survey: Survey) -> None:
    levels = [SMALL, UNSOLVABLE, SEVERAL, DRAWING, TOUCHING]
    survey.start(levels)
    assert (survey.running, survey.total, survey.done) == (True, 5, 0)
    finish(survey)
    assert survey.done == 5
    assert [text(survey, level) for level in levels] == [
        "exactly one solution",
        "no solution",
        "several solutions",
        "drawing: Red (R) needs a partner",
        "exactly one solution, touching itself",
    ]
    known = [survey.known(level) for level in levels]
    assert [bool(one and one.difficulty) for one in known] == [True, False, False, False, True]


def test_what_is_known_is_not_asked_again_whatever_the_level_is_called(survey: Survey) -> None:
    survey.start([SMALL])
    finish(survey)
    other = replace(SMALL, about={"title": "Another"}, colors={"R": "#123456"})
    survey.start([other, SMALL])
    assert not survey.running
    assert text(survey, other) == "exactly one solution"
    assert survey.known(replace(SMALL, touching=False)) is None


def test_the_same_puzzle_is_asked_once(survey: Survey) -> None:
    survey.start([SMALL, replace(SMALL, about={"title": "Copy"}), SEVERAL])
    assert survey.total == 2
    assert survey.is_at_work(SMALL)
    finish(survey)
    assert not survey.is_at_work(SMALL)


def test_a_time_limit_keeps_what_was_known_and_is_tried_again_later(verdicts: Verdicts) -> None:
    (hard,) = (entry.level for entry in read_text(HARD_TO_CHECK))
    survey = Survey(pytest.fail, verdicts, make_pool=Impatient)
    survey.start([hard_to_solve(), hard, UNSOLVABLE])
    finish(survey)
    assert text(survey, hard_to_solve()) == "unknown"
    assert text(survey, hard) == "one non-touching, others unknown"
    assert text(survey, UNSOLVABLE) == "no solution"
    survey.start([hard, UNSOLVABLE])
    assert survey.total == 1


def test_a_survey_can_be_stopped_at_once_and_keeps_what_it_found(survey: Survey) -> None:
    survey.start([SMALL, hard_to_solve(), hard_level(16), hard_level(17)])
    deadline = time.monotonic() + SECONDS
    while not survey.known(SMALL):
        assert time.monotonic() < deadline
        survey.poll()
    survey.stop()
    assert not survey.running
    assert not survey.poll()
    assert text(survey, SMALL) == "exactly one solution"
