"""Solving and checking, compared with brute force on thousands of tiny levels, and by hand."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import CheckResult, SolveResult
from flowdesk.kinds.flow.level import Level, findings, mistakes, strict
from flowdesk.kinds.flow.making.generate import generate
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.encoding import FlowEncoding, find_another
from flowdesk.kinds.flow.solving.solve import check, solve
from flowdesk.sat.backend import find_model, refine
from tests.boards import random_board
from tests.brute import is_touching, solutions
from tests.samples import hard_level, level_of
from tests.tiny_levels import (
    EACH_SHARE,
    Share,
    differing_cells,
    map_of,
    random_levels,
    touching_edges,
)

BOARDS = 5000
EITHER_RULE = pytest.mark.parametrize("strictly", [False, True])

TOUCHING_ONLY = level_of("RR ..")
ONE_OF_EACH_KIND = level_of("B.. .R. .B. ..R")
TWO_WITHOUT_TOUCHING = level_of("R... .B#. .##. .#B. ...R")
TWO_IN_A_CORNER = level_of("... .R. R..")
IMPOSSIBLE = level_of("R. .R")  # as a checkerboard shows
UNSOLVABLE = level_of("#R. ..R ... ...")  # for no simple reason
INCOMPLETE = level_of("R.B ..B")


class Case(NamedTuple):
    """A level and all its solutions, those that touch themselves apart from the others."""

    level: Level
    touching: list[frozenset[Edge]]
    non_touching: list[frozenset[Edge]]

    def right(self, *, strictly: bool) -> list[frozenset[Edge]]:
        """The solutions by the game's rule, or only those that do not touch themselves."""
        return self.non_touching + ([] if strictly else self.touching)


def case_of(level: Level) -> Case:
    """A level with what brute force finds."""
    found = solutions(level)
    touching = [edges for edges in found if is_touching(level, edges)]
    return Case(level, touching, [edges for edges in found if edges not in touching])


@cache
def cases(share: Share) -> list[Case]:
    """Thousands of tiny levels, always the same ones, and a few that chance hardly ever makes."""
    levels = random_levels(20240607, BOARDS, share)
    levels += [TOUCHING_ONLY, ONE_OF_EACH_KIND, TWO_WITHOUT_TOUCHING, TWO_IN_A_CORNER, UNSOLVABLE]
    levels += [level_of("... .#. .RR #BB")]  # its solution touches itself far from any U-turn
    levels += [level_of("R.Y. .BY# ...# .B.. ...R"), level_of("R.. .B. .#. .B. ..R")]
    return [case_of(level) for level in levels]


@cache
def solved(share: Share, strictly: bool) -> list[tuple[Case, SolveResult]]:
    """Every level with what `solve` says of it."""
    return [(case, solve(strict(case.level) if strictly else case.level)) for case in cases(share)]


@cache
def checked(share: Share, strictly: bool) -> list[tuple[Case, CheckResult]]:
    """Every level with what `check` says of it."""
    return [(case, check(strict(case.level) if strictly else case.level)) for case in cases(share)]


@EACH_SHARE
def test_the_tiny_levels_are_of_every_kind(share: Share) -> None:
    boards = len(cases(share))
    counts = [(len(case.touching), len(case.non_touching)) for case in cases(share)]
    assert sum(counts.count(kind) for kind in ((0, 1), (1, 0))) > boards / 3
    assert counts.count((0, 0)) > boards / 10
    assert sum(touching > 1 for touching, _ in counts) > boards / 50
    assert any(touching and others == 1 for touching, others in counts)
    assert any(others > 1 for _, others in counts)
    unexplained = [
        case for case in cases(share) if not case.right(strictly=False) and not findings(case.level)
    ]
    assert len(unexplained) > boards / 100


