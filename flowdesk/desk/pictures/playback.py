"""Show the steps of a solution in time: by a `Playback` in the window, or as a movie."""

from __future__ import annotations

import math
from collections import defaultdict

from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.draw.scene import Frame, Movie, Scene, Tile, Tiles
from flowdesk.kinds.drawing import Step
from flowdesk.kinds.table import kind_of

#: The limits of the speed, as multiples of the normal one.
SLOWEST, FASTEST = 0.1, 10.0

#: How long a cell lights up, in seconds, and the number of strengths as it fades.
PULSE_SECONDS = 0.35
_PULSE_LEVELS = 6

#: The shortest time of a frame: browsers slow down frames of less than 20 ms.
FRAME_SECONDS = 0.04
#: The times of the first frame, without a solution, and of the last, with all of it.
BEFORE_SECONDS, AFTER_SECONDS = 0.5, 2.0


def pulse_strength(seconds: float) -> float:
    """Return how strongly a cell is lit after some seconds, from 1 to 0."""
    left = 1 - seconds / PULSE_SECONDS
    return max(0, round(left * _PULSE_LEVELS)) / _PULSE_LEVELS


class Playback:
    """The steps of a solution, of which `shown` are shown; `now` is in seconds of any clock."""

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps
        self.shown = 0
        self.playing = False
        self._speed = 1.0
        self._position = 0.0
        self._now = 0.0

    @property
    def finished(self) -> bool:
        return self.shown == len(self.steps)

    def play(self, now: float) -> None:
        self.playing = not self.finished
        self._now = now

    def pause(self) -> None:
        self.playing = False

    def set_speed(self, speed: float, now: float) -> None:
        """Change the speed; 1 is normal."""
        self._advance(now)
        self._speed = speed

    def tick(self, now: float) -> list[Step]:
        """Show the steps that are due, and return them."""
        if not self.playing:
            return []
        self._advance(now)
        first = self.shown
        while self.shown < len(self.steps) and self.steps[self.shown].at <= self._position:
            self.shown += 1
        self.playing = not self.finished
        return self.steps[first : self.shown]

    def step(self) -> list[Step]:
        """Pause and show the next step; return it, or an empty list at the end."""
        self.pause()
        return self._show_to(self.shown + 1)

    def skip(self) -> list[Step]:
        """Pause and show all further steps; return them."""
        self.pause()
        return self._show_to(len(self.steps))

    def rewind(self) -> None:
        self.pause()
        self.shown, self._position = 0, 0.0

    def seek(self, number: int) -> list[Step]:
        """Pause, and show just the first steps, this many; return them."""
        self.rewind()
        return self._show_to(max(0, number))

    def _show_to(self, number: int) -> list[Step]:
        first = self.shown
        self.shown = min(number, len(self.steps))
        if self.shown:
            self._position = self.steps[self.shown - 1].at
        return self.steps[first : self.shown]

    def _advance(self, now: float) -> None:
        if self.playing:
            self._position += (now - self._now) * self._speed
        self._now = now


def movie_of(
    puzzle: Puzzle, solution: Answer, scene: Scene, *, labels: bool = False, seconds: float = 0.0
) -> Movie:
    """Return the movie from the unsolved `scene` to the solution.

    `seconds` is the time from the first cell to the last, 0 for the same time as in the window;
    `BEFORE_SECONDS` and `AFTER_SECONDS` are added. Steps of the same frame are shown together,
    and there are no frames without changes.
    """
    kind = kind_of(puzzle)
    steps = kind.drawing.steps(puzzle, solution)
    last = steps[-1].at if steps else 0.0
    slower = seconds / last if seconds and last else 1.0
    due: dict[int, dict[Cell, object]] = defaultdict(dict)
    lit: dict[int, dict[Cell, Tile]] = defaultdict(dict)
    for step in steps:
        number = math.ceil(step.at * slower / FRAME_SECONDS - 1e-6)
        due[number].update(step.segments)
        for cell, color in step.lights:
            for later in range(math.ceil(PULSE_SECONDS / FRAME_SECONDS) + 1):
                strength = pulse_strength(later * FRAME_SECONDS)
                lit[number + later][cell] = Tile("ring", color, strength)

    changes: dict[int, dict[Cell, Tiles]] = {}
    covered: dict[Cell, object] = {}
    shown = dict(scene.tiles)
    for number in sorted(due.keys() | lit.keys()):
        new, rings = due.get(number, {}), lit.get(number, {})
        covered.update(new)
        changed = {}
        for cell in new.keys() | rings.keys():
            tiles = kind.drawing.cell_tiles(puzzle, cell, covered.get(cell), labels=labels)
            if (ring := rings.get(cell)) and ring.strength:
                tiles += (ring,)
            if tiles != shown[cell]:
                shown[cell] = changed[cell] = tiles
        if changed:
            changes[number] = changed

    numbers = list(changes)
    ends = [*numbers[1:], max(due, default=0) + round(AFTER_SECONDS / FRAME_SECONDS)]
    frames = [Frame({}, BEFORE_SECONDS)]
    for number, end in zip(numbers, ends, strict=False):
        frames.append(Frame(changes[number], (end - number) * FRAME_SECONDS))
    return Movie(scene, tuple(frames))
