"""Suppositions: what a player concludes by trying a step in mind.

A supposition is refuted if what follows from it at single cells (`deduction.cells`) breaks a
rule or cuts off a part of the board (`deduction.regions`). Its depth is the number of
conclusions, each drawn from the one before, until then; 1 if the step itself breaks a rule. Players
try where a path can go next, and what is refuted soonest, so these suppositions come first.

Large levels have positions that suppositions do not get out of with a reasonable effort. A person
then tries on and on, or sees the whole; the SAT solver knows the outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import dropwhile, islice
from typing import TypeAlias

from flowdesk.kinds.deduction import Conclusion, Patience, later
from flowdesk.kinds.flow.deduction.cells import name, ways_through
from flowdesk.kinds.flow.deduction.position import FlowContradiction, FlowPosition
from flowdesk.kinds.flow.deduction.regions import check_parts
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.flow.solving.encoding import FlowEncoding

#: An edge, and whether it is supposed to be linked; else it is supposed to be barred.
Supposition: TypeAlias = tuple[int, bool]

#: How many conclusions in a row are followed at most.
DEEPEST = 30

#: What is wrong, by the kind of contradiction.
_BREAKS = {
    "colors": "{} would have to be joined",
    "loop": "a path would close into a ring",
    "touch": "{} would touch itself",
    "cut off": "{} would be cut off from its other end",
    "unfilled": "no colour could fill this part of the board",
    "bottleneck": "{} would have to pass the same gap",
}


class _PathTrial:
    """A supposition, the position that it has led to so far, and what may follow next."""

    def __init__(self, position: FlowPosition, supposition: Supposition) -> None:
        self.supposition = supposition
        self.position = position.copy()
        #: Draws one more conclusion in a row; whether there are more; raises FlowContradiction.
        self.follow = partial(next, _follow(self.position, supposition))


def by_supposing(position: FlowPosition, effort: Patience) -> Conclusion | None:
    """Conclude from the first supposition that is refuted; None if none is within `effort`."""
    for group in (at_tips(position), _anywhere(position)):
        followed: Iterable[_PathTrial] = (_PathTrial(position, each) for each in group)
        for depth in range(1, DEEPEST + 1):
            promising = []
            for trial in followed:
                if effort.left <= 0:
                    return None
                effort.left -= len(position.needs)
                try:
                    if trial.follow():
                        promising.append(trial)
                except FlowContradiction as contradiction:
                    contradiction.depth = depth
                    return _explain(position, trial, contradiction)
            followed = promising
    return None


def is_refuted(position: FlowPosition, conclusion: Conclusion) -> bool:
    """Whether the opposite of a conclusion is refuted as soon in this position, too."""
    supposition = (conclusion.off[0], True) if conclusion.off else (conclusion.on[0], False)
    try:
        all(islice(_follow(position.copy(), supposition), conclusion.depth))
    except FlowContradiction:
        return True
    return False


def _follow(trial: FlowPosition, supposition: Supposition) -> Iterator[bool]:
    """Follow a supposition; yield after each conclusion in a row whether there are more."""
    edge, linked = supposition
    if linked:
        trial.link(edge)
    else:
        trial.bar(edge)
    while True:
        check_parts(trial)
        edges, trial.must_link = trial.must_link, []
        found = [edge for edge in edges if not trial.state[edge]]
        cells, trial.fresh = list(trial.fresh), {}
        if not found:
            cells = list(dropwhile(lambda cell: not any(ways_through(trial, cell)), cells))
        yield bool(found or cells)
        for edge in found:
            trial.link(edge)
        for cell in cells:
            on, off = ways_through(trial, cell)
            for edge in off:
                trial.bar(edge)
            for edge in on:
                trial.link(edge)


def at_tips(position: FlowPosition) -> Iterator[Supposition]:
    """Yield that a path takes each of its next steps, coloured paths first."""
    pieces = dict.fromkeys(position.piece[cell] for cell in range(len(position.needs)))
    paths = [p for p in pieces if position.color[p] >= 0 or len(position.members[p]) > 1]
    for piece in sorted(paths, key=lambda piece: position.color[piece] < 0):
        for tip in position.tips[piece]:
            for edge, _ in position.unknown_ways(tip):
                yield edge, True


def way_on(position: FlowPosition, edge: int) -> tuple[int, int]:
    """Return the cell from which a path would take a step, and the other: coloured paths first."""
    tip, near = position.grid.ends[edge]
    if position.needs[tip] == 2 or (position.color_at(tip) < 0 <= position.color_at(near)):
        return near, tip
    return tip, near


def _anywhere(position: FlowPosition) -> Iterator[Supposition]:
    """Yield for each unknown edge that it is linked, and that it is barred."""
    for edge, state in enumerate(position.state):
        if not state:
            yield edge, True
            yield edge, False


def _explain(
    position: FlowPosition, trial: _PathTrial, contradiction: FlowContradiction
) -> Conclusion:
    """Return the conclusion from a refuted supposition, with its sentence."""
    edge, linked = trial.supposition
    tip, near = way_on(position, edge)
    is_path = position.color_at(tip) >= 0 or len(position.members[position.piece[tip]]) > 1
    what = what_breaks(trial.position, contradiction)
    if is_path:
        way = position.grid.way(tip, near)
        path = name(position, tip)
        claim = f"{path} {'cannot' if linked else 'must'} go {way} from here"
        what = what.replace(f"{path} ", "it ")
    else:
        claim = f"these two cells are {'not joined' if linked else 'joined'}"
    what = later(contradiction.depth - 1, what)
    message = f"{claim}: {'' if linked else 'otherwise '}{what}."
    cells = tuple(dict.fromkeys((tip, near, *contradiction.cells)))
    on, off = ((), (edge,)) if linked else ((edge,), ())
    return Conclusion("suppose", message, cells, on, off, contradiction.depth)


def what_breaks(position: FlowPosition, contradiction: FlowContradiction) -> str:
    """Return what is wrong with a position that breaks a rule, as the end of a sentence."""
    paths = " and ".join(position.names[color] for color in contradiction.colors) or "a path"
    if contradiction.kind in _BREAKS:
        return _BREAKS[contradiction.kind].format(paths)
    cell = contradiction.cells[0]
    if position.needs[cell] == 2:
        ways = position.free[cell]
        return f"a cell would be left with {'only one way' if ways == 1 else 'no way through it'}"
    color = position.color_at(cell)
    return f"{'a path' if color < 0 else name(position, cell)} could not go on"


#: Levels with more cells may take too long to solve.
MOST_CELLS = 2500


def only_solution(level: Level) -> Solution | None:
    """Return the only solution in which no path touches itself; None if there is not one."""
    if len(level.cells) > MOST_CELLS:
        return None
    encoding = FlowEncoding(level, touching=False)
    solution = encoding.find()
    if solution:
        encoding.exclude(solution)
    return solution if solution and not encoding.find() else None


def by_searching(position: FlowPosition, solution: Solution) -> Conclusion | None:
    """Conclude how a path goes on in the solution, the first in the order of suppositions."""
    for edge, _ in at_tips(position):
        if position.grid.edges[edge] in solution.edges:
            tip, near = way_on(position, edge)
            way = position.grid.way(tip, near)
            message = f"{name(position, tip)} must go {way} from here: only a long search shows it."
            return Conclusion("search", message, (tip, near), on=(edge,))
    return None
