"""Hints, the trace of a level solved by deductions, and how hard that is for a person.

What follows by the game's own rule comes first. Then comes what follows if no path touches itself,
a rule that nearly all designers keep to; the sentence then names it, and its claim holds in every
solution of that kind. Then come suppositions, and last what only a long search shows. What a
deduction claims follows from the level and from what was known before.

A hint takes along what its path does then without any choice. One by one these steps would be most
of all hints, each saying that the same path goes on the only way.

The score of a level is the sum of the costs of its deductions, of a supposition times its depth. So
it rises with the number of steps, with the size of the board, and with how far one has to think
ahead. The words use one scale for all sizes, chosen so that nearly all 5x5 levels of Flow Free are
easy and most of its 14x14 ones expert (`docs/difficulty.md`). Costs are whole tenths: sums of
floats differ between versions of Python. Of deductions that are equally easy to see, the trace
takes the first in reading order, and later steps depend on that. So the `canonical` form is rated,
which is the same for all its turns, mirror images and colourings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from itertools import takewhile

from flowdesk.core.grid import by_row, cell_name, listed
from flowdesk.core.text import counted
from flowdesk.kinds.answers import (
    CheckStatus,
    Deduction,
    Difficulty,
    NonTouching,
    Progress,
    Trace,
    unheard,
)
from flowdesk.kinds.deduction import Conclusion, Patience, as_step, learn_steps, no_solution
from flowdesk.kinds.flow.deduction import regions
from flowdesk.kinds.flow.deduction.cells import RULES, at_a_cell, name, side_by_side, ways_through
from flowdesk.kinds.flow.deduction.position import LINKED, FlowContradiction, FlowPosition
from flowdesk.kinds.flow.level import Level, Solution, incomplete, mistakes
from flowdesk.kinds.flow.shaping import FlowShaping
from flowdesk.kinds.flow.tiles import hint_tiles
from flowdesk.kinds.flow.words import hint_text
from flowdesk.kinds.known import Known
from flowdesk.kinds.solving import Reasoning

#: The limit of effort for one level, in cells examined by suppositions: three or four seconds.
#: A look at whole parts of the board takes as long as about twenty suppositions.
MOST_EFFORT = 20_000_000
SUPPOSITIONS_A_LOOK = 20
#: A conclusion may take this part of the effort that is left: at first six times as much as any
#: conclusion in the shipped levels up to 14x14 takes.
LOOKS = 64
#: In as many warps a sentence says where they lead.
_MOST_WARPS = 2


def hint(known: Known, so_far: Trace) -> Trace:
    """Return the trace with one more step; the same trace if it has ended or no step is found.

    If every solution touches itself, as turns out or is known, steps that assume otherwise are
    dropped first.
    """
    level = known.level
    if incomplete(level) or so_far.solved or so_far.contradicted:
        return so_far
    all_touch = known.non_touching is NonTouching.NONE or known.status is CheckStatus.UNSOLVABLE
    if level.touching and all_touch:
        so_far = Trace(_sound(so_far.deductions), touching=True)
    player = _FlowPlayer(level, so_far)
    player.next_deduction(with_more=True)
    return player.trace()


def trace(level: Level, *, progress: Progress[Trace] = unheard) -> Trace:
    """Solve a level step by step, as far as the rules and `MOST_EFFORT` lead."""
    if incomplete(level):
        return Trace()
    player = _FlowPlayer(level, Trace())
    while deduction := player.next_deduction():
        if deduction.depth:
            progress(player.trace())
    return player.trace()


class _FlowPlayer:
    """Two positions of a level, and the deductions that led to them.

    Both hold the `steps` so far: `plain` with what follows by the game's rule, `strict` with what
    follows if no path touches itself, until that leads to a contradiction.
    """

    def __init__(self, level: Level, so_far: Trace) -> None:
        self.level = level
        self.wrong: Deduction | None = None
        self._effort = Patience(MOST_EFFORT)
        self._begin(so_far.deductions, not (level.touching and so_far.touching))

    def _begin(self, steps: tuple[Deduction, ...], strictly: bool) -> None:
        """Set up the positions after these steps; the strict one only if `strictly`."""
        self.steps = steps
        self.plain = FlowPosition(self.level, touching=True)
        self.strict = FlowPosition(self.level, touching=False) if strictly else None
        try:
            for position in filter(None, (self.strict, self.plain)):
                position.settle()
                learn_steps(position, steps)
        except FlowContradiction as contradiction:
            self._give_up(contradiction)

    def next_deduction(self, *, with_more: bool = False) -> Deduction | None:
        """Draw the next conclusion, and learn it; None if there is none, or no solution.

        With `with_more`, the step takes along what its path does then without any choice.
        """
        while not self.wrong:
            try:
                conclusion, strictly = self._conclude()
                return self._learn(conclusion, strictly, with_more) if conclusion else None
            except FlowContradiction as contradiction:
                self._give_up(contradiction)
        return None

    def trace(self) -> Trace:
        """Return the steps so far, and the solution if they are complete."""
        steps = (*self.steps, self.wrong) if self.wrong else self.steps
        return Trace(steps, self._solution(), touching=self.strict is None)

    def _solution(self) -> Solution | None:
        if self.wrong or any(self.plain.needs):
            return None
        grid = self.plain.grid
        paths = {}
        for label, (cell, _) in zip(self.level.pairs, self.plain.ends, strict=True):
            path = [cell]
            while linked := [
                near
                for edge, near in grid.ways[path[-1]]
                if self.plain.state[edge] == LINKED and near not in path[-2:]
            ]:
                path += linked
            paths[label] = tuple(grid.cells[cell] for cell in path)
        solution = Solution(paths)
        assert not mistakes(self.level, solution)
        return solution

    def _conclude(self) -> tuple[Conclusion | None, bool]:
        """Return the next conclusion, and whether it holds only without touching."""
        for look in (_at_cells, _at_large):
            for position in (self.plain, self.strict):
                if position and (conclusion := look(position)):
                    return conclusion, position is self.strict
        self._effort.left -= SUPPOSITIONS_A_LOOK * len(self.level.cells)
        effort = Patience(self._effort.left // LOOKS)
        self._effort.left -= effort.left
        conclusion = regions.by_supposing(self.strict or self.plain, effort)
        self._effort.left += effort.left
        if conclusion:
            return conclusion, not regions.is_refuted(self.plain, conclusion)
        if self.strict and self._effort.left > 0 and self._only_solution:
            return regions.by_searching(self.strict, self._only_solution), True
        return None, False

    @cached_property
    def _only_solution(self) -> Solution | None:
        return regions.only_solution(self.level)

    def _learn(self, conclusion: Conclusion, strictly: bool, with_more: bool) -> Deduction:
        """Enter a conclusion into both positions; return it as a step with its whole sentence."""
        before = len(self.plain.decided)
        positions = [position for position in (self.strict, self.plain) if position]
        for position in positions:
            position.learn(conclusion.on, conclusion.off)
        if with_more:
            whole = with_forced_steps(positions[0] if strictly else self.plain, conclusion)
            for position in positions:
                position.learn(whole.on[len(conclusion.on) :], ())
            conclusion = whole
        conclusion = _with_warps(self.plain, conclusion)
        if strictly:
            rule = "if no path touches" if self.level.touching else "as no path may touch"
            conclusion = replace(conclusion, message=f"{rule} itself, {conclusion.message}")
        step = as_step(self.plain, conclusion, self.plain.decided[before:], strictly=strictly)
        self.steps += (step,)
        return step

    def _give_up(self, contradiction: FlowContradiction) -> None:
        """Drop the assumption that no path touches itself, or end: there is no solution."""
        if self.strict and self.level.touching:
            self._begin(_sound(self.steps), strictly=False)
            return
        position = self.strict or self.plain
        what = regions.what_breaks(position, contradiction)
        self.wrong = no_solution(position, what, dict.fromkeys(contradiction.cells))


def _sound(steps: Iterable[Deduction]) -> tuple[Deduction, ...]:
    """Return the steps before the first one that assumes that no path touches itself."""
    return tuple(takewhile(lambda step: not step.strictly, steps))


def _at_cells(position: FlowPosition) -> Conclusion | None:
    return side_by_side(position) or at_a_cell(position)


def _at_large(position: FlowPosition) -> Conclusion | None:
    """Find a conclusion about whole parts of the board."""
    regions.check_parts(position)
    return regions.at_the_edge(position) or regions.at_a_gap(position)


#: Why a path takes a step: its end has no choice, or a cell beside that end has none.
_ONLY_WAY, _ONLY_ONE = "there is no other way on", "a cell beside the path has no other way in"


def with_forced_steps(position: FlowPosition, conclusion: Conclusion) -> Conclusion:
    """Return a conclusion with the steps that its path must take next, and from where and why.

    The conclusion is already part of the position, which stays as it is. An edge that breaks a
    rule is left out: the next hint is about that.
    """
    then, cell = position.copy(), _cell_of_path(position, conclusion)
    steps: list[tuple[int, str]] = []
    if cell is None:
        return conclusion
    try:
        while step := _next_step(then, cell):
            trial = then.copy()
            trial.link(step[0])
            then = trial
            steps.append(step)
    except FlowContradiction:
        pass
    if not steps:
        return conclusion
    edges, reasons = zip(*steps, strict=True)
    taken = {end for edge in edges for end in then.grid.ends[edge]}
    tips = (each.tips[each.piece[cell]] for each in (position, then))
    starts, ends = ([tip for tip in each if tip in taken] for each in tips)
    are = "is" if len(edges) == 1 else "are"
    where = f"to {_places(then, ends)}" if ends else f"until {name(then, cell)} is complete"
    why = listed(list(dict.fromkeys(reasons)))
    number = counted(len(edges), "more step")
    more = f"From {_places(then, starts)}, {number} {are} forced, {where}: {why}."
    return replace(
        conclusion,
        message=f"{conclusion.message} {more}",
        cells=tuple(dict.fromkeys((*conclusion.cells, *starts, *ends))),
        on=(*conclusion.on, *edges),
    )


def _places(position: FlowPosition, cells: Iterable[int]) -> str:
    return listed([cell_name(position.grid.cells[cell]) for cell in cells])


def _with_warps(position: FlowPosition, conclusion: Conclusion) -> Conclusion:
    """Return a conclusion that says where its first steps through warps lead."""
    grid = position.grid
    seen = {grid.cells[cell] for cell in conclusion.cells[:1]}
    texts = []
    for edge in (grid.edges[edge] for edge in (*conclusion.on, *conclusion.off)):
        if grid.board.shape.is_warped(*edge):
            here, there = edge if edge[0] in seen else edge[::-1]
            texts.append(f" {cell_name(here).capitalize()} continues at {cell_name(there)}.")
        seen.update(edge)
    message = "".join([conclusion.message, *texts[:_MOST_WARPS]])
    return replace(conclusion, message=message) if texts else conclusion


def _cell_of_path(position: FlowPosition, conclusion: Conclusion) -> int | None:
    """Return a cell of the path that a conclusion is about; None if it is about no path."""
    if conclusion.on:
        return position.grid.ends[conclusion.on[0]][0]
    return conclusion.cells[0] if conclusion.rule == "suppose" else None


def _next_step(position: FlowPosition, cell: int) -> tuple[int, str] | None:
    """Return an edge that a tip of this cell's path must take, as a look at one cell shows; why."""
    for tip in position.tips[position.piece[cell]]:
        on, _ = ways_through(position, tip)
        if on and position.needs[tip] == 1:
            return on[0], _ONLY_WAY
        for edge, near in position.unknown_ways(tip):
            if edge in ways_through(position, near)[0]:
                return edge, _ONLY_ONE
    return None


