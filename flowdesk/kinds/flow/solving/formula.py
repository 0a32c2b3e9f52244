"""Encode a level for other SAT solvers, and say what its variables mean."""

from __future__ import annotations

from collections.abc import Hashable

from flowdesk.kinds.answers import Formula
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.kinds.flow.solving.numbering import forbid_loops

_GAP = "loops without endpoints are not excluded"


def formula(level: Level, *, lazy: bool = False) -> Formula:
    """Encode a complete level; with `lazy`, models may contain loops."""
    encoding = Encoding(level, touching=level.touching)
    if not level.touching:
        encoding.forbid_touching()
    if not lazy:
        forbid_loops(encoding)
    about = [
        "paths may touch themselves" if level.touching else "no path touches itself",
        f"the board is {level.width} x {level.height}, cells are (x,y) from (0,0)",
    ]
    for number, (label, ends) in enumerate(level.pairs.items()):
        about.append(f"colour {number} is {label}, from {_cell(ends[0])} to {_cell(ends[1])}")
    return Formula(encoding.cnf, tuple(about), describe, _GAP if lazy else "")


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
