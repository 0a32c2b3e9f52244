"""The row of levels with the open one: of a document, or of the files of its folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from flowdesk.core.storage import shipped
from flowdesk.desk.documents.document import Document
from flowdesk.desk.documents.known_file import Snapshot
from flowdesk.desk.packs.lineup import FolderWatch, Lineup, moved_before
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import finish
from flowdesk.formats.registry import JSON
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from tests.packs import failure, files, filled, trash
from tests.samples import SMALL

__all__ = ["trash"]  # a fixture

NAMED = Entry(replace(SMALL, about={"title": "Spiral Garden", "author": "Ada"}))


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A folder of four files: one of two levels, and one that cannot be read."""
    texts = {"02.txt": "RR\n", "05-x.txt": "G.G\n", "10.txt": "B..B\n", "11.txt": "\0 no text"}
    return filled(tmp_path / "box", {**texts, "07.txt": "2 1\nAA\n\n3 1\nA.A\n"})


def opened(path: Path) -> Lineup:
    document, pack = Document(Level(5, 5)), Pack(path.parent)
    document.open(path)
    return Lineup(document, pack)


def several(*widths: int) -> Lineup:
    document = Document(Level(5, 5))
    document.start(Snapshot([Entry(Level(width, 5)) for width in widths], called="Set"))
    return Lineup(document, None)


def widths(row: Lineup) -> list[int]:
    row.refresh()
    return [entry.level.width for member in row for entry in member.entries]


def names(row: Lineup) -> list[str]:
    row.refresh()
    return [member.name for member in row]


def test_the_files_of_a_folder_stand_in_the_order_of_its_pack(box: Path) -> None:
    row = opened(box / "05-x.txt")
    assert names(row) == ["02.txt", "05-x.txt", "07.txt", "10.txt", "11.txt"]
    assert row.place == 1
    assert [len(member.entries) for member in row] == [1, 1, 2, 1, 0]
    assert "11.txt" in row[4].problem
    assert row.path(3) == box / "10.txt"
    assert row.is_pack
    assert [path.name for path in row.beyond(1)] == ["07.txt", "10.txt", "11.txt"]
    assert [path.name for path in row.beyond(-1)] == ["02.txt"]


def test_the_levels_of_a_file_of_several_are_a_row_of_their_own(box: Path) -> None:
    row = opened(box / "07.txt")
    assert widths(row) == [2, 3]
    assert (row.pack, row.place) == (None, 0)
    assert [path.name for path in row.beyond(1)] == ["10.txt", "11.txt"]
    row.document.go_to(1)
    assert row.place == 1


def test_the_open_level_is_shown_as_it_is_now(box: Path) -> None:
    row = opened(box / "02.txt")
    row.document.apply("draw", Level(6, 6))
    assert row[0].level == Level(6, 6)
    assert widths(row)[1] == 3


def test_a_level_alone_is_no_pack_and_what_is_shipped_is_not_changed(tmp_path: Path) -> None:
    alone = filled(tmp_path / "alone", {"only.txt": "RR\n"})
    assert not opened(alone / "only.txt").is_pack
    assert not Lineup(Document(Level(5, 5)), None).is_pack
    shipped_row = opened(next(shipped("puzzles").glob("*.txt")))
    assert "part of FlowDesk" in shipped_row.fixed
    assert not shipped_row.is_pack


def test_what_is_added_gets_the_next_number_and_its_title_and_undo_takes_it_away(box: Path) -> None:
    row, before = opened(box / "02.txt"), files(box)
    ids = finish(row.insert("paste", [NAMED, Entry(Level(3, 1))]))
    new = ["12-spiral-garden.txt", "13.txt"]
    assert names(row) == ["02.txt", "05-x.txt", "07.txt", "10.txt", "11.txt", *new]
    assert list(row.ids[-2:]) == ids
    entry = opened(box / new[0])[5].entries[0]
    assert entry.level.about == NAMED.level.about
    assert row.history.undo_label == "paste 2 puzzles"
    finish(row.undo())
    assert files(box) == before
    finish(row.redo())
    assert set(files(box)) == {*before, *new}


def test_what_is_inserted_before_another_one_stands_there(box: Path) -> None:
    row = opened(box / "02.txt")
    finish(row.insert("copy", [NAMED], row.ids[1]))
    assert names(row)[:3] == ["02.txt", "12-spiral-garden.txt", "05-x.txt"]
    assert [item.file for item in Pack(box).items][:2] == ["02.txt", "12-spiral-garden.txt"]
    finish(row.undo())
    assert names(row)[:2] == ["02.txt", "05-x.txt"]


