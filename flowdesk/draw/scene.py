"""Scene: what is to be seen on a board, cell by cell, without a word of pixels.

A cell shows a stack of tiles, the first one lowest. Lines and walls belong to the cells on
their sides, so a picture is complete when every cell is painted, and a change of the puzzle is
a change of a few cells. The lines on the right and lower border belong to a column and a row
of cells that lie just outside the board and show nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from flowdesk.core.grid import Cell


class Tile(NamedTuple):
    """One layer of a cell.

    `name` is one of

    * ``cell``, ``hole``: the ground (the theme's colours);
    * ``fill``: the whole cell; ``mark``, ``hint``: the same in the theme's colours for what is
      wrong and for what is hinted at; ``stripe-1-3``: the second of three stripes;
    * ``mark-t``, ``mark-b``, ``mark-l``, ``mark-r``: a line for what is wrong along that side;
    * ``line-l``, ``line-t``, ``line-corner``: the grid's line on the left or top, or where the
      lines of other cells meet in the upper left corner;
    * ``wall-t``, ``wall-b``, ``wall-l``, ``wall-r``: half a wall on that side;
    * ``text``: `text` in the middle;
    * or a sprite in ``assets/tiles``: ``dot``, ``ring``, and the pipes ``tb`` to ``r``.

    `color` is ``#rrggbb`` (left empty where the theme has one for it), `strength` its
    opacity from 0 to 1.
    """

    name: str
    color: str = ""
    strength: float = 1.0
    text: str = ""


Tiles: TypeAlias = tuple[Tile, ...]


@dataclass(frozen=True)
class Scene:
    """A board of `width` x `height` cells and the tiles of each; `caption` are lines below it."""

    width: int
    height: int
    tiles: Mapping[Cell, Tiles] = field(default_factory=dict)
    caption: tuple[str, ...] = ()

    def with_tiles(self, changes: Mapping[Cell, Tiles]) -> Scene:
        """The same scene with other tiles in some cells."""
        return replace(self, tiles={**self.tiles, **changes})

    def changes_since(self, before: Scene) -> set[Cell]:
        """The cells that look different; only for scenes of one size."""
        old, new = before.tiles, self.tiles
        return {cell for cell in old.keys() | new.keys() if old.get(cell) != new.get(cell)}


@dataclass(frozen=True)
class Frame:
    """A picture of a movie: the cells that change, and how long it is shown, in seconds."""

    changes: Mapping[Cell, Tiles]
    seconds: float


@dataclass(frozen=True)
class Movie:
    """A scene, and what becomes of it frame by frame; the first frame may change nothing."""

    scene: Scene
    frames: Sequence[Frame]
