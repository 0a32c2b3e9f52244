"""Worker processes: results, progress, failures, and every way to end."""

from __future__ import annotations

import itertools
import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

from flowdesk import check, solve
from flowdesk.desk.work.jobs import Job, Jobs
from flowdesk.desk.work.pool import Pool
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Outcome, Progress, TimedOut, Worker
from flowdesk.kinds.answers import CheckResult, SolveResult
from flowdesk.kinds.flow.level import Level, mistakes
from flowdesk.sat.backend import backend
from tests.desk.calls import (
    count_to,
    end_process,
    fail,
    never_end,
    tell_parent,
    tell_pid,
    use_up_the_stack,
    variable,
)
from tests.desk.pools import HastyPool
from tests.levels import HARD_TO_CHECK, hard_to_solve
from tests.processes import is_alive, run, wait_until
from tests.samples import read_text

SECONDS = 30  # for anything that ends by itself
EASY = Level(2, 2, {(0, 0): "R", (1, 0): "R"})
Calls = Sequence[Callable[..., Any]]


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


def events_until(worker: Worker, *last: type[Event]) -> list[Event]:
    """Everything that the worker tells, up to an event of one of these kinds."""
    deadline = time.monotonic() + SECONDS
    events: list[Event] = []
    while not events or not isinstance(events[-1], last):
        assert time.monotonic() < deadline, events
        wait([worker.connection], timeout=0.1)
        events += worker.poll()
    return events


def end_of(worker: Worker) -> Event:
    """Wait for the end of the call and return its event."""
    return events_until(worker, Done, Failed, Died)[-1]


def works(worker: Worker) -> bool:
    """Whether the worker can still make a call."""
    worker.start(solve, EASY)
    event = end_of(worker)
    return isinstance(event, Done) and event.value.status == "solved" and not worker.busy


def is_running(pid: int | None) -> bool:
    """Whether there is such a process."""
    assert pid
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# -- one worker --------------------------------------------------------------------------------


def test_a_worker_returns_what_the_function_does(worker: Worker) -> None:
    assert not worker.busy
    worker.start(solve, EASY)
    assert worker.busy
    event = end_of(worker)
    assert isinstance(event, Done)
    assert isinstance(event.value, SolveResult)
    assert event.value.status == "solved"
    assert event.value.solution is not None
    assert mistakes(EASY, event.value.solution) == []
    assert not worker.busy
    assert worker.poll() == []


def test_a_worker_passes_on_arguments_by_name(worker: Worker) -> None:
    worker.start(solve, EASY, non_touching=True)
    event = end_of(worker)
    assert isinstance(event, Done)
    assert event.value.status == "unsolvable"


def test_one_process_makes_many_calls(worker: Worker) -> None:
    pid = worker.pid
    assert all(works(worker) for _ in range(5))
    assert worker.pid == pid


def test_progress_comes_in_order_and_before_the_result(worker: Worker) -> None:
    worker.start(count_to, 100)
    events = events_until(worker, Done)
    assert events == [*(Progress(i) for i in range(100)), Done("counted to 100")]
    assert worker.last_progress == 99
    worker.start(count_to, 0)
    assert worker.last_progress is None
    assert events_until(worker, Done) == [Done("counted to 0")]


def test_a_search_tells_its_rounds(worker: Worker) -> None:
    worker.start(solve, EASY)
    events = events_until(worker, Done)
    told = [event.value for event in events if isinstance(event, Progress)]
    assert [result.rounds for result in told] == list(range(1, len(told) + 1))
    assert {result.status for result in told} == {"unknown"}


@pytest.mark.parametrize(
    ("function", "words"),
    [(fail, "LookupError: nothing is where it should be"), (use_up_the_stack, "RecursionError")],
)
def test_a_fault_comes_with_its_traceback(
    worker: Worker, function: Callable[..., None], words: str
) -> None:
    worker.start(function)
    event = end_of(worker)
    assert isinstance(event, Failed)
    assert words in event.traceback
    assert function.__name__ in event.traceback
    assert works(worker)


def test_a_hard_search_is_cancelled_at_once(worker: Worker) -> None:
    worker.start(solve, hard_to_solve())
    events_until(worker, Progress)
    begin, pid = time.monotonic(), worker.pid
    worker.cancel()
    assert time.monotonic() - begin < 1
    while is_running(pid):  # nobody has waited for that
        assert worker.poll() == []
        assert time.monotonic() - begin < SECONDS
    assert not worker.busy
    assert worker.poll() == []
    assert works(worker)


def test_a_call_is_cancelled_before_its_process_is_ready() -> None:
    worker = Worker()
    worker.start(never_end)
    worker.cancel()
    assert works(worker)
    worker.close()


