"""How many cores this process may use: fewer than the machine has in a container or under taskset.

Linux limits a control group (cgroup) to a quota: microseconds of CPU time in each period. A group
cannot use more than those that it lies in. Source: cgroups(7); Linux's admin-guide/cgroup-v2.rst,
"cpu.max"; scheduler/sched-bwc.rst for version 1.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from pathlib import Path


def usable_cores(root: Path = Path("/"), allowed: int | None = None) -> int:
    """Return the number of cores that this process may use, at least 1.

    A quota of 1.5 cores counts as 2, so that none of it is left unused. `allowed` is the number
    that it may run on, whatever the quota: by default what the system says. `root` holds `proc`
    and `sys`. What cannot be read is no limit.
    """
    quotas = [math.ceil(quota) for quota in _quotas(root)]
    return max(1, min([allowed or _allowed(), *quotas]))


def _allowed() -> int:
    if hasattr(os, "sched_getaffinity"):  # Linux
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _quotas(root: Path) -> Iterator[float]:
    """Yield the quota, in cores, of each group that this process is in."""
    groups = dict(_groups(root))
    # 36 35 98:0 /in/group /mounted/at rw,noatime shared:1 - cgroup cgroup rw,cpu,cpuacct
    for line in _text(root / "proc/self/mountinfo").splitlines():
        place, _, file_system = line.partition(" - ")
        words, (kind, _, options) = place.split(), (file_system.split() + 3 * [""])[:3]
        if kind == "cgroup2":
            group = groups.get("")
        elif kind == "cgroup" and "cpu" in options.split(","):
            group = groups.get("cpu")
        else:
            continue
        if group is None or len(words) < 5:
            continue
        top = root / words[4].lstrip("/")
        folder = top / os.path.relpath(group, words[3])
        if ".." in folder.parts:  # the container does not see its own place among the groups
            folder = top
        for each in (folder, *folder.parents):
            yield from _quota(each)
            if each == top:
                break


def _groups(root: Path) -> Iterator[tuple[str, str]]:
    """Yield each controller with the group that this process is in; that of version 2 is ""."""
    for line in _text(root / "proc/self/cgroup").splitlines():
        _, controllers, group = (line.split(":", 2) + 3 * [""])[:3]
        yield from ((controller, group) for controller in controllers.split(",") if group)


def _quota(folder: Path) -> Iterator[float]:
    """Yield the quota of a group of either version, if it has one."""
    words = _text(folder / "cpu.max").split() or [
        *_text(folder / "cpu.cfs_quota_us").split(),
        *_text(folder / "cpu.cfs_period_us").split(),
    ]
    # Without a quota, the first word is max in version 2 and -1 in version 1.
    if len(words) == 2 and all(word.isdecimal() for word in words) and int(words[1]):
        yield int(words[0]) / int(words[1])


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
