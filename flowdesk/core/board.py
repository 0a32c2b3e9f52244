"""Board: which cells a puzzle has, who is whose neighbour through which side, and their numbers.

A *node* is what exactly one path goes through: a cell, or one of the two ways over a bridge, across
and down. Nodes and links are numbered in reading order; of each cell the link to the right comes
before the one down. Searches keep what they know by these numbers.

A link is named by the two cells that it joins, also where a warp leads from one border to the
other. So a warp in a row of two cells adds nothing: they are neighbours anyway. A path is told by
its cells: from which side it enters a bridge, tells which way it takes over it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, combinations, count, filterfalse, pairwise, repeat
from operator import itemgetter

from flowdesk.core.grid import Cell, Edge, Padded, cells_of, connected, edge_between, edge_joining
from flowdesk.core.shape import PLAIN, Geometry, Shape, geometry_of


@dataclass(frozen=True)
class Board:
    """A rectangle of cells without its `holes`; neighbours are linked unless there is a wall.

    Its `shape` says whether cells are squares or hexagons, and where bridges and warps are. Made by
    `board_of`. What is asked for the first time is computed then, and kept.
    """

    width: int
    height: int
    holes: frozenset[Cell]
    walls: frozenset[Edge]
    shape: Shape = PLAIN

    def __reduce__(self) -> tuple[object, ...]:
        """Send other processes what the board is made of, not what it has computed."""
        return board_of, (self.width, self.height, self.holes, self.walls, self.shape)

    @cached_property
    def _unbridged(self) -> Board:
        """The board without bridges, whose cells and links are the same, and kept."""
        return board_of(self.width, self.height, self.holes, self.walls, self.shape.unbridged)

    @cached_property
    def rows(self) -> list[list[Cell]]:
        """The squares, cells and holes, row by row."""
        return [list(zip(range(self.width), repeat(y))) for y in range(self.height)]

    @cached_property
    def squares(self) -> tuple[Cell, ...]:
        """The squares in reading order."""
        return tuple(chain(*self.rows))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells, in reading order."""
        if self.shape.bridges:
            return self._unbridged.cells
        return tuple(filterfalse(self.holes.__contains__, self.squares))

    @cached_property
    def edge_rows(self) -> tuple[list[list[Edge]], list[list[Edge]]]:
        """All sides of the squares, row by row: the vertical ones, then the horizontal ones."""
        rows = self.corners.rows
        vertical = [list(map(edge_joining, row, below)) for row, below in pairwise(rows)]
        return vertical, [list(map(edge_joining, row, row[1:])) for row in rows]

    @cached_property
    def sweeps(self) -> tuple[list[list[Cell]], ...]:
        """The lines of the rectangle in the ways to sweep it: from the top, bottom, left, right."""
        columns = [list(column) for column in zip(*self.rows, strict=True)]
        return self.rows, self.rows[::-1], columns, columns[::-1]

    @cached_property
    def border(self) -> list[Cell]:
        """The places round the border, clockwise; none if there is a single row or column."""
        if 1 in (self.width, self.height):
            return []
        top, bottom, left, right = (lines[0] for lines in self.sweeps)
        return [*top[:-1], *right[:-1], *bottom[:0:-1], *left[:0:-1]]

    @cached_property
    def outside(self) -> frozenset[Cell]:
        """The holes round a board of hexagons, whose rectangle only counts its cells; else none."""
        if self.shape.cells != "hex":
            return frozenset()
        on_border, beside, sides = set(self.border), self.geometry.beside, self.shape.sides
        parts = connected(self.holes, lambda hole: (beside(hole, side) for side in sides))
        return frozenset(chain(*(part for part in parts if not on_border.isdisjoint(part))))

    @cached_property
    def nodes(self) -> tuple[Cell, ...]:
        """The cell of each node, in reading order; a bridge has two: across, then down."""
        twice = self.shape.bridges - self.holes
        return tuple(sorted((*self.cells, *twice), key=itemgetter(1, 0))) if twice else self.cells

    @cached_property
    def places(self) -> list[tuple[int | str, ...]]:
        """What to call each node: its cell; the way down under a bridge is ``(x, y, "down")``."""
        places: list[tuple[int | str, ...]] = list(self.nodes)
        for node in self._under:
            places[node] = (*self.nodes[node], "down")
        return places

    @cached_property
    def number(self) -> dict[Cell, int]:
        """The number of each cell's node; of a bridge, that of the way across."""
        nodes = self.nodes
        return dict(zip(reversed(nodes), reversed(range(len(nodes))), strict=True))

    @cached_property
    def _under(self) -> list[int]:
        """The nodes that are ways down under bridges: each is behind the way across."""
        return [self.number[cell] + 1 for cell in self.shape.bridges if cell not in self.holes]

    @cached_property
    def links(self) -> tuple[Edge, ...]:
        """The edges that a path can step across."""
        if self.shape.bridges:
            return self._unbridged.links
        edges, holes, walls = self._joined, self.holes, self.walls
        if not (holes or walls):
            return tuple(edges)
        found = [e for e in edges if e[0] not in holes and e[1] not in holes and e not in walls]
        return tuple(found)

    @cached_property
    def _joined(self) -> dict[Edge, str]:
        """The links that there are without holes and walls, with the sides of their two cells."""
        return _joined(self.width, self.height, self.shape.unbridged)

    @cached_property
    def link(self) -> dict[Edge, int]:
        """The number of each link."""
        if self.shape.bridges:
            return self._unbridged.link
        return dict(zip(self.links, count()))

    @cached_property
    def _steps(self) -> frozenset[tuple[Cell, Cell]]:
        """The two cells of each link, in both orders."""
        if self.shape.bridges:
            return self._unbridged._steps
        return frozenset(self.links).union(map(itemgetter(1, 0), self.links))

    @cached_property
    def ends(self) -> list[tuple[int, int]]:
        """The two nodes of each link."""
        number, links = self.number.__getitem__, self.links
        ends = list(zip(*(map(number, map(itemgetter(end), links)) for end in (0, 1)), strict=True))
        for node in self._under:
            cell = self.nodes[node]
            for near in filter(None, (self.beside(cell, side) for side in "tb")):
                link = self.link.get(edge_between(cell, near))
                if link is not None and self._joined[links[link]][0] in "tb":
                    a, b = ends[link]
                    ends[link] = (node, b) if links[link][0] == cell else (a, node)
        return ends

    @cached_property
    def ways(self) -> list[list[tuple[int, int]]]:
        """The links of each node, each with the node across it: above, left, right, below."""
        return [[(link, near) for near, link in across.items()] for across in self.link_to]

    @cached_property
    def link_to(self) -> list[dict[int, int]]:
        """By node the link to each node that a path can step to, in the order of the `ways`."""
        found: list[dict[int, int]] = [{} for _ in self.nodes]
        for link, (a, b) in enumerate(self.ends):
            found[a][b] = found[b][a] = link
        return found

    @cached_property
    def way_sides(self) -> list[list[str]]:
        """The side of the cell at which each of the `ways` of a node begins."""
        sides: list[list[str]] = [[] for _ in self.nodes]
        for (a, b), edge in zip(self.ends, self.links, strict=True):
            letters = self._joined[edge]
            sides[a].append(letters[0])
            sides[b].append(letters[1])
        return sides

    @property
    def geometry(self) -> Geometry:
        """Where its cells are."""
        return geometry_of(self.shape)

    @property
    def is_plain(self) -> bool:
        """Whether the cells are squares, without bridges and warps: then rows can be swept."""
        return self.shape.is_plain

    @cached_property
    def is_bipartite(self) -> bool:
        """Whether each link leads from a light cell of a checkerboard to a dark one."""
        return self.is_plain or all((sum(a) + sum(b)) % 2 for a, b in self.links)

    @cached_property
    def corners(self) -> Board:
        """The corners of all cells of the rectangle: a board whose links are the `edges` here."""
        return Board(self.width + 1, self.height + 1, frozenset(), frozenset())

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """All sides of the cells of the rectangle, in the order of the links of the `corners`."""
        return tuple(edge_joining(a, b) for a, b in self.corners.links)

    @cached_property
    def edge_set(self) -> frozenset[Edge]:
        """The `edges`, to ask whether one is among them."""
        return frozenset(self.edges)

    @cached_property
    def padded(self) -> Padded:
        """The rectangle with a ring of places round it."""
        return Padded(self.width, self.height)

    @cached_property
    def near(self) -> Callable[[Cell], tuple[Cell, ...]]:
        """Tell the cells that a path can step to from a cell, in the order of the `ways`."""
        nodes = self.nodes
        beside = [tuple([nodes[near] for near in across]) for across in self.link_to]
        found = dict(zip(nodes, beside, strict=True))
        for node in self._under:
            found[nodes[node]] = beside[node - 1] + beside[node]
        return found.__getitem__

    @cached_property
    def sides(self) -> Callable[[Cell], dict[str, Cell]]:
        """Tell the cells that a path can step to by their sides, in the order of the shape's."""
        found: dict[Cell, dict[str, Cell]] = {cell: {} for cell in self.cells}
        for node, cell in enumerate(self.nodes):
            for side, (_, near) in zip(self.way_sides[node], self.ways[node], strict=True):
                found[cell][side] = self.nodes[near]
        order = self.shape.sides.index
        ordered = {c: {s: near[s] for s in sorted(near, key=order)} for c, near in found.items()}
        return ordered.__getitem__

    def side(self, a: Cell, b: Cell) -> str:
        """Return the side of a cell at which a neighbour lies, whatever holes and walls."""
        return self._joined[edge_between(a, b)][a > b]

    def beside(self, cell: Cell, side: str) -> Cell | None:
        """Return the cell at a side of another one, hole or not; None at the border."""
        return self.shape.beside(cell, side, self.width, self.height)

    def distance(self, a: Cell, b: Cell) -> int:
        """Return the number of steps between two cells if nothing is in the way."""
        return self.shape.distance(a, b, self.width, self.height)

    def edge_at(self, cell: Cell, side: str) -> Edge:
        """Return the edge at a side of a cell; at the border it leads off the board."""
        return edge_between(cell, self.wrapped(self.geometry.beside(cell, side)))

    def wrapped(self, cell: Cell) -> Cell:
        """Return where a place beside the board is on it, if a warp leads there."""
        return self.shape.wrapped(cell, self.width, self.height)

    def line(self, a: Cell, b: Cell) -> list[Cell]:
        """Return the cells from `a` (exclusive) to `b`, each beside the last.

        The line is straight unless a warp joins both. A place beside the board is led back by one.
        """
        joined = self.shape.sides_between(self.wrapped(a), self.wrapped(b), self.width, self.height)
        return [self.wrapped(cell) for cell in ([b] if joined else self.shape.line(a, b))]

    def walk(self, path: Sequence[Cell]) -> list[int]:
        """Return the nodes of a path of cells, as far as its steps are links between them.

        A single cell is its own node; a bridge is entered and left at opposite sides.
        """
        if len(path) < 2:
            return [self.number[cell] for cell in path if cell in self.number]
        if self.shape.bridges.isdisjoint(path) and self._steps.issuperset(pairwise(path)):
            return list(map(self.number.__getitem__, path))  # at once: nearly all paths are so
        nodes: list[int] = []
        for a, b in pairwise(path):
            link = self.link.get(edge_between(a, b))
            if link is None:
                break
            here, there = self.ends[link][:: 1 if a < b else -1]
            if nodes and nodes[-1] != here:
                break
            nodes += [there] if nodes else [here, there]
        return nodes or self.walk(path[:1])

    def goes_on(self, before: Cell | None, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells to which a path can step that has come from `before`, if from any."""
        if cell not in self.shape.bridges or before is None:
            return self.near(cell)
        nodes = self.walk((before, cell))
        return tuple(self.nodes[near] for _, near in self.ways[nodes[-1]])

    @cached_property
    def triangles(self) -> list[tuple[int, int, int]]:
        """The links of each three nodes that are linked with each other, the first one smallest."""
        return [
            (near[a], near[b], self.link_to[a][b])
            for node, near in enumerate(self.link_to)
            for a, b in combinations([other for other in near if other > node], 2)
            if b in self.link_to[a]
        ]

    @cached_property
    def blocks(self) -> list[tuple[int, int, int, int]]:
        """The links of each ring of four nodes, such as a 2x2 block: top, left, right, bottom."""
        return [
            (near[a], near[b], right, self.link_to[b][far])
            for node, near in enumerate(self.link_to)
            for a, b in combinations([other for other in near if other > node], 2)
            for far, right in self.link_to[a].items()
            if far > node and far in self.link_to[b]
        ]

    @cached_property
    def bits(self) -> list[int]:
        """Each node as a bit: sets of nodes are integers, in which rows are `width` bits long.

        The ways down under bridges are behind all others.
        """
        places = [x + y * self.width for x, y in self.nodes]
        for node in self._under:
            places[node] += self.width * self.height
        return [1 << place for place in places]

    @cached_property
    def _distances(self) -> list[int]:
        length = [bit.bit_length() for bit in self.bits]
        return [abs(length[b] - length[a]) for a, b in self.ends]

    @cached_property
    def shifts(self) -> list[int]:
        """How many bits apart linked nodes can be: to the right, down, and others."""
        usual = [1, self.width]
        return usual + [each for each in dict.fromkeys(self._distances) if each not in usual]

    @cached_property
    def groups(self) -> list[int]:
        """By link, which of the `shifts` leads from its first bit to the other."""
        place = {shift: group for group, shift in enumerate(self.shifts)}
        return [place[distance] for distance in self._distances]

    @cached_property
    def firsts(self) -> list[int]:
        """By link the smaller bit of its two nodes."""
        return [min(self.bits[a], self.bits[b]) for a, b in self.ends]

    @cached_property
    def open(self) -> tuple[int, ...]:
        """By shift the nodes that are linked with the one so many bits on, as bits."""
        found = [0] * len(self.shifts)
        for group, first in zip(self.groups, self.firsts, strict=True):
            found[group] |= first
        return tuple(found)

    def flood(self, start: int, within: int, open: Sequence[int], enough: int = -1) -> int:
        """Return the nodes of `within` that are connected to `start`, at least until `enough` are.

        All are bits; `open` are the nodes from which the ways are open, by shift, as above.
        """
        part, ways = start, list(zip(self.shifts, open, strict=True))
        while enough & ~part:
            grown = part
            for shift, mask in ways:
                grown |= ((grown & mask) << shift | grown >> shift & mask) & within
            if grown == part:
                break
            part = grown
        return part

    @cached_property
    def regions(self) -> list[set[int]]:
        """The connected parts of all nodes, in order of their first ones."""
        return self.parts(self.cells)

    def parts(self, cells: Iterable[Cell]) -> list[set[int]]:
        """Return the connected parts of the nodes of some cells, in order of their first ones.

        Over a bridge only those are connected that face each other.
        """
        inside = {self.number[cell] for cell in cells}
        inside.update([node for node in self._under if node - 1 in inside])
        return list(map(set, connected(sorted(inside), self.link_to.__getitem__)))


@lru_cache(maxsize=4)
def _joined(width: int, height: int, shape: Shape) -> dict[Edge, str]:
    """Return the links of a whole rectangle, of two between the same cells the first one."""
    found: dict[Edge, str] = {}
    steps = [
        [(side + shape.opposite[side], *shape.step((x, 0), side)) for side in shape.onward]
        for x in (0, 1)
    ]
    for cell in cells_of(width, height):
        x, y = cell
        for sides, right, down in steps[x % 2]:
            if x + right < width and 0 <= y + down < height:
                found[cell, (x + right, y + down)] = sides
            elif (near := shape.beside(cell, sides[0], width, height)) and near != cell:
                found.setdefault((near, cell), sides[::-1])
    return found


def board_of(
    width: int,
    height: int,
    holes: frozenset[Cell] = frozenset(),
    walls: frozenset[Edge] = frozenset(),
    shape: Shape = PLAIN,
) -> Board:
    """Return a board, from the cache if possible."""
    return _made(width, height, holes, walls, shape)


#: Few: all that is known of a board of 50x50 takes 2 MB.
_made = lru_cache(maxsize=4)(Board)
