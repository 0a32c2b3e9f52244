"""Suppositions: what a player concludes by trying an edge in mind.

A supposition is refuted if what follows from it at single places (`deduction.places`) breaks a
rule, or what follows over several of them (`deduction.sides`) where there is no more of that. Its
depth is the number of conclusions, each drawn from the one before, until then; 1 if the edge itself
breaks a rule. What is refuted soonest comes first, and of that where a line can go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from flowdesk.kinds.deduction import Conclusion, Patience, later
from flowdesk.kinds.slitherlink.deduction.places import early_ends, look_nearby, newly_settled
from flowdesk.kinds.slitherlink.deduction.position import (
    SlitherlinkContradiction,
    SlitherlinkPosition,
    at_its_corners,
)
from flowdesk.kinds.slitherlink.deduction.sentences import cells_round, edge_name, what_breaks
from flowdesk.kinds.slitherlink.deduction.sides import by_sides, connected

#: An edge, and whether it is supposed to be on; else it is supposed to be off.
Supposition: TypeAlias = tuple[int, bool]

#: How many conclusions in a row are followed at most.
DEEPEST = 30

#: How many others a step counts for in which whole parts of the board are looked at.
AT_LARGE = 25


@dataclass
class _LoopTrial:
    """A supposition, the position that it has led to, and after how many conclusions in a row."""

    supposition: Supposition
    position: SlitherlinkPosition
    depth: int = 1


def by_supposing(position: SlitherlinkPosition, effort: Patience) -> Conclusion | None:
    """Conclude from the first supposition that is refuted; None if none is within `effort`.

    Whole parts of the board are looked at only if all suppositions are followed without.
    """
    trials = []
    for supposition in _suppositions(position):
        trial = _LoopTrial(supposition, position.copy())
        try:
            trial.position.decide(*supposition)
        except SlitherlinkContradiction as contradiction:
            return _explain(trial, contradiction)
        trials.append(trial)
        effort.left -= 1
        if effort.left <= 0:
            return None
    for at_large in (False, True):
        promising = [trial for trial in trials if not trial.position.closed]
        for _ in range(DEEPEST):
            followed, promising = promising, []
            for trial in followed:
                trial.depth += 1
                try:
                    if _follow(trial.position, at_large):
                        promising.append(trial)
                    else:
                        trial.depth -= 1
                except SlitherlinkContradiction as contradiction:
                    return _explain(trial, contradiction)
                effort.left -= AT_LARGE if at_large else 1
                if effort.left <= 0:
                    return None
    return None


def _suppositions(position: SlitherlinkPosition) -> Iterator[Supposition]:
    """Yield that a line takes each of its next edges, then for each edge both states."""
    grid, state = position.grid, position.state
    at_lines: dict[Supposition, None] = {}
    for corner, other in enumerate(position.tip):
        if corner != other and position.tip[other] == corner:
            for edge in grid.edges_of[grid.ring + corner]:
                if edge >= 0 and not state[edge]:
                    at_lines[edge, True] = None
    yield from at_lines
    for edge, known in enumerate(state):
        if not known:
            if (edge, True) not in at_lines:
                yield edge, True
            yield edge, False


def _follow(trial: SlitherlinkPosition, at_large: bool) -> bool:
    """Draw all conclusions that can be seen now, once; whether there were any."""
    fresh, trial.fresh = trial.fresh, {}
    found: list[tuple[list[int], list[int]]] = []
    for place in fresh:
        look_nearby(trial, place)
        if trial.has_rule(place):
            found.append(newly_settled(trial, place, trial.plain[place]))
    for cell in trial.nearby:
        found.append(newly_settled(trial, cell, at_its_corners(trial, cell)))
    trial.nearby = {}
    found.append(([], early_ends(trial)))
    before = len(trial.decided)
    for on, off in found:
        trial.learn(on, off)
    if len(trial.decided) == before:
        conclusion = by_sides(trial) or (connected(trial) if at_large else None)
        if conclusion:
            trial.learn(conclusion.on, conclusion.off)
    trial.check_for_loop()
    return len(trial.decided) > before or bool(trial.recolored)


def _explain(trial: _LoopTrial, contradiction: SlitherlinkContradiction) -> Conclusion:
    """Return the conclusion from a refuted supposition, with its sentence."""
    edge, on = trial.supposition
    position, depth = trial.position, trial.depth
    what = later(depth - 1, what_breaks(position, contradiction))
    supposed, so = ("on", "off") if on else ("off", "on")
    message = f"Suppose {edge_name(position, edge)} is {supposed}: {what}. So it is {so}."
    sides = [cell for cell in position.grid.sides[edge] if cell != position.grid.ring]
    cells = dict.fromkeys((*sides, *cells_round(position, contradiction.places)))
    is_on, is_off = ((), (edge,)) if on else ((edge,), ())
    return Conclusion("suppose", message, tuple(cells), is_on, is_off, depth)
