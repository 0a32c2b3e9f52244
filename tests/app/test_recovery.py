"""Unsaved work is offered again after the window was killed, and only then."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from flowdesk.app.dialogs.base import Dialog
from flowdesk.core.storage import data_folder, shipped, state_folder
from flowdesk.desk.documents.known_file import Snapshot, UnsavedLesson, file_snapshot
from flowdesk.desk.documents.recovery import RecoveryFile, decoded, find_leftovers, recovery_folder
from flowdesk.formats.registry import MAP, load
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.lab import lessons
from tests.app.test_file_changes import wait_for_look
from tests.desk.test_recovery import encoded
from tests.driver import PATIENCE, Driver, answering, button, checkbuttons, dialogs, texts
from tests.processes import flowdesk, run, seen, started, wait_until
from tests.samples import level_of

ROOT = Path(__file__).parents[2]
LOST = level_of("G.G")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this user's unsaved work is kept."""
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "state"))
    return recovery_folder()


def kept(folder: Path) -> list[Snapshot]:
    return [decoded(path.read_bytes()) for path in folder.glob("*.json")]


def begin(driver: Driver) -> None:
    """Let the window keep unsaved work, at once, and offer nothing by itself."""
    driver.window.recovery.begin(pause=1)


def wait_until_kept(driver: Driver, folder: Path, level: Level) -> None:
    def is_kept() -> bool:
        return [snapshot.entries[snapshot.index].level for snapshot in kept(folder)] == [level]

    driver.wait_until(is_kept, "the level is kept")


def leave_behind(called: str = "Pasted", path: Path | None = None, content: str = "") -> None:
    """Unsaved work whose window was killed."""
    file = RecoveryFile()
    format = MAP if path else None
    file.write(encoded(Snapshot((Entry(LOST),), 0, called, path, content, format, ())))
    file.release()


# -- keeping -----------------------------------------------------------------------------------


def test_what_is_drawn_is_kept_until_it_is_saved_undone_or_given_up(
    driver: Driver, folder: Path, tmp_path: Path
) -> None:
    begin(driver)
    driver.window.tab.saving.save_to(tmp_path / "level.txt")
    driver.live(0.05)
    assert not folder.exists(), "there was nothing to keep"
    driver.click((0, 0))
    wait_until_kept(driver, folder, driver.level)
    driver.click((4, 4))
    wait_until_kept(driver, folder, driver.level)
    (snapshot,) = kept(folder)
    assert (snapshot.path, snapshot.format) == (
        tmp_path / "level.txt",
        driver.window.shown.document.format,
    )
    assert load(tmp_path / "level.txt") == [Level(5, 5)]
    driver.key("Control-s")
    assert list(folder.iterdir()) == []
    driver.click((2, 2))
    wait_until_kept(driver, folder, driver.level)
    driver.key("Control-z")
    assert list(folder.iterdir()) == []
    driver.key("Control-Shift-Z")
    wait_until_kept(driver, folder, driver.level)
    answering(driver, "Don't save")
    driver.key("Control-q")
    assert driver.window.shell.ended
    assert list(folder.iterdir()) == []


def test_what_was_pasted_or_changed_by_others_is_kept_too(
    driver: Driver, folder: Path, tmp_path: Path
) -> None:
    begin(driver)
    driver.window.shown.document.start(
        Snapshot([Entry(LOST), Entry(level_of("BB"))], called="Pasted")
    )
    driver.key("Next")
    wait_until_kept(driver, folder, level_of("BB"))
    assert [snapshot.called for snapshot in kept(folder)] == ["Pasted"]
    path = tmp_path / "level.txt"
    driver.window.shown.document.save(path)
    path.unlink()
    answering(driver, "Not now")
    driver.view.event_generate("<FocusIn>")
    wait_for_look(driver)
    wait_until_kept(driver, folder, level_of("BB"))


def test_an_end_without_a_question_keeps_what_was_drawn_last(driver: Driver, folder: Path) -> None:
    driver.window.recovery.begin(pause=3_600_000)
    driver.click((0, 0))
    level = driver.level
    driver.window.report_error(KeyboardInterrupt, KeyboardInterrupt(), None)  # Ctrl-C
    assert driver.window.shell.ended
    assert [work.snapshot and work.snapshot.entries for work in find_leftovers()] == [
        (Entry(level),)
    ]


