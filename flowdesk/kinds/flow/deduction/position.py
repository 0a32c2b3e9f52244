"""Position: what is known of each step between two cells, with its immediate consequences.

Each edge of the board is unknown, linked (a path takes this step) or barred (none does). Linked
cells form a piece of a path; its tips are the cells from which it has to go on. A cell without
links is a piece of its own, and its tip. Three consequences are drawn at once: a cell that has its
steps takes no others, two colours are never joined, and the tips of one piece never are. Without
`touching` a fourth follows from the stricter rule that no path runs beside itself: an unlinked
edge separates different paths. So two neighbouring pieces are never joined elsewhere, and a piece
beside a colour is not of that colour.

Cells and edges are the numbers of the board's nodes and links: following suppositions makes
thousands of positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from flowdesk.core.board import Board
from flowdesk.core.grid import WAYS
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level

#: What is known of an edge.
UNKNOWN, LINKED, BARRED = 0, 1, 2

#: Why an edge is barred; GIVEN is by a caller of `bar`.
FULL, COLORS, LOOP, TOUCH, GIVEN = 1, 2, 3, 4, 5
_CLASHES = {COLORS: "colors", LOOP: "loop", TOUCH: "touch"}


class FlowContradiction(Exception):
    """The position breaks a rule, so that no solution looks like it.

    `kind` is "stuck", "colors", "loop", "touch", "cut off", "unfilled" or "bottleneck"; `cells`
    and `colors` are those concerned. `depth` counts the conclusions, each drawn from the one
    before, that led here.
    """

    def __init__(self, kind: str, cells: tuple[int, ...] = (), colors: tuple[int, ...] = ()):
        super().__init__(kind)
        self.kind = kind
        self.cells = cells
        self.colors = colors
        self.depth = 0


class FlowGrid:
    """What all positions on one board share."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells, self.number = board.nodes, board.number
        self.edges, self.ends, self.ways = board.links, board.ends, board.ways
        self.bits = board.bits
        self.all_bits = sum(self.bits)
        #: The neighbours of each cell, and the two ends of each edge.
        self.beside = [sum(self.bits[near] for _, near in ways) for ways in self.ways]
        self.both_ends = [self.bits[a] | self.bits[b] for a, b in self.ends]
        #: By which of the board's shifts each edge leads on, from which cell, as a bit.
        self.groups, self.firsts = board.groups, board.firsts
        #: Steps from a cell across an edge, numbered by cell: those from each cell, and for each
        #: its cell, its edge, and all that may be next, from a turn to the left to the way back.
        self.start_of = [cell for cell, ways in enumerate(self.ways) for _ in ways]
        self.edge_of = [edge for ways in self.ways for edge, _ in ways]
        self.steps_from: list[list[int]] = [[] for _ in self.cells]
        for step, cell in enumerate(self.start_of):
            self.steps_from[cell].append(step)
        steps = [near for ways in self.ways for _, near in ways]
        sides = board.shape.clockwise
        clockwise = [sides.index(side) for each in board.way_sides for side in each]
        count, left = len(sides), len(sides) // 2 - 1
        self.turns = [
            sorted(self.steps_from[near], key=lambda turn: (clockwise[turn] - way + left) % count)
            for near, way in zip(steps, clockwise, strict=True)
        ]
        #: For each edge: the other edges of the squares and triangles on its sides.
        self.detours: list[list[tuple[int, ...]]] = [[] for _ in self.ends]
        for ring in (*board.blocks, *board.triangles):
            for edge in ring:
                self.detours[edge].append(tuple([other for other in ring if other != edge]))

    def way(self, cell: int, near: int) -> str:
        """Return in which direction a neighbour is, as in "go up" or "go left over the bridge"."""
        here, there = self.cells[cell], self.cells[near]
        way = WAYS[self.board.side(here, there)]
        if there not in self.board.shape.bridges:
            return way
        return f"{way} {'over' if near == self.number[there] else 'under'} the bridge"


_grid = lru_cache(maxsize=4)(FlowGrid)


