"""The map of what is certain: every step shaded by how many of the solutions take it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flowdesk.app.modes.arms import CERTAIN, LOOSE, UNSETTLED, arms_of
from flowdesk.app.stage import LevelOverlay
from flowdesk.core.grid import Edge
from flowdesk.desk.knowledge.ambiguity import Ambiguity, ambiguity
from flowdesk.kinds.flow.level import Level

if TYPE_CHECKING:
    from flowdesk.app.window import Window

_STEPS = 16  # shades, so that few different pictures of a cell have to be painted


class CertaintyMap(LevelOverlay):
    """The map, which follows the level until it is switched off."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.stage)
        self._window = window

    def toggle(self) -> None:
        """Shade every step by how many solutions take it, or no longer."""
        if self.is_on_show:
            self._window.show_level_alone()
        else:
            self._window.stage.show(self)
            self._window.live.check_now()
            self.knowledge_changed()

    def level_changed(self, before: Level) -> bool:
        """Show nothing of the level as it was; the map of this one comes with its check."""
        self.lay()
        return True

    def knowledge_changed(self) -> None:
        """Show what is known by now."""
        if self.is_on_show:
            self._window.live.find_certain_edges()
            known = ambiguity(self._window.live.known)
            self.lay(arms=arms_of(_steps(known)))
            self._window.say(known.text)


def _steps(known: Ambiguity) -> Iterator[tuple[Edge, str, float]]:
    for edge, share in known.shares.items():
        strength = math.ceil(share * _STEPS) / _STEPS
        yield edge, LOOSE if share < 1 else CERTAIN, strength
    for edge in known.loose:
        yield edge, LOOSE, 0.5
    for edge in known.open:
        yield edge, UNSETTLED, 0.5
