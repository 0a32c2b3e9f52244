"""Rule and Conclusion: a way in which a player reasons, and what it finds in a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


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


@dataclass(frozen=True)
class Rule:
    """A way to reason.

    `look` finds the conclusion in a position that is seen first; rules seen in one look share it.
    `cost` is in tenths, for a supposition times its depth; a path that has to be imagined costs
    about ten. `sight` describes for `docs/difficulty.md` what is seen. `strictly`: it holds only
    where no path touches itself, so other positions are not searched for it.
    """

    name: str
    look: Callable[..., Conclusion | None]
    cost: int
    sight: str
    strictly: bool = False
