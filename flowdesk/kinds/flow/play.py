"""How a level is played: paths are drawn from endpoints; and what that looks like in a terminal.

A position is the level with the player's paths as its drawn ones. Each colour has at most one path:
it begins at an endpoint, meets no other path but on a bridge, and ends at the partner or in an
empty cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, Edge, places
from flowdesk.core.text import counted
from flowdesk.kinds.answers import Deduction
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.drawing import Segment, finished_paths, first_piece, led_on, path_at
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.kinds.flow.tiles import is_open, walls_of
from flowdesk.kinds.play import Glyph, Glyphs, Look, Pen, Playing, Progress, pipe

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


def _without_path(level: Level, label: str) -> Level:
    return _with_paths(level, {other: p for other, p in level.drawn.items() if other != label})


def _drawn_over(level: Level, label: str, path: tuple[Cell, ...]) -> Level:
    """Return the level with a path; others are cut where they meet it."""
    board, cells = level.board, set(path)
    covered = set(board.walk(path))
    others = {
        other: drawn if cells.isdisjoint(drawn) else first_piece(board, drawn, covered)
        for other, drawn in level.drawn.items()
    }
    return _with_paths(level, {**others, label: path})


def _with_paths(level: Level, paths: dict[str, tuple[Cell, ...]]) -> Level:
    """Return the level with these paths; those of a single cell are none."""
    kept = {label: path for label, path in paths.items() if len(path) > 1}
    return level if kept == level.drawn else replace(level, drawn=kept)


@dataclass(frozen=True, kw_only=True)
class _LedPath(Pen[Level]):
    """A path that is led over the board, from an endpoint through the cells of `walk`.

    It is always drawn over the position `before`, so that a path that it has cut comes back when
    it withdraws. The path that was there is cut only where the pointer goes on.
    """

    before: Level
    label: str
    walk: tuple[Cell, ...]
    pointer: Cell

    @property
    def at(self) -> Cell:
        return self.walk[-1]

    @property
    def words(self) -> str:
        return color_name(self.before, self.label)

    @property
    def color(self) -> str:
        return self.before.color(self.label)

    @cached_property
    def is_finished(self) -> bool:
        return len(self.walk) > 1 and self.at in self.before.endpoints

    def to(self, spot: Spot) -> _LedPath:
        walk, board = self.walk, self.before.board
        for cell in board.line(self.pointer, spot.cell):
            walk = self._led(walk, cell)
        end = board.wrapped(spot.cell)
        if walk[-1] != end:
            walk = self._round_corner(walk, end) or walk
        return self._with(walk, spot.cell)

    def _round_corner(self, walk: tuple[Cell, ...], end: Cell) -> tuple[Cell, ...] | None:
        """Return the walk led straight to a cell, or round one corner, over empty cells.

        A quick hand cuts corners, and the line between two events may lead through what is there.
        What the walk has reached stays: only the pointer itself leads back.
        """
        taken = {cell for path in self.before.drawn.values() for cell in path}
        (x, y), line = walk[-1], self.before.board.line
        for corner in ((end[0], y), (x, end[1])):
            led = walk
            for cell in (*line(walk[-1], corner), *line(corner, end)):
                led = self._led(led, cell)
            goes_on = led[: len(walk)] == walk and led[-1] == end
            if goes_on and taken.isdisjoint(led[len(walk) : -1]):
                return led
        return None

    def shortened(self) -> _LedPath:
        return self._with(self.walk[:-1], self.walk[-2]) if len(self.walk) > 1 else self

    def _led(self, walk: tuple[Cell, ...], cell: Cell) -> tuple[Cell, ...]:
        """Return the walk led on or back to a cell, or as it is if it cannot go there."""
        led, ends = led_on(self.before.board, walk, cell), self.before.endpoints
        if len(led) <= len(walk):
            return led
        is_finished = len(walk) > 1 and walk[-1] in ends
        return walk if is_finished or ends.get(cell, self.label) != self.label else led

    def _with(self, walk: tuple[Cell, ...], pointer: Cell) -> _LedPath:
        if walk == self.walk:
            return replace(self, pointer=pointer)
        position = _drawn_over(self.before, self.label, walk)
        return replace(self, walk=walk, pointer=pointer, puzzle=position)


@dataclass(frozen=True, kw_only=True)
class _Press(Gesture[Level]):
    """A press on an endpoint: a click clears the path of its colour, a drag draws a new one."""

    line: _LedPath

    def to(self, spot: Spot) -> Gesture[Level]:
        return self if spot.cell == self.line.at else self.line.to(spot)

    @property
    def result(self) -> Level:
        return _without_path(self.puzzle, self.line.label)


def _line(level: Level, cell: Cell) -> _LedPath | None:
    """Return the path that begins at an endpoint, or continues the one through a cell."""
    label = level.endpoints.get(cell) or path_at(level, cell)
    if label is None:
        return None
    path = level.drawn.get(label, ())
    if cell in path[1:-1] or (cell in path and cell not in level.endpoints):
        walk = path[: path.index(cell) + 1]
    else:
        walk = (cell,)
    name = f"draw {color_name(level, label)}"
    return _LedPath(name, level, label, before=level, label=label, walk=walk, pointer=cell)


class FlowPlaying(Playing[Level, Solution, Segment]):
    """The rules of the game: a path is drawn from endpoint to endpoint."""

    can_take_up = True
    pointer = (
        ("Drag from an endpoint or a path", "draw, back to shorten"),
        ("Click an endpoint, right click", "clear the path"),
    )
    keys = (
        ("Arrows", "move the cursor, and draw with the colour in hand"),
        ("Enter", "take up the colour at the cursor, or put it down"),
        ("Backspace", "shorten the path in hand"),
        ("Delete", "clear the path at the cursor"),
    )
    text = staticmethod(drawing)

    def resumed(self, level: Level, position: Level) -> Level:
        return replace(level, drawn=position.drawn)

    def mark(self, level: Level, spot: Spot) -> Gesture[Level] | None:
        return self.clear(level, spot.cell)

    def fewest_moves(self, level: Level, solution: Solution) -> int:
        return len(level.pairs)

    def begin(self, level: Level) -> Level:
        return replace(level, drawn={}) if level.drawn else level

    def draw(self, level: Level, spot: Spot) -> Gesture[Level] | None:
        line = _line(level, spot.cell)
        if line is None or spot.cell not in level.endpoints:
            return line
        name = f"clear {color_name(level, line.label)}"
        return _Press(name, level, line.label, line=line)

    def take_up(self, level: Level, cell: Cell) -> _LedPath | None:
        """From an endpoint, a path is drawn anew."""
        line = _line(level, cell)
        if line and len(line.walk) == 1:
            return replace(line, puzzle=_without_path(level, line.label))
        return line

    def clear(self, level: Level, cell: Cell) -> Gesture[Level] | None:
        label = level.endpoints.get(cell) or path_at(level, cell)
        if label is None or label not in level.drawn:
            return None
        return Gesture(f"clear {color_name(level, label)}", _without_path(level, label))

    def help(self, level: Level, solution: Solution) -> Gesture[Level] | None:
        """Draw the next path of the solution, which cuts what is in its way."""
        for label, path in solution.paths.items():
            if level.drawn.get(label) not in (path, path[::-1]):
                name = f"draw {color_name(level, label)}"
                return Gesture(name, _drawn_over(level, label, path), label)
        return None

    def moves(self, before: Level, after: Level, goes_on: bool) -> int:
        """Count as the game does: a colour that is drawn several times in a row is one move."""
        is_drawn = bool(after.drawn.items() - before.drawn.items())
        return int(is_drawn and not goes_on)

    def progress(self, level: Level) -> Progress:
        done, covered = len(finished_paths(level)), sum(map(len, level.drawn.values()))
        cells = level.to_cover
        covering = f"{100 * covered // cells} % covered"
        texts = f"{done} of {counted(len(level.pairs), 'flow')}", covering
        if done < len(level.pairs):
            return Progress(texts, False)
        if empty := cells - covered:
            are = "cell is" if empty == 1 else "cells are"
            nearly = f"All flows are connected, but {empty} {are} still empty."
            return Progress(texts, False, nearly)
        solution = Solution(level.drawn)
        if not level.touching and (beside := touches(level, solution)):
            touching = set(beside[0])
            label = next(each for each, path in level.drawn.items() if touching <= set(path))
            name = color_name(level, label)
            nearly = f"{name} touches itself, which is forbidden here: {places(beside[0])}."
            return Progress(texts, False, nearly)
        return Progress(texts, not mistakes(level, solution))

    def finished(self, before: Level, after: Level) -> list[tuple[Cell, str]]:
        new = finished_paths(after).keys() - finished_paths(before).keys()
        return [(cell, after.color(label)) for label in new for cell in after.pairs[label]]

    def shows(self, level: Level, deduction: Deduction) -> bool:
        steps, board = Solution(level.drawn).edges, level.board
        walks = map(board.walk, level.drawn.values())
        used = Counter(node for walk in walks for pair in pairwise(walk) for node in pair)

        def is_excluded(edge: Edge) -> bool:
            """Whether one of its cells has all its steps already."""
            return edge not in steps and any(
                used[node] == (1 if board.nodes[node] in level.endpoints else 2)
                for node in board.ends[board.link[edge]]
            )

        return deduction.on <= steps and all(map(is_excluded, deduction.off))
