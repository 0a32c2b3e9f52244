"""The document follows its level when the pack of that level is changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import with_about
from flowdesk.desk.documents.document import Document
from flowdesk.desk.packs.lineup import following, opened_in
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import finish
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.level import Level
from tests.packs import filled, trash

__all__ = ["trash"]  # a fixture

MANY = "2 1\nAA\n\n3 1\nA.A\n\n4 1\nA..A\n"


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A folder of three files, of which the last holds three levels."""
    return filled(tmp_path / "box", {"a.txt": "RR\n", "b.txt": "G.G\n", "c.txt": MANY})


def opened(path: Path, index: int = 0) -> Document:
    document = Document(Level(5, 5))
    document.open(path)
    document.go_to(index)
    return document


def change(document: Document, pack: Pack, act: Callable[[Pack], object]) -> None:
    with following([document], pack):
        act(pack)
        assert document.look_at_file() is None, "the window may look before all is done"
    assert document.look_at_file() is None, "what we do ourselves is no other program's change"


def test_which_level_of_a_pack_is_open(box: Path) -> None:
    pack = Pack(box)
    ids = [item.id for item in pack.items]
    assert opened_in(opened(box / "b.txt"), pack) == ids[1]
    assert opened_in(opened(box / "c.txt", 2), pack) == ids[4]
    assert opened_in(Document(Level(5, 5)), pack) is None
    assert opened_in(opened(box / "b.txt"), Pack(box / "c.txt")) is None


def test_another_order_of_a_folder_leaves_a_document_and_its_undo_alone(box: Path) -> None:
    pack, document = Pack(box), opened(box / "b.txt")
    document.apply("clear", editing.cleared(document.level))
    document.undo()
    change(document, pack, lambda pack: finish(pack.move([pack.items[0].id], 1)))
    assert document.path == box / "b.txt"
    assert opened_in(document, pack) == pack.items[0].id
    document.redo()
    document.save()
    assert (box / "b.txt").read_text() == "...\n"


def test_a_document_follows_its_level_to_another_place_in_its_file(box: Path) -> None:
    pack, document = Pack(box / "c.txt"), opened(box / "c.txt", 1)
    change(document, pack, lambda pack: finish(pack.move([pack.items[1].id], 1)))
    assert (document.index, document.level.width) == (2, 3)
    change(document, pack, lambda pack: finish(pack.delete([pack.items[0].id])))
    assert (document.index, document.level.width) == (1, 3)
    change(document, pack, lambda pack: finish(pack.undo()))
    assert (document.index, document.level.width, document.count) == (2, 3, 3)


def test_saving_afterwards_does_not_bring_back_what_was_changed(box: Path) -> None:
    pack, document = Pack(box / "c.txt"), opened(box / "c.txt")
    change(document, pack, lambda pack: finish(pack.rename(pack.items[2].id, "Last")))
    document.apply("clear", editing.cleared(document.level))
    document.save()
    assert "title: Last" in (box / "c.txt").read_text()


def test_if_the_open_level_is_deleted_its_neighbour_is_open_or_else_it_stays(box: Path) -> None:
    pack, document = Pack(box / "c.txt"), opened(box / "c.txt", 2)
    change(document, pack, lambda pack: finish(pack.delete([pack.items[2].id])))
    assert (document.index, document.level.width) == (1, 3)
    change(document, pack, lambda pack: finish(pack.delete([item.id for item in pack.items])))
    assert document.level.width == 3


def test_what_undo_brings_back_is_bound_to_its_document_again(box: Path, trash: Path) -> None:
    pack, document = Pack(box), opened(box / "b.txt")
    document.apply("draw", replace(document.level, drawn={"G": ((0, 0), (1, 0))}))
    document.save(left_out=["the drawing"])
    change(document, pack, lambda pack: finish(pack.delete([pack.items[1].id])))
    assert (document.path, document.name, document.is_saved) == (None, "b", False)
    change(document, pack, lambda pack: finish(pack.undo()))
    assert (document.path, document.undo_label, document.is_saved) == (box / "b.txt", "draw", True)
    change(document, pack, lambda pack: finish(pack.redo()))
    document.apply("clear", editing.cleared(document.level))
    change(document, pack, lambda pack: finish(pack.undo()))
    assert (document.path, document.undo_label, document.is_saved) == (
        box / "b.txt",
        "clear",
        False,
    )


