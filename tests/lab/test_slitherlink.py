"""The classic clause types of Slitherlink: formulas, answers, the command line and the window."""

from __future__ import annotations

import json
import random
from collections.abc import Collection
from itertools import product
from pathlib import Path

import pytest

from flowdesk import load
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.core.board import board_of
from flowdesk.core.grid import STEPS, cells_of
from flowdesk.core.storage import shipped
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.slitherlink.files import course
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import check, solve
from flowdesk.lab import rule_questions, rule_text
from flowdesk.lab.exploration import Exploration
from flowdesk.lab.explore import contradiction, explore, sizes, smallest_rules
from flowdesk.lab.rule_questions import Why, why_none
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import answer_scene, book_of
from flowdesk.lab.slitherlink.book import SLITHERLINK_RULES
from flowdesk.lab.slitherlink.formula import LoopFormula, ReportFormula
from flowdesk.lab.slitherlink.rules import (
    FAST_RULES,
    LOOPS_LAST,
    REPORT_RULES,
    RULES,
    LoopAnswer,
    answer_of,
    answer_with,
    broken,
)
from flowdesk.sat.backend import find_model
from tests.app.test_explore import asked, choose_form, invoke, marked, panel, perform, switch
from tests.command_line import CommandLine
from tests.driver import Driver
from tests.for_all import for_all
from tests.levels import some
from tests.loops import ONE_WRONG_CLUE, all_loops, loop_round, puzzle_of, some_puzzle

#: Which of several wrong answers is shown depends on the solver.
pytestmark = pytest.mark.usefixtures("picosat")

ALL = tuple(rule.number for rule in RULES)
OWN = tuple(rule.number for rule in FAST_RULES)
FOLDER = shipped("puzzles") / "slitherlink"
SEVERAL: Slitherlink = load(FOLDER / "05x05-several-loops.json")[0]
LARGE = "3" + "." * 20 + ("\n" + "." * 21) * 19
SHAPES = ((1, 1), (2, 1), (1, 3), (2, 2), (3, 2), (3, 3))


def numbers_broken(
    puzzle: Slitherlink, answer: LoopAnswer, rules: Collection[int] = ()
) -> set[int]:
    return {each.rule for each in broken(puzzle, answer, rules=rules)}


def allowed(puzzle: Slitherlink, answer: LoopAnswer, rules: Collection[int], form: str) -> bool:
    """Whether the clauses of some rules hold for an answer."""
    formula = ReportFormula(puzzle) if form == "published" else LoopFormula(puzzle)
    cnf = formula.cnf(rules)
    cnf.add("answer", [[literal] for literal in formula.literals_of(answer)])
    return find_model(cnf.clauses()) is not None


def random_answer(puzzle: Slitherlink, rng: random.Random) -> LoopAnswer:
    """Loops round random cells, or any edges; perhaps with some sides changed."""
    size = puzzle.width, puzzle.height
    edges = {edge for edge in board_of(*size).edges if rng.random() < 0.5}
    if rng.random() < 0.8:
        edges = set(loop_round({cell for cell in cells_of(*size) if rng.random() < 0.6}).edges)
    sides = set(answer_with(puzzle, edges).sides)
    for _ in range(rng.choice((0, 0, 1, 3))):
        sides ^= {(rng.choice(list(cells_of(*size))), rng.choice(list(STEPS)))}
    return LoopAnswer(frozenset(sides))


@for_all("form", ["corrected", "published"])
@for_all("width, height", SHAPES)
def test_each_formula_says_the_same_as_its_sentence(width: int, height: int, form: str) -> None:
    rng = random.Random(width * 10 + height)
    for _ in range(some(160)):
        puzzle = some_puzzle(width, height, rng)
        answer = random_answer(puzzle, rng)
        wrong = numbers_broken(puzzle, answer)
        for number in (0, 1, 5):
            assert allowed(puzzle, answer, [number], form) == (number not in wrong)
        # Together these rules exclude several loops: all of them but the last are taken to be on.
        several = 3 in numbers_broken(puzzle, answer, (2, 4))
        others = 2 in numbers_broken(puzzle, answer, (2,))
        assert allowed(puzzle, answer, (2, 3, 4), "corrected") == (not wrong & {2, 4})
        assert (4 in wrong, 2 in wrong) == (several, others)
        assert allowed(puzzle, answer, (3, 4), form)


