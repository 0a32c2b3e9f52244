"""Tiny plain levels: all, random and scattered ones, and what their solutions show.

This is independent of FlowDesk's solver, to compare both.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise
from typing import TypeAlias

import pytest

from flowdesk.core.grid import Cell, Edge, neighbors
from flowdesk.kinds.flow.level import Level
from tests.brute import LABELS, label_of

#: Start and end of a slice.
Share: TypeAlias = tuple[int, int | None]

#: Thousands of random levels are tried in two shares, the larger one only by `make test-all`.
EACH_SHARE = pytest.mark.parametrize(
    "share",
    [
        pytest.param((0, 250), id="first-250"),
        pytest.param((250, None), id="others", marks=pytest.mark.slow),
    ],
)


def all_levels(width: int, height: int) -> Iterator[Level]:
    """Yield a board with each choice of endpoints, colours in the order of their first ones."""

    def pairings(cells: tuple[Cell, ...]) -> Iterator[tuple[tuple[Cell, Cell], ...]]:
        if not cells:
            yield ()
            return
        first, *others = cells
        yield from pairings(tuple(others))  # the first cell is empty
        for end in others:
            left = tuple(cell for cell in others if cell != end)
            yield from (((first, end), *pairs) for pairs in pairings(left))

    for pairs in pairings(tuple((x, y) for y in range(height) for x in range(width))):
        if pairs:
            labels = zip(LABELS, pairs, strict=False)
            yield Level(width, height, {cell: label for label, pair in labels for cell in pair})


def path_covers(width: int, height: int) -> set[tuple[int, int]]:
    """Return the covers of a rectangle by non-touching paths: (number, shortest length)."""
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
    """Return the edges between neighbouring cells of one path that are not steps of it."""
    color = label_of(level, edges)
    return {(a, b) for a, b in _steps(level) - edges if color[a] == color[b]}


def differing_cells(first: frozenset[Edge], second: frozenset[Edge]) -> set[Cell]:
    """Return the cells whose steps differ between two solutions."""
    cells = {cell for edge in first | second for cell in edge}
    return {
        cell
        for cell in cells
        if {edge for edge in first if cell in edge} != {edge for edge in second if cell in edge}
    }


def map_of(level: Level) -> str:
    """Return the call of `level_of` that makes a level, for messages of failed tests."""
    rows = (
        "".join(
            "#" if (x, y) in level.holes else level.endpoints.get((x, y), ".")
            for x in range(level.width)
        )
        for y in range(level.height)
    )
    return f'level_of("{" ".join(rows)}"{"".join(f", {wall}" for wall in sorted(level.walls))})'


def random_level(rng: random.Random, max_cells: int = 20) -> Level:
    """Return a tiny complete level, from 1x2 on, with holes, walls and one to four colours.

    More than half of them have a solution; some others are nearly solvable.
    """
    kind = rng.choice(("covered", "covered", "covered", "spoilt", "any"))
    while True:
        width, height = rng.choice((1, 2, 3, 3, 4, 4, 5)), rng.choice((1, 2, 3, 3, 4, 4, 5))
        if not 2 <= width * height <= max_cells:
            continue
        level = _any(rng, width, height) if kind == "any" else _covered(rng, width, height)
        if kind == "spoilt" and level.endpoints:
            level = _spoilt(rng, level)
        # Most random boards fail on this alone: keep a tenth of those.
        if level.endpoints and (_is_even(level) or rng.random() < 0.1):
            return level


def random_levels(seed: int, number: int, share: Share) -> list[Level]:
    """Return a share of so many levels, always the same ones; no more are made than it takes."""
    rng = random.Random(seed)
    return list(islice((random_level(rng) for _ in range(number)), *share))


def scattered(size: int, colors: int, seed: int) -> Level:
    """Return a level with endpoints at random cells: it may have no or thousands of solutions."""
    cells = [(x, y) for y in range(size) for x in range(size)]
    ends = random.Random(seed).sample(cells, 2 * colors)
    return Level(size, size, {cell: "RBYGOCMP"[i // 2] for i, cell in enumerate(ends)})


def _cells(level: Level) -> set[Cell]:
    """Return the cells that are not holes."""
    rectangle = {(x, y) for x in range(level.width) for y in range(level.height)}
    return rectangle - level.holes


def _steps(level: Level) -> set[Edge]:
    """Return every pair of neighbouring cells without a wall between them."""
    cells = _cells(level)
    pairs = {(a, b) for a in cells for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in cells}
    return pairs - level.walls


def _covered(rng: random.Random, width: int, height: int) -> Level:
    """Return a level made from random paths; the cells that they do not cover are holes."""
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
            # Mostly the cell with the fewest free neighbours: then few cells remain uncovered.
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
    """Return a level with endpoints, holes and walls at random."""
    cells = [(x, y) for x in range(width) for y in range(height)]
    rng.shuffle(cells)
    colors = rng.randint(1, min(4, len(cells) // 2))
    ends, others = cells[: 2 * colors], cells[2 * colors :]
    holes = frozenset(others[: rng.choice((0, 0, 1, 2, len(others) // 2))])
    endpoints = {cell: LABELS[number // 2] for number, cell in enumerate(ends)}
    level = Level(width, height, endpoints, holes)
    return _with_walls(rng, level, _steps(level))


def _spoilt(rng: random.Random, level: Level) -> Level:
    """Return the level with one more wall, two endpoints exchanged, or one moved."""
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
    """Whether the surplus of light cells on a checkerboard matches that of light endpoints."""
    surplus = sum(1 - (x + y) % 2 * 2 for x, y in _cells(level))
    return 2 * surplus == sum(1 - (x + y) % 2 * 2 for x, y in level.endpoints)


def _ways(cell: Cell, left: set[Cell]) -> int:
    """Return how many neighbours of a cell are uncovered."""
    x, y = cell
    return sum(near in left for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))


def _with_walls(rng: random.Random, level: Level, places: set[Edge], most: int = 3) -> Level:
    """Return the level with up to `most` more walls at some of these edges."""
    count = min(rng.choice((0, 0, 1, most)), len(places)) if most > 1 else min(1, len(places))
    walls = level.walls | set(rng.sample(sorted(places), count))
    return Level(level.width, level.height, level.endpoints, level.holes, walls)
