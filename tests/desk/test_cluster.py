"""Questions are sent to the workers of a Dask scheduler: real ones, on this machine."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from functools import partial
from importlib.util import find_spec
from itertools import chain, count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.desk.work.pool import Settled
from flowdesk.desk.work.worker import Died, Done, Failed, Outcome, TimedOut
from tests import processes
from tests.command_line import (
    GOOD,
    HARD_TO_SOLVE,
    MANY,
    PACK,
    SEVERAL,
    UNSOLVABLE,
    CommandLine,
    ending,
)
from tests.desk.calls import end_process, fail, never_end, tell
from tests.desk.cluster_calls import busy, lose_workers
from tests.samples import read_text

if TYPE_CHECKING:  # it takes long to import, for each worker of the tests
    from flowdesk.desk.work.cluster import Cluster

if not find_spec("distributed"):
    pytest.skip("distributed is not installed", allow_module_level=True)

Calls: TypeAlias = list[Callable[..., Any]]

_DASK = [sys.executable, "-m", "dask"]
_QUIET = ["--host", "127.0.0.1", "--no-dashboard"]


def started_scheduler(file: Path) -> AbstractContextManager[Any]:
    """A scheduler that writes its address to a file."""
    words = ["scheduler", *_QUIET, "--port", "0", "--no-jupyter", "--scheduler-file", file]
    return processes.started([*_DASK, *words], stderr=subprocess.DEVNULL)


def started_workers(file: Path, number: int, **options: Any) -> AbstractContextManager[Any]:
    """A program that starts so many workers of one thread each, and starts lost ones again."""
    words = ["worker", *_QUIET, "--scheduler-file", file, "--local-directory", file.parent]
    words += ["--nworkers", str(number), "--nthreads", "1"]
    return processes.started([*_DASK, *words], stderr=subprocess.DEVNULL, **options)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The scheduler file of a cluster with two workers."""
    file = tmp_path_factory.mktemp("cluster") / "scheduler.json"
    with started_scheduler(file):
        processes.wait_until(file.exists, "the scheduler has written its file")
        with started_workers(file, 2), closing(connected(str(file))) as cluster:
            processes.wait_until(lambda: len(cluster.client.nthreads()) == 2, "both are there")
            yield str(file)


@pytest.fixture(scope="module")
def cluster(address: str) -> Iterator[Cluster]:
    with closing(connected(address)) as cluster:
        yield cluster


def connected(address: str) -> Cluster:
    from flowdesk.desk.work.cluster import Cluster

    return Cluster(address, tell=print)


def ends(cluster: Cluster, calls: Calls, **options: Any) -> list[Outcome]:
    """The outcomes of calls, in their order."""
    with closing(cluster.make_pool(calls, 1, **options)) as pool:
        found = dict(chain.from_iterable(pool.rounds()))
    return [found[number] for number in range(len(calls))]


