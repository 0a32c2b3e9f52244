"""flowdesk results: what players of a published pack sent back."""

from __future__ import annotations

import json

import pytest

from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.publishing.page import level_key
from flowdesk.desk.publishing.results import LevelResult, PlayerResult, write
from tests.command_line import CommandLine
from tests.packs import FOLDER, filled


@pytest.fixture
def texts(flowdesk: CommandLine) -> list[str]:
    """A pack with three levels, and what two players did."""
    folder = filled(flowdesk.folder / "box", FOLDER)
    first, second, _ = [level_key(item.level) for item in Pack(folder).items if item.level]
    anna = LevelResult(1, first, True, 67, 9, hints=2), LevelResult(2, second, True, 30, 4)
    ben = LevelResult(1, first, True, 20, 4, wrong=((1, 3),)), LevelResult(2, second, False, 5, 1)
    found = [PlayerResult("1f00c0de", anna), PlayerResult("ab12cd34", ben)]
    for name, result in zip(("anna", "ben"), found, strict=True):
        (flowdesk.folder / name).write_text(f"> {write(result)}")
    return list(map(write, found))


def test_the_table_has_the_medians_of_those_who_solved_a_level(
    flowdesk: CommandLine, texts: list[str]
) -> None:
    done = flowdesk("results", "box", "anna", "-", stdin=texts[1])
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "   players  solved  time  moves  hints  title",
        "1        2       2  0:43    6.5      2  alpha.txt",
        "2        2       1  0:30      4      0  Second",
        "3        -       -     -      -      -  gamma.txt",
        "Results of 2 players. Times and moves are medians of who solved it.",
    ]


def test_a_pack_without_a_puzzle_is_told(flowdesk: CommandLine) -> None:
    (flowdesk.folder / "box").mkdir()
    done = flowdesk("results", "box")
    assert (done.returncode, done.stdout) == (2, "")
    assert "box: there is no puzzle in this pack." in done.stderr


def test_what_was_collected_is_there_without_the_texts(
    flowdesk: CommandLine, texts: list[str]
) -> None:
    before = flowdesk("results", "box", "anna", "ben").stdout
    assert flowdesk("results", "box", "anna", "anna").stdout == before
    assert flowdesk("results", "box").stdout == before


def test_json_has_a_line_for_each_level(flowdesk: CommandLine, texts: list[str]) -> None:
    first, *_, last = flowdesk("results", "box", "ben", "--json").stdout.splitlines()
    assert json.loads(first) == {
        "number": 1,
        "puzzle": "alpha.txt",
        "title": "",
        "players": 1,
        "solved": 1,
        "seconds": 20,
        "moves": 4,
        "hints": 0,
        "wrong": [[[1, 0], 3]],
    }
    assert json.loads(last)["seconds"] is None


def test_what_is_wrong_is_told_and_the_rest_is_collected(
    flowdesk: CommandLine, texts: list[str]
) -> None:
    (flowdesk.folder / "damaged").write_text(texts[0].replace("solved", "sold"))
    done = flowdesk("results", "box", "damaged", "missing", "ben", "--quiet")
    assert done.returncode == 2
    assert "flowdesk: damaged, line 2: this is no line of a result." in done.stderr
    assert "flowdesk: missing: there is no such file." in done.stderr
    assert done.stdout.splitlines()[-1].startswith("Results of 1 player.")
