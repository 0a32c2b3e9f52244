"""Play in the window: whole games by mouse and by keys, help, trials, and what is remembered."""

from __future__ import annotations

import os
import subprocess
import time
import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from flowdesk.app.look import DARK, LIGHT
from flowdesk.app.scale import pixels
from flowdesk.core.grid import Cell, Edge, ends_of
from flowdesk.core.storage import shipped
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.results import Result, Results
from flowdesk.desk.store import STORE
from flowdesk.draw.scene import Tile
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.table import kind_of
from tests.app.test_file_changes import wait_for_look
from tests.app.test_files import menu
from tests.driver import (
    PATIENCE,
    Driver,
    answering,
    button,
    large_type,
    parts_of,
    texts,
)
from tests.processes import flowdesk, run, seen, started
from tests.samples import hard_level, level_of

FIRST_STEPS = shipped("puzzles") / "05x05-first-steps.txt"
LOOPS = shipped("puzzles") / "slitherlink" / "05x05.json"
ROOT = Path(__file__).parents[2]

_ARROWS = {(0, -1): "Up", (0, 1): "Down", (-1, 0): "Left", (1, 0): "Right"}


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this user's games and results are kept."""
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    return tmp_path


@pytest.fixture
def still(driver: Driver) -> Driver:
    """A window without motion: the card is there at once."""
    driver.window.shell.remember(reduce_motion=True)
    return driver


def begin(driver: Driver, path: Path = FIRST_STEPS) -> Any:
    """Play a copy of the first level of a file; return its solution."""
    copy = Path(os.environ["XDG_STATE_HOME"]).parent / path.name
    copy.write_bytes(path.read_bytes())
    driver.window.files.open_path(copy)
    driver.key("F12")
    return solution_of(driver.level)


def solution_of(puzzle: Any) -> Any:
    return kind_of(puzzle).solving.solve(puzzle).solution


def trace(driver: Driver, path: Sequence[Cell], *, release: bool = True) -> None:
    driver.press(path[0])
    for cell in path[1:]:
        driver.move(cell)
    if release:
        driver.release(path[-1])


def game_of(driver: Driver) -> Game:
    game = driver.window.tab.playing.game
    assert game
    return game


def drawn(driver: Driver) -> dict[str, tuple[Cell, ...]]:
    """What the board shows, in the middle of a move as well."""
    paths: dict[str, tuple[Cell, ...]] = game_of(driver).position.drawn
    return paths


def best(driver: Driver) -> Result:
    """The best result of the level, as it is stored."""
    result = Results().of(driver.level)
    assert result
    return result


def tiles(driver: Driver, cell: Cell) -> list[str]:
    return [tile.kind for tile in driver.view.scene.tiles[cell]]


def panel(driver: Driver) -> str:
    return texts(driver.window.game_panel)


def card(driver: Driver) -> str:
    """The words on the card; nothing if it is not there."""
    return texts(driver.view)


def advice(driver: Driver, key: str) -> str:
    """Ask for help by a key, and return the answer."""
    now = driver.window.tab.playing.round
    assert now, "a game is on"
    driver.key(key)
    driver.wait_until(lambda: now.adviser.advice.text, "there is an answer")
    assert now.adviser.advice.text in panel(driver)
    return now.adviser.advice.text


# -- whole games ---------------------------------------------------------------------------------


