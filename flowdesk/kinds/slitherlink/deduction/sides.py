"""What a player sees over several places: across corners, and on which sides cells are.

A clue and the clue across its corner share that corner: if one has just one edge there, so has the
other, and so on along diagonals of 2s (the "dlines" of L. Dunn and others, "Loopy", in S. Tatham's
Portable Puzzle Collection, https://git.tartarus.org/?p=simon/puzzles.git;f=loopy.c). By colouring
cells inside and outside, edges far from each other are related: an edge is on exactly if its two
cells are on different sides.
"""

from __future__ import annotations

from collections.abc import Iterator

from flowdesk.core.grid import cell_name
from flowdesk.kinds.slitherlink.deduction.names import (
    cells_round,
    clue_name,
    corner_name,
    edge_name,
)
from flowdesk.kinds.slitherlink.deduction.patterns import fitting, related, relation, seen
from flowdesk.kinds.slitherlink.deduction.places import newly_settled, what_of
from flowdesk.kinds.slitherlink.deduction.position import Contradiction, Position
from flowdesk.kinds.slitherlink.deduction.rule import Conclusion

#: The longest chain of clues that a sentence follows.
_LONGEST = 12

#: By how many edges of a pair may be on, as bits: none, one, both.
_NUMBERS = {
    1: "no",
    2: "exactly one",
    3: "at most one",
    4: "both",
    5: "both or no",
    6: "at least one",
}


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
                return _explain_across(position, place, on, off)
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
                    return _explain_sides(position, edge)
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
        for first, second, a, b in _relations(position, place):
            if root[a] == root[b]:
                patterns &= relation(first, second, bool(flipped[a] ^ flipped[b]))
        is_narrower = _narrow(position, place, patterns)
        on, off = newly_settled(position, place, patterns)
        if on or off:
            position.related[place] = None
            return _explain_related(position, place, on, off)
        cells = {(first, second): (a, b) for first, second, a, b in _relations(position, place)}
        for first, second, differ in related(patterns):
            if (first, second) in cells:
                position.relate(*cells[first, second], differ)
        if is_narrower or position.recolored:
            return None
    return None


def _relations(position: Position, place: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield pairs of edges of a place that differ exactly if two cells are on different sides."""
    if place < position.grid.ring:
        beside = position.grid.beside[place]
        for first in range(4):
            for second in range(first + 1, 4):
                yield first, second, beside[first], beside[second]
    else:
        upper_left, upper_right, lower_left, lower_right = position.grid.round[
            place - position.grid.ring
        ]
        yield 0, 1, upper_right, lower_left
        yield 0, 2, upper_left, lower_right
        yield 1, 3, upper_left, lower_right
        yield 2, 3, upper_right, lower_left


def _explain_across(position: Position, place: int, on: list[int], off: list[int]) -> Conclusion:
    grid = position.grid
    chain = [place]
    while len(chain) < _LONGEST and (before := position.because.get(chain[-1], -1)) not in chain:
        if before < 0:
            break
        chain.append(before)
    clues = [each for each in chain if each < grid.ring]
    if place >= grid.ring:
        names = [clue_name(position, cell) for cell in clues[:1]]
        what = f"what the {names[0]} leaves open" if names else "what the clues round it leave open"
        message = f"At {corner_name(position, place)} {what} decides where the loop goes."
        cells = tuple(dict.fromkeys((*cells_round(position, [place]), *clues)))
        return Conclusion("across-corner", message, cells, tuple(on), tuple(off))
    reason = "the clues across its corners decide it"
    for corner, _, other in grid.links[place]:
        if seen(position.deep[corner], other) != seen(position.plain[corner], other):
            number = _number(seen(position.deep[corner], other))
            if number in _NUMBERS:
                reason = (
                    f"it has {_NUMBERS[number]} of its edges at {corner_name(position, corner)}"
                )
    if len(clues) > 1:
        reason += f", because of the {clue_name(position, clues[1])}"
    what = what_of(position, place, on, off)
    message = f"For the {clue_name(position, place)}: {reason}, so {what}."
    return Conclusion("across-corner", message, tuple(clues), tuple(on), tuple(off))


def _number(may_be: int) -> int:
    """Return how many edges of a pair may be on, as bits, from what may be on."""
    return (may_be & 1) | (2 if may_be & 6 else 0) | (4 if may_be & 8 else 0)


def _explain_sides(position: Position, edge: int) -> Conclusion:
    grid = position.grid
    a, b = (cell for cell in grid.sides[edge])
    differ = bool(position.flipped[a] ^ position.flipped[b])
    cells = [cell for cell in (a, b) if cell != grid.ring]
    names = [cell_name(grid.cells[cell]) for cell in cells]
    outside = position.root[grid.ring]
    if position.root[a] == outside:
        sides = [
            "inside" if position.flipped[cell] ^ position.flipped[grid.ring] else "outside"
            for cell in cells
        ]
        if len(cells) == 1:
            what = f"The cell in {names[0]} is {sides[0]} the loop"
        elif differ:
            what = f"The cell in {names[0]} is {sides[0]} the loop, that in {names[1]} {sides[1]}"
        else:
            what = f"The cells in {names[0]} and {names[1]} are both {sides[0]} the loop"
    else:
        where = "on different sides" if differ else "on the same side"
        what = f"The cells in {names[0]} and {names[1]} are {where} of the loop"
    message = f"{what}: the edge between is {'on' if differ else 'off'}."
    if len(cells) == 1:
        message = f"{what}: {edge_name(position, edge)} is {'on' if differ else 'off'}."
    found = (edge,)
    on, off = (found, ()) if differ else ((), found)
    return Conclusion("inside-outside", message, tuple(cells), on, off)


def _explain_related(position: Position, place: int, on: list[int], off: list[int]) -> Conclusion:
    grid, root, flipped = position.grid, position.root, position.flipped
    if place >= grid.ring:
        corner = corner_name(position, place)
        message = f"At {corner} it is known which cells are on the same side of the loop."
        cells = cells_round(position, [place])
        return Conclusion("sides", message, cells, tuple(on), tuple(off))
    beside = grid.beside[place]
    known = [
        (a, b)
        for first, a in enumerate(beside)
        for second, b in enumerate(beside[:first])
        if root[a] == root[b]
        and not (
            position.state[grid.edges_of[place][first]]
            and position.state[grid.edges_of[place][second]]
        )
    ]
    cells = tuple(dict.fromkeys(c for pair in known for c in pair if c != grid.ring))
    same = all(flipped[a] == flipped[b] for a, b in known)
    where = "the same side" if same else "sides that are related"
    names = [cell_name(grid.cells[cell]) for cell in cells]
    what = what_of(position, place, on, off)
    del names
    message = f"Beside the {clue_name(position, place)} some cells are on {where}: {what}."
    return Conclusion("sides", message, (place, *cells), tuple(on), tuple(off))