@EACH_SHARE
@EITHER_RULE
def test_what_brute_force_solves_is_solved_and_nothing_else(share: Share, strictly: bool) -> None:
    for case, result in solved(share, strictly):
        right = case.right(strictly=strictly)
        assert result.status == ("solved" if right else "unsolvable"), map_of(case.level)
        if result.solution:
            assert result.solution.edges in right, map_of(case.level)
            assert mistakes(case.level, result.solution) == [], map_of(case.level)


@EACH_SHARE
@EITHER_RULE
def test_a_solution_touches_itself_only_where_no_other_does_not(
    share: Share, strictly: bool
) -> None:
    for case, result in solved(share, strictly):
        only_touching = bool(case.touching) and not case.non_touching
        assert result.touching == (only_touching and not strictly), map_of(case.level)


@EACH_SHARE
@EITHER_RULE
def test_check_counts_as_brute_force_does(share: Share, strictly: bool) -> None:
    for case, result in checked(share, strictly):
        count = len(case.right(strictly=strictly))
        status = ("unsolvable", "unique", "multiple")[min(count, 2)]
        non_touching = ("none", "one", "many")[min(len(case.non_touching), 2)]
        assert result.status == status, map_of(case.level)
        assert result.non_touching == non_touching, map_of(case.level)


@EACH_SHARE
@EITHER_RULE
def test_check_shows_up_to_two_right_solutions_and_where_they_differ(
    share: Share, strictly: bool
) -> None:
    for case, result in checked(share, strictly):
        right = case.right(strictly=strictly)
        shown = [solution.edges for solution in result.solutions]
        assert len(shown) == len(set(shown)) == min(len(right), 2), map_of(case.level)
        assert set(shown) <= set(right), map_of(case.level)
        assert all(mistakes(case.level, solution) == [] for solution in result.solutions)
        if case.non_touching:
            assert shown[0] in case.non_touching, map_of(case.level)
        differs = differing_cells(*shown) if len(shown) == 2 else set()
        assert set(result.differs) == differs, map_of(case.level)
        assert len(result.differs) == len(differs), map_of(case.level)


@EACH_SHARE
def test_no_level_with_a_solution_has_findings(share: Share) -> None:
    for case in cases(share):
        if case.right(strictly=False):
            assert findings(case.level) == [], map_of(case.level)


def test_an_incomplete_level_is_invalid_and_not_unsolvable() -> None:
    for result in (solve(INCOMPLETE), check(INCOMPLETE)):
        assert result.status == "invalid"
        assert [finding.rule for finding in result.findings] == ["endpoint-count"]
    assert solve(level_of("... ...")).status == "invalid"


def test_an_impossible_level_comes_with_the_reason() -> None:
    for result in (solve(IMPOSSIBLE), check(IMPOSSIBLE)):
        assert result.status == "unsolvable"
        assert [finding.rule for finding in result.findings] == ["parity"]
    assert (solve(UNSOLVABLE).status, solve(UNSOLVABLE).findings) == ("unsolvable", ())


def test_loops_are_cut_until_none_is_left_or_a_solution_is_found() -> None:
    # The formula does not mind R in one step and a loop around it: that has to be cut.
    ring = level_of("... .R. .R. ...")
    assert find_model(FlowEncoding(ring, touching=False).cnf.clauses()) is not None
    result = solve(strict(ring))
    assert (result.status, result.rounds) == ("unsolvable", 2)
    result = solve(level_of("..# ..R ..R"))
    assert result.status == "solved"
    assert result.rounds > 2  # one without touching, one with: another one was cut


@EACH_SHARE
@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_the_places_of_touching_can_be_limited(share: Share, most: int) -> None:
    for case in cases(share)[::7]:
        right = case.right(strictly=False)
        if findings(case.level):
            continue
        encoding = FlowEncoding(case.level, touching=True)
        encoding.limit_touches(most)
        model = refine(encoding.cnf, encoding.cut)
        few = [edges for edges in right if len(touching_edges(case.level, edges)) <= most]
        assert (model is not None) == bool(few), map_of(case.level)
        if model:
            assert encoding.decode(model)[0].edges in few, map_of(case.level)


