"""Tell why a puzzle has no solution: few clues that contradict each other, or one to be changed.

The clues are put in an order, and the shortest prefix is found that no loop fulfils. Its last clue
is needed: it moves to the front, the clues behind it are dropped, the others are put in the order
of their distance from the needed ones, and so on until the needed clues alone contradict each other
(progression; J. Marques-Silva, M. Janota, A. Belov, Minimal Sets over Monotone Predicates in
Boolean Formulae, CAV 2013). Every loop that is found answers many of the later questions.

A large set says little to a person. Then a clue is searched for without which there is a solution:
it is in every set of clues that contradict each other. One is preferred that leaves exactly one
solution once it has the number of that loop.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from flowdesk.core.grid import Cell, by_row, cell_name, distance, places
from flowdesk.kinds.answers import Conflict, ConflictKind, Progress, unheard
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkEncoding
from flowdesk.sat.backend import LimitReached
from flowdesk.sat.cnf import Clause

#: A conflict: propagations for one question ...
CONFLICT_PROPAGATIONS = 10_000_000
#: ... questions after which no smaller set is begun, and after which the search ends. A question
#: takes 10 to 30 ms on a 20x20 board.
CONFLICT_FIRST_QUESTIONS = 100
CONFLICT_QUESTIONS = 300
#: ... and further ones after which no more clues are tried that may be the only wrong one.
CONFLICT_BLAME_QUESTIONS = 150

#: The most clues whose contradiction a person may see.
MOST_SEEN = 6


def explain(
    puzzle: Slitherlink,
    *,
    progress: Progress[Conflict] = unheard,
) -> Conflict | None:
    """Tell why a puzzle has no solution: small sets of clues are looked for from several cells."""
    search = _ConflictSearch(puzzle, progress)
    if search.is_solvable:
        return None
    if search.best.kind is ConflictKind.UNKNOWN:
        return search.best
    search.shrink(by_row(puzzle.clues))
    for cell in search.best.cells:
        if search.questions < CONFLICT_FIRST_QUESTIONS:
            search.shrink(_by_distance(puzzle.clues, [cell]))
    if len(search.best.cells) > MOST_SEEN:
        search.blame()
    return search.best


class _ConflictSearch:
    """The search: the best conflict so far, and the loops that were found."""

    def __init__(self, puzzle: Slitherlink, progress: Progress[Conflict]) -> None:
        self.questions = 0
        self._puzzle = puzzle
        self._progress = progress
        self._fulfilled: dict[frozenset[Cell], Loop] = {}
        #: Clauses that hold wherever at least these clues do.
        self._cuts: list[tuple[frozenset[Cell], list[Clause]]] = []
        #: The clues that are in every set of them that is known to be contradictory.
        self._suspects = frozenset(puzzle.clues)
        self.best = _conflict(puzzle, puzzle.clues)
        fulfils = self._fulfils(puzzle.clues)
        self.is_solvable = fulfils is True
        if fulfils is None:
            message = "Why there is no solution was not found: the search took too long."
            self.best = Conflict(ConflictKind.UNKNOWN, (), False, message, ())

    def shrink(self, order: Sequence[Cell]) -> None:
        """Drop what can be dropped of all clues in this order; keep the rest if it is smaller."""
        needed: list[Cell] = []
        proved = True
        while order and self._fulfils(needed) is not False:
            if len(needed) + 1 >= len(self.best.cells) and self.best.minimal:
                return
            if self.questions >= CONFLICT_QUESTIONS:
                return
            order, is_least = self._least(needed, order)
            proved = proved and is_least
            needed.append(order[-1])
            order = _by_distance(order[:-1], needed)
            self._offer([*needed, *order])
        self._offer(needed, minimal=proved)

    def blame(self) -> None:
        """Look for a clue without which there is a solution, and for the number to put there."""
        found: Conflict | None = None
        proved = True
        last = self.questions + CONFLICT_BLAME_QUESTIONS
        for cell in by_row(self._suspects):
            if self.questions >= last:
                proved = False
                break
            others = frozenset(self._puzzle.clues) - {cell}
            fulfils = self._fulfils(others)
            proved = proved and fulfils is not None
            if loop := self._known(others):
                blamed, is_unique = self._blamed(cell, loop)
                if found is None or is_unique:
                    found = blamed
                    self._progress(found)
                if is_unique:
                    break
        if found:
            self.best = found
        elif proved:
            more = "It takes more than one change to mend that."
            self.best = replace(self.best, message=f"{self.best.message} {more}")

    def _blamed(self, cell: Cell, loop: Loop) -> tuple[Conflict, bool]:
        """Return the conflict of a clue with all others, which a loop fulfils.

        And whether with the number that is named there would be exactly one solution. That is the
        lowest number for which it is so, else the lowest one for which there is a solution, else
        that of the loop; so it does not depend on which loop was found.
        """
        clue, place = self._puzzle.clues[cell], cell_name(cell)
        best = loop.numbers[cell], loop
        is_unique, is_lowest = False, False
        for number in range(5):
            if number == clue or is_unique:
                continue
            clues = {**self._puzzle.clues, cell: number}
            encoding = SlitherlinkEncoding(replace(self._puzzle, clues=clues))
            self.questions += 1
            with contextlib.suppress(LimitReached):
                found = encoding.find(CONFLICT_PROPAGATIONS)
                if found and not is_lowest:
                    best, is_lowest = (number, found), True
                if found:
                    encoding.exclude(found)
                    if encoding.find(CONFLICT_PROPAGATIONS) is None:
                        best, is_unique = (number, found), True
        message = f"The {clue} in {place} contradicts the other clues: a {best[0]} there would do"
        message += ", with exactly one solution." if is_unique else "."
        return Conflict(ConflictKind.CLUE, (), False, message, (cell,), best[1]), is_unique

    def _offer(self, cells: Collection[Cell], *, minimal: bool = False) -> None:
        """Keep these clues, which contradict each other, if they are fewer, or proved minimal."""
        if (len(cells), not minimal) < (len(self.best.cells), not self.best.minimal):
            self.best = replace(_conflict(self._puzzle, cells), minimal=minimal)
            self._progress(self.best)

    def _least(self, needed: list[Cell], order: Sequence[Cell]) -> tuple[Sequence[Cell], bool]:
        """Return the shortest prefix that no loop fulfils together with the needed clues.

        And whether it is proved that there is no shorter one.
        """
        low, high, step, is_least = 0, len(order), 1, True
        while high - low > 1:
            middle = min(low + step, (low + high) // 2)
            fulfils = self._fulfils([*needed, *order[:middle]])
            if fulfils is False:
                high, step = middle, high
            else:
                low, is_least, step = middle, fulfils is True, 2 * step
        return order[:high], is_least

    def _fulfils(self, cells: Collection[Cell]) -> bool | None:
        """Whether a loop fulfils these clues; None if the search took too long."""
        wanted = frozenset(cells)
        if self._known(wanted):
            return True
        self.questions += 1
        clues = {cell: clue for cell, clue in self._puzzle.clues.items() if cell in wanted}
        encoding = SlitherlinkEncoding(replace(self._puzzle, clues=clues))
        for fewer, cuts in self._cuts:
            if fewer <= wanted:
                encoding.cnf.add("known cuts", cuts)
        try:
            loop = encoding.find(CONFLICT_PROPAGATIONS)
        except LimitReached:
            return None
        self._cuts.append((wanted, encoding.cnf.rules.get("one loop", [])))
        if loop:
            self._fulfilled[self._fulfilled_by(loop)] = loop
        else:
            self._suspects &= wanted
        return loop is not None

    def _known(self, cells: frozenset[Cell]) -> Loop | None:
        return next((loop for most, loop in self._fulfilled.items() if cells <= most), None)

    def _fulfilled_by(self, loop: Loop) -> frozenset[Cell]:
        clues = self._puzzle.clues.items()
        return frozenset(cell for cell, clue in clues if loop.numbers[cell] == clue)


def _by_distance(cells: Iterable[Cell], near: Sequence[Cell]) -> list[Cell]:
    """Return cells in the order of their distance from the nearest of some others."""
    return sorted(by_row(cells), key=lambda cell: min(distance(cell, other) for other in near))


def _conflict(puzzle: Slitherlink, cells: Collection[Cell]) -> Conflict:
    """Return the conflict of these clues, not proved to be minimal."""
    if len(cells) == 1:
        (cell,) = cells
        message = f"The {puzzle.clues[cell]} in {cell_name(cell)} cannot hold"
        message += "." if len(puzzle.clues) == 1 else ", whatever the other clues are."
    else:
        message = f"These {len(cells)} clues contradict each other: {places(cells)}."
    return Conflict(ConflictKind.CLUES, (), False, message, by_row(cells))
