"""Background work on a level, in real processes."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from flowdesk.desk.knowledge.inspector import Inspector
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.desk.work.jobs import Jobs
from flowdesk.desk.work.worker import Done, Event, Progress
from flowdesk.kinds.answers import CheckResult
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.remedies import ways_to_unique
from flowdesk.kinds.flow.solving.solve import check
from flowdesk.kinds.known import Known, Looking
from tests.levels import HARD_TO_CHECK, hard_to_solve
from tests.samples import SMALL, TOUCHING, hard_level, level_of

SEVERAL = level_of("A..A B..B ....")
FAILURES: list[str] = []
JOBS = Jobs()


@pytest.fixture
def inspector() -> Iterator[Inspector]:
    """An inspector of an empty board."""
    FAILURES.clear()
    made = Inspector(Level(3, 3), FAILURES.append, JOBS)
    yield made
    made.close()
    JOBS.close()
    assert FAILURES == []


def watch(inspector: Inspector, until: Callable[[Known], object], seconds: float = 30) -> Known:
    """Poll until something is known."""
    deadline = time.monotonic() + seconds
    while not until(inspector.known):
        assert time.monotonic() < deadline, inspector.known
        JOBS.poll()
        time.sleep(0.005)
    return inspector.known


def find_out(inspector: Inspector, level: Level) -> Known:
    """Everything that can be found out about a level."""
    inspector.look_at(level)
    inspector.inspect()
    return watch(inspector, lambda known: known.looking is not Looking.AT_WORK)


def test_one_solution_and_how_hard_it_is(inspector: Inspector) -> None:
    known = find_out(inspector, SMALL)
    assert known.looking is Looking.DONE
    assert verdict(known).text == "exactly one solution"
    assert known.difficulty is not None
    assert known.check is not None
    assert known.check.solutions == check(SMALL).solutions


def test_several_solutions_their_number_and_what_would_mend_it(inspector: Inspector) -> None:
    known = find_out(inspector, SEVERAL)
    assert known.status == "multiple"
    assert known.check is not None
    assert len(known.check.solutions) == 2
    assert known.count is not None
    assert known.count.exact
    assert known.remedies
    for change in known.remedies:
        assert check(change.level).status == "unique"


class Scripted:
    """A lane that gives its events all at once, however fast the inspector looks."""

    def __init__(self) -> None:
        self.function: Callable[..., object] | None = None
        self.events: list[Event] = []
        self.busy = False

    def start(self, function: Callable[..., object], *_args: object, **_kwargs: object) -> None:
        self.function, self.busy = function, True

    def poll(self) -> list[Event]:
        events, self.events = self.events, []
        self.busy = self.busy and not events
        return events

    def abandon(self) -> bool:
        return not self.busy

    def dismiss(self) -> None:
        self.busy = False


class Lanes(Jobs):
    """A checker and a counter that are hired in this order."""

    def __init__(self) -> None:
        super().__init__()
        self.checker, self.counter = Scripted(), Scripted()
        self._idle: list[Any] = [self.counter, self.checker]

    def warm_up(self) -> None:
        """Have nobody else."""


def test_answers_that_arrive_together_are_taken_in_before_anything_is_called_done() -> None:
    lanes = Lanes()
    checker, counter = lanes.checker, lanes.counter
    scripted = Inspector(SEVERAL, FAILURES.append, lanes)
    scripted.inspect()
    counter.events = [Done(count(SEVERAL))]
    lanes.poll()
    told: list[CheckResult] = []
    whole = check(SEVERAL, progress=told.append)
    checker.events = [*map(Progress, told), Done(whole)]
    lanes.poll()
    assert scripted.known.check == whole
    assert checker.function is ways_to_unique
    assert scripted.known.looking is Looking.AT_WORK


def test_a_check_and_a_count_that_disagree_are_an_error_of_our_own_and_neither_is_believed() -> (
    None
):
    lanes = Lanes()
    checker, counter = lanes.checker, lanes.counter
    told: list[str] = []
    scripted = Inspector(SEVERAL, told.append, lanes)
    scripted.inspect()
    counter.events = [Done(replace(count(SEVERAL), number=0))]
    checker.events = [Done(check(SEVERAL))]
    lanes.poll()
    (wrong,) = told
    assert "says 'multiple' (solutions at hand: 2), but its count is 0." in wrong
    assert "A..A\nB..B\n....\n" in wrong
    assert (scripted.known.status, scripted.known.looking) == ("unknown", Looking.DIED)
    assert not scripted.running


def test_no_solution_and_why(inspector: Inspector) -> None:
    crossing = level_of("R.B ... B.R")
    assert find_out(inspector, crossing).status == "unsolvable"
    hidden = level_of("##### #R.B# #...# #B.R# #####")
    known = find_out(inspector, hidden)
    assert known.status == "unsolvable"
    assert known.conflict is not None
    assert set(known.conflict.labels) == {"R", "B"}


def test_an_incomplete_level_is_not_searched(inspector: Inspector) -> None:
    inspector.look_at(level_of("R.. ..."))
    inspector.inspect()
    assert not inspector.running
    assert not inspector.known.is_complete


def test_a_newer_level_overtakes_an_older_one(inspector: Inspector) -> None:
    inspector.look_at(hard_level())
    inspector.inspect()
    assert inspector.running
    known = find_out(inspector, SMALL)
    assert known.level is SMALL
    assert known.status == "unique"


def test_a_search_that_is_stopped_leaves_what_it_found(inspector: Inspector) -> None:
    rows = HARD_TO_CHECK.split()
    inspector.look_at(level_of(" ".join(rows)))
    inspector.inspect()
    watch(inspector, lambda known: known.non_touching == "one")
    inspector.stop()
    assert not inspector.running
    known = inspector.known
    assert known.looking is Looking.STOPPED
    assert (known.status, known.non_touching) == ("unknown", "one")
    assert "unknown" in verdict(known).text


def test_patience_ends_in_unknown(inspector: Inspector, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flowdesk.desk.knowledge.inspector.PATIENCE", 0.2)
    known = find_out(inspector, hard_to_solve())
    assert known.looking is Looking.TIMED_OUT
    assert verdict(known).text == "unknown"


def test_another_title_is_no_reason_to_search_again(inspector: Inspector) -> None:
    before = find_out(inspector, SMALL)
    inspector.look_at(replace(SMALL, about={"title": "Another"}))
    assert inspector.known.check is before.check
    assert inspector.known.level.title == "Another"
    inspector.forget(SMALL)
    assert inspector.known.check is None


def test_a_process_that_dies_leaves_the_question_open(inspector: Inspector) -> None:
    inspector.look_at(hard_to_solve())
    inspector.inspect()
    workers = [job._worker for job in inspector._lanes]
    watch(inspector, lambda known: all(worker and worker.running_for() for worker in workers))
    for process in multiprocessing.active_children():  # one that has not begun would be replaced
        process.kill()
    known = watch(inspector, lambda known: known.looking is Looking.DIED)
    assert verdict(known).text == "unknown"
    assert find_out(inspector, TOUCHING).status == "unique"


def test_what_is_certain_is_searched_for_where_it_cannot_be_counted(
    inspector: Inspector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowdesk.desk.knowledge.inspector.MOST_STATES", 2)
    known = find_out(inspector, SEVERAL)
    assert known.count is not None
    assert not known.count.exact
    inspector.find_certain_edges()
    known = watch(inspector, lambda known: known.certainty and known.certainty.finished)
    solutions = known.check.solutions if known.check else ()
    assert known.certainty is not None
    assert solutions[0].edges ^ solutions[1].edges <= known.certainty.open
