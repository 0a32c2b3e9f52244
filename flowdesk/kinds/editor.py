"""What the editor of every kind of puzzle consists of: tools, what the palette offers, keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flowdesk.core.gesture import Gesture, Spot
from flowdesk.draw.scene import Tiles


@dataclass(frozen=True)
class Tool:
    """What the pointer does to a puzzle: the left button begins `press`, the right one `erase`.

    `action` is its entry in the menu, `key` as in `flowdesk.app.actions`, `tip` says what it does,
    `cursor` is Tk's name of the pointer's shape. `press` gets the current item of the palette; None
    where nothing can begin. With `takes_edges` it means the edge near the pointer, else the cell.
    With `draws`, what is shown over the puzzle makes room, or what it draws could not be seen.
    """

    name: str
    icon: Tiles
    action: str
    key: str
    tip: str
    cursor: str
    press: Callable[[Any, Spot, str], Gesture[Any] | None]
    erase: Callable[[Any, Spot], Gesture[Any] | None]
    takes_edges: bool = False
    draws: bool = False


@dataclass(frozen=True)
class Item:
    """Something that the palette offers to place: a colour, a clue ...

    `mark` says beside it how often it is placed, `is_used` whether it is and `is_wrong` whether
    too often. `color` is the colour that can be chosen for it, empty if none can.
    """

    name: str
    tiles: Tiles
    mark: str = ""
    tip: str = ""
    is_used: bool = False
    is_wrong: bool = False
    color: str = ""


@dataclass(frozen=True)
class Typed:
    """What a key does to a puzzle: what undo calls it, the puzzle after it.

    `item` is what was placed, if anything was: the editor goes on as after a click.
    """

    name: str
    puzzle: Any
    item: str | None = None
