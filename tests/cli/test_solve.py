"""flowdesk solve: what scripts and people rely on."""

from __future__ import annotations

import json
import os
import signal
from typing import Any

import pytest

from flowdesk.core.grid import Cell
from flowdesk.formats.registry import MAP, load
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Solution, mistakes, touches
from flowdesk.lab.engines import ENGINES, SOLVERS
from tests.command_line import (
    GOOD,
    HARD_TO_SOLVE,
    INCOMPLETE,
    TOUCHING,
    UNSOLVABLE,
    CommandLine,
    ending,
    objects,
    statuses,
)
from tests.desk.pools import CpuPool
from tests.levels import HARD_TO_CHECK
from tests.samples import SMALL


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
            "message": "Red (R) has one endpoint and needs two.",
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
    done = flowdesk.process("solve", "--json", "--jobs", "3", slow, *quick, quick[0])
    assert done.returncode == 0
    names = [result["puzzle"] for result in objects(done)]
    assert names == ["slow.txt", "c.txt", "a.txt", "b.txt", "c.txt"]


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
    assert "line 2, column 1: Red (R) has one endpoint and needs two." in done.stdout
    assert "line 7, column 2: Green (G) has one endpoint and needs two." in done.stdout
    done = flowdesk("solve", "--json", "pack.txt#2")
    assert objects(done)[0]["findings"][0]["cells"] == [[1, 1]]


# -- engines beside SAT ----------------------------------------------------------------------------


EACH_ENGINE = pytest.mark.parametrize("engine", [*ENGINES, *SOLVERS])


@EACH_ENGINE
def test_an_engine_solves_as_sat_does_by_either_rule(flowdesk: CommandLine, engine: str) -> None:
    flowdesk.file("a.txt", MAP.write([Entry(SMALL)]))
    flowdesk.file("b.txt", "R...\nG..G\n...R\n")
    flowdesk.file("half.txt", "R..\n...\n")
    files = ("a.txt", "b.txt", "half.txt")
    by_engine = flowdesk("solve", "--json", "--engine", engine, *files)
    by_sat = flowdesk("solve", "--json", *files)
    assert (by_engine.returncode, by_engine.stderr) == (by_sat.returncode, by_sat.stderr)
    for got, expected in zip(objects(by_engine), objects(by_sat), strict=True):
        assert list(got) == list(expected), "the same keys"
        for key in ("puzzle", "status", "touching", "findings"):
            assert got[key] == expected[key]
    found = objects(by_engine)[0]["paths"]
    paths = {label: tuple((x, y) for x, y in path) for label, path in found.items()}
    assert mistakes(SMALL, Solution(paths)) == []
    assert flowdesk("solve", "--engine", engine, "a.txt").stdout.startswith("a.txt: solved\nR")
    flowdesk.file("a.txt", "AA\n..\n\ntouching: forbidden\n")
    done = flowdesk("solve", "--engine", engine, "a.txt")
    assert (done.returncode, done.stdout) == (1, "a.txt: no non-touching solution\n")


def test_a_time_limit_ends_in_unknown(flowdesk: CommandLine) -> None:
    flowdesk.file("hard.txt", HARD_TO_SOLVE)
    limited = ("solve", "--json", "--engine", "cells", "--timeout", "0.1", "hard.txt")
    done = flowdesk(*limited, make_pool=CpuPool)
    assert (done.returncode, statuses(done)) == (3, {"hard.txt": "unknown"})
    assert objects(done)[0]["seconds"] > 0.05


def test_an_engine_that_cannot_tell_says_why(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", "AA\n..\n")
    done = flowdesk("solve", "--engine", "cells", "a.txt")
    assert done.returncode == 3
    assert done.stdout == (
        "a.txt: unknown\n  There is no solution without touching; "
        "whether there are others, this engine cannot tell.\n"
    )
    done = flowdesk("solve", "--engine", "cells", "--non-touching", "a.txt")
    assert (done.returncode, done.stdout) == (1, "a.txt: no non-touching solution\n")
    done = flowdesk("solve", "--engine", "distance", "a.txt")
    assert (done.returncode, done.stdout) == (0, "a.txt: solved, touching itself\nAA\nAA\n")
