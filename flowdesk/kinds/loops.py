"""Loops: what kinds have in common whose solution is one closed loop.

A loop leads from node to node along edges; an edge is the pair of two neighbouring cells, the
smaller one first. Where a loop runs through cells, these are its nodes, and an edge joins its two
cells. Where it runs along the lines of the grid, the nodes are corners of cells, and an edge lies
between its two cells: on the border one of them is just outside the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from flowdesk.core.board import Board, board_of
from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.finding import Finding, FormatError, Severity
from flowdesk.core.grid import (
    Area,
    Cell,
    Edge,
    are_neighbors,
    by_row,
    cell_name,
    connected,
    edge_between,
    edges_of,
    turned,
    ways_along,
)
from flowdesk.core.json_object import JsonObject
from flowdesk.core.puzzle import Lock, Puzzle, size_problem
from flowdesk.kinds.editor import OverCells, Part, Shaping
from flowdesk.kinds.entry import SOLUTION, Entry
from flowdesk.kinds.kind import Kind
from flowdesk.kinds.locks import cells_in_lock, moved_locks
from flowdesk.kinds.sameness import Pattern

#: A cell, or a corner ``(x, y)``: the upper left one of that cell.
Node: TypeAlias = tuple[int, int]

#: A kind's own types of clues, of puzzles, and of loops.
C = TypeVar("C", covariant=True)
L = TypeVar("L", bound="LoopPuzzle[object]")
R = TypeVar("R", bound="Ring")


@dataclass(frozen=True)
class LoopPuzzle(Puzzle, Generic[C]):
    """A puzzle with a clue in some cells; `drawn` are edges that author or player has drawn."""

    made_of: ClassVar[tuple[str, ...]] = ("clues",)
    #: Whether the loop runs along the lines of the grid, or through cells.
    along_grid: ClassVar[bool] = False
    #: The fields that have edges, and those that map cells to something.
    edge_fields: ClassVar[tuple[str, ...]] = ("drawn",)
    cell_fields: ClassVar[tuple[str, ...]] = ("clues",)

    clues: Mapping[Cell, C] = field(default_factory=dict)
    drawn: frozenset[Edge] = frozenset()

    def __post_init__(self) -> None:
        """Raise ValueError where an invariant is broken: everything must be on the board."""
        if problem := size_problem(self.width, self.height):
            raise ValueError(problem)
        # Whole sets are compared, without a look at each edge: a puzzle is made for each move.
        if not self.clues.keys() <= self.board.number.keys():
            cell = next(cell for cell in self.clues if not self.on_board(cell))
            raise ValueError(f"The clue at {cell_name(cell)} is off the board.")
        drawn = frozenset[Edge]().union(*(getattr(self, name) for name in self.edge_fields))
        if drawn and not drawn <= self.edges:
            raise ValueError("A drawn edge is off the board.")
        super().__post_init__()

    @property
    def board(self) -> Board:
        """The cells, and the edges between and round them."""
        return board_of(self.width, self.height)

    @property
    def edges(self) -> Set[Edge]:
        """All edges on which the loop can be."""
        return self.board.edge_set if self.along_grid else self.board.link.keys()

    def has_edge(self, edge: Edge) -> bool:
        """Whether an edge is on the board."""
        a, b = edge  # quickly: this is asked of every edge of every puzzle
        if self.along_grid:
            return self.on_board(a) or self.on_board(b)
        return self.on_board(a) and self.on_board(b)

    @property
    def lockable(self) -> frozenset[Lock]:
        """What can be locked: each cell and each edge."""
        return _lockable(self.width, self.height, self.along_grid)

    @property
    def all_or_any(self) -> Callable[[Iterable[bool]], bool]:
        """Tell by its cells whether an edge is of an area: one that joins cells needs both."""
        return any if self.along_grid else all

    @property
    def key_parts(self) -> tuple[object, ...]:
        """Return the clues, and of which board."""
        return self.kind, self.width, self.height, sorted(self.clues.items())


@lru_cache(maxsize=8)
def _lockable(width: int, height: int, along_grid: bool) -> frozenset[Lock]:
    board = board_of(width, height)
    return frozenset([*board.cells, *(board.edge_set if along_grid else board.links)])


def set_clue(puzzle: L, cell: Cell, clue: object) -> L:
    """Set the clue of a cell, or remove it with None."""
    if not puzzle.on_board(cell) or puzzle.clues.get(cell) == clue:
        return puzzle
    clues = {**puzzle.clues}
    clues.pop(cell, None)
    return replace(puzzle, clues=clues if clue is None else {**clues, cell: clue})


def set_edges(puzzle: L, edges: Iterable[Edge], there: bool) -> L:
    """Draw edges, or remove them; those off the board are left out."""
    on_board = set(filter(puzzle.has_edge, edges))
    drawn = puzzle.drawn | on_board if there else puzzle.drawn - on_board
    return puzzle if drawn == puzzle.drawn else replace(puzzle, drawn=drawn)


def erase(puzzle: L, spot: Spot, item: str = "") -> Gesture[L]:
    """Return a press that removes clues, and the drawn edges of their cells."""
    return OverCells("erase", puzzle, at=spot.cell, change=without_cell).over(spot.cell)


def without_cell(puzzle: L, cell: Cell) -> L:
    """Remove the clue of a cell, and its drawn edges."""
    return set_edges(set_clue(puzzle, cell, None), edges_of(cell), False)


def cleared(puzzle: L) -> L:
    """Remove all clues, locks and all that is drawn."""
    empty = type(puzzle)(puzzle.width, puzzle.height, about=puzzle.about)
    return puzzle if puzzle == empty else empty


class LoopShaping(Shaping[L]):
    """How puzzles are turned, resized and put together of parts."""

    def resized(self, puzzle: L, left: int, top: int, right: int, bottom: int) -> L:
        """Raise ValueError with a sentence if the board would become too small or too large."""
        if (left, top, right, bottom) == (0, 0, 0, 0):
            return puzzle
        width, height = puzzle.width + left + right, puzzle.height + top + bottom

        stay = Area((-left, -top), (puzzle.width + right - 1, puzzle.height + bottom - 1))
        kept = _taken(puzzle, stay.__contains__, lambda cell: (cell[0] + left, cell[1] + top))
        return replace(puzzle, width=width, height=height, **kept)

    def turned(self, puzzle: L, turn: str) -> L:
        """Return the puzzle after one of `core.grid.TURNS`."""
        size = puzzle.width, puzzle.height
        width, height = size[::-1] if turn == "rotate" else size
        moved = _taken(puzzle, lambda cell: True, lambda cell: turned(cell, turn, *size))
        return replace(puzzle, width=width, height=height, **moved)

    def alone(self, part: Part[L]) -> L:
        """Return a part as a puzzle of its own."""
        return self.placed(type(part.puzzle)(part.area.width, part.area.height), part, (0, 0))[0]

    def emptied(self, puzzle: L, area: Area) -> L:
        """Return the puzzle without what lies in an area or on its border."""
        kept = replace(puzzle, **_taken(puzzle, lambda cell: cell not in area, each=all))
        return puzzle if kept == puzzle else kept

    def placed(self, puzzle: L, part: Part[L], at: Cell) -> tuple[L, str]:
        """Return the puzzle with a part; there is no remark."""
        left, top = at[0] - part.area.corner[0], at[1] - part.area.corner[1]
        area = part.area.moved(at)

        def moved(cell: Cell) -> Cell:
            return cell[0] + left, cell[1] + top

        def lands(cell: Cell) -> bool:
            return cell in part.area and puzzle.on_board(moved(cell))

        kept = _taken(puzzle, lambda cell: cell not in area)
        new = _taken(part.puzzle, lands, moved)
        return replace(puzzle, **{name: kept[name] | new[name] for name in kept}), ""


def _taken(
    puzzle: LoopPuzzle[object],
    has: Callable[[Cell], bool],
    to: Callable[[Cell], Cell] = lambda cell: cell,
    each: Callable[[Iterable[bool]], bool] | None = None,
) -> dict[str, Any]:
    """Return what of a puzzle is in some cells, by the names of its fields, moved elsewhere.

    `each` tells by its cells whether an edge is among them.
    """
    each = each or puzzle.all_or_any
    edges = {
        name: frozenset(
            edge_between(*map(to, edge)) for edge in getattr(puzzle, name) if each(map(has, edge))
        )
        for name in puzzle.edge_fields
    }
    marks = {
        name: {to(cell): mark for cell, mark in getattr(puzzle, name).items() if has(cell)}
        for name in puzzle.cell_fields
    }
    locks = [lock for lock in puzzle.locked if each(map(has, cells_in_lock(lock)))]
    return {**edges, **marks, "locked": moved_locks(locks, to)}


class LoopKind(Kind[L, R]):
    """What every kind says of its puzzles whose solution is a loop."""

    def is_empty(self, puzzle: L) -> bool:
        """Whether there is no clue yet."""
        return not puzzle.clues

    def contents(self, puzzle: L) -> Mapping[str, int]:
        """Return the number of clues."""
        return {self.words.counted: len(puzzle.clues)}

    def pattern(self, puzzle: L) -> Pattern:
        """Return what makes a puzzle: its clues."""
        clues = {(2 * x, 2 * y): str(clue) for (x, y), clue in puzzle.clues.items()}
        return Pattern(puzzle.width, puzzle.height, clues, rule=puzzle.kind)


@dataclass(frozen=True)
class Ring:
    """Edges that are, or are to be, one closed loop; here one through cells."""

    edges: frozenset[Edge]
    #: What people call the nodes.
    nodes_are: ClassVar[str] = "cells"

    @staticmethod
    def ends_of(edge: Edge, /) -> tuple[Node, Node]:
        """Return the two nodes that an edge joins."""
        return edge

    @staticmethod
    def joining(a: Node, b: Node, /) -> Edge:
        """Return the edge between two neighbouring nodes."""
        return edge_between(a, b)

    @staticmethod
    def cells_at(node: Node, /) -> Sequence[Cell]:
        """Return the cells at a node, some of which may be off the board."""
        return (node,)

    @cached_property
    def ways(self) -> Mapping[Node, Sequence[Node]]:
        """Return for each node on some of the edges the nodes that they lead to."""
        return ways_along(map(self.ends_of, self.edges))

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Return the nodes in the order of the loop, from its first one in reading order.

        The second node is the one to the right. ValueError if the edges are not one loop.
        """
        if not self.is_closed:
            raise ValueError("These edges are not one closed loop.")
        start = min(self.ways, key=lambda node: (node[1], node[0]))
        path, node = [start], max(self.ways[start])
        while node != start:
            path.append(node)
            first, second = self.ways[node]
            node = second if first == path[-2] else first
        return tuple(path)

    @cached_property
    def is_closed(self) -> bool:
        """Whether the edges are a single closed loop."""
        return all(len(near) == 2 for near in self.ways.values()) and len(self.parts) == 1

    @cached_property
    def parts(self) -> list[list[Node]]:
        """Return the connected parts of what may be several loops, each as its nodes."""
        return list(connected(self.ways, self.ways.__getitem__))


