"""Files with temporary names that version 0.1 left behind get proper names."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from flowdesk.desk.packs.renaming import finish_renaming
from tests.packs import files, filled

BEGUN, HALFWAY = ".flowdesk-renaming-1.json", ".flowdesk-renaming-2.json"

BEFORE = {"a.txt": "A", "b.txt": "B", "c.txt": "C", "d.txt": "D"}
AFTER = {"b.txt": "A", "a.txt": "B", "e.txt": "C", "d.txt": "D"}
PLAN = [
    ("a.txt", "b.moving.txt", "b.txt"),
    ("b.txt", "a.moving.txt", "a.txt"),
    ("c.txt", "e.moving.txt", "e.txt"),
]


def old_version(folder: Path, moves: int) -> None:
    """Do what version 0.1 did until it was killed: write the plan, and make some of its moves."""
    filled(folder, BEFORE)
    (folder / BEGUN).write_text(json.dumps(PLAN))
    steps = [(old, aside) for old, aside, _ in PLAN]
    steps += [(BEGUN, HALFWAY), *((aside, new) for _, aside, new in PLAN)]
    for old, new in steps[:moves]:
        os.rename(folder / old, folder / new)


@pytest.mark.parametrize("moves", range(8))
def test_what_was_left_at_any_moment_is_put_right(tmp_path: Path, moves: int) -> None:
    old_version(tmp_path, moves)
    finish_renaming(tmp_path)
    assert files(tmp_path) == (BEFORE if moves < 4 else AFTER)


@pytest.mark.parametrize(
    ("name", "proper"),
    [
        ("22-l.moving.moving2.moving.txt", "22-l.txt"),
        ("22-l.moving.txt", "22-l.txt"),
        ("3.moving12.json", "3.json"),
        ("07-a.b.moving-2.moving.txt", "07-a.b.txt"),
    ],
)
def test_a_name_aside_without_a_plan_becomes_a_proper_one(
    tmp_path: Path, name: str, proper: str
) -> None:
    (tmp_path / name).write_text("A")
    finish_renaming(tmp_path)
    assert files(tmp_path) == {proper: "A"}


@pytest.mark.parametrize("name", ["train.moving.txt", "22-l.moving", "1-removing.txt", "2.txt"])
def test_other_names_stay_as_they_are(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("A")
    finish_renaming(tmp_path)
    assert files(tmp_path) == {name: "A"}


def test_a_file_that_stands_in_the_way_is_not_overwritten(tmp_path: Path) -> None:
    old_version(tmp_path, moves=4)
    filled(
        tmp_path, {"b.txt": "theirs", "7-x.txt": "X", "7-x.moving.txt": "1", "7-x.moving2.txt": "2"}
    )
    finish_renaming(tmp_path)
    more = {"b.txt": "theirs", "b-2.txt": "A", "7-x.txt": "X", "7-x-2.txt": "1", "7-x-3.txt": "2"}
    assert files(tmp_path) == {**AFTER, **more}


@pytest.mark.parametrize(
    "plan",
    [
        "",
        "{}",
        "[1]",
        '[["../x", "y", "z"]]',
        '[["../x", "a.txt", "../x"]]',
        '[["../x.moving.txt", "a.moving.txt", "b"]]',
        '[["..", "a.moving.txt", "b"]]',
        "[" * 100_000,
    ],
)
@pytest.mark.parametrize("name", [BEGUN, HALFWAY])
def test_a_plan_that_was_not_written_by_us_does_nothing(
    tmp_path: Path, plan: str, name: str
) -> None:
    folder = filled(tmp_path / "pack", {**BEFORE, "a.moving.txt": "M"})
    (tmp_path / "x").write_text("X")
    (folder / name).write_text(plan)
    finish_renaming(folder)
    assert files(folder) == {**BEFORE, "a.moving.txt": "M"}
    assert (tmp_path / "x").read_text() == "X"


def test_a_folder_that_is_not_there_is_left_alone(tmp_path: Path) -> None:
    finish_renaming(tmp_path / "missing")
    assert not (tmp_path / "missing").exists()
