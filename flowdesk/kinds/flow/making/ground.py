"""Random paths that cover the nodes of a ground, none of which touches itself.

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

A symmetric pattern of endpoints comes from paths over a part of the board: of the nodes that
turning or mirroring takes to each other, only one is covered, and is beside another if any of its
images is. A path there is as many on the board, which are images of each other. A node that stays
where it is, such as those on the axis of a mirror, is an end of a path, which so crosses the axis
and is its own image; or it is on a path along the axis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import pairwise

from flowdesk.core.board import Board
from flowdesk.core.grid import Cell, connected, ways_along
from flowdesk.kinds.making import alike

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


#: How often a path begins to run along an axis, rather than to cross it.
RUNS = 0.3

#: A path as its nodes.
Nodes = tuple[int, ...]


@dataclass(frozen=True)
class Ground:
    """Nodes to cover: those of the `begun` paths, each `near` others of them.

    `uncut`, `barred` and `ends` are as for a `PathCover`. Each of the `routes` is two begun paths,
    whose ends have to be joined. `images` tells, for each way to turn it, where each node
    goes; `runs` are the paths along its axis.
    """

    board: Board
    near: Sequence[Sequence[int]]
    begun: Sequence[Nodes]
    uncut: frozenset[int] = frozenset()
    barred: frozenset[int] = frozenset()
    ends: frozenset[int] = frozenset()
    routes: tuple[tuple[Nodes, Nodes], ...] = ()
    images: tuple[Mapping[int, int], ...] = ()
    runs: Sequence[Sequence[int]] = ()

    def covered(self, count: int, shortest: int, random: Callable[[], float]) -> list[Nodes] | None:
        """Return about `count` random paths that cover it; None if that did not succeed."""
        ground, routed = self, []
        for _, route in sorted((random(), route) for route in self.routes):
            path = ground._route(*route, random)
            if path is None or len(path) < shortest:
                return None
            routed.append(path)
            ground = ground.without(path)
        if not ground.begun:
            return routed
        if any(not ground.near[node] for path in ground.begun for node in path):
            return None
        bounds = ground.uncut, ground.barred, ground.ends
        cover = PathCover(ground.near, ground.begun, random, *bounds)
        if not cover.settle(count - len(routed), shortest):
            return None
        return routed + cover.paths()

    def count(self, colors: int) -> int:
        """Return how many paths here are that many on the whole board."""
        if not self.images:
            return colors
        alone = sum(self.images[0][node] == node for node in self.ends) + len(self.runs)
        return max((colors - alone) // (1 + len(self.images)) + alone, 1)

    def within(self, paths: Iterable[Nodes]) -> Ground:
        nodes = {node for path in paths for node in path}
        return self._of(nodes)

    def without(self, path: Nodes) -> Ground:
        return self._of({node for begun in self.begun for node in begun}.difference(path))

    def _of(self, nodes: set[int]) -> Ground:
        near = [
            tuple(filter(nodes.__contains__, beside)) if node in nodes else ()
            for node, beside in enumerate(self.near)
        ]
        return replace(
            self,
            near=near,
            begun=[path for path in self.begun if path[0] in nodes],
            ends=self.ends & nodes,
            routes=tuple(route for route in self.routes if route[0][0] in nodes),
        )

    def _route(self, first: Nodes, second: Nodes, random: Callable[[], float]) -> Nodes | None:
        """Return a random path from one begun path to another one; None if there is no way.

        It is the lightest for random weights of the nodes, so it does not touch itself.
        """
        start, goal = first[-1], second[-1]
        others = {node for route in self.routes for path in route for node in path}
        others |= {node for path in self.begun if len(path) > 1 for node in path}
        inner = {*first[:-1], *second[:-1]}
        closed = others | self.uncut | self.ends - {goal}
        closed |= {near for node in inner for near in self.near[node]} - {start, goal}
        weights = {node: random() + 0.05 for path in self.begun for node in path}
        came: dict[int, int] = {}
        queue: list[tuple[float, int, int]] = [(0.0, start, start)]
        while queue:
            weight, node, before = heappop(queue)
            if node in came:
                continue
            came[node] = before
            if node == goal:
                break
            for near in self.near[node]:
                if near not in came and (near == goal or near not in closed):
                    heappush(queue, (weight + weights[near], near, node))
        if goal not in came:
            return None
        way = [came[goal]]
        while way[-1] != start:
            way.append(came[way[-1]])
        return (*first, *way[-2::-1], *second[::-1])

    def beside(self, path: Nodes, paths: Sequence[Nodes]) -> list[Nodes]:
        near = {beside for node in path for beside in self.near[node]}
        return [other for other in paths if other != path and not near.isdisjoint(other)]

    def unfolded(self, paths: Iterable[Nodes]) -> list[Nodes]:
        """Return the paths on the whole board: of a symmetric one, with all images."""
        if not self.images:
            return list(paths)
        found: list[Nodes] = []
        image = self.images[0]
        for path in paths:
            stay = [node for node in path if image[node] == node]
            if len(stay) == len(path):
                found.append(path)
                continue
            lifted = self._lifted(path if not stay or path[-1] in stay else path[::-1])
            if stay:
                found.append((*lifted, *(image[node] for node in lifted[-2::-1])))
            else:
                found += [lifted, *(tuple(i[node] for node in lifted) for i in self.images)]
        return found

    def folded(self, paths: Sequence[Nodes]) -> list[Nodes] | None:
        """Return the paths whose images these paths of the whole board are; None if none are."""
        if not self.images:
            return list(paths)
        found: dict[frozenset[int], Nodes] = {}
        for path in paths:
            nodes = tuple(min(node, *(image[node] for image in self.images)) for node in path)
            nodes = tuple(dict.fromkeys(nodes))  # the first half of one that is its own image
            found.setdefault(frozenset(nodes), nodes)
        folded = list(found.values())
        again = {frozenset(path) for path in self.unfolded(folded)}
        return folded if again == set(map(frozenset, paths)) else None

    def _lifted(self, path: Nodes) -> Nodes:
        """Return a path on the board from its first node on, each one beside the one before."""
        lifted = [path[0]]
        for node in path[1:]:
            images = (node, *(image[node] for image in self.images))
            lifted.append(next(each for each in images if each in self.board.link_to[lifted[-1]]))
        return tuple(lifted)


def begun_paths(board: Board, pieces: Iterable[Sequence[Cell]] = ()) -> list[Nodes] | None:
    """Return paths of nodes that lead over all bridges and pieces, and of each other node its own.

    None if they would cross, end on a bridge, touch themselves or close into rings.
    """
    bridges = board.shape.bridges
    over = [node for node, cell in enumerate(board.nodes) if cell in bridges]
    steps = {link for node in over for link, _ in board.ways[node]}
    for piece in pieces:
        steps |= {board.link_to[a][b] for a, b in pairwise(board.walk(piece))}
    if not steps and not over:
        return [(node,) for node in range(len(board.nodes))]
    ways = ways_along(board.ends[link] for link in steps)
    counts = {node: len(ways.get(node, ())) for node in range(len(board.nodes))}
    if any(counts[node] != 2 for node in over) or max(counts.values(), default=0) > 2:
        return None
    in_order = sorted(counts, key=lambda node: (counts[node] > 1, node))
    paths = list(connected(in_order, lambda node: ways.get(node, ())))
    for path in paths:
        inside = set(path)
        within = {link for node in path for link, near in board.ways[node] if near in inside}
        if not within <= steps or len(within) >= len(path) > 1:
            return None
    return sorted(map(tuple, paths))


def images_of(board: Board, symmetry: str) -> tuple[Mapping[int, int], ...]:
    """Return where a symmetry takes each node, done once, twice ... until all are back.

    KeyError if it takes one off the board.
    """
    around = [alike(symmetry, cell, board.width, board.height) for cell in board.nodes]
    return tuple(
        {node: board.number[cells[times % len(cells)]] for node, cells in enumerate(around)}
        for times in range(1, max(map(len, around)))
    )


def symmetric(
    ground: Ground,
    symmetry: str,
    shortest: int,
    random: Callable[[], float],
    paths: Sequence[Nodes] = (),
) -> Ground | None:
    """Return the ground of a symmetric pattern; None if what stays is no part of one.

    Which of its paths run along an axis is that of the symmetric `paths`, else random.
    """
    board = ground.board
    images = images_of(board, symmetry)
    least = [min(node, *(image[node] for image in images)) for node in range(len(board.nodes))]
    fixed = [node for node in images[0] if images[0][node] == node]
    runs = [path for path in paths if set(path) <= set(fixed)]
    if not paths and len(fixed) > 1:
        runs = _runs_along(board, fixed, shortest, random)
    run_of = {node: number for number, run in enumerate(runs) for node in run}
    near: list[set[int]] = [set() for _ in board.nodes]
    for node, beside in enumerate(board.link_to):
        for other in beside:
            if run_of.get(node) == run_of.get(other) and not (
                node not in run_of and node in fixed and other in fixed
            ):
                near[least[node]].add(least[other])

    def folded(nodes: Iterable[int]) -> Nodes:
        return tuple(least[node] for node in nodes)

    pieces = {frozenset(folded(path)): folded(path) for path in ground.begun}
    begun = [path for path in pieces.values() if len(path) > 1 or not _is_in(path, pieces)]
    if any(len(set(path)) < len(path) for path in begun):
        return None
    if sum(map(len, begun)) > len({node for path in begun for node in path}):
        return None
    return Ground(
        board,
        [tuple(sorted(each - {node})) for node, each in enumerate(near)],
        sorted(begun),
        frozenset(folded(ground.uncut)),
        frozenset(folded(ground.barred)),
        frozenset(folded(ground.ends)) | set(fixed).difference(run_of),
        tuple((folded(a), folded(b)) for a, b in ground.routes),
        images,
        runs,
    )


def _is_in(path: Nodes, pieces: Iterable[frozenset[int]]) -> bool:
    return any(path[0] in piece for piece in pieces if len(piece) > 1)


def _runs_along(
    board: Board, axis: list[int], shortest: int, random: Callable[[], float]
) -> list[Nodes]:
    """Return random paths along the axis of a mirror, with room for others to cross it."""
    runs: list[Nodes] = []
    at = 0
    while at < len(axis):
        run = tuple(axis[at : at + shortest + int(2 * random())])
        is_linked = all(b in board.link_to[a] for a, b in pairwise(run))
        if len(run) >= shortest and is_linked and random() < RUNS:
            runs.append(run)
            at += len(run)
        else:
            at += 1
    return runs
