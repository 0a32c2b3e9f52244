"""What a newcomer is shown on an empty board of Slitherlink."""

from __future__ import annotations

from itertools import pairwise

from flowdesk.core.grid import Edge, edge_joining
from flowdesk.kinds.editor import FirstStep
from flowdesk.kinds.slitherlink.puzzle import Slitherlink


def _round() -> tuple[Edge, ...]:
    """Return the edges of the loop round three cells, from the upper left corner clockwise."""
    corners = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (2, 1), (1, 1), (0, 1), (0, 0)]
    return tuple(edge_joining(a, b) for a, b in pairwise(corners))


_CLUES = {(0, 0): 3, (1, 0): 2, (2, 0): 3}
_EMPTY, _ALL = Slitherlink(3, 1), Slitherlink(3, 1, _CLUES)
_CLUE = Slitherlink(3, 1, {(1, 0): 2})
_PART = Slitherlink(3, 1, drawn=frozenset(_round()[:4]))
_LOOP = Slitherlink(3, 1, _CLUES, drawn=frozenset(_round()))

FIRST_STEPS = (
    FirstStep("clue", "Click a cell to change its clue", _EMPTY, _CLUE, lambda p: p.clues),
    FirstStep("loop", "Or draw a loop to get its clues", _PART, _LOOP, lambda p: p.drawn),
    FirstStep("solve", "Press {solve} to see the loop", _ALL, _LOOP),
)
