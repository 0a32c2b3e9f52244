"""Hints and difficulty of Slitherlink: texts, and that no step is ever wrong."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from flowdesk.core.storage import shipped
from flowdesk.formats.registry import load
from flowdesk.kinds.answers import (
    CheckResult,
    CheckStatus,
    Deduction,
    Difficulty,
    SolveStatus,
    Trace,
)
from flowdesk.kinds.known import Known
from flowdesk.kinds.loops import LoopShaping
from flowdesk.kinds.slitherlink.deduction import hints
from flowdesk.kinds.slitherlink.deduction.hints import (
    HARDEST,
    LEVELS,
    RULES,
    WORDS,
    difficulty_of,
    hint,
    hint_text,
    rate,
    rate_up_to,
    trace,
)
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import check, solve
from tests.for_all import for_all
from tests.kinds.flow.test_hints import Case, cases_in, holds
from tests.kinds.slitherlink import difficulty_table
from tests.levels import some
from tests.loops import all_loops, puzzle_of, some_puzzle
from tests.others import slitherlinks
from tests.samples import cells_at

CASES = cases_in("""
clue-met | 0. .. | 00
    The 0 in row 1, column 1 has no edges on the loop.
clue-needs-all | 4. 10 | 00
    The 4 in row 1, column 1 needs all the edges that it has left.
corner | 1. 33 | 01
    At the lower left corner of row 2, column 1 the line can go on only one way.
small-loop | 3.. 1.1 | 10 20
    No small loop: the left edge of row 1, column 3 would close one before all clues are met.
adjacent-threes | 1. 33 | 01 11
    Adjacent 3s in row 2, columns 1 and 2: the edges at their far ends are on.
diagonal-threes | 23. 3.1 | 10 01
    Diagonal 3s in row 1, column 2 and row 2, column 1: the edges at their far corners are on.
board-corner | 11 3. | 00
    The 1 in row 1, column 1 is in a corner of the board: its upper and left edges are off.
line-at-one | 11 3. | 10
    The loop has to go on at every corner of the 1 in row 1, column 2: its lower edge is on and
    its upper, left and right edges are off.
line-at-two | 222 312 | 21
    The loop has to go on at every corner of the 2 in row 2, column 3: its right and lower edges
    are on and its upper edge is off.
line-at-three | .. 13 | 11
    The loop has to go on at every corner of the 3 in row 2, column 2: its left, right and lower
    edges are on and its upper edge is off.
across-corner | .1. 32. | 10 01
    The 1 in row 1, column 2 has exactly one of its two edges at its lower left corner (because
    of the 3 in row 2, column 1): its upper and right edges are off.
across-corner | 22 22 | 00 10
    At the upper left corner of row 1, column 2, the 2 in row 1, column 1 has exactly one of its
    two edges and the 2 in row 1, column 2 has exactly one of its two edges: the edges leftward
    and rightward are on and the edge downward is off.
across-corner | ... .23 3.. | 10 20 11 21 02
    At the upper left corner of row 2, column 3, the 2 in row 2, column 2 has exactly one of its
    two edges (because of the 3 in row 3, column 1): the edge upward is off.
across-corner | .21. 3... .... | 10 20 01
    The 2 in row 1, column 2 has its right edge only with its upper edge (because of the 1 in
    row 1, column 3) and at most one of its two edges at its lower left corner (because of the 3
    in row 2, column 1): its upper edge is on.
inside-outside | .3. .3. | 10 11
    Inside-outside colouring: row 1, column 2 and row 2, column 2 are both inside the loop, so
    the edge between them is off.
sides | ..1 322 ..3 | 01 11
    Inside-outside colouring: row 2, column 2 is inside the loop, so at the 3 in row 2, column 1
    its upper and lower edges are on.
connected | 31. .2. | 10
    Row 1, column 2 is inside the loop, or else the inside would be in two parts: its upper edge
    is on.
contradiction | 00 41 | 01
    There is no solution: the 4 in row 2, column 1 would have too few edges.
