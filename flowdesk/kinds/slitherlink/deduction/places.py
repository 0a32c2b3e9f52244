"""What a player sees at single places: clues, corners, small loops, and the patterns of threes.

These are the rules that all players begin with, and nearly all techniques for starting a puzzle of
https://en.wikipedia.org/wiki/Slitherlink: a clue beside the border or a zero, and a line that runs
into a clue, are decided by which edges of the clue let the loop go on at its four corners.
"""

from __future__ import annotations

from collections.abc import Iterator

from flowdesk.core.grid import Cell, cell_name, neighbors, places
from flowdesk.kinds.deduction import Conclusion
from flowdesk.kinds.slitherlink.deduction.position import (
    BITS,
    IS_ON,
    SlitherlinkPosition,
    at_its_corners,
    settled,
)
from flowdesk.kinds.slitherlink.deduction.sentences import (
    cells_round,
    clue_name,
    corner_name,
    edge_name,
    told,
)
from flowdesk.kinds.slitherlink.puzzle import Slitherlink

_COUNTS = ("no", "one", "two", "three", "four")


def at_a_place(position: SlitherlinkPosition) -> Conclusion | None:
    """Find what follows from the known edges of one clue, or of one corner."""
    fresh = position.fresh
    while fresh:
        place = next(iter(fresh))
        if position.has_rule(place):
            on, off = newly_settled(position, place, position.plain[place])
            if on or off:
                return _explain(position, place, on, off)
        del fresh[place]
        look_nearby(position, place)
    return None


def look_nearby(position: SlitherlinkPosition, place: int) -> None:
    """Note that a place has changed, for the rules that see more."""
    position.waiting[place] = None
    for near, _, _ in position.grid.links[place]:
        position.waiting[near] = None
    if place < position.grid.ring:
        if position.clues[place] >= 0:
            position.nearby[place] = None
    else:
        for cell, _, _ in position.grid.links[place]:
            if position.clues[cell] >= 0:
                position.nearby[cell] = None


def no_small_loop(position: SlitherlinkPosition) -> Conclusion | None:
    """Find an edge that would close a loop that is not the whole solution."""
    edge = next(iter(early_ends(position)), None)
    if edge is None:
        return None
    message = (
        f"No small loop: {edge_name(position, edge)} would close one "
        f"{'while another line is left' if position.lines > 1 else 'before all clues are met'}."
    )
    places = [position.grid.ring + corner for corner in position.grid.ends[edge]]
    both = [set(cells_round(position, [place])) for place in places]
    return Conclusion("small-loop", message, tuple(sorted(both[0] & both[1])), off=(edge,))


def early_ends(position: SlitherlinkPosition) -> list[int]:
    """Return the unknown edges that would close a loop which is not the whole solution."""
    found = []
    for edge in list(position.closing):
        a, b = position.grid.ends[edge]
        if position.state[edge] or position.tip[a] != b or position.tip[b] != a:
            del position.closing[edge]
        elif not position.may_close(edge):
            found.append(edge)
    return found


def at_a_clue(position: SlitherlinkPosition) -> Conclusion | None:
    """Find what follows for a clue from the edges that meet its corners from outside."""
    nearby = position.nearby
    while nearby:
        cell = next(iter(nearby))
        on, off = newly_settled(position, cell, at_its_corners(position, cell))
        if on or off:
            return _explain_clue(position, cell, on, off)
        del nearby[cell]
    return None


def newly_settled(
    position: SlitherlinkPosition, place: int, patterns: int
) -> tuple[list[int], list[int]]:
    """Return the unknown edges of a place that are on in all of some patterns, and off in all."""
    on_bits, off_bits = settled(patterns)
    if not on_bits and not off_bits:
        return [], []
    on, off = [], []
    state = position.state
    for bit, edge in zip(BITS, position.grid.edges_of[place], strict=True):
        if edge >= 0 and not state[edge]:
            if on_bits & bit:
                on.append(edge)
            elif off_bits & bit:
                off.append(edge)
    return on, off


def _explain(
    position: SlitherlinkPosition, place: int, on: list[int], off: list[int]
) -> Conclusion:
    grid = position.grid
    if place >= grid.ring:
        corner = corner_name(position, place)
        if on:
            message = f"At {corner} the line can go on only one way."
        elif any(edge >= 0 and position.state[edge] == IS_ON for edge in grid.edges_of[place]):
            message = f"The loop passes {corner}, and does not branch there."
        else:
            message = f"At {corner} only one edge is left, where the loop could not go on."
        return Conclusion("corner", message, cells_round(position, [place]), tuple(on), tuple(off))
    name, clue = clue_name(position, place), position.clues[place]
    if on:
        rule, message = "clue-needs-all", f"The {name} needs all the edges that it has left."
    elif clue:
        number = "its edge" if clue == 1 else f"its {_COUNTS[clue]} edges"
        rule, message = "clue-met", f"The {name} has {number}, so the others are off."
    else:
        rule, message = "clue-met", f"The {name} has no edges on the loop."
    return Conclusion(rule, message, (place,), tuple(on), tuple(off))


