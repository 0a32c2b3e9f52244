"""Make the packs in `puzzles/packs`: ``python -m assets.make_puzzles``, in the project's folder.

Names as arguments (``05x05``) select packs; ``--check`` compares them with the files instead of
writing them. The files do not depend on the number of processes, but two levels of 15x15, about
which a search with a limit decides, on the solver. Every level has exactly one
solution by the game's own rule; only where that is not known of a level larger than 12x12, it
forbids paths to touch themselves.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, replace
from math import inf
from typing import TypeVar

from flowdesk.core.grid import cells_of
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.desk.work.pool import usable_cores
from flowdesk.formats.registry import LEVEL_LIST
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.generate import generate
from flowdesk.kinds.flow.making.possible import problem
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.table import kind_of

T = TypeVar("T")

#: The number of levels of each size.
PACKS = {**dict.fromkeys(range(5, 15), 30), 15: 15, 20: 15, 30: 5, 50: 5}
#: Up to this size every level is unique by the game's own rule.
ALWAYS_UNIQUE = 12
#: From this size on a search for solutions that touch themselves takes too long.
TOUCHING_FORBIDDEN = 20
#: Every sixth level has a shape.
SHAPED = 6

ADJECTIVES = """
    Amber Autumn Blue Brave Busy Clever Cloudy Copper Cosy Crooked Curious Dizzy Early Electric
    Empty Endless Fancy Fearless Foggy Frosty Gentle Giddy Golden Green Happy Hidden Hollow Humble
    Jolly Lazy Little Lively Lonely Lost Lucky Mellow Merry Midnight Misty Modest Narrow Nimble
    Noisy Old Patient Playful Polite Proud Purple Quick Quiet Restless Rusty Scarlet Secret Shy
    Silent Silver Sleepy Slippery Snowy Speedy Stubborn Summer Sunny Tangled Thirsty Tidy Tiny
    Velvet Wandering Warm Wild Windy Winter Wise Wooden Young Zigzag
""".split()  # noqa: SIM905 -- a table is easier to read and change
NOUNS = """
    Alley Arcade Attic Avenue Bakery Balcony Bazaar Bridge Brook Canal Canyon Carousel Castle
    Cellar Circus Cottage Courtyard Creek Crossing Delta Dock Fair Ferry Fountain Gallery Garage
    Garden Glacier Harbour Hedge Island Jetty Junction Kitchen Labyrinth Lagoon Lantern Library
    Lighthouse Loom Market Meadow Mill Museum Oasis Orchard Parade Pier Plaza Pond Quarry Railway
    Ravine River Rooftop Sawmill Station Street Tavern Terrace Theatre Tunnel Valley Village
    Vineyard Weaver Workshop
""".split()  # noqa: SIM905 -- as above

#: For each shape, whether a cell is a hole. The arguments are the distances of its centre to the
#: right of the board's centre and below it, and that of the outermost cells, in half cells.
HOLES: dict[str, Callable[[int, int, int], bool]] = {
    "Diamond": lambda right, down, far: abs(right) + abs(down) > far + 2,
    "Ring": lambda right, down, far: 3 * max(abs(right), abs(down)) <= far,
    "Cross": lambda right, down, far: 2 * min(abs(right), abs(down)) > far,
    "Hourglass": lambda right, down, far: abs(right) > max(abs(down), far // 3) + 1,
    "Cushion": lambda right, down, far: abs(right) + abs(down) > 2 * far - far // 4,
    "Heart": lambda right, down, far: (
        (down == -far and (abs(right) < 2 or abs(right) == far))
        or (5 * down > far and abs(right) > far - down + 1)
    ),
}
#: Shapes made of walls: whether there is one on the right of the cell (x, y), given the size.
WALLS: dict[str, Callable[[int, int, int], bool]] = {
    "Gate": lambda x, y, size: x + 1 == size // 2 and not size // 3 <= y < size - size // 3,
    "Chicane": lambda x, y, size: (
        (x + 1 == size // 3 and y < size // 2)
        or (x + 1 == size - size // 3 and y >= size - size // 2)
    ),
}
SHAPES = (*HOLES, *WALLS)


@dataclass(frozen=True)
class Plan:
    """A level to be made: titles and requests, of which the first possible one is used."""

    size: int
    requests: tuple[tuple[str, FlowRequest], ...]


def plans() -> Iterator[Plan]:
    """Yield the plans of all levels of all packs."""
    number = shaped = 0
    for size, count in PACKS.items():
        for place in range(count):
            number += 1
            adjective = ADJECTIVES[number * 7 % len(ADJECTIVES)]
            seed = 100 * size + place
            request = FlowRequest(size, size, seed=seed, non_touching=size >= TOUCHING_FORBIDDEN)
            requests = [(name(number), request)]
            if place % SHAPED == SHAPED - 1:
                order = SHAPES[shaped % len(SHAPES) :] + SHAPES[: shaped % len(SHAPES)]
                requests[:0] = [(f"{adjective} {shape}", formed(request, shape)) for shape in order]
                shaped += 1
            yield Plan(size, tuple(requests))


def name(number: int) -> str:
    """Return one of many names, each number's another one."""
    adjective = ADJECTIVES[number * 7 % len(ADJECTIVES)]
    return f"{adjective} {NOUNS[number * 5 % len(NOUNS)]}"