""")


@for_all("case", CASES)
def test_each_rule_says_why_and_marks_where(case: Case) -> None:
    steps = [step for step in trace(puzzle_of(case.rows)).deductions if step.rule == case.rule]
    assert case.message in [step.message for step in steps]
    step = next(step for step in steps if step.message == case.message)
    assert step.cells == cells_at(case.cells)
    assert not step.depth
    assert bool(step.on or step.off) == (case.rule != "contradiction")


@cache
def in_need_of_supposing() -> Slitherlink:
    """A puzzle that only a supposition solves: found, because deductions may get better."""
    puzzles = (some_puzzle(2, 2, random.Random(seed)) for seed in count())
    return next(each for each in puzzles if (rated := rate(each)) and rated.level == "hard")


def test_a_supposition_says_what_would_follow() -> None:
    steps = trace(in_need_of_supposing()).deductions
    step = next(step for step in steps if step.rule == "suppose")
    assert step.depth
    assert len(step.on | step.off) == 1
    state, other = ("off", "on") if step.on else ("on", "off")
    said = rf"Suppose the .* edge of row \d, column \d is {state}: .+\. So it is {other}\."
    assert re.fullmatch(said, step.message)


def test_every_rule_has_a_case_and_its_line_on_the_page() -> None:
    """A puzzle that needs a supposition is found: that has a test of its own."""
    names = {"suppose", *(case.rule for case in CASES)}
    assert {*(rule.name for rule in RULES), "contradiction"} == names
    text = difficulty_table.PAGE.read_text(encoding="utf-8")
    for line in difficulty_table.rules():
        assert f"{line}\n" in text


@pytest.mark.parametrize(
    ("width", "height", "number"),
    [
        *((1, 1, 20), (1, 2, 40), (2, 1, 40), (2, 2, 300), (3, 1, 120), (3, 2, 300), (3, 3, 300)),
        pytest.param(3, 3, 1000, marks=pytest.mark.slow),
        pytest.param(4, 3, 1000, marks=pytest.mark.slow),
        pytest.param(4, 4, 1000, marks=[pytest.mark.slow, pytest.mark.timeout(900)]),
    ],
)
def test_no_step_is_wrong_on_small_boards(width: int, height: int, number: int) -> None:
    rng = random.Random(width * 10 + height)
    for _ in range(some(number)):
        check_small_board(some_puzzle(width, height, rng), rng)


def check_small_board(puzzle: Slitherlink, rng: random.Random) -> None:
    """Hold the steps of a puzzle, from the start and from amid a solution, against all loops."""
    solutions = [
        loop
        for loop, numbers in all_loops(puzzle.width, puzzle.height)
        if all(numbers[cell] == clue for cell, clue in puzzle.clues.items())
    ]
    found = trace(puzzle)
    assert all(holds(found.deductions, loop.edges) for loop in solutions), puzzle
    assert not found.solved or [found.solution] == solutions
    one_by_one = followed(puzzle)
    assert one_by_one.solution == found.solution
    assert all(holds(one_by_one.deductions, loop.edges) for loop in solutions), puzzle
    if not solutions:
        return
    edges = rng.choice(solutions).edges
    on = frozenset(edge for edge in sorted(edges) if rng.random() < 0.3)
    others = (edge for edge in puzzle.board.edges if edge not in edges)
    off = frozenset(edge for edge in others if rng.random() < 0.2)
    told = Trace((Deduction("told", "", (), on, off),))
    for step in hint(Known(puzzle), told).deductions[1:]:
        for loop in solutions:
            if on <= loop.edges and not off & loop.edges:
                assert holds([step], loop.edges), puzzle


def followed(puzzle: Slitherlink) -> Trace:
    """The steps that hints tell one by one, until there is no other."""
    so_far = Trace()
    while (more := hint(Known(puzzle), so_far)) != so_far:
        so_far = more
    return so_far


def test_a_hint_takes_along_what_leaves_no_choice() -> None:
    puzzle = puzzle_of(".... .03. .... ....")
    (step,) = hint(Known(puzzle), Trace()).deductions
    assert step.rule == "clue-met"
    assert step.message == (
        "The 0 in row 2, column 2 has no edges on the loop. "
        "Then 4 corners and the 3 in row 2, column 3 leave no choice."
    )
    assert step.cells == ((1, 1), (2, 1))
    assert len(step.on) == 5
    (first, *_) = trace(puzzle).deductions
    assert (first.rule, first.on) == ("clue-met", frozenset()), "the rating takes each for itself"


def test_what_breaks_a_rule_at_once_is_the_next_hint() -> None:
    puzzle = puzzle_of("0.. 3.. ...")
    first = hint(Known(puzzle), Trace())
    assert [step.rule for step in first.deductions] == ["clue-met"]
    assert not first.solved
    assert hint(Known(puzzle), first).contradicted


@pytest.mark.parametrize(("size", "most"), [("10x10", 60), ("20x20", 200)])
def test_hints_lead_to_the_solution_in_so_many_steps(size: str, most: int) -> None:
    puzzle = load(shipped("puzzles") / "slitherlink" / f"{size}.json")[0]
    found, loop = followed(puzzle), solve(puzzle).solution
    assert loop
    assert found.solution == loop
    assert holds(found.deductions, loop.edges)
    assert len(found.deductions) < most


def test_no_step_is_wrong_on_some_puzzles_by_others(corpus: Path) -> None:
    for puzzles in slitherlinks(corpus).values():
        for puzzle in puzzles[::10]:
            check_by_solver(puzzle)


@pytest.mark.slow
def test_no_step_is_wrong_on_any_puzzle_by_others(corpus: Path) -> None:
    for puzzles in slitherlinks(corpus).values():
        for puzzle in puzzles:
            check_by_solver(puzzle)


def check_by_solver(puzzle: Slitherlink) -> None:
    """The steps lead to the only solution, or they are at least not wrong."""
    checked, found = check(puzzle), trace(puzzle)
    assert not found.solved or checked.status is CheckStatus.UNIQUE
    assert all(holds(found.deductions, loop.edges) for loop in checked.solutions)
    if found.solution:
        assert (found.solution,) == checked.solutions
        steps = (step.on for step in found.deductions)
        assert frozenset().union(*steps) == found.solution.edges


def test_steps_are_right_where_clues_are_left_out(corpus: Path) -> None:
    rng = random.Random(3)
    for puzzle in slitherlinks(corpus)["loops-10x10"][: some(6)]:
        kept = {cell: clue for cell, clue in puzzle.clues.items() if rng.random() < 0.7}
        thinned = Slitherlink(puzzle.width, puzzle.height, kept)
        original = solve(puzzle).solution
        assert original
        assert holds(trace(thinned).deductions, original.edges)


def test_steps_that_were_told_are_continued() -> None:
    puzzle = puzzle_of("33. ..2 21.")
    first = trace(puzzle).deductions[:4]
    more = hint(Known(puzzle), Trace(first))
    assert more.deductions[:4] == first
    assert len(more.deductions) == 5
    assert not more.deductions[4].on <= frozenset().union(*(step.on for step in first)) or not (
        more.deductions[4].off <= frozenset().union(*(step.off for step in first))
    )


def test_a_trace_tells_what_it_has_so_far_and_ends_at_its_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = in_need_of_supposing()
    posted: list[Trace] = []
    found = trace(puzzle, progress=posted.append)
    assert found.solved
    assert posted
    monkeypatch.setattr(hints, "MOST_EFFORT", 0)
    stopped = trace(puzzle)
    assert not stopped.solved
    assert not stopped.contradicted
    assert rate(puzzle) == HARDEST
    assert rate(puzzle_of("2. ..")) is None


def told(rows: str, status: CheckStatus, before: Trace, now: Trace) -> str:
    """The text of a hint when a check has found this."""
    return hint_text(Known(puzzle_of(rows), check=CheckResult(status)), before, now)


def test_a_hint_says_first_how_many_solutions_there_are() -> None:
    step = Deduction("corner", "Something is on.", ((0, 0),))
    one = Trace((step,))
    assert told("0. ..", CheckStatus.UNKNOWN, Trace(), one) == "Hint 1: Something is on."
    assert told("0. ..", CheckStatus.UNSOLVABLE, Trace(), one).startswith("There is no solution; ")
    several = told("0. ..", CheckStatus.MULTIPLE, Trace(), one)
    assert several.startswith("There are several solutions; ")
    assert several.endswith("Hint 1: Something is on.")
    stuck = told("0. ..", CheckStatus.MULTIPLE, one, one)
    assert stuck.startswith("There is no further hint: there are several solutions")


def test_the_last_hint_is_said_to_complete_the_solution() -> None:
    whole = trace(puzzle_of("0. .."))
    text = told("0. ..", CheckStatus.UNIQUE, Trace(whole.deductions[:-1]), whole)
    assert text.endswith("With this step you have the whole solution, the only one.")
    again = told("0. ..", CheckStatus.UNIQUE, whole, whole)
    assert again == "There is no further hint: the whole solution is on the board."
    refuted = trace(puzzle_of("00 41"))
    now = told("00 41", CheckStatus.UNKNOWN, Trace(), refuted)
    assert now == refuted.deductions[-1].message


def solved_by(*steps: Deduction) -> Trace:
    """A trace that reaches a solution by such steps."""
    return Trace(steps, Loop(frozenset()))


def test_a_rule_costs_half_as_much_each_time() -> None:
    small_loop = Deduction("small-loop", "", ())
    one_ahead = Deduction("suppose", "", (), depth=1)
    four_ahead = Deduction("suppose", "", (), depth=4)
    across = Deduction("across-corner", "", ())
    assert difficulty_of(solved_by(small_loop)) == Difficulty("easy", 0.5)
    assert difficulty_of(solved_by(*[small_loop] * 3)).score == 0.8  # 0.875, rounded down
    assert difficulty_of(solved_by(four_ahead)) == Difficulty("hard", 42)
    assert difficulty_of(solved_by(one_ahead, *[four_ahead] * 2)).score == 49
    assert difficulty_of(solved_by(*[four_ahead] * 1000)) == HARDEST
    steps = [small_loop, across, one_ahead, *[four_ahead] * 10]
    ratings = [difficulty_of(solved_by(*steps[:count])) for count in range(len(steps))]
    assert tuple(dict.fromkeys(rating.level for rating in ratings)) == WORDS
    assert sorted(rating.score for rating in ratings) == [rating.score for rating in ratings]


def test_the_dearest_rule_tells_the_level() -> None:
    """However often all rules of a level are used, the next level is not reached."""
    by_level = {word: [Deduction(rule, "", ()) for rule in rules_of(word)] for word in WORDS[:2]}
    assert "line-at-two" in [step.rule for step in by_level["easy"]]
    assert "connected" in [step.rule for step in by_level["medium"]]
    for word, steps in by_level.items():
        for step in steps:
            assert difficulty_of(solved_by(*by_level["easy"], step)).level == word
        assert difficulty_of(solved_by(*steps * 200)).level == word


def rules_of(word: str) -> list[str]:
    """The rules of a level, in the order in which they are tried."""
    return [rule for rule, level in LEVELS.items() if level == word]


def test_a_rating_that_is_not_wanted_ends_early() -> None:
    puzzle = in_need_of_supposing()
    rated = rate(puzzle)
    assert [rate_up_to(puzzle, word) for word in WORDS] == [None, None, rated, rated]


@for_all("seed", range(10))
def test_turns_and_mirror_images_do_not_matter(seed: int) -> None:
    puzzle = some_puzzle(3, 3, random.Random(seed))
    rating, turned = rate(puzzle), puzzle
    assert (rating is not None) <= (check(puzzle).status is CheckStatus.UNIQUE)
    for turn in ("rotate", "rotate", "rotate", "flip horizontally", "rotate", "flip vertically"):
        turned = LoopShaping[Slitherlink]().turned(turned, turn)
        assert rate(turned) == rating


def test_puzzles_by_others_are_rated(corpus: Path) -> None:
    for name, puzzles in slitherlinks(corpus).items():
        for puzzle in puzzles[::14]:
            rating = rate(puzzle)
            assert (rating is None) == (solve(puzzle).status is SolveStatus.UNSOLVABLE)
            if rating and name == "loops-10x10":
                assert rating.level == "easy"
            if rating and name == "loops-20x20":
                assert rating.level == "medium"
