"""The clues that the palette offers, and the keys that act on the board."""

from __future__ import annotations

from collections import Counter

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, side_name
from flowdesk.draw.scene import Tile
from flowdesk.kinds.editor import Item
from flowdesk.kinds.loops import set_clue, set_edges
from flowdesk.kinds.slitherlink import drawing
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink

#: The item that changes a clue to the next one.
CYCLE = "next"

_CLUES = tuple(map(str, range(MOST + 1)))


def palette(puzzle: Slitherlink, current: str) -> list[Item]:
    """Return the item that cycles through the clues, and each clue with how often it is placed."""
    cycle = Item(
        CYCLE,
        "Next clue",
        (Tile("clue", text="+1"),),
        tip="Each click changes the clue to the next one: 0, 1, 2, 3, none",
        is_used=True,
    )
    placed = Counter(puzzle.clues.values())
    return [cycle, *(_item(name, placed[int(name)]) for name in _CLUES)]


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


def next_item(puzzle: Slitherlink, current: str) -> str:
    """Return the item to go on with: the same one."""
    return current or CYCLE


def item_at(puzzle: Slitherlink, cell: Cell, segment: object) -> str | None:
    """Return the clue in a cell as an item, or None."""
    clue = puzzle.clues.get(cell)
    return None if clue is None else str(clue)


def item_typed(puzzle: Slitherlink, key: str, current: str) -> str | None:
    """Return the clue that a digit chooses."""
    return key if key in _CLUES else None


def typed(puzzle: Slitherlink, spot: Spot, key: str, current: str) -> Gesture[Slitherlink] | None:
    """Return what a key does: a digit sets that clue, the space bar removes the clue.

    Shift and an arrow, with the edge that it points to, draw or remove that edge.
    """
    if spot.edge is not None:
        there = spot.edge not in puzzle.drawn
        after = set_edges(puzzle, [spot.edge], there)
        if not there:
            return Gesture("remove edges", after)
        return Gesture("draw edges", drawing.with_clues_of_drawn(puzzle, after))
    if key == " ":
        return Gesture("erase clues", set_clue(puzzle, spot.cell, None))
    if key not in _CLUES:
        return None
    return Gesture(f"set {key}", set_clue(puzzle, spot.cell, int(key)))


def choices(puzzle: Slitherlink, spot: Spot, current: str) -> list[Gesture[Slitherlink]]:
    """Return what a menu offers in a cell: its clues, and to draw or remove the edge there."""
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
    return found
