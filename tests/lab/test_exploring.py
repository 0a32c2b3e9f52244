"""Exploring the rules without a window: calls, results and their texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest

from flowdesk import load
from flowdesk.core.storage import shipped
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.kinds.known import Mood
from flowdesk.lab import changes, rule_questions, rule_text
from flowdesk.lab.exploration import Exploration
from flowdesk.lab.explore import AnswerCount, Explored, contradiction, explore, sizes
from flowdesk.lab.flow.answer import answer_of
from flowdesk.lab.flow.notebook import NOTEBOOK
from flowdesk.lab.flow.rules import BORDER_FIRST, NEEDED, NUMBERS
from flowdesk.lab.rule_questions import Another, Needed, Why
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.slitherlink.rules import LOOPS_LAST
from tests.boards import random_board
from tests.for_all import for_all
from tests.samples import SMALL, TOUCHING, level_of

STEPS = load(shipped("puzzles") / "05x05-first-steps.txt")[0]
STEPS_RULES = tuple(NEEDED)
GAPS = load(shipped("puzzles") / "05x05-gap-in-the-rules.txt")[0]
CROSSING = level_of("R..B .... B..R")
#: Solved only by joining two endpoints directly.
JOINED = level_of("RRB B..")
#: All its solutions touch themselves, so no set of rules has one alone; of the other's five, one
#: does not.
SEVERAL = level_of("A..A B..B ....")
ONE_NON_TOUCHING = level_of("...R .B.. ..R. B...")


ASKED: dict[object, Exploration] = {}


def asked(level: Level, on: Iterable[int], form: str = "corrected") -> Exploration:
    """What is known after some rules were asked: each question is asked once."""
    question = level.puzzle_key, tuple(on), form
    if question not in ASKED:
        ASKED[question] = answered(level, Exploration(form).with_rules(question[1]))
    return ASKED[question]


def answered(level: Level, state: Exploration) -> Exploration:
    """With everything that a worker posts."""
    posted: list[Any] = []
    rule_questions.answer(
        level, tuple(state.on), state.form, lacks=state.lacks, progress=posted.append
    )
    assert isinstance(posted[0], Explored), "the answer comes first"
    for each in posted:
        state = state.told(each)
    return state


def counted(level: Level, state: Exploration) -> Exploration:
    """With the number of answers."""
    assert state.found
    return state.told(rule_questions.how_many(level, state.found))


def said(state: Exploration) -> str:
    return rule_text.headline(state)[0]


def test_the_walk_goes_through_all_rules_and_ends_with_the_solution() -> None:
    state, walked = answered(STEPS, Exploration()), []
    assert "No rule is on" in said(state)
    while rule := state.next_rule:
        walked.append(rule.number)
        on = state.on | {rule.number}
        state = answered(STEPS, state.with_rules(on))
        assert not {each.rule for each in state.broken} & state.on
        if rule.number < 10:
            assert said(state).startswith("Still wrong")
    assert tuple(walked) == NUMBERS
    assert rule_text.headline(state) == ("Solved.", Mood.GOOD)
    assert state.found
    solution = solve(STEPS).solution
    assert solution
    assert state.found.answer == answer_of(STEPS, solution)
    assert state.last_rule
    assert state.last_rule.number == 12


def test_the_walk_follows_another_order() -> None:
    (border_first,) = Exploration().book.forms["corrected"].orders
    assert border_first.numbers[:5] == (1, 2, 3, 10, 4)
    state = Exploration().with_rules((2,)).in_order(border_first.numbers)
    assert state.on == {2}, "another order changes no switch"
    walked = []
    while rule := state.next_rule:
        walked.append(rule.number)
        state = state.with_rules(state.on | {rule.number})
    assert (2, *walked) == (2, 1, *BORDER_FIRST[2:])
    assert [row.rule.number for row in state.rows if not row.is_locked] == list(BORDER_FIRST)
    dragged = state.moved(12, 0)
    assert dragged.order == (12, *BORDER_FIRST[:-1])
    assert dragged.moved(12, 3).order == (*BORDER_FIRST[:3], 12, *BORDER_FIRST[3:-1])
    assert dragged.last_rule
    assert dragged.last_rule.number == 11


def test_the_classic_forms_share_an_order_and_other_rules_have_their_own() -> None:
    state = Exploration().in_order(BORDER_FIRST)
    assert state.with_form("published").order == BORDER_FIRST[:10]
    own = state.with_form("fast")
    assert own.order == (1, 2, 3, 4, 5)
    assert own.moved(5, 0).with_form("corrected").order == BORDER_FIRST
    assert state.of_another_level(STEPS, SMALL, keep=True).order == BORDER_FIRST


def test_what_is_broken_is_listed_in_the_order_of_the_walk() -> None:
    state = asked(STEPS, (1,)).moved(10, 0)
    headings = [line.switch for line in rule_text.remarks(state) if not line.cells]
    assert headings[0] == 10
    assert set(headings) == {each.rule for each in state.broken}


@pytest.mark.parametrize(
    ("level", "on", "form"),
    [
        (STEPS, set(NEEDED) - {11}, "corrected"),
        (STEPS, set(NOTEBOOK) - {9}, "published"),
        (STEPS, {1, 2, 3}, "fast"),
    ],
)
def test_what_forces_a_solution_implies_the_rules_that_are_off(
    level: Level, on: set[int], form: str
) -> None:
    state = asked(level, on, form)
    off = min(state.needed_rules - on)
    assert said(state) == f"Solved. Rule {off} is off, but implied by the rules that are on."
    unknown = f"Solved. Rule {off} is off; checking whether the other rules force this solution ..."
    assert said(replace(state, another=None)) == unknown


def solved_without(level: Level, off: int, another_to: Iterable[int]) -> Exploration:
    """The solution as the answer to all rules but one, and another answer to these rules."""
    on = set(NEEDED) - {off}
    solution = explore(level, rules=NEEDED, form="corrected")
    state = Exploration().with_rules(on).told(replace(solution, rules=tuple(sorted(on))))
    other = explore(level, rules=set(another_to), form="corrected", besides=solution.answer)
    return state.told(Another(other))


def test_a_solution_that_is_not_forced_can_be_exchanged_for_the_other_answer() -> None:
    without_borders = set(NEEDED) - {10}
    state = solved_without(level_of("R..R"), 10, without_borders)
    assert (
        said(state) == "Solved, but not forced: rule 10 is off, and a wrong answer is possible too."
    )
    other = state.swapped()
    assert other.is_answered
    assert other.changed
    assert said(other) == "Still wrong: rule 10 would forbid this."
    assert other.swapped() == replace(state, changed=other.changed)
    assert other.with_rules(NEEDED).another is None
    several = solved_without(ONE_NON_TOUCHING, 11, NEEDED)
    assert said(several).startswith(
        "Solved, but not forced: rule 11 is off, and there is another solution."
    )


def test_another_answer_is_only_asked_for_where_rules_are_off_and_the_first_is_right() -> None:
    assert asked(STEPS, NEEDED).another is None
    assert asked(STEPS, range(1, 10)).another is None
    assert "another" not in Exploration().with_rules(NUMBERS).lacks


def test_as_first_published_the_rules_cannot_join_endpoints_and_allow_a_loop() -> None:
    state = asked(GAPS, NOTEBOOK, "published")
    assert said(state) == "Still wrong. No rule against loops was published at first."
    (loop,) = (each.cells for each in state.broken if each.rule == 11)
    assert rule_text.remark_at(state, loop[0])[0].startswith("Rule 11: These 4 cells form a loop")
    assert rule_text.breach_at(state, loop[0]) == (0, ()), "it has no clauses to lead to"
    assert said(asked(JOINED, NOTEBOOK, "published")) == (
        "These rules contradict each other. "
        "The corrected rules do not: they can join two endpoints side by side."
    )
    corrected = answered(GAPS, state.with_form("corrected"))
    assert said(corrected).startswith("Solved. A path touches itself")
    assert corrected.changed, "the answers differ, and it can be seen where"


@for_all(
    "level, on, form, words",
    [
        (TOUCHING, NEEDED, "corrected", "Solved."),
        (TOUCHING, NUMBERS, "corrected", "Without rule 12 they do not"),
        (TOUCHING, (1, 2, 3, 4, 5), "fast", "Without rule 5 they do not"),
        (JOINED, NEEDED, "corrected", "Solved."),
        (CROSSING, NEEDED, "corrected", "contradict each other. The puzzle has no solution."),
        (CROSSING, (1, 2, 3, 4), "fast", "contradict each other. The puzzle has no solution."),
        (STEPS, (2,), "fast", "FlowDesk's rules 1, 3 and 4 are off."),
        (STEPS, (1, 2, 3, 4), "fast", "Solved."),
        (STEPS, range(1, 10), "corrected", "Still wrong: rule 10 would forbid this."),
    ],
)
def test_every_answer_has_its_sentence(
    level: Level, on: Iterable[int], form: str, words: str
) -> None:
    assert words in said(asked(level, on, form))


def test_a_path_that_touches_itself_is_said_but_is_no_mistake() -> None:
    state = asked(TOUCHING, NEEDED)
    text, mood = rule_text.headline(state)
    assert "touches itself: the game allows that, rule 12 does not." in text
    assert mood is Mood.GOOD
    assert "(optional)" in rule_text.remarks(state)[0].text


def test_the_same_sentence_about_many_cells_is_one_line_under_its_rule() -> None:
    state = asked(STEPS, ())
    first, second, *_ = rule_text.remarks(state)
    assert (first.text, first.switch) == ("Rule 1: One colour a cell", 1)
    assert second.text.endswith("×15")
    assert set(second.cells) == set(STEPS.cells) - set(STEPS.endpoints)
    assert {row.rule.number: row.broken for row in state.rows}[1] == 15


def test_only_rules_that_are_off_can_be_switched_on() -> None:
    state = asked(STEPS, range(1, 5))
    headings = [line for line in rule_text.remarks(state) if not line.cells]
    assert headings
    assert all(line.switch not in {0, *state.on} for line in headings)
    by_own_rules = asked(STEPS, (2,), "fast")
    assert not any(line.switch for line in rule_text.remarks(by_own_rules))


def test_what_is_wrong_at_a_cell_is_a_sentence_with_its_rule() -> None:
    state = asked(STEPS, range(1, 10))
    corner = next(each.cells[0] for each in state.broken if each.rule == 10)
    text, cells = rule_text.remark_at(state, corner)
    assert "Rule 10: The arm that points" in text
    assert corner in cells
    solved = asked(STEPS, NEEDED)
    assert rule_text.remark_at(solved, corner) == ("", ())


def test_the_cells_that_differ_from_the_answer_before_are_known() -> None:
    before = asked(STEPS, (1,))
    after = answered(STEPS, before.with_rules((1, 2)))
    assert before.found
    assert after.found
    assert before.found.answer
    assert after.found.answer
    old, new = before.found.answer.looks, after.found.answer.looks
    assert after.changed == {c for c in {*old, *new} if old.get(c) != new.get(c)} != set()
    assert answered(STEPS, after).changed == frozenset()


def told_on_the_way(level: Any, *steps: Iterable[int]) -> list[str]:
    """What is said to have changed at each step after the first."""
    explored = cache(partial(explore, level))
    how_many = cache(lambda on: rule_questions.how_many(level, explored(on)))
    state = Exploration(book=book_of(level))
    said = []
    for on in map(tuple, steps):
        state = state.with_rules(on).told(explored(on))
        if state.lacks_count:
            state = state.told(how_many(on))
        said.append(changes.change(state))
    return said


def test_steps_and_ways_back_tell_what_a_rule_changes_and_how_many_answers_are_left() -> None:
    ends = (1, 2, 9, 10, 11, 12, 11, 10, 9, 11)
    before = asked(GAPS, range(1, 10))
    one, two, nine, *said = told_on_the_way(GAPS, *(range(1, end + 1) for end in ends))
    assert one == "2.6\u00a0×\u00a010^28 answers are left."
    assert two.startswith("Rule 2 gave 15 cells exactly two arms")
    assert two.endswith(" of 2.6\u00a0×\u00a010^28 answers are left.")
    assert nine == "198,177 answers are left.", "several rules at once"
    arms = sum(each.rule == 10 for each in before.broken)
    assert said[0].startswith(f"Rule 10 removed {arms} arms that left the board or crossed a wall")
    assert said[0].endswith(". 11 of 198,177 answers are left.")
    assert said[1].endswith("One of 11 answers is left.")
    assert said[2] == "The only answer does not obey rule 12."
    back = said[3:]
    assert back[0].endswith("There is one answer instead of none.")
    assert back[1].startswith("Without rule 11 the answer ")
    assert back[1].endswith("There are 11 answers instead of 1.")
    assert back[2].startswith("Without rule 10 the answer breaks it")
    assert back[2].endswith("There are 198,177 answers instead of 11.")
    assert back[3] == "One answer is left."


def test_a_rule_that_the_others_imply_excludes_no_answer() -> None:
    said = told_on_the_way(STEPS, range(1, 11), NEEDED)
    assert said[1] == "The answer already obeyed rule 11, so it stays. It was the only one."


def test_rules_that_work_only_together_mend_nothing_alone() -> None:
    loops = load(shipped("puzzles") / "slitherlink" / "05x05-several-loops.json")[0]
    walk = (LOOPS_LAST[:end] for end in range(2, 7))
    said = told_on_the_way(loops, *walk)
    assert said[1].endswith("30 of 3,710,851,743,744 answers are left.")
    assert said[2:] == [
        "All 30 answers are left: rule 2 excludes none of them.",
        "14 of 30 answers are left.",
        "One of 14 answers is left.",
    ]


def test_of_an_answer_to_other_rules_and_on_large_boards_no_number_is_told() -> None:
    state = asked(STEPS, NEEDED)
    assert changes.change(state.with_rules((1,))) == ""
    board = random_board(20, 20, 1)
    large = counted(board, asked(board, (), "fast"))
    assert (
        changes.change(large)
        == "How many answers are left is not known: counting them takes too long."
    )
    assert rule_text.table(large)[-1][:2] == ("answers", "–")
    some = AnswerCount(STEPS_RULES, "corrected", 212, is_exact=False)
    state = state.told(some)
    assert changes.change(state).startswith("At least 212 answers are left")
    assert rule_text.table(state)[-1][1] == "≥ 212"


def test_while_answers_are_counted_it_is_told_how_far_that_is() -> None:
    state = asked(STEPS, NEEDED)
    going_on = AnswerCount(STEPS_RULES, "corrected", 1001, is_exact=False, share=0.37)
    state = state.told(going_on)
    assert (
        changes.change(state) == "More than 1,000 answers are left; counting them, 37\u00a0% done."
    )
    assert state.lacks_count, "it would be asked again"
    ended = state.not_counting()
    assert changes.change(ended) == "More than 1,000 answers are left."
    assert not ended.lacks_count
    assert rule_text.table(ended)[-1][1] == "> 1,000"


def test_an_answer_to_other_rules_or_about_another_level_is_none() -> None:
    state = asked(STEPS, (1, 2))
    assert state.is_answered
    assert not state.with_rules((1,)).is_answered
    assert not state.with_form("published").is_answered
    other = state.of_another_level(STEPS, STEPS, keep=True)
    assert not other.is_answered
    assert other.found, "but it may be seen until the new one comes"
    assert other.lacks == {"sizes", "fast", "corrected", "another"}
    assert state.of_another_level(STEPS, STEPS, keep=False).found is None
    assert state.of_another_level(STEPS, SMALL, keep=True).found == state.found
    assert state.of_another_level(STEPS, CROSSING, keep=True).found is None


def test_the_other_formula_has_all_its_rules_on_or_none() -> None:
    assert Exploration().with_form("fast").on == frozenset()
    state = Exploration().with_rules((1, 2)).with_form("fast")
    assert state.on == {1, 2, 3, 4}
    assert state.with_form("published").on == set(NOTEBOOK)
    assert state.with_form("published").with_form("corrected").on == set(NEEDED)
    assert Exploration().with_rules((5, 12)).with_form("published").on == {5}
    assert Exploration().with_rules((5,)).with_form("published").on == {5}


def test_both_formulas_are_compared_side_by_side() -> None:
    head, *rows = rule_text.table(counted(STEPS, asked(STEPS, (1, 2))))
    assert head == ("", "rules on", "classic", "FlowDesk's")
    figures = {name: rest for name, *rest in rows}
    assert list(figures) == ["rules", "variables", "clauses", "time", "rounds", "answers"]
    assert {*figures, *head[1:]} == set(rule_text.MEANINGS), "each is explained"
    assert figures["rules"] == ["1–2", "1–11", "1–4"]
    now, classic, own = (int(figure.replace(",", "")) for figure in figures["clauses"])
    assert now < classic > own
    assert "–" not in figures["time"]
    assert figures["answers"] == ["1.4\u00a0×\u00a010^22", "–", "–"], (
        "those of rules that were not on"
    )


@pytest.mark.parametrize(
    ("level", "classic", "own"),
    [
        (STEPS, NEEDED, (1, 2, 3, 4)),
        (TOUCHING, NEEDED, (1, 2, 3, 4)),
        (replace(STEPS, touching=False), NUMBERS, (1, 2, 3, 4, 5)),
    ],
)
def test_the_rule_against_touching_is_compared_in_both_formulas_or_in_none(
    level: Level, classic: tuple[int, ...], own: tuple[int, ...]
) -> None:
    whole = answered(level, Exploration(strict=not level.touching)).whole
    assert (whole["corrected"].rules, whole["fast"].rules) == (classic, own)
    assert whole["corrected"].answer == whole["fast"].answer


def test_where_only_our_own_formula_is_asked_it_is_asked_as_it_solves() -> None:
    whole = asked(random_board(20, 20, 1), (), "fast").whole
    assert whole.keys() == {"fast"}
    assert (whole["fast"].rules, whole["fast"].status) == ((1, 2, 3, 4, 5), "solved")


@pytest.mark.parametrize(
    ("rules", "words"),
    [((), "none"), ((3,), "3"), ((1, 2, 3, 7), "1–3, 7"), ((1, 3, 5, 7, 9, 11), "6 rules")],
)
def test_the_table_says_which_rules_its_figures_are_about(
    rules: tuple[int, ...], words: str
) -> None:
    state = Exploration().with_rules(rules).told(Explored(rules, "corrected"))
    assert rule_text.table(state)[1][:2] == ("rules", words)


@pytest.mark.parametrize(
    ("form", "helpers"), [("corrected", "735"), ("published", "2,625"), ("fast", "")]
)
def test_the_shares_of_the_rules_make_a_whole_with_that_of_what_defines_helpers(
    form: str, helpers: str
) -> None:
    state = Exploration(form).told(sizes(STEPS, form))
    assert sum(row.share or 0 for row in state.rows) == pytest.approx(1)
    assert all(row.share is not None for row in state.rows)
    assert "clauses" in rule_text.size_of(state, 2)
    whole = state.sizes[form]
    assert all(size.variables <= whole.variables for size in whole.of_rule.values())
    first, *others = state.rows
    assert not any(row.is_locked for row in others)
    assert first.is_locked == bool(helpers)
    if helpers:
        assert first.is_on, "they always hold"
        assert (first.share or 0) > 0.4, "more clauses than any rule has"
        assert "Tseitin" in first.rule.text
        assert rule_text.size_of(state, first.rule.number).startswith(f"{helpers} clauses")


def test_of_rule_11_nothing_is_stated_beforehand() -> None:
    state = Exploration().told(sizes(SMALL, "corrected"))
    assert state.sizes["corrected"].of_rule[11].clauses == 0
    assert "they are added where an answer breaks it" in rule_text.size_of(state, 11)


def needed(level: Level, form: str = "corrected") -> tuple[Needed, list[Any]]:
    tried: list[Any] = []
    return rule_questions.needed(level, form, progress=tried.append), tried


def test_the_rules_that_are_needed_are_found_and_force_the_solution() -> None:
    found, tried = needed(STEPS)
    assert found.rules
    assert tried[-1] == found.rules
    state = Exploration(needed=found, on=frozenset(found.rules))
    state = state.told(explore(STEPS, rules=found.rules, form="corrected"))
    assert said(state).endswith("force the solution, and no fewer of the game's rules do.")
    assert state.lacks.isdisjoint({"another"}), "that there is none is known"
    assert state.with_rules((1,)).needed is None


def test_rule_12_counts_where_it_forces_one_of_several_solutions() -> None:
    found, tried = needed(ONE_NON_TOUCHING)
    assert found.rules
    assert 12 in found.rules
    assert any(12 not in rules for rules in tried), "as few as it takes"
    state = asked(ONE_NON_TOUCHING, found.rules)
    assert said(replace(state, needed=found)).endswith(
        "force one solution, and no fewer do. Without rule 12 there are several."
    )


@pytest.mark.parametrize(
    ("level", "words"),
    [
        (level_of("RR"), "Rule 3 forces the solution"),
        (level_of("R.R"), "Rules 2 and 3 force the solution"),
    ],
)
def test_few_rules_are_enough_for_small_boards(level: Level, words: str) -> None:
    found, _ = needed(level)
    assert found.rules is not None
    state = Exploration(needed=found, on=frozenset(found.rules))
    state = state.told(explore(level, rules=found.rules, form="corrected"))
    assert words in said(state), found


@pytest.mark.parametrize(
    ("level", "form", "words"),
    [
        (SEVERAL, "corrected", "several solutions: no set of these rules forces one"),
        (SEVERAL, "corrected", "even with rule 12."),
        (SEVERAL, "published", "allow other answers, too"),
        (CROSSING, "corrected", "no solution"),
        (JOINED, "published", "cannot join the neighbouring endpoints of"),
    ],
)
def test_why_no_rules_force_the_solution_is_said(level: Level, form: str, words: str) -> None:
    found, _ = needed(level, form)
    assert found.rules is None
    assert words in found.why_not


def test_why_there_is_no_solution_is_said_in_sentences_with_their_cells() -> None:
    left: list[Any] = []
    reason = contradiction(CROSSING, NEEDED, "corrected", progress=left.append)
    assert reason
    assert left == sorted(left, reverse=True)
    state = asked(CROSSING, NEEDED).told(reason)
    assert "all of them are needed for that" in said(state)
    lines = rule_text.remarks(state)
    assert [line.cells for line in lines] == [cells for _, cells in reason.parts]
    assert state.on == {number for number, _ in reason.parts}
    assert lines[0].text.startswith("Row 1, columns 2 and 3; row 2, columns")
    cell = lines[0].cells[0]
    assert rule_text.remark_at(state, cell)[0].startswith(lines[0].text)
    assert contradiction(STEPS, NEEDED, "corrected", progress=left.append) is None


def why_none(level: Level, on: Iterable[int], form: str = "corrected") -> Exploration:
    """What is known after it was asked why some rules have no answer."""
    posted: list[Any] = []
    reason = rule_questions.why_none(level, tuple(on), form, progress=posted.append)
    assert reason
    state = Exploration(form).with_rules(on)
    for each in posted:
        state = state.told(each) if isinstance(each, Why) else state
    return state.told(reason)


def test_why_there_is_no_solution_begins_with_the_reason_that_a_person_would_give() -> None:
    state = why_none(CROSSING, NEEDED)
    assert said(state) == (
        "Red (R) and Blue (B) must cross: their endpoints alternate round the border."
    )
    assert state.marked == set(CROSSING.endpoints)
    assert not rule_text.remarks(state), "the requirements are folded"
    assert state.on == set(NEEDED)
    assert rule_text.remark_at(state, (0, 0))[0] == said(state)
    assert rule_text.remark_at(state, (1, 0)) == ("", ())
    shown = state.with_parts(unfolded=True)
    head, *lines = rule_text.remarks(shown)
    assert head.text.startswith("These requirements contradict each other; all")
    assert [line.cells for line in lines] == [cells for _, cells in shown.parts]
    assert shown.marked == {cell for line in lines for cell in line.cells}
    assert shown.on == {number for number, _ in shown.parts}
    assert said(shown) == said(state)
    assert shown.with_parts(unfolded=False) == state
    assert state.with_rules((1,)).why is None


@pytest.mark.parametrize(
    ("level", "on", "form", "words"),
    [
        (JOINED, NOTEBOOK, "published", "cannot join the neighbouring endpoints of"),
        (TOUCHING, NUMBERS, "corrected", "In every solution a path touches itself, which rule 12"),
        (replace(TOUCHING, touching=False), NUMBERS, "corrected", "no path touches itself"),
        (level_of(".R. ... ..R"), NEEDED, "corrected", "coloured like a checkerboard"),
        (level_of("A... ..BA .B.."), NEEDED, "corrected", "never so that every cell"),
    ],
)
def test_the_reason_is_about_the_rules_that_were_asked(
    level: Level, on: Iterable[int], form: str, words: str
) -> None:
    why = rule_questions.reason(level, tuple(on), form)
    assert why
    assert words in why.finding.message


def test_where_the_rules_have_an_answer_there_is_no_reason() -> None:
    assert rule_questions.reason(STEPS, NEEDED) is None
    assert rule_questions.why_none(STEPS, NEEDED, "corrected", progress=print) is None


def test_a_contradiction_may_have_parts_too_many_where_the_search_was_short() -> None:
    reason = contradiction(CROSSING, most_clauses=0)
    assert reason
    assert "some may not be needed" in said(asked(CROSSING, NEEDED).told(reason))


def test_what_cannot_be_explored_is_said() -> None:
    assert rule_text.problem(STEPS, "corrected") == ("", ())
    text, cells = rule_text.problem(level_of("R.. B.B"), "corrected")
    assert "Red (R) has one endpoint" in text
    assert cells == ((0, 0),)
    large = Level(21, 20, {(0, 0): "R", (1, 0): "R"})
    assert "420 cells" in rule_text.problem(large, "published")[0]
    assert "400" in rule_text.problem(large, "corrected")[0]
    assert rule_text.problem(large, "fast") == ("", ())


def test_large_levels_ask_for_patience() -> None:
    small, large = level_of("R..R"), Level(11, 11)
    classic, own = Exploration(), Exploration("fast")
    assert "10 × 10" in rule_text.patience(large, classic)
    assert "10 × 10" not in rule_text.patience(small, classic)
    assert "It is much faster with rule 5 on." in rule_text.patience(large, own)
    assert "rule 5" not in rule_text.patience(large, own.with_rules((1, 2, 3, 4, 5)))


def test_rules_are_called_by_their_numbers_and_shares_are_percentages() -> None:
    for numbers, words in (
        ((), "no rule"),
        ((3,), "rule 3"),
        ((3, 4), "rules 3 and 4"),
        ((1, 2, 3), "rules 1 to 3"),
        ((7, 1, 2, 3, 12), "rules 1 to 3, 7 and 12"),
    ):
        assert rule_text.named(numbers) == words
    assert rule_text.named((1, 2, 3, 10, 4), as_given=True) == "rules 1 to 3, 10 and 4"
    shares = [rule_text.percent(share) for share in (0.0, 0.001, 0.095, 1.0)]
    assert shares == ["0 %", "< 1 %", "10 %", "100 %"]


def test_what_is_read_of_a_rule_is_what_is_asked() -> None:
    by_form = {form: Exploration(form).rules for form in ("corrected", "published")}
    for corrected, published in zip(by_form["corrected"], by_form["published"], strict=False):
        assert corrected.name == published.name
        differs = corrected.number in range(2, 10)
        assert (corrected.text != published.text) == differs
        assert ("two side by side cannot be joined" in published.text) == (corrected.number == 3)
        silent = "At the border nothing is required." in published.text
        assert silent == (corrected.number in range(4, 10))
        assert ("nothing if both are" in published.formula) == silent
