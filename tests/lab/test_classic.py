"""The classic rules: formulas compared with sentences, and with the program's own encoding."""

from __future__ import annotations

import random
from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk import load
from flowdesk.core.grid import STEPS, Cell
from flowdesk.core.storage import shipped
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.lab.explore import contradiction, explore, sizes, smallest_rules
from flowdesk.lab.flow.answer import FlowAnswer, answer_of, loops_of
from flowdesk.lab.flow.book import FLOW_RULES
from flowdesk.lab.flow.formula import FlowFormula
from flowdesk.lab.flow.notebook import NOTEBOOK, NotebookFormula
from flowdesk.lab.flow.rules import FAST_RULES, NEEDED, NUMBERS, RULES, SHAPES
from flowdesk.sat.backend import find_model, refine
from tests import brute, tiny_levels
from tests.for_all import for_all
from tests.lab.notebook import broken_of_notebook
from tests.levels import examples
from tests.samples import SMALL, TOUCHING, level_of, solution_of

MANY = examples(200)
FORMS = {"corrected": NUMBERS, "published": tuple(sorted(NOTEBOOK))}


def formula_of(level: Level, form: str) -> FlowFormula:
    return NotebookFormula(level) if form == "published" else FlowFormula(level)


def numbers_broken(level: Level, answer: FlowAnswer, form: str = "corrected") -> set[int]:
    return {each.rule for each in FLOW_RULES.broken(level, answer, form, ())}


def allowed(level: Level, answer: FlowAnswer, rules: Collection[int], form: str) -> bool:
    """Whether the clauses of some rules hold for an answer; those against loops are not asked."""
    formula = formula_of(level, form)
    cnf = formula.cnf(rules)
    cnf.add("answer", [[literal] for literal in formula.literals_of(answer)])
    return find_model(cnf.clauses()) is not None


def keeps(level: Level, answer: FlowAnswer, number: int, form: str) -> bool:
    """Whether an answer keeps a rule, as its sentence says it; apart from rule 11.

    Nothing here is shared with the program: the sentences are written down a second time.
    """
    if form == "published":
        return number not in broken_of_notebook(level, answer.arms)
    ends, linked = level.endpoints, answer.links
    free = [cell for cell in level.cells if cell not in ends]

    def colors(cell: Cell) -> set[str]:
        return {c for at, c, _ in answer.arms if at == cell}

    def arms(cell: Cell) -> set[str]:
        return {d for at, _, d in answer.arms if at == cell}

    def near(cell: Cell) -> dict[str, Cell]:
        x, y = cell
        around = {"t": (x, y - 1), "b": (x, y + 1), "l": (x - 1, y), "r": (x + 1, y)}
        return {d: other for d, other in around.items() if other in level.board.near(cell)}

    def endpoint_is_met(cell: Cell) -> bool:
        color = ends[cell]
        joined = {n for n in near(cell).values() if ends.get(n) == color and color in linked}
        pointing = {(n, c) for d, n in near(cell).items() for c in colors(n) if points(n, c, d)}
        right = {n for n, c in pointing if c == color} | joined
        return len(right) == 1 and {n for n, _ in pointing} <= right

    def points(cell: Cell, color: str, against: str) -> bool:
        return (cell, color, {"t": "b", "b": "t", "l": "r", "r": "l"}[against]) in answer.arms

    def goes_on(cell: Cell) -> bool:
        ahead = {d: n for d, n in near(cell).items() if d in arms(cell)}
        return all(
            points(n, c, d) for d, n in ahead.items() if n in free for c in colors(cell)
        ) and not any(
            points(n, c, d) for d, n in near(cell).items() if d not in ahead for c in colors(n)
        )

    def is_linked(cell: Cell, other: Cell, d: str) -> bool:
        if cell in ends:
            return other not in ends or ends[cell] in linked
        return d in arms(cell)

    def of(cell: Cell) -> set[str]:
        return {ends[cell]} if cell in ends else colors(cell)

    if number == 1:
        return all(len(colors(cell)) == 1 for cell in free)
    if number == 2:
        return all(len(arms(cell)) == 2 for cell in free)
    if number == 3:
        return all(endpoint_is_met(cell) for cell in ends)
    if number == 10:
        return all(arms(cell) <= near(cell).keys() for cell in free)
    if number == 12:
        return all(
            is_linked(cell, other, d)
            for cell in level.cells
            for d, other in near(cell).items()
            if of(cell) & of(other)
        )
    return all(goes_on(cell) for cell in free if arms(cell) == set(SHAPES[number]))


