"""Large random boards for measurements, and random edits of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from flowdesk.core.board import Board, board_of
from flowdesk.core.grid import Cell, cells_of, edge_between, neighbors
from flowdesk.desk.documents.document import Document
from flowdesk.kinds.flow import drawing, editing
from flowdesk.kinds.flow.colors import new_label
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.ground import PathCover
from flowdesk.kinds.flow.making.request import FlowRequest


def random_board(size: int, colors: int, seed: int) -> Level:
    """Return a level with at least one solution.

    It has `colors` colours, or a few more if paths do not get long enough.
    """
    return FlowRequest(size, size).level(random_paths(size, colors, seed))


def random_paths(size: int, colors: int, seed: int) -> dict[str, tuple[Cell, ...]]:
    """Return a solution of such a level: the path of each label."""
    paths: dict[str, tuple[Cell, ...]] = {}
    for path in mixed_paths(board_of(size, size), Random(seed).random, colors):
        paths[new_label(paths)] = path
    return paths


def mixed_paths(board: Board, random: Callable[[], float], count: int) -> list[tuple[Cell, ...]]:
    """Return random paths that cover a board, `count` or more, most of three cells or more."""
    alone = [(node,) for node in range(len(board.nodes))]
    cover = PathCover(list(map(tuple, board.link_to)), alone, random)
    cover.settle(count, shortest=3)
    return [tuple(board.nodes[node] for node in path) for path in cover.paths()]


def edit_at_random(document: Document, steps: int, seed: int = 1) -> None:
    """Change the level with each tool in turn at random cells, one step of undo each."""
    random = Random(seed)
    cells = list(cells_of(document.level.width, document.level.height))
    for step in range(steps):
        level, changed = document.level, document.level
        tools = (_place, _set_hole, _move, _set_wall, _draw, _erase)
        while changed is level:
            changed = tools[step % len(tools)](level, random.choice(cells), random)
        document.apply("edit", changed)


def _place(level: Level, cell: Cell, random: Random) -> Level:
    return editing.place(level, cell, f"C{random.randrange(200)}")


def _erase(level: Level, cell: Cell, random: Random) -> Level:
    return editing.erase(level, cell)


def _move(level: Level, cell: Cell, random: Random) -> Level:
    return editing.move(level, random.choice(list(level.endpoints)), cell)


def _set_hole(level: Level, cell: Cell, random: Random) -> Level:
    return editing.set_hole(level, cell, cell not in level.holes)


def _set_wall(level: Level, cell: Cell, random: Random) -> Level:
    edge = edge_between(cell, random.choice(neighbors(cell)))
    return editing.set_wall(level, edge, edge not in level.walls)


def _draw(level: Level, cell: Cell, random: Random) -> Level:
    stroke = drawing.begin(level, cell, f"C{random.randrange(200)}")
    for _ in range(20):
        stroke = stroke and stroke.to(random.choice(neighbors(stroke.walk[-1])))
    return stroke.level if stroke else level
