"""Random path covers: paths that cover all cells of a board, none of which touches itself.

A cover begins with every cell as a path of its own. Then, again and again, the end of a random
path reaches for a random cell beside it. If that cell belongs to another path, that path is cut
on a random side of it, and what was cut off, from the cell on, goes over to the path that reached
for it. Where the cell is itself an end there may be nothing to cut: then two paths become one, as
long as there are more than wanted. A step after which a path would touch itself is not taken.

This is how melts of polymers are simulated: M. L. Mansfield, Monte Carlo studies of polymer
chain dynamics in the melt, J. Chem. Phys. 77 (1982), 1554: a chain's end attacks a chain beside
it. Moving single cells from end to end, as generators of such puzzles usually do ("end
stealing"), is the special case of a tail of one cell; it jams while paths are still short, and
whatever they began with is never forgotten.

As no path touches itself, two neighbouring cells of the same path are always linked: a cover
needs nothing but the path of each cell.

All this holds for the nodes of any graph. What stays of a path, such as its way over a bridge, is
one path from the beginning, and is never cut.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

#: Steps per cell in one round of mixing, and the most rounds.
STEPS_A_CELL = 20
ROUNDS = 20
#: In place of a cell or a path: none.
NOTHING = -1


class PathCover:
    """Paths over nodes, which are numbers. `random` gives numbers from 0 to below 1.

    Each node is beside (`near`) others: nothing covers one that is alone. The paths begin as
    `begun`, of all nodes. No path is cut behind a node of `uncut`, and none ends in the `barred`
    ones. Those in `ends` stay ends, and are never both ends of one path.
    """

    def __init__(
        self,
        near: Sequence[Sequence[int]],
        begun: Sequence[Sequence[int]],
        random: Callable[[], float],
        uncut: frozenset[int] = frozenset(),
        barred: frozenset[int] = frozenset(),
        ends: frozenset[int] = frozenset(),
    ) -> None:
        self._near, self._random = near, random
        self._uncut, self._barred, self._kept = uncut | barred, barred, ends
        self._path_of = [NOTHING] * len(near)
        for number, path in enumerate(begun):
            for node in path:
                assert near[node], "a node that is alone cannot be covered"
                self._path_of[node] = number
        # Path number p has the ends _ends[2 * p] and _ends[2 * p + 1].
        self._ends = [end for path in begun for end in (path[0], path[-1])]
        self._lengths = [len(path) for path in begun]

    def paths(self) -> list[tuple[int, ...]]:
        """Return every path as its nodes from end to end."""
        return [tuple(self._walk(path)) for path in range(len(self._lengths))]

    def settle(self, count: int, shortest: int) -> bool:
        """Mix until there are `count` paths, or few more; return whether all are as they must be.

        None may be too short, or end in a barred node.
        """
        for turn in range(ROUNDS):
            are_few = len(self._lengths) <= count
            is_settled = are_few and self._all_reach(shortest)
            # While many paths still have to be joined, short ones are allowed.
            self._mix(count, shortest if are_few or turn >= ROUNDS // 2 else 1)
            if is_settled:
                break
        return self._all_reach(shortest)

    def _all_reach(self, shortest: int) -> bool:
        is_long = all(length >= shortest for length in self._lengths)
        return is_long and self._barred.isdisjoint(self._ends)

    def _mix(self, fewest: int, shortest: int) -> None:
        """Take random steps; cut no path below `shortest` cells, leave at least `fewest` paths."""
        random, near, path_of = self._random, self._near, self._path_of
        ends, lengths, uncut, kept = self._ends, self._lengths, self._uncut, self._kept
        for _ in range(STEPS_A_CELL * sum(lengths)):
            choice = random() * len(ends)  # one number chooses an end, a way from it, and a side
            end = int(choice)
            ways = near[ends[end]]
            choice = (choice - end) * len(ways)
            way = int(choice)
            cell = ways[way]
            path, other = end >> 1, path_of[cell]
            if path == other or (ends[end] in kept and lengths[path] > 1):
                continue
            sides = []  # a comprehension would be a call before Python 3.12, and a tenth slower
            for beside in near[cell]:
                if path_of[beside] == other:
                    sides.append(beside)
            if len(sides) < 2:
                sides.append(NOTHING)
            cut = sides[int((choice - way) * len(sides))]
            if cut in uncut or (cut == NOTHING and len(lengths) <= fewest):
                continue
            tail = self._tail(cell, cut, path)
            left = lengths[other] - len(tail)
            if not tail or (cut != NOTHING and left < shortest) or not kept.isdisjoint(tail):
                continue
            for taken in tail:
                path_of[taken] = path
            ends[end] = tail[-1]
            lengths[path] += len(tail)
            if cut == NOTHING:
                self._forget(other)
            else:
                ends[2 * other + (ends[2 * other] != tail[-1])] = cut
                lengths[other] = left

    def _tail(self, cell: int, before: int, taker: int) -> list[int]:
        """Return the path from a cell on, leading away from the cell `before`.

        Empty if another path, the `taker`, would touch itself with it: the two may meet once.
        """
        near, path_of = self._near, self._path_of
        path = path_of[cell]
        tail: list[int] = []
        meetings = 0
        while cell != NOTHING:
            tail.append(cell)
            following = NOTHING
            for beside in near[cell]:
                if path_of[beside] == path:
                    if beside != before:
                        following = beside
                elif path_of[beside] == taker:
                    meetings += 1
            if meetings > 1:
                return []
            before, cell = cell, following
        return tail

    def _forget(self, path: int) -> None:
        """Remove a path that has lost all its cells; the last path gets its number."""
        last = len(self._lengths) - 1
        if path != last:
            for cell in self._walk(last):
                self._path_of[cell] = path
        self._ends[2 * path : 2 * path + 2] = self._ends[2 * last :]
        self._lengths[path] = self._lengths[last]
        del self._ends[2 * last :], self._lengths[last]

    def _walk(self, path: int) -> list[int]:
        """Return the cells of a path from its first end to its last."""
        return self._tail(self._ends[2 * path], NOTHING, NOTHING)