def random_answer(level: Level, rng: random.Random, form: str) -> FlowAnswer:
    """A solution, two arms a cell or nothing, with some arms changed; joined as the form allows."""
    free = [cell for cell in level.cells if cell not in level.endpoints]
    found = solve(level).solution
    kind = rng.choice(("solution", "two arms a cell", "nothing"))
    arms: set[tuple[Cell, str, str]] = set()
    if kind == "solution" and found:
        arms |= answer_of(level, found).arms
    elif kind != "nothing":
        for cell in free:
            color = rng.choice(list(level.pairs))
            arms |= {(cell, color, d) for d in rng.sample(list(STEPS), 2)}
    links = frozenset(label for label in formula_of(level, form).link if rng.random() < 0.5)
    for _ in range(rng.choice((0, 1, 1, 2, 3, 20))):
        if free:
            arms ^= {(rng.choice(free), rng.choice(list(level.pairs)), rng.choice(list(STEPS)))}
    return FlowAnswer(frozenset(arms), links)


@pytest.mark.parametrize("form", FORMS)
@MANY
@given(seed=st.integers(0, 10**9))
def test_each_formula_says_the_same_as_its_sentence(form: str, seed: int) -> None:
    rng = random.Random(seed)
    level = tiny_levels.random_level(rng)
    answer = random_answer(level, rng, form)
    wrong = numbers_broken(level, answer, form)
    for number in set(FORMS[form]) - {11}:
        told = number, FLOW_RULES.broken(level, answer, form, ()), tiny_levels.map_of(level)
        assert keeps(level, answer, number, form) == (number not in wrong), told
        assert allowed(level, answer, [number], form) == (number not in wrong), told


@MANY
@given(st.integers(0, 10**9), st.sets(st.sampled_from(NUMBERS)), st.sampled_from([*FORMS]))
def test_an_answer_to_some_rules_breaks_none_of_them(seed: int, rules: set[int], form: str) -> None:
    level = tiny_levels.random_level(random.Random(seed))
    rules &= {*FORMS[form]}
    found = explore(level, rules, form)
    if found.answer is not None:
        assert not rules & {each.rule for each in found.broken}


@MANY
@given(st.integers(0, 10**9), st.sets(st.sampled_from([rule.number for rule in FAST_RULES])))
def test_any_of_our_own_rules_have_an_answer_that_keeps_them(seed: int, rules: set[int]) -> None:
    level = tiny_levels.random_level(random.Random(seed))
    if any(len(cells) != 2 for cells in level.pairs.values()):
        return
    found = explore(level, rules, "fast")
    if found.answer is not None:
        is_broken = {each.rule for each in found.broken}
        assert not ({1, 4} <= rules and 11 in is_broken)
        assert not ({2, 5} <= rules and 12 in is_broken)


@pytest.mark.parametrize("form", FORMS)
@examples(150)
@given(seed=st.integers(0, 10**9))
def test_the_rules_have_exactly_the_solutions_of_the_game(form: str, seed: int) -> None:
    """As first published those that join no endpoints, and answers with loops."""
    level = tiny_levels.random_level(random.Random(seed))
    if any(len(cells) != 2 for cells in level.pairs.values()):
        return
    formula = formula_of(level, form)
    cnf = formula.cnf(FLOW_RULES.needed(level, form))
    found = set()
    while (model := refine(cnf, formula.cut)) is not None:
        answer = formula.answer(model)
        wrong = numbers_broken(level, answer, form)
        assert wrong <= {11, 12}
        if 11 not in wrong:
            found.add((answer.arms, answer.links))
        cnf.add("another", formula.excluding(answer))
    ends = level.endpoints
    solutions = [
        steps
        for steps in brute.solutions(level)
        if form == "corrected" or not any(a in ends and b in ends for a, b in steps)
    ]
    assert len(found) == len(solutions)
    if solution := solve(level).solution:
        answer = answer_of(level, solution)
        assert ((answer.arms, answer.links) in found) == formula.allows(answer)


