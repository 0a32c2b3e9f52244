"""What a player sees of whole parts of the board: cut off, gaps, along the edge; and suppositions.

A path cannot leave the cells that are connected by edges that are not barred, so both endpoints
of a colour lie in one connected part, and each part holds the endpoints of some colour (the
stranded colours and stranded regions of M. Zucker, "Flow Free solver", 2016,
https://mzucker.github.io/2016/08/28/flow-solver.html). If all ways from one part to the rest lead
through a single cell, or through the two tips of one piece, then one path passes there, and the
endpoints tell which (a bottleneck of width one there).

Players let a path between two places at the edge of the board follow it ("unwrapping the grid",
https://puzzling.stackexchange.com/q/49687, where J. Scherphuis shows that this alone may fail).
This form is certain: walk round an edge of the board, or of the part that finished paths leave.
If a colour has cells at two places of the walk and no other colour has any in between, then its
path would enclose whatever else covered the cells in between, because in the plane two paths whose
ends alternate round a face cross. So if every other unfinished colour has a cell elsewhere on the
same walk, the cells in between belong to this colour. Where no path touches itself, neighbours of
one colour are linked, and so the path follows the edge.

A set of cells is an integer with a bit for each, so that a part is flooded in a few shifts.

A supposition, a step tried in mind, is refuted if what follows from it at single cells
(`deduction.cells`) breaks a rule or cuts off a part of the board. Its depth is the number of
conclusions, each drawn from the one before, until then; 1 if the step itself breaks a rule. Players
try where a path can go next, and what is refuted soonest, so these suppositions come first.

Large levels have positions that suppositions do not get out of with a reasonable effort. A person
then tries on and on, or sees the whole; the SAT solver knows the outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from itertools import dropwhile, islice, pairwise
from operator import or_
from typing import TypeAlias

from flowdesk.kinds.deduction import Conclusion, Patience, later
from flowdesk.kinds.flow.deduction.cells import name, ways_through
from flowdesk.kinds.flow.deduction.position import BARRED, FlowContradiction, FlowPosition
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.flow.solving.encoding import FlowEncoding


def check_parts(position: FlowPosition) -> None:
    """Raise FlowContradiction if a colour is cut off from itself, or a part from all colours."""
    if not position.is_parted:
        return
    bits = position.grid.bits
    left = position.grid.all_bits
    for color, (a, b) in enumerate(position.ends):
        if bits[a] & left:
            left &= ~_part(position, bits[a], left)
            if bits[b] & left:
                raise FlowContradiction("cut off", (a, b), (color,))
        elif bits[b] & left:
            raise FlowContradiction("cut off", (a, b), (color,))
    if left:
        cells = tuple(cell for cell, bit in enumerate(bits) if bit & left)
        raise FlowContradiction("unfilled", cells)
    position.is_parted = False


def at_a_gap(position: FlowPosition) -> Conclusion | None:
    """Find what follows where all ways between parts of the board lead through one piece."""
    bits, narrow, seen = position.grid.bits, _narrow_cells(position), set()
    for cell, needs in enumerate(position.needs):
        piece = position.piece[cell]
        may_be_gap = needs and (bits[cell] & narrow or len(position.members[piece]) > 1)
        if may_be_gap and piece not in seen:
            seen.add(piece)
            if _is_gap(position, piece) and (conclusion := _who_passes(position, piece)):
                return conclusion
    return None


def at_the_edge(position: FlowPosition) -> Conclusion | None:
    """Find where a path must follow the edge by at least one new step, if none touches itself."""
    if position.touching or not position.grid.board.shape.is_planar:
        return None
    piece = position.piece
    waiting = [color for color, (a, b) in enumerate(position.ends) if piece[a] != piece[b]]
    for walk in _walks(position, waiting):
        for stretch in _stretches(position, walk):
            on = tuple(edge for edge in _edges_along(position, stretch) if not position.state[edge])
            if on:
                path = name(position, stretch[0])
                message = f"{path} follows the edge here: anything in between would be cut off."
                return Conclusion("edge", message, tuple(dict.fromkeys(stretch)), on)
    return None


def _stretches(position: FlowPosition, walk: list[int]) -> Iterator[list[int]]:
    """Yield the stretches of a walk from one cell of a colour to the next that no other can cover.

    All colours that are not finished have a cell on the walk.
    """
    start = next(place for place, cell in enumerate(walk) if position.color_at(cell) >= 0)
    stretch: list[int] = []
    for cell in (*walk[start:], *walk[: start + 1]):
        stretch.append(cell)
        color = position.color_at(cell)
        if color >= 0:
            if color == position.color_at(stretch[0]):
                yield stretch
            stretch = [cell]


def _walks(position: FlowPosition, colors: list[int]) -> list[list[int]]:
    """Return the cells along edges of the board and of its parts, as walks round them.

    Only walks on which all these colours have a cell: so each passes the one with the fewest cells.
    Turning as far as possible to the same side at each cell goes round a face of the plane graph
    whose edges are those that are not barred.
    """
    grid, state, members = position.grid, position.state, position.members
    pieces = ([position.piece[end] for end in position.ends[color]] for color in colors)
    passed = min((members[a] + members[b] for a, b in pieces), key=len, default=())
    left = {step for cell in passed for step in grid.steps_from[cell]}
    left = {step for step in left if state[grid.edge_of[step]] != BARRED}
    found = []
    while left:
        step, walk = left.pop(), list[int]()
        while not walk or step != walk[0]:
            walk.append(step)
            step = next(turn for turn in grid.turns[step] if state[grid.edge_of[turn]] != BARRED)
        left.difference_update(walk)
        if {position.color_at(grid.start_of[step]) for step in walk}.issuperset(colors):
            first = walk.index(min(walk))
            found.append([*walk[first:], *walk[:first]])
    return [[grid.start_of[step] for step in walk] for walk in sorted(found)]


def _edges_along(position: FlowPosition, stretch: list[int]) -> Iterator[int]:
    """Yield the edge between each cell of a stretch and the next."""
    for cell, following in pairwise(stretch):
        yield next(edge for edge, near in position.grid.ways[cell] if near == following)


def _part(position: FlowPosition, start: int, within: int, enough: int = -1) -> int:
    """Return the cells of `within` that are connected to `start`, at least until it is `enough`."""
    return position.grid.board.flood(start, within, position.open, enough)


def _narrow_cells(position: FlowPosition) -> int:
    """Return the cells whose ways the squares beside them do not connect.

    Two or more ways of such a cell have no square that leads to the next way round the cell. Where
    cells have other neighbours than those of squares, all cells are looked at.
    """
    board = position.grid.board
    if not board.is_plain:
        return position.grid.all_bits
    width, (across, down) = board.width, position.open
    right, below, left, above = across, down, across << 1, down << width
    first, second, third, fourth = (
        right & ~(below & down >> 1 & across >> width),
        below & ~(left & down << 1 & left >> width),
        left & ~(above & above << 1 & left << width),
        above & ~(right & above >> 1 & across << width),
    )
    return first & second | third & fourth | (first | second) & (third | fourth)


def _is_gap(position: FlowPosition, piece: int) -> bool:
    """Whether the cells round a piece are not connected without it."""
    bits = position.grid.bits
    around = [bits[near] for tip in position.tips[piece] for _, near in position.unknown_ways(tip)]
    if len(around) < 2:
        return False
    within = position.grid.all_bits & ~position.covered[piece]
    all_around = reduce(or_, around)
    return all_around & ~_part(position, around[0], within, all_around) != 0


@dataclass(frozen=True)
class _Side:
    """A part of the board behind a gap.

    `ways` are the edges into it, each with the tip it starts from and the cell behind; `alone`
    are the colours with one endpoint in it, and `has_pair` says whether one has both.
    """

    ways: list[tuple[int, int, int]]
    alone: set[int]
    has_pair: bool


def _sides(position: FlowPosition, piece: int) -> list[_Side]:
    """Return the parts into which the cells round a piece fall without it."""
    bits = position.grid.bits
    within = position.grid.all_bits & ~position.covered[piece]
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


def _who_passes(position: FlowPosition, piece: int) -> Conclusion | None:
    """Conclude from the endpoints on the sides of a piece which ways it takes.

    A colour with endpoints on two sides passes through the piece, and no second one can. If there
    is none, a path that goes through the piece into a side has to come back through it.
    """
    sides = _sides(position, piece)
    own = position.color[piece]
    passing = set().union(*(side.alone for side in sides)) | {own} - {-1}
    if len(passing) > 1:
        raise FlowContradiction("bottleneck", position.members[piece], tuple(sorted(passing)))
    path = position.names[min(passing)] if passing else ""
    for side in sides:
        edges = tuple(edge for edge, _, _ in side.ways)
        cells = tuple(dict.fromkeys(cell for _, tip, near in side.ways for cell in (tip, near)))
        if side.alone:
            if len(edges) == 1:
                message = f"{path} has an end on either side of this gap, so it goes through."
                return Conclusion("passage", message, cells, on=edges)
        elif not side.has_pair:
            raise FlowContradiction("unfilled", cells)
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


#: An edge, and whether it is supposed to be linked; else it is supposed to be barred.
Supposition: TypeAlias = tuple[int, bool]

#: How many conclusions in a row are followed at most.
DEEPEST = 30

#: What is wrong, by the kind of contradiction.
_BREAKS = {
    "colors": "{} would have to be joined",
    "loop": "a path would close into a ring",
    "touch": "{} would touch itself",
    "cut off": "{} would be cut off from its other end",
    "unfilled": "no colour could fill this part of the board",
    "bottleneck": "{} would have to pass the same gap",
}


class _PathTrial:
    """A supposition, the position that it has led to so far, and what may follow next."""

    def __init__(self, position: FlowPosition, supposition: Supposition) -> None:
        self.supposition = supposition
        self.position = position.copy()
        #: Draws one more conclusion in a row; whether there are more; raises FlowContradiction.
        self.follow = partial(next, _follow(self.position, supposition))


def by_supposing(position: FlowPosition, effort: Patience) -> Conclusion | None:
    """Conclude from the first supposition that is refuted; None if none is within `effort`."""
    for group in (at_tips(position), _anywhere(position)):
        followed: Iterable[_PathTrial] = (_PathTrial(position, each) for each in group)
        for depth in range(1, DEEPEST + 1):
            promising = []
            for trial in followed:
                if effort.left <= 0:
                    return None
                effort.left -= len(position.needs)
                try:
                    if trial.follow():
                        promising.append(trial)
                except FlowContradiction as contradiction:
                    contradiction.depth = depth
                    return _explain(position, trial, contradiction)
            followed = promising
    return None


def is_refuted(position: FlowPosition, conclusion: Conclusion) -> bool:
    """Whether the opposite of a conclusion is refuted as soon in this position, too."""
    supposition = (conclusion.off[0], True) if conclusion.off else (conclusion.on[0], False)
    try:
        all(islice(_follow(position.copy(), supposition), conclusion.depth))
    except FlowContradiction:
        return True
    return False


def _follow(trial: FlowPosition, supposition: Supposition) -> Iterator[bool]:
    """Follow a supposition; yield after each conclusion in a row whether there are more."""
    edge, linked = supposition
    if linked:
        trial.link(edge)
    else:
        trial.bar(edge)
    while True:
        check_parts(trial)
        edges, trial.must_link = trial.must_link, []
        found = [edge for edge in edges if not trial.state[edge]]
        cells, trial.fresh = list(trial.fresh), {}
        if not found:
            cells = list(dropwhile(lambda cell: not any(ways_through(trial, cell)), cells))
        yield bool(found or cells)
        for edge in found:
            trial.link(edge)
        for cell in cells:
            on, off = ways_through(trial, cell)
            for edge in off:
                trial.bar(edge)
            for edge in on:
                trial.link(edge)


def at_tips(position: FlowPosition) -> Iterator[Supposition]:
    """Yield that a path takes each of its next steps, coloured paths first."""
    pieces = dict.fromkeys(position.piece[cell] for cell in range(len(position.needs)))
    paths = [p for p in pieces if position.color[p] >= 0 or len(position.members[p]) > 1]
    for piece in sorted(paths, key=lambda piece: position.color[piece] < 0):
        for tip in position.tips[piece]:
            for edge, _ in position.unknown_ways(tip):
                yield edge, True


def way_on(position: FlowPosition, edge: int) -> tuple[int, int]:
    """Return the cell from which a path would take a step, and the other: coloured paths first."""
    tip, near = position.grid.ends[edge]
    if position.needs[tip] == 2 or (position.color_at(tip) < 0 <= position.color_at(near)):
        return near, tip
    return tip, near


def _anywhere(position: FlowPosition) -> Iterator[Supposition]:
    """Yield for each unknown edge that it is linked, and that it is barred."""
    for edge, state in enumerate(position.state):
        if not state:
            yield edge, True
            yield edge, False


def _explain(
    position: FlowPosition, trial: _PathTrial, contradiction: FlowContradiction
) -> Conclusion:
    """Return the conclusion from a refuted supposition, with its sentence."""
    edge, linked = trial.supposition
    tip, near = way_on(position, edge)
    is_path = position.color_at(tip) >= 0 or len(position.members[position.piece[tip]]) > 1
    what = what_breaks(trial.position, contradiction)
    if is_path:
        way = position.grid.way(tip, near)
        path = name(position, tip)
        claim = f"{path} {'cannot' if linked else 'must'} go {way} from here"
        what = what.replace(f"{path} ", "it ")
    else:
        claim = f"these two cells are {'not joined' if linked else 'joined'}"
    what = later(contradiction.depth - 1, what)
    message = f"{claim}: {'' if linked else 'otherwise '}{what}."
    cells = tuple(dict.fromkeys((tip, near, *contradiction.cells)))
    on, off = ((), (edge,)) if linked else ((edge,), ())
    return Conclusion("suppose", message, cells, on, off, contradiction.depth)


def what_breaks(position: FlowPosition, contradiction: FlowContradiction) -> str:
    """Return what is wrong with a position that breaks a rule, as the end of a sentence."""
    paths = " and ".join(position.names[color] for color in contradiction.colors) or "a path"
    if contradiction.kind in _BREAKS:
        return _BREAKS[contradiction.kind].format(paths)
    cell = contradiction.cells[0]
    if position.needs[cell] == 2:
        ways = position.free[cell]
        return f"a cell would be left with {'only one way' if ways == 1 else 'no way through it'}"
    color = position.color_at(cell)
    return f"{'a path' if color < 0 else name(position, cell)} could not go on"


#: Levels with more cells may take too long to solve.
MOST_CELLS = 2500


def only_solution(level: Level) -> Solution | None:
    """Return the only solution in which no path touches itself; None if there is not one."""
    if len(level.cells) > MOST_CELLS:
        return None
    encoding = FlowEncoding(level, touching=False)
    solution = encoding.find()
    if solution:
        encoding.exclude(solution)
    return solution if solution and not encoding.find() else None


def by_searching(position: FlowPosition, solution: Solution) -> Conclusion | None:
    """Conclude how a path goes on in the solution, the first in the order of suppositions."""
    for edge, _ in at_tips(position):
        if position.grid.edges[edge] in solution.edges:
            tip, near = way_on(position, edge)
            way = position.grid.way(tip, near)
            message = f"{name(position, tip)} must go {way} from here: only a long search shows it."
            return Conclusion("search", message, (tip, near), on=(edge,))
    return None
