"""Help for players: the next deduction, and what cannot be part of any solution.

Worker processes call these functions: they may take long on large boards.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from flowdesk.core.grid import Edge
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.kinds.answers import CheckStatus, Deduction, SolveStatus, Trace
from flowdesk.kinds.known import Known
from flowdesk.kinds.table import kind_of


@dataclass(frozen=True)
class Help:
    """What was found: one of these, or nothing.

    `wrong` are edges of the position that cannot be part of any solution, `deduction` is the next
    one that the position does not show. `trace` has all deductions so far, to go on from, and
    `solution` is one solution, if any was found; with `is_unsolvable` there is none. With
    `is_checked`, everything that is not `wrong` is part of some solution.
    """

    trace: Trace = field(default_factory=Trace)
    deduction: Deduction | None = None
    wrong: frozenset[Edge] = frozenset()
    solution: Answer | None = None
    is_checked: bool = False
    is_unsolvable: bool = False


def find_wrong(known: Known, position: Puzzle, *, progress: object = None) -> Help:
    """Find what a player has drawn or excluded although no solution, or every one, has it."""
    return _wrong(_checked(known), position)


def find_deduction(
    known: Known,
    position: Puzzle,
    so_far: Trace,
    given: Collection[Deduction] = (),
    *,
    progress: object = None,
) -> Help:
    """Find what a player can conclude next, unless something drawn is wrong: that comes first.

    `so_far` are deductions that were found before, from the empty board on, and `given` those that
    the player was told: what they exclude need not be marked on the board.
    """
    kind = kind_of(position)
    assert kind.playing
    if kind.drawing.drawn_answer(position) is None and not kind.playing.excluded(position):
        checked = Help()  # nothing can be wrong: the check of a large board would take long
    else:
        known = _checked(known)
        checked = _wrong(known, position)
    if checked.wrong or kind.reasoning is None:
        return replace(checked, trace=so_far)
    trace = so_far
    while True:
        for step in trace.deductions:
            told = replace(step, off=frozenset()) if step in given else step
            if not kind.playing.shows(position, told):
                return replace(checked, trace=trace, deduction=step)
        before = trace
        if not (trace.solved or trace.contradicted):
            trace = kind.reasoning.hint(known, trace)
        if trace == before:
            return replace(checked, trace=trace)


def find_solution(known: Known, position: Puzzle, *, progress: object = None) -> Help:
    """Find a solution, whatever is drawn."""
    if known.check and known.status is not CheckStatus.UNKNOWN:
        solution = _solution(known)
        return Help(solution=solution) if solution else _without_solution(known)
    result = kind_of(position).solving.solve(known.level)
    return Help(solution=result.solution, is_unsolvable=result.status is SolveStatus.UNSOLVABLE)


def _wrong(known: Known, position: Puzzle) -> Help:
    """Return what is wrong, as far as a check of the puzzle tells."""
    kind = kind_of(position)
    assert kind.playing
    solution = _solution(known)
    if solution is None:
        return _without_solution(known)
    drawn = kind.drawing.drawn_answer(position)
    edges = drawn.edges if drawn else frozenset()
    excluded = kind.playing.excluded(position)
    if known.status is CheckStatus.UNIQUE:
        wrong = (edges - solution.edges) | (excluded & solution.edges)
        return Help(wrong=frozenset(wrong), solution=solution, is_checked=True)
    if kind.counting is None:
        return Help(solution=solution)
    certainty = known.certainty or kind.counting.certain_edges(known.level, solution)
    wrong = (edges & certainty.off) | (excluded & certainty.on)
    return Help(wrong=frozenset(wrong), solution=solution, is_checked=certainty.finished)


def _checked(known: Known) -> Known:
    if known.check and known.status is not CheckStatus.UNKNOWN:
        return known
    return replace(known, check=kind_of(known.level).solving.check(known.level))


def _without_solution(known: Known) -> Help:
    return Help(is_unsolvable=known.status is CheckStatus.UNSOLVABLE)


def _solution(known: Known) -> Answer | None:
    return known.check.solutions[0] if known.check and known.check.solutions else None
