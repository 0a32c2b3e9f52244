"""Part of a puzzle: what lies in an area; and the tool that selects one and moves it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from flowdesk.core.area import Area
from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, turned
from flowdesk.kinds.editor import Tool


@dataclass(frozen=True)
class Part:
    """What lies in an area of a puzzle: all that is in its cells, and the lines on its border."""

    puzzle: Any
    area: Area

    def turned(self, turn: str, turned_puzzle: Callable[[Any, str], Any]) -> Part:
        """Return the part after one of `core.grid.TURNS`."""
        puzzle = self.puzzle
        area = self.area.turned(turn, puzzle.width, puzzle.height)
        return Part(turned_puzzle(puzzle, turn), area)


@dataclass(frozen=True)
class PartEdits:
    """How a kind of puzzle removes what lies in an area, and places what lies in another one."""

    #: puzzle, area -> the puzzle without what lies in the area or on its border.
    emptied: Callable[[Any, Area], Any]
    #: puzzle, part, cell -> the puzzle with the part instead of what was there, its upper left cell
    #: at this one; and a sentence on what is different from the part, if anything. Lines that were
    #: on the border of the area stay.
    placed: Callable[[Any, Part, Cell], tuple[Any, str]]


@dataclass(frozen=True, kw_only=True)
class _Select(Gesture[Any]):
    """Select the cells from `start` to the pointer; a click selects none."""

    start: Cell
    end: Cell | None = None

    def to(self, spot: Spot) -> _Select:
        x, y = spot.cell
        on_board = min(max(x, 0), self.puzzle.width - 1), min(max(y, 0), self.puzzle.height - 1)
        return replace(self, end=on_board)

    @property
    def area(self) -> Area | None:
        return Area(self.start, self.end) if self.end else None


@dataclass(frozen=True, kw_only=True)
class Move(Gesture[Any]):
    """Move a part over the puzzle `base`: its upper left cell would be placed `at` one.

    The pointer is above the cell `grip` of the part, counted from its upper left one. Nothing
    changes before it is placed.
    """

    edits: PartEdits
    base: Any
    part: Part
    at: Cell
    grip: Cell = (0, 0)
    #: Where placing changes nothing: where it was taken from.
    home: Cell | None = None

    def to(self, spot: Spot) -> Move:
        """Return the gesture with the pointer in the cell of a spot."""
        return self.to_cell(spot.cell)

    def to_cell(self, cell: Cell) -> Move:
        """Return the gesture with the pointer in a cell."""
        return replace(self, at=(cell[0] - self.grip[0], cell[1] - self.grip[1]))

    def stepped(self, step: Cell) -> Move:
        """Return the gesture one step further, but never completely off the board."""
        at = self.at[0] + step[0], self.at[1] + step[1]
        moved = replace(self, at=at)
        return moved if moved.area else self

    def turned(self, turn: str, turned_puzzle: Callable[[Any, str], Any]) -> Move:
        """Return the gesture with the part turned about the cell under the pointer."""
        part, area = self.part.turned(turn, turned_puzzle), self.part.area
        grip = turned(self.grip, turn, area.width, area.height)
        at = self.at[0] + self.grip[0] - grip[0], self.at[1] + self.grip[1] - grip[1]
        return replace(self, part=part, grip=grip, at=at, home=None)

    @property
    def area(self) -> Area | None:
        """Where the part would be placed, as far as that is on the board."""
        return self.part.area.moved(self.at).within(self.puzzle.width, self.puzzle.height)

    @property
    def preview(self) -> Any:
        """The puzzle with the part."""
        return self._placed[0]

    @property
    def result(self) -> Any:
        """The puzzle with the part."""
        return self._placed[0]

    @property
    def problem(self) -> str:
        """Say what is cut or changed."""
        area = self.part.area.moved(self.at)
        is_inside = area.inside(self.puzzle.width, self.puzzle.height)
        beyond = "" if is_inside else "What lay off the board was cut."
        return f"{self._placed[1]} {beyond}".strip()

    @property
    def _placed(self) -> tuple[Any, str]:
        if self.at == self.home:
            return self.puzzle, ""
        return self.edits.placed(self.base, self.part, self.at)


def floating(edits: PartEdits, puzzle: Any, part: Part, at: Cell) -> Move:
    """Return the gesture that pastes a part, gripped in its middle."""
    area = part.area
    grip = (area.width - 1) // 2, (area.height - 1) // 2
    return Move("paste", puzzle, edits=edits, base=puzzle, part=part, at=at, grip=grip)


def select_tool(edits: PartEdits, erase: Callable[[Any, Spot], Gesture[Any] | None]) -> Tool:
    """Return the tool that selects an area, and moves what lies in it; `erase` as in `Tool`."""

    def select(
        puzzle: Any, spot: Spot, area: Area | None, *, extends: bool, copies: bool
    ) -> Gesture[Any]:
        cell = spot.cell
        if area and extends:
            return _Select("select", puzzle, start=area.start, end=cell)
        if area is None or cell not in area:
            return _Select("select", puzzle, start=cell)
        part, corner = Part(puzzle, area), area.corner
        return Move(
            "copy selection" if copies else "move selection",
            puzzle,
            edits=edits,
            base=puzzle if copies else edits.emptied(puzzle, area),
            part=part,
            at=corner,
            grip=(cell[0] - corner[0], cell[1] - corner[1]),
            home=corner,
        )

    return Tool(
        "Select",
        "select",
        "Select",
        "Shift-F3",
        "Drag over cells to select them; drag the selection to move it, with Ctrl to copy it.",
        "tcross",
        lambda puzzle, spot, item: select(puzzle, spot, None, extends=False, copies=False),
        erase,
        select=select,
    )


#: What pointer and keys do with that tool, for the list of all keys.
GESTURES = (
    ("Drag with the Select tool", "select cells; Shift extends, also with arrows"),
    ("Drag what is selected", "move it; with Ctrl, copy it"),
    ("{mod}+C, {mod}+X, {mod}+V", "copy, cut, paste what is selected"),
    ("{mod}+→, {mod}+↑, {mod}+↓", "turn or mirror what is selected or pasted"),
    ("Click or Enter, Esc", "place what is pasted, or give it up"),
)
