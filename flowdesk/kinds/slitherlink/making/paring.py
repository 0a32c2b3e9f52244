"""Paring: remove clues of a loop while rules without suppositions still solve the puzzle.

Clues are removed in a given order, each if the puzzle is solved without it. More clues never lead
less far. So it takes few positions to decide about all of them: the first half is decided from what
the second half leads to, then the second half from what is left of the first leads to, and so on
within each half; once the loop is closed, none of those to be decided about is needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from flowdesk.core.grid import Cell
from flowdesk.kinds.deduction import Conclusion
from flowdesk.kinds.slitherlink.deduction.places import (
    at_its_corners,
    early_ends,
    look_nearby,
    newly_settled,
    patterns_of_threes,
)
from flowdesk.kinds.slitherlink.deduction.position import SlitherlinkPosition
from flowdesk.kinds.slitherlink.deduction.sides import by_sides, connected
from flowdesk.kinds.slitherlink.puzzle import Slitherlink


def reach(position: SlitherlinkPosition, at_large: bool) -> None:
    """Draw all conclusions at single places, and with `at_large` those over several of them.

    Patterns of threes and suppositions are left out. Raises Contradiction.
    """
    while not position.closed:
        if position.fresh:
            place = next(iter(position.fresh))
            del position.fresh[place]
            look_nearby(position, place)
            if position.has_rule(place):
                position.learn(*newly_settled(position, place, position.plain[place]))
        elif ends := early_ends(position):
            position.learn((), ends)
        elif position.nearby:
            cell = next(iter(position.nearby))
            del position.nearby[cell]
            position.learn(*newly_settled(position, cell, at_its_corners(position, cell)))
        elif at_large and (found := by_sides(position) or connected(position)):
            position.learn(found.on, found.off)
        elif not (at_large and position.recolored):
            return


class Paring:
    """Decides which clues of a loop are needed; rules over several places only if `at_large`."""

    def __init__(self, width: int, height: int, clues: Mapping[Cell, int], at_large: bool) -> None:
        self._clues = clues
        self._at_large = at_large
        puzzle = Slitherlink(width, height, clues)
        self._empty = SlitherlinkPosition(replace(puzzle, clues={}))
        self._number = {cell: number for number, cell in enumerate(self._empty.grid.cells)}
        self._threes: defaultdict[int, list[Conclusion]] = defaultdict(list)
        for pattern in patterns_of_threes(SlitherlinkPosition(puzzle), puzzle):
            for cell in pattern.cells:
                self._threes[cell].append(pattern)

    def needed(self, groups: Sequence[Sequence[Cell]]) -> list[Sequence[Cell]] | None:
        """Return the groups that are left if each in turn is removed that is not needed.

        None if not even all of them solve the puzzle.
        """
        if not self._with(self._empty, groups).closed:
            return None
        return self._needed(self._empty, groups)

    def _needed(
        self, position: SlitherlinkPosition, groups: Sequence[Sequence[Cell]]
    ) -> list[Sequence[Cell]]:
        """Return which of some groups are needed beside those that led to a position."""
        if position.closed:
            return []
        if len(groups) == 1:
            return list(groups)
        half = len(groups) // 2
        first = self._needed(self._with(position, groups[half:]), groups[:half])
        return first + self._needed(self._with(position, first), groups[half:])

    def _with(
        self, position: SlitherlinkPosition, groups: Sequence[Sequence[Cell]]
    ) -> SlitherlinkPosition:
        """Return the position that more clues lead to."""
        position = position.copy()
        cells = {self._number[cell]: self._clues[cell] for group in groups for cell in group}
        for cell, clue in cells.items():
            position.give(cell, clue)
        for pattern in (pattern for cell in cells for pattern in self._threes[cell]):
            if all(position.clues[cell] >= 0 for cell in pattern.cells):
                position.learn(pattern.on, pattern.off)
        reach(position, self._at_large)
        return position
