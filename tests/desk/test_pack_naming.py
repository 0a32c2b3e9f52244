"""Names in a pack: titles by its pattern, files by their numbers and titles."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowdesk.desk.packs.manifest import PackAbout, Remark
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.pack_index import as_name, numbered, renamed
from flowdesk.desk.work.jobs import finish
from flowdesk.formats.registry import read_data
from flowdesk.kinds.entry import Entry
from tests.for_all import for_all
from tests.packs import FOLDER, failure, files, filled, ids, shown, trash

__all__ = ["trash"]  # a fixture

LEVEL = read_data(b"RR.\n..G\nG..\n", "x.txt")[1][0].level


@for_all(
    "pattern, own, title",
    [
        ("{title}", "Spiral", "Spiral"),
        ("{title}", "", ""),
        ("{number}. {title}", "Spiral", "7. Spiral"),
        ("{number}. {title}", "", ""),
        ("{size}, {colors} colours: no {number}", "", "3x3, 2 colours: no 7"),
        ("{size} {number}", "Spiral", "Spiral"),
        ("{name} {{title}} %s", "{number}", "{name} {{number}} %s"),
        ("", "", ""),
    ],
)
def test_a_pattern_makes_titles_and_tells_what_of_them_is_the_levels_own(
    pattern: str, own: str, title: str
) -> None:
    about = PackAbout(pattern=pattern)
    assert about.title_of(own, LEVEL, 7) == title
    if "{title}" in pattern:
        assert about.own_title(title) == own


def test_a_title_that_no_pattern_made_is_a_levels_own() -> None:
    numbers = PackAbout(pattern="{number}. {title}")
    assert numbers.own_title("Spiral") == "Spiral"
    assert numbers.own_title("12. Spiral") == "Spiral", "it had another place then"
    assert PackAbout(pattern="({title}").own_title("(*") == "*"


def test_names_of_files_are_the_words_of_titles() -> None:
    assert as_name("  Ärger: in/../der 3. Kurve!") == "ärger-in-der-3-kurve"
    assert as_name("<*?>") == ""
    assert len(as_name("ab " * 99)) <= 60
    assert renamed("07-old.json", "A new one") == "07-a-new-one.json"
    assert renamed("06x06-old.txt", "Spiral") == "spiral.txt"
    assert renamed("07-old.txt", "") == "07.txt"
    assert renamed("old.txt", "") == "old.txt"


@pytest.mark.parametrize(
    ("there", "wanted"),
    [
        ([], ["01-one", "02"]),
        (["2.txt", "9x9-rings.txt", "notes"], ["3-one", "4"]),
        (["1 one.txt", "2_two.txt"], ["3-one", "4"]),
        (["009.txt"], ["010-one", "011"]),
        (["9.txt"], ["10-one", "11"]),
    ],
)
def test_numbers_go_on_after_those_that_are_there(there: list[str], wanted: list[str]) -> None:
    assert numbered(there, ["One", ""]) == wanted


def entries(*texts: str) -> list[Entry]:
    return [read_data(text.encode(), "x.txt")[1][0] for text in texts]


def test_added_levels_are_in_numbered_files_at_the_end(tmp_path: Path) -> None:
    pack = Pack(tmp_path)
    finish(pack.insert("add", entries("RR\n\ntitle: One\n", "GG\n")))
    finish(pack.insert("add", entries("BB\n")))
    assert shown(pack) == shown(Pack(tmp_path)) == ["01-one.txt", "02.txt", "03.txt"]
    finish(pack.undo())
    assert shown(pack) == ["01-one.txt", "02.txt"]
    assert pack.history.undo_label == "add 2 puzzles"
    finish(pack.redo())
    assert shown(pack) == shown(Pack(tmp_path)) == ["01-one.txt", "02.txt", "03.txt"]
    assert not pack.refresh(), "what was written is known"


def test_they_get_titles_by_the_pattern(tmp_path: Path) -> None:
    pack = Pack(tmp_path)
    finish(pack.set_about(PackAbout(pattern="{size} {number}")))
    finish(pack.insert("add", entries("RR\n", "GG.\n\ntitle: Own\n")))
    assert [item.title for item in pack.items] == ["2x1 1", "Own"]
    assert shown(pack) == ["01-2x1-1.txt", "02-own.txt"]


def test_they_stand_where_they_are_inserted(box: Path, many: Path, pack: Pack) -> None:
    finish(pack.insert("paste", entries("RR\n"), before=pack.items[1].id))
    assert shown(pack) == shown(Pack(box)) == ["alpha.txt", "01.txt", "beta.txt", "gamma.txt"]
    assert pack.history.undo_label == "paste"
    finish(pack.insert("paste", entries("RR\n")))
    assert shown(pack)[-1] == "02.txt", "else at the end, whatever its name is"
    finish(pack.undo())
    finish(pack.undo())
    assert files(box) == FOLDER
    pack = Pack(many)
    finish(pack.insert("paste", entries("GG.\n..#\n"), before=pack.items[1].id))
    assert pack.items[1].level == Pack(many).items[1].level
    assert pack.items[1].level.height == 2  # type: ignore[union-attr]


def test_they_come_last_in_a_pack_that_is_one_file(many: Path) -> None:
    pack = Pack(many)
    (new,) = finish(pack.insert("add", entries("RR.\n..#\n")))
    assert shown(Pack(many)) == shown(pack)
    assert pack.items[-1].id == new
    assert len(pack.items) == 5


def test_a_format_that_loses_nothing_is_taken(tmp_path: Path) -> None:
    (entry,) = entries("RR\n")
    strange = entry.noted({"title": "One", "a b": "c: d"})
    pack = Pack(tmp_path)
    finish(pack.insert("add", [strange]))
    assert Pack(tmp_path).items[0].level == strange.level


def test_a_renamed_level_keeps_its_place_and_its_remarks(box: Path, pack: Pack) -> None:
    finish(pack.move(ids(pack, 0), 1))
    id = pack.items[1].id
    finish(pack.remark("note", {id: Remark(1, "Good")}))
    before = files(box)
    finish(pack.rename(id, "Zebra"))
    assert shown(pack) == shown(Pack(box)) == ["beta.txt", "zebra.txt", "gamma.txt"]
    assert pack.items[1].id == id
    assert Pack(box).remarks[Pack(box).items[1].id] == Remark(1, "Good")
    assert not pack.refresh()
    after = files(box)
    finish(pack.undo())
    assert files(box) == before
    assert pack.items[1].id == id
    finish(pack.redo())
    assert files(box) == after


def test_a_renamed_file_takes_no_others_place(box: Path, pack: Pack) -> None:
    finish(pack.rename(pack.items[0].id, "Beta"))
    assert shown(pack) == ["beta.txt", "beta-2.txt", "gamma.txt"]
    (box / "gamma.txt").write_text("changed elsewhere\n")
    assert "changed by another program" in failure(
        lambda: finish(pack.rename(pack.items[2].id, "New"))
    )


def test_a_pattern_makes_the_title_of_a_renamed_level(pack: Pack) -> None:
    finish(pack.set_about(PackAbout(pattern="{number}. {title}")))
    finish(pack.rename(pack.items[1].id, "Spiral"))
    assert pack.items[2].title == "2. Spiral", "it was the second one"
    assert shown(pack) == ["alpha.txt", "gamma.txt", "spiral.txt"], "a file is named by its own"


def test_a_file_of_several_levels_keeps_its_name(box: Path, many: Path) -> None:
    filled(box, {"delta.txt": many.read_text()})
    pack = Pack(box)
    finish(pack.rename(pack.items[2].id, "Spiral"))
    assert "delta.txt#1" in shown(pack)
