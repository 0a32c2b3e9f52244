"""Real use of a large board: how long each input takes until it is painted."""

from __future__ import annotations

import time
import tkinter as tk
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from flowdesk.app.board_view import BoardPart
from flowdesk.app.session import PAUSE_MS
from flowdesk.app.timers import Clock
from flowdesk.app.window import Window
from flowdesk.core.grid import edge_joining
from flowdesk.desk.play.game import State
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.slitherlink.making.generate import random_loop
from flowdesk.kinds.slitherlink.puzzle import Slitherlink, clues_of
from tests.boards import random_paths

#: Places on the board, in cells from its upper left corner.
Way = list[tuple[float, float]]

#: How many inputs there are of each sort.
INPUTS = 50


def nearly_full_flow(side: int, colors: int) -> tuple[Any, Way]:
    """Return a level on which all paths but the longest are drawn, and the way of that."""
    paths = random_paths(side, colors, 1)
    longest = max(paths, key=lambda label: len(paths[label]))
    drawn = {label: path for label, path in paths.items() if label != longest}
    level = replace(FlowRequest(side, side).level(paths), drawn=drawn)
    return level, [(x + 0.5, y + 0.5) for x, y in paths[longest]]


def nearly_full_slitherlink(side: int) -> tuple[Any, Way]:
    """Return a puzzle of which all of the loop but its beginning is drawn, and the way of that."""
    loop = random_loop(side, side, Random(1).random)
    clues, way = clues_of(loop, side, side), loop.nodes[: INPUTS + 2]
    drawn = loop.edges - {edge_joining(a, b) for a, b in pairwise(way)}
    return Slitherlink(side, side, clues, drawn=drawn), [(x, y) for x, y in way]


class RealUse:
    """Drives a window; `times` has the seconds that each input has taken, by what was done."""

    def __init__(self, root: tk.Tk, window: Window, clock: Clock, inputs: int = INPUTS) -> None:
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        self._root, self._window, self._clock, self._inputs = root, window, clock, inputs

    def of_all(self, puzzle: Any, way: Way) -> None:
        """Draw, set, undo, build, hover, scroll and play on a puzzle."""
        window = self._window
        window.shown.document.new(puzzle)
        window.front.view.focus_force()
        self.draw(way)
        self.set_items()
        self.build()
        self.hover()
        self.scroll()
        self.play(puzzle, way)
        window.shown.stage.show_level_alone()

    def draw(self, way: Way) -> None:
        """Draw with the tool for that."""
        edit = self._window.shown.edit
        edit.choose_tool(next(tool for tool in edit.kind.editing.tools if tool.draws))
        self._drag("draw", way)

    def set_items(self) -> None:
        """Place what the palette has in cells, and take it back."""
        edit = self._window.shown.edit
        edit.choose_tool(edit.kind.editing.tools[0])
        for number in range(self._inputs // 5):
            place = self._pixels(number + 0.5, number + 0.5)
            self._do("place", "<ButtonPress-1>", place)
            self._do("place", "<ButtonRelease-1>", place)
        for _ in range(self._inputs // 5):
            self._do("undo", "<Control-z>")

    def build(self) -> None:
        """Build bridges, where there can be any."""
        edit = self._window.shown.edit
        for tool in edit.kind.editing.tools:
            if tool.name == "bridge":
                edit.choose_tool(tool)
                for number in range(self._inputs // 5):
                    place = self._pixels(number + 0.5, number + 3.5)
                    self._do("build", "<ButtonPress-1>", place)
                    self._do("build", "<ButtonRelease-1>", place)

    def hover(self) -> None:
        """Move the pointer over the board."""
        for number in range(self._inputs):
            place = self._pixels(number + 0.5, number // 2 + 0.5)
            self._do("hover", "<Motion>", place)

    def scroll(self) -> None:
        """Scroll an enlarged board down and up again."""
        view = self._window.front.view
        view.view = BoardPart(zoom=1.0)  # its upper left corner
        self._root.update()
        for number in range(self._inputs):
            self._do("scroll", f"<Button-{5 if number < self._inputs // 2 else 4}>")
        view.zoom_to_fit()

    def play(self, puzzle: Any, way: Way) -> None:
        """Play on from what is drawn."""
        self._window.tab.playing.start()
        game = self._window.tab.playing.game
        assert game
        game.resume(State(puzzle))
        self._drag("play", way)

    def end(self, way: Way) -> None:
        """Play on to the end of the way, where the last step solves the puzzle."""
        *places, last = (self._pixels(*place) for place in way[self._inputs - 1 :])
        for number, (x, y) in enumerate(places):
            event = "<B1-Motion>" if number else "<ButtonPress-1>"
            self._window.front.view.event_generate(event, x=x, y=y)
        self._root.update()
        self._do("end", "<B1-Motion>", last)
        now = self._window.tab.playing.round
        while now and not now.best:
            self.times["end, its result"].append(self._turn())

    def shine(self) -> None:
        """Show the light that passes over a solved board, frame by frame."""
        lights, goes_on = self._window.tab.playing._lights, True
        while goes_on:
            began = self._clock()
            goes_on = lights._frame()
            self._root.update_idletasks()
            self.times["light"].append(self._clock() - began)
        self._window.card.hide()

    def play_to_the_end(self, puzzle: Any, way: Way) -> None:
        """Play, clear the board and take that back, and solve the puzzle."""
        self._window.shown.document.new(puzzle)
        self.play(puzzle, way)
        self._do("restart", "<Control-Shift-R>")
        self._do("undo of all", "<Control-z>")
        self.end(way)
        self.shine()
        self._window.shown.stage.show_level_alone()

    def pause(self) -> None:
        """Place items, and each time pause until the level is looked at."""
        self._root.update()  # what was shown before is no matter of the first item
        for number in range(self._inputs // 5):
            self._do("place", "<ButtonPress-1>", self._pixels(number + 0.5, number + 0.5))
            self._do("place", "<ButtonRelease-1>", self._pixels(number + 0.5, number + 0.5))
            time.sleep(2 * PAUSE_MS / 1000)
            began = self._clock()
            self._root.update()
            self.times["pause"].append(self._clock() - began)

    def _drag(self, what: str, way: Way) -> None:
        self._root.update()
        self._paint_all()  # what was shown before is no matter of the first place
        places = [self._pixels(*place) for place in way[: self._inputs]]
        self._do(what, "<ButtonPress-1>", *places[:1])
        for place in places[1:]:
            self._do(what, "<B1-Motion>", place)
        self._do(what, "<B1-ButtonRelease-1>", *places[-1:])

    def _do(self, what: str, event: str, place: tuple[int, int] = (99, 99)) -> None:
        began = self._clock()
        self._window.front.view.event_generate(event, x=place[0], y=place[1])
        self._root.update_idletasks()  # which paints, and leaves what waits for a pause
        self.times[what].append(self._clock() - began)
        self._root.update()
        if turns := self._paint_all():
            self.times[f"{what}, later turns"] += turns

    def _paint_all(self) -> list[float]:
        """Let all be painted; return how long each turn of Tk's loop takes for that."""
        turns = []
        while self._window.front.view._stale:
            turns.append(self._turn())
        return turns

    def _turn(self) -> float:
        """Return how long a turn of Tk's loop takes."""
        began = self._clock()
        self._root.tk.dooneevent()
        return self._clock() - began

    def _pixels(self, x: float, y: float) -> tuple[int, int]:
        """Return a place on the board in pixels of its view."""
        view = self._window.front.view
        left, top, _, _ = view._box((0, 0))
        return round(left + x * view.cell), round(top + y * view.cell)
