"""Packs: what each change does to the disk, that undo takes it back, and that nothing gets lost."""

from __future__ import annotations

import itertools
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from flowdesk.core import storage
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.nearby import packs_near
from flowdesk.desk.pack import Pack
from flowdesk.formats.registry import read_file
from tests.processes import run
from tests.test_storage import folder, ordinary_user

__all__ = ["folder"]  # a fixture


#: A folder of three levels, of which one has a title, and what does not belong to the pack.
FOLDER = {
    "alpha.txt": "RR\n",
    "beta.txt": "GG.\n..#\n\ntitle: Second\n",
    "gamma.txt": "BB\n..\n",
    "notes.md": "no level",
    ".hidden.txt": "RR\n",
}
#: One file of four levels, as an old program wrote it.
MANY = "# A pack.\n\n2 1\nAA\n\n# title: Two\n3 1\nA.A\n4 1\nA..A\n5 1\nA...A\n0 0\n"

Act = Callable[[Pack], object]


@pytest.fixture(autouse=True)
def trash(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A trash that is nobody's."""
    data = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    return data / "Trash" / "files"


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """The folder of three levels."""
    box = tmp_path / "box"
    box.mkdir()
    for name, text in FOLDER.items():
        (box / name).write_text(text)
    return box


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """The file of four levels, beside others that are none of its business."""
    (tmp_path / "other.txt").write_text("RR\n")
    path = tmp_path / "many.txt"
    path.write_text(MANY)
    return path


def files(place: Path) -> dict[str, str]:
    """What lies in a folder, or in the folder of a file."""
    folder = place if place.is_dir() else place.parent
    return {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}


def shown(pack: Pack) -> list[str]:
    """The names of the levels in their order."""
    return [item.name for item in pack.items]


def widths(pack: Pack) -> list[int]:
    """The levels in their order, told by their widths."""
    return [item.entry.level.width for item in pack.items if item.entry]


def ids(pack: Pack, *places: int) -> list[int]:
    return [pack.items[place].id for place in places]


def failure(act: Callable[[], object]) -> str:
    """The sentence with which something fails."""
    with pytest.raises(FlowDeskError) as caught:
        act()
    return str(caught.value)


# -- opening -----------------------------------------------------------------------------------


def test_a_folder_is_shown_in_natural_order_with_each_level_of_each_file(box: Path) -> None:
    (box / "alpha-10.txt").write_text("RR\n")
    (box / "alpha-9.txt").write_text(MANY)
    assert shown(Pack(box)) == [
        "alpha.txt",
        "alpha-9.txt#1",
        "alpha-9.txt#2",
        "alpha-9.txt#3",
        "alpha-9.txt#4",
        "alpha-10.txt",
        "beta.txt",
        "gamma.txt",
    ]


def test_one_file_shows_its_levels_alone(many: Path) -> None:
    pack = Pack(many)
    assert shown(pack) == ["many.txt#1", "many.txt#2", "many.txt#3", "many.txt#4"]
    assert [item.title for item in pack.items] == ["", "Two", "", ""]


def test_a_file_that_cannot_be_read_is_shown_last_with_the_reason_and_never_touched(
    box: Path,
) -> None:
    (box / "aaa.txt").write_text("R..\n..\n")
    pack = Pack(box)
    *_, bad = pack.items
    assert (bad.name, bad.entry) == ("aaa.txt", None)
    assert bad.problem.startswith("aaa.txt, line 2")
    everything = [item.id for item in pack.items]
    pack.move([bad.id], -1)
    pack.delete([bad.id])
    pack.duplicate([bad.id])
    pack.arrange(everything[::-1])
    pack.delete(everything)
    assert (box / "aaa.txt").read_text() == "R..\n..\n"
    assert shown(pack) == ["aaa.txt"]


@pytest.mark.parametrize(("text", "words"), [(None, "no such file"), ("R..\n..\n", "line 2")])
def test_what_is_no_pack_is_explained(tmp_path: Path, text: str | None, words: str) -> None:
    path = tmp_path / "pack.txt"
    if text:
        path.write_text(text)
    assert words in failure(lambda: Pack(path))


def test_an_empty_folder_is_an_empty_pack(tmp_path: Path) -> None:
    assert Pack(tmp_path).items == []


def test_packs_near_are_the_folder_above_and_those_with_levels(box: Path, many: Path) -> None:
    for name in ("box/inside/deep/a.txt", "beside/a.json", "no levels/a.md", ".hidden/a.txt"):
        (many.parent / name).parent.mkdir(parents=True)
        (many.parent / name).write_text("RR\n")
    above = many.parent
    assert packs_near(box) == [above, box / "inside", above / "beside"]
    assert above in packs_near(many)
    assert packs_near(above / "no levels")[1:] == [above / "beside", box]


# -- changes -----------------------------------------------------------------------------------


def test_moving_in_a_folder_numbers_its_files(box: Path) -> None:
    pack = Pack(box)
    (first,) = ids(pack, 0)
    pack.move([first], 1)
    assert shown(pack) == ["01-beta.txt", "02-alpha.txt", "03-gamma.txt"]
    assert pack.items[1].id == first
    assert files(box)["02-alpha.txt"] == FOLDER["alpha.txt"]
    assert shown(Pack(box)) == shown(pack)


def test_files_that_are_numbered_keep_their_way_of_numbering(tmp_path: Path) -> None:
    for name in ("1.txt", "2.txt", "7_last.txt"):
        (tmp_path / name).write_text(f"RR\n\ntitle: {name}\n")
    pack = Pack(tmp_path)
    pack.move(ids(pack, 2), -1)
    pack.move(ids(pack, 1), -1)
    assert shown(pack) == ["1_last.txt", "2.txt", "7.txt"]
    assert [item.title for item in pack.items] == ["7_last.txt", "1.txt", "2.txt"]


def test_a_number_that_means_something_else_stays_in_the_name(tmp_path: Path) -> None:
    for name in ("05x05-first.txt", "06x06-second.txt", "07x07.txt"):
        (tmp_path / name).write_text("RR\n")
    pack = Pack(tmp_path)
    pack.move(ids(pack, 1), -1)
    assert shown(pack) == ["01-06x06-second.txt", "02-05x05-first.txt", "03-07x07.txt"]


def test_a_name_that_is_taken_by_something_else_is_not_used(box: Path) -> None:
    (box / "01-beta.txt").mkdir()
    (box / "02-ALPHA.txt").write_text("R.\n.\n")
    pack = Pack(box)
    pack.move(ids(pack, 0), 1)
    assert shown(pack) == ["01-beta-2.txt", "02-alpha-2.txt", "03-gamma.txt", "02-ALPHA.txt"]


def test_moving_in_a_file_puts_its_levels_in_another_order(many: Path) -> None:
    pack = Pack(many)
    pack.move(ids(pack, 1, 3), -1)
    assert widths(pack) == [3, 2, 5, 4]
    assert [entry.level.width for entry in read_file(many)] == [3, 2, 5, 4]
    assert pack.items[0].title == "Two"


def test_what_cannot_go_further_stays_and_what_can_moves(many: Path) -> None:
    pack = Pack(many)
    pack.move(ids(pack, 0, 2), -1)
    assert widths(pack) == [2, 4, 3, 5]
    pack.move(ids(pack, 0, 1), -1)
    assert widths(pack) == [2, 4, 3, 5]
    assert pack.undo_label == "move"
    pack.undo()
    assert (widths(pack), pack.undo_label) == ([2, 3, 4, 5], "")


def test_levels_of_one_file_in_a_folder_stay_together(box: Path) -> None:
    (box / "delta.txt").write_text(MANY)
    pack = Pack(box)
    pack.move(ids(pack, 5), -1)  # the last of the file, within it
    assert widths(pack) == [2, 3, 2, 3, 5, 4, 2]
    pack.move(ids(pack, 2), -1)  # its first: the whole file goes
    assert [name.partition("#")[0][:5] for name in shown(pack)][:5] == ["01-al", *["02-de"] * 4]


def test_any_order_can_be_kept(box: Path, many: Path) -> None:
    (box / "delta.txt").write_text(MANY)
    pack = Pack(box)
    pack.arrange([item.id for item in pack.items][::-1])
    assert shown(pack)[0] == "01-gamma.txt"
    assert widths(pack) == [2, 5, 4, 3, 2, 3, 2]
    assert widths(Pack(box)) == widths(pack)
    pack = Pack(many)
    pack.arrange([item.id for item in pack.items][::-1])
    assert widths(Pack(many)) == [5, 4, 3, 2]


def test_a_new_title_stands_in_the_file_which_keeps_its_name(box: Path, many: Path) -> None:
    pack = Pack(box)
    pack.rename(pack.items[0].id, "  First \n steps ")
    assert files(box)["alpha.txt"] == "RR\n\ntitle: First steps\n"
    pack.rename(pack.items[1].id, "")
    assert files(box)["beta.txt"] == "GG.\n..#\n"
    pack = Pack(many)
    pack.rename(pack.items[3].id, "Four")
    assert [item.title for item in Pack(many).items] == ["", "Two", "", "Four"]


def test_the_same_title_again_is_no_change(box: Path) -> None:
    pack = Pack(box)
    pack.rename(pack.items[1].id, "Second ")
    assert pack.undo_label == ""


def test_a_copy_comes_right_after_its_original(box: Path, many: Path) -> None:
    pack = Pack(box)
    copies = pack.duplicate(ids(pack, 1))
    assert shown(pack) == ["alpha.txt", "beta.txt", "beta-2.txt", "gamma.txt"]
    assert [item.title for item in pack.items if item.id in copies] == ["Second copy"]
    assert pack.items[2].id == copies[0]
    pack = Pack(many)
    copies = pack.duplicate(ids(pack, 0, 3))
    assert widths(pack) == [2, 2, 3, 4, 5, 5]
    assert ids(pack, 1, 5) == copies
    assert shown(pack)[-1] == "many.txt#6"
    assert pack.undo_label == "duplicate 2 levels"


def test_a_deleted_file_lies_in_the_trash(box: Path, trash: Path) -> None:
    pack = Pack(box)
    pack.delete(ids(pack, 0, 2))
    assert shown(pack) == ["beta.txt"]
    assert files(trash) == {name: FOLDER[name] for name in ("alpha.txt", "gamma.txt")}
    pack.undo()
    assert files(box) == FOLDER
    assert files(trash) == {}


def test_a_deleted_file_comes_back_even_if_the_trash_was_emptied(box: Path, trash: Path) -> None:
    pack = Pack(box)
    pack.delete(ids(pack, 1))
    (trash / "beta.txt").unlink()
    pack.undo()
    assert files(box) == FOLDER


def test_levels_are_deleted_from_their_file_and_the_last_takes_the_file_along(
    many: Path, trash: Path
) -> None:
    pack = Pack(many)
    pack.delete(ids(pack, 0, 2))
    assert [entry.level.width for entry in read_file(many)] == [3, 5]
    pack.delete(ids(pack, 0))
    assert shown(pack) == ["many.txt"]
    pack.delete(ids(pack, 0))
    assert pack.items == []
    assert list(files(trash)) == ["many.txt"]
    for _ in range(3):
        pack.undo()
    assert many.read_text() == MANY
    assert shown(pack)[-1] == "many.txt#4"


CHANGES: dict[str, Act] = {
    "move": lambda pack: pack.move(ids(pack, 0), 1),
    "reorder": lambda pack: pack.arrange(ids(pack, 2, 0, 1, *range(3, len(pack.items)))),
    "rename": lambda pack: pack.rename(pack.items[1].id, "Another"),
    "duplicate": lambda pack: pack.duplicate(ids(pack, 1)),
    "delete 2 levels": lambda pack: pack.delete(ids(pack, 0, 2)),
}


@pytest.mark.parametrize("place", ["box", "many"])
@pytest.mark.parametrize("label", CHANGES)
def test_undo_brings_back_every_byte_and_redo_the_change(
    place: str, label: str, request: pytest.FixtureRequest
) -> None:
    path: Path = request.getfixturevalue(place)
    pack = Pack(path)
    before, items = files(path), pack.items
    CHANGES[label](pack)
    after, changed = files(path), pack.items
    assert after != before
    assert pack.undo_label == label
    pack.undo()
    assert (files(path), pack.items, pack.redo_label) == (before, items, label)
    pack.redo()
    assert (files(path), pack.items, pack.undo_label) == (after, changed, label)


def test_all_changes_can_be_taken_back_one_after_the_other(box: Path) -> None:
    (box / "delta.txt").write_text(MANY)
    before = files(box)
    pack = Pack(box)
    for change in (*CHANGES.values(), *CHANGES.values()):
        change(pack)
    after = files(box)
    while pack.undo_label:
        pack.undo()
    assert files(box) == before
    while pack.redo_label:
        pack.redo()
    assert files(box) == after


# -- others ------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", CHANGES)
def test_what_others_changed_is_taken_in_before_anything_is_done(box: Path, label: str) -> None:
    pack = Pack(box)
    gamma = pack.items[2].id
    (box / "beta.txt").write_text("5....5\n......\n")
    (box / "new.txt").write_text("RR\n")
    (box / "alpha.txt").unlink()
    theirs = files(box)
    assert "box was changed by another program" in failure(lambda: CHANGES[label](pack))
    assert files(box) == theirs
    assert shown(pack) == ["beta.txt", "gamma.txt", "new.txt"]
    assert (widths(pack), pack.items[1].id) == ([6, 2, 2], gamma)
    CHANGES[label](pack)
    pack.undo()
    assert files(box) == theirs


def test_a_change_by_others_is_not_undone_but_everything_else_is(box: Path) -> None:
    pack = Pack(box)
    pack.delete(ids(pack, 0))
    pack.rename(pack.items[0].id, "Mine")
    (box / "beta.txt").write_text("RR\n\ntitle: Theirs\n")
    assert pack.refresh()
    assert "beta.txt was changed by another program since" in failure(pack.undo)
    assert files(box)["beta.txt"] == "RR\n\ntitle: Theirs\n"
    assert pack.undo_label == "rename"


def test_what_others_did_elsewhere_is_no_reason_not_to_undo(box: Path) -> None:
    pack = Pack(box)
    pack.delete(ids(pack, 0))
    (box / "beta.txt").write_text("RR\n\ntitle: Theirs\n")
    assert pack.refresh()
    pack.undo()
    assert files(box) == {**FOLDER, "beta.txt": "RR\n\ntitle: Theirs\n"}


def test_a_file_that_others_put_where_a_deleted_one_was_is_not_overwritten(box: Path) -> None:
    pack = Pack(box)
    pack.delete(ids(pack, 0))
    (box / "alpha.txt").write_text("..\nRR\n")
    assert pack.refresh()
    assert "There is a file alpha.txt already" in failure(pack.undo)
    assert files(box)["alpha.txt"] == "..\nRR\n"


def test_a_folder_that_has_gone_is_empty(box: Path) -> None:
    pack = Pack(box)
    box.rename(box.parent / "elsewhere")
    assert pack.refresh()
    assert pack.items == []


# -- where nothing can be changed --------------------------------------------------------------


@pytest.mark.parametrize("label", CHANGES)
def test_in_a_folder_that_is_write_protected_nothing_is_changed(folder: Path, label: str) -> None:
    for name, text in FOLDER.items():
        (folder / name).write_text(text)
    folder.chmod(0o555)
    with ordinary_user():
        pack = Pack(folder)
        words = f"{folder.name} cannot be changed: the folder is write-protected."
        assert failure(lambda: CHANGES[label](pack)) == words
    assert files(folder) == FOLDER
    assert (len(pack.items), pack.undo_label) == (3, "")


@pytest.mark.parametrize("label", CHANGES)
def test_the_levels_that_were_installed_with_the_program_stay_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, box: Path, label: str
) -> None:
    monkeypatch.setattr(storage, "__file__", str(tmp_path / "core" / "storage.py"))
    pack = Pack(box)
    assert "box came with FlowDesk and stays as it is" in failure(lambda: CHANGES[label](pack))
    assert files(box) == FOLDER


