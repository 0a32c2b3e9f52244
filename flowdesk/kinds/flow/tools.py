"""The tools of the level editor, its palette and keys, and what a newcomer is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, cells_on_line, edges_of, side_name
from flowdesk.kinds.editor import Coloring, Editing, FirstStep, Item, OverCells, Tool
from flowdesk.kinds.flow import drawing, editing
from flowdesk.kinds.flow.colors import color_name, greyish
from flowdesk.kinds.flow.editing import FlowShaping
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.tiles import dot_tiles
from flowdesk.kinds.part import GESTURES, select_tool

LevelGesture: TypeAlias = Gesture[Level]
Change: TypeAlias = Callable[[Level, Cell], Level]


# Gestures


@dataclass(frozen=True, kw_only=True)
class _PlaceEndpoint(LevelGesture):
    """A click that places an endpoint or takes up one that is there, or a drag that moves one.

    A press in an empty cell places an endpoint (`is_new`).
    """

    start: Cell
    is_new: bool
    end: Cell

    def to(self, spot: Spot) -> LevelGesture:
        if self.carried is None and spot.cell == self.start:
            return self
        return replace(
            self,
            name=f"move {color_name(self.puzzle, self.puzzle.endpoints[self.start])}",
            item=self.item if self.is_new else None,
            carried=self.start,
            end=spot.cell,
        )

    @property
    def result(self) -> Level:
        return editing.move(self.puzzle, self.start, self.end)

    @property
    def problem(self) -> str:
        if self.end != self.start and self.result is self.puzzle:
            return "An endpoint can be moved to any empty cell of the board."
        if self.carried is None and self.item is None:
            name = color_name(self.puzzle, self.puzzle.endpoints[self.start])
            return f"{name} is complete: drag this endpoint to move it, or erase it first."
        return ""


@dataclass(frozen=True, kw_only=True)
class _DrawPath(LevelGesture):
    """Draw a path; an existing one is cut only where the pointer, now `at` a cell, goes on."""

    at: Cell
    stroke: drawing.Stroke

    def to(self, spot: Spot) -> LevelGesture:
        stroke = self.stroke
        for cell in cells_on_line(self.at, spot.cell):
            stroke = stroke.to(cell)
        puzzle = self.puzzle if stroke is self.stroke else stroke.level
        return replace(self, at=spot.cell, stroke=stroke, puzzle=puzzle)


@dataclass(frozen=True, kw_only=True)
class _Erase(OverCells[Level]):
    """Empty cells by `change`; with `chooses`, the last colour erased becomes the current one."""

    chooses: bool
    erased: tuple[str, ...] = ()

    def over(self, cell: Cell) -> _Erase:
        gone = self.puzzle.endpoints.get(cell)
        erased = (*self.erased, gone) if gone else self.erased
        names = ", ".join(color_name(self.puzzle, label) for label in erased)
        return replace(
            self,
            name=f"erase {names or 'holes'}",
            puzzle=self.change(self.puzzle, cell),
            item=erased[-1] if erased and self.chooses else None,
            erased=erased,
        )


@dataclass(frozen=True, kw_only=True)
class _BuildWalls(LevelGesture):
    """Build walls along the pointer's way, or remove them."""

    there: bool

    def to(self, spot: Spot) -> LevelGesture:
        if spot.edge is None:
            return self
        return replace(self, puzzle=editing.set_wall(self.puzzle, spot.edge, self.there))


# Presses


def _place(level: Level, spot: Spot, label: str) -> LevelGesture:
    cell, there = spot.cell, level.endpoints.get(spot.cell)
    placed = level if there else editing.place(level, cell, label)
    name = f"place {color_name(level, label)}"
    item = there if there and len(level.pairs[there]) == 1 else None if there else label
    return _PlaceEndpoint(name, placed, item, start=cell, is_new=there is None, end=cell)


def _draw(level: Level, spot: Spot, label: str) -> LevelGesture | None:
    stroke = drawing.begin(level, spot.cell, label)
    if stroke is None:
        return None
    puzzle = level if drawing.path_at(level, spot.cell) else stroke.level
    name = f"draw {color_name(level, stroke.label)}"
    return _DrawPath(name, puzzle, stroke.label, at=spot.cell, stroke=stroke)


def _make_holes(level: Level, spot: Spot, label: str) -> LevelGesture:
    there = spot.cell not in level.holes
    name = "make holes" if there else "fill holes"
    change = partial(editing.set_hole, there=there)
    return OverCells(name, level, at=spot.cell, change=change).over(spot.cell)


def _build_walls(level: Level, spot: Spot, label: str) -> LevelGesture:
    there = spot.edge not in level.walls
    return _BuildWalls("build walls" if there else "remove walls", level, there=there).to(spot)


def _remove_walls(level: Level, spot: Spot) -> LevelGesture:
    if spot.edge is None:
        return _erase(editing.erase, level, spot)
    return _BuildWalls("remove walls", level, there=False).to(spot)


def _erase(
    change: Change, level: Level, spot: Spot, label: str = "", *, chooses: bool = False
) -> LevelGesture:
    return _Erase("", level, at=spot.cell, change=change, chooses=chooses).over(spot.cell)


def _without_path_or_cell(level: Level, cell: Cell) -> Level:
    """Return the level without the drawn path through a cell, or without what else is in it."""
    path = drawing.path_at(level, cell)
    return drawing.without_path(level, path) if path else editing.erase(level, cell)


