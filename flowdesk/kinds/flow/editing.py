"""Edits of a level, each a function that returns the changed level; and old edits in short.

An edit that changes nothing returns the very level that it got. Drawn paths that no longer fit are
removed. Walls between an area and the cells round it belong to the area; a drawn path that leaves
the area is cut where it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, TypeAlias, TypeVar

from flowdesk.core.board import board_of
from flowdesk.core.edit import Edit
from flowdesk.core.grid import Area, Cell, Edge, cells_of, edge_between, listed
from flowdesk.core.shape import Move, Shape
from flowdesk.kinds.flow.colors import LABELS, color_name, new_label, standard_color
from flowdesk.kinds.flow.level import Level, own_colors, size_problem
from flowdesk.kinds.part import Part, Shaping

K = TypeVar("K")
V = TypeVar("V")

#: Fields kept whole if they changed: they are small, and the order of `about` matters.
_SMALL = ("width", "height", "colors", "about", "touching", "shape")


def place(level: Level, cell: Cell, label: str) -> Level:
    """Place an endpoint of this colour in a cell, whatever was there before."""
    if not level.on_board(cell) or level.endpoints.get(cell) == label:
        return level
    endpoints = {**level.endpoints, cell: label}
    shape = level.shape.with_bridge(cell, False)
    return changed(level, endpoints=endpoints, holes=level.holes - {cell}, shape=shape)


def erase(level: Level, cell: Cell) -> Level:
    """Remove the endpoint, the bridge or the hole in a cell."""
    if cell in level.holes:
        return set_hole(level, cell, False)
    if cell in level.shape.bridges:
        return set_bridge(level, cell, False)
    if cell not in level.endpoints:
        return level
    return changed(level, endpoints={c: k for c, k in level.endpoints.items() if c != cell})


def move(level: Level, start: Cell, end: Cell) -> Level:
    """Move the endpoint at `start` to the cell `end` if that is empty."""
    if start == end or not level.may_end_at(end) or end in level.endpoints:
        return level
    endpoints = {c: k for c, k in level.endpoints.items() if c != start}
    return changed(level, endpoints={**endpoints, end: level.endpoints[start]})


def set_hole(level: Level, cell: Cell, there: bool) -> Level:
    """Make a hole, which removes its endpoint, bridge and walls; or fill it."""
    if not level.on_board(cell) or (cell in level.holes) == there:
        return level
    if not there:
        return changed(level, holes=level.holes - {cell})
    return changed(
        level,
        endpoints={c: k for c, k in level.endpoints.items() if c != cell},
        holes=level.holes | {cell},
        walls=frozenset(wall for wall in level.walls if cell not in wall),
        shape=level.shape.with_bridge(cell, False),
    )


def set_bridge(level: Level, cell: Cell, there: bool) -> Level:
    """Build a bridge, which removes the endpoint there; or take it away."""
    if not level.is_cell(cell) or (cell in level.shape.bridges) == there:
        return level
    endpoints = {c: k for c, k in level.endpoints.items() if c != cell}
    return changed(level, endpoints=endpoints, shape=level.shape.with_bridge(cell, there))


def set_warp(level: Level, side: str, cell: Cell, there: bool) -> Level:
    """Open the border at a side of a cell to the opposite border, or close it.

    A wall on a warp goes with it.
    """
    shape = level.shape.with_warp(side, cell, there)
    if shape == level.shape:
        return level
    size = level.width, level.height
    walls = frozenset(wall for wall in level.walls if shape.sides_between(*wall, *size))
    return changed(level, shape=shape, walls=walls)


def set_wall(level: Level, edge: Edge, there: bool) -> Level:
    """Build or remove a wall between two neighbouring cells."""
    if not (level.is_cell(edge[0]) and level.is_cell(edge[1])) or (edge in level.walls) == there:
        return level
    return changed(level, walls=level.walls | {edge} if there else level.walls - {edge})


def resized(level: Level, left: int, top: int, right: int, bottom: int) -> Level:
    """Add rows and columns at each side, or remove them where the number is negative.

    Raises ValueError with a sentence if the board would become too small or too large.
    """
    if (left, top, right, bottom) == (0, 0, 0, 0):
        return level
    width, height = level.width + left + right, level.height + top + bottom
    if problem := size_problem(width, height):
        raise ValueError(problem)
    kept = Area((-left, -top), (level.width + right - 1, level.height + bottom - 1))
    return _moved(level, level.shape.shifted(left, top), tuple(kept.cells))


def turned_level(level: Level, turn: str) -> Level:
    """Return the level after one of `flowdesk.core.grid.TURNS`; hexagons turn by 60 degrees.

    A board of hexagons becomes as large as its cells need. Raises ValueError with a sentence if
    that is too large.
    """
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
    walls = (edge_between(to(a), to(b)) for a, b in level.walls)
    shape = level.shape.moved(to, width, height)
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
            for wall in walls
            if all(map(inside, wall)) and shape.sides_between(*wall, width, height)
        ),
        shape=shape,
    )


def swap_colors(level: Level, first: str, second: str) -> Level:
    """Swap the endpoints and paths of two colours; each label keeps its colour."""
    other = {first: second, second: first}
    endpoints = {cell: other.get(label, label) for cell, label in level.endpoints.items()}
    if endpoints == level.endpoints:
        return level
    drawn = {other.get(label, label): path for label, path in level.drawn.items()}
    return changed(level, drawn, endpoints=endpoints)


def without_label(level: Level, label: str) -> Level:
    """Remove the endpoints of a colour, and its path."""
    endpoints = {cell: other for cell, other in level.endpoints.items() if other != label}
    return changed(level, endpoints=endpoints) if label in level.pairs else level


def cleared(level: Level) -> Level:
    """Remove all endpoints, holes, walls and bridges; warps are of the board, as its size is."""
    bare = replace(level.shape, bridges=frozenset())
    if not (level.endpoints or level.holes or level.walls or level.shape != bare):
        return level
    return replace(level, endpoints={}, holes=frozenset(), walls=frozenset(), drawn={}, shape=bare)


def with_puzzle_of(level: Level, other: Level) -> Level:
    """Return the level with the endpoints, holes, walls and shape of another one of its size.

    Its `about` stays; so do its drawn paths that fit, unless the other one has its own.
    """
    return changed(
        level,
        other.drawn or None,
        endpoints=other.endpoints,
        holes=other.holes,
        walls=other.walls,
        shape=other.shape,
    )


def set_color(level: Level, label: str, color: str) -> Level:
    """Give a label a colour (``#rrggbb``)."""
    if level.color(label) == color:
        return level
    return replace(level, colors=own_colors({**level.colors, label: color}))


def palette(level: Level, current: str) -> list[str]:
    """Return the labels to choose from: the 16 usual ones, all in use, and at least one unused.

    Unused labels whose usual colour is on the board are left out, because two endpoints of one
    colour look like a pair.
    """
    used = {*level.pairs, current}
    shown = max([16, *(LABELS.index(label) + 1 for label in used if label in LABELS)])
    alike = set(_alike(level)) - used
    labels = [label for label in LABELS[:shown] if label not in alike]
    labels += sorted(label for label in used if label not in LABELS)
    if all(len(level.pairs.get(label, ())) >= 2 for label in labels):
        labels.append(new_label({*labels, *alike}))
    return labels


def unlike_label(level: Level, others: Iterable[str] = ()) -> str:
    """Return an unused label, not one of `others`, whose usual colour is not on the board."""
    return new_label({*level.pairs, *_alike(level), *others})


def _alike(level: Level) -> list[str]:
    """Return the labels whose usual colour is on the board."""
    shown = {level.color(label) for label in level.pairs}
    return [label for label in LABELS if standard_color(label) in shown]


def next_label(level: Level, current: str) -> str:
    """Return `current`, or the first label, until it has two endpoints, then one that needs some.

    A label with one endpoint comes before an unused one, and that before an unused one that looks
    like another.
    """
    current = current or LABELS[0]
    count = len(level.pairs.get(current, ()))
    if count == 1 or (count == 0 and current not in _alike(level)):
        return current
    once = [label for label, cells in level.pairs.items() if len(cells) == 1]
    return once[0] if once else unlike_label(level)


def changed(
    level: Level, drawn: Mapping[str, tuple[Cell, ...]] | None = None, **changes: Any
) -> Level:
    """Change fields of a level, and keep the paths (its own, or `drawn`) that still fit."""
    paths = level.drawn if drawn is None else drawn
    bare = replace(level, drawn={}, **changes)
    kept = {label: path for label, path in paths.items() if bare.can_hold(label, path)}
    return replace(bare, drawn=kept) if kept else bare


@dataclass(frozen=True, slots=True)
class Difference:
    """An edit without the level that it led to: the old values of what it changed.

    Two whole levels may take a hundred kilobytes each, for an edit that moved one endpoint.
    `endpoints` and `drawn` hold old labels and paths, None where there was none; `holes` and
    `walls` those added or removed; `others` old values of fields.
    """

    label: str
    endpoints: Mapping[Cell, str | None]
    drawn: Mapping[str, tuple[Cell, ...] | None]
    holes: frozenset[Cell]
    walls: frozenset[Edge]
    others: Mapping[str, Any]

    def restored(self, after: Level) -> Edit[Level]:
        """Return the edit, which led to `after`."""
        before = replace(
            after,
            endpoints=_with(after.endpoints, self.endpoints),
            drawn=_with(after.drawn, self.drawn),
            holes=after.holes ^ self.holes,
            walls=after.walls ^ self.walls,
            **self.others,
        )
        return Edit(self.label, before, after)


def difference(edit: Edit[Level]) -> Difference:
    """Return what an edit changed."""
    before, after = edit.before, edit.after
    others = {name: getattr(before, name) for name in _SMALL}
    return Difference(
        edit.label,
        _old_values(before.endpoints, after.endpoints),
        _old_values(before.drawn, after.drawn),
        _either(before.holes, after.holes),
        _either(before.walls, after.walls),
        {name: value for name, value in others.items() if value != getattr(after, name)},
    )


def _old_values(before: Mapping[K, V], after: Mapping[K, V]) -> dict[K, V | None]:
    """Return the old values of the keys whose values differ, None for new keys."""
    new = {key: None for key in after if key not in before}
    return new | {key: value for key, value in before.items() if after.get(key) != value}


def _with(after: Mapping[K, V], changed: Mapping[K, V | None]) -> dict[K, V]:
    """Return the mapping before the change that `_old_values` returned."""
    return {key: value for key, value in {**after, **changed}.items() if value is not None}


def _either(a: frozenset[K], b: frozenset[K]) -> frozenset[K]:
    """Return what is in one of two sets. ``^`` would keep a set as large as both."""
    return (a - b) | (b - a)


Path: TypeAlias = tuple[Cell, ...]

_MOST_NAMED = 3


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
        walls = (
            edge_between(moved(a), moved(b)) for a, b in source.walls if a in cells or b in cells
        )
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
        )
        drawn = dict(base.drawn)
        for label, path in _pieces(source, cells.__contains__).items():
            name, piece = names[label], tuple(map(moved, path))
            drawn[name] = _joined(pasted, name, piece, drawn.get(name, ()))
        return changed(pasted, drawn), _remark(pasted, names)


def _without(level: Level, area: set[Cell], is_of: Callable[[Iterable[bool]], bool]) -> Level:
    """Return the level without some cells; a wall is of them if any or all of its cells are."""
    return changed(
        level,
        _pieces(level, lambda cell: cell not in area),
        endpoints={cell: label for cell, label in level.endpoints.items() if cell not in area},
        holes=level.holes - area,
        walls=frozenset(wall for wall in level.walls if not is_of(cell in area for cell in wall)),
        shape=replace(level.shape, bridges=level.shape.bridges - area),
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
