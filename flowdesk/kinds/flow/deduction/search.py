"""Search: the next step of the only solution, where no supposition is refuted soon enough.

Large levels have positions that suppositions do not get out of with a reasonable effort. A person
then tries on and on, or sees the whole; the SAT solver knows the outcome.
"""

from __future__ import annotations

from flowdesk.kinds.deduction import Conclusion
from flowdesk.kinds.flow.deduction.cells import name
from flowdesk.kinds.flow.deduction.position import Position
from flowdesk.kinds.flow.deduction.suppose import at_tips, way_on
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.solving.encoding import Encoding

#: Levels with more cells may take too long to solve.
MOST_CELLS = 2500


def only_solution(level: Level) -> Solution | None:
    """Return the only solution in which no path touches itself; None if there is not one."""
    if len(level.cells) > MOST_CELLS:
        return None
    encoding = Encoding(level, touching=False)
    solution = encoding.find()
    if solution:
        encoding.exclude(solution)
    return solution if solution and not encoding.find() else None


def by_searching(position: Position, solution: Solution) -> Conclusion | None:
    """Conclude how a path goes on in the solution, the first in the order of suppositions."""
    for edge, _ in at_tips(position):
        if position.grid.edges[edge] in solution.edges:
            tip, near = way_on(position, edge)
            way = position.grid.way(tip, near)
            message = f"{name(position, tip)} must go {way} from here: only a long search shows it."
            return Conclusion("search", message, (tip, near), on=(edge,))
    return None