def _emptied(level: Level, cell: Cell) -> Level:
    """Return the level without what is in a cell, and without the walls round it."""
    level = _without_path_or_cell(level, cell)
    for edge in edges_of(cell):
        level = editing.set_wall(level, edge, False)
    return level


# The tools

ENDPOINT = Tool(
    "Endpoint",
    "endpoint",
    "Place endpoints",
    "F2",
    "Click a cell to place the current colour, and another one for its partner.",
    "",
    _place,
    partial(_erase, editing.erase, chooses=True),
)
PATH = Tool(
    "Path",
    "path",
    "Draw paths",
    "Mod-d",
    "Drag over cells to draw a path: its ends become the endpoints.",
    "pencil",
    _draw,
    partial(_erase, _without_path_or_cell),
    draws=True,
)
HOLE = Tool(
    "Hole",
    "hole",
    "Make holes",
    "F3",
    "Click or drag over cells to take them out of the board, or to put them back.",
    "dotbox",
    _make_holes,
    partial(_erase, editing.erase),
)
WALL = Tool(
    "Wall",
    "wall",
    "Build walls",
    "Mod-F3",
    "Click near a side of a cell to build or remove a wall.",
    "crosshair",
    _build_walls,
    _remove_walls,
    takes_edges=True,
)
ERASE = Tool(
    "Erase",
    "erase",
    "Erase",
    "Shift-F2",
    "Click or drag over cells to empty them; the right button does so with every tool.",
    "X_cursor",
    partial(_erase, _emptied),
    partial(_erase, _emptied),
)

SELECT = select_tool(FlowShaping(), partial(_erase, _emptied))

#: In the order in which they are shown; the first one is chosen for a level that is opened.
TOOLS = (ENDPOINT, PATH, HOLE, WALL, ERASE, SELECT)


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
    return [_item(level, label) for label in editing.palette(level, current)]


def _item(level: Level, label: str) -> Item:
    count = len(level.pairs.get(label, ()))
    tiles = dot_tiles(level, label, labels=True)
    if not count:  # not fainter: its letter would be for another colour
        tiles = tuple(tile._replace(color=greyish(tile.color)) for tile in tiles)
    state = _PLACED[count] if count <= 2 else f"{count} endpoints placed, but a colour has two"
    words = color_name(level, label)
    return Item(
        label,
        words,
        tiles,
        mark=("○○", "●○", "●●")[count] if count <= 2 else f"×{count}",
        tip=f"{words}: {state}. Double click: another colour; right click: more",
        is_used=count > 0,
        is_wrong=count > 2,
        color=level.color(label) if count else "",  # a file keeps only those on the board
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

    Shift and an arrow, with the edge that it points to, build or remove the wall there.
    """
    if spot.edge is not None:
        there = spot.edge not in level.walls
        name = "build wall" if there else "remove wall"
        return Gesture(name, editing.set_wall(level, spot.edge, there))
    if key == "#":
        there = spot.cell not in level.holes
        name = "make hole" if there else "fill hole"
        return Gesture(name, editing.set_hole(level, spot.cell, there))
    label = None if key.isdigit() else item_typed(level, key, current)
    if label is None:
        return None
    name, before = f"place {color_name(level, label)}", level.endpoints.get(spot.cell)
    if before and before != label:
        name = f"replace {color_name(level, before)} by {color_name(level, label)}"
    return Gesture(name, editing.place(level, spot.cell, label), label)


def choices(level: Level, spot: Spot, current: str) -> list[Gesture[Level]]:
    """Return what a menu offers in a cell: to place, erase, make a hole, build a wall."""
    cell, label = spot.cell, level.endpoints.get(spot.cell)
    path = drawing.path_at(level, cell)
    found = []
    if label is None:
        name = f"place {color_name(level, current)}"
        found.append(Gesture(name, editing.place(level, cell, current), current))
    else:
        name = f"erase this endpoint of {color_name(level, label)}"
        found.append(Gesture(name, editing.erase(level, cell)))
    if path is not None:
        drawn = {other: cells for other, cells in level.drawn.items() if other != path}
        name = f"erase the path of {color_name(level, path)}"
        found.append(Gesture(name, replace(level, drawn=drawn)))
    there = cell not in level.holes
    name = "make a hole" if there else "fill the hole"
    found.append(Gesture(name, editing.set_hole(level, cell, there)))
    if spot.edge and all(map(level.is_cell, spot.edge)):
        there = spot.edge not in level.walls
        name = f"{'build a' if there else 'remove the'} wall {side_name(cell, spot.edge)}"
        found.append(Gesture(name, editing.set_wall(level, spot.edge, there)))
    return found


class FlowEditing(Editing[Level]):
    """The items are the labels of colours."""

    tools = TOOLS
    first_steps = FIRST_STEPS
    palette = staticmethod(palette)
    next_item = staticmethod(editing.next_label)
    typed = staticmethod(typed)
    item_typed = staticmethod(item_typed)
    choices = staticmethod(choices)
    cleared = staticmethod(editing.cleared)
    gestures = (
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
        *GESTURES,
    )


class FlowColoring(Coloring[Level]):
    """Changes of the colour of a label, or of all its endpoints and its path."""

    recolored = staticmethod(editing.set_color)
    swapped = staticmethod(editing.swap_colors)
    without = staticmethod(editing.without_label)
