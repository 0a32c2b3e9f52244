"""The lab and boards that are not plain: what it can, it does right; the rest is refused."""

from __future__ import annotations

import random

import pytest

from flowdesk.kinds.answers import SolveStatus
from flowdesk.kinds.flow.level import Level, mistakes
from flowdesk.kinds.table import kind_of
from flowdesk.lab import written
from flowdesk.lab.engines import run
from flowdesk.lab.race import engines_for, refusal
from flowdesk.lab.rule_text import problem
from flowdesk.lab.rulebooks import without_rules
from flowdesk.sat.backend import find_model
from tests.brute import random_level, solutions, words_of
from tests.samples import SMALL


def boards(count: int) -> list[Level]:
    rng = random.Random(8)
    found: list[Level] = []
    while len(found) < count:
        level = random_level(rng)
        if not level.board.is_plain:
            found.append(level)
    return found


def test_models_of_the_formula_are_solutions() -> None:
    for level in boards(60):
        formula = kind_of(level).solving.formula(level)
        model = find_model(list(formula.cnf.clauses()))
        assert (model is None) == (not solutions(level)), words_of(level)
        if model is not None:
            said = written.of_kind(level, formula).answer(model)
            assert not mistakes(level, said), words_of(level)


@pytest.mark.parametrize("engine", ["cdcl", "dpll"])
def test_the_sat_engines_solve_every_board(engine: str) -> None:
    for level in boards(40):
        result = run(level, engine)
        assert (result.status is SolveStatus.SOLVED) == bool(solutions(level)), words_of(level)


def test_rules_and_backtracking_are_for_plain_boards_and_say_so() -> None:
    level = boards(1)[0]
    text = "The rules that can be explored are for boards of squares without bridges and warps."
    assert without_rules(level) == text
    assert problem(level, "fast") == (text, ())
    assert refusal(level, ["sat", "cells"]) == (
        "The engine cells is for boards of squares without bridges and warps: use sat, cdcl and "
        "dpll."
    )
    assert engines_for([level]) == ("sat", "cdcl", "dpll")
    assert engines_for([SMALL]) == ("sat", "distance", "cells", "cdcl", "dpll")
    assert not refusal(level, ["sat", "cdcl"])
    assert not without_rules(SMALL)
