"""The colours that the palette offers, and the keys that act on the board."""

from __future__ import annotations

from dataclasses import replace

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import side_name
from flowdesk.kinds.editor import Item
from flowdesk.kinds.flow import drawing, editing
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.tiles import dot_tiles

_PLACED = ("not placed", "one endpoint placed", "both endpoints placed")


def palette(level: Level, current: str) -> list[Item]:
    """Return the colours to choose from, each with how many of its endpoints are placed."""
    return [_item(level, label) for label in editing.palette(level, current)]


def _item(level: Level, label: str) -> Item:
    count = len(level.pairs.get(label, ()))
    tiles = dot_tiles(level, label, labels=True)
    if not count:
        tiles = (*(tile._replace(strength=0.55) for tile in tiles[:-1]), tiles[-1])
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
    name = f"place {color_name(level, label)}"
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
