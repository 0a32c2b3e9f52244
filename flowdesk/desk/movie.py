"""How a solution comes about, as the frames of an animation: the same steps as in the window."""

from __future__ import annotations

from flowdesk.draw.scene import Movie, Scene
from flowdesk.flow.level import Level
from flowdesk.flow.solution import Solution


def movie_of(
    level: Level, solution: Solution, scene: Scene, *, labels: bool = False, seconds: float = 0.0
) -> Movie:
    """The movie from the unsolved `scene` to the solution, `seconds` long (0: as in the window)."""
    raise NotImplementedError
