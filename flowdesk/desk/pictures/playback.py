"""Playback: a solution as timed steps, one cell each."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass

from flowdesk.core.grid import Cell
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.tiles import Cover, arms_at

#: How long a cell takes at normal speed, and the whole board at most, in seconds.
CELL_SECONDS = 0.025
MOST_SECONDS = 4.0

#: The limits of the speed, as multiples of the normal one.
SLOWEST, FASTEST = 0.1, 10.0

#: How long a pair lights up when it meets, in seconds, and in how many levels it fades.
PULSE_SECONDS = 0.35
_PULSE_LEVELS = 6


@dataclass(frozen=True)
class Step:
    """A path comes to its next cell, `at` seconds after the start.

    `covers` is what the cells look like that change: the new one, and the one before it.
    `finishes` says that the path has reached its other endpoint.
    """

    at: float
    label: str
    covers: tuple[tuple[Cell, Cover], ...]
    finishes: bool


def steps_of(solution: Solution) -> list[Step]:
    """The steps of a solution in the order of their times.

    Paths run one after the other; on boards that would take longer than `MOST_SECONDS` as many
    run at once as are needed, and if one path alone takes longer, all run faster.
    """
    cells = sum(len(path) for path in solution.paths.values())
    lanes = max(1, math.ceil(cells * CELL_SECONDS / MOST_SECONDS))
    free_at = [0.0] * min(lanes, len(solution.paths))
    steps = []
    for label, path in solution.paths.items():
        start = heapq.heappop(free_at)
        for place, cell in enumerate(path):
            covers: list[tuple[Cell, Cover]] = [(cell, (label, arms_at(path, place, place + 1)))]
            if place:
                before = path[place - 1]
                covers.append((before, (label, arms_at(path, place - 1, place + 1))))
            at = start + place * CELL_SECONDS
            steps.append(Step(at, label, tuple(covers), place == len(path) - 1))
        heapq.heappush(free_at, start + len(path) * CELL_SECONDS)
    steps.sort(key=lambda step: step.at)
    end = steps[-1].at if steps else 0.0
    if end <= MOST_SECONDS:
        return steps
    faster = MOST_SECONDS / end
    return [Step(step.at * faster, step.label, step.covers, step.finishes) for step in steps]


def pulse_strength(seconds: float) -> float:
    """How strongly a pair lights up so long after it met, from 1 to 0 in a few levels."""
    left = 1 - seconds / PULSE_SECONDS
    return max(0, round(left * _PULSE_LEVELS)) / _PULSE_LEVELS


class Playback:
    """How far a solution has been shown. Time comes from the caller, in seconds of any clock."""

    def __init__(self, solution: Solution) -> None:
        self.steps = steps_of(solution)
        self.shown = 0
        self.playing = False
        self._speed = 1.0
        self._position = 0.0
        self._now = 0.0

    @property
    def finished(self) -> bool:
        """Whether everything is shown."""
        return self.shown == len(self.steps)

    def play(self, now: float) -> None:
        """Run on from where it stands."""
        self.playing = not self.finished
        self._now = now

    def pause(self) -> None:
        """Stand still."""
        self.playing = False

    def set_speed(self, speed: float, now: float) -> None:
        """Run `speed` times as fast as normal from now on."""
        self._advance(now)
        self._speed = speed

    def tick(self, now: float) -> list[Step]:
        """The steps that have become due since the last tick."""
        if not self.playing:
            return []
        self._advance(now)
        first = self.shown
        while self.shown < len(self.steps) and self.steps[self.shown].at <= self._position:
            self.shown += 1
        self.playing = not self.finished
        return self.steps[first : self.shown]

    def step(self) -> list[Step]:
        """The next step alone, standing still; an empty list at the end."""
        self.pause()
        return self._show_to(self.shown + 1)

    def skip(self) -> list[Step]:
        """All the rest."""
        self.pause()
        return self._show_to(len(self.steps))

    def rewind(self) -> None:
        """Back to the start, standing still."""
        self.pause()
        self.shown, self._position = 0, 0.0

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
