"""Rules of a player's reasoning, and what they conclude, for every kind of puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Conclusion:
    """Edges that are part of every solution of a position (`on`), or of none (`off`), and why.

    `rule` is the name of a `Rule`. Cells and edges are numbers; `cells` are those of the message.
    `depth` is that of a supposition, 0 for what is seen directly.
    """

    rule: str
    message: str
    cells: tuple[int, ...]
    on: tuple[int, ...] = ()
    off: tuple[int, ...] = ()
    depth: int = 0


class Rule(NamedTuple):
    """A way to reason, its cost in tenths, and what is seen, for the page on difficulty.

    The cost of a supposition is for each step.
    """

    name: str
    cost: int
    sight: str
