"""Several documents in a window, each in a tab of its own: one in front, the others go on."""

from __future__ import annotations

import gc
import weakref
from multiprocessing import active_children
from pathlib import Path

import pytest

from flowdesk.app.dialogs.file_chooser import FileChooser
from flowdesk.app.painting import Chunks
from flowdesk.desk.documents.known_file import Snapshot
from flowdesk.formats.registry import load
from flowdesk.kinds.answers import SolveStatus
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.files import map_text
from flowdesk.kinds.flow.level import Level
from tests.driver import Driver, answering, button, calls_of, entries
from tests.levels import hard_to_solve
from tests.processes import is_alive
from tests.samples import SMALL, level_of

ROWS = ("R.R", "G.G", "B.B")


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    """Three files with a level each."""
    paths = [tmp_path / f"{name}.txt" for name in "abc"]
    for path, row in zip(paths, ROWS, strict=True):
        path.write_text(map_text.write([Entry(level_of(row))]))
    return paths


@pytest.fixture
def three(driver: Driver, paths: list[Path]) -> Driver:
    """A window with three files, the last one in front."""
    for path in paths:
        assert driver.window.files.open_path(path)
    driver.root.update()
    return driver


def names(driver: Driver) -> str:
    """The names of the tabs from left to right; that of the one in front as a capital."""
    front = driver.window.tabs.front
    words = [(tab.document.name[0].lower(), tab is front) for tab in driver.window.tabs]
    return "".join(word.upper() if is_front else word for word, is_front in words)


def point(driver: Driver, number: int, event: str, *, on_mark: bool = False) -> None:
    """Let the pointer do something in the middle of a tab, or on its mark."""
    left, right = driver.window.strip.bounds(number)
    x = right - 12 if on_mark else (left + right) // 2
    driver.window.strip.event_generate("<Motion>", x=x, y=8)
    driver.window.strip.event_generate(event, x=x, y=8)
    driver.root.update()


# -- opening and closing -----------------------------------------------------------------------


def test_a_file_takes_the_untouched_tab_and_each_other_one_gets_its_own(
    driver: Driver, paths: list[Path]
) -> None:
    assert not driver.window.strip.winfo_ismapped()
    driver.window.files.open_path(paths[0])
    assert names(driver) == "A"
    driver.window.files.open_path(paths[1])
    driver.root.update()
    assert names(driver) == "aB"
    assert driver.window.strip.winfo_ismapped()
    driver.window.files.open_path(paths[0])
    assert names(driver) == "Ab", "it is open already"
    driver.key("Control-w")
    assert names(driver) == "B"
    assert not driver.window.strip.winfo_ismapped()
    driver.key("Control-w")
    assert driver.window.root.title() == "Untitled – FlowDesk"


def test_keys_the_pointer_and_a_drag_choose_close_and_order(three: Driver) -> None:
    assert names(three) == "abC"
    three.key("Control-Tab")
    assert names(three) == "Abc"
    three.key("Control-Shift-Tab")
    assert names(three) == "abC"
    point(three, 1, "<ButtonPress-1>")
    assert names(three) == "aBc"
    right = three.window.strip.bounds(2)[1]
    three.window.strip.event_generate("<Motion>", x=right - 4, y=8, state=0x100)
    three.window.strip.event_generate("<ButtonRelease-1>", x=right - 4, y=8)
    assert names(three) == "acB"
    point(three, 0, "<ButtonRelease-2>")
    assert names(three) == "cB"
    point(three, 0, "<ButtonPress-1>", on_mark=True)
    point(three, 0, "<ButtonRelease-1>", on_mark=True)
    assert names(three) == "B"


def test_closing_goes_back_to_the_tab_that_was_in_front_before(three: Driver) -> None:
    point(three, 0, "<ButtonPress-1>")
    point(three, 2, "<ButtonPress-1>")
    three.key("Control-w")
    assert names(three) == "Ab"


def test_many_tabs_shrink_and_then_scroll_to_the_one_in_front(three: Driver) -> None:
    for _ in range(20):
        three.window.files.open_entries([Entry(SMALL)], "Something with a long name")
    three.root.update()
    strip = three.window.strip
    left, right = strip.bounds(22)
    assert 0 <= left < right <= strip.winfo_width()
    assert strip.bounds(0)[0] < 0
    for _ in range(22):
        three.key("Control-Tab")
    assert strip.bounds(0)[0] == 0 or names(three)[0] != "A"


