"""Slitherlinks made to order: what is asked is what comes out, and what cannot be is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from flowdesk.core.finding import Finding
from flowdesk.core.grid import Cell
from flowdesk.kinds.answers import CheckStatus, Made
from flowdesk.kinds.slitherlink.deduction.hints import WORDS, canonical, rate, trace
from flowdesk.kinds.slitherlink.making.descent import thin
from flowdesk.kinds.slitherlink.making.generate import SlitherlinkCompletion, generate, random_loop
from flowdesk.kinds.slitherlink.making.request import SlitherlinkRequest, problem
from flowdesk.kinds.slitherlink.puzzle import Slitherlink, clues_of, mistakes
from flowdesk.kinds.slitherlink.solving.encoding import check
from tests.command_line import CommandLine
from tests.for_all import for_all
from tests.levels import some
from tests.samples import rating

#: Where each symmetry takes a cell of a 6x6.
MOVES: dict[str, Callable[[int, int], Cell]] = {
    "turn": lambda x, y: (5 - x, 5 - y),
    "quarter": lambda x, y: (5 - y, x),
    "left-right": lambda x, y: (5 - x, y),
    "top-bottom": lambda x, y: (x, 5 - y),
}


def made(**asked: Any) -> list[Slitherlink]:
    """Some 6x6 that are as asked, each with the one solution that came with it."""
    puzzles = []
    for seed in range(some(2)):
        result = generate(SlitherlinkRequest(6, 6, seed, **asked))
        assert result.met, result.report
        assert mistakes(result.level, result.solution) == []
        assert check(result.level).solutions == (result.solution,)
        puzzles.append(result.level)
    return puzzles


@pytest.mark.parametrize("symmetry", MOVES)
def test_cells_with_clues_have_the_symmetry(symmetry: str) -> None:
    for puzzle in made(symmetry=symmetry):
        assert {MOVES[symmetry](*cell) for cell in puzzle.clues} == set(puzzle.clues)


@for_all("clues", [(16, 18), (24, 24), (36, 36), (1, 24)])
@for_all("word", ["", "easy"])
def test_there_are_as_many_clues_as_asked_for(clues: tuple[int, int], word: str) -> None:
    for puzzle in made(clues=clues, difficulty=word):
        assert clues[0] <= len(puzzle.clues) <= clues[1]
        rated = rating(puzzle)
        assert rated.level == (word or rated.level)


@pytest.mark.parametrize(
    "score", [(2, 4), (11, 14), (30, 50), pytest.param((60, 100), marks=pytest.mark.slow)]
)
def test_the_score_is_within_its_range(score: tuple[int, int]) -> None:
    for puzzle in made(score=score):
        rated = rating(puzzle)
        assert score[0] <= rated.score <= score[1]


@pytest.mark.parametrize("rule", ["small-loop", "line-at-one", "inside-outside", "suppose"])
def test_the_easiest_deductions_use_the_rule(rule: str) -> None:
    for puzzle in made(needs=rule):
        assert rule in {step.rule for step in trace(canonical(puzzle)).deductions}


def test_all_wants_hold_together() -> None:
    asked = {"symmetry": "turn", "clues": (20, 28), "score": (10, 25), "needs": "inside-outside"}
    for puzzle in made(**asked, no_supposing=True):
        assert {(5 - x, 5 - y) for x, y in puzzle.clues} == set(puzzle.clues)
        assert 20 <= len(puzzle.clues) <= 28
        rated, solved = rate(puzzle), trace(canonical(puzzle))
        assert rated
        assert 10 <= rated.score <= 25
        assert "inside-outside" in {step.rule for step in solved.deductions}
        assert not any(step.depth for step in solved.deductions)


def test_what_was_not_reached_is_said() -> None:
    result = generate(SlitherlinkRequest(3, 3, clues=(1, 2)))
    assert not result.met
    assert "clues instead of 1-2 and exactly one solution" in result.report
    result = generate(SlitherlinkRequest(2, 2, needs="sides"))
    assert not result.met
    assert "by the rule sides." in result.report
    assert check(result.level).status is CheckStatus.UNIQUE


@for_all(
    "asked, why",
    [
        ({"clues": (30, 20)}, "The number of clues asked for ends before it begins: write 20-30."),
        ({"clues": (0, 0)}, "The number of clues asked for must be 1 or more."),
        ({"clues": (43, 50)}, "7x6 has 42 cells: the number of clues asked for is 43 or more."),
        ({"clues": (21, 21), "symmetry": "turn"}, "With the symmetry turn no 21 clues can be"),
        ({"symmetry": "quarter"}, "A quarter turn takes as many rows as columns"),
        ({"symmetry": "odd"}, "'odd' is no symmetry: choose one of turn, "),
        ({"score": (60, 40)}, "The score asked for ends before it begins: write 40-60."),
        ({"score": (101, 120)}, "The score asked for is 101-120: it is at most 100."),
        ({"needs": "luck"}, "'luck' is no rule: choose one of clue-met, "),
        (
            {"difficulty": "easy", "score": (40, 60)},
            "A score of 40-60 makes a puzzle at least hard, the difficulty easy at most easy",
        ),
        (
            {"needs": "suppose", "no_supposing": True},
            "The rule suppose makes a puzzle at least hard, solving without suppositions at most",
        ),
        ({"needs": "connected", "score": (1, 5)}, "The rule connected makes a puzzle at least"),
        ({"difficulty": "hard", "no_supposing": True}, "The difficulty hard makes a puzzle"),
    ],
)
def test_wants_that_cannot_be_together_are_said_at_once(asked: dict[str, Any], why: str) -> None:
    said = problem(SlitherlinkRequest(7, 6, **asked))
    assert said.startswith(why)
    assert said.endswith(".")


def test_numbers_of_clues_that_a_symmetry_allows_are_no_problem() -> None:
    """Brute force over all sets of cells of small boards."""
    for width, height in ((2, 2), (3, 2), (3, 3)):
        cells = [(x, y) for y in range(height) for x in range(width)]
        for symmetry in MOVES:
            if symmetry == "quarter" and width != height:
                continue
            groups = set()
            for x, y in cells:
                group = {(x, y)}
                for _ in range(4):
                    group |= {
                        {
                            "turn": (width - 1 - a, height - 1 - b),
                            "quarter": (height - 1 - b, a),
                            "left-right": (width - 1 - a, b),
                            "top-bottom": (a, height - 1 - b),
                        }[symmetry]
                        for a, b in group
                    }
                groups.add(frozenset(group))
            numbers = {0}
            for alike in groups:
                numbers |= {number + len(alike) for number in numbers}
            for number in range(1, len(cells) + 1):
                asked = SlitherlinkRequest(width, height, symmetry=symmetry, clues=(number, number))
                assert (problem(asked) == "") == (number in numbers)


# -- thin out ----------------------------------------------------------------------------------

LOOP = random_loop(6, 6, Random(3).random)
DRAWN = Slitherlink(6, 6, drawn=LOOP.edges)


def steps(puzzle: Slitherlink, **asked: Any) -> tuple[list[Made], Made]:
    """The steps of thinning out a puzzle, and how that ends."""
    request = SlitherlinkCompletion().request(puzzle, 1)
    assert isinstance(request, SlitherlinkRequest)
    told: list[Made] = []
    request = replace(request, **asked)
    assert problem(request) == ""
    return told, thin(request, progress=told.append)


def test_the_steps_lead_from_all_clues_to_the_fewest() -> None:
    told, last = steps(DRAWN)
    assert told[0].level.clues == clues_of(LOOP, 6, 6)
    assert last.level.clues == told[-1].level.clues
    for before, after in pairwise(told):
        assert after.level.clues.items() < before.level.clues.items()
    for each in told:
        rated = rating(each.level)
        number = len(each.level.clues)
        assert each.report == f"{number} clues, {rated.level} ({rated.score:g})"
    for cell in last.level.clues:
        fewer = {other: clue for other, clue in last.level.clues.items() if other != cell}
        assert check(replace(last.level, clues=fewer)).status is CheckStatus.MULTIPLE


@pytest.mark.parametrize(
    "asked",
    [
        {"difficulty": "easy"},
        {"difficulty": "medium"},
        {"score": (1, 3)},
        {"no_supposing": True},
        {"clues": (20, 22), "symmetry": "left-right"},
        {"clues": (20, 23), "difficulty": "hard"},
    ],
)
def test_thinning_stops_at_its_aim(asked: dict[str, Any]) -> None:
    told, last = steps(DRAWN, **asked)
    assert last.met, last.report
    assert check(last.level).solutions == (LOOP,)
    rated = rating(last.level)
    assert rated.level == asked.get("difficulty", rated.level)
    least, most = asked.get("score", (0, 100))
    assert least <= rated.score <= most
    least, most = asked.get("clues", (1, 36))
    assert least <= len(last.level.clues) <= most
    if "symmetry" in asked:
        for each in told:
            assert {(5 - x, y) for x, y in each.level.clues} == set(each.level.clues)
    if "no_supposing" in asked:
        assert WORDS.index(rated.level) <= WORDS.index("medium")


def test_an_aim_that_thinning_does_not_reach_is_said() -> None:
    told, last = steps(DRAWN, clues=(1, 2))
    assert not last.met
    assert "clues instead of 1-2" in last.report
    hard = told[-1].level
    _, easier = steps(hard, score=(0, 1))
    assert (easier.level, easier.met) == (None, False)
    assert easier.report == "Even with all clues the puzzle is harder than requested."


def test_clues_without_a_counterpart_go_or_are_said_to_be_needed() -> None:
    every = clues_of(LOOP, 6, 6)
    one_less = {cell: clue for cell, clue in every.items() if cell != (0, 0)}
    told, _ = steps(Slitherlink(6, 6, one_less), symmetry="turn")
    assert set(told[0].level.clues) == set(every) - {(0, 0), (5, 5)}
    _, fewest = steps(DRAWN)
    _, last = steps(fewest.level, symmetry="quarter")
    assert last.level is None
    assert "by the symmetry quarter are needed" in last.report


@pytest.mark.parametrize("symmetry", ["", "turn"])
@pytest.mark.parametrize("seed", range(3))
def test_locked_clues_stay_and_locked_empty_cells_get_none(symmetry: str, seed: int) -> None:
    every = clues_of(LOOP, 6, 6)
    clues = {cell: every[cell] for cell in ((seed, 0), (2, 3), (5, seed))}
    empty = {(4, 1), (seed, 5)}
    puzzle = replace(DRAWN, clues=clues, locked=frozenset(empty | clues.keys()))
    request = SlitherlinkCompletion().request(puzzle, seed)
    assert isinstance(request, SlitherlinkRequest)
    asked = replace(request, symmetry=symmetry, seed=seed)
    told: list[Made] = []
    if said := problem(asked):
        assert "is locked, and there is none in" in said
        assert any((5 - x, 5 - y) in empty for x, y in clues)
        return
    thin(asked, progress=told.append)
    for each in told:
        assert clues.items() <= each.level.clues.items()
        assert not empty & each.level.clues.keys()
    assert len(told) > 5
    after = SlitherlinkCompletion().completed(puzzle, told[-1])
    assert (after.locked, after.drawn) == (puzzle.locked, puzzle.drawn)


def test_what_locks_forbid_is_said() -> None:
    puzzle = replace(DRAWN, clues={(0, 0): 0}, locked=frozenset({(0, 0)}))
    finding = SlitherlinkCompletion().request(puzzle, 1)
    assert isinstance(finding, Finding)
    assert finding.message.startswith("The clue in row 1, column 1 is locked, and the drawn loop")
    every = clues_of(LOOP, 6, 6)
    locked = replace(DRAWN, clues=every, locked=frozenset(every))
    request = SlitherlinkCompletion().request(locked, 1)
    assert isinstance(request, SlitherlinkRequest)
    said = problem(replace(request, clues=(20, 30)))
    assert said == "36 clues are locked: the number asked for is 30 or less."
    assert thin(request).level.clues == every


# -- on the command line -----------------------------------------------------------------------


def test_the_switch_is_the_half_turn(flowdesk: CommandLine) -> None:
    asked = ("generate", "6x5", "--kind", "slitherlink", "--seed", "7", "--json")
    switch = flowdesk(*asked, "--symmetric")
    assert switch.returncode == 0
    assert switch.stdout == flowdesk(*asked, "--symmetry", "turn").stdout
    both = flowdesk(*asked, "--symmetric", "--symmetry", "turn")
    assert (both.returncode, "not allowed with argument" in both.stderr) == (2, True)


def test_wants_are_options_and_stand_in_the_file(flowdesk: CommandLine) -> None:
    options = "--score 0-20 --needs corner --clues 12-20 --symmetric --no-supposing"
    asked = ("generate", "5x5", "--kind", "slitherlink", "--seed", "7")
    assert f"options: {options}\n" in flowdesk.prints(*asked, *options.split())
    impossible = flowdesk(*asked, "--needs", "suppose", "--no-supposing")
    assert impossible.returncode == 2
    assert "The rule suppose makes a puzzle at least hard" in impossible.stderr
