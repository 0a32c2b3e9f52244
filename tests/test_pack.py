"""Packs: what each change does to the disk, that undo takes it back, and that nothing gets lost."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from flowdesk.cli.inputs import Named, puzzles
from flowdesk.core import locking, storage
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import MAX_BYTES
from flowdesk.desk.packs.nearby import packs_near
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.pack_files import has_puzzles
from flowdesk.desk.work.steps import finish
from flowdesk.formats.registry import read_file
from tests.processes import started
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
    finish(pack.move([bad.id], -1))
    finish(pack.delete([bad.id]))
    finish(pack.duplicate([bad.id]))
    finish(pack.arrange(everything[::-1]))
    finish(pack.delete(everything))
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


def test_moving_in_a_folder_writes_an_order_and_every_file_keeps_its_name(box: Path) -> None:
    pack = Pack(box)
    (first,) = ids(pack, 0)
    finish(pack.move([first], 1))
    assert shown(pack) == ["beta.txt", "alpha.txt", "gamma.txt"]
    assert pack.items[1].id == first
    assert files(box) == {**FOLDER, "order.flowdesk": "beta.txt\nalpha.txt\ngamma.txt\n"}
    assert shown(Pack(box)) == shown(pack)


def test_a_folder_without_an_order_is_in_order_by_the_numbers_of_its_files(box: Path) -> None:
    pack = Pack(box)
    finish(pack.move(ids(pack, 2), 1))  # it is the last already
    finish(pack.duplicate(ids(pack, 0)))
    finish(pack.rename(pack.items[1].id, "Copy"))
    assert "order.flowdesk" not in files(box)
    (box / "10.txt").write_text("RR\n")
    (box / "9.txt").write_text("RR\n")
    pack.refresh()
    assert shown(pack) == ["9.txt", "10.txt", "alpha.txt", "alpha-2.txt", "beta.txt", "gamma.txt"]


def test_what_an_order_does_not_name_comes_after_it_and_what_is_not_there_means_nothing(
    box: Path,
) -> None:
    (box / "b10.txt").write_text("RR\n")
    (box / "b9.txt").write_text("RR\n")
    (box / "order.flowdesk").write_bytes(b"gamma.txt\r\ngone.txt\n\nalpha.txt\ngamma.txt\n../x\n")
    pack = Pack(box)
    assert shown(pack) == ["gamma.txt", "alpha.txt", "b9.txt", "b10.txt", "beta.txt"]
    finish(pack.move(ids(pack, 4), -1))
    written = "gamma.txt\nalpha.txt\nb9.txt\nbeta.txt\nb10.txt\n"
    assert files(box)["order.flowdesk"] == written


def test_what_is_deleted_keeps_its_place_until_the_order_is_written_again(box: Path) -> None:
    pack = Pack(box)
    finish(pack.move(ids(pack, 2), -1))
    order = files(box)["order.flowdesk"]
    finish(pack.delete(ids(pack, 1)))
    assert (shown(pack), files(box)["order.flowdesk"]) == (["alpha.txt", "beta.txt"], order)
    finish(pack.undo())
    assert shown(pack) == ["alpha.txt", "gamma.txt", "beta.txt"]


def test_an_order_of_any_names_is_written_and_read(tmp_path: Path) -> None:
    names = ["# a.txt", " b .txt", "c\udcff.txt", "é.txt", "line\nbreak.txt", "z.txt"]
    for name in names:
        (tmp_path / name).write_text("RR\n")
    pack = Pack(tmp_path)
    natural = shown(pack)
    finish(pack.arrange([item.id for item in pack.items][::-1]))
    again = shown(Pack(tmp_path))
    assert [name for name in again if "\n" not in name] == [
        name for name in natural[::-1] if "\n" not in name
    ]
    assert again[-1] == "line\nbreak.txt", "it cannot stand on a line"


def test_an_order_that_cannot_be_read_is_shown_and_not_overwritten(box: Path) -> None:
    (box / "order.flowdesk").write_bytes(b"x" * (MAX_BYTES + 1))
    pack = Pack(box)
    assert shown(pack) == ["alpha.txt", "beta.txt", "gamma.txt", "order.flowdesk"]
    assert "larger than" in pack.items[-1].problem
    assert "larger than" in failure(lambda: finish(pack.move(ids(pack, 0), 1)))
    assert (box / "order.flowdesk").stat().st_size == MAX_BYTES + 1


def test_a_folder_in_the_place_of_an_order_is_left_alone(box: Path) -> None:
    (box / "order.flowdesk").mkdir()
    pack = Pack(box)
    assert "There is a file order.flowdesk already" in failure(
        lambda: finish(pack.move(ids(pack, 0), 1))
    )
    assert shown(pack) == ["alpha.txt", "beta.txt", "gamma.txt"]


def test_an_order_that_another_program_writes_is_taken_in(box: Path) -> None:
    pack = Pack(box)
    (box / "order.flowdesk").write_text("gamma.txt\n")
    assert pack.refresh()
    assert shown(pack) == ["gamma.txt", "alpha.txt", "beta.txt"]
    (box / "order.flowdesk").write_text("beta.txt\n")
    said = "order.flowdesk was changed by another program. It was read again"
    assert said in failure(lambda: finish(pack.move(ids(pack, 0), 1)))
    assert shown(pack) == ["beta.txt", "alpha.txt", "gamma.txt"]
    (box / "order.flowdesk").unlink()
    assert "order.flowdesk is gone" in failure(lambda: finish(pack.move(ids(pack, 0), 1)))
    assert shown(pack) == ["alpha.txt", "beta.txt", "gamma.txt"]
    assert not pack.refresh()


def test_the_order_is_no_puzzle_to_anybody(box: Path) -> None:
    pack = Pack(box)
    finish(pack.move(ids(pack, 0), 1))
    assert "order.flowdesk" not in shown(Pack(box))
    listed = [Path(found.name).name for found in puzzles([str(box)]) if isinstance(found, Named)]
    assert listed == ["alpha.txt", "beta.txt", "gamma.txt"], "the command line goes by names"
    lonely = box / "inner"
    lonely.mkdir()
    (lonely / "order.flowdesk").write_text("AA\n")
    assert not has_puzzles(lonely)
    assert Pack(lonely).items == []


def test_moving_in_a_file_puts_its_levels_in_another_order(many: Path) -> None:
    pack = Pack(many)
    finish(pack.move(ids(pack, 1, 3), -1))
    assert widths(pack) == [3, 2, 5, 4]
    assert [entry.level.width for entry in read_file(many)] == [3, 2, 5, 4]
    assert pack.items[0].title == "Two"


def test_what_cannot_go_further_stays_and_what_can_moves(many: Path) -> None:
    pack = Pack(many)
    finish(pack.move(ids(pack, 0, 2), -1))
    assert widths(pack) == [2, 4, 3, 5]
    finish(pack.move(ids(pack, 0, 1), -1))
    assert widths(pack) == [2, 4, 3, 5]
    assert pack.undo_label == "move"
    finish(pack.undo())
    assert (widths(pack), pack.undo_label) == ([2, 3, 4, 5], "")


def test_levels_of_one_file_in_a_folder_stay_together(box: Path) -> None:
    (box / "delta.txt").write_text(MANY)
    pack = Pack(box)
    finish(pack.move(ids(pack, 5), -1))  # the last of the file, within it
    assert widths(pack) == [2, 3, 2, 3, 5, 4, 2]
    finish(pack.move(ids(pack, 2), -1))  # its first: the whole file goes
    assert [name[:5] for name in shown(pack)] == ["alpha", *["delta"] * 4, "beta.", "gamma"]


def test_any_order_can_be_kept(box: Path, many: Path) -> None:
    (box / "delta.txt").write_text(MANY)
    pack = Pack(box)
    finish(pack.arrange([item.id for item in pack.items][::-1]))
    assert shown(pack)[0] == "gamma.txt"
    assert widths(pack) == [2, 5, 4, 3, 2, 3, 2]
    assert widths(Pack(box)) == widths(pack)
    pack = Pack(many)
    finish(pack.arrange([item.id for item in pack.items][::-1]))
    assert widths(Pack(many)) == [5, 4, 3, 2]


def test_a_new_title_stands_in_the_file_which_keeps_its_name(box: Path, many: Path) -> None:
    pack = Pack(box)
    finish(pack.rename(pack.items[0].id, "  First \n steps "))
    assert files(box)["alpha.txt"] == "RR\n\ntitle: First steps\n"
    finish(pack.rename(pack.items[1].id, ""))
    assert files(box)["beta.txt"] == "GG.\n..#\n"
    pack = Pack(many)
    finish(pack.rename(pack.items[3].id, "Four"))
    assert [item.title for item in Pack(many).items] == ["", "Two", "", "Four"]


def test_the_same_title_again_is_no_change(box: Path) -> None:
    pack = Pack(box)
    finish(pack.rename(pack.items[1].id, "Second "))
    assert pack.undo_label == ""


def test_a_copy_comes_right_after_its_original(box: Path, many: Path) -> None:
    pack = Pack(box)
    copies = finish(pack.duplicate(ids(pack, 1)))
    assert shown(pack) == ["alpha.txt", "beta.txt", "beta-2.txt", "gamma.txt"]
    assert [item.title for item in pack.items if item.id in copies] == ["Second copy"]
    assert pack.items[2].id == copies[0]
    pack = Pack(many)
    copies = finish(pack.duplicate(ids(pack, 0, 3)))
    assert widths(pack) == [2, 2, 3, 4, 5, 5]
    assert ids(pack, 1, 5) == copies
    assert shown(pack)[-1] == "many.txt#6"
    assert pack.undo_label == "duplicate 2 levels"


def test_a_copy_comes_right_after_its_original_in_any_order(box: Path) -> None:
    (box / "beta-1.txt").write_text("RR\n")
    pack = Pack(box)
    finish(pack.duplicate(ids(pack, 1)))  # by its name it would come after beta-1
    wanted = ["alpha.txt", "beta.txt", "beta-2.txt", "beta-1.txt", "gamma.txt"]
    assert shown(pack) == shown(Pack(box)) == wanted
    finish(pack.undo())
    assert "order.flowdesk" not in files(box)
    finish(pack.arrange([item.id for item in pack.items][::-1]))
    finish(pack.duplicate(ids(pack, 0, 3)))
    wanted = ["gamma.txt", "gamma-2.txt", "beta-1.txt", "beta.txt", "alpha.txt", "alpha-2.txt"]
    assert shown(pack) == shown(Pack(box)) == wanted


def test_a_deleted_file_lies_in_the_trash(box: Path, trash: Path) -> None:
    pack = Pack(box)
    finish(pack.delete(ids(pack, 0, 2)))
    assert shown(pack) == ["beta.txt"]
    assert files(trash) == {name: FOLDER[name] for name in ("alpha.txt", "gamma.txt")}
    finish(pack.undo())
    assert files(box) == FOLDER
    assert files(trash) == {}


def test_a_deleted_file_comes_back_even_if_the_trash_was_emptied(box: Path, trash: Path) -> None:
    pack = Pack(box)
    finish(pack.delete(ids(pack, 1)))
    (trash / "beta.txt").unlink()
    finish(pack.undo())
    assert files(box) == FOLDER


def test_levels_are_deleted_from_their_file_and_the_last_takes_the_file_along(
    many: Path, trash: Path
) -> None:
    pack = Pack(many)
    finish(pack.delete(ids(pack, 0, 2)))
    assert [entry.level.width for entry in read_file(many)] == [3, 5]
    finish(pack.delete(ids(pack, 0)))
    assert shown(pack) == ["many.txt"]
    finish(pack.delete(ids(pack, 0)))
    assert pack.items == []
    assert list(files(trash)) == ["many.txt"]
    for _ in range(3):
        finish(pack.undo())
    assert many.read_text() == MANY
    assert shown(pack)[-1] == "many.txt#4"


CHANGES: dict[str, Act] = {
    "move": lambda pack: finish(pack.move(ids(pack, 0), 1)),
    "reorder": lambda pack: finish(pack.arrange(ids(pack, 2, 0, 1, *range(3, len(pack.items))))),
    "rename": lambda pack: finish(pack.rename(pack.items[1].id, "Another")),
    "duplicate": lambda pack: finish(pack.duplicate(ids(pack, 1))),
    "delete 2 levels": lambda pack: finish(pack.delete(ids(pack, 0, 2))),
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
    finish(pack.undo())
    assert (files(path), pack.items, pack.redo_label) == (before, items, label)
    finish(pack.redo())
    assert (files(path), pack.items, pack.undo_label) == (after, changed, label)


def test_all_changes_can_be_taken_back_one_after_the_other(box: Path) -> None:
    (box / "delta.txt").write_text(MANY)
    before = files(box)
    pack = Pack(box)
    for change in (*CHANGES.values(), *CHANGES.values()):
        change(pack)
    after = files(box)
    while pack.undo_label:
        finish(pack.undo())
    assert files(box) == before
    while pack.redo_label:
        finish(pack.redo())
    assert files(box) == after


# -- others ------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["move", "rename", "duplicate"])
def test_what_others_changed_is_taken_in_before_anything_is_done(box: Path, label: str) -> None:
    pack = Pack(box)
    (box / "alpha.txt").write_text("5....5\n......\n")
    (box / "beta.txt").write_text("5....5\n......\n")
    theirs = files(box)
    name = "alpha.txt" if label == "move" else "beta.txt"
    said = f"{name} was changed by another program. It was read again, and nothing else was done."
    assert failure(lambda: CHANGES[label](pack)) == said
    seen = [6, 3, 2] if label == "move" else [2, 6, 2]
    assert (files(box), widths(pack), pack.undo_label) == (theirs, seen, "")
    CHANGES[label](pack)
    finish(pack.undo())
    assert files(box) == theirs


def test_what_others_deleted_is_not_deleted_again_and_nothing_else_is(box: Path) -> None:
    pack = Pack(box)
    (box / "alpha.txt").unlink()
    said = "alpha.txt is gone: another program has deleted or renamed it. Nothing was done."
    assert failure(lambda: finish(pack.delete(ids(pack, 0, 2)))) == said
    assert shown(pack) == ["beta.txt", "gamma.txt"]
    assert (box / "gamma.txt").exists()


def test_what_others_did_to_other_files_is_no_reason_not_to_do_something(box: Path) -> None:
    pack = Pack(box)
    (box / "gamma.txt").write_text("5....5\n......\n")
    (box / "new.txt").write_text("RR\n")
    finish(pack.rename(pack.items[0].id, "Mine"))
    assert pack.refresh()
    assert shown(pack) == ["alpha.txt", "beta.txt", "gamma.txt", "new.txt"]
    assert widths(pack) == [2, 3, 6, 2]


def test_two_saves_within_a_tick_of_the_clock_are_told_apart(many: Path) -> None:
    pack, before = Pack(many), many.stat()
    theirs = MANY.replace("Two", "Six")
    with many.open("r+") as file:
        file.write(theirs)
    os.utime(many, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "many.txt was changed" in failure(lambda: finish(pack.rename(pack.items[0].id, "Mine")))
    assert many.read_text() == theirs


RENAMING = """
import sys
from pathlib import Path
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.steps import finish

