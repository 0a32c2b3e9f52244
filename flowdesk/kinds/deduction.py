"""Rules of a player's reasoning, and what they conclude, for every kind of puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from flowdesk.core.grid import by_row
from flowdesk.core.text import capital
from flowdesk.kinds.answers import Deduction


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


@dataclass
class Patience:
    """What is `left` to spend on suppositions, in steps of the kind."""

    left: int


class Rule(NamedTuple):
    """A way to reason, its cost in tenths (of a supposition: for each step), and what is seen."""

    name: str
    cost: int
    sight: str


class Position(Protocol):
    """What is known of each edge: 0, `ON` or off; `decided` lists them as they became known."""

    #: Its `cells` and `edges` are those that numbers stand for.
    grid: Any
    state: bytearray
    decided: list[int]

    def learn(self, on: Iterable[int], off: Iterable[int]) -> None:
        """Note that some edges are on and others off."""


#: What a position knows of an edge that is part of every solution.
ON = 1


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def later(steps: int, what: str) -> str:
    """Return what shows after so many steps, if any, as the end of a sentence."""
    if not steps:
        return what
    count = _NUMBERS[steps] if steps < len(_NUMBERS) else str(steps)
    return f"{count} step{'s' * (steps > 1)} later {what}"


def learn_steps(position: Position, steps: Iterable[Deduction]) -> None:
    """Enter what earlier steps have found."""
    number = {edge: place for place, edge in enumerate(position.grid.edges)}
    for step in steps:
        on, off = (sorted(map(number.__getitem__, edges)) for edges in (step.on, step.off))
        position.learn(on, off)


def as_step(
    position: Position, conclusion: Conclusion, decided: Sequence[int], *, strictly: bool = False
) -> Deduction:
    """Return a conclusion as a step that has found the edges `decided`."""
    cells, edges = position.grid.cells, position.grid.edges
    on = frozenset(edge for edge in decided if position.state[edge] == ON)
    return Deduction(
        conclusion.rule,
        capital(conclusion.message),
        by_row({cells[cell] for cell in conclusion.cells}),
        frozenset(map(edges.__getitem__, on)),
        frozenset(edges[edge] for edge in decided if edge not in on),
        conclusion.depth,
        strictly,
    )


def no_solution(position: Position, what_breaks: str, cells: Iterable[int]) -> Deduction:
    """Return the last step where there is no solution."""
    places = by_row(position.grid.cells[cell] for cell in cells)
    return Deduction("contradiction", f"There is no solution: {what_breaks}.", places)