def test_a_worker_with_nothing_to_do_can_be_cancelled(worker: Worker) -> None:
    worker.cancel()
    assert works(worker)
    worker.cancel()
    worker.cancel()
    assert works(worker)


def test_a_closed_worker_has_no_process() -> None:
    worker = Worker()
    worker.start(never_end)
    events_until(worker, Progress)
    worker.close()
    assert not is_running(worker.pid)


def test_a_process_that_dies_at_work_is_told_and_replaced(worker: Worker) -> None:
    worker.start(end_process)
    event = end_of(worker)
    assert event == Died(-signal.SIGKILL, "so far")
    assert works(worker)


def test_a_process_that_is_killed_while_it_starts_is_told_and_replaced() -> None:
    worker = Worker()
    worker.start(solve, EASY)
    assert worker.pid
    os.kill(worker.pid, signal.SIGKILL)
    assert end_of(worker) == Died(-signal.SIGKILL, None)
    assert works(worker)
    worker.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has loaded")
def test_workers_are_forked_from_a_server_that_has_imported_everything(worker: Worker) -> None:
    worker.start(tell_parent)
    event = end_of(worker)
    assert isinstance(event, Done)
    loaded = Path(f"/proc/{event.value}/maps").read_text()
    assert {"python-sat": "pysolvers", "pycosat": "pycosat"}[backend()] in loaded


def test_workers_know_the_environment_as_it_is_when_they_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FLOWDESK_NEW", "here")
    with closing(Worker()) as worker:
        worker.start(variable, "FLOWDESK_NEW")
        assert end_of(worker) == Done("here")


@pytest.mark.parametrize("looked", [True, False])
def test_a_process_that_is_killed_between_two_calls_does_no_harm(
    worker: Worker, looked: bool
) -> None:
    assert works(worker)
    pid = worker.pid
    assert pid
    os.kill(pid, signal.SIGKILL)
    if looked:  # a process is dead a moment before its end of the connection is closed
        wait_until(lambda: worker.poll() == [] and worker.pid != pid, "another one is there")
    else:
        wait_until(lambda: not is_alive(pid), "it is dead")
        worker.start(solve, EASY)
        assert isinstance(end_of(worker), (Done, Died))
    assert works(worker)


UNDER_CTRL_C = """
import os, signal
from flowdesk.desk.work.worker import Worker
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.solve import solve

signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a terminal
for _ in range(2):  # the first worker of a program, and another one
    worker = Worker()
    worker.start(solve, Level(2, 2, {(0, 0): "R", (1, 0): "R"}))
    events = []
    while worker.busy:
        os.kill(worker.pid, signal.SIGINT)
        events += worker.poll()
    print(type(events[-1]).__name__)
    worker.close()
"""


