"""Lessons in the real window: opened, walked through, edited and saved."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from flowdesk.core.storage import shipped
from flowdesk.lab import lessons
from flowdesk.lab.cdcl import Conflicted
from flowdesk.lab.flow.rules import BORDER_FIRST
from flowdesk.lab.lessons import Lesson
from flowdesk.lab.trace import ORDERS, SearchPlace
from tests.app.test_explore import all_known, asked, drag_rule, invoke, marked, switch
from tests.driver import Driver, answering, button, texts
from tests.samples import SMALL

TEN = shipped("puzzles") / "lessons" / "1-classic-ten-rules.lesson"


@pytest.fixture
def lesson(driver: Driver, tmp_path: Path) -> Path:
    """A copy of the first lesson, opened like any file."""
    path = tmp_path / "mine.lesson"
    shutil.copy(TEN, path)
    assert driver.window.files.open_named(str(path))
    all_known(driver)
    return path


def shown(driver: Driver) -> str:
    """What can be read below the board."""
    driver.root.update()
    bar = driver.window.lab.lesson_bar
    return texts(bar) if bar.winfo_ismapped() else ""


def press(driver: Driver, words: str) -> None:
    """Press a button below the board."""
    button(driver.window.lab.lesson_bar, words).invoke()
    driver.root.update()


def opened(driver: Driver) -> Lesson:
    lesson = driver.window.tab.lessons.lesson
    assert lesson
    return lesson


def write(driver: Driver, words: str) -> None:
    """Write words at the beginning of the note."""
    note = driver.window.lab.lesson_bar.note
    note.focus_force()
    driver.root.update()
    note.insert("1.0", words)
    driver.root.update()


def test_a_lesson_opens_its_level_and_its_steps_are_walked_through_with_their_notes(
    driver: Driver, lesson: Path
) -> None:
    assert driver.level.title == "First Steps"
    assert asked(driver).order == BORDER_FIRST
    assert asked(driver).on == frozenset()
    assert "Step 1 of 11" in shown(driver)
    assert "ask the room which one" in shown(driver)
    driver.key(*["F11"] * 4)
    assert asked(driver).on == {1, 2, 3, 10}
    assert "Step 5 of 11" in shown(driver)
    assert "10  No arm off the board" in texts(driver.window.lab.explorer)
    press(driver, "Back")
    invoke(driver, "Next step")
    switch(driver, 7)
    driver.key("F11")
    assert asked(driver).on == {1, 2, 3, 4, 10}, "a step is what it is, whatever was tried"
    driver.key(*["F11"] * 20)
    all_known(driver)
    assert "Step 11 of 11" in shown(driver)
    assert "Solved." in texts(driver.window.lab.explorer)
    assert "disabled" in button(driver.window.lab.explorer, "Next step").state()
    invoke(driver, "All")
    invoke(driver, "None")
    assert "Step 1 of 11" in shown(driver)
    assert asked(driver).on == frozenset()


def test_the_rules_are_explored_again_at_the_step_where_the_lesson_is(
    driver: Driver, lesson: Path
) -> None:
    driver.key("F11", "F11", "F7")
    assert not driver.window.tab.exploring.is_on
    assert "Step 3 of 11" in shown(driver), "the note can still be read"
    driver.key("F7")
    assert asked(driver).on == {1, 2}
    switch(driver, 7)
    driver.key("Control-F7")
    assert driver.window.tab.thinking.is_on
    driver.key("Escape")
    assert asked(driver).on == {1, 2, 7}, "they stay when a search is left"
    driver.key("Escape", "F7")
    assert asked(driver).on == {1, 2}, "the step is taken up again"
    driver.key("F7", "F11")
    assert asked(driver).on == {1, 2, 3}


def test_a_lesson_that_is_opened_again_has_no_mark_of_changes_and_another_level_ends_it(
    driver: Driver, lesson: Path
) -> None:
    driver.key("F11", "F11")
    for _ in range(2):
        assert driver.window.tab.lessons.is_saved
        assert "•" not in driver.window.root.title()
        assert driver.window.tab.lessons.open(lesson)
        driver.root.update()
    driver.open(SMALL)
    assert not shown(driver)
    driver.key("F11")
    all_known(driver)
    assert driver.window.tab.exploring.guide is None


def test_notes_are_written_below_the_board_and_saved(driver: Driver, lesson: Path) -> None:
    driver.key("F11")
    write(driver, "Wake up. ")
    assert "not saved" in shown(driver)
    driver.key("Escape")
    assert driver.window.tab.exploring.is_on, "Escape only leaves the note"
    driver.key("F11", "Shift-F11")
    assert "Wake up. One colour a cell." in shown(driver)
    press(driver, "Save")
    assert "not saved" not in shown(driver)
    again = lessons.open_lesson(lesson)
    assert again.steps[1].note.startswith("Wake up. One colour")
    note = driver.window.lab.lesson_bar.note
    for keys in ("<Tab>", "<<PrevWindow>>"):
        note.focus_force()
        driver.root.update()
        note.event_generate(keys)
        driver.root.update()
        assert driver.root.focus_get() not in (None, note), "Tab leaves it and writes nothing"
    assert again == opened(driver)


def test_saving_while_a_lesson_is_open_saves_the_lesson_with_a_changed_board(
    driver: Driver, lesson: Path
) -> None:
    puzzle = shipped("puzzles") / "05x05-first-steps.txt"
    before = puzzle.read_bytes()
    write(driver, "Mine. ")
    driver.view.focus_force()
    driver.click(next(iter(driver.level.endpoints)), button=3)
    driver.key("Control-s")
    assert puzzle.read_bytes() == before
    again = lessons.open_lesson(lesson)
    assert again.steps[0].note.startswith("Mine. ")
    assert (again.puzzle, again.entry.level) == ("", driver.level)
    assert driver.window.tab.saving.may_close(), "nothing is left to be asked about"
    assert driver.window.tab.lessons.open(lesson)
    assert driver.window.tab.saving.may_close()


def test_the_next_step_has_the_board_of_the_lesson_whatever_was_done_to_it(
    driver: Driver, lesson: Path
) -> None:
    prepared = driver.level
    driver.view.focus_force()
    driver.click(next(iter(driver.level.endpoints)), button=3)
    broken = driver.level
    assert broken != prepared
    assert "not saved" in shown(driver)
    driver.key("F11")
    all_known(driver)
    assert driver.level == prepared
    assert "not saved" not in shown(driver)
    assert asked(driver).on == {1}
    assert driver.window.status.message.startswith("The board is the lesson's again. ")
    driver.key("Control-z")
    assert driver.level == broken, "it was one edit"
    driver.key("Control-s", "F11")
    all_known(driver)
    assert driver.level == broken, "it was saved as the lesson's"
    assert asked(driver).on == {1, 2}


def test_the_status_line_has_the_whole_answer_wherever_the_pointer_rests(
    driver: Driver, lesson: Path
) -> None:
    driver.key(*["F11"] * 3)
    all_known(driver)
    driver.hover(min(marked(driver)))
    remark = driver.window.status.message
    assert remark != driver.window.tab.exploring.message[0]
    driver.key(*["F11"] * 6)
    all_known(driver)
    assert "implied by the rules that are on" in driver.window.status.message


def test_an_order_that_rules_are_dragged_into_is_part_of_the_lesson(
    driver: Driver, lesson: Path
) -> None:
    drag_rule(driver, 3, above=1)
    driver.key("F11")
    assert asked(driver).on == {3}
    assert opened(driver).order[:3] == (3, 1, 2)
    assert "One path an endpoint." in shown(driver), "the note goes with its rule"


def test_notes_that_are_not_saved_are_asked_about_and_edits_by_hand_not_overwritten(
    driver: Driver, lesson: Path
) -> None:
    write(driver, "Mine. ")
    asked = answering(driver, "Cancel")
    assert not driver.window.tab.lessons.open(TEN)
    assert "Mine." in shown(driver)
    assert "“The classic ten rules” has changes" in asked[0]
    by_hand = lesson.read_text().replace("The task", "Their task")
    lesson.write_text(by_hand)
    answering(driver, "Cancel")
    press(driver, "Save")
    assert lesson.read_text() == by_hand
    answering(driver, "Save over them")
    press(driver, "Save")
    assert lessons.open_lesson(lesson).steps[0].note.startswith("Mine. The task")
    write(driver, "All ")
    answering(driver, "Save")
    press(driver, "Close")
    assert not shown(driver)
    assert driver.window.tab.exploring.is_on
    assert lessons.open_lesson(lesson).steps[0].note.startswith("All Mine.")


def test_a_lesson_with_unsaved_notes_keeps_its_level_while_others_of_the_file_are_looked_at(
    driver: Driver, tmp_path: Path
) -> None:
    path = tmp_path / "mine.lesson"
    puzzle = "packs/05x05.txt#2"
    path.write_text(json.dumps({"flowdesk-lesson": 1, "puzzle": puzzle, "steps": [{}, {}]}))
    assert driver.window.tab.lessons.open(path)
    all_known(driver)
    write(driver, "Mine. ")
    driver.key("Escape", "Next")
    driver.tap("F11")
    assert driver.window.tab.exploring.state.on == set()
    assert "not the lesson's" in texts(driver.window.status)
    for again in ((), ("Escape", "Escape", "F7")):
        driver.key(*again)
        all_known(driver)
        assert "not the lesson's" in texts(driver.window.status), "beside the answer"
    press(driver, "Save")
    saved = lessons.open_lesson(path)
    assert (saved.puzzle, saved.steps[0].note) == (puzzle, "Mine. ")
    write(driver, "Again. ")
    driver.key("Escape", "Prior", "F11")
    assert asked(driver).on == {1}


def test_a_walk_is_saved_from_where_the_rules_are_and_goes_on_as_a_lesson(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(SMALL)
    driver.key("F7", "F11", "F11")
    all_known(driver)
    path = tmp_path / "my-own.lesson"
    assert driver.window.tab.lessons.save_to(path)
    lesson = lessons.open_lesson(path)
    assert (lesson.title, lesson.on, len(lesson.steps)) == ("My own", (1, 2), 10)
    assert (lesson.puzzle, lesson.entry.level) == ("", SMALL)
    assert "Step 1 of 10" in shown(driver)
    driver.key("F11")
    assert asked(driver).on == {1, 2, 3}
    driver.window.files.open_path(shipped("puzzles") / "06x06-brackets.txt")
    driver.key("F7")
    all_known(driver)
    assert driver.window.tab.lessons.save_to(tmp_path / "a.lesson")
    assert lessons.open_lesson(tmp_path / "a.lesson").puzzle == "06x06-brackets.txt", "is named"


def test_every_shipped_note_is_read_whole_on_a_small_screen(driver: Driver) -> None:
    driver.window.root.geometry("1366x741+0+0")
    driver.wait_until(lambda: driver.window.root.winfo_height() == 741, "it has that size")
    for path in lessons.shipped_lessons():
        assert driver.window.tab.lessons.open(path)
        for step in opened(driver).steps:
            driver.root.update()
            driver.key("Control-F11")
            for each in driver.window.lab.lesson_bar.texts.values():
                assert each.yview() == (0, 1), (path, step)
            driver.window.tab.lessons.go_by(1)


def test_what_is_shipped_is_in_the_menu(driver: Driver) -> None:
    choices, _ = driver.window.tab.lessons.shipped()
    names = [name for name, _ in choices]
    assert names[:3] == ["The classic ten rules", "Loops", "A search with conflicts"]
    assert names[3:] == ["Slitherlink: one loop"]
    choices[1][1]()
    all_known(driver)
    assert 11 in {each.rule for each in asked(driver).broken}, "there is a ring"
    driver.key("F11")
    all_known(driver)
    assert not {each.rule for each in asked(driver).broken} - {12}


def test_presenting_leaves_the_notes_to_the_lecturer_and_walks_through_the_steps(
    driver: Driver, lesson: Path
) -> None:
    driver.key("Shift-F7", "Next", "Next")
    all_known(driver)
    slides = driver.window.lab.presenter.slides
    assert slides
    assert "Step 3 of 11" in shown(driver)
    assert opened(driver).steps[2].note in shown(driver)
    assert opened(driver).steps[2].note not in texts(slides)
    assert asked(driver).on == {1, 2}


def test_the_note_lies_below_the_board_alone_with_its_buttons_in_a_small_window(
    driver: Driver, lesson: Path
) -> None:
    root, bar, panel = driver.window.root, driver.window.lab.lesson_bar, driver.window.lab.explorer
    write(driver, "Mine. ")
    assert bar.winfo_rooty() >= driver.view.winfo_rooty() + driver.view.winfo_height()
    assert bar.winfo_rootx() + bar.winfo_width() <= panel.winfo_rootx()
    root.geometry("800x573+0+0")
    driver.wait_until(lambda: root.winfo_height() == 573, "it is small")
    driver.root.update()
    last = button(bar, "Close")
    assert last.winfo_width() >= last.winfo_reqwidth()
    for part in (last, bar.note):
        assert part.winfo_rootx() + part.winfo_width() <= panel.winfo_rootx()


def test_a_step_with_a_search_watches_the_solver_until_the_lesson_goes_on(driver: Driver) -> None:
    path = shipped("puzzles") / "lessons" / "3-search-with-conflicts.lesson"
    window = driver.window
    assert window.tab.lessons.open(path)
    all_known(driver)
    assert window.tab.exploring.is_on
    driver.key("F11")
    assert window.tab.thinking.is_on
    assert "a search at the beginning" in shown(driver)
    driver.key("F11")
    assert "the first one, at level 5" in shown(driver)
    driver.wait_until(
        lambda: isinstance(window.tab.thinking.thinking.event, Conflicted), "it stands there"
    )
    driver.key("Shift-F11", "Shift-F11")
    all_known(driver)
    assert window.tab.exploring.is_on
    driver.key("F11")
    assert window.tab.thinking.is_on
    driver.key("Escape")
    assert window.tab.exploring.is_on, "who comes back to the rules sees the rules"


WRONG_TURNS = "lessons/05x05-wrong-turns.txt"


def write_lesson(path: Path, *steps: object) -> Path:
    """A lesson about a search with conflicts, whose first step has the rules alone."""
    lesson = {"flowdesk-lesson": 1, "puzzle": WRONG_TURNS, "on": [*range(1, 12)]}
    path.write_text(json.dumps({**lesson, "steps": [{}, *steps]}))
    return path


def test_a_step_begins_where_it_stands_in_its_search(driver: Driver, tmp_path: Path) -> None:
    places = [
        {"order": "cell by cell", "conflict": 1},
        {"order": "cell by cell", "conflict": 1, "step": 2},
        {"order": "most conflicts", "conflict": 3},
        {"order": "most conflicts", "learn": False, "step": 9},
    ]
    steps = [{"search": place} for place in places]
    lessons_of, thinking = driver.window.tab.lessons, driver.window.tab.thinking
    assert lessons_of.open(write_lesson(tmp_path / "a.lesson", *steps))
    for step in (1, 2, 3, 4, 3, 1, 0, 2):
        lessons_of.go(step)
        assert thinking.is_on is (step > 0)
        place = opened(driver).steps[step].search
        if isinstance(place, SearchPlace):
            driver.wait_until(lambda: thinking.thinking.trace.place == place, "it stands there")  # noqa: B023
            assert driver.window.lab.think_panel.order.get() == place.order
    thinking.step()
    assert "a search 2 steps after conflict 1" in shown(driver)
    lessons_of.go(2)
    assert thinking.thinking.trace.place.step == 2, "a step is what it is, whatever was tried"


def test_here_takes_the_place_of_the_search_that_is_watched(driver: Driver, tmp_path: Path) -> None:
    path, lessons_of = tmp_path / "a.lesson", driver.window.tab.lessons
    assert lessons_of.open(write_lesson(path, {"search": True}))
    all_known(driver)
    here = button(driver.window.lab.lesson_bar, "Here")
    assert not here.winfo_ismapped(), "no search is watched"
    driver.key("F11")
    driver.wait_until(lambda: driver.window.tab.thinking.thinking.trace.is_over, "all is known")
    driver.key("Control-F9", "F8")
    assert here.winfo_ismapped()
    here.invoke()
    driver.root.update()
    assert "(not saved)  a search 1 step after" in shown(driver)
    assert driver.window.status.message == "Step 2 begins 1 step after conflict 1 now."
    driver.key("Control-s", "Control-End", "Shift-F11", "F11")
    thinking, place = driver.window.tab.thinking, SearchPlace(conflict=1, step=1)
    driver.wait_until(lambda: thinking.thinking.trace.place == place, "it stands there")
    assert lessons.open_lesson(path) == opened(driver)
    assert opened(driver).steps[1].search == place


def test_what_is_wrong_in_a_lesson_is_told_with_its_place(driver: Driver, tmp_path: Path) -> None:
    steps = [{"search": {"conflict": 9}}, {"search": {"order": "quick"}}]
    path, lessons_of = tmp_path / "a.lesson", driver.window.tab.lessons
    write_lesson(path, 1)
    said = answering(driver, "OK")
    assert not lessons_of.open(path)
    assert "a.lesson: 'steps'[1] is not a JSON object." in said[0]
    write_lesson(path, *steps)
    said = answering(driver, "OK")
    assert lessons_of.open(path)
    assert "a.lesson: 'steps'[2].search.order is 'quick'. Use 'cell by cell'" in said[0]
    all_known(driver)
    driver.key("F11")
    sentence = "'steps'[1].search: there is nothing at conflict 9, because the search ends after"
    driver.wait_until(lambda: sentence in driver.window.status.message, "it is said")
    assert driver.window.tab.thinking.thinking.trace.is_at_end
    driver.key("F11")
    assert driver.window.tab.thinking.thinking.at == 0


def test_an_answer_is_hidden_until_it_is_asked_for(driver: Driver, tmp_path: Path) -> None:
    path, lessons_of = tmp_path / "a.lesson", driver.window.tab.lessons
    assert lessons_of.open(write_lesson(path, {"question": "Who?", "answer": "All."}, {}))
    all_known(driver)
    bar = driver.window.lab.lesson_bar
    question, answer = bar.texts["question"], bar.texts["answer"]
    driver.root.update()
    assert not question.winfo_ismapped()
    driver.key("F11")
    assert (question.winfo_ismapped(), answer.winfo_ismapped()) == (True, False)
    press(driver, "Show answer")
    assert answer.winfo_ismapped()
    assert answer.get("1.0", "end-1c") == "All."
    driver.key("Control-F11")
    assert not answer.winfo_ismapped()
    driver.key("Shift-F7")
    assert answer.winfo_ismapped(), "the lecturer knows it"
    assert "All." not in texts(driver.window.lab.presenter.slides or bar)
    driver.key("Escape")
    assert not answer.winfo_ismapped()
    driver.key("Control-F11", "F11", "Control-F11")
    assert answer.winfo_ismapped(), "where there is none, it can be written"
    for text, words in ((question, "When?"), (answer, "Now.")):
        text.insert("1.0", words)
        driver.root.update()
    driver.key("Shift-F11")
    assert not answer.winfo_ismapped(), "it is hidden at each step"
    driver.key("Control-s")
    step = lessons.open_lesson(path).steps[2]
    assert (step.question, step.answer) == ("When?", "Now.")


def test_the_search_of_a_lesson_is_the_same_whatever_was_watched_before(driver: Driver) -> None:
    path = lessons.shipped_lessons()[2]
    driver.window.files.open_path(shipped("puzzles") / lessons.open_lesson(path).puzzle)
    panel, thinking = driver.window.lab.think_panel, driver.window.tab.thinking
    driver.key("Control-F7")
    panel.order.set(list(ORDERS)[-1])
    panel.order.event_generate("<<ComboboxSelected>>")
    driver.click((0, 0))
    driver.root.update()
    assert "Row 1, column 1" in panel.text.get("1.0", "end")
    assert driver.window.tab.lessons.open(path)
    all_known(driver)
    driver.key("F11")
    assert thinking.is_on
    assert thinking.order == panel.order.get() == next(iter(ORDERS))
    driver.root.update()
    assert panel.text.get("1.0", "end").startswith("Event 0"), "it tells what happens"
