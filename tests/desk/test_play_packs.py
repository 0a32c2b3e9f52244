"""Which level is played next, and what is kept of solved ones: without a screen."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Owner
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.document import Document
from flowdesk.desk.documents.known_file import Snapshot
from flowdesk.desk.play.choosing import (
    Found,
    Wish,
    any_of,
    at_random,
    first_of,
    levels_after,
    levels_at_hand,
    levels_before,
    levels_below,
    next_unsolved,
    read_size,
)
from flowdesk.desk.play.results import Result, Results
from flowdesk.desk.store import Store
from flowdesk.desk.work.jobs import finish
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from tests import processes
from tests.core.test_storage import ordinary_user
from tests.kind_samples import PLAYED
from tests.packs import filled

#: Three files, of which the second has three levels, with others between them.
PACK = {
    "level2.txt": "RR\n",
    "level10.txt": "2 1\nAA\n3 1\nA.A\n4 1\nA..A\n",
    "level9.txt": "{",
    "level11.txt": "R.R\n",
    "level3.txt": "R..\n",
}
IN_ORDER = ["level2.txt", "level10.txt#1", "level10.txt#2", "level10.txt#3", "level11.txt"]


@pytest.fixture
def box(tmp_path: Path) -> Path:
    return filled(tmp_path / "box", PACK)


def opened(path: Path, index: int = 0) -> Document:
    document = Document(row(2))
    document.open(path)
    document.go_to(index)
    return document


def named(document: Document, found: Found) -> str:
    """Return the name of a level that was found, in the form of the lists above."""
    assert found.place
    place = found.place
    name = (place.path or document.path or Path()).name
    return f"{name}#{place.index + 1}" if name == "level10.txt" else name


def anything(level: Any) -> bool:
    return True


def row(width: int) -> Level:
    return Level(width, 1, {(0, 0): "R", (width - 1, 0): "R"})


# The next one


def test_the_levels_of_a_folder_follow_each_other_over_files(box: Path) -> None:
    document, names = opened(box / "level2.txt"), ["level2.txt"]
    while (found := finish(first_of(levels_after(document), anything))).place:
        names.append(named(document, found))
        if found.place.path:
            document.open(found.place.path)
        document.go_to(found.place.index)
    assert names == IN_ORDER


def test_the_order_of_the_pack_is_followed(box: Path) -> None:
    (box / "order.flowdesk").write_text("level11.txt\nlevel2.txt\n")
    document = opened(box / "level11.txt")
    assert named(document, finish(first_of(levels_after(document), anything))) == "level2.txt"


def test_a_file_that_cannot_be_read_is_skipped_and_named(box: Path) -> None:
    document = opened(box / "level2.txt")
    (problem,) = finish(first_of(levels_after(document), anything)).problems
    assert "level9.txt" in problem


def test_behind_the_last_level_the_search_begins_with_the_first(box: Path) -> None:
    document = opened(box / "level10.txt", 1)
    assert named(document, finish(first_of(levels_before(document), anything))) == "level2.txt"
    behind = finish(first_of(levels_before(document), lambda level: level.width == 2))
    assert named(document, behind) == "level2.txt"


@pytest.mark.parametrize(("index", "name"), [(0, "level10.txt#3"), (2, "level11.txt")])
def test_the_next_unsolved_level_passes_over_solved_ones(
    box: Path, tmp_path: Path, index: int, name: str
) -> None:
    results = Results(Store(tmp_path / "flowdesk.db"))
    document = opened(box / "level10.txt", index)
    results.add(document.entries[1].level, Result(1, 1))
    unsolved = first_of(levels_after(document), lambda level: results.of(level) is None)
    assert named(document, finish(unsolved)) == name


def test_where_the_folder_is_gone_that_is_the_reason(box: Path) -> None:
    document = opened(box / "level2.txt")
    shutil.rmtree(box)
    found = finish(first_of(levels_after(document), anything))
    assert found.place is None
    assert str(box) in found.problems[0]


def test_of_a_document_without_a_file_only_its_own_levels_follow() -> None:
    document = Document(row(2))
    document.start(Snapshot([Entry(row(2)), Entry(row(3))]))
    assert finish(first_of(levels_after(document), anything)).place
    document.go_to(1)
    assert finish(first_of(levels_after(document), anything)).place is None


@pytest.mark.parametrize(
    ("after", "solved", "index"),
    [(-1, "", 0), (-1, "ab", 2), (1, "c", 3), (3, "a", 1), (3, "abc", 3), (1, "abcd", 2)],
)
def test_behind_the_last_level_the_next_unsolved_one_is_looked_for_from_the_first(
    after: int, solved: str, index: int
) -> None:
    assert next_unsolved("abcd", after, lambda level: level in solved) == index


# At random


def test_of_the_levels_at_random_unsolved_ones_come_first() -> None:
    chosen = {at_random(range(9), lambda n: n not in (3, 5), Random(seed)) for seed in range(40)}
    assert chosen == {3, 5}
    assert at_random([7], lambda n: True, Random(0)) == 7
    assert at_random([], lambda n: False, Random(0)) is None


def test_a_level_at_random_has_the_size_and_the_kind_that_are_wished(box: Path) -> None:
    document = opened(box / "level2.txt")
    for seed in range(5):
        found = finish(
            any_of(levels_at_hand(document), Wish(size=(3, 1)).fits, lambda _: False, Random(seed))
        )
        assert named(document, found) in ("level10.txt#2", "level11.txt")
    none = any_of(levels_at_hand(document), Wish(size=(8, 8)).fits, lambda _: False, Random(0))
    assert finish(none).place is None


@pytest.mark.parametrize("key", PLAYED)
def test_there_are_shipped_levels_of_each_kind(key: str) -> None:
    wish, folder = Wish(key, (10, 10)), shipped("puzzles")
    found = finish(any_of(levels_below(folder), wish.fits, lambda _: False, Random(3)))
    assert found.place
    assert found.place.level.kind == key
    assert not found.problems


@pytest.mark.parametrize("key", PLAYED)
def test_a_new_level_has_the_kind_size_and_difficulty_that_are_wished(key: str) -> None:
    kind, request = Wish(key, (6, 5), "hard").request(Random(1))
    assert (kind.key, request.width, request.height) == (key, 6, 5)
    assert getattr(request, "difficulty", "") == "hard"
    assert Wish(key).request(Random(2)) == Wish(key).request(Random(2))


def test_a_new_level_that_cannot_be_is_refused_with_the_reason() -> None:
    with pytest.raises(FlowDeskError, match="too large"):
        Wish(size=(600, 600)).request(Random(0))


@pytest.mark.parametrize(
    ("text", "size"),
    [("", None), ("9 x 12", (9, 12)), ("7×5", (7, 5)), ("8", (8, 8)), (" 14X14 ", (14, 14))],
)
def test_sizes_are_read_as_people_write_them(text: str, size: tuple[int, int] | None) -> None:
    assert read_size(text) == size


@pytest.mark.parametrize("text", ["big", "0 x 5", "5 x", "101 x 5", "-3", "99999"])
def test_what_is_no_size_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(FlowDeskError, match="9 x 12"):
        read_size(text)


# Results

ADDING = """
import sys
from pathlib import Path
from flowdesk.desk.play.results import Result, Results
from flowdesk.desk.store import Store
from flowdesk.kinds.flow.level import Level

