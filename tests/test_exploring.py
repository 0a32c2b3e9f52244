"""Exploring without a window: what is asked, what has come, and how it is said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from flowdesk import load
from flowdesk.core.storage import shipped
from flowdesk.desk import rule_questions, rules_said
from flowdesk.desk.exploring import Exploration
from flowdesk.desk.rule_questions import Needed, Whole
from flowdesk.desk.verdict import Mood
from flowdesk.flow.classic.answer import answer_of
from flowdesk.flow.classic.explore import Explored, contradiction
from flowdesk.flow.classic.fast import explored
from flowdesk.flow.classic.rules import NEEDED, NUMBERS
from flowdesk.flow.classic.sizes import Sizes, sizes
from flowdesk.flow.level import Level
from flowdesk.flow.solve import solve
from tests.boards import random_board
from tests.samples import SMALL, TOUCHING, level_of

STEPS = load(shipped("puzzles") / "05x05-first-steps.txt")[0]
GAPS = load(shipped("puzzles") / "05x05-gap-in-the-rules.txt")[0]
CROSSING = level_of("R..B", "....", "B..R")
#: Solved only by joining two endpoints directly.
JOINED = level_of("RRB", "B..")
SEVERAL = level_of("A..A", "B..B", "....")


def asked(level: Level, on: Iterable[int], form: str = "corrected") -> Exploration:
    """What is known after some rules were asked."""
    return answered(level, Exploration(form).with_rules(on))


def answered(level: Level, state: Exploration) -> Exploration:
    """With everything that a worker posts."""
    posted: list[Any] = []
    rules = tuple(state.on)
    rule_questions.answer(level, rules, state.form, lacks=state.lacks, progress=posted.append)
    assert isinstance(posted[0], Explored), "the answer comes first"
    for each in posted:
        match each:
            case Explored():
                state = state.answered(each)
            case Sizes():
                state = state.sized(each)
            case Whole():
                state = state.compared(each)
    return state


def said(state: Exploration) -> str:
    return rules_said.headline(state)[0]


def test_the_walk_goes_through_all_rules_and_ends_with_the_solution() -> None:
    state, walked = answered(STEPS, Exploration()), []
    assert "No rule is on" in said(state)
    while rule := state.next_rule:
        walked.append(rule.number)
        state = answered(STEPS, state.with_rules(state.on | {rule.number}))
        assert not {each.rule for each in state.broken} & state.on
        if rule.number < 10:
            assert said(state).startswith("Still wrong")
    assert tuple(walked) == NUMBERS
    assert rules_said.headline(state) == ("Solved.", Mood.GOOD)
    assert state.found
    solution = solve(STEPS).solution
    assert solution
    assert state.found.answer == answer_of(STEPS, solution)
    assert state.last_rule
    assert state.last_rule.number == 12


def test_what_is_still_wrong_names_the_rules_that_mend_it() -> None:
    state = asked(STEPS, range(1, 10))
    assert said(state) == "Still wrong: rule 10 would forbid this."
    assert said(asked(STEPS, set(NEEDED) - {11})) == "Solved, though rule 11 is off: by luck."


def test_as_first_published_the_rules_allow_a_wrong_answer_and_corrected_they_do_not() -> None:
    state = asked(GAPS, NEEDED, "published")
    assert "gaps as first published" in said(state)
    assert {each.rule for each in state.broken} & set(range(4, 10))
    corrected = answered(GAPS, state.with_form("corrected"))
    assert said(corrected) == "Solved."
    assert corrected.changed, "the answers differ, and it can be seen where"


@pytest.mark.parametrize(
    ("level", "on", "form", "words"),
    [
        (TOUCHING, NEEDED, "corrected", "Solved."),
        (TOUCHING, NUMBERS, "corrected", "Without rule 12 they do not"),
        (TOUCHING, (1, 2, 3, 4, 5), "fast", "Without rule 5 they do not"),
        (JOINED, NEEDED, "corrected", "Solved."),
        (JOINED, NEEDED, "published", "Corrected, they do not"),
        (CROSSING, NEEDED, "corrected", "contradict each other. The level has no solution."),
        (CROSSING, (1, 2, 3, 4), "fast", "contradict each other. The level has no solution."),
        (STEPS, (2,), "fast", "FlowDesk's rules 1, 3 and 4 are off."),
        (STEPS, (1, 2, 3, 4), "fast", "Solved."),
    ],
)
def test_every_answer_has_its_sentence(
    level: Level, on: Iterable[int], form: str, words: str
) -> None:
    assert words in said(asked(level, on, form))


def test_no_way_out_is_promised_that_may_be_none() -> None:
    assert said(asked(JOINED, NUMBERS, "published")) == "These rules contradict each other."


def test_a_path_that_touches_itself_is_said_but_is_no_mistake() -> None:
    state = asked(TOUCHING, NEEDED)
    text, mood = rules_said.headline(state)
    assert "touches itself: the game allows that, rule 12 does not." in text
    assert mood is Mood.GOOD
    assert "(optional)" in rules_said.lines(state)[0].text


def test_the_same_sentence_about_many_cells_is_one_line_under_its_rule() -> None:
    state = asked(STEPS, ())
    first, second, *_ = rules_said.lines(state)
    assert (first.text, first.switch) == ("Rule 1: One colour a cell", 1)
    assert second.text.endswith("×15")
    assert set(second.cells) == set(STEPS.cells) - set(STEPS.endpoints)
    (row, *_) = state.rows
    assert row.broken == 15


def test_only_rules_that_are_off_can_be_switched_on() -> None:
    state = asked(GAPS, NEEDED, "published")
    headings = [line for line in rules_said.lines(state) if not line.cells]
    assert headings
    assert all(not line.switch for line in headings if "optional" not in line.text)


def test_what_is_wrong_at_a_cell_is_a_sentence_with_its_rule() -> None:
    state = asked(STEPS, range(1, 10))
    corner = next(each.cells[0] for each in state.broken if each.rule == 10)
    text, cells = rules_said.said_of(state, corner)
    assert "Rule 10: The arm that points" in text
    assert corner in cells
    solved = asked(STEPS, NEEDED)
    assert rules_said.said_of(solved, corner) == ("", ())


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


def test_an_answer_to_other_rules_or_about_another_level_is_none() -> None:
    state = asked(STEPS, (1, 2))
    assert state.is_answered
    assert not state.with_rules((1,)).is_answered
    assert not state.with_form("published").is_answered
    other = state.of_another_level(same_board=True)
    assert not other.is_answered
    assert other.found, "but it may be seen until the new one comes"
    assert other.lacks == {"sizes", "fast", "corrected"}
    assert state.of_another_level(same_board=False).found is None


def test_the_other_formula_has_all_its_rules_on_or_none() -> None:
    assert Exploration().with_form("fast").on == frozenset()
    state = Exploration().with_rules((1, 2)).with_form("fast")
    assert state.on == {1, 2, 3, 4}
    assert state.with_form("published").on == set(NEEDED)
    assert Exploration().with_rules((5,)).with_form("published").on == {5}


def test_both_formulas_are_compared_side_by_side() -> None:
    head, *rows = rules_said.table(asked(STEPS, (1, 2)))
    assert head == ("", "on now", "classic", "FlowDesk's")
    figures = {name: rest for name, *rest in rows}
    assert list(figures) == ["variables", "clauses", "time", "rounds"]
    now, classic, own = (int(figure.replace(",", "")) for figure in figures["clauses"])
    assert now < classic > own
    assert "–" not in figures["time"]


def test_our_own_formula_is_compared_as_it_solves() -> None:
    for level, rules in ((random_board(20, 20, 1), (1, 2, 3, 4, 5)), (TOUCHING, (1, 2, 3, 4))):
        found = asked(level, (), "fast").whole["fast"]
        assert (found.rules, found.status) == (rules, "solved")


@pytest.mark.parametrize("form", ["corrected", "published", "fast"])
def test_the_shares_of_the_rules_make_a_whole(form: str) -> None:
    state = asked(SMALL, (), form)
    shares = [row.share for row in state.rows]
    assert all(share is not None for share in shares)
    meaning = state.sizes[form].of_rule.get(0)
    without = meaning.clauses / state.sizes[form].clauses if meaning else 0
    assert sum(share or 0 for share in shares) + without == pytest.approx(1)
    assert "clauses" in rules_said.size_of(state, 2)
    assert all(size.variables <= state.sizes[form].variables for size in sizes_of(state, form))


def sizes_of(state: Exploration, form: str) -> Iterable[Any]:
    return state.sizes[form].of_rule.values()


def test_of_rule_11_nothing_is_stated_beforehand() -> None:
    assert sizes(SMALL, "corrected").of_rule[11].clauses == 0
    assert "only what an answer breaks" in rules_said.size_of(asked(SMALL, ()), 11)


def needed(level: Level, form: str = "corrected") -> tuple[Needed, list[Any]]:
    tried: list[Any] = []
    return rule_questions.needed(level, form, progress=tried.append), tried


def test_the_rules_that_are_needed_are_found_and_force_the_solution() -> None:
    found, tried = needed(STEPS)
    assert found.rules
    assert tried[-1] == found.rules
    state = Exploration(needed=found, on=frozenset(found.rules))
    state = state.answered(explored(STEPS, rules=found.rules, form="corrected"))
    assert said(state).endswith("force the solution, and no fewer do.")
    assert state.with_rules((1,)).needed is None


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
    state = state.answered(explored(level, rules=found.rules, form="corrected"))
    assert words in said(state), found


@pytest.mark.parametrize(
    ("level", "form", "words"),
    [
        (SEVERAL, "corrected", "several solutions"),
        (CROSSING, "corrected", "no solution"),
        (GAPS, "published", "As first published"),
        (JOINED, "published", "As first published"),
    ],
)
def test_why_no_rules_force_the_solution_is_said(level: Level, form: str, words: str) -> None:
    found, _ = needed(level, form)
    assert found.rules is None
    assert words in found.why_not


def test_why_there_is_no_solution_is_said_in_sentences_with_their_cells() -> None:
    left: list[Any] = []
    reason = rule_questions.why_none(CROSSING, NEEDED, "corrected", progress=left.append)
    assert reason
    assert left == sorted(left, reverse=True)
    state = asked(CROSSING, NEEDED).contradicted(reason)
    assert "None of them can be left out" in said(state)
    lines = rules_said.lines(state)
    assert [line.cells for line in lines] == [cells for _, cells in reason.parts]
    assert state.on == {number for number, _ in reason.parts}
    cell = lines[0].cells[0]
    assert rules_said.said_of(state, cell)[0].startswith(lines[0].text)
    assert rule_questions.why_none(STEPS, NEEDED, "corrected", progress=left.append) is None


def test_a_contradiction_may_have_parts_too_many_where_time_was_short() -> None:
    reason = contradiction(CROSSING, seconds=0)
    assert reason
    assert "Some may be superfluous" in said(asked(CROSSING, NEEDED).contradicted(reason))


def test_what_cannot_be_explored_is_said() -> None:
    assert rules_said.problem(STEPS, "corrected") == ("", ())
    text, cells = rules_said.problem(level_of("R..", "B.B"), "corrected")
    assert "R stands once" in text
    assert cells == ((0, 0),)
    large = Level(21, 20, {(0, 0): "R", (1, 0): "R"})
    assert "420 cells" in rules_said.problem(large, "published")[0]
    assert "400" in rules_said.problem(large, "corrected")[0]
    assert rules_said.problem(large, "fast") == ("", ())


def test_large_levels_ask_for_patience() -> None:
    small, large = level_of("R..R"), Level(11, 11)
    classic, own = Exploration(), Exploration("fast")
    assert "10 × 10" in rules_said.patience(large, classic)
    assert "10 × 10" not in rules_said.patience(small, classic)
    assert "With rule 5 it is much faster." in rules_said.patience(large, own)
    assert "rule 5" not in rules_said.patience(large, own.with_rules((1, 2, 3, 4, 5)))


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((), "no rule"),
        ((3,), "rule 3"),
        ((3, 4), "rules 3 and 4"),
        ((1, 2, 3), "rules 1 to 3"),
        ((7, 1, 2, 3, 12), "rules 1 to 3, 7 and 12"),
    ],
)
def test_rules_are_called_by_their_numbers(numbers: Iterable[int], words: str) -> None:
    assert rules_said.named(numbers) == words


@pytest.mark.parametrize(
    ("share", "words"), [(0.0, "0 %"), (0.001, "< 1 %"), (0.095, "10 %"), (1.0, "100 %")]
)
def test_shares_are_percentages(share: float, words: str) -> None:
    assert rules_said.percent(share) == words


def test_what_is_read_of_a_rule_is_what_is_asked() -> None:
    by_form = {form: Exploration(form).rules for form in ("corrected", "published")}
    for corrected, published in zip(by_form["corrected"], by_form["published"], strict=True):
        assert corrected.name == published.name
        differs = corrected.number in range(3, 10)
        assert (corrected.text != published.text) == differs
        assert ("whatever the cell's is" in published.text) == (corrected.number in range(4, 10))
