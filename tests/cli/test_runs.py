"""Several searches for each puzzle, in as many processes as there are cores to run on."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from flowdesk.cli import runs
from flowdesk.cli.main import parsed_arguments
from flowdesk.cli.output import Console
from flowdesk.desk.work.pool import usable_cores
from tests.desk.calls import Found, at_once, never
from tests.desk.pools import HastyPool

UNKNOWN = Found("unknown")


def answered(
    folder: Path, jobs: int, *questions: runs.Question, puzzles: int = 3, timeout: float = 1.0
) -> list[list[str]]:
    """Return the results for puzzles 2, 3 ... cells wide, in the order of the output."""
    files = []
    for width in range(2, 2 + puzzles):
        files.append(str(folder / f"{width}.txt"))
        Path(files[-1]).write_text("R" + "." * (width - 2) + "R\n")
    arguments = argparse.Namespace(
        files=files, kind="", jobs=jobs, timeout=timeout, non_touching=False, make_pool=HastyPool
    )
    told = list(runs.raced(questions, arguments, Console()))
    assert [puzzle.name for puzzle, _ in told] == files
    return [[result.what for result in results] for _, results in told]


def question(function: Any, *, races: bool = True) -> runs.Question:
    return runs.Question(function, UNKNOWN, races)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_what_is_known_is_told_when_the_time_is_over_for_the_rest(
    tmp_path: Path, jobs: int
) -> None:
    told = answered(tmp_path, jobs, question(at_once), question(never, races=False))
    assert told == [["2 wide", "begun"], ["3 wide", "begun"], ["4 wide", "begun"]]


def test_a_question_has_no_time_of_its_own_after_another(tmp_path: Path) -> None:
    # With two workers the last question would wait for one of the first.
    questions = [question(never), question(never), question(at_once, races=False)]
    told = answered(tmp_path, 2, *questions, puzzles=2)
    assert told == [["begun", "begun", "unknown"]] * 2


def test_questions_that_race_need_no_more_workers_than_they_are(tmp_path: Path) -> None:
    told = answered(tmp_path, 1, question(never), question(at_once))
    assert told == [["begun", "2 wide"], ["begun", "3 wide"], ["begun", "4 wide"]]


def test_without_a_limit_everything_is_answered(tmp_path: Path) -> None:
    told = answered(tmp_path, 1, question(at_once), question(at_once, races=False), timeout=0)
    assert told == [["2 wide"] * 2, ["3 wide"] * 2, ["4 wide"] * 2]


# -- cores -----------------------------------------------------------------------------------------


V2 = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate"
V1 = "31 30 0:27 {} /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct"
MEMORY = "32 30 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory"
ON_V1 = "5:memory:/job\n4:cpu,cpuacct:/job\n0::/other\n"


def machine(root: Path, mounts: str, groups: str, quotas: dict[str, str]) -> Path:
    """What Linux shows of its control groups, below a folder."""
    files = {"proc/self/mountinfo": f"{mounts}\n", "proc/self/cgroup": groups}
    files |= {f"sys/fs/cgroup/{name}": f"{text}\n" for name, text in quotas.items()}
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def v1(folder: str, quota: int, period: int = 100_000) -> dict[str, str]:
    place = f"cpu,cpuacct/{folder}"
    return {f"{place}cpu.cfs_quota_us": str(quota), f"{place}cpu.cfs_period_us": str(period)}


@pytest.mark.parametrize(
    ("mounts", "groups", "quotas", "cores"),
    [
        (V2, "0::/\n", {"cpu.max": "200000 100000"}, 2),
        (V2, "0::/\n", {"cpu.max": "max 100000"}, 8),
        (V2, "0::/\n", {"cpu.max": "150000 100000"}, 2),  # none of it is left unused
        (V2, "0::/\n", {"cpu.max": "5000 100000"}, 1),
        (V2, "0::/\n", {"cpu.max": "6400000 100000"}, 8),  # more than there are
        (V2, "0::/a/b\n", {"a/cpu.max": "300000 100000", "a/b/cpu.max": "max 100000"}, 3),
        (V2, "0::/a/b\n", {"a/cpu.max": "300000 100000", "a/b/cpu.max": "20000 10000"}, 2),
        (V2, "0::/../../elsewhere\n", {"cpu.max": "400000 100000"}, 4),
        (V2, "0::/\n", {"cpu.max": "nonsense"}, 8),
        (V2, "nonsense\n", {"cpu.max": "100000 100000"}, 8),
        ("nonsense", "0::/\n", {"cpu.max": "100000 100000"}, 8),
        (f"{MEMORY}\n{V1.format('/')}", ON_V1, v1("job/", 250_000), 3),
        (V1.format("/"), ON_V1, v1("job/", -1), 8),
        (V1.format("/"), ON_V1, v1("", 100_000) | v1("job/", -1), 1),
        (V1.format("/job"), ON_V1, v1("", 100_000, 50_000), 2),  # as Docker mounts it
        (V1.format("/"), ON_V1, v1("other/", 100_000), 8),
        (V1.format("/"), ON_V1, v1("job/", 100_000, 0), 8),
    ],
)
def test_the_quota_of_a_container_limits_the_cores(
    tmp_path: Path, mounts: str, groups: str, quotas: dict[str, str], cores: int
) -> None:
    assert usable_cores(machine(tmp_path, mounts, groups, quotas), allowed=8) == cores


def test_without_control_groups_all_cores_are_used(tmp_path: Path) -> None:
    assert usable_cores(tmp_path, allowed=8) == 8


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says on which cores one may run")
@pytest.mark.parametrize("words", [["solve", "x"], ["bench", "x"], ["scan", "x"]])
def test_jobs_are_as_many_as_there_are_cores_to_run_on(words: list[str]) -> None:
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        assert parsed_arguments(words).jobs == 1
    finally:
        os.sched_setaffinity(0, before)
