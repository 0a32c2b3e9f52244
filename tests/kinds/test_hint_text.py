"""The texts of hints, and at the end of the hints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from flowdesk.kinds.answers import CheckResult, CheckStatus, Deduction, NonTouching, Trace
from flowdesk.kinds.flow.deduction.hints import FlowReasoning, trace
from flowdesk.kinds.flow.level import Level, findings
from flowdesk.kinds.flow.solving.solve import check
from flowdesk.kinds.flow.words import hint_text
from flowdesk.kinds.known import Known
from flowdesk.kinds.table import kind_of
from tests import brute, tiny_levels
from tests.loops import all_loops, all_slitherlinks
from tests.samples import ASSUMING, SMALL, TOUCHING

PLAIN = Deduction("one-exit", "Red (R) has only one way out.", ((0, 0),))
STRICT = Deduction("edge", "If no path touches itself, Blue (B) follows the edge here.", ((1, 0),))
STRICT = replace(STRICT, strictly=True)
NO_WAY = Deduction("contradiction", "There is no solution: Red (R) could not go on.", ((0, 0),))
SEARCHED = "There is no solution. Only a longer search shows that. There is no further hint."


def known(
    level: Level = SMALL,
    status: CheckStatus = CheckStatus.UNKNOWN,
    non_touching: NonTouching = NonTouching.UNKNOWN,
) -> Known:
    """What a check has found of a level."""
    return Known(level, tuple(findings(level)), check=CheckResult(status, non_touching))


def test_steps_are_numbered_and_say_what_they_assume() -> None:
    first, second, third = Trace((PLAIN,)), Trace((PLAIN, STRICT)), Trace((PLAIN, STRICT, PLAIN))
    assert hint_text(known(), Trace(), first) == f"Hint 1: {PLAIN.message}"
    assert hint_text(known(), first, second) == f"Hint 2: {STRICT.message}"
    assert hint_text(known(), second, third) == f"Hint 3: {PLAIN.message}"
    assumption = FlowReasoning().assumption
    assert [assumption(SMALL, steps) for steps in (first, second, third)] == [
        "",
        "no path touches itself",
        "no path touches itself",
    ]
    assert not assumption(replace(SMALL, touching=False), third), "it is a rule there"


@pytest.mark.parametrize(
    ("level", "end"),
    [(ASSUMING, "the only one in which no path touches itself."), (TOUCHING, "the only one.")],
)
def test_the_last_step_is_said_to_complete_the_solution(level: Level, end: str) -> None:
    whole = trace(level)
    before = Trace(whole.deductions[:-1])
    text = hint_text(known(level), before, whole)
    assert text.startswith(f"Hint {len(whole.deductions)}: ")
    assert text.endswith(f" With this step you have the whole solution, {end}")
    again = hint_text(known(level), whole, whole)
    assert again == "There is no further hint: the whole solution is on the board."


def test_steps_that_are_taken_back_are_no_secret() -> None:
    before = Trace((PLAIN, STRICT, PLAIN))
    after = Trace((PLAIN, PLAIN), touching=True)
    assert after.leads_on(before)
    assert hint_text(known(), before, after) == (
        "In every solution a path touches itself: hints no longer assume otherwise. "
        f"Hint 2: {PLAIN.message}"
    )
    none_left = hint_text(known(), before, Trace((PLAIN,), touching=True))
    assert none_left.startswith("In every solution a path touches itself")
    assert "There is no further hint" in none_left


def test_a_level_without_a_solution_is_told_so_first() -> None:
    first = hint_text(known(status=CheckStatus.UNSOLVABLE), Trace(), Trace((PLAIN,)))
    assert first == f"There is no solution; hints help to see why. Hint 1: {PLAIN.message}"
    late = hint_text(
        known(status=CheckStatus.UNSOLVABLE), Trace((STRICT,)), Trace((PLAIN,), touching=True)
    )
    assert late == first
    found = hint_text(known(), Trace((PLAIN,)), Trace((PLAIN, NO_WAY)))
    assert found == hint_text(known(), Trace((NO_WAY,)), Trace((NO_WAY,))) == NO_WAY.message
    stuck = hint_text(known(status=CheckStatus.UNSOLVABLE), Trace((PLAIN,)), Trace((PLAIN,)))
    assert stuck == SEARCHED


@pytest.mark.parametrize(
    ("width", "height"),
    [(2, 1), (4, 1), (2, 2), (2, 3), pytest.param(3, 3, marks=pytest.mark.slow)],
)
def test_hints_on_any_tiny_flow_level_without_a_solution_end_with_what_contradicts(
    width: int, height: int
) -> None:
    for level in tiny_levels.all_levels(width, height):
        if not brute.solutions(level):
            assert_told_why(level)


@pytest.mark.parametrize(
    ("width", "height"),
    [(1, 1), (1, 2), (3, 1), (2, 2), pytest.param(2, 3, marks=pytest.mark.slow)],
)
def test_hints_on_any_tiny_slitherlink_without_a_solution_end_with_what_contradicts(
    width: int, height: int
) -> None:
    for puzzle in all_slitherlinks(width, height):
        clues = puzzle.clues.items()
        if clues and not any(clues <= had.items() for _, had in all_loops(width, height)):
            assert_told_why(puzzle)


def assert_told_why(puzzle: Any) -> None:
    for status in (CheckStatus.UNSOLVABLE, CheckStatus.UNKNOWN):
        last = last_hint(Known(puzzle, check=CheckResult(status)))
        assert last.startswith("There is no solution: "), puzzle


def test_where_hints_do_not_lead_to_a_contradiction_the_proof_is_named_or_the_search() -> None:
    parity = last_hint(checked(tiny_levels.scattered(6, 3, 33)))
    assert parity == (
        "There is no solution. The board, coloured like a checkerboard, has 1 light square more "
        "than paths between these endpoints can cover. There is no further hint."
    )
    assert last_hint(checked(tiny_levels.scattered(6, 4, 33))) == SEARCHED


def checked(level: Level) -> Known:
    return Known(level, tuple(findings(level)), check=check(level))


def last_hint(known: Known) -> str:
    """What is said where hints end."""
    reasoning, now = kind_of(known.level).reasoning, Trace()
    assert reasoning
    while (following := reasoning.hint(known, now)) != now:
        now = following
    return reasoning.hint_text(known, now, now)


@pytest.mark.parametrize(
    ("status", "non_touching", "why"),
    [
        (
            CheckStatus.UNIQUE,
            NonTouching.ONE,
            "there is one solution, but no deduction that leads to it was found.",
        ),
        (
            CheckStatus.MULTIPLE,
            NonTouching.MANY,
            "there are several solutions, and no further deduction was found.",
        ),
        (CheckStatus.MULTIPLE, NonTouching.ONE, "no further deduction was found."),
        (CheckStatus.UNKNOWN, NonTouching.UNKNOWN, "no further deduction was found."),
    ],
)
def test_where_no_step_leads_on_the_reason_is_what_is_known(
    status: CheckStatus, non_touching: NonTouching, why: str
) -> None:
    for so_far, start in ((Trace(), "There is no hint"), (Trace((PLAIN,)), "There is no further")):
        text = hint_text(known(SMALL, status, non_touching), so_far, so_far)
        assert text.startswith(start)
        assert why in text
