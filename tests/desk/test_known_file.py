"""Another program writes the open file: the change is noticed and never overwritten."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Owner
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.documents.known_file import FileChange, FileChanged
from flowdesk.formats.registry import load
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.level import Level
from tests.samples import level_of

OURS = level_of("R.R")
MANY = "3 1\nR.R\n\n2 1\nBB\n\n1 2\nG\nG\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "level.txt"
    path.write_text("R.R\n")
    return path


@pytest.fixture
def document(path: Path) -> Document:
    document = Document(Level(5, 5))
    document.open(path)
    return document


def write(path: Path, text: str) -> None:
    """Write as other programs do: into the file itself, and so that only its content tells."""
    before = path.stat()
    path.write_text(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def make_hole(document: Document, x: int = 1) -> None:
    document.apply("make a hole", editing.set_hole(document.level, (x, 0), True))


def found(document: Document) -> FileChange:
    change = document.look_at_file()
    assert change is not None
    return change


def refused(document: Document, path: Path | None = None) -> FileChange:
    """The change that saving does not go over."""
    with pytest.raises(FileChanged) as caught:
        document.save(path)
    return caught.value.change


def test_what_nobody_has_touched_is_saved(document: Document, path: Path) -> None:
    assert document.look_at_file() is None
    for x in (1, 0):
        make_hole(document, x)
        document.save()
        assert document.look_at_file() is None
    assert path.read_text() == "##R\n"


def test_what_another_program_has_written_is_saved_over_only_where_it_was_seen(
    document: Document, path: Path
) -> None:
    make_hole(document)
    write(path, "B.B\n")
    seen = refused(document)
    assert path.read_text() == "B.B\n"
    assert not document.is_saved
    assert os.listdir(path.parent) == [path.name]
    assert [entry.level for entry in seen.entries] == [level_of("B.B")]
    assert refused(document, path.parent / "." / path.name) == seen
    write(path, "G.G\n")
    with pytest.raises(FileChanged):
        document.save(over=seen)
    assert path.read_text() == "G.G\n"
    document.save(over=refused(document))
    assert path.read_text() == "R#R\n"
    assert document.is_saved
    assert document.look_at_file() is None


def test_what_is_written_while_we_save_is_noticed(
    document: Document, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_hole(document)
    sync = os.fsync

    def slow_disk(handle: int) -> None:
        sync(handle)
        path.write_text("B.B\n")

    monkeypatch.setattr(os, "fsync", slow_disk)
    refused(document)
    assert path.read_text() == "B.B\n"
    assert os.listdir(path.parent) == [path.name]


def test_another_name_is_nobody_elses_business(document: Document, path: Path) -> None:
    write(path, "B.B\n")
    document.save(path.parent / "mine.txt")
    assert path.read_text() == "B.B\n"
    assert document.look_at_file() is None


def test_a_file_that_was_only_touched_has_not_changed(document: Document, path: Path) -> None:
    os.utime(path, (1, 1))
    assert document.look_at_file() is None
    path.write_text(path.read_text())
    assert document.look_at_file() is None
    copy = path.parent / "copy"
    copy.write_text(path.read_text())
    os.replace(copy, path)
    assert document.look_at_file() is None
    assert document.is_saved


def test_a_change_means_that_what_is_open_is_not_saved(document: Document, path: Path) -> None:
    told: list[DocumentEvent] = []
    make_hole(document)
    document.changed.connect(told.append, Owner())
    path.write_text("B.B\n")
    assert found(document) == found(document)
    document.undo()
    assert not document.is_saved
    document.new(OURS)
    document.open(path)
    told.clear()
    path.write_text("G.G\n")
    found(document)
    found(document)
    assert told == [DocumentEvent.SAVED]


def test_a_file_that_is_gone_is_said_and_can_be_written_again(
    document: Document, path: Path
) -> None:
    path.unlink()
    change = found(document)
    assert change.is_gone
    assert not document.is_saved
    assert refused(document) == change
    assert not path.exists()
    document.save(over=change)
    assert document.is_saved
    assert load(path) == [OURS]


def test_a_folder_that_is_gone_takes_its_file_along(document: Document, path: Path) -> None:
    path.parent.rename(path.parent.parent / "elsewhere")
    change = found(document)
    assert change.is_gone
    with pytest.raises(FlowDeskError, match="there is no folder"):
        document.save(over=change)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_text("R.R\n..\n"), "line 2"),
        (lambda path: path.write_bytes(b"\x89PNG\0\0"), "binary"),
        (lambda path: (path.unlink(), path.mkdir()), "is a folder"),
    ],
)
def test_what_is_no_level_any_more_is_said_and_ours_is_kept(
    document: Document, path: Path, spoil: Callable[[Path], object], words: str
) -> None:
    spoil(path)
    change = found(document)
    assert words in change.problem
    assert not change.is_gone
    assert (document.level, document.is_saved) == (OURS, False)
    with pytest.raises(FlowDeskError):
        document.save()


def test_theirs_can_be_taken_and_undo_brings_ours_back(document: Document, path: Path) -> None:
    make_hole(document)
    write(path, '{"flowdesk": 1, "width": 2, "height": 1, "endpoints": [], "about": {"a": "b"}}')
    document.take(found(document))
    assert (document.level.width, document.is_saved) == (2, True)
    assert document.format is not None
    assert document.format.key == "json"
    assert document.look_at_file() is None
    assert document.undo_label == "take theirs"
    document.undo()
    assert document.level.holes == {(1, 0)}
    assert not document.is_saved
    assert (document.undo_label, document.redo_label) == ("make a hole", "take theirs")
    document.undo()
    assert (document.level, document.is_saved) == (OURS, False)
    document.redo()
    document.redo()
    assert (document.level.width, document.is_saved) == (2, True)
    assert document.redo_label == ""


def test_ours_can_be_saved_after_theirs_was_taken_and_given_back(
    document: Document, path: Path
) -> None:
    make_hole(document)
    write(path, "B.B\n")
    document.take(found(document))
    document.undo()
    document.save()
    assert path.read_text() == "R#R\n"
    assert document.is_saved
    document.redo()
    assert (document.level, document.is_saved) == (level_of("B.B"), False)


def test_an_edit_takes_the_place_of_theirs_that_was_given_back(
    document: Document, path: Path
) -> None:
    make_hole(document)
    document.undo()
    write(path, "B.B\n")
    document.take(found(document))
    document.undo()
    assert document.redo_label == "take theirs"  # the hole came before, and theirs took its place
    make_hole(document, 2)
    assert document.redo_label == ""


@pytest.mark.parametrize("theirs", ["3 1\nR.R\n\n2 1\nBB\n", MANY + "\n2 2\nYY\n..\n", "BB\n"])
def test_any_number_of_levels_can_be_taken_and_given_back(
    document: Document, path: Path, theirs: str
) -> None:
    path.write_text(MANY)
    document.open(path)
    document.go_to(1)
    make_hole(document, 0)
    document.go_to(2)
    make_hole(document, 0)
    ours = [entry.level for entry in document.entries]
    path.write_text(theirs)
    document.take(found(document))
    assert [entry.level for entry in document.entries] == load(path)
    assert document.is_saved
    document.go_to(0)
    make_hole(document, 0)  # a level of theirs is changed, and that is taken back first
    document.undo()
    document.undo()
    assert [entry.level for entry in document.entries] == ours
    document.go_to(1)
    document.undo()
    assert document.level == level_of("BB")
    document.go_to(0)
    document.redo()
    assert [entry.level for entry in document.entries] == load(path)


def test_theirs_can_be_taken_again_and_again(document: Document, path: Path) -> None:
    for text in ("B.B\n", "G.G\n"):
        path.write_text(text)
        document.take(found(document))
    document.undo()
    document.undo()
    assert document.level == OURS
    document.redo()
    assert document.level == level_of("B.B")


def test_what_killed_saves_have_left_is_swept_where_a_file_is_opened_or_saved(
    tmp_path: Path,
) -> None:
    real, linked = tmp_path / "real", tmp_path / "linked"
    for folder in (real, linked):
        folder.mkdir()
    path = real / "level.txt"
    path.write_text("R.R\n")
    (linked / "level.txt").symlink_to(path)
    left = real / ".flowdesk-a1b2c3d4"
    document = Document(OURS)
    for saves in (False, True):
        left.write_text("half a level")
        os.utime(left, (0, 0))
        if saves:
            document.save()
        else:
            document.open(linked / "level.txt")
        assert os.listdir(real) == ["level.txt"]
