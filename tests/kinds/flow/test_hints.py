"""Hints: their texts, that they are never wrong, and that they lead to the solution."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable
from functools import cache
from itertools import count, pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from flowdesk import load
from flowdesk.core.grid import Cell, Edge, edge_between
from flowdesk.core.storage import shipped
from flowdesk.kinds.answers import CheckResult, CheckStatus, Deduction, NonTouching, Trace
from flowdesk.kinds.flow.deduction import hints
from flowdesk.kinds.flow.deduction.hints import hint, trace
from flowdesk.kinds.flow.level import Level, mistakes
from flowdesk.kinds.flow.making.generate import generate
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.flow.solving.encoding import FlowEncoding
from flowdesk.kinds.known import Known
from flowdesk.sat.backend import refine
from tests import brute, tiny_levels
from tests.for_all import for_all
from tests.levels import edges_of
from tests.others import packs
from tests.samples import cells_at, level_of


class Case(NamedTuple):
    """A puzzle made for a rule: the first step of that rule in its trace, and ways on and off."""

    rule: str
    rows: str
    message: str
    cells: str
    on: str = ""
    off: str = ""


def cases_in(text: str) -> list[Case]:
    """Read cases: a line with rule, rows, cells, way on and way off, and below it what is said."""
    found = []
    for block in re.split(r"\n(?=\S)", text.strip()):
        head, *said = block.splitlines()
        rule, rows, *ways = (field.strip() for field in head.split("|"))
        found.append(Case(rule, rows, " ".join(map(str.strip, said)), *ways))
    return found


FIVE = "G...R B..B. .G.R. ..... Y...Y"

CASES = cases_in("""
corner | ..RB R.Y. Y.G. G..B | 00 | 01 00 10
    Only one way leads through this corner.
one-exit | R..B G..Y .... GRBY | 00 | 00 10
    Red (R) has only one way out of this corner.
two-ways | B...R ...B. .RG.. G...O Y.YO. | 42 | 41 42 32
    Only one way leads through this cell.
cut-off | BB .. RR .. | 01 | 00 01 11
    Blue (B) must come in here, for this cell has only two ways left.
colors | G..R .RY. .GB. B..Y | 10 | 10 20
    Green (G) and Red (R) cannot be joined in this cell, so the last way is taken.
loop | RR .. .. | 01 | 00 01 | 00 10
    This path can go on only one way from here: it must not close into a ring.
same-color | RB... ...B. R.Y.Y G...G ..... | 01 02 | 01 02
    If no path touches itself, two cells of Red (R) side by side are joined.
touching | Y...G ..RB. .G.R. .B... ....Y | 03 13 14 | 13 23 | 03 13 14
    If no path touches itself, Blue (B) has only one way out: elsewhere it would touch itself
    where marked.
passage | B..B .... RRYY | 10 20 | 10 20
    Blue (B) has an end on either side of this gap, so it goes through.
pairing | GGYY .... .RB. .RB. | 11 21 | | 11 21
    Every colour has both its ends on one side of this gap, so a path that went through could
    not come back.
edge | G...R B..B. .G.R. ..... Y...Y | 04 14 24 34 44 | 04 14 24 34 44
    If no path touches itself, Yellow (Y) follows the edge here: anything in between would be
    cut off.
contradiction | RB BR | 01
    There is no solution: Blue (B) could not go on.
