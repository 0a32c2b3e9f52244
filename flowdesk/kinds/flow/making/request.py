"""Request: what a generated level should be like, and what of a level on the board stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from flowdesk.core.board import Board, board_of
from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Area, Cell, Edge, by_row
from flowdesk.core.shape import PLAIN, Shape
from flowdesk.kinds.answers import Made
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.drawing import finished_paths
from flowdesk.kinds.flow.editing import with_puzzle_of
from flowdesk.kinds.flow.level import Level, Solution


@dataclass(frozen=True)
class FlowRequest:
    """What a level should be like.

    `colors` is the fewest and the most, or None for what suits the size; `shortest` the number of
    cells of the shortest path allowed; `difficulty` one of `WORDS`, or "" for any. The solution
    must be the only one by the game's own rule, with `non_touching` the only one without touching.
    So many `bridges` more than the `shape` has are built at random. The `pinned` paths, by label,
    stay as they are.
    """

    width: int
    height: int
    seed: int = 0
    colors: tuple[int, int] | None = None
    shortest: int = 3
    difficulty: str = ""
    non_touching: bool = False
    holes: frozenset[Cell] = frozenset()
    walls: frozenset[Edge] = frozenset()
    pinned: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    bridges: int = 0
    shape: Shape = PLAIN

    @classmethod
    def shaped(
        cls,
        width: int,
        height: int,
        seed: int,
        shape: Level | None = None,
        *,
        board: Literal["square", "hex"] = "square",
        warps: str = "",
        **asked: Any,
    ) -> FlowRequest:
        """Return a request with the holes, walls and shape of a level; `asked` are fields.

        A `board` of hexagons and further `warps` are added to its shape.
        """
        made = shape.shape if shape else PLAIN
        if board != "square":
            made = replace(made, cells=board)
        if warps in ("rows", "both"):
            made = replace(made, rows=frozenset(range(height)))
        if warps in ("columns", "both"):
            made = replace(made, columns=frozenset(range(width)))
        if shape:
            asked |= {"holes": shape.holes, "walls": shape.walls}
        return cls(width, height, seed, shape=made, **asked)

    def empty(self) -> Level:
        """Return the board without any paths."""
        return self.level({})

    def level(self, paths: Mapping[str, tuple[Cell, ...]]) -> Level:
        """Return the level of this shape with these paths as its solution."""
        endpoints = {cell: label for label, path in paths.items() for cell in (path[0], path[-1])}
        return Level(
            self.width,
            self.height,
            {cell: endpoints[cell] for cell in by_row(endpoints)},
            self.holes,
            self.walls,
            drawn=dict(self.pinned),
            touching=not self.non_touching,
            shape=self.shape,
        )

    @property
    def free(self) -> Board:
        """The board without the cells of the pinned paths."""
        taken = self.holes.union(*self.pinned.values())
        return board_of(self.width, self.height, taken, self.walls, self.shape)

    def with_bridges(self, random: Callable[[], float]) -> FlowRequest | None:
        """Return the request with its `bridges` built at random; None if it could not be done.

        No cell is beside two of them. `random` gives numbers from 0 to below 1.
        """
        if not self.bridges:
            return self
        board, size = self.free, (self.width, self.height)
        near = self.shape.distance
        built = set(self.shape.bridges)
        places = [cell for cell in board.cells if len(board.sides(cell)) == 4]
        for _, cell in sorted((random(), cell) for cell in places):
            if all(near(cell, other, *size) > 2 for other in built):
                built.add(cell)
                if len(built) == len(self.shape.bridges) + self.bridges:
                    return replace(
                        self, bridges=0, shape=replace(self.shape, bridges=frozenset(built))
                    )
        return None


def fill(level: Level, seed: int) -> FlowRequest | Finding:
    """Return a request for the cells that are free; a finding if a colour has no path yet."""
    pinned = finished_paths(level)
    for label, cells in level.pairs.items():
        if label not in pinned:
            name = color_name(level, label)
            message = f"{name} has no path yet: draw it or erase its endpoints, then fill."
            return Finding("no-path", message, tuple(cells), Severity.INVALID)
    walked = Counter(cell for path in pinned.values() for cell in path)
    half = tuple(cell for cell in level.shape.bridges if walked[cell] == 1)
    if half:
        message = "Draw both ways over a bridge, or none, then fill."
        return Finding("no-path", message, by_row(half), Severity.INVALID)
    size = level.width, level.height
    return FlowRequest.shaped(*size, seed, level, non_touching=not level.touching, pinned=pinned)


def like(
    level: Level,
    seed: int,
    /,
    *,
    solution: Solution | None = None,
    area: Area | None = None,
    **asked: Any,
) -> FlowRequest | Finding:
    """Return a request that keeps the paths of a level which are drawn and finished."""
    size = level.width, level.height
    return FlowRequest.shaped(*size, seed, level, pinned=finished_paths(level), **asked)


def filled(level: Level, made: Made) -> Level:
    """Return the level with the paths that were made for it."""
    assert made.solution, "a level is made together with its solution"
    return with_puzzle_of(level, replace(made.level, drawn=made.solution.paths))
