"""Two solutions of a level, one after the other, with the cells marked that differ."""

from __future__ import annotations

from collections.abc import Callable

from flowdesk.app.live_check import LiveCheck
from flowdesk.app.messages import Say
from flowdesk.app.overlays.level_overlay import LevelOverlay
from flowdesk.app.stage import Stage
from flowdesk.core.puzzle import Answer


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
