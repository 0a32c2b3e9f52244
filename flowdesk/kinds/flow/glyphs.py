"""How a position of Flow looks in a terminal.

A cell has its letter, then its endpoint or pipe, then what links it to the cell at the right::

    R@--r--r+       the letters tell colours apart where there are none
    B@  G@ r|
"""

from __future__ import annotations

from collections.abc import Mapping

from flowdesk.core.grid import Cell, edge_at
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.tiles import Segment
from flowdesk.kinds.play import Glyph, Glyphs, Look, pipe

_BLANK = Glyph()


def drawing(level: Level, segments: Mapping[Cell, Segment], look: Look) -> Glyphs:
    """Return the endpoints, walls and paths of a level."""
    board = _Board(level, look)
    for cell in level.cells:
        board.add(cell, segments.get(cell))
    for edge in look.wrong:
        board.mark_wrong(*edge)
    return Glyphs(board.rows, (1, 1), board.step, (3, 1))


class _Board:
    """The rows, which begin with the frame and are filled cell by cell."""

    def __init__(self, level: Level, look: Look) -> None:
        self._level, self._plain, self._large = level, look.plain, look.large
        self.step = (4, 2) if look.large else (3, 1)
        width = self.step[0] * (level.width - 1) + 3
        height = self.step[1] * (level.height - 1) + 1
        corners = "++++" if look.plain else "┌┐└┘"
        across, down = ("-", "|") if look.plain else ("─", "│")
        side = Glyph(down, "", "faint")
        self.rows = [
            _faint(corners[0] + across * width + corners[1]),
            *([side, *[_BLANK] * width, side] for _ in range(height)),
            _faint(corners[2] + across * width + corners[3]),
        ]

    def add(self, cell: Cell, segment: Segment | None) -> None:
        level = self._level
        x, y = self._place(cell)
        row, label = self.rows[y], level.endpoints.get(cell)
        label, arms = label or (segment and segment[0]), segment[1] if segment else ""
        color = level.color(label) if label else ""
        pipe = Glyph(self._pipe(arms), color, "strong")
        if cell in level.endpoints and label:
            letters = _shown(label)
            row[x] = Glyph(letters[0], color, "strong")
            row[x + 1] = Glyph(letters[1:2] or ("@" if self._plain else "●"), color, "strong")
        elif label:
            row[x], row[x + 1] = Glyph(_shown(label)[0], color), pipe
        else:
            row[x + 1] = Glyph("." if self._plain else "·", "", "faint")
        if "r" in arms:
            line = Glyph("-" if self._plain else "━", color, "strong")
            row[x + 2 : x + self.step[0]] = [line] * (self.step[0] - 2)
        if "b" in arms and self._large:
            self.rows[y + 1][x + 1] = Glyph("|" if self._plain else "┃", color, "strong")
        if level.walls:
            self._add_walls(cell)

    def _add_walls(self, cell: Cell) -> None:
        column, row = self._place(cell)
        if edge_at(cell, "r") in self._level.walls:
            self.rows[row][column + 2] = Glyph("|" if self._plain else "│", "wall")
        if edge_at(cell, "b") not in self._level.walls:
            return
        places = range(column, column + 3)
        for place in places:
            if self._large:
                self.rows[row + 1][place] = Glyph("-" if self._plain else "─", "wall")
            else:
                self.rows[row][place] = self.rows[row][place]._replace(under=True)

    def mark_wrong(self, a: Cell, b: Cell) -> None:
        """Mark the step between two cells."""
        (x, y), (other_x, other_y) = self._place(a), self._place(b)
        for row in range(y, other_y + 1):
            for column in range(x + 1, other_x + 2):
                glyph = self.rows[row][column]
                self.rows[row][column] = glyph._replace(weight="wrong")

    def _place(self, cell: Cell) -> tuple[int, int]:
        return 1 + cell[0] * self.step[0], 1 + cell[1] * self.step[1]

    def _pipe(self, arms: str) -> str:
        """Return the pipe with these arms; a single one is the end of a path."""
        if len(arms) < 2:
            return "o" if self._plain else "•"
        return pipe(arms, plain=self._plain)


def _shown(label: str) -> str:
    """Return a label with only such characters as take one column."""
    return "".join(char if char.isascii() and char.isprintable() else "?" for char in label)


def _faint(text: str) -> list[Glyph]:
    return [Glyph(char, "", "faint") for char in text]
