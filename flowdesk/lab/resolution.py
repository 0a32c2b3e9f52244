"""Resolution: the steps that lead from a false clause to the learned one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flowdesk.lab.cdcl import Learned
from flowdesk.lab.trace import Trace
from flowdesk.sat.cnf import Clause


class Resolvent(NamedTuple):
    """What is left after a step: `clause`, of which `here` literals are of the present level.

    It was resolved with the clause `number`, the reason of `literal`; the first one is the false
    clause itself, and its literal 0. What is false without any decision is dropped.
    """

    number: int
    literal: int
    clause: Clause
    here: int


def resolvents(trace: Trace, learned: Learned) -> Iterator[Resolvent]:
    """Yield the false clause, and after each step what is left; the last one is learned."""
    level_of = {each.literal: each.level for each in trace.assigned.values()}
    present = max(level_of.values())
    left: list[int] = []
    for number, literal in learned.resolved:
        others = [x for x in trace.clause(number) if x != literal and level_of[-x]]
        left = list(dict.fromkeys([x for x in left if x != -literal] + others))
        here = sum(level_of[-x] == present for x in left)
        yield Resolvent(number, literal, tuple(left), here)
