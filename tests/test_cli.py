"""The command line, through real processes: what scripts and people may rely on."""

from __future__ import annotations

import io
import json
import os
import platform
import pty
import re
import resource
import signal
import subprocess
import textwrap
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import PIL
import pytest
from PIL import Image

from flowdesk import __version__
from flowdesk.cli.check import as_json, combined, how_many
from flowdesk.cli.inputs import Named
from flowdesk.cli.main import main
from flowdesk.core.grid import Cell
from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.formats.registry import JSON, MAP, load, open_file, read_file
from flowdesk.kinds.answers import CheckResult, CheckStatus, Count, NonTouching
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution, mistakes, touches
from flowdesk.kinds.flow.solving.solve import solve
from tests import processes
from tests.brute import level_of
from tests.cli import SECONDS, CommandLine
from tests.levels import HARD_TO_CHECK, hard_to_solve
from tests.test_storage import folder, ordinary_user

__all__ = ["folder"]  # a fixture

ROOT = Path(__file__).parent.parent
VERBS = ("solve", "check", "render", "convert")

GOOD = "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n"
TOUCHING = "RR\n..\n"
UNSOLVABLE = "R.\n.R\n"
INCOMPLETE = "R.B\n..B\n"
SEVERAL = "...\n.R.\nR..\n"  # two, both of which touch themselves
MANY = "R...\n.B#.\n.##.\n.#B.\n...R\n"  # two that do not
PACK = "3 1\nR.R\n\n2 2\nRR\nBB\n\n2 2\nR.\n.R\n"
HARD_TO_SOLVE = MAP.write([Entry(hard_to_solve())])


@pytest.fixture
def flowdesk(tmp_path: Path) -> Iterator[CommandLine]:
    commands = CommandLine(tmp_path)
    yield commands
    commands.leave()


