"""Find the edges that every solution uses, where the solutions cannot be counted.

In the known solution each edge is used or not. Search for a solution in which some edge of a group
differs from that: if there is none, the whole group is certain; if there is one, each edge that
differs is open. The groups are parts of the board, so that something is known soon.

Source: M. Janota, I. Lynce, J. Marques-Silva, Algorithms for computing backbones of
propositional formulae, AI Communications 28 (2015).
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import Certainty, Progress, unheard
from flowdesk.kinds.slitherlink.loop import Loop
from flowdesk.kinds.slitherlink.puzzle import Slitherlink, all_edges
from flowdesk.kinds.slitherlink.solving import limits
from flowdesk.kinds.slitherlink.solving.encoding import Encoding
from flowdesk.sat.cnf import Clause


def certain_edges(
    puzzle: Slitherlink,
    solution: Loop,
    *,
    progress: Progress[Certainty] = unheard,
) -> Certainty:
    """Find the edges that all solutions of a complete puzzle use, and those that none uses.

    `solution` is one of them. `progress` gets what is known after each answer.
    """
    started = time.perf_counter()
    used = solution.edges
    edges = list(all_edges(puzzle.width, puzzle.height))
    certain: set[Edge] = set()
    loose: set[Edge] = set()
    encoding = Encoding(puzzle, single=True)
    differs = {edge: encoding.cnf.new_variable(("differs", edge)) for edge in edges}
    for edge, new in differs.items():
        other_side = _stated(encoding, edge, on=edge not in used)
        encoding.cnf.add("differs", [[-new, *clause] for clause in other_side])

    def unsettled(among: Sequence[Edge]) -> list[Edge]:
        return [edge for edge in among if edge not in certain and edge not in loose]

    def result() -> Certainty:
        return Certainty(
            frozenset(certain & used),
            frozenset(certain - used),
            frozenset(loose),
            not unsettled(edges),
            time.perf_counter() - started,
        )

    for start in range(0, len(edges), limits.CERTAINTY_GROUP):
        group = edges[start : start + limits.CERTAINTY_GROUP]
        while group := unsettled(group):
            encoding.cnf.rules["another side"] = [[differs[edge] for edge in group]]
            other = encoding.find()
            if other is None:
                certain.update(group)
                for edge in group:
                    encoding.cnf.add("certain", _stated(encoding, edge, on=edge in used))
            else:
                loose |= other.edges ^ used
            progress(result())
    return result()


def _stated(encoding: Encoding, edge: Edge, *, on: bool) -> list[Clause]:
    """Return clauses that state that an edge is used, or that it is not."""
    sides = [encoding.variable[cell] for cell in edge if cell in encoding.variable]
    if len(sides) == 1:
        return [sides if on else [-sides[0]]]
    a, b = sides
    return [[a, b], [-a, -b]] if on else [[a, -b], [-a, b]]
