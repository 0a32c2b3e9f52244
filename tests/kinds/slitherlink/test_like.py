"""Slitherlinks like another one: what is locked never changes, the rest changes little."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from flowdesk.core.finding import Finding
from flowdesk.core.grid import Area, edges_of
from flowdesk.kinds.answers import CheckStatus, Difficulty, Made
from flowdesk.kinds.locks import cells_of_locks
from flowdesk.kinds.slitherlink.deduction.hints import WORDS
from flowdesk.kinds.slitherlink.making.generate import (
    Fitting,
    SlitherlinkMaking,
    generate,
    random_loop,
)
from flowdesk.kinds.slitherlink.making.request import SlitherlinkRequest, like, problem, steered
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, mistakes
from flowdesk.kinds.slitherlink.solving.encoding import check
from tests.levels import some
from tests.loops import all_loops, puzzle_of
from tests.samples import rating

BASE = generate(SlitherlinkRequest(6, 6, 3, difficulty="easy")).level
(SOLUTION,) = check(BASE).solutions


def request_like(puzzle: Slitherlink, seed: int = 1, **asked: Any) -> SlitherlinkRequest:
    """A request that shows no problem."""
    request = like(puzzle, seed, **asked)
    assert isinstance(request, SlitherlinkRequest), request
    assert problem(request) == ""
    return request


def made(request: SlitherlinkRequest) -> Made:
    """What was made, if anything, with exactly one solution."""
    result = generate(request)
    if result.level:
        assert mistakes(result.level, result.solution) == []
        assert check(result.level).solutions == (result.solution,)
    return result


def with_locks(puzzle: Slitherlink, loop: Loop, random: Random) -> Slitherlink:
    """Lock some cells, and edges: those of a loop are drawn, some others crossed."""
    cells = random.sample(puzzle.board.cells, random.randrange(8))
    edges = random.sample(sorted(puzzle.board.edge_set), random.randrange(8))
    off = [edge for edge in edges if edge not in loop.edges]
    return replace(
        puzzle,
        drawn=loop.edges.intersection(edges),
        crosses=frozenset(off[::2]),
        locked=frozenset([*cells, *edges]),
    )


def assert_locks_stay(before: Slitherlink, result: Made) -> None:
    after = result.level
    assert after.locked == before.locked
    assert (after.drawn, after.crosses) == (before.drawn, before.crosses)
    assert before.drawn <= result.solution.edges
    assert not before.crosses & result.solution.edges
    for cell in cells_of_locks(before.locked):
        assert after.clues.get(cell) == before.clues.get(cell)


@pytest.mark.parametrize("seed", range(some(40)))
def test_what_is_locked_never_changes(seed: int) -> None:
    random = Random(seed)
    width, height = random.randint(4, 7), random.randint(4, 7)
    puzzle = generate(SlitherlinkRequest(width, height, seed)).level
    (solution,) = check(puzzle).solutions
    before = with_locks(puzzle, solution, random)
    wants: list[dict[str, Any]] = [
        {},
        {"difficulty": "medium"},
        {"clues": (1, width * height // 2)},
    ]
    for start in (None, solution):
        result = made(request_like(before, seed, solution=start, **random.choice(wants)))
        if result.level:
            assert_locks_stay(before, result)
        else:
            assert "attempts" in result.report


@pytest.mark.parametrize("seed", range(some(40)))
def test_locks_at_random_stay_or_no_loop_has_them(seed: int) -> None:
    """Brute force over all loops of a 4x3 with random clues, drawn edges and crosses."""
    random = Random(seed)
    clues = {(x, y): random.randrange(4) for x in range(4) for y in range(3)}
    loop, _ = random.choice(all_loops(4, 3))
    before = with_locks(Slitherlink(4, 3, clues), loop, random)
    request = like(before, seed)
    kept = {cell: clue for cell, clue in clues.items() if cell in before.locked}
    fitting = [
        loop
        for loop, numbers in all_loops(4, 3)
        if kept.items() <= numbers.items()
        and before.drawn <= loop.edges
        and not before.crosses & loop.edges
    ]
    if isinstance(request, Finding):
        assert request.message.startswith("The clue in row ")
        assert not fitting
        return
    result = made(request)
    assert ("No loop has the clues" in result.report) == (not fitting)
    if result.level:
        assert result.solution in fitting
        assert_locks_stay(before, result)


@pytest.mark.parametrize("seed", range(some(20)))
def test_a_loop_that_fits_is_as_it_was_and_another_differs_from_it_near_by(seed: int) -> None:
    """Brute force: of the loops that fit, none is the same farther from the cell that flips."""
    random = Random(seed)
    loop, numbers = random.choice(all_loops(4, 3))
    cells = list(numbers)
    kept = random.sample(cells, 2)
    request = SlitherlinkRequest(
        4, 3, locked=frozenset(kept), like=Slitherlink(4, 3, {cell: numbers[cell] for cell in kept})
    )
    fitting = Fitting(request)
    assert fitting.fitted(loop) is loop
    flip = random.choice(cells)
    inside = loop.inside ^ {flip}

    def differing(other: Loop) -> list[bool]:
        """Whether each cell is on the wrong side, the one that flips first, then the farthest."""
        away = {cell: -abs(cell[0] - flip[0]) - abs(cell[1] - flip[1]) for cell in cells}
        order = sorted(cells, key=lambda cell: (cell != flip, away[cell]))
        return [cell in inside ^ other.inside for cell in order]

    all_fitting = [
        other
        for other, their in all_loops(4, 3)
        if all(their[cell] == numbers[cell] for cell in kept)
    ]
    nearest = min(all_fitting, key=differing)
    expected = loop if differing(nearest)[0] else nearest
    assert fitting.flipped(loop, flip) == expected


def test_a_variation_of_a_puzzle_has_another_loop_nearby() -> None:
    clues = set()
    for seed in range(4):
        result = made(request_like(BASE, seed, solution=SOLUTION))
        assert 0 < len(result.solution.edges ^ SOLUTION.edges) <= len(SOLUTION.edges) / 2
        stay = len(result.solution.edges & SOLUTION.edges)
        assert result.report.endswith(f"; {stay} of {len(SOLUTION.edges)} edges stay.")
        there = result.level.clues.keys() & BASE.clues.keys()
        assert len(there) >= 0.6 * len(result.level.clues)
        clues.add(frozenset(result.level.clues.items()))
    assert len(clues) > 1


@pytest.mark.parametrize("seed", range(3))
def test_outside_an_area_nothing_changes(seed: int) -> None:
    area = Area((1, 1), (4, 4))
    result = made(request_like(BASE, seed, solution=SOLUTION, area=area))
    for cell in BASE.board.cells:
        if cell not in area:
            assert result.level.clues.get(cell) == BASE.clues.get(cell)
    for edge in result.solution.edges ^ SOLUTION.edges:
        assert any(cell in area for cell in edge)
    assert result.level.clues != BASE.clues


def test_clues_or_drawn_edges_or_the_shape_are_kept_instead_of_locks() -> None:
    few = dict(list(BASE.clues.items())[:4])
    edges = frozenset(sorted(SOLUTION.edges)[:6])
    puzzle = replace(BASE, clues=few, drawn=edges, locked=frozenset([(5, 5), *edges_of((5, 5))]))
    for keep in ("clues", "edges", "shape"):
        assert keep in SlitherlinkMaking.keeps
        result = made(request_like(puzzle, 1, keep=keep))
        if keep == "clues":
            assert few.items() <= result.level.clues.items()
        assert (edges <= result.solution.edges) == (keep == "edges")
        assert (result.level.width, result.level.height) == (6, 6)
    assert made(request_like(puzzle, 1, keep="shape")).solution == random_loop(
        6, 6, Random(1).random
    )


def test_it_becomes_harder_or_easier_by_one_word_by_few_changes() -> None:
    def steered_to(way: str, word: str, puzzle: Slitherlink, solution: Loop) -> Made:
        wants = steered(puzzle, solution, rating(puzzle))[way]
        assert wants == {"difficulty": word} or way == "easier"
        result = made(request_like(puzzle, 1, solution=solution, **wants))
        assert result.met, result.report
        assert rating(result.level).level == word
        return result

    easier, solution = BASE, SOLUTION
    for before, word in pairwise(WORDS[:3]):
        harder = steered_to("harder", word, easier, solution)
        steered_to("easier", before, harder.level, harder.solution)
        easier, solution = harder.level, harder.solution


def test_beyond_the_words_it_is_a_quarter_of_the_score() -> None:
    def ways(level: str, score: float) -> dict[str, Any]:
        return steered(BASE, SOLUTION, Difficulty(level, score))

    assert ways("expert", 70.5)["harder"] == {"score": (88, 100)}
    assert "harder" not in ways("expert", 100)
    assert ways("easy", 8.2)["easier"] == {"score": (0, 6)}
    unknown = steered(BASE, SOLUTION, None)
    assert list(unknown) == ["fewer clues", "more clues"]
    number = len(BASE.clues)
    assert unknown["fewer clues"] == {"clues": (1, number - 1)}
    assert unknown["more clues"] == {"clues": (number + 1, 36)}
    for asked in unknown.values():
        result = made(request_like(BASE, 1, solution=SOLUTION, **asked))
        least, most = asked["clues"]
        assert least <= len(result.level.clues) <= most
        assert len(result.level.clues.keys() & BASE.clues.keys()) >= min(number, least) * 0.8


def test_what_cannot_stay_is_said() -> None:
    every = replace(BASE, locked=frozenset(BASE.board.cells))
    finding = like(every, 1, solution=SOLUTION)
    assert isinstance(finding, Finding)
    assert finding.message == "Everything is locked: unlock what may change."
    wrong = replace(puzzle_of("33. .0. ..."), locked=frozenset({(0, 0), (1, 0), (1, 1)}))
    finding = like(wrong, 1)
    assert isinstance(finding, Finding)
    assert finding.message.startswith("The clue in row 1, column 1 cannot stay. This 3 cannot hold")
    fork = frozenset([*edges_of((2, 2)), *edges_of((3, 2))])
    result = generate(request_like(replace(BASE, drawn=fork, locked=fork)))
    assert (result.level, result.met) == (None, False)
    assert result.report == "No loop has the clues and the edges that are to stay: unlock some."
    empty = frozenset(BASE.board.cells) - {(0, 0)}
    result = generate(request_like(Slitherlink(6, 6, locked=empty)))
    assert (result.level, "clues tell from all others" in result.report) == (None, True)
    two = like(replace(BASE, clues={(0, 0): 2}, locked=frozenset({(0, 0), (5, 5)})), 1)
    assert isinstance(two, SlitherlinkRequest)
    assert "is locked, and there is none in" in problem(replace(two, symmetry="turn"))


def test_a_puzzle_whose_every_edge_is_locked_gets_other_clues() -> None:
    locked = replace(BASE, drawn=SOLUTION.edges, locked=frozenset(SOLUTION.edges))
    result = made(request_like(locked, 1, solution=SOLUTION, difficulty="medium"))
    assert (result.solution, result.met) == (SOLUTION, True)
    assert check(result.level).status is CheckStatus.UNIQUE


def test_a_lock_that_the_solution_breaks_moves_the_loop() -> None:
    crossed = frozenset(sorted(SOLUTION.edges)[:1])
    before = replace(BASE, crosses=crossed, locked=crossed)
    result = made(request_like(before, 1, solution=SOLUTION))
    assert_locks_stay(before, result)
