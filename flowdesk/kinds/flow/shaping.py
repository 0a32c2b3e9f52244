"""Shaping levels: they are turned, resized, and put together of parts, on boards of any shape.

Walls between an area and the cells round it belong to the area; a drawn path that leaves the area
is cut where it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import TypeAlias

from flowdesk.core.board import board_of
from flowdesk.core.grid import Area, Cell, Edge, cells_of, edge_between, listed
from flowdesk.core.shape import Move, Shape
from flowdesk.kinds.editor import Part, Shaping
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.editing import changed, unlike_label
from flowdesk.kinds.flow.level import Level, own_colors, size_problem
from flowdesk.kinds.locks import cells_in_lock, cells_of_locks, edges_of_locks, moved_locks

Path: TypeAlias = tuple[Cell, ...]

_MOST_NAMED = 3


def resized(level: Level, left: int, top: int, right: int, bottom: int) -> Level:
    """Add rows and columns at each side, or remove them where the number is negative."""
    if (left, top, right, bottom) == (0, 0, 0, 0):
        return level
    width, height = level.width + left + right, level.height + top + bottom
    if problem := size_problem(width, height):
        raise ValueError(problem)
    kept = Area((-left, -top), (level.width + right - 1, level.height + bottom - 1))
    return _moved(level, level.shape.shifted(left, top), tuple(kept.cells))


def turned_level(level: Level, turn: str) -> Level:
    """Return the level turned; a board of hexagons becomes as large as its cells need."""
    return _moved(level, level.shape.turned(turn), _turning(level))


def _turning(level: Level) -> tuple[Cell, ...]:
    """Return the places that a turned board must have: not the holes in the corners of hexagons."""
    is_rectangle = level.shape.turns == 4 or len(level.cells) < 2
    return level.board.squares if is_rectangle else level.cells


def _moved(level: Level, move: Move, kept: Sequence[Cell]) -> Level:
    """Return the board of the places that are kept, moved, with all that has a place there.

    The squares of its rectangle to which none of those is moved become holes.
    """
    to, width, height = level.shape.fitted(move, kept)
    if problem := size_problem(width, height):
        raise ValueError(problem)
    inside = Area.of_board(width, height).__contains__
    endpoints = {to(cell): label for cell, label in level.endpoints.items()}
    shape = level.shape.moved(to, width, height)
    edges = partial(_moved_edges, level.shape, to, width, height)
    beyond = set(cells_of(width, height)).difference(map(to, kept))
    return changed(
        level,
        {label: tuple(map(to, path)) for label, path in level.drawn.items()},
        width=width,
        height=height,
        endpoints={cell: label for cell, label in endpoints.items() if inside(cell)},
        holes=frozenset(beyond).union(filter(inside, map(to, level.holes))),
        walls=frozenset(
            wall
            for wall in edges(level.walls)
            if all(map(inside, wall)) and shape.sides_between(*wall, width, height)
        ),
        shape=shape,
        locked=frozenset(
            {*map(to, cells_of_locks(level.locked)), *edges(edges_of_locks(level.locked))}
        ),
    )


def _moved_edges(
    shape: Shape, to: Move, width: int, height: int, edges: Iterable[Edge]
) -> Iterator[Edge]:
    """Yield edges of a shape moved to a board of this size; those on warps are at its border."""
    for a, b in edges:
        edge = edge_between(to(a), to(b))
        if shape.is_warped(a, b):
            (x, y), (_, end_y) = edge
            edge = ((0, y), (width - 1, y)) if y == end_y else ((x, 0), (x, height - 1))
            if not shape.is_warped(*edge):
                continue  # a row of two cells has no warp: its cells are neighbours
        yield edge


class FlowShaping(Shaping[Level]):
    """How levels are turned, resized and put together of parts."""

    resized = staticmethod(resized)
    turned = staticmethod(turned_level)

    def turns(self, level: Level) -> int:
        return level.shape.turns

    def turned_part(self, part: Part[Level], turn: str) -> Part[Level]:
        level, move = part.puzzle, part.puzzle.shape.turned(turn)
        kept = (*_turning(level), *part.cells)
        to, _, _ = level.shape.fitted(move, kept)
        cells = set(map(to, part.cells))
        across, down = zip(*cells, strict=True)
        area = Area((min(across), min(down)), (max(across), max(down)))
        return Part(_moved(level, move, kept), area, frozenset(area.cells) - cells)

    def alone(self, part: Part[Level]) -> Level:
        """Return a part as a level; a warp goes with the whole row or column that it joins."""
        area, level, shape = part.area, part.puzzle, part.puzzle.shape
        to, width, height = shape.fitted(shape.shifted(0, 0), part.cells)
        whole = shape.moved(to, width, height)
        bare = Shape(
            shape.cells,
            rows=whole.rows if area.width == level.width else frozenset(),
            columns=whole.columns if area.height == level.height else frozenset(),
        )
        holes = set(cells_of(width, height)).difference(map(to, part.cells))
        empty = Level(width, height, holes=frozenset(holes), shape=bare)
        return self.placed(empty, part, to(area.corner))[0]

    def emptied(self, level: Level, area: Area) -> Level:
        kept = _without(level, set(area.cells), any)
        return level if kept == level else kept

    def placed(self, level: Level, part: Part[Level], at: Cell) -> tuple[Level, str]:
        """Give a colour of the part that would have more than two endpoints another one."""
        source, shape = part.puzzle, level.shape
        across = at[0] - part.area.corner[0]
        down = at[1] - shape.shifted(across, 0)(part.area.corner)[1]
        moved = shape.shifted(across, down)
        base = _without(level, set(map(moved, part.cells)), all)
        cells = {cell: moved(cell) for cell in part.cells if level.on_board(moved(cell))}
        ends = {cells[cell]: label for cell, label in source.endpoints.items() if cell in cells}
        names = _names(base, ends.values())
        holes = base.holes | {cells[cell] for cell in source.holes if cell in cells}
        bridges = {cells[cell] for cell in source.shape.bridges if cell in cells}
        if shape.can_cross:
            shape = replace(shape, bridges=base.shape.bridges | bridges)
        inside = (wall for wall in source.walls if not cells.keys().isdisjoint(wall))
        walls = (edge_between(moved(a), moved(b)) for a, b in inside)
        locked = (lock for lock in source.locked if any(c in cells for c in cells_in_lock(lock)))
        between = board_of(base.width, base.height, holes, shape=shape).links
        new = {label: source.color(label) for label in names if label not in base.pairs}
        pasted = changed(
            base,
            {},
            endpoints={**base.endpoints, **{cell: names[label] for cell, label in ends.items()}},
            holes=holes,
            walls=base.walls.union(walls).intersection(between),
            colors=own_colors({**base.colors, **new}),
            shape=shape,
            locked=base.locked.union(moved_locks(locked, moved)),
        )
        drawn = dict(base.drawn)
        for label, path in _pieces(source, cells.__contains__).items():
            name, piece = names[label], tuple(map(moved, path))
            drawn[name] = _joined(pasted, name, piece, drawn.get(name, ()))
        return changed(pasted, drawn), _remark(pasted, names)


def _without(level: Level, area: set[Cell], is_of: Callable[[Iterable[bool]], bool]) -> Level:
    """Return the level without some cells; an edge is of them if any or all of its cells are."""

    def is_kept(edge: Iterable[Cell]) -> bool:
        return not is_of(cell in area for cell in edge)

    return changed(
        level,
        _pieces(level, lambda cell: cell not in area),
        endpoints={cell: label for cell, label in level.endpoints.items() if cell not in area},
        holes=level.holes - area,
        walls=frozenset(filter(is_kept, level.walls)),
        shape=replace(level.shape, bridges=level.shape.bridges - area),
        locked=frozenset(lock for lock in level.locked if is_kept(cells_in_lock(lock))),
    )


def _pieces(level: Level, is_in: Callable[[Cell], bool]) -> dict[str, Path]:
    """Return the drawn paths in some cells: of those that leave them the piece at an endpoint."""
    pieces = {}
    for label, path in level.drawn.items():
        ways = [path, path[::-1]] if level.endpoints.get(path[-1]) == label else [path]
        runs = (tuple(takewhile(is_in, way)) for way in ways)
        run = next((run for run in runs if run), ())
        if len(run) > 1 or run == path:
            pieces[label] = run
    return pieces


def _joined(level: Level, label: str, piece: Path, other: Path) -> Path:
    """Return two pieces of a path as one, or the longer one where they do not meet."""
    if other and level.can_hold(label, whole := (*other, *piece[::-1])):
        return whole
    return max(piece, other, key=len)


def _names(base: Level, labels: Iterable[str]) -> dict[str, str]:
    """Return what the labels of a part are called on a board: those in the way get new ones."""
    counts = Counter(labels)
    names = {label: label for label in counts}
    taken = set(counts)
    for label, count in counts.items():
        there = len(base.pairs.get(label, ()))
        if there and there + count > 2:
            names[label] = unlike_label(base, taken)
            taken.add(names[label])
    return names


def _remark(level: Level, names: dict[str, str]) -> str:
    """Say which colours are new ones."""
    new = {label: name for label, name in names.items() if name != label}
    if len(new) > _MOST_NAMED:
        return f"{len(new)} colours are on the board already: the copies have new ones."
    if not new:
        return ""
    olds, news = ([color_name(level, label) for label in side] for side in (new, new.values()))
    are, copies = ("is", "copy is") if len(new) == 1 else ("are", "copies are")
    return f"{listed(olds)} {are} on the board already: the {copies} {listed(news)}."
