"""A new window goes on with the files that the last one had open, where one was in them."""

from __future__ import annotations

import socket
import tkinter as tk
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from flowdesk.app.board_view import BoardPart
from flowdesk.app.window import Window
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.documents import running_window
from flowdesk.desk.documents.recovery import load_open_files
from flowdesk.desk.store import STORE
from flowdesk.formats.registry import JSON
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.files import map_text
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.known import Looking
from tests.app.one_window import SETTINGS, OneWindow
from tests.driver import Driver, button
from tests.processes import flowdesk, seen, started
from tests.samples import SMALL, level_of


@pytest.fixture
def start(
    root: tk.Tk, one_window: OneWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Start]:
    """Ends the window that there is, and starts one that goes on with the session of this test."""
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    started: list[Driver] = []

    def end() -> None:
        for driver in started:
            driver.leave()
            one_window.give_back()
            driver.raise_errors()
        started.clear()

    def start(*, reopen: bool = True, live: bool = False) -> Driver:
        end()
        window = one_window.take()
        window.shell.remember(reopen=reopen, live=live)
        started.append(Driver(root, window))
        if window.reopening.begin():
            window.later_starts.begin()
        root.update()
        return started[-1]

    yield start
    end()


Start = Callable[..., Driver]


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    """A file of three levels, and one of a single level."""
    many, one = tmp_path / "many.json", tmp_path / "one.txt"
    one.write_text(map_text.write([Entry(SMALL)]))
    entries = [Entry(level_of(row)) for row in ("R.R", "G.G", "B.B")]
    many.write_text(JSON.write(entries))
    return [many, one]


def names(driver: Driver) -> list[str]:
    """The names of the open documents, in the order of their tabs."""
    return [tab.document.name for tab in driver.window.tabs]


def test_files_are_open_again_where_one_was(start: Start, paths: list[Path]) -> None:
    before = start()
    for path in paths:
        before.window.files.open_path(path)
    before.window.files.open_entries([Entry(SMALL)], "Pasted, and given up")
    before.key("Control-Tab")
    before.key("Next", "Control-plus", "Control-plus")
    stage = before.window.shown.stage
    stage.view = BoardPart(stage.view.zoom, (1.5, 0.5))
    before.root.update()
    middle, cell = stage.view.middle, before.view.cell
    before.key("Control-Tab", "F12", "Control-Shift-Tab")

    after = start()
    assert names(after) == ["many.json #2", "one.txt"]
    assert after.level == level_of("G.G")
    assert after.window.root.title() == "many.json #2 – FlowDesk"
    after.wait_until(lambda: after.view.cell == cell, "it is as large as before")
    assert after.view.view.middle == pytest.approx(middle, abs=0.02)
    after.key("Control-Tab")
    assert after.window.tab.playing.is_on
    assert names(start(reopen=False)) == ["Untitled"], "one can start anew instead"


def made(driver: Driver) -> list[str]:
    """The names of the documents that were in front once, and are checked since then."""
    return [tab.document.name for tab in driver.window.tabs if tab.session.live_check._has_begun]


@pytest.fixture
def five(start: Start, tmp_path: Path) -> Driver:
    """A window that goes on with five files, the third one in front."""
    before = start()
    for name in "abcde":
        (tmp_path / f"{name}.txt").write_text(map_text.write([Entry(SMALL)]))
        before.window.files.open_path(tmp_path / f"{name}.txt")
    before.key("F12", "Control-Shift-Tab", "Control-Shift-Tab")
    return start()


def test_only_what_is_shown_has_a_board_and_the_rest_is_kept_as_it_was(
    five: Driver, start: Start
) -> None:
    before = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"]
    assert (names(five), made(five)) == (before, ["c.txt"])
    after = start()
    assert (names(after), made(after)) == (before, ["c.txt"])
    after.key("Control-Tab")
    assert made(after) == ["c.txt", "d.txt"]
    after.key("Control-w")
    assert names(after) == ["a.txt", "b.txt", "c.txt", "e.txt"]
    assert after.window.root.title() == "c.txt – FlowDesk", "it was in front before"
    after.key("Control-w")
    assert len(made(after)) == 1, "one that was never shown comes to the front"
    assert len(names(after)) == 3
    after.window.tabs.show(list(after.window.tabs)[-1])
    assert after.window.root.title() == "e.txt – FlowDesk"
    after.wait_until(lambda: after.window.tab.playing.is_on, "its game goes on")


def test_a_file_that_waits_is_found_closed_and_moved_like_others(
    five: Driver, tmp_path: Path
) -> None:
    window = five.window
    first, second, *_ = window.tabs
    window.tabs.move(first, 4)
    assert names(five) == ["b.txt", "c.txt", "d.txt", "e.txt", "a.txt"]
    window.closing.close_tabs([second])
    assert names(five) == ["c.txt", "d.txt", "e.txt", "a.txt"]
    assert window.files.open_path(tmp_path / "a.txt")
    assert names(five) == ["c.txt", "d.txt", "e.txt", "a.txt"]
    assert made(five) == ["c.txt", "a.txt"]
    waiting = list(window.tabs)[1]
    waiting.document.lost_its_file()  # as when its pack changes
    assert names(five)[1] == "d", "it is in no file now, and can be saved again"
    five.asked("Control-q", lambda dialog: button(dialog, "Cancel").invoke())
    assert not window.shell.ended
    window.closing.close_tabs([tab for tab in window.tabs if tab is not waiting])
    assert (names(five), made(five)) == (["d"], ["d"])


def all_known(driver: Driver) -> bool:
    return driver.window.shown.live_check.known.looking is Looking.DONE