#: Files of other programs: what their formats cannot do, and what is said of it.
COLORS = ('[["red", "red"]]\n', "colors.json", "cannot hold all")
LINK = ("https://puzz.link/p?arukone/2/1/11\n", "link.txt", "cannot hold all")
STRING = ("2,0,1,1;0,1,3,2\n", "string.txt", "only reads what it is written in (Flow Free level")
CROSSED = ("pzprv3\narukone\n1\n2\npassallcell\nA A \n-1 \n", "file.txt", "not all of it")


@pytest.mark.parametrize(("text", "name", "words"), [COLORS, LINK, STRING, CROSSED])
def test_a_title_that_a_file_cannot_hold_is_refused(
    tmp_path: Path, text: str, name: str, words: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    pack = Pack(path)
    said = failure(lambda: pack.rename(pack.items[0].id, "New"))
    assert f"{name} cannot be changed here: " in said
    assert words in said
    assert "FlowDesk JSON" in said
    assert path.read_text() == text


def test_a_file_that_holds_one_level_gets_no_second(tmp_path: Path) -> None:
    path = tmp_path / "colors.json"
    path.write_text(COLORS[0])
    pack = Pack(path)
    assert "only one level" in failure(lambda: pack.duplicate(ids(pack, 0)))
    assert path.read_text() == COLORS[0]


def test_a_file_keeps_its_format_whatever_its_name(tmp_path: Path) -> None:
    path = tmp_path / "json.txt"
    path.write_text(
        '{"flowdesk": 1, "kind": "flow", "width": 2, "height": 1, "solution": {"R": [[0,0],[1,0]]},'
        ' "endpoints": [{"label": "R", "cells": [[0, 0], [1, 0]]}]}'
    )
    pack = Pack(path)
    pack.rename(pack.items[0].id, "New")
    (entry,) = read_file(path)
    assert (entry.level.title, bool(entry.solution)) == ("New", True)


def test_files_of_other_programs_are_moved_copied_deleted_and_brought_back(
    tmp_path: Path,
) -> None:
    box = tmp_path / "box"
    box.mkdir()
    for text, name, _ in (COLORS, LINK, STRING, CROSSED):
        (box / name).write_text(text)
    before = files(box)
    pack = Pack(box)
    assert shown(pack) == ["colors.json", "file.txt", "link.txt", "string.txt"]
    pack.move(ids(pack, 3), -1)
    assert shown(pack) == ["01-colors.json", "02-file.txt", "03-string.txt", "04-link.txt"]
    pack.duplicate(ids(pack, 0, 1, 2, 3))
    assert sorted(files(box).values()) == sorted(2 * list(before.values()))
    pack.delete(ids(pack, *range(8)))
    assert files(box) == {}
    for _ in range(3):
        pack.undo()
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
    assert "gamma.txt cannot be moved" in failure(lambda: pack.delete(ids(pack, 0, 2)))
    assert shown(pack) == ["beta.txt", "gamma.txt"]
    monkeypatch.undo()
    pack.undo()
    assert files(box) == FOLDER


# -- the end of the program at any moment ------------------------------------------------------


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
    pack.undo()
    moment, killed = 0, True
    while killed:
        pack = Pack(path)
        with monkeypatch.context() as patched:
            killed = kill_at(moment, patched, lambda: CHANGES[label](pack))  # noqa: B023 -- at once
        moment += 1
        if place == "box" and label.startswith("delete"):  # one file after the other
            there = {*levels_in(path).values(), *levels_in(trash).values()}
            assert there == set(before.values())
        else:
            assert levels_in(path) in (before, after) or still_moving(path)
            Pack(path)
            assert levels_in(path) in (before, after)
        if killed:
            restore(path, before)
    assert moment > 2


def levels_in(place: Path) -> dict[str, str]:
    """The level files in a folder: what a program that was killed leaves behind is hidden."""
    return {name: text for name, text in files(place).items() if not name.startswith(".")}


def still_moving(place: Path) -> bool:
    """Whether a folder was left half-way between two orders: with all its levels nevertheless."""
    texts = {text for name, text in levels_in(place).items() if name.endswith(".txt")}
    return texts == {text for name, text in FOLDER.items() if name[0] in "abg"}


def restore(place: Path, before: dict[str, str]) -> None:
    folder = place if place.is_dir() else place.parent
    for path in folder.iterdir():
        if path.is_file():
            path.unlink()
    for name, text in before.items():
        (folder / name).write_text(text)


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
    """The end of the program: nothing of ours catches it."""


def test_a_program_that_is_really_killed_half_way_leaves_one_order_or_the_other(box: Path) -> None:
    program = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from flowdesk.desk.pack import Pack\n"
        "pack = Pack(Path(sys.argv[1]))\n"
        "os.replace = lambda old, new: os.kill(os.getpid(), signal.SIGKILL)"
        " if '-2' in Path(new).name else os.rename(old, new)\n"
        "pack.arrange([item.id for item in pack.items][::-1])\n"
    )
    done = run([sys.executable, "-c", program, box])
    assert done.returncode == -signal.SIGKILL
    assert sorted(shown(Pack(box))) == ["01-gamma.txt", "02-beta.txt", "03-alpha.txt"]
    assert [path.name for path in box.iterdir() if path.name.startswith(".flow")] == []
