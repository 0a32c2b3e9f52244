"""Large random boards for measuring: path covers mixed by "end stealing".

The end of a path grows into the neighbouring cell where another path ends, which that path
gives up. Begun with straight rows and never touching, every step keeps a cover of the board.
"""

from __future__ import annotations

import random
from itertools import pairwise

from flowdesk.core.grid import Cell, neighbors
from flowdesk.flow.colors import new_label
from flowdesk.flow.level import Level

SHORTEST = 3


def random_board(size: int, length: int, seed: int, steps_a_cell: int = 300) -> Level:
    """A `size` x `size` level whose solution was mixed from rows of about `length` cells."""
    rng = random.Random(seed)
    paths: list[list[Cell]] = []
    for y in range(size):
        cuts = [*range(0, size - length + 1, length), size]
        paths += [[(x, y) for x in range(a, b)] for a, b in pairwise(cuts) if b > a]
    owner = {cell: path for path in paths for cell in path}
    for _ in range(steps_a_cell * size * size):
        path = rng.choice(paths)
        if rng.random() < 0.5:
            path.reverse()
        end = path[-1]
        cell = rng.choice(neighbors(end))
        other = owner.get(cell)
        if other is None or other is path or len(other) <= SHORTEST:
            continue
        if cell not in (other[0], other[-1]):
            continue
        if any(owner.get(near) is path for near in neighbors(cell) if near != end):
            continue
        other.remove(cell)
        path.append(cell)
        owner[cell] = path
    endpoints: dict[Cell, str] = {}
    labels: set[str] = set()
    for path in paths:
        label = new_label(labels)
        labels.add(label)
        endpoints[path[0]] = endpoints[path[-1]] = label
    return Level(size, size, endpoints)