def _explain_clue(
    position: SlitherlinkPosition, cell: int, on: list[int], off: list[int]
) -> Conclusion:
    grid, clue, name = position.grid, position.clues[cell], clue_name(position, cell)
    what = told(position, cell, on, off)
    outside = [edge for corner, _, _ in grid.links[cell] for edge in grid.edges_of[corner]]
    outside = [edge for edge in outside if edge >= 0 and edge not in grid.edges_of[cell]]
    x, y = grid.cells[cell]
    is_corner = x in (0, grid.board.width - 1) and y in (0, grid.board.height - 1)
    if is_corner and not any(position.state[edge] for edge in outside):
        message = f"The {name} is in a corner of the board: {what}."
        return Conclusion("board-corner", message, (cell,), tuple(on), tuple(off))
    rule = f"line-at-{_COUNTS[clue]}"
    if any(position.state[edge] == IS_ON for edge in outside):
        message = f"The loop has to go on where it meets the {name}: {what}."
    else:
        message = f"The loop has to go on at every corner of the {name}: {what}."
    return Conclusion(rule, message, (cell,), tuple(on), tuple(off))


def patterns_of_threes(position: SlitherlinkPosition, puzzle: Slitherlink) -> list[Conclusion]:
    """Return what two 3s side by side or on a diagonal settle, in reading order."""
    found: list[Conclusion] = []
    for cell, clue in enumerate(position.clues):
        if clue == 3:
            found += _beside(position, puzzle, cell)
            found += _diagonal(position, puzzle, cell)
    return found


def _beside(position: SlitherlinkPosition, puzzle: Slitherlink, cell: int) -> Iterator[Conclusion]:
    """Yield that two 3s side by side have the edge between them, and those parallel to it."""
    grid = position.grid
    for way, back in ((2, 1), (3, 0)):  # right and below, and the opposite ways
        other = grid.beside[cell][way]
        if other == grid.ring or position.clues[other] != 3:
            continue
        between = grid.edges_of[cell][way]
        on = [grid.edges_of[cell][back], grid.edges_of[other][way]]
        off: list[int] = []
        if not _is_whole(puzzle, (grid.cells[cell], grid.cells[other])):
            on.insert(1, between)
            for corner in grid.ends[between]:
                line = grid.edges_of[grid.ring + corner]
                straight = line[3 - line.index(between)]
                off += [straight] if straight >= 0 else []
        what = "the edges at their far ends are on"
        if len(on) > 2:
            what = "the edge between them, where the loop turns, and those opposite it are on"
        message = f"Adjacent 3s in {places(map(grid.cells.__getitem__, (cell, other)))}: {what}."
        yield Conclusion("adjacent-threes", message, (cell, other), tuple(on), tuple(off))


def _is_whole(puzzle: Slitherlink, pair: tuple[Cell, Cell]) -> bool:
    """Whether the loop round two cells that are side by side fulfils all clues."""
    beside = {near for cell in pair for near in neighbors(cell)}
    numbers = dict.fromkeys(beside, 1) | dict.fromkeys(pair, 3)
    return all(clue == numbers.get(cell, 0) for cell, clue in puzzle.clues.items())


def _diagonal(
    position: SlitherlinkPosition, puzzle: Slitherlink, cell: int
) -> Iterator[Conclusion]:
    """Yield that two 3s on a diagonal, with only 2s between, have the edges at its far ends."""
    grid = position.grid
    x, y = grid.cells[cell]
    for step in (1, -1):
        chain = [cell]
        near = x + step, y + 1
        while puzzle.clues.get(near) == 2:
            chain.append(grid.board.number[near])
            near = near[0] + step, near[1] + 1
        if puzzle.clues.get(near) != 3:
            continue
        other = grid.board.number[near]
        top, left, right, _ = grid.edges_of[cell]
        _, left_there, right_there, bottom = grid.edges_of[other]
        sides = (left, right_there) if step > 0 else (right, left_there)
        ends = " and ".join(cell_name(grid.cells[end]) for end in (cell, other))
        between = ", with only 2s between" if len(chain) > 1 else ""
        message = f"Diagonal 3s in {ends}{between}: the edges at their far corners are on."
        yield Conclusion("diagonal-threes", message, (*chain, other), (top, *sides, bottom))
