"""Levels of a pack that are the same as others are found, wherever those are."""

from __future__ import annotations

from pathlib import Path

from flowdesk.core.storage import shipped
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.twins import Twins
from flowdesk.desk.work.jobs import finish
from flowdesk.formats.registry import open_file
from tests.packs import filled

LEVELS = {
    "1.txt": "RGR\n.G.\n...\n",
    "2.txt": "YBY\n.B.\n...\n",  # in other colours
    "3.txt": "..R\n.GG\n..R\n\ntitle: On its side\n",  # turned
    "4.txt": "...\n.B.\nYBY\n",  # upside down, in other colours
    "5.txt": "RRG\n.G.\n...\n",  # another one
}


def told(pack: Pack, twins: Twins) -> dict[str, list[str]]:
    """Return by the names of levels what their twins are called, and how they were made of them."""
    return {
        item.name: [f"{twin.title} {twin.how}".strip() for twin in twins.of(item, most=9)]
        for item in pack.items
    }


def test_twins_in_a_pack_are_found_and_it_is_told_how_they_differ(tmp_path: Path) -> None:
    pack = Pack(filled(tmp_path / "box", LEVELS))
    twins = Twins()
    finish(twins.find(pack.items))
    found = told(pack, twins)
    assert found["2.txt"] == [
        "1.txt in other colours",
        "On its side turned, in other colours",
        "4.txt upside down",
    ]
    assert found["3.txt"][:2] == ["1.txt turned", "2.txt turned, in other colours"]
    assert found["5.txt"] == []
    assert twins.count == 4
    assert [len(twins.of(item)) for item in pack.items] == [1, 1, 1, 1, 0]
    assert [twins.number_of(item) for item in pack.items] == [3, 3, 3, 3, 0]


def test_twins_among_the_levels_of_flowdesk_are_found(tmp_path: Path) -> None:
    wave = shipped("puzzles") / "07x07-big-wave.txt"
    rows = wave.read_text().split("\n\n")[0].splitlines()
    pack = Pack(filled(tmp_path / "box", {"mine.txt": "\n".join(row[::-1] for row in rows) + "\n"}))
    twins = Twins()
    finish(twins.find(pack.items))
    (twin,) = twins.of(pack.items[0])
    assert (twin.title, twin.how, twin.id) == ("The Big Wave", "mirrored", None)
    assert open_file(twin.path)[1][twin.index].level.title == "The Big Wave"
    assert twins.count == 1


def test_the_levels_of_flowdesk_are_no_twins_of_themselves() -> None:
    for folder in ("puzzles/packs", "puzzles/slitherlink", "puzzles"):
        pack, twins = Pack(shipped(folder)), Twins()
        finish(twins.find(pack.items))
        assert twins.count == 0, told(pack, twins)
