"""Formulas of one's own: their answers against the solutions of a puzzle."""

from __future__ import annotations

import re
from typing import Any

import pytest

from flowdesk import load
from flowdesk.core.finding import FormatError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.kinds.flow.solving.solve import check
from flowdesk.lab.own import (
    Exactness,
    Judged,
    Submission,
    csv_file,
    explored,
    judge,
    read_own,
    verdict,
)
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.written import of_rules
from flowdesk.sat.backend import refine
from tests.command_line import GOOD, SEVERAL, TOUCHING, UNSOLVABLE
from tests.for_all import for_all
from tests.lab.students import Student, by_colors, by_edges
from tests.samples import level_of

LEVEL = level_of(GOOD)
LOOPS = load(shipped("puzzles") / "slitherlink" / "05x05-several-loops.json")[0]


def judged(own: Student, puzzle: Puzzle) -> Judged:
    """What is found of an encoding."""
    return judge(puzzle, read_own(own.text(), puzzle))


def breaks(puzzle: Puzzle, answer: Any) -> set[int]:
    """The rules that an answer breaks."""
    return {each.rule for each in explored(puzzle, answer).broken}


def test_a_right_encoding_is_exact_whatever_its_helpers_are() -> None:
    found = judged(by_colors(LEVEL), LEVEL)
    assert (found.status, found.allows, found.forbids) == (Exactness.EXACT, None, None)
    assert verdict(found) == "the solution of the puzzle, and no other answer"


def test_an_encoding_without_a_rule_allows_an_answer_that_breaks_rules() -> None:
    found = judged(by_colors(LEVEL, ["two neighbours"]), LEVEL)
    assert (found.status, found.forbids, found.odd) == (Exactness.INEXACT, None, "")
    assert breaks(LEVEL, found.allows) - {12}
    assert judged(by_colors(LEVEL, ["one colour"]), LEVEL).allows is not None
    assert verdict(found) == "it allows a wrong answer"


def test_a_variable_that_says_something_else_than_the_board_is_named() -> None:
    own = by_colors(LEVEL)
    free = own.variable("bit(1,2,0)")
    found = judged(own, LEVEL)
    assert book_of(LEVEL).solves(LEVEL, found.allows)
    assert re.fullmatch(rf"Variable {free}, bit\(1,2,0\), is \w+ there, against .*", found.odd)


def test_an_encoding_that_forbids_touching_forbids_a_solution_that_touches() -> None:
    level = level_of(TOUCHING)
    found = judged(by_colors(level), level)
    assert (found.status, found.allows, found.has_answer) == (Exactness.INEXACT, None, False)
    assert book_of(level).solves(level, found.forbids)
    assert verdict(found) == "it forbids the solution and it contradicts itself"


def test_an_encoding_can_allow_what_is_wrong_and_forbid_what_is_right() -> None:
    own = by_colors(LEVEL, ["two neighbours"])
    true = book_of(LEVEL).names(LEVEL).facts(judged(own, LEVEL).allows)
    read = read_own(own.text(), LEVEL)
    own.clauses += [[v] for v, key in read.keys.items() if key in true]
    found = judged(own, LEVEL)
    assert found.allows is not None
    assert book_of(LEVEL).solves(LEVEL, found.forbids)


def test_of_several_solutions_none_may_be_missing() -> None:
    level = level_of(SEVERAL)
    exact = of_rules(level, book_of(level).needed(level, "corrected"), "corrected")
    own = Student(
        {v: exact.describe(v).split(": ")[0] for v in range(1, exact.variables + 1)},
        [list(clause) for _, clause in exact.clauses],
        exact.variables,
    )
    found = judged(own, level)
    assert (found.status, found.solutions) == (Exactness.EXACT, 2)
    assert verdict(found) == "the 2 solutions of the puzzle, and no other answer"
    book = book_of(level)
    first, second = (book.answer_of(level, one) for one in check(level).solutions)
    facts = book.names(level).facts
    keys = read_own(own.text(), level).keys
    own.clauses.append([next(v for v in keys if keys[v] in facts(first) - facts(second))])
    found = judged(own, level)
    assert (found.status, found.allows, found.has_answer) == (Exactness.INEXACT, None, True)
    assert verdict(found) == "it forbids a solution"


def test_without_a_solution_a_contradiction_is_exact() -> None:
    level = level_of(UNSOLVABLE)
    found = judged(by_colors(level), level)
    assert (found.status, found.has_answer) == (Exactness.EXACT, False)
    assert verdict(found) == "the puzzle has no solution, and the formula no answer"


def test_several_loops_are_a_wrong_answer() -> None:
    found = judged(by_edges(LOOPS), LOOPS)
    assert (found.status, found.forbids) == (Exactness.INEXACT, None)
    assert breaks(LOOPS, found.allows) & {2, 3, 4}
    assert 1 in breaks(LOOPS, judged(by_edges(LOOPS, ["clues"]), LOOPS).allows)