def formed(request: FlowRequest, shape: str) -> FlowRequest:
    """Return the request for a level of this shape."""
    far = request.width - 1
    cells = list(cells_of(request.width, request.height))
    if shape in WALLS:
        has_wall = WALLS[shape]
        walls = [((x, y), (x + 1, y)) for x, y in cells if has_wall(x, y, request.width)]
        return replace(request, walls=frozenset(walls))
    is_hole = HOLES[shape]
    holes = [(x, y) for x, y in cells if is_hole(2 * x - far, 2 * y - far, far)]
    return replace(request, holes=frozenset(holes))


def make(plan: Plan) -> Level:
    """Make the level of a plan."""
    for title, request in plan.requests:
        if problem(request):
            continue
        made = generate(request)
        if not made.met and plan.size > ALWAYS_UNIQUE:
            made = generate(replace(request, non_touching=True))
        if made.met and made.level:
            about = {"title": title, "author": "FlowDesk", "seed": str(request.seed)}
            level: Level = made.level
            return replace(level, about={**about, **level.about})
    raise AssertionError(f"none of the requests for {plan.requests[-1][0]!r} can be met")


def pack_text(levels: Iterable[Level]) -> str:
    """Return the text of a pack, ordered from the easiest level to the hardest."""
    return LEVEL_LIST.write([Entry(level) for level in sorted(levels, key=hardness)])


def hardness(puzzle: Puzzle) -> tuple[float, int]:
    """Return the sort key in a pack: the score, or without one the colours or clues."""
    kind = kind_of(puzzle)
    rated = kind.reasoning.rate(puzzle) if kind.reasoning else None
    return rated.score if rated else inf, -kind.contents(puzzle)[kind.words.counted]


def by_size(sizes: Iterable[int]) -> dict[str, int]:
    """Return the sizes of boards by the names of their packs."""
    return {f"{size:02}x{size:02}": size for size in sizes}


def write_packs(
    about: str, names: Mapping[str, T], path: str, text_of: Callable[[T, Executor], str]
) -> int:
    """Write or compare packs, as the arguments of the script say; return 1 if one differs.

    `path` is that of a pack in the folder of puzzles, with ``{}`` for its name; `text_of` gets what
    the name stands for and makes the pack's text.
    """
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("packs", nargs="*", metavar="PACK", help=" ".join(names))
    parser.add_argument("--check", action="store_true", help="compare with the files")
    arguments = parser.parse_args()
    if unknown := set(arguments.packs) - set(names):
        parser.error(f"there is no pack {', '.join(sorted(unknown))}")
    differing = False
    with ProcessPoolExecutor(usable_cores()) as pool:
        for name in arguments.packs or names:
            text = text_of(names[name], pool)
            file = shipped("puzzles") / path.format(name)
            if not arguments.check:
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(text.encode())
                print(f"{file} written", flush=True)
            elif not file.exists() or file.read_bytes() != text.encode():
                print(f"{file} differs from what this script makes")
                differing = True
    return int(differing)


def _pack(size: int, pool: Executor) -> str:
    return pack_text(pool.map(make, [plan for plan in plans() if plan.size == size]))


if __name__ == "__main__":
    sys.exit(write_packs(__doc__, by_size(PACKS), "packs/{}.txt", _pack))
