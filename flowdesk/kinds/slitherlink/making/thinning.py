"""Remove clues of a loop: while rules still solve the puzzle, and while it stays the only solution.

*Paring*: Clues are removed in a given order, each if rules without suppositions solve the puzzle
without it. More clues never lead less far. So it takes few positions to decide about all of them:
the first half is decided from what the second half leads to, then the second half from what is left
of the first leads to, and so on within each half; once the loop is closed, none of those to be
decided about is needed.

*Thinning*: Clues are removed in a given order, each if the loop is still the only solution without
it; which ones are left depends on that order alone. Few of these decisions take a search: each
other loop that is known forbids to remove the last clue that it does not fulfil (see `Rivals`). So
many clues are removed at once, as far as the known loops allow, before a search looks for one more
loop. If there is one, they are put back and removed again with this loop known; if there is none,
each removal was right. A clue stays, too, if a search takes too long without it.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from flowdesk.core.board import Board, board_of
from flowdesk.core.grid import Cell, by_row
from flowdesk.kinds.answers import Progress, unheard
from flowdesk.kinds.deduction import Conclusion
from flowdesk.kinds.slitherlink.deduction.places import (
    early_ends,
    look_nearby,
    newly_settled,
    patterns_of_threes,
)
from flowdesk.kinds.slitherlink.deduction.position import SlitherlinkPosition, at_its_corners
from flowdesk.kinds.slitherlink.deduction.sides import by_sides, connected
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import Cut, LoopParts, SlitherlinkEncoding
from flowdesk.sat.backend import LimitReached, refine
from flowdesk.sat.cnf import Cnf, Model

#: Thinning: rounds of a search for another loop, after which a single clue that it was for stays.
#: Loops round large empty parts of a board may need thousands, others fewer than 50.
THINNING_ROUNDS = 100
#: The same once that has happened: one such search is seldom the last.
THINNING_ROUNDS_THEN = 5


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
        self._size, self._clues, self._at_large = (width, height), clues, at_large
        puzzle = Slitherlink(width, height, clues)
        self._empty = SlitherlinkPosition(replace(puzzle, clues={}))
        self._number = {cell: number for number, cell in enumerate(self._empty.grid.cells)}
        self._threes: defaultdict[int, list[Conclusion]] = defaultdict(list)
        for pattern in patterns_of_threes(SlitherlinkPosition(puzzle), puzzle):
            for cell in pattern.cells:
                self._threes[cell].append(pattern)

    def needed(self, groups: Sequence[Sequence[Cell]]) -> list[Sequence[Cell]] | None:
        """Return the groups that are left if each in turn is removed that is not needed.

        Clues of no group stay. None if not even all of them solve the puzzle; or if, without the
        others, two 3s side by side may be all that the loop goes round.
        """
        stay = self._clues.keys() - set(itertools.chain(*groups))
        start = self._with(self._empty, [by_row(stay)]) if stay else self._empty
        if not self._with(start, groups).closed:
            return None
        needed = self._needed(start, groups)
        cells = by_row(stay.union(*needed))
        left = Paring(*self._size, {cell: self._clues[cell] for cell in cells}, self._at_large)
        return needed if left._with(left._empty, [cells]).closed else None

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


#: Groups of clues to be removed before a search, at first: this share of the cells of the board.
#: They are twice as many after each search that finds no other loop, else half as many.
FIRST_CHUNK = 0.08


class Thinning:
    """The clues of a loop that are left, `clues` at first; the loop must fulfil them all."""

    def __init__(self, width: int, height: int, loop: Loop, clues: Mapping[Cell, int]) -> None:
        self.clues = dict(clues)
        self.loop = loop
        self._board = board_of(width, height)
        self._rivals = Rivals(self._board, loop)
        self._cuts: list[Cut] = []

    def is_unique(self) -> bool:
        """Whether the loop is the only solution of the clues that are left."""
        return not (self._rivals.some_fulfils(self.clues) or self._finds_rival(self.clues))

    def remove(self, groups: Sequence[Sequence[Cell]], progress: Progress[str] = unheard) -> None:
        """Remove each group of clues in turn if the loop is the only solution without it, too.

        It must be the only solution at the beginning.
        """
        done, chunk = 0, max(1, int(FIRST_CHUNK * len(self._board.cells)))
        rounds = THINNING_ROUNDS
        while done < len(groups):
            progress(f"{len(self.clues)} clues are left.")
            tried = groups[done : done + chunk]
            removed = self._rivals.removable(self.clues, tried)
            gone = {cell for group in removed for cell in group}
            left = {cell: clue for cell, clue in self.clues.items() if cell not in gone}
            try:
                must_stay = bool(removed) and self._finds_rival(left, rounds)
            except LimitReached:
                must_stay, rounds = True, min(rounds, THINNING_ROUNDS_THEN)
                done += chunk == 1  # no loop is known that forbids to remove this group
            if must_stay:
                chunk = max(1, chunk // 2)
            else:
                self.clues = left
                done += chunk
                chunk *= 2

    def _finds_rival(self, clues: Mapping[Cell, int], rounds: int = 0) -> bool:
        """Look for another loop that fulfils these clues, and remember it.

        Raise LimitReached after so many `rounds` (0: no limit). Clauses against several loops are
        kept for the following searches.
        """
        passed = {cell for cell, clue in clues.items() if clue}
        encoding = SlitherlinkEncoding(Slitherlink(self._board.width, self._board.height, clues))
        encoding.exclude(self.loop)
        encoding.cnf.add("one loop", (cut.clause(passed) for cut in self._cuts))
        found = False

        def cut(cnf: Cnf, model: Model) -> bool:
            nonlocal found
            inside = [number in model for number in range(1, len(encoding.cells) + 1)]
            found = self._rivals.learn(inside)
            cuts = [] if found else LoopParts(self._board, inside, passed).cuts()
            self._cuts += cuts
            cnf.add("one loop", (cut.clause(passed) for cut in cuts))
            return bool(cuts)

        model = refine(encoding.cnf, cut, rounds=rounds)
        if model is not None and not found:  # without the loops that pass no clue
            other = encoding.solution(model).inside
            self._rivals.add(cell for cell in encoding.cells if cell in other)
        return model is not None


class Rivals:
    """The rivals of a loop that are known: other loops, as the cells whose clues tell them apart.

    A rival fulfils some clues if they are none of these cells. So each set of cells must keep a
    clue. Rivals that differ from the loop in one or two cells are all known at once; others are
    learnt from the models of a search.

    Cells are the numbers of the padded board here: round it there is a ring of outside cells.
    """

    def __init__(self, board: Board, loop: Loop) -> None:
        padded = board.padded
        self._place, self._board = padded.place, padded.inner
        self._sides, self._around = padded.sides, padded.around
        self._on_board = frozenset(self._board)
        self._inside = bytearray(len(padded.cells))
        for cell in loop.inside:
            self._inside[self._place[cell]] = True
        self._known: set[frozenset[int]] = set()
        self._rivals: list[frozenset[int]] = []
        self._of: defaultdict[int, list[int]] = defaultdict(list)
        self.add(())  # No loop at all: there must be a clue that it passes.
        self._add_similar()

    def some_fulfils(self, clues: Iterable[Cell]) -> bool:
        """Whether a known rival fulfils all clues of these cells."""
        places = {self._place[cell] for cell in clues}
        return any(places.isdisjoint(rival) for rival in self._rivals)

    def removable(
        self, clues: Iterable[Cell], groups: Iterable[Sequence[Cell]]
    ) -> list[Sequence[Cell]]:
        """Return the groups that can be removed in turn so that no known rival fulfils the rest."""
        places = {self._place[cell] for cell in clues}
        left = [len(rival & places) for rival in self._rivals]
        removed = []
        for group in groups:
            hit = [rival for cell in group for rival in self._of[self._place[cell]]]
            for rival in hit:
                left[rival] -= 1
            if all(left[rival] for rival in hit):
                removed.append(group)
            else:
                for rival in hit:
                    left[rival] += 1
        return removed

    def learn(self, inside: Sequence[bool]) -> bool:
        """Remember the loops in an assignment to the cells, row by row; whether there are any.

        Changed cells with a clue that they all have an effect on belong together. Where there is
        one loop with one such group changed alone, it is a rival that fulfils the same clues.
        """
        pairs = zip(self._board, inside, strict=True)
        changed = {place for place, is_inside in pairs if is_inside != self._inside[place]}
        groups = [group for group in self._groups(changed) if self._is_one_loop(group)]
        for group in groups:
            self._remember(group)
        return bool(groups)

    def add(self, inside: Iterable[Cell]) -> None:
        """Remember the loop round these cells."""
        places = {self._place[cell] for cell in inside}
        self._remember([p for p in self._board if (p in places) != self._inside[p]])

    def _add_similar(self) -> None:
        """Remember all loops that differ in one cell, or in two that are close together."""
        inside, sides = self._inside, self._sides
        close = sorted({first + then for first in sides for then in (0, *sides)} - {0})
        for place in filter(self._can_change, self._board):
            inside[place] ^= True
            others = [place + step for step in close if place + step in self._on_board]
            seconds = [other for other in others if self._can_change(other)]
            inside[place] ^= True
            self._remember([place])
            for second in seconds:
                self._remember([place, second])

    def _can_change(self, place: int) -> bool:
        """Whether there is one loop if a cell changes sides; see `random_loop`."""
        here, ring = self._inside[place], [self._inside[place + step] for step in self._around]
        beside = ring[::2].count(here)
        return 0 < beside < 4 and sum(ring[i] != ring[i - 1] for i in range(8)) == 2

    def _remember(self, changed: Collection[int]) -> None:
        """Remember the loop for which these cells change sides."""
        inside, cells, rival = self._inside, set(changed), set()
        for place in {near for cell in cells for near in self._reached(cell)}:
            here, more = inside[place], 0
            for step in self._sides:
                is_edge = here != inside[place + step]
                flips = (place in cells) != (place + step in cells)
                more += flips * (1 - 2 * is_edge)
            if more:
                rival.add(place)
        if (known := frozenset(rival)) not in self._known:
            self._known.add(known)
            for place in known:
                self._of[place].append(len(self._rivals))
            self._rivals.append(known)

    def _reached(self, place: int) -> Iterator[int]:
        """Yield the cells of the board whose clues a cell has an effect on."""
        yield place
        for step in self._sides:
            if place + step in self._on_board:
                yield place + step

    def _groups(self, changed: Collection[int]) -> Iterator[list[int]]:
        """Yield the changed cells that have an effect on the same clues."""
        left = set(changed)
        for start in changed:
            if start not in left:
                continue
            left.remove(start)
            group = [start]
            for place in group:  # grows
                for clue in self._reached(place):
                    for other in self._reached(clue):
                        if other in left:
                            left.remove(other)
                            group.append(other)
            yield group

    def _is_one_loop(self, changed: Iterable[int]) -> bool:
        """Whether the cells inside are connected, and those outside, if these change sides.

        Two cells that touch only at a corner are not looked for: models have none.
        """
        inside = bytearray(self._inside)
        for place in changed:
            inside[place] ^= True
        first = inside.find(True)
        if first < 0:
            return False
        for start, side in ((first, True), (0, False)):
            inside[start] = _SEEN
            frontier = [start]
            while frontier:
                place = frontier.pop()
                for step in self._sides:
                    near = place + step
                    if 0 <= near < len(inside) and inside[near] == side:
                        inside[near] = _SEEN
                        frontier.append(near)
        return inside.count(_SEEN) == len(inside)


_SEEN = 2