#: What a deduction costs in tenths, by its rule.
COSTS = {rule.name: rule.cost for rule in RULES}

#: The words, the easiest first, and the score in tenths that each begins at.
BEGINS_AT = {"easy": 0, "medium": 100, "hard": 300, "expert": 1000}
WORDS = tuple(BEGINS_AT)


def rate(level: Level) -> Difficulty | None:
    """Return how hard a level is; None if deductions do not solve it within the limit.

    Only levels with one solution, or one in which no path touches itself, are rated.
    """
    found = trace(canonical(level))
    return difficulty_of(found) if found.solved else None


def difficulty_of(solved: Trace) -> Difficulty:
    """Return the difficulty of a level that this trace solves."""
    tenths = sum(COSTS[step.rule] * (step.depth or 1) for step in solved.deductions)
    word = [word for word, least in BEGINS_AT.items() if tenths >= least][-1]
    return Difficulty(word, tenths / 10)


def canonical(level: Level) -> Level:
    """Return the one of a level's turns and mirror images with the smallest description.

    Labels stay, because deductions depend only on the order in which the colours appear.
    """
    return min(FlowShaping().orientations(replace(level, drawn={})), key=_description)


def _description(level: Level) -> tuple[object, ...]:
    """Return all that solutions depend on, with colours as numbers in order of appearance."""
    number = {label: i for i, label in enumerate(level.pairs)}
    ends = tuple((cell, number[level.endpoints[cell]]) for cell in by_row(level.endpoints))
    holes, walls = tuple(sorted(level.holes)), tuple(sorted(level.walls))
    return level.width, level.height, ends, holes, walls, level.shape.key


class FlowReasoning(Reasoning[Level]):
    """Deductions of a player: cells, parts of the board, suppositions."""

    difficulties = WORDS
    rate = staticmethod(rate)
    hint = staticmethod(hint)
    hint_text = staticmethod(hint_text)
    hint_tiles = staticmethod(hint_tiles)

    def assumption(self, level: Level, steps: Trace) -> str:
        return "no path touches itself" if level.touching and steps.strictly else ""
