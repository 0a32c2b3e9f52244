"""Stars and notes of levels: kept beside the pack, and following their levels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowdesk.desk.packs.manifest import Remark
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import finish
from tests.packs import MANY, box, failure, files, ids, many, trash

__all__ = ["box", "many", "trash"]  # fixtures

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
