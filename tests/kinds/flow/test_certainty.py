"""Certain steps, found by searching, compared with those found by counting."""

from __future__ import annotations

import random

import pytest

from flowdesk.core.grid import Edge
from flowdesk.kinds.flow.level import Level, strict
from flowdesk.kinds.flow.solving import limits
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.solve import certain_edges, solve
from tests.levels import some
from tests.samples import level_of
from tests.tiny_levels import map_of, random_level, scattered

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
    monkeypatch.setattr(limits, "CERTAINTY_PASSES", (3,))
    found = certain_edges(level, solution)
    settled = found.on | found.off | found.open
    assert settled
    assert not found.finished
    assert settled < set(level.board.links)
    on, off, loose = expected(level)
    assert found.on <= on
    assert found.off <= off
    assert found.open <= loose
