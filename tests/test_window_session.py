"""A new window goes on with the files that the last one had open, where one was in them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from flowdesk.app.window import Window
from flowdesk.desk.documents.session import load_session, session_path
from flowdesk.desk.documents.settings import Settings
from flowdesk.formats.registry import JSON
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.files import map_text
from flowdesk.kinds.flow.level import Level
from tests.driver import Driver
from tests.processes import flowdesk, seen, started
from tests.samples import SMALL, level_of


@pytest.fixture
def start(root: tk.Tk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts a window that goes on with the session of this test."""
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    started: list[Driver] = []

    def start(*, reopen: bool = True, live: bool = False) -> Driver:
        settings = Settings(geometry="1000x700+0+0", live=live, reopen=reopen)
        window = Window(tk.Toplevel(root), settings, Level(5, 5))
        started.append(Driver(root, window))
        window.sessions.begin()
        root.update()
        return started[-1]

    yield start
    for driver in started:
        if not driver.window.shell.closed:
            driver.window.close()
        driver.raise_errors()


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
    return [tab.shown.document.name for tab in driver.window.tabs]


def test_files_are_open_again_where_one_was(start: Start, paths: list[Path]) -> None:
    before = start()
    for path in paths:
        before.window.files.open_path(path)
    before.window.files.open_entries([Entry(SMALL)], "Pasted, and given up")
    before.key("Control-Tab")
    before.key("Next", "Control-plus", "Control-plus")
    before.view.look_at(1.5, 0.5)
    before.root.update()
    middle, cell = before.view.middle, before.view.cell
    before.key("Control-Tab", "F12", "Control-Shift-Tab")
    before.window.close()

    after = start()
    assert names(after) == ["many.json #2", "one.txt"]
    assert after.level == level_of("G.G")
    assert after.window.root.title() == "many.json #2 – FlowDesk"
    after.wait_until(lambda: after.view.cell == cell, "it is as large as before")
    assert after.view.middle == pytest.approx(middle, abs=0.02)
    after.key("Control-Tab")
    assert after.window.playing.is_on


def test_a_solution_is_shown_again(start: Start, paths: list[Path]) -> None:
    first = start()
    assert first.window.files.open_path(paths[1])
    first.solve()
    first.window.close()
    shown = start().window.shown
    assert shown.stage.overlay is shown.solving


def test_two_solutions_are_shown_again_when_they_are_known(start: Start, paths: list[Path]) -> None:
    paths[1].write_text(map_text.write([Entry(level_of("A..A B..B ...."))]))
    before = start(live=True)
    before.window.files.open_path(paths[1])
    before.wait_until(lambda: before.window.shown.two_solutions.can_flip, "two are known")
    before.key("Control-f")
    before.window.close()

    after = start(live=True)
    shown = after.window.shown
    after.wait_until(lambda: shown.stage.overlay is shown.two_solutions, "one of them is shown")
    assert "One solution" in after.window.status.message


def test_a_kill_loses_nothing_but_the_last_seconds(
    start: Start, paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowdesk.app.session._PAUSE_MS", 1)
    window = start()
    for path in paths:
        window.window.files.open_path(path)
    window.wait_until(lambda: len(load_session().files) == 2, "both are kept")
    assert load_session().front == 1
    window.key("Control-plus")
    window.wait_until(lambda: load_session().files[1].zoom > 0, "the zoom is kept, without an edit")


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


@pytest.mark.parametrize(
    "content", ["", "{}", '{"files": [{"path": 1}], "front": 0}', "[" * 9999, _NO_NAME]
)
def test_a_damaged_session_is_ignored_with_a_sentence(start: Start, content: str) -> None:
    session_path().parent.mkdir(parents=True)
    session_path().write_text(content)
    driver = start()
    assert names(driver) == ["Untitled"]
    assert "damaged" in driver.window.status.message
    driver.window.close()
    assert load_session().files == []


def test_one_can_start_anew_instead(start: Start, paths: list[Path]) -> None:
    before = start()
    before.window.files.open_path(paths[0])
    before.window.close()
    assert names(start(reopen=False)) == ["Untitled"]


def test_a_second_window_leaves_the_session_to_the_first(start: Start, paths: list[Path]) -> None:
    before = start()
    before.window.files.open_path(paths[0])
    before.window.close()
    first, second = start(), start()
    assert names(second) == ["Untitled"]
    assert "Another window has the puzzles" in second.window.status.message
    second.window.files.open_path(paths[1])
    first.window.close()
    second.window.close()
    assert names(start()) == ["many.json #1"]


def test_the_session_of_a_window_that_was_killed_is_free_again(
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
        assert names(start())[0] == "many.json #1"
