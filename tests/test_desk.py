"""The application without a screen: editing, undo, the open file, watching, what is remembered."""

from __future__ import annotations

import json
import os
import tracemalloc
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flowdesk.core.edit import Edit
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import TURNS, Cell, cells_of
from flowdesk.desk.documents.document import Document, Happening
from flowdesk.desk.documents.history import History
from flowdesk.desk.documents.settings import (
    MAX_RECENT,
    Settings,
    load_settings,
    save_settings,
    settings_path,
)
from flowdesk.desk.pictures.playback import CELL_SECONDS, MOST_SECONDS, Playback, Step, steps_of
from flowdesk.draw.theme import THEMES
from flowdesk.formats.registry import JSON, load, read_file, read_text
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.tiles import covers
from tests.boards import edit_at_random
from tests.levels import COLORS, LONG_LABELS, ONE_LETTER, edges_of, levels, solved_entries

quick = settings(max_examples=60, deadline=None)


# -- history -----------------------------------------------------------------------------------


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


def test_undo_and_redo_say_what_they_would_do() -> None:
    editor = Editor()
    assert (editor.history.undo_label, editor.history.redo_label) == ("", "")
    editor.write("a")
    editor.write("b")
    editor.undo()
    assert (editor.history.undo_label, editor.history.redo_label) == ("write a", "write b")


def test_a_new_edit_takes_the_place_of_what_was_undone() -> None:
    editor = Editor()
    editor.write("a")
    editor.write("b")
    editor.undo()
    editor.write("c")
    assert not editor.redo()
    assert editor.text == "ac"
    editor.undo()
    assert editor.text == "a"


def test_a_gesture_is_one_step() -> None:
    editor = Editor()
    editor.write("a")
    editor.history.begin_gesture()
    for letter in "bcd":
        editor.write(letter)
    editor.history.end_gesture()
    editor.write("e")
    assert editor.history.undo_label == "write e"
    editor.undo()
    assert editor.history.undo_label == "write b"
    editor.undo()
    assert editor.text == "a"
    editor.redo()
    assert editor.text == "abcd"


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


def test_a_gesture_can_be_given_up() -> None:
    editor = Editor()
    editor.write("a")
    editor.history.begin_gesture()
    editor.write("b")
    editor.write("c")
    assert editor.abandon()
    assert editor.text == "a"
    assert editor.history.undo_label == "write a"
    editor.history.begin_gesture()
    assert not editor.abandon()
    editor.write("d")
    editor.write("e")
    editor.undo()
    assert editor.text == "ad"  # they were no gesture


def test_what_was_saved_is_known_after_undo_and_redo() -> None:
    editor = Editor()
    assert editor.history.is_saved
    editor.write("a")
    assert not editor.history.is_saved
    editor.history.mark_saved()
    assert editor.history.is_saved
    editor.write("b")
    assert not editor.history.is_saved
    editor.undo()
    assert editor.history.is_saved
    editor.undo()
    assert not editor.history.is_saved
    editor.redo()
    assert editor.history.is_saved


def test_what_was_saved_is_lost_when_another_way_is_taken() -> None:
    editor = Editor()
    editor.write("a")
    editor.write("b")
    editor.history.mark_saved()
    editor.undo()
    editor.write("c")  # as many steps as when it was saved, but another text
    assert not editor.history.is_saved
    editor.undo()
    assert not editor.history.is_saved
    editor.history.mark_saved()
    assert editor.history.is_saved


def test_what_was_saved_before_anything_was_done_is_not_lost() -> None:
    editor = Editor()
    editor.write("a")
    editor.undo()
    editor.write("b")
    editor.undo()
    assert editor.history.is_saved


def test_saving_in_the_middle_of_a_gesture_does_not_save_the_rest_of_it() -> None:
    editor = Editor()
    editor.history.begin_gesture()
    editor.write("a")
    editor.history.mark_saved()
    editor.write("b")
    assert not editor.history.is_saved
    editor.history.end_gesture()
    assert not editor.history.is_saved


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(["a", "b", "undo", "redo", "save", "gesture", "give up"])))
def test_history_is_right_whatever_is_done(actions: list[str]) -> None:
    editor = Editor()
    done: list[str] = []
    undone: list[str] = []
    saved = ""
    for action in actions:
        before = editor.text
        if action == "undo":
            assert editor.undo() == bool(done)
            if done:
                undone.append(before)
                assert editor.text == done.pop()
        elif action == "redo":
            assert editor.redo() == bool(undone)
            if undone:
                done.append(before)
                assert editor.text == undone.pop()
        elif action == "save":
            editor.history.mark_saved()
            saved = editor.text
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
            done.append(before)
            undone.clear()
        if editor.history.is_saved:
            assert editor.text == saved


