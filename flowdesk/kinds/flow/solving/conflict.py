"""Tell why a level has no solution: colours that cannot all be connected, or uncovered cells.

A small set of colours is found by dropping them one by one, as long as the others cannot be
connected either (deletion-based extraction of a minimal unsatisfiable subset; J. Marques-Silva,
Minimal Unsatisfiability: Models, Algorithms and Applications, ISMVL 2010).
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace

from flowdesk.core.grid import Cell, by_row, listed
from flowdesk.kinds.answers import Conflict, ConflictKind, Progress, unheard
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.solving import limits
from flowdesk.kinds.flow.solving.connection import Connection, NearCover
from flowdesk.sat.backend import LimitReached

#: An attempt is shown if it leaves at most so many more cells uncovered than must be.
MORE_UNCOVERED = 6


def explain(level: Level, *, progress: Progress[Conflict] = unheard) -> Conflict:
    """Tell why a complete level has no solution, which is known already.

    `progress` gets what is known so far, which is the result if the search is ended.
    """
    connection = Connection(level)
    try:
        connected = connection.connects(level.pairs, limits.CONFLICT_ALL)
    except LimitReached:
        message = "Why there is no solution was not found: the search took too long."
        return Conflict(ConflictKind.UNKNOWN, (), False, message, ())
    if connected:
        return _uncovered(level, progress)
    return _Unconnectable(level, connection, progress).smallest()


class _Unconnectable:
    """The search for a small set of colours that cannot all be connected."""

    def __init__(self, level: Level, connection: Connection, progress: Progress[Conflict]) -> None:
        self._level = level
        self._connection = connection
        self._progress = progress
        self._connected: list[frozenset[str]] = []
        self._questions = 0

    def smallest(self) -> Conflict:
        """Return a set from which no colour can be dropped, and which is probably a smallest one.

        A smaller set lacks one colour of the first set, so each of these in turn is dropped before
        all others.
        """
        labels = list(self._level.pairs)
        best = first = self._shrunk(labels, self._better(frozenset(labels)))
        last = self._questions + limits.CONFLICT_QUESTIONS
        for dropped in first.labels:
            others = [label for label in reversed(labels) if label != dropped]
            if self._questions < last and self._connects(frozenset(others)) is False:
                best = self._shrunk(others, best)
        return best

    def _shrunk(self, labels: list[str], best: Conflict) -> Conflict:
        """Drop what can be dropped of `labels`; return this set if it is smaller than the best."""
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
        """Return the conflict of these colours, the best so far, and report it as progress."""
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
        """Whether these colours can be connected at once; None if the search took too long."""
        if any(labels <= connected for connected in self._connected):
            return True
        self._questions += 1
        try:
            connects = self._connection.connects(labels, limits.CONFLICT_SOME)
        except LimitReached:
            return None
        if connects:
            self._connected.append(labels)
        return connects


def _cannot(names: Sequence[str], all_of_them: bool) -> str:
    """Return the sentence that these colours cannot be connected at once."""
    together = {1: "", 2: " both"}.get(len(names), " all")
    what = f"{listed(names)} cannot{together} be connected"
    return f"{what}." if all_of_them else f"{what}, whatever the other colours do."


def _uncovered(level: Level, progress: Progress[Conflict]) -> Conflict:
    """Return the conflict of a level whose colours can be connected: cells stay uncovered."""
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
    """Return paths that leave at most `most` cells uncovered, if possible without touching."""
    if level.touching:
        with contextlib.suppress(LimitReached):
            if found := NearCover(level, most, touching=False).find(limits.CONFLICT_SOME):
                return found
    return NearCover(level, most, touching=level.touching).find(limits.CONFLICT_SOME)


def _surplus(level: Level) -> int:
    """Return how many cells stay uncovered at least, by the colours of a checkerboard.

    A path covers as many light cells as dark ones, or one more of the colour that both its
    endpoints have. So the number of uncovered cells is even if this one is, and odd otherwise.
    """
    cells = sum(1 - 2 * ((x + y) % 2) for x, y in level.cells)
    ends = sum(1 - 2 * ((x + y) % 2) for x, y in level.endpoints)
    return abs(cells - ends // 2)