def test_windows_at_rest_have_one_process(
    start: Start, paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowdesk.app.timers.REST_MS", 1)
    before = start()
    for path in paths:
        before.window.files.open_path(path)
    after = start(live=True)
    for _ in paths:
        after.wait_until(lambda: all_known(after), "all is known")
        after.key("Control-Tab")
    after.wait_until(lambda: len(active_children()) == 1, "only the spare process is left")
    after.window.close()
    assert not active_children()


def test_a_solution_is_shown_again(start: Start, paths: list[Path]) -> None:
    first = start()
    assert first.window.files.open_path(paths[1])
    first.solve()
    shown = start().window.shown
    assert shown.stage.mode is shown.solving


def test_two_solutions_are_shown_again_when_they_are_known(start: Start, paths: list[Path]) -> None:
    paths[1].write_text(map_text.write([Entry(level_of("A..A B..B ...."))]))
    before = start(live=True)
    before.window.files.open_path(paths[1])
    before.wait_until(lambda: before.window.shown.two_solutions.can_flip, "two are known")
    before.key("Control-f")

    after = start(live=True)
    shown = after.window.shown
    after.wait_until(lambda: shown.stage.mode is shown.two_solutions, "one of them is shown")
    assert "One solution" in after.window.status.message


def test_a_kill_loses_nothing_but_the_last_seconds(
    start: Start, paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowdesk.app.recovery._PAUSE_MS", 1)
    window = start()
    for path in paths:
        window.window.files.open_path(path)
    window.wait_until(lambda: len(load_open_files().files) == 2, "both are kept")
    assert load_open_files().front == 1
    window.key("Control-plus")
    window.wait_until(
        lambda: load_open_files().files[1].zoom > 0, "the zoom is kept, without an edit"
    )


def test_what_is_gone_is_left_out_with_a_sentence(start: Start, paths: list[Path]) -> None:
    before = start()
    for path in paths:
        before.window.files.open_path(path)
    before.window.close()
    paths[1].unlink()
    after = start()
    assert names(after) == ["many.json #1"]
    assert after.window.status.message == "one.txt could not be opened again."


_PLACE = '"index": 0, "zoom": 0, "middle": [0, 0], "overlay": ""'
_NO_NAME = r'{"files": [{"path": "/\ud800", ' + _PLACE + '}], "front": 0}'


def test_a_damaged_session_is_ignored_with_a_sentence(start: Start) -> None:
    for content in ("{}", '{"files": [{"path": 1}], "front": 0}', "[" * 9999, _NO_NAME, ""):
        with STORE.change() as database:
            database.execute("REPLACE INTO session VALUES (0, ?)", (content,))
        with pytest.raises(FlowDeskError, match="damaged"):
            load_open_files()
    driver = start()
    assert names(driver) == ["Untitled"]
    assert "damaged" in driver.window.status.message
    driver.window.close()
    assert load_open_files().files == []


def test_a_second_window_leaves_the_session_to_the_first(
    start: Start, root: tk.Tk, paths: list[Path]
) -> None:
    before = start()
    before.window.files.open_path(paths[0])
    start()
    second = Window(tk.Toplevel(root), SETTINGS, Level(5, 5))
    second.reopening.begin()
    assert [tab.document.name for tab in second.tabs] == ["Untitled"]
    assert "Another window has the puzzles" in second.status.message
    second.files.open_path(paths[1])
    second.close()
    assert names(start()) == ["many.json #1"]


def test_the_session_of_a_window_that_was_killed_is_free_again_and_its_socket_does_no_harm(
    start: Start, paths: list[Path], xdotool: str
) -> None:
    before = start()
    before.window.files.open_path(paths[0])
    before.window.close()
    with started(flowdesk(paths[1])) as first:
        seen("one.txt")
        assert names(start()) == ["Untitled"]
        first.kill()
        first.wait()
    assert running_window._path().exists()
    assert not running_window.pass_on(str(paths[0])), "nobody answers"
    after = start()
    assert names(after)[0] == "many.json #1"
    assert later_start(after, paths[0]) == 0


# A second start


def later_start(first: Driver, *arguments: object) -> int:
    """Start the program again while a window runs, and return the exit status."""
    with started(flowdesk(*arguments)) as later:
        first.wait_until(lambda: later.poll() is not None, "the later start has ended")
        return int(later.returncode)


def test_a_later_start_opens_its_file_in_the_window_that_runs_once_a_dialog_is_answered(
    start: Start, paths: list[Path]
) -> None:
    first = start()
    assert later_start(first) == 0
    assert names(first) == ["Untitled"], "without a file the window only comes to the front"
    assert "--new-window" in first.window.status.message
    assert later_start(first, f"{paths[0]}#2") == 0
    assert names(first) == ["many.json #2"]
    dialog = tk.Toplevel(first.window.root)
    first.root.update()
    dialog.grab_set()
    assert later_start(first, paths[1]) == 0
    assert names(first) == ["many.json #2"]
    dialog.destroy()
    first.wait_until(lambda: names(first) == ["many.json #2", "one.txt"], "its file is open")


def test_what_is_no_request_or_comes_from_another_screen_is_not_taken(
    start: Start, paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = start()
    for asked in (b"", b"nonsense\n", b'{"display": "elsewhere:1", "name": "x"}\n', b"[]\n"):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(running_window._path()))
            connection.sendall(asked)
            connection.shutdown(socket.SHUT_WR)
            first.root.update()
            assert connection.recv(10) == b""
    assert names(first) == ["Untitled"]


def test_a_folder_that_others_can_enter_has_no_socket_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    tmp_path.chmod(0o755)
    assert not running_window.pass_on("a.txt")
    with pytest.raises(PermissionError):
        running_window.Listener(lambda name: True)
    assert list(tmp_path.iterdir()) == []
