"""The engine that solves by the CDCL solver, compared with brute force and SAT."""

from __future__ import annotations

import pytest

from flowdesk.kinds.answers import SolveResult
from flowdesk.kinds.flow.level import strict
from flowdesk.kinds.flow.solution import mistakes
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.lab.flow.cdcl_engine import run
from tests.brute import is_touching, map_of, scattered
from tests.levels import hard_to_solve
from tests.samples import TOUCHING
from tests.test_backtracking import INCOMPLETE, shipped_levels, tiny


def test_tiny_levels_are_solved_as_by_brute_force() -> None:
    seen = set()
    for level, found in tiny((0, 1000))[::4]:
        right = [edges for edges in found if not is_touching(level, edges)]
        for each, possible in ((level, found), (strict(level), right)):
            result = run(each)
            if possible:
                assert result.solution.edges in possible, map_of(level)
                assert result.touching == (not right), map_of(level)
            assert result.status == ("solved" if possible else "unsolvable"), map_of(level)
            seen.add((result.status, result.touching))
    assert len(seen) == 3


def test_small_levels_of_the_packs_are_solved_as_by_sat() -> None:
    for level in shipped_levels(largest=8):
        found, right = run(level), solve(level)
        assert (found.status, found.touching) == (right.status, right.touching)
        assert mistakes(level, found.solution) == []


def test_what_the_search_took_is_counted() -> None:
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


def test_of_a_touching_solution_it_is_known_that_there_is_no_other() -> None:
    found = run(TOUCHING)
    assert (found.status, found.touching) == ("solved", True)
    assert run(strict(TOUCHING)).status == "unsolvable"
    assert run(INCOMPLETE).status == "invalid"


def test_who_waits_hears_what_the_search_took_so_far() -> None:
    class HeardEnoughError(Exception):
        pass

    heard: list[SolveResult] = []

    def progress(so_far: SolveResult) -> None:
        heard.append(so_far)
        if len(heard) == 2:
            raise HeardEnoughError

    with pytest.raises(HeardEnoughError):
        run(hard_to_solve(), progress=progress)
    assert [so_far.status for so_far in heard] == ["unknown", "unknown"]
    first, second = (so_far.figures for so_far in heard)
    assert first
    assert second
    assert 0 < first.propagations < second.propagations
    assert 0 < heard[0].seconds < heard[1].seconds
