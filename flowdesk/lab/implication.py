"""The implication graph of a conflict: from what literals it follows, and what is learned of it."""

from __future__ import annotations

from dataclasses import dataclass

from flowdesk.core.grid import Cell, places
from flowdesk.draw.graph import Box, Graph, Look
from flowdesk.lab.cdcl import Conflicted, Decided, Learned
from flowdesk.lab.trace import Trace


@dataclass(frozen=True)
class Implication:
    """The part of the graph from which a clause is learned, and the cells of each of its boxes.

    The last box is the conflict. Boxes that look like a ``cut`` or are decided without arrows to
    them are the literals that the learned clause forbids together; the marked one is the first
    unique implication point.
    """

    graph: Graph
    cells: tuple[tuple[Cell, ...], ...]


def implication(trace: Trace) -> Implication | None:
    """Return the graph of the conflict that a trace is at, or has just learned from; else None.

    What follows without any decision is left out.
    """
    conflict, learned = _conflict(trace)
    if conflict is None or learned is None:
        return None
    theory, clause = trace.theory, trace.clause
    reason_of = {literal: number for number, literal in learned.resolved[1:]}
    cut = {-literal for literal in clause(learned.clause)}
    literals = [
        each.literal
        for each in trace.assigned.values()
        if each.literal in cut or each.literal in reason_of
    ]
    place = {literal: number for number, literal in enumerate(literals)}
    boxes: list[Box] = []
    arrows: list[tuple[int, int]] = []
    for number, literal in enumerate(literals):
        each = trace.assigned[abs(literal)]
        look: Look = "plain"
        if literal in cut:
            look = "decided" if isinstance(each, Decided) else "cut"
        meaning = theory.meaning(abs(literal))
        words = (meaning.subject, meaning.predicate(literal))
        is_uip = literal == -learned.literal
        boxes.append(Box(words, look, f"level {each.level}", is_marked=is_uip))
        if literal in reason_of:
            reason = clause(reason_of[literal])
            arrows += [(place[-other], number) for other in reason if -other in place]
    violated = clause(conflict.clause)
    origin = trace.origin(conflict.clause)
    where = f"rule {origin.rule}, {places(origin.cells, 1)}" if origin else "a learned clause"
    boxes.append(Box(("conflict", where), "conflict"))
    arrows += [(place[-other], len(literals)) for other in violated if -other in place]
    cells = [theory.cells_of([literal]) for literal in literals]
    return Implication(Graph(tuple(boxes), tuple(arrows)), (*cells, theory.cells_of(violated)))


def _conflict(trace: Trace) -> tuple[Conflicted | None, Learned | None]:
    """Return the conflict that a trace is at, and what is learned from it."""
    event = trace.event
    if isinstance(event, Learned):
        before = trace.events[trace.at - 2]
        assert isinstance(before, Conflicted)
        return before, event
    if not isinstance(event, Conflicted):
        return None, None
    learned = trace.forward()
    trace.back()
    assert isinstance(learned, Learned)
    return event, learned
