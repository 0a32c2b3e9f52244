"""What a newcomer is shown on an empty board of Flow."""

from __future__ import annotations

from collections import Counter

from flowdesk.kinds.editor import FirstStep
from flowdesk.kinds.flow.level import Level

_EMPTY = Level(3, 1)
_ONE = Level(3, 1, {(0, 0): "R"})
_TWO = Level(3, 1, {(0, 0): "R", (2, 0): "R"})
_PATH = Level(3, 1, _TWO.endpoints, drawn={"R": ((0, 0), (1, 0), (2, 0))})


def _has_pair(level: Level) -> bool:
    return 2 in Counter(level.endpoints.values()).values()


FIRST_STEPS = (
    FirstStep("place", "Click a cell to place an endpoint", _EMPTY, _ONE, lambda p: p.endpoints),
    FirstStep("pair", "Click another cell for its partner", _ONE, _TWO, _has_pair),
    FirstStep("solve", "Press {solve} to see the paths", _TWO, _PATH),
)
