"""Real levels by other people, from the corpus beside the project."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from flowdesk import check, load, solve
from flowdesk.kinds.flow.level import mistakes, touches
from tests.processes import ROOT, run

#: Official levels with exactly one non-touching solution, and others by the game's own rule.
SEVERAL = {"jumbo_13x13_26", "jumbo_14x14_01", "jumbo_14x14_19", "jumbo_14x14_30"}
#: It takes a second or more to tell whether a second solution touches itself.
LONG = {
    *("extreme_11x11_07", "extreme_12x12_28", "extreme_12x12_29", "extreme_12x12_30"),
    *("jumbo_14x14_02", "jumbo_14x14_19"),
}


def test_what_is_not_checked_without_the_corpus_is_said_last() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    command += ["-k", "solved_without_touching"]
    environment = {**os.environ, "FLOWDESK_CORPUS": "/none", "CI": ""}
    done = run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
    assert done.stdout.splitlines()[-4:-1] == [
        "What takes long: `make test-all` checks it.",
        "1 test, because FLOWDESK_CORPUS does not name a folder of other people's puzzles:",
        "    every map is solved without touching but the one without a solution",
    ]


def test_every_map_is_solved_without_touching_but_the_one_without_a_solution(corpus: Path) -> None:
    files = sorted((corpus / "flow" / "maps").glob("*.txt"))
    assert len(files) >= 28
    for file in files:
        (level,) = load(file)
        result = solve(level)
        if file.stem.startswith("unsolvable"):
            assert result.status == "unsolvable", file
            assert result.findings, "the reason is known without a search"
        else:
            assert result.solution, file
            assert mistakes(level, result.solution) == []
            assert touches(level, result.solution) == []


@pytest.mark.slow
@pytest.mark.parametrize("long", [False, True])
def test_official_levels_have_one_non_touching_solution_and_some_have_others(
    corpus: Path, long: bool
) -> None:
    files = sorted((corpus / "flow" / "maps").glob("*x*.txt"))
    assert len(files) >= 28
    for file in files:
        if (file.stem in LONG) == long:
            result = check(load(file)[0])
            assert result.non_touching == "one", file
            assert result.status == ("multiple" if file.stem in SEVERAL else "unique"), file


@pytest.mark.slow
def test_boards_that_only_touching_paths_solve(corpus: Path) -> None:
    files = sorted((corpus / "flow" / "touching").glob("*.txt"))
    assert files
    for file in files:
        (level,) = load(file)
        result = solve(level)
        assert result.solution, file
        assert result.touching == bool(touches(level, result.solution))
        assert mistakes(level, result.solution) == []
        if result.touching:
            assert solve(level, non_touching=True).status == "unsolvable", file


def test_packs_are_read_whole_and_solved(corpus: Path) -> None:
    packs = {file.stem: load(file) for file in (corpus / "flow" / "packs").glob("*.txt")}
    assert {name: len(levels) for name, levels in packs.items()} == {
        "pack1": 10,
        "pack2": 3,
        "pack3": 20,
        "pack10": 11,
    }
    assert packs["pack1"][0].about["Author of all puzzles in this file"].startswith("Flow Free")
    for level in [*packs["pack1"], *packs["pack3"], packs["pack10"][0]]:
        assert solve(level).solution
