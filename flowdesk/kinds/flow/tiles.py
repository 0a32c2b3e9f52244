"""What a level, and the paths on it, look like: cells as stacks of tiles.

A cell's `arms` are the letters of the directions in which its path goes on, always in the
order of the sprites' names: ``tb``, ``lr``, ``tl`` ..., and ``t``, ``b``, ``l`` or ``r`` at an end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from flowdesk.core.grid import STEPS, Cell, direction, edge_between
from flowdesk.draw.scene import Scene, Tile, Tiles
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution

#: What covers a cell: the label of the path, and its arms there.
Cover: TypeAlias = tuple[str, str]

#: How strongly a covered cell takes on the colour of its path.
TINT = 0.25

_ORDER = "tblr"  # "tl", not "lt": as the sprites are named
_CELL, _HOLE = Tile("cell"), Tile("hole")
_LEFT, _TOP, _CORNER = (Tile("line", side=side) for side in ("l", "t", "corner"))
_EMPTY: Tiles = (_CELL, _LEFT, _TOP)


def arms_at(path: Sequence[Cell], place: int, length: int) -> str:
    """The arms of cell number `place` of a path of which `length` cells are drawn so far."""
    letters = set()
    if place > 0:
        letters.add(direction(path[place], path[place - 1]))
    if place + 1 < length:
        letters.add(direction(path[place], path[place + 1]))
    return "".join(sorted(letters, key=_ORDER.index))


def covers(solution: Solution) -> dict[Cell, Cover]:
    """What covers each cell of a solved level."""
    return {
        cell: (label, arms_at(path, place, len(path)))
        for label, path in solution.paths.items()
        for place, cell in enumerate(path)
    }


def level_scene(
    level: Level, covered: Mapping[Cell, Cover] | None = None, *, labels: bool = False
) -> Scene:
    """A level, and the paths that cover some of its cells; `labels` writes them on the dots."""
    covered = covered or {}
    tiles: dict[Cell, Tiles] = {}
    plain = not (level.holes or level.walls)
    for y in range(level.height + 1):
        for x in range(level.width + 1):
            cell = (x, y)
            inside = x < level.width and y < level.height
            if plain and inside and cell not in covered and cell not in level.endpoints:
                tiles[cell] = _EMPTY  # nearly all of a large board: shared, and quick to compare
            else:
                tiles[cell] = cell_tiles(level, cell, covered.get(cell), labels=labels)
    return Scene(level.width, level.height, tiles)


def cell_tiles(
    level: Level, cell: Cell, cover: Cover | None = None, *, labels: bool = False
) -> Tiles:
    """One cell, or a place just outside the right and lower border, which shows lines alone."""
    x, y = cell
    here = level.is_cell(cell)
    tiles = [_CELL] if here else [_HOLE] if level.on_board(cell) else []
    if cover:
        tinted, pipe = _covered(level.color(cover[0]), cover[1])
        tiles.append(tinted)
    if here or level.is_cell((x - 1, y)):
        tiles.append(_LEFT)
    if here or level.is_cell((x, y - 1)):
        tiles.append(_TOP)
    if not here and len(tiles) <= 1 and level.is_cell((x - 1, y - 1)):
        tiles.append(_CORNER)
    if cover and cover[1]:
        tiles.append(pipe)
    label = level.endpoints.get(cell)
    if label is not None:
        tiles += dot_tiles(level, label, labels=labels)
    if level.walls and here:
        for side, (dx, dy) in STEPS.items():
            if edge_between(cell, (x + dx, y + dy)) in level.walls:
                tiles.append(Tile("wall", side=side))
    return tuple(tiles)


@lru_cache(maxsize=1024)
def _covered(color: str, arms: str) -> tuple[Tile, Tile]:
    """The tint and the pipe of a cell on a path: the same for most cells of a board."""
    return Tile("fill", color, TINT), Tile("pipe", color, side=arms)


def dot_tiles(level: Level, label: str, *, labels: bool = False) -> Tiles:
    """An endpoint alone."""
    color = level.color(label)
    dot: Tiles = (Tile("dot", color), Tile("rim", color))
    return (*dot, Tile("text", color, text=label)) if labels else dot