""")


@for_all("case", CASES)
def test_each_rule_says_why_marks_where_and_tells_which_steps(case: Case) -> None:
    steps = trace(level_of(case.rows)).deductions
    step = next(step for step in steps if step.rule == case.rule)
    assert step.message == case.message
    assert step.cells == cells_at(case.cells)
    assert step.on >= edges(cells_at(case.on))
    assert step.off >= edges(cells_at(case.off))
    assert not step.depth
    assert step.strictly == step.message.startswith("If no path touches itself, ")


@cache
def in_need_of_supposing() -> Level:
    """A level that only a supposition solves: found, because deductions may get better."""
    levels: Iterable[Level] = (generate(FlowRequest(7, 7, seed)).level for seed in count())
    return next(level for level in levels if "suppose" in rules_for(level))


def rules_for(level: Level) -> set[str]:
    """The rules that solve a level."""
    return {step.rule for step in trace(level).deductions}


def test_a_supposition_says_which_step_is_impossible_and_why() -> None:
    steps = trace(in_need_of_supposing()).deductions
    step = next(step for step in steps if step.rule == "suppose")
    assert step.depth
    assert len(step.on | step.off) == 1
    claim = r"(\w+ \(\w\) (cannot|must) go (up|down|left|right) from here|these two cells are .*)"
    said = rf"(If no path touches itself, )?{claim}: .+\."
    assert re.fullmatch(said, step.message, re.IGNORECASE)
    assert {*next(iter(step.on | step.off))} <= {*step.cells}


def test_where_no_supposition_helps_the_only_solution_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    level = in_need_of_supposing()
    monkeypatch.setattr(hints, "LOOKS", hints.MOST_EFFORT + 1)  # no effort for suppositions
    found = trace(level)
    assert found.solved
    step = next(step for step in found.deductions if step.rule == "search")
    assert step.strictly
    claim = r"\w+ \(\w\) must go (up|down|left|right) from here: only a long search shows it\."
    assert re.fullmatch(f"If no path touches itself, {claim}", step.message)
    assert step.cells in {*step.on, *(edge[::-1] for edge in step.on)}
    several = trace(level_of("RR .. .. BB"))
    assert not several.solved
    assert "search" not in rules_for(level_of("RR .. .. BB"))


@pytest.mark.slow
def test_large_levels_are_solved_to_the_end() -> None:
    levels = load(shipped("puzzles") / "packs" / "20x20.txt")[-1:]
    levels += load(shipped("puzzles") / "packs" / "30x30.txt")[-1:]
    for level in levels:
        found = trace(level)
        assert found.solved
        assert "search" in {step.rule for step in found.deductions}


@pytest.mark.parametrize(
    "seed",
    [0, 100, 200, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(300, 8000, 100))],
)
def test_no_step_is_wrong_on_tiny_boards(seed: int) -> None:
    for each in range(seed, seed + 100):
        check_tiny_board(each)


def check_tiny_board(seed: int) -> None:
    """Hold the steps of a random board, from the start and from amid a solution, against all."""
    rng = random.Random(seed)
    level = tiny_levels.random_level(rng)
    solutions = brute.solutions(level)
    found = trace(level)
    for solution in counting(level, solutions, found.deductions):
        assert holds(found.deductions, solution), tiny_levels.map_of(level)
    if found.solution:
        assert mistakes(level, found.solution) == []
        assert counting(level, solutions, found.deductions) == [found.solution.edges]
    assert followed(level).solution == found.solution
    if not solutions:
        assert not found.solved
        return
    assert not found.contradicted
    solution = rng.choice(solutions)
    on = {edge for edge in solution if rng.random() < 0.3}
    off = {edge for edge in edges_of(level) if edge not in solution and rng.random() < 0.2}
    step = next_step(level, on, off - level.walls)
    if step:
        assert step.rule != "contradiction"
        assert not step.on <= on or not step.off <= off
        for other in counting(level, solutions, [step]):
            if on <= other and not off & other:
                assert holds([step], other), tiny_levels.map_of(level)


def next_step(
    level: Level,
    on: Collection[Edge] = (),
    off: Collection[Edge] = (),
    *,
    assume_no_touching: bool = True,
) -> Deduction | None:
    """The step that a hint adds to steps that have told these edges, or None."""
    before = Trace((Deduction("told", "", (), frozenset(on), frozenset(off)),))
    after = continued(level, before, assume_no_touching=assume_no_touching)
    return after.deductions[-1] if after.leads_on(before) else None


def continued(level: Level, so_far: Trace, *, assume_no_touching: bool = True) -> Trace:
    """The steps so far and the next one, where every solution may be known to touch itself."""
    non_touching = NonTouching.UNKNOWN if assume_no_touching else NonTouching.NONE
    return hint(Known(level, check=CheckResult(CheckStatus.UNKNOWN, non_touching)), so_far)


def followed(level: Level) -> Trace:
    """The steps that hints tell one by one, until there is no other."""
    so_far = Trace()
    while (more := continued(level, so_far)) != so_far:
        so_far = more
    return so_far


def counting(
    level: Level, solutions: list[frozenset[Edge]], steps: Iterable[Deduction]
) -> list[frozenset[Edge]]:
    """The solutions that such steps speak of."""
    if any(step.strictly for step in steps):
        return [each for each in solutions if not brute.is_touching(level, each)]
    return solutions


def holds(steps: Iterable[Deduction], solution: frozenset[Edge]) -> bool:
    """Whether a solution is as the steps say."""
    return all(
        step.rule != "contradiction" and step.on <= solution and not step.off & solution
        for step in steps
    )


SHIPPED = sorted(shipped("puzzles").rglob("*.txt"))


@for_all("file", SHIPPED)
def test_no_step_is_wrong_on_the_shipped_levels(file: Path) -> None:
    for level in load(file)[::10]:
        if len(level.cells) <= 100:
            check_by_sat(level)


def test_no_step_is_wrong_on_some_levels_by_others(corpus: Path) -> None:
    for levels in packs(corpus).values():
        for level in levels[::10]:
            if len(level.cells) <= 81:
                check_by_sat(level)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_no_step_is_wrong_on_any_level(corpus: Path) -> None:
    levels = [level for levels in packs(corpus).values() for level in levels]
    levels += [level for file in SHIPPED for level in load(file)]
    for level in levels:
        check_by_sat(level)


def check_by_sat(level: Level) -> None:
    """The solver finds no solution that contradicts a step.

    Steps that hold in every solution, up to the first that speaks only of those without touching,
    are held against every solution; all of them are held against those without touching.
    """
    steps = trace(level).deductions
    plain = next((n for n, step in enumerate(steps) if step.strictly), len(steps))
    assert not has_solution_against(level, steps[:plain], touching=True)
    assert not has_solution_against(level, steps, touching=False)


def has_solution_against(level: Level, steps: Collection[Deduction], touching: bool) -> bool:
    """Whether a level has a solution that is different from what some of the steps say."""
    encoding = FlowEncoding(level, touching=touching)
    variable = encoding.rules.variable
    wrong = [-variable[edge] for step in steps for edge in step.on]
    wrong += [variable[edge] for step in steps for edge in step.off]
    encoding.cnf.add("a step is wrong", [wrong])
    return refine(encoding.cnf, encoding.cut) is not None


def test_a_level_that_only_touching_paths_solve_is_reasoned_about_by_the_game_s_rule() -> None:
    for rows in ("RR ..", ".B.. .GYY B.RR G...", "Y..Y .RB. .RB."):
        found = trace(level_of(rows))
        assert found.solved
        assert not found.strictly


def test_asking_again_and_again_begins_with_the_steps_of_the_trace() -> None:
    for file in SHIPPED[:8]:
        level = load(file)[0]
        on: set[Edge] = set()
        off: set[Edge] = set()
        for step in trace(level).deductions:
            again = next_step(level, on, off)
            assert again
            assert (again.rule, again.depth) == (step.rule, step.depth)
            assert again.message.startswith(step.message)
            assert again.on >= step.on
            assert again.off >= step.off
            on |= step.on
            off |= step.off
        assert next_step(level, on, off) is None


def test_what_a_path_must_do_next_without_a_choice_is_one_hint() -> None:
    whole = next_step(level_of("R....R BBGGYY"))
    assert whole
    assert whole.message == (
        "Red (R) has only one way out of this corner. "
        "From row 1, column 2, 4 more steps are forced, until Red (R) is complete: "
        "there is no other way on."
    )
    assert len(whole.on) == 5
    part = next_step(load(shipped("puzzles") / "packs" / "07x07.txt")[0])
    assert part
    assert part.message.endswith(
        "From row 2, column 2, 1 more step is forced, to row 3, column 2: there is no other way on."
    )


def test_hints_are_at_most_two_thirds_of_the_single_conclusions() -> None:
    levels = [level for file in SHIPPED for level in load(file)[:1] if len(level.cells) <= 64]
    single = sum(len(trace(level).deductions) for level in levels)
    assert sum(len(followed(level).deductions) for level in levels) <= single * 2 / 3


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=[pytest.mark.slow] * (number % 3 > 0))
        for number, file in enumerate(SHIPPED)
    ],
)
def test_hints_one_by_one_lead_to_the_whole_solution(file: Path) -> None:
    for level in load(file)[::10]:
        if len(level.cells) <= 144:
            all_at_once, one_by_one = trace(level), followed(level)
            assert one_by_one.solution
            assert one_by_one.solution == all_at_once.solution
            steps = (step.on for step in one_by_one.deductions)
            assert frozenset().union(*steps) == one_by_one.solution.edges


def test_steps_are_taken_back_that_assumed_too_much() -> None:
    level = level_of("R.. ..R B.B")  # both of its solutions touch themselves
    so_far, refuted = Trace(), False
    while not refuted:
        before, so_far = so_far, continued(level, so_far)
        refuted = so_far.touching
    assert before.strictly
    assert not so_far.strictly
    assert not so_far.contradicted
    told = continued(level, before, assume_no_touching=False)
    assert told == so_far


def test_what_a_level_itself_forbids_is_no_assumption() -> None:
    level = level_of(FIVE, touching=False)
    found = followed(level)
    assert found.solution == trace(level).solution
    assert found.strictly
    before = Trace(found.deductions[:-1])
    assert continued(level, before, assume_no_touching=False) == found


def test_a_step_follows_from_what_is_known_already() -> None:
    level = level_of(FIVE)
    drawn = edges(((0, 0), (1, 0), (1, 1)))
    step = next_step(level, drawn)
    assert step
    assert step.message == (
        "Blue (B) has only one way out. From row 3, column 1, 2 more steps are forced, "
        "to row 4, column 2: there is no other way on."
    )
    assert step.on == edges(((0, 1), (0, 2), (0, 3), (1, 3)))


def test_steps_that_touch_each_other_are_continued_by_the_game_s_rule() -> None:
    level = level_of("...... .R..R. ...... ...... .B..B. ......")
    u_turn = edges(((1, 1), (1, 2), (2, 2), (2, 1)))
    step = next_step(level, u_turn)
    assert step
    assert step.rule != "contradiction"
    assert not step.strictly


def test_who_knows_better_can_keep_to_the_game_s_rule() -> None:
    level = level_of(FIVE)
    steps = trace(level).deductions
    first = next(number for number, step in enumerate(steps) if step.strictly)
    on = frozenset().union(*(step.on for step in steps[:first]))
    step = next_step(level, on, assume_no_touching=False)
    assert step is None or not step.strictly


def test_a_level_may_forbid_touching_and_then_nothing_is_assumed() -> None:
    level = level_of(FIVE, touching=False)
    messages = [step.message for step in trace(level).deductions if step.strictly]
    assert messages
    assert all(message.startswith("As no path may touch itself, ") for message in messages)
    refused = trace(level_of("RR ..", touching=False))
    assert refused.deductions[-1].rule == "contradiction"


def test_of_a_level_with_half_a_colour_nothing_is_said() -> None:
    level = level_of("R.. ... ...")
    assert hint(Known(level), Trace()) == trace(level) == Trace()


def test_sentences_are_sentences_and_mark_cells_of_the_board() -> None:
    for file in SHIPPED[:14]:
        level = load(file)[0]
        for step in trace(level).deductions:
            assert step.message[0].isupper()
            assert step.message.endswith(".")
            assert step.cells
            assert all(level.is_cell(cell) for cell in step.cells)
            assert len(set(step.cells)) == len(step.cells)


def test_a_trace_tells_what_it_has_so_far_and_ends_at_its_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    level = in_need_of_supposing()
    posted: list[Trace] = []
    found = trace(level, progress=posted.append)
    assert found.solved
    assert posted
    assert all(found.deductions[: len(each.deductions)] == each.deductions for each in posted)
    monkeypatch.setattr(hints, "MOST_EFFORT", 0)
    stopped = trace(level)
    assert not stopped.solved
    assert stopped.deductions == posted[0].deductions[:-1]


def edges(*paths: Collection[Cell]) -> frozenset[Edge]:
    """The steps along some paths."""
    return frozenset(edge_between(a, b) for path in paths for a, b in pairwise(path))
