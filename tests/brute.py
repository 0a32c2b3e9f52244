"""All solutions of a tiny level, found by trying everything; and tiny levels to try it on.

Nothing here knows how FlowDesk solves: the rules of the game are written down a second time, as
plainly as possible, so that the two can be held against each other.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from typing import TypeAlias

import pytest

from flowdesk.core.grid import Cell, Edge, neighbors
from flowdesk.kinds.flow.level import Level

LABELS = "RBYG"

#: From where to where to go in a list.
Share: TypeAlias = tuple[int, int | None]

#: Thousands of random levels are tried in two shares, the larger one only by `make test-all`.
EACH_SHARE = pytest.mark.parametrize(
    "share",
    [
        pytest.param((0, 1000), id="first-1000"),
        pytest.param((1000, None), id="others", marks=pytest.mark.slow),
    ],
)


def solutions(level: Level) -> list[frozenset[Edge]]:
    """Every solution by the game's rule, touching or not, as the steps of all its paths.

    Cell by cell in reading order, each way to go on to the right and down is tried. A cell with
    an endpoint takes one step, every other cell two. What comes out is a solution if the steps
    lead from each endpoint to its partner and leave no cell out.
    """
    cells = sorted(_cells(level), key=lambda cell: (cell[1], cell[0]))
    steps = _steps(level)
    free = {cell: 1 if cell in level.endpoints else 2 for cell in cells}
    chosen: list[Edge] = []
    found: list[frozenset[Edge]] = []

    def try_from(number: int) -> None:
        if number == len(cells):
            if _connects(level, chosen):
                found.append(frozenset(chosen))
            return
        x, y = cell = cells[number]
        onward = [e for e in ((cell, (x + 1, y)), (cell, (x, y + 1))) if e in steps]
        ways: list[list[Edge]] = [[], *([edge] for edge in onward)]
        if len(onward) == 2:
            ways.append(onward)
        for way in ways:
            if len(way) == free[cell] and all(free[b] > 0 for _, b in way):
                for _, b in way:
                    free[b] -= 1
                chosen.extend(way)
                try_from(number + 1)
                del chosen[len(chosen) - len(way) :]
                for _, b in way:
                    free[b] += 1

    try_from(0)
    return found


def path_covers(width: int, height: int) -> set[tuple[int, int]]:
    """How the cells of a rectangle can be shared out among paths that do not touch themselves.

    Each way is the number of paths, and the length of the shortest.
    """
    board = frozenset((x, y) for x in range(width) for y in range(height))

    @cache
    def ways(left: frozenset[Cell]) -> set[tuple[int, int]]:
        if not left:
            return {(0, len(board))}
        found: set[tuple[int, int]] = set()
        tried: set[frozenset[Cell]] = set()

        def lengthen(path: tuple[Cell, ...]) -> None:
            cells = frozenset(path)
            if cells not in tried:
                tried.add(cells)
                rest = ways(left - cells)
                found.update((number + 1, min(length, len(path))) for number, length in rest)
            for end, others in ((path[0], cells - {path[0]}), (path[-1], cells - {path[-1]})):
                for x, y in neighbors(end):
                    free = (x, y) in left - cells and others.isdisjoint(neighbors((x, y)))
                    if free and end == path[-1]:
                        lengthen((*path, (x, y)))
                    elif free:
                        lengthen(((x, y), *path))

        lengthen((min(left),))
        return found

    return ways(board)


def touching_edges(level: Level, edges: frozenset[Edge]) -> set[Edge]:
    """Where a path runs beside itself: two of its cells could be linked, but are not."""
    color: dict[Cell, str] = {}
    for cell, label in level.endpoints.items():
        for covered in _walk(cell, edges):
            color[covered] = label
    return {(a, b) for a, b in _steps(level) - edges if color[a] == color[b]}


def is_touching(level: Level, edges: frozenset[Edge]) -> bool:
    """Whether a path runs beside itself somewhere."""
    return bool(touching_edges(level, edges))


def differing_cells(first: frozenset[Edge], second: frozenset[Edge]) -> set[Cell]:
    """The cells that have other steps in the one solution than in the other."""
    cells = {cell for edge in first | second for cell in edge}
    return {
        cell
        for cell in cells
        if {edge for edge in first if cell in edge} != {edge for edge in second if cell in edge}
    }


def map_of(level: Level) -> str:
    """What `level_of` makes a level from, to name it in a failed test."""
    rows = (
        "".join(
            "#" if (x, y) in level.holes else level.endpoints.get((x, y), ".")
            for x in range(level.width)
        )
        for y in range(level.height)
    )
    return f'level_of("{" ".join(rows)}"{"".join(f", {wall}" for wall in sorted(level.walls))})'


def random_level(rng: random.Random, max_cells: int = 20) -> Level:
    """A tiny complete level, from 1x2 on, with holes, walls and one to four colours.

    A good half of them have a solution; some that have not lack very little.
    """
    kind = rng.choice(("covered", "covered", "covered", "spoilt", "any"))
    while True:
        width, height = rng.choice((1, 2, 3, 3, 4, 4, 5)), rng.choice((1, 2, 3, 3, 4, 4, 5))
        if not 2 <= width * height <= max_cells:
            continue
        level = _any(rng, width, height) if kind == "any" else _covered(rng, width, height)
        if kind == "spoilt" and level.endpoints:
            level = _spoilt(rng, level)
        # Most boards that nobody has made fail on this alone; every tenth of them will do.
        if level.endpoints and (_is_even(level) or rng.random() < 0.1):
            return level


def scattered(size: int, colors: int, seed: int) -> Level:
    """A level with endpoints anywhere: some have no solution, some have thousands."""
    cells = [(x, y) for y in range(size) for x in range(size)]
    ends = random.Random(seed).sample(cells, 2 * colors)
    return Level(size, size, {cell: "RBYGOCMP"[i // 2] for i, cell in enumerate(ends)})


def _cells(level: Level) -> set[Cell]:
    """The cells of the board that are no holes."""
    rectangle = {(x, y) for x in range(level.width) for y in range(level.height)}
    return rectangle - level.holes


def _steps(level: Level) -> set[Edge]:
    """Every pair of neighbouring cells without a wall between them."""
    cells = _cells(level)
    pairs = {(a, b) for a in cells for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in cells}
    return pairs - level.walls


def _walk(start: Cell, edges: frozenset[Edge]) -> list[Cell]:
    """The cells that one comes to from an endpoint, following the steps."""
    path = [start]
    while True:
        here = path[-1]
        linked = [a if b == here else b for a, b in edges if here in (a, b)]
        onward = [cell for cell in linked if cell not in path]
        if not onward:
            return path
        path.append(onward[0])


def _connects(level: Level, chosen: list[Edge]) -> bool:
    """Whether every path ends at its partner, and the paths cover every cell."""
    covered: set[Cell] = set()
    for cell, label in level.endpoints.items():
        path = _walk(cell, frozenset(chosen))
        if path[-1] == cell or level.endpoints.get(path[-1]) != label:
            return False
        covered.update(path)
    return covered == _cells(level)


def _covered(rng: random.Random, width: int, height: int) -> Level:
    """A level made from paths that cover it; what they leave over are holes."""
    left = {(x, y) for x in range(width) for y in range(height)}
    holes = set(rng.sample(sorted(left), rng.choice((0, 0, 0, 1, 2)) % len(left)))
    left -= holes
    endpoints: dict[Cell, str] = {}
    walked: set[Edge] = set()
    longest = rng.choice((4, 8, 25))
    for label in LABELS[: rng.randint(1, 4)]:
        if not left:
            break
        path = [rng.choice(sorted(left))]
        left.remove(path[0])
        while len(path) < longest:
            x, y = path[-1]
            around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            onward = [cell for cell in around if cell in left]
            if not onward:
                break
            # Mostly the cell with the fewest ways out: then little is left over.
            onward.sort(key=lambda cell: (_ways(cell, left), cell))
            path.append(onward[0] if rng.random() < 0.6 else rng.choice(onward))
            left.remove(path[-1])
        if len(path) < 2:
            holes.update(path)
            continue
        endpoints[path[0]] = endpoints[path[-1]] = label
        walked.update((min(a, b), max(a, b)) for a, b in pairwise(path))
    level = Level(width, height, endpoints, frozenset(holes | left))
    return _with_walls(rng, level, _steps(level) - walked)


def _any(rng: random.Random, width: int, height: int) -> Level:
    """A level with endpoints, holes and walls anywhere."""
    cells = [(x, y) for x in range(width) for y in range(height)]
    rng.shuffle(cells)
    colors = rng.randint(1, min(4, len(cells) // 2))
    ends, others = cells[: 2 * colors], cells[2 * colors :]
    holes = frozenset(others[: rng.choice((0, 0, 1, 2, len(others) // 2))])
    endpoints = {cell: LABELS[number // 2] for number, cell in enumerate(ends)}
    level = Level(width, height, endpoints, holes)
    return _with_walls(rng, level, _steps(level))


def _spoilt(rng: random.Random, level: Level) -> Level:
    """The level with a wall more, or with two endpoints exchanged, or with one moved."""
    endpoints = dict(level.endpoints)
    empty = sorted(_cells(level) - set(endpoints))
    way = rng.randrange(3)
    if way == 0:
        return _with_walls(rng, level, _steps(level), most=1)
    a, b = rng.sample(sorted(endpoints), 2)
    if way == 1 or not empty:
        endpoints[a], endpoints[b] = endpoints[b], endpoints[a]
    else:
        endpoints[rng.choice(empty)] = endpoints.pop(a)
    return Level(level.width, level.height, endpoints, level.holes, level.walls)


def _is_even(level: Level) -> bool:
    """Whether the light squares of a checkerboard are as many more as the endpoints ask for."""
    surplus = sum(1 - (x + y) % 2 * 2 for x, y in _cells(level))
    return 2 * surplus == sum(1 - (x + y) % 2 * 2 for x, y in level.endpoints)


def _ways(cell: Cell, left: set[Cell]) -> int:
    """How many of a cell's neighbours no path has covered yet."""
    x, y = cell
    return sum(near in left for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))


def _with_walls(rng: random.Random, level: Level, places: set[Edge], most: int = 3) -> Level:
    """The level with a few walls more, or none, in some of these places."""
    count = min(rng.choice((0, 0, 1, most)), len(places)) if most > 1 else min(1, len(places))
    walls = level.walls | set(rng.sample(sorted(places), count))
    return Level(level.width, level.height, level.endpoints, level.holes, walls)
