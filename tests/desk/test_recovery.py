"""Unsaved work in files: one for each document, offered once its process has ended."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.locking import Claim
from flowdesk.core.puzzle import with_about
from flowdesk.desk.documents.document import Document
from flowdesk.desk.documents.known_file import Snapshot, UnsavedLesson
from flowdesk.desk.documents.recovery import (
    Encoder,
    RecoveryFile,
    decoded,
    find_leftovers,
    recovery_folder,
)
from flowdesk.formats.registry import FORMATS, open_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow import drawing, editing
from flowdesk.kinds.flow.level import Level
from tests.for_all import for_all
from tests.levels import COLORS, ONE_LETTER, examples, levels, solved_entries
from tests.processes import started
from tests.samples import level_of

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this user's unsaved work is kept."""
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "state"))
    assert tmp_path in recovery_folder().parents
    return recovery_folder()


def encoded(snapshot: Snapshot, encoder: Encoder | None = None) -> bytes:
    """All of the bytes of a document at once."""
    parts = (encoder or Encoder()).encode(snapshot)
    try:
        while True:
            next(parts)
    except StopIteration as done:
        data: bytes = done.value
        return data


def kept(level: Level, called: str = "Untitled") -> bytes:
    return encoded(Snapshot((Entry(level),), 0, called, None, "", None, ()))


def files(folder: Path) -> list[str]:
    return sorted({path.suffix for path in folder.iterdir()}) if folder.exists() else []


# -- what is in it -----------------------------------------------------------------------------


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    """Levels with everything that can be drawn, said and coloured; some half done."""
    entry = draw(st.one_of(levels().map(Entry), solved_entries()))
    level = entry.level
    for label in draw(st.lists(ONE_LETTER, max_size=2)):
        level = editing.set_color(level, label, draw(COLORS))
    cell = (draw(st.integers(0, level.width - 1)), draw(st.integers(0, level.height - 1)))
    if stroke := drawing.begin(level, cell, draw(ONE_LETTER)):
        level = stroke.level
    if not level.is_same_puzzle(entry.level):
        entry = replace(entry, solution=None)
    return replace(entry, level=level, remarks=tuple(draw(st.lists(st.text(), max_size=2))))


@examples(200)
@given(st.data())
def test_everything_comes_back(data: st.DataObject) -> None:
    found = data.draw(st.lists(entries(), min_size=1, max_size=3))
    snapshot = Snapshot(
        entries=tuple(found),
        index=data.draw(st.integers(0, len(found) - 1)),
        called=data.draw(st.text()),
        path=data.draw(st.sampled_from([None, Path("/a/é\udcff.txt"), Path(ROOT / "x.json")])),
        content=data.draw(st.text()),
        format=data.draw(st.sampled_from([None, *FORMATS])),
        left_out=tuple(data.draw(st.lists(st.text(), max_size=2))),
        lesson=data.draw(
            st.none()
            | st.builds(UnsavedLesson, st.text(), st.text(), st.integers(0, 99), st.text())
        ),
        saved=data.draw(st.booleans()),
    )
    assert decoded(encoded(snapshot)) == snapshot


def test_a_file_of_before_has_no_lesson() -> None:
    data = json.loads(kept(level_of("R.R")))
    del data["recovery"]["lesson"], data["recovery"]["saved"]
    snapshot = decoded(json.dumps(data).encode())
    assert (snapshot.lesson, snapshot.saved) == (None, False)
    assert snapshot.entries == (Entry(level_of("R.R")),)


def test_what_is_told_about_a_level_stays_in_its_order() -> None:
    about = {"été": "1", "mood": "sunny", "title": "Two\nlines", "author": "x", "b": "", "a": "2"}
    level = replace(level_of("R.R"), about=about)
    (entry,) = decoded(kept(level)).entries
    assert list(entry.level.about.items()) == list(about.items())


