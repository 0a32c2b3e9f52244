"""The engines that solve by the solver of the lab, compared with brute force and SAT."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from flowdesk.core.storage import shipped
from flowdesk.formats.registry import load
from flowdesk.kinds.flow.level import strict
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.kinds.slitherlink.solving.encoding import solve as solve_loop
from flowdesk.lab import engines
from flowdesk.lab.engines import SOLVERS
from tests.brute import is_touching
from tests.lab.test_backtracking import INCOMPLETE, heard_on_the_way, tiny
from tests.levels import hard_to_solve
from tests.loops import puzzle_of
from tests.samples import TOUCHING
from tests.tiny_levels import map_of, scattered

Run = Any


@pytest.fixture(params=list(SOLVERS))
def run(request: pytest.FixtureRequest) -> Run:
    """An engine: a function of a puzzle."""
    return partial(engines.run, engine=request.param)


def test_tiny_levels_are_solved_as_by_brute_force(run: Run) -> None:
    seen = set()
    for level, found in tiny((0, 250))[::2]:
        right = [edges for edges in found if not is_touching(level, edges)]
        for each, possible in ((level, found), (strict(level), right)):
            result = run(each)
            if possible:
                assert result.solution.edges in possible, map_of(level)
                assert result.touching == (not right), map_of(level)
            assert result.status == ("solved" if possible else "unsolvable"), map_of(level)
            seen.add((result.status, result.touching))
    assert len(seen) == 3


@pytest.mark.parametrize("name", ["05x05-several-loops", "05x05", "07x07"])
def test_shipped_slitherlinks_have_their_one_loop(run: Run, name: str) -> None:
    for puzzle in load(shipped("puzzles") / "slitherlink" / f"{name}.json"):
        found, right = run(puzzle), solve_loop(puzzle)
        assert (found.status, found.solution) == (right.status, right.solution)
        assert found.figures


@pytest.mark.parametrize(
    ("rows", "status"), [("0", "unsolvable"), ("3.3 .0. 3.3", "unsolvable"), ("..", "invalid")]
)
def test_slitherlinks_without_a_loop_have_none(run: Run, rows: str, status: str) -> None:
    puzzle = puzzle_of(rows)
    assert run(puzzle).status == solve_loop(puzzle).status == status


def test_what_the_search_took_is_counted(run: Run) -> None:
    conflicts = 0
    for seed in range(40):
        level = scattered(6, 4, seed)
        found = run(level)
        assert found.status == solve(level).status, map_of(level)
        if found.findings:
            assert found.figures is None, "nothing was searched"
        else:
            assert found.figures
            assert found.figures.propagations > 0
            conflicts += found.figures.conflicts
    assert conflicts > 50


def test_of_a_touching_solution_it_is_known_that_there_is_no_other(run: Run) -> None:
    found = run(TOUCHING)
    assert (found.status, found.touching) == ("solved", True)
    assert run(strict(TOUCHING)).status == "unsolvable"
    assert run(INCOMPLETE).status == "invalid"


def test_who_waits_hears_what_the_search_took_so_far(run: Run) -> None:
    first, second = (so_far.figures for so_far in heard_on_the_way(partial(run, hard_to_solve())))
    assert first
    assert second
    assert 0 < first.propagations < second.propagations
