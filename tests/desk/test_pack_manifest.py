"""What a folder says about itself and its levels: kept beside them, and not overwritten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.desk.packs import pack_store
from flowdesk.desk.packs.manifest import Manifest, PackAbout, Remark, read, taken_over
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import finish
from flowdesk.formats.registry import open_file
from tests.packs import CHANGES, FOLDER, MANY, failure, files, filled, ids, shown, trash

__all__ = ["trash"]  # a fixture

ABOUT = PackAbout("Spirals", "Änne", "{size} {number}", 5, "Two\nlines.")
#: What older programs wrote.
OLD = {
    "order.flowdesk": "gamma.txt\r\ngone.txt\n\nalpha.txt\n",
    "notes.flowdesk": '{"file": "beta.txt", "key": "00", "star": true, "note": "easy?", "x": 1}\n'
    'what?\n{"file": 3}\n{"file": "alpha.txt", "key": "00", "star": 1}\n',
}


@pytest.fixture
def old(box: Path) -> Path:
    return filled(box, OLD)


def said(box: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((box / "pack.json").read_bytes())
    return found


def test_what_a_pack_says_about_itself_is_kept_beside_its_levels(box: Path, pack: Pack) -> None:
    assert pack.about == PackAbout(title="box"), "a folder that says nothing has its name"
    finish(pack.set_about(ABOUT))
    assert said(box) == {"flowdesk-pack": 1, **vars(ABOUT)}
    assert Pack(box).about == pack.about == ABOUT
    assert pack.history.undo_label == "about the pack"
    finish(pack.undo())
    assert files(box) == FOLDER


def test_its_own_name_is_no_title_to_be_kept(box: Path, pack: Pack) -> None:
    finish(pack.set_about(PackAbout(title="box", author="Änne")))
    assert said(box) == {"flowdesk-pack": 1, "author": "Änne"}
    box.rename(box.with_name("chest"))
    assert Pack(box.with_name("chest")).about.title == "chest"


def test_one_file_has_only_its_name(many: Path) -> None:
    pack = Pack(many)
    filled(many.parent, {"pack.json": json.dumps({"flowdesk-pack": 1, "title": "All"})})
    assert pack.about == PackAbout(title="many")
    assert "save its puzzles in a folder" in failure(lambda: finish(pack.set_about(ABOUT)))


def test_what_nobody_here_knows_is_kept(box: Path) -> None:
    foreign = {"flowdesk-pack": 1, "theme": {"name": "sea"}, "title": "Spirals"}
    filled(box, {"pack.json": json.dumps(foreign)})
    finish(Pack(box).move(ids(Pack(box), 0), 1))
    assert said(box) == {**foreign, "order": ["beta.txt", "alpha.txt", "gamma.txt"]}


def test_what_older_programs_wrote_is_read_and_nothing_changes_until_something_does(
    old: Path,
) -> None:
    pack = Pack(old)
    assert shown(pack) == ["gamma.txt", "alpha.txt", "beta.txt"]
    assert pack.remarks[pack.items[2].id] == Remark(1, "easy?")
    assert files(old) == {**FOLDER, **{name: (old / name).read_text() for name in OLD}}


def test_the_first_change_takes_its_place_in_one_step_of_undo(old: Path) -> None:
    before, pack = files(old), Pack(old)
    finish(pack.remark("note", {pack.items[0].id: Remark(0, "last")}))
    assert not OLD.keys() & files(old).keys()
    key = pack.items[2].key
    found = said(old)
    assert found["order"] == ["gamma.txt", "gone.txt", "alpha.txt"]
    assert found["levels"] == [
        {"file": "beta.txt", "key": key, "stars": 1, "note": "easy?", "x": 1},
        {"file": "gamma.txt", "key": pack.items[0].key, "note": "last"},
    ]
    unread = [line for line in OLD["notes.flowdesk"].splitlines() if "easy" not in line]
    assert found["notes.flowdesk"] == unread, "what could not be read is not lost"
    after = files(old)
    finish(pack.undo())
    assert files(old) == before
    assert shown(pack) == ["gamma.txt", "alpha.txt", "beta.txt"]
    finish(pack.redo())
    assert files(old) == after


def test_the_file_of_a_pack_counts_alone_and_leaves_what_is_older(old: Path) -> None:
    filled(old, {"pack.json": '{"flowdesk-pack": 1, "order": ["beta.txt"]}'})
    pack = Pack(old)
    assert shown(pack) == ["beta.txt", "alpha.txt", "gamma.txt"]
    assert not pack.remarks
    finish(pack.set_about(ABOUT))
    assert OLD.keys() <= files(old).keys()


@pytest.mark.parametrize("way", ["change", "undo"])
@pytest.mark.parametrize("steps", [0, 1, 2])
def test_a_kill_at_any_moment_loses_nothing(
    old: Path, way: str, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = Pack(old)
    remarks = {pack.items[0].id: Remark(0, "last")}
    if way == "undo":
        finish(pack.remark("note", remarks))
    change = pack.undo() if way == "undo" else pack.remark("note", remarks)
    left = [steps]

    def dying(real: object) -> object:
        def call(*args: object) -> object:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return real(*args)  # type: ignore[operator]

        return call

    for name in ("_write", "_remove"):
        monkeypatch.setattr(pack, name, dying(getattr(pack, name)))
    with pytest.raises(KeyboardInterrupt):
        finish(change)
    there = Pack(old)
    assert shown(there) == ["gamma.txt", "alpha.txt", "beta.txt"]
    assert Remark(1, "easy?") in there.remarks.values()
    assert {name: files(old)[name] for name in FOLDER} == FOLDER


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"flowdesk-pack": 1,\n "title": "Spi', "pack.json, line 2, column 11: this is not JSON"),
        ("[1]", "pack.json: the file is not a JSON object"),
        ('{"name": "left-pad"}', "'flowdesk-pack' is missing"),
        ('{"flowdesk": 1, "kind": "flow"}', "give it another name"),
        ('{"flowdesk-pack": 2, "order": 3}', "a newer FlowDesk wrote it"),
        ('{"flowdesk-pack": true}', "'flowdesk-pack' is not a whole number"),
        ('{"flowdesk-pack": 1, "title": 3}', "'title' is not a text"),
        ('{"flowdesk-pack": 1, "colors": -1}', "'colors' is no number"),
        ('{"flowdesk-pack": 1, "order": ["a", 3]}', "'order'[1] is not a text"),
        ('{"flowdesk-pack": 1, "levels": [{}]}', "'levels'[0].file is missing"),
        ('{"flowdesk-pack": 1, "levels": [{"file": "a", "key": "", "stars": "x"}]}', "[0].stars"),
        ('{"flowdesk-pack": 1, "title": "\\ud800"}', "'title' is not a text"),
        ("[" * 5000, "nested too deeply"),
        ("\0", "binary"),
    ],
)
def test_what_cannot_be_understood_is_told_with_its_place_and_never_overwritten(
    box: Path, text: str, words: str
) -> None:
    filled(box, {"pack.json": text})
    pack = Pack(box)
    assert shown(pack) == ["alpha.txt", "beta.txt", "gamma.txt", "pack.json"]
    assert words in pack.items[-1].problem
    assert pack.about == PackAbout(title="box")
    for change in (
        lambda: pack.move(ids(pack, 0), 1),
        lambda: pack.set_about(ABOUT),
        lambda: pack.remark("note", {pack.items[0].id: Remark(1)}),
    ):
        assert words in failure(lambda change=change: finish(change()))  # type: ignore[misc]
    finish(pack.rename(pack.items[0].id, "Another"))
    assert (box / "pack.json").read_text() == text
    assert "another.txt" in files(box)


def test_it_is_no_puzzle_to_be_opened(box: Path) -> None:
    finish(Pack(box).set_about(ABOUT))
    assert "Open its folder" in failure(lambda: open_file(box / "pack.json"))


@pytest.mark.parametrize("label", CHANGES)
def test_every_change_is_possible_in_a_pack_that_says_something(box: Path, label: str) -> None:
    finish(Pack(box).set_about(ABOUT))
    before, pack = files(box), Pack(box)
    CHANGES[label](pack)
    after = files(box)
    assert said(box)["title"] == "Spirals"
    finish(pack.undo())
    assert files(box) == before
    finish(pack.redo())
    assert files(box) == after


def test_what_is_written_is_read_back_and_stays_short(box: Path, pack: Pack) -> None:
    finish(pack.set_about(ABOUT))
    finish(pack.move(ids(pack, 0), 1))
    data = (box / "pack.json").read_bytes()
    assert read(data) == pack.index.manifest
    assert read(data).write() == data
    assert b'\n    "beta.txt",\n' in data, "a line for each name, to be compared by other programs"
    assert Manifest().write() == b""


#: JSON of all sorts, with the names that mean something.
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["file", "level", "of", "key", "stars", "note", "x"]), inner
        )
    ),
    max_leaves=8,
)
MEMBERS = st.dictionaries(st.sampled_from([*vars(ABOUT), "order", "levels", "y"]), JSON)


@given(MEMBERS)
def test_whatever_is_read_is_written_back_and_the_rest_is_refused(members: dict[str, Any]) -> None:
    data = json.dumps({"flowdesk-pack": 1, **members}).encode()
    try:
        found = read(data)
    except FormatError:
        return  # a sentence, and nothing else
    again = found.write()
    assert again == b"" or read(again) == found
    assert read(again or b'{"flowdesk-pack": 1}').write() == again


@given(st.binary(max_size=80), st.binary(max_size=80))
def test_whatever_older_files_have_is_taken_over(order: bytes, notes: bytes) -> None:
    found = taken_over(order, notes)
    assert found == Manifest() or read(found.write()) == found


def test_a_manifest_is_not_larger_than_what_is_read_again(
    box: Path, monkeypatch: pytest.MonkeyPatch, pack: Pack
) -> None:
    notes = PackAbout(notes="x" * 10_000_001)
    assert "pack.json would be larger" in failure(lambda: finish(pack.set_about(notes)))
    assert files(box) == FOLDER


def test_a_failed_write_leaves_what_was_there(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, pack = files(old), Pack(old)

    def full(*args: object, **more: object) -> None:
        raise FlowDeskError("The disk is full.")

    monkeypatch.setattr(pack_store, "write_atomically", full)
    assert "full" in failure(lambda: finish(pack.set_about(ABOUT)))
    assert files(old) == before


# -- stars and notes of levels ---------------------------------------------------------------------


STAR, NOTE = Remark(1, ""), Remark(0, "Too easy? Ask Änne.")


def noted(place: Path) -> dict[str, Remark]:
    """Return the remarks that a pack has when it is opened anew, by the names of its levels."""
    pack = Pack(place)
    return {item.name: pack.remarks[item.id] for item in pack.items if item.id in pack.remarks}


def note(place: Path, **remarks: Remark) -> Pack:
    """Note remarks on levels of a pack, named by the beginnings of their names."""
    pack = Pack(place)
    for name, remark in remarks.items():
        item = next(item for item in pack.items if item.name.startswith(name))
        finish(pack.remark("note", {item.id: remark}))
    return pack


def test_they_are_kept_beside_the_levels_which_stay_as_they_were(box: Path) -> None:
    before = files(box)
    pack = note(box, alpha=STAR, beta=NOTE)
    assert noted(box) == {"alpha.txt": STAR, "beta.txt": NOTE}
    after = files(box)
    lines = json.loads(after.pop("pack.json"))["levels"]
    assert after == before
    assert [line["file"] for line in lines] == ["alpha.txt", "beta.txt"]
    assert lines[0]["stars"] == 1
    assert lines[1]["note"] == NOTE.note
    finish(pack.undo())
    assert noted(box) == {"alpha.txt": STAR}
    finish(pack.undo())
    assert files(box) == before
    finish(pack.redo())
    assert noted(box) == {"alpha.txt": STAR}


def test_no_file_is_left_without_any(box: Path) -> None:
    before = files(box)
    note(box, alpha=STAR)
    note(box, alpha=Remark())
    assert files(box) == before


def test_they_follow_levels_whose_files_were_renamed(box: Path) -> None:
    note(box, alpha=STAR, beta=NOTE)
    (box / "alpha.txt").rename(box / "zeta.txt")
    assert noted(box) == {"zeta.txt": STAR, "beta.txt": NOTE}
    (box / "zeta.txt").rename(box / "swap.txt")
    (box / "beta.txt").rename(box / "alpha.txt")
    (box / "swap.txt").rename(box / "beta.txt")
    assert noted(box) == {"beta.txt": STAR, "alpha.txt": NOTE}


def test_they_stay_with_levels_that_other_programs_edited(box: Path) -> None:
    note(box, alpha=STAR)
    (box / "alpha.txt").write_text("RR\nG.\n.G\n")
    assert noted(box) == {"alpha.txt": STAR}
    note(box, beta=NOTE)  # writes the file, which now knows the new content
    (box / "alpha.txt").rename(box / "other.txt")
    assert noted(box) == {"other.txt": STAR, "beta.txt": NOTE}


def test_they_follow_levels_that_change_places_in_a_file(many: Path) -> None:
    pack = Pack(many)
    finish(pack.remark("note", {pack.items[1].id: NOTE}))
    assert noted(many) == {"many.txt#2": NOTE}
    finish(pack.move(ids(pack, 1), 1))
    assert noted(many) == {"many.txt#3": NOTE}
    finish(pack.rename(pack.items[2].id, "Another title"))
    assert noted(many) == {"many.txt#3": NOTE}
    many.write_text(MANY.replace("# A pack.\n", "9 1\nA.......A\n"))
    assert noted(many) == {"many.txt#3": NOTE}


def test_another_level_in_a_longer_file_is_not_taken_for_the_edited_one(many: Path) -> None:
    pack = Pack(many)
    finish(pack.remark("note", {pack.items[0].id: NOTE}))
    many.write_text(MANY.replace("2 1\nAA\n", "9 1\nA.......A\n8 1\nA......A\n"))
    assert noted(many) == {}
    many.write_text(MANY)
    assert noted(many) == {"many.txt#1": NOTE}


def test_a_copy_has_none_and_a_deleted_level_takes_its_own_along(box: Path) -> None:
    pack = note(box, alpha=STAR)
    finish(pack.duplicate(ids(pack, 0)))
    assert noted(box) == {"alpha.txt": STAR}
    finish(pack.delete(ids(pack, 0)))
    assert noted(box) == {}
    finish(pack.undo())
    assert noted(box) == {"alpha.txt": STAR}


def test_a_folder_and_a_file_in_it_share_them(many: Path) -> None:
    (many.parent / "same.txt").write_text("AA\n")  # the same level as the first one of the file
    note(many.parent, same=STAR)
    assert noted(many) == {}
    pack = Pack(many)
    finish(pack.remark("note", {pack.items[0].id: NOTE}))
    assert noted(many.parent) == {"same.txt": STAR, "many.txt#1": NOTE}


def test_those_about_other_levels_are_kept(box: Path) -> None:
    gone = {"file": "gone.txt", "key": "00", "stars": 3, "tested": ["by Änne"]}
    said = {"flowdesk-pack": 1, "levels": [gone]}
    (box / "pack.json").write_text(json.dumps(said))
    note(box, alpha=STAR)
    assert json.loads((box / "pack.json").read_text())["levels"][0] == gone
    assert noted(box) == {"alpha.txt": STAR}


def test_what_another_program_noted_meanwhile_is_not_overwritten(box: Path) -> None:
    pack = note(box, alpha=STAR)
    note(box, beta=NOTE)
    change = pack.remark("note", {pack.items[2].id: STAR})
    assert "was changed by another program" in failure(lambda: finish(change))
    finish(pack.remark("note", {pack.items[2].id: STAR}))
    assert noted(box) == {"alpha.txt": STAR, "beta.txt": NOTE, "gamma.txt": STAR}


@pytest.mark.parametrize("number", [0, 1])
def test_levels_that_were_not_read_yet_have_theirs(box: Path, number: int) -> None:
    note(box, alpha=STAR, gamma=NOTE)
    pack = Pack(box, read=False)
    finish(pack.scan())
    for _, _ in zip(range(number), pack.read(), strict=False):
        pass
    found = {item.name: pack.remarks.get(item.id) for item in pack.items}
    assert found == {"alpha.txt": STAR, "beta.txt": None, "gamma.txt": NOTE}
