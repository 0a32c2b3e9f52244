"""The editor of a kind of puzzle: tools, items of the palette, keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flowdesk.core.edit import Gesture, Spot
from flowdesk.draw.scene import Tiles


@dataclass(frozen=True)
class Tool:
    """A tool: the left button begins the gesture of `press`, the right one that of `erase`.

    `action` is its label in the menu, `key` as in `flowdesk.app.actions`, `tip` a short text on
    what it does, `cursor` Tk's name of the pointer's shape. `press` and `erase` take the puzzle and
    a spot, `press` also the name of the current item; they return None where no gesture can begin.
    With `takes_edges` the spot has the edge next to the pointer. With `draws` the overlay is hidden
    when a gesture begins, because it would cover what is drawn.
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
    """An item of the palette, which can be placed: a colour, a clue ...

    `name` stands for it in calls, `words` is its name for people. `mark` is a short text on how
    often it is placed; `is_used` if it is, `is_wrong` if too often. `color` is its colour, empty
    if no other one can be chosen.
    """

    name: str
    words: str
    tiles: Tiles
    mark: str = ""
    tip: str = ""
    is_used: bool = False
    is_wrong: bool = False
    color: str = ""
