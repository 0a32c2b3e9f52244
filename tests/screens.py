"""Screenshots of boards, made at random, with what is to be read from them.

They look as those of the game do on phones and desktops (`phone`, `desktop`), or are our own
pictures in any theme (`ours`).
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from flowdesk.core.grid import Cell, Edge, edge_between
from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.kinds.flow.colors import LABELS, standard_color
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.path_cover import PathCover
from flowdesk.scan.reading import Reading, Status

Color = tuple[int, int, int]
Box = tuple[float, float, float, float]
#: The cells of the dots, those of a colour together, whatever the colours are called.
Truth = frozenset[frozenset[Cell]]
GAME_COLORS = [standard_color(label) for label in LABELS[:16]]


@dataclass(frozen=True)
class Screen:
    """A picture, and what is on it: nothing that may be sure if there is no `truth`."""

    image: Image.Image
    columns: int = 0
    rows: int = 0
    truth: Truth | None = None
    box: Box = (0, 0, 0, 0)

    def is_read(self, reading: Reading) -> bool:
        """Whether a reading is right."""
        lattice = reading.lattice
        return (
            lattice is not None
            and (lattice.columns, lattice.rows) == (self.columns, self.rows)
            and frozenset(frozenset(dots.cells) for dots in reading.dots) == self.truth
        )

    def is_mistaken(self, reading: Reading) -> bool:
        """Whether a reading is sure but wrong."""
        return reading.status is Status.SURE and not self.is_read(reading)


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
    cover = PathCover(Level(columns, rows), chance.random)
    cover.settle(min(16, max(3, columns + chance.randrange(-2, 2))), shortest=3)
    paths = tuple(cover.paths())
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
    line = _dimmed(look.line, look.gain)
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
            draw.line(shown, _dimmed(color, look.gain), width)
            for center in shown:
                disc(image, center, width / 2, _dimmed(color, look.gain))
    for (x, y), color in board.dots:
        gain = look.gain * (1 - chance.random() * look.uneven)
        disc(image, at(x + 0.5, y + 0.5), look.radius * across, _dimmed(color, gain))


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


def _dimmed(color: Color, gain: float) -> Color:
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


@cache
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def streaks(size: tuple[int, int], chance: Random) -> Image.Image:
    """Return the blurred bars of dim colours that the game has behind its boards."""
    small = Image.new("RGB", (size[0] // 16 or 1, size[1] // 16 or 1))
    draw = ImageDraw.Draw(small)
    for _ in range(chance.randrange(6)):
        x, y = chance.randrange(small.width), chance.randrange(small.height)
        long, wide = chance.randrange(10, 80), chance.randrange(3, 9)
        color = _dimmed(rgb(chance.choice(GAME_COLORS)), chance.uniform(0.1, 0.3))
        width, height = chance.choice(((long, wide), (wide, long)))
        draw.rectangle((x - width, y - height, x, y), fill=color)
    return small.filter(ImageFilter.GaussianBlur(2)).resize(size, Image.Resampling.BICUBIC)


def phone(chance: Random, board: Board | None = None) -> Screen:
    """Return a screenshot of the game on a phone."""
    board = board or random_board(chance)
    width = chance.choice((540, 720, 1080, 1179, 1242, 1440))
    height = round(width * chance.choice((1.78, 2.0, 2.17, 2.22)))
    image = streaks((width, height), chance)
    margin = width * chance.choice((0, 0.003, 0.01, 0.03))
    cell = min((width - 2 * margin) / board.columns, height * 0.58 / board.rows)
    left = (width - cell * board.columns) / 2
    top = height * chance.uniform(0.2, 0.24)
    box = (left, top, left + cell * board.columns, top + cell * board.rows)
    look = random_look(chance, cell)
    paint(image, box, board, look, chance)
    _write_about(image, box, board, look, chance)
    if chance.random() < 0.4:
        _advertise(image, (0, round(height * 0.93), width, height), chance)
    return Screen(image, board.columns, board.rows, board.truth, box)


def _write_about(image: Image.Image, box: Box, board: Board, look: Look, chance: Random) -> None:
    """Write what the game has round its board: time, level, numbers, buttons."""
    draw, width, unit = ImageDraw.Draw(image), image.width, image.width / 100
    white = _dimmed((255, 255, 255), look.gain)
    grey = _dimmed((160, 160, 160), look.gain)
    draw.text((4 * unit, 1 * unit), "12:34", grey, font(round(4 * unit)))
    draw.rectangle((91 * unit, 2 * unit, 96 * unit, 4 * unit), outline=grey)
    title = box[1] - 27 * unit
    color = _dimmed(rgb(chance.choice(GAME_COLORS)), look.gain)
    number = chance.randrange(1, 150)
    draw.text((13 * unit, title), f"level {number}", color, font(round(7 * unit)))
    draw.text((45 * unit, title), f"{board.columns}x{board.rows}", grey, font(round(6 * unit)))
    words = f"flows: 0/{len(board.paths)}   moves: 0   best: -   pipe: 0%"
    draw.text((unit, box[1] - 6.5 * unit), words, white, font(round(4 * unit)))
    round_buttons = [(7 * unit, title + 4 * unit), (93 * unit, title + 4 * unit)]
    low = min(box[3] + 15 * unit, image.height * 0.88)
    round_buttons += [(x * unit, low) for x in (7, 38, 50, 62, 93)]
    for x, y in round_buttons:
        r = 4 * unit
        draw.ellipse((x - r, y - r, x + r, y + r), outline=grey, width=max(1, round(unit / 2)))
        draw.line((x - r / 2, y, x + r / 2, y), white, max(1, round(unit / 2)))
    for x in (width * 0.25, width * 0.5, width * 0.75):
        y = image.height - 4 * unit
        draw.rectangle((x - unit, y - unit, x + unit, y + unit), outline=grey, width=2)


def _advertise(image: Image.Image, box: tuple[int, int, int, int], chance: Random) -> None:
    """Draw a banner with a busy picture, text and a button."""
    width, height = box[2] - box[0], box[3] - box[1]
    color = rgb(chance.choice(GAME_COLORS))
    banner = Image.new("RGB", (width, height), chance.choice(((255, 255, 255), color)))
    noise = Image.effect_noise((height, height), 90).convert("RGB")
    banner.paste(noise.filter(ImageFilter.GaussianBlur(2)), (height // 4, 0))
    draw = ImageDraw.Draw(banner)
    draw.text((height * 1.5, height * 0.2), "Words of Wonders", (9, 9, 90), font(height // 3))
    button = (width - 2 * height, height // 4, width - height // 4, height * 3 // 4)
    draw.rounded_rectangle(button, height // 9, fill=(20, 140, 60))
    draw.text((width - 1.5 * height, height * 0.3), "GET", (255, 255, 255), font(height // 3))
    image.paste(banner, box[:2])


def desktop(chance: Random) -> Screen:
    """Return a screenshot of a desktop with the board somewhere in a window."""
    board = random_board(chance)
    image = Image.new("RGB", chance.choice(((1366, 768), (1920, 1080), (2560, 1440))), (30, 30, 34))
    width, height = image.size
    cell = height * chance.uniform(0.4, 0.7) / board.rows
    left = chance.uniform(0.05, 0.9) * (width - cell * board.columns - 40)
    top = chance.uniform(0.1, 0.9) * (height * 0.93 - cell * board.rows - 60) + 50
    box = (left, top, left + cell * board.columns, top + cell * board.rows)
    x0, y0, x1, y1 = map(round, (left - 20, top - 45, box[2] + 20, box[3] + 20))
    image.paste(streaks((x1 - x0, y1 - y0), chance), (x0, y0))
    draw = ImageDraw.Draw(image)
    draw.rectangle((x0, y0, x1, y0 + 25), fill=(230, 230, 230))
    draw.text((x0 + 8, y0 + 4), "Flow Free", (0, 0, 0), font(14))
    for line in range(1, 12):  # an editor or a chat beside it
        x = 10 if left > width / 2 else round(box[2] + 60)
        length = chance.randrange(5, 40)
        draw.text((x, 30 + 20 * line), "lorem ipsum " * 3 + "x" * length, (150, 150, 160), font(13))
    draw.rectangle((0, height * 0.96, width, height), fill=(225, 232, 240))
    for x in range(10, 400, 45):
        draw.rectangle((x, height * 0.965, x + 30, height * 0.99), fill=(90, 90, x % 255))
    paint(image, box, board, random_look(chance, cell), chance)
    return Screen(image, board.columns, board.rows, board.truth, box)


def two_boards(chance: Random) -> Screen:
    """Return a screenshot with a board and beside it the solved one."""
    board = random_board(chance, drawn="nothing")
    solved = replace(board, drawn=tuple(map(len, board.paths)))
    image = Image.new("RGB", (1920, 1080), (20, 20, 24))
    cell = 860 / max(board.columns, board.rows)
    look = random_look(chance, cell)
    boxes: list[Box] = []
    for left, each in ((40.0, board), (1000.0, solved)):
        boxes.append((left, 100.0, left + cell * board.columns, 100 + cell * board.rows))
        paint(image, boxes[-1], each, look, chance)
    return Screen(image, board.columns, board.rows, board.truth, boxes[0])


def ours(chance: Random, theme: str = "") -> Screen:
    """Return a picture as we draw it; not in the theme "print" if none is given."""
    board = random_board(chance)
    ends = [(path[0], path[-1]) for path in board.paths]
    labels = LABELS[: len(ends)]
    level = Level(
        board.columns,
        board.rows,
        {cell: label for label, pair in zip(labels, ends, strict=True) for cell in pair},
        drawn={
            label: path[:length]
            for label, path, length in zip(labels, board.paths, board.drawn, strict=True)
            if length > 1
        },
    )
    style = Style(
        theme=theme or chance.choice(("dark", "light", "colour-blind")),
        cell=chance.choice((19, 24, 31, 48, 48, 77, 100)),
        labels=chance.random() < 0.5,
    )
    data = picture_bytes(level, style=style)
    image = Image.open(io.BytesIO(data)).convert("RGB")
    margin = (image.width - style.cell * board.columns) / 2
    box = (margin, margin, image.width - margin, margin + style.cell * board.rows)
    return Screen(image, board.columns, board.rows, board.truth, box)


#: The makers of pictures that can be read, by name.
SCREENS: dict[str, Callable[[Random], Screen]] = {
    "phone": phone,
    "desktop": desktop,
    "two boards": two_boards,
    "ours": ours,
}
