"""The tools of the level editor, the gesture that a press begins with each, and first hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, cells_on_line, edges_of
from flowdesk.kinds.editor import FirstStep, OverCells, Tool
from flowdesk.kinds.flow import drawing, editing
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.parts import FlowShaping
from flowdesk.kinds.part import select_tool

LevelGesture: TypeAlias = Gesture[Level]
Change: TypeAlias = Callable[[Level, Cell], Level]


# Gestures


@dataclass(frozen=True, kw_only=True)
class _PlaceEndpoint(LevelGesture):
    """A click that places an endpoint, or a drag that moves one.

    A press in an empty cell places an endpoint (`is_new`). One that replaces another is placed by
    the release, because a drag would move the other one.
    """

    start: Cell
    chosen: str
    is_new: bool
    end: Cell

    def to(self, spot: Spot) -> LevelGesture:
        if self.carried is None and spot.cell == self.start:
            return self
        return replace(
            self,
            name=f"move {color_name(self.puzzle, self.puzzle.endpoints[self.start])}",
            item=self.chosen if self.is_new else None,
            carried=self.start,
            end=spot.cell,
        )

    @property
    def result(self) -> Level:
        if self.carried is None:
            return editing.place(self.puzzle, self.start, self.chosen)
        return editing.move(self.puzzle, self.start, self.end)

    @property
    def problem(self) -> str:
        if self.end != self.start and self.result is self.puzzle:
            return "An endpoint can be moved to any empty cell of the board."
        return ""


@dataclass(frozen=True, kw_only=True)
class _Draw(LevelGesture):
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
    cell, is_new = spot.cell, spot.cell not in level.endpoints
    placed = editing.place(level, cell, label) if is_new else level
    name = f"place {color_name(level, label)}"
    return _PlaceEndpoint(name, placed, label, start=cell, chosen=label, is_new=is_new, end=cell)


def _draw(level: Level, spot: Spot, label: str) -> LevelGesture | None:
    stroke = drawing.begin(level, spot.cell, label)
    if stroke is None:
        return None
    puzzle = level if drawing.path_at(level, spot.cell) else stroke.level
    name = f"draw {color_name(level, stroke.label)}"
    return _Draw(name, puzzle, stroke.label, at=spot.cell, stroke=stroke)


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