def everything(level: Level) -> tuple[object, ...]:
    """All that a level holds, with the order in which things are told about it."""
    return level, list(level.about.items()), level.colors, level.drawn


@settings(max_examples=100, deadline=None)
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
    document.begin_gesture()
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
    edit_at_random(document, 300)
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert used < 1_000_000  # such a level and what is known of it take more than 100,000 bytes
    while document.history.undo_label:
        document.undo()
    assert document.level == first


# -- document ----------------------------------------------------------------------------------

SMALL = Level(3, 1, {(0, 0): "R", (2, 0): "R"})
OTHER = Level(2, 1, {(0, 0): "B", (1, 0): "B"})
PACK = "3 1\nR.R\n\n2 1\nBB\n\n1 2\nG\nG\n"


def with_hole(level: Level) -> Level:
    return editing.set_hole(level, (1, 0), True)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    path = tmp_path / "pack.txt"
    path.write_text(PACK)
    return path


def test_a_new_document_has_no_file_and_nothing_to_lose() -> None:
    document = Document(SMALL)
    assert (document.level, document.path, document.name) == (SMALL, None, "Untitled")
    assert document.is_saved
    document.apply("make a hole", with_hole(SMALL))
    document.new(OTHER)
    assert (document.level, document.path, document.is_saved) == (OTHER, None, True)
    document.undo()
    assert document.level == OTHER


def test_an_edit_can_be_undone_and_is_told() -> None:
    document = Document(SMALL)
    told: list[Happening] = []
    document.listeners.append(told.append)
    assert document.apply("make a hole", with_hole(SMALL))
    assert not document.is_saved
    document.undo()
    assert (document.level, document.is_saved) == (SMALL, True)
    document.redo()
    assert document.level == with_hole(SMALL)
    assert told == [Happening.EDITED, Happening.EDITED, Happening.EDITED]
    document.redo()
    assert told == [Happening.EDITED, Happening.EDITED, Happening.EDITED]


def test_an_edit_that_changes_nothing_is_none() -> None:
    document = Document(SMALL)
    assert not document.apply("erase", editing.erase(document.level, (1, 0)))
    assert document.history.undo_label == ""
    assert document.is_saved


def test_a_gesture_in_a_document_is_one_step() -> None:
    document = Document(SMALL)
    document.begin_gesture()
    for x in (1, 2):
        document.apply("make holes", editing.set_hole(document.level, (x, 0), True))
    document.end_gesture()
    document.undo()
    assert document.level == SMALL
    document.redo()
    document.begin_gesture()
    document.apply("clear", editing.cleared(document.level))
    document.abandon_gesture()
    assert document.level.holes == {(1, 0), (2, 0)}


def test_a_file_is_opened_edited_saved_and_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    path.write_text("R.R\n\nmood: sunny\n")
    document = Document(OTHER)
    told: list[Happening] = []
    document.listeners.append(told.append)
    document.open(path)
    assert (document.level.endpoints, document.path, document.name) == (
        SMALL.endpoints,
        path,
        "level.txt",
    )
    document.apply("make a hole", with_hole(document.level))
    document.save()
    assert document.is_saved
    assert path.read_text() == "R#R\n\nmood: sunny\n"
    assert told == [Happening.OPENED, Happening.EDITED, Happening.SAVED]
    document.undo()
    assert not document.is_saved
    again = Document(OTHER)
    again.open(path)
    assert again.level == with_hole(again.level)


def test_saving_under_another_name_leaves_the_old_file(tmp_path: Path) -> None:
    document = Document(SMALL)
    document.save(tmp_path / "first.txt")
    document.apply("make a hole", with_hole(SMALL))
    document.save(tmp_path / "second.json")
    assert document.path == tmp_path / "second.json"
    assert document.is_saved
    assert load(tmp_path / "first.txt") == [SMALL]
    assert load(tmp_path / "second.json") == [with_hole(SMALL)]


