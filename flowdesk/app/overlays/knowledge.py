"""What the check knows, on the board: two solutions, and the map of what is certain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from flowdesk.app.live_check import LiveCheck
from flowdesk.app.overlays.level_overlay import LevelOverlay
from flowdesk.app.shell import Say
from flowdesk.app.stage import Stage
from flowdesk.core.grid import Edge
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.desk.knowledge.edge_shares import EdgeShares, edge_shares

#: What is certain, what some solutions do, and what is neither.
_CERTAIN, _LOOSE, _UNSETTLED = "#35c46a", "#ff9f1c", "#8a8a8a"
_STEPS = 16  # shades, so that few different pictures of a cell have to be painted


class TwoSolutions(LevelOverlay):
    """One of the two solutions that the check has found."""

    solution: Answer | None = None

    def __init__(
        self, stage: Stage, live_check: LiveCheck, say: Say, key: Callable[[str], str]
    ) -> None:
        super().__init__(stage)
        self._live_check = live_check
        self._say = say
        self._key = key

    @property
    def can_flip(self) -> bool:
        check = self._live_check.known.check
        return check is not None and len(check.solutions) == 2

    def flip(self) -> None:
        """Show the other of the two solutions, with the cells marked that differ."""
        check = self._live_check.known.check
        assert check, "`can_flip` says so"
        number = 1 if self.solution == check.solutions[0] else 0
        self.solution = check.solutions[number]
        self.show_answer(self.solution, check.differs)
        key = self._key("Flip between two solutions")
        self._say(
            f"Solution {number + 1} of 2; marked cells differ. {key} shows the other one.",
            check.differs,
        )

    def left(self) -> None:
        super().left()
        self.solution = None


class CertaintyMap(LevelOverlay):
    """The map, which follows the level until it is switched off."""

    def __init__(
        self, stage: Stage, live_check: LiveCheck, say: Say, hide: Callable[[], object]
    ) -> None:
        super().__init__(stage)
        self._live_check = live_check
        self._say = say
        self._hide = hide
        live_check.listeners.append(self._knowledge_changed)

    @property
    def can_show(self) -> bool:
        kind = self._stage.kind
        return kind.count is not None or kind.certain_edges is not None

    def toggle(self) -> None:
        if self.is_on_show:
            self._hide()
        else:
            self._stage.show(self)
            self._live_check.check_now()
            self._knowledge_changed()

    def level_changed(self, before: Puzzle) -> bool:
        """Show nothing until this level is checked."""
        self.display()
        return True

    def _knowledge_changed(self) -> None:
        if self.is_on_show:
            self._live_check.find_certain_edges()
            known = edge_shares(self._live_check.known)
            self.display(edges=self._stage.kind.edge_tiles(_steps(known)))
            self._say(known.text)


def _steps(known: EdgeShares) -> Iterator[tuple[Edge, str, float]]:
    for edge, share in known.shares.items():
        strength = math.ceil(share * _STEPS) / _STEPS
        yield edge, _LOOSE if share < 1 else _CERTAIN, strength
    for edge in known.open:
        yield edge, _LOOSE, 0.5
    for edge in known.unsettled:
        yield edge, _UNSETTLED, 0.5
