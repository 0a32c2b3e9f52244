"""Packs: opening them, and all changes of their levels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowdesk.cli.runs import Named, puzzles
from flowdesk.core.storage import MAX_BYTES
from flowdesk.desk.packs.lineup import packs_near
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import finish
from flowdesk.formats.registry import open_file
from tests.packs import CHANGES, FOLDER, MANY, failure, files, ids, shown, trash, widths

__all__ = ["trash"]  # a fixture


# -- opening --------------------------------------------------------------------------------------


def test_a_folder_is_shown_in_natural_order_with_each_level_of_each_file(box: Path) -> None:
    (box / "alpha-10.txt").write_text("RR\n")
    (box / "alpha-9.txt").write_text(MANY)
    assert shown(Pack(box)) == [
        "alpha.txt",
        *(f"alpha-9.txt#{number}" for number in range(1, 5)),
        *("alpha-10.txt", "beta.txt", "gamma.txt"),
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


# -- changes --------------------------------------------------------------------------------------


def ordered(box: Path, *names: str) -> None:
    """Write a manifest that has only an order."""
    (box / "pack.json").write_text(json.dumps({"flowdesk-pack": 1, "order": names}))


def order(box: Path) -> list[str]:
    """Return the order that the manifest has."""
    said: list[str] = json.loads((box / "pack.json").read_text())["order"]
    return said


def test_moving_in_a_folder_writes_an_order_and_every_file_keeps_its_name(
    box: Path, pack: Pack
) -> None:
    (first,) = ids(pack, 0)
    finish(pack.move([first], 1))
    assert shown(pack) == ["beta.txt", "alpha.txt", "gamma.txt"]
    assert pack.items[1].id == first
    assert order(box) == ["beta.txt", "alpha.txt", "gamma.txt"]
    assert {name: text for name, text in files(box).items() if name != "pack.json"} == FOLDER
    assert shown(Pack(box)) == shown(pack)


def test_a_folder_without_an_order_is_in_order_by_the_numbers_of_its_files(
    box: Path, pack: Pack
) -> None:
    finish(pack.move(ids(pack, 2), 1))  # it is the last already
    finish(pack.duplicate(ids(pack, 0)))
    assert "pack.json" not in files(box)
    (box / "10.txt").write_text("RR\n")
    (box / "9.txt").write_text("RR\n")
    pack.refresh()
    assert shown(pack) == ["9.txt", "10.txt", "alpha.txt", "alpha-2.txt", "beta.txt", "gamma.txt"]


def test_what_an_order_does_not_name_comes_after_it_and_what_is_not_there_means_nothing(
    box: Path,
) -> None:
    (box / "b10.txt").write_text("RR\n")
    (box / "b9.txt").write_text("RR\n")
    ordered(box, "gamma.txt", "gone.txt", "", "alpha.txt", "gamma.txt", "../x", "pack.json")
    pack = Pack(box)
    assert shown(pack) == ["gamma.txt", "alpha.txt", "b9.txt", "b10.txt", "beta.txt"]
    finish(pack.move(ids(pack, 4), -1))
    assert order(box) == ["gamma.txt", "alpha.txt", "b9.txt", "beta.txt", "b10.txt"]


def test_what_is_deleted_keeps_its_place_until_the_order_is_written_again(
    box: Path, pack: Pack
) -> None:
    finish(pack.move(ids(pack, 2), -1))
    written = order(box)
    finish(pack.delete(ids(pack, 1)))
    assert (shown(pack), order(box)) == (["alpha.txt", "beta.txt"], written)
    finish(pack.undo())
    assert shown(pack) == ["alpha.txt", "gamma.txt", "beta.txt"]


def test_an_order_of_any_names_is_written_and_read(tmp_path: Path) -> None:
    names = ["# a.txt", " b .txt", "c\udcff.txt", "é.txt", "line\nbreak.txt", "z.txt"]
    for name in names:
        (tmp_path / name).write_text("RR\n")
    pack = Pack(tmp_path)
    natural = shown(pack)
    finish(pack.arrange([item.id for item in pack.items][::-1]))
    assert shown(Pack(tmp_path)) == natural[::-1]
    (tmp_path / "pack.json").read_bytes().decode()  # it is text, whatever the names are


@pytest.mark.parametrize("name", ["pack.json", "order.flowdesk", "notes.flowdesk"])
def test_an_order_that_cannot_be_read_is_shown_and_not_overwritten(box: Path, name: str) -> None:
    (box / name).write_bytes(b"x" * (MAX_BYTES + 1))
    pack = Pack(box)
    assert shown(pack) == ["alpha.txt", "beta.txt", "gamma.txt", name]
    assert "larger than" in pack.items[-1].problem
    assert "larger than" in failure(lambda: finish(pack.move(ids(pack, 0), 1)))
    assert (box / name).stat().st_size == MAX_BYTES + 1


def test_a_folder_in_the_place_of_an_order_is_left_alone(box: Path) -> None:
    (box / "pack.json").mkdir()
    pack = Pack(box)
    assert "There is a file pack.json already" in failure(
        lambda: finish(pack.move(ids(pack, 0), 1))
    )
    assert shown(pack) == ["alpha.txt", "beta.txt", "gamma.txt"]


def test_an_order_that_another_program_writes_is_taken_in(box: Path, pack: Pack) -> None:
    ordered(box, "gamma.txt")
    assert pack.refresh()
    assert shown(pack) == ["gamma.txt", "alpha.txt", "beta.txt"]
    ordered(box, "beta.txt")
    said = "pack.json was changed by another program. It was read again"
    assert said in failure(lambda: finish(pack.move(ids(pack, 0), 1)))
    assert shown(pack) == ["beta.txt", "alpha.txt", "gamma.txt"]
    (box / "pack.json").unlink()
    assert "pack.json is gone" in failure(lambda: finish(pack.move(ids(pack, 0), 1)))
    assert shown(pack) == ["alpha.txt", "beta.txt", "gamma.txt"]
    assert not pack.refresh()


def test_the_order_is_no_puzzle_to_anybody(box: Path, pack: Pack) -> None:
    finish(pack.move(ids(pack, 0), 1))
    assert "pack.json" not in shown(Pack(box))
    listed = [Path(found.name).name for found in puzzles([str(box)]) if isinstance(found, Named)]
    assert listed == ["alpha.txt", "beta.txt", "gamma.txt"], "the command line goes by names"
    lonely = box / "inner"
    lonely.mkdir()
    (lonely / "pack.json").write_text("AA\n")
    assert lonely not in packs_near(box)
    assert shown(Pack(lonely)) == ["pack.json"], "as what cannot be read"


def test_moving_in_a_file_puts_its_levels_in_another_order_and_what_can_go_no_further_stays(
    many: Path,
) -> None:
    pack = Pack(many)
    finish(pack.move(ids(pack, 1, 3), -1))
    assert widths(pack) == [3, 2, 5, 4]
    assert [entry.level.width for entry in open_file(many)[1]] == [3, 2, 5, 4]
    assert pack.items[0].title == "Two"
    finish(pack.undo())
    finish(pack.move(ids(pack, 0, 2), -1))
    assert widths(pack) == [2, 4, 3, 5]
    finish(pack.move(ids(pack, 0, 1), -1))
    assert widths(pack) == [2, 4, 3, 5]
    assert pack.history.undo_label == "move"
    finish(pack.undo())
    assert (widths(pack), pack.history.undo_label) == ([2, 3, 4, 5], "")


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


def test_a_new_title_stands_in_the_file_and_gives_it_its_name_and_the_same_one_is_no_change(
    box: Path, many: Path, pack: Pack
) -> None:
    finish(pack.rename(pack.items[2].id, "  Last \n steps "))
    assert files(box)["last-steps.txt"] == "BB\n..\n\ntitle: Last steps\n"
    assert shown(pack) == shown(Pack(box)) == ["alpha.txt", "beta.txt", "last-steps.txt"]
    finish(pack.rename(pack.items[1].id, ""))
    assert files(box)["beta.txt"] == "GG.\n..#\n", "without a title it keeps its name"
    pack = Pack(many)
    finish(pack.rename(pack.items[3].id, "Four"))
    assert [item.title for item in Pack(many).items] == ["", "Two", "", "Four"]
    again = Pack(many)
    finish(again.rename(again.items[1].id, "Two "))
    assert again.history.undo_label == ""


def test_a_copy_comes_right_after_its_original(many: Path, pack: Pack) -> None:
    copies = finish(pack.duplicate(ids(pack, 1)))
    assert shown(pack) == ["alpha.txt", "beta.txt", "beta-2.txt", "gamma.txt"]
    assert [item.title for item in pack.items if item.id in copies] == ["Second copy"]
    assert pack.items[2].id == copies[0]
    pack = Pack(many)
    copies = finish(pack.duplicate(ids(pack, 0, 3)))
    assert widths(pack) == [2, 2, 3, 4, 5, 5]
    assert ids(pack, 1, 5) == copies
    assert shown(pack)[-1] == "many.txt#6"
    assert pack.history.undo_label == "duplicate 2 puzzles"


def test_a_copy_comes_right_after_its_original_in_any_order(box: Path) -> None:
    (box / "beta-1.txt").write_text("RR\n")
    pack = Pack(box)
    finish(pack.duplicate(ids(pack, 1)))  # by its name it would come after beta-1
    wanted = ["alpha.txt", "beta.txt", "beta-2.txt", "beta-1.txt", "gamma.txt"]
    assert shown(pack) == shown(Pack(box)) == wanted
    finish(pack.undo())
    assert "pack.json" not in files(box)
    finish(pack.arrange([item.id for item in pack.items][::-1]))
    finish(pack.duplicate(ids(pack, 0, 3)))
    wanted = ["gamma.txt", "gamma-2.txt", "beta-1.txt", "beta.txt", "alpha.txt", "alpha-2.txt"]
    assert shown(pack) == shown(Pack(box)) == wanted


def test_a_deleted_file_lies_in_the_trash_and_comes_back_even_if_that_was_emptied(
    box: Path, trash: Path, pack: Pack
) -> None:
    finish(pack.delete(ids(pack, 0, 2)))
    assert shown(pack) == ["beta.txt"]
    assert files(trash) == {name: FOLDER[name] for name in ("alpha.txt", "gamma.txt")}
    finish(pack.undo())
    assert files(box) == FOLDER
    assert files(trash) == {}
    finish(pack.delete(ids(pack, 1)))
    (trash / "beta.txt").unlink()
    finish(pack.undo())
    assert files(box) == FOLDER


def test_levels_are_deleted_from_their_file_and_the_last_takes_the_file_along(
    many: Path, trash: Path
) -> None:
    pack = Pack(many)
    finish(pack.delete(ids(pack, 0, 2)))
    assert [entry.level.width for entry in open_file(many)[1]] == [3, 5]
    finish(pack.delete(ids(pack, 0)))
    assert shown(pack) == ["many.txt"]
    finish(pack.delete(ids(pack, 0)))
    assert pack.items == []
    assert list(files(trash)) == ["many.txt"]
    for _ in range(3):
        finish(pack.undo())
    assert many.read_text() == MANY
    assert shown(pack)[-1] == "many.txt#4"


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
    assert pack.history.undo_label == label
    finish(pack.undo())
    assert (files(path), pack.items, pack.history.redo_label) == (before, items, label)
    finish(pack.redo())
    assert (files(path), pack.items, pack.history.undo_label) == (after, changed, label)


def test_all_changes_can_be_taken_back_one_after_the_other(box: Path) -> None:
    (box / "delta.txt").write_text(MANY)
    before = files(box)
    pack = Pack(box)
    for change in (*CHANGES.values(), *CHANGES.values()):
        change(pack)
    after = files(box)
    while pack.history.undo_label:
        finish(pack.undo())
    assert files(box) == before
    while pack.history.redo_label:
        finish(pack.redo())
    assert files(box) == after