def test_a_file_that_cannot_be_opened_changes_nothing(tmp_path: Path, pack: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("R.R\n..\n")
    document = Document(SMALL)
    document.open(pack)
    document.go_to(1)
    document.apply("clear", editing.cleared(document.level))
    level = document.level
    told: list[Happening] = []
    document.listeners.append(told.append)
    for path in (bad, tmp_path, tmp_path / "missing.txt"):
        with pytest.raises(FlowDeskError):
            document.open(path)
        assert (document.level, document.path, document.index) == (level, pack, 1)
        assert document.history.undo_label == "clear"
        assert not document.is_saved
    assert told == []


def test_a_save_that_fails_leaves_the_document_unsaved(tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    document = Document(SMALL)
    document.save(path)
    document.apply("make a hole", with_hole(SMALL))
    told: list[Happening] = []
    document.listeners.append(told.append)
    for target in (tmp_path, tmp_path / "no" / "level.txt", tmp_path / "level.doc"):
        with pytest.raises(FlowDeskError):
            document.save(target)
        assert not document.is_saved
        assert document.path == path
    document.apply("long label", editing.place(document.level, (0, 0), "C63"))
    with pytest.raises(FlowDeskError):
        document.save()
    assert not document.is_saved
    assert load(path) == [SMALL]
    assert told == [Happening.EDITED]


def test_a_document_holds_all_levels_of_its_file(pack: Path) -> None:
    document = Document(SMALL)
    document.open(pack)
    assert (document.count, document.index, document.name) == (3, 0, "pack.txt #1")
    told: list[Happening] = []
    document.listeners.append(told.append)
    document.apply("make a hole", with_hole(document.level))
    document.go_to(2)
    assert (document.level.height, document.name) == (2, "pack.txt #3")
    document.undo()  # its own history: there is nothing to undo
    assert document.level.endpoints
    document.apply("clear", editing.cleared(document.level))
    document.go_to(0)
    assert document.level == with_hole(SMALL)
    document.undo()
    assert document.level == SMALL
    assert not document.is_saved  # the third one is not
    document.go_to(3)
    document.go_to(-1)
    document.go_to(0)
    assert document.index == 0
    assert told == [
        Happening.EDITED,
        Happening.OPENED,
        Happening.EDITED,
        Happening.OPENED,
        Happening.EDITED,
    ]
    document.save()
    assert document.is_saved
    assert [len(level.endpoints) for level in load(pack)] == [2, 2, 0]


def test_pasted_levels_are_not_saved(tmp_path: Path) -> None:
    document = Document(SMALL)
    document.open_entries(read_text(PACK))
    assert (document.count, document.path, document.is_saved) == (3, None, False)
    document.apply("clear", editing.cleared(document.level))
    document.undo()
    assert not document.is_saved
    document.save(tmp_path / "pasted.txt")
    assert document.is_saved


def test_what_belongs_to_no_file_has_a_name_until_it_does(tmp_path: Path) -> None:
    document = Document(SMALL)
    assert document.name == "Untitled"
    document.open_entries(read_text(PACK), "Pasted")
    assert document.name == "Pasted #1"
    document.save(tmp_path / "a.txt")
    assert document.name == "a.txt #1"
    document.new(SMALL)
    assert document.name == "Untitled"


def test_a_file_keeps_its_format_whatever_its_name(tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    path.write_text(JSON.write([Entry(SMALL)]))
    document = Document(SMALL)
    document.open(path)
    document.apply("make a hole", with_hole(SMALL))
    document.save()
    assert JSON.read(path.read_text())[0].level == document.level
    assert document.format_for(tmp_path / "other.txt").key == "map"
    assert document.format_for(tmp_path / "other.json").key == "json"


def test_what_was_left_out_by_the_reader_is_known_as_long_as_the_file_is_open(
    tmp_path: Path,
) -> None:
    path = tmp_path / "links.txt"
    path.write_text("https://puzz.link/p?numlin/2/1/11\nhttps://puzz.link/p?numlin/3/1/1g1\n")
    document = Document(SMALL)
    document.open(path)
    document.apply("clear", Level(2, 1))
    assert len(document.remarks) == 1
    assert "numlin" in document.remarks[0]
    document.new(SMALL)
    assert document.remarks == []


def test_a_solution_is_kept_until_the_level_changes(tmp_path: Path) -> None:
    solution = Solution({"R": ((0, 0), (1, 0), (2, 0))})
    document = Document(SMALL)
    document.keep_solution(solution)
    assert document.solution == solution
    assert document.is_saved
    document.save(tmp_path / "a.json")
    assert read_file(tmp_path / "a.json")[0].solution == solution
    document.apply("make a hole", with_hole(SMALL))
    assert document.solution is None
    document.open(tmp_path / "a.json")
    assert document.solution == solution


# -- playback ----------------------------------------------------------------------------------


def snake(width: int, height: int, length: int) -> Solution:
    """A walk to and fro over a board, cut into paths of one length."""
    walk = [(x if y % 2 == 0 else width - 1 - x, y) for x, y in cells_of(width, height)]
    pieces = [tuple(walk[i : i + length]) for i in range(0, len(walk), length)]
    return Solution({f"C{number}": piece for number, piece in enumerate(pieces)})


SOLUTIONS = st.one_of(
    solved_entries().map(lambda entry: entry.solution or Solution({})),
    st.builds(
        lambda width, height, length: snake(width, 2 * height, length),
        st.integers(1, 20),
        st.integers(1, 10),
        st.sampled_from([2, 4, 20]),
    ).filter(lambda solution: min(map(len, solution.paths.values())) > 1),
)


@quick
@given(SOLUTIONS)
def test_steps_run_along_every_path_from_an_endpoint_and_cover_the_board(
    solution: Solution,
) -> None:
    seen: dict[str, list[Cell]] = {label: [] for label in solution.paths}
    picture: dict[Cell, Any] = {}
    for step in steps_of(solution):
        cell, _ = step.covers[0]
        seen[step.label].append(cell)
        picture.update(step.covers)
        assert step.finishes == (cell == solution.paths[step.label][-1])
    assert {label: tuple(cells) for label, cells in seen.items()} == solution.paths
    assert picture == covers(solution)


@quick
@given(SOLUTIONS)
def test_steps_come_one_after_the_other_and_never_take_too_long(solution: Solution) -> None:
    times = [step.at for step in steps_of(solution)]
    assert times[0] == 0
    assert times == sorted(times)
    assert times[-1] <= MOST_SECONDS


@pytest.mark.parametrize("solution", [snake(100, 100, 4), snake(100, 100, 10_000), snake(2, 1, 2)])
def test_large_boards_run_in_the_same_time(solution: Solution) -> None:
    steps = steps_of(solution)
    assert len(steps) == sum(map(len, solution.paths.values()))
    assert steps[-1].at <= MOST_SECONDS
    gaps = [b.at - a.at for a, b in pairwise(steps)]
    assert max(gaps) <= CELL_SECONDS * 1.001  # never slower than normal, never standing still


def test_small_boards_run_path_after_path() -> None:
    steps = steps_of(snake(3, 2, 3))
    assert [step.label for step in steps] == ["C0"] * 3 + ["C1"] * 3
    assert [step.at for step in steps] == pytest.approx([i * CELL_SECONDS for i in range(6)])


def cells_in(steps: list[Step]) -> list[Cell]:
    return [step.covers[0][0] for step in steps]


@pytest.fixture
def playback() -> Playback:
    """Ten cells in a row, which take ten times CELL_SECONDS."""
    return Playback(snake(10, 1, 10))


def after(cells: float) -> float:
    """The time by which this many cells more are due; the clock began at 1000."""
    return 1000 + (cells - 0.5) * CELL_SECONDS


def test_playing_shows_what_is_due(playback: Playback) -> None:
    assert playback.tick(1000) == []  # not begun
    playback.play(1000)
    assert cells_in(playback.tick(1000)) == [(0, 0)]
    assert playback.tick(1000) == []
    assert cells_in(playback.tick(after(4))) == [(1, 0), (2, 0), (3, 0)]
    assert (playback.shown, playback.playing, playback.finished) == (4, True, False)
    assert len(playback.tick(after(99))) == 6
    assert (playback.shown, playback.playing, playback.finished) == (10, False, True)
    assert playback.tick(after(100)) == []


def test_time_stands_still_during_a_pause(playback: Playback) -> None:
    playback.play(1000)
    playback.tick(after(3))
    playback.pause()
    assert playback.tick(after(50)) == []
    assert not playback.playing
    playback.play(after(50))
    assert playback.tick(after(50)) == []
    assert cells_in(playback.tick(after(52))) == [(3, 0), (4, 0)]


def test_single_steps_pause(playback: Playback) -> None:
    playback.play(1000)
    playback.tick(after(3))
    assert cells_in(playback.step()) == [(3, 0)]
    assert not playback.playing
    assert cells_in(playback.step()) == [(4, 0)]
    playback.play(after(20))
    assert cells_in(playback.tick(after(21))) == [(5, 0)]
    for _ in range(4):
        assert len(playback.step()) == 1
    assert playback.step() == []
    assert playback.finished


def test_the_rest_can_be_skipped(playback: Playback) -> None:
    playback.play(1000)
    playback.tick(after(3))
    assert len(playback.skip()) == 7
    assert (playback.finished, playback.playing) == (True, False)
    assert playback.skip() == []
    playback.play(after(4))
    assert not playback.playing


def test_it_can_be_played_again(playback: Playback) -> None:
    playback.play(1000)
    playback.tick(after(5))
    playback.rewind()
    assert (playback.shown, playback.playing, playback.finished) == (0, False, False)
    assert playback.tick(after(6)) == []
    playback.play(2000)
    assert cells_in(playback.tick(2000)) == [(0, 0)]
    playback.skip()
    playback.rewind()
    assert len(playback.skip()) == 10


def test_speed_changes_from_now_on(playback: Playback) -> None:
    playback.play(1000)
    playback.tick(after(3))
    playback.set_speed(2.0, after(3))
    assert len(playback.tick(after(5))) == 4
    playback.set_speed(0.5, after(5))
    assert len(playback.tick(after(7))) == 1


def test_speed_can_be_set_while_nothing_plays(playback: Playback) -> None:
    playback.set_speed(3.0, 5)
    playback.play(1000)
    assert len(playback.tick(1000 + 2.5 * CELL_SECONDS)) == 8
    playback.pause()
    playback.set_speed(1.0, 3000)
    assert playback.tick(4000) == []


# -- settings ----------------------------------------------------------------------------------


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of one's own; returns where the settings lie in it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path / "config"))
    assert tmp_path in settings_path().parents
    return settings_path()


def test_settings_are_remembered(config: Path) -> None:
    assert load_settings() == Settings()
    changed = Settings(
        theme="light",
        geometry="800x600+1+2",
        speed=2.5,
        labels=True,
        live=False,
        fit=False,
        recent=("/a", "/é", "/\udcff"),
        new_width=9,
        new_height=12,
        wish_width=5,
        wish_height=6,
        wish_colors="5-8",
        wish_number=30,
        wish_difficulty="hard",
        wish_shortest=4,
        wish_non_touching=True,
        export_suffix=".gif",
        export_cell=64,
        export_theme="light",
        export_labels=True,
        export_background="#ffffff",
        export_transparent=True,
        export_caption=True,
        export_seconds=5.0,
        export_page="a5",
        booklet_per_page=9,
        booklet_answers=True,
        booklet_page="letter",
    )
    save_settings(changed)
    assert load_settings() == changed


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"7", b"\xff\xfe", b"\0" * 100, b"[" * 100_000, b'"speed"'],
)
def test_a_broken_file_means_the_defaults(config: Path, content: bytes) -> None:
    config.parent.mkdir(parents=True)
    config.write_bytes(content)
    assert load_settings() == Settings()


def test_a_folder_in_the_place_of_the_file_means_the_defaults(config: Path) -> None:
    config.mkdir(parents=True)
    assert load_settings() == Settings()
    save_settings(Settings("light"))
    assert load_settings() == Settings()


def test_settings_that_are_a_pipe_are_neither_read_nor_written_nor_waited_for(config: Path) -> None:
    config.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(config)
    assert load_settings() == Settings()
    save_settings(Settings("light"))
    assert load_settings() == Settings()


def test_settings_that_cannot_be_saved_bother_nobody(config: Path) -> None:
    config.parent.parent.mkdir(exist_ok=True)
    (config.parent.parent / "flowdesk").write_text("a file where a folder should be")
    save_settings(Settings("light"))
    assert load_settings() == Settings()


@pytest.mark.parametrize(
    "wrong",
    [
        {"theme": 7},
        {"theme": "pink"},
        {"speed": "fast"},
        {"speed": 0.0},
        {"speed": -1.0},
        {"speed": float("inf")},
        {"speed": float("nan")},
        {"labels": "yes"},
        {"recent": "level.txt"},
        {"recent": [1, 2]},
        {"new_width": 0},
        {"new_height": 10**9},
        {"new_width": True},
        {"export_cell": -5},
        {"export_suffix": ".bmp"},
        {"export_theme": "pink"},
        {"export_background": "white"},
        {"export_seconds": float("nan")},
        {"export_page": "a99"},
        {"booklet_per_page": 0},
        {"booklet_page": ""},
        {"unknown": "of a later version"},
    ],
)
def test_a_value_that_makes_no_sense_is_left_at_its_default(
    config: Path, wrong: dict[str, object]
) -> None:
    save_settings(Settings(fit=False))
    data = json.loads(config.read_text())
    config.write_text(json.dumps({**data, **wrong}))
    assert load_settings() == Settings(fit=False)


@pytest.mark.parametrize(
    "impossible",
    ["", "/a\0b", "/" + "n" * 256, "/n" * 2048, "/\ud800", "/level\0.txt/" + "n" * 300],
    ids=["empty", "nul", "long-name", "long-path", "half-character", "both"],
)
def test_a_recent_file_that_cannot_exist_is_dropped(config: Path, impossible: str) -> None:
    possible = ("/a/level.txt", "/" + "n" * 255, "/n" * 2000, "/\udcff")
    save_settings(Settings(theme="light", recent=(*possible, impossible)))
    assert load_settings() == Settings(theme="light", recent=possible)


def test_what_a_newer_version_remembers_survives_a_save(config: Path) -> None:
    save_settings(Settings())
    newer = {"shape": {"sides": 6}, "nothing": None}
    config.write_text(json.dumps({**json.loads(config.read_text()), **newer}))
    loaded = load_settings()
    config.write_text(json.dumps({**json.loads(config.read_text()), "of another window": [1]}))
    save_settings(replace(loaded, theme="light"))
    saved = json.loads(config.read_text())
    assert (saved["shape"], saved["nothing"]) == ({"sides": 6}, None)
    assert saved["of another window"] == [1]
    assert load_settings() == Settings(theme="light")


def test_every_theme_there_is_can_be_remembered(config: Path) -> None:
    for theme in THEMES:
        save_settings(Settings(theme))
        assert load_settings().theme == theme


def test_recent_files_come_last_first_and_once(tmp_path: Path) -> None:
    now = Settings()
    names = [tmp_path / f"{number}.txt" for number in range(MAX_RECENT + 5)]
    for name in names:
        now = now.with_recent(name)
    assert now.recent == tuple(str(name) for name in reversed(names[-MAX_RECENT:]))
    again = now.with_recent(names[-3])
    assert again.recent[0] == str(names[-3])
    assert sorted(again.recent) == sorted(now.recent)
    assert again.with_recent(Path(os.path.relpath(names[-3]))) == again


# -- editing -----------------------------------------------------------------------------------

SIDES = st.tuples(*[st.integers(0, 3)] * 4)


@quick
@given(levels())
def test_four_quarter_turns_and_two_flips_change_nothing(level: Level) -> None:
    for turn, times in zip(TURNS, (4, 2, 2), strict=True):
        turned = level
        for _ in range(times):
            turned = editing.turned_level(turned, turn)
        assert turned == level


@quick
@given(levels())
def test_a_half_turn_is_a_flip_both_ways(level: Level) -> None:
    turned = editing.turned_level(editing.turned_level(level, "rotate"), "rotate")
    across = editing.turned_level(level, "flip horizontally")
    assert turned == editing.turned_level(across, "flip vertically")


def test_a_quarter_turn_goes_clockwise() -> None:
    level = Level(3, 1, {(0, 0): "R"}, frozenset({(2, 0)}), frozenset({((0, 0), (1, 0))}))
    assert editing.turned_level(level, "rotate") == Level(
        1, 3, {(0, 0): "R"}, frozenset({(0, 2)}), frozenset({((0, 0), (0, 1))})
    )


@quick
@given(levels(), SIDES)
def test_a_board_that_grew_shrinks_back_to_what_it_was(
    level: Level, sides: tuple[int, ...]
) -> None:
    left, top, right, bottom = sides
    grown = editing.resized(level, left, top, right, bottom)
    assert (grown.width, grown.height) == (level.width + left + right, level.height + top + bottom)
    assert len(grown.endpoints) == len(level.endpoints)
    assert editing.resized(grown, -left, -top, -right, -bottom) == level


@quick
@given(levels(), SIDES)
def test_a_board_that_shrank_keeps_what_is_left(level: Level, sides: tuple[int, ...]) -> None:
    left, top, right, bottom = sides
    width, height = level.width - left - right, level.height - top - bottom
    assume(width > 0 and height > 0 and width * height > 1)
    shrunk = editing.resized(level, -left, -top, -right, -bottom)
    for x, y in cells_of(width, height):
        old = (x + left, y + top)
        assert shrunk.endpoints.get((x, y)) == level.endpoints.get(old)
        assert ((x, y) in shrunk.holes) == (old in level.holes)
    moved = {((a + left, b + top), (c + left, d + top)) for (a, b), (c, d) in shrunk.walls}
    inside = {(x + left, y + top) for x, y in cells_of(width, height)}
    assert moved == {wall for wall in level.walls if set(wall) <= inside}


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        ((-1, -1, -1, 0), "too small"),
        ((-3, 0, 0, 0), "too small"),
        ((0, 0, -2, -1), "too small"),
        ((0, 0, 498, 0), "too large"),
        ((200, 200, 200, 200), "too large"),
    ],
)
def test_a_size_that_cannot_be_is_refused(sides: tuple[int, int, int, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        editing.resized(Level(3, 2), *sides)


@quick
@given(levels(), ONE_LETTER, ONE_LETTER)
def test_colors_swapped_twice_are_as_before(level: Level, first: str, second: str) -> None:
    swapped = editing.swap_colors(level, first, second)
    assert swapped.pairs.get(first, ()) == level.pairs.get(second, ())
    assert swapped.color(first) == level.color(first)
    assert editing.swap_colors(swapped, first, second) == level


@quick
@given(levels(), st.data())
def test_what_is_placed_is_there_and_can_be_erased(level: Level, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(cells_of(level.width, level.height))))
    label = data.draw(ONE_LETTER)
    placed = editing.place(level, cell, label)
    assert placed.endpoints == {**level.endpoints, cell: label}
    assert placed.holes == level.holes - {cell}
    assert editing.place(placed, cell, label) is placed
    erased = editing.erase(placed, cell)
    assert cell not in erased.endpoints
    assert editing.erase(erased, cell) is erased
    if level.is_cell(cell) and cell not in level.endpoints:
        assert erased == level


@quick
@given(levels(), st.data())
def test_an_endpoint_moves_to_free_cells_only(level: Level, data: st.DataObject) -> None:
    assume(level.endpoints)
    start = data.draw(st.sampled_from(sorted(level.endpoints)))
    end = data.draw(st.tuples(st.integers(-1, level.width), st.integers(-1, level.height)))
    moved = editing.move(level, start, end)
    if level.is_cell(end) and end not in level.endpoints:
        assert moved.endpoints[end] == level.endpoints[start]
        assert len(moved.endpoints) == len(level.endpoints)
        assert editing.move(moved, end, start) == level
    else:
        assert moved is level


@quick
@given(levels(), st.data())
def test_a_hole_takes_along_what_stood_there(level: Level, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(cells_of(level.width, level.height))))
    there = editing.set_hole(level, cell, True)
    assert not there.is_cell(cell)
    assert cell not in there.endpoints
    assert all(cell not in wall for wall in there.walls)
    assert there.walls == {wall for wall in level.walls if cell not in wall}
    assert editing.set_hole(there, cell, True) is there
    filled = editing.set_hole(there, cell, False)
    assert filled.is_cell(cell)
    assert editing.erase(there, cell) == filled


