"""Make a puzzle unique by more clues, and an unsolvable one solvable by another number of a clue.

Clues are tried on the known solutions before any search. If they exclude all but the one to be
kept, a search tells whether there is another solution; if so, that one is known from then on, and
rules out all clues that do not exclude it (implicit hitting sets; E. Moreno-Centeno, R. Karp, The
Implicit Hitting Set Approach, Operations Research 61, 2013). Clues of which a search cannot tell
that within its limit are not offered. Locked cells stay as they are.

Every change that makes an unsolvable puzzle solvable is at one of the clues that contradict each
other, so only these are tried if they are known. A clue is first left out: if there is no loop
then, no other number helps. Where no single clue helps, one formula is asked for a loop that
fulfils all clues but two, then all but three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from flowdesk.core.grid import Cell, by_row, cell_name, listed
from flowdesk.kinds.answers import (
    Conflict,
    ConflictKind,
    Progress,
    Remedy,
    Repairs,
    unheard,
)
from flowdesk.kinds.loops import set_clue
from flowdesk.kinds.slitherlink.puzzle import MOST, Loop, Slitherlink, mistakes
from flowdesk.kinds.slitherlink.solving.conflict import explain
from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkEncoding
from flowdesk.kinds.solving import Mending
from flowdesk.sat.backend import LimitReached

#: A remedy: clues that are tried, one or a few at a time, before they are collected one by one.
REMEDY_TRIES = 40
#: Propagations of one round of a search for another solution (1 s), and its rounds.
REMEDY_PROPAGATIONS = 10_000_000
REMEDY_ROUNDS = 100
#: Searches after which no more clues are added or removed.
REMEDY_QUESTIONS = 500
#: A change that makes a puzzle solvable: propagations of one round, rounds, and clues.
REPAIR_PROPAGATIONS = 10_000_000
REPAIR_ROUNDS = 100
REPAIR_TRIES = 150
#: Sets of clues among which those are chosen that leave exactly one solution.
REPAIR_SETS = 12

#: Clues that a sentence names; more are counted.
MOST_NAMED = 3


def ways_to_unique(
    puzzle: Slitherlink,
    first: Loop,
    second: Loop,
    *,
    progress: Progress[tuple[Remedy, ...]] = unheard,
) -> tuple[Remedy, ...]:
    """Return up to three ways to make a puzzle unique: with one more clue each, if possible.

    The solution that remains is preferably the author's own, if it is drawn, then the first one.
    """
    search = _ClueSearch(puzzle, progress)
    solutions = [first, second]
    own = Loop(puzzle.drawn)
    if own not in solutions and not mistakes(puzzle, own):
        solutions.insert(0, own)
    for solution in solutions:
        search.know(solution)
    for single in (True, False):
        for kept in solutions:
            search.keep(kept, single=single)
            if search.offers:
                return tuple(search.offers)
    return ()


class _ClueSearch:
    """The search for clues: the known solutions, each with the clues that it has in empty cells."""

    def __init__(self, puzzle: Slitherlink, progress: Progress[tuple[Remedy, ...]]) -> None:
        self.offers: list[Remedy] = []
        self._puzzle = puzzle
        self._progress = progress
        self._questions = 0
        #: Clues that were tried without an answer.
        self._undecided: set[Cell] = set()
        self._known: dict[Loop, Mapping[Cell, int]] = {}
        taken = puzzle.locked.union(puzzle.clues)
        self._empty = [cell for cell in puzzle.board.cells if cell not in taken]

    def know(self, loop: Loop) -> None:
        self._known[loop] = {cell: loop.numbers[cell] for cell in self._empty}

    def keep(self, kept: Loop, *, single: bool) -> None:
        """Find clues that leave only this solution: one at a time, or as few as it takes."""
        for _ in range(REMEDY_TRIES):
            if len(self.offers) == MOST_OFFERS:
                return
            chosen = self._excluding(kept)
            if not chosen or (len(chosen) > 1 and (single or self.offers)):
                break
            try:
                other = self._another(kept, chosen)
            except LimitReached:
                self._undecided.update(chosen)
                continue
            if other:
                self.know(other)
            else:
                self._offer(kept, chosen)
        if not (single or self.offers):
            with suppress(LimitReached):
                self._keep_by_many(kept)

    def _keep_by_many(self, kept: Loop) -> None:
        """Add clue after clue until only this solution is left; then remove those not needed.

        Raise LimitReached if it is not known whether others are left.
        """
        chosen = self._excluding(kept)
        while chosen and (other := self._another(kept, chosen)):
            self.know(other)
            more = self._differences(kept, other)
            if not more:
                return
            chosen.append(more[0])
        for cell in list(chosen):
            others = [each for each in chosen if each != cell]
            with suppress(LimitReached):
                chosen = chosen if self._another(kept, others) else others
        if chosen:
            self._offer(kept, chosen)

    def _excluding(self, kept: Loop) -> list[Cell]:
        """Return few cells whose clues exclude all known solutions but one; none if none do."""
        offered = {cell for offer in self.offers for cell in offer.cells} | self._undecided
        left = [
            {cell for cell in self._differences(kept, other) if cell not in offered}
            for other in self._known
            if other != kept
        ]
        chosen: list[Cell] = []
        while left:
            times = Counter(cell for cells in left for cell in cells)
            if not all(left):
                return []
            best = max(self._empty, key=lambda cell: times[cell])
            chosen.append(best)
            left = [cells for cells in left if best not in cells]
        return chosen

    def _differences(self, kept: Loop, other: Loop) -> list[Cell]:
        here, there = self._known[kept], self._known[other]
        return [cell for cell in self._empty if here[cell] != there[cell]]

    def _with(self, kept: Loop, cells: Collection[Cell]) -> Slitherlink:
        added = {cell: self._known[kept][cell] for cell in cells}
        return replace(self._puzzle, clues={**self._puzzle.clues, **added})

    def _another(self, kept: Loop, cells: Collection[Cell]) -> Loop | None:
        """Return another solution with the clues of a kept one, or None; or LimitReached."""
        if self._questions == REMEDY_QUESTIONS:
            raise LimitReached
        self._questions += 1
        encoding = SlitherlinkEncoding(self._with(kept, cells))
        encoding.exclude(kept)
        return encoding.find(REMEDY_PROPAGATIONS, REMEDY_ROUNDS)

    def _offer(self, kept: Loop, chosen: Collection[Cell]) -> None:
        cells = by_row(chosen)
        changed = self._with(kept, cells)
        assert not mistakes(changed, kept), "the clues do not keep the solution"
        named = [f"a {changed.clues[cell]} in {cell_name(cell)}" for cell in cells[:MOST_NAMED]]
        if more := len(cells[MOST_NAMED:]):
            named.append(f"{more} more clue{'s' * (more > 1)}")
        title = f"Add {_some_clues(len(cells))}"
        self.offers.append(Remedy("clue", title, f"Add {listed(named)}.", changed, kept, cells))
        self._progress(tuple(self.offers))


#: The most changes that are offered, and the most clues in one.
MOST_OFFERS = 3
TOGETHER = 3


def ways_to_solve(
    puzzle: Slitherlink, conflict: Conflict | None, *, progress: Progress[Repairs] = unheard
) -> Repairs:
    """Return up to three clues with other numbers, which make an unsolvable puzzle solvable.

    The number is one that leaves exactly one solution if there is any; of several, the nearest.
    Where no single clue helps, each is a set of two or three, of which those are preferred that
    leave exactly one solution. `progress` gets what was found so far after each clue or set.
    """
    offers: list[Remedy] = []
    tried = 0
    for cell in _suspects(puzzle, conflict):
        if len(offers) == MOST_OFFERS or tried == REPAIR_TRIES:
            break
        tried += 1
        if _solution(set_clue(puzzle, cell, None)):
            found = list(_changed(puzzle, cell))
            offers += sorted(found, key=lambda remedy: not remedy.is_unique)[:1]
        progress(Repairs(tuple(offers), tried))
    for most in () if offers else range(2, TOGETHER + 1):
        for remedy in islice(_changed_together(puzzle, most), REPAIR_SETS):
            offers = sorted([*offers, remedy], key=lambda each: not each.is_unique)[:MOST_OFFERS]
            progress(Repairs(tuple(offers), tried))
        if offers:
            break
    return Repairs(tuple(offers), tried)


def _suspects(puzzle: Slitherlink, conflict: Conflict | None) -> Iterator[Cell]:
    """Yield the clues to try, those of the conflict first; none is locked."""
    first = conflict.cells if conflict else ()
    is_all = conflict is not None and conflict.kind is ConflictKind.CLUES
    others = () if is_all else (cell for cell in by_row(puzzle.clues) if cell not in first)
    yield from (cell for cell in (*first, *others) if cell not in puzzle.locked)


def _changed(puzzle: Slitherlink, cell: Cell) -> Iterator[Remedy]:
    """Yield the puzzles with other numbers in a cell that have a solution, the nearest first."""
    clue = puzzle.clues[cell]
    for number in sorted(set(range(MOST + 1)) - {clue}, key=lambda number: abs(number - clue)):
        if loop := _solution(set_clue(puzzle, cell, number)):
            yield _repair(puzzle, [cell], loop)


def _changed_together(puzzle: Slitherlink, most: int) -> Iterator[Remedy]:
    """Yield the puzzle with other numbers for at most so many clues, each time for others."""
    kept = {cell: clue for cell, clue in puzzle.clues.items() if cell in puzzle.locked}
    encoding = SlitherlinkEncoding(replace(puzzle, clues=kept), single=True)
    cnf = encoding.cnf
    changed = {cell: cnf.new_variable(("changed", cell)) for cell in puzzle.clues.keys() - kept}
    for cell in changed:
        clauses = encoding.clue(cell, puzzle.clues[cell])
        cnf.add("clue", ([changed[cell], *clause] for clause in clauses))
    cnf.at_most("few changes", most, list(changed.values()))
    with suppress(LimitReached):
        while loop := encoding.find(REPAIR_PROPAGATIONS, REPAIR_ROUNDS):
            cells = [cell for cell, clue in puzzle.clues.items() if loop.numbers[cell] != clue]
            yield _repair(puzzle, cells, loop)
            cnf.add("other clues", [[-changed[cell] for cell in cells]])


def _repair(puzzle: Slitherlink, cells: Sequence[Cell], loop: Loop) -> Remedy:
    numbers = {cell: loop.numbers[cell] for cell in cells}
    changed = replace(puzzle, clues={**puzzle.clues, **numbers})
    assert not mistakes(changed, loop), "the encoder's loop is wrong"
    named = [f"the {puzzle.clues[c]} in {cell_name(c)} to a {n}" for c, n in numbers.items()]
    encoding = SlitherlinkEncoding(changed)
    encoding.exclude(loop)
    try:
        is_unique = encoding.find(REPAIR_PROPAGATIONS, REPAIR_ROUNDS) is None
        number_of = "is exactly one solution" if is_unique else "are several solutions"
    except LimitReached:
        is_unique, number_of = False, "is a solution"
    message = f"Change {listed(named)}. Then there {number_of}."
    title = f"Change {_some_clues(len(cells))}"
    return Remedy("clue", title, message, changed, loop, tuple(cells), is_unique)


def _some_clues(number: int) -> str:
    return "a clue" if number == 1 else f"{number} clues"


def _solution(puzzle: Slitherlink) -> Loop | None:
    """Return a loop, or None if none was found within the limits."""
    try:
        return SlitherlinkEncoding(puzzle).find(REPAIR_PROPAGATIONS, REPAIR_ROUNDS)
    except LimitReached:
        return None


class SlitherlinkMending(Mending[Slitherlink, Loop]):
    """Clues that contradict each other, and clues that would make a puzzle good."""

    says_why = True
    explain = staticmethod(explain)
    remedies = staticmethod(ways_to_unique)
    repairs = staticmethod(ways_to_solve)
