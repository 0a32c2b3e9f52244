"""Large random boards for measuring."""

from __future__ import annotations

from random import Random

from flowdesk.core.grid import Cell
from flowdesk.flow.colors import new_label
from flowdesk.flow.covers import Cover
from flowdesk.flow.level import Level
from flowdesk.flow.wish import Wish


def random_board(size: int, colors: int, seed: int) -> Level:
    """A level with a solution; nobody has asked whether it is the only one.

    It has `colors` colours, or a few more where paths do not get as long as that.
    """
    cover = Cover(Level(size, size), Random(seed).random)
    cover.settle(colors, shortest=3)
    paths: dict[str, tuple[Cell, ...]] = {}
    for path in cover.paths():
        paths[new_label(paths)] = path
    return Wish(size, size).level(paths)
