"""Boards made at random, and painted as the game paints them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from random import Random

from PIL import Image, ImageDraw

from flowdesk.core.board import board_of
from flowdesk.core.grid import Cell, Edge, edge_between
from flowdesk.kinds.flow.colors import LABELS, standard_color
from tests.boards import mixed_paths

Color = tuple[int, int, int]
Box = tuple[float, float, float, float]
#: The cells of the dots, those of a colour together, whatever the colours are called.
Truth = frozenset[frozenset[Cell]]
GAME_COLORS = [standard_color(label) for label in LABELS[:16]]


@dataclass(frozen=True)
class Board:
    """What is drawn on a screen, in the cells and edges of a level."""

    columns: int
    rows: int
    paths: tuple[tuple[Cell, ...], ...]
    colors: tuple[Color, ...]
    #: How many cells of each path are drawn.
    drawn: tuple[int, ...]
    #: Edges of the grid that are not drawn.
    gaps: frozenset[Edge] = frozenset()

    @property
    def dots(self) -> list[tuple[Cell, Color]]:
        return [
            (cell, color)
            for path, color in zip(self.paths, self.colors, strict=True)
            for cell in (path[0], path[-1])
        ]

    @property
    def truth(self) -> Truth:
        return frozenset(frozenset((path[0], path[-1])) for path in self.paths)


@dataclass(frozen=True)
class Look:
    """How a board is drawn: lengths in cells, but the lines in pixels; brightness from 0 to 1."""

    line: Color
    thickness: int
    radius: float
    pipe: float
    tint: float
    gain: float = 1
    uneven: float = 0


def rgb(name: str) -> Color:
    return int(name[1:3], 16), int(name[3:5], 16), int(name[5:7], 16)


def random_board(chance: Random, columns: int = 0, rows: int = 0, drawn: str = "") -> Board:
    """Return a board with a solution, of 5 to 15 columns if none are given.

    `drawn` says what is drawn of the paths: "nothing", "some" or "all"; mostly nothing.
    """
    columns = columns or chance.choice((5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    rows = rows or columns + chance.choice((0, 0, 0, 1, 2, 3))
    count = min(16, max(3, columns + chance.randrange(-2, 2)))
    mixed = mixed_paths(board_of(columns, rows), chance.random, count)
    paths = tuple(path for path in mixed if len(path) > 2)
    names = chance.sample(GAME_COLORS, len(paths)) if len(paths) <= 16 else LABELS
    colors = tuple(
        rgb(name if name[0] == "#" else standard_color(name)) for name in names[: len(paths)]
    )
    drawn = drawn or chance.choice(("nothing", "nothing", "nothing", "some", "all"))
    return Board(columns, rows, paths, colors, tuple(_part(path, drawn, chance) for path in paths))


def _part(path: tuple[Cell, ...], drawn: str, chance: Random) -> int:
    if drawn == "some":
        return chance.choice((0, 0, len(path), chance.randrange(len(path) - 1)))
    return len(path) if drawn == "all" else 0


def random_look(chance: Random, cell: float) -> Look:
    brightness = chance.randrange(70, 130)
    return Look(
        line=tuple(chance.choice((brightness, brightness * 2 // 3)) for _ in range(3)),  # type: ignore[arg-type]
        thickness=max(1, round(cell * chance.uniform(0.018, 0.035))),
        radius=chance.uniform(0.3, 0.4),
        pipe=chance.uniform(0.28, 0.36),
        tint=chance.uniform(0.15, 0.3),
        gain=chance.choice((1, 1, 1, 0.9, 0.7)),
        uneven=chance.choice((0, 0, 0.05, 0.1)),
    )


def paint(image: Image.Image, box: Box, board: Board, look: Look, chance: Random) -> None:
    """Draw a board into a box of the picture."""
    draw = ImageDraw.Draw(image)
    left, top, right, bottom = box
    across, down = (right - left) / board.columns, (bottom - top) / board.rows

    def at(column: float, row: float) -> tuple[int, int]:
        return round(left + column * across), round(top + row * down)

    for path, color, length in zip(board.paths, board.colors, board.drawn, strict=True):
        for x, y in path[:length]:
            (x0, y0), (x1, y1) = at(x, y), at(x + 1, y + 1)
            shade = Image.new("L", (x1 - x0, y1 - y0), round(255 * look.tint * look.gain))
            image.paste(color, (x0, y0), shade)
    line = dimmed(look.line, look.gain)
    for (x0, y0), (x1, y1) in _grid_lines(board):
        (a, b), (c, d) = at(x0, y0), at(x1, y1)
        half = look.thickness // 2
        draw.rectangle(
            (a - half, b - half, c - half + look.thickness - 1, d - half + look.thickness - 1),
            fill=line,
        )
    for path, color, length in zip(board.paths, board.colors, board.drawn, strict=True):
        shown = [at(x + 0.5, y + 0.5) for x, y in path[:length]]
        width = max(2, round(across * look.pipe))
        if len(shown) > 1:
            draw.line(shown, dimmed(color, look.gain), width)
            for center in shown:
                disc(image, center, width / 2, dimmed(color, look.gain))
    for (x, y), color in board.dots:
        gain = look.gain * (1 - chance.random() * look.uneven)
        disc(image, at(x + 0.5, y + 0.5), look.radius * across, dimmed(color, gain))


def _grid_lines(board: Board) -> Iterable[tuple[Cell, Cell]]:
    """Yield the ends of all lines round cells, but for those of the gaps."""
    for x in range(board.columns + 1):
        for y in range(board.rows):
            if x in (0, board.columns) or edge_between((x - 1, y), (x, y)) not in board.gaps:
                yield (x, y), (x, y + 1)
    for y in range(board.rows + 1):
        for x in range(board.columns):
            if y in (0, board.rows) or edge_between((x, y - 1), (x, y)) not in board.gaps:
                yield (x, y), (x + 1, y)


def dimmed(color: Color, gain: float) -> Color:
    return round(color[0] * gain), round(color[1] * gain), round(color[2] * gain)


def disc(image: Image.Image, center: tuple[float, float], radius: float, color: Color) -> None:
    """Draw a disc with soft edges."""
    size = max(3, round(2 * radius))
    corner = round(center[0] - size / 2), round(center[1] - size / 2)
    image.paste(color, corner, _disc_mask(size))


@cache
def _disc_mask(size: int) -> Image.Image:
    mask = Image.new("L", (4 * size, 4 * size))
    ImageDraw.Draw(mask).ellipse((0, 0, 4 * size - 1, 4 * size - 1), fill=255)
    return mask.resize((size, size), Image.Resampling.BOX)