@quick
@given(levels(), st.data())
def test_a_wall_is_set_and_taken_away(level: Level, data: st.DataObject) -> None:
    edges = edges_of(level)
    assume(edges)
    edge = data.draw(st.sampled_from(edges))
    there = editing.set_wall(level, edge, True)
    assert edge[1] not in there.neighbors(edge[0])
    assert editing.set_wall(there, edge, True) is there
    gone = editing.set_wall(there, edge, False)
    assert edge[1] in gone.neighbors(edge[0])
    assert gone.walls == level.walls - {edge}


def test_nothing_happens_off_the_board_or_in_holes() -> None:
    level = Level(3, 1, {(0, 0): "R"}, frozenset({(1, 0)}))
    for cell in ((-1, 0), (3, 0), (0, 1), (0, -1)):
        assert editing.place(level, cell, "R") is level
        assert editing.erase(level, cell) is level
        assert editing.set_hole(level, cell, True) is level
    assert editing.set_wall(level, ((0, 0), (1, 0)), True) is level
    assert editing.set_wall(level, ((2, 0), (3, 0)), True) is level


@quick
@given(levels())
def test_a_cleared_board_keeps_its_size_and_what_is_told_about_it(level: Level) -> None:
    cleared = editing.cleared(level)
    assert (cleared.width, cleared.height) == (level.width, level.height)
    assert (cleared.endpoints, cleared.holes, cleared.walls) == ({}, frozenset(), frozenset())
    assert cleared.about == level.about
    assert editing.cleared(cleared) is cleared


