"""What version 0.1 left behind where it was killed while it gave the files of a pack other names.

It wrote a plan, moved the files aside (``22-l.moving.txt``), and from there to their new names.
Today nothing is renamed any more: here such a folder only gets proper names again.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import read_bytes

#: The plan before and after all files were moved aside: steps of (old name, name aside, new name).
_BEGUN, _HALFWAY = ".flowdesk-renaming-1.json", ".flowdesk-renaming-2.json"

#: What every name aside has in it.
_AWAY = ".moving"
#: A name aside that no plan speaks of: later on it may have been moved aside, or numbered, again.
_ASIDE = re.compile(r"([0-9].*?)(?:\.moving[0-9]*(?:-[0-9]+)?)+(\.[^.]+)")


def finish_renaming(folder: Path) -> None:
    """Give files that were left under a name aside a proper one, as far as that is possible.

    Those of a plan get their old names or, if all were moved aside, their new ones. A name that is
    taken gets a number: nothing is overwritten.
    """
    try:
        names = [name for name in os.listdir(folder) if _AWAY in name or name in (_BEGUN, _HALFWAY)]
    except OSError:
        return
    planned = {aside: old for old, aside, _ in _plan(folder / _BEGUN, names)}
    planned |= {aside: new for _, aside, new in _plan(folder / _HALFWAY, names)}
    for name in sorted(names):
        proper = planned.get(name, name)
        if match := _ASIDE.fullmatch(proper):
            proper = match[1] + match[2]
        if proper != name:
            with contextlib.suppress(OSError):
                os.rename(folder / name, folder / _free(folder, proper))
    for plan in {_BEGUN, _HALFWAY}.intersection(names):
        with contextlib.suppress(OSError):
            os.unlink(folder / plan)


def _plan(path: Path, names: list[str]) -> list[tuple[str, str, str]]:
    """The plan in a file; names in other folders, which were never written, are left alone."""
    if path.name not in names:
        return []
    try:
        plan = [
            (str(old), str(aside), str(new)) for old, aside, new in json.loads(read_bytes(path))
        ]
    except (FlowDeskError, ValueError, TypeError, RecursionError):
        return []
    return [step for step in plan if _AWAY in step[1] and all(map(_is_plain, step))]


def _is_plain(name: str) -> bool:
    return os.path.basename(name) == name and not name.startswith(".")


def _free(folder: Path, name: str) -> str:
    """A name that nothing has, the wanted one if possible."""
    stem, suffix = os.path.splitext(name)
    names = itertools.chain([name], (f"{stem}-{number}{suffix}" for number in itertools.count(2)))
    return next(name for name in names if not os.path.lexists(folder / name))
