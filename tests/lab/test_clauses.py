"""The clauses that the browser shows: where they are, what they say, and what is true of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from flowdesk import load
from flowdesk.core.grid import cells_of
from flowdesk.core.storage import shipped
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.clauses import NOTATIONS, Clauses, Value, in_dimacs, in_words
from flowdesk.lab.explore import explore
from flowdesk.lab.formula import DEFINITIONS
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of
from tests.boards import random_board
from tests.samples import level_of

PUZZLES = shipped("puzzles")
FLOW = load(PUZZLES / "05x05-gap-in-the-rules.txt")[0]
LOOP = load(PUZZLES / "slitherlink" / "05x05-several-loops.json")[0]


def numbers(puzzle: Any, form: str) -> list[int]:
    return [rule.number for rule in book_of(puzzle).forms[form].rules]


def shown(clauses: Clauses) -> Counter[tuple[int, ...]]:
    """All clauses that can be found, by rule and cell."""
    cells = list(cells_of(clauses.puzzle.width, clauses.puzzle.height))
    return Counter(
        tuple(clause)
        for rule in clauses.rules
        for cell in cells
        for clause in clauses.at(rule, cell)
    )


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("puzzle", [FLOW, LOOP])
def test_every_clause_of_a_formula_is_found_at_a_cell_of_its_rule(puzzle: Any, form: str) -> None:
    _, cnf = book_of(puzzle).formula(puzzle, numbers(puzzle, form), form)
    whole = Counter(map(tuple, cnf.clauses()))
    found = shown(Clauses(puzzle, form))
    if form == "fast":  # there a clause is found at each of its cells
        assert whole.keys() <= found.keys()
    else:
        assert found == whole


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("puzzle", [FLOW, LOOP])
def test_the_answer_violates_clauses_of_rules_that_are_off_alone(puzzle: Any, form: str) -> None:
    clauses = Clauses(puzzle, form)
    known = numbers(puzzle, form)
    for end in range(len(known) + 1):
        clauses.found = found = explore(puzzle, known[:end], form)
        for rule in clauses.rules if found.answer else ():
            violated = [
                clause
                for cell in cells_of(puzzle.width, puzzle.height)
                for clause in clauses.at(rule, cell)
                if clauses.judge(rule, clause).is_violated
            ]
            assert not (violated and rule in {*known[:end], DEFINITIONS})
            if form == "corrected" and isinstance(puzzle, Level) and rule not in (DEFINITIONS, 11):
                assert bool(violated) == any(each.rule == rule for each in found.broken)
        for each in found.broken:
            if each.rule == 11 or form != "corrected" or not isinstance(puzzle, Level):
                continue
            place = clauses.place_of(each.rule, each.cells)
            assert place in each.cells
            assert any(
                clauses.judge(each.rule, c).is_violated for c in clauses.at(each.rule, place)
            )


def test_a_literal_is_true_alone_true_or_false() -> None:
    clauses = Clauses(FLOW, "corrected")
    (positive, *_), cell = clauses.at(1, (0, 0)), (0, 0)
    assert clauses.judge(1, positive).values == (Value.UNKNOWN,) * 5
    assert not clauses.judge(1, positive).is_violated
    clauses.found = explore(FLOW, numbers(FLOW, "corrected")[:-1])
    values = clauses.judge(1, positive).values
    assert sorted(value.name for value in values) == ["FALSE"] * 4 + ["ONLY"]
    assert clauses.found.answer
    (label,) = clauses.found.answer.looks[cell]
    only = positive[values.index(Value.ONLY)]
    assert clauses.meaning(only).name == f"colour(1,1,{label})"


def test_of_what_no_rule_needs_nothing_is_known() -> None:
    clauses = Clauses(LOOP, "corrected")
    for on, values in (
        (range(3), {Value.UNKNOWN}),
        (range(5), {Value.ONLY, Value.TRUE, Value.FALSE}),
    ):
        clauses.found = explore(LOOP, [*on])
        judged = [clauses.judge(4, clause) for clause in clauses.at(4, (1, 1))]
        assert {value for each in judged for value in each.values} == values


def test_the_clause_against_a_loop_is_found_at_its_cells_once_it_was_added() -> None:
    clauses = Clauses(FLOW, "corrected")
    rules = numbers(FLOW, "corrected")[:-1]
    assert not any(clauses.has(11, cell) for cell in FLOW.cells)
    clauses.found = found = explore(FLOW, rules)
    assert found.added
    for rule, clause in found.added:
        assert rule == 11
        for cell in clauses.cells_of(clause):
            assert clause in clauses.at(11, cell)
        assert in_words(clause, clauses.meaning).startswith("Not all")


def test_the_arrows_go_from_cell_to_cell_that_has_clauses() -> None:
    clauses = Clauses(FLOW, "corrected")
    ends = sorted(FLOW.endpoints, key=lambda cell: cell[::-1])
    cell, walked = (0, 0), []
    for _ in ends:
        cell = clauses.next(3, cell, 1)
        walked.append(cell)
    assert walked == ends
    assert clauses.next(3, ends[0], -1) == ends[-1]
    assert clauses.next(11, (2, 2), 1) == (2, 2), "there is none"


@pytest.mark.parametrize("puzzle", [FLOW, LOOP])
def test_the_answer_obeys_the_clauses_of_each_of_our_own_rules_alone(puzzle: Any) -> None:
    clauses = Clauses(puzzle, "fast")
    for rule in numbers(puzzle, "fast"):
        clauses.found = explore(puzzle, [rule], "fast")
        for cell in cells_of(puzzle.width, puzzle.height):
            judged = [clauses.judge(rule, clause) for clause in clauses.at(rule, cell)]
            assert not any(each.is_violated for each in judged)


def test_each_notation_names_every_literal() -> None:
    clauses = Clauses(FLOW, "corrected")
    for rule in clauses.rules:
        for clause in clauses.at(rule, clauses.next(rule, (0, 0), 1)):
            for _, _, write in NOTATIONS.values():
                pieces = write(clause, clauses.meaning)
                assert {piece.literal for piece in pieces if piece.literal} == {*clause}
    (sentence, *_) = (in_words(c, clauses.meaning) for c in clauses.at(5, (0, 1)) if len(c) == 6)
    assert sentence == (
        "If row 2, column 1 has an arm up, no arm down, no arm left, an arm right and is Red (R), "
        "then row 1, column 1 has an arm down in Red (R)."
    )
    assert in_dimacs(clauses.at(10, (0, 0))[0]) == f"{clauses.at(10, (0, 0))[0][0]} 0"


def test_a_hole_has_no_clauses_and_the_arrows_pass_it() -> None:
    for form in FORMS:
        clauses = Clauses(level_of("#R.R ...."), form)
        rule = clauses.rules[-1 if form == "fast" else 1]
        assert not any(clauses.has(each, (0, 0)) for each in clauses.rules)
        assert clauses.next(rule, (0, 0), 1) != (0, 0)


def test_a_large_board_builds_only_what_is_looked_at() -> None:
    level = random_board(20, 20, 1)
    clauses = Clauses(level, "corrected")
    cell = next(cell for cell in level.cells if cell not in level.endpoints)
    assert 2 < len(clauses.at(1, cell)) < 200
