"""Count the solutions of a puzzle exactly, and how many of them use each edge.

A few solutions are listed first: a puzzle nearly always has one, or very many. Then frontier sweeps
start from the sides of the board whose lines are shortest. Where their line grows too wide, the
listing goes on up to a limit.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import Count, Progress, unheard
from flowdesk.kinds.slitherlink.findings import incomplete
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.solving import limits
from flowdesk.kinds.slitherlink.solving.encoding import Encoding
from flowdesk.kinds.slitherlink.solving.frontier import sweeps_over
from flowdesk.kinds.sweep import count_by, shares_of


def count(
    puzzle: Slitherlink,
    *,
    shares: bool = False,
    most_states: int = limits.COUNT_STATES,
    progress: Progress[Count] = unheard,
) -> Count:
    """Count the solutions of a complete puzzle.

    `progress` gets the count so far at each solution that is listed and about once a row, and the
    number before its `shares`. Raises ValueError if there is no clue.
    """
    if incomplete(puzzle):
        raise ValueError("Only a puzzle with a clue has solutions.")
    started = time.perf_counter()
    listing = _Listing(puzzle)

    def timed(found: Count) -> Count:
        number = max(found.number, listing.number)
        return replace(found, number=number, seconds=time.perf_counter() - started)

    def report(found: Count) -> None:
        progress(timed(found))

    listing.go_on(limits.COUNT_LISTED_FIRST, report)
    if not listing.finished:
        swept = count_by(
            sweeps_over(puzzle),
            shares=shares,
            most_states=most_states,
            report_every=min(puzzle.width, puzzle.height) + 1,
            progress=report,
        )
        if swept.exact:
            return timed(swept)
        listing.go_on(limits.COUNT_LISTED, report)
        if not listing.finished:
            too_wide = "The board is too large to count its solutions at once"
            gave_up = f"{too_wide}; listing them ended at {listing.number:,}."
            return timed(replace(swept, gave_up=gave_up))
    return timed(listing.result(shares=shares))


class _Listing:
    """The solutions that have been found one by one: their number, and the edges they use."""

    def __init__(self, puzzle: Slitherlink) -> None:
        self.number = 0
        self.finished = False
        self._encoding = Encoding(puzzle)
        self._uses: Counter[Edge] = Counter(dict.fromkeys(puzzle.board.edges, 0))

    def go_on(self, most: int, progress: Progress[Count]) -> None:
        """Find more solutions, until there are no others or `most` in all."""
        while not self.finished and self.number < most:
            loop = self._encoding.find()
            self.finished = loop is None
            if loop:
                self.number += 1
                self._uses.update(loop.edges)
                self._encoding.exclude(loop)
                progress(self.result(shares=False))

    def result(self, *, shares: bool) -> Count:
        """Return the number of solutions found, and the shares of the edges if requested."""
        wanted = shares_of(self._uses, self.number) if shares and self.number else None
        return Count(self.number, self.finished, 0, 0.0, shares=wanted)
