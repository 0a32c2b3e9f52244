"""What a path does after a conclusion without any choice: a hint takes these steps along.

One by one they would be most of all hints, each saying that the same path goes on the only way.
"""

from __future__ import annotations

from dataclasses import replace

from flowdesk.core.grid import cell_name, listed
from flowdesk.core.text import counted
from flowdesk.kinds.deduction import Conclusion
from flowdesk.kinds.flow.deduction.cells import name, ways_through
from flowdesk.kinds.flow.deduction.position import Contradiction, Position


def forced_steps(position: Position, conclusion: Conclusion) -> tuple[list[int], Position]:
    """Return the edges that the path of a conclusion must take next, and the position then.

    The conclusion is already part of the position, which stays as it is. An edge that breaks a
    rule is left out: the next hint is about that.
    """
    then, edges = position.copy(), list[int]()
    cell = _cell_of_path(position, conclusion)
    if cell is not None:
        try:
            while (edge := _next_step(then, cell)) is not None:
                trial = then.copy()
                trial.link(edge)
                then = trial
                edges.append(edge)
        except Contradiction:
            pass
    return edges, then


def with_forced_steps(conclusion: Conclusion, edges: list[int], then: Position) -> Conclusion:
    """Return a conclusion that takes these steps along, and says where they lead."""
    if not edges:
        return conclusion
    cell = then.grid.ends[edges[-1]][0]
    ends = [tip for tip in then.tips[then.piece[cell]] if _was_reached(then, tip, edges)]
    places = [cell_name(then.grid.cells[end]) for end in ends]
    are = "is" if len(edges) == 1 else "are"
    where = f"to {listed(places)}" if places else f"until {name(then, cell)} is complete"
    more = f"From there {counted(len(edges), 'more step')} {are} forced, {where}."
    return replace(
        conclusion,
        message=f"{conclusion.message} {more}",
        cells=tuple(dict.fromkeys((*conclusion.cells, *ends))),
        on=(*conclusion.on, *edges),
    )


def _cell_of_path(position: Position, conclusion: Conclusion) -> int | None:
    """Return a cell of the path that a conclusion is about; None if it is about no path."""
    if conclusion.on:
        return position.grid.ends[conclusion.on[0]][0]
    return conclusion.cells[0] if conclusion.rule == "suppose" else None


def _next_step(position: Position, cell: int) -> int | None:
    """Return an edge that a tip of this cell's path must take, as a look at one cell shows."""
    for tip in position.tips[position.piece[cell]]:
        on, _ = ways_through(position, tip)
        if on and position.needs[tip] == 1:
            return on[0]
        for edge, near in position.unknown_ways(tip):
            if edge in ways_through(position, near)[0]:
                return edge
    return None


def _was_reached(position: Position, tip: int, edges: list[int]) -> bool:
    return any(tip in position.grid.ends[edge] for edge in edges)
