"""flowdesk convert: what scripts and people rely on."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from functools import partial

import pytest

from flowdesk.formats.registry import JSON, load, open_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level, Solution
from tests.command_line import GOOD, PACK, CommandLine


def test_convert_changes_the_format_and_nothing_else(flowdesk: CommandLine) -> None:
    text = GOOD + "\ntitle: é\ncolors: R=#123456\nwalls: 0,0-1,0\n"
    flowdesk.file("a.txt", text)
    for source, target in (("a.txt", "b.json"), ("b.json", "c.txt"), ("c.txt", "d.TXT")):
        assert flowdesk.prints("convert", source, "-o", target) == ""
    assert (flowdesk.folder / "d.TXT").read_text("utf-8") == text
    done = flowdesk("convert", "b.json", "-o", "-")
    assert (done.returncode, done.stdout, done.stderr) == (0, text, "")


def test_convert_makes_one_file_of_many_and_one_of_many_in_a_file(flowdesk: CommandLine) -> None:
    flowdesk.file("box/2.txt", GOOD)
    flowdesk.file("box/10.txt", "RR\n")
    flowdesk.file("pack.txt", PACK)
    for target in ("all.txt", "all.json"):
        done = flowdesk("convert", "box", "pack.txt", "-", "-o", target, stdin="BB\n")
        assert (done.returncode, done.stderr) == (0, "")
        levels = load(flowdesk.folder / target)
        assert [(level.width, level.height) for level in levels] == [
            *((5, 5), (2, 1), (3, 1), (2, 2), (2, 2), (2, 1))
        ]
    assert flowdesk("convert", "all.json#3", "-o", "-").stdout == "R.R\n"


def test_convert_says_what_a_format_cannot_hold(flowdesk: CommandLine) -> None:
    level = Level(2, 1, {(0, 0): "R", (1, 0): "R"})
    solved = Entry(level, Solution({"R": ((0, 0), (1, 0))}))
    flowdesk.file("solved.json", JSON.write([solved]))
    done = flowdesk("convert", "solved.json", "-o", "out.txt")
    assert done.returncode == 0
    assert done.stderr == "flowdesk: out.txt: left out in this format: the solution.\n"
    done = flowdesk("convert", "solved.json", "-o", "out.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert open_file(flowdesk.folder / "out.json")[1][0].solution == solved.solution


def test_convert_writes_the_format_that_is_asked_for(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", "A.A\nBBB\n")
    link = "https://puzz.link/p?arukone/3/2/1g1222\n"
    done = flowdesk("convert", "a.txt", "-o", "-", "--format", "link")
    assert (done.returncode, done.stdout, done.stderr) == (0, link, "")
    for key in ("link", "pzprv3", "list", "map"):
        assert flowdesk("convert", "a.txt", "-o", "b.txt", "--format", key).returncode == 0
        assert load(flowdesk.folder / "b.txt") == load(flowdesk.folder / "a.txt")
        assert open_file(flowdesk.folder / "b.txt")[0].key == key
    done = flowdesk("convert", "a.txt", "-o", "c.json", "--format", "colors")
    assert (done.returncode, done.stdout) == (0, "")
    assert "left out in this format: the letters of the colours." in done.stderr
    assert open_file(flowdesk.folder / "c.json")[0].key == "colors"


def test_what_a_format_has_no_place_for_is_named_and_not_written(flowdesk: CommandLine) -> None:
    flowdesk.file("hole.txt", "R#R\n...\n")
    said = flowdesk.refused("convert", "hole.txt", "-o", "out.txt", "--format", "link")
    assert "out.txt was not written: a puzz.link link has no holes" in said
    assert "Save it as a map (.txt) or as FlowDesk JSON (.json)." in said
    assert os.listdir(flowdesk.folder) == ["hole.txt"]
    flowdesk.file("pack.txt", "2 1\nRR\n\n3 1\nR#R\n")
    done = flowdesk("convert", "pack.txt", "-o", "links.txt", "--format", "link")
    assert done.returncode == 2
    assert "links.txt was not written: pack.txt#2: a puzz.link link has no holes" in done.stderr


def full_disk() -> None:
    """No file may grow at all."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


@pytest.mark.parametrize(
    ("target", "words", "before"),
    [
        ("out.doc", ".json, .txt", None),
        ("out", ".json, .txt", None),
        ("no/folder/out.txt", "there is no folder", None),
        ("folder.txt", "is a directory", None),
        ("good.txt/out.txt", "not a directory", None),
        ("a" * 300 + ".txt", "too long", None),
        ("old.txt", "too large", full_disk),
    ],
)
def test_a_target_that_cannot_be_written_is_told_and_left_alone(
    flowdesk: CommandLine, target: str, words: str, before: Callable[[], None] | None
) -> None:
    good = flowdesk.file("good.txt", GOOD)
    flowdesk.file("old.txt", "BB\n")
    (flowdesk.folder / "folder.txt").mkdir()
    run = partial(flowdesk.process, before=before) if before else flowdesk
    done = run("convert", good, "-o", target)
    assert "Traceback" not in done.stderr
    assert (done.returncode, done.stdout) == (2, "")
    assert target in done.stderr
    assert words in done.stderr
    assert sorted(os.listdir(flowdesk.folder)) == ["folder.txt", "good.txt", "old.txt"]
    assert (flowdesk.folder / "old.txt").read_text() == "BB\n"


def test_convert_writes_what_it_can_read_and_tells_the_rest(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    done = flowdesk("convert", good, "missing.txt", "-o", "out.json")
    assert done.returncode == 2
    assert "missing.txt" in done.stderr
    assert (flowdesk.folder / "out.json").exists()
    assert flowdesk("convert", "missing.txt", "-o", "none.json").returncode == 2
    assert not (flowdesk.folder / "none.json").exists()
