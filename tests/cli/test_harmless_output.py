"""Nothing from outside steers a terminal: control characters are printed as escapes, everywhere."""

from __future__ import annotations

import ast
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from flowdesk.app.main import main as window
from flowdesk.cli.main import main
from flowdesk.cli.output import Console
from flowdesk.core.text import complain, printable, printable_text
from flowdesk.formats.registry import JSON
from tests.command_line import InOrder
from tests.samples import read_text

PACKAGE = Path(__file__).parents[2] / "flowdesk"

#: Colours, bell, erasing in both forms, DEL, ends of lines, and turned writing, and what it forges.
EVIL = "\x1b[31m\x07\x9b2J\x7f\x85\u202e\u2066\u061c\u2028\nforged\rforged\t\u2029x"
STEERS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
LEVEL = "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n"

Run = Callable[..., str]


def assert_harmless(printed: str) -> None:
    assert not STEERS.search(printed), ascii(printed)
    assert not [line for line in printed.splitlines() if line.startswith("forged")]


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Run:
    """Run a command in a folder of its own: what it prints, which steers nothing."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, expected: int = 0) -> str:
        try:
            status = main(arguments, InOrder)
        except SystemExit as ended:  # argparse
            status = int(ended.code or 0)
        printed = capsysbinary.readouterr()
        out, err = printed.out.decode(), printed.err.decode()
        assert_harmless(out)
        assert_harmless(err)
        assert status == expected, ascii(err)
        return out + err

    return run


def evil_level(name: str = f"{EVIL}.json") -> str:
    """A file that has foreign text wherever one can stand."""
    (entry,) = read_text(LEVEL)
    data = json.loads(JSON.write([entry]))
    data |= {"about": {"title": EVIL, "author": EVIL, EVIL: EVIL}, EVIL: EVIL}
    Path(name).write_text(json.dumps(data))
    return name


def evil_map(name: str = f"{EVIL}.txt") -> str:
    """A map whose texts are as bad as a line can be."""
    evil = EVIL.replace("\n", "").replace("\r", "")
    Path(name).write_text(f"{LEVEL}\ntitle: {evil}\nauthor: {evil}\na{evil}: {evil}\n", "utf-8")
    return name


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve"], r": solved"),
        (["solve", "--json"], '"status": "solved"'),
        (["check"], ": exactly one solution"),
        (["check", "--json", "--count"], '"count": 1'),
        (["render", "-o", f"{EVIL}.png", "--verbose"], "written to "),
        (["render", "-o", "a.png", "--caption", "--verbose"], "written to a.png"),
        (["convert", "-o", f"{EVIL}.json", "--verbose"], "1 written as FlowDesk JSON"),
        (["convert", "-o", "-", "--format", "json"], r'"title": "\u001b[31m'),
        (["cnf", "-o", "-", "--lazy"], r"c \x1b[31m\x07\x9b2J\x7f\x85\u202e"),
        (["cnf", "-o", f"{EVIL}.cnf", "--verbose"], "written to "),
        (["rules"], "there is an answer"),
        (["rules", "--json"], '"status": "solved"'),
        (["rules", "--only", "1", "--steps", EVIL, "--verbose"], "written to "),
        (["bench", "--engines", "sat", "--runs", "1"], ",sat,solved,"),
        (["bench", "--engines", "sat", "--runs", "1", "--csv", f"{EVIL}.csv"], "sat"),
    ],
)
def test_a_name_and_a_level_in_any_verb(run: Run, arguments: list[str], words: str) -> None:
    verb, *rest = arguments
    printed = run(verb, evil_level(), *rest)
    assert words in printed
    if "--json" not in arguments:
        assert r"\u202e\u2066\u061c\u2028\nforged\rforged\t\u2029x' is unknown" in printed


def test_what_is_written_of_a_level_has_escapes_and_json_is_read_back_as_it_was(run: Run) -> None:
    printed = run("convert", evil_map(), "-o", "-")
    assert printed.startswith(LEVEL)
    assert r"title: \x1b[31m\x07\x9b2J\x7f" in printed
    printed = run("convert", evil_level(), "-o", "out.json", "--format", "colors")
    assert r"left out in this format: the title" in printed
    name = evil_level()
    run("convert", name, "-o", "out.json")
    (level,) = (entry.level for entry in JSON.read(Path("out.json").read_text("utf-8")))
    assert (level.title, level.about[EVIL]) == (EVIL, EVIL)
    assert_harmless(Path("out.json").read_text("utf-8"))


def test_levels_made_on_an_evil_mask(run: Run) -> None:
    mask = evil_map()
    for rest in ([], ["--json"], ["-o", f"{EVIL}.txt"], ["-o", EVIL]):
        run("generate", "--mask", mask, *rest)
    assert r"\u202e" in Path(EVIL, "5x5-0001.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("R.\x1b\n", r"'\x1b' is not a cell"),
        ("R.R\n..\n", "this row has 2 cells"),
        (f'{{"flowdesk": 1, {EVIL}', "this is not JSON"),
        (json.dumps({"flowdesk": 1, "kind": EVIL}), "are known here"),
        ('{"flowdesk": 1, "width": 2, "height": 1, "endpoints": [{"label": "\\u001b"}]}', "label"),
        (
            json.dumps(
                {
                    **{"flowdesk": 1, "width": 2, "height": 1, "solution": {EVIL: []}},
                    "endpoints": [{"label": "A", "cells": [[0, 0], [1, 0]]}],
                }
            ),
            "there is no such label on the board",
        ),
        (f"RR\n\n{EVIL}\n", "lines 'name: value' are expected"),
        (f"RR\n\ncolors: {EVIL}\n", "colour of a label"),
        (f"RR\n\nwalls: {EVIL}\n", "wall"),
        (f"pzprv3/{EVIL}/2/2\n", "kind of puzzle"),
        (f"https://puzz.link/p?{EVIL}\n", "puzz"),
    ],
)
def test_what_is_wrong_in_a_file(run: Run, content: str, words: str) -> None:
    Path(EVIL).write_text(content, "utf-8", newline="")
    assert words in run("solve", EVIL, expected=2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([EVIL, "x"], "invalid choice"),
        (["solve", EVIL], "there is no such file"),
        (["solve", f"{EVIL}#2"], "there is no such file"),
        (["solve", "level.txt#7"], "holds puzzles 1 to 1"),
        (["solve", f"https://puzz.link/p?{EVIL}"], "this is not a link to a puzzle"),
        (["solve", f"https://puzz.link/p?arukone/2/2/{EVIL}"], "puzz.link"),
        (["solve", "level.txt", f"--{EVIL}"], "unrecognized arguments"),
        (["solve", "level.txt", "--jobs", EVIL], "no whole number"),
        (["solve", "level.txt", "--timeout", EVIL], "no number of seconds"),
        (["solve", "level.txt", "--engine", EVIL], "There is no engine"),
        (["check", EVIL], "there is no such file"),
        (["generate", EVIL], "no size"),
        (["generate", "5x5", "--colors", EVIL], "no number of colours"),
        (["generate", "5x5", "--difficulty", EVIL], "invalid choice"),
        (["generate", "--mask", EVIL], "there is no such file"),
        (["generate", "5x5", "-o", f"{EVIL}.x"], "a puzzle cannot be written as .x"),
        (["generate", "5x5", "-o", f"{EVIL}/a.txt"], "there is no folder"),
        (["render", "level.txt", "-o", EVIL], "pictures are written as"),
        (["render", "level.txt", "-o", "a.png", "--theme", EVIL], "There is no theme"),
        (["render", "level.txt", "-o", "a.png", "--theme", f"{EVIL}.json"], "no such file"),
        (["render", "level.txt", "-o", "a.png", "--background", EVIL], "is no colour"),
        (["render", "level.txt", "-o", f"{EVIL}/a.png"], "there is no folder"),
        (["convert", "level.txt", "-o", f"{EVIL}.x"], "cannot be written as .x"),
        (["convert", "level.txt", "-o", "-", "--format", EVIL], "invalid choice"),
        (["cnf", "level.txt", "-o", f"{EVIL}/a.cnf"], "there is no folder"),
        (["rules", "level.txt", "--only", EVIL], "no list of rules"),
        (["rules", "level.txt", "--steps", f"level.txt/{EVIL}"], "cannot be made"),
        (["bench", "level.txt", "--engines", EVIL], "There is no engine"),
        (["bench", "level.txt", "--plot", EVIL], "pictures are written as"),
        (["bench", "level.txt", "--csv", EVIL + "/a"], "there is no folder"),
    ],
)
def test_what_was_typed_wrong(run: Run, arguments: list[str], words: str) -> None:
    Path("level.txt").write_text(LEVEL)
    assert words in run(*arguments, expected=2)


def test_a_folder_without_puzzles(run: Run) -> None:
    Path(EVIL).mkdir()
    assert "no puzzle file in this folder" in run("solve", EVIL, expected=2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([EVIL], "there is no such file"),
        ([f".#{EVIL}"], "there is no such file"),
        (["--self-test", "level.txt", EVIL], "unrecognized arguments"),
    ],
)
def test_what_the_window_says_before_it_opens(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    try:
        status = window(arguments)
    except SystemExit as ended:
        status = int(ended.code or 0)
    printed = capsys.readouterr()
    assert (status, printed.out) == (2, "")
    assert words in printed.err
    assert_harmless(printed.err)


class Terminal(io.StringIO):
    """What is written to a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    Console().progress(f"{EVIL}: 5%")
    shown = terminal.getvalue().removeprefix("\r").removesuffix("\x1b[K")
    assert shown == f"{printable(EVIL)}: 5%"
    assert_harmless(shown)