def test_a_level_is_played_by_the_real_mouse(driver: Driver, xdotool: str) -> None:
    solution = begin(driver)
    file = driver.window.shown.document.path
    assert file
    before = file.read_bytes()
    left, top = driver.view.winfo_rootx(), driver.view.winfo_rooty()

    def pointer(cell: Cell, *more: str) -> None:
        x, y = driver.view.center_of(cell)
        run([xdotool, "mousemove", str(left + x), str(top + y), *more], check=True)
        driver.root.update()

    for path in solution.paths.values():
        pointer(path[0], "mousedown", "1")
        for cell in corners(path):
            pointer(cell)  # in one jump, as a quick hand does
        assert drawn(driver)[driver.level.endpoints[path[0]]] == path
        if not game_of(driver).solved:  # else it is over before the button is released
            run([xdotool, "mouseup", "1"], check=True)
            driver.root.update()
    assert game_of(driver).solved
    run([xdotool, "mouseup", "1"], check=True)
    driver.wait_until(lambda: card(driver), "the wave has passed")
    assert "Perfect!" in card(driver)
    assert "5, the fewest possible" in card(driver)
    assert best(driver).moves == 5
    driver.key("Escape", "Escape")
    assert not driver.window.tab.playing.is_on
    document = driver.window.shown.document
    assert (document.is_saved, document.undo_label) == (True, "")
    assert file.read_bytes() == before