def test_new_asks_for_a_size_only(driver: Driver) -> None:
    driver.click((0, 0))
    driver.asked("Control-n", lambda dialog: button(dialog, "Create").invoke())
    assert names(driver) == "uU"
    assert driver.window.root.title() == "Untitled 2 – FlowDesk"
    assert driver.level.endpoints == {}
    driver.key("Control-Tab")
    assert driver.level.endpoints == {(0, 0): "R"}


def test_a_new_puzzle_has_the_author_who_was_named_last(driver: Driver) -> None:
    driver.window.side.show_fields(shown=True)
    driver.root.update()
    entries(driver.window.side)[1].focus_force()
    driver.key("Z", "o", "e", "Return")
    assert driver.level.about == {"author": "Zoe"}
    driver.asked("Control-n", lambda dialog: button(dialog, "Create").invoke())
    assert driver.level.about == {"author": "Zoe"}
    assert driver.window.shown.document.is_saved


def test_files_of_the_same_name_are_told_apart_by_their_folders(
    driver: Driver, paths: list[Path]
) -> None:
    other = paths[0].parent / "others" / paths[0].name
    other.parent.mkdir()
    other.write_bytes(paths[0].read_bytes())
    for path in (*paths[:2], other):
        driver.window.files.open_path(path)
    driver.root.update()
    name, folder = other.name, paths[0].parent.name
    labels = [label.name for label in driver.window.strip._labels]
    assert labels == [f"{name} in {folder}", paths[1].name, f"{name} in others"]
    document = driver.window.shown.document
    document.start(Snapshot([Entry(SMALL), Entry(SMALL)], called="Untitled 3"))
    assert driver.window.root.title() == "• Untitled 3 – FlowDesk", "a set has no number"


