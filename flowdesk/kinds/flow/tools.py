"""The tools of the level editor, and the gesture that a press begins with each of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, cells_on_line, edge_between, neighbors
from flowdesk.draw.scene import Tile
from flowdesk.kinds.editor import Tool
from flowdesk.kinds.flow import drawing, editing
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level

LevelGesture: TypeAlias = Gesture[Level]


# Gestures


@dataclass(frozen=True)
class _Place(LevelGesture):
    """A click that places an endpoint, or a drag that moves one.

    A press in an empty cell places an endpoint. One that replaces another is placed by the
    release, because a drag would move the other one.
    """

    before: Level
    placed: Level
    start: Cell
    chosen: str
    end: Cell
    is_dragged: bool = False

    @property
    def name(self) -> str:
        moved = self.before.endpoints.get(self.start, self.chosen)
        label, verb = (moved, "move") if self.is_dragged else (self.chosen, "place")
        return f"{verb} {color_name(self.before, label)}"

    @property
    def item(self) -> str | None:
        is_moved = self.is_dragged and self.placed is self.before
        return None if is_moved else self.chosen

    @property
    def puzzle(self) -> Level:
        return self.placed

    def to(self, spot: Spot) -> LevelGesture:
        if not self.is_dragged and spot.cell == self.start:
            return self
        return replace(self, end=spot.cell, is_dragged=True)

    @property
    def result(self) -> Level:
        if self.is_dragged:
            return editing.move(self.puzzle, self.start, self.end)
        return editing.place(self.puzzle, self.start, self.chosen)

    @property
    def carried(self) -> Cell | None:
        return self.start if self.is_dragged else None

    @property
    def problem(self) -> str:
        if self.is_dragged and self.end != self.start and self.result is self.puzzle:
            return "An endpoint can be moved to any empty cell of the board."
        return ""


@dataclass(frozen=True)
class _OverCells(LevelGesture):
    """A gesture that does something in every cell on the pointer's way; it is now `at` one."""

    at: Cell
    level: Level

    @property
    def puzzle(self) -> Level:
        return self.level

    @abstractmethod
    def over(self, cell: Cell) -> _OverCells:
        """Return the gesture after this cell, the next one on the way."""

    def to(self, spot: Spot) -> LevelGesture:
        if spot.cell == self.at:
            return self
        gesture = self
        for cell in cells_on_line(self.at, spot.cell):
            gesture = gesture.over(cell)
        return replace(gesture, at=spot.cell)


@dataclass(frozen=True)
class _Draw(_OverCells):
    """Draw a path; an existing one is cut only where the pointer goes on."""

    begun: drawing.Stroke
    stroke: drawing.Stroke

    @property
    def name(self) -> str:
        return f"draw {color_name(self.level, self.stroke.label)}"

    @property
    def item(self) -> str:
        return self.stroke.label

    def over(self, cell: Cell) -> _Draw:
        return replace(self, stroke=self.stroke.to(cell))

    def to(self, spot: Spot) -> LevelGesture:
        led = super().to(spot)
        assert isinstance(led, _Draw)
        return led if led.stroke is self.stroke else replace(led, level=led.stroke.level)


@dataclass(frozen=True)
class _MakeHoles(_OverCells):
    """Make holes, or fill them."""

    there: bool

    @property
    def name(self) -> str:
        return "make holes" if self.there else "fill holes"

    def over(self, cell: Cell) -> _MakeHoles:
        return replace(self, level=editing.set_hole(self.level, cell, self.there))


@dataclass(frozen=True)
class _Erase(_OverCells):
    """Empty cells by `emptied`; with `chooses`, the last colour erased becomes the current one."""

    emptied: Callable[[Level, Cell], Level]
    chooses: bool = False
    erased: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        names = (color_name(self.level, label) for label in self.erased)
        return f"erase {', '.join(names) or 'holes'}"

    @property
    def item(self) -> str | None:
        return self.erased[-1] if self.erased and self.chooses else None

    def over(self, cell: Cell) -> _Erase:
        gone = self.level.endpoints.get(cell)
        erased = (*self.erased, gone) if gone else self.erased
        return replace(self, level=self.emptied(self.level, cell), erased=erased)