def corners(path: Sequence[Cell]) -> list[Cell]:
    """The cells of a path where it turns, and its end."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
    turns = [path[i + 1] for i, (a, b) in enumerate(pairwise(steps)) if a != b]
    return [*turns, path[-1]]


def test_a_level_is_played_by_keys(still: Driver) -> None:
    solution = begin(still)
    playing, cursor = still.window.tab.playing, still.window.shown.edit.cursor
    still.key("Up")  # shows the cursor
    for path in solution.paths.values():
        walk(still, cursor.cell, path[0])
        still.key("Return")
        assert "in hand" in panel(still)
        *arrows, last = (arrow(step) for step in pairwise(path))
        still.key(*arrows)
        if arrows:
            still.key("BackSpace", arrows[-1])
        still.key(last)
        assert playing.round is None or playing.round.player.pen is None, "the partner puts it down"
    assert "Perfect!" in card(still)
    assert "in hand" not in panel(still)
    assert "Best: " in panel(still)
    labels = parts_of(still.view, tk.Label)
    (star,) = (each for each in labels if each.cget("text") == "★")
    for theme, ground in (("light", LIGHT.background), ("dark", DARK.background)):
        still.window.theming.choose(theme)
        assert str(star.cget("background")) == ground
    still.key("Escape")
    assert not card(still)
    assert str(still.root.focus_get()) == str(still.view)
    assert playing.is_on


def arrow(step: tuple[Cell, Cell]) -> str:
    (x, y), (to_x, to_y) = step
    return _ARROWS[to_x - x, to_y - y]


def walk(driver: Driver, start: Cell | None, end: Cell) -> None:
    """Move the cursor."""
    x, y = start or (0, 0)
    driver.key(*[_ARROWS[1 if end[0] > x else -1, 0]] * abs(end[0] - x))
    driver.key(*[_ARROWS[0, 1 if end[1] > y else -1]] * abs(end[1] - y))


def test_a_slitherlink_is_played_by_mouse(still: Driver) -> None:
    loop = begin(still, LOOPS)
    crossed = next(
        edge for edge in inner_edges(still.window.shown.document.level) if edge not in loop.edges
    )
    click_edge(still, crossed, 3)
    still.view.event_generate("<Motion>", x=0, y=0)
    x, y = still.view.center_of((2, 2))
    still.view.event_generate("<ButtonPress-1>", x=x, y=y, state=1)
    still.release((2, 2))
    still.click((1, 1), button=2)
    game = game_of(still)
    assert game.position.crosses == {crossed}
    assert game.position.shades == {(2, 2): True, (1, 1): True}
    edges = sorted(loop.edges)
    for edge in edges:
        assert not card(still)
        click_edge(still, edge)
    assert "Perfect!" in card(still)
    assert f"{len(edges)}, the fewest possible" in card(still)
    button(still.view, "Next puzzle").invoke()
    assert still.window.shown.document.index == 1
    assert still.window.tab.playing.is_on


def inner_edges(puzzle: Slitherlink) -> list[Edge]:
    return [((x, y), (x + 1, y)) for y in range(puzzle.height) for x in range(puzzle.width - 1)]


def click_edge(driver: Driver, edge: Edge, number: int = 1) -> None:
    (left, top), (right, bottom) = ends_of(edge)
    view = driver.view
    (x, y), half = view.center_of((left, top)), view.cell / 2
    middle = x + (right - left - 1) * half, y + (bottom - top - 1) * half
    driver.click_at(int(middle[0]), int(middle[1]), number)


def test_a_slitherlink_is_played_by_keys(still: Driver) -> None:
    loop: Loop = begin(still, LOOPS)
    width, height = still.level.width, still.level.height
    still.key("Up", "space")
    game = game_of(still)
    still.wait_until(lambda: game.position.shades == {(0, 0): True}, "the cell is shaded")
    left = set(loop.edges)
    at = (0, 0)
    for cell in ((x, y) for y in range(height) for x in range(width)):
        walk(still, at, cell)
        at = cell
        for key, step in (("w", (0, -1)), ("a", (-1, 0)), ("s", (0, 1)), ("d", (1, 0))):
            near = cell[0] + step[0], cell[1] + step[1]
            edge = (min(cell, near), max(cell, near))
            if edge in left:
                left.remove(edge)
                still.key(key)
    assert "Perfect!" in card(still)


# -- moves ---------------------------------------------------------------------------------------


def test_what_a_drag_cuts_comes_back_until_it_is_released(still: Driver) -> None:
    begin(still)
    trace(still, [(1, 1), (1, 2), (2, 2), (3, 2), (3, 1)])
    blue = drawn(still)["B"]
    trace(still, [(2, 1), (2, 2)], release=False)
    assert drawn(still)["B"] == blue[:2]
    still.move((2, 1))
    assert drawn(still)["B"] == blue
    still.move((2, 3))
    still.key("Escape")  # gives the drag up
    still.release((2, 3))
    assert drawn(still) == {"B": blue}
    trace(still, [(2, 1), (2, 2)], release=False)
    still.key("Control_L", "Control-z")  # so does undo, and takes back nothing else
    still.release((2, 2))
    assert drawn(still) == {"B": blue}
    still.click((1, 1))
    assert drawn(still) == {}
    still.key("Control-z")
    assert drawn(still) == {"B": blue}
    still.key("Control-l")
    assert "text" in tiles(still, (1, 1)), "labels and theme change while playing"
    still.window.theming.choose("light")
    assert "pipe" in tiles(still, (1, 2))
    still.key("Control-Shift-R")
    assert drawn(still) == {}
    still.window.shown.edit.cursor.set((2, 1))
    still.key("Return", "Down")
    assert drawn(still) == {"Y": ((2, 1), (2, 2))}
    still.key("Escape")
    assert drawn(still) == {}, "Escape puts the line away, then leaves"
    assert still.window.tab.playing.is_on
    still.key("Escape")
    assert not still.window.tab.playing.is_on


def test_a_finished_flow_lights_up_unless_motion_is_reduced(driver: Driver) -> None:
    begin(driver)
    blue = [(1, 1), (1, 2), (2, 2), (3, 2), (3, 1)]
    trace(driver, blue, release=False)
    assert "ring" in tiles(driver, (1, 1))
    driver.release((3, 1))
    driver.key("Control-z")
    driver.wait_until(lambda: "ring" not in tiles(driver, (1, 1)), "it has faded")
    driver.window.shell.remember(reduce_motion=True)
    trace(driver, blue, release=False)
    assert "ring" not in tiles(driver, (1, 1))
    driver.release((3, 1))


def test_the_buttons_of_a_card_are_seen_where_it_is_higher_than_the_board(still: Driver) -> None:
    still.window.shown.document.new(level_of("RR"))
    still.window.root.geometry("640x330")
    still.key("F12")
    trace(still, [(0, 0), (1, 0)])
    close, view = button(still.view, "Close"), still.view
    still.root.update()
    assert "Perfect!" in card(still), "there is room for the words, if not for the star"
    assert close.winfo_rooty() + close.winfo_height() <= view.winfo_rooty() + view.winfo_height()
    first = button(view, "Play again")
    with large_type(still, still.window.root, "640x384", 300):
        assert view.winfo_rooty() <= first.winfo_rooty()
        end = first.winfo_rooty() + first.winfo_reqheight()
        assert end <= view.winfo_rooty() + view.winfo_height()
        ground, words = (view.bbox(item) for item in view.find_withtag("card"))
        shadow = pixels(view, 9)
        assert ground[0] + shadow < words[0], "its ground reaches farther than it, not its shadow"
        assert ground[1] + shadow < words[1]
    first.invoke()


def test_a_solved_game_takes_no_more_moves_until_it_begins_anew(still: Driver) -> None:
    still.window.shown.document.new(level_of("RR"))
    still.key("F12")
    trace(still, [(0, 0), (1, 0)])
    assert "this is your first game" in card(still)
    assert "Best: " in texts(still.window.root)
    assert "none yet" not in texts(still.window.root)
    button(still.view, "Close").invoke()
    still.click((0, 0))
    assert drawn(still) == {"R": ((0, 0), (1, 0))}
    still.key("Control-Shift-R")
    assert drawn(still) == {}
    trace(still, [(0, 0), (1, 0)])
    assert best(still).times == 2
    still.key("Control-z")
    assert not card(still), "the game goes on"
    assert "Solved" not in still.window.status.message
    trace(still, [(0, 0), (1, 0)])
    assert card(still)
    assert best(still).times == 2, "it is the same game"


def test_a_result_counts_whatever_is_done_before_it_is_written(still: Driver) -> None:
    for length, key in enumerate(("Escape", "Control-z", "Control-Shift-R", ""), 1):
        level = Level(length + 1, 1, {(0, 0): "R", (length, 0): "R"})
        still.window.shown.document.new(level)
        still.key("F12")
        still.press((0, 0))
        x, y = still.view.center_of((length, 0))
        still.view.event_generate("<Motion>", x=x, y=y, state=0x100)
        assert game_of(still).solved
        assert not Results().of(level), "it waits until the board is painted"
        if key:
            still.tap(key)
        else:
            still.window.tabs.remove(still.window.tab)
        still.update()
        result = Results().of(level)
        assert result
        assert result.times == 1
        assert not card(still)
        still.view.event_generate("<ButtonRelease-1>", x=x, y=y, state=0x100)


# -- help ----------------------------------------------------------------------------------------


def test_a_hint_marks_cells_and_draws_nothing_and_a_stronger_one_a_flow(still: Driver) -> None:
    solution = begin(still)
    game = game_of(still)
    text = advice(still, "F1")
    assert text not in still.window.status.message, "it is said once"
    still.key("F4", "F1")
    still.wait_until(lambda: still.window.status.message == text, "it is told below the board")
    still.key("F4")
    marked = [cell for cell, stack in still.view.scene.tiles.items() if _is_hinted(stack)]
    assert marked
    assert drawn(still) == {}
    assert not any(
        tile.kind == "pipe" for stack in still.view.scene.tiles.values() for tile in stack
    )
    still.key("Shift-F1")
    still.wait_until(lambda: drawn(still), "a flow is drawn")
    ((label, path),) = drawn(still).items()
    assert solution.paths[label] in (path, path[::-1])
    assert game.hints == 3
    assert not any(_is_hinted(stack) for stack in still.view.scene.tiles.values())


def _is_hinted(stack: tuple[Tile, ...]) -> bool:
    return any(tile.kind == "hint" for tile in stack)


def test_a_check_marks_what_is_wrong_and_so_does_a_hint(still: Driver) -> None:
    begin(still)
    assert advice(still, "Control-Shift-K") == "All that is drawn can be part of a solution."
    trace(still, [(3, 0), (2, 0)])
    sentence = "This cannot be part of any solution: row 1, columns 3 and 4."
    assert "mark" not in tiles(still, (2, 0)), "only when asked"
    for key in ("Control-Shift-K", "F1"):
        assert advice(still, key) == sentence
        assert "mark" in tiles(still, (2, 0))
        still.key("Control-z")
        assert sentence not in panel(still)
        assert still.window.status.message != sentence
        assert "mark" not in tiles(still, (2, 0))
        still.key("Control-Shift-Z")


def test_a_long_search_is_said_and_stopped_by_escape_while_the_game_goes_on(still: Driver) -> None:
    level = hard_level()
    still.window.shown.document.new(level)
    steps = {
        level.endpoints[cell]: [cell, near]
        for cell in level.endpoints
        for near in level.board.near(cell)
        if near not in level.endpoints
    }
    first, second = list(steps.values())[:2]
    still.key("F12")
    trace(still, first)  # whether that is wrong takes a complete check
    still.key("F1")
    status = still.window.status
    still.wait_until(status.work.winfo_ismapped, "it is shown")
    assert status.message == "Looking for help: Esc stops it."
    trace(still, second)
    assert len(drawn(still)) == 2
    still.key("Escape")
    assert not status.work.winfo_ismapped()
    assert status.message == "The search for help was stopped."
    assert still.window.tab.playing.is_on


# -- trials --------------------------------------------------------------------------------------


def test_a_trial_shows_and_is_kept_or_dropped_at_once_and_a_solution_ends_it(
    still: Driver,
) -> None:
    begin(still)
    trace(still, [(1, 1), (1, 2), (2, 2)])
    for words, stays in (("Drop", False), ("Keep", True)):
        assert "This is a trial" not in panel(still)
        still.key("Control-Shift-T")
        assert "This is a trial" in panel(still)
        trace(still, [(2, 2), (3, 2), (3, 1)])
        trace(still, [(3, 0), (4, 0)])
        assert "hint" in tiles(still, (3, 2))
        assert "hint" not in tiles(still, (1, 1))
        button(still.window.game_panel, words).invoke()
        assert set(drawn(still)) == ({"B", "R"} if stays else {"B"})
        assert len(drawn(still)["B"]) == (5 if stays else 3)
        still.root.update()
        assert "hint" not in tiles(still, (3, 2))
        assert "This is a trial" not in panel(still)
    still.window.shown.document.new(level_of("RR"))
    still.key("F12", "Control-Shift-T")
    trace(still, [(0, 0), (1, 0)])
    assert card(still)
    assert "This is a trial" not in panel(still)
    assert "hint" not in tiles(still, (0, 0))


# -- beside the game -----------------------------------------------------------------------------


def test_what_edits_is_greyed_out_and_comes_back(still: Driver) -> None:
    begin(still)
    title = still.level.title

    def states() -> list[str]:
        labels = (("Edit", "Cut as *"), ("Puzzle", "Clear"), ("Puzzle", "Resize ..."))
        still.window.menus.refresh()
        return [str(menu(still, m).entrycget(label, "state")) for m, label in labels]

    assert set(states()) == {"disabled"}
    still.key("Control-r", "Control-Shift-Delete", "Control-Right", "Shift-F2")
    assert still.window.shown.document.is_saved
    assert not still.window.side.winfo_ismapped(), "with the fields for title and author"
    assert not still.window.palette.winfo_ismapped()
    still.key("F12")
    assert set(states()) == {"normal"}
    assert still.level.title == title


def test_solving_leaves_the_game_and_loses_nothing(still: Driver) -> None:
    begin(still)
    trace(still, [(1, 1), (1, 2)])
    still.solve()
    assert still.window.shown.solving.progress == 1, "with motion reduced it is there at once"
    assert not still.window.tab.playing.is_on
    still.key("F12")
    assert drawn(still) == {"B": ((1, 1), (1, 2))}
    still.window.shown.document.new(Slitherlink(3, 3))
    assert not still.window.tab.playing.is_on
    still.root.update()


def test_a_file_that_another_program_has_changed_is_asked_about_after_the_move(
    still: Driver,
) -> None:
    begin(still)
    path = still.window.shown.document.path
    assert path
    trace(still, [(1, 1), (1, 2)], release=False)
    path.write_text("RR\n")
    still.window.tab.saving.look()  # asks nothing in the middle of a move
    still.release((1, 2))
    asked = answering(still, "Reload")
    wait_for_look(still)
    assert "changed by another program" in asked[0]
    assert still.level == level_of("RR")
    assert not still.window.tab.playing.is_on
    still.key("Control-z", "F12")
    assert drawn(still) == {"B": ((1, 1), (1, 2))}


def test_the_time_runs_while_the_window_can_be_seen_and_can_be_hidden(still: Driver) -> None:
    begin(still)
    game = game_of(still)
    assert "0 moves, 0:0" in panel(still)
    menu(still, "Play").invoke("Show the time")
    assert "0 moves\n" in panel(still)
    assert not still.window.shell.settings.show_time
    still.wait_until(lambda: game.seconds > 0, "the time runs")
    still.window.root.withdraw()
    still.root.update()
    seconds = game.seconds
    still.live(0.01)
    assert game.seconds == seconds
    still.window.root.deiconify()
    still.wait_until(lambda: game.seconds > seconds, "the time runs again")


def test_page_down_plays_the_next_puzzle_of_the_file(still: Driver) -> None:
    begin(still, LOOPS)
    first = still.level
    still.key("Next")
    assert still.level is not first
    assert still.window.tab.playing.is_on
    still.key("Prior")
    assert still.level is first


def test_an_incomplete_level_is_not_played_and_keys_of_a_game_are_listed_while_it_is_on(
    still: Driver,
) -> None:
    still.click((2, 2))
    still.key("F12")
    assert not still.window.tab.playing.is_on
    assert still.window.status.message.startswith("It cannot be played yet: ")
    assert "mark" in tiles(still, (2, 2)), "the cell blinks"
    for is_played in (False, True):
        asked = answering(still, "Close")
        still.key("question")
        assert ("take up the colour at the cursor" in asked[0]) == is_played
        if not is_played:
            begin(still)


# -- what is remembered --------------------------------------------------------------------------


def test_a_damaged_file_of_results_is_set_aside_with_a_message(still: Driver) -> None:
    path = STORE.path
    path.parent.mkdir(parents=True)
    path.write_text("nonsense")
    asked = answering(still, "OK")
    begin(still)
    assert str(path.with_suffix(".broken")) in asked[0]
    assert still.window.tab.playing.is_on


def test_a_killed_window_goes_on_with_the_game(xdotool: str, tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    path.write_text("RR\nBB\n")

    def games() -> list[tuple[Any, ...]]:
        return STORE.rows("SELECT key FROM games")

    def results() -> list[tuple[Any, ...]]:
        return STORE.rows("SELECT moves FROM results")

    with playing(path, "Return", "Right") as window:
        window.until(games)
        window.process.kill()
        window.process.wait()
    with playing(path, "Down", "Return", "Right") as window:
        window.until(lambda: results() and not games())
    assert results() == [(2,)]
    assert path.read_text() == "RR\nBB\n"


@dataclass
class Playing:
    """A window in a process of its own, where `keys` are pressed in the first cell."""

    process: subprocess.Popen[bytes]
    name: str
    keys: Sequence[str]

    def until(self, condition: Callable[[], object]) -> None:
        """Begin to play and press the keys, until that has had an effect.

        On a busy machine the window is seen before it can hear a key.
        """
        deadline, pause = time.monotonic() + PATIENCE, 1
        while time.monotonic() < deadline:
            seen(f"^{self.name} ", "windowfocus", "--sync")
            first = ("Escape", "Escape", "F12", "Up", "Up", "Left")
            run(["xdotool", "key", *first, *self.keys], check=True)
            for _ in range(100 * pause):
                if condition():
                    return
                time.sleep(0.01)
            pause *= 2
        pytest.fail("the keys have no effect")


@contextmanager
def playing(path: Path, *keys: str) -> Iterator[Playing]:
    environment = {**os.environ, "XDG_CONFIG_HOME": str(path.parent / "config")}
    with started(flowdesk(path), cwd=ROOT, env=environment) as process:
        yield Playing(process, path.name, keys)
