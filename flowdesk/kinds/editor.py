"""The editor of a kind of puzzle: tools, items of the palette, keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from flowdesk.core.area import Area
from flowdesk.core.edit import Gesture, Spot
from flowdesk.draw.scene import Tiles


class SelectingPress(Protocol):
    """A press of a tool that selects, given the area that is selected so far."""

    def __call__(
        self, puzzle: Any, spot: Spot, area: Area | None, *, extends: bool, copies: bool
    ) -> Gesture[Any]:
        """Return the gesture: Shift extends the area, Control copies it instead of moving it."""


@dataclass(frozen=True)
class Tool:
    """A tool: the left button begins the gesture of `press`, the right one that of `erase`.

    `icon` is a file in ``assets/icons``, `action` its label in the menu, `key` as in
    `flowdesk.app.actions`, `tip` a short text on what it does, `cursor` Tk's name of the pointer's
    shape. `press` and `erase` take the puzzle and a spot, `press` also the name of the current
    item; they return None where no gesture can begin.
    With `takes_edges` the spot has the edge next to the pointer. With `draws` the overlay is hidden
    when a gesture begins, because it would cover what is drawn. A tool that selects cells has
    `select`, which is called instead of `press`.
    """

    name: str
    icon: str
    action: str
    key: str
    tip: str
    cursor: str
    press: Callable[[Any, Spot, str], Gesture[Any] | None]
    erase: Callable[[Any, Spot], Gesture[Any] | None]
    takes_edges: bool = False
    draws: bool = False
    select: SelectingPress | None = None


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


@dataclass(frozen=True)
class FirstStep:
    """Something that a newcomer is shown on an empty board, until it has been done.

    `text` says what to do, with ``{solve}`` for the key that solves; the small puzzles `before` and
    `after` show it. `is_done` takes the puzzle on the board; without one it is to see a solution.
    """

    name: str
    text: str
    before: Any
    after: Any
    is_done: Callable[[Any], bool] | None = None