@pytest.mark.parametrize(
    ("moved", "before", "wanted"),
    [((0,), 2, [1, 0, 2, 3]), ((2, 3), 0, [2, 3, 0, 1]), ((0, 2), 4, [1, 3, 0, 2])],
)
def test_members_are_moved_before_another_one_or_to_the_end(
    tmp_path: Path, moved: Iterable[int], before: int, wanted: list[int]
) -> None:
    folder = filled(tmp_path / "box", {f"{n}.txt": f"R{'.' * n}R\n" for n in range(4)})
    for row, first in ((opened(folder / "0.txt"), 2), (several(2, 3, 4, 5), 2)):
        order = moved_before(row.ids, [row.ids[n] for n in moved], before)
        ids = finish(row.arrange(order, "move"))
        assert widths(row) == [n + first for n in wanted]
        assert (list(ids), row.history.undo_label) == (list(row.ids), "move")
        finish(row.undo())
        assert widths(row) == [2, 3, 4, 5]


def test_deleted_files_go_to_the_trash_with_all_their_levels(box: Path, trash: Path) -> None:
    row = opened(box / "02.txt")
    finish(row.delete([row.ids[n] for n in (1, 2, 4)]))
    assert names(row) == ["02.txt", "10.txt", "11.txt"], "what cannot be read is never changed"
    assert {path.name for path in trash.iterdir()} == {"05-x.txt", "07.txt"}
    finish(row.undo())
    assert names(row)[1:3] == ["05-x.txt", "07.txt"]


def test_levels_of_a_document_are_inserted_and_deleted_in_steps_of_its_undo() -> None:
    row = several(2, 3, 4)
    finish(row.insert("paste", [Entry(Level(9, 5))], 1))
    assert widths(row) == [2, 9, 3, 4]
    assert row.document.level.width == 2, "what was open still is"
    assert not row.document.is_saved
    finish(row.delete({0, 2}))
    assert widths(row) == [9, 4]
    finish(row.undo())
    finish(row.undo())
    assert widths(row) == [2, 3, 4]
    finish(row.redo())
    assert widths(row) == [2, 9, 3, 4]


def test_a_member_keeps_its_id_when_others_come_and_go_outside(box: Path) -> None:
    row = opened(box / "05-x.txt")
    assert row.pack
    kept = row.ids[1]
    (box / "02.txt").unlink()
    filled(box, {"01.txt": "RR\n", "03.txt": "RR\n"})
    row.pack.refresh()
    assert names(row)[:3] == ["01.txt", "03.txt", "05-x.txt"]
    assert row.ids[2] == kept
    assert row.place == 2


def test_what_is_gone_since_the_row_was_shown_is_not_taken_for_another_one(box: Path) -> None:
    row = opened(box / "05-x.txt")
    assert row.pack
    (box / "02.txt").unlink()
    row.pack.refresh()
    assert row[0].problem == "It is gone."
    finish(row.delete([row.ids[0]]))
    assert set(files(box)) == {"05-x.txt", "07.txt", "10.txt", "11.txt"}


def test_a_change_by_another_program_is_not_written_over(box: Path) -> None:
    row = opened(box / "02.txt")
    (box / "10.txt").write_text("RRRR\n")
    assert "changed by another program" in failure(lambda: finish(row.delete([row.ids[3]])))
    assert (box / "10.txt").read_text() == "RRRR\n"


def test_a_folder_is_listed_again_when_files_come_within_the_same_tick(tmp_path: Path) -> None:
    filled(tmp_path, {f"{n}.txt": "RR\n" for n in range(301)})
    pack, now = Pack(tmp_path, read=False), os.stat(tmp_path).st_mtime_ns
    watch = FolderWatch(lambda: now)
    finish(watch.look(pack))
    assert watch.has_listed(pack)
    assert not watch.knows(pack), "another file may still come with the same time"
    later = FolderWatch(lambda: now + 4 * 10**9)
    finish(later.look(pack))
    assert later.knows(pack)
    os.utime(tmp_path, ns=(now, now + 1))
    assert not later.knows(pack)


def test_a_small_folder_is_looked_at_each_time_since_its_files_may_change(box: Path) -> None:
    pack = Pack(box, read=False)
    watch = FolderWatch(lambda: os.stat(box).st_mtime_ns + 4 * 10**9)
    finish(watch.look(pack))
    assert not watch.knows(pack)


def test_a_folder_that_is_gone_has_no_members(tmp_path: Path) -> None:
    folder = filled(tmp_path / "box", {"1.txt": "RR\n", "2.txt": "RR\n"})
    row = opened(folder / "1.txt")
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    assert row.pack
    finish(FolderWatch().look(row.pack))
    row.refresh()
    assert (len(row), row.place, list(row.beyond(1))) == (0, None, [])
    assert row.fixed


def test_a_level_in_a_file_that_is_named_as_that_of_a_pack_stands_alone(tmp_path: Path) -> None:
    folder = filled(tmp_path / "box", {"1.txt": "RR\n", "pack.json": JSON.write([Entry(SMALL)])})
    row = opened(folder / "pack.json")
    assert row.place is None
    assert list(row.beyond(1)) == []
    assert not [*row.beyond(-1)]
