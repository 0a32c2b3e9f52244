"""Renaming many files of a folder as if at once, whatever happens meanwhile.

A plan is written first, the files are moved aside, and from there to their new names, so that they
may also exchange names. Who is killed half-way leaves the plan behind: `finish_renaming` completes
it. At every moment each file is there under one name or another, and nothing is overwritten.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import read_bytes, reason, write_atomically

#: The plan, before and after all files were moved aside: that is the only thing it has to remember.
_BEGUN, _HALFWAY = ".flowdesk-renaming-1.json", ".flowdesk-renaming-2.json"

_Moves: TypeAlias = list[tuple[str, str]]


def rename_all(folder: Path, names: Mapping[str, str]) -> None:
    """Give files of a folder other names; FlowDeskError with the reason, and all keep theirs."""
    plan = [(old, _aside(folder, new), new) for old, new in names.items()]
    write_atomically(folder / _BEGUN, json.dumps(plan).encode())
    done: _Moves = []
    try:
        _carry_out(folder, done)
    except OSError as error:
        for old, new in reversed(done):
            with contextlib.suppress(OSError):
                _move(folder, new, old)
        _forget(folder)
        raise FlowDeskError(f"{folder} cannot be reordered: {reason(error)}.") from error


def finish_renaming(folder: Path) -> None:
    """Complete what was begun here and never finished, as far as that is possible."""
    with contextlib.suppress(OSError):
        _carry_out(folder, [])


def _carry_out(folder: Path, done: _Moves) -> None:
    """Do what a plan says from where it stands; `done` is told each move."""
    begun, halfway = folder / _BEGUN, folder / _HALFWAY
    if begun.exists():
        for old, aside, _ in _plan(begun):
            if _move(folder, old, aside):
                done.append((old, aside))
        os.replace(begun, halfway)
    if halfway.exists():
        for _, aside, new in _plan(halfway):
            if _move(folder, aside, new):
                done.append((aside, new))
        halfway.unlink()


def _move(folder: Path, old: str, new: str) -> bool:
    """Rename a file unless that was done before; whether it was done now."""
    if not os.path.lexists(folder / old):
        return False
    if os.path.lexists(folder / new):
        raise FileExistsError(None, f"there is a file {new} already")
    os.rename(folder / old, folder / new)
    return True


def _aside(folder: Path, name: str) -> str:
    """What a file is called on its way: something that every program still takes for a level."""
    stem, suffix = os.path.splitext(name)
    aside, number = f"{stem}.moving{suffix}", 1
    while os.path.lexists(folder / aside):
        number += 1
        aside = f"{stem}.moving{number}{suffix}"
    return aside


def _plan(path: Path) -> list[tuple[str, str, str]]:
    """The plan in a file; names in other folders, which we would never write, are left alone."""
    try:
        plan = [
            (str(old), str(aside), str(new)) for old, aside, new in json.loads(read_bytes(path))
        ]
    except (FlowDeskError, ValueError, TypeError):
        return []
    return [step for step in plan if all(os.path.basename(name) == name for name in step)]


def _forget(folder: Path) -> None:
    for plan in (_BEGUN, _HALFWAY):
        with contextlib.suppress(OSError):
            (folder / plan).unlink()
