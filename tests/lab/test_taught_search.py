"""What docs/lecture.md, docs/engines.md and the lesson say of a search is what a search does."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.formats.registry import load
from flowdesk.lab.cdcl import Conflicted, Decided, FoundModel, Jumped, Learned, Propagated
from flowdesk.lab.engines import run
from flowdesk.lab.explore import count_answers, explore
from flowdesk.lab.flow.encodings import ENCODINGS
from flowdesk.lab.lessons import Lesson, open_lesson, shipped_lessons
from flowdesk.lab.rule_questions import needed
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.trace import ORDERS, SearchPlace, SearchTrace, Theory
from tests.lab import engine_race
from tests.lab.test_cdcl import ended

DOCS, PUZZLES = Path(__file__).parents[2] / "docs", shipped("puzzles")
ROOT = DOCS.parent
TEN, LOOPS, LESSON, ONE_LOOP = map(open_lesson, shipped_lessons())


def words_of(path: Path) -> str:
    """A text without its line breaks."""
    return " ".join(path.read_text(encoding="utf-8").split())


LECTURE, ENGINES = words_of(DOCS / "lecture.md"), words_of(DOCS / "engines.md")
NOTES = " ".join(f"{step.note} {step.answer}" for step in LESSON.steps)


def search(order: str = "cell by cell", *, learns: bool = True) -> SearchTrace:
    """The search that the lesson watches, at its beginning."""
    theory = Theory(LESSON.entry.level, LESSON.rules_at(1), LESSON.form)
    return SearchTrace(theory, order, learns=learns)


def at_first_conflict() -> tuple[SearchTrace, Learned]:
    """The search just after it has learned from its first conflict."""
    trace = search()
    while not isinstance(event := trace.forward(), Learned):
        assert event
    return trace, event


def answers_left(lesson: Lesson, rules: Collection[int]) -> int:
    """How many answers some rules leave to the puzzle of a lesson."""
    found = count_answers(lesson.entry.level, rules, lesson.form, seconds=60)
    assert found.is_exact
    return found.answers


def test_first_steps_has_many_answers_for_long_and_one_in_the_end() -> None:
    """A rule takes answers away and adds none."""
    left = {at: answers_left(TEN, TEN.rules_at(at)) for at in (4, 5, 7, 8)}
    assert left == {4: 54_000_000, 5: 347_990, 7: 1_581, 8: 1}, TEN.rules_at(4)
    assert "54,000,000 after rule 10, 347,990 after rule 4, 1,581 after rule 6, and one" in LECTURE


def test_rule_10_is_what_is_wrong_where_it_is_off() -> None:
    level = TEN.entry.level
    for last in range(1, 10):
        assert 10 in {each.rule for each in explore(level, range(1, last + 1)).broken}
    assert "now rule 10 is last, and the answer stays wrong until then" in LECTURE
    without = [*range(1, 10), 11]
    assert {each.rule for each in explore(level, without).broken} <= {10, 12}
    assert answers_left(TEN, without) == 3_888
    assert "Turn off rule 10 on First Steps. Why are there 3,888 answers at once" in LECTURE


def test_the_rules_that_first_steps_does_not_need() -> None:
    found = needed(TEN.entry.level, TEN.form, progress=lambda tried: None).rules
    assert found
    assert set(range(1, 12)) - set(found) == {8, 9, 11}
    assert "here rules 8, 9 and 11 are not in it." in LECTURE


def test_the_third_answer_of_the_lesson_about_loops_has_none() -> None:
    trace = SearchTrace(Theory(LOOPS.entry.level, LOOPS.rules_at(3), LOOPS.form))
    clauses = []
    while event := trace.forward():
        if isinstance(event, FoundModel):
            clauses.append(len(event.cuts))
    assert clauses == [1, 2, 0]
    assert "The third answer is the solution." in LECTURE
    assert "The third has none." in LOOPS.steps[3].note
    assert answers_left(LOOPS, LOOPS.rules_at(0)) == 7
    assert "six of the seven answers have one" in LECTURE


def test_three_types_of_clauses_leave_thirty_answers_and_six_leave_one() -> None:
    assert [answers_left(ONE_LOOP, ONE_LOOP.rules_at(at)) for at in (3, 6)] == [30, 1]
    assert [len(ONE_LOOP.rules_at(at)) for at in (3, 6)] == [3, 6]
    said = "three leave 30 answers in the lesson *Slitherlink: one loop*, and all of them one."
    assert said in LECTURE


def test_the_learned_clause_has_no_literal_of_levels_3_and_4() -> None:
    trace, event = at_first_conflict()
    assigned = trace.assigned
    assert {assigned[abs(x)].level for x in trace.clause(event.clause)} == {5, 2}
    assert "It has no literal of levels 3 and 4" in NOTES
    assert "The learned clause has no literal of levels 3 and 4." in LECTURE


def test_the_steps_of_the_lesson_stand_where_their_notes_say() -> None:
    trace, stood = search(), []
    for _ in trace.ahead(10_000):
        pass
    for step in LESSON.steps[2:]:
        assert isinstance(step.search, SearchPlace)
        at = trace.find(step.search)
        assert at is not None
        trace.go_to(at)
        stood.append(type(trace.event))
    assert stood == [Conflicted, Learned, Jumped, FoundModel]
    assert trace.is_at_end


def test_all_five_decisions_have_led_to_the_conflict() -> None:
    trace, event = at_first_conflict()
    waiting = [-x for x in trace.clause(event.resolved[0][0])]
    seen: set[int] = set()
    while waiting:
        literal = waiting.pop()
        holds = trace.assigned[abs(literal)]
        if literal not in seen and isinstance(holds, Propagated) and holds.reason is not None:
            waiting += [-x for x in trace.clause(holds.reason) if x != literal]
        seen.add(literal)
    decided = {x.literal for x in trace.assigned.values() if isinstance(x, Decided)}
    assert len(decided) == 5
    assert decided <= seen
    assert "(All five decisions have led to the conflict; to exclude it, two" in LECTURE
    assert "all five have led to this conflict. To exclude it, two literals are enough." in NOTES


def test_the_solver_jumps_down_to_the_second_highest_level_and_no_further() -> None:
    """Above it, one literal is left as well; below it there are two."""
    jumps = 0
    for name in ("lessons/05x05-wrong-turns.txt", "07x07-nesting-dolls.txt"):
        trace = SearchTrace(Theory(load(PUZZLES / name)[0], range(1, 12)))
        while event := trace.forward():
            if isinstance(event, Learned):
                clause, assigned = trace.clause(event.clause), trace.assigned
                levels = sorted((assigned[abs(x)].level for x in clause), reverse=True)
                for level in range(levels[0]):
                    left = sum(at > level for at in levels)
                    assert (left == 1) == (level >= event.level)
                jumps += 1
    assert jumps > 30
    assert "undoes as many levels as it can while one literal of the learned clause" in LECTURE
    trace, event = at_first_conflict()
    assert f"down to the second-highest level in the clause, here from level {trace.level} to" in (
        LECTURE
    )
    assert f"from level {trace.level} to level {event.level}." in LECTURE


def test_the_figures_of_the_search_of_the_lesson() -> None:
    trace = search()
    while not isinstance(trace.event, Decided):
        trace.forward()
    of = trace.counts.fixed, trace.theory.variables
    assert f"{of[0]} of the {of[1]} variables are fixed before anything is decided" in LECTURE
    while not isinstance(trace.event, Conflicted):
        trace.forward()
    assert f"the first one, at level {trace.level}." in NOTES
    counts = ended(trace)
    _, fewest, most = (ended(search(order)).conflicts for order in ORDERS)
    assert f"makes {counts.decisions} decisions and {counts.conflicts} conflicts." in LECTURE
    assert f"{fewest} conflicts, or {most} (those that took part in *most conflicts*" in LECTURE


@pytest.mark.slow
def test_the_lecture_counts_what_learning_is_worth_with_the_classic_rules() -> None:
    jolly = load(PUZZLES / "packs" / "07x07.txt")[10]
    assert jolly.title == "Jolly Cellar"
    found = []
    for level in (LESSON.entry.level, load(PUZZLES / "07x07-nesting-dolls.txt")[0], jolly):
        theory = Theory(level, LESSON.rules_at(1))
        off, on = (ended(SearchTrace(theory, learns=learns)).conflicts for learns in (False, True))
        found.append(f"{off:,} instead of {on}")
        assert f"{on} and {off:,} (Jolly Cellar" in NOTES or level is not jolly
        assert f"{off} conflicts instead of {on}" in NOTES or level is not LESSON.entry.level
    wrong_turns, dolls, cellar = found
    assert f"{wrong_turns.replace(' ', ' conflicts ', 1)}, Nesting Dolls {dolls}, and" in LECTURE
    assert f"Jolly Cellar, the 11th level of the pack 07x07, {cellar}." in LECTURE


@cache
def conflicts(name: str, engine: str) -> float:
    """The median of the conflicts of an engine on the puzzles of a file."""
    found: list[Puzzle] = list(load(PUZZLES / name))
    figures = [run(puzzle, engine).figures for puzzle in found]
    return median(each.conflicts for each in figures if each)


@pytest.mark.slow
def test_with_flowdesks_formula_learning_makes_no_difference_but_for_slitherlinks() -> None:
    packs = {conflicts("packs/12x12.txt", engine) for engine in ("cdcl", "dpll")}
    assert f"Both take a median of {packs.pop():.0f} conflicts." in LECTURE
    assert not packs
    on, off = (conflicts("slitherlink/10x10.json", engine) for engine in ("cdcl", "dpll"))
    assert f"`puzzles/slitherlink/10x10.json`: {on:.0f} conflicts with it, {off:.0f} without" in (
        LECTURE
    )
    assert f"a median of {on:.0f} conflicts with it, {off:.0f} without." in ENGINES


def test_the_command_that_is_advertised_can_be_run_and_is_quick() -> None:
    """It has no engine that takes seconds a level."""
    (command,) = re.findall(r"`flowdesk bench (\S+) --engines (\S+) --runs 1`", LECTURE)
    assert command == ("puzzles/packs/12x12.txt", "cdcl,dpll")


@pytest.mark.parametrize("size", [5, 8, 11, 14])
def test_the_page_of_engines_has_the_steps_of_cdcl_and_dpll(size: int) -> None:
    rows = re.findall(rf"^\| {size}x{size} \|(.*)\|$", (DOCS / "engines.md").read_text(), re.M)
    _, counted = rows
    levels = [level for name, level in engine_race.levels() if name.startswith(f"{size:02}x")]
    said = [cell.strip() for cell in counted.split("|")][-2:]
    for engine, words in zip(("cdcl", "dpll"), said, strict=True):
        figures = [found for level in levels if (found := run(level, engine).figures)]
        steps = median(each.decisions for each in figures)
        refuted = median(each.conflicts for each in figures)
        assert words == f"{steps:.0f} / {refuted:.0f}"


def test_the_page_of_engines_says_what_its_table_says() -> None:
    text = (DOCS / "engines.md").read_text()
    row = r"^\| (\d+)x\d+ \| 10 \| ([\d.]+) ms .*?\| ([^|]*) \| [^|]* \|$"
    times = re.findall(row, text, re.M)
    first, last = times[0], times[-1]
    larger = (int(last[0]) / int(first[0])) ** 2
    assert f"{first[1]} ms to {last[1]} ms for {larger:.0f} times as many" in ENGINES
    ratios = [float(cdcl.split()[0]) / float(sat) for _, sat, cdcl in times]
    assert f"take {min(ratios):.0f} to {max(ratios):.0f} times as long as sat" in ENGINES


def test_the_encodings_that_the_lecture_names() -> None:
    level = load(PUZZLES / "05x05-first-steps.txt")[0]
    sizes = [book_of(level).encoded(level, encoding)[1].variables for encoding in ENCODINGS]
    assert len(sizes) == 7
    assert "in seven encodings" in LECTURE
    without = f"Of the {sizes[0]} variables of First Steps {sizes[0] - sizes[1]} go with P, and"
    assert f"{without} only {sizes[1] - sizes[5]} more with the bits." in LECTURE


def test_the_solver_is_as_long_as_the_lecture_says() -> None:
    path = re.search(r"The solver is `(\S+)`: (\d+) lines", LECTURE)
    assert path
    lines = (ROOT / path[1]).read_text(encoding="utf-8").count("\n")
    assert abs(lines - int(path[2])) <= 5
