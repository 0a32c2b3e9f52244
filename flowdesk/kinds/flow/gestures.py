"""Gestures of the level editor: what presses of its tools begin, and where the pointer leads it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, Edge, edge_between, listed, side_of
from flowdesk.kinds.editor import OverCells
from flowdesk.kinds.flow import drawing, editing
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level

LevelGesture: TypeAlias = Gesture[Level]
Change: TypeAlias = Callable[[Level, Cell], Level]


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
        for cell in stroke.before.board.line(self.at, spot.cell):
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
        others = "bridges" if cell in self.puzzle.shape.bridges else "holes"
        return replace(
            self,
            name=f"erase {names or others}",
            puzzle=self.change(self.puzzle, cell),
            item=erased[-1] if erased and self.chooses else None,
            erased=erased,
        )


@dataclass(frozen=True, kw_only=True)
class _MakeCells(OverCells[Level]):
    """Make holes or bridges, `made` by name, of cells of the level that was `before`."""

    made: str
    before: Level

    def over(self, cell: Cell) -> _MakeCells:
        puzzle = self.change(self.puzzle, cell)
        return replace(self, name=overwriting(self.made, self.before, puzzle), puzzle=puzzle)


def overwriting(name: str, before: Level, after: Level) -> str:
    """Return the name of a change, with the colours of the endpoints that go with it."""
    gone = {label: None for cell, label in before.endpoints.items() if cell not in after.endpoints}
    names = [color_name(before, label) for label in gone]
    return f"{name} in place of {listed(names)}" if names else name


@dataclass(frozen=True, kw_only=True)
class _ChangeEdges(LevelGesture):
    """Change what is at the edges along the pointer's way."""

    change: Callable[[Level, Spot], Level]

    def to(self, spot: Spot) -> LevelGesture:
        return replace(self, puzzle=self.change(self.puzzle, spot))


def _walls(level: Level, spot: Spot, *, there: bool) -> LevelGesture:
    """Build walls along the pointer's way, or remove them."""

    def change(level: Level, spot: Spot) -> Level:
        edge = edge_of(level, spot)
        return editing.set_wall(level, edge, there) if edge else level

    name = "build walls" if there else "remove walls"
    return _ChangeEdges(name, level, change=change).to(spot)


def _warps(level: Level, spot: Spot, *, there: bool) -> LevelGesture:
    """Open the border along the pointer's way to the opposite border, or close it."""

    def change(level: Level, spot: Spot) -> Level:
        border = _border(level, spot)
        return editing.set_warp(level, *border, there) if border else level

    name = "open warps" if there else "close warps"
    return _ChangeEdges(name, level, change=change).to(spot)


def edge_of(level: Level, spot: Spot) -> Edge | None:
    """Return the edge at a spot, at a warp that which it joins; None where two cells are not."""
    if spot.edge is None:
        return None
    a, b = edge_between(*map(level.board.wrapped, spot.edge))
    return (a, b) if a != b and level.sides_between(a, b) else None


def _border(level: Level, spot: Spot) -> tuple[str, Cell] | None:
    """Return the side of a cell at which a spot is on the border of the board; None elsewhere."""
    cells = [cell for cell in spot.edge or () if level.on_board(cell)]
    if len(cells) != 1 or spot.edge is None:
        return None
    return side_of(cells[0], spot.edge), cells[0]


# Presses: what the buttons of the tools begin.


def place(level: Level, spot: Spot, label: str) -> LevelGesture:
    """Place an endpoint, or take up the one that is there."""
    cell, there = spot.cell, level.endpoints.get(spot.cell)
    placed = level if there else editing.place(level, cell, label)
    name = f"place {color_name(level, label)}"
    item = there if there and len(level.pairs[there]) == 1 else None if there else label
    return _PlaceEndpoint(name, placed, item, start=cell, is_new=there is None, end=cell)


def draw(level: Level, spot: Spot, label: str) -> LevelGesture | None:
    """Draw a path, or lead on the one that is there; None where there can be none."""
    stroke = drawing.begin(level, spot.cell, label)
    if stroke is None:
        return None
    puzzle = level if drawing.path_at(level, spot.cell) else stroke.level
    name = f"draw {color_name(level, stroke.label)}"
    return _DrawPath(name, puzzle, stroke.label, at=spot.cell, stroke=stroke)


def make_holes(level: Level, spot: Spot, label: str) -> LevelGesture:
    """Make holes, or fill them, as the first cell is no hole or is one."""
    there = spot.cell not in level.holes
    name = "make holes" if there else "fill holes"
    change = partial(editing.set_hole, there=there)
    return _make(name, level, spot, change)


def _make(name: str, level: Level, spot: Spot, change: Change) -> LevelGesture:
    gesture = _MakeCells(name, level, at=spot.cell, change=change, made=name, before=level)
    return gesture.over(spot.cell)


def build_walls(level: Level, spot: Spot, label: str) -> LevelGesture:
    """Build walls, or remove them, as the first edge has none or has one."""
    return _walls(level, spot, there=edge_of(level, spot) not in level.walls)


def build_bridges(level: Level, spot: Spot, label: str) -> LevelGesture:
    """Build bridges, or take them away, as the first cell has none or has one."""
    there = spot.cell not in level.shape.bridges
    name = "build bridges" if there else "take bridges away"
    change = partial(editing.set_bridge, there=there)
    return _make(name, level, spot, change)


def take_bridges_away(level: Level, spot: Spot) -> LevelGesture:
    """Take bridges away, or where there is none, erase."""
    if spot.cell not in level.shape.bridges:
        return erase(editing.erase, level, spot)
    return build_bridges(level, spot, "")


def open_warps(level: Level, spot: Spot, label: str) -> LevelGesture | None:
    """Open the border, or close it, as it is at the first edge."""
    border = _border(level, spot)
    return _warps(level, spot, there=bool(border and not level.shape.has_warp(*border)))


def close_warps(level: Level, spot: Spot) -> LevelGesture:
    """Close the border, or where a whole cell is meant, erase."""
    if spot.edge is None:
        return erase(editing.erase, level, spot)
    return _warps(level, spot, there=False)


def remove_walls(level: Level, spot: Spot) -> LevelGesture:
    """Remove walls, or where a whole cell is meant, erase."""
    if spot.edge is None:
        return erase(editing.erase, level, spot)
    return _walls(level, spot, there=False)


def erase(
    change: Change, level: Level, spot: Spot, label: str = "", *, chooses: bool = False
) -> LevelGesture:
    """Empty cells by a change; with `chooses`, what was erased last is current then."""
    return _Erase("", level, at=spot.cell, change=change, chooses=chooses).over(spot.cell)


def without_path_or_cell(level: Level, cell: Cell) -> Level:
    """Return the level without the drawn path through a cell, or without what else is in it."""
    path = drawing.path_at(level, cell)
    return drawing.without_path(level, path) if path else editing.erase(level, cell)


def emptied(level: Level, cell: Cell) -> Level:
    """Return the level without what is in a cell, and without the walls round it."""
    level = without_path_or_cell(level, cell)
    walls = frozenset(wall for wall in level.walls if cell not in wall)
    return level if walls == level.walls else editing.changed(level, walls=walls)
