"""Lessons: walks that are saved and opened again, also after they were edited by hand."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flowdesk import check, load
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import shipped
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.slitherlink.puzzle import Loop
from flowdesk.lab import lessons
from flowdesk.lab.explore import count_answers, explore, sizes
from flowdesk.lab.flow.rules import BORDER_FIRST, NEEDED
from flowdesk.lab.lessons import Lesson, LessonStep
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.slitherlink.formula import LoopFormula
from flowdesk.lab.slitherlink.rules import regions
from flowdesk.lab.trace import SearchPlace, SearchTrace, Theory
from flowdesk.sat.backend import find_model
from tests.command_line import CommandLine
from tests.lab.test_cdcl import ended
from tests.loops import puzzle_of
from tests.samples import SMALL, TOUCHING

STEPS = "05x05-first-steps.txt"
LOOP = puzzle_of("3.. .0. ..3")


def text(**fields: Any) -> str:
    """A lesson as somebody may write it; None leaves a field out."""
    usual = {"flowdesk-lesson": 1, "puzzle": STEPS, "steps": [{"note": "Look."}]}
    return json.dumps({name: v for name, v in {**usual, **fields}.items() if v is not None})


@pytest.mark.parametrize(
    "lesson",
    [
        lessons.walk_from("A walk", Entry(SMALL), "", "corrected", BORDER_FIRST, (1, 3)),
        lessons.walk_from("Strict", Entry(replace(TOUCHING, touching=False)), "", "fast", (), ()),
        lessons.walk_from("Another kind", Entry(LOOP), "", "published", (5, 0), ()),
        replace(
            lessons.read(text()),
            title='A "title" — ü',
            steps=(
                LessonStep("One\nTwo \\ \u2028"),
                LessonStep(rules=()),
                LessonStep("", (1, 11), search=True),
                LessonStep(search=SearchPlace(), question="Who?", answer="Nobody\nelse."),
                LessonStep(search=SearchPlace("most conflicts", learns=False, conflict=2, step=7)),
            ),
        ),
    ],
)
def test_what_is_saved_is_what_is_opened(tmp_path: Path, lesson: Lesson) -> None:
    path = tmp_path / f"mine{lessons.SUFFIX}"
    lessons.save_lesson(lesson, path)
    again = lessons.open_lesson(path)
    assert replace(again, entry=lesson.entry) == lesson
    assert again.entry.level == lesson.entry.level
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_step_that_begins_in_a_search_has_the_rules_of_that() -> None:
    walk = lessons.walk_from("", Entry(SMALL), "", "corrected", (1, 2, 3, 4), (1, 2))
    place = SearchPlace(conflict=3)
    same = walk.with_search(1, place, (2, 1))
    assert same.steps[1] == LessonStep(search=place)
    assert {*same.rules_at(1)} == {1, 2}
    other = walk.with_search(1, place, (1, 4))
    assert other.steps[1] == LessonStep(search=place, rules=(1, 4))
    assert other.with_search(1, SearchPlace(), (1, 2)).steps[1].rules is None


@pytest.mark.parametrize(
    ("search", "words"),
    [
        (1, "search is not true or false. Use true, or {"),
        ([], "search is not true or false. Use true, or {"),
        ({"order": "quick"}, "search.order is 'quick'. Use 'cell by cell', "),
        ({"order": 1}, "search.order is not a text."),
        ({"learn": 0}, "search.learn is not true or false."),
        ({"conflict": "1"}, "search.conflict is not a whole number."),
        ({"conflict": -1}, "search.conflict is below 0. Conflicts count from 1."),
        ({"step": 1.5}, "search.step is not a whole number."),
        ({"steps": 1}, "search.steps is unknown. A search has order, learn, conflict and step."),
    ],
)
def test_a_lesson_opens_whatever_is_wrong_in_a_search(
    tmp_path: Path, search: object, words: str
) -> None:
    path = tmp_path / "mine.lesson"
    path.write_text(text(steps=[{}, {"search": search, "note": "Here."}]))
    lesson = lessons.open_lesson(path)
    (remark,) = lesson.remarks
    assert remark.startswith(f"mine.lesson: 'steps'[1].{words}")
    assert remark.endswith("The search of this step is watched from its beginning.")
    assert lesson.steps[1] == LessonStep("Here.", search=SearchPlace())
    assert not lessons.read(lessons.write(lesson)).remarks


def test_a_conflict_past_the_end_is_told_with_its_place() -> None:
    trace = SearchTrace(Theory(SMALL, NEEDED))
    place = SearchPlace(conflict=1_000, step=2)
    assert trace.find(place) is None
    number = ended(trace).conflicts
    said = lessons.missed(3, trace, place)
    assert said.startswith("'steps'[3].search: there is nothing 2 steps after conflict 1000,")
    assert f"because the search ends after {number} conflict" in said
    assert said.endswith("press “Here”.")


def test_a_walk_begins_with_what_is_on_and_ends_with_the_rules_of_the_game() -> None:
    lesson = lessons.walk_from("", Entry(SMALL), "", "corrected", BORDER_FIRST, (1, 10))
    walked = [set(lesson.rules_at(at)) for at in range(len(lesson.steps))]
    assert walked[:4] == [{1, 10}, {1, 2, 10}, {1, 2, 3, 10}, {1, 2, 3, 4, 10}]
    assert walked[-1] == set(NEEDED)


def test_notes_go_with_their_rules_into_another_order() -> None:
    steps = (
        LessonStep("first"),
        LessonStep("one"),
        LessonStep("two"),
        LessonStep("watch", search=True),
        LessonStep("three"),
    )
    walk = lessons.walk_from("", Entry(SMALL), "", "corrected", (1, 2, 3, 4), ())
    lesson = replace(walk, steps=steps)

    def notes(lesson: Lesson) -> list[str]:
        return [step.note for step in lesson.steps]

    moved = lesson.in_order((3, 1, 2, 4))
    assert notes(moved) == ["first", "three", "one", "watch", "two"]
    assert set(moved.rules_at(1)) == {3}
    assert moved.in_order((1, 2, 3, 4)) == lesson
    asked = lesson.with_step(2, question="Two?", answer="Yes.").in_order((3, 1, 2, 4))
    assert asked.steps[4] == LessonStep("two", question="Two?", answer="Yes.")
    pushed_out = lesson.in_order((4, 1, 2, 3))
    assert notes(pushed_out) == ["first", "three", "one", "watch", "two"], "no note is lost"
    assert pushed_out.in_order((1, 2, 3, 4)) == lesson


def test_a_step_may_name_its_rules_or_stay_with_those_before() -> None:
    steps = [{}, {}, {"rules": [7, 2]}, {"search": True}, {}, {"search": True, "rules": []}]
    lesson = lessons.read(text(steps=steps, order=[3, 2, 1], on=[5]))
    walked = [lesson.rules_at(at) for at in range(len(steps))]
    assert walked == [(5,), (5, 3), (7, 2), (7, 2), (7, 2, 3), ()]
    assert [step.search for step in lesson.steps] == [False, False, False, True, False, True]


def test_little_has_to_be_written_by_hand() -> None:
    lesson = lessons.read(text())
    assert (lesson.form, lesson.order, lesson.on) == ("corrected", (), ())
    assert lesson.entry.level.title == "First Steps"
    assert lessons.read(text(puzzle="packs/05x05.txt#3")).entry.level.width == 5


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('{"flowdesk-lesson": 1,\n "steps": [}', ["line 2, column 12", "not JSON"]),
        ('{"flowdesk": 1}', ["'flowdesk-lesson' is missing", "Lessons begin with"]),
        (text(**{"flowdesk-lesson": 2}), ["version 1", "newest"]),
        (text(puzzle=None), ["no puzzle", '"puzzle": "05x05-first-steps.txt"']),
        (text(level={"width": 3}), ["two puzzles"]),
        (text(puzzle="none.txt"), ["'puzzle'", "there is no such file", "shipped one"]),
        (text(puzzle="../README.md"), ["not below FlowDesk's folder"]),
        (text(puzzle=f"{STEPS}#2"), ["'puzzle'", "holds puzzles 1 to 1"]),
        (text(puzzle=None, level={"width": "5"}), ["'level'", "'width' is not a whole number"]),
        (text(form="slow"), ["'form' is 'slow'", "'published'"]),
        (text(order=[1, 13]), ["'order'[1] is no rule", "from 1 to 12"]),
        (text(order=[1, 1]), ["'order'[1]: rule 1 is there twice"]),
        (text(on="1"), ["'on' is not a list"]),
        (text(on=[6], form="fast"), ["'on'[0] is no rule of this form", "1 to 5"]),
        (text(steps=None), ["'steps' is missing"]),
        (text(steps=[]), ["'steps' is empty"]),
        (text(steps=[{}, {"note": 3}]), ["'steps'[1].note is not a text"]),
        (text(steps=[{"rules": [True]}]), ["'steps'[0].rules[0] is no rule"]),
        (text(steps=[{"answer": []}]), ["'steps'[0].answer is not a text"]),
        (text(steps=[{"notes": "a"}]), ["'steps'[0].notes is unknown", "A step has note"]),
        (text(stepps=[]), ["'stepps' is unknown", "A lesson has title"]),
    ],
)
def test_what_is_wrong_in_a_lesson_is_said_with_its_place(
    tmp_path: Path, content: str, words: list[str]
) -> None:
    path = tmp_path / "bad.lesson"
    path.write_text(content)
    with pytest.raises(FormatError) as caught:
        lessons.open_lesson(path)
    said = str(caught.value)
    assert said.startswith("bad.lesson")
    assert all(word in said for word in words), said


@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_lesson_is_read_or_refused_in_a_sentence(seed: int) -> None:
    random = Random(seed)
    whole = lessons.write(lessons.walk_from("A", Entry(SMALL), "", "corrected", (3, 2), (1,)))
    for _ in range(200):
        at, length = random.randrange(len(whole)), random.randrange(4)
        put = random.choice(["", "0", "-1", "null", "[", "{}", '"', "\ud800", "9" * 5000])
        try:
            lesson = lessons.read(whole[:at] + put + whole[at + length :])
        except FormatError:
            continue  # any other error would end the test
        lesson = replace(lesson, entry=replace(lesson.entry, remarks=()))
        assert lessons.read(lessons.write(lesson)) == lesson


def test_who_takes_a_lesson_for_a_puzzle_is_told(flowdesk: CommandLine) -> None:
    flowdesk.file("a.lesson", text())
    done = flowdesk("check", "a.lesson")
    assert done.returncode == 2
    assert "this is a lesson, no puzzle. Open it in the window." in done.stderr


def test_what_cannot_be_written_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    lesson = lessons.read(text())
    with pytest.raises(FlowDeskError, match="there is no folder"):
        lessons.save_lesson(lesson, tmp_path / "none" / "a.lesson")


@pytest.mark.parametrize("path", lessons.shipped_lessons(), ids=lambda path: path.stem)
def test_every_shipped_lesson_has_notes_and_ends_with_a_solution(path: Path) -> None:
    lesson = lessons.open_lesson(path)
    assert lesson.title
    assert all(step.note for step in lesson.steps)
    level = lesson.entry.level
    last = explore(level, lesson.rules_at(len(lesson.steps) - 1), lesson.form)
    assert last.answer
    assert book_of(level).solves(level, last.answer)
    assert lessons.write(lesson) == path.read_text(), "as it is written"


@pytest.mark.parametrize("path", sorted((shipped("puzzles") / "lessons").glob("*.txt")))
def test_a_level_of_a_lesson_has_exactly_one_solution_and_a_lesson(path: Path) -> None:
    (level,) = load(path)
    assert (level.title, level.about["author"]) != ("", "")
    assert check(level).status == "unique"
    assert any(
        lessons.open_lesson(lesson).entry.level == level for lesson in lessons.shipped_lessons()
    )


# What the notes of the Slitherlink say


@pytest.fixture(scope="module")
def one_loop() -> Lesson:
    return lessons.open_lesson(shipped("puzzles") / "lessons" / "4-slitherlink-one-loop.lesson")


def test_the_figures_in_the_notes_about_one_loop_are_right(one_loop: Lesson) -> None:
    puzzle = one_loop.entry.level
    formula = LoopFormula(puzzle)
    kinds = Counter(formula.meaning(v).name[0] in "nsewz" for v in range(1, formula.decisive + 26))
    size = sizes(puzzle, "corrected")
    notes = [step.note for step in one_loop.steps]
    assert (formula.decisive, kinds[True], size.variables - 125) == (100, 125, 605)
    assert "100 and 25" in notes[0]
    assert "605" in notes[0]
    assert size.of_rule[0].clauses == 80
    assert "80 in all" in notes[1]
    assert (len(puzzle.clues), size.of_rule[1].clauses) == (9, 62)
    assert "The 9 clues make 62 clauses" in notes[2]
    assert sizes(puzzle, "fast").variables == 25
    assert "one variable a cell" in notes[7]
    left = [count_answers(puzzle, one_loop.rules_at(at), seconds=60) for at in range(3, 7)]
    assert [each.answers for each in left] == [30, 30, 14, 1]
    assert "30 answers are left" in notes[3]
    assert "Not one of the 30 answers goes" in notes[4]
    assert "14 answers are left" in notes[5]
    assert "one answer is left" in notes[6]
    assert count_answers(puzzle, range(6), "published", seconds=60).answers == 30


def test_a_cell_alone_in_a_loop_of_its_own_is_what_the_step_about_reach_excludes(
    one_loop: Lesson,
) -> None:
    puzzle = one_loop.entry.level
    formula = LoopFormula(puzzle)
    cnf, reached = formula.cnf((0, 1, 5, 2)), set()
    while (model := find_model(cnf.clauses())) is not None:
        answer = formula.answer(model)
        on = frozenset(filter(answer.has, puzzle.board.edges))
        cells = Loop(on).inside
        inside = [part for part in regions(puzzle, on)[1] if part[0] in cells]
        first = min((cell for part in inside for cell in part), key=lambda cell: cell[::-1])
        if not any(part[0] != first and len(part) == 1 for part in inside):
            reached.add(answer)
        cnf.add("another", formula.excluding(answer))
    assert len(reached) == 14
    for answer in reached:
        cnf = formula.cnf((0, 1, 5, 2, 3))
        cnf.add("this", [[x] for x in formula.literals_of(answer)])
        assert find_model(cnf.clauses()) is not None