def mistakes_of(puzzle: LoopPuzzle[object], ring: Ring, clues: Iterable[Finding]) -> list[Finding]:
    """Return everything that keeps a ring from being one loop on the board; empty if it is one.

    In the order in which a person checks: branches and crossings, then what `clues` tells, several
    loops, dead ends.
    """
    found: list[Finding] = []

    def add(rule: str, message: str, *nodes: Node) -> None:
        cells = {cell for node in nodes for cell in ring.cells_at(node) if puzzle.on_board(cell)}
        found.append(Finding(rule, message, by_row(cells), Severity.INVALID))

    if not ring.edges <= puzzle.edges:
        add("off-board", "The loop leaves the board.")
    for node, near in ring.ways.items():
        if len(near) > 2:
            name = "crossing" if len(near) == 4 else "branch"
            verb = "crosses itself" if len(near) == 4 else "branches"
            add(name, f"The loop {verb} here.", node)
    found += clues
    if len(ring.parts) > 1:
        smallest = min(ring.parts, key=lambda part: (len(part), min(part)))
        add("several-loops", f"There are {len(ring.parts)} separate loops.", *smallest)
    for node, near in ring.ways.items():
        if len(near) == 1:
            add("dead-end", "The loop ends here.", node)
    if not ring.edges:
        add("no-loop", "There is no loop.")
    return found


