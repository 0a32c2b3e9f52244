"""Scenes: the main window in each of its modes, set by real events, for pictures."""

from __future__ import annotations

import shutil
import tkinter as tk
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from flowdesk import load
from flowdesk.app.packs.window import PackWindow
from flowdesk.core.puzzle import Puzzle, with_about
from flowdesk.core.storage import shipped
from flowdesk.formats.registry import MAP
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.generate import generate
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.flow.shaping import turned_level
from tests.app.test_live import everything_known, point_at, told_begins
from tests.app.test_play import solution_of, trace
from tests.app.test_think import search_known
from tests.driver import Driver
from tests.samples import level_of

PUZZLES = shipped("puzzles")
WAVE = PUZZLES / "07x07-big-wave.txt"
BRACKETS = PUZZLES / "06x06-brackets.txt"
LOOPS = PUZZLES / "slitherlink"

UNSOLVABLE = level_of("R...B ..... ..G.. ....G B...R")

TITLES = (
    *("Brook", "Lantern", "Knot", "Harbour", "Stairs", "Two ponds"),
    *("Old mill", "Two lakes", "Switchback", "Orchard", "Delta", "Archipelago"),
)

USUAL, NARROW, LAPTOP = "1000x680", "640x480", "1366x768"


@dataclass(frozen=True)
class Scene:
    """What is done in a fresh window of a size, with settings other than usual.

    `point` is done again before each picture: what the pointer shows goes when the theme changes.
    `top` is the window to be taken.
    """

    play: Callable[[Driver], object]
    point: Callable[[Driver], object] = lambda driver: None
    top: Callable[[Driver], tk.Tk | tk.Toplevel] = lambda driver: driver.window.root
    size: str = USUAL
    settings: Mapping[str, object] = field(default_factory=dict)


def known(driver: Driver) -> None:
    """Wait until nothing more is being found out about the level."""
    everything_known(driver)
    driver.live(0.1)


def show(driver: Driver, puzzle: Puzzle) -> None:
    driver.window.shown.document.new(puzzle)
    driver.live(0.1)
    known(driver)


def open_file(driver: Driver, name: str) -> None:
    driver.window.files.open_path(PUZZLES / name)
    driver.root.update()
    known(driver)


def rest_on_change(driver: Driver) -> None:
    """Rest the pointer on the first change that is suggested."""
    point_at(driver, "Do it")


def ask_for_hints(driver: Driver, count: int) -> None:
    """Ask for hints, one after the other."""
    for number in range(1, count + 1):
        driver.key("F1")
        driver.wait_until(partial(told_begins, driver, f"Hint {number}"), "a hint is found")


# -- the scenes ----------------------------------------------------------------------------------


def drawing(driver: Driver) -> None:
    driver.click((0, 0), (4, 2), (1, 0), (4, 4), (2, 1))
    driver.live(0.8)  # until the pause after a change is over
    driver.hover((5, 4))


def several(driver: Driver) -> None:
    """Show a level that lacks a colour."""
    windmill = load(PUZZLES / "06x06-windmill.txt")[0]
    ends = {cell: label for cell, label in windmill.endpoints.items() if label != "m"}
    show(driver, replace(windmill, endpoints=ends))


def unsolvable(driver: Driver) -> None:
    show(driver, UNSOLVABLE)


def unique(driver: Driver) -> None:
    open_file(driver, "07x07-big-wave.txt")


def solving(driver: Driver) -> None:
    open_file(driver, "12x12-galaxy.txt")
    driver.solve()
    playback = driver.window.shown.solving.playback
    assert playback
    driver.wait_until(lambda: playback.shown > 0.6 * len(playback.steps), "more than half is shown")
    driver.key("F6")


def solved(driver: Driver) -> None:
    unique(driver)
    driver.solve()


def solved_board(pack: str, number: int, driver: Driver) -> None:
    """Show a level with bridges, warps or hexagons, and its paths."""
    show(driver, load(PUZZLES / "packs" / f"{pack}.json")[number - 1])
    driver.solve()


def hint(driver: Driver) -> None:
    unique(driver)
    ask_for_hints(driver, 4)


def mapped(driver: Driver) -> None:
    several(driver)
    driver.key("Control-m")
    known(driver)


def differing(driver: Driver) -> None:
    several(driver)
    driver.key("Control-f")


def selecting(driver: Driver) -> None:
    unique(driver)
    driver.key("Shift-F3")
    driver.drag((0, 0), (2, 2))
    driver.key("Control-c")
    driver.live(0.1)


def ghost(driver: Driver) -> None:
    driver.view.focus_force()
    if driver.window.shown.edit.selection.area:
        driver.hover((4, 2))
        driver.key("Control-v")
    driver.hover((4, 3))


def varied(driver: Driver) -> None:
    """Make variations with a spiral of one's own."""
    spiral = ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2))
    ends = {spiral[0]: "R", spiral[-1]: "R"}
    level = Level(9, 9, ends, drawn={"R": spiral}, locked=frozenset(spiral))
    driver.window.files.open_entries([Entry(level)], "Spiral")
    wall = driver.window.wall
    wall.show()
    wall.aim.ask({"difficulty": "hard", "symmetry": "turn", "seed": "1"})
    wall.make.invoke()
    driver.wait_until(lambda: len(wall.variations.found) >= 6, "variations")
    wall.variations.stop()


