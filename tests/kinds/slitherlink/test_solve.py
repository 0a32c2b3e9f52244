"""Slitherlink: solutions, their number and findings, held against all loops of small boards."""

from __future__ import annotations

import random

import pytest

from flowdesk.core.board import board_of
from flowdesk.core.grid import cells_of, edges_at, edges_of, ends_of
from flowdesk.kinds.answers import CheckStatus, SolveStatus
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, findings, impossible, mistakes
from flowdesk.kinds.slitherlink.solving.encoding import check, solve
from tests.for_all import for_all
from tests.levels import some
from tests.loops import all_loops, loop_round, puzzle_of, some_puzzle


def test_how_many_loops_small_boards_have() -> None:
    # OEIS A140517: the cycles of a grid of squares.
    assert [len(all_loops(n, n)) for n in (1, 2, 3)] == [1, 13, 213]


@pytest.mark.parametrize(
    ("width", "height", "number"),
    [
        *((1, 1, 20), (1, 2, 40), (2, 1, 40), (2, 2, 150), (3, 1, 60), (3, 2, 400), (3, 3, 800)),
        pytest.param(4, 4, 3000, marks=pytest.mark.slow),
    ],
)
def test_all_answers_are_those_of_brute_force(width: int, height: int, number: int) -> None:
    rng = random.Random(width * 10 + height)
    for _ in range(some(number)):
        puzzle = some_puzzle(width, height, rng)
        expected = [
            loop
            for loop, numbers in all_loops(width, height)
            if all(numbers[cell] == clue for cell, clue in puzzle.clues.items())
        ]
        checked = check(puzzle)
        statuses = [CheckStatus.UNSOLVABLE, CheckStatus.UNIQUE, CheckStatus.MULTIPLE]
        assert checked.status is statuses[min(len(expected), 2)], puzzle
        assert all(loop in expected for loop in checked.solutions)
        assert len(set(checked.solutions)) == min(len(expected), 2)
        solved = solve(puzzle)
        assert (solved.status is SolveStatus.SOLVED) == bool(expected)
        assert not (impossible(puzzle) and expected), puzzle


def test_a_puzzle_without_clues_is_not_complete() -> None:
    assert [finding.rule for finding in findings(Slitherlink(3, 3))] == ["no-clues"]
    assert check(Slitherlink(3, 3)).status is CheckStatus.INVALID
    assert check(puzzle_of("0.. ... ...")).status is CheckStatus.MULTIPLE


@for_all(
    "rows, rule, words",
    [
        ("30. ... ...", "clue", "This 3 cannot hold: the zeros beside it"),
        ("1.. ... .0.", "", ""),
        ("4.. ... ..1", "four", "which has no edges of this cell; the clue is 1"),
        ("42. ... ...", "four", "which has 1 edge of this cell; the clue is 2"),
        ("41. 1.. ..0", "", ""),
        ("4.4 ... ...", "four", "the clue is 4"),
        ("0.0 .3. 0.0", "clue", "the loop could not go on"),
        (".0. 03. ...", "clue", "This 3 cannot hold"),
    ],
)
def test_clues_that_cannot_hold_are_found_without_a_search(
    rows: str, rule: str, words: str
) -> None:
    puzzle = puzzle_of(rows)
    found = findings(puzzle)
    assert [finding.rule for finding in found][:1] == ([rule] if rule else [])
    assert all(words in finding.message for finding in found[:1])
    for finding in found if rule == "four" else ():
        assert f"the clue is {puzzle.clues[finding.cells[0]]}." in finding.message


def test_the_checker_names_every_mistake() -> None:
    puzzle = puzzle_of("3.. ... ..0")
    square = loop_round({(0, 0)})
    wrong = {
        "clue": square,
        "several-loops": loop_round({(0, 0), (2, 1)}),
        "crossing": loop_round({(0, 0), (1, 1)}),
        "branch": Loop(square.edges | {((0, 1), (1, 1))}),
        "dead-end": Loop(square.edges - {((-1, 0), (0, 0))}),
        "no-loop": Loop(frozenset()),
        "off-board": Loop(square.edges | {((5, 5), (5, 6))}),
    }
    for rule, loop in wrong.items():
        assert rule in {finding.rule for finding in mistakes(puzzle, loop)}, rule
    assert mistakes(puzzle, loop_round({(0, 0), (0, 1)})) == []


def test_the_corners_of_a_loop_are_in_order() -> None:
    assert loop_round({(0, 0)}).nodes == ((0, 0), (1, 0), (1, 1), (0, 1))
    assert loop_round({(1, 1), (1, 2)}).inside == {(1, 1), (1, 2)}
    for loop in (Loop(frozenset()), loop_round({(0, 0), (1, 1)}), loop_round({(0, 0), (2, 0)})):
        with pytest.raises(ValueError, match="not one closed loop"):
            _ = loop.nodes


def test_edges_and_corners_fit_together() -> None:
    edges = list(board_of(3, 2).edges)
    assert len(edges) == len(set(edges)) == 3 * 3 + 2 * 4
    for edge in edges:
        assert all(edge in edges_at(corner) for corner in ends_of(edge))
    assert set(edges) == {edge for cell in cells_of(3, 2) for edge in edges_of(cell)}


@pytest.mark.parametrize(
    ("part", "what"),
    [
        ({"clues": {(3, 0): 1}}, "row 1, column 4 is off the board"),
        ({"clues": {(0, 0): 5}}, "clues are 0 to 4"),
        ({"drawn": frozenset({((5, 5), (5, 6))})}, "off the board"),
    ],
)
def test_what_is_not_on_the_board_is_no_puzzle(part: dict[str, object], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        Slitherlink(3, 3, **part)  # type: ignore[arg-type]  # a part of any type
