"""How a solution comes about, as the frames of an animation: the same steps as in the window."""

from __future__ import annotations

import math
from collections import defaultdict

from flowdesk.core.grid import Cell
from flowdesk.desk.pictures.playback import PULSE_SECONDS, pulse_strength, steps_of
from flowdesk.draw.scene import Frame, Movie, Scene, Tile, Tiles
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.tiles import Cover, cell_tiles

#: The shortest time from frame to frame: browsers slow down what has less than 20 ms.
FRAME_SECONDS = 0.04
#: How long the level stands alone at first, and the whole solution at last.
BEFORE_SECONDS, AFTER_SECONDS = 0.5, 2.0


def movie_of(
    level: Level, solution: Solution, scene: Scene, *, labels: bool = False, seconds: float = 0.0
) -> Movie:
    """The movie from the unsolved `scene` to the solution.

    `seconds` is the time from the first cell that is drawn to the last, 0 for as long as in the
    window; `BEFORE_SECONDS` and `AFTER_SECONDS` come on top. What falls into one frame is shown
    at once, and there are no frames in which nothing changes.
    """
    steps = steps_of(solution)
    last = steps[-1].at if steps else 0.0
    slower = seconds / last if seconds and last else 1.0
    due: dict[int, dict[Cell, Cover]] = defaultdict(dict)
    lit: dict[int, dict[Cell, float]] = defaultdict(dict)
    for step in steps:
        number = math.ceil(step.at * slower / FRAME_SECONDS - 1e-6)
        due[number].update(step.covers)
        if step.finishes:
            for later in range(math.ceil(PULSE_SECONDS / FRAME_SECONDS) + 1):
                light = pulse_strength(later * FRAME_SECONDS)
                lit[number + later].update(dict.fromkeys(level.pairs[step.label], light))

    changes: dict[int, dict[Cell, Tiles]] = {}
    covered: dict[Cell, Cover] = {}
    shown = dict(scene.tiles)
    for number in sorted(due.keys() | lit.keys()):
        new, strengths = due.get(number, {}), lit.get(number, {})
        covered.update(new)
        changed = {}
        for cell in new.keys() | strengths.keys():
            tiles = cell_tiles(level, cell, covered.get(cell), labels=labels)
            if strength := strengths.get(cell):
                tiles += (Tile("ring", level.color(level.endpoints[cell]), strength),)
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
