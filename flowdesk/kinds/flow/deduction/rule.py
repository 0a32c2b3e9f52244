"""The rules of a player's reasoning, what each costs, and what it concludes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Conclusion:
    """Edges that are linked (`on`) or barred (`off`) in every solution of a position, and why.

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
    """A way to reason, its cost in tenths, and what is seen, for `docs/difficulty.md`.

    A path that has to be imagined costs about ten. The cost of a supposition is for each step.
    """

    name: str
    cost: int
    sight: str


#: All rules. Of those for single cells that share a look, the first is the one seen most easily.
RULES = (
    Rule(
        "same-color",
        5,
        "two cells of one colour side by side are joined, if no path touches itself",
    ),
    Rule("corner", 2, "only one way leads through a corner"),
    Rule("one-exit", 2, "a path can go on only one way"),
    Rule("cut-off", 5, "a cell would be left with one way if a path did not come in"),
    Rule("two-ways", 5, "a cell has only two ways left"),
    Rule("colors", 10, "paths beside a cell cannot be joined in it"),
    Rule("loop", 10, "a path must not close into a ring"),
    Rule("touching", 10, "one of the above, if no path touches itself"),
    Rule(
        "edge",
        20,
        "a path follows the edge, or something would be cut off; if no path touches itself",
    ),
    Rule("passage", 20, "a colour has to pass a gap, or must not turn in there"),
    Rule("pairing", 20, "a path that went through a gap could not come back"),
    Rule("suppose", 30, "a step is tried in mind, and a contradiction shows"),
)