results = Results(Store(Path(sys.argv[1])))
for width in range(int(sys.argv[2]), int(sys.argv[2]) + 40):
    level = Level(width, 1, {(0, 0): "R", (width - 1, 0): "R"})
    results.add(level, Result(width, 1))
results.add(Level(2, 1, {(0, 0): "R", (1, 0): "R"}), Result(1, 1))
sys.exit(results.problem or 0)
"""


def test_two_programs_at_the_same_time_lose_no_result(tmp_path: Path) -> None:
    path = tmp_path / "new" / "flowdesk.db"
    commands = [[sys.executable, "-c", ADDING, path, first] for first in (100, 200)]
    with processes.started(commands[0]) as one, processes.started(commands[1]) as other:
        assert (one.wait(processes.PATIENCE), other.wait(processes.PATIENCE)) == (0, 0)
    results = Results(Store(path))
    for width in (*range(100, 140), *range(200, 240)):
        assert results.of(row(width)) == Result(width, 1)
    assert results.of(row(2)) == Result(1, 1, times=2)


def test_what_another_program_has_added_is_taken_over_and_told(tmp_path: Path) -> None:
    ours, theirs = (Results(Store(tmp_path / "flowdesk.db")) for _ in range(2))
    told: list[Result | None] = []
    ours.changed.connect(lambda: told.append(ours.of(row(2))), Owner())
    assert ours.of(row(2)) is None
    ours.refresh()
    theirs.add(row(2), Result(1, 1))
    ours.refresh()
    ours.refresh()
    assert told == [Result(1, 1)]


def unwritable(tmp_path: Path) -> Path:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o500)
    return folder / "flowdesk.db"


def blocked(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "flowdesk.db"


@pytest.mark.parametrize("place", [unwritable, blocked])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_results_that_cannot_be_kept_are_said_once_and_known_till_the_end(
    tmp_path: Path, place: Callable[[Path], Path]
) -> None:
    path = place(tmp_path)
    with ordinary_user():
        results = Results(Store(path))
        assert results.add(row(2), Result(1, 1)) == Result(1, 1)
        assert str(path.parent) in results.new_problem()
        results.add(row(3), Result(1, 1))
        assert results.new_problem() == ""
        assert results.of(row(2))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_results_that_could_not_be_kept_are_written_with_the_next(tmp_path: Path) -> None:
    path = unwritable(tmp_path)
    with ordinary_user():
        results = Results(Store(path))
        results.add(row(2), Result(1, 1))
    path.parent.chmod(0o700)
    results.add(row(3), Result(1, 1))
    assert Results(Store(path)).of(row(2)) == Result(1, 1)


@pytest.mark.skipif(os.name == "nt", reason="Windows knows all its users")
def test_without_a_home_folder_results_are_known_till_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as for a user without an account
    results = Results()
    results.add(row(2), Result(1, 1))
    assert "home folder" in results.new_problem()
    assert results.of(row(2))
