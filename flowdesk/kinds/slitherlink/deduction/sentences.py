"""What hints call the places of a position, and why a deduction over several of them holds.

People count rows and columns from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from flowdesk.core.grid import cell_name, listed
from flowdesk.kinds.deduction import Conclusion
from flowdesk.kinds.slitherlink.deduction.position import (
    ANY,
    BITS,
    Pair,
    SlitherlinkContradiction,
    SlitherlinkPosition,
    at_its_corners,
    fitting,
    relation,
    seen,
    settled,
)

_WAYS = ("upper", "left", "right", "lower")
_FROM_CORNER = ("upward", "leftward", "rightward", "downward")


def clue_name(position: SlitherlinkPosition, cell: int) -> str:
    """Return what to call a clue: "3 in row 1, column 2"."""
    return f"{position.clues[cell]} in {cell_name(position.grid.cells[cell])}"


def corner_name(position: SlitherlinkPosition, place: int) -> str:
    """Return what to call a corner: "the upper left corner of row 1, column 2"."""
    grid = position.grid
    x, y = grid.corners[place - grid.ring]
    across, down = x < grid.board.width, y < grid.board.height
    side = f"{'upper' if down else 'lower'} {'left' if across else 'right'}"
    return f"the {side} corner of {cell_name((x if across else x - 1, y if down else y - 1))}"


def edge_name(position: SlitherlinkPosition, edge: int) -> str:
    """Return what to call an edge: "the upper edge of row 1, column 2"."""
    grid = position.grid
    a, b = grid.sides[edge]
    cell = b if b != grid.ring else a
    way = _WAYS[grid.edges_of[cell].index(edge)]
    return f"the {way} edge of {cell_name(grid.cells[cell])}"


def way_of(bit: int) -> str:
    """Return what to call an edge of a cell, by its bit in patterns: "upper"."""
    return _WAYS[BITS.index(bit)]


def cells_round(position: SlitherlinkPosition, places: Iterable[int]) -> tuple[int, ...]:
    """Return the cells of some places: cells themselves, and those round corners."""
    ring = position.grid.ring
    cells: dict[int, None] = {}
    for place in places:
        near = [place] if place < ring else position.grid.round[place - ring]
        cells.update(dict.fromkeys(cell for cell in near if cell != ring))
    return tuple(cells)


def told(position: SlitherlinkPosition, place: int, on: Iterable[int], off: Iterable[int]) -> str:
    """Return which edges of a place are on and which are off, as the end of a sentence."""
    own = position.grid.edges_of[place]
    is_cell = place < position.grid.ring
    parts = []
    for edges, state in ((on, "on"), (off, "off")):
        if numbers := sorted(map(own.index, edges)):
            ways = listed([(_WAYS if is_cell else _FROM_CORNER)[number] for number in numbers])
            noun, be = ("edges", "are") if len(numbers) > 1 else ("edge", "is")
            what = f"its {ways} {noun}" if is_cell else f"the {noun} {ways}"
            parts.append(f"{what} {be} {state}")
    return " and ".join(parts)


def what_breaks(position: SlitherlinkPosition, contradiction: SlitherlinkContradiction) -> str:
    """Return what is wrong with a position that breaks a rule, as the end of a sentence."""
    if contradiction.kind == "loop":
        return "a loop would be closed that is not the whole solution"
    if contradiction.kind == "sides":
        first = cells_round(position, contradiction.places)[0]
        return f"{cell_name(position.grid.cells[first])} would be both inside and outside the loop"
    if contradiction.kind == "apart":
        cell = position.grid.cells[contradiction.places[0]]
        return f"{cell_name(cell)} would be cut off from the rest of its side of the loop"
    if contradiction.kind == "nothing":
        return "there would be no loop"
    place = contradiction.places[0]
    on = sum(edge >= 0 and position.state[edge] == 1 for edge in position.grid.edges_of[place])
    if place >= position.grid.ring:
        corner = corner_name(position, place)
        return f"the loop would {'branch' if on > 2 else 'end'} at {corner}"
    clue = position.clues[place]
    much = "many" if on > clue else "few"
    return f"the {clue_name(position, place)} would have too {much} edges"


#: What may be on of a pair, by the set of it, as what a clue has. The first that fits is told.
_HAS = {
    6: "exactly one of its two edges{at}",
    14: "at least one of its two edges{at}",
    7: "at most one of its two edges{at}",
    9: "both or neither of its two edges{at}",
    11: "its {down} edge only with its {across} edge",
    13: "its {across} edge only with its {down} edge",
    8: "both of its two edges{at}",
    1: "neither of its two edges{at}",
    10: "its {across} edge",
    12: "its {down} edge",
    3: "no {down} edge",
    5: "no {across} edge",
    2: "its {across} edge and not its {down} edge",
    4: "its {down} edge and not its {across} edge",
}

_CORNERS = ("upper left", "upper right", "lower left", "lower right")

_COLOURING = "Inside-outside colouring:"

#: How many clues of a chain are marked.
_LONGEST = 12


class _Reason(NamedTuple):
    """What leaves only some patterns of a place: a clause, or what the clue `of` has."""

    patterns: int
    what: str
    cells: tuple[int, ...]
    of: int = -1


def explain_across(
    position: SlitherlinkPosition, place: int, on: list[int], off: list[int]
) -> Conclusion:
    """Explain what the clues across corners settle at a clue or a corner."""
    grid = position.grid
    cells = [each for each in _chain(position, place) if each < grid.ring]
    reasons = _reasons(position, place, on, off)
    cells += [cell for reason in reasons for cell in reason.cells]
    why = _why(position, reasons)
    what = told(position, place, on, off)
    if place >= grid.ring:
        message = f"At {corner_name(position, place)}, {why}: {what}."
        cells = [*cells_round(position, [place]), *cells]
    else:
        where = "" if any(reason.of == place for reason in reasons) else _at(position, place)
        message = f"{why}: {where}{what}."
        cells = [place, *cells]
    return Conclusion("across-corner", message, tuple(dict.fromkeys(cells)), tuple(on), tuple(off))


def explain_sides(position: SlitherlinkPosition, edge: int) -> Conclusion:
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


def explain_related(
    position: SlitherlinkPosition, place: int, on: list[int], off: list[int]
) -> Conclusion:
    """Explain what follows at a clue or a corner from the sides of the cells there."""
    reasons = _reasons(position, place, on, off)
    reason = _why(position, reasons)
    message = f"{_COLOURING} {reason}, so {_at(position, place)}{told(position, place, on, off)}."
    cells = [cell for each in reasons for cell in each.cells]
    marked = dict.fromkeys((*cells_round(position, [place]), *cells))
    return Conclusion("sides", message, tuple(marked), tuple(on), tuple(off))


def _at(position: SlitherlinkPosition, place: int) -> str:
    """Return where a place is, before what is told of its edges."""
    is_cell = place < position.grid.ring
    name = f"the {clue_name(position, place)}" if is_cell else corner_name(position, place)
    return f"at {name} "


def _reasons(
    position: SlitherlinkPosition, place: int, on: Iterable[int], off: Iterable[int]
) -> Sequence[_Reason]:
    """Return the fewest reasons why some edges of a place are on and others off.

    What its known edges say is plain to see; at a clue, also those that meet its corners.
    """
    grid, sight = position.grid, position.plain[place]
    bits = dict(zip(grid.edges_of[place], BITS, strict=True))
    wanted_on, wanted_off = sum(map(bits.__getitem__, on)), sum(map(bits.__getitem__, off))
    if place < grid.ring:
        sight = at_its_corners(position, place)
    known = [
        reason
        for reason in (*_by_pairs(position, place), *_by_sides(position, place))
        if sight & reason.patterns != sight
    ]
    for count in range(1, len(known) + 1):
        for chosen in combinations(known, count):
            left = sight
            for reason in chosen:
                left &= reason.patterns
            is_on, is_off = settled(left)
            if not (wanted_on & ~is_on or wanted_off & ~is_off):
                return chosen
    return known


def _by_pairs(position: SlitherlinkPosition, place: int) -> Iterator[_Reason]:
    """Yield what the places across, a corner or the clues at one, leave of each pair."""
    ring = position.grid.ring
    for which, (other, own, pair) in enumerate(position.grid.links[place]):
        if not position.has_rule(other):
            continue
        of, of_clue, at = place, own, f" at its {_CORNERS[which]} corner"
        if other < ring:
            of, of_clue, at = other, pair, ""
        may_be, known = seen(position.deep[other], pair), seen(position.plain[place], own)
        if not known & ~may_be:
            continue
        may_be = next(wider for wider in _HAS if not (may_be & ~wider or wider & known & ~may_be))
        across, down = map(way_of, of_clue)
        what = _HAS[may_be].format(across=across, down=down, at=at)
        cause = _cause(position, place, other, pair, may_be)
        if cause >= 0:
            what += f" (because of the {clue_name(position, cause)})"
        cells = (of,) if cause < 0 else (of, cause)
        yield _Reason(fitting(own, may_be), what, cells, of)


def _by_sides(position: SlitherlinkPosition, place: int) -> Iterator[_Reason]:
    """Yield what the sides of the cells at a place say."""
    ring = position.grid.ring
    found: dict[tuple[int, int], int] = {}
    for first, second, a, b in position.relations(place):
        if position.root[a] == position.root[b]:
            differ = bool(position.flipped[a] ^ position.flipped[b])
            found[a, b] = found.get((a, b), ANY) & relation(first, second, differ)
    for (a, b), patterns in found.items():
        cells = tuple(cell for cell in (a, b) if cell != ring)
        yield _Reason(patterns, _related(position, a, b), cells)


def _why(position: SlitherlinkPosition, reasons: Iterable[_Reason]) -> str:
    """Return reasons as the beginning of a sentence; those of one clue are put together."""
    clauses: dict[tuple[int, ...], str] = {}
    for _, what, cells, of in reasons:
        key = cells if of < 0 else (of,)
        if key in clauses:
            clauses[key] += f" and {what}"
        else:
            clauses[key] = what if of < 0 else f"the {clue_name(position, of)} has {what}"
    return listed(list(clauses.values()))


def _cause(position: SlitherlinkPosition, place: int, other: int, pair: Pair, may_be: int) -> int:
    """Return a clue beyond `other` that leaves only so much of a pair; -1 if it is plain to see.

    `other` is a corner of the cell `place`, or a cell at the corner `place`.
    """
    plain, deep, links = position.plain, position.deep, position.grid.links
    if seen(plain[other], pair) & ~may_be:
        for third, own, there in links[other]:
            left = seen(deep[third], there)
            if (
                third != place
                and position.has_rule(third)
                and not seen(plain[other] & fitting(own, left), pair) & ~may_be
            ):
                is_clue = third < position.grid.ring
                return third if is_clue else _cause(position, other, third, there, left)
    return -1


def _chain(position: SlitherlinkPosition, place: int) -> list[int]:
    """Return a place and what has narrowed it, that which has narrowed this, and so on."""
    chain = [place]
    while len(chain) < _LONGEST:
        before = position.because.get(chain[-1], -1)
        if before < 0 or before in chain:
            break
        chain.append(before)
    return chain


def _related(position: SlitherlinkPosition, a: int, b: int) -> str:
    """Return on which sides of the loop two cells are that are related, as a clause."""
    grid, flipped = position.grid, position.flipped
    differ = flipped[a] ^ flipped[b]
    names = [cell_name(grid.cells[cell]) for cell in (a, b) if cell != grid.ring]
    if not names:  # on a board of one row or column
        return "off the board is outside the loop"
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
