"""The tools of the level editor, its palette and keys, and what a newcomer is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import AT_SIDES, OPPOSITE, Area, Cell, beside, line_name
from flowdesk.core.puzzle import Lock
from flowdesk.core.text import counted
from flowdesk.kinds import locks
from flowdesk.kinds.editor import GESTURES, Editing, FirstStep, Item, Tool, select_tool
from flowdesk.kinds.flow import drawing, editing, gestures
from flowdesk.kinds.flow.colors import color_name, greyish
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.shaping import FlowShaping
from flowdesk.kinds.flow.tiles import dot_tiles

ENDPOINT = Tool(
    "Endpoint",
    "endpoint",
    "Place endpoints",
    "F2",
    "Click a cell to place the current colour, and another one for its partner.",
    "",
    gestures.place,
    partial(gestures.erase, editing.erase, chooses=True),
)
PATH = Tool(
    "Path",
    "path",
    "Draw paths",
    "Mod-d",
    "Drag over cells to draw a path: its ends become the endpoints.",
    "pencil",
    gestures.draw,
    partial(gestures.erase, gestures.without_path_or_cell),
    draws=True,
)
HOLE = Tool(
    "Hole",
    "hole",
    "Make holes",
    "F3",
    "Click or drag over cells to take them out of the board, or to put them back.",
    "dotbox",
    gestures.make_holes,
    partial(gestures.erase, editing.erase),
)
WALL = Tool(
    "Wall",
    "wall",
    "Build walls",
    "Mod-F3",
    "Click near a side of a cell to build or remove a wall.",
    "crosshair",
    gestures.build_walls,
    gestures.remove_walls,
    takes_edges=True,
)
BRIDGE = Tool(
    "Bridge",
    "bridge",
    "Build bridges",
    "Mod-F2",
    "Click or drag over cells: two paths cross on a bridge, each straight on.",
    "cross",
    gestures.build_bridges,
    gestures.take_bridges_away,
)
WARP = Tool(
    "Warp",
    "warp",
    "Open warps",
    "Mod-Shift-F2",
    "Click the border, or drag along it: there, paths leave the board and come in opposite.",
    "sb_h_double_arrow",
    gestures.open_warps,
    gestures.close_warps,
    takes_edges=True,
    takes_border=True,
)
ERASE = Tool(
    "Erase",
    "erase",
    "Erase",
    "Shift-F2",
    "Click or drag over cells to empty them; the right button does so with every tool.",
    "X_cursor",
    partial(gestures.erase, gestures.emptied),
    partial(gestures.erase, gestures.emptied),
)


def meant_to_lock(level: Level, spot: Spot) -> tuple[str, Collection[Lock]]:
    """Return what is locked together at a spot, and its name: a wall, a path, or a cell."""
    cell, edge = spot.cell, gestures.edge_of(level, spot)
    if spot.is_near_edge and edge in level.walls | level.locked:
        return "this wall" if edge in level.walls else "this edge", [edge]
    if label := level.endpoints.get(cell):
        return f"this endpoint of {color_name(level, label)}", [cell]
    if label := drawing.path_at(level, cell):
        path = level.drawn[label]
        return f"the path of {color_name(level, label)}, {counted(len(path), 'cell')}", path
    is_bridge = cell in level.shape.bridges
    name = "hole" if cell in level.holes else "bridge" if is_bridge else "empty cell"
    return f"this {name}", [cell]


LOCK = locks.tool(meant_to_lock)
SELECT = select_tool(FlowShaping(), partial(gestures.erase, gestures.emptied))

#: In the order in which they are shown; the first one is chosen for a level that is opened.
TOOLS = (ENDPOINT, PATH, HOLE, WALL, BRIDGE, WARP, LOCK, ERASE, SELECT)
_OF_HEXAGONS = tuple(tool for tool in TOOLS if tool not in (BRIDGE, WARP))


_EMPTY = Level(3, 1)
_ONE = Level(3, 1, {(0, 0): "R"})
_TWO = Level(3, 1, {(0, 0): "R", (2, 0): "R"})
_PATH = Level(3, 1, _TWO.endpoints, drawn={"R": ((0, 0), (1, 0), (2, 0))})


def _has_pair(level: Level) -> bool:
    return 2 in Counter(level.endpoints.values()).values()


FIRST_STEPS = (
    FirstStep("place", "Click a cell to place an endpoint", _EMPTY, _ONE, lambda p: p.endpoints),
    FirstStep("pair", "Click another cell for its partner", _ONE, _TWO, _has_pair),
    FirstStep("solve", "Press {solve} to see the paths", _TWO, _PATH),
)


_PLACED = ("not placed", "one endpoint placed", "both endpoints placed")


def palette(level: Level, current: str) -> list[Item]:
    """Return the colours to choose from, each with how many of its endpoints are placed."""
    return [
        _item(label, level.color(label), color_name(level, label), len(level.pairs.get(label, ())))
        for label in editing.palette(level, current)
    ]


@lru_cache(maxsize=256)  # a click changes one of them, or two
def _item(label: str, color: str, words: str, count: int) -> Item:
    tiles = dot_tiles(color, label)
    if not count:  # not fainter: its letter would be for another colour
        tiles = tuple(tile._replace(color=greyish(tile.color)) for tile in tiles)
    state = _PLACED[count] if count <= 2 else f"{count} endpoints placed, but a colour has two"
    return Item(
        label,
        words,
        tiles,
        mark=("○○", "●○", "●●")[count] if count <= 2 else f"×{count}",
        tip=f"{words}: {state}. Double click: another colour; right click: more",
        is_used=count > 0,
        is_wrong=count > 2,
        color=color if count else "",  # a file keeps only those on the board
    )


def item_typed(level: Level, key: str, current: str) -> str | None:
    """Return the colour that a key chooses: a digit by place in the palette, a letter by label.

    A small letter that the palette does not show means the capital one.
    """
    if len(key) != 1 or not key.isascii() or not key.isalnum():
        return None
    labels = editing.palette(level, current)
    if key.isdigit():
        return labels[min((int(key) - 1) % 10, len(labels) - 1)]
    return key.swapcase() if key not in labels and key.swapcase() in labels else key


def typed(level: Level, spot: Spot, key: str, current: str) -> Gesture[Level] | None:
    """Return what a key does: a letter places its colour, ``#`` makes or fills a hole.

    ``+`` builds a bridge or takes it away. Shift and an arrow, with the edge that it points to,
    build or remove the wall there.
    """
    if spot.edge is not None:
        edge = gestures.edge_of(level, spot)
        there = edge not in level.walls
        name = "build wall" if there else "remove wall"
        return Gesture(name, editing.set_wall(level, edge, there) if edge else level)
    if key == "+" and level.shape.can_cross:
        return _bridging(level, spot.cell)
    if key == "#":
        there = spot.cell not in level.holes
        return _changing(
            "make hole" if there else "fill hole", level, editing.set_hole(level, spot.cell, there)
        )
    label = None if key.isdigit() else item_typed(level, key, current)
    if label is None:
        return None
    name, before = f"place {color_name(level, label)}", level.endpoints.get(spot.cell)
    if before and before != label:
        name = f"replace {color_name(level, before)} by {color_name(level, label)}"
    return Gesture(name, editing.place(level, spot.cell, label), label)


def choices(level: Level, spot: Spot, current: str) -> list[Gesture[Level]]:
    """Return what a menu offers in a cell: to place, erase, make a hole, build a wall, lock."""
    cell, label = spot.cell, level.endpoints.get(spot.cell)
    found = []
    if label is None:
        name = f"place {color_name(level, current)}"
        found.append(Gesture(name, editing.place(level, cell, current), current))
    else:
        name = f"erase this endpoint of {color_name(level, label)}"
        found.append(Gesture(name, editing.erase(level, cell)))
    for path in drawing.paths_at(level, cell):
        drawn = {other: cells for other, cells in level.drawn.items() if other != path}
        name = f"erase the path of {color_name(level, path)}"
        found.append(Gesture(name, replace(level, drawn=drawn)))
    there = cell not in level.holes
    name = "make a hole" if there else "fill the hole"
    found.append(_changing(name, level, editing.set_hole(level, cell, there)))
    if (edge := gestures.edge_of(level, spot)) and all(map(level.is_cell, edge)):
        there = edge not in level.walls
        side = level.sides_between(cell, edge[edge[0] == cell])[:1]
        name = f"{'build a' if there else 'remove the'} wall {AT_SIDES[side]}"
        found.append(Gesture(name, editing.set_wall(level, edge, there)))
    if level.shape.can_cross:
        found += [_bridging(level, cell)] if level.is_cell(cell) else []
        found += _warps_from(level, cell)
    return [*found, *locks.choices_at(meant_to_lock, level, spot)]


def _bridging(level: Level, cell: Cell) -> Gesture[Level]:
    there = cell not in level.shape.bridges
    name = "build a bridge" if there else "take the bridge away"
    return _changing(name, level, editing.set_bridge(level, cell, there))


def _changing(name: str, level: Level, changed: Level) -> Gesture[Level]:
    return Gesture(gestures.overwriting(name, level, changed), changed)


def _warps_from(level: Level, cell: Cell) -> Iterator[Gesture[Level]]:
    """Yield how to open or close the border at each side of a cell that is on it."""
    for side in "lt":
        if not all(level.on_board(beside(cell, each)) for each in (side, OPPOSITE[side])):
            there = not level.shape.has_warp(side, cell)
            name = f"{'open' if there else 'close'} the warp of {line_name(cell, side)}"
            yield Gesture(name, editing.set_warp(level, side, cell, there))


#: What pointer and keys do on every board.
_GESTURES = (
    ("Click", "place the current colour, or use the chosen tool"),
    ("Drag an endpoint", "move it"),
    ("Drag with the Path tool", "draw a path; its ends become the endpoints"),
    ("Right click, Delete", "erase"),
    ("Middle click", "pick the colour under the pointer"),
    ("1 to 9, 0, wheel over the palette", "change the current colour"),
    ("Double click in the palette", "give a label another colour"),
    ("Arrow, Shift+arrow", "move the cursor; build or remove the wall there"),
    ("A letter", "place that colour at the cursor or pointer"),
    ("Space", "place the current colour at the cursor"),
    ("#", "make or fill a hole"),
)


class FlowEditing(Editing[Level]):
    """The items are the labels of colours."""

    tools = TOOLS

    def tools_for(self, level: Level) -> Sequence[Tool[Level]]:
        return TOOLS if level.shape.can_cross else _OF_HEXAGONS

    first_steps = FIRST_STEPS
    palette = staticmethod(palette)
    next_item = staticmethod(editing.next_label)
    typed = staticmethod(typed)
    item_typed = staticmethod(item_typed)
    choices = staticmethod(choices)
    cleared = staticmethod(editing.cleared)

    def area_choices(self, level: Level, area: Area) -> Sequence[Gesture[Level]]:
        return [*locks.choices_in(level, area, level.walls)]

    def gestures(self, level: Level) -> Sequence[tuple[str, str]]:
        bridging = "+", "build a bridge, or take it away"
        keys = " ".join(level.shape.keys).upper()
        walls = f"{keys} with the Wall tool", "build or remove the wall at that side"
        special = bridging if level.shape.can_cross else walls
        return (*_GESTURES, special, *locks.GESTURES, *GESTURES)
