"""What is done with pointer and keys is no more work on a large board than on a small one."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, TypeAlias

import pytest
from PIL import ImageTk

import flowdesk
from flowdesk.app.board_view import AT_ONCE
from flowdesk.core.grid import Cell, edge_between
from flowdesk.draw.raster import SpriteSheet
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.making.generate import random_loop
from flowdesk.kinds.slitherlink.puzzle import Slitherlink, clues_of
from flowdesk.kinds.table import kind_of
from tests.app.real_use import RealUse, Way, nearly_full_flow, nearly_full_slitherlink
from tests.driver import Driver

#: The sides of the boards, and how many lines more an input may take on the large one: it has 1200
#: cells more, of which 800 are drawn.
SMALL, LARGE, MORE = 20, 40, 400
INPUTS = 6


class Work:
    """A clock that counts the lines of our own code that are run, at which no load can turn."""

    _ROOM = str(Path(flowdesk.__file__).parent)

    def __init__(self) -> None:
        self.lines = 0

    def __call__(self) -> float:
        return self.lines

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count what is run meanwhile."""
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            yield
        finally:
            sys.settrace(before)

    def _trace(self, frame: FrameType, event: str, arg: object) -> Any:
        self.lines += event == "line"
        return self._trace if frame.f_code.co_filename.startswith(self._ROOM) else None


def flow() -> tuple[Level, Level, Way]:
    """Return a small level, and the same with a long path below it, on a large board."""
    small, way = nearly_full_flow(SMALL, 8)
    rows = range(SMALL, LARGE)
    path: list[Cell] = [(x if y % 2 else LARGE - 1 - x, y) for y in rows for x in range(LARGE)]
    ends = {**small.endpoints, path[0]: "long", path[-1]: "long"}
    drawn = {**small.drawn, "long": tuple(path)}
    return small, replace(small, width=LARGE, height=LARGE, endpoints=ends, drawn=drawn), way


def slitherlink() -> tuple[Slitherlink, Slitherlink, Way]:
    """Return a small puzzle, and the same with a long line below it, on a large board."""
    small, way = nearly_full_slitherlink(SMALL)
    first, height = SMALL + 1, LARGE - SMALL - 1  # a row apart, or they would meet
    loop = random_loop(LARGE, height, Random(1).random)
    below = {(x, y + first): clue for (x, y), clue in clues_of(loop, LARGE, height).items()}
    line = loop.edges - {loop.joining(*loop.nodes[:2])}
    edges = {edge_between((a, b + first), (c, d + first)) for (a, b), (c, d) in line}
    large = Slitherlink(LARGE, LARGE, {**small.clues, **below}, drawn=small.drawn | edges)
    return small, large, way


#: Returns a small board, a large one, and what is drawn on both.
Boards: TypeAlias = Callable[[], tuple[Any, Any, Way]]
EACH_BOARD = pytest.mark.parametrize("boards", [flow, slitherlink])


@EACH_BOARD
def test_an_input_does_no_work_over_the_whole_board(driver: Driver, boards: Boards) -> None:
    small, large, way = boards()
    works: list[dict[str, list[float]]] = []
    for puzzle in (small, large):
        work = Work()
        use = RealUse(driver.root, driver.window, work, INPUTS)
        use.of_all(puzzle, way)  # what is found once is found then
        use.times.clear()
        with work.counted():
            use.of_all(puzzle, way)
        works.append(use.times)
    few, many = works
    for what, lines in many.items():
        more = [int(b - a) for a, b in zip(few[what], lines, strict=True)]
        assert max(more) < MORE, f"{what}: so many lines more than on a small board: {more}"


