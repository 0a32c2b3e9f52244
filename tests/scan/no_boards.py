"""Pictures of what is no board of Flow, and more or less looks like one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from tests.scan.painting import GAME_COLORS, Color, disc, random_board, rgb
from tests.scan.screen_traps import Trap
from tests.scan.screens import Screen, font, phone


def _canvas(chance: Random) -> tuple[Image.Image, ImageDraw.ImageDraw, bool]:
    light = chance.random() < 0.5
    size = chance.choice(((720, 1280), (1080, 2160), (1366, 768)))
    image = Image.new("RGB", size, (250, 250, 250) if light else (12, 12, 16))
    return image, ImageDraw.Draw(image), light


def _grid(
    chance: Random, columns: int, rows: int, square: bool = True
) -> tuple[Image.Image, ImageDraw.ImageDraw, Callable[[float, float], tuple[float, float]], float]:
    """A page with a grid: picture, pen, the pixels of a place in cells, and a cell's side."""
    image, draw, light = _canvas(chance)
    side = min(image.width * 0.95 / columns, image.height * 0.8 / rows)
    height = side if square else side * chance.uniform(0.4, 0.9)
    left, top = (image.width - side * columns) / 2, (image.height - height * rows) / 2

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * side, top + y * height

    grey = (170, 170, 170) if light else (80, 80, 80)
    for x in range(columns + 1):
        draw.line((*at(x, 0), *at(x, rows)), grey, 2)
    for y in range(rows + 1):
        draw.line((*at(0, y), *at(columns, y)), grey, 2)
    return image, draw, at, min(side, height)


def chess(chance: Random) -> Screen:
    """A chess board with some round pieces, or draughts."""
    image, draw, at, side = _grid(chance, 8, 8)
    dark, pale = chance.choice((((118, 150, 86), (238, 238, 210)), ((90, 60, 40), (220, 190, 150))))
    for x in range(8):
        for y in range(8):
            draw.rectangle((*at(x, y), *at(x + 1, y + 1)), fill=(pale, dark)[(x + y) % 2])
            if (x + y) % 2 and y not in (3, 4) and chance.random() < 0.8:
                color = (240, 240, 235) if y > 4 else (30, 30, 30)
                disc(image, at(x + 0.5, y + 0.5), side * 0.38, color)
    return Screen(image)


def numbers(chance: Random) -> Screen:
    """A sudoku, a calendar or a spreadsheet: numbers in cells."""
    kind = chance.choice(("sudoku", "calendar", "sheet"))
    columns, rows = {"sudoku": (9, 9), "calendar": (7, 5), "sheet": (8, 20)}[kind]
    image, draw, at, side = _grid(chance, columns, rows, square=kind == "sudoku")
    size = max(8, round(side * 0.55))
    for x in range(columns):
        for y in range(rows):
            text = str(7 * y + x + 1 if kind == "calendar" else chance.randrange(1, 10))
            if kind == "calendar" or chance.random() < 0.6:
                if chance.random() < 0.12:  # today, or an appointment
                    color = rgb(chance.choice(GAME_COLORS[:4]))
                    disc(image, at(x + 0.5, y + 0.5), side * 0.4, color)
                px, py = at(x + 0.3, y + 0.2)
                draw.text((px, py), text, (128, 128, 128), font(size))
    if kind == "sudoku":
        for line in (0, 3, 6, 9):
            draw.line((*at(line, 0), *at(line, 9)), (99, 99, 99), 6)
            draw.line((*at(0, line), *at(9, line)), (99, 99, 99), 6)
    return Screen(image)


def pieces(chance: Random) -> Screen:
    """A game with round pieces of a few colours in most cells: Connect Four, a match-three game."""
    columns, rows = chance.choice(((7, 6), (8, 8), (6, 9), (10, 10)))
    image, _, at, side = _grid(chance, columns, rows)
    colors = [rgb(color) for color in chance.sample(GAME_COLORS, chance.randrange(2, 7))]
    share = chance.uniform(0.35, 1)
    for x in range(columns):
        for y in range(rows):
            if chance.random() < share:
                disc(image, at(x + 0.5, y + 0.5), side * 0.36, chance.choice(colors))
    return Screen(image)


