"""Many levels checked in the background: none is guessed, and only what is final is remembered."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flowdesk.desk.knowledge import survey as survey_module
from flowdesk.desk.knowledge.survey import VERSION, Survey, Verdicts, assess
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.desk.store import Store
from flowdesk.desk.work.jobs import Jobs
from flowdesk.desk.work.worker import Done, Outcome, TimedOut
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.known import Known, Looking
from tests.command_line import InOrder
from tests.core.test_storage import ordinary_user
from tests.levels import HARD_TO_CHECK, hard_to_solve
from tests.samples import SMALL, TOUCHING, hard_level, level_of, read_text

SECONDS = 60
JOBS = Jobs()

UNSOLVABLE = level_of("RG GR")
SEVERAL = level_of("R.. ... ..R")
DRAWING = level_of("R.. ... ...")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "flowdesk.db"


@pytest.fixture
def verdicts(path: Path) -> Verdicts:
    return Verdicts(Store(path))


@pytest.fixture
def survey(verdicts: Verdicts) -> Iterator[Survey]:
    failures: list[str] = []
    survey = Survey(JOBS, failures.append, verdicts)
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
        JOBS.poll()
        time.sleep(0.002)


def text(survey: Survey, level: Level) -> str:
    """What the survey says of a level."""
    known = survey.verdicts.known(level)
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
        "drawing: only one Red (R)",
        "exactly one solution, touching itself",
    ]
    known = [survey.verdicts.known(level) for level in levels]
    assert [bool(one and one.difficulty) for one in known] == [True, False, False, False, True]


def test_the_same_puzzle_is_asked_once(survey: Survey) -> None:
    survey.start([SMALL, replace(SMALL, about={"title": "Copy"}), SEVERAL])
    assert survey.total == 2
    assert survey.is_at_work(SMALL)
    finish(survey)
    assert not survey.is_at_work(SMALL)


def test_a_time_limit_keeps_what_was_known_and_is_tried_again_later(verdicts: Verdicts) -> None:
    (hard,) = (entry.level for entry in read_text(HARD_TO_CHECK))
    survey = Survey(JOBS, pytest.fail, verdicts, make_pool=Impatient)
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
    while not survey.verdicts.known(SMALL):
        assert time.monotonic() < deadline
        JOBS.poll()
    survey.stop()
    assert not survey.running
    assert not JOBS.running
    assert text(survey, SMALL) == "exactly one solution"


# What is kept


def found(level: Level) -> Known:
    return assess(level, progress=lambda so_far: None)


def said(known: Known | None) -> tuple[str, str, object]:
    assert known
    return verdict(known).text, verdict(known).meaning, known.difficulty


def kept(path: Path) -> Verdicts:
    """What is known by the next start."""
    return Verdicts(Store(path))


def test_what_was_found_out_is_known_the_next_time(path: Path) -> None:
    levels = [SMALL, TOUCHING, SEVERAL, UNSOLVABLE, DRAWING]
    before = [found(level) for level in levels]
    kept(path).keep(before)
    store = kept(path)
    for level, known in zip(levels, before, strict=True):
        renamed = replace(level, about={**level.about, "title": "Another"})
        assert said(store.known(renamed)) == said(known)
        recolored = store.known(replace(level, colors={"R": "#123456"}))
        assert recolored
        assert recolored.status is known.status
    assert store.known(replace(SMALL, touching=False)) is None


@pytest.mark.parametrize("looking", [each for each in Looking if each is not Looking.DONE])
def test_what_may_be_otherwise_next_time_is_not_kept(path: Path, looking: Looking) -> None:
    kept(path).keep([replace(found(SMALL), looking=looking)])
    assert not path.exists()


def test_a_survey_asks_only_what_no_survey_before_has_found_out(path: Path) -> None:
    kept(path).keep([found(SMALL)])
    survey = Survey(JOBS, pytest.fail, kept(path))
    assert said(survey.verdicts.known(SMALL)) == said(found(SMALL))
    assert survey.verdicts.known(SEVERAL) is None
    survey.start([SMALL])
    assert not survey.running


def test_verdicts_of_another_version_are_asked_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(path).keep([found(SMALL)])
    monkeypatch.setattr(survey_module, "VERSION", VERSION + 1)
    assert kept(path).known(SMALL) is None


def test_a_file_that_cannot_be_used_only_means_that_nothing_is_kept(folder: Path) -> None:
    folder.chmod(0o555)
    with ordinary_user():
        for path in (folder / "a" / "b.db", folder / "b.db", Path("/dev/null/x.db")):
            kept(path).keep([found(SMALL)])
            assert kept(path).known(SMALL) is None
    assert list(folder.iterdir()) == []


def test_the_key_of_a_puzzle_is_the_same_for_the_same_puzzle_only() -> None:
    other = replace(SMALL, about={"title": "T"}, colors={"R": "#123456"})
    assert other.puzzle_key == SMALL.puzzle_key == "2a5f84473a761dd93c654f85330353ec"
    levels = [
        SMALL,
        replace(SMALL, touching=False),
        replace(SMALL, endpoints={}),
        replace(SMALL, endpoints=dict.fromkeys(SMALL.endpoints, "R")),
        replace(SMALL, endpoints={}, holes=frozenset({(0, 0)})),
        replace(SMALL, endpoints={}, walls=frozenset({((0, 0), (1, 0))})),
        replace(SMALL, width=6),
        replace(SMALL, height=6),
    ]
    assert len({level.puzzle_key for level in levels}) == len(levels)
