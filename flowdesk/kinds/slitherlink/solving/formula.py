"""Encode a puzzle for other SAT solvers, and say what its variables mean.

That there is only one loop is stated by trees. Each cell inside has a parent, a neighbour that is
inside too; only one of them, the root, has none. Each cell outside has a parent outside, unless it
is on the border. Numbers along the sequence of `flowdesk.sat.cnf` exclude parents in a circle.
So the inside is connected, and the outside too, round the board: the border between them is one
loop (reachability as acyclicity; M. Gebser, T. Janhunen, J. Rintanen, SAT Modulo Graphs:
Acyclicity, JELIA 2014).
"""

from __future__ import annotations

from collections.abc import Hashable

from flowdesk.kinds.answers import PuzzleFormula
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import Encoding
from flowdesk.sat.cnf import follows, width_for

_GAP = "several loops are not excluded"


def formula(puzzle: Slitherlink, *, lazy: bool = False) -> PuzzleFormula:
    """Encode a complete puzzle; with `lazy`, models may have several loops."""
    encoding = Encoding(puzzle)
    if not lazy:
        _state_one_loop(encoding)
    about = (
        f"the board is {puzzle.width} x {puzzle.height}, cells are (x,y) from (0,0)",
        "an edge is on the loop if just one of its two cells is inside; off the board is outside",
    )
    return PuzzleFormula(encoding.cnf, about, describe, _GAP if lazy else "")


def describe(key: Hashable) -> str:
    """Return what a variable means, given its key."""
    match key:
        case ("root", cell):
            return f"{_cell(cell)} is the one cell inside that needs no parent"
        case ("parent", a, b):
            return f"the parent of {_cell(a)} is {_cell(b)}"
        case ("number", cell, bit):
            return f"bit {bit} of the number of {_cell(cell)}, which follows that of its parent"
        case ("one root", variable, _):
            return f"a cell up to that of variable {variable} is the root"
        case (x, y):
            return f"{_cell((x, y))} is inside the loop"
    raise AssertionError(f"no words for {key!r}")


def _state_one_loop(encoding: Encoding) -> None:
    """Add to a puzzle's formula that there is only one loop; its solutions stay the same."""
    cnf, inside = encoding.cnf, encoding.variable
    root = {cell: cnf.new_variable(("root", cell)) for cell in encoding.cells}
    cnf.at_most("one root", 1, list(root.values()))
    bits = range(width_for(len(inside)))
    number = {
        cell: [cnf.new_variable(("number", cell, bit)) for bit in bits] for cell in encoding.cells
    }
    cnf.add("numbered", number.values())
    for cell in encoding.cells:
        near = encoding.board.near(cell)
        parent = {other: cnf.new_variable(("parent", cell, other)) for other in near}
        needs_none = [root[cell]] if len(near) == 4 else [root[cell], -inside[cell]]
        cnf.add("connected", [[-root[cell], inside[cell]], [*needs_none, *parent.values()]])
        for other, chosen in parent.items():
            a, b = inside[cell], inside[other]
            cnf.add("connected", [[-chosen, -a, b], [-chosen, a, -b]])
            cnf.add("numbered", ([-chosen, *c] for c in follows(number[other], number[cell])))


def _cell(cell: object) -> str:
    assert isinstance(cell, tuple)
    return f"({cell[0]},{cell[1]})"
