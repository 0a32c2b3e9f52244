"""Why a level has no solution: the colours that cannot all be connected, or the cells left over.

The smallest set is looked for by dropping colours one by one, as long as the others cannot be
connected either (deletion-based extraction of a minimal unsatisfiable subset; J. Marques-Silva,
Minimal Unsatisfiability: Models, Algorithms and Applications, ISMVL 2010).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace

from flowdesk.core.grid import Cell, by_row
from flowdesk.kinds.answers import Conflict, ConflictKind
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.solving.connection import Connection, NearCover
from flowdesk.sat.backend import LimitReached

#: How long one question may take, in propagations: about two seconds for all colours at once ...
LIMIT = 12_000_000
#: ... and about a third of a second where some of them are left out, or few cells.
SMALL_LIMIT = 2_000_000
#: How many more questions may be asked to find a smaller set than the first one.
MORE_QUESTIONS = 10
#: How many more cells than need be paths may leave uncovered to be shown.
MORE_UNCOVERED = 6


def explain(
    level: Level,
    *,
    progress: Callable[[Conflict], None] = lambda so_far: None,
) -> Conflict:
    """Tell why a complete level is unsolvable, which is known already.

    `progress` gets what is known so far, which is the result if the search is ended.
    """
    connection = Connection(level)
    try:
        connected = connection.connects(level.pairs, LIMIT)
    except LimitReached:
        message = "Why there is no solution was not found: the search became too long."
        return Conflict(ConflictKind.UNKNOWN, (), False, message, ())
    if connected:
        return _uncovered(level, progress)
    return _Unconnectable(level, connection, progress).smallest()


class _Unconnectable:
    """The search for a small set of colours that cannot all be connected."""

    def __init__(
        self, level: Level, connection: Connection, progress: Callable[[Conflict], None]
    ) -> None:
        self._level = level
        self._connection = connection
        self._progress = progress
        self._connected: list[frozenset[str]] = []
        self._questions = 0

    def smallest(self) -> Conflict:
        """A set that no colour can be dropped from, and that few others are smaller than.

        A smaller set than the first one lacks one of its colours, so each of them in turn is
        dropped before all others.
        """
        labels = list(self._level.pairs)
        best = first = self._shrunk(labels, self._better(frozenset(labels)))
        last = self._questions + MORE_QUESTIONS
        for dropped in first.labels:
            others = [label for label in reversed(labels) if label != dropped]
            if self._questions < last and self._connects(frozenset(others)) is False:
                best = self._shrunk(others, best)
        return best

    def _shrunk(self, labels: list[str], best: Conflict) -> Conflict:
        """`labels` without those that can be dropped, if these are fewer than the best so far."""
        kept = frozenset(labels)
        needed, proved = 0, True
        for label in labels:
            connects = self._connects(kept - {label})
            if connects is False:
                kept -= {label}
                if len(kept) < len(best.labels):
                    best = self._better(kept)
            else:
                needed += 1
                proved = proved and connects is True
            if needed == len(best.labels):
                break
        return replace(best, minimal=best.minimal or proved) if kept == set(best.labels) else best

    def _better(self, labels: frozenset[str]) -> Conflict:
        """The best so far, which is told at once."""
        ordered = tuple(label for label in self._level.pairs if label in labels)
        ends = by_row(cell for label in ordered for cell in self._level.pairs[label])
        names = [color_name(self._level, label) for label in ordered]
        all_of_them = len(ordered) == len(self._level.pairs)
        conflict = Conflict(
            ConflictKind.CONNECTION, ordered, False, _cannot(names, all_of_them), ends
        )
        self._progress(conflict)
        return conflict

    def _connects(self, labels: frozenset[str]) -> bool | None:
        """Whether these colours can be connected at once; None: the search became too long."""
        if any(labels <= connected for connected in self._connected):
            return True
        self._questions += 1
        try:
            connects = self._connection.connects(labels, SMALL_LIMIT)
        except LimitReached:
            return None
        if connects:
            self._connected.append(labels)
        return connects


def _cannot(names: Sequence[str], all_of_them: bool) -> str:
    """Return the sentence that these colours cannot be connected at once."""
    *others, last = names
    if not others:
        what = f"{last} cannot be connected"
    elif len(others) == 1:
        what = f"{others[0]} and {last} cannot both be connected"
    else:
        what = f"{', '.join(others)} and {last} cannot all be connected"
    return f"{what}." if all_of_them else f"{what}, whatever the other colours do."


def _uncovered(level: Level, progress: Callable[[Conflict], None]) -> Conflict:
    """What keeps a level whose colours can be connected: some cells always stay uncovered."""
    rule = "" if level.touching else " and no path touches itself"
    message = f"All colours can be connected, but never so that every cell is covered{rule}"
    conflict = Conflict(ConflictKind.COVER, (), False, f"{message}.", ())
    progress(conflict)
    fewest = True
    least = _surplus(level) or 2
    for most in range(least, least + MORE_UNCOVERED + 1, 2):
        try:
            found = _near_cover(level, most)
        except LimitReached:
            fewest = False
            continue
        if found:
            answer, cells = found
            assert cells, "a level with a solution needs no explanation"
            count = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
            more = f"at least {count} will be left" if fewest else f"these paths leave {count}"
            return Conflict(ConflictKind.COVER, (), fewest, f"{message}: {more}.", cells, answer)
    return conflict


def _near_cover(level: Level, most: int) -> tuple[Solution, tuple[Cell, ...]] | None:
    """Paths that leave at most `most` cells uncovered, looked for without touching first."""
    if level.touching:
        with contextlib.suppress(LimitReached):
            if found := NearCover(level, most, touching=False).find(SMALL_LIMIT):
                return found
    return NearCover(level, most, touching=level.touching).find(SMALL_LIMIT)


def _surplus(level: Level) -> int:
    """How many cells stay uncovered at least, because the squares of a checkerboard are uneven.

    A path covers as many light squares as dark ones, or one more of the kind that both its
    endpoints stand on. So the number of uncovered cells is even or odd as this one.
    """
    cells = sum(1 - 2 * ((x + y) % 2) for x, y in level.cells)
    ends = sum(1 - 2 * ((x + y) % 2) for x, y in level.endpoints)
    return abs(cells - ends // 2)