def test_what_no_text_can_hold_loses_only_that() -> None:
    level = replace(level_of("R.R"), about={"title": "half an emoji \ud83d", "\0": "a\0b"})
    (entry,) = decoded(kept(level)).entries
    assert entry.level == replace(level, about={"title": "half an emoji ?", "?": "a?b"})


def test_levels_that_stay_the_same_are_put_into_text_once() -> None:
    encoder = Encoder()
    document = Document(Level(5, 5))
    document.start(Snapshot([Entry(level_of("R.R"))] * 2 + [Entry(level_of("BB"))] * 2))
    document.go_to(3)
    parts = []
    for _ in range(2):
        made = encoder.encode(document.snapshot())
        parts.append(sum(1 for _ in made))
        document.apply("clear", editing.cleared(document.level))
    assert parts == [2, 1]
    snapshot = document.snapshot()
    assert decoded(encoded(snapshot, encoder)) == snapshot


def test_a_recovered_document_is_as_it_was_but_for_its_undo(tmp_path: Path) -> None:
    path = tmp_path / "pack.txt"
    path.write_text("3 1\nR.R\n\n2 1\nBB\n")
    document = Document(Level(5, 5))
    document.open(path)
    document.go_to(1)
    document.apply("title", with_about(document.level, "title", "Mine"))
    assert not document.snapshot().saved
    again = Document(Level(5, 5))
    again.restore(decoded(encoded(document.snapshot())))
    assert (again.path, again.name, again.format) == (path, "pack.txt #2", document.format)
    assert [entry.level for entry in again.entries] == [entry.level for entry in document.entries]
    assert not again.is_saved
    assert again.undo_label == ""
    assert again.look_at_file() is None
    path.write_text("5 1\nR...R\n")
    assert again.look_at_file() is not None
    again.restore(decoded(encoded(document.snapshot())))
    assert again.look_at_file() is not None, "it was changed after the work was kept"


def test_a_recovery_file_can_be_opened_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_bytes(kept(level_of("R.R")))
    assert [entry.level for entry in open_file(path)[1]] == [level_of("R.R")]


@for_all(
    "data",
    [b"", b"{", b"[]", b"null", b'{"flowdesk": 1}', b"\xff" * 9, b"[" * 100_000]
    + [kept(level_of("R.R")).replace(old, new) for old, new in ((b'"index": 0', b'"index": 7'),
       (b'"width": 3', b'"width": "3"'), (b'"remarks": [[]]', b'"remarks": []'),
       (b'"called"', b'"colled"'), (b'"flowdesk": 1', b'"flowdesk": 99'))],
)  # fmt: skip
def test_a_damaged_file_is_said_to_be_one(data: bytes) -> None:
    with pytest.raises(FlowDeskError):
        decoded(data)


# -- whose it is -------------------------------------------------------------------------------


def test_what_is_left_behind_is_found_and_what_is_removed_is_not(folder: Path) -> None:
    file = RecoveryFile()
    assert files(folder) == []
    file.write(kept(level_of("R.R")))
    file.write(kept(level_of("B.B")))
    assert find_leftovers() == [], "its window lives"
    file.release()
    (work,) = find_leftovers()
    assert work.snapshot is not None
    assert work.snapshot.entries == (Entry(level_of("B.B")),)
    assert find_leftovers() == [], "it is ours now"
    work.file.remove()
    assert files(folder) == []
    file.write(kept(level_of("R.R")))  # the window goes on, under another name
    assert files(folder) == [".json", ".lock"]
    file.remove()
    assert files(folder) == []
    assert find_leftovers() == []


def test_the_newest_is_found_first(folder: Path) -> None:
    for age, called in ((300, "old"), (100, "new"), (200, "middle")):
        file = RecoveryFile()
        file.write(kept(level_of("R.R"), called))
        assert file.path is not None
        os.utime(file.path, (10**9 - age, 10**9 - age))
        file.release()
    works = find_leftovers()
    assert [work.snapshot and work.snapshot.called for work in works] == ["new", "middle", "old"]
    for work in works:
        work.file.release()
    assert len(find_leftovers()) == 3


