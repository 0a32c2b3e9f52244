"""The rules as they were first written down: answers that only they allow, or forbid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, product

import pytest

from flowdesk.core.grid import Cell
from flowdesk.lab.exploration import Exploration
from flowdesk.lab.flow.answer import FlowAnswer
from flowdesk.lab.flow.book import FLOW_RULES
from flowdesk.lab.flow.formula import FlowFormula
from flowdesk.lab.flow.notebook import NotebookFormula
from flowdesk.sat.backend import find_model
from flowdesk.sat.cnf import Clause
from tests.lab.test_classic import arms
from tests.samples import level_of


def number_of_answers(formula: FlowFormula, rules: tuple[int, ...]) -> int:
    """Count the models of some rules, cell by cell, however many there are."""
    place = {cell: number for number, cell in enumerate(formula.free)}
    due: list[list[Clause]] = [[] for _ in formula.free]
    for cell in formula.level.cells:
        for clause in chain.from_iterable(formula.clauses(rule, cell) for rule in rules):
            due[max(place[formula.meaning(abs(x)).cells[0]] for x in clause)].append(clause)
    later = [{abs(x) for c in chain(*due[number:]) for x in c} for number in range(len(due) + 1)]
    looks = [list(looks_of(formula, cell)) for cell in formula.free]

    @cache
    def answers(true: frozenset[int], number: int) -> int:
        if number == len(due):
            return 1
        return sum(
            answers((true | look) & later[number + 1], number + 1)
            for look in looks[number]
            if all(any((abs(x) in true | look) == (x > 0) for x in c) for c in due[number])
        )

    return answers(frozenset(), 0)


def looks_of(formula: FlowFormula, cell: Cell) -> Iterator[frozenset[int]]:
    """What the definitions make true with each choice of the arms of a cell."""
    arms = [v for (at, _, _), v in formula.arms.items() if at == cell]
    for on in product((1, -1), repeat=len(arms)):
        given = [[sign * arm] for sign, arm in zip(on, arms, strict=True)]
        model = find_model([*formula.definitions(cell), *given])
        assert model is not None
        yield model


def test_rules_1_2_and_4_allow_176985_answers_on_a_board_of_nine_cells() -> None:
    level = level_of("R.. ... R..")
    assert number_of_answers(NotebookFormula(level), (1, 2, 4)) == 176_985
    assert number_of_answers(FlowFormula(level), (1, 2, 4)) < 176_985
    assert sum(map(obeys_rule_4, product(combinations("tblr", 2), repeat=7))) == 176_985


def obeys_rule_4(looks: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the arms of the seven free cells of that board do, row by row."""
    (a, b), (c, d, e), (f, g) = looks[:2], looks[2:5], looks[5:]
    lr = ("l", "r")
    return (
        # At the border the rule is silent; the neighbours of the middle column are asked.
        (a != lr or ("l" in b and "t" not in d))
        and (d != lr or ("r" in c and "l" in e and "b" not in a and "t" not in f))
        and (f != lr or ("l" in g and "b" not in d))
    )


BOTH = ("corrected", "published")


@pytest.mark.parametrize(
    ("rows", "its_arms", "number", "asks"),
    [
        # Rule 2 asks for a pair of one colour, whatever other arms there are; ours for two arms.
        ("R.R B#B", "10Rlr 10Bb", 2, "corrected"),
        # Between two endpoints and at the border rules 4 to 9 ask nothing.
        ("R.R ... B.B", "10Rlr 11Bt", 4, "corrected"),
        ("R.. B..", "20Rlr", 4, "corrected"),
        # Beside an endpoint the far neighbour is of its colour, whatever the cell's own is.
        ("R.. B..", "10Blr 20Rl", 4, "corrected"),
        # The notebook has no condition that there is no other arm.
        ("R.. ..R", "10Rlrb", 4, "published"),
    ],
)
def test_one_of_the_notebook_and_the_corrected_rules_asks_less(
    rows: str, its_arms: str, number: int, asks: str
) -> None:
    level, answer = level_of(rows), FlowAnswer(arms(its_arms))
    broken = {form: FLOW_RULES.broken(level, answer, form, ()) for form in BOTH}
    assert [form for form in BOTH if number in {each.rule for each in broken[form]}] == [asks]


def test_the_notebook_ends_with_rule_10_and_has_an_order_of_its_own() -> None:
    state = Exploration("published")
    assert [rule.number for rule in state.rules] == list(range(1, 11))
    assert state.needed_rules == set(range(1, 11))
    assert [each.numbers for each in state.named_orders[1:]] == [(1, 2, 3, 10, 4, 6, 5, 7, 8, 9)]
