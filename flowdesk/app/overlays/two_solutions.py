"""Two solutions of a level, one after the other, with the cells marked that differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flowdesk.app.live_check import LiveCheck
from flowdesk.app.overlays.level_overlay import LevelOverlay
from flowdesk.app.shell import Say
from flowdesk.app.stage import Stage
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Answer
from flowdesk.draw.scene import Tile

_DIFFERS = Tile("mark", strength=0.4)


class TwoSolutions(LevelOverlay):
    """One of the two solutions that the check has found."""

    def __init__(
        self, stage: Stage, live_check: LiveCheck, say: Say, key: Callable[[str], str]
    ) -> None:
        super().__init__(stage)
        self._live_check = live_check
        self._say = say
        self._key = key
        self._number: int | None = None
        self._shown: Answer | None = None

    @property
    def can_flip(self) -> bool:
        check = self._live_check.known.check
        return check is not None and len(check.solutions) == 2

    def flip(self) -> None:
        """Show the other of the two solutions, with the cells marked that differ."""
        check = self._live_check.known.check
        if check is None or len(check.solutions) != 2:
            return
        self._number = 1 if self._number == 0 else 0
        self._shown = check.solutions[self._number]
        self.display(self._stage.kind.segments(self._shown), dict.fromkeys(check.differs, _DIFFERS))
        key = self._key("Flip between two solutions")
        self._say(
            f"Solution {self._number + 1} of 2; marked cells differ. {key} shows the other one.",
            check.differs,
        )

    def left(self) -> None:
        super().left()
        self._number = self._shown = None

    @property
    def solution(self) -> Answer | None:
        return self._shown


class Attempt(LevelOverlay):
    """Paths that come near to a solution, with the cells marked that they leave free."""

    def show(self, paths: Answer, left: Iterable[Cell]) -> None:
        self.display(self._stage.kind.segments(paths), dict.fromkeys(left, _DIFFERS))