@contextmanager
def tiles_painted() -> Iterator[list[Cell]]:
    """Return a list of the cells that are painted meanwhile."""
    painted: list[Cell] = []

    def look(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code is SpriteSheet.lay.__code__:
            painted.append(frame.f_locals["cell"])

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield painted
    finally:
        sys.setprofile(before)


@EACH_BOARD
def test_the_end_of_a_game_paints_what_looks_different(driver: Driver, boards: Boards) -> None:
    puzzle, _, way = boards()
    driver.window.shown.document.new(puzzle)
    use = RealUse(driver.root, driver.window, Work(), len(way) - 1)
    use.play(puzzle, way)
    with tiles_painted() as painted:
        use.end(way)
    playing = driver.window.tab.playing
    assert playing.round
    assert playing.round.best, "it is solved"
    assert len(painted) < 20, "the last step, and the dots that light up"
    with tiles_painted() as painted:
        use.shine()
    levels = Counter(painted)
    assert levels.keys() == set(puzzle.board.cells), "the light has passed over all of the board"
    assert max(levels.values()) < 10, "and each cell was painted once a strength"


class Playing:
    """A game on a large board, nearly all of which is drawn."""

    def __init__(self, driver: Driver, boards: Boards) -> None:
        _, puzzle, way = boards()
        self._driver, self.view = driver, driver.view
        driver.window.shell.remember(reduce_motion=True)  # no light fades meanwhile
        driver.window.shown.document.new(puzzle)
        self.use = RealUse(driver.root, driver.window, Work(), INPUTS)
        self.use.play(puzzle, way)

    def begin(self, key: str) -> None:
        """Press a key, and let the first of what has changed be painted."""
        self._driver.tap(key)
        self._driver.root.update_idletasks()

    def turns(self) -> Iterator[None]:
        """Yield before each turn of Tk's loop until all is painted."""
        while self.view._stale:
            yield
            self._driver.root.tk.dooneevent()

    def assert_painted(self) -> None:
        """Check that in the end all is seen as the document in front shows it."""
        self._driver.root.update()
        for _ in self.turns():
            pass
        scene = self._driver.window.shown.stage._scene()
        assert self.view._scene == scene
        seen = self._pictures()
        self.view.set_theme(self._driver.window.theming.theme)
        self._driver.root.update()
        assert self._pictures() == seen

    def _pictures(self) -> dict[Cell, bytes]:
        chunks = self.view._chunks._chunks
        return {place: ImageTk.getimage(chunk.photo).tobytes() for place, chunk in chunks.items()}


@EACH_BOARD
def test_a_change_of_the_whole_board_is_painted_in_several_turns(
    driver: Driver, boards: Boards
) -> None:
    playing = Playing(driver, boards)
    for key in ("Control-Shift-R", "Control-z"):
        with tiles_painted() as painted:
            playing.begin(key)
            counts = [len(painted)]
            for _ in playing.turns():
                counts.append(len(painted))
        assert counts[0] > 0, "something is seen at once"
        assert max(b - a for a, b in pairwise([0, *counts, len(painted)])) <= AT_ONCE
        assert len(set(painted)) > 2 * AT_ONCE
        playing.assert_painted()


@EACH_BOARD
def test_moves_are_seen_while_the_board_is_still_being_painted(
    driver: Driver, boards: Boards
) -> None:
    playing, (_, _, way) = Playing(driver, boards), boards()
    playing.begin("Control-Shift-R")
    assert playing.view._stale
    for number, place in enumerate(way[:INPUTS]):
        x, y = playing.use._pixels(*place)
        playing.view.event_generate("<B1-Motion>" if number else "<ButtonPress-1>", x=x, y=y)
    playing.view.event_generate("<ButtonRelease-1>", x=x, y=y)
    game = driver.window.tab.playing.game
    assert game
    assert game.position.drawn, "it was cleared, and drawn on"
    playing.assert_painted()


def test_a_board_of_which_some_is_left_to_paint_is_never_blank(driver: Driver) -> None:
    playing = Playing(driver, flow)
    playing.begin("Control-Shift-R")
    assert playing.view._stale
    playing.view.zoom_by(1)
    driver.root.update_idletasks()
    assert playing.view._chunks._chunks
    playing.assert_painted()


def test_what_is_left_to_paint_is_forgotten_with_its_document(driver: Driver) -> None:
    playing = Playing(driver, flow)
    playing.begin("Control-Shift-R")
    assert playing.view._stale
    driver.window.tabs.add()
    playing.assert_painted()


@pytest.mark.parametrize(("boards", "most"), [(flow, 40), (slitherlink, 8)])
def test_a_look_at_the_whole_board_takes_few_lines_a_cell(boards: Boards, most: int) -> None:
    lines = []
    for puzzle in boards()[:2]:
        work = Work()
        list(kind_of(puzzle).findings(puzzle))  # what is found once is found then
        with work.counted():
            list(kind_of(puzzle).findings(puzzle))
        lines.append(work.lines)
    few, many = lines
    assert (many - few) / (LARGE**2 - SMALL**2) < most, "which is what each pause waits for"
