"""Brute force on boards of any shape: their graph, all solutions, and random tiny levels.

This is independent of FlowDesk's boards: a node is (x, y, way), where the way is "" in a cell, and
"across" or "down" on a bridge; the neighbours of hexagons are found in axial coordinates.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from flowdesk.core.grid import Cell, Edge
from flowdesk.core.shape import Shape
from flowdesk.kinds.flow.level import Level

LABELS = "RBYG"
Node: TypeAlias = tuple[int, int, str]
Graph: TypeAlias = dict[Edge, tuple[Node, Node]]


def graph_of(level: Level) -> Graph:
    """The links of a level, each named by its two cells, with its two nodes."""
    found: Graph = {}
    for a, b, is_down in _pairs(level):
        edge = (min(a, b), max(a, b))
        if level.is_cell(a) and level.is_cell(b) and edge not in level.walls and edge not in found:
            nodes = tuple(_node(level, cell, is_down) for cell in edge)
            found[edge] = (nodes[0], nodes[1])
    return found


def _pairs(level: Level) -> Iterator[tuple[Cell, Cell, bool]]:
    width, height, shape = level.width, level.height, level.shape
    cells = [(x, y) for x in range(width) for y in range(height)]
    if shape.cells == "hex":
        axial = {(x, y - (x - x % 2) // 2): (x, y) for x, y in cells}
        for (q, r), cell in axial.items():
            for step in ((0, 1), (1, 0), (1, -1)):
                if (q + step[0], r + step[1]) in axial:
                    yield cell, axial[q + step[0], r + step[1]], False
        return
    for x, y in cells:
        if x + 1 < width:
            yield (x, y), (x + 1, y), False
        if y + 1 < height:
            yield (x, y), (x, y + 1), True
    if width > 2:
        yield from (((width - 1, y), (0, y), False) for y in shape.rows)
    if height > 2:
        yield from (((x, height - 1), (x, 0), True) for x in shape.columns)


def _node(level: Level, cell: Cell, is_down: bool) -> Node:
    way = "" if cell not in level.shape.bridges else "down" if is_down else "across"
    return (*cell, way)


def nodes_of(level: Level) -> list[Node]:
    """What exactly one path goes through."""
    cells = [(x, y) for y in range(level.height) for x in range(level.width)]
    return [
        (*cell, way)
        for cell in cells
        if level.is_cell(cell)
        for way in (("across", "down") if cell in level.shape.bridges else ("",))
    ]


def solutions(level: Level) -> list[frozenset[Edge]]:
    """Every solution, touching or not, as the set of its steps."""
    graph, nodes = graph_of(level), nodes_of(level)
    needs = {node: 1 if node[:2] in level.endpoints else 2 for node in nodes}
    left = Counter(node for ends in graph.values() for node in ends)
    links = sorted(graph.items(), key=lambda item: item[1])
    chosen: list[Edge] = []
    found: list[frozenset[Edge]] = []

    def try_from(number: int) -> None:
        if number == len(links):
            if _connects(level, {edge: graph[edge] for edge in chosen}, len(nodes)):
                found.append(frozenset(chosen))
            return
        edge, (a, b) = links[number]
        left[a] -= 1
        left[b] -= 1
        if needs[a] and needs[b]:
            needs[a] -= 1
            needs[b] -= 1
            chosen.append(edge)
            if needs[a] <= left[a] and needs[b] <= left[b]:
                try_from(number + 1)
            chosen.pop()
            needs[a] += 1
            needs[b] += 1
        if needs[a] <= left[a] and needs[b] <= left[b]:
            try_from(number + 1)
        left[a] += 1
        left[b] += 1

    if all(needs[node] <= left[node] for node in nodes):
        try_from(0)
    return found


def _walks(level: Level, chosen: Graph) -> dict[Cell, list[Node]]:
    ways: defaultdict[Node, list[Node]] = defaultdict(list)
    for a, b in chosen.values():
        ways[a].append(b)
        ways[b].append(a)
    walks = {}
    for cell in level.endpoints:
        walk: list[Node] = [(*cell, "")]
        while onward := [near for near in ways[walk[-1]] if near not in walk]:
            walk.append(onward[0])
        walks[cell] = walk
    return walks


def _connects(level: Level, chosen: Graph, count: int) -> bool:
    covered: set[Node] = set()
    for cell, walk in _walks(level, chosen).items():
        end = walk[-1][:2]
        if end == cell or level.endpoints.get(end) != level.endpoints[cell]:
            return False
        covered.update(walk)
    return len(covered) == count


def label_of(level: Level, edges: frozenset[Edge]) -> dict[Cell, str]:
    """The label of the path that covers each cell in a solution, of those without bridges."""
    graph = graph_of(level)
    walks = _walks(level, {edge: graph[edge] for edge in edges})
    return {node[:2]: level.endpoints[cell] for cell, walk in walks.items() for node in walk}


def is_touching(level: Level, edges: frozenset[Edge]) -> bool:
    """Whether a path runs beside itself somewhere."""
    graph = graph_of(level)
    walks = _walks(level, {edge: graph[edge] for edge in edges})
    color = {node: level.endpoints[cell] for cell, walk in walks.items() for node in walk}
    return any(color[a] == color[b] for edge, (a, b) in graph.items() if edge not in edges)


def random_level(rng: random.Random, most_nodes: int = 18) -> Level:
    """A tiny level with bridges and warps, or of hexagons, and with holes and walls.

    Most are made from random paths and have a solution; of others an endpoint was moved.
    """
    while True:
        level = _random_board(rng)
        if not 3 <= len(nodes_of(level)) <= most_nodes:
            continue
        graph = graph_of(level)
        for _ in range(20):  # until they lead over all bridges
            made = _with_paths(rng, level, graph)
            if made.endpoints and solutions(made):
                break
        level = made
        if not level.endpoints:
            continue
        others = [cell for *cell, way in nodes_of(level) if not way]
        empty = sorted({(x, y) for x, y in others} - set(level.endpoints))
        if rng.random() < 0.3 and empty:
            ends = dict(level.endpoints)
            ends[rng.choice(empty)] = ends.pop(rng.choice(sorted(ends)))
            level = replace(level, endpoints=ends)
        return level


def _random_board(rng: random.Random) -> Level:
    width, height = rng.choice((2, 3, 3, 4, 5)), rng.choice((2, 3, 3, 4))
    cells = [(x, y) for x in range(width) for y in range(height)]
    holes = frozenset(rng.sample(cells, rng.choice((0, 0, 0, 1, 2))))
    if rng.random() < 0.4:
        shape = Shape("hex")
    else:
        inner = [(x, y) for x, y in cells if 0 < x < width - 1 and 0 < y < height - 1]
        places = sorted(set(inner if rng.random() < 0.9 else cells) - holes)
        bridges = frozenset(rng.sample(places, min(len(places), rng.choice((0, 1, 1, 2)))))
        rows = frozenset(y for y in range(height) if rng.random() < rng.choice((0, 0.5, 1)))
        columns = frozenset(x for x in range(width) if rng.random() < rng.choice((0, 0.5, 1)))
        shape = Shape("square", bridges, rows, columns)
    return Level(width, height, holes=holes, shape=shape)


def _with_paths(rng: random.Random, board: Level, graph: Graph) -> Level:
    """The board with endpoints of random paths, and holes where they do not lead."""
    ways: defaultdict[Node, list[tuple[Node, Edge]]] = defaultdict(list)
    for edge, (a, b) in graph.items():
        ways[a].append((b, edge))
        ways[b].append((a, edge))
    left = set(nodes_of(board))
    endpoints: dict[Cell, str] = {}
    walked: set[Edge] = set()
    for label in LABELS[: rng.randint(1, 4)]:
        starts = sorted(node for node in left if not node[2])
        if not starts:
            break
        path, steps = [rng.choice(starts)], list[Edge]()
        left.remove(path[0])
        while onward := sorted(way for way in ways[path[-1]] if way[0] in left):
            if not path[-1][2] and rng.random() < 0.1:
                break
            node, edge = rng.choice(onward)
            path.append(node)
            steps.append(edge)
            left.remove(node)
        if len(path) > 1 and not path[-1][2]:
            endpoints[path[0][:2]] = endpoints[path[-1][:2]] = label
            walked.update(steps)
        else:
            left.update(path)
    holes = board.holes | {node[:2] for node in sorted(left) if rng.random() < 0.9 and not node[2]}
    places = sorted(edge for edge in graph if edge not in walked and holes.isdisjoint(edge))
    walls = frozenset(rng.sample(places, min(len(places), rng.choice((0, 0, 1, 2)))))
    return replace(board, endpoints=endpoints, holes=holes, walls=walls)


def words_of(level: Level) -> str:
    """What makes a level, for messages of failed tests."""
    return repr(
        (level.width, level.height, dict(level.endpoints), level.holes, level.walls, level.shape)
    )