def obeys_the_report(puzzle: Slitherlink, answer: LoopAnswer) -> bool:
    """Whether there is a z as type 2 of the report has it: all choices of z are tried."""
    cells = list(cells_of(puzzle.width, puzzle.height))

    def holds(cell: tuple[int, int], z: dict[tuple[int, int], bool]) -> bool:
        near = {d: (cell[0] + dx, cell[1] + dy) for d, (dx, dy) in STEPS.items()}
        off = {d for d in STEPS if (cell, d) not in answer.sides}
        border = [d for d in STEPS if near[d] not in z]
        if border:
            return all((d in off) == z[cell] for d in border)
        return z[cell] == any(d in off and z[near[d]] for d in STEPS)

    choices = product((False, True), repeat=len(cells))
    every = (dict(zip(cells, each, strict=True)) for each in choices)
    return any(all(holds(cell, z) for cell in cells) for z in every)


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_the_types_of_the_report_say_what_it_says(width: int, height: int) -> None:
    rng = random.Random(width * 10 + height)
    for _ in range(some(120)):
        puzzle = some_puzzle(width, height, rng)
        answer = random_answer(puzzle, rng)
        answer = answer_with(puzzle, [e for e in board_of(width, height).edges if answer.has(e)])
        obeys = obeys_the_report(puzzle, answer)
        wrong = {each.rule for each in SLITHERLINK_RULES.broken(puzzle, answer, "published", ())}
        assert allowed(puzzle, answer, (2,), "published") == obeys == (2 not in wrong)
        assert allowed(puzzle, answer, (2, 3, 4), "published") == obeys, "3 and 4 exclude nothing"
        of_game = not broken(puzzle, answer, ALL)
        assert of_game == (not wrong), "what is wrong is told, whatever the report forbids"
        assert not of_game or allowed(puzzle, answer, ALL, "published")


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_the_corrected_rules_have_exactly_the_solutions_of_the_game(
    width: int, height: int
) -> None:
    rng = random.Random(width * 10 + height)
    for _ in range(some(48)):
        puzzle = some_puzzle(width, height, rng)
        formula = LoopFormula(puzzle)
        cnf = formula.cnf(ALL)
        found = set()
        while (model := find_model(cnf.clauses())) is not None:
            answer = formula.answer(model)
            assert not broken(puzzle, answer)
            found.add(answer)
            cnf.add("another", formula.excluding(answer))
        expected = {
            answer_of(puzzle, loop)
            for loop, numbers in all_loops(width, height)
            if all(numbers[cell] == clue for cell, clue in puzzle.clues.items())
        }
        assert found == expected


@pytest.mark.parametrize(("form", "numbers"), [("corrected", ALL), ("fast", OWN)])
def test_an_answer_to_some_rules_breaks_none_of_them(form: str, numbers: tuple[int, ...]) -> None:
    rng = random.Random(form)
    for _ in range(some(400)):
        puzzle = some_puzzle(*rng.choice(SHAPES), rng)
        rules = {number for number in numbers if rng.random() < 0.6}
        found = explore(puzzle, rules, form)
        if found.answer is None:
            continue
        wrong = {each.rule for each in found.broken}
        if form == "corrected":
            assert not rules & wrong
        else:
            assert 0 not in wrong, "its edges have no variables"
            assert not (1 in rules and 1 in wrong)
            assert not (2 in rules and 5 in wrong)
            assert not (3 in rules and wrong & {2, 5}), "one loop does not cross itself"
        other = explore(puzzle, rules, form, found.answer).answer
        assert other != found.answer


def test_our_own_rules_find_another_answer_where_there_is_one() -> None:
    rng = random.Random(1)
    for _ in range(some(240)):
        puzzle = some_puzzle(3, 3, rng)
        fast, classic = explore(puzzle, OWN, "fast"), explore(puzzle, ALL)
        assert fast.status == classic.status
        if fast.answer:
            another = explore(puzzle, OWN, "fast", fast.answer)
            assert another.status == explore(puzzle, ALL, besides=fast.answer).status
            assert not another.broken


