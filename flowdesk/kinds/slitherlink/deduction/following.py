"""What follows a conclusion at once: clues and corners that leave no choice.

A hint takes these along. One by one they would be most of all hints: of 600 conclusions for a board
of 20 x 20 cells, 500 are those of single clues and corners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flowdesk.core.grid import listed
from flowdesk.kinds.deduction import Conclusion
from flowdesk.kinds.slitherlink.deduction.names import clue_name
from flowdesk.kinds.slitherlink.deduction.places import newly_settled
from flowdesk.kinds.slitherlink.deduction.position import Position

#: How many clues a hint takes along; the next one is a hint of its own.
MOST_CLUES = 1


def places_without_choice(position: Position, first: int) -> Iterator[int]:
    """Yield the places that leave no choice after `decided[first:]`, and learn their edges.

    Those that follow from each other come in this order; at most `MOST_CLUES` are clues. All edges
    of such a place are known afterwards. Raises Contradiction where that breaks a rule.
    """
    ring, clues = position.grid.ring, 0
    while first < len(position.decided):
        for place, _, _ in position.grid.touched[position.decided[first]]:
            if position.has_rule(place) and (place >= ring or clues < MOST_CLUES):
                on, off = newly_settled(position, place, position.plain[place])
                if on or off:
                    position.learn(on, off)
                    clues += place < ring
                    yield place
        first += 1


def with_what_follows(
    position: Position, conclusion: Conclusion, places: Sequence[int]
) -> Conclusion:
    """Return a conclusion that tells, too, which places leave no choice then."""
    if not places:
        return conclusion
    clues = [place for place in places if place < position.grid.ring]
    corners = len(places) - len(clues)
    names = ["a corner" if corners == 1 else f"{corners} corners"] if corners else []
    names += [f"the {clue_name(position, clue)}" for clue in clues]
    more = f"Then {listed(names)} leave{'s' if len(places) == 1 else ''} no choice."
    message, cells = f"{conclusion.message} {more}", (*conclusion.cells, *clues)
    return replace(conclusion, message=message, cells=cells)
