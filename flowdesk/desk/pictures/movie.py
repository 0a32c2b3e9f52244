"""Make a movie of how a solution is drawn, in the same steps as in the window."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.desk.pictures.playback import PULSE_SECONDS, pulse_strength
from flowdesk.draw.scene import Frame, Movie, Scene, Tile, Tiles
from flowdesk.kinds.table import kind_of

#: The shortest time of a frame: browsers slow down frames of less than 20 ms.
FRAME_SECONDS = 0.04
#: The times of the first frame, without a solution, and of the last, with all of it.
BEFORE_SECONDS, AFTER_SECONDS = 0.5, 2.0


def movie_of(
    puzzle: Puzzle, solution: Answer, scene: Scene, *, labels: bool = False, seconds: float = 0.0
) -> Movie:
    """Return the movie from the unsolved `scene` to the solution.

    `seconds` is the time from the first cell to the last, 0 for the same time as in the window;
    `BEFORE_SECONDS` and `AFTER_SECONDS` are added. Steps of the same frame are shown together,
    and there are no frames without changes.
    """
    kind = kind_of(puzzle)
    steps = kind.steps(puzzle, solution)
    last = steps[-1].at if steps else 0.0
    slower = seconds / last if seconds and last else 1.0
    due: dict[int, dict[Cell, Any]] = defaultdict(dict)
    lit: dict[int, dict[Cell, Tile]] = defaultdict(dict)
    for step in steps:
        number = math.ceil(step.at * slower / FRAME_SECONDS - 1e-6)
        due[number].update(step.segments)
        for cell, color in step.lights:
            for later in range(math.ceil(PULSE_SECONDS / FRAME_SECONDS) + 1):
                strength = pulse_strength(later * FRAME_SECONDS)
                lit[number + later][cell] = Tile("ring", color, strength)

    changes: dict[int, dict[Cell, Tiles]] = {}
    covered: dict[Cell, Any] = {}
    shown = dict(scene.tiles)
    for number in sorted(due.keys() | lit.keys()):
        new, rings = due.get(number, {}), lit.get(number, {})
        covered.update(new)
        changed = {}
        for cell in new.keys() | rings.keys():
            tiles = kind.cell_tiles(puzzle, cell, covered.get(cell), labels=labels)
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
