"""The classic rules: formulas against sentences, and both against the program's own encoding."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowdesk.core.grid import STEPS, Cell
from flowdesk.flow.classic.answer import Answer, answer_of, broken
from flowdesk.flow.classic.explore import contradiction, explore, smallest_rules
from flowdesk.flow.classic.fast import FAST_RULES, explore_fast
from flowdesk.flow.classic.formula import FORMS, Formula
from flowdesk.flow.classic.rules import NEEDED, NUMBERS, RULES, SHAPES
from flowdesk.flow.level import Level
from flowdesk.flow.solution import Solution
from flowdesk.flow.solve import solve
from flowdesk.sat.backend import find_model
from flowdesk.sat.search import refine
from tests import brute
from tests.samples import SMALL, TOUCHING, level_of

MANY = settings(max_examples=200, deadline=None)


def solved(level: Level) -> Solution:
    solution = solve(level).solution
    assert solution
    return solution


def numbers_broken(level: Level, answer: Answer) -> set[int]:
    return {each.rule for each in broken(level, answer)}


def random_answer(level: Level, rng: random.Random) -> Answer:
    """A solution with some arms changed, or anything at all."""
    found = solve(level).solution
    arms = set(answer_of(level, found).arms) if found and rng.random() < 0.7 else set()
    links = answer_of(level, found).links if found else frozenset[str]()
    free = [cell for cell in level.cells if cell not in level.endpoints]
    for _ in range(rng.choice((0, 1, 1, 2, 3, 20))):
        if free:
            arms ^= {(rng.choice(free), rng.choice(list(level.pairs)), rng.choice(list(STEPS)))}
    return Answer(frozenset(arms), links)


@MANY
@given(st.integers(0, 10**9))
def test_each_formula_says_the_same_as_its_sentence(seed: int) -> None:
    rng = random.Random(seed)
    level = brute.random_level(rng)
    formula = Formula(level)
    answer = random_answer(level, rng)
    said = [[literal] for literal in formula.variables_of(answer)]
    wrong = numbers_broken(level, answer)
    for number in NUMBERS:
        if number != 11:
            cnf = formula.cnf([number])
            cnf.add("answer", said)
            holds = find_model(cnf.clauses()) is not None
            assert holds == (number not in wrong), (number, broken(level, answer))


@MANY
@given(st.integers(0, 10**9), st.sets(st.sampled_from(NUMBERS)), st.sampled_from(FORMS))
def test_an_answer_to_some_rules_breaks_none_of_them(seed: int, rules: set[int], form: str) -> None:
    level = brute.random_level(random.Random(seed))
    found = explore(level, rules, form)
    if found.answer is not None:
        gaps = set(SHAPES) if form == "published" else set()
        assert not (rules - gaps) & {each.rule for each in found.broken}


@MANY
@given(st.integers(0, 10**9), st.sets(st.sampled_from([rule.number for rule in FAST_RULES])))
def test_any_of_our_own_rules_have_an_answer_that_keeps_them(seed: int, rules: set[int]) -> None:
    level = brute.random_level(random.Random(seed))
    if any(len(cells) != 2 for cells in level.pairs.values()):
        return
    found = explore_fast(level, rules)
    if found.answer is not None:
        is_broken = {each.rule for each in found.broken}
        assert not ({1, 4} <= rules and 11 in is_broken)
        assert not ({2, 5} <= rules and 12 in is_broken)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_the_corrected_rules_have_exactly_the_solutions_of_the_game(seed: int) -> None:
    level = brute.random_level(random.Random(seed))
    if any(len(cells) != 2 for cells in level.pairs.values()):
        return
    formula = Formula(level)
    cnf = formula.cnf(NEEDED)
    found = set()
    while (model := refine(cnf, formula.cut)) is not None:
        answer = formula.answer(model)
        assert broken(level, answer) == [] or numbers_broken(level, answer) == {12}
        found.add((answer.arms, answer.links))
        cnf.add("another", [[-literal for literal in formula.variables_of(answer)]])
    assert len(found) == len(brute.solutions(level))
    if found:
        answer = answer_of(level, solved(level))
        assert (answer.arms, answer.links) in found


def test_the_answer_to_all_rules_is_the_solution() -> None:
    found = explore(SMALL, NUMBERS)
    assert found.answer == answer_of(SMALL, solved(SMALL))
    assert found.broken == ()
    assert sum(found.clauses.values()) > 1000
    assert set(found.clauses) == {0, *NUMBERS}


#: For each rule a board, and an answer that breaks it alone: the arms of each cell by colour, and
#: the colours whose endpoints are joined directly.
ALONE: dict[int, tuple[Level, dict[Cell, dict[str, str]], str]] = {
    1: (level_of("R.R#BB"), {(1, 0): {"R": "lr", "B": "lr"}}, "B"),
    2: (level_of("RRBB."), {(4, 0): {"R": "l"}}, "RB"),
    3: (level_of(".R", "R."), {(0, 0): {"R": "br"}, (1, 1): {"R": "tl"}}, ""),
    4: (
        level_of("R.R", "...", "BB#"),
        {(1, 0): {"B": "lr"}, (0, 1): {"R": "tr"}, (1, 1): {"R": "lr"}, (2, 1): {"R": "tl"}},
        "B",
    ),
    5: (level_of("R.B", ".RB"), {(0, 1): {"B": "tr"}, (1, 0): {"R": "bl"}}, "B"),
    6: (level_of("B.R", "BR."), {(2, 1): {"B": "tl"}, (1, 0): {"R": "br"}}, "B"),
    7: (
        level_of("R.B", "..B", "R.#"),
        {(0, 1): {"B": "tb"}, (1, 0): {"R": "bl"}, (1, 1): {"R": "tb"}, (1, 2): {"R": "tl"}},
        "B",
    ),
    8: (level_of("R.", ".R", "BB"), {(1, 0): {"B": "bl"}, (0, 1): {"R": "tr"}}, "B"),
    9: (level_of(".R", "R.", "BB"), {(0, 0): {"B": "br"}, (1, 1): {"R": "tl"}}, "B"),
    10: (level_of("RRBB."), {(4, 0): {"R": "br"}}, "RB"),
    11: (
        level_of("RR#..", "###.."),
        {(3, 0): {"R": "br"}, (4, 0): {"R": "bl"}, (3, 1): {"R": "tr"}, (4, 1): {"R": "tl"}},
        "R",
    ),
    12: (level_of("RR", ".."), {(0, 1): {"R": "tr"}, (1, 1): {"R": "tl"}}, ""),
}


@pytest.mark.parametrize("number", NUMBERS)
def test_each_rule_can_be_broken_alone(number: int) -> None:
    level, looks, joined = ALONE[number]
    arms = {(cell, c, d) for cell, look in looks.items() for c, ds in look.items() for d in ds}
    answer = Answer(frozenset(arms), frozenset(joined))
    assert numbers_broken(level, answer) == {number}
    formula = Formula(level)
    cnf = formula.cnf(set(NUMBERS) - {number})
    cnf.add("answer", [[literal] for literal in formula.variables_of(answer)])
    model = find_model(cnf.clauses())
    assert model, "no other rule forbids it"
    assert formula.cut(cnf, model) == (number == 11)


ONE_ROW = level_of("R..R")
LINE = frozenset({((1, 0), "R", "l"), ((1, 0), "R", "r"), ((2, 0), "R", "l"), ((2, 0), "R", "r")})


@pytest.mark.parametrize(
    ("level", "arms", "number", "words"),
    [
        (level_of("R.RB.B"), {((1, 0), "B", "l"), ((4, 0), "B", "l")}, 3, "should be R, not B"),
        (ONE_ROW, LINE | {((1, 0), "R", "t")}, 10, "leaves the board"),
        (ONE_ROW, LINE - {((1, 0), "R", "l")}, 3, "No neighbour points at the endpoint R"),
        (ONE_ROW, LINE - {((2, 0), "R", "l")}, 2, "one arm"),
        (ONE_ROW, frozenset(), 1, "no colour"),
    ],
)
def test_what_is_wrong_is_said_with_the_rule_and_the_cells(
    level: Level, arms: set[tuple[tuple[int, int], str, str]], number: int, words: str
) -> None:
    said = [each for each in broken(level, Answer(frozenset(arms))) if each.rule == number]
    assert any(words in each.message for each in said)
    assert all(level.is_cell(cell) for each in said for cell in each.cells)


def test_touching_breaks_only_the_optional_rule() -> None:
    answer = answer_of(TOUCHING, solved(TOUCHING))
    assert numbers_broken(TOUCHING, answer) == {12}
    assert explore(TOUCHING, NEEDED).answer == answer
    assert explore(TOUCHING, NUMBERS).answer is None


@pytest.mark.parametrize(
    ("level", "arms"),
    [
        # Between two endpoints of different colours a cell is of one of them.
        (level_of("R.B"), {((1, 0), "R", "l"), ((1, 0), "R", "r")}),
        # Beside an endpoint only the far neighbour is of its colour.
        (level_of("R..", "B.."), {((1, 0), "B", "l"), ((1, 0), "B", "r"), ((2, 0), "R", "l")}),
    ],
)
def test_the_published_form_has_gaps_that_the_corrected_one_closes(
    level: Level, arms: set[tuple[tuple[int, int], str, str]]
) -> None:
    answer = Answer(frozenset(arms))
    shapes = range(4, 10)
    for form, holds in (("published", True), ("corrected", False)):
        formula = Formula(level, form)
        cnf = formula.cnf(shapes)
        cnf.add("answer", [[literal] for literal in formula.variables_of(answer)])
        assert (find_model(cnf.clauses()) is not None) == holds
    assert 4 in numbers_broken(level, answer)


@pytest.mark.parametrize("form", FORMS)
def test_a_smallest_set_of_rules_forces_the_solution_and_no_smaller_one_does(form: str) -> None:
    solution = solved(SMALL)
    rules = smallest_rules(SMALL, solution, form)
    assert rules is not None
    assert explore(SMALL, rules, form).answer == answer_of(SMALL, solution)
    for left_out in rules:
        formula = Formula(SMALL, form)
        cnf = formula.cnf(set(rules) - {left_out})
        cnf.add("another", [[-x for x in formula.variables_of(answer_of(SMALL, solution))]])
        assert refine(cnf, formula.cut if left_out != 11 else lambda *_: False) is not None


def test_of_several_solutions_no_rules_force_one() -> None:
    level = level_of("A..A", "B..B", "....")
    assert smallest_rules(level, solved(level)) is None


@pytest.mark.parametrize("rows", [("R.B", "...", "B.R"), ("R..", ".#.", "#R.")])
def test_why_there_is_no_solution_is_told_by_few_rules_at_few_cells(rows: tuple[str, ...]) -> None:
    level = level_of(*rows)
    found = contradiction(level)
    assert found
    assert found.smallest
    formula = Formula(level)
    cnf = formula.cnf(())
    for number, cells in found.parts:
        assert number in set(NEEDED) - {11}
        for cell in cells:
            cnf.add("part", formula.clauses(number, cell))
    assert find_model(cnf.clauses()) is None


def test_a_ring_may_be_why_there_is_no_solution() -> None:
    level = level_of("RR..", "##..")
    found = contradiction(level)
    assert found
    assert found.parts[-1] == (11, ((2, 0), (3, 0), (2, 1), (3, 1)))
    assert contradiction(level, set(NEEDED) - {11}) is None


def test_what_has_a_solution_does_not_contradict_itself() -> None:
    assert contradiction(level_of("RR.", "...", "B.B")) is None


def test_every_rule_has_words_and_a_formula() -> None:
    assert [rule.number for rule in RULES] == list(range(1, 13))
    assert all(rule.text.endswith(".") and rule.formula and rule.name for rule in RULES)
