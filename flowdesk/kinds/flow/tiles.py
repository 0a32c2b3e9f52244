"""How a level and its paths are drawn: each cell is a stack of tiles, also of hints and changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

from flowdesk.core.grid import (
    OPPOSITE,
    SIDES,
    Cell,
    Edge,
    beside,
    edge_between,
    in_order,
    ways_along,
)
from flowdesk.core.shape import Shape
from flowdesk.draw.scene import MarkedEdge, Tile, Tiles, thickness
from flowdesk.kinds.answers import Deduction
from flowdesk.kinds.drawing import Drawing
from flowdesk.kinds.flow.colors import USUAL_COLORS, color_name
from flowdesk.kinds.flow.drawing import Segment, drawn_answer, leads_under, segments, steps
from flowdesk.kinds.flow.level import Level, Solution

#: The half of a step, and the side of its cell to which it leads.
_Half: TypeAlias = tuple[str, Tile]

#: How strongly the colour of its path tints a cell.
TINT = 0.25

#: How strongly the map shows what may be in all solutions or in some.
_UNSETTLED = 0.5

#: The margins of boards with hexagons, for the lines on their border, and with arrows at warps.
_LINES, _ARROWS = 0.05, 0.3

_CELL, _HOLE = Tile("cell"), Tile("hole")
_LEFT, _TOP, _CORNER = (Tile("line", side=side) for side in ("l", "t", "corner"))
_EMPTY: Tiles = (_CELL, _LEFT, _TOP)
_DECK, _RAILS = Tile("deck", side="deck"), Tile("pattern", side="rails")


def changed_cells(before: Level, after: Level, *, labels: bool = True) -> set[Cell] | None:
    """Return the cells that may look different in two levels; None if that may be any."""
    same = ("width", "height", "colors")
    if any(getattr(before, name) != getattr(after, name) for name in same):
        return None
    holes = before.holes ^ after.holes
    if holes and (after.shape.cells == "hex" or after.shape.has_warps):
        return None
    bridges = before.shape.bridges ^ after.shape.bridges
    if replace(before.shape, bridges=after.shape.bridges) != after.shape:
        return None
    cells = {cell for cell, _ in before.endpoints.items() ^ after.endpoints.items()} | bridges
    cells.update((x + right, y + down) for x, y in holes for right in (0, 1) for down in (0, 1))
    walled = {cell for wall in before.walls ^ after.walls for cell in wall}
    cells |= walled
    if after.shape.has_warps:  # a wall on a warp closes the border, where lines end
        cells.update(beside(cell, side) for cell in walled for side in SIDES)
        cells.update((x + 1, y + 1) for x, y in walled)
    for _, path in before.drawn.items() ^ after.drawn.items():
        cells.update(path)
    return cells


def margin_of(level: Level) -> float:
    """Return the margin round a picture: for halves of lines, or for the arrows at warps."""
    shape = level.shape
    return _ARROWS if shape.has_warps else _LINES if shape.cells == "hex" else 0.0


def label_at(level: Level, cell: Cell, segment: Segment | None) -> str | None:
    """Return the label of the endpoint in a cell, else of its segment, else None."""
    return level.endpoints.get(cell) or (segment[0][0] if segment else None)


def edge_tiles(level: Level, used: Iterable[MarkedEdge], unused: object = ()) -> dict[Cell, Tiles]:
    """Return the two halves of each step that is used, by cell."""
    halves = defaultdict[Cell, list[_Half]](list)
    for edge, color, strength in used:
        for here, there in (edge, edge[::-1]):
            side = level.board.side(here, there)
            halves[here].append((side, Tile("pipe", color, strength, side)))
    return _laid(level, halves, _joined)


def map_tiles(
    level: Level,
    shares: Mapping[Edge, float],
    unsettled: Iterable[Edge],
    unused: object = (),
) -> dict[Cell, Tiles]:
    """Return a map: solid lines for steps of all solutions, dashed ones for those of some."""
    halves = defaultdict[Cell, list[_Half]](list)
    steps = ((edge, "" if share >= 1 else f" {thickness(share)}") for edge, share in shares.items())
    lines = [(edge, suffix, 1.0) for edge, suffix in steps]
    lines += ((edge, " 1", _UNSETTLED) for edge in unsettled)
    for edge, suffix, strength in lines:
        for here, there in (edge, edge[::-1]):
            side = level.board.side(here, there)
            halves[here].append((side, Tile("pattern", "", strength, f"way {side}{suffix}")))
    return _laid(level, halves, lambda tiles: tiles)


def _laid(
    level: Level, halves: Mapping[Cell, Sequence[_Half]], join: Callable[[Tiles], Tiles]
) -> dict[Cell, Tiles]:
    """Return the halves of steps as tiles, those across a bridge over those that lead down."""
    found: dict[Cell, Tiles] = {}
    for cell, ways in halves.items():
        if cell in level.shape.bridges:
            over = tuple(tile for side, tile in ways if not leads_under(side))
            under = tuple(tile for side, tile in ways if leads_under(side))
            found[cell] = _bridged(join(over), join(under))
        else:
            found[cell] = join(tuple(tile for _, tile in ways))
    return found


def _joined(halves: Tiles) -> Tiles:
    """Join two halves that look alike: half transparent, they would show twice where they meet."""
    if len(halves) != 2 or halves[0]._replace(side="") != halves[1]._replace(side=""):
        return halves
    return (halves[0]._replace(side=in_order(half.side for half in halves)),)


def cell_tiles(
    level: Level, cell: Cell, segment: Segment | None = None, *, labels: bool = False
) -> Tiles:
    """Return a cell; or a place just outside the border, with lines and the arrows of warps."""
    x, y = cell
    is_bare = level.shape.is_plain and not level.holes and x < level.width and y < level.height
    if is_bare and not (segment or level.walls or cell in level.endpoints):
        return _EMPTY  # nearly all of a large board: shared, and quick to compare
    lines = (_LEFT, _TOP) if is_bare else _lines(level, cell)
    here = level.is_cell(cell)
    is_hole = cell in level.holes and cell not in level.board.outside
    tiles = [_CELL] if here else [_HOLE] if is_hole else []
    if not is_bare and cell in level.shape.bridges:
        tiles += _bridge(level, segment or (), lines)
    elif segment:
        [(color, arms)] = segment
        tinted, pipe = _covered(level.color(color), arms)
        tiles += [tinted, *lines, *([pipe] if arms else [])]
    else:
        tiles += lines
    label = level.endpoints.get(cell)
    if label is not None:
        tiles += dot_tiles(level.color(label), label if labels else "")
    if level.walls and here:
        tiles += [Tile("wall", side=side) for side in walls_of(level).get(cell, "")]
    return tuple(tiles)


def _lines(level: Level, cell: Cell) -> Sequence[Tile]:
    """Return the grid lines of a place; none where the border is open, but an arrow outside it."""
    here, shape = level.is_cell(cell), level.shape
    if shape.cells == "hex":  # each cell, and each place beside one, has its halves of lines
        near = level.board.geometry.beside
        sides = "".join(side for side in shape.sides if here or level.is_cell(near(cell, side)))
        return [Tile("line", side=sides)] if sides else []
    x, y = cell
    lines = []
    if here or level.is_cell((x - 1, y)):
        lines.append(_LEFT)
    if here or level.is_cell((x, y - 1)):
        lines.append(_TOP)
    others = len(lines) + level.on_board(cell)
    last = x - 1, y - 1
    is_end = not here and others <= 1 and level.is_cell(last)
    if is_end and not any(is_open(level, last, side) for side in "rb"):
        lines.append(_CORNER)
    for side in SIDES if shape.has_warps else "":
        leads_away = is_open(level, beside(cell, side), OPPOSITE[side])
        if leads_away:
            lines.append(Tile("warp", side=OPPOSITE[side]))
        if leads_away or is_open(level, cell, side):
            lines = [line for line in lines if line.kind != "line" or line.side != side]
    return lines


def is_open(level: Level, cell: Cell, side: str) -> bool:
    """Whether a warp leads through a side of a cell."""
    if not level.is_cell(cell) or level.on_board(beside(cell, side)):
        return False
    return side in level.board.sides(cell)


def walls_of(level: Level, walls: frozenset[Edge] | None = None) -> Mapping[Cell, str]:
    """Return the sides of cells at which walls are: those of the level, or others."""
    walls = level.walls if walls is None else walls
    return _walled(walls, level.shape, level.width, level.height)


@lru_cache(maxsize=1)
def _walled(walls: frozenset[Edge], shape: Shape, width: int, height: int) -> Mapping[Cell, str]:
    found = defaultdict[Cell, str](str)
    for a, b in walls:
        found[a] += shape.sides_between(a, b, width, height)
        found[b] += shape.sides_between(b, a, width, height)
    return {cell: in_order(sides) for cell, sides in found.items()}


def _bridge(level: Level, segment: Segment, lines: Iterable[Tile]) -> Tiles:
    """Return what is above the ground of a bridge: rails along the way across."""
    over, under, tints = [], [], []
    for label, arms in segment:
        tinted, pipe = _covered(level.color(label), arms)
        if leads_under(arms):
            under += [tinted, pipe]
        else:
            over.append(pipe)
            tints.append(tinted._replace(kind="deck", side="deck"))
    return (*under[:1], *lines, *_bridged(over, under[1:], tints))


def _bridged(over: Sequence[Tile], under: Sequence[Tile], tints: Sequence[Tile] = ()) -> Tiles:
    """Return a bridge with what leads over and under it.

    What leads over it is below the deck as well: lines are joined with what is beside it there.
    """
    return (*over, *under, _DECK, *tints, _RAILS, *over)


def overview(level: Level) -> dict[Cell, Tile]:
    """Return the holes and the endpoints of a level."""
    tiles = dict.fromkeys(level.holes - level.board.outside, _HOLE)
    tiles |= {cell: Tile("dot", level.color(label)) for cell, label in level.endpoints.items()}
    return tiles


@lru_cache(maxsize=1024)
def _covered(color: str, arms: str) -> tuple[Tile, Tile]:
    """Return the tint and the pipe of a segment, shared by most cells of a board."""
    return Tile("fill", color, TINT), Tile("pipe", color, side=arms)


def dot_tiles(color: str, label: str = "") -> Tiles:
    """Return an endpoint alone, with its label if there is one."""
    dot: Tiles = (Tile("dot", color), Tile("rim", color))
    return (*dot, Tile("text", color, text=label)) if label else dot


def carried_tiles(level: Level, cell: Cell, *, labels: bool = False) -> Tiles:
    """Return the endpoint in a cell, as it is shown at the pointer."""
    label = level.endpoints[cell]
    return dot_tiles(level.color(label), label if labels else "")


def ghost_tiles(level: Level, cell: Cell, *, labels: bool = False) -> Tiles:
    """Return a cell whose endpoint is being dragged away."""
    return (
        *cell_tiles(replace(level, endpoints={}, drawn={}), cell),
        *_gone_tiles(level, cell, labels=labels),
    )


def _gone_tiles(level: Level, cell: Cell, *, labels: bool) -> Tiles:
    """Return the endpoint in a cell, if there is one, as it is shown when it is no longer there."""
    if cell not in level.endpoints:
        return ()
    endpoint = carried_tiles(level, cell, labels=labels)
    return tuple(tile._replace(strength=_GONE) for tile in endpoint)


#: The colour of paths whose colour is not known yet, and how strongly earlier steps are shown.
_UNCOLORED = "#8a8a8a"
_EARLIER = 0.8
#: How strongly the endpoint is shown that a change takes away.
_GONE = 0.5


def color_names(level: Level) -> dict[str, str]:
    """Return the colours of a level by their names in sentences."""
    return {color_name(level, label): level.color(label) for label in level.pairs}


def hint_tiles(level: Level, steps: Sequence[Deduction]) -> Mapping[Cell, Tiles]:
    """Return the paths found so far, in their colours, with arrows where the last step leads."""
    if not steps:
        return {}
    last = steps[-1]
    edges = dict.fromkeys(chain.from_iterable(sorted(step.on) for step in steps))
    colors = _colors(level, edges)
    marked = [(edge, colors[edge], 1.0 if edge in last.on else _EARLIER) for edge in edges]
    tiles = edge_tiles(level, marked)
    for tip, before in _tips(level, edges):
        if (edge := edge_between(tip, before)) in last.on:
            color = colors[edge]
            tiles[tip] = (*tiles[tip], Tile("arrow", color, side=level.board.side(before, tip)))
    if not last.on:
        for edge in last.off:
            for here, there in (edge, edge[::-1]):
                bar = Tile("pattern", side=f"stop {level.board.side(here, there)}")
                tiles[here] = (*tiles.get(here, ()), bar)
    return tiles


def change_tiles(before: Level, after: Level, *, labels: bool = False) -> Mapping[Cell, Tiles]:
    """Return the cells that differ as they will be, with frames; endpoints that go are faint."""
    found: dict[Cell, Tiles] = {}
    walls = before.walls ^ after.walls
    drawn = drawn_answer(before)
    paths = segments(before, drawn) if drawn else {}
    changed = {cell for cell, _ in before.endpoints.items() ^ after.endpoints.items()}
    changed |= before.holes ^ after.holes | _reshaped(before, after)
    new, old = (walls_of(level, walls & level.walls) for level in (after, before))
    for cell in changed | new.keys() | old.keys():
        path = None if cell in changed else paths.get(cell)
        tiles = list(cell_tiles(after, cell, path, labels=labels))
        if cell in changed:
            if cell in before.endpoints and cell not in after.endpoints:
                tiles += _gone_tiles(before, cell, labels=labels)
                tiles.append(Tile("pattern", side="frame"))
            else:
                tiles += [Tile("pattern", side=f"side {side}") for side in after.shape.sides]
        ages = [(side, "new") for side in new.get(cell, "")]
        ages += [(side, "old") for side in old.get(cell, "")]
        tiles += [Tile("pattern", side=f"{age} wall {side}") for side, age in ages]
        found[cell] = tuple(tiles)
    return found


def _reshaped(before: Level, after: Level) -> set[Cell]:
    """Return the cells in which bridges, and the ends of warps, come or go."""
    (old, new), (right, bottom) = (before.shape, after.shape), (after.width - 1, after.height - 1)
    rows = {(x, row) for row in old.rows ^ new.rows for x in (0, right)}
    columns = {(column, y) for column in old.columns ^ new.columns for y in (0, bottom)}
    return rows | columns | old.bridges ^ new.bridges


def _colors(level: Level, edges: Collection[Edge]) -> dict[Edge, str]:
    """Return the colour of the path that each edge is part of."""
    board = level.board
    ends = {edge: board.ends[board.link[edge]] for edge in edges}
    near = ways_along(ends.values())
    color_of: dict[int, str] = {}
    for end, label in level.endpoints.items():
        todo = [board.number[end]]
        while todo:
            node = todo.pop()
            color_of[node] = level.color(label)
            todo += (other for other in near.get(node, ()) if other not in color_of)
    return {edge: color_of.get(node, _UNCOLORED) for edge, (node, _) in ends.items()}


def _tips(level: Level, edges: Collection[Edge]) -> Iterator[tuple[Cell, Cell]]:
    """Yield the cells in which paths end for now, each with the cell before it."""
    board = level.board
    for node, ways in ways_along(board.ends[board.link[edge]] for edge in edges).items():
        if len(ways) == 1 and board.nodes[node] not in level.endpoints:
            yield board.nodes[node], board.nodes[ways[0]]


class FlowDrawing(Drawing[Level, Solution, Segment]):
    """Dots and pipes in cells, with walls and holes."""

    has_labels = True
    usual_colors = USUAL_COLORS
    margin_of = staticmethod(margin_of)
    cell_tiles = staticmethod(cell_tiles)
    segments = staticmethod(segments)
    steps = staticmethod(steps)
    drawn_answer = staticmethod(drawn_answer)
    item_at = staticmethod(label_at)
    changed_cells = staticmethod(changed_cells)
    edge_tiles = staticmethod(edge_tiles)
    map_tiles = staticmethod(map_tiles)
    change_tiles = staticmethod(change_tiles)
    ghost_tiles = staticmethod(ghost_tiles)
    carried_tiles = staticmethod(carried_tiles)
    overview = staticmethod(overview)
