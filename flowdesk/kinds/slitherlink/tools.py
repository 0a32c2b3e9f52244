"""The tools of the editor, the gesture that a press begins with each, and first hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Area, Cell, Edge, edge_joining, side_name
from flowdesk.core.puzzle import Lock
from flowdesk.core.text import counted
from flowdesk.draw.scene import Tile
from flowdesk.kinds import locks
from flowdesk.kinds.editor import GESTURES, Editing, FirstStep, Item, OverCells, Tool, select_tool
from flowdesk.kinds.loops import LoopShaping, cleared, erase, set_clue, set_edges
from flowdesk.kinds.slitherlink.puzzle import (
    MOST,
    ClueState,
    CornerWay,
    Slitherlink,
    clues_of,
    drawn_answer,
    way_from,
)


@dataclass(frozen=True)
class _DrawLoop(Gesture[Slitherlink]):
    """The edges of a way are drawn, or removed.

    A loop that is closed by drawing gives the board its clues.
    """

    way: CornerWay = field(kw_only=True)
    removes: bool = False

    def to(self, spot: Spot) -> _DrawLoop:
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
        return with_clues_of_drawn(self.way.puzzle, changed)

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


def cycled(puzzle: Slitherlink, cell: Cell) -> Slitherlink:
    """Change the clue of a cell to the next one: none, 0, 1, 2, 3, none (a 4 is set by its key)."""
    clue = puzzle.clues.get(cell, -1) + 1
    return set_clue(puzzle, cell, clue if clue < MOST else None)


def with_clues_of_drawn(before: Slitherlink, after: Slitherlink) -> Slitherlink:
    """Return the puzzle `after` with the clues of its drawn loop, if that was closed just now.

    Clues that are there stay, unless every cell has one, as after a loop that was drawn before:
    somebody who solves the puzzle may close a wrong loop.
    """
    cells, loop = after.width * after.height, drawn_answer(after)
    if after.drawn == before.drawn or not (loop and loop.is_closed):
        return after
    if 0 < len(after.clues) < cells:
        return after
    return replace(after, clues=clues_of(loop, after.width, after.height))


def _set(puzzle: Slitherlink, spot: Spot, item: str) -> Gesture[Slitherlink]:
    if item == CYCLE:
        return Gesture("change clue", cycled(puzzle, spot.cell))
    clue = int(item)
    is_there = puzzle.clues.get(spot.cell) == clue
    return Gesture("set clue", set_clue(puzzle, spot.cell, None if is_there else clue))


def _erase_clues(puzzle: Slitherlink, spot: Spot) -> Gesture[Slitherlink]:
    change = partial(set_clue, clue=None)
    return OverCells("erase clues", puzzle, at=spot.cell, change=change).over(spot.cell)


def _remove(puzzle: Slitherlink, spot: Spot) -> Gesture[Slitherlink]:
    return _draw(puzzle, spot, removes=True) or erase(puzzle, spot)


def _draw(
    puzzle: Slitherlink, spot: Spot, item: str = "", *, removes: bool = False
) -> _DrawLoop | None:
    way = way_from(puzzle, spot)
    if way is None:
        return None
    is_there = removes or spot.edge in puzzle.drawn
    name = "remove edges" if is_there else "draw edges"
    return _DrawLoop(name, puzzle, way=way, removes=removes)


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


def meant_to_lock(puzzle: Slitherlink, spot: Spot) -> tuple[str, Collection[Lock]]:
    """Return what is locked at a spot, and its name: a marked edge, or a cell."""
    cell, edge = spot.cell, spot.edge
    if spot.is_near_edge and edge in puzzle.drawn | puzzle.crosses | puzzle.locked:
        return "this edge", [edge]
    return "this clue" if cell in puzzle.clues else "this empty cell", [cell]


LOCK = locks.tool(meant_to_lock)
SELECT = select_tool(LoopShaping[Slitherlink](), erase)

#: In the order in which they are shown; the first one is chosen for a puzzle that is opened.
TOOLS = (CLUE, LOOP, LOCK, ERASE, SELECT)


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


#: The item that changes a clue to the next one.
CYCLE = "next"

_CLUE_NAMES = tuple(map(str, range(MOST + 1)))


def _item(name: str, count: int) -> Item:
    return Item(
        name,
        f"Clue {name}",
        (Tile("clue", "", 1.0 if count else 0.55, text=name),),
        mark=_short(count),
        tip=f"Clue {name}: {f'{count} on the board' if count else 'not placed'}",
        is_used=count > 0,
    )


def _short(count: int) -> str:
    """Return a number of clues for the narrow palette."""
    if count < 100:
        return f"×{count}" if count else ""
    return f"{count}" if count < 1000 else f"{count // 1000}k"


_GESTURES = (
    ("Click", "change the clue, or use the chosen tool"),
    ("Drag with the Loop tool", "draw edges; back, or from drawn ones, remove them"),
    ("Click with the Loop tool", "draw or remove the nearest edge"),
    ("Right click, Delete", "erase"),
    ("Middle click", "pick the clue under the pointer"),
    ("Wheel over the palette", "change the current clue"),
    ("0 to 4", "set that clue at the cursor or pointer"),
    ("Space", "remove the clue"),
    ("Arrow, Shift+arrow", "move the cursor; draw or remove the edge there"),
    *locks.GESTURES,
    *GESTURES,
)


class SlitherlinkEditing(Editing[Slitherlink]):
    """The items are the clues."""

    tools = TOOLS
    first_steps = FIRST_STEPS
    cleared = staticmethod(cleared)

    def gestures(self, puzzle: Slitherlink) -> Sequence[tuple[str, str]]:
        return _GESTURES

    def palette(self, puzzle: Slitherlink, current: str) -> list[Item]:
        """Return the item that cycles through the clues, then each clue with its number."""
        cycle = Item(
            CYCLE,
            "Next clue",
            (Tile("clue", text="+1"),),
            tip="Each click changes the clue to the next one: 0, 1, 2, 3, none",
            is_used=True,
        )
        placed = Counter(puzzle.clues.values())
        return [cycle, *(_item(name, placed[int(name)]) for name in _CLUE_NAMES)]

    def next_item(self, puzzle: Slitherlink, current: str) -> str:
        return current or CYCLE

    def item_typed(self, puzzle: Slitherlink, key: str, current: str) -> str | None:
        return key if key in _CLUE_NAMES else None

    def typed(
        self, puzzle: Slitherlink, spot: Spot, key: str, current: str
    ) -> Gesture[Slitherlink] | None:
        """Return what a key does: a digit sets that clue, the space bar removes the clue.

        Shift and an arrow, with the edge that it points to, draw or remove that edge.
        """
        if spot.edge is not None:
            there = spot.edge not in puzzle.drawn
            after = set_edges(puzzle, [spot.edge], there)
            if not there:
                return Gesture("remove edges", after)
            return Gesture("draw edges", with_clues_of_drawn(puzzle, after))
        if key == " ":
            return Gesture("erase clues", set_clue(puzzle, spot.cell, None))
        if key not in _CLUE_NAMES:
            return None
        return Gesture(f"set {key}", set_clue(puzzle, spot.cell, int(key)))

    def choices(self, puzzle: Slitherlink, spot: Spot, current: str) -> list[Gesture[Slitherlink]]:
        there = puzzle.clues.get(spot.cell)
        found = [
            Gesture(f"set clue {clue}", set_clue(puzzle, spot.cell, clue))
            for clue in range(MOST + 1)
            if clue != there
        ]
        if there is not None:
            found.append(Gesture("remove the clue", set_clue(puzzle, spot.cell, None)))
        if spot.edge:
            is_new = spot.edge not in puzzle.drawn
            name = f"{'draw' if is_new else 'remove'} the edge {side_name(spot.cell, spot.edge)}"
            found.append(Gesture(name, set_edges(puzzle, [spot.edge], is_new)))
        return [*found, *locks.choices_at(meant_to_lock, puzzle, spot)]

    def area_choices(self, puzzle: Slitherlink, area: Area) -> Sequence[Gesture[Slitherlink]]:
        return [*locks.choices_in(puzzle, area, puzzle.drawn | puzzle.crosses)]
