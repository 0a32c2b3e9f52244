"""What a player sees over several places: across corners, on which sides cells are; suppositions.

A clue and the clue across its corner share that corner: if one has just one edge there, so has the
other, and so on along diagonals of 2s (the "dlines" of L. Dunn and others, "Loopy", in S. Tatham's
Portable Puzzle Collection, https://git.tartarus.org/?p=simon/puzzles.git;f=loopy.c). By colouring
cells inside and outside, edges far from each other are related: an edge is on exactly if its two
cells are on different sides.

A supposition is an edge that is tried in mind. It is refuted if what follows from it at single
places (`deduction.places`) breaks a rule, or what follows over several of them where there is no
more of that. Its depth is the number of conclusions, each drawn from the one before, until then; 1
if the edge itself breaks a rule. What is refuted soonest comes first, and of that where a line can
go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from flowdesk.core.grid import cell_name
from flowdesk.kinds.deduction import Conclusion, Patience, later
from flowdesk.kinds.slitherlink.deduction import sentences
from flowdesk.kinds.slitherlink.deduction.places import early_ends, look_nearby, newly_settled
from flowdesk.kinds.slitherlink.deduction.position import (
    IS_ON,
    SlitherlinkContradiction,
    SlitherlinkPosition,
    at_its_corners,
    fitting,
    related,
    relation,
    seen,
)


def across_corners(position: SlitherlinkPosition) -> Conclusion | None:
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
                return sentences.explain_across(position, place, on, off)
        del waiting[place]
    return None


def by_sides(position: SlitherlinkPosition) -> Conclusion | None:
    """Find what follows from the sides of the loop that cells are on."""
    while position.recolored or position.related or position.waiting:
        conclusion = across_corners(position) or inside_outside(position) or _at_related(position)
        if conclusion:
            return conclusion
    return None


def inside_outside(position: SlitherlinkPosition) -> Conclusion | None:
    """Find an unknown edge whose two cells are known to be on the same or on different sides."""
    grid, root, state = position.grid, position.root, position.state
    while position.recolored:
        cell = next(iter(position.recolored))
        edges = grid.edges_of[cell] if cell != grid.ring else grid.border
        for edge in edges:
            if not state[edge]:
                a, b = grid.sides[edge]
                if root[a] == root[b]:
                    return sentences.explain_sides(position, edge)
        del position.recolored[cell]
        if cell != grid.ring:
            position.related[cell] = None
            for near in grid.beside[cell]:
                if near != grid.ring:
                    position.related[near] = None
            for corner, _, _ in grid.links[cell]:
                position.related[corner] = None
    return None


def _narrow(position: SlitherlinkPosition, place: int, patterns: int) -> bool:
    """Keep only some patterns of a place; whether they are fewer than before."""
    if not patterns:
        raise SlitherlinkContradiction("place", (place,))
    if patterns == position.deep[place]:
        return False
    position.deep[place] = patterns
    position.related[place] = None
    for other, _, _ in position.grid.links[place]:
        position.waiting[other] = None
    return True


def _at_related(position: SlitherlinkPosition) -> Conclusion | None:
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
            return sentences.explain_related(position, place, on, off)
        cells = {(first, second): (a, b) for first, second, a, b in position.relations(place)}
        for first, second, differ in related(patterns):
            if (first, second) in cells:
                position.relate(*cells[first, second], differ)
        if is_narrower or position.recolored:
            return None
    return None


def connected(position: SlitherlinkPosition) -> Conclusion | None:
    """Find what follows because a cell must be inside, or outside, to connect others.

    The cells inside one loop are connected, and so are those outside with the border of the board.
    So no known part is ever cut off, and a cell through which alone two known parts can be
    connected is on their side. Such cells are the articulation points of the cells that may be on
    one side (J. Hopcroft and R. Tarjan, "Algorithm 447", 1973).

    What is found of cells is noted in the position, even if no edge follows from it at once.
    """
    grid = position.grid
    outside = position.root[grid.ring]
    for inside in (True, False):
        flipped = position.flipped[grid.ring] ^ inside
        known = [
            root == outside and flip == flipped
            for root, flip in zip(position.root, position.flipped, strict=True)
        ]
        for cell in _connecting(position, known, outside):
            position.relate(cell, grid.ring, inside)
            for edge in grid.edges_of[cell]:
                a, b = grid.sides[edge]
                if not position.state[edge] and position.root[a] == position.root[b]:
                    return _explain_connected(position, cell, edge, inside)
    return None


def _connecting(position: SlitherlinkPosition, known: list[bool], outside: int) -> Iterator[int]:
    """Yield the cells of unknown side without which those known to be on one side are separated.

    Raises SlitherlinkContradiction if they are separated already.
    """
    grid, root, state = position.grid, position.root, position.state
    if sum(known) < 2:
        return
    ring = grid.ring
    start = ring if known[ring] else known.index(True)
    order: dict[int, int] = {start: 0}
    lowest = {start: 0}
    below = {start: 1}
    found: list[int] = []
    ways = [(start, -1, iter(_ways(position, start)))]
    while ways:
        cell, parent, nearby = ways[-1]
        for edge, near in nearby:
            if (
                near == parent
                or state[edge] == IS_ON
                or (root[near] == outside and not known[near])
            ):
                continue
            if near in order:
                lowest[cell] = min(lowest[cell], order[near])
                continue
            order[near] = lowest[near] = len(order)
            below[near] = int(known[near])
            ways.append((near, cell, iter(_ways(position, near))))
            break
        else:
            ways.pop()
            if ways:
                lowest[parent] = min(lowest[parent], lowest[cell])
                below[parent] += below[cell]
                if lowest[cell] >= order[parent] and below[cell] and not known[parent]:
                    found.append(parent)
    if below[start] < sum(known):
        apart = next(cell for cell, is_known in enumerate(known) if is_known and cell not in order)
        raise SlitherlinkContradiction("apart", (apart,))
    yield from dict.fromkeys(found)


def _ways(position: SlitherlinkPosition, cell: int) -> list[tuple[int, int]]:
    """Return the edges of a cell, each with the cell across it."""
    grid = position.grid
    if cell < grid.ring:
        return list(zip(grid.edges_of[cell], grid.beside[cell], strict=True))
    return [(edge, sum(grid.sides[edge]) - grid.ring) for edge in grid.border]


def _explain_connected(
    position: SlitherlinkPosition, cell: int, edge: int, inside: bool
) -> Conclusion:
    grid = position.grid
    differ = bool(position.flipped[grid.sides[edge][0]] ^ position.flipped[grid.sides[edge][1]])
    where = "inside" if inside else "outside"
    parts = "the inside would be in two parts" if inside else "a part outside would be cut off"
    on, off = ((edge,), ()) if differ else ((), (edge,))
    what = sentences.told(position, cell, on, off)
    message = f"{cell_name(grid.cells[cell])} is {where} the loop, or else {parts}: {what}."
    return Conclusion("connected", message, (cell,), on, off)


#: An edge, and whether it is supposed to be on; else it is supposed to be off.
Supposition: TypeAlias = tuple[int, bool]

#: How many conclusions in a row are followed at most.
DEEPEST = 30

#: How many others a step counts for in which whole parts of the board are looked at.
AT_LARGE = 25


@dataclass
class _LoopTrial:
    """A supposition, the position that it has led to, and after how many conclusions in a row."""

    supposition: Supposition
    position: SlitherlinkPosition
    depth: int = 1


def by_supposing(position: SlitherlinkPosition, effort: Patience) -> Conclusion | None:
    """Conclude from the first supposition that is refuted; None if none is within `effort`.

    Whole parts of the board are looked at only if all suppositions are followed without.
    """
    trials = []
    for supposition in _suppositions(position):
        trial = _LoopTrial(supposition, position.copy())
        try:
            trial.position.decide(*supposition)
        except SlitherlinkContradiction as contradiction:
            return _explain_refuted(trial, contradiction)
        trials.append(trial)
        effort.left -= 1
        if effort.left <= 0:
            return None
    for at_large in (False, True):
        promising = [trial for trial in trials if not trial.position.closed]
        for _ in range(DEEPEST):
            followed, promising = promising, []
            for trial in followed:
                trial.depth += 1
                try:
                    if _follow(trial.position, at_large):
                        promising.append(trial)
                    else:
                        trial.depth -= 1
                except SlitherlinkContradiction as contradiction:
                    return _explain_refuted(trial, contradiction)
                effort.left -= AT_LARGE if at_large else 1
                if effort.left <= 0:
                    return None
    return None


def _suppositions(position: SlitherlinkPosition) -> Iterator[Supposition]:
    """Yield that a line takes each of its next edges, then for each edge both states."""
    grid, state = position.grid, position.state
    at_lines: dict[Supposition, None] = {}
    for corner, other in enumerate(position.tip):
        if corner != other and position.tip[other] == corner:
            for edge in grid.edges_of[grid.ring + corner]:
                if edge >= 0 and not state[edge]:
                    at_lines[edge, True] = None
    yield from at_lines
    for edge, known in enumerate(state):
        if not known:
            if (edge, True) not in at_lines:
                yield edge, True
            yield edge, False


def _follow(trial: SlitherlinkPosition, at_large: bool) -> bool:
    """Draw all conclusions that can be seen now, once; whether there were any."""
    fresh, trial.fresh = trial.fresh, {}
    found: list[tuple[list[int], list[int]]] = []
    for place in fresh:
        look_nearby(trial, place)
        if trial.has_rule(place):
            found.append(newly_settled(trial, place, trial.plain[place]))
    for cell in trial.nearby:
        found.append(newly_settled(trial, cell, at_its_corners(trial, cell)))
    trial.nearby = {}
    found.append(([], early_ends(trial)))
    before = len(trial.decided)
    for on, off in found:
        trial.learn(on, off)
    if len(trial.decided) == before:
        conclusion = by_sides(trial) or (connected(trial) if at_large else None)
        if conclusion:
            trial.learn(conclusion.on, conclusion.off)
    trial.check_for_loop()
    return len(trial.decided) > before or bool(trial.recolored)


def _explain_refuted(trial: _LoopTrial, contradiction: SlitherlinkContradiction) -> Conclusion:
    """Return the conclusion from a refuted supposition, with its sentence."""
    edge, on = trial.supposition
    position, depth = trial.position, trial.depth
    what = later(depth - 1, sentences.what_breaks(position, contradiction))
    supposed, so = ("on", "off") if on else ("off", "on")
    message = f"Suppose {sentences.edge_name(position, edge)} is {supposed}: {what}. So it is {so}."
    sides = [cell for cell in position.grid.sides[edge] if cell != position.grid.ring]
    cells = dict.fromkeys((*sides, *sentences.cells_round(position, contradiction.places)))
    is_on, is_off = ((), (edge,)) if on else ((edge,), ())
    return Conclusion("suppose", message, tuple(cells), is_on, is_off, depth)
