"""Sweep: count all solutions of a puzzle at once by moving a line over its board.

The line is the frontier between the part of the board that is done and the part that is not. Two
partial solutions that look the same from the line can be completed in the same ways, so they are
one *state*, and only the number of ways to reach each state is kept.

A kind of puzzle says what a state is: an integer, from which a step over the board reads a few bits
(`Ways.met`) and adds a number for each way to continue.

Sources: D. E. Knuth, The Art of Computer Programming 4A, 7.1.4 (Simpath); R. Yoshinaka et al.,
Finding All Solutions and Instances of Numberlink and Slitherlink by ZDDs, Algorithms 5 (2012).
"""

from __future__ import annotations

import itertools
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import Count, Progress

#: The number of ways to reach each state, or to complete it.
States: TypeAlias = dict[int, int]


class Ways(dict[int, tuple[int, ...]], ABC):
    """What each way to continue at a step adds to a state, by those of its bits that `met` selects.

    A way that leads to a state above `last` is none. Entries are computed when they are first read.
    """

    def __init__(self, met: int, last: int) -> None:
        self.met = met
        self.last = last

    def __missing__(self, met: int) -> tuple[int, ...]:
        ways = self[met] = tuple(self.ways(met))
        return ways

    @abstractmethod
    def ways(self, met: int) -> Iterator[int]:
        """Yield what each way to continue adds to a state that has these bits."""


class SweepStep(NamedTuple):
    """A step of a sweep: what may happen there; and its edges, each with some bits.

    An edge is used if any of its bits are set in the state after the step.
    """

    ways: Ways
    edges: tuple[tuple[Edge, int], ...]


class Sweep:
    """A sweep over a board: its position, and the states there.

    It begins with the state 0; `complete` is the state after the last step of every solution.
    """

    def __init__(self, steps: Iterable[SweepStep], complete: int = 0) -> None:
        self._steps = list(steps)
        self._complete = complete
        self.states: States = {0: 1}
        self.widths = [1]

    @property
    def finished(self) -> bool:
        """Whether every step is done, or no state is left."""
        return len(self.widths) > len(self._steps) or not self.states

    @property
    def width(self) -> int:
        """The number of states."""
        return len(self.states)

    @property
    def number(self) -> int:
        """The number of solutions, once the sweep is finished."""
        return self.states.get(self._complete, 0)

    def work_left(self) -> int:
        """Return the number of states still to be handled if the width stays as it is."""
        return self.width * (len(self._steps) + 1 - len(self.widths))

    def advance(self) -> None:
        """Do the next step."""
        self.states = _after(self.states, self._steps[len(self.widths) - 1].ways)
        self.widths.append(len(self.states))

    def uses(self, most_kept: int) -> dict[Edge, int]:
        """Return how many solutions use each edge; only after the sweep has finished.

        A second sweep, from the last step to the first, finds in how many ways each state can be
        completed. It needs the states of the first one: up to `most_kept` are kept at once, and
        where there are more, they are computed again from half-way.
        """
        uses: dict[Edge, int] = {}

        def back(first: int, last: int, before: States, after: States) -> States:
            """Return the ways to complete the states before `first`, given those before `last`."""
            if last - first > 1 and sum(self.widths[first:last]) > most_kept:
                middle = (first + last) // 2
                between = before
                for step in self._steps[first:middle]:
                    between = _after(between, step.ways)
                after = back(middle, last, between, after)
                return back(first, middle, before, after)
            kept = [before]
            for step in self._steps[first : last - 1]:
                kept.append(_after(kept[-1], step.ways))
            for step in reversed(self._steps[first:last]):
                after = _before(kept.pop(), after, step, uses)
            return after

        back(0, len(self._steps), {0: 1}, {self._complete: 1})
        return uses


def count_by(
    sweeps: Iterable[Sweep],
    *,
    shares: bool,
    most_states: int,
    report_every: int,
    progress: Progress[Count],
) -> Count:
    """Count by several sweeps over the same board: the first one that is finished has the number.

    The cost of a sweep depends on the largest number of states on its line, which cannot be
    predicted and may differ by a factor of 25 between the sides from which it can start. So the one
    with the least estimated work left advances. A sweep with more than `most_states` is given up.
    `progress` gets the count so far every so many steps, and the number before its `shares`.
    """
    started = time.perf_counter()
    widest = 1

    def result(number: int, *, exact: bool) -> Count:
        return Count(number, exact, widest, time.perf_counter() - started)

    left = list(sweeps)
    for steps_done in itertools.count(1):
        if not left:
            break
        sweep = min(left, key=Sweep.work_left)
        sweep.advance()
        widest = max(widest, sweep.width)
        if sweep.finished:
            left.clear()  # frees their memory
            found = result(sweep.number, exact=True)
            if not (shares and found.number):
                return found
            progress(found)
            uses = sweep.uses(2 * most_states)
            return replace(result(found.number, exact=True), shares=shares_of(uses, found.number))
        if sweep.width > most_states:
            left.remove(sweep)
        if steps_done % report_every == 0:
            progress(result(0, exact=False))
    gave_up = "Counting the solutions would need too much memory."
    return replace(result(0, exact=False), gave_up=gave_up)


def shares_of(uses: Mapping[Edge, int], number: int) -> dict[Edge, float]:
    """Return the share of each edge, given how many of the solutions use it.

    It is 0 only for edges that none uses, and 1 only for those that all use, however many.
    """
    least, most = sys.float_info.min, 1 - sys.float_info.epsilon
    return {
        edge: min(max(times / number, least), most) if 0 < times < number else times / number
        for edge, times in uses.items()
    }


def _after(states: States, ways: Ways) -> States:
    """Return the states after a step, given those before it."""
    after: States = {}
    get = after.get
    met, last = ways.met, ways.last
    for state, number in states.items():
        for change in ways[state & met]:
            following = state + change
            if following <= last:
                after[following] = get(following, 0) + number
    return after


def _before(states: States, after: States, step: SweepStep, uses: dict[Edge, int]) -> States:
    """Return the ways to complete the states before a step, given those of the states after it.

    Set in `uses` how many solutions use the step's edges.
    """
    before: States = {}
    ways, met = step.ways, step.ways.met
    used = [0] * len(step.edges)
    bits = [(number, bits) for number, (_, bits) in enumerate(step.edges)]
    for state, number in states.items():
        onward = 0
        for change in ways[state & met]:
            following = state + change
            if following in after:
                finishing = after[following]
                onward += finishing
                for which, mask in bits:
                    if following & mask:
                        used[which] += number * finishing
        if onward:
            before[state] = onward
    for (edge, _), number in zip(step.edges, used, strict=True):
        uses[edge] = number
    return before
