"""`--jobs` is by default the number of cores that this process may use."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from flowdesk.cli.main import parsed_arguments
from flowdesk.desk.work.pool import usable_cores

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
