"""What a player sees at single cells: the ways that are left, and paths that cannot meet.

Most rules are those that every solver of Flow begins with (M. Zucker, "Flow Free solver", 2016,
https://mzucker.github.io/2016/08/28/flow-solver.html, calls it forced moves and dead ends). What
follows if no path touches itself, players know as "no 2x2 pools" (the answers at
https://puzzling.stackexchange.com/q/47685). Each conclusion gives its reason in one sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush, heapreplace
from itertools import combinations

from flowdesk.kinds.deduction import Conclusion, Rule
from flowdesk.kinds.flow.deduction.position import LOOP, TOUCH, FlowContradiction, FlowPosition

#: All rules. A path that has to be imagined costs about ten. Of the rules for single cells that
#: share a look, the first is the one seen most easily.
RULES = (
    Rule(
        "same-color",
        5,
        "two cells of one colour side by side are joined, if no path touches itself",
    ),
    Rule("corner", 2, "only one way leads through a corner"),
    Rule("one-exit", 2, "a path can go on only one way"),
    Rule("cut-off", 5, "a cell would be left with one way if a path did not come in"),
    Rule("two-ways", 5, "a cell has only two ways left"),
    Rule("colors", 10, "paths beside a cell cannot be joined in it"),
    Rule("loop", 10, "a path must not close into a ring"),
    Rule("touching", 10, "one of the above, if no path touches itself"),
    Rule(
        "edge",
        20,
        "a path follows the edge, or something would be cut off; if no path touches itself",
    ),
    Rule("passage", 20, "a colour has to pass a gap, or must not turn in there"),
    Rule("pairing", 20, "a path that went through a gap could not come back"),
    Rule("suppose", 30, "a step is tried in mind, and a contradiction shows"),
    Rule("search", 300, "only a long search shows how a path goes on, if no path touches itself"),
)


def at_a_cell(position: FlowPosition) -> Conclusion | None:
    """Find what follows at a single cell: the easiest to see first, and coloured paths first."""
    for cell in position.fresh:
        if any(ways_through(position, cell)):
            heappush(position.ripe, _order(position, cell))
    position.fresh.clear()
    while position.ripe:
        order = position.ripe[0]
        cell = order[-1]
        on, off = ways_through(position, cell)
        if not on and not off:
            heappop(position.ripe)
        elif order == (now := _order(position, cell)):
            return _explain(position, cell, on, off)
        else:
            heapreplace(position.ripe, now)
    return None


def side_by_side(position: FlowPosition) -> Conclusion | None:
    """Link two neighbouring cells of one colour; it holds if no path touches itself."""
    edge = min((edge for edge in position.must_link if not position.state[edge]), default=None)
    if edge is None:
        return None
    cells = position.grid.ends[edge]
    message = f"two cells of {name(position, cells[0])} side by side are joined."
    return Conclusion("same-color", message, cells, on=(edge,))


def ways_through(position: FlowPosition, cell: int) -> tuple[list[int], list[int]]:
    """Return the edges at a cell that must be linked, and those that must be barred.

    A cell takes all ways left if it needs them all. If it needs two and has more, it takes two
    that can be joined in it.
    """
    needs, free = position.needs[cell], position.free[cell]
    if not needs:
        return [], []
    if free < needs:
        raise FlowContradiction("stuck", (cell,))
    if free == needs:
        return [edge for edge, _ in position.unknown_ways(cell)], []
    if needs == 1:
        return [], []
    ways = position.unknown_ways(cell)
    piece, others = position.piece, len(ways) - 1
    if all(position.needs[near] == 2 for _, near in ways):
        return [], []  # single cells without a colour can all be joined
    pairs = [
        (first, second)
        for (first, near), (second, other) in combinations(ways, 2)
        if not position.clash(piece[near], piece[other])
    ]
    if len(pairs) > max(others, others * (others - 1) // 2):
        return [], []  # too many for one way to be in all pairs, or in none
    if not pairs:
        raise FlowContradiction("stuck", (cell,))
    on = [edge for edge, _ in ways if all(edge in pair for pair in pairs)]
    off = [edge for edge, _ in ways if not any(edge in pair for pair in pairs)]
    return on, off


def name(position: FlowPosition, cell: int) -> str:
    """Return what to call the path that a cell belongs to."""
    color = position.color_at(cell)
    if color >= 0:
        return position.names[color]
    return "this path" if len(position.members[position.piece[cell]]) > 1 else "a path"


def _order(position: FlowPosition, cell: int) -> tuple[int, bool, int, int]:
    """Return a sort key: what a player sees first comes first."""
    color = position.color_at(cell)
    return _RANK[_rule(position, cell)], color < 0, color, cell


def _rule(position: FlowPosition, cell: int) -> str:
    """Return the name of the rule that tells which ways a cell takes."""
    needs, free, ways = position.needs[cell], position.free[cell], position.grid.ways[cell]
    if free > needs:
        pieces = [position.piece[near] for _, near in position.unknown_ways(cell)]
        reasons = {position.clash(a, b) for a, b in combinations(pieces, 2)}
        return "loop" if LOOP in reasons else "colors"
    if any(position.why[edge] == LOOP and position.needs[near] for edge, near in ways):
        return "loop"
    if needs == 1:
        return "one-exit"
    if _is_corner(position, cell):
        return "corner"
    return "two-ways" if _color_beside(position, cell) is None else "cut-off"


def _is_corner(position: FlowPosition, cell: int) -> bool:
    """Whether a cell has had only two neighbours from the start, and not on opposite sides."""
    board = position.grid.board
    first, *others = board.way_sides[cell]
    return len(others) == 1 and others[0] != board.shape.opposite[first]


def _color_beside(position: FlowPosition, cell: int) -> int | None:
    """Return a neighbour from which a colour can go on into this cell, or None."""
    for _, near in position.unknown_ways(cell):
        if position.color_at(near) >= 0:
            return near
    return None


def _explain(position: FlowPosition, cell: int, on: list[int], off: list[int]) -> Conclusion:
    rule = _rule(position, cell) if position.touching else "touching"
    touching = _touching_cells(position, cell)
    if position.free[cell] > position.needs[cell]:
        message = _what_cannot_meet(position, cell, on, off)
    else:
        message = _what_is_left(position, cell)
        if rule == "loop":
            message += ": it must not close into a ring"
        elif touching:
            path = "a path" if position.needs[cell] == 2 else "it"
            message += f": elsewhere {path} would touch itself where marked"
    return Conclusion(rule, f"{message}.", (cell, *touching), tuple(on), tuple(off))


def _what_is_left(position: FlowPosition, cell: int) -> str:
    """Return the sentence for a cell that needs all the ways that it has left."""
    is_corner = _is_corner(position, cell)
    if position.needs[cell] == 1:
        if len(position.members[position.piece[cell]]) > 1:
            return f"{name(position, cell)} can go on only one way from here"
        place = " of this corner" if is_corner else ""
        return f"{name(position, cell)} has only one way out{place}"
    if is_corner:
        return "only one way leads through this corner"
    if position.grid.cells[cell] in position.grid.board.shape.bridges:
        return "a path goes straight over a bridge"
    beside = _color_beside(position, cell)
    if beside is None:
        return "only one way leads through this cell"
    return f"{name(position, beside)} must come in here, for this cell has only two ways left"


def _what_cannot_meet(position: FlowPosition, cell: int, on: list[int], off: list[int]) -> str:
    """Return the sentence for a cell some of whose neighbours cannot be joined in it."""
    ways = position.unknown_ways(cell)
    if off:
        near = next(near for edge, near in ways if edge == off[0])
        return f"{name(position, near)} cannot come in here: it could not go on from this cell"
    others = [near for edge, near in ways if edge not in on]
    colors = sorted({position.color_at(near) for near in others})
    if len({position.piece[near] for near in others}) == 1:
        who = "the two ends of one path"
    elif colors[0] < 0 or len(colors) < len(others):
        who = "the paths on the other sides"
    else:
        *names, last = (position.names[color] for color in colors)
        who = f"{', '.join(names)} and {last}"
    return f"{who} cannot be joined in this cell, so the last way is taken"


def _touching_cells(position: FlowPosition, cell: int) -> tuple[int, ...]:
    """Return the nearest cells where paths would touch if the cell took other ways."""
    piece = position.piece
    suspects = [
        (piece[cell], piece[near], edge)
        for edge, near in position.grid.ways[cell]
        if position.why[edge] == TOUCH
    ]
    if position.free[cell] > position.needs[cell]:
        nears = [piece[near] for _, near in position.unknown_ways(cell)]
        suspects += [(a, b, -1) for a, b in combinations(nears, 2) if position.clash(a, b) == TOUCH]
    cells, board = position.grid.cells, position.grid.board

    def far(pair: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        return sum(board.distance(cells[cell], cells[other]) for other in pair), pair

    found: dict[int, None] = {}
    for suspect in suspects:
        found.update(dict.fromkeys(min(_neighbors(position, *suspect), key=far, default=())))
    return tuple(found)


def _neighbors(
    position: FlowPosition, piece: int, other: int, but: int
) -> Iterator[tuple[int, int]]:
    """Yield where a piece is beside the other, or its colour, across another edge than `but`."""
    for mine, its in ((piece, other), (other, piece)):
        color = position.color[its]
        for cell in position.members[mine]:
            for edge, near in position.grid.ways[cell]:
                beside = position.piece[near]
                is_other = beside == its or (color >= 0 and position.color[beside] == color)
                if is_other and beside != mine and edge != but:
                    yield cell, near


_RANK = {rule.name: rank for rank, rule in enumerate(RULES)}