#: Keeps a level, says so, and waits.
WINDOW = """
import sys
from flowdesk.desk.documents.recovery import RecoveryFile
file = RecoveryFile()
file.write(sys.argv[1].encode())
print(file.path, flush=True)
sys.stdin.read()
"""


def test_only_the_work_of_the_dead_is_found(folder: Path) -> None:
    pipe = subprocess.PIPE
    with ExitStack() as stack:
        windows = []
        for text in ("R.R", "B.B"):
            command = [sys.executable, "-c", WINDOW, kept(level_of(text)).decode()]
            window = stack.enter_context(started(command, text=True, stdin=pipe, stdout=pipe))
            windows.append(window)
        for window in windows:
            assert window.stdout is not None
            assert window.stdout.readline()
        assert find_leftovers() == []
        windows[0].kill()
        windows[0].wait()
        (work,) = find_leftovers()
        assert work.snapshot is not None
        assert work.snapshot.entries == (Entry(level_of("R.R")),)
        work.file.remove()
        assert len(list(folder.glob("*.json"))) == 1


def test_a_damaged_file_is_set_aside(folder: Path) -> None:
    file = RecoveryFile()
    file.write(b'{"flowdesk": 1, "recovery": ')
    file.release()
    (work,) = find_leftovers()
    assert work.snapshot is None
    assert "damaged" in work.problem
    aside = work.file.set_aside()
    assert aside is not None
    assert aside.read_bytes() == b'{"flowdesk": 1, "recovery": '
    assert find_leftovers() == []
    assert files(folder) == [".broken"]


def test_what_cannot_be_kept_is_said(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("a file where a folder should be")
    with pytest.raises(FlowDeskError, match="recovery cannot be written"):
        RecoveryFile().write(b"")
    assert find_leftovers() == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has another call for locks")
def test_a_drive_without_locks_is_said_and_stays_clean(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flock(handle: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", flock)
    with pytest.raises(FlowDeskError, match="no locks available"):
        RecoveryFile().write(kept(level_of("R.R")))
    assert list(folder.iterdir()) == []


def test_work_is_described_for_people(folder: Path, tmp_path: Path) -> None:
    now = datetime(2026, 3, 14, 15, 9)
    titled = replace(level_of("R.R"), about={"title": "Pi"})
    two = (Entry(level_of("BB")), Entry(titled))
    for snapshot, seconds, words in (
        (Snapshot(two[1:], 0, "Pasted", None, "", None, ()), 60, "Pasted\n“Pi”, 3 × 1, 1 colour"),
        (
            Snapshot(two, 0, "", tmp_path / "a.txt", "", None, ()),
            86400,
            "2 puzzles, number 1: 2 × 1",
        ),
    ):
        file = RecoveryFile()
        file.write(encoded(snapshot))
        assert file.path is not None
        os.utime(file.path, (now.timestamp() - seconds, now.timestamp() - seconds))
        file.release()
        (work,) = find_leftovers()
        text = work.describe(now)
        assert words in text
        assert text.endswith("kept today at 15:08" if seconds == 60 else "13 March 2026 at 15:09")
        assert (f"1 colour, in {tmp_path}\n" in text) is (snapshot.path is not None)
        work.file.remove()


def test_the_encoded_document_is_json_that_other_programs_read() -> None:
    data = json.loads(kept(level_of("R.R"), "Pasted"))
    assert data["recovery"]["called"] == "Pasted"
    assert [puzzle["width"] for puzzle in data["puzzles"]] == [3]


def test_the_lock_of_a_window_that_was_killed_before_it_kept_anything_is_removed(
    folder: Path,
) -> None:
    folder.mkdir(parents=True)
    old, new, alive = (folder / f"{digit * 16}.lock" for digit in "123")
    for lock in (old, new, alive):
        lock.touch()
    for lock in (old, alive):
        os.utime(lock, (0, 0))
    claim = Claim(alive)
    assert find_leftovers() == []
    assert sorted(folder.iterdir()) == [new, alive], "a window may be about to claim the new one"
    claim.release()
