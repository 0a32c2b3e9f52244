"""Why a deduction over several places holds, in a sentence."""

from __future__ import annotations

from flowdesk.core.grid import cell_name, listed
from flowdesk.kinds.deduction import Conclusion
from flowdesk.kinds.slitherlink.deduction.names import (
    cells_round,
    clue_name,
    corner_name,
    edge_name,
    told,
)
from flowdesk.kinds.slitherlink.deduction.patterns import seen
from flowdesk.kinds.slitherlink.deduction.position import Position

#: By how many edges of a pair may be on, as bits: none, one, both.
_NUMBERS = {
    1: "neither",
    2: "exactly one",
    3: "at most one",
    4: "both",
    5: "both or neither",
    6: "at least one",
}

_CORNERS = ("upper left", "upper right", "lower left", "lower right")

_COLOURING = "Inside-outside colouring:"

#: How many clues of a chain are marked.
_LONGEST = 12


def explain_across(position: Position, place: int, on: list[int], off: list[int]) -> Conclusion:
    """Explain what the clues across corners settle at a clue or a corner."""
    grid, plain, deep = position.grid, position.plain, position.deep
    chain = _chain(position, place)
    clues = [each for each in chain if each < grid.ring]
    reasons = []
    if place >= grid.ring:
        for cell, own, other in grid.links[place]:
            may_be, at_sight = seen(deep[cell], other), seen(plain[place], own)
            number = _NUMBERS.get(_number(may_be))
            if position.has_rule(cell) and number and may_be & at_sight != at_sight:
                reasons.append(f"the {clue_name(position, cell)} has {number} of its two edges")
                clues.append(cell)
        what = listed(reasons[:2]) if reasons else "the clues leave no other choice"
        message = f"At {corner_name(position, place)}, {what}: {told(position, place, on, off)}."
        cells = (*cells_round(position, [place]), *clues)
    else:
        for which, (corner, own, other) in enumerate(grid.links[place]):
            may_be, at_sight = seen(deep[corner], other), seen(plain[place], own)
            number = _NUMBERS.get(_number(may_be))
            if number and may_be & at_sight != at_sight and may_be != seen(plain[corner], other):
                reason = f"{number} of its two edges at its {_CORNERS[which]} corner"
                if chain[1:2] == [corner] and len(clues) > 1:
                    reason += f" (because of the {clue_name(position, clues[1])})"
                reasons.append(reason)
        what = f"has {listed(reasons)}" if reasons else "has no other choice"
        message = f"The {clue_name(position, place)} {what}: {told(position, place, on, off)}."
        cells = tuple(clues)
    return Conclusion("across-corner", message, tuple(dict.fromkeys(cells)), tuple(on), tuple(off))


def explain_sides(position: Position, edge: int) -> Conclusion:
    """Explain an edge whose two cells are known to be on the same or on different sides."""
    grid = position.grid
    a, b = grid.sides[edge]
    differ = bool(position.flipped[a] ^ position.flipped[b])
    cells = tuple(cell for cell in (a, b) if cell != grid.ring)
    what = edge_name(position, edge) if len(cells) == 1 else "the edge between them"
    message = f"{_COLOURING} {_related(position, a, b)}, so {what} is {'on' if differ else 'off'}."
    found = (edge,)
    on, off = (found, ()) if differ else ((), found)
    return Conclusion("inside-outside", message, cells, on, off)


def explain_related(position: Position, place: int, on: list[int], off: list[int]) -> Conclusion:
    """Explain what follows at a clue or a corner from the sides of the cells there."""
    grid = position.grid
    edges = grid.edges_of[place]
    pairs = [
        (a, b)
        for first, second, a, b in position.relations(place)
        if position.root[a] == position.root[b]
        and not (position.state[edges[first]] and position.state[edges[second]])
    ]
    reasons = [_related(position, a, b) for a, b in dict.fromkeys(pairs)]
    reason = listed(reasons[:2]) if reasons else "the sides of the loop are known"
    is_cell = place < grid.ring
    where = f"the {clue_name(position, place)}" if is_cell else corner_name(position, place)
    message = f"{_COLOURING} {reason}, so at {where} {told(position, place, on, off)}."
    cells = [cell for pair in pairs for cell in pair if cell != grid.ring]
    marked = dict.fromkeys((*cells_round(position, [place]), *cells))
    return Conclusion("sides", message, tuple(marked), tuple(on), tuple(off))


def _chain(position: Position, place: int) -> list[int]:
    """Return a place and what has narrowed it, that which has narrowed this, and so on."""
    chain = [place]
    while len(chain) < _LONGEST:
        before = position.because.get(chain[-1], -1)
        if before < 0 or before in chain:
            break
        chain.append(before)
    return chain


def _number(may_be: int) -> int:
    """Return how many edges of a pair may be on, as bits, from what may be on."""
    return (may_be & 1) | (2 if may_be & 6 else 0) | (4 if may_be & 8 else 0)


def _related(position: Position, a: int, b: int) -> str:
    """Return on which sides of the loop two cells are that are related, as a clause."""
    grid, flipped = position.grid, position.flipped
    differ = flipped[a] ^ flipped[b]
    names = [cell_name(grid.cells[cell]) for cell in (a, b) if cell != grid.ring]
    if len(names) == 1:
        return f"{names[0]} is {'inside' if differ else 'outside'} the loop"
    if position.root[a] != position.root[grid.ring]:
        where = "on different sides" if differ else "on the same side"
        return f"{listed(names)} are {where} of the loop"
    side = "inside" if flipped[a] ^ flipped[grid.ring] else "outside"
    if not differ:
        return f"{listed(names)} are both {side} the loop"
    other = "outside" if side == "inside" else "inside"
    return f"{names[0]} is {side} the loop and {names[1]} {other}"
