"""Repair folders in which version 0.1 was killed while it renamed the files of a pack.

That version wrote a plan, renamed all files to temporary names (``22-l.moving.txt``), and those to
their new names. Later versions do not rename files.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
from collections.abc import Collection
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import read_bytes

#: The plan before and after all files got temporary names: triples of old, temporary, new name.
_BEGUN, _HALFWAY = ".flowdesk-renaming-1.json", ".flowdesk-renaming-2.json"

#: Part of every temporary name.
_MARK = ".moving"
#: A temporary name that is in no plan; it may have been renamed so, or numbered, several times.
_TEMPORARY = re.compile(r"([0-9].*?)(?:\.moving[0-9]*(?:-[0-9]+)?)+(\.[^.]+)")


def finish_renaming(folder: Path) -> None:
    """Rename files with temporary names, skipping those that cannot be renamed.

    Files of a plan get their old names or, if all had got temporary ones, their new names. If a
    name is taken, a number is appended: nothing is overwritten.
    """
    try:
        names = [name for name in os.listdir(folder) if _MARK in name]
    except OSError:
        return
    planned = {temporary: old for old, temporary, _ in _plan(folder / _BEGUN)}
    planned |= {temporary: new for _, temporary, new in _plan(folder / _HALFWAY)}
    for name in sorted(names):
        proper = planned.get(name, name)
        if match := _TEMPORARY.fullmatch(proper):
            proper = match[1] + match[2]
        if proper != name:
            with contextlib.suppress(OSError):
                os.rename(folder / name, folder / free_name(folder, proper))
    for plan in (_BEGUN, _HALFWAY):
        with contextlib.suppress(OSError):
            os.unlink(folder / plan)


def free_name(folder: Path, name: str, taken: Collection[str] = ()) -> str:
    """Return a name that is free in a folder and not `taken`: this one, or it with a number."""
    stem, suffix = os.path.splitext(name)
    names = itertools.chain([name], (f"{stem}-{number}{suffix}" for number in itertools.count(2)))
    return next(n for n in names if n not in taken and not os.path.lexists(folder / n))


def _plan(path: Path) -> list[tuple[str, str, str]]:
    """Return the plan in a file, without names in other folders, which 0.1 never wrote."""
    try:
        plan = [
            (str(old), str(aside), str(new)) for old, aside, new in json.loads(read_bytes(path))
        ]
    except (FlowDeskError, ValueError, TypeError, RecursionError):
        return []
    return [step for step in plan if _MARK in step[1] and all(map(_is_plain, step))]


def _is_plain(name: str) -> bool:
    return os.path.basename(name) == name and not name.startswith(".")
