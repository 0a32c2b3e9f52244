"""Make the packs of other boards in `puzzles/packs`: ``python -m assets.make_boards``.

Arguments are as in `assets.make_puzzles`. Every level has exactly one solution by the game's own
rule; each pack leads from easy levels to the hardest that were found.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from math import ceil

from assets.make_puzzles import hardness, name, write_packs
from flowdesk.core.grid import cells_of
from flowdesk.core.shape import Shape
from flowdesk.formats.registry import JSON
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.generate import generate
from flowdesk.kinds.flow.making.request import FlowRequest

#: The sizes of the levels of a pack, and how many are made of each: the difficulties take turns.
SIZES = (5, 6, 7, 8, 9)
EACH = 4
DIFFICULTIES = ("easy", "medium", "hard", "expert")
PACKS = ("bridges", "warps", "hexes")


def requests(pack: str) -> Iterator[tuple[str, FlowRequest]]:
    """Yield titles and requests of all levels of a pack."""
    for size in SIZES:
        for place in range(EACH):
            seed = 1000 * PACKS.index(pack) + 100 * size + place
            difficulty = DIFFICULTIES[place] if size > 5 else ("", "", "medium", "medium")[place]
            title = name(seed)
            match pack:
                case "bridges":
                    bridges = size // 3 + place % 2
                    yield (
                        title,
                        FlowRequest(size, size, seed, bridges=bridges, difficulty=difficulty),
                    )
                case "warps":
                    warps = ("rows", "columns", "both", "both")[place]
                    request = FlowRequest.shaped(size, size, seed, warps=warps)
                    yield title, replace(request, difficulty=difficulty)
                case _:
                    shape = hexagon(size) if place % 2 else Level(size, size, shape=Shape("hex"))
                    request = FlowRequest.shaped(shape.width, shape.height, seed, shape)
                    yield title, replace(request, difficulty=difficulty)


def hexagon(across: int) -> Level:
    """Return a board of hexagons that is a hexagon itself, so many columns wide, or one more."""
    radius = ceil((across - 1) / 2)
    shape, width, height = Shape("hex"), 2 * radius + 1, 2 * radius + 2
    far = {
        cell: shape.distance(cell, (radius, radius), width, height)
        for cell in cells_of(width, height)
    }
    height = max(y for (_, y), steps in far.items() if steps <= radius) + 1
    holes = frozenset(cell for cell in cells_of(width, height) if far[cell] > radius)
    return Level(width, height, holes=holes, shape=shape)


def make(planned: tuple[str, FlowRequest]) -> Level:
    """Make a level, as difficult as is found with some seeds."""
    title, request = planned
    for seed in range(request.seed, request.seed + 100_000, 10_000):
        made = generate(replace(request, seed=seed))
        if made.met:
            break
    else:
        made = generate(replace(request, difficulty=""))
    level: Level = made.level
    assert made.met, f"{title!r} was not found"
    about = {"title": title, "author": "FlowDesk", "seed": str(seed)}
    return replace(level, about={**about, **level.about})


def _pack(pack: str, pool: Executor) -> str:
    levels = sorted(pool.map(make, requests(pack)), key=hardness)
    return JSON.write([Entry(level) for level in levels])


if __name__ == "__main__":
    sys.exit(write_packs(__doc__, {pack: pack for pack in PACKS}, "packs/{}.json", _pack))