# -- what the command line prints ------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "--json", "--count", "all.txt"),
        ("solve", "all.txt"),
        ("generate", "5x5", "--count", "6", "--seed", "1"),
        ("scan", "pictures"),
        ("bench", "--runs", "1", "--engines", "distance", "good.txt"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_cluster_prints_the_same_in_the_same_order(
    flowdesk: CommandLine, address: str, arguments: tuple[str, ...]
) -> None:
    flowdesk.file("good.txt", GOOD)
    (good,) = (entry.level for entry in read_text(GOOD))
    flowdesk.file("pictures/1.png", picture_bytes(good, None, Style(cell=40), ".png"))
    flowdesk.file("pictures/2.png", b"no picture")
    for number, level in enumerate((MANY, GOOD, SEVERAL, UNSOLVABLE, "R..\n", PACK, GOOD)):
        flowdesk.file(f"all/{number}.txt", level)
    arguments = tuple("all" if word == "all.txt" else word for word in arguments)
    here, there = flowdesk(*arguments), flowdesk(*arguments, "--cluster", address)
    assert without_times(there.stdout) == without_times(here.stdout) != ""
    assert (there.stderr, there.returncode) == (here.stderr, here.returncode)


def without_times(printed: str) -> str:
    return re.sub(r'"seconds": [\d.e-]+|,[\d.e-]+,(?=\d*,\d*$)', "", printed, flags=re.MULTILINE)


def test_a_folder_of_generated_levels_goes_on_where_it_stopped(
    flowdesk: CommandLine, address: str
) -> None:
    arguments = ("generate", "5x5", "--seed", "3", "-o", "levels", "--cluster", address, "--count")
    assert flowdesk(*arguments, "2").returncode == 0
    second = (flowdesk.folder / "levels" / "5x5-0002.txt").stat().st_mtime_ns
    assert flowdesk(*arguments, "4").returncode == 0
    assert (flowdesk.folder / "levels" / "5x5-0002.txt").stat().st_mtime_ns == second
    assert flowdesk("generate", "5x5", "--seed", "3", "-o", "here", "--count", "4").returncode == 0
    for there in (flowdesk.folder / "here").iterdir():
        assert (flowdesk.folder / "levels" / there.name).read_bytes() == there.read_bytes()


def test_ctrl_c_withdraws_what_is_queued_and_ends_what_runs(
    flowdesk: CommandLine, cluster: Cluster, address: str
) -> None:
    hard = flowdesk.file("hard.txt", HARD_TO_SOLVE)
    process = flowdesk.start("solve", *[hard] * 9, "--cluster", address)

    def asked() -> list[int]:
        return [len(keys) for keys in cluster.client.processing().values()]

    processes.wait_until(lambda: len(searching(cluster)) == 2, "both workers search")
    processes.wait_until(lambda: sum(asked()) > 2, "more is queued")
    process.send_signal(signal.SIGINT)
    assert ending(process) == (b"", b"")
    assert process.returncode == 128 + signal.SIGINT
    processes.wait_until(lambda: sum(asked()) == 0, "nothing is queued")
    processes.wait_until(lambda: not searching(cluster), "nothing searches")


def searching(cluster: Cluster) -> set[int]:
    """The processes of all workers that make calls."""
    return set(chain.from_iterable(cluster.client.run(busy).values()))


# -- limits and deaths -----------------------------------------------------------------------------


def test_outcomes_are_those_of_processes_here(cluster: Cluster) -> None:
    found = ends(cluster, [partial(tell, 1), fail, end_process, partial(tell, 2)])
    assert found[:1] + found[2:] == [Done(1), Died(-signal.SIGKILL, "so far"), Done(2)]
    assert isinstance(found[1], Failed)
    assert "nothing is where it should be" in found[1].traceback


def test_a_question_that_hangs_is_ended_and_its_worker_goes_on(cluster: Cluster) -> None:
    calls: Calls = [never_end, never_end, *(partial(tell, number) for number in range(8))]
    found = ends(cluster, calls, timeout=0.5)
    assert found == [TimedOut("begun"), TimedOut("begun"), *map(Done, range(8))]


def test_calls_of_a_group_share_their_time_and_end_when_they_are_settled(cluster: Cluster) -> None:
    calls: Calls = [partial(tell, "one"), never_end, partial(tell, "two"), never_end]
    settled: Settled = partial(is_told, "one")
    options: dict[str, Any] = {"group": 2, "settling": lambda at: settled}
    assert ends(cluster, calls[:2], **options) == [Done("one"), TimedOut("begun")]
    timed_out = ends(cluster, calls, timeout=1.0, **options)
    assert timed_out == [Done("one"), TimedOut("begun"), Done("two"), TimedOut("begun")]


def is_told(what: str, latest: Sequence[Any], place: int) -> bool:
    return latest == [what, "begun"]


def test_of_endless_calls_only_some_are_drawn_ahead(cluster: Cluster) -> None:
    drawn = count()
    calls = (partial(tell, number) for number in drawn)
    with closing(cluster.make_pool(calls, 1).rounds()) as rounds:
        found = dict(islice(chain.from_iterable(rounds), 30))
    assert all(outcome == Done(number) for number, outcome in found.items())
    assert next(drawn) < 1000


@pytest.mark.slow  # a worker starts again
def test_what_a_lost_worker_was_asked_is_asked_again(cluster: Cluster, tmp_path: Path) -> None:
    calls: Calls = [partial(tell, number) for number in range(20)]
    calls.insert(5, partial(lose_workers, tmp_path, 1))
    found = ends(cluster, calls)
    assert found.pop(5) == Done(1)
    assert found == [Done(number) for number in range(20)]


@pytest.mark.slow  # a worker starts again each time
def test_a_question_that_ends_every_worker_ends_and_no_other_is_blamed(tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    (state := tmp_path / "state").mkdir()
    with started_scheduler(file):
        processes.wait_until(file.exists, "the scheduler has written its file")
        with started_workers(file, 2), closing(connected(str(file))) as cluster:
            calls: Calls = [partial(lose_workers, state, 99), partial(tell, 1), partial(tell, 2)]
            assert ends(cluster, calls) == [Died(None), Done(1), Done(2)]


@pytest.mark.slow  # many levels
def test_a_worker_that_is_killed_half_way_changes_nothing(
    flowdesk: CommandLine, cluster: Cluster, address: str
) -> None:
    arguments = ("generate", "6x6", "--count", "300", "--seed", "1", "--json")
    process = flowdesk.start(*arguments, "--cluster", address)
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(50)]
    os.kill(next(iter(cluster.client.run(os.getpid).values())), signal.SIGKILL)
    lines += process.stdout  # not by `ending`, which knows nothing of what is buffered
    assert ending(process) == (b"", b"")
    assert b"".join(lines) == flowdesk(*arguments).stdout.encode()


# -- what is missing -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("127.0.0.1:1", "Timed out"),
        ("nonsense", "missing port"),
        ("", "missing port"),
        ("missing.json", "cannot be read"),
        ("good.json", "is no scheduler file"),
    ],
)
def test_an_address_without_a_scheduler_is_told(
    flowdesk: CommandLine, monkeypatch: pytest.MonkeyPatch, address: str, why: str
) -> None:
    if why == "Timed out":
        monkeypatch.setattr("flowdesk.desk.work.cluster._PATIENCE", 1.0)
    good, _ = flowdesk.file("good.txt", GOOD), flowdesk.file("good.json", "{}")
    said = flowdesk.refused("solve", good, "--cluster", address)
    assert why in said
    assert len(said.splitlines()) == 1


