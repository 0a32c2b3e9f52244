"""Which edges are part of all solutions, of some or of none: what the map of a puzzle shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Known, Looking
from flowdesk.kinds.table import kind_of

_CERTAIN = "There is exactly one solution: all of it is certain."


@dataclass(frozen=True)
class EdgeShares:
    """The share of solutions (above 0, up to 1) that use each edge, where it is known.

    An `open` edge is part of some solutions, an `unsettled` one of at least one. `text` explains
    the map in a sentence.
    """

    text: str
    shares: Mapping[Edge, float] = field(default_factory=dict)
    open: frozenset[Edge] = frozenset()
    unsettled: frozenset[Edge] = frozenset()


def edge_shares(known: Known) -> EdgeShares:
    """Return the shares of a puzzle's edges from whichever search has found out most."""
    if not known.is_complete:
        return EdgeShares(f"There is a map when {kind_of(known.level).complete_when}.")
    solutions = known.check.solutions if known.check else ()
    if known.status == CheckStatus.UNSOLVABLE:
        return EdgeShares("There is no map because there is no solution.")
    if known.status == CheckStatus.UNIQUE and solutions:
        return EdgeShares(_CERTAIN, dict.fromkeys(solutions[0].edges, 1.0))
    if known.count and known.count.shares:
        number = known.count.number
        several = f"{number:,} solutions. Green lines are in all of them, orange lines in some."
        shares = {edge: share for edge, share in known.count.shares.items() if share > 0}
        return EdgeShares(_CERTAIN if number == 1 else several, shares)
    if certain := known.certainty:
        text = "Not counted but searched: green lines are in all solutions, orange lines in some."
        return EdgeShares(
            text if certain.finished else f"{text} Grey lines are not settled.",
            dict.fromkeys(certain.on, 1.0),
            certain.open,
            solutions[0].edges - certain.on - certain.open if solutions else frozenset(),
        )
    if known.looking in (Looking.SOON, Looking.AT_WORK):
        return EdgeShares("The map is shown when the solutions are counted.")
    return EdgeShares("There is no map because the solutions could not be counted.")