def stones(chance: Random) -> Screen:
    """A Go board: stones lie on the crossings of its lines."""
    size = chance.choice((9, 13, 19))
    image, _, at, side = _grid(chance, size - 1, size - 1)
    image.paste(Image.blend(image, Image.new("RGB", image.size, (222, 184, 135)), 0.7))
    for x in range(size):
        for y in range(size):
            if chance.random() < 0.3:
                disc(image, at(x, y), side * 0.47, chance.choice(((9, 9, 9), (245, 245, 245))))
    return Screen(image)


def hexagons(chance: Random) -> Screen:
    """A board of hexagons."""
    image, draw, _ = _canvas(chance)
    side = image.width / chance.randrange(10, 18)
    for row in range(9):
        for column in range(6):
            x = side * (1.5 + column * math.sqrt(3) + (row % 2) * math.sqrt(3) / 2)
            y = side * (2 + row * 1.5)
            corners = [
                (x + side * math.sin(turn * math.pi / 3), y + side * math.cos(turn * math.pi / 3))
                for turn in range(6)
            ]
            draw.polygon(corners, outline=(90, 90, 90), width=3)
            if chance.random() < 0.3:
                disc(image, (x, y), side * 0.5, rgb(chance.choice(GAME_COLORS)))
    return Screen(image)


def keys(chance: Random) -> Screen:
    """A keyboard, or the icons of a phone."""
    image, draw, _ = _canvas(chance)
    columns, rows = chance.choice(((10, 4), (4, 6), (5, 5)))
    side = image.width / (columns + 0.2)
    round_ones = chance.random() < 0.5
    for x in range(columns):
        for y in range(rows):
            left, top = side * (x + 0.15), side * (y + 1.15)
            box = (left, top, left + side * 0.85, top + side * 0.85)
            color = rgb(chance.choice(GAME_COLORS)) if columns < 9 else (128, 128, 128)
            if round_ones:
                draw.ellipse(box, fill=color)
            else:
                draw.rounded_rectangle(box, side / 8, fill=color)
            draw.text(
                (left + side / 3, top + side / 4), chr(65 + (x + y) % 26), (0, 0, 0), font(20)
            )
    return Screen(image)


def photo(chance: Random) -> Screen:
    """A cat, or what chance takes for one: soft shapes, gradients and noise."""
    size = chance.choice(((800, 600), (1080, 1440)))
    small = Image.frombytes("RGB", (16, 12), chance.randbytes(16 * 12 * 3))
    image = small.resize(size, Image.Resampling.BICUBIC)
    draw = ImageDraw.Draw(image)
    for _ in range(30):
        x, y, r = chance.randrange(size[0]), chance.randrange(size[1]), chance.randrange(5, 150)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=rgb(chance.choice(GAME_COLORS)))
    image = image.filter(ImageFilter.GaussianBlur(chance.choice((0, 2, 6))))
    noise = Image.effect_noise(size, 60).convert("RGB")
    return Screen(Image.blend(image, noise, chance.uniform(0.05, 0.5)))


def window(chance: Random) -> Screen:
    """A desktop of frames, tables and buttons with no board at all."""
    image, draw, _ = _canvas(chance)
    color: Color = (120, 120, 130)
    for _ in range(chance.randrange(5, 60)):
        x, y = chance.randrange(image.width), chance.randrange(image.height)
        width, height = chance.randrange(20, 500), chance.randrange(10, 300)
        draw.rectangle((x, y, x + width, y + height), outline=color, width=chance.choice((1, 2)))
        draw.text((x + 5, y + 5), "File Edit View", color, font(chance.choice((11, 14, 20))))
    return Screen(image)


def empty_board(chance: Random) -> Screen:
    """A grid without dots, or with a single pair."""
    board = random_board(chance, drawn="nothing")
    count = chance.randrange(2)
    board = replace(
        board, paths=board.paths[:count], colors=board.colors[:count], drawn=board.drawn[:count]
    )
    return replace(phone(chance, board), truth=None)


#: They are never sure.
NO_BOARDS: dict[str, Trap] = {
    "chess": chess,
    "numbers": numbers,
    "pieces": pieces,
    "stones": stones,
    "hexagons": hexagons,
    "keys": keys,
    "photo": photo,
    "window": window,
    "empty board": empty_board,
}
