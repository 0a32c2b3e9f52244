"""A level and its paths as characters, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from flowdesk.core.grid import Cell
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.strands import Segment
from flowdesk.kinds.flow.tiles import is_open, walls_of
from flowdesk.kinds.play import Glyph, Glyphs, Look, pipe

_BLANK = Glyph()
#: The characters of frames, links and bridges: with ASCII alone, and usually.
_PLAIN = {"frame": "++++-|", "r": "-", "b": "|", "e": "/", "d": "\\", "ed": "<", "dot": "@"}
_PLAIN |= {"empty": ".", "end": "o", "bridge": "#", "wall": "|-", "open": "^v<>"}
_USUAL = {"frame": "┌┐└┘─│", "r": "━", "b": "┃", "e": "╱", "d": "╲", "ed": "<", "dot": "●"}
_USUAL |= {"empty": "·", "end": "•", "bridge": "╬", "wall": "│─", "open": "↑↓←→"}


def drawing(level: Level, segments: Mapping[Cell, Segment], look: Look) -> Glyphs:
    """Return the endpoints, walls and paths of a level, for a terminal.

    A cell has its letter, then its endpoint or pipe, then what links it to the cell at the right::

        R@--r--r+       the letters tell colours apart where there are none
        B@  G@ r|

    A bridge with two paths has the letters of both, that of the upper one first. Odd columns of
    hexagons are a row lower, and the frame has an arrow where a warp leads through it.
    """
    board = _TerminalRows(level, look)
    for cell in level.cells:
        board.add(cell, segments.get(cell, ()))
    for edge in look.wrong:
        board.mark_wrong(*edge)
    return board.glyphs


class _TerminalRows:
    """The rows, which begin with the frame and are filled cell by cell."""

    def __init__(self, level: Level, look: Look) -> None:
        self._level, self._plain, self._large = level, look.plain, look.large
        self._chars = _PLAIN if look.plain else _USUAL
        self._lower = round(2 * level.board.geometry.lower)
        step = (4, 2) if look.large else (3, 1 + self._lower)
        width = step[0] * (level.width - 1) + 3
        height = step[1] * (level.height - 1) + 1 + self._lower
        upper_left, upper_right, lower_left, lower_right, across, down = [*self._chars["frame"]]
        side = Glyph(down, "", "faint")
        rows = [
            _faint(upper_left + across * width + upper_right),
            *([side, *[_BLANK] * width, side] for _ in range(height)),
            _faint(lower_left + across * width + lower_right),
        ]
        self.glyphs = Glyphs(rows, (1, 1), step, (3, 1), self._lower)
        self._walls = walls_of(level)

    def add(self, cell: Cell, segment: Segment) -> None:
        level, rows = self._level, self.glyphs.rows
        x, y = self.glyphs.place(cell)
        row, endpoint = rows[y], level.endpoints.get(cell)
        if endpoint:
            color, letters = level.color(endpoint), _shown(endpoint)
            row[x] = Glyph(letters[0], color, "strong")
            row[x + 1] = Glyph(letters[1:2] or self._chars["dot"], color, "strong")
        elif len(segment) == 2:
            for place, (label, _) in enumerate(segment, x):
                row[place] = Glyph(_shown(label)[0], level.color(label), "strong")
        elif segment:
            [(label, arms)] = segment
            row[x] = Glyph(_shown(label)[0], level.color(label))
            row[x + 1] = Glyph(self._pipe(arms), level.color(label), "strong")
        else:
            mark = "bridge" if cell in level.shape.bridges else "empty"
            row[x + 1] = Glyph(self._chars[mark], "", "faint")
        for label, arms in segment:
            self._link(x, y, arms, level.color(label))
        if level.shape.has_warps:
            self._open_frame(cell, x, y)
        if level.walls:
            self._add_walls(cell, x, y)

    def _link(self, x: int, y: int, arms: str, color: str) -> None:
        """Draw the links of a path to the cells at the right and below."""
        (step, high), rows = self.glyphs.step, self.glyphs.rows
        if onward := "".join(arm for arm in arms if arm in "red"):
            line = Glyph(self._chars[onward], color, "strong")
            rows[y][x + 2 : x + step] = [line] * (step - 2)
        if "b" in arms and high > 1:
            rows[y + 1][x + 1] = Glyph(self._chars["b"], color, "strong")

    def _open_frame(self, cell: Cell, x: int, y: int) -> None:
        ends = {"t": (x + 1, y - 1), "b": (x + 1, y + 1), "l": (x - 1, y), "r": (x + 3, y)}
        for (side, (column, row)), char in zip(ends.items(), self._chars["open"], strict=True):
            if is_open(self._level, cell, side):
                self.glyphs.rows[row][column] = Glyph(char, "", "faint")

    def _add_walls(self, cell: Cell, x: int, y: int) -> None:
        rows, walls = self.glyphs.rows, self._walls.get(cell, "")
        if set(walls) & set("red"):
            rows[y][x + 2] = Glyph(self._chars["wall"][0], "wall")
        if "b" in walls:
            for place in range(x, x + 3):
                if self._large:
                    rows[y + 1][place] = Glyph(self._chars["wall"][1], "wall")
                else:
                    rows[y][place] = rows[y][place]._replace(under=True)

    def mark_wrong(self, a: Cell, b: Cell) -> None:
        """Mark the step between two cells."""
        near = self._level.board.geometry.beside
        is_beside = b in (near(a, side) for side in self._level.shape.sides)
        for first, last in [(a, b)] if is_beside else [(a, a), (b, b)]:
            (x, y), (other_x, other_y) = map(self.glyphs.place, (first, last))
            for row in range(min(y, other_y), max(y, other_y) + 1):
                for column in range(x + 1, other_x + 2):
                    glyphs = self.glyphs.rows[row]
                    glyphs[column] = glyphs[column]._replace(weight="wrong")

    def _pipe(self, arms: str) -> str:
        """Return the pipe with these arms; a single one is the end of a path."""
        return self._chars["end"] if len(arms) < 2 else pipe(arms, plain=self._plain)


def _shown(label: str) -> str:
    """Return a label with only such characters as take one column."""
    return "".join(char if char.isascii() and char.isprintable() else "?" for char in label)


def _faint(text: str) -> list[Glyph]:
    return [Glyph(char, "", "faint") for char in text]