@quick
@given(levels(), ONE_LETTER, COLORS)
def test_a_color_is_set_and_saved(level: Level, label: str, color: str) -> None:
    painted = editing.set_color(level, label, color)
    assert painted.color(label) == color
    assert editing.set_color(painted, label, color) is painted
    assert editing.set_color(painted, label, level.color(label)) == level


def test_what_is_told_about_a_level_can_be_changed() -> None:
    titled = editing.set_about(SMALL, "title", "Small")
    assert titled.title == "Small"
    assert editing.set_about(titled, "title", "Small") is titled
    assert editing.set_about(titled, "title", "") == SMALL
    assert editing.set_about(SMALL, "title", "") is SMALL


def test_the_next_color_is_one_that_lacks_an_endpoint() -> None:
    level = Level(3, 2)
    assert editing.next_label(level, "R") == "R"
    level = editing.place(level, (0, 0), "R")
    assert editing.next_label(level, "R") == "R"
    level = editing.place(level, (1, 0), "R")
    assert editing.next_label(level, "R") == "B"
    level = editing.place(level, (2, 0), "Y")
    assert editing.next_label(level, "R") == "Y"
    assert editing.next_label(level, "B") == "B"


def test_colors_never_run_out() -> None:
    level = Level(2, 100)
    label = "R"
    for y in range(100):
        assert label in editing.palette(level, label)
        for x in range(2):
            level = editing.place(level, (x, y), label)
        label = editing.next_label(level, label)
    assert len(level.pairs) == 100
    assert list(level.pairs)[:62] == list(LABELS)
    (entry,) = read_text(JSON.write([Entry(level)]))
    assert entry.level == level


@quick
@given(levels(st.one_of(ONE_LETTER, LONG_LABELS)), ONE_LETTER)
def test_the_palette_offers_every_color_in_use_and_one_that_is_not_full(
    level: Level, current: str
) -> None:
    labels = editing.palette(level, current)
    assert len(labels) == len(set(labels)) >= 16
    assert {*level.pairs, current} <= set(labels)
    assert any(len(level.pairs.get(label, ())) < 2 for label in labels)


def test_the_palette_offers_no_colour_twice() -> None:
    (level,) = (entry.level for entry in read_text("AA\nBB\n..\n"))
    offered = editing.palette(level, "A")
    colors = [level.color(label) for label in offered]
    assert len(set(colors)) == len(colors)
    assert {"A", "B"} <= set(offered)
    assert "R" not in offered  # it would look like A
    assert editing.next_label(level, "R") == editing.next_label(level, "A") == "Y"
    assert editing.next_label(level, "Y") == "Y"