def test_ctrl_c_is_no_business_of_a_worker_not_even_while_it_starts() -> None:
    done = run([sys.executable, "-c", UNDER_CTRL_C], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("Done\nDone\n", "")


#: A window has a second thread, of Tk.
ENDED_WHILE_A_WORKER_STARTS = """
import os, signal, sys, threading
from flowdesk.desk.work.worker import Worker

def end(frame, event, _):
    "The other process is there, and has not been sent anything yet."
    if event == "return" and frame.f_code.co_name in ("spawnv_passfds", "connect_to_new_process"):
        if frame.f_back.f_code.co_name == "_launch":
            os.kill(os.getpid(), int(sys.argv[1]))

signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a terminal
threading.Thread(target=threading.Event().wait, daemon=True).start()
sys.setprofile(end)
try:
    Worker()
except KeyboardInterrupt:
    os.kill(os.getpid(), signal.SIGTERM)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_program_that_is_ended_while_a_worker_starts_ends_quietly(number: int) -> None:
    command = [sys.executable, "-c", ENDED_WHILE_A_WORKER_STARTS, number]
    done = run(command, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == -(signal.SIGTERM if number == signal.SIGINT else number)


def test_a_worker_knows_how_long_its_call_has_run(worker: Worker) -> None:
    assert worker.running_for() == 0
    worker.start(never_end)
    assert worker.running_for() == 0  # its process is not ready yet: that is not its fault
    events_until(worker, Progress)
    first = worker.running_for()
    assert 0 < first < SECONDS
    assert worker.running_for() > first


# -- many calls --------------------------------------------------------------------------------


def ends(calls: Calls, workers: int, timeout: float | None = None) -> dict[int, Outcome]:
    """Make all calls; return their outcomes by number."""
    found = list(outcomes(calls, workers, timeout))
    assert len(dict(found)) == len(found), "each call ends once"
    return dict(found)


def outcomes(
    calls: Calls, workers: int, timeout: float | None = None
) -> Iterator[tuple[int, Outcome]]:
    """Make all calls; yield their outcomes as they end. Closing it ends all workers."""
    with closing(Pool(calls, workers, timeout).rounds()) as rounds:
        yield from chain.from_iterable(rounds)


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_call_is_made_whatever_the_number_of_workers(workers: int) -> None:
    calls = [partial(count_to, number) for number in range(4)]
    assert ends(calls, workers) == {i: Done(f"counted to {i}") for i in range(4)}


def test_one_worker_makes_the_calls_in_their_order_and_no_calls_need_none() -> None:
    calls = [partial(count_to, number) for number in (3, 1, 2)]
    assert [number for number, _ in outcomes(calls, 1)] == [0, 1, 2]
    assert ends([], 4) == {}


def test_an_outcome_comes_as_soon_as_it_is_known() -> None:
    found = outcomes([never_end, partial(count_to, 1), partial(count_to, 2)], 2)
    assert next(found) == (1, Done("counted to 1"))
    assert next(found) == (2, Done("counted to 2"))
    assert isinstance(found, Generator)
    found.close()


def test_faults_and_deaths_do_not_disturb_the_others() -> None:
    calls: Calls = [fail, partial(count_to, 1), end_process, partial(count_to, 2), fail]
    found = ends(calls, 2)
    assert [type(found[i]) for i in range(5)] == [Failed, Done, Died, Done, Failed]
    assert found[2] == Died(-signal.SIGKILL, "so far")


def test_a_time_limit_ends_one_call_and_the_next_is_made() -> None:
    endless, easy = never_end, partial(solve, EASY)
    with closing(HastyPool([endless, easy, endless, easy], 1, 0.5, is_enough=is_begun)) as pool:
        ended = all_ends(pool)
    assert [type(ended[i]) for i in range(4)] == [TimedOut, Done, TimedOut, Done]


def test_calls_of_a_group_have_one_time_limit_together() -> None:
    calls: Calls = [never_end, partial(count_to, 1), partial(count_to, 2), partial(count_to, 3)]
    with closing(HastyPool(calls, 1, 0.5, group=2, is_enough=is_begun)) as pool:
        assert all_ends(pool) == {
            0: TimedOut("begun"),
            1: TimedOut(),  # not made: nothing was left for it
            2: Done("counted to 2"),
            3: Done("counted to 3"),
        }


def test_time_that_is_over_ends_all_calls_of_a_group_that_are_being_made() -> None:
    calls: Calls = [partial(count_to, 1), never_end, never_end, partial(count_to, 2)]
    with closing(HastyPool(calls, 2, 0.5, group=3, is_enough=is_begun)) as pool:
        ended = all_ends(pool)
    assert ended.pop(3) == Done("counted to 2")
    assert ended[0] == Done("counted to 1")
    assert [type(ended[number]) for number in (1, 2)] == [TimedOut, TimedOut]


def test_calls_that_race_begin_together() -> None:
    calls: Calls = [never_end] * 4
    with closing(Pool(calls, 3, group=2, abreast=2)) as pool:
        assert pool.at_work == {0, 1}, "there is one worker left, and two are needed"
    with closing(Pool(calls, 3, group=2)) as pool:
        assert pool.at_work == {0, 1, 2}
    with closing(Pool(calls, 1, group=2, abreast=2)) as pool:
        assert pool.at_work == {0}, "where there are too few workers nobody waits for more"


def test_a_call_that_does_not_race_is_made_as_soon_as_one_worker_is_free() -> None:
    calls: Calls = [partial(count_to, 1), *[never_end] * 5]
    with closing(Pool(calls, 2, group=3, abreast=2)) as pool:
        assert pool.at_work == {0, 1}
        while 0 in pool.at_work:
            pool.wait()
            pool.poll()
        assert pool.at_work == {1, 2}


def test_calls_are_drawn_when_they_are_needed() -> None:
    drawn: list[int] = []

    def endless() -> Iterator[Callable[..., Any]]:
        for number in itertools.count():
            drawn.append(number)
            yield partial(count_to, number)

    with closing(Pool(endless(), 2).rounds()) as rounds:
        for ended, _ in enumerate(itertools.islice(chain.from_iterable(rounds), 9), 1):
            assert len(drawn) <= ended + 5  # two at work, one that is next, two that may have ended


def test_no_call_begins_far_ahead_of_one_that_still_runs() -> None:
    with closing(Pool([never_end, *[partial(count_to, 1)] * 9], 2, ahead=3)) as pool:
        while 0 in pool.at_work and len(pool.at_work) > 1:
            pool.wait()
            pool.poll()
        assert pool.at_work == {0}
        assert pool.poll() == []
    with closing(Pool([partial(count_to, 1)] * 9, 2, ahead=1)) as pool:
        assert len(all_ends(pool)) == 9


def is_begun(last: object) -> bool:
    """Whether a call has posted the progress of `never_end`."""
    return last == "begun"


def all_ends(pool: Pool) -> dict[int, Outcome]:
    """Return the outcomes of all calls of a pool by number."""
    ended: dict[int, Outcome] = {}
    deadline = time.monotonic() + SECONDS
    while pool.at_work:
        assert time.monotonic() < deadline
        pool.wait()
        ended |= pool.poll()
    return ended


def test_a_time_limit_keeps_what_was_known() -> None:
    (level,) = (entry.level for entry in read_text(HARD_TO_CHECK))

    def is_one(last: CheckResult | None) -> bool:
        return last is not None and last.non_touching == "one"

    with closing(HastyPool([partial(check, level)], 1, 3, is_enough=is_one)) as pool:
        outcome = all_ends(pool)[0]
    assert isinstance(outcome, TimedOut)
    assert (outcome.last.status, outcome.last.non_touching) == ("unknown", "one")


def test_who_loses_interest_leaves_no_process() -> None:
    pids: list[object] = []
    found = outcomes([tell_pid, tell_pid, never_end, never_end], 2)
    for _, outcome in (next(found), next(found)):
        assert isinstance(outcome, Done)
        pids.append(outcome.value)
    assert isinstance(found, Generator)
    found.close()
    assert not any(is_running(pid) for pid in pids if isinstance(pid, int))


def test_a_pool_is_looked_at_without_waiting() -> None:
    pool = Pool([never_end, partial(count_to, 1), partial(count_to, 2)], 2)
    assert pool.at_work == {0, 1}
    ended = dict(pool.poll())  # which may have come already
    deadline = time.monotonic() + SECONDS
    while len(ended) < 2:
        assert time.monotonic() < deadline
        pool.wait()
        ended |= pool.poll()
    assert ended == {1: Done("counted to 1"), 2: Done("counted to 2")}
    assert pool.at_work == {0}
    pool.close()
    assert not pool.at_work


def test_a_call_that_nobody_needs_any_more_is_ended_unless_it_ends_by_itself() -> None:
    pool = Pool([never_end, partial(count_to, 1), partial(count_to, 2)], 1)
    while pool.last_progress(0) is None:
        pool.wait()
        assert pool.poll() == []
    pool.drop(0)
    pool.drop(1)
    assert all_ends(pool) == {
        0: TimedOut("begun"),
        1: Done("counted to 1"),
        2: Done("counted to 2"),
    }
    assert pool.last_progress(0) is None
    pool.close()


def test_what_overtakes_an_endless_call_is_done_at_once_by_the_spare_process() -> None:
    jobs = Jobs()
    pids: set[object] = set()
    try:
        for _ in range(3):
            endless = jobs.hire()
            endless.start(never_end)
            events_until(endless, Progress)
            jobs.release(endless)
            worker = jobs.hire()
            worker.start(tell_pid)
            pids.add(end_of(worker))
            jobs.release(worker)
    finally:
        jobs.close()
    assert len(pids) == 3, "each in a process that nobody has ended"


def test_a_process_is_kept_whose_abandoned_call_was_not_sent_or_is_over() -> None:
    jobs = Jobs()
    try:
        worker = jobs.hire()
        first = worker.pid
        worker.start(never_end)  # which waits until the process is ready
        jobs.release(worker)
        assert jobs.hire() is worker
        assert works(worker)
        worker.start(tell_pid)
        wait_until(worker.abandon, "the call is over")
        assert works(worker)
        assert worker.pid == first
        jobs.release(worker)
    finally:
        jobs.close()


def test_jobs_at_rest_have_one_process_and_closed_ones_none() -> None:
    told: list[str] = []
    jobs = Jobs(on_release=lambda: told.append("released"))
    jobs.warm_up()
    workers = [jobs.hire() for _ in range(3)]
    for worker in workers:
        assert works(worker)
        jobs.release(worker)
    assert told == ["released"] * 3
    jobs.rest()
    assert [is_running(worker.pid) for worker in workers] == [False, False, True]
    last = jobs.hire()
    assert last is workers[2]
    jobs.release(last)
    jobs.close()
    assert not is_running(last.pid)


def test_a_call_that_is_cancelled_as_soon_as_it_begins_is_not_looked_for() -> None:
    jobs = Jobs()
    job: Job = Job(jobs, lambda event: None, lambda: job.cancel())
    try:
        job.start(never_end)
        assert not job.running
        assert not jobs.poll()
    finally:
        jobs.close()