def test_what_is_too_hard_to_search_is_counted() -> None:
    # Two colours would have to cross. SAT does not see that in minutes.
    assert solve(hard_level(14)).status == "unsolvable"


def test_check_finds_as_many_solutions_as_a_count_where_bends_can_go_to_either_path() -> None:
    for seed in range(30):
        level = random_board(7, 3 + seed % 4, seed)
        number = min(count(level).number, 2)
        assert check(level).status == {1: "unique", 2: "multiple"}[number], map_of(level)


@EACH_SHARE
def test_another_solution_is_found_from_each_one_if_there_is_any(share: Share) -> None:
    for case in cases(share):
        for first in check(case.level).solutions:
            other = find_another(case.level, first)
            assert bool(other) == (len(case.right(strictly=False)) > 1), map_of(case.level)
            if other:
                assert other.edges != first.edges, map_of(case.level)
                assert mistakes(case.level, other) == [], map_of(case.level)


@pytest.mark.parametrize(
    ("size", "colors"), [(14, 7), (20, 16), pytest.param(36, 30, marks=pytest.mark.slow)]
)
def test_the_second_solution_of_a_large_level_re_routes_few_paths(size: int, colors: int) -> None:
    for seed in range(3):
        result = check(random_board(size, colors, seed))
        assert (result.status, result.non_touching) == ("multiple", "one")
        first, second = (solution.paths for solution in result.solutions)
        assert sum(first[label] != second[label] for label in first) <= 3


def test_whether_few_paths_can_go_otherwise_is_one_question_however_many_there_are() -> None:
    level = generate(FlowRequest(20, 20, seed=1)).level
    assert level
    result = check(level)
    assert result.status == "unique"
    assert result.rounds < len(level.pairs) / 2


def test_levels_of_one_shape_do_not_disturb_each_other() -> None:
    first, second = level_of("R.. ... RBB"), level_of("RBY ... RBY")
    walled = level_of("RBY ... RBY", ((0, 0), (0, 1)))
    before = [solve(level).solution for level in (first, second)]
    for other in (walled, level_of("R.B ..B R.."), TWO_IN_A_CORNER, level_of("R.. ... ..R")):
        check(other)
        assert [solve(level).solution for level in (first, second)] == before
    assert None not in before
    assert solve(walled).status == "unsolvable"


def test_the_same_level_gets_the_same_solution_each_time() -> None:
    results = [check(TWO_WITHOUT_TOUCHING) for _ in range(3)]
    assert len({tuple(s.edges for s in result.solutions) for result in results}) == 1


def test_solve_tells_at_each_round_that_nothing_is_known_yet() -> None:
    told: list[SolveResult] = []
    result = solve(UNSOLVABLE, progress=told.append)
    assert result.rounds == len(told) > 1
    assert [so_far.rounds for so_far in told] == list(range(1, len(told) + 1))
    assert {(so_far.status, so_far.solution) for so_far in told} == {("unknown", None)}
    seconds = [so_far.seconds for so_far in told]
    assert seconds == sorted(seconds)


def test_check_tells_at_each_round_what_is_known_so_far() -> None:
    told: list[CheckResult] = []
    result = check(TOUCHING_ONLY, progress=told.append)
    assert result.rounds == len(told) > 1
    assert {so_far.status for so_far in told} == {"unknown"}
    assert (told[0].non_touching, told[0].solutions) == ("unknown", ())
    assert (told[-1].non_touching, told[-1].solutions) == ("none", result.solutions)


def test_a_check_that_is_ended_early_has_told_of_the_first_solution() -> None:
    told: list[CheckResult] = []
    level = level_of("RBY ... RBY")
    check(level, progress=told.append)
    assert (told[-1].status, told[-1].non_touching) == ("unknown", "one")
    assert [s.edges for s in told[-1].solutions] == solutions(level)
