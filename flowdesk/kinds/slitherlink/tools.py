"""The tools of the editor, the items of the palette, and the keys that act on the board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, cells_on_line
from flowdesk.draw.scene import Tile
from flowdesk.kinds.editor import Item, Tool
from flowdesk.kinds.slitherlink import editing
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink

#: The item of the palette that changes a clue to the next one.
CYCLE = "next"
_CLUES = tuple(map(str, range(MOST + 1)))


@dataclass(frozen=True)
class _Erase(Gesture[Slitherlink]):
    """Remove the clues under the pointer, which is `at` a cell."""

    at: Cell = (0, 0)

    def to(self, spot: Spot) -> _Erase:
        puzzle = self.puzzle
        for cell in cells_on_line(self.at, spot.cell):
            puzzle = editing.set_clue(puzzle, cell, None)
        return replace(self, at=spot.cell, puzzle=puzzle)


def _set(puzzle: Slitherlink, spot: Spot, item: str) -> Gesture[Slitherlink]:
    if item == CYCLE:
        return Gesture("change clue", editing.cycled(puzzle, spot.cell))
    clue = int(item)
    is_there = puzzle.clues.get(spot.cell) == clue
    return Gesture("set clue", editing.set_clue(puzzle, spot.cell, None if is_there else clue))


def _erase(puzzle: Slitherlink, spot: Spot, item: str = "") -> _Erase:
    return _Erase("erase clues", editing.set_clue(puzzle, spot.cell, None), at=spot.cell)


TOOLS = (
    Tool(
        name="Clue",
        icon=(Tile("text", "#3f8fd0", text="2"),),
        action="Set clues",
        key="F2",
        tip="Click a cell to change its clue, or type a digit.",
        cursor="",
        press=_set,
        erase=_erase,
    ),
    Tool(
        name="Erase",
        icon=(Tile("dot", "#5a2020"),),
        action="Erase",
        key="Shift-F2",
        tip="Click or drag to erase clues.",
        cursor="",
        press=_erase,
        erase=_erase,
    ),
)


def palette(puzzle: Slitherlink, current: str) -> list[Item]:
    """Return the clues to choose from, and the item that cycles through them."""
    counts = [sum(clue == number for clue in puzzle.clues.values()) for number in range(MOST + 1)]
    cycle = Item(CYCLE, "Next clue", (Tile("text", "#8a8a8a", text="+1"),), tip="Each click: next")
    return [
        cycle,
        *(
            Item(name, name, (Tile("text", "#8a8a8a", text=name),), f"×{count}", is_used=count > 0)
            for name, count in zip(_CLUES, counts, strict=True)
        ),
    ]


def next_item(puzzle: Slitherlink, current: str) -> str:
    """Return the item to go on with: the same one."""
    return current or CYCLE


def item_at(puzzle: Slitherlink, cell: Cell, segment: object) -> str | None:
    """Return the clue in a cell as an item, or None."""
    clue = puzzle.clues.get(cell)
    return None if clue is None else str(clue)


def typed(puzzle: Slitherlink, spot: Spot, key: str, current: str) -> Gesture[Slitherlink] | None:
    """Return what a key does: a digit sets that clue."""
    if spot.edge is not None or key not in _CLUES:
        return None
    return Gesture(f"set {key}", editing.set_clue(puzzle, spot.cell, int(key)))
