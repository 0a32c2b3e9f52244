"""Deleted files are in the trash, for the desktop and for undo."""

from __future__ import annotations

import configparser
import os
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.packs.trash import move_to_trash, sweep_trash
from tests.processes import run

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="a desktop's trash")


@pytest.fixture
def trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an empty desktop trash."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "Trash"


def test_a_deleted_file_lies_where_the_desktop_finds_it(tmp_path: Path, trash: Path) -> None:
    path = tmp_path / "first steps & more%.txt"
    path.write_text("RR\n")
    trashed = move_to_trash(path)
    assert not path.exists()
    assert (trash / "files" / path.name).read_text() == "RR\n"
    note = configparser.RawConfigParser()
    note.read(trash / "info" / f"{path.name}.trashinfo")
    assert unquote(note["Trash Info"]["Path"]) == str(path)
    assert note["Trash Info"]["DeletionDate"][10] == "T"
    assert trashed.restore()
    assert path.read_text() == "RR\n"
    assert not any((trash / "files").iterdir())
    assert not any((trash / "info").iterdir())


def test_files_of_one_name_do_not_disturb_each_other(tmp_path: Path, trash: Path) -> None:
    path = tmp_path / "a.txt"
    trashed = []
    for text in ("first", "second", "third"):
        path.write_text(text)
        trashed.append(move_to_trash(path))
    assert {file.read_text() for file in (trash / "files").iterdir()} == {
        "first",
        "second",
        "third",
    }
    assert trashed[1].restore()
    assert path.read_text() == "second"
    assert not trashed[0].restore(), "what stands there now is not overwritten"
    assert path.read_text() == "second"


def test_what_was_taken_out_of_the_trash_cannot_be_put_back(tmp_path: Path, trash: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("RR\n")
    trashed = move_to_trash(path)
    trashed.path.unlink()
    assert not trashed.restore()


def test_where_the_desktops_trash_cannot_be_used_a_hidden_folder_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    path = pack / "a.txt"
    path.write_text("RR\n")
    real = os.rename

    def only_within_the_pack(old: Path, new: Path) -> None:
        if pack not in Path(new).parents:
            raise OSError(18, "Invalid cross-device link")
        real(old, new)

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(os, "rename", only_within_the_pack)
    trashed = move_to_trash(path)
    assert not path.exists()
    assert trashed.path == pack / ".trash" / "files" / "a.txt"
    assert trashed.restore()
    assert path.read_text() == "RR\n"


def test_a_file_that_cannot_be_moved_stays_and_leaves_no_note(
    tmp_path: Path, trash: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("RR\n")

    def refuse(old: Path, new: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(FlowDeskError, match=r"a\.txt cannot be moved to the trash: permission"):
        move_to_trash(path)
    assert path.read_text() == "RR\n"
    assert not any((trash / "info").iterdir())


def test_a_note_whose_file_never_arrived_is_removed_an_hour_later(
    tmp_path: Path, trash: Path
) -> None:
    code = (
        "import os, signal, sys; from pathlib import Path; from flowdesk.desk.packs import trash\n"
        "os.rename = lambda *args: os.kill(os.getpid(), signal.SIGKILL)\n"
        "trash.move_to_trash(Path(sys.argv[1]))"
    )
    for name in ("old.txt", "new.txt"):
        (tmp_path / name).write_text("RR\n")
        run([sys.executable, "-c", code, str(tmp_path / name)])
    (tmp_path / "kept.txt").write_text("RR\n")
    move_to_trash(tmp_path / "kept.txt")
    info = trash / "info"
    (info / "others.txt.trashinfo").write_text("[Trash Info]\nPath=/others.txt\n")
    for name in ("old", "kept", "others"):
        os.utime(info / f"{name}.txt.trashinfo", (0, 0))
    sweep_trash()
    left = {note.name.removesuffix(".txt.trashinfo") for note in info.iterdir()}
    assert left == {"new", "kept", "others"}, "others may need theirs"
    assert (tmp_path / "old.txt").exists()
