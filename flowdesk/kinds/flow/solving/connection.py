"""Tell whether some colours can be connected at once, where cells may stay uncovered.

One rule is relaxed: cells without an endpoint have two arms or none. The endpoints of all colours
stay on the board, so the formulas are still about the whole level.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from flowdesk.core.grid import Cell, by_row
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution, mistakes, touches
from flowdesk.kinds.flow.solving import limits
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.kinds.flow.solving.rules import Board
from flowdesk.sat.backend import find_model, refine
from flowdesk.sat.cnf import Clause, Cnf, Model

#: The widest detour round free cells that `_pulled_up` forbids; wider ones are rare.
WIDEST_DETOUR = 4


class Connection:
    """The formula for the question which colours of a complete level disjoint paths can connect.

    If any paths connect them, then so do some of the shortest paths, and of these some with the
    highest cells. Only these are searched for: they never touch themselves, and bend only round
    what is above them. Otherwise a search meets the same paths in thousands of variants, and takes
    a hundred times longer.
    """

    def __init__(self, level: Level) -> None:
        self._level = level
        self._encoding = Encoding(level, touching=False)
        self._encoding.cnf.add("pulled up", _pulled_up(level, self._encoding.board))

    def connects(self, labels: Collection[str], limit: int = 0) -> bool:
        """Whether paths can connect all these colours; the other colours need no path.

        Raise LimitReached after `limit` propagations.
        """
        cnf = self._encoding.cnf
        cnf.rules["arms"] = _arms(self._level, self._encoding.board, labels)
        return find_model(cnf.clauses(), limit) is not None


class NearCover:
    """The formula for paths that connect all colours and leave at most `most` cells uncovered."""

    def __init__(self, level: Level, most: int, *, touching: bool) -> None:
        self._level = level
        self._encoding = encoding = Encoding(level, touching=touching)
        board, cnf = encoding.board, encoding.cnf
        cnf.rules["arms"] = _arms(level, board, level.pairs)
        self._uncovered = {
            cell: cnf.new_variable(("uncovered", cell))
            for cell in board.cells
            if cell not in level.endpoints
        }
        for cell, variable in self._uncovered.items():
            around = board.around[board.number[cell]]
            cnf.add("uncovered", [[variable, *around], *([-variable, -edge] for edge in around)])
        cnf.at_most("few uncovered", most, list(self._uncovered.values()))

    def find(self, limit: int = 0) -> tuple[Solution, tuple[Cell, ...]] | None:
        """Return the paths and the cells that they leave uncovered; None if there are none.

        Raise LimitReached after `limit` propagations in one round, or after too many rounds.
        """
        model = refine(self._encoding.cnf, self._cut, limit, rounds=limits.CONFLICT_ROUNDS)
        if model is None:
            return None
        answer, _ = self._encoding.decode(model)
        wrong = mistakes(self._level, answer)
        assert all(finding.rule == "uncovered" for finding in wrong)
        return answer, by_row(cell for finding in wrong for cell in finding.cells)

    def _cut(self, cnf: Cnf, model: Model) -> bool:
        """Cut like `Encoding.cut`, but state nothing of cells that may stay uncovered."""
        answer, loops = self._encoding.decode(model)
        for loop in loops:
            steps, leaving = self._encoding.loop_cuts(loop)
            cnf.add("no loop", [steps, leaving + self._any_uncovered(loop)])
        if loops or self._encoding.touching:
            return bool(loops)
        touched = touches(self._level, answer)
        for edge in touched:
            linked = self._encoding.board.variable[edge]
            differs = self._encoding.differs(edge)
            cnf.add("no touching", [[linked, *differs, *self._any_uncovered(edge)]])
        return bool(touched)

    def _any_uncovered(self, cells: Collection[Cell]) -> list[int]:
        return [self._uncovered[cell] for cell in cells if cell in self._uncovered]


def _arms(level: Level, board: Board, labels: Collection[str]) -> list[Clause]:
    """Return clauses: one arm at the endpoints of these colours, none at others, else 0 or 2."""
    clauses: list[Clause] = []
    for number, cell in enumerate(board.cells):
        if cell not in level.endpoints:
            clauses += board.two_arms_or_none[number]
        elif level.endpoints[cell] in labels:
            clauses += board.one_arm[number]
        else:
            clauses += ([-edge] for edge in board.around[number])
    return clauses


def _pulled_up(level: Level, board: Board) -> Iterator[Clause]:
    """Yield what holds for the shortest and highest paths: they bend only round other cells.

    A corner in the lower row of a 2x2 block could move to the opposite cell of the block if that
    were free; and a detour up, across and down again could be shortened if the cells below it
    were free. An endpoint is never free, so no clause is needed there.
    """
    step = board.variable.get
    for x, y in board.cells:
        top, bottom = step(((x, y), (x + 1, y))), step(((x, y + 1), (x + 1, y + 1)))
        left, right = step(((x, y), (x, y + 1))), step(((x + 1, y), (x + 1, y + 1)))
        if top and bottom and left and right:
            for side, opposite in ((left, (x + 1, y)), (right, (x, y))):
                if opposite not in level.endpoints:
                    yield [-side, -bottom, *board.around[board.number[opposite]]]
        if left is None:
            continue
        detour, below = [-left], list[int]()
        for far in range(x + 1, x + WIDEST_DETOUR + 1):
            top, bottom = step(((far - 1, y), (far, y))), step(((far - 1, y + 1), (far, y + 1)))
            if top is None or bottom is None:
                break
            detour.append(-top)
            if right := step(((far, y), (far, y + 1))):
                yield [*detour, -right, *below]
            if (far, y + 1) in level.endpoints:
                break
            below += board.around[board.number[far, y + 1]]