def test_a_traceback_is_lines_below_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    complain(EVIL, f"Traceback\n  line 1\nValueError: {EVIL}")
    printed = capsys.readouterr().err
    assert_harmless(printed)
    assert "\n    Traceback\n      line 1\n    ValueError: \\x1b[31m" in printed


def test_writing_of_all_kinds_stays_as_it_is() -> None:
    text = "é ö 中文 שלום مرحبا 👩‍🚀 \\x1b «…» \u00a0"
    assert printable(text) == printable_text(text) == text
    assert printable_text("a\tb\n\n\tc\r\n") == "a\tb\n\n\tc\\r\n"
    assert printable("a\\b\udcff") == "a\\b\\udcff"


def test_everything_that_is_printed_passes_by_the_one_place() -> None:
    places = {"core/text.py", "cli/output.py", "cli/main.py", "doctor.py"}
    for path in sorted(PACKAGE.rglob("*.py")):
        name, text = path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if re.search(r"\bprint\(|\bstd", text) else ():
            match node:
                case (
                    ast.Attribute(value=ast.Name("sys"), attr="stdout" | "stderr")
                    | ast.Call(func=ast.Name("print"))
                ):
                    written = ast.unparse(node)
                    assert name in places or "printable(" in written, f"{name}: {written}"
