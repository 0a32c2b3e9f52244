"""`flowdesk solve --engine`: the engines beside SAT on the command line."""

from __future__ import annotations

import pytest

from flowdesk.core.storage import shipped
from flowdesk.formats.registry import MAP
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Solution, mistakes
from flowdesk.lab.engines import ENGINES, SOLVERS
from tests.command_line import CommandLine, objects, statuses
from tests.desk.pools import CpuPool
from tests.house.test_puzzles import GAPS
from tests.levels import hard_to_solve
from tests.samples import SMALL, TOUCHING

EACH_ENGINE = pytest.mark.parametrize("engine", [*ENGINES, *SOLVERS])


@EACH_ENGINE
def test_an_engine_solves_as_sat_does(flowdesk: CommandLine, engine: str) -> None:
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


@EACH_ENGINE
def test_a_time_limit_ends_in_unknown(flowdesk: CommandLine, engine: str) -> None:
    flowdesk.file("hard.txt", MAP.write([Entry(hard_to_solve())]))
    limited = ("solve", "--json", "--engine", engine, "--timeout", "0.1", "hard.txt")
    done = flowdesk(*limited, make_pool=CpuPool)
    assert (done.returncode, statuses(done)) == (3, {"hard.txt": "unknown"})
    assert objects(done)[0]["seconds"] > 0.05


def test_an_engine_that_cannot_tell_says_why(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", MAP.write([Entry(TOUCHING)]))
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


@EACH_ENGINE
def test_the_stricter_rule_counts_for_engines_too(flowdesk: CommandLine, engine: str) -> None:
    flowdesk.file("a.txt", MAP.write([Entry(TOUCHING)]) + "\ntouching: forbidden\n")
    done = flowdesk("solve", "--engine", engine, "a.txt")
    assert (done.returncode, done.stdout) == (1, "a.txt: no non-touching solution\n")


@EACH_ENGINE
def test_small_shipped_levels_are_solved(flowdesk: CommandLine, engine: str) -> None:
    levels = [str(file) for file in sorted(shipped("puzzles").glob("0[56]x*.txt"))]
    levels = [file for file in levels if GAPS not in file]  # its one solution touches itself
    done = flowdesk("solve", "--json", "--engine", engine, "--timeout", "60", *levels)
    assert (done.returncode, set(statuses(done).values())) == (0, {"solved"})
