"""Encode a level for other SAT solvers, and say what its variables mean.

Such a formula excludes all loops: the cells along a path can be numbered, those of a loop cannot.
Each step has a direction, and the number of the next cell is the successor of its own in a sequence
that repeats only after more numbers than the board has cells (see `flowdesk.sat.cnf`). So a
path can be numbered from any first number, and a loop cannot.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations

from flowdesk.core.grid import Cell
from flowdesk.kinds.answers import PuzzleFormula
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.sat.cnf import follows, width_for

_GAP = "loops without endpoints are not excluded"


def formula(level: Level, *, lazy: bool = False) -> PuzzleFormula:
    """Encode a complete level; with `lazy`, models may contain loops."""
    encoding = Encoding(level, touching=level.touching)
    if not level.touching:
        encoding.forbid_touching(level.board.links)
    if not lazy:
        _forbid_loops(encoding)
    about = [
        "paths may touch themselves" if level.touching else "no path touches itself",
        f"the board is {level.width} x {level.height}, cells are (x,y) from (0,0)",
    ]
    for number, (label, ends) in enumerate(level.pairs.items()):
        about.append(f"colour {number} is {label}, from {_cell(ends[0])} to {_cell(ends[1])}")
    return PuzzleFormula(encoding.cnf, tuple(about), describe, _GAP if lazy else "")


def describe(key: Hashable) -> str:
    """Return what a variable means, given its key."""
    match key:
        case ("edge", (a, b)):
            return f"a path steps from {_cell(a)} to {_cell(b)} or back"
        case ("bit", cell, bit):
            return f"bit {bit} of the number of the colour of {_cell(cell)}"
        case ("differs", (a, b), bit):
            return f"only if bit {bit} of the colours of {_cell(a)} and {_cell(b)} differs"
        case ("number", cell, bit):
            return f"bit {bit} of the number of {_cell(cell)} along its path"
        case ("forward", (a, b)):
            return f"if there is a step, it leads from {_cell(a)} to {_cell(b)}"
    raise AssertionError(f"no words for {key!r}")


def _cell(cell: object) -> str:
    assert isinstance(cell, tuple)
    return f"({cell[0]},{cell[1]})"


def _forbid_loops(encoding: Encoding) -> None:
    """Add to a level's formula that its steps form no loop; its solutions stay the same."""
    board, rules, cnf = encoding.board, encoding.rules, encoding.cnf
    width = width_for(len(board.cells))
    number: dict[Cell, list[int]] = {
        cell: [cnf.new_variable(("number", cell, bit)) for bit in range(width)]
        for cell in board.cells
    }
    cnf.add("numbered", number.values())
    forward = {edge: cnf.new_variable(("forward", edge)) for edge in board.links}
    for edge in board.links:
        step = rules.variable[edge]
        for (a, b), unless in ((edge, -forward[edge]), (edge[::-1], forward[edge])):
            cnf.add("numbered", ([-step, unless, *c] for c in follows(number[a], number[b])))
    for cell, around in zip(board.cells, rules.around, strict=True):
        if cell not in encoding.level.endpoints:
            leaving = [
                (step, forward[edge] if edge[0] == cell else -forward[edge])
                for step in around
                for edge in [board.links[step - 1]]
            ]
            for (p, leaves), (q, also) in combinations(leaving, 2):
                cnf.add("one way", [[-p, -q, leaves, also], [-p, -q, -leaves, -also]])