def test_another_file_of_the_name_of_a_deleted_one_is_not_taken_for_it(
    box: Path, trash: Path
) -> None:
    pack, document = Pack(box), opened(box / "b.txt")
    change(document, pack, lambda pack: finish(pack.delete([pack.items[1].id])))
    (box / "b.txt").write_text("G..G\n")
    change(document, pack, lambda pack: pack.refresh())
    assert (document.path, document.level.width) == (None, 3)


def test_changes_that_are_not_saved_come_first(box: Path) -> None:
    pack, document = Pack(box), opened(box / "b.txt")
    document.apply("clear", editing.cleared(document.level))
    with pytest.raises(FlowDeskError, match=r"b\.txt is open and has unsaved changes"):
        change(document, pack, lambda pack: finish(pack.delete([pack.items[1].id])))
    assert len(pack.items) == 5
    document.save()
    pack.refresh()
    change(document, pack, lambda pack: finish(pack.delete([pack.items[1].id])))
    assert len(pack.items) == 4


def test_other_files_of_the_pack_are_changed_while_one_is_not_saved(box: Path) -> None:
    pack, document = Pack(box), opened(box / "b.txt")
    document.apply("clear", editing.cleared(document.level))
    change(document, pack, lambda pack: finish(pack.delete([pack.items[0].id])))
    change(document, pack, lambda pack: finish(pack.arrange([i.id for i in pack.items[::-1]])))
    change(document, pack, lambda pack: finish(pack.rename(pack.items[0].id, "Last")))
    assert [item.file for item in pack.items[1:]] == ["c.txt", "c.txt", "b.txt"]
    assert (document.path, document.undo_label) == (box / "b.txt", "clear")
    document.save()
    assert (box / "b.txt").read_text() == "...\n"


def test_a_document_of_another_place_is_left_alone(box: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("RR\n")
    pack, document = Pack(box), opened(tmp_path / "a.txt")
    document.apply("clear", editing.cleared(document.level))
    change(document, pack, lambda pack: finish(pack.move([pack.items[0].id], 1)))
    assert document.path == tmp_path / "a.txt"
    assert not document.is_saved


def test_a_renamed_level_keeps_what_its_file_cannot_hold_and_its_undo(box: Path) -> None:
    pack, document = Pack(box), opened(box / "b.txt")
    empty = document.level
    for number in (1, 2, 3):  # the older ones are kept as differences
        path = tuple((x, 0) for x in range(number))
        document.apply("draw", replace(document.level, drawn={"G": path}))
    drawn = document.level
    document.save(left_out=["the drawing"])
    change(document, pack, lambda pack: finish(pack.rename(pack.items[1].id, "Spiral")))
    assert (document.path, document.level.title) == (box / "spiral.txt", "Spiral")
    assert document.level.drawn == drawn.drawn
    assert document.is_saved
    for _ in range(3):
        document.undo()
        assert document.level.title == "Spiral"
    assert document.level == with_about(empty, "title", "Spiral")
    for _ in range(3):
        document.redo()
    assert document.is_saved
    change(document, pack, lambda pack: finish(pack.undo()))
    assert (document.path, document.level) == (box / "b.txt", drawn)


def test_a_title_of_before_comes_back_by_undo(box: Path) -> None:
    pack, document = Pack(box), opened(box / "b.txt")
    document.apply("title", with_about(document.level, "title", "First"))
    document.save()
    pack.refresh()
    change(document, pack, lambda pack: finish(pack.rename(pack.items[1].id, "Second")))
    document.undo()
    assert document.level.title == ""


def test_levels_that_stay_in_a_file_keep_what_is_drawn_when_others_go(box: Path) -> None:
    pack, document = Pack(box), opened(box / "c.txt", 1)
    document.apply("draw", replace(document.level, drawn={"A": ((0, 0), (1, 0))}))
    document.save(left_out=["the drawing"])
    change(document, pack, lambda pack: finish(pack.delete([pack.items[2].id])))
    assert (document.index, document.count) == (0, 2)
    assert document.level.drawn
    assert document.undo_label == "draw"
    change(document, pack, lambda pack: finish(pack.undo()))
    assert (document.index, document.count) == (1, 3)
    assert document.level.drawn


def test_what_another_program_wrote_is_shown_as_it_is(box: Path) -> None:
    pack, document = Pack(box), opened(box / "b.txt")
    (box / "b.txt").write_text("B.B\n")
    pack.refresh()
    change(document, pack, lambda pack: finish(pack.rename(pack.items[1].id, "Spiral")))
    assert set(document.level.endpoints.values()) == {"B"}