@pytest.mark.parametrize("name", ["first-loop", "several-loops"])
def test_every_step_on_the_boards_of_the_explorer_leaves_what_is_still_wrong(name: str) -> None:
    (puzzle,) = load(FOLDER / f"05x05-{name}.json")
    assert check(puzzle).status is CheckStatus.UNIQUE
    assert puzzle.title.casefold() == name.replace("-", " ")
    solution = answer_of(puzzle, solve(puzzle).solution)
    for number in ALL:
        assert explore(puzzle, LOOPS_LAST[:number], besides=solution).broken
    assert explore(puzzle, ALL, besides=solution).answer is None
    assert not explore(puzzle, ALL).broken


def test_as_first_published_several_loops_pass() -> None:
    found = explore(SEVERAL, ALL, "published")
    assert found.answer
    assert [each.rule for each in found.broken] == [4, 4, 4]
    assert {cell for each in found.broken for cell in each.cells} == {
        *((1, 0), (0, 4), (3, 4), (4, 4))
    }
    loop = solve(SEVERAL).solution
    for form in ("corrected", "fast"):
        right = explore(SEVERAL, OWN if form == "fast" else ALL, form)
        assert (right.answer, right.broken) == (answer_of(SEVERAL, loop), ())
    # Whichever answer a solver returns, there is one with several loops.
    other = explore(SEVERAL, ALL, "published", answer_of(SEVERAL, loop))
    assert {each.rule for each in other.broken} == {4}
    assert explore(SEVERAL, ALL, besides=answer_of(SEVERAL, loop)).answer is None


def test_as_first_published_types_3_and_4_hold_where_every_r_is_true() -> None:
    formula = ReportFormula(SEVERAL)
    cnf = formula.cnf((3, 4))
    every = [v for v in range(1, cnf.variables + 1) if cnf.key(v)[0] == "r"]  # type: ignore[index]  # a tuple
    assert every
    assert all(any(literal in every for literal in clause) for clause in cnf.clauses())


def test_the_published_formula_is_as_large_as_reported() -> None:
    """The report counts 247 thousand clauses on 15x15."""
    assert 240_000 < sizes(Slitherlink(15, 15, {(7, 7): 2}), "published").clauses < 250_000


@pytest.mark.slow
def test_most_published_answers_of_the_course_have_several_loops(corpus: Path) -> None:
    entries = course.read((corpus / "slitherlink" / "course62.slk").read_text())
    assert len(entries) == 62
    several = 0
    for entry in entries:
        if entry.level.width > 10:
            continue
        found = explore(entry.level, ALL, "published")
        assert {each.rule for each in found.broken} <= {4}
        several += bool(found.broken)
        assert not explore(entry.level, ALL).broken
    assert several > 31, "PicoSAT: 40 of 58; 44 of 62 with the large ones"


def test_a_smallest_set_of_rules_forces_the_solution() -> None:
    loop = solve(SEVERAL).solution
    rules = smallest_rules(SEVERAL, loop)
    assert rules
    assert {1, 2, 3, 4} <= set(rules)
    assert smallest_rules(SEVERAL, loop, "published") is None
    why = rule_questions.needed(SEVERAL, "published", progress=lambda tried: None)
    assert "every r is true" in why.why_not
    several = puzzle_of("2. ..")
    why = rule_questions.needed(several, "corrected", progress=lambda tried: None)
    assert "several solutions" in why.why_not


def test_why_there_is_no_solution_is_told_by_few_rules_at_few_cells() -> None:
    found = contradiction(puzzle_of("3.. .0. ..3"))
    assert found
    assert found.smallest
    texts = [rule_text.requirement(book_of(SEVERAL), *part) for part in found.parts]
    assert any("as many edges as the clue" in text for text in texts)
    assert contradiction(SEVERAL) is None


