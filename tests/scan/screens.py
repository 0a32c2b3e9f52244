"""Screenshots of boards, made at random, with what is to be read from them.

They look as those of the game do on phones and desktops (`phone`, `desktop`), or are our own
pictures in any theme (`ours`).
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.level import Level
from flowdesk.scan.reading import Certainty, Reading
from tests.scan.painting import (
    GAME_COLORS,
    Board,
    Box,
    Look,
    Truth,
    dimmed,
    paint,
    random_board,
    random_look,
    rgb,
)


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
        return reading.status is Certainty.SURE and not self.is_read(reading)


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
        color = dimmed(rgb(chance.choice(GAME_COLORS)), chance.uniform(0.1, 0.3))
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
    white = dimmed((255, 255, 255), look.gain)
    grey = dimmed((160, 160, 160), look.gain)
    draw.text((4 * unit, 1 * unit), "12:34", grey, font(round(4 * unit)))
    draw.rectangle((91 * unit, 2 * unit, 96 * unit, 4 * unit), outline=grey)
    title = box[1] - 27 * unit
    color = dimmed(rgb(chance.choice(GAME_COLORS)), look.gain)
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


def ours(
    chance: Random,
    theme: str = "",
    *,
    labels: bool | None = None,
    board: Board | None = None,
    cell: int = 0,
) -> Screen:
    """Return a picture as we draw it; not in the theme "print" if none is given."""
    board = board or random_board(chance)
    ends = [(path[0], path[-1]) for path in board.paths]
    names = LABELS[: len(ends)]
    level = Level(
        board.columns,
        board.rows,
        {cell: label for label, pair in zip(names, ends, strict=True) for cell in pair},
        drawn={
            label: path[:length]
            for label, path, length in zip(names, board.paths, board.drawn, strict=True)
            if length > 1
        },
    )
    style = Style(
        theme=theme or chance.choice(("dark", "light", "colour-blind")),
        cell=cell or chance.choice((19, 24, 31, 48, 48, 77, 100)),
        labels=chance.random() < 0.5 if labels is None else labels,
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
