"""Several searches for each puzzle, in processes: a shared time limit, and results in order."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pytest

from flowdesk.cli import runs
from flowdesk.cli.output import Console
from tests.desk.calls import Found, at_once, never
from tests.desk.pools import HastyPool

UNKNOWN = Found("unknown")


def answered(
    folder: Path, jobs: int, *questions: runs.Question, puzzles: int = 3, timeout: float = 1.0
) -> list[list[str]]:
    """Return the results for puzzles 2, 3 ... cells wide, in the order of the output."""
    files = []
    for width in range(2, 2 + puzzles):
        files.append(str(folder / f"{width}.txt"))
        Path(files[-1]).write_text("R" + "." * (width - 2) + "R\n")
    arguments = argparse.Namespace(
        files=files,
        kind="",
        jobs=jobs,
        timeout=timeout,
        non_touching=False,
        make_pool=HastyPool,
    )
    told = list(runs.raced(questions, arguments, Console()))
    assert [puzzle.name for puzzle, _ in told] == files
    return [[result.what for result in results] for _, results in told]


def question(function: Any, *, races: bool = True) -> runs.Question:
    return runs.Question(function, UNKNOWN, races)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_what_is_known_is_told_when_the_time_is_over_for_the_rest(
    tmp_path: Path, jobs: int
) -> None:
    told = answered(tmp_path, jobs, question(at_once), question(never, races=False))
    assert told == [["2 wide", "begun"], ["3 wide", "begun"], ["4 wide", "begun"]]


def test_a_question_has_no_time_of_its_own_after_another(tmp_path: Path) -> None:
    # With two workers the last question would wait for one of the first.
    questions = [question(never), question(never), question(at_once, races=False)]
    told = answered(tmp_path, 2, *questions, puzzles=2)
    assert told == [["begun", "begun", "unknown"]] * 2


def test_questions_that_race_need_no_more_workers_than_they_are(tmp_path: Path) -> None:
    told = answered(tmp_path, 1, question(never), question(at_once))
    assert told == [["begun", "2 wide"], ["begun", "3 wide"], ["begun", "4 wide"]]


def test_without_a_limit_everything_is_answered(tmp_path: Path) -> None:
    told = answered(tmp_path, 1, question(at_once), question(at_once, races=False), timeout=0)
    assert told == [["2 wide"] * 2, ["3 wide"] * 2, ["4 wide"] * 2]
