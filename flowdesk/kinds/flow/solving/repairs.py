"""Make an unsolvable level solvable: the smallest changes after which there is a solution.

One change is looked for first, then sets of two, then of three. Of these the smallest come first:
walls and holes that open, endpoints that move by one cell, by two ... then colours that go, join,
or swap an endpoint. Solutions that do not touch themselves are looked for first: that takes
milliseconds. Then those that touch, where fewer changes than wanted were found, and where a change
is smaller than all that were found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from flowdesk.core.grid import by_row
from flowdesk.kinds.answers import Conflict, Progress, Remedy, Repairs, unheard
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.kinds.flow.solving import limits
from flowdesk.kinds.flow.solving.changes import (
    FARTHEST,
    Change,
    SetSearch,
    changes,
    message_of,
    title_of,
    together,
)
from flowdesk.kinds.flow.solving.conflict import explain
from flowdesk.kinds.flow.solving.encoding import FlowEncoding
from flowdesk.kinds.flow.solving.remedies import another, ways_to_unique
from flowdesk.kinds.solving import Mending
from flowdesk.sat.backend import LimitReached

#: How many sets of changes are offered, besides a smaller one that is found later; and how many
#: changes are in one.
MOST_OFFERS = 3
TOGETHER = 3


def ways_to_solve(
    level: Level, conflict: Conflict | None, *, progress: Progress[Repairs] = unheard
) -> Repairs:
    """Return three of the smallest changes that make an unsolvable level solvable, if there are.

    The smallest of all is among them: with a solution that touches itself, it may be a fourth.
    Where no single change helps, each is a set of two or three. `progress` gets each at once.
    """
    search = _RepairSearch(level, progress)
    search.take_bridges_away()
    for most in range(1, TOGETHER + 1):
        for touching in (False, True) if level.touching else (False,):
            search.run(most, touching=touching)
        if search.result.offers:
            break
    return search.result


class _Repair(NamedTuple):
    """A set of changes that helps; its size is that of the largest one."""

    size: int
    chosen: Sequence[Change]
    remedy: Remedy


class _RepairSearch:
    """The sets of changes found so far."""

    def __init__(self, level: Level, progress: Progress[Repairs]) -> None:
        self._level = level
        self._progress = progress
        in_order = sorted(changes(level), key=lambda change: change.size)
        self._choice = in_order[: limits.REPAIR_CHANGES]
        self._found: list[_Repair] = []
        progress(self.result)

    @property
    def result(self) -> Repairs:
        in_order = sorted(self._found, key=lambda one: (one.size, not one.remedy.is_unique))
        return Repairs(tuple(one.remedy for one in in_order), len(self._choice))

    def take_bridges_away(self) -> None:
        """Try each bridge by itself: without it, the board is another one."""
        for change in self._choice:
            if change.kind == "bridge" and len(self._found) < MOST_OFFERS:
                for touching in (False, True) if self._level.touching else (False,):
                    if found := _solution(change.made(self._level), touching=touching):
                        self._offer([change], found, touching=touching)
                        break

    def run(self, most: int, *, touching: bool) -> None:
        """Look for sets of at most so many changes, by one of the two rules."""
        if not self._wants(1):
            return
        search = SetSearch(self._level, self._choice, most, touching=touching)
        excluded: list[_Repair] = []
        for size in range(1, FARTHEST + 1):
            while self._wants(size):
                new = [one for one in self._found if one.size <= size and one not in excluded]
                for one in new:
                    search.exclude_subjects([change.subject for change in one.chosen])
                excluded += new
                try:
                    solution = search.find(
                        limits.REPAIR_PROPAGATIONS,
                        limits.REPAIR_ROUNDS,
                        supposed=search.smaller(size),
                    )
                except LimitReached:
                    if self._found:
                        return  # what else there may be is not worth the time
                    break
                if not solution:
                    break
                self._offer(search.chosen, solution, touching=touching)

    def _wants(self, size: int) -> bool:
        """Whether more changes are wanted of this size."""
        return len(self._found) < MOST_OFFERS or all(size < found.size for found in self._found)

    def _offer(self, chosen: Sequence[Change], solution: Solution, *, touching: bool) -> None:
        """Offer a set of changes, without those that are not needed."""
        for change in chosen if len(chosen) > 1 else ():
            fewer = [other for other in chosen if other is not change]
            if found := _solution(together(self._level, fewer), touching=touching):
                chosen, solution = fewer, found
        level = together(self._level, chosen)
        assert not mistakes(level, solution), "the encoder's solution is wrong"
        message = message_of(chosen)
        try:
            is_unique = another(level, solution) is None
            number = "is exactly one solution" if is_unique else "are several solutions"
        except LimitReached:
            is_unique, number = False, "is a solution"
        message += f" Then there {number}."
        if is_unique and touches(level, solution):
            message += " A path touches itself in it."
        cells = by_row({cell for change in chosen for cell in change.cells})
        level = replace(level, drawn={})
        kinds = {change.kind for change in chosen}
        kind = kinds.pop() if len(kinds) == 1 else "mixed"
        remedy = Remedy(kind, title_of(chosen), message, level, solution, cells, is_unique)
        self._found.append(_Repair(max(c.size for c in chosen), chosen, remedy))
        self._progress(self.result)


def _solution(level: Level, *, touching: bool) -> Solution | None:
    """Return a solution; None if none was found within limits."""
    try:
        encoding = FlowEncoding(level, touching=touching)
        return encoding.find(limits.REPAIR_PROPAGATIONS, limits.REPAIR_ROUNDS)
    except LimitReached:
        return None


class FlowMending(Mending[Level, Solution]):
    """Endpoints, walls and holes that would make a level good."""

    explain = staticmethod(explain)
    remedies = staticmethod(ways_to_unique)
    repairs = staticmethod(ways_to_solve)
