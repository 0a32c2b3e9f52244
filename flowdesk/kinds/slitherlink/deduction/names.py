"""What hints call the places of a position, as people count them: from 1."""

from __future__ import annotations

from collections.abc import Iterable

from flowdesk.core.grid import cell_name, listed
from flowdesk.kinds.slitherlink.deduction.grid import BITS
from flowdesk.kinds.slitherlink.deduction.position import (
    SlitherlinkContradiction,
    SlitherlinkPosition,
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