pack = Pack(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for place in range(int(sys.argv[2]), len(pack.items), 2):
    while True:
        try:
            finish(pack.rename(pack.items[place].id, f"{place} by {sys.argv[2]}"))
            break
        except FlowDeskError as error:
            assert "was changed by another program" in str(error), error
"""


def test_two_programs_that_rename_in_one_file_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("2 1\nAA\n" * 40)
    command = [sys.executable, "-c", RENAMING, str(path)]
    pipe = subprocess.PIPE
    with ExitStack() as stack:
        programs = [
            stack.enter_context(started([*command, own], stdin=pipe, stdout=pipe, text=True))
            for own in (0, 1)
        ]
        for program in programs:
            assert program.stdout
            program.stdout.readline()
        for program in programs:
            assert program.stdin
            program.stdin.write("go\n")
            program.stdin.flush()
        assert [program.wait(60) for program in programs] == [0, 0]
    titles = [entry.level.title for entry in read_file(path)]
    assert titles == [f"{place} by {place % 2}" for place in range(40)]


def test_while_another_program_is_at_it_a_change_waits_and_then_is_refused(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locking, "_PATIENCE", 0.0)
    pack = Pack(box)
    with locking.locked(box):
        assert "Another FlowDesk is busy in" in failure(lambda: finish(pack.delete(ids(pack, 0))))
    finish(pack.delete(ids(pack, 0)))
    assert shown(pack) == ["beta.txt", "gamma.txt"]


def test_a_change_by_others_is_not_undone_but_everything_else_is(box: Path) -> None:
    pack = Pack(box)
    finish(pack.delete(ids(pack, 0)))
    finish(pack.rename(pack.items[0].id, "Mine"))
    (box / "beta.txt").write_text("RR\n\ntitle: Theirs\n")
    assert pack.refresh()
    assert "beta.txt was changed by another program since" in failure(lambda: finish(pack.undo()))
    assert files(box)["beta.txt"] == "RR\n\ntitle: Theirs\n"
    assert pack.undo_label == "rename"


def test_what_others_did_elsewhere_is_no_reason_not_to_undo(box: Path) -> None:
    pack = Pack(box)
    finish(pack.delete(ids(pack, 0)))
    (box / "beta.txt").write_text("RR\n\ntitle: Theirs\n")
    assert pack.refresh()
    finish(pack.undo())
    assert files(box) == {**FOLDER, "beta.txt": "RR\n\ntitle: Theirs\n"}


def test_a_file_that_others_put_where_a_deleted_one_was_is_not_overwritten(box: Path) -> None:
    pack = Pack(box)
    finish(pack.delete(ids(pack, 0)))
    (box / "alpha.txt").write_text("..\nRR\n")
    assert pack.refresh()
    assert "There is a file alpha.txt already" in failure(lambda: finish(pack.undo()))
    assert files(box)["alpha.txt"] == "..\nRR\n"


@pytest.mark.parametrize("place", ["box", "many"])
def test_a_pack_that_is_gone_says_so_and_is_as_it_was_when_it_is_back(
    place: str, request: pytest.FixtureRequest
) -> None:
    path: Path = request.getfixturevalue(place)
    pack = Pack(path)
    finish(pack.move(ids(pack, 0), 1))
    items = pack.items
    path.rename(path.parent / "elsewhere")
    assert pack.refresh()
    said = f"{path} is gone: it was deleted or renamed, or its disk was taken out."
    assert pack.unavailable == said
    assert not pack.refresh()
    undo: Act = lambda pack: finish(pack.undo())  # noqa: E731
    for change in (*CHANGES.values(), undo):
        assert "is gone" in failure(lambda: change(pack))  # noqa: B023 -- called at once
    assert (pack.items, pack.undo_label) == (items, "move")
    (path.parent / "elsewhere").rename(path)
    assert pack.refresh()
    assert (pack.unavailable, shown(pack)) == ("", [item.name for item in items])
    finish(pack.undo())


def test_a_folder_that_may_not_be_read_says_so(folder: Path) -> None:
    (folder / "a.txt").write_text("RR\n")
    folder.chmod(0o300)
    with ordinary_user():
        pack = Pack(folder)
        assert pack.unavailable == f"{folder} cannot be read: permission denied."
    folder.chmod(0o700)
    assert pack.refresh()
    assert (pack.unavailable, shown(pack)) == ("", ["a.txt"])


# -- step by step ------------------------------------------------------------------------------


def test_a_folder_is_listed_and_then_read_in_steps_and_what_is_wanted_comes_first(
    box: Path,
) -> None:
    (box / "delta.txt").write_text(MANY)
    (box / "aaa.txt").write_text("R..\n..\n")
    pack = Pack(box, read=False)
    assert pack.items == []
    for _ in pack.look():
        pass
    assert shown(pack) == ["aaa.txt", "alpha.txt", "beta.txt", "delta.txt", "gamma.txt"]
    assert (pack.unread, {item.is_read for item in pack.items}) == (5, {False})
    known = {item.name: item.id for item in pack.items}
    wanted = [known["gamma.txt"], known["beta.txt"]]
    read = list(pack.read(lambda: wanted))
    assert read[:2] == wanted
    assert (len(read), pack.unread) == (5, 0)
    assert shown(pack)[2:] == [
        *(f"delta.txt#{number}" for number in range(1, 5)),
        "gamma.txt",
        "aaa.txt",
    ]
    assert {item.name: item.id for item in pack.items}["delta.txt#1"] == known["delta.txt"]


@pytest.mark.parametrize("label", CHANGES)
def test_what_was_not_read_yet_can_be_changed(box: Path, label: str) -> None:
    (box / "delta.txt").write_text(MANY)
    whole, pack = Pack(box), Pack(box, read=False)
    CHANGES[label](whole)
    after = files(box)
    finish(whole.undo())
    for _ in pack.look():
        pass
    CHANGES[label](pack)
    assert files(box) == after
    pack.refresh()
    assert shown(pack) == shown(Pack(box))
    finish(pack.undo())
    assert shown(pack) == shown(Pack(box))


def test_a_change_during_a_look_is_not_lost_and_nothing_that_is_gone_comes_back(box: Path) -> None:
    pack = Pack(box)
    (box / "new.txt").write_text("RR\n")
    for steps in range(12):
        look = pack.look()
        for _ in itertools.islice(look, steps):
            pass
        finish(pack.delete(ids(pack, 0)))
        for _ in look:
            pass
        assert "alpha.txt" not in shown(pack)
        finish(pack.undo())
    assert pack.refresh() is False
    assert shown(pack) == ["alpha.txt", "beta.txt", "gamma.txt", "new.txt"]


def test_links_that_lead_nowhere_are_no_files(box: Path) -> None:
    (box / "broken.txt").symlink_to("missing.txt")
    (box / "round.txt").symlink_to("round.txt")
    (box / "through.txt").symlink_to(box / "alpha.txt" / "x.txt")
    pack = Pack(box)
    assert (shown(pack), pack.unavailable) == (["alpha.txt", "beta.txt", "gamma.txt"], "")


def test_a_folder_that_goes_while_it_is_read_is_read_when_it_is_back(box: Path) -> None:
    pack = Pack(box, read=False)
    for _ in pack.look():
        pass
    reading = pack.read()
    next(reading)
    box.rename(box.parent / "elsewhere")
    assert list(reading)
    (box.parent / "elsewhere").rename(box)
    pack.refresh()
    assert [bool(item.entry) for item in pack.items] == [True] * 3


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
    said = failure(lambda: finish(pack.rename(pack.items[0].id, "New")))
    assert f"{name} cannot be changed here: " in said
    assert words in said
    assert "FlowDesk JSON" in said
    assert path.read_text() == text


def test_a_file_that_holds_one_level_gets_no_second(tmp_path: Path) -> None:
    path = tmp_path / "colors.json"
    path.write_text(COLORS[0])
    pack = Pack(path)
    assert "only one level" in failure(lambda: finish(pack.duplicate(ids(pack, 0))))
    assert path.read_text() == COLORS[0]


def test_a_file_keeps_its_format_whatever_its_name(tmp_path: Path) -> None:
    path = tmp_path / "json.txt"
    path.write_text(
        '{"flowdesk": 1, "kind": "flow", "width": 2, "height": 1, "solution": {"R": [[0,0],[1,0]]},'
        ' "endpoints": [{"label": "R", "cells": [[0, 0], [1, 0]]}]}'
    )
    pack = Pack(path)
    finish(pack.rename(pack.items[0].id, "New"))
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
    finish(pack.move(ids(pack, 3), -1))
    assert shown(pack) == ["colors.json", "file.txt", "string.txt", "link.txt"]
    finish(pack.duplicate(ids(pack, 0, 1, 2, 3)))
    texts = files(box)
    order = texts.pop("order.flowdesk")
    assert sorted(texts.values()) == sorted(2 * list(before.values()))
    finish(pack.delete(ids(pack, *range(8))))
    assert files(box) == {"order.flowdesk": order}
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
        else:
            assert levels_in(path) in (before, after)
        if killed:
            restore(path, before)
    assert moment >= 2


def levels_in(place: Path) -> dict[str, str]:
    """The level files in a folder: what a program that was killed leaves behind is hidden."""
    return {name: text for name, text in files(place).items() if not name.startswith(".")}


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


def test_what_a_killed_version_of_before_left_is_put_right_when_the_folder_is_opened(
    tmp_path: Path,
) -> None:
    for name in ("21-k.txt", "22-l.moving.moving2.moving.txt", ".flowdesk-abcd_123"):
        (tmp_path / name).write_text("RR\n")
    os.utime(tmp_path / ".flowdesk-abcd_123", (0, 0))
    assert shown(Pack(tmp_path)) == ["21-k.txt", "22-l.txt"]
    assert sorted(files(tmp_path)) == ["21-k.txt", "22-l.txt"]