def test_the_names_and_words_of_every_formula_of_flowdesk_are_known() -> None:
    for puzzle in (LEVEL, LOOPS):
        names = book_of(puzzle).names(puzzle)
        for form in FORMS:
            rules = book_of(puzzle).needed(puzzle, form)
            formula = of_rules(puzzle, rules, form)
            told = {formula.describe(v).split(": ")[0] for v in range(1, formula.variables + 1)}
            helpers = {"pair", "differs", "first", "t", "r"}
            for name in told - names.keys.keys():
                assert name.split("(")[0] in helpers, name


def test_facts_and_answer_agree() -> None:
    for puzzle in (LEVEL, LOOPS):
        book = book_of(puzzle)
        names = book.names(puzzle)
        formula, cnf = book.formula(puzzle, book.needed(puzzle, "fast"), "fast")
        model = refine(cnf, formula.cut)
        assert model is not None
        answer = formula.answer(model)
        facts, every = names.facts(answer), set(names.keys.values())
        for words in {frozenset({key[0]}) for key in every} - {frozenset({"bit"})}:
            named = {key for key in every if key[0] in words}
            if words != {"link"}:
                assert names.answer(facts & named, named) == answer, words


HEAD = "c var 1 = colour(1,2,R)\n"


@for_all(
    "text, line, problem",
    [
        ("p cnf 1 0\n", 0, "no variable has a meaning. A comment says"),
        (HEAD, 0, "there is no formula here"),
        (HEAD + "1 0\n", 2, "clauses begin without a header"),
        (HEAD + "p cnf 1\n", 2, "'p cnf 1' is no header"),
        (HEAD + "p cnf 1 1\np cnf 1 1\n", 3, "this is a second header"),
        (HEAD + "p cnf 1 1\n1 x 0\n", 3, "'x' is no literal"),
        (HEAD + "p cnf 1 1\n1 2 0\n", 3, "there is no variable 2: the header names 1"),
        (HEAD + "p cnf 1 1\n1\n", 0, "the last clause does not end with 0"),
        (HEAD + "p cnf 1 2\n1 0\n", 0, "the header names 2 clauses, and there are 1"),
        ("c var 5 = arm(1,2,b)\np cnf 1 0\n", 1, "there is no variable 5: the header names 1"),
        (HEAD + "c var 1 = arm(1,2,b)\np cnf 1 0\n", 2, "variable 1 has been named on line 1"),
        (HEAD + "c var 2 = colour(1, 2, R)\np cnf 2 0\n", 2, "has been named on line 1 already"),
        ("c var x = arm(1,2,b)\np cnf 1 0\n", 1, "'x' is no variable"),
        ("c var 1 = arm(9,1,b)\np cnf 1 0\n", 1, "row 9, column 1 is not on the board"),
        ("c variable 1: arm(9,1,b): no\np cnf 1 0\n", 1, "row 9, column 1 is not on the board"),
        ("c var 1 = edge(1,1,1,9)\np cnf 1 0\n", 1, "row 1, column 9 is not on the board"),
        ("c var 1 = colour(1,1,Q)\np cnf 1 0\n", 1, "'colour(1,1,Q)' says nothing of this puzzle"),
        ("c var 1 = x(1,1)\np cnf 1 0\n", 1, "'x(1,1)' says nothing of this puzzle. Names are P("),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(FormatError, match=re.escape(problem)) as raised:
        read_own(text, LEVEL)
    assert raised.value.line == line


@pytest.mark.parametrize("puzzle", [LEVEL, LOOPS])
def test_a_formula_of_flowdesk_for_a_larger_board_is_known_for_one(puzzle: Puzzle) -> None:
    flow = puzzle is LEVEL
    told = "a path steps from (1,5) to (1,9) or back" if flow else "(1,9) is inside the loop"
    problem = f"{told}: row 1, column 9 is not on the board. Rows and columns count from 1. Is it"
    with pytest.raises(FormatError, match=re.escape(problem)):
        read_own(f"c variable 1: {told}\np cnf 1 0\n", puzzle)


def test_every_cell_must_be_told() -> None:
    text = HEAD + "p cnf 1 0\n"
    assert read_own(text, LEVEL, needs_formula=False).variables == 1
    with pytest.raises(FormatError, match="no variable says anything of row 1, column 4 and 13"):
        read_own(text, LEVEL)


def test_no_name_in_the_table_is_a_formula_of_a_spreadsheet() -> None:
    table = csv_file([Submission("=SUM(A1).cnf", problem="it is empty."), Submission("own.cnf")])
    assert b"\n'=SUM(A1).cnf,not read,It is empty.,,\nown.cnf," in table