def objects(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """What --json printed."""
    return [json.loads(line) for line in done.stdout.splitlines()]


def statuses(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    return {result["puzzle"]: result["status"] for result in objects(done)}


def ending(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """The rest of the output, once nobody can write to it: no process is left."""
    output, errors = process.communicate(timeout=SECONDS)
    return output or b"", errors or b""


# -- solve -------------------------------------------------------------------------------------


def test_solve_prints_an_object_a_puzzle(flowdesk: CommandLine) -> None:
    files = {
        "good.txt": GOOD,
        "touching.txt": TOUCHING,
        "unsolvable.txt": UNSOLVABLE,
        "incomplete.txt": INCOMPLETE,
    }
    done = flowdesk("solve", "--json", *(flowdesk.file(*item) for item in files.items()))
    assert (done.returncode, done.stderr) == (2, "")
    results = objects(done)
    for result, (name, text) in zip(results, files.items(), strict=True):
        assert list(result) == [
            *("puzzle", "kind", "width", "height", "status", "touching"),
            *("paths", "seconds", "rounds", "findings"),
        ]
        assert (result["puzzle"], result["kind"]) == (name, "flow")
        rows = text.split()
        assert (result["width"], result["height"]) == (len(rows[0]), len(rows))
        assert type(result["touching"]) is bool
        assert type(result["seconds"]) is float
        assert 0 <= result["seconds"] < 5
        assert type(result["rounds"]) is int
        for finding in result["findings"]:
            assert list(finding) == ["rule", "message", "cells"]
    good, touching, unsolvable, incomplete = results
    assert [r["status"] for r in results] == ["solved", "solved", "unsolvable", "invalid"]
    assert [r["touching"] for r in results] == [False, True, False, False]
    level = load(flowdesk.folder / "good.txt")[0]
    assert mistakes(level, solution_in(good)) == []
    assert touches(level, solution_in(good)) == []
    assert touching["paths"] == {"R": [[0, 0], [0, 1], [1, 1], [1, 0]]}
    assert unsolvable["paths"] == incomplete["paths"] == {}
    assert [finding["rule"] for finding in unsolvable["findings"]] == ["parity"]
    assert incomplete["findings"] == [
        {
            "rule": "endpoint-count",
            "message": "R stands once: a colour has two endpoints.",
            "cells": [[0, 0]],
        }
    ]


def solution_in(result: dict[str, Any]) -> Solution:
    """The paths of an object, as a solution."""

    def cell(pair: list[int]) -> Cell:
        x, y = pair
        return x, y

    return Solution({label: tuple(map(cell, path)) for label, path in result["paths"].items()})


def test_results_come_in_the_order_of_the_arguments(flowdesk: CommandLine) -> None:
    slow = flowdesk.file("slow.txt", HARD_TO_CHECK)
    quick = [flowdesk.file(f"{name}.txt", GOOD) for name in "cab"]
    for jobs in ("1", "3"):
        done = flowdesk.process("solve", "--json", "--jobs", jobs, slow, *quick, slow, quick[0])
        assert done.returncode == 0
        names = [result["puzzle"] for result in objects(done)]
        assert names == ["slow.txt", "c.txt", "a.txt", "b.txt", "slow.txt", "c.txt"]


def test_a_result_is_printed_as_soon_as_it_is_known(flowdesk: CommandLine) -> None:
    good, hard = flowdesk.file("good.txt", GOOD), flowdesk.file("hard.txt", HARD_TO_SOLVE)
    process = flowdesk.start("solve", "--json", "--jobs", "1", good, hard)
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["status"] == "solved"
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGKILL)
    ending(process)


def test_solve_prints_the_board_as_text_into_a_pipe(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", "R.R\n\ntitle: é\n")
    flowdesk.file("b.txt", "R#B\nR.B\n\nwalls: 0,1-1,1\n")
    done = flowdesk("solve", "a.txt", "b.txt")
    first, rest = done.stdout.split("b.txt: ")
    assert first == "a.txt: solved\nRRR\n"
    assert rest.startswith("no solution")
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


def test_findings_are_told_with_line_and_column(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", "\nR.B\n..B\n")
    flowdesk.file("pack.txt", "# pack\n3 1\nR.R\n\n3 2\nR.B\nRGB\n")
    done = flowdesk("solve", "a.txt", "pack.txt")
    assert done.returncode == 2
    assert "line 2, column 1: R stands once: a colour has two endpoints." in done.stdout
    assert "line 7, column 2: G stands once: a colour has two endpoints." in done.stdout
    done = flowdesk("solve", "--json", "pack.txt#2")
    assert objects(done)[0]["findings"][0]["cells"] == [[1, 1]]


# -- check -------------------------------------------------------------------------------------


def test_check_prints_an_object_a_puzzle(flowdesk: CommandLine) -> None:
    expected = {
        "good.txt": (GOOD, "unique", "one"),
        "touching.txt": (TOUCHING, "unique", "none"),
        "several.txt": (SEVERAL, "multiple", "none"),
        "many.txt": (MANY, "multiple", "many"),
        "either.txt": ("B..\n.R.\n.B.\n..R\n", "multiple", "one"),
        "unsolvable.txt": (UNSOLVABLE, "unsolvable", "none"),
        "incomplete.txt": (INCOMPLETE, "invalid", "unknown"),
    }
    files = [flowdesk.file(name, text) for name, (text, _, _) in expected.items()]
    done = flowdesk("check", "--json", *files)
    assert (done.returncode, done.stderr) == (2, "")
    results = objects(done)
    for result in results:
        assert list(result) == [
            *("puzzle", "kind", "status", "non_touching"),
            *("differs", "difficulty", "seconds", "findings"),
        ]
        assert type(result["seconds"]) is float
        _, status, non_touching = expected[result["puzzle"]]
        assert (result["status"], result["non_touching"]) == (status, non_touching)
        assert bool(result["differs"]) == (status == "multiple")
        is_rated = status == "unique" or non_touching == "one"
        assert (result["difficulty"] is not None) == is_rated
    assert results[0]["difficulty"] == {"level": "easy", "score": 3.6}
    assert [result["puzzle"] for result in results] == files
    assert results[2]["differs"] == [[0, 1], [1, 1], [0, 2], [1, 2]]


def test_check_says_it_in_words(flowdesk: CommandLine) -> None:
    files = [flowdesk.file("a.txt", GOOD), flowdesk.file("b.txt", SEVERAL)]
    done = flowdesk("check", *files)
    assert done.returncode == 1
    assert "a.txt: exactly one solution; easy (score 3.6)\n" in done.stdout
    assert "b.txt: several solutions" in done.stdout
    assert "differ in 4 cells: (0, 1) (1, 1) (0, 2) (1, 2)" in done.stdout


def test_the_stricter_rule_is_an_option_or_the_puzzle_s_own(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", TOUCHING)
    flowdesk.file("b.txt", "B..\n.R.\n.B.\n..R\n")
    flowdesk.file("c.txt", TOUCHING + "\ntouching: forbidden\n")
    done = flowdesk("solve", "--json", "--non-touching", "a.txt", "b.txt")
    assert (done.returncode, statuses(done)) == (1, {"a.txt": "unsolvable", "b.txt": "solved"})
    done = flowdesk("check", "--json", "--non-touching", "a.txt", "b.txt")
    assert (done.returncode, statuses(done)) == (1, {"a.txt": "unsolvable", "b.txt": "unique"})
    done = flowdesk("solve", "--json", "c.txt")
    assert (done.returncode, statuses(done)) == (1, {"c.txt": "unsolvable"})


def test_check_counts_solutions_if_asked_to(flowdesk: CommandLine) -> None:
    expected: dict[str, tuple[str, object]] = {
        "good.txt": (GOOD, 1),
        "several.txt": (SEVERAL, 2),
        "either.txt": ("B..\n.R.\n.B.\n..R\n", 2),
        "unsolvable.txt": (UNSOLVABLE, 0),
        "incomplete.txt": (INCOMPLETE, {"at_least": 0}),
    }
    files = [flowdesk.file(name, text) for name, (text, _) in expected.items()]
    done = flowdesk("check", "--json", "--count", *files)
    assert (done.returncode, done.stderr) == (2, "")
    counted = objects(done)
    assert [result["count"] for result in counted] == [number for _, number in expected.values()]
    assert [result["puzzle"] for result in counted] == files
    checked = objects(flowdesk("check", "--json", *files))
    for result, without in zip(counted, checked, strict=True):
        assert {**result, "seconds": 0} == {**without, "seconds": 0, "count": result["count"]}
    done = flowdesk("check", "--json", "--count", "--non-touching", "either.txt")
    assert objects(done)[0]["count"] == 1


def test_check_says_the_number_in_words(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", SEVERAL)
    flowdesk.file("b.txt", MANY)
    flowdesk.file("c.txt", GOOD)
    done = flowdesk("check", "--count", "a.txt", "c.txt")
    assert "a.txt: several solutions, all of which touch themselves\n  exactly 2 sol" in done.stdout
    assert done.stdout.endswith("c.txt: exactly one solution; easy (score 3.6)\n")
    done = flowdesk("check", "--count", "--non-touching", "b.txt")
    assert "b.txt: several non-touching solutions\n  exactly 2 non-touching" in done.stdout


def test_a_count_that_is_cut_short_tells_how_many_there_are_at_least(flowdesk: CommandLine) -> None:
    hard = flowdesk.file("hard.txt", HARD_TO_CHECK)
    done = flowdesk.process("check", "--json", "--count", "--timeout", "3", hard)
    assert done.returncode == 3
    (result,) = objects(done)
    assert (result["status"], result["count"]) == ("unknown", {"at_least": 1})


@pytest.mark.parametrize(
    ("counted", "non_touching", "words"),
    [
        (Count(1_670, True, 9, 0.1), False, "exactly 1,670 solutions"),
        (Count(2, True, 0, 0.1), True, "exactly 2 non-touching solutions"),
        (Count(1, False, 9, 0.1), False, "at least 1 solution: the time was over"),
        (
            Count(2, False, 9, 0.1, "The count grew wider than 8 states."),
            False,
            "at least 2 solutions: the count grew wider than 8 states",
        ),
    ],
)
def test_a_number_is_never_more_certain_than_it_is(
    counted: Count, non_touching: bool, words: str
) -> None:
    assert how_many(counted, non_touching) == words


def test_what_the_check_proves_ends_the_count(flowdesk: CommandLine) -> None:
    wide = flowdesk.file("wide.txt", "R.R" + "." * 37 + ("\n" + "." * 40) * 39)
    done = flowdesk.process("check", "--json", "--count", "--timeout", "0", "--jobs", "1", wide)
    assert done.returncode == 1
    (result,) = objects(done)
    assert (result["status"], result["count"]) == ("unsolvable", 0)


@pytest.mark.parametrize(
    ("checked", "number", "exact", "status", "told"),
    [
        (CheckStatus.UNKNOWN, 0, True, "unsolvable", 0),
        (CheckStatus.UNKNOWN, 1, True, "unique", 1),
        (CheckStatus.UNKNOWN, 13, True, "multiple", 13),
        (CheckStatus.UNKNOWN, 0, False, "unknown", {"at_least": 1}),
        (CheckStatus.MULTIPLE, 0, False, "multiple", {"at_least": 2}),
        (CheckStatus.MULTIPLE, 13, True, "multiple", 13),
        (CheckStatus.UNIQUE, 0, False, "unique", 1),
        (CheckStatus.UNSOLVABLE, 0, False, "unsolvable", 0),
    ],
)
def test_check_and_count_settle_what_the_other_leaves_open(
    checked: CheckStatus, number: int, exact: bool, status: str, told: object
) -> None:
    level = level_of("RB RB")
    known = solve(level).solution
    assert known
    at_hand = checked == "unknown" and not (exact and number == 0)
    result = CheckResult(checked, NonTouching.ONE, (known,) if at_hand else ())
    result, counted = combined(result, Count(number, exact, 0, 0.0))
    said = as_json(Named("a.txt", Entry(level)), result, counted)
    assert (said["status"], said["count"]) == (status, told)


def miscount(level: Level, **_: Any) -> Count:
    """A count with a fault."""
    return Count(7, True, 0, 0.0)


def test_a_check_and_a_count_that_disagree_are_told_and_the_others_are_done(
    flowdesk: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowdesk.cli.check.count_complete", miscount)
    files = flowdesk.file("good.txt", GOOD), flowdesk.file("several.txt", MANY)
    done = flowdesk("check", "--json", "--count", *files)
    assert done.returncode == 1
    first, second = objects(done)
    assert (first["status"], first["count"]) == ("unknown", {"at_least": 0})
    assert (second["status"], second["count"]) == ("multiple", 7)
    sentence, *below = done.stderr.splitlines()
    assert sentence == (
        "flowdesk: good.txt: an error of FlowDesk's own. Please report what stands below."
    )
    said = textwrap.dedent("\n".join(below))
    assert (
        "The check of this level says 'unique' (solutions at hand: 1), but its count is 7." in said
    )
    assert GOOD.rstrip() in said


def fail(*_: Any, **__: Any) -> None:
    """Something with a fault."""
    raise LookupError("nothing is where it should be")


@pytest.mark.parametrize(
    ("place", "arguments"),
    [
        ("cli.solve.solve", ["solve", "good.txt", "good.txt"]),
        ("cli.check.check", ["check", "good.txt", "good.txt"]),
        ("cli.render.solve", ["render", "good.txt", "--solution", "-o", "a.png"]),
        ("cli.rules.explored", ["rules", "good.txt"]),
        ("lab.race.timed", ["bench", "good.txt", "--runs", "1", "--engines", "sat"]),
        ("cli.generate.generate", ["generate", "5x5", "--seed", "1", "--count", "2"]),
        ("cli.generate.problem", ["generate", "5x5", "--seed", "1"]),
        ("cli.convert.format_for", ["convert", "good.txt", "-o", "a.json"]),
    ],
)
def test_every_error_of_our_own_is_told_with_what_makes_it_happen_and_ends_with_3(
    flowdesk: CommandLine, monkeypatch: pytest.MonkeyPatch, place: str, arguments: list[str]
) -> None:
    monkeypatch.setattr(f"flowdesk.{place}", fail)
    flowdesk.file("good.txt", GOOD)
    done = flowdesk(*arguments)
    assert done.returncode == 3
    said = textwrap.dedent(done.stderr)
    times = said.count("an error of FlowDesk's own. Please report what stands below.")
    assert times == said.count("LookupError: nothing is where it should be") > 0
    assert f"FlowDesk {__version__}\n" in textwrap.dedent(said)
    by_itself = arguments[0] in ("generate", "convert")
    assert (" ".join(arguments[:2]) if by_itself else GOOD.splitlines()[1]) in said


# -- exit status and time limit ----------------------------------------------------------------


def test_the_exit_status_tells_the_worst(flowdesk: CommandLine) -> None:
    good, wrong = flowdesk.file("good.txt", GOOD), flowdesk.file("wrong.txt", UNSOLVABLE)
    bad = flowdesk.file("bad.txt", INCOMPLETE)
    assert flowdesk("solve", good).returncode == 0
    assert flowdesk("solve", wrong, good).returncode == 1
    assert flowdesk("solve", good, "missing.txt", wrong).returncode == 2
    assert flowdesk("solve", bad, wrong).returncode == 2
    assert flowdesk("check", good).returncode == 0
    assert flowdesk("check", flowdesk.file("several.txt", SEVERAL)).returncode == 1


def test_a_time_limit_leaves_a_puzzle_unknown(flowdesk: CommandLine) -> None:
    hard, wrong = flowdesk.file("hard.txt", HARD_TO_SOLVE), flowdesk.file("wrong.txt", UNSOLVABLE)
    good = flowdesk.file("good.txt", GOOD)
    start = time.monotonic()
    done = flowdesk.process("solve", "--json", "--timeout", "1", hard, good)
    assert time.monotonic() - start > 1
    assert (done.returncode, done.stderr) == (3, "")
    assert statuses(done) == {"hard.txt": "unknown", "good.txt": "solved"}
    assert objects(done)[0]["paths"] == {}
    assert flowdesk.process("solve", "--timeout", "1", hard, wrong).returncode == 1
    assert flowdesk.process("solve", "--timeout", "1", hard, wrong, "missing.txt").returncode == 2


def test_check_tells_what_it_knew_when_its_time_was_over(flowdesk: CommandLine) -> None:
    done = flowdesk.process(
        "check", "--json", "--timeout", "3", flowdesk.file("a.txt", HARD_TO_CHECK)
    )
    assert done.returncode == 3
    (result,) = objects(done)
    assert (result["status"], result["non_touching"]) == ("unknown", "one")


# -- FILE arguments ----------------------------------------------------------------------------


def test_a_folder_means_every_puzzle_below_it_in_natural_order(flowdesk: CommandLine) -> None:
    names = ["a1.txt", "a2.txt", "A10.txt", "b/9.txt", "b/10/x.json", "b/11.TXT"]
    for name in reversed(names):
        is_json = name.endswith(".json")
        entry = Entry(Level(2, 1, {(0, 0): "R", (1, 0): "R"}))
        flowdesk.file(f"box/{name}", JSON.write([entry]) if is_json else "RR\n")
    for other in ("readme.md", ".hidden.txt", ".git/a.txt", "picture.png", "a.txt~"):
        flowdesk.file(f"box/{other}", "nothing to read")
    (flowdesk.folder / "box" / "folder.txt").mkdir()
    done = flowdesk("solve", "--json", "box")
    assert (done.returncode, done.stderr) == (0, "")
    assert list(statuses(done)) == [os.path.join("box", name) for name in names]


def test_a_folder_that_one_may_not_read_is_told_and_the_rest_is_done(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    for name in ("closed", "closed/below", "listed", "open", ".hidden"):
        (folder / name).mkdir()
        (folder / name / "a.txt").write_text("RR\n")
    (folder / "b.txt").write_text("GG\n")
    for name, mode in (("closed", 0o000), ("listed", 0o444), (".hidden", 0o000)):
        (folder / name).chmod(mode)
    with ordinary_user():
        status = main(["convert", str(folder), "-o", "-"])
        printed = capsysbinary.readouterr()
        assert (status, printed.out) == (2, b"2 1\nGG\n\n2 1\nRR\n")
        assert printed.err.decode().splitlines() == [
            f"flowdesk: {folder}/closed cannot be read: permission denied.",
            f"flowdesk: {folder}/listed/a.txt cannot be read: permission denied.",
        ]
        assert main(["convert", f"{folder}/closed", "-o", "-"]) == 2
        printed = capsysbinary.readouterr()
        assert printed.out == b""
        closed = f"flowdesk: {folder}/closed cannot be read: permission denied.\n"
        assert printed.err.decode() == closed
    for name in ("closed", "listed", ".hidden"):
        (folder / name).chmod(0o755)


def test_names_below_the_present_folder_are_short(flowdesk: CommandLine) -> None:
    flowdesk.file("box/a.txt", "RR\n")
    for typed in (".", "./box", "box/"):
        assert list(statuses(flowdesk("solve", "--json", typed))) == ["box/a.txt"]


def test_a_pipe_or_a_device_is_refused_and_not_waited_for(flowdesk: CommandLine) -> None:
    good = flowdesk.file("box/good.txt", GOOD)
    os.mkfifo(flowdesk.folder / "pipe.txt")
    os.mkfifo(flowdesk.folder / "box" / "pipe.txt")
    done = flowdesk.process("solve", "--json", "pipe.txt", "/dev/zero", "/dev/stdin", good)
    assert (done.returncode, statuses(done)) == (2, {good: "solved"})
    assert done.stderr == (
        "flowdesk: pipe.txt is a pipe, not a file. To read from one, name standard input: '-'.\n"
        "flowdesk: /dev/zero is a device or a socket, not a file.\n"
        "flowdesk: /dev/stdin is a pipe, not a file. "
        "To read from one, name standard input: '-'.\n"
    )
    for arguments in (
        ("render", good, "-o", "a.png", "--theme", "./pipe.txt"),
        ("generate", "--mask", "pipe.txt"),
        ("bench", good, "--csv", "pipe.txt"),
        ("convert", good, "-o", "pipe.txt"),
    ):
        done = flowdesk(*arguments)
        assert (done.returncode, done.stdout) == (2, ""), arguments
        assert "pipe" in done.stderr
    done = flowdesk("solve", "--json", "box")
    assert (done.returncode, done.stderr, statuses(done)) == (0, "", {good: "solved"})


def test_numbers_in_names_may_be_of_any_kind(flowdesk: CommandLine) -> None:
    for name in ("1²3.txt", "٣.txt", "007.txt", f"{'9' * 100}.txt"):
        flowdesk.file(f"box/{name}", "RR\n")
    done = flowdesk("solve", "--json", "box")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(objects(done)) == 4


def test_puzzles_of_one_file_are_numbered_and_can_be_picked(flowdesk: CommandLine) -> None:
    flowdesk.file("pack.txt", PACK)
    flowdesk.file("odd#2.txt", "RR\n")
    flowdesk.file("odd#3", "RR\n")
    done = flowdesk("solve", "--json", "pack.txt#2", "pack.txt", "odd#2.txt", "odd#3")
    assert done.returncode == 1
    assert [result["puzzle"] for result in objects(done)] == [
        *("pack.txt#2", "pack.txt#1", "pack.txt#2", "pack.txt#3", "odd#2.txt", "odd#3")
    ]
    assert objects(done)[0]["width"] == 2
    for number in ("0", "4", "²", "-1", "x", ""):
        done = flowdesk("solve", f"pack.txt#{number}")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"flowdesk: pack.txt#{number}: ")
        assert "Traceback" not in done.stderr


def test_standard_input_is_a_file(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    done = flowdesk("solve", "--json", good, "-", stdin="RR\n")
    assert statuses(done) == {"good.txt": "solved", "-": "solved"}
    done = flowdesk("check", "--json", "-", stdin=PACK)
    assert list(statuses(done)) == ["-#1", "-#2", "-#3"]
    done = flowdesk("solve", "-", stdin="R.R\n..\n")
    assert done.returncode == 2
    assert done.stderr.startswith("flowdesk: -, line 2, column 3: this row has 2 cells")


def test_one_puzzle_of_standard_input_can_be_picked(flowdesk: CommandLine) -> None:
    done = flowdesk("solve", "--json", "-#2", stdin=PACK)
    assert (done.returncode, statuses(done)) == (0, {"-#2": "solved"})


def test_a_name_that_is_no_text_is_printed_all_the_same(flowdesk: CommandLine) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    flowdesk.file(name, "RR\n")
    for arguments in (("--json", name), (name,)):
        done = processes.run(
            processes.flowdesk("solve", *arguments),
            capture_output=True,
            timeout=SECONDS,
            cwd=flowdesk.folder,
            env=flowdesk.environment,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"solved" in done.stdout


def test_output_that_is_not_utf8_is_no_obstacle(flowdesk: CommandLine) -> None:
    flowdesk.environment |= {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    flowdesk.file("é中.txt", "RR\n")
    done = flowdesk.process("solve", "--json", "é中.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["status"] == "solved"


# -- bad input ---------------------------------------------------------------------------------

BAD: dict[str, tuple[str | bytes, str]] = {
    "short row.txt": ("R.G\n..\nR.G\n", ", line 2, column 3: this row has 2 cells"),
    "letter.txt": ("R.R\n.é.\n", ", line 2, column 2: 'é' is not a cell."),
    "empty.txt": ("", ": the file is empty."),
    "binary.txt": (b"RR\n\0\0\n", ", line 2, column 1: this is a binary file"),
    "latin1.txt": ("RR\n.é\n".encode("latin-1"), ", line 2, column 2: byte 0xe9 is not UTF-8"),
    "utf16.txt": ("RR\n".encode("utf-16"), ": the text is UTF-16."),
    "huge.txt": (b"." * 10_000_001, ": the file is larger than 10 MB."),
    "wide.txt": ("." * 501 + "\n", ", line 1: A board of 501 x 1 is too large"),
    "newer.json": ('{"flowdesk": 2}', ": this file is of version 2, written by a newer"),
    "cut.json": ('{"flowdesk": 1,\n "width": ', ", line 2, column 11: this is not JSON"),
    "pack.txt": ("2 1\nRR\n3 2\nR.R\n", ", line 5, column 1: this row has 0 cells"),
}


def test_every_bad_input_is_told_and_the_others_are_done(flowdesk: CommandLine) -> None:
    files = [flowdesk.file(name, content) for name, (content, _) in BAD.items()]
    (flowdesk.folder / "nothing here").mkdir()
    others = {
        "missing.txt": ": there is no such file.",
        "nothing here": ": there is no puzzle file in this folder",
        "a" * 300: "too long",
        "a" * 300 + "#2": "too long",
        "https://example.org/level": ", column 1: this is not a link to a puzzle.",
        "https://puzz.link/p?slither/5/5/a": ", column 21: 'slither' is another kind of puzzle.",
        "short row.txt/level.txt": "cannot be read: not a directory.",
        "letter.txt#1": ", line 2, column 2: 'é' is not a cell.",
    }
    good = flowdesk.file("good.txt", GOOD)
    done = flowdesk("solve", "--json", *files, good, *others)
    assert "Traceback" not in done.stderr
    assert done.returncode == 2
    assert statuses(done) == {"good.txt": "solved"}
    said = done.stderr.splitlines()
    assert all(line.startswith("flowdesk: ") for line in said)
    expected = {name: words for name, (_, words) in BAD.items()} | others
    for name, words in expected.items():
        where = name.partition("#")[0]
        assert [line for line in said if where in line and words in line], (name, words)
    hints = [line for line in said if "short row.txt, line" in line or "newer.json" in line]
    assert all(line.endswith(".") and line.count(". ") >= 1 for line in hints)


def test_a_label_that_does_not_stand_twice_is_told(flowdesk: CommandLine) -> None:
    once, thrice = (
        flowdesk.file("once.txt", "R.B\nB..\n"),
        flowdesk.file("thrice.txt", "RR\nRB\n.B"),
    )
    for verb in ("solve", "check"):
        done = flowdesk(verb, once, thrice)
        assert done.returncode == 2
        assert "line 1, column 1: R stands once: a colour has two endpoints." in done.stdout
        assert "line 1, column 1: R stands 3 times: a colour has two endpoints." in done.stdout


def test_wrong_usage_is_explained(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    for arguments, words in (
        (("nosuchverb", "x"), "nosuchverb"),
        (("solve",), "FILE"),
        (("solve", "--jobs", "0", good), "--jobs: at least 1"),
        (("solve", "--jobs", "two", good), "--jobs: 'two'"),
        (("solve", "--timeout", "-1", good), "--timeout: -1 is no number of seconds"),
        (("check", "--timeout", "soon", good), "--timeout: 'soon'"),
        (("solve", "--nonsense", good), "--nonsense"),
        (("render", good), "-o"),
        (("convert", good), "-o"),
    ):
        done = flowdesk(*arguments)
        assert (done.returncode, done.stdout) == (2, ""), arguments
        assert "Traceback" not in done.stderr
        assert words.partition(": '")[0] in done.stderr, arguments
        assert " _" not in done.stderr, "a name from the program's inside"


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_each_verb_has_an_example(flowdesk: CommandLine, verb: str) -> None:
    done = flowdesk(verb, "-h")
    assert done.returncode == 0
    assert "example" in done.stdout
    assert f"  flowdesk {verb} " in done.stdout


def test_the_help_names_the_verbs_and_the_version(flowdesk: CommandLine) -> None:
    done = flowdesk("-h")
    assert done.returncode == 0
    assert [verb for verb in VERBS if verb not in done.stdout] == []


def test_the_version_is_that_of_all_parts_and_needs_no_screen(flowdesk: CommandLine) -> None:
    flowdesk.environment |= {"DISPLAY": ""}
    done = flowdesk.process("--version")
    assert (done.returncode, done.stderr) == (0, "")
    ours, python, tk, pillow, solver = done.stdout.splitlines()
    assert ours == f"FlowDesk {__version__}"
    assert python.startswith(f"Python {platform.python_version()} on ")
    assert re.fullmatch(r"Tk \d+\.\d+ \(Tcl \d+\.\d+\.\d+\)", tk)
    assert pillow == f"Pillow {PIL.__version__}"
    assert solver == f"pycosat {version('pycosat')}"


def test_the_version_says_what_is_not_installed(flowdesk: CommandLine) -> None:
    flowdesk.file("none/tkinter/__init__.py", "raise ImportError('as if it were not there')")
    flowdesk.environment["PYTHONPATH"] = f"{flowdesk.folder}/none:{ROOT}"
    done = flowdesk.process("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nTk not installed\nPillow " in done.stdout


# -- ending early ------------------------------------------------------------------------------


def searching(flowdesk: CommandLine, *, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """A command whose worker is in the middle of a long search."""
    good, hard = flowdesk.file("good.txt", GOOD), flowdesk.file("hard.txt", HARD_TO_SOLVE)
    process = flowdesk.start("solve", "--json", "--jobs", "2", good, hard, hard, stdout=stdout)
    assert process.stdout is not None
    assert b"good.txt" in process.stdout.readline()
    return process


def starting(flowdesk: CommandLine) -> subprocess.Popen[bytes]:
    """A command whose first worker process has just been started."""
    hard = flowdesk.file("hard.txt", HARD_TO_SOLVE)
    process = flowdesk.start("solve", "--json", "--jobs", "2", hard, hard)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    # The first one is multiprocessing's own.
    processes.wait_until(lambda: len(children.read_text().split()) >= 2, "a worker is started")
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("moment", [searching, starting])
def test_a_signal_ends_everything_quietly(
    flowdesk: CommandLine,
    moment: Callable[[CommandLine], subprocess.Popen[bytes]],
    number: signal.Signals,
) -> None:
    process = moment(flowdesk)
    os.killpg(process.pid, number)
    output, errors = ending(process)
    assert (output, errors) == (b"", b"")
    assert process.returncode == 128 + number


@pytest.mark.parametrize("moment", [searching, starting])
def test_workers_end_when_the_command_is_killed(
    flowdesk: CommandLine, moment: Callable[[CommandLine], subprocess.Popen[bytes]]
) -> None:
    process = moment(flowdesk)
    process.kill()
    ending(process)


def test_a_closed_pipe_ends_everything_quietly(flowdesk: CommandLine) -> None:
    # More than a pipe holds, so that it is still writing when the pipe is closed.
    row = "." * 498
    wide = flowdesk.file("wide.txt", f"R{row}R\nB{row}B\n")
    process = flowdesk.start("solve", "--jobs", "1", *[wide] * 100)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == b"wide.txt: solved\n"
    process.stdout.close()
    assert process.wait(SECONDS) == 0
    assert process.stderr.read() == b""


def test_a_closed_pipe_ends_pictures_levels_versions_and_help_quietly(
    flowdesk: CommandLine,
) -> None:
    good = flowdesk.file("good.txt", "." * 200 + "\n" + "." * 200 + "\n")
    for arguments in (
        ("render", good, "-o", "-"),
        ("convert", good, "-o", "-"),
        ("--version",),
        ("-h",),
    ):
        read_end, write_end = os.pipe()
        os.close(read_end)
        process = flowdesk.start(*arguments, stdout=write_end)
        os.close(write_end)
        assert ending(process) == (b"", b"")
        assert process.returncode == 0


def test_a_full_disk_behind_the_output_is_told(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    solving = ("solve", good), ("solve", "--json", good)
    for arguments in (*solving, ("convert", good, "-o", "-"), ("--version",)):
        with open("/dev/full", "wb") as full:
            process = flowdesk.start(*arguments, stdout=full)
            _, errors = ending(process)
        assert b"Traceback" not in errors
        assert b"no space left" in errors.lower()
        assert process.returncode == 2


def test_closed_output_and_input_are_no_fault_of_ours(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    for arguments, closed in ((("solve", good), 1), (("solve", "-"), 0)):
        done = processes.run(
            processes.flowdesk(*arguments),
            stderr=subprocess.PIPE,
            timeout=SECONDS,
            cwd=flowdesk.folder,
            env=flowdesk.environment,
            preexec_fn=partial(os.close, closed),
        )
        assert b"Traceback" not in done.stderr


# -- terminals ---------------------------------------------------------------------------------


def on_terminal(flowdesk: CommandLine, *arguments: str, errors: bool = False) -> str:
    """What a command prints on a terminal that is its output, or takes its errors."""
    terminal, end = pty.openpty()
    try:
        with os.fdopen(end, "wb", buffering=0) as file:
            if errors:
                process = flowdesk.start(*arguments, stdout=subprocess.DEVNULL, stderr=file)
            else:
                process = flowdesk.start(*arguments, stdout=file)
        seen = b""
        while True:
            try:
                part = os.read(terminal, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            seen += part
        ending(process)
        return seen.decode()
    finally:
        os.close(terminal)


def test_boards_are_colored_on_a_terminal(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    seen = on_terminal(flowdesk, "solve", good)
    assert "\x1b[1;38;2;255;0;0m" in seen  # red is bold red
    assert all(label in seen for label in "RGBYO")
    assert "\x1b" not in on_terminal(flowdesk, "solve", "--json", good)


@pytest.mark.parametrize(
    ("wishes", "on_terminals", "in_pipes"),
    [
        ({}, True, False),
        ({"NO_COLOR": "", "FORCE_COLOR": ""}, True, False),
        ({"NO_COLOR": "0"}, False, False),
        ({"FORCE_COLOR": "0"}, True, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, False, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
    ],
)
def test_colours_can_be_wished_for_or_away(
    flowdesk: CommandLine, wishes: dict[str, str], on_terminals: bool, in_pipes: bool
) -> None:
    good = flowdesk.file("good.txt", GOOD)
    flowdesk.environment |= wishes
    assert ("\x1b" in on_terminal(flowdesk, "solve", good)) == on_terminals
    assert ("\x1b" in flowdesk("solve", good).stdout) == in_pipes


def test_a_dumb_terminal_gets_no_progress_and_no_codes(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    flowdesk.environment |= {"TERM": "dumb"}
    assert on_terminal(flowdesk, "solve", good, good, errors=True) == ""
    flowdesk.environment |= {"TERM": "xterm", "NO_COLOR": "1"}
    assert "of 2" in on_terminal(flowdesk, "solve", good, good, errors=True)


def test_progress_is_shown_to_people_only(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    seen = on_terminal(flowdesk, "solve", good, good, errors=True)
    assert "of 2" in seen
    assert seen.endswith("\r\x1b[K")  # nothing of it is left
    assert on_terminal(flowdesk, "solve", "--quiet", good, good, errors=True) == ""
    assert flowdesk("solve", good, good).stderr == ""


# -- render ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("render", "hard.txt", "--solution", "-o", "no/a.png"),
        ("render", "hard.txt", "--answers", "-o", "folder.pdf"),
        ("cnf", "hard.txt", "-o", "no/a.cnf"),
        ("rules", "hard.txt", "--form", "fast", "--timeout", "0", "--steps", "hard.txt"),
        ("bench", "hard.txt", "--timeout", "0", "--plot", "no/a.png"),
        ("bench", "hard.txt", "--timeout", "0", "--csv", "folder.pdf"),
        ("generate", "20x20", "--seed", "1", "--count", "100000", "-o", "no/a.txt"),
        ("generate", "20x20", "--seed", "1", "--count", "100000", "-o", "hard.txt/box"),
    ],
)
def test_a_target_that_cannot_be_written_is_told_before_hours_of_work(
    flowdesk: CommandLine, arguments: tuple[str, ...]
) -> None:
    flowdesk.file("hard.txt", HARD_TO_SOLVE)
    (flowdesk.folder / "folder.pdf").mkdir()
    done = flowdesk(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(r"cannot be (written|made)", done.stderr)
    assert sorted(os.listdir(flowdesk.folder)) == ["folder.pdf", "hard.txt"]


def opened(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    assert picture.format == "PNG"
    return picture


def test_render_paints_the_level(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    done = flowdesk("render", good, "-o", "out.PNG", "--cell", "20")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    data = (flowdesk.folder / "out.PNG").read_bytes()
    picture = opened(data)
    assert (picture.size, picture.mode) == ((101, 101), "RGB")  # a line closes the last cell
    assert picture.getpixel((10, 10)) == (255, 0, 0)
    assert picture.getpixel((30, 10)) == (0, 0, 0)
    assert flowdesk.picture("render", good, "-o", "-", "--cell", "20") == data


def test_render_paints_the_solution(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    data = flowdesk.picture("render", good, "-o", "-", "--solution", "--labels", "--theme", "light")
    level = load(flowdesk.folder / good)[0]
    from flowdesk.desk.pictures.picture import Style

    style = Style(theme="light", labels=True)
    assert data == picture_bytes(level, solve(level).solution, style)
    assert data != picture_bytes(level, None, style)


def test_render_leaves_out_or_colors_the_background(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    picture = opened(flowdesk.picture("render", good, "-o", "-", "--transparent"))
    assert picture.mode == "RGBA"
    assert picture.getpixel((72, 24)) == (0, 0, 0, 0)  # the middle of an empty cell
    assert picture.getpixel((24, 24)) == (255, 0, 0, 255)
    picture = opened(flowdesk.picture("render", good, "-o", "-", "--background", "#123456"))
    assert picture.getpixel((72, 24)) == (0x12, 0x34, 0x56)
    plain = flowdesk.picture("render", good, "-o", "-")
    assert plain != flowdesk.picture("render", good, "-o", "-", "--labels")


def test_render_takes_one_puzzle(flowdesk: CommandLine) -> None:
    pack = flowdesk.file("pack.txt", PACK)
    assert opened(flowdesk.picture("render", f"{pack}#1", "-o", "-", "--cell", "10")).size == (
        31,
        11,
    )
    done = flowdesk("render", pack, "-o", "out.png")
    assert done.returncode == 2
    assert "3 puzzles" in done.stderr
    assert "pack.txt#1" in done.stderr
    assert not (flowdesk.folder / "out.png").exists()


def test_render_shows_the_solution_that_came_with_the_puzzle(flowdesk: CommandLine) -> None:
    level = Level(3, 2, {(0, 0): "R", (0, 1): "R"})
    around: tuple[Cell, ...] = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
    stored = Solution({"R": around})
    flowdesk.file("a.json", JSON.write([Entry(level, stored)]))
    assert flowdesk.picture("render", "a.json", "-o", "-", "--solution") == picture_bytes(
        level, stored
    )


@pytest.mark.parametrize(
    ("text", "arguments", "status", "words"),
    [
        (UNSOLVABLE, ["-o", "out.png", "--solution"], 1, "it has no solution"),
        (INCOMPLETE, ["-o", "out.png", "--solution"], 2, "R stands once"),
        (HARD_TO_SOLVE, ["-o", "out.png", "--solution", "--timeout", "0.5"], 3, "in time"),
        (GOOD, ["-o", "out.jpg"], 2, "out.jpg: pictures are written as .png"),
        (GOOD, ["-o", "out"], 2, "out: pictures are written as .png"),
        (GOOD, ["-o", "no/folder/out.png"], 2, "there is no folder"),
        (GOOD, ["-o", "folder.png"], 2, "is a directory"),
        (GOOD, ["-o", "out.png", "--cell", "0"], 2, "4 to 1000"),
        (GOOD, ["-o", "out.png", "--cell", "1e3"], 2, "--cell"),
        (GOOD, ["-o", "out.png", "--background", "red"], 2, "#ffffff"),
        (GOOD, ["-o", "out.png", "--theme", "pink"], 2, "pink"),
        ("." * 500 + "\n", ["-o", "out.png", "--cell", "100"], 2, "too large"),
        ("R.R\n..\n", ["-o", "out.png"], 2, "level.txt, line 2, column 3"),
    ],
)
def test_what_cannot_be_rendered_leaves_no_picture(
    flowdesk: CommandLine, text: str, arguments: list[str], status: int, words: str
) -> None:
    level = flowdesk.file("level.txt", text)
    (flowdesk.folder / "folder.png").mkdir()
    run = flowdesk.process if "--timeout" in arguments else flowdesk
    done = run("render", level, *arguments)
    assert "Traceback" not in done.stderr
    assert (done.returncode, done.stdout) == (status, "")
    assert words in done.stderr
    assert sorted(os.listdir(flowdesk.folder)) == ["folder.png", "level.txt"]


def little_memory() -> None:
    """A process may have 300 MB: enough for everything but large pictures."""
    resource.setrlimit(resource.RLIMIT_AS, (300_000_000, 300_000_000))


@pytest.mark.parametrize(
    "arguments",
    [
        ("render", "level.txt", "-o", "a.png", "--cell", "1000"),
        ("render", "level.txt", "-o", "a.apng", "--cell", "425"),
        ("render", "level.txt", "-o", "a.webp", "--cell", "425"),
        ("render", "level.txt", "-o", "a.webp", "--cell", "280"),
        ("rules", "level.txt", "--only", "1", "--steps", "steps", "--cell", "900"),
    ],
)
def test_memory_that_is_too_small_for_a_picture_is_a_sentence(
    flowdesk: CommandLine, arguments: tuple[str, ...]
) -> None:
    flowdesk.file("level.txt", "R" + "." * 12 + "R\n" + ("." * 14 + "\n") * 13)
    done = flowdesk.process(*arguments, before=little_memory)
    assert (done.returncode, done.stdout) == (2, "")
    sentence = "There is not enough memory for this picture: choose smaller cells."
    assert done.stderr == f"flowdesk: {sentence}\n"
    assert sorted(os.listdir(flowdesk.folder)) in (["level.txt"], ["level.txt", "steps"])


def test_memory_that_is_too_small_for_anything_else_is_one_too(flowdesk: CommandLine) -> None:
    flowdesk.file("level.txt", "R" + "." * 248 + "R\n" + ("." * 250 + "\n") * 249)
    done = flowdesk.process("cnf", "level.txt", "-o", "a.cnf", before=little_memory)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "flowdesk: there is not enough memory for this.\n"
    assert os.listdir(flowdesk.folder) == ["level.txt"]


def test_a_time_limit_of_nothing_is_none(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    assert flowdesk("solve", "--timeout", "0", good).returncode == 0
    done = flowdesk("render", good, "-o", "out.png", "--solution", "--timeout", "0")
    assert (done.returncode, done.stderr) == (0, "")


# -- links --------------------------------------------------------------------------------------


LINK = "https://puzz.link/p?arukone/2/2/1122"


def test_a_link_may_stand_where_a_file_does(flowdesk: CommandLine) -> None:
    for name in (LINK, LINK.partition("//")[2]):
        done = flowdesk("solve", "--json", name)
        assert (done.returncode, statuses(done)) == (0, {name: "solved"})
    done = flowdesk("convert", LINK, "-o", "-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "AA\nBB\n", "")


def test_what_is_read_otherwise_than_it_is_meant_is_told(flowdesk: CommandLine) -> None:
    link = LINK.replace("arukone", "numlin")
    flowdesk.file("a.txt", f"{LINK}\n{link}\n")
    for verb in ("solve", "check"):
        done = flowdesk(verb, link, "a.txt")
        assert done.returncode == 0
        told = "numlin lets cells stay uncovered; FlowDesk demands that every cell is covered."
        assert done.stderr == f"flowdesk: {link}: {told}\nflowdesk: a.txt#2: {told}\n"


# -- convert -----------------------------------------------------------------------------------


def test_convert_changes_the_format_and_nothing_else(flowdesk: CommandLine) -> None:
    text = GOOD + "\ntitle: é\ncolors: R=#123456\nwalls: 0,0-1,0\n"
    flowdesk.file("a.txt", text)
    for source, target in (("a.txt", "b.json"), ("b.json", "c.txt"), ("c.txt", "d.TXT")):
        done = flowdesk("convert", source, "-o", target)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
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
    assert read_file(flowdesk.folder / "out.json")[0].solution == solved.solution
    many = Level(2, 63, {(x, y): f"C{y}" for y in range(63) for x in (0, 1)})
    flowdesk.file("many.json", JSON.write([Entry(many)]))
    done = flowdesk("convert", "many.json", "-o", "many.txt")
    assert done.returncode == 2
    assert "JSON" in done.stderr
    assert not (flowdesk.folder / "many.txt").exists()


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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-o", "out.json", "--format", "link"], "the format link is for files that end in .txt."),
        (["-o", "out.txt", "--format", "map"], "the format map holds one level, not 3."),
        (["-o", "-", "--format", "map"], "the format map holds one level, not 3."),
        (["-o", "out.txt", "--format", "string"], "invalid choice: 'string'"),
        (["-o", "out.txt", "--format", "chess"], "invalid choice: 'chess'"),
    ],
)
def test_a_format_that_does_not_fit_is_told(
    flowdesk: CommandLine, arguments: list[str], words: str
) -> None:
    flowdesk.file("pack.txt", PACK)
    done = flowdesk("convert", "pack.txt", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert os.listdir(flowdesk.folder) == ["pack.txt"]


def test_what_a_format_has_no_place_for_is_not_written(flowdesk: CommandLine) -> None:
    flowdesk.file("hole.txt", "R#R\n...\n")
    done = flowdesk("convert", "hole.txt", "-o", "out.txt", "--format", "link")
    assert (done.returncode, done.stdout) == (2, "")
    assert "out.txt was not written: a puzz.link link has no holes" in done.stderr
    assert "Save it as a map (.txt) or as FlowDesk JSON (.json)." in done.stderr
    assert os.listdir(flowdesk.folder) == ["hole.txt"]


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


def test_convert_names_the_level_that_a_format_cannot_hold(flowdesk: CommandLine) -> None:
    flowdesk.file("pack.txt", "2 1\nRR\n\n3 1\nR#R\n")
    done = flowdesk("convert", "pack.txt", "-o", "links.txt", "--format", "link")
    assert done.returncode == 2
    assert "links.txt was not written: pack.txt#2: a puzz.link link has no holes" in done.stderr


def test_an_empty_argument_is_no_folder(flowdesk: CommandLine) -> None:
    flowdesk.file("good.txt", GOOD)
    done = flowdesk("solve", "")
    assert (done.returncode, done.stdout) == (2, "")
    assert "an argument is empty" in done.stderr
