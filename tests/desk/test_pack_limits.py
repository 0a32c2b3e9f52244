"""Packs that cannot be changed, and changes that are interrupted."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from flowdesk.core import storage
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import finish
from flowdesk.formats.registry import open_file
from tests.core.test_storage import ordinary_user
from tests.packs import CHANGES, FOLDER, failure, files, filled, ids, shown, trash

__all__ = ["trash"]  # a fixture


# -- where nothing can be changed -----------------------------------------------------------------


@pytest.mark.parametrize("label", CHANGES)
def test_in_a_folder_that_is_write_protected_nothing_is_changed(folder: Path, label: str) -> None:
    filled(folder, FOLDER)
    folder.chmod(0o555)
    with ordinary_user():
        pack = Pack(folder)
        words = f"{folder.name} cannot be changed: the folder is write-protected."
        assert failure(lambda: CHANGES[label](pack)) == words
    assert files(folder) == FOLDER
    assert (len(pack.items), pack.history.undo_label) == (3, "")


@pytest.mark.parametrize("label", CHANGES)
def test_the_levels_that_were_installed_with_the_program_stay_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, box: Path, label: str
) -> None:
    monkeypatch.setattr(storage, "__file__", str(tmp_path / "core" / "storage.py"))
    pack = Pack(box)
    assert "box is part of FlowDesk and cannot be changed" in failure(lambda: CHANGES[label](pack))
    assert files(box) == FOLDER


#: Files of other programs: what their formats cannot do, and what is said of it.
COLORS = ('[["red", "red"]]\n', "colors.json", "cannot hold everything")
LINK = ("https://puzz.link/p?arukone/2/1/11\n", "link.txt", "cannot hold everything")
READ = ("1 2 1\n(0, 0) (1, 0)\n", "string.txt", "can read but not write its format (Coordinates")
CROSSED = (
    "pzprv3\narukone\n1\n2\npassallcell\nA A \n-1 \n",
    "file.txt",
    "some of its content would be lost",
)


@pytest.mark.parametrize(("text", "name", "words"), [COLORS, LINK, READ, CROSSED])
def test_a_title_that_a_file_cannot_hold_is_refused(
    tmp_path: Path, text: str, name: str, words: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    pack = Pack(path)
    said = failure(lambda: finish(pack.rename(pack.items[0].id, "New")))
    assert f"{name} cannot be changed here: " in said
    assert words in said
    assert "FlowDesk JSON" in said
    assert path.read_text() == text


def test_a_file_that_holds_one_level_gets_no_second(tmp_path: Path) -> None:
    path = tmp_path / "colors.json"
    path.write_text(COLORS[0])
    pack = Pack(path)
    assert "only one puzzle" in failure(lambda: finish(pack.duplicate(ids(pack, 0))))
    assert path.read_text() == COLORS[0]


def test_a_file_keeps_its_format_whatever_its_name(tmp_path: Path) -> None:
    path = tmp_path / "json.txt"
    path.write_text(
        '{"flowdesk": 1, "kind": "flow", "width": 2, "height": 1, "solution": {"R": [[0,0],[1,0]]},'
        ' "endpoints": [{"label": "R", "cells": [[0, 0], [1, 0]]}]}'
    )
    pack = Pack(path)
    finish(pack.rename(pack.items[0].id, "New"))
    (entry,) = open_file(path)[1]
    assert (entry.level.title, bool(entry.solution)) == ("New", True)


def test_files_of_other_programs_are_moved_copied_deleted_and_brought_back(tmp_path: Path) -> None:
    others = {name: text for text, name, _ in (COLORS, LINK, READ, CROSSED)}
    box = filled(tmp_path / "box", others)
    before = files(box)
    pack = Pack(box)
    assert shown(pack) == ["colors.json", "file.txt", "link.txt", "string.txt"]
    finish(pack.move(ids(pack, 3), -1))
    assert shown(pack) == ["colors.json", "file.txt", "string.txt", "link.txt"]
    finish(pack.duplicate(ids(pack, 0, 1, 2, 3)))
    texts = files(box)
    order = texts.pop("pack.json")
    assert sorted(texts.values()) == sorted(2 * list(before.values()))
    finish(pack.delete(ids(pack, *range(8))))
    assert files(box) == {"pack.json": order}
    for _ in range(3):
        finish(pack.undo())
    assert files(box) == before


def test_a_change_of_which_only_a_part_can_be_done_is_a_step_of_undo(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = Pack(box)
    real = os.rename

    def only_alpha(old: Path, new: Path) -> None:
        if Path(old).name != "alpha.txt":
            raise PermissionError(13, "Permission denied")
        real(old, new)

    monkeypatch.setattr(os, "rename", only_alpha)
    assert "gamma.txt cannot be moved" in failure(lambda: finish(pack.delete(ids(pack, 0, 2))))
    assert shown(pack) == ["beta.txt", "gamma.txt"]
    monkeypatch.undo()
    finish(pack.undo())
    assert files(box) == FOLDER


# -- the end of the program at any moment ---------------------------------------------------------


@pytest.mark.parametrize("place", ["box", "many"])
@pytest.mark.parametrize("label", CHANGES)
def test_killed_at_any_moment_the_disk_is_as_before_or_as_after(
    place: str,
    label: str,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    trash: Path,
) -> None:
    path: Path = request.getfixturevalue(place)
    before = levels_in(path)
    pack = Pack(path)
    CHANGES[label](pack)
    after = levels_in(path)
    finish(pack.undo())
    moment, killed = 0, True
    while killed:
        pack = Pack(path)
        with monkeypatch.context() as patched:
            killed = kill_at(moment, patched, lambda: CHANGES[label](pack))  # noqa: B023 -- at once
        moment += 1
        if place == "box" and label.startswith("delete"):  # one file after the other
            there = {*levels_in(path).values(), *levels_in(trash).values()}
            assert there == set(before.values())
        elif place == "box" and label == "rename":  # first the title, then the name
            written = {**before, "beta.txt": after["another.txt"]}
            assert levels_in(path) in (before, written, after)
        else:
            assert levels_in(path) in (before, after)
        if killed:
            restore(path, before)
    assert moment >= 2


def levels_in(place: Path) -> dict[str, str]:
    """Return the level files in a folder, without the hidden ones that a killed program leaves."""
    return {name: text for name, text in files(place).items() if not name.startswith(".")}


def restore(place: Path, before: dict[str, str]) -> None:
    folder = place if place.is_dir() else place.parent
    for path in folder.iterdir():
        if path.is_file():
            path.unlink()
    filled(folder, before)


def kill_at(moment: int, patched: pytest.MonkeyPatch, act: Callable[[], object]) -> bool:
    """Do something, and end at one of its calls that change the disk; whether it came so far."""
    calls = itertools.count()

    def deadly(function: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **kwargs: object) -> object:
            if next(calls) == moment:
                raise Killed
            return function(*args, **kwargs)

        return call

    for name in ("rename", "replace", "unlink", "fsync"):
        patched.setattr(os, name, deadly(getattr(os, name)))
    try:
        act()
    except Killed:
        return True
    return False


class Killed(BaseException):
    """Simulates the end of the program: no code of ours catches it."""


def test_what_a_killed_program_left_is_removed_when_the_folder_is_opened(tmp_path: Path) -> None:
    for name in ("21-k.txt", "22-l.txt", ".flowdesk-abcd_123"):
        (tmp_path / name).write_text("RR\n")
    os.utime(tmp_path / ".flowdesk-abcd_123", (0, 0))
    assert shown(Pack(tmp_path)) == ["21-k.txt", "22-l.txt"]
    assert sorted(files(tmp_path)) == ["21-k.txt", "22-l.txt"]