@dataclass(frozen=True)
class _BuildWalls(LevelGesture):
    """Build walls along the pointer's way, or remove them."""

    level: Level
    there: bool

    @property
    def name(self) -> str:
        return "build walls" if self.there else "remove walls"

    @property
    def puzzle(self) -> Level:
        return self.level

    def to(self, spot: Spot) -> LevelGesture:
        if spot.edge is None:
            return self
        return replace(self, level=editing.set_wall(self.level, spot.edge, self.there))


# Presses


def _place(level: Level, spot: Spot, label: str) -> LevelGesture:
    is_free = spot.cell not in level.endpoints
    placed = editing.place(level, spot.cell, label) if is_free else level
    return _Place(level, placed, spot.cell, label, spot.cell)


def _draw(level: Level, spot: Spot, label: str) -> LevelGesture | None:
    stroke = drawing.begin(level, spot.cell, label)
    if stroke is None:
        return None
    is_drawn = drawing.path_at(level, spot.cell) is not None
    return _Draw(spot.cell, level if is_drawn else stroke.level, stroke, stroke)


def _make_holes(level: Level, spot: Spot, label: str) -> LevelGesture:
    return _MakeHoles(spot.cell, level, spot.cell not in level.holes).over(spot.cell)


def _build_walls(level: Level, spot: Spot, label: str) -> LevelGesture:
    return _BuildWalls(level, spot.edge not in level.walls).to(spot)


def _remove_walls(level: Level, spot: Spot) -> LevelGesture:
    return _erase_cells(level, spot) if spot.edge is None else _BuildWalls(level, False).to(spot)


def _erase_endpoints(level: Level, spot: Spot) -> LevelGesture:
    return _Erase(spot.cell, level, editing.erase, chooses=True).over(spot.cell)


def _erase_cells(level: Level, spot: Spot) -> LevelGesture:
    return _Erase(spot.cell, level, editing.erase).over(spot.cell)


def _erase_paths(level: Level, spot: Spot) -> LevelGesture:
    return _Erase(spot.cell, level, _without_path_or_cell).over(spot.cell)


def _erase_all(level: Level, spot: Spot, label: str = "") -> LevelGesture:
    return _Erase(spot.cell, level, _emptied).over(spot.cell)


def _without_path_or_cell(level: Level, cell: Cell) -> Level:
    """Return the level without the drawn path through a cell, or without what else is in it."""
    path = drawing.path_at(level, cell)
    return drawing.without_path(level, path) if path else editing.erase(level, cell)


def _emptied(level: Level, cell: Cell) -> Level:
    """Return the level without what is in a cell, and without the walls round it."""
    level = _without_path_or_cell(level, cell)
    for near in neighbors(cell):
        level = editing.set_wall(level, edge_between(cell, near), False)
    return level


# The tools

_RED, _GREY = "#ff3b30", "#8a8a8a"

ENDPOINT = Tool(
    "Endpoint",
    (Tile("dot", _RED), Tile("rim", _RED)),
    "Place endpoints",
    "F2",
    "Click a cell to place the current colour, and another one for its partner.",
    "",
    _place,
    _erase_endpoints,
)
PATH = Tool(
    "Path",
    (Tile("pipe", _RED, side="lr"),),
    "Draw paths",
    "Mod-d",
    "Drag over cells to draw a path: its ends become the endpoints.",
    "pencil",
    _draw,
    _erase_paths,
    draws=True,
)
HOLE = Tool(
    "Hole",
    (Tile("fill", _GREY, 0.5),),
    "Make holes",
    "F3",
    "Click or drag over cells to take them out of the board, or to put them back.",
    "dotbox",
    _make_holes,
    _erase_cells,
)
WALL = Tool(
    "Wall",
    (Tile("fill", _GREY, 0.2), Tile("wall", side="l"), Tile("wall", side="t")),
    "Build walls",
    "F4",
    "Click near a side of a cell to build or remove a wall.",
    "crosshair",
    _build_walls,
    _remove_walls,
    takes_edges=True,
)
ERASE = Tool(
    "Erase",
    (Tile("dot", _RED, 0.3),),
    "Erase",
    "Shift-F2",
    "Click or drag over cells to empty them; the right button does so with every tool.",
    "X_cursor",
    _erase_all,
    _erase_all,
)

#: In the order in which they are shown; the first one is chosen for a level that is opened.
TOOLS = (ENDPOINT, PATH, HOLE, WALL, ERASE)
