"""Parts of a level: what lies in an area is removed, moved and copied.

Walls between the area and the cells round it belong to the area. A drawn path that leaves the area
is cut where it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import TypeAlias

from flowdesk.core.board import board_of
from flowdesk.core.grid import Area, Cell, are_neighbors, edge_between, listed
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level, own_colors
from flowdesk.kinds.part import Part, Shaping

Path: TypeAlias = tuple[Cell, ...]

_MOST_NAMED = 3


class FlowShaping(Shaping[Level]):
    """How levels are turned, resized and put together of parts."""

    resized = staticmethod(editing.resized)
    turned = staticmethod(editing.turned_level)

    def emptied(self, level: Level, area: Area) -> Level:
        kept = _without(level, area, any)
        return level if kept == level else kept

    def placed(self, level: Level, part: Part[Level], at: Cell) -> tuple[Level, str]:
        """Give a colour of the part that would have more than two endpoints another one."""
        source = part.puzzle
        left, top = at[0] - part.area.corner[0], at[1] - part.area.corner[1]

        def moved(cell: Cell) -> Cell:
            return cell[0] + left, cell[1] + top

        base = _without(level, part.area.moved(at), all)
        cells = {cell: moved(cell) for cell in part.area.cells if level.on_board(moved(cell))}
        ends = {cells[cell]: label for cell, label in source.endpoints.items() if cell in cells}
        names = _names(base, ends.values())
        holes = base.holes | {cells[cell] for cell in source.holes if cell in cells}
        walls = (
            edge_between(moved(a), moved(b)) for a, b in source.walls if a in cells or b in cells
        )
        between = board_of(base.width, base.height, holes).links
        new = {label: source.color(label) for label in names if label not in base.pairs}
        changed = editing.changed(
            base,
            {},
            endpoints={**base.endpoints, **{cell: names[label] for cell, label in ends.items()}},
            holes=holes,
            walls=base.walls.union(walls).intersection(between),
            colors=own_colors({**base.colors, **new}),
        )
        drawn = dict(base.drawn)
        for label, path in _pieces(source, cells.__contains__).items():
            name, piece = names[label], tuple(map(moved, path))
            drawn[name] = _joined(changed, name, piece, drawn.get(name, ()))
        return editing.changed(changed, drawn), _remark(changed, names)


def _without(level: Level, area: Area, is_of: Callable[[Iterable[bool]], bool]) -> Level:
    """Return the level without the cells of an area; a wall is of it if any or all cells are."""
    return editing.changed(
        level,
        _pieces(level, lambda cell: cell not in area),
        endpoints={cell: label for cell, label in level.endpoints.items() if cell not in area},
        holes=frozenset(cell for cell in level.holes if cell not in area),
        walls=frozenset(wall for wall in level.walls if not is_of(cell in area for cell in wall)),
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
    if other and are_neighbors(piece[-1], other[-1]):
        whole = (*other, *piece[::-1])
        if level.can_hold(label, whole):
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
            names[label] = editing.unlike_label(base, taken)
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
