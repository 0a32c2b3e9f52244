"""Undo and redo of anything, without limit."""

from __future__ import annotations

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core import board
from flowdesk.core.edit import Edit, History
from flowdesk.core.grid import cells_of
from flowdesk.desk.documents.document import Document
from flowdesk.kinds.flow.level import Level
from tests.boards import edit_at_random
from tests.levels import examples, levels, solved_entries


class Editor:
    """Somebody who changes a text and takes changes back."""

    def __init__(self) -> None:
        self.history: History[str] = History()
        self.text = ""

    def write(self, text: str) -> None:
        self._change(f"write {text}", self.text + text)

    def take_out(self, count: int) -> None:
        self._change(f"take out {count}", self.text[: len(self.text) - count])

    def _change(self, label: str, text: str) -> None:
        self.history.push(Edit(label, self.text, text))
        self.text = text

    def undo(self) -> bool:
        return self._follow(self.history.undo())

    def redo(self) -> bool:
        return self._follow(self.history.redo())

    def abandon(self) -> bool:
        return self._follow(self.history.abandon_gesture())

    def _follow(self, edit: Edit[str] | None) -> bool:
        if edit:
            assert edit.before == self.text
            self.text = edit.after
        return edit is not None


def test_undo_and_redo_have_no_limit() -> None:
    editor = Editor()
    texts = [""]
    for i in range(5000):
        editor.write(str(i % 10))
        texts.append(editor.text)
    for text in reversed(texts[:-1]):
        assert editor.undo()
        assert editor.text == text
    assert not editor.undo()
    for text in texts[1:]:
        assert editor.redo()
        assert editor.text == text
    assert not editor.redo()


def test_a_gesture_that_changes_nothing_leaves_no_step() -> None:
    editor = Editor()
    editor.write("a")
    editor.history.begin_gesture()
    editor.history.end_gesture()
    editor.history.begin_gesture()
    editor.write("b")
    editor.take_out(1)
    editor.history.end_gesture()
    assert editor.history.undo_label == "write a"
    editor.undo()
    assert editor.text == ""


def test_what_was_not_begun_cannot_be_given_up_and_is_no_gesture() -> None:
    editor = Editor()
    editor.history.begin_gesture()
    assert not editor.abandon()
    editor.write("d")
    editor.write("e")
    editor.undo()
    assert editor.text == "d"


def test_saving_in_the_middle_of_a_gesture_does_not_save_the_rest_of_it() -> None:
    editor = Editor()
    editor.history.begin_gesture()
    editor.write("a")
    editor.history.mark_saved()
    editor.write("b")
    assert not editor.history.is_saved
    editor.history.end_gesture()
    assert not editor.history.is_saved


@examples(600)
@given(st.lists(st.sampled_from(["a", "b", "undo", "redo", "save", "gesture", "give up"])))
def test_history_is_right_whatever_is_done(actions: list[str]) -> None:
    editor = Editor()
    # Texts to go back or forth to, each with the label of the step.
    done: list[tuple[str, str]] = []
    undone: list[tuple[str, str]] = []
    saved: int | None = 0  # after how many steps, unless another way was taken there
    for action in actions:
        before = editor.text
        if action == "undo":
            assert editor.undo() == bool(done)
            if done:
                text, label = done.pop()
                undone.append((before, label))
                assert editor.text == text
        elif action == "redo":
            assert editor.redo() == bool(undone)
            if undone:
                text, label = undone.pop()
                done.append((before, label))
                assert editor.text == text
        elif action == "save":
            editor.history.mark_saved()
            saved = len(done)
        elif action == "give up":
            editor.history.begin_gesture()
            editor.write("x")
            editor.write("y")
            assert editor.abandon()
            assert editor.text == before
        else:
            if action == "gesture":
                editor.history.begin_gesture()
                editor.write("c")
                editor.write("d")
                editor.history.end_gesture()
            else:
                editor.write(action)
            saved = None if saved is not None and saved > len(done) else saved
            done.append((before, "write c" if action == "gesture" else f"write {action}"))
            undone.clear()
        assert editor.history.is_saved == (saved == len(done))
        labels = [steps[-1][1] if steps else "" for steps in (done, undone)]
        assert [editor.history.undo_label, editor.history.redo_label] == labels


def everything(level: Level) -> tuple[object, ...]:
    """All that a level holds, with the order in which things are told about it."""
    return level, list(level.about.items()), level.colors, level.drawn


@examples(100)
@given(st.lists(st.one_of(levels(), solved_entries().map(lambda entry: entry.level)), min_size=2))
def test_undo_brings_back_any_level_whatever_it_was_changed_to(states: list[Level]) -> None:
    document = Document(states[0])
    for level in states[1:]:
        document.apply("change", level)
    back, forth = states[-2::-1], states[1:]
    for step, steps in ((document.undo, back), (document.redo, forth), (document.undo, back)):
        for level in steps:
            step()
            assert everything(document.level) == everything(level)
    assert (document.history.undo_label, document.history.redo_label) == ("", "change")
    document.history.begin_gesture()
    document.apply("drag", states[1])
    document.abandon_gesture()
    document.redo()
    assert everything(document.level) == everything(states[1])


def test_steps_of_undo_keep_only_what_they_changed() -> None:
    cells = list(cells_of(50, 50))
    endpoints = {cell: f"C{place // 2}" for place, cell in enumerate(cells[::5])}
    document = Document(Level(50, 50, endpoints, frozenset(cells[1::5])))
    first = document.level
    tracemalloc.start()
    edit_at_random(document, 24)
    for kept in (board._made, board._joined):  # of the last few boards, whoever asked for them
        kept.cache_clear()
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert used < 600_000  # such a level and what is known of it take more than 100,000 bytes
    while document.history.undo_label:
        document.undo()
    assert document.level == first