def varied_one(driver: Driver) -> None:
    driver.window.wall.tiles.focus_set()
    driver.window.wall.tiles.select([0])
    driver.root.update()


def playing(driver: Driver) -> None:
    unique(driver)
    driver.key("F12")
    paths = solution_of(driver.level).paths
    for label in ("R", "B", "G"):
        trace(driver, paths[label])


def won(driver: Driver) -> None:
    playing(driver)
    for label, path in solution_of(driver.level).paths.items():
        if label not in ("R", "B", "G"):
            trace(driver, path)
    driver.live(1)


def rules(driver: Driver) -> None:
    open_file(driver, "06x06-brackets.txt")
    driver.key("F7")
    for _ in range(4):
        answered(driver)
        driver.key("F11")
    answered(driver)


def answered(driver: Driver) -> None:
    exploring = driver.window.tab.exploring
    driver.wait_until(lambda: not (exploring.busy or exploring.is_counting), "all is known")


def clauses(driver: Driver) -> None:
    rules(driver)
    driver.window.lab.explorer.see_clauses()
    driver.hover((2, 2))
    answered(driver)


def thinking(driver: Driver) -> None:
    open_file(driver, "06x06-brackets.txt")
    driver.key("Control-F7")
    search_known(driver)
    driver.key("Control-F9")
    driver.live(0.2)


def lesson(driver: Driver) -> None:
    assert driver.window.tab.lessons.open(min((PUZZLES / "lessons").glob("*.lesson")))
    answered(driver)
    driver.key("F11")
    answered(driver)


def engine(driver: Driver) -> None:
    open_file(driver, "06x06-brackets.txt")
    driver.window.tab.watching.start("cells")
    driver.live(1)
    driver.key("F6")


def slitherlink(driver: Driver) -> None:
    open_file(driver, "slitherlink/05x05-several-loops.json")
    driver.live(0.5)


def loop(driver: Driver) -> None:
    open_file(driver, "slitherlink/10x10.json")
    driver.solve()


def loop_hint(driver: Driver) -> None:
    open_file(driver, "slitherlink/07x07.json")
    ask_for_hints(driver, 3)


def tabs(driver: Driver) -> None:
    for name in ("12x12-waterfall", "08x08-doughnut", "09x09-heart", "05x05-first-steps"):
        driver.window.files.open_path(PUZZLES / f"{name}.txt")
        driver.root.update()
    known(driver)


def empty(driver: Driver) -> None:
    driver.live(0.3)


def pack(driver: Driver) -> None:
    """Browse a pack of twelve levels, two of which are the same, after a check of all."""
    folder = Path.home() / "my-pack"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    made = [generate(FlowRequest(5 + n // 3, 5 + n // 3, seed=n)).level for n in range(len(TITLES))]
    assert made[5]
    made[7] = turned_level(made[5], "flip horizontally")
    for number, (level, title) in enumerate(zip(made, TITLES, strict=True), start=1):
        assert level
        entry = Entry(with_about(level, "title", title))
        (folder / f"{number:02}.txt").write_text(MAP.write([entry]))
    driver.window.packs.open(folder)
    view = browser(driver).view
    driver.live(0.5)
    driver.key("F5")
    driver.wait_until(lambda: not view.bar.running, "all are checked")
    driver.key("Home", "Down", "asterisk", "Down", "Down", "Down", "Down")
    driver.live(0.5)


def browser(driver: Driver) -> PackWindow:
    found = driver.window.packs.browser
    assert found
    return found


#: By the names of the pictures.
SCENES: dict[str, Scene] = {
    "start": Scene(empty, settings={"first_hints": True}),
    "drawing": Scene(drawing),
    "several": Scene(several, rest_on_change),
    "no-solution": Scene(unsolvable, rest_on_change),
    "unique": Scene(unique),
    "solving": Scene(solving, settings={"reduce_motion": False}),
    "solved": Scene(solved),
    "bridges": Scene(partial(solved_board, "bridges", 15)),
    "warps": Scene(partial(solved_board, "warps", 18)),
    "hexagons": Scene(partial(solved_board, "hexes", 12)),
    "hint": Scene(hint),
    "map": Scene(mapped),
    "differences": Scene(differing),
    "select": Scene(selecting, ghost),
    "variations": Scene(varied, varied_one),
    "play": Scene(playing),
    "play-won": Scene(won),
    "rules": Scene(rules),
    "clauses": Scene(clauses),
    "thinking": Scene(thinking),
    "lesson": Scene(lesson),
    "engine": Scene(engine),
    "slitherlink": Scene(slitherlink),
    "slitherlink-solved": Scene(loop),
    "slitherlink-hint": Scene(loop_hint),
    "tabs": Scene(tabs),
    "pack": Scene(pack, top=lambda driver: browser(driver).top),
    **{
        f"{name}-{size}": Scene(play, size=size)
        for size in (NARROW, LAPTOP)
        for name, play in (
            ("several", several),
            ("hint", hint),
            ("play", playing),
            ("rules", rules),
            ("slitherlink", slitherlink),
            ("solved", solved),
        )
    },
}