def test_a_file_is_looked_for_beside_the_one_in_front(
    driver: Driver, paths: list[Path], tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere" / "d.txt"
    elsewhere.parent.mkdir()
    elsewhere.write_bytes(paths[0].read_bytes())
    driver.window.files.open_path(paths[0])
    driver.window.files.open_path(elsewhere)
    driver.key("Control-Tab")
    asked: list[str] = []

    def look(dialog: FileChooser) -> None:
        asked.append(entries(dialog)[0].get())
        dialog.event_generate("<Escape>")

    driver.when_asked(look, for_file=True)
    driver.key("Control-o")
    assert asked == [str(tmp_path)]


# -- each its own ------------------------------------------------------------------------------


def test_each_has_its_own_undo_title_and_last_sentence(three: Driver) -> None:
    three.click((1, 0))
    three.window.shell.say("Something about c.")
    assert three.window.root.title() == "• c.txt – FlowDesk"
    three.key("Control-Tab")
    assert three.window.root.title() == "a.txt – FlowDesk"
    assert three.window.status.message != "Something about c."
    three.key("Control-z")
    three.key("Control-Tab", "Control-Tab")
    assert three.window.status.message == "Something about c."
    assert three.level != level_of("B.B")
    three.key("Control-z")
    assert three.level == level_of("B.B")


def test_searches_go_on_behind_and_each_answer_stays_in_its_tab(
    driver: Driver, paths: list[Path]
) -> None:
    solvings = []
    for path in paths[:2]:
        driver.window.files.open_path(path)
        driver.key("F5")
        solvings.append(driver.window.shown.solving)
    driver.wait_until(lambda: all(each.result for each in solvings), "both are solved")
    driver.key("Control-End")
    for path, row in zip(paths[1::-1], "GR", strict=True):
        assert driver.window.shown.document.path == path
        driver.wait_until(lambda: driver.window.status.effort.cget("text"), "it is shown")
        solution = driver.window.shown.document.solution
        assert [*solution.paths] == [row]
        driver.key("Control-Tab")


def test_escape_stops_the_search_in_front_alone_and_closing_a_tab_ends_its_own(
    driver: Driver,
) -> None:
    for name in "ab":
        driver.window.files.open_entries([Entry(hard_to_solve())], name)
        driver.key("F5")
    first, second = (tab.session.solving for tab in driver.window.tabs)
    assert driver.window.verdict.text.startswith("solving")
    driver.key("Escape")
    assert first.is_searching
    assert not second.is_searching
    pid = first.job.pid
    assert pid
    driver.when_asked(lambda dialog: button(dialog, "Don't save").invoke())
    driver.key("Control-Tab", "Control-w")
    assert not first.is_searching
    assert first.result is None or first.result.status is not SolveStatus.SOLVED
    driver.wait_until(lambda: not is_alive(pid), "its process has ended")
    assert not driver.window.verdict.text.startswith("solving")


def test_a_hidden_tab_keeps_its_zoom_overlay_and_game_whose_time_stands_still(
    three: Driver,
) -> None:
    three.key("F12")
    three.drag((0, 0), (2, 0))
    game = three.window.tab.playing.game
    assert game
    three.key("Control-Tab")
    assert not three.window.tab.playing.is_on
    seconds = game.seconds
    three.live(0.05)
    assert game.seconds == seconds
    three.key("Control-Shift-Tab")
    assert three.window.tab.playing.game is game
    three.key("F7")
    three.key("Control-plus")
    cell = three.view.cell
    three.key("Control-Tab")
    assert not three.window.tab.exploring.is_on
    assert three.view.cell != cell
    three.key("Control-Shift-Tab")
    assert three.window.tab.exploring.is_on
    assert three.view.cell == cell


def test_hidden_tabs_without_work_have_no_processes(
    driver: Driver, paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowdesk.app.timers.REST_MS", 1)
    for path in paths:
        driver.window.files.open_path(path)
        driver.solve()
    driver.wait_until(lambda: len(active_children()) == 1, "only the spare process is left")
    driver.key("Control-Tab")
    driver.solve()
    assert driver.window.shown.document.solution


USES: dict[str, tuple[str, ...]] = {
    "drawing": ("space", "Right", "space", "Control-z"),
    "solving": ("F5",),
    "playing": ("F12", "F1"),
    "hints": ("F1", "Escape"),
    "rules": ("F7",),
    "thinking": ("Control-F7",),
    "presenting": ("Shift-F7", "Escape"),
    "all puzzles": ("Control-Shift-A",),
    "looking": ("Control-plus", "F4", "F3"),
}


def close(driver: Driver) -> list[weakref.ref[object]]:
    """Close the tab in front without being asked; return what belonged to it."""
    tab = driver.window.tab
    belongings = [weakref.ref[object](each) for each in (tab, tab.session, tab.document)]
    tab.document.save()
    driver.window.closing.close_tabs([tab])
    del tab  # on a slow machine memory is freed while events are handled here
    driver.root.update()
    return belongings


def test_nothing_of_a_closed_tab_is_held(driver: Driver, paths: list[Path]) -> None:
    held: dict[str, list[weakref.ref[object]]] = {}
    for use, keys in USES.items():
        assert driver.window.files.open_path(paths[0])
        driver.key(*keys)
        driver.wait_until(lambda: not driver.window.shown.solving.is_searching, "it is found")
        held[use] = close(driver)
    gc.collect()
    assert [use for use, belongings in held.items() if any(each() for each in belongings)] == []


def test_what_a_closed_tab_has_painted_is_soon_released(three: Driver) -> None:
    belongings = close(three)
    three.wait_until(lambda: not any(each() for each in belongings), "its memory is free")


def test_a_board_with_other_bars_below_it_is_painted_once(three: Driver) -> None:
    assert three.window.pack_strip.row.winfo_ismapped()
    with calls_of(Chunks._new) as painted:
        three.window.tabs.add()
        three.root.update()
    assert not three.window.pack_strip.row.winfo_ismapped()
    assert len(painted) == len(three.view._chunks._chunks)


# -- the end -----------------------------------------------------------------------------------


def test_quitting_asks_once_about_everything_that_is_not_saved_and_saves_it(
    three: Driver, paths: list[Path]
) -> None:
    for _ in range(2):
        three.click((1, 0))
        three.key("Control-Tab")
    asked = answering(three, "Cancel")
    three.key("Control-q")
    assert "a.txt\nc.txt" in asked[0]
    assert not three.window.shell.ended
    answering(three, "Save all")
    three.key("Control-q")
    assert three.window.shell.ended
    levels: list[Level] = [load(path)[0] for path in paths]
    assert [len(level.endpoints) for level in levels] == [3, 2, 3]


def test_an_open_file_is_followed_in_hidden_tabs_too(three: Driver, paths: list[Path]) -> None:
    paths[0].write_text("Y.Y\n")
    answering(three, "Reload")
    three.key("Control-Tab")
    three.wait_until(lambda: three.level == level_of("Y.Y"), "the file was looked at")
