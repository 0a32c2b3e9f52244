"""Many files renamed as if at once: whatever happens meanwhile, every file is there."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.renaming import finish_renaming, rename_all

BEFORE = {"a.txt": "A", "b.txt": "B", "c.txt": "C", "d.txt": "D"}
NAMES = {"a.txt": "b.txt", "b.txt": "a.txt", "c.txt": "e.txt"}
AFTER = {"b.txt": "A", "a.txt": "B", "e.txt": "C", "d.txt": "D"}


class Killed(BaseException):
    """The end of the program: nothing of ours catches it."""


def fill(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def failing_once(
    function: Callable[..., Any], number: int, error: BaseException
) -> Callable[..., Any]:
    """A function of the system, of whose calls one fails."""
    calls = itertools.count()

    def limited(*args: Any, **kwargs: Any) -> Any:
        if next(calls) == number:
            raise error
        return function(*args, **kwargs)

    return limited


def test_files_can_exchange_their_names(tmp_path: Path) -> None:
    rename_all(fill(tmp_path, BEFORE), NAMES)
    assert files(tmp_path) == AFTER


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("call", ["rename", "replace", "unlink"])
def test_killed_at_any_moment_it_is_completed_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, call: str
) -> None:
    fill(tmp_path, BEFORE)
    monkeypatch.setattr(os, call, failing_once(getattr(os, call), number, Killed()))
    try:
        rename_all(tmp_path, NAMES)
    except Killed:
        there = {text for name, text in files(tmp_path).items() if name.endswith(".txt")}
        assert there == set("ABCD"), "every file is seen as a level by every program"
    monkeypatch.undo()
    finish_renaming(tmp_path)
    left = {name: text for name, text in files(tmp_path).items() if name.endswith(".txt")}
    assert left in (BEFORE, AFTER)
    assert left == files(tmp_path) or call == "replace", "nothing of ours stays behind"


@pytest.mark.parametrize("number", range(6))
def test_if_one_file_cannot_be_renamed_all_keep_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    fill(tmp_path, BEFORE)
    refused = PermissionError(13, "Permission denied")
    monkeypatch.setattr(os, "rename", failing_once(os.rename, number, refused))
    with pytest.raises(FlowDeskError, match="cannot be reordered: permission denied"):
        rename_all(tmp_path, NAMES)
    assert files(tmp_path) == BEFORE


def test_a_file_that_stands_in_the_way_is_not_overwritten(tmp_path: Path) -> None:
    fill(tmp_path, BEFORE)
    with pytest.raises(FlowDeskError, match=r"there is a file d\.txt already"):
        rename_all(tmp_path, {"a.txt": "b.txt", "b.txt": "d.txt"})
    assert files(tmp_path) == BEFORE


@pytest.mark.parametrize(
    "plan", ["", "{}", "[1]", '[["../x", "y", "z"]]', '[["a.txt", "/x", "b"]]']
)
def test_a_plan_that_we_did_not_write_does_nothing(tmp_path: Path, plan: str) -> None:
    folder = tmp_path / "pack"
    folder.mkdir()
    fill(folder, BEFORE)
    (tmp_path / "x").write_text("X")
    (folder / ".flowdesk-renaming-1.json").write_text(plan)
    finish_renaming(folder)
    assert files(folder) == BEFORE
    assert (tmp_path / "x").read_text() == "X"