def test_as_first_published_the_rules_solve_the_shipped_levels() -> None:
    for level in load(shipped("puzzles") / "packs" / "06x06.txt")[::3]:
        found = explore(level, NOTEBOOK, "published")
        assert {each.rule for each in found.broken} <= {12}
        assert found.answer == answer_of(level, solution_of(level))


def test_the_answer_to_all_rules_is_the_solution() -> None:
    found = explore(SMALL, NUMBERS)
    assert found.answer == answer_of(SMALL, solution_of(SMALL))
    assert found.broken == ()
    assert found.clauses == sizes(SMALL, "corrected").clauses > 1000


def arms(text: str) -> frozenset[tuple[Cell, str, str]]:
    """Arms of cells: each word is a cell, a colour and directions, as 10Rlr."""
    words = text.split()
    return frozenset(((int(word[0]), int(word[1])), word[2], d) for word in words for d in word[3:])


#: For each rule a board, and an answer that breaks it alone.
ALONE: dict[int, tuple[Level, frozenset[tuple[Cell, str, str]]]] = {
    1: (level_of("R. #B .R B#"), arms("10Bb 10Rl 02Bb 02Rr")),
    2: (level_of("R#R .#."), arms("01Rt 21Rt")),
    3: (level_of("R.R ... B.B"), arms("10Blr 01Rtr 11Rlr 21Rtl 12Blr")),
    4: (level_of("R..G B..B G..R"), arms("10Rlr 20Glr 11Blr 21Blr 12Glr 22Rlr")),
    5: (level_of("BR. ..R ..B"), arms("20Rbl 01Btr 11Bbl 02Rtr 12Btr")),
    6: (level_of(".RB R.. B.."), arms("00Rbr 11Bbr 21Btl 12Btl 22Rtl")),
    7: (level_of("RBG ... ... GBR"), arms("01Rtb 02Gtb 11Btb 12Btb 21Gtb 22Rtb")),
    8: (level_of("B.. R.. .RB"), arms("10Bbl 20Rbl 11Btr 21Bbl 02Rtr")),
    9: (level_of("..B ..R BR."), arms("00Rbr 10Bbr 01Bbr 11Btl 22Rtl")),
    10: (level_of("R#. .#R"), arms("01Rtr 20Rbr")),
    11: (level_of("R.R#.. ####.."), arms("10Rlr 40Rbr 50Rbl 41Rtr 51Rtl")),
    12: (level_of("RR .."), arms("01Rtr 11Rtl")),
}


@for_all("form", FORMS)
@for_all("number", NUMBERS)
def test_each_rule_can_be_broken_alone(number: int, form: str) -> None:
    level, its_arms = ALONE[number]
    answer = FlowAnswer(its_arms)
    # In the notebook arms of two colours make no pair, so they break rule 2 as well.
    wrong = {1, 2} if (form, number) == ("published", 1) else {number}
    assert numbers_broken(level, answer, form) == wrong
    others = set(FORMS[form]) - wrong
    assert allowed(level, answer, others, form), "no other rule forbids it"
    assert allowed(level, answer, FORMS[form], form) == (number not in FORMS[form] or number == 11)
    assert bool(loops_of(level, answer)) == (number == 11)


ONE_ROW = level_of("R..R")
LINE = arms("10Rlr 20Rlr")


@pytest.mark.parametrize(
    ("level", "its_arms", "number", "words"),
    [
        (level_of("R.RB.B"), arms("10Bl 40Bl"), 3, "should be Red (R), not"),
        (ONE_ROW, LINE | arms("10Rt"), 10, "leaves the board"),
        (ONE_ROW, LINE - arms("10Rl"), 3, "at the endpoint of Red (R). One"),
        (ONE_ROW, LINE - arms("20Rl"), 2, "one arm"),
        (ONE_ROW, frozenset(), 1, "no colour"),
    ],
)
def test_what_is_wrong_is_said_with_the_rule_and_the_cells(
    level: Level, its_arms: frozenset[tuple[Cell, str, str]], number: int, words: str
) -> None:
    said = [
        each
        for each in FLOW_RULES.broken(level, FlowAnswer(its_arms), "corrected", ())
        if each.rule == number
    ]
    assert any(words in each.message for each in said)
    assert all(level.is_cell(cell) for each in said for cell in each.cells)