def test_one_wrong_clue_of_a_large_contradiction_is_told() -> None:
    posted: list[Why] = []
    parts = why_none(ONE_WRONG_CLUE, ALL, "corrected", progress=posted.append)
    assert parts
    assert parts.parts == (), "too many for a person"
    (why,) = posted
    text = why.finding.message
    assert text.startswith("The 3 in row 4, column 5 contradicts the other clues: a 1")
    state = Exploration("corrected", book=book_of(ONE_WRONG_CLUE)).with_rules(ALL)
    state = state.told(why).told(parts)
    assert rule_text.headline(state)[0] == text
    assert state.marked == {(4, 3)}


def test_no_reason_is_told_for_published_rules_that_let_two_loops_pass() -> None:
    posted: list[object] = []
    assert why_none(puzzle_of("4..4 .... ...."), ALL, "published", progress=posted.append) is None
    assert not posted, "the puzzle has no solution, but these rules have an answer"


def test_every_rule_has_words_and_a_formula() -> None:
    assert [rule.number for rule in RULES] == [0, 1, 2, 3, 4, 5]
    for rule in (*RULES, *REPORT_RULES, *FAST_RULES):
        assert rule.text.endswith(".")
        assert rule.formula
    assert [rule.number for rule in REPORT_RULES if rule not in RULES] == [2, 3, 4]


@pytest.mark.parametrize("form", FORMS)
def test_the_shares_of_the_rules_make_a_whole(form: str) -> None:
    found = sizes(SEVERAL, form)
    numbers = [rule.number for rule in book_of(SEVERAL).forms[form].rules]
    assert sorted(found.of_rule, key=str) == numbers
    assert found.clauses == explore(SEVERAL, numbers, form).clauses


def test_an_edge_that_only_one_cell_has_is_drawn_in_that_cell() -> None:
    puzzle = puzzle_of("1. ..")
    whole = answer_with(puzzle, Loop(frozenset({((0, 0), (1, 0))})).edges)
    half = LoopAnswer(frozenset({((0, 0), "r")}))
    assert broken(puzzle, half)[0].rule == 0
    both, one = (answer_scene(puzzle, each).tiles for each in (whole, half))
    assert both[0, 0] == one[0, 0]
    assert both[1, 0] != one[1, 0]


# The command line


