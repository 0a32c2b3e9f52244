"""The document: the level that is open, its file, and its undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Owner
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.documents.known_file import Snapshot
from flowdesk.formats.registry import JSON, load, open_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.level import Level, Solution
from tests.samples import read_text

SMALL = Level(3, 1, {(0, 0): "R", (2, 0): "R"})
OTHER = Level(2, 1, {(0, 0): "B", (1, 0): "B"})
PACK = "3 1\nR.R\n\n2 1\nBB\n\n1 2\nG\nG\n"


def with_hole(level: Level) -> Level:
    return editing.set_hole(level, (1, 0), True)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    path = tmp_path / "pack.txt"
    path.write_text(PACK)
    return path


def test_a_new_document_has_no_file_and_nothing_to_lose(document: Document) -> None:
    assert (document.level, document.path, document.name) == (SMALL, None, "Untitled")
    assert document.is_saved
    document.apply("make a hole", with_hole(SMALL))
    document.new(OTHER)
    assert (document.level, document.path, document.is_saved) == (OTHER, None, True)
    document.undo()
    assert document.level == OTHER


def test_an_edit_can_be_undone_and_is_told(document: Document) -> None:
    told: list[DocumentEvent] = []
    document.changed.connect(told.append, Owner())
    assert document.apply("make a hole", with_hole(SMALL))
    assert not document.is_saved
    document.undo()
    assert (document.level, document.is_saved) == (SMALL, True)
    document.redo()
    assert document.level == with_hole(SMALL)
    assert told == [DocumentEvent.EDITED, DocumentEvent.EDITED, DocumentEvent.EDITED]
    document.redo()
    assert told == [DocumentEvent.EDITED, DocumentEvent.EDITED, DocumentEvent.EDITED]


def test_an_edit_that_changes_nothing_is_none(document: Document) -> None:
    assert not document.apply("erase", editing.erase(document.level, (1, 0)))
    assert document.history.undo_label == ""
    assert document.is_saved


def test_a_gesture_in_a_document_is_one_step(document: Document) -> None:
    document.history.begin_gesture()
    for x in (1, 2):
        document.apply("make holes", editing.set_hole(document.level, (x, 0), True))
    document.history.end_gesture()
    document.undo()
    assert document.level == SMALL
    document.redo()
    document.history.begin_gesture()
    document.apply("clear", editing.cleared(document.level))
    document.abandon_gesture()
    assert document.level.holes == {(1, 0), (2, 0)}


def test_a_file_is_opened_edited_saved_and_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    path.write_text("R.R\n\nmood: sunny\n")
    document = Document(OTHER)
    told: list[DocumentEvent] = []
    document.changed.connect(told.append, Owner())
    document.open(path)
    assert (document.level.endpoints, document.path, document.name) == (
        SMALL.endpoints,
        path,
        "level.txt",
    )
    document.apply("make a hole", with_hole(document.level))
    document.save()
    assert document.is_saved
    assert path.read_text() == "R#R\n\nmood: sunny\n"
    assert told == [DocumentEvent.OPENED, DocumentEvent.EDITED, DocumentEvent.SAVED]
    document.undo()
    assert not document.is_saved
    again = Document(OTHER)
    again.open(path)
    assert again.level == with_hole(again.level)


def test_saving_under_another_name_leaves_the_old_file(tmp_path: Path, document: Document) -> None:
    document.save(tmp_path / "first.txt")
    document.apply("make a hole", with_hole(SMALL))
    document.save(tmp_path / "second.json")
    assert document.path == tmp_path / "second.json"
    assert document.is_saved
    assert load(tmp_path / "first.txt") == [SMALL]
    assert load(tmp_path / "second.json") == [with_hole(SMALL)]


def test_a_file_that_cannot_be_opened_changes_nothing(tmp_path: Path, pack: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("R.R\n..\n")
    document = Document(SMALL)
    document.open(pack)
    document.go_to(1)
    document.apply("clear", editing.cleared(document.level))
    level = document.level
    told: list[DocumentEvent] = []
    document.changed.connect(told.append, Owner())
    for path in (bad, tmp_path, tmp_path / "missing.txt"):
        with pytest.raises(FlowDeskError):
            document.open(path)
        assert (document.level, document.path, document.index) == (level, pack, 1)
        assert document.history.undo_label == "clear"
        assert not document.is_saved
    assert told == []


def test_a_save_that_fails_leaves_the_document_unsaved(tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    document = Document(SMALL)
    document.save(path)
    document.apply("make a hole", with_hole(SMALL))
    told: list[DocumentEvent] = []
    document.changed.connect(told.append, Owner())
    for target in (tmp_path, tmp_path / "no" / "level.txt", tmp_path / "level.doc"):
        with pytest.raises(FlowDeskError):
            document.save(target)
        assert not document.is_saved
        assert document.path == path
    document.apply("long label", editing.place(document.level, (0, 0), "C63"))
    with pytest.raises(FlowDeskError):
        document.save()
    assert not document.is_saved
    assert load(path) == [SMALL]
    assert told == [DocumentEvent.EDITED]


def test_a_document_holds_all_levels_of_its_file(pack: Path, document: Document) -> None:
    document.open(pack)
    assert (document.count, document.index, document.name) == (3, 0, "pack.txt #1")
    told: list[DocumentEvent] = []
    document.changed.connect(told.append, Owner())
    document.apply("make a hole", with_hole(document.level))
    document.go_to(2)
    assert (document.level.height, document.name) == (2, "pack.txt #3")
    document.undo()  # its own history: there is nothing to undo
    assert document.level.endpoints
    document.apply("clear", editing.cleared(document.level))
    document.go_to(0)
    assert document.level == with_hole(SMALL)
    document.undo()
    assert document.level == SMALL
    assert not document.is_saved  # the third one is not
    document.go_to(3)
    document.go_to(-1)
    document.go_to(0)
    assert document.index == 0
    assert told == [
        DocumentEvent.EDITED,
        DocumentEvent.OPENED,
        DocumentEvent.EDITED,
        DocumentEvent.OPENED,
        DocumentEvent.EDITED,
    ]
    document.save()
    assert document.is_saved
    assert [len(level.endpoints) for level in load(pack)] == [2, 2, 0]


def test_pasted_levels_are_not_saved(tmp_path: Path, document: Document) -> None:
    document.start(Snapshot(read_text(PACK)))
    assert (document.count, document.path, document.is_saved) == (3, None, False)
    document.apply("clear", editing.cleared(document.level))
    document.undo()
    assert not document.is_saved
    document.save(tmp_path / "pasted.txt")
    assert document.is_saved


def test_what_belongs_to_no_file_has_a_name_until_it_does(
    tmp_path: Path, document: Document
) -> None:
    assert document.name == "Untitled"
    document.start(Snapshot(read_text(PACK), called="Pasted"))
    assert document.name == "Pasted"
    document.save(tmp_path / "a.txt")
    assert document.name == "a.txt #1"
    document.new(SMALL)
    assert document.name == "Untitled"


def test_a_file_keeps_its_format_whatever_its_name(tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    path.write_text(JSON.write([Entry(SMALL)]))
    document = Document(SMALL)
    document.open(path)
    document.apply("make a hole", with_hole(SMALL))
    document.save()
    assert JSON.read(path.read_text())[0].level == document.level
    assert document.format_for(tmp_path / "other.txt").key == "map"
    assert document.format_for(tmp_path / "other.json").key == "json"


def test_what_was_left_out_by_the_reader_is_known_as_long_as_the_file_is_open(
    tmp_path: Path,
) -> None:
    path = tmp_path / "links.txt"
    path.write_text("https://puzz.link/p?numlin/2/1/11\nhttps://puzz.link/p?numlin/3/1/1g1\n")
    document = Document(SMALL)
    document.open(path)
    document.apply("clear", Level(2, 1))
    assert len(document.remarks) == 1
    assert "numlin" in document.remarks[0]
    document.new(SMALL)
    assert document.remarks == []


def test_a_solution_is_kept_until_the_level_changes(tmp_path: Path) -> None:
    solution = Solution({"R": ((0, 0), (1, 0), (2, 0))})
    document = Document(SMALL)
    document.keep_solution(solution)
    assert document.solution == solution
    assert document.is_saved
    document.save(tmp_path / "a.json")
    assert open_file(tmp_path / "a.json")[1][0].solution == solution
    document.apply("make a hole", with_hole(SMALL))
    assert document.solution is None
    document.open(tmp_path / "a.json")
    assert document.solution == solution


@pytest.fixture
def document() -> Document:
    return Document(SMALL)


def set_of_three() -> Document:
    document = Document(SMALL)
    document.start(Snapshot([Entry(Level(width, 2)) for width in (2, 3, 4)]))
    return document


def widths(document: Document) -> list[int]:
    return [entry.level.width for entry in document.entries]


def test_levels_are_thrown_away_and_undo_brings_them_back_with_their_own_undo(
    tmp_path: Path,
) -> None:
    document = set_of_three()
    document.save(tmp_path / "set.json")
    document.go_to(1)
    document.apply("make a hole", with_hole(document.level))
    document.go_to(2)
    document.arrange("delete", [0, 2])
    assert widths(document) == [2, 4]
    assert document.level.width == 4, "the one on the board stays there"
    assert not document.is_saved
    assert document.undo_label == "delete"
    document.undo()
    assert widths(document) == [2, 3, 4]
    assert document.level.width == 4
    document.go_to(1)
    document.undo()
    assert document.is_saved, "the edits of a level that was thrown away came back with it"
    document.redo()
    document.redo()
    assert widths(document) == [2, 4]
    assert document.level.width == 4, "the next one is on the board instead"
    document.arrange("delete", [])
    assert widths(document) == [2, 4], "a document has at least one level"


def test_levels_change_places_and_that_can_be_undone_before_edits(tmp_path: Path) -> None:
    document = set_of_three()
    document.apply("make a hole", with_hole(document.level))
    document.arrange("sort", [2, 1, 0])
    assert (widths(document), document.index) == ([4, 3, 2], 2)
    document.undo_set()
    assert (widths(document), document.index) == ([2, 3, 4], 0)
    assert document.level == with_hole(Level(2, 2))
    document.redo_set()
    assert widths(document) == [4, 3, 2]


def test_levels_that_are_added_stay_when_the_steps_before_are_undone(tmp_path: Path) -> None:
    document = set_of_three()
    told: list[DocumentEvent] = []
    document.changed.connect(told.append, Owner())
    document.arrange("delete", [0, 2])
    document.save(tmp_path / "set.json")
    document.add([Entry(Level(5, 2))])
    assert not document.is_saved
    document.undo()
    assert widths(document) == [2, 3, 4, 5]
    document.redo()
    assert widths(document) == [2, 4, 5]
    assert DocumentEvent.OPENED not in told, "the level on the board was never another one"
