"""Exact numbers of solutions and what all share, compared with brute force, SAT and books."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from flowdesk.core.grid import Edge
from flowdesk.formats.registry import load
from flowdesk.kinds import sweep
from flowdesk.kinds.answers import Count
from flowdesk.kinds.flow.level import Level, strict
from flowdesk.kinds.flow.solving import counting
from flowdesk.kinds.flow.solving.counting import certain_edges, count
from flowdesk.kinds.flow.solving.encoding import FlowEncoding
from flowdesk.kinds.flow.solving.solve import solve
from tests.brute import is_touching, solutions
from tests.for_all import for_all
from tests.levels import hard_to_solve, some
from tests.samples import level_of
from tests.tiny_levels import EACH_SHARE, Share, map_of, random_level, random_levels, scattered

BOARDS = 3000
MOST_LISTED = 60


@cache
def tiny(share: Share) -> list[tuple[Level, list[frozenset[Edge]]]]:
    """Thousands of tiny levels with holes and walls, always the same ones, with their solutions."""
    levels = random_levels(20261121, BOARDS, share)
    levels += [level_of("RR ..", ((0, 0), (1, 0))), level_of("R.. ... ..R"), level_of("R..R")]
    return [(level, solutions(level)) for level in levels]


SIXTY = scattered(8, 5, 130)  # as many solutions, all of which touch themselves
FOUR = level_of("R...#G... .B#.#.Y#. .##.#.##. .#B.#.#Y. ...R#...G")  # none of which does


def shares_of(level: Level, found: list[frozenset[Edge]]) -> dict[Edge, float]:
    """The share of the solutions that use each edge of the board."""
    return {edge: sum(edge in edges for edges in found) / len(found) for edge in level.board.links}


def listed(level: Level) -> list[frozenset[Edge]]:
    """All solutions, one by one by SAT."""
    encoding = FlowEncoding(level, touching=True)
    found: list[frozenset[Edge]] = []
    while solution := encoding.find():
        found.append(solution.edges)
        encoding.exclude(solution)
    return found


@EACH_SHARE
def test_tiny_levels_are_counted_as_brute_force_does_and_so_are_shares(share: Share) -> None:
    for level, found in tiny(share):
        counted = count(level)
        assert (counted.number, counted.exact) == (len(found), True), map_of(level)
        assert (counted.gave_up, counted.shares) == ("", None)
        shared = count(level, shares=True)
        assert shared.number == len(found)
        assert shared.shares == (shares_of(level, found) if found else None), map_of(level)
    numbers = [len(found) for _, found in tiny(share)]
    assert max(numbers) > 3
    assert numbers.count(0) > len(numbers) / 10


@EACH_SHARE
def test_solutions_that_do_not_touch_themselves_are_counted_apart(share: Share) -> None:
    for level, found in tiny(share)[::4]:
        right = [edges for edges in found if not is_touching(level, edges)]
        counted = count(strict(level), shares=True)
        assert (counted.number, counted.exact) == (len(right), True), map_of(level)
        assert counted.shares == (shares_of(level, right) if right else None), map_of(level)


def test_larger_boards_are_counted_as_sat_lists_them() -> None:
    compared = 0
    for level in [scattered(*kind, seed) for kind in [(6, 3), (7, 4)] for seed in range(40)]:
        counted = count(level, shares=True)
        assert counted.exact
        if counted.number <= MOST_LISTED:
            found = listed(level)
            assert counted.number == len(found)
            assert counted.shares == (shares_of(level, found) if found else None)
            compared += bool(found)
    assert compared >= 10


@for_all(
    "width, height, end, number",
    [
        *((n, n, (0, n - 1), m) for n, m in [(4, 8), (5, 86), (6, 1770), (7, 88418)]),
        *((n, n, (n - 1, n - 1), m) for n, m in [(5, 104), (7, 111712)]),
        (8, 8, (0, 7), 8934966),
        (2, 200, (1, 0), 1),
        (200, 2, (0, 1), 1),
    ],
)
def test_paths_over_all_cells_between_two_corners_are_as_many_as_the_books_say(
    width: int, height: int, end: tuple[int, int], number: int
) -> None:
    # OEIS A000532 and A001184
    level = Level(width, height, {(0, 0): "R", end: "R"})
    assert count(level).number == number


def test_a_count_that_grows_too_wide_says_so_and_claims_nothing() -> None:
    counted = count(hard_to_solve(), shares=True, most_states=2_000)
    assert (counted.number, counted.exact, counted.shares) == (0, False, None)
    assert counted.gave_up == "Counting the solutions would need too much memory."
    assert 2_000 < counted.widest <= 4_000  # a cell can double it, and then it is over


def test_a_list_of_solutions_that_gets_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert count(strict(FOUR)).number == 4
    monkeypatch.setattr(counting, "COUNT_LISTED", 3)
    counted = count(strict(FOUR), shares=True)
    assert (counted.number, counted.exact, counted.shares) == (3, False, None)
    assert counted.gave_up == "Counting ended at 3 solutions."


def test_what_is_told_on_the_way_is_true() -> None:
    for level in (SIXTY, strict(FOUR)):
        told: list[Count] = []
        counted = count(level, shares=True, progress=told.append)
        assert len(told) > 1
        for so_far in told:
            assert so_far.number <= counted.number
            assert not so_far.exact or so_far.number == counted.number
            assert (so_far.gave_up, so_far.shares) == ("", None)
        seconds = [so_far.seconds for so_far in told]
        assert seconds == sorted(seconds)


def test_an_incomplete_level_cannot_be_counted() -> None:
    for level in (level_of("R.B ..B"), level_of("... ...")):
        with pytest.raises(ValueError, match="two endpoints"):
            count(level)


@pytest.mark.parametrize(
    ("name", "number"),
    [("jumbo_13x13_26", 1_950_036), ("extreme_12x12_02", 1), ("unsolvable_cross", 0)],
)
def test_real_levels_are_counted(corpus: Path, name: str, number: int) -> None:
    (level,) = load(corpus / "flow" / "maps" / f"{name}.txt")
    assert count(level).number == number


def test_only_what_all_or_none_use_is_certain_however_many_there_are() -> None:
    first, second, third, fourth = (((x, 0), (x + 1, 0)) for x in range(4))
    number = 10**400
    shares = sweep.shares_of({first: 0, second: 1, third: number - 1, fourth: number}, number)
    assert 0 == shares[first] < shares[second] < shares[third] < shares[fourth] == 1


# -- certain edges ---------------------------------------------------------------------------------


TWO_WITHOUT_TOUCHING = level_of("R... .B#. .##. .#B. ...R")
EITHER_RULE = pytest.mark.parametrize("strictly", [False, True])


def levels() -> list[Level]:
    """Tiny levels with holes and walls, and larger ones with few colours and many solutions."""
    rng = random.Random(7)
    found = [random_level(rng) for _ in range(some(800))]
    found += [scattered(6, 3, seed) for seed in range(some(240))]
    return [*found, TWO_WITHOUT_TOUCHING]


def expected(level: Level) -> tuple[frozenset[Edge], ...]:
    """The edges that all, none or some of the solutions use, by their shares."""
    shares = count(level, shares=True).shares
    assert shares is not None
    on = frozenset(edge for edge, share in shares.items() if share == 1)
    off = frozenset(edge for edge, share in shares.items() if share == 0)
    return on, off, frozenset(shares) - on - off


@EITHER_RULE
def test_what_is_certain_has_the_share_of_all_or_none(strictly: bool) -> None:
    loose = 0
    for level in levels():
        level = strict(level) if strictly else level
        solution = solve(level).solution
        if solution is None:
            continue
        found = certain_edges(level, solution)
        right = expected(level)
        assert (found.on, found.off, found.open) == right, map_of(level)
        assert found.finished
        loose += bool(found.open)
    assert loose >= (1 if strictly else 10)


@pytest.mark.usefixtures("picosat")
def test_what_takes_too_long_is_left_open_and_the_rest_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    level = scattered(8, 5, 130)
    solution = solve(level).solution
    assert solution is not None
    monkeypatch.setattr(counting, "CERTAINTY_PASSES", (3,))
    found = certain_edges(level, solution)
    settled = found.on | found.off | found.open
    assert settled
    assert not found.finished
    assert settled < set(level.board.links)
    on, off, loose = expected(level)
    assert found.on <= on
    assert found.off <= off
    assert found.open <= loose
