"""The ten rules of the notebook, written down a second time, formula by formula."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from flowdesk.core.grid import Cell
from flowdesk.kinds.flow.level import Level

STEPS = {"t": (0, -1), "b": (0, 1), "l": (-1, 0), "r": (1, 0)}
BACK = {"t": "b", "b": "t", "l": "r", "r": "l"}
SHAPES = {4: "lr", 5: "tr", 6: "tl", 7: "tb", 8: "bl", 9: "br"}
PAIRS = list(combinations("tblr", 2))


def broken_of_notebook(level: Level, arms: Collection[tuple[Cell, str, str]]) -> Iterator[int]:
    """Yield the rules that the true P(cell, colour, direction) break, again and again."""

    def at(cell: Cell, d: str) -> Cell | None:
        other = cell[0] + STEPS[d][0], cell[1] + STEPS[d][1]
        return other if other in level.board.near(cell) else None

    def points(cell: Cell, d: str) -> bool:
        return any((cell, c, d) in arms for c in level.pairs)

    for cell in level.cells:
        if cell in level.endpoints:
            continue
        if not any(
            any((cell, c, d) in arms for d in STEPS)
            and not any((cell, o, d) in arms for o in level.pairs if o != c for d in STEPS)
            for c in level.pairs
        ):
            yield 1

        def has(pair: tuple[str, str], cell: Cell = cell) -> bool:
            return any(all((cell, c, d) in arms for d in pair) for c in level.pairs)

        if not any(has(one) and not any(has(p) for p in PAIRS if p != one) for one in PAIRS):
            yield 2
        if any(at(cell, d) is None and points(cell, d) for d in STEPS):
            yield 10
        for number, shape in SHAPES.items():
            d, e = shape[0], shape[1]
            first, second = at(cell, d), at(cell, e)
            if first is None or second is None:
                continue
            for c in level.pairs:
                if not ((cell, c, d) in arms and (cell, c, e) in arms):
                    continue
                k, m = level.endpoints.get(first), level.endpoints.get(second)
                if k and m:
                    continue
                joined = (k or (first, m or c, BACK[d]) in arms) and (
                    m or (second, k or c, BACK[e]) in arms
                )
                others = [(o, other) for o in STEPS if o not in (d, e) and (other := at(cell, o))]
                if not joined or any(points(other, BACK[o]) for o, other in others):
                    yield number
    for end, k in level.endpoints.items():
        free = [(v, BACK[d]) for d in STEPS if (v := at(end, d)) and v not in level.endpoints]
        if len(free) == 1:
            ((v, toward),) = free
            if (v, k, toward) not in arms:
                yield 3
        elif not any(
            (v, k, toward) in arms and not any(points(w, way) for w, way in free if w != v)
            for v, toward in free
        ):
            yield 3
