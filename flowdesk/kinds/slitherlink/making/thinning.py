"""Thinning: remove clues of a loop while it stays the only solution.

Clues are removed in a given order, each if the loop is still the only solution without it; which
ones are left depends on that order alone. Few of these decisions take a search: each other loop
that is known forbids to remove the last clue that it does not fulfil (see `rivals`). So many clues
are removed at once, as far as the known loops allow, before a search looks for one more loop. If
there is one, they are put back and removed again with this loop known; if there is none, each
removal was right. A clue stays, too, if a search takes too long without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flowdesk.core.board import board_of
from flowdesk.core.grid import Cell
from flowdesk.kinds.answers import Progress, unheard
from flowdesk.kinds.slitherlink.making.rivals import Rivals
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.solving import limits
from flowdesk.kinds.slitherlink.solving.encoding import Encoding
from flowdesk.kinds.slitherlink.solving.parts import Cut, Parts
from flowdesk.sat.backend import LimitReached, refine
from flowdesk.sat.cnf import Cnf, Model

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
        rounds = limits.THINNING_ROUNDS
        while done < len(groups):
            progress(f"{len(self.clues)} clues are left.")
            tried = groups[done : done + chunk]
            removed = self._rivals.removable(self.clues, tried)
            gone = {cell for group in removed for cell in group}
            left = {cell: clue for cell, clue in self.clues.items() if cell not in gone}
            try:
                must_stay = bool(removed) and self._finds_rival(left, rounds)
            except LimitReached:
                must_stay, rounds = True, min(rounds, limits.THINNING_ROUNDS_THEN)
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
        encoding = Encoding(Slitherlink(self._board.width, self._board.height, clues))
        encoding.exclude(self.loop)
        encoding.cnf.add("one loop", (cut.clause(passed) for cut in self._cuts))
        found = False

        def cut(cnf: Cnf, model: Model) -> bool:
            nonlocal found
            inside = [number in model for number in range(1, len(encoding.cells) + 1)]
            found = self._rivals.learn(inside)
            cuts = [] if found else Parts(self._board, inside, passed).cuts()
            self._cuts += cuts
            cnf.add("one loop", (cut.clause(passed) for cut in cuts))
            return bool(cuts)

        model = refine(encoding.cnf, cut, rounds=rounds)
        if model is not None and not found:  # without the loops that pass no clue
            other = encoding.decode(model).inside(encoding.cells)
            self._rivals.add(cell for cell in encoding.cells if cell in other)
        return model is not None
