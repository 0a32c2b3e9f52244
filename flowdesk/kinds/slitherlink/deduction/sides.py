"""What a player sees over several places: across corners, and on which sides cells are.

A clue and the clue across its corner share that corner: if one has just one edge there, so has the
other, and so on along diagonals of 2s (the "dlines" of L. Dunn and others, "Loopy", in S. Tatham's
Portable Puzzle Collection, https://git.tartarus.org/?p=simon/puzzles.git;f=loopy.c). By colouring
cells inside and outside, edges far from each other are related: an edge is on exactly if its two
cells are on different sides.
"""

from __future__ import annotations

from flowdesk.kinds.deduction import Conclusion
from flowdesk.kinds.slitherlink.deduction.patterns import fitting, related, relation, seen
from flowdesk.kinds.slitherlink.deduction.places import newly_settled
from flowdesk.kinds.slitherlink.deduction.position import Contradiction, Position
from flowdesk.kinds.slitherlink.deduction.sentences import (
    explain_across,
    explain_related,
    explain_sides,
)


def across_corners(position: Position) -> Conclusion | None:
    """Find what follows from how many edges the clues across corners have there."""
    waiting, deep, links = position.waiting, position.deep, position.grid.links
    while waiting:
        place = next(iter(waiting))
        if position.has_rule(place):
            patterns = deep[place]
            for other, own, pair in links[place]:
                if position.has_rule(other):
                    fewer = patterns & fitting(own, seen(deep[other], pair))
                    if fewer != patterns:
                        patterns = fewer
                        position.because[place] = other
            _narrow(position, place, patterns)
            on, off = newly_settled(position, place, patterns)
            if on or off:
                return explain_across(position, place, on, off)
        del waiting[place]
    return None


def by_sides(position: Position) -> Conclusion | None:
    """Find what follows from the sides of the loop that cells are on."""
    while position.recolored or position.related or position.waiting:
        conclusion = across_corners(position) or inside_outside(position) or _at_related(position)
        if conclusion:
            return conclusion
    return None


def inside_outside(position: Position) -> Conclusion | None:
    """Find an unknown edge whose two cells are known to be on the same or on different sides."""
    grid, root, state = position.grid, position.root, position.state
    while position.recolored:
        cell = next(iter(position.recolored))
        edges = grid.edges_of[cell] if cell != grid.ring else grid.border
        for edge in edges:
            if not state[edge]:
                a, b = grid.sides[edge]
                if root[a] == root[b]:
                    return explain_sides(position, edge)
        del position.recolored[cell]
        if cell != grid.ring:
            position.related[cell] = None
            for near in grid.beside[cell]:
                if near != grid.ring:
                    position.related[near] = None
            for corner, _, _ in grid.links[cell]:
                position.related[corner] = None
    return None


def _narrow(position: Position, place: int, patterns: int) -> bool:
    """Keep only some patterns of a place; whether they are fewer than before."""
    if not patterns:
        raise Contradiction("place", (place,))
    if patterns == position.deep[place]:
        return False
    position.deep[place] = patterns
    position.related[place] = None
    for other, _, _ in position.grid.links[place]:
        position.waiting[other] = None
    return True


def _at_related(position: Position) -> Conclusion | None:
    """Hold the patterns of places against the sides of the cells there, until something changes."""
    root, flipped = position.root, position.flipped
    while position.related:
        place = next(iter(position.related))
        del position.related[place]
        if not position.has_rule(place):
            continue
        patterns = position.deep[place]
        for first, second, a, b in position.relations(place):
            if root[a] == root[b]:
                patterns &= relation(first, second, bool(flipped[a] ^ flipped[b]))
        is_narrower = _narrow(position, place, patterns)
        on, off = newly_settled(position, place, patterns)
        if on or off:
            position.related[place] = None
            return explain_related(position, place, on, off)
        cells = {(first, second): (a, b) for first, second, a, b in position.relations(place)}
        for first, second, differ in related(patterns):
            if (first, second) in cells:
                position.relate(*cells[first, second], differ)
        if is_narrower or position.recolored:
            return None
    return None
