"""Hints: the next deduction of a player, and the trace of a level solved by deductions.

What follows by the game's own rule comes first. Then comes what follows if no path touches itself,
a rule that nearly all designers keep to; the sentence then names it, and its claim holds in every
solution of that kind. Suppositions come last. What a deduction claims follows from the level and
from what was known before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import takewhile

from flowdesk.core.grid import Edge, by_row
from flowdesk.kinds.answers import CheckStatus, Deduction, NonTouching, Progress, Trace, unheard
from flowdesk.kinds.flow.deduction import boundary, cells, regions
from flowdesk.kinds.flow.deduction.position import LINKED, Contradiction, Position
from flowdesk.kinds.flow.deduction.rule import Conclusion, Rule
from flowdesk.kinds.flow.deduction.suppose import SUPPOSE, Effort, is_refuted, what_breaks
from flowdesk.kinds.flow.findings import incomplete
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution, mistakes
from flowdesk.kinds.flow.solving.rules import board_of
from flowdesk.kinds.known import Known

#: All rules in the order in which a player looks: single cells, parts of the board, one step ahead.
AT_CELLS = cells.RULES
AT_LARGE = (*boundary.RULES, *regions.RULES)
RULES = (*AT_CELLS, *AT_LARGE, SUPPOSE)

#: The limit of effort for one level, in cells examined by suppositions: two or three seconds.
#: A look at whole parts of the board takes as long as about twenty suppositions.
MOST_EFFORT = 20_000_000
SUPPOSITIONS_A_LOOK = 20

_NOTHING_YET = Trace()


def next_deduction(
    level: Level,
    on: Collection[Edge] = (),
    off: Collection[Edge] = (),
    *,
    assume_no_touching: bool = True,
) -> Deduction | None:
    """Return the next deduction where `on` and `off` are known; None if there is none.

    Some edge of it is in neither, and it holds if they do. If they already break a rule, it is a
    "contradiction". Without `assume_no_touching` it keeps to the game's rule, as is right for a
    level whose solutions all touch themselves. A level that is not complete has no deductions.
    Raises ValueError if something in `on` or `off` is not an edge of the level's board.
    """
    if incomplete(level):
        return None
    if not set(board_of(level).edges) >= {*on, *off}:
        raise ValueError("Something in `on` or `off` is not an edge of the level's board.")
    player = _Player(level, Trace(touching=not assume_no_touching), on, off)
    return player.next_deduction(Effort(MOST_EFFORT))


def continued(level: Level, so_far: Trace, *, assume_no_touching: bool = True) -> Trace:
    """Return the trace with one more step; the same trace if it has ended or no step is found.

    If every solution touches itself, as turns out or is known (not `assume_no_touching`), steps
    that assume otherwise are dropped first.
    """
    if incomplete(level) or so_far.solved or so_far.contradicted:
        return so_far
    if level.touching and not assume_no_touching:
        so_far = Trace(_sound(so_far.deductions), touching=True)
    player = _Player(level, so_far)
    player.next_deduction(Effort(MOST_EFFORT))
    return player.trace()


def hint(known: Known, so_far: Trace) -> Trace:
    """Return the steps so far and the next; it assumes no touching if that may have a solution."""
    all_touch = known.non_touching is NonTouching.NONE or known.status is CheckStatus.UNSOLVABLE
    return continued(known.level, so_far, assume_no_touching=not all_touch)


def trace(
    level: Level, *, progress: Progress[Trace] = unheard, most_effort: int = MOST_EFFORT
) -> Trace:
    """Solve a level step by step, as far as the rules go and `most_effort` allows.

    `progress` gets the steps so far after each supposition.
    """
    if incomplete(level):
        return Trace()
    effort = Effort(most_effort)
    player = _Player(level)
    while (deduction := player.next_deduction(effort)) and not player.wrong:
        if deduction.depth:
            progress(player.trace())
    return player.trace()


class _Player:
    """Two positions of a level, and the deductions that led to them.

    Both hold what was given and the `steps` so far: `plain` with what follows by the game's rule,
    `strict` with what follows if no path touches itself, until that leads to a contradiction.
    """

    def __init__(
        self,
        level: Level,
        so_far: Trace = _NOTHING_YET,
        on: Collection[Edge] = (),
        off: Collection[Edge] = (),
    ) -> None:
        self.level = level
        self.wrong: Deduction | None = None
        self._given = on, off
        self._begin(so_far.deductions, not (level.touching and so_far.touching))

    def _begin(self, steps: tuple[Deduction, ...], strictly: bool) -> None:
        """Set up the positions after these steps; the strict one only if `strictly`."""
        self.steps = steps
        self.plain = Position(self.level, touching=True)
        self.strict = Position(self.level, touching=False) if strictly else None
        number = {edge: i for i, edge in enumerate(self.plain.grid.edges)}
        known = [self._given, *((step.on, step.off) for step in steps)]
        try:
            for position in (self.strict, self.plain):
                if position:
                    position.settle()
                    for on, off in known:
                        _know(
                            position,
                            sorted(number[edge] for edge in on),
                            sorted(number[edge] for edge in off),
                        )
        except Contradiction as contradiction:
            self._give_up(contradiction)

    def next_deduction(self, effort: Effort) -> Deduction | None:
        """Draw the next conclusion, and learn it; None if there is none."""
        while not self.wrong:
            try:
                conclusion, strictly = self._conclude(effort)
                return self._learn(conclusion, strictly) if conclusion else None
            except Contradiction as contradiction:
                self._give_up(contradiction)
        return self.wrong

    def trace(self) -> Trace:
        """Return the steps so far, and the solution if they are complete."""
        steps = (*self.steps, self.wrong) if self.wrong else self.steps
        return Trace(steps, self._solution(), touching=self.strict is None)

    def _solution(self) -> Solution | None:
        if self.wrong or not self.plain.is_solved:
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

    def _conclude(self, effort: Effort) -> tuple[Conclusion | None, bool]:
        """Return the next conclusion, and whether it holds only without touching."""
        for look in (_at_cells, _at_large):
            for position in (self.plain, self.strict):
                if position and (conclusion := look(position)):
                    return conclusion, position is self.strict
        effort.left -= SUPPOSITIONS_A_LOOK * len(self.level.cells)
        conclusion = SUPPOSE.look(self.strict or self.plain, effort)
        return conclusion, conclusion is not None and not is_refuted(self.plain, conclusion)

    def _learn(self, conclusion: Conclusion, strictly: bool) -> Deduction:
        """Enter a conclusion into both positions."""
        before = len(self.plain.decided)
        for position in (self.strict, self.plain):
            if position:
                _know(position, conclusion.on, conclusion.off)
        step = self._deduction(conclusion, self.plain.decided[before:], strictly)
        self.steps += (step,)
        return step

    def _give_up(self, contradiction: Contradiction) -> None:
        """Drop the assumption that no path touches itself, or end: there is no solution."""
        if self.strict and self.level.touching:
            self._begin(_sound(self.steps), strictly=False)
            return
        position = self.strict or self.plain
        start = "Something known so far is wrong, or there" if any(self._given) else "There"
        self.wrong = Deduction(
            "contradiction",
            f"{start} is no solution: {what_breaks(position, contradiction)}.",
            by_row({position.grid.cells[cell] for cell in contradiction.cells}),
        )

    def _deduction(
        self, conclusion: Conclusion, decided: Collection[int], strictly: bool
    ) -> Deduction:
        """Return a conclusion as a deduction, with its whole sentence."""
        message = conclusion.message
        if strictly:
            why = (
                "if no path touches itself"
                if self.level.touching
                else "as no path may touch itself"
            )
            message = f"{why}, {message}"
        grid, state = self.plain.grid, self.plain.state
        return Deduction(
            conclusion.rule,
            message[0].upper() + message[1:],
            by_row({grid.cells[cell] for cell in conclusion.cells}),
            frozenset(grid.edges[edge] for edge in decided if state[edge] == LINKED),
            frozenset(grid.edges[edge] for edge in decided if state[edge] != LINKED),
            conclusion.depth,
            strictly,
        )


def _sound(steps: Iterable[Deduction]) -> tuple[Deduction, ...]:
    """Return the steps before the first one that assumes that no path touches itself."""
    return tuple(takewhile(lambda step: not step.strictly, steps))


def _know(position: Position, on: Iterable[int], off: Iterable[int]) -> None:
    """Link some edges and bar others."""
    for edge in on:
        position.link(edge)
    for edge in off:
        position.bar(edge)


def _at_cells(position: Position) -> Conclusion | None:
    """Find a conclusion at single cells."""
    return _first(position, AT_CELLS)


def _at_large(position: Position) -> Conclusion | None:
    """Find a conclusion about whole parts of the board."""
    regions.check_parts(position)
    return _first(position, AT_LARGE)


def _first(position: Position, rules: Iterable[Rule]) -> Conclusion | None:
    """Return the first conclusion that these rules find."""
    looks = dict.fromkeys(rule.look for rule in rules if not (position.touching and rule.strictly))
    return next(filter(None, (look(position) for look in looks)), None)
