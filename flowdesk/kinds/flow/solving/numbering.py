"""Exclude all loops in a formula: the cells along a path can be numbered, those of a loop cannot.

Each step has a direction, and each cell a number other than 0; the number of the next cell is the
successor of its own in a fixed sequence, which repeats only after more numbers than the board has
cells. So a path can be numbered from any first number, and a loop cannot.

The sequence is that of a linear feedback shift register, whose successor takes the fewest clauses
(A. Johnson, Quasi-linear reduction of Hamiltonian cycle problem to satisfiability problem, 2014).
"""

from __future__ import annotations

from itertools import combinations

from flowdesk.core.grid import Cell
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.sat.cnf import Clause

#: Widths of registers, and the second tap of each: x^width + x^tap + 1 is primitive, so that the
#: register goes through all 2^width - 1 numbers other than 0 before it repeats.
TAPS = {2: 1, 3: 1, 4: 1, 5: 2, 6: 1, 7: 1, 9: 4, 10: 3, 11: 2, 15: 1, 17: 3}


def successor(number: int, width: int) -> int:
    """Return the successor of a number in the sequence of a register."""
    new = (number >> (width - 1) ^ number >> (TAPS[width] - 1)) & 1
    return (number << 1 & (1 << width) - 1) | new


def forbid_loops(encoding: Encoding) -> None:
    """Add to a level's formula that its steps form no loop; its solutions stay the same."""
    board, cnf = encoding.board, encoding.cnf
    width = next(width for width in TAPS if (1 << width) - 1 > len(board.cells))
    number: dict[Cell, list[int]] = {
        cell: [cnf.new_variable(("number", cell, bit)) for bit in range(width)]
        for cell in board.cells
    }
    cnf.add("numbered", number.values())
    forward = {edge: cnf.new_variable(("forward", edge)) for edge in board.edges}
    for edge in board.edges:
        step = board.variable[edge]
        for (a, b), unless in ((edge, -forward[edge]), (edge[::-1], forward[edge])):
            cnf.add("numbered", ([-step, unless, *c] for c in _follows(number[a], number[b])))
    for cell in board.cells:
        if cell not in encoding.level.endpoints:
            leaving = [
                (board.variable[edge], forward[edge] if edge[0] == cell else -forward[edge])
                for edge in board.edges_at(cell)
            ]
            for (p, leaves), (q, also) in combinations(leaving, 2):
                cnf.add("one way", [[-p, -q, leaves, also], [-p, -q, -leaves, -also]])


def _follows(before: list[int], after: list[int]) -> list[Clause]:
    """Return clauses: the second number, lowest bit first, is the successor of the first."""
    width = len(before)
    clauses: list[Clause] = []
    for p, q in zip(before, after[1:], strict=False):
        clauses += [[-p, q], [p, -q]]
    x, y, new = before[width - 1], before[TAPS[width] - 1], after[0]
    return [*clauses, [-x, -y, -new], [-x, y, new], [x, -y, new], [x, y, -new]]
