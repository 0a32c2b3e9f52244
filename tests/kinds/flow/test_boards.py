"""Boards with bridges, warps and hexagons, compared with brute force that has its own graph."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from flowdesk import check, solve
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.shape import Shape
from flowdesk.kinds.answers import CheckStatus, NonTouching
from flowdesk.kinds.flow.deduction.hints import trace
from flowdesk.kinds.flow.level import Level, mistakes, strict, touches
from flowdesk.kinds.flow.making.generate import generate
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.flow.solving.conflict import explain
from flowdesk.kinds.flow.solving.counting import certain_edges, count
from flowdesk.kinds.flow.solving.remedies import ways_to_unique
from flowdesk.kinds.flow.solving.repairs import ways_to_solve
from tests.brute import graph_of, is_touching, nodes_of, random_level, solutions, words_of
from tests.levels import some


@cache
def levels(number: int) -> list[Level]:
    rng = random.Random(number)
    return [random_level(rng) for _ in range(some(number))]


def test_verdicts_counts_and_certain_edges_are_those_of_brute_force() -> None:
    seen = set()
    for level in levels(2000):
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


def test_no_hint_is_wrong() -> None:
    rules = set()
    for level in levels(2000):
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


def test_what_is_said_to_help_helps() -> None:
    kinds = set()
    for level in levels(600):
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


REQUESTS = [
    FlowRequest.shaped(4, 4, 0, warps="both"),
    FlowRequest.shaped(5, 3, 0, warps="rows", shortest=2),
    FlowRequest.shaped(4, 4, 0, board="hex"),
    FlowRequest.shaped(4, 4, 0, bridges=1, shortest=2),
    FlowRequest.shaped(4, 4, 0, bridges=1, warps="columns", non_touching=True),
    FlowRequest.shaped(3, 4, 0, Level(3, 4, holes=frozenset({(0, 0)}), shape=Shape("hex"))),
]


@pytest.mark.parametrize("request_", REQUESTS)
def test_what_is_generated_has_one_solution_as_brute_force_says(request_: FlowRequest) -> None:
    made_ones = [generate(replace(request_, seed=seed)) for seed in range(8)]
    assert sum(made.met for made in made_ones) >= 6, made_ones
    assert generate(replace(request_, seed=7)) == made_ones[7]
    for made in made_ones:
        assert len(made.level.shape.bridges) == request_.bridges
        assert min(map(len, made.solution.paths.values())) >= request_.shortest
        if made.met:
            found = solutions(made.level)
            if request_.non_touching:
                found = [edges for edges in found if not is_touching(made.level, edges)]
            assert found == [made.solution.edges], words_of(made.level)


def test_a_request_for_a_board_that_cannot_be_is_refused() -> None:
    for wrong, words in (
        (FlowRequest.shaped(5, 5, 0, board="hex", warps="rows"), "Only boards of squares"),
        (FlowRequest.shaped(5, 5, 0, board="hex", bridges=1), "Only boards of squares"),
        (FlowRequest.shaped(4, 4, 0, bridges=5), "At most 4 cells"),
        (
            FlowRequest.shaped(3, 3, 0, Level(3, 3, shape=Shape(bridges=frozenset({(0, 0)})))),
            "paths over all of them would meet",
        ),
    ):
        with pytest.raises(FlowDeskError, match=words):
            generate(wrong)


def test_a_path_touches_itself_through_a_warp_and_not_over_a_bridge() -> None:
    ring = Level(3, 1, {(0, 0): "R", (2, 0): "R"}, shape=Shape(rows=frozenset({0})))
    assert check(ring).non_touching is NonTouching.NONE
    assert check(replace(ring, shape=Shape())).non_touching is NonTouching.ONE
    knot = Level(3, 3, {(0, 1): "R", (1, 0): "R"}, shape=Shape(bridges=frozenset({(1, 1)})))
    holes = frozenset({(0, 0), (0, 2), (2, 0)})
    crossed = solve(replace(knot, holes=holes)).solution
    assert crossed
    assert crossed.paths["R"].count((1, 1)) == 2
    assert not touches(replace(knot, holes=holes), crossed)
