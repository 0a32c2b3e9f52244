"""Find another solution than a known one by the game's own rule, or prove that there is none.

Where a level has several solutions, two of them nearly always differ in two or three paths only,
which run beside each other. So the solver is asked for solutions that keep all other paths first.
Of 143 random boards and magazine puzzles from 10x10 to 36x20 with several solutions, 138 had such
a one, most of them after one to three questions, all within 28. Then comes the whole question, to
another solver: one that has tried to re-route takes half as long again for its proof.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

from flowdesk.core.grid import edge_between
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.solving import limits
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.sat.backend import LimitReached
from flowdesk.sat.cnf import Clause


def find_another(
    level: Level,
    known: Solution,
    limit: int = 0,
    rounds: int = 0,
    on_round: Callable[[], None] = lambda: None,
) -> Solution | None:
    """Return another solution by the game's rule, or None; limits as in `Search.refine`.

    They are those of the whole question; re-routing has a limit of its own.

    If one bend of the known solution makes another one, it is that. If not, the whole question is
    about solutions with lighter bends only (see `Rules.lighter_bends`): as the known one has
    neither kind, no other solution becomes it when its bends are exchanged.
    """
    encoding = Encoding(level, touching=True)
    if bent := encoding.bent(known):
        return bent
    encoding.exclude(known)
    for kept in reroutings(encoding, known):
        with contextlib.suppress(LimitReached):
            if rerouted := encoding.find(limits.REROUTE, rounds, on_round, supposed=kept):
                return rerouted
    whole = Encoding(level, touching=True)
    whole.exclude(known)
    whole.keep_lighter_bends()
    return whole.find(limit, rounds, on_round)


def reroutings(encoding: Encoding, known: Solution) -> Iterator[list[Clause]]:
    """Yield clauses that let two or three neighbouring paths go otherwise, and keep all others."""
    variable = encoding.rules.variable
    steps = {
        label: [[variable[edge_between(a, b)]] for a, b in pairwise(path)]
        for label, path in known.paths.items()
    }
    for together in _neighbors(encoding.level, known):
        yield [step for label in steps if label not in together for step in steps[label]]


def _neighbors(level: Level, known: Solution) -> Iterator[frozenset[str]]:
    """Yield the labels of two, then of three paths beside each other, the longest borders first.

    There are half as many pairs as paths at most, and as many triples: more would cost proofs more
    than they find.
    """
    label_of, near_to = known.label_of, level.board.near
    borders = Counter(
        frozenset((label_of[cell], label_of[near]))
        for cell in level.cells
        for near in near_to(cell)
        if label_of[cell] < label_of[near]
    )
    most = (len(known.paths) + 1) // 2
    yield from (pair for pair, _ in borders.most_common(most))
    triples = {
        pair | other: borders[pair] + borders[other] + borders[pair ^ other]
        for pair, other in combinations(borders, 2)
        if pair & other
    }
    yield from sorted(triples, key=triples.__getitem__, reverse=True)[:most]
