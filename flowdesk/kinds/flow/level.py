"""Level: the puzzle itself; Solution: a path for each colour; what is wrong with either.

Cells are ``(x, y)``, zero-based, y downwards; walls are edges (see `flowdesk.core.grid`), one on a
warp the pair of cells that it joins. Invariants: everything is on the board, no endpoint is in a
hole or on a bridge, and a wall, or a locked edge, has a cell on either side. Nothing else is
required: whatever a person can draw is a level, and `findings` returns what is wrong with it.

An author may also draw paths: a drawn path begins at an endpoint of its colour, meets no other
path but on a bridge, and ends at the partner or, unfinished, in an empty cell.

The checker, `mistakes`, uses nothing of the solvers and of the encoding.

INVALID findings mean that the level is not complete. IMPOSSIBLE ones are proofs that a complete
level has no solution, by simple arguments that a person can follow; without one there may still
be no solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from itertools import combinations, pairwise, starmap
from typing import ClassVar

from flowdesk.core import puzzle
from flowdesk.core.board import Board, board_of
from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import STEPS, Cell, Edge, balance, by_row, cell_name, cells_of, edge_between
from flowdesk.core.puzzle import Lock, Puzzle
from flowdesk.core.shape import PLAIN, Shape
from flowdesk.core.text import counted
from flowdesk.kinds.flow.colors import color_name, standard_color
from flowdesk.kinds.sameness import Pattern

#: Why a level cannot have a size, as a sentence: a path has at least two cells.
size_problem = partial(puzzle.size_problem, fewest=2)


@dataclass(frozen=True)
class Level(Puzzle):
    """A Flow level: size, endpoints, holes, walls, shape, and notes such as its title.

    `endpoints` maps cells to the labels of their colours; `colors` holds only the colours
    (``#rrggbb``) that differ from the usual ones; `drawn` the paths that the author has drawn, by
    label. Unless `touching`, no path may run beside itself; `about` then has an entry for that, as
    files do.
    """

    kind: ClassVar[str] = "flow"
    made_of: ClassVar[tuple[str, ...]] = ("endpoints", "holes", "walls", "touching", "shape")

    endpoints: Mapping[Cell, str] = field(default_factory=dict)
    holes: frozenset[Cell] = frozenset()
    walls: frozenset[Edge] = frozenset()
    colors: Mapping[str, str] = field(default_factory=dict)
    drawn: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    touching: bool = True
    shape: Shape = PLAIN

    def __post_init__(self) -> None:
        """Keep `about` in step with `touching`; raise ValueError where an invariant is broken."""
        if self.touching == forbids_touching(self.about):
            others = {name: text for name, text in self.about.items() if name != "touching"}
            about = others if self.touching else {**self.about, "touching": "forbidden"}
            object.__setattr__(self, "about", about)
        if problem := size_problem(self.width, self.height):
            raise ValueError(problem)
        for cell in self.endpoints:
            if not self.may_end_at(cell):
                where = "on a bridge" if cell in self.shape.bridges else "not on a cell"
                raise ValueError(f"The endpoint at {cell_name(cell)} is {where}.")
        for cell in self.holes:
            if not self.on_board(cell):
                raise ValueError(f"The hole at {cell_name(cell)} is off the board.")
        for cell in self.shape.bridges:
            if not self.is_cell(cell):
                raise ValueError(f"The bridge at {cell_name(cell)} is not on a cell.")
        for a, b in self.walls:
            if not (self.is_cell(a) and self.is_cell(b) and self.sides_between(a, b) and a < b):
                raise ValueError(f"The wall from {cell_name(a)} to {cell_name(b)} is not an edge.")
        super().__post_init__()
        covered: set[int] = set()
        for label, path in self.drawn.items():
            nodes = self._held(label, path)
            if not nodes or not covered.isdisjoint(nodes):
                raise ValueError(f"This board cannot hold the drawn path labelled {label}.")
            covered.update(nodes)

    def is_cell(self, cell: Cell) -> bool:
        """Whether a cell is on the board and no hole."""
        return self.on_board(cell) and cell not in self.holes

    def may_end_at(self, cell: Cell) -> bool:
        """Whether a cell can hold an endpoint: a hole or a bridge cannot."""
        return self.is_cell(cell) and cell not in self.shape.bridges

    @property
    def lockable(self) -> frozenset[Lock]:
        """What can be locked: each cell, hole or not, and each edge on which a wall could be."""
        return _lockable(self.width, self.height, self.holes, self.shape)

    @property
    def board(self) -> Board:
        """The cells to cover, and where paths can step from each, whatever the colours."""
        return board_of(self.width, self.height, self.holes, self.walls, self.shape)

    def sides_between(self, a: Cell, b: Cell) -> str:
        """Return the sides of a cell at which another one lies, whatever holes and walls."""
        return self.shape.sides_between(a, b, self.width, self.height)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell to cover, in reading order."""
        return self.board.cells

    @property
    def to_cover(self) -> int:
        """How many cells the paths have to cover; a bridge counts twice."""
        return self.width * self.height - len(self.holes) + len(self.shape.bridges)

    @cached_property
    def pairs(self) -> dict[str, tuple[Cell, ...]]:
        """Return the endpoints of each colour, in reading order; a finished colour has two."""
        found: dict[str, list[Cell]] = {}
        for cell in by_row(self.endpoints):
            found.setdefault(self.endpoints[cell], []).append(cell)
        return {label: tuple(cells) for label, cells in found.items()}

    def can_hold(self, label: str, path: tuple[Cell, ...]) -> bool:
        """Whether a path of this label, finished or not, fits the endpoints, holes and walls."""
        return bool(self._held(label, path))

    def _held(self, label: str, path: tuple[Cell, ...]) -> Sequence[int]:
        """Return the nodes of such a path if it fits, else none."""
        board = board_of(self.width, self.height, shape=self.shape)  # stays when holes are made
        nodes = board.walk(path)
        fits = (
            len(set(nodes)) == len(path) > 0
            and self.holes.isdisjoint(path)
            and not (self.walls and self.walls & set(starmap(edge_between, pairwise(path))))
            and self.endpoints.get(path[0]) == label
            and self.endpoints.keys().isdisjoint(path[1:-1])
            and self.endpoints.get(path[-1], label) == label
        )
        return nodes if fits else ()

    def color(self, label: str) -> str:
        return self.colors.get(label) or standard_color(label)

    @property
    def key_parts(self) -> tuple[object, ...]:
        ends, holes, walls = sorted(self.endpoints.items()), sorted(self.holes), sorted(self.walls)
        parts = self.width, self.height, ends, holes, walls, not self.touching
        return parts if self.shape == PLAIN else (*parts, self.shape.key)


@lru_cache(maxsize=8)
def _lockable(width: int, height: int, holes: frozenset[Cell], shape: Shape) -> frozenset[Lock]:
    bare = board_of(width, height, holes, shape=shape)
    return frozenset([*cells_of(width, height), *bare.links])


def strict(level: Level) -> Level:
    """Return the same level by the rule that no path touches itself."""
    return replace(level, touching=False)


def forbids_touching(about: Mapping[str, str]) -> bool:
    """Whether the notes of a file forbid paths to run beside themselves."""
    return about.get("touching") == "forbidden"


def own_colors(colors: Mapping[str, str]) -> dict[str, str]:
    """Return the colours of labels that differ from the usual ones."""
    return {label: color for label, color in colors.items() if color != standard_color(label)}


def size_text(level: Level) -> str:
    """Return the size of a level in a few words: ``7 × 7, 6 colours, 1 hole``.

    Hexagons are counted, because few boards of them are rectangles.
    """
    shape, text = level.shape, f"{level.width} × {level.height}"
    parts = [counted(len(level.cells), "hexagon") if shape.cells == "hex" else text]
    parts.append(counted(len(level.pairs), "colour"))
    holes = level.holes - level.board.outside
    bridges, warps = shape.bridges, (*shape.rows, *shape.columns)
    for things, name in ((holes, "hole"), (bridges, "bridge"), (warps, "warp")):
        if things:
            parts.append(counted(len(things), name))
    return ", ".join(parts)


def pattern(level: Level) -> Pattern:
    """Return what makes a level; labels only tell which endpoints belong together.

    A warp is a mark beyond the border at both its ends, unless a wall closes it. What is said of
    hexagons is which there are, for boards with other holes round them are the same.
    """
    shape, holes, bridges = level.shape, level.holes, level.shape.bridges
    kinds = [("bridge", bridges), ("hole", holes) if shape.can_cross else ("cell", level.cells)]
    marks = {_point(shape, cell): kind for kind, cells in kinds for cell in cells}
    for wall in level.walls:
        if not shape.is_warped(*wall):
            (a, b), (c, d) = map(shape.flat, wall)
            marks[a + c, b + d] = "wall"
    for side, (a, b), (c, d) in shape.warps(level.width, level.height):
        across, down = STEPS[side]
        if ((a, b), (c, d)) not in level.walls:
            marks[2 * a + across, 2 * b + down] = marks[2 * c - across, 2 * d - down] = "warp"
    endpoints = {_point(shape, cell): label for cell, label in level.endpoints.items()}
    rule = "flow" if level.touching else "flow without touching"
    return Pattern(level.width, level.height, marks, endpoints, rule, shape.cells)


def _point(shape: Shape, cell: Cell) -> Cell:
    x, y = shape.flat(cell)
    return 2 * x, 2 * y


@dataclass(frozen=True)
class Solution:
    """The path of each colour, as its cells from one endpoint to the other."""

    paths: Mapping[str, tuple[Cell, ...]]

    @property
    def edges(self) -> frozenset[Edge]:
        """Return every step of every path."""
        paths = self.paths.values()
        return frozenset(edge_between(a, b) for path in paths for a, b in pairwise(path))

    @property
    def label_of(self) -> dict[Cell, str]:
        return {cell: label for label, path in self.paths.items() for cell in path}


def touches(level: Level, solution: Solution) -> list[Edge]:
    """Return the edges between neighbouring cells of one path without a step between them.

    Cells with a wall between them are not neighbours, and neither are the two ways over a bridge.
    """
    found, board = [], level.board
    for path in solution.paths.values():
        place = {node: number for number, node in enumerate(board.walk(path))}
        for node, number in place.items():
            for link, other in board.ways[node]:
                if node < other and abs(place.get(other, number) - number) > 1:
                    found.append(board.links[link])
    return found


def mistakes(level: Level, solution: Solution) -> list[Finding]:
    """Return everything that keeps `solution` from solving `level`; empty if it does."""
    found: list[Finding] = []

    def add(rule: str, message: str, *cells: Cell) -> None:
        found.append(Finding(rule, message, by_row(cells), Severity.INVALID))

    for label, path in solution.paths.items():
        ends, name = sorted(level.pairs.get(label, ())), color_name(level, label)
        if len(path) < 2 or sorted((path[0], path[-1])) != ends:
            add("ends", f"The path of {name} does not connect its two endpoints.", *path)
        for cell in path[1:-1]:
            if cell in level.endpoints:
                add("through-endpoint", f"The path of {name} passes through an endpoint.", cell)
        for a, b in pairwise(path):
            if not (level.on_board(a) and level.on_board(b)):
                continue  # told below
            if not level.sides_between(a, b):
                add("step", f"The path of {name} jumps: these cells are not neighbours.", a, b)
            elif edge_between(a, b) in level.walls:
                add("wall", f"The path of {name} passes through a wall.", a, b)
        for before, cell, after in zip(path, path[1:], path[2:], strict=False):
            if cell in level.shape.bridges and not _goes_straight(level, before, cell, after):
                add("bridge", f"The path of {name} turns on a bridge.", cell)
    for label in level.pairs:
        if label not in solution.paths:
            add("missing", f"There is no path for {color_name(level, label)}.", *level.pairs[label])
    covered = Counter(place for path in solution.paths.values() for place in _places(level, path))
    for (cell, _), times in covered.items():
        if not level.is_cell(cell):
            add("off-board", "A path leaves the board or enters a hole.", cell)
        elif times > 1:
            add("crossing", "Two paths meet in this cell.", cell)
    for cell in level.cells:
        ways = ("across", "down") if cell in level.shape.bridges else ("",)
        for way in ways:
            if (cell, way) not in covered:
                over = f" {way} over this bridge" if way else " covers this cell"
                add("uncovered", f"No path{' leads' if way else ''}{over}.", cell)
    return found


def _goes_straight(level: Level, before: Cell, cell: Cell, after: Cell) -> bool:
    """Whether a path leaves a cell at the side opposite to where it came in."""
    comes, goes = level.sides_between(cell, before), level.sides_between(cell, after)
    return any(level.shape.opposite[side] in goes for side in comes)


def _places(level: Level, path: Sequence[Cell]) -> Iterator[tuple[Cell, str]]:
    """Yield the cells of a path, each with the way that it takes over a bridge."""
    for number, cell in enumerate(path):
        way = ""
        if cell in level.shape.bridges:
            beside = path[number - 1] if number else path[-1]
            way = "down" if set("tb") & set(level.sides_between(cell, beside)) else "across"
        yield cell, way


def findings(level: Level) -> list[Finding]:
    """Return everything that is wrong with a level, as far as that shows without a search."""
    return incomplete(level) or impossible(level)


def incomplete(level: Level) -> list[Finding]:
    """Return what is missing until every colour has two endpoints."""
    if not level.endpoints:
        message = "There are no endpoints yet: place two of each colour."
        return [Finding("no-endpoints", message, (), Severity.INVALID)]
    found = []
    for label, cells in level.pairs.items():
        if len(cells) != 2:
            endpoints = "one endpoint" if len(cells) == 1 else f"{len(cells)} endpoints"
            message = f"{color_name(level, label)} has {endpoints} and needs two."
            found.append(Finding("endpoint-count", message, cells, Severity.INVALID))
    return found


def impossible(level: Level) -> list[Finding]:
    """Return simple proofs that a complete level has no solution."""
    return [
        *_blocked_cells(level),
        *_blocked_regions(level),
        *_crossings(level),
        *_parity(level),
    ]


def _finding(rule: str, message: str, cells: Iterable[Cell]) -> Finding:
    return Finding(rule, message, by_row(cells), Severity.IMPOSSIBLE)


def _blocked_cells(level: Level) -> Iterator[Finding]:
    """Find endpoints without an exit, and cells that a path can enter but not leave."""
    board = level.board
    for node, cell in enumerate(board.nodes):
        near = board.link_to[node]
        label = level.endpoints.get(cell)
        if label is not None:
            others = map(board.nodes.__getitem__, near)
            if not any(level.endpoints.get(other, label) == label for other in others):
                name = color_name(level, label)
                message = f"{name} is walled in: no path can leave this endpoint."
                yield _finding("walled-in", message, [cell])
        elif len(near) < 2 and cell in level.shape.bridges:
            way = "across" if node == board.number[cell] else "down"
            message = f"No path can lead {way} over this bridge: it needs a way on at both sides."
            yield _finding("bridge", message, [cell])
        elif len(near) < 2:
            ways = "one way in and none out" if near else "no way in"
            yield _finding("dead-end", f"A dead end: this cell has {ways}.", [cell])


def _blocked_regions(level: Level) -> Iterator[Finding]:
    """Find parts of the board that no colour can fill, and colours that no part connects.

    A path cannot pass through an endpoint, so all of it between its own endpoints is in one region
    of empty cells, which borders on both.
    """
    empty = [cell for cell in level.cells if cell not in level.endpoints]
    board = level.board
    regions = board.parts(empty)
    region_of = {node: number for number, region in enumerate(regions) for node in region}
    regions_beside = {
        cell: {region_of[near] for near in board.link_to[board.number[cell]] if near in region_of}
        for cell in level.endpoints
    }
    filled: set[int] = set()
    for label, (a, b) in level.pairs.items():
        common = regions_beside[a] & regions_beside[b]
        filled |= common
        walled_in = not regions_beside[a] or not regions_beside[b]  # found by _blocked_cells
        if not common and not walled_in and b not in board.near(a):
            message = f"The endpoints of {color_name(level, label)} are cut off from each other."
            yield _finding("cut-off", message, [a, b])
    for number, region in enumerate(regions):
        dead_end = len(region) == 1 and len(board.ways[next(iter(region))]) < 2
        if number not in filled and not dead_end:  # found by _blocked_cells
            message = "This part of the board is cut off: no colour has both endpoints beside it."
            yield _finding("cut-off", message, {board.nodes[node] for node in region})


def _crossings(level: Level) -> Iterator[Finding]:
    """Find colours that must cross, because their endpoints alternate round the border."""
    if not level.board.shape.is_planar:
        return
    border = level.board.border  # of a single row, none: found by _blocked_regions
    place = {cell: number for number, cell in enumerate(border) if cell in level.endpoints}
    spans = [
        (label, min(place[a], place[b]), max(place[a], place[b]))
        for label, (a, b) in level.pairs.items()
        if a in place and b in place
    ]
    for (first, a, b), (second, c, d) in combinations(spans, 2):
        if a < c < b < d or c < a < d < b:
            both = f"{color_name(level, first)} and {color_name(level, second)}"
            message = f"{both} must cross: their endpoints alternate round the border."
            yield _finding("crossing", message, [*level.pairs[first], *level.pairs[second]])


def _parity(level: Level) -> Iterator[Finding]:
    """Find parts with more light or dark squares of a checkerboard than paths can cover.

    A path alternates between light and dark squares: it covers as many of one as of the other,
    or one more if both its endpoints are on that colour.
    """
    board = level.board
    if not board.is_bipartite:
        return
    for nodes in board.regions:
        part = {board.nodes[node] for node in nodes}
        ends = [(a in part, b in part) for a, b in level.pairs.values()]
        if (True, True) not in ends or any(a != b for a, b in ends):
            continue  # nothing can fill it: found by _blocked_regions
        if surplus := _surplus(level, nodes):
            where = "The board" if len(board.regions) == 1 else "This part of the board"
            squares = "square" if abs(surplus) == 1 else "squares"
            message = (
                f"{where}, coloured like a checkerboard, has {abs(surplus)} "
                f"{'light' if surplus > 0 else 'dark'} {squares} more than paths between these "
                "endpoints can cover."
            )
            yield _finding("parity", message, part)


def _surplus(level: Level, part: Collection[int]) -> int:
    """Return how many more light than dark nodes of a part are left over by its paths."""
    nodes, number = level.board.nodes, level.board.number
    inside = (pair for pair in level.pairs.values() if number[pair[0]] in part)
    return balance(nodes[node] for node in part) - sum(map(balance, inside)) // 2


def marked_cells(level: Level, finding: Finding) -> tuple[Cell, ...]:
    """Return the cells that show a finding: of too many squares of a colour, those."""
    if finding.rule != "parity":
        return finding.cells
    end = next(level.board.number[cell] for cell in finding.cells if cell in level.endpoints)
    part = next(part for part in level.board.regions if end in part)
    is_light = _surplus(level, part) > 0
    return tuple((x, y) for x, y in finding.cells if ((x + y) % 2 == 0) is is_light)


def is_sketch(level: Level) -> bool:
    """Whether there are fewer colours than designed levels have: one for every two rows."""
    return 2 * len(set(level.endpoints.values())) < min(level.width, level.height)
