"""How many answers some rules leave: compared with trying out everything on tiny boards."""

from __future__ import annotations

import itertools
from itertools import product

import pytest

from flowdesk import load
from flowdesk.core.grid import STEPS, cells_of
from flowdesk.core.storage import shipped
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.lab.explore import AnswerCount, count_answers
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.slitherlink.answer import LoopAnswer as Sides
from flowdesk.lab.slitherlink.answer import broken as broken_sides
from flowdesk.sat.backend import BACKENDS, VARIABLE, backend
from flowdesk.sat.cnf import Cnf
from tests.lab.test_every_set_of_rules import subsets
from tests.loops import puzzle_of
from tests.samples import level_of

STEPS_LEVEL = load(shipped("puzzles") / "05x05-first-steps.txt")[0]
GAPS = load(shipped("puzzles") / "05x05-gap-in-the-rules.txt")[0]


#: One solver is enough for `make test`.
EACH = [pytest.param(name, marks=[pytest.mark.slow] * (name != backend())) for name in BACKENDS]


@pytest.fixture(autouse=True, params=EACH)
def each_solver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, request.param)


def is_right(found: AnswerCount, want: int) -> bool:
    """Whether a count tells the number that trying out has found; of our own rules up to 1000."""
    is_exact = want <= 1000 or found.form != "fast"
    return (found.answers, found.is_exact) == (want if is_exact else 1001, is_exact)


@pytest.mark.parametrize("clues", ["..", "1.3", pytest.param("3. 2.", marks=pytest.mark.slow)])
def test_every_answer_to_a_tiny_slitherlink_is_counted_once(clues: str) -> None:
    puzzle = puzzle_of(clues)
    sides = list(product(cells_of(puzzle.width, puzzle.height), STEPS))
    wrong = [
        {each.rule for each in broken_sides(puzzle, Sides(frozenset(on)), rules=range(6))}
        for on in subsets(sides)
    ]
    for rules in ((0, 1, 5), (0, 5), (1,), (0, 1), range(6)):
        want = sum(not each & set(rules) for each in wrong)
        assert is_right(count_answers(puzzle, rules, seconds=60), want), rules


FLOWS = [level_of(rows) for rows in ("R. .R", "R..R", "RB RB", "R.G R.G")]
LOOPS = [puzzle_of(clues) for clues in ("2. ..", "3.3")]


@pytest.mark.parametrize(
    ("puzzle", "rules"),
    [(level, rules) for level in FLOWS for rules in ((), (2,), (1, 2), (1, 2, 3), (1, 2, 3, 4))]
    + [(puzzle, rules) for puzzle in LOOPS for rules in ((), (1,), (2,), (3,), (1, 2, 3))],
)
def test_every_answer_to_our_own_rules_is_counted_once(
    puzzle: Level | Slitherlink, rules: tuple[int, ...]
) -> None:
    formula, cnf = book_of(puzzle).formula(puzzle, rules, "fast")
    found = set()
    for on in subsets(range(1, cnf.variables + 1)):
        model = frozenset(on)
        if all(any((abs(x) in model) == (x > 0) for x in clause) for clause in cnf.clauses()):
            before = Cnf()
            if not formula.cut(before, model):
                found.add(formula.answer(model))
    assert is_right(count_answers(puzzle, rules, "fast", seconds=60), len(found))


def test_the_walk_leaves_fewer_and_fewer_answers_until_one_is_left() -> None:
    walk = (1, 2, 3, 10, 4, 5, 6, 7, 8, 9, 11, 12)
    counts = [count_answers(GAPS, walk[:end], seconds=60) for end in range(3, 13)]
    left = [90935460000000, 1213875000, 473620500, 2853275, 2795, 33, 16, 11, 1, 0]
    assert [each.answers for each in counts] == left
    assert all(each.is_exact for each in counts)


def test_a_count_of_many_answers_tells_how_far_it_has_come() -> None:
    shares: list[AnswerCount] = []
    ticks = itertools.count()
    found = count_answers(
        STEPS_LEVEL,
        tuple(range(1, 10)),
        seconds=1e9,
        clock=lambda: next(ticks) / 400,
        progress=shares.append,
    )
    assert (found.answers, found.is_exact, found.share) == (3_888, True, None)
    assert {(each.answers, each.is_exact) for each in shares} == {(1001, False)}
    told = [each.share or 0.0 for each in shares]
    assert 0 < told[0] < told[-1] <= 1
    assert told == pytest.approx(sorted(told))


def test_the_loops_of_a_board_are_counted_by_the_sweep() -> None:
    """Without clues these are the circuits of 6 x 6 points: 1,222,363 (OEIS A140517)."""
    puzzle = load(shipped("puzzles") / "slitherlink" / "05x05-several-loops.json")[0]
    found = count_answers(puzzle, (0, 2, 3, 4, 5))
    assert (found.answers, found.is_exact) == (1_222_363, True)


def test_what_was_counted_in_time_is_no_exact_number() -> None:
    ticks = iter(range(1000))
    found = count_answers(STEPS_LEVEL, (1,), seconds=5, clock=lambda: float(next(ticks)))
    assert 0 < found.answers < 10
    assert not found.is_exact
    assert not found.is_more