def differing_cells(puzzle: LoopPuzzle[object], first: Ring, second: Ring) -> tuple[Cell, ...]:
    """Return the cells of the edges that only one of two solutions uses."""
    edges = first.edges ^ second.edges
    return by_row({cell for edge in edges for cell in edge if puzzle.on_board(cell)})


# Files


def ring_json(ring: Ring | None) -> dict[str, object]:
    """Return a solution as JSON has it: its nodes in order; none if there is no solution."""
    return {"loop": list(ring.nodes) if ring else []}


def ring_in(data: JsonObject, name: str, kind: type[R]) -> R | None:
    """Return the ring through the nodes of a field, if there are any; FormatError."""
    nodes = data.cells(name, [])
    edges = set()
    for a, b in zip(nodes, [*nodes[1:], *nodes[:1]], strict=True):
        if not are_neighbors(a, b):
            wrong = f"the {kind.nodes_are} {list(a)} and {list(b)} are not neighbours."
            raise FormatError(f"{data.place(name)}: {wrong}")
        edges.add(kind.joining(a, b))
    return kind(frozenset(edges)) if nodes else None


def solution_in(
    data: JsonObject, kind: type[R], mistakes: Callable[[R], Sequence[Finding]]
) -> R | None:
    """Return the solution that a file has, if any; FormatError if it has mistakes."""
    ring = ring_in(data, "solution", kind)
    if ring and (wrong := mistakes(ring)):
        raise FormatError(
            f"{data.place('solution')} does not solve the puzzle: {wrong[0].message}",
            hint="Remove the solution from the file: FlowDesk can find it again.",
        )
    return ring


def lost(before: Entry, after: Entry) -> Iterator[str]:
    """Yield what of an entry was lost or changed, as in "the title"."""
    old, new = before.level, after.level
    for name, value in old.about.items():
        if new.about.get(name) != value:
            yield f"the {name}"
    if not old.drawn <= new.drawn:
        yield "the drawn edges"
    if not old.locked <= new.locked:
        yield "the locks"
    if any(_marks(old, name) - _marks(new, name) for name in (*old.edge_fields, *old.cell_fields)):
        yield "the player's marks"
    if before.solution and not (after.solution or before.solution.edges <= new.drawn):
        yield SOLUTION
    if before.is_unsolvable and not after.is_unsolvable:
        yield "the answer UNSAT"


def _marks(puzzle: LoopPuzzle[object], name: str) -> Set[object]:
    """Return what a field has; nothing for those that every file has or that are told apart."""
    marks = {} if name in ("drawn", "clues") else getattr(puzzle, name)
    return marks.items() if isinstance(marks, Mapping) else marks