def test_a_folder_that_cannot_be_written_is_said_once_and_work_goes_on(
    driver: Driver, folder: Path
) -> None:
    folder.parent.parent.mkdir(parents=True)
    folder.parent.write_text("a file where a folder should be")
    begin(driver)
    driver.click((0, 0))
    driver.wait_until(lambda: "not kept" in driver.window.status.message, "it is said")
    driver.window.shell.say("")
    driver.click((4, 4))
    driver.live(0.1)
    assert "not kept" not in driver.window.status.message
    assert len(driver.level.endpoints) == 2
    assert not dialogs(driver.root)


def test_large_files_do_not_hold_the_window(
    driver: Driver, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowdesk.app.timers.SLICE", 0.0)  # as if all machines were slow
    begin(driver)
    many = [Entry(LOST) for _ in range(300)]
    driver.window.shown.document.start(Snapshot(many, called="Many"))
    passed = 0

    def count() -> None:
        nonlocal passed
        passed += 1
        if not kept(folder):
            driver.root.after(1, count)

    count()
    driver.wait_until(lambda: kept(folder), "all of it is kept")
    assert passed >= 300
    assert [len(snapshot.entries) for snapshot in kept(folder)] == [300]


# -- offering ----------------------------------------------------------------------------------


def test_lost_work_is_offered_and_recovered(driver: Driver, folder: Path) -> None:
    leave_behind()
    asked = answering(driver, "Recover")
    begin(driver)
    driver.wait_until(lambda: driver.level == LOST, "it is there again")
    assert "Pasted\n3 × 1, 1 colour\nkept today at" in asked[0]
    assert driver.window.root.title() == "• Pasted – FlowDesk"
    assert driver.window.status.message == "Pasted was recovered, and is not saved yet."
    assert [snapshot.entries for snapshot in kept(folder)] == [(Entry(LOST),)]
    driver.click((1, 0))
    wait_until_kept(driver, folder, driver.level)
    driver.window.tab.saving.save_to(folder.parent / "level.txt")
    assert list(folder.iterdir()) == []


def test_lost_work_is_discarded_only_when_that_is_said(driver: Driver, folder: Path) -> None:
    leave_behind()
    for answer, left in (("Later", 1), ("Later", 1), ("Discard", 0)):
        asked = answering(driver, answer)
        driver.window.recovery.offer()
        assert len(asked) == 1
        assert len(kept(folder)) == left
    assert driver.level == Level(5, 5)
    driver.window.recovery.offer()
    assert not dialogs(driver.root)


@pytest.mark.parametrize(("key", "left"), [("Escape", 1), ("Return", 0)])
def test_keys_answer(driver: Driver, folder: Path, key: str, left: int) -> None:
    leave_behind()
    driver.when_asked(lambda dialog: driver.key(key))
    driver.window.recovery.offer()
    assert len(find_leftovers()) == left
    assert (driver.level == LOST) is (key == "Return")


def leave_three(folder: Path) -> None:
    """Work of three documents, the newest first."""
    for age, called in enumerate(["newest", "second", "third"]):
        leave_behind(called)
        for path in folder.glob("*.json"):
            if decoded(path.read_bytes()).called == called:
                os.utime(path, (10**9 - age, 10**9 - age))


def names(driver: Driver) -> list[str]:
    """The names of the open documents, in the order of their tabs."""
    return [tab.document.name for tab in driver.window.tabs]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A copy of a shipped lesson."""
    path = tmp_path / "mine.lesson"
    shutil.copy(lessons.shipped_lessons()[2], path)
    return path


def test_notes_of_a_lesson_are_kept_until_they_are_saved(
    driver: Driver, folder: Path, mine: Path
) -> None:
    begin(driver)
    opened = driver.window.tab.lessons
    assert opened.open(mine)
    driver.live(0.05)
    assert not folder.exists(), "there was nothing to keep"
    opened.write("note", "Mine.")
    driver.wait_until(lambda: kept(folder), "it is kept")
    (snapshot,) = kept(folder)
    assert snapshot.saved, "only the lesson is not"
    assert snapshot.lesson
    assert lessons.read(snapshot.lesson.text) == opened.lesson
    assert opened.save()
    assert list(folder.iterdir()) == []
    opened.write("note", "Never.")
    driver.wait_until(lambda: kept(folder), "it is kept")
    answering(driver, "Don't save")
    opened.leave()
    assert list(folder.iterdir()) == []


def test_notes_of_a_lesson_are_recovered(driver: Driver, folder: Path, mine: Path) -> None:
    lesson = lessons.open_lesson(mine)
    changed = lesson.with_step(1, note="Mine.")
    unsaved = UnsavedLesson(str(mine), lessons.write(changed), 1, mine.read_text())
    puzzle = shipped("puzzles") / lesson.puzzle
    file = RecoveryFile()
    snapshot = replace(file_snapshot(puzzle, puzzle.read_bytes()), lesson=unsaved, saved=True)
    file.write(encoded(snapshot))
    file.release()
    asked = answering(driver, "Recover")
    begin(driver)
    driver.wait_until(lambda: driver.window.tab.lessons.lesson, "it is there again")
    tab = driver.window.tab
    assert "the lesson mine.lesson\n" in asked[0]
    assert (tab.lessons.lesson, tab.lessons.at) == (changed, 1)
    assert tab.thinking.is_on
    assert not tab.saving.is_needed, "the puzzle is as in its file"
    assert not tab.lessons.is_saved
    assert tab.lessons.save()
    assert lessons.open_lesson(mine) == changed
    assert list(folder.iterdir()) == []


def test_work_of_several_documents_is_offered_together(driver: Driver, folder: Path) -> None:
    leave_three(folder)
    asked: list[str] = []

    def choose(dialog: Dialog) -> None:
        asked.append(texts(dialog))
        second = checkbuttons(dialog)[1]
        second.event_generate("<Enter>")
        second.event_generate("<ButtonPress-1>")
        second.event_generate("<ButtonRelease-1>")
        button(dialog, "Recover").invoke()

    begin(driver)
    driver.when_asked(choose)
    driver.window.recovery.offer()
    assert asked[0].count("kept") == 4
    assert sorted(names(driver)) == ["newest", "third"]
    assert driver.window.shown.document.name == "newest"
    assert driver.window.status.message == "2 puzzles were recovered, and are not saved yet."
    assert [work.snapshot.called for work in find_leftovers() if work.snapshot] == ["second"]
    driver.asked("Control-q", lambda dialog: button(dialog, "Don't save").invoke())
    assert driver.window.shell.ended
    assert [snapshot.called for snapshot in kept(folder)] == ["second"]


def test_unsaved_work_that_is_open_stays_beside_it(driver: Driver, folder: Path) -> None:
    leave_behind()
    driver.click((0, 0))
    level = driver.level
    answering(driver, "Recover")
    driver.window.recovery.offer()
    assert driver.level == LOST
    driver.key("Control-Tab")
    assert driver.level == level


def test_each_document_is_kept_in_a_file_of_its_own(driver: Driver, folder: Path) -> None:
    begin(driver)
    driver.click((0, 0))
    driver.window.files.open_entries([Entry(LOST)], "Pasted")
    driver.wait_until(lambda: len(kept(folder)) == 2, "both are kept")
    driver.asked("Control-w", lambda dialog: button(dialog, "Don't save").invoke())
    assert [snapshot.called for snapshot in kept(folder)] == ["Untitled"]
    driver.window.close()
    assert [work.snapshot and work.snapshot.called for work in find_leftovers()] == ["Untitled"]


def test_a_file_that_was_changed_since_is_not_saved_over(
    driver: Driver, folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "level.txt"
    path.write_text("B.B\n")
    leave_behind(path=path, content="of another time")
    asked = answering(driver, "Recover", "Not now")
    driver.window.recovery.offer()
    driver.wait_until(lambda: len(asked) == 2, "the file was looked at")
    assert driver.level == LOST
    assert driver.window.shown.document.path == path
    assert path.read_text() == "B.B\n"
    asked = answering(driver, "Not now")
    driver.key("Control-s")
    assert "changed by another program" in asked[0]
    assert path.read_text() == "B.B\n"


def test_a_damaged_file_is_set_aside_with_a_sentence(driver: Driver, folder: Path) -> None:
    leave_behind()
    (path,) = folder.glob("*.json")
    path.write_bytes(path.read_bytes()[:50])
    asked = answering(driver, "OK")
    driver.window.recovery.offer()
    aside = path.with_suffix(".broken")
    assert "It is damaged. It was set aside:" in asked[0]
    assert str(aside) in asked[0]
    assert list(folder.iterdir()) == [aside]
    driver.window.recovery.offer()
    assert not dialogs(driver.root)


# -- a real process, and a real kill -----------------------------------------------------------


@pytest.fixture
def start(xdotool: str, tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts FlowDesk in a process of its own."""
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "config")}
    with ExitStack() as stack:

        def start(*arguments: str) -> subprocess.Popen[bytes]:
            running = started(flowdesk(*arguments), cwd=ROOT, env=environment)
            process: subprocess.Popen[bytes] = stack.enter_context(running)
            return process

        yield start


