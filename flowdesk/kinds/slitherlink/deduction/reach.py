"""Reach: how far rules lead in a position, without the steps and sentences of hints."""

from __future__ import annotations

from flowdesk.kinds.slitherlink.deduction.places import (
    at_its_corners,
    early_ends,
    look_nearby,
    newly_settled,
)
from flowdesk.kinds.slitherlink.deduction.position import Position
from flowdesk.kinds.slitherlink.deduction.regions import connected
from flowdesk.kinds.slitherlink.deduction.sides import by_sides


def reach(position: Position, at_large: bool) -> None:
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
