"""Real levels by other people, from the corpus beside the project."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from flowdesk import check, load, solve
from flowdesk.kinds.flow.level import mistakes, touches
from tests.conftest import corpus_folder, unchecked

#: Official levels with exactly one non-touching solution, and others by the game's own rule.
SEVERAL = {"jumbo_13x13_26", "jumbo_14x14_01", "jumbo_14x14_19", "jumbo_14x14_30"}
#: It takes a second or more to tell whether a second solution touches itself.
LONG = {
    *("extreme_11x11_07", "extreme_12x12_28", "extreme_12x12_29", "extreme_12x12_30"),
    *("jumbo_14x14_02", "jumbo_14x14_19"),
}


def test_what_is_not_checked_is_said_with_the_reason() -> None:
    def skipped(name: str, reason: str) -> SimpleNamespace:
        return SimpleNamespace(nodeid=f"tests/a.py::{name}", longrepr=("", 1, f"Skipped: {reason}"))

    reports = [skipped(f"test_it_is_read[{number}]", "there is no corpus") for number in range(3)]
    reports += [skipped("test_it_is_solved", "there is no corpus")]
    reports += [skipped(f"test_fact_{number}", "xdotool is not installed") for number in range(22)]
    lines = unchecked(reports)
    assert lines[:4] == [
        "4 tests, because there is no corpus:",
        "    it is read (3 times)",
        "    it is solved",
        "22 tests, because xdotool is not installed:",
    ]
    assert lines[-2:] == ["    and 2 more", "`./start test` installs what is missing."]


def test_without_a_folder_there_is_no_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLOWDESK_CORPUS", "/none")
    assert corpus_folder() is None


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
