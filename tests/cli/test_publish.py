"""flowdesk publish: pages of packs, and what is said of puzzles that are not as players expect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.publishing.page import level_key
from flowdesk.desk.publishing.results import LevelResult, PlayerResult, write
from tests.command_line import GOOD, INCOMPLETE, PACK, SEVERAL, CommandLine
from tests.packs import FOLDER, filled


def data(path: Path) -> Any:
    """The data of a page."""
    return json.loads(path.read_text("utf-8").split('id="data">')[1].split("</script>")[0])


def test_a_pack_becomes_a_page_in_its_order(flowdesk: CommandLine) -> None:
    flowdesk.file("mine/2.txt", GOOD)
    flowdesk.file("mine/10.txt", "R.R\n\ntitle: Third\n")
    assert flowdesk.prints("publish", "mine", "-o", "page.html") == ""
    found = data(flowdesk.folder / "page.html")
    assert found["title"] == "mine"
    assert [level["size"][:5] for level in found["levels"]] == ["5 × 5", "3 × 1"]
    assert found["levels"][1]["title"] == "Third"
    assert "score" in found["levels"][0]


def test_files_links_and_standard_input_fit_on_one_page(flowdesk: CommandLine) -> None:
    flowdesk.file("pack.txt", PACK)
    link = "https://puzz.link/p?slither/5/5/cbcbcddad"
    done = flowdesk("publish", "pack.txt#1", "-", link, "-o", "-", stdin=GOOD)
    assert done.returncode == 0
    page = flowdesk.folder / "copy.html"
    page.write_text(done.stdout, "utf-8")
    assert [bool(level.get("ends")) for level in data(page)["levels"]] == [True, True, False]


def test_a_puzzle_without_one_solution_is_left_out_unless_asked_for(flowdesk: CommandLine) -> None:
    flowdesk.file("good.txt", GOOD)
    flowdesk.file("other.txt", SEVERAL)
    done = flowdesk("publish", "good.txt", "other.txt", "-o", "page.html")
    assert done.returncode == 1
    sentence = "other.txt: it has several solutions."
    assert f"{sentence} It is left out; --all publishes it as well." in done.stderr
    assert len(data(flowdesk.folder / "page.html")["levels"]) == 1
    done = flowdesk("publish", "good.txt", "other.txt", "-o", "page.html", "--all")
    assert done.returncode == 1
    assert done.stderr.endswith(f"{sentence}\n")
    assert len(data(flowdesk.folder / "page.html")["levels"]) == 2


def test_what_cannot_be_played_or_read_is_told(flowdesk: CommandLine) -> None:
    flowdesk.file("box/bad.txt", "?")
    flowdesk.file("box/incomplete.txt", INCOMPLETE)
    done = flowdesk("publish", "box", "missing.txt", "-o", "page.html", "--all")
    assert done.returncode == 2
    for words in ("bad.txt", "it is not complete", "missing.txt", "There is no puzzle to publish."):
        assert words in done.stderr
    assert not (flowdesk.folder / "page.html").exists()


def test_hints_can_be_asked_for(flowdesk: CommandLine) -> None:
    flowdesk("publish", flowdesk.file("a.txt", GOOD), "-o", "a.html", "--hints")
    (level,) = data(flowdesk.folder / "a.html")["levels"]
    assert level["hints"]
    assert len(level["solution"]) == 5


def test_a_folder_of_packs_becomes_pages_and_an_index(flowdesk: CommandLine) -> None:
    flowdesk.file("packs/one.txt", PACK)
    flowdesk.file("packs/single.txt", GOOD)
    flowdesk.file("packs/more/1.txt", GOOD)
    done = flowdesk("publish", "packs", "--folder", "site", "--all")
    assert done.returncode == 1, "the pack has a puzzle without a solution"
    names = {path.name for path in (flowdesk.folder / "site").iterdir()}
    assert names == {"index.html", "one.html", "packs.html", "more.html"}
    index = (flowdesk.folder / "site" / "index.html").read_text("utf-8")
    assert [name for name in sorted(names) if f'href="{name}"' in index] == [
        "more.html",
        "one.html",
        "packs.html",
    ]


def test_the_output_is_named_and_never_a_puzzle(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", GOOD)
    assert flowdesk("publish", "a.txt").returncode == 2
    done = flowdesk("publish", "a.txt", "-o", "a.txt")
    assert done.returncode == 2
    assert (flowdesk.folder / "a.txt").read_text() == GOOD


def test_verdicts_are_remembered(flowdesk: CommandLine) -> None:
    from flowdesk.desk.knowledge.survey import Verdicts
    from flowdesk.formats.registry import load

    flowdesk.file("a.txt", GOOD)
    flowdesk("publish", "a.txt", "-o", "a.html")
    known = Verdicts().known(load(flowdesk.folder / "a.txt")[0])
    assert known
    assert known.difficulty


def test_a_folder_that_says_so_is_one_pack_with_title_author_and_notes(
    flowdesk: CommandLine,
) -> None:
    about = {"flowdesk-pack": 1, "title": "My pack", "author": "Ada", "notes": "Enjoy."}
    flowdesk.file("mine/pack.json", json.dumps(about))
    flowdesk.file("mine/1.txt", GOOD)
    flowdesk.file("mine/two.txt", "2 1\nRR\n\n2 1\nBB\n")
    done = flowdesk("publish", "mine", "-o", "page.html")
    assert (done.returncode, done.stderr) == (0, "")
    found = data(flowdesk.folder / "page.html")
    assert [found[name] for name in ("title", "author", "notes")] == ["My pack", "Ada", "Enjoy."]
    assert len(found["levels"]) == 3


def test_what_is_damaged_in_a_pack_is_named_with_its_folder(flowdesk: CommandLine) -> None:
    flowdesk.file("mine/good.txt", GOOD)
    flowdesk.file("mine/broken.txt", "R.\nR\n")
    flowdesk.file("yours/pack.json", "[]")
    flowdesk.file("yours/good.txt", GOOD)
    done = flowdesk("publish", "mine", "yours", "-o", "page.html")
    assert done.returncode == 2
    assert "mine/broken.txt, line 2" in done.stderr.replace("\\", "/")
    assert "yours/pack.json: the file is not a JSON object." in done.stderr.replace("\\", "/")


# -- results of players ----------------------------------------------------------------------------


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


def test_what_was_collected_is_there_without_the_texts(
    flowdesk: CommandLine, texts: list[str]
) -> None:
    before = flowdesk("results", "box", "anna", "ben").stdout
    assert flowdesk("results", "box", "anna", "anna").stdout == before
    assert flowdesk("results", "box").stdout == before


def test_json_has_a_line_for_each_level(flowdesk: CommandLine, texts: list[str]) -> None:
    first, *_, last = flowdesk("results", "box", "ben", "--json").stdout.splitlines()
    assert json.loads(first) == {
        **{"number": 1, "puzzle": "alpha.txt", "title": "", "players": 1, "solved": 1},
        **{"seconds": 20, "moves": 4, "hints": 0, "wrong": [[[1, 0], 3]]},
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