def at_window(xdotool: str, title: str, *action: str) -> None:
    """Do something with the real pointer or keyboard when the window with a title can be seen.

    The pointer is near the middle of its board.
    """
    seen(title, "windowfocus", "--sync", "mousemove", "--window", "%1", "490", "420")
    run([xdotool, *action], check=True, timeout=2 * PATIENCE)


def change(xdotool: str, name: str) -> None:
    """Click on the board of a window until its title says that the level was changed.

    On a busy machine the window is seen before its board can hear a click.
    """
    for seconds in (1, 2, 4, 8, 16):
        at_window(xdotool, f"{name} ", "click", "1")
        with suppress(subprocess.TimeoutExpired):
            seen(f"^[^{name[0]}]+{name} ", timeout=seconds)
            return
    pytest.fail(f"no click has changed {name}")


@pytest.mark.parametrize("named_again", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_killed_window_loses_nothing(
    start: Callable[..., subprocess.Popen[bytes]],
    xdotool: str,
    folder: Path,
    tmp_path: Path,
    named_again: bool,
) -> None:
    path = tmp_path / "level.txt"
    path.write_text("...\n...\n...\n\nmood: sunny\n")
    window = start(str(path))
    change(xdotool, "level.txt")
    wait_until(lambda: kept(folder), "the edit is kept")
    window.kill()
    window.wait()
    assert path.read_text().startswith("...\n...\n...\n")
    (drawn,) = kept(folder)[0].entries
    assert drawn.level.endpoints == {(1, 1): "R"}

    start(*([str(path)] if named_again else []))
    at_window(xdotool, "^Unsaved work was found$", "key", "Return")
    unsaved = "^[^l]+level.txt "  # there is a mark before the name
    at_window(xdotool, unsaved, "key", "ctrl+s")
    wait_until(lambda: not list(folder.iterdir()), "it is saved")
    assert load(path) == [drawn.level]
    assert "mood: sunny" in path.read_text()


def test_the_self_test_never_meets_the_question(screen: None, folder: Path) -> None:
    leave_behind()
    level = str(ROOT / "puzzles" / "05x05-first-steps.txt")
    command = flowdesk("--self-test", level)
    done = run(command, cwd=ROOT, capture_output=True, text=True, timeout=90)
    assert done.returncode == 0, done.stderr
    assert len(find_leftovers()) == 1


def test_a_start_removes_what_kills_have_left_in_our_folders(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    places = {data_folder(), state_folder(), state_folder() / "games", recovery_folder()}
    for place in places:
        place.mkdir(parents=True, exist_ok=True)
        for name in (".flowdesk-aaaaaaaa", ".flowdesk-bbbbbbbb", "mine.json"):
            (place / name).touch()
            os.utime(place / name, None if "b" in name else (0, 0))
    (recovery_folder() / "mine.json").unlink()
    begin(driver)
    for place in places:
        names = {path.name for path in place.iterdir() if path.is_file()}
        assert names - {"mine.json"} == {".flowdesk-bbbbbbbb"}
    assert (state_folder() / "games" / "mine.json").exists()
