"""The ambiguity map: which steps are certain, and which only some solutions use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Known, Looking
from flowdesk.kinds.table import kind_of

_CERTAIN = "There is exactly one solution: every step is certain."


@dataclass(frozen=True)
class Ambiguity:
    """The share of solutions (above 0, up to 1) that use each edge, as far as it is known.

    `loose` edges are used by some solutions, nobody knows how many; of `open` ones nothing is
    known but that one solution uses them. `text` says what there is to see.
    """

    text: str
    shares: Mapping[Edge, float] = field(default_factory=dict)
    loose: frozenset[Edge] = frozenset()
    open: frozenset[Edge] = frozenset()


def ambiguity(known: Known) -> Ambiguity:
    """The map of a level, from whichever search told most about it."""
    if not known.is_complete:
        return Ambiguity(f"The map comes when {kind_of(known.level).complete_when}.")
    solutions = known.check.solutions if known.check else ()
    if known.status == CheckStatus.UNSOLVABLE:
        return Ambiguity("There is no solution to make a map of.")
    if known.status == CheckStatus.UNIQUE and solutions:
        return Ambiguity(_CERTAIN, dict.fromkeys(solutions[0].edges, 1.0))
    if known.count and known.count.shares:
        number = known.count.number
        return Ambiguity(
            _CERTAIN
            if number == 1
            else f"{number:,} solutions. Green steps are in all of them, orange ones in some.",
            {edge: share for edge, share in known.count.shares.items() if share > 0},
        )
    if known.certainty:
        certain = known.certainty
        open_edges = frozenset[Edge]()
        if solutions:
            open_edges = solutions[0].edges - certain.on - certain.open
        rest = "" if certain.finished else " The rest is not settled."
        return Ambiguity(
            "Not counted but searched: green steps are in every solution, orange ones in some."
            + rest,
            dict.fromkeys(certain.on, 1.0),
            certain.open,
            open_edges,
        )
    if known.looking in (Looking.SOON, Looking.AT_WORK):
        return Ambiguity("The map comes when the solutions are counted.")
    return Ambiguity("The solutions could not be counted, so there is no map.")
