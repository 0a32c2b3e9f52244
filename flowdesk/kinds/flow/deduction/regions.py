"""What a player sees of whole parts of the board: colours cut off, parts that no path can fill.

A path cannot leave the cells that are connected by edges that are not barred, so both endpoints
of a colour lie in one connected part, and each part holds the endpoints of some colour (the
stranded colours and stranded regions of M. Zucker, "Flow Free solver", 2016,
https://mzucker.github.io/2016/08/28/flow-solver.html). If all ways from one part to the rest lead
through a single cell, or through the two tips of one piece, then one path passes there, and the
endpoints tell which (a bottleneck of width one there).

A set of cells is an integer with a bit for each, so that a part is flooded in a few shifts.
"""

from __future__ import annotations

from dataclasses import dataclass

from flowdesk.kinds.flow.deduction.position import Contradiction, Position
from flowdesk.kinds.flow.deduction.rule import Conclusion, Rule


def check_parts(position: Position) -> None:
    """Raise Contradiction if a colour is cut off from itself, or a part from all colours."""
    bits = position.grid.bits
    left = position.grid.all_bits
    for color, (a, b) in enumerate(position.ends):
        if bits[a] & left:
            left &= ~_part(position, bits[a], left)
            if bits[b] & left:
                raise Contradiction("cut off", (a, b), (color,))
        elif bits[b] & left:
            raise Contradiction("cut off", (a, b), (color,))
    if left:
        cells = tuple(cell for cell, bit in enumerate(bits) if bit & left)
        raise Contradiction("unfilled", cells)


def at_a_gap(position: Position) -> Conclusion | None:
    """Find what follows where all ways between parts of the board lead through one piece."""
    seen = set()
    for cell, needs in enumerate(position.needs):
        piece = position.piece[cell]
        if needs and piece not in seen:
            seen.add(piece)
            if _may_be_gap(position, piece) and (conclusion := _who_passes(position, piece)):
                return conclusion
    return None


def _part(position: Position, start: int, within: int) -> int:
    """Return the cells of `within` that are connected to `start`."""
    width, across, down = position.grid.width, position.across, position.down
    part = start
    while True:
        grown = (part | (part & across) << 1 | part >> 1 & across) & within
        grown |= ((grown & down) << width | grown >> width & down) & within
        if grown == part:
            return part
        part = grown


def _may_be_gap(position: Position, piece: int) -> bool:
    """Whether the rest may fall apart without this piece, as far as a look around it can tell.

    A single cell is no gap if the squares beside it connect all its ways.
    """
    (cell, *others) = position.members[piece]
    if others:
        return True
    bit, width = position.grid.bits[cell], position.grid.width
    across, down = position.across, position.down
    up, left = bit >> width, bit >> 1
    to_right, to_left = across & bit, across & left
    downwards, upwards = down & bit, down & up
    ways = bool(to_right) + bool(to_left) + bool(downwards) + bool(upwards)
    turns = (
        bool(to_right and downwards and down & bit << 1 and across & bit << width)
        + bool(to_left and downwards and down & left and across & left << width)
        + bool(to_right and upwards and down & up << 1 and across & up)
        + bool(to_left and upwards and down & up >> 1 and across & up >> 1)
    )
    return ways - turns > 1


@dataclass(frozen=True)
class _Side:
    """A part of the board behind a gap.

    `ways` are the edges into it, each with the tip it starts from and the cell behind; `alone`
    are the colours with one endpoint in it, and `has_pair` says whether one has both.
    """

    ways: list[tuple[int, int, int]]
    alone: set[int]
    has_pair: bool


def _sides(position: Position, piece: int) -> list[_Side]:
    """Return the parts into which the cells round a piece fall without it."""
    bits = position.grid.bits
    within = position.grid.all_bits & ~sum(bits[cell] for cell in position.members[piece])
    ways = {
        edge: (edge, tip, near)
        for tip in position.tips[piece]
        for edge, near in position.unknown_ways(tip)
    }
    sides = []
    while ways:
        (_, _, start), *_ = ways.values()
        part = _part(position, bits[start], within)
        inside = [way for way in ways.values() if bits[way[2]] & part]
        for edge, _, _ in inside:
            del ways[edge]
        ends = [bool(bits[a] & part) + bool(bits[b] & part) for a, b in position.ends]
        alone = {color for color, count in enumerate(ends) if count == 1}
        sides.append(_Side(inside, alone, 2 in ends))
    return sides


def _who_passes(position: Position, piece: int) -> Conclusion | None:
    """Conclude from the endpoints on the sides of a piece which ways it takes.

    A colour with endpoints on two sides passes through the piece, and no second one can. If there
    is none, a path that goes through the piece into a side has to come back through it.
    """
    sides = _sides(position, piece)
    if len(sides) < 2:
        return None
    own = position.color[piece]
    passing = set().union(*(side.alone for side in sides)) | {own} - {-1}
    if len(passing) > 1:
        raise Contradiction("bottleneck", position.members[piece], tuple(sorted(passing)))
    path = position.names[min(passing)] if passing else ""
    for side in sides:
        edges = tuple(edge for edge, _, _ in side.ways)
        cells = tuple(dict.fromkeys(cell for _, tip, near in side.ways for cell in (tip, near)))
        if side.alone:
            if len(edges) == 1:
                message = f"{path} has an end on either side of this gap, so it goes through."
                return Conclusion("passage", message, cells, on=edges)
        elif not side.has_pair:
            raise Contradiction("unfilled", cells)
        elif own >= 0:
            message = f"{path} must not turn in here, where its other end is out of reach."
            return Conclusion("passage", message, cells, off=edges)
        elif passing:
            message = f"{path} passes this gap between its ends, so nothing turns aside here."
            return Conclusion("passage", message, cells, off=edges)
        elif not _can_return(side, position.tips[piece]):
            message = (
                "every colour has both its ends on one side of this gap, "
                "so a path that went through could not come back."
            )
            return Conclusion("pairing", message, cells, off=edges)
    return None


def _can_return(side: _Side, tips: tuple[int, ...]) -> bool:
    """Whether a piece can lead into a side, and back from there: by both its tips, or its two ways.

    A single cell is its own only tip.
    """
    from_tips = {tip for _, tip, _ in side.ways}
    return len(from_tips) == len(tips) and (len(tips) > 1 or len(side.ways) > 1)


RULES = (
    Rule("passage", at_a_gap, 20, "a colour has to pass a gap, or must not turn in there"),
    Rule("pairing", at_a_gap, 20, "a path that went through a gap could not come back"),
)