def test_touching_breaks_only_the_optional_rule() -> None:
    answer = answer_of(TOUCHING, solution_of(TOUCHING))
    assert numbers_broken(TOUCHING, answer) == {12}
    assert explore(TOUCHING, NEEDED).answer == answer
    assert explore(TOUCHING, NUMBERS).answer is None


@pytest.mark.parametrize("form", FORMS)
def test_that_a_second_neighbour_points_at_an_endpoint_is_blamed_on_rule_3(form: str) -> None:
    """Even in another colour: a cell between two endpoints, say, that is of neither's."""
    level, its_arms = ALONE[3]
    said = FLOW_RULES.broken(level, FlowAnswer(its_arms), form, ())
    assert {(each.message, each.cells) for each in said} == {
        ("A second neighbour, in Blue (B), points at the endpoint of Red (R).", ((1, 0), cell))
        for cell in ((0, 0), (2, 0))
    }
    assert {each.rule for each in said} == {3}


@pytest.mark.parametrize("form", FORMS)
def test_a_smallest_set_of_rules_forces_the_solution_and_no_smaller_one_does(form: str) -> None:
    solution = solution_of(SMALL)
    rules = smallest_rules(SMALL, solution, form)
    assert rules is not None
    assert explore(SMALL, rules, form).answer == answer_of(SMALL, solution)
    for left_out in rules:
        formula = formula_of(SMALL, form)
        cnf = formula.cnf(set(rules) - {left_out})
        cnf.add("another", formula.excluding(answer_of(SMALL, solution)))
        assert refine(cnf, formula.cut if left_out != 11 else lambda *_: False) is not None


def test_rule_12_forces_the_one_solution_that_does_not_touch_itself() -> None:
    level = level_of("...R .B.. ..R. B...")
    assert len(brute.solutions(level)) == 5
    solution = answer_of(level, solution_of(level))
    rules = smallest_rules(level, solution_of(level))
    assert rules is not None
    assert 12 in rules
    assert explore(level, rules).answer == solution
    assert explore(level, rules, besides=solution).answer is None
    another = explore(level, NEEDED, besides=solution)
    assert another.answer not in (None, solution)
    assert another.clauses == explore(level, NEEDED).clauses
    assert smallest_rules(level, solution_of(level), "published") is None


def test_no_rules_force_one_of_several_solutions_if_rule_12_does_not() -> None:
    level = level_of("R... .B#. .##. .#B. ...R")  # two do not touch themselves
    assert len(brute.solutions(level)) > 1
    assert smallest_rules(level, solution_of(level)) is None


@pytest.mark.parametrize("rows", [("R.B", "...", "B.R"), ("R..", ".#.", "#R.")])
def test_why_there_is_no_solution_is_told_by_few_rules_at_few_cells(rows: tuple[str, ...]) -> None:
    level = level_of(" ".join(rows))
    found = contradiction(level)
    assert found
    assert found.smallest
    formula = FlowFormula(level)
    cnf = formula.cnf(())
    for number, cells in found.parts:
        assert number in set(NEEDED) - {11}
        for cell in cells:
            cnf.add("part", formula.clauses(number, cell))
    assert find_model(cnf.clauses()) is None


def test_a_ring_may_be_why_there_is_no_solution() -> None:
    level = level_of("RR.. ##..")
    found = contradiction(level)
    assert found
    assert found.parts[-1] == (11, ((2, 0), (3, 0), (2, 1), (3, 1)))
    assert contradiction(level, set(NEEDED) - {11}) is None


def test_every_rule_has_words_and_a_formula() -> None:
    assert [rule.number for rule in RULES] == list(range(1, 13))
    assert all(rule.text.endswith(".") and rule.formula and rule.name for rule in RULES)
