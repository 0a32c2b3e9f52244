"""Boards with bridges, warps and hexagons, compared with brute force that has its own graph."""

from __future__ import annotations

import random

import pytest

from flowdesk import check, solve
from flowdesk.core.grid import edge_between
from flowdesk.kinds.answers import CheckStatus, NonTouching
from flowdesk.kinds.flow.deduction.hints import trace
from flowdesk.kinds.flow.level import Level, mistakes, strict, touches
from flowdesk.kinds.flow.solving.conflict import explain
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.remedies import ways_to_unique
from flowdesk.kinds.flow.solving.repairs import ways_to_solve
from flowdesk.kinds.flow.solving.solve import certain_edges
from tests.brute import EACH_SHARE, Share
from tests.brute_boards import graph_of, is_touching, nodes_of, random_level, solutions, words_of


def levels(share: Share) -> list[Level]:
    rng = random.Random(share[0])
    return [random_level(rng) for _ in range(share[0], share[1] or 5000)]


@EACH_SHARE
def test_verdicts_counts_and_certain_edges_are_those_of_brute_force(share: Share) -> None:
    seen = set()
    for level in levels(share):
        found, words = solutions(level), words_of(level)
        apart = [edges for edges in found if not is_touching(level, edges)]
        board = level.board
        assert set(board.links) == set(graph_of(level)), words
        assert len(board.nodes) == len(nodes_of(level))
        checked = check(level)
        status = ("unsolvable", "unique", "multiple")[min(len(found), 2)]
        assert checked.status.value == status, words
        number = ("none", "one", "many")[min(len(apart), 2)]
        assert checked.non_touching.value in (number, "unknown"), words
        assert {each.edges for each in checked.solutions} <= set(found), words
        solved = solve(level)
        if found:
            assert solved.solution
            assert solved.solution.edges in (apart or found), words
            assert mistakes(level, solved.solution) == []
            assert bool(touches(level, solved.solution)) == solved.touching == (not apart), words
            certain = certain_edges(level, solved.solution)
            assert certain.on == frozenset.intersection(*found), words
            assert certain.off == set(board.links) - frozenset.union(*found), words
        for rule, each in ((level, found), (strict(level), apart)):
            counted = count(rule, shares=True)
            assert (counted.number, counted.exact) == (len(each), True), words
        seen.add((checked.status, checked.non_touching))
    assert len(seen) >= 4


@EACH_SHARE
def test_no_hint_is_wrong(share: Share) -> None:
    rules = set()
    for level in levels(share):
        found = solutions(level)
        steps = trace(level).deductions
        if any(step.strictly for step in steps):
            found = [edges for edges in found if not is_touching(level, edges)]
        for step in steps:
            rules.add(step.rule)
            assert step.rule != "contradiction" or not found, words_of(level)
            for edges in found:
                assert step.on <= edges, (step.message, words_of(level))
                assert not step.off & edges, (step.message, words_of(level))
    assert len(rules) >= 7


@EACH_SHARE
def test_what_is_said_to_help_helps(share: Share) -> None:
    kinds = set()
    for level in levels((share[0], share[1] and share[1] // 4)):
        checked = check(level)
        if checked.status is CheckStatus.UNSOLVABLE:
            conflict = explain(level) if not checked.findings else None
            offers = ways_to_solve(level, conflict).offers
        elif checked.status is CheckStatus.MULTIPLE:
            offers = ways_to_unique(level, *checked.solutions)
        else:
            continue
        for offer in offers:
            kinds.add(offer.kind)
            found = solutions(offer.level)
            assert found, (offer.message, words_of(level))
            assert not offer.is_unique or len(found) == 1, (offer.message, words_of(level))
    assert kinds >= {"wall", "move", "split", "hole"}


def test_a_level_forbids_touching_through_any_side() -> None:
    assert NonTouching.NONE.value == "none"
    assert edge_between((2, 0), (0, 0)) == ((0, 0), (2, 0))
    with pytest.raises(ValueError, match="row 1, column 2"):
        Level(3, 3, {(1, 0): "R"}, holes=frozenset({(1, 0)}))
