"""Glyphs: how a position looks in a terminal, as characters with colours."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from flowdesk.core.grid import Cell, Edge

#: How a glyph stands out; "wrong" must be seen without colours, too.
Weight: TypeAlias = Literal["", "strong", "faint", "wrong"]

_PIPES = {"tb": "┃", "lr": "━", "tl": "┛", "tr": "┗", "bl": "┓", "br": "┏"}
_PLAIN_PIPES = {"tb": "|", "lr": "-"}


class Glyph(NamedTuple):
    """A character that takes one column, or "" behind one that takes two.

    `color` and `back`, the colour behind it, are ``#rrggbb`` or the name of a colour of the theme;
    empty ones are the usual ones. `under` underlines it, `reverse` swaps the two colours.
    """

    char: str = " "
    color: str = ""
    weight: Weight = ""
    under: bool = False
    back: str = ""
    reverse: bool = False


class Look(NamedTuple):
    """What a drawing should be like.

    `plain` uses only ASCII, `large` takes more room if the kind can; edges that are `wrong` are
    marked.
    """

    plain: bool = False
    large: bool = False
    wrong: frozenset[Edge] = frozenset()


class Glyphs(NamedTuple):
    """Rows of glyphs, all of the same length, and the rectangle in them that stands for a cell.

    `first` is the column and row of the rectangle of cell (0, 0), `step` how far they are apart,
    `size` their columns and rows.
    """

    rows: list[list[Glyph]]
    first: tuple[int, int]
    step: tuple[int, int]
    size: tuple[int, int]

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the first column and row of the rectangle of a cell."""
        return self.first[0] + cell[0] * self.step[0], self.first[1] + cell[1] * self.step[1]


def pipe(arms: str, *, plain: bool) -> str:
    """Return the character of a line to two sides, as in "tl"; of a crossing for other arms."""
    return _PLAIN_PIPES.get(arms, "+") if plain else _PIPES.get(arms, "╋")
