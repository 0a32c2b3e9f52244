"""The database of what FlowDesk remembers: kills, damage, other programs, and files of before."""

from __future__ import annotations

import errno
import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.documents.recovery import OpenFile, OpenFiles, load_open_files
from flowdesk.desk.knowledge.survey import Verdicts, assess
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.results import Result, Results
from flowdesk.desk.play.round import forget_game, is_begun, resume
from flowdesk.desk.store import VERSION, Store
from flowdesk.formats import flowdesk_json
from flowdesk.kinds.entry import Entry
from tests import processes
from tests.core.test_storage import ordinary_user
from tests.levels import some
from tests.samples import SMALL, TOUCHING

on_posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes and users")


@pytest.fixture(autouse=True)
def path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's database, with all of the user's folders in one."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.setattr(sys, "platform", "linux")
    return folder / "flowdesk" / "flowdesk.db"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def count(path: Path) -> int:
    return len(Store(path).rows("SELECT * FROM verdicts"))


# What is damaged, newer, or not to be had


@pytest.mark.parametrize("text", ["nonsense", "SQLite format 3\0" + 500 * "damaged"])
def test_a_damaged_file_is_set_aside_and_said(path: Path, text: str) -> None:
    write(path, text)
    results = Results(Store())
    assert results.of(SMALL) is None
    assert f"is damaged and now in {path.with_suffix('.broken')}." in results.problem
    assert path.with_suffix(".broken").read_text() == text
    results.add(SMALL, Result(2, 2))
    assert Results(Store()).of(SMALL)


def test_what_is_set_aside_twice_is_kept_twice(path: Path) -> None:
    for text in ("first", "second"):
        Results(Store(write(path, text))).of(SMALL)
    names = ("flowdesk.broken", "flowdesk-2.broken")
    assert [path.with_name(name).read_text() for name in names] == ["first", "second"]


def test_of_a_damaged_file_all_tables_go_on_that_can_be_read(path: Path) -> None:
    store = Store(path)
    with store.change() as database:
        rows = [(f"{number:032}", "x" * 100, number) for number in range(1000)]
        database.executemany("INSERT INTO games VALUES (?, ?, ?)", rows)
    Results(store).add(SMALL, Result(2, 2))
    store.close()
    ((page, size),) = sqlite3.connect(path).execute(
        "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master "
        "WHERE name = 'games'"
    )
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    results = Results(store)
    assert results.of(SMALL) == Result(2, 2)
    with pytest.raises(FlowDeskError, match="cannot be used"):
        store.rows("SELECT * FROM games")
    assert store.rows("SELECT * FROM games") == []
    assert "now in" in store.problem
    assert Results(store).of(SMALL) == Result(2, 2)


def test_what_was_damaged_is_said_of_that_file_only(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, "nonsense")
    store = Store()
    assert Results(store).of(SMALL) is None
    assert Results(store).problem
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(path.parent / "other"))
    results = Results(store)
    assert results.of(SMALL) is None
    assert results.problem == ""


def test_a_file_that_is_replaced_meanwhile_is_read_anew(path: Path) -> None:
    results = Results(Store())
    results.add(SMALL, Result(2, 2))
    Results(Store(path.with_name("copy"))).add(TOUCHING, Result(3, 3))
    os.replace(path.with_name("copy"), path)
    results.refresh()
    assert (results.of(SMALL), results.of(TOUCHING)) == (None, Result(3, 3))


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    before = path.read_bytes()
    results = Results(Store())
    assert results.add(SMALL, Result(2, 2)) == Result(2, 2)
    assert "written by a newer FlowDesk" in results.problem
    assert path.read_bytes() == before


@on_posix
def test_what_cannot_be_written_can_be_read(path: Path) -> None:
    Results(Store()).add(SMALL, Result(2, 2))
    path.chmod(0o644)
    path.parent.chmod(0o555)
    with ordinary_user():
        results = Results(Store())
        assert results.of(SMALL) == Result(2, 2)
        assert results.problem == ""
        results.add(TOUCHING, Result(3, 3))
    path.parent.chmod(0o755)
    assert str(path) in results.problem


@on_posix
def test_a_drive_without_locks_will_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    Results(Store()).add(SMALL, Result(2, 2))
    monkeypatch.setattr("fcntl.lockf", refuse)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")  # what SQLite takes for a lock on such a drive, too
        assert Results(Store()).add(SMALL, Result(2, 2)) == Result(2, 2, times=2)


@on_posix
def test_nobody_else_may_read_which_files_are_open(path: Path) -> None:
    Results(Store()).add(SMALL, Result(2, 2))
    assert path.stat().st_mode & 0o077 == 0


