"""Small boards with bridges, warps and hexagons, each with one solution."""

from __future__ import annotations

from flowdesk.core.shape import Shape
from flowdesk.kinds.flow.level import Level

BRIDGES = Level(
    *(5, 5),
    {(0, 0): "G", (1, 3): "G", (4, 3): "R", (1, 4): "R"},
    frozenset({(4, 4)}),
    frozenset({((1, 0), (2, 0))}),
    shape=Shape(bridges=frozenset({(1, 1), (3, 2)})),
)
WARPS = Level(
    *(5, 4),
    {(4, 0): "R", (0, 3): "R", (2, 2): "G", (4, 2): "G"},
    frozenset({(2, 3)}),
    frozenset({((0, 1), (4, 1))}),
    shape=Shape(rows=frozenset({1, 2}), columns=frozenset({0, 3})),
)
HEXAGONS = Level(
    *(5, 4),
    {(1, 2): "R", (2, 3): "R", (0, 1): "G", (3, 1): "G"},
    frozenset({(0, 0), (4, 3)}),
    frozenset({((1, 1), (2, 2))}),
    shape=Shape("hex"),
)
#: A path that crosses itself on one bridge, and leaves by warps, one of them on another bridge.
CROSSING = Level(
    *(5, 5),
    {(2, 3): "R", (0, 4): "R", (1, 1): "G", (2, 0): "G"},
    shape=Shape("square", frozenset({(2, 2), (0, 2)}), frozenset({2}), frozenset({0})),
)
BOARDS = {"bridges": BRIDGES, "warps": WARPS, "hexagons": HEXAGONS, "crossing": CROSSING}
