"""The implication graph of a conflict: why its literals hold, what is learned of them, and how.

How is told by steps of resolution, which lead from the false clause to the learned one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from flowdesk.core.grid import Cell, places
from flowdesk.draw.graph import Box, Graph, Look
from flowdesk.lab.cdcl import Conflicted, Decided, Learned, Propagated
from flowdesk.lab.trace import SearchTrace
from flowdesk.sat.cnf import Clause


@dataclass(frozen=True)
class Implication:
    """The graph, and the cells of each of its boxes.

    It goes back from the conflict, the last box, to the decision of the present level. Its cut has
    the literals from which a clause is learned right of it; the boxes just before it, which look
    like a ``cut`` or are decided, are the literals that the clause forbids together. Every way from
    the decision to the conflict passes the marked one of them, the first unique implication point.
    """

    graph: Graph
    cells: tuple[tuple[Cell, ...], ...]


def implication(trace: SearchTrace) -> Implication | None:
    """Return the graph of the conflict that a trace is at, or has just learned from; else None.

    What follows without any decision is left out, and, left of the cut, what holds since earlier
    levels.
    """
    learned = learned_from(trace)
    if learned is None:
        return None
    theory, clause, (conflict, _) = trace.theory, trace.clause, learned.resolved[0]
    reason_of = {literal: number for number, literal in learned.resolved[1:]}
    cut = {-literal for literal in clause(learned.clause)}
    uip = -learned.literal
    left = _reasons(trace, uip)
    literals = [
        each.literal
        for each in trace.assigned.values()
        if each.literal in cut or each.literal in left or each.literal in reason_of
    ]
    place = {literal: number for number, literal in enumerate(literals)}
    boxes: list[Box] = []
    arrows: list[tuple[int, int]] = []
    for number, literal in enumerate(literals):
        each = trace.assigned[abs(literal)]
        look: Look = "plain"
        if isinstance(each, Decided):
            look = "decided"
        elif literal in cut:
            look = "cut"
        meaning = theory.meaning(abs(literal))
        words = (meaning.subject, meaning.predicate(literal))
        boxes.append(Box(words, look, f"level {each.level}", is_marked=literal == uip))
        reason = reason_of.get(literal, left.get(literal))
        if reason is not None:
            others = [-other for other in clause(reason) if -other in place]
            arrows += [
                (place[other], number)
                for other in others
                if other != literal and (literal in reason_of or other in left)
            ]
    violated = clause(conflict)
    origin = trace.origin(conflict)
    where = f"rule {origin.rule}, {places(origin.cells, 1)}" if origin else "a learned clause"
    boxes.append(Box(("conflict", where), "conflict"))
    arrows += [(place[-other], len(literals)) for other in violated if -other in place]
    cells = [theory.cells_of([literal]) for literal in literals]
    graph = Graph(tuple(boxes), tuple(arrows), len(cut | left.keys()))
    return Implication(graph, (*cells, theory.cells_of(violated)))


def _reasons(trace: SearchTrace, literal: int) -> dict[int, int | None]:
    """Return a literal, and those of its level from which it follows, each with its reason."""
    found: dict[int, int | None] = {}
    level, waiting = trace.assigned[abs(literal)].level, [literal]
    while waiting:
        literal = waiting.pop()
        holds = trace.assigned[abs(literal)]
        if holds.level == level and literal not in found:
            found[literal] = reason = holds.reason if isinstance(holds, Propagated) else None
            clause = () if reason is None else trace.clause(reason)
            waiting += [-other for other in clause if other != literal]
    return found


def learned_from(trace: SearchTrace) -> Learned | None:
    """Return what is learned from the conflict that a trace is at, or has just learned from."""
    event = trace.event
    if isinstance(event, Conflicted) and trace.learns:
        event = trace.forward()
        trace.back()
    return event if isinstance(event, Learned) else None


class Resolvent(NamedTuple):
    """What is left after a step: `clause`, of which `here` literals are of the present level.

    It was resolved with the clause `number`, the reason of `literal`; the first one is the false
    clause itself, and its literal 0. What is false without any decision is dropped.
    """

    number: int
    literal: int
    clause: Clause
    here: int


def resolvents(trace: SearchTrace, learned: Learned) -> Iterator[Resolvent]:
    """Yield the false clause, and after each step what is left; the last one is learned."""
    level_of = {each.literal: each.level for each in trace.assigned.values()}
    present = max(level_of.values())
    left: list[int] = []
    for number, literal in learned.resolved:
        others = [x for x in trace.clause(number) if x != literal and level_of[-x]]
        left = list(dict.fromkeys([x for x in left if x != -literal] + others))
        here = sum(level_of[-x] == present for x in left)
        yield Resolvent(number, literal, tuple(left), here)