class FlowPosition:
    """What is known of a complete level's edges; raises FlowContradiction where that breaks a rule.

    `needs` and `free` count the steps that each cell still needs and those that it could take.
    By piece: `members`, `covered` (these as bits), `beside` (the cells next to them as bits),
    `tips`, `color` (-1: unknown), `banned` (a bit for each colour that it cannot be). `decided`
    lists the edges in the order in which they became known. For the rules, `fresh` holds the cells
    whose surroundings have changed since they looked, `ripe` is a heap of cells where something can
    be concluded, and `must_link` holds the edges between two pieces of one colour, which must be
    linked if no path touches itself. `is_parted` says that the board may have fallen apart: an edge
    was barred, and nothing beside it leads round it.
    """

    def __init__(self, level: Level, *, touching: bool) -> None:
        self.touching = touching
        self.names = tuple(color_name(level, label) for label in level.pairs)
        self.grid = grid = _grid(level.board)
        count = len(grid.cells)
        self.state = bytearray(len(grid.ends))
        self.why = bytearray(len(grid.ends))
        self.needs = bytearray([2]) * count
        self.free = bytearray(len(ways) for ways in grid.ways)
        self.piece = list(range(count))
        self.members: list[tuple[int, ...]] = [(cell,) for cell in range(count)]
        self.covered = grid.bits[:]
        self.beside = grid.beside[:]
        self.tips = list(self.members)
        self.color = [-1] * count
        self.banned = [0] * count
        self.fresh = dict.fromkeys(range(count))
        self.ripe: list[tuple[int, bool, int, int]] = []
        self.must_link: list[int] = []
        self.decided: list[int] = []
        self._to_bar: list[tuple[int, int]] = []
        #: By shift the cells whose edge to the cell so many bits on is not barred, as bits.
        self.open = list(level.board.open)
        self.is_parted = True
        self.ends: list[tuple[int, int]] = []
        for color, (a, b) in enumerate(level.pairs.values()):
            self.ends.append((grid.number[a], grid.number[b]))
            for cell in self.ends[-1]:
                self.needs[cell] = 1
                self.color[cell] = color
        for pair in self.ends:
            for cell in pair:
                self._look_around(cell)
            self._must_link_neighbors(pair)

    def copy(self) -> FlowPosition:
        """Return a copy to suppose something in, without what is fresh or ripe."""
        other = FlowPosition.__new__(FlowPosition)
        other.touching = self.touching
        other.names = self.names
        other.grid = self.grid
        other.ends = self.ends
        other.state = self.state[:]
        other.why = self.why[:]
        other.needs = self.needs[:]
        other.free = self.free[:]
        other.piece = self.piece[:]
        other.members = self.members[:]
        other.covered = self.covered[:]
        other.beside = self.beside[:]
        other.tips = self.tips[:]
        other.color = self.color[:]
        other.banned = self.banned[:]
        other.fresh = {}
        other.ripe = []
        other.must_link = self.must_link[:]
        other.decided = []
        other._to_bar = []
        other.open = self.open[:]
        other.is_parted = self.is_parted
        return other

    def color_at(self, cell: int) -> int:
        """Return the colour that a cell is known to have, or -1."""
        return self.color[self.piece[cell]]

    def unknown_ways(self, cell: int) -> list[tuple[int, int]]:
        """Return the unknown edges of a cell, each with the neighbour across it."""
        state = self.state
        return [way for way in self.grid.ways[cell] if not state[way[0]]]

    def link(self, edge: int) -> None:
        """Note that a path takes this step."""
        state = self.state[edge]
        if state == LINKED:
            return
        cell, other = ends = self.grid.ends[edge]
        if state == BARRED:
            raise FlowContradiction("stuck", ends)
        kept, joined = self.piece[cell], self.piece[other]
        members, color = self.members, self.color
        if clash := self.clash(kept, joined, edge):
            colors = dict.fromkeys(known for known in map(self.color_at, ends) if known >= 0)
            raise FlowContradiction(_CLASHES[clash], ends, tuple(colors))
        if len(members[kept]) < len(members[joined]):
            kept, joined = joined, kept
        self.state[edge] = LINKED
        self.decided.append(edge)
        for end in ends:
            self.needs[end] -= 1
            self.free[end] -= 1
        newly_colored: tuple[int, ...] = ()
        if color[kept] != color[joined]:
            newly_colored = members[kept] if color[kept] < 0 else members[joined]
            color[kept] = max(color[kept], color[joined])
        for member in members[joined]:
            self.piece[member] = kept
        members[kept] += members[joined]
        self.covered[kept] |= self.covered[joined]
        self.beside[kept] |= self.beside[joined]
        tips = dict.fromkeys(self.tips[kept] + self.tips[joined])
        self.tips[kept] = tuple([tip for tip in tips if self.needs[tip]])
        self.banned[kept] |= self.banned[joined]
        self.fresh.update(dict.fromkeys(self.tips[kept]))
        for end in ends:
            if not self.needs[end]:
                self._to_bar += [(way, FULL) for way, _ in self.unknown_ways(end)]
        self._look_around(kept)
        if newly_colored and not self.touching:
            self._spread(newly_colored)
        self.settle()

    def learn(self, on: Iterable[int], off: Iterable[int]) -> None:
        """Link some edges and bar others."""
        for edge in on:
            self.link(edge)
        for edge in off:
            self.bar(edge)

    def bar(self, edge: int, why: int = GIVEN) -> None:
        """Note that no path takes this step."""
        self._to_bar.append((edge, why))
        self.settle()

    def clash(self, piece: int, other: int, but: int = -1) -> int:
        """Return why two pieces cannot be parts of one path, or 0 if nothing obvious prevents it.

        `but` is the edge that would join them, -1 if a cell between them would.
        """
        if piece == other:
            return LOOP
        color, color_of_other = self.color[piece], self.color[other]
        if color != color_of_other and color >= 0 and color_of_other >= 0:
            return COLORS
        if not self.touching and (
            (color >= 0 and self.banned[other] >> color & 1)
            or (color_of_other >= 0 and self.banned[piece] >> color_of_other & 1)
            or self._lie_side_by_side(piece, other, but)
        ):
            return TOUCH
        return 0

    def _lie_side_by_side(self, piece: int, other: int, but: int) -> bool:
        """Whether two pieces are neighbours across another edge than `but`."""
        between = self.beside[piece] & self.covered[other]
        if but >= 0 and between:
            between |= self.beside[other] & self.covered[piece]
            between &= ~self.grid.both_ends[but]
        return between != 0

    def _look_around(self, piece: int) -> None:
        """Bar the edges that the tips of a changed piece cannot take any more."""
        state = self.state
        for tip in self.tips[piece]:
            for edge, near in self.grid.ways[tip]:
                if not state[edge]:
                    if clash := self.clash(piece, self.piece[near], edge):
                        self._to_bar.append((edge, clash))
                    elif self.needs[near] == 2:
                        self.fresh[near] = None

    def _spread(self, newly_colored: tuple[int, ...]) -> None:
        """Without touching: ban a new colour from the pieces beside its cells."""
        color = self.color_at(newly_colored[0])
        for cell in newly_colored:
            for edge, near in self.grid.ways[cell]:
                if self.state[edge] == BARRED:
                    self._ban(self.piece[near], color)
        self._must_link_neighbors(newly_colored)

    def _must_link_neighbors(self, cells: tuple[int, ...]) -> None:
        """Without touching: note the unknown edges between neighbours of one colour."""
        if self.touching:
            return
        for cell in cells:
            piece = self.piece[cell]
            for edge, near in self.unknown_ways(cell):
                if self.piece[near] != piece and self.color_at(near) == self.color[piece]:
                    self.must_link.append(edge)

    def _ban(self, piece: int, color: int) -> None:
        """Without touching: note that a piece beside a colour, unlinked, is not of that colour."""
        if self.color[piece] == color:
            raise FlowContradiction("touch", self.members[piece], (color,))
        if self.color[piece] >= 0 or self.banned[piece] >> color & 1:
            return
        self.banned[piece] |= 1 << color
        self._look_around(piece)

    def settle(self) -> None:
        """Bar the edges that wait to be barred, and those that follow from them."""
        while self._to_bar:
            edge, why = self._to_bar.pop()
            state = self.state[edge]
            if state == BARRED:
                continue
            cell, other = ends = self.grid.ends[edge]
            if state == LINKED:
                raise FlowContradiction("stuck", ends)
            self.state[edge] = BARRED
            self.why[edge] = why
            self.decided.append(edge)
            self.open[self.grid.groups[edge]] &= ~self.grid.firsts[edge]
            self.is_parted = self.is_parted or not self._has_detour(edge)
            for end in ends:
                self.free[end] -= 1
                if self.free[end] < self.needs[end]:
                    raise FlowContradiction("stuck", (end,))
                if self.needs[end]:
                    self.fresh[end] = None
            if not self.touching:
                self._part(self.piece[cell], self.piece[other], ends)

    def _has_detour(self, edge: int) -> bool:
        """Whether the other edges of a square or triangle beside this one connect its ends."""
        state = self.state
        for detour in self.grid.detours[edge]:
            for other in detour:
                if state[other] == BARRED:
                    break
            else:
                return True
        return False

    def _part(self, piece: int, other: int, ends: tuple[int, int]) -> None:
        """Without touching: note that a barred edge separates two different paths."""
        if piece == other:
            raise FlowContradiction("touch", ends)
        color, color_of_other = self.color[piece], self.color[other]
        if color >= 0:
            self._ban(other, color)
        if color_of_other >= 0:
            self._ban(piece, color_of_other)
