"""Levels of a pack that are the same as others are found, wherever those are."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowdesk.core.storage import shipped
from flowdesk.desk.packs import twins
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.twins import Twins
from flowdesk.desk.work.jobs import finish
from flowdesk.formats.registry import open_file
from tests.packs import filled

WAVE = "07x07-big-wave.txt"
LEVELS = {
    "1.txt": "RGR\n.G.\n...\n",
    "2.txt": "YBY\n.B.\n...\n",  # in other colours
    "3.txt": "..R\n.GG\n..R\n\ntitle: On its side\n",  # turned
    "4.txt": "...\n.B.\nYBY\n",  # upside down, in other colours
    "5.txt": "RRG\n.G.\n...\n",  # another one
}


def told(pack: Pack, same: Twins) -> dict[str, list[str]]:
    """Return by the names of levels what their twins are called, and how they were made of them."""
    return {
        item.name: [f"{twin.title} {twin.how}".strip() for twin in same.of(item, most=9)]
        for item in pack.items
    }


def test_twins_in_a_pack_are_found_and_it_is_told_how_they_differ(tmp_path: Path) -> None:
    pack = Pack(filled(tmp_path / "box", LEVELS))
    same = Twins()
    finish(same.find(pack.items))
    found = told(pack, same)
    assert found["2.txt"] == [
        "1.txt in other colours",
        "On its side turned, in other colours",
        "4.txt upside down",
    ]
    assert found["3.txt"][:2] == ["1.txt turned", "2.txt turned, in other colours"]
    assert found["5.txt"] == []
    assert same.count == 4
    assert [len(same.of(item)) for item in pack.items] == [1, 1, 1, 1, 0]
    assert [same.number_of(item) for item in pack.items] == [3, 3, 3, 3, 0]


def test_twins_among_the_levels_of_flowdesk_are_found(tmp_path: Path) -> None:
    wave = shipped("puzzles") / WAVE
    rows = wave.read_text().split("\n\n")[0].splitlines()
    pack = Pack(filled(tmp_path / "box", {"mine.txt": "\n".join(row[::-1] for row in rows) + "\n"}))
    same = Twins()
    finish(same.find(pack.items))
    (twin,) = same.of(pack.items[0])
    assert (twin.title, twin.how, twin.id) == ("The Big Wave", "mirrored", None)
    assert open_file(twin.path)[1][twin.index].level.title == "The Big Wave"
    assert same.count == 1


def test_a_search_that_was_given_up_or_failed_does_not_end_the_next_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = Pack(filled(tmp_path / "box", {"mine.txt": (shipped("puzzles") / WAVE).read_text()}))
    given_up = Twins().find(pack.items)
    for _ in range(9):
        next(given_up)
    given_up.close()
    twins._levels_in.cache_clear()
    monkeypatch.setattr(twins, "open_file", lambda path: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        finish(Twins().find(pack.items))
    monkeypatch.undo()
    found = Twins()
    finish(found.find(pack.items))
    assert found.count == 1


def test_the_levels_of_flowdesk_are_no_twins_of_themselves() -> None:
    for folder in ("puzzles/packs", "puzzles/slitherlink", "puzzles"):
        pack, same = Pack(shipped(folder)), Twins()
        finish(same.find(pack.items))
        assert same.count == 0, told(pack, same)