def test_the_command_line_explores_the_rules(flowdesk: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("..1..\n.1..1\n0.3.2\n1..2.\n..1..\n")
    done = flowdesk("rules", "a.txt", "--form", "published", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert (found["status"], found["form"], found["rules"]) == ("solved", "published", list(ALL))
    assert {"cell": [1, 0], "sides": ["t", "b", "l", "r"]} in found["cells"]
    assert found["broken"][0] == {
        "rule": 4,
        "message": "This cell is inside another loop.",
        "cells": [[1, 0]],
    }
    told = flowdesk("rules", "a.txt", "--form", "published").stdout
    assert "As first published, rules 3 and 4 hold where every r is true" in told
    for form in ("corrected", "fast"):
        assert "This is a solution." in flowdesk("rules", "a.txt", "--form", form).stdout
    some = json.loads(flowdesk("rules", "a.txt", "--only", "0,1,5", "--json").stdout)
    assert (some["rules"], some["broken"][0]["rule"]) == ([0, 1, 5], 4)
    without = json.loads(flowdesk("rules", "a.txt", "--without", "5", "--json").stdout)
    assert without["rules"] == [0, 1, 2, 3, 4]
    assert "classic rules of Slitherlink" in flowdesk("rules", "-h").stdout


def test_a_picture_is_written_after_each_rule(flowdesk: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("..1..\n.1..1\n0.3.2\n1..2.\n..1..\n")
    done = flowdesk("rules", "a.txt", "--steps", "steps")
    assert (done.returncode, done.stderr) == (0, "")
    written = sorted(path.name for path in (tmp_path / "steps").glob("*.png"))
    assert written == [f"{number + 1:02}-rule-{number:02}.png" for number in ALL]


@pytest.mark.parametrize(
    ("arguments", "text", "words", "status"),
    [
        (["--form", "fast"], LARGE, "This is a solution", 0),
        ([], "444\n...\n...\n", "rules 0 to 5 contradict each other", 1),
    ],
)
def test_large_puzzles_are_explored_by_our_own_rules_and_contradictions_are_said(
    flowdesk: CommandLine, tmp_path: Path, arguments: list[str], text: str, words: str, status: int
) -> None:
    (tmp_path / "a.txt").write_text(text)
    done = flowdesk("rules", "a.txt", *arguments)
    assert words in done.stdout + done.stderr
    assert done.returncode == status


# The window


@pytest.mark.slow
def test_the_walk_in_the_window(driver: Driver) -> None:
    driver.window.files.open_path(FOLDER / "05x05-several-loops.json")
    driver.key("F7")
    assert asked(driver).on == frozenset()
    for number in ALL:  # by number
        driver.key("F11")
        state = asked(driver)
        assert state.on == set(range(number + 1))
        assert not {each.rule for each in state.broken} & state.on
    assert "Solved." in panel(driver)
    assert not marked(driver)
    driver.key("Shift-F11")
    assert asked(driver).on == {0, 1, 2, 3, 4}
    assert switch(driver, 0).on == {1, 2, 3, 4}
    assert "An edge between two cells has one in each" in panel(driver)
    driver.window.lab.explorer.rules.focus_force()
    driver.key("Down", "space")
    assert asked(driver).on == {2, 3, 4}
    assert invoke(driver, "All").on == set(ALL)


def test_rules_are_read_whole_on_a_small_screen(driver: Driver) -> None:
    driver.window.files.open_path(FOLDER / "05x05-several-loops.json")
    driver.key("F7")
    root, explorer = driver.window.root, driver.window.lab.explorer
    about = next(box for box in explorer.winfo_children() if isinstance(box, LinkedText))
    root.geometry("800x573+0+0")
    driver.wait_until(lambda: root.winfo_height() == 573, "it has that size")
    for form in ("Corrected", "Published", "FlowDesk's"):
        for rule in choose_form(driver, form).rules:
            explorer.look_at(rule.number)
            root.update()
            assert about.yview() == (0, 1), rule


def test_another_kind_of_puzzle_is_explored_with_its_own_rules(driver: Driver) -> None:
    perform(driver, "Open an example board")
    assert "One colour a cell" in {row.rule.name for row in asked(driver).rows}
    driver.window.shown.document.open(FOLDER / "05x05-first-loop.json")
    assert [row.rule for row in asked(driver).rows] == list(RULES)
    assert driver.window.tab.exploring.is_on
    perform(driver, "Open an example board")
    assert driver.level.title == "First Loop"


@pytest.mark.parametrize(
    ("form", "on", "words"),
    [
        ("corrected", (0, 1, 5), "Still wrong: rules 2 to 4 would forbid this."),
        ("corrected", (0, 1, 5, 3, 2), "Still wrong: rule 4 would forbid this."),
        ("corrected", (0, 1, 5, 3, 4), "Still wrong: rule 2 would forbid this."),
        ("corrected", (0, 1, 5, 2), "Still wrong: rules 3 and 4 would forbid this."),
        ("published", (0, 1, 5), "Still wrong: rule 4 is meant to forbid this. As first"),
        ("published", ALL, "Still wrong, although rule 4 is on. As first published"),
        ("fast", (1, 2), "Still wrong: the classic rule 4 is broken. FlowDesk's rule 3 is off."),
    ],
)
def test_what_would_forbid_several_loops_is_told(
    form: str, on: tuple[int, ...], words: str
) -> None:
    loop = answer_of(SEVERAL, solve(SEVERAL).solution)
    found = explore(SEVERAL, on, form, None if form == "fast" else loop)
    state = Exploration(form, book=book_of(SEVERAL)).with_rules(on).told(found)
    assert rule_text.headline(state)[0].startswith(words)


def test_the_answer_to_all_rules_is_the_solution() -> None:
    state = Exploration(book=book_of(SEVERAL)).with_rules(ALL)
    assert rule_text.headline(state.told(explore(SEVERAL, ALL)))[0] == "Solved."