def test_a_worker_is_no_scheduler(flowdesk: CommandLine, cluster: Cluster) -> None:
    worker, *_ = cluster.client.nthreads()
    done = flowdesk("solve", flowdesk.file("good.txt", GOOD), "--cluster", worker)
    assert (done.returncode, "it is a Worker" in done.stderr) == (2, True)


def test_another_version_on_a_worker_is_told(
    flowdesk: CommandLine, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = flowdesk.file("good.txt", GOOD)
    monkeypatch.setattr("flowdesk.desk.work.cluster.VERSIONS", "FlowDesk 9.9 on Python 3.99")
    said = flowdesk.refused("solve", good, "--cluster", address)
    assert "not FlowDesk 9.9 on Python 3.99: install the same" in said


def test_jobs_and_cluster_are_not_given_together(flowdesk: CommandLine) -> None:
    for jobs in range(1, 5):  # the number of cores is no exception
        done = flowdesk("check", "a.txt", "--jobs", str(jobs), "--cluster", "127.0.0.1:1")
        assert (done.returncode, "not allowed with argument" in done.stderr) == (2, True)


def test_without_the_package_the_program_says_what_to_install(
    flowdesk: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "flowdesk.desk.work.cluster", raising=False)
    said = flowdesk.refused("solve", flowdesk.file("good.txt", GOOD), "--cluster", "127.0.0.1:1")
    assert "pip install distributed" in said


@pytest.mark.slow  # a cluster of its own
def test_a_scheduler_without_workers_is_told_and_waited_for(
    flowdesk: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "scheduler.json"
    with started_scheduler(file):
        processes.wait_until(file.exists, "the scheduler has written its file")
        process = flowdesk.start("solve", flowdesk.file("good.txt", GOOD), "--cluster", str(file))
        assert process.stderr
        assert b"has no workers: waiting" in process.stderr.readline()
        with started_workers(file, 1):
            output, _ = ending(process)
        assert output.startswith(b"good.txt: solved\n")


@pytest.mark.slow  # a cluster of its own
def test_workers_without_flowdesk_and_a_lost_scheduler_are_told(
    flowdesk: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "scheduler.json"
    elsewhere = {
        name: value for name, value in flowdesk.environment.items() if name != "PYTHONPATH"
    }
    good, hard = flowdesk.file("good.txt", GOOD), flowdesk.file("hard.txt", HARD_TO_SOLVE)
    with started_scheduler(file) as scheduler:
        processes.wait_until(file.exists, "the scheduler has written its file")
        with started_workers(file, 1, env=elsewhere, cwd=tmp_path):
            done = flowdesk("solve", good, "--cluster", str(file))
        assert (done.returncode, "cannot import FlowDesk" in done.stderr) == (2, True)
        with started_workers(file, 1):
            process = flowdesk.start("solve", good, hard, "--cluster", str(file))
            assert process.stdout
            assert process.stdout.readline() == b"good.txt: solved\n"
            scheduler.kill()
            _, errors = ending(process)
        assert (process.returncode, b"does not answer any more" in errors) == (2, True)