def test_a_python_without_sqlite_says_so_once(path: Path) -> None:
    code = """
import sys
sys.modules["sqlite3"] = None  # as if it could not be imported
from flowdesk.desk.documents.recovery import OpenFiles, load_open_files
from flowdesk.desk.play.results import Result, Results
from tests.samples import SMALL

results = Results()
assert load_open_files() == OpenFiles()
assert results.of(SMALL) is None
print(results.new_problem())
for times in (1, 2):
    assert results.add(SMALL, Result(2, 2)) == results.of(SMALL) == Result(2, 2, times=times)
    print(results.new_problem())
"""
    done = processes.run([sys.executable, "-c", code], capture_output=True, text=True)
    lack = "This Python has no sqlite3: nothing is remembered."
    assert done.stdout == f"{lack}\nThe result could not be kept: {lack}\n\n", done.stderr
    assert not path.exists()


def test_whoever_only_looks_leaves_no_file(path: Path) -> None:
    assert Results(Store()).of(SMALL) is None
    assert load_open_files() == OpenFiles()
    assert not path.parent.exists()


# Other programs, and kills

ADDING = """
import sys
from flowdesk.desk.store import STORE

print("ready", flush=True)
for number in range(10_000):
    row = f"{sys.argv[1]} {number}", "x" * 3000
    with STORE.change() as database:
        database.execute("INSERT INTO verdicts VALUES (?, 1, ?)", row)
    print(number, flush=True)
"""


def test_nothing_that_was_kept_is_lost_by_a_kill(path: Path) -> None:
    chance = random.Random(3)
    for round in range(some(48)):
        before = count(path)
        command = [sys.executable, "-c", ADDING, round]
        with processes.started(command, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout
            program.stdout.readline()
            time.sleep(chance.random() / 5)
            program.kill()
            said = [line for line in program.stdout if line.endswith("\n")]
        assert count(path) - before in (len(said), len(said) + 1)
    store = Store(path)
    assert store.rows("PRAGMA integrity_check") == [("ok",)]
    assert store.problem == ""


# Files of before


def before(folder: Path) -> dict[Path, str]:
    """Write what FlowDesk 0.2 remembered; return the text of each file."""
    game = Game(SMALL, time.monotonic)
    state = {"moves": 3, "item": "", "trial": {}, "hints": 1, "seconds": 9}
    position = flowdesk_json.written(Entry(game.position))
    result = {"moves": 7, "fewest": 2, "hints": 1, "seconds": 50, "times": 3}
    open_file = {"path": os.path.abspath("a.txt"), "index": 2, "zoom": 0, "middle": [0, 0]}
    texts = {
        "results.json": json.dumps({"version": 1, "results": {SMALL.puzzle_key: result}}),
        f"games/{SMALL.puzzle_key}.json": flowdesk_json.of_many([position], {"game": state}),
        "verdicts-2.txt": f"{SMALL.puzzle_key} unique one easy 1.5\n{TOUCHING.puzzle_key} uniq",
        "session.json": json.dumps({"files": [{**open_file, "overlay": ""}], "front": 0}),
    }
    return {write(folder / name, text): text for name, text in texts.items()}


def test_files_of_before_are_taken_over_once_and_stay(path: Path) -> None:
    files = before(path.parent)
    results = Results(Store())
    assert results.of(SMALL) == Result(7, 2, 1, 50, 3)
    assert resume(SMALL, time.monotonic).hints == 1
    assert load_open_files().files == [OpenFile(os.path.abspath("a.txt"), 2)]
    known = Verdicts(Store()).known(SMALL)
    assert known
    assert (known.status, known.difficulty) == (
        assess(SMALL, progress=lambda so_far: None).status,
        known.difficulty,
    )
    assert Verdicts(Store()).known(TOUCHING) is None
    forget_game(SMALL)
    results.add(SMALL, Result(2, 2))
    assert not is_begun(SMALL)
    assert Results(Store()).of(SMALL) == Result(2, 2, 0, 0, 4)
    assert {file: file.read_text() for file in files} == files


@pytest.mark.parametrize("text", ["[]", '{"version": 1, "results": {"a": {"moves": "x"}}}'])
def test_damaged_results_of_before_are_said_and_stay(path: Path, text: str) -> None:
    files = before(path.parent)
    file = write(path.with_name("results.json"), text)
    results = Results(Store())
    assert results.of(SMALL) is None
    assert f"are damaged and still in {file}: " in results.problem
    assert file.read_text() == text
    assert is_begun(SMALL), f"{len(files) - 1} others are taken over"


@on_posix
def test_files_of_before_that_cannot_be_read_now_are_taken_over_later(path: Path) -> None:
    before(path.parent)
    path.parent.chmod(0o777)
    file = path.with_name("results.json")
    file.chmod(0)
    with ordinary_user():
        results = Results(Store())
        assert results.of(SMALL) is None
        assert f"{file} cannot be read" in results.problem
    file.chmod(0o644)
    assert Results(Store()).of(SMALL) == Result(7, 2, 1, 50, 3)
