"""flowdesk publish: pages of packs, and what is said of puzzles that are not as players expect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import GOOD, INCOMPLETE, PACK, SEVERAL, UNSOLVABLE, CommandLine


def data(path: Path) -> Any:
    """The data of a page."""
    return json.loads(path.read_text("utf-8").split('id="data">')[1].split("</script>")[0])


def test_a_pack_becomes_a_page_in_its_order(flowdesk: CommandLine) -> None:
    flowdesk.file("mine/2.txt", GOOD)
    flowdesk.file("mine/10.txt", "R.R\n\ntitle: Third\n")
    done = flowdesk("publish", "mine", "-o", "page.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
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


@pytest.mark.parametrize(
    ("text", "status", "sentence"),
    [(SEVERAL, 1, "it has several solutions"), (UNSOLVABLE, 1, "it has no solution")],
)
def test_a_puzzle_without_one_solution_is_left_out_unless_asked_for(
    flowdesk: CommandLine, text: str, status: int, sentence: str
) -> None:
    flowdesk.file("good.txt", GOOD)
    flowdesk.file("other.txt", text)
    done = flowdesk("publish", "good.txt", "other.txt", "-o", "page.html")
    assert done.returncode == status
    assert f"other.txt: {sentence}. It is left out; --all publishes it as well." in done.stderr
    assert len(data(flowdesk.folder / "page.html")["levels"]) == 1
    done = flowdesk("publish", "good.txt", "other.txt", "-o", "page.html", "--all")
    assert done.returncode == status
    assert done.stderr.endswith(f"other.txt: {sentence}.\n")
    assert len(data(flowdesk.folder / "page.html")["levels"]) == 2


def test_what_cannot_be_played_or_read_is_told(flowdesk: CommandLine) -> None:
    flowdesk.file("box/bad.txt", "?")
    flowdesk.file("box/incomplete.txt", INCOMPLETE)
    done = flowdesk("publish", "box", "missing.txt", "-o", "page.html", "--all")
    assert done.returncode == 2
    for words in ("bad.txt", "it is not complete", "missing.txt", "There is no puzzle to publish."):
        assert words in done.stderr
    assert not (flowdesk.folder / "page.html").exists()


def test_an_empty_folder_is_told(flowdesk: CommandLine) -> None:
    (flowdesk.folder / "empty").mkdir()
    done = flowdesk("publish", "empty", "-o", "page.html")
    assert done.returncode == 2
    assert "There is no puzzle to publish." in done.stderr


def test_hints_come_only_when_asked_for(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", GOOD)
    flowdesk("publish", "a.txt", "-o", "a.html")
    (level,) = data(flowdesk.folder / "a.html")["levels"]
    assert not {"hints", "solution"} & level.keys()
    flowdesk("publish", "a.txt", "-o", "a.html", "--hints")
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
