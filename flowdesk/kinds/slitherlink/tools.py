"""The tools of the editor, the gesture that a press begins with each, and first hints."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, Edge, edge_joining
from flowdesk.core.text import counted
from flowdesk.kinds.editor import FirstStep, OverCells, Tool
from flowdesk.kinds.loops import LoopShaping, erase, set_clue, set_edges
from flowdesk.kinds.part import select_tool
from flowdesk.kinds.slitherlink import drawing
from flowdesk.kinds.slitherlink.drawing import ClueState, drawn_answer
from flowdesk.kinds.slitherlink.palette import CYCLE
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.way import Way, way_from


@dataclass(frozen=True)
class _Draw(Gesture[Slitherlink]):
    """The edges of a way are drawn, or removed.

    A loop that is closed by drawing gives the board its clues.
    """

    way: Way = field(kw_only=True)
    removes: bool = False

    def to(self, spot: Spot) -> _Draw:
        way = self.way.to(spot)
        if way is self.way:
            return self
        moved = replace(self, way=way)
        name = "remove edges" if moved._removes() else "draw edges"
        return replace(moved, name=name, puzzle=moved._changed())

    @property
    def result(self) -> Slitherlink:
        changed = self._changed()
        if self._removes():
            return changed
        return drawing.with_clues_of_drawn(self.way.puzzle, changed)

    @property
    def problem(self) -> str:
        drawn = drawn_answer(self.result)
        if drawn is None or drawn.edges == self.way.puzzle.drawn or not drawn.is_closed:
            return ""
        unmet = sum(state is not ClueState.MET for state in drawn.states.values())
        if not unmet:
            return ""
        return (
            f"This loop does not meet {counted(unmet, 'clue')}. "
            "Thinning out the clues replaces them by those of the loop."
        )

    def _removes(self) -> bool:
        """Return whether edges are removed: always, or because the first one was there."""
        return self.removes or any(edge in self.way.puzzle.drawn for edge in self.way.edges[:1])

    def _changed(self) -> Slitherlink:
        return set_edges(self.way.puzzle, self.way.edges, not self._removes())


# Presses


def _set(puzzle: Slitherlink, spot: Spot, item: str) -> Gesture[Slitherlink]:
    if item == CYCLE:
        return Gesture("change clue", drawing.cycled(puzzle, spot.cell))
    clue = int(item)
    is_there = puzzle.clues.get(spot.cell) == clue
    return Gesture("set clue", set_clue(puzzle, spot.cell, None if is_there else clue))


def _erase_clues(puzzle: Slitherlink, spot: Spot) -> Gesture[Slitherlink]:
    gesture = OverCells("erase clues", puzzle, at=spot.cell, change=_without_clue)
    return gesture.over(spot.cell)


def _without_clue(puzzle: Slitherlink, cell: Cell) -> Slitherlink:
    return set_clue(puzzle, cell, None)


def _draw(puzzle: Slitherlink, spot: Spot, item: str = "") -> _Draw | None:
    return _drawing(puzzle, spot, removes=False)


def _remove(puzzle: Slitherlink, spot: Spot) -> Gesture[Slitherlink]:
    return _drawing(puzzle, spot, removes=True) or erase(puzzle, spot)


def _drawing(puzzle: Slitherlink, spot: Spot, *, removes: bool) -> _Draw | None:
    way = way_from(puzzle, spot)
    if way is None:
        return None
    is_there = removes or spot.edge in puzzle.drawn
    name = "remove edges" if is_there else "draw edges"
    return _Draw(name, puzzle, way=way, removes=removes)


# The tools

CLUE = Tool(
    "Clue",
    "clue",
    "Set clues",
    "F2",
    "Click a cell to change its clue, or type a digit from 0 to 4.",
    "",
    _set,
    _erase_clues,
)
LOOP = Tool(
    "Loop",
    "loop",
    "Draw the loop",
    "Mod-d",
    "Drag along the grid to draw a loop: when it is closed, the clues are read off it.",
    "pencil",
    _draw,
    _remove,
    takes_edges=True,
    draws=True,
)
ERASE: Tool[Slitherlink] = Tool(
    "Erase",
    "erase",
    "Erase",
    "Shift-F2",
    "Click or drag over cells to empty them, with the edges drawn round them.",
    "X_cursor",
    erase,
    erase,
)

SELECT = select_tool(LoopShaping[Slitherlink](), erase)

#: In the order in which they are shown; the first one is chosen for a puzzle that is opened.
TOOLS = (CLUE, LOOP, ERASE, SELECT)


def _round() -> tuple[Edge, ...]:
    """Return the edges of the loop round three cells, from the upper left corner clockwise."""
    corners = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (2, 1), (1, 1), (0, 1), (0, 0)]
    return tuple(edge_joining(a, b) for a, b in pairwise(corners))


_CLUES = {(0, 0): 3, (1, 0): 2, (2, 0): 3}
_EMPTY, _ALL = Slitherlink(3, 1), Slitherlink(3, 1, _CLUES)
_CLUE = Slitherlink(3, 1, {(1, 0): 2})
_PART = Slitherlink(3, 1, drawn=frozenset(_round()[:4]))
_LOOP = Slitherlink(3, 1, _CLUES, drawn=frozenset(_round()))

FIRST_STEPS = (
    FirstStep("clue", "Click a cell to change its clue", _EMPTY, _CLUE, lambda p: p.clues),
    FirstStep("loop", "Or draw a loop to get its clues", _PART, _LOOP, lambda p: p.drawn),
    FirstStep("solve", "Press {solve} to see the loop", _ALL, _LOOP),
)
