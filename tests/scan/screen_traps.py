"""Boards with something that plain boards do not have, or with something missing.

No wrong board may be read from them and be sure.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from PIL import Image, ImageDraw

from flowdesk.core.grid import Cell, edge_between
from tests.scan.painting import GAME_COLORS, Board, random_board, rgb
from tests.scan.screens import Screen, phone

Trap = Callable[[Random], Screen]


def _plain(chance: Random) -> Board:
    return random_board(chance, drawn="nothing")


def _inner_edges(board: Board) -> list[tuple[Cell, Cell]]:
    across = [((x, y), (x + 1, y)) for x in range(board.columns - 1) for y in range(board.rows)]
    down = [((x, y), (x, y + 1)) for x in range(board.columns) for y in range(board.rows - 1)]
    return across + down


def _cell_box(screen: Screen, x: float, y: float) -> tuple[float, float, float]:
    """The upper left corner and the side of a cell in pixels."""
    side = (screen.box[2] - screen.box[0]) / screen.columns
    return screen.box[0] + x * side, screen.box[1] + y * side, side


def walls(chance: Random) -> Screen:
    """Thick lines between cells."""
    board = _plain(chance)
    screen = phone(chance, board)
    draw = ImageDraw.Draw(screen.image)
    color = chance.choice(((222, 190, 130), (120, 160, 255), (255, 255, 255)))
    for a, b in chance.sample(_inner_edges(board), chance.randrange(1, 6)):
        x, y, side = _cell_box(screen, *b)
        end = (x, y + side) if a[1] == b[1] else (x + side, y)
        draw.line((x, y, *end), color, max(4, round(side * chance.uniform(0.06, 0.12))))
    return replace(screen, truth=None)


def holes(chance: Random) -> Screen:
    """Cells without lines round them, as in boards that are no rectangles."""
    board = _plain(chance)
    taken = {cell for path in board.paths for cell in (path[0], path[-1])}
    columns, rows = board.columns, board.rows
    free = [(x, y) for x in range(columns) for y in range(rows) if (x, y) not in taken]
    screen = phone(chance, board)
    draw = ImageDraw.Draw(screen.image)
    for cell in chance.sample(free, min(len(free), chance.randrange(1, 5))):
        x, y, side = _cell_box(screen, *cell)
        draw.rectangle((x - 4, y - 4, x + side + 4, y + side + 4), fill=(0, 0, 0))
    return replace(screen, truth=None)


def filled(chance: Random) -> Screen:
    """A cell of another colour, as holes are often drawn."""
    board = _plain(chance)
    taken = {cell for path in board.paths for cell in (path[0], path[-1])}
    free = [(x, y) for x in range(board.columns) for y in range(board.rows)]
    screen = phone(chance, board)
    x, y, side = _cell_box(screen, *chance.choice([cell for cell in free if cell not in taken]))
    grey = chance.randrange(40, 160)
    ImageDraw.Draw(screen.image).rectangle((x + 3, y + 3, x + side - 3, y + side - 3), (grey,) * 3)
    return replace(screen, truth=None)


def gaps(chance: Random) -> Screen:
    """Missing lines between cells: two cells are one."""
    board = _plain(chance)
    missing = chance.sample(_inner_edges(board), chance.randrange(1, 8))
    board = replace(board, gaps=frozenset(edge_between(*edge) for edge in missing))
    return replace(phone(chance, board), truth=None)


def _with_dots(chance: Random, board: Board, ends: Sequence[tuple[Cell, ...]]) -> Screen:
    return replace(phone(chance, replace(board, paths=tuple(ends))), truth=None)


def odd_dot(chance: Random) -> Screen:
    """One dot without a partner."""
    board = _plain(chance)
    paths = list(board.paths)
    paths[0] = paths[0][:1]
    return _with_dots(chance, board, paths)


def three_dots(chance: Random) -> Screen:
    """A colour with a third dot, or with four."""
    board = _plain(chance)
    taken = {cell for path in board.paths for cell in (path[0], path[-1])}
    size = range(board.columns), range(board.rows)
    free = [(x, y) for x in size[0] for y in size[1] if (x, y) not in taken]
    more = chance.sample(free, 2)
    extra = (more[0],) if chance.random() < 0.7 else tuple(more)
    board = replace(
        board,
        paths=(*board.paths, extra),
        colors=(*board.colors, board.colors[0]),
        drawn=(*board.drawn, 0),
    )
    return replace(phone(chance, board), truth=None)


def alike(chance: Random) -> Screen:
    """Two colours that are nearly the same; if they can be told apart, that is right."""
    board = _plain(chance)
    colors = list(board.colors)
    step = chance.choice((3, 6, 12, 25, 40))
    near = [max(0, min(255, part + chance.choice((-step, 0, step)))) for part in colors[0]]
    colors[1] = (near[0], near[1], near[2])
    return phone(chance, replace(board, colors=tuple(colors)))


def bridges(chance: Random) -> Screen:
    """Cells that two paths may cross, drawn as the game draws them."""
    board = _plain(chance)
    taken = {cell for path in board.paths for cell in (path[0], path[-1])}
    screen = phone(chance, board)
    draw = ImageDraw.Draw(screen.image)
    inner = [
        (x, y)
        for x in range(1, board.columns - 1)
        for y in range(1, board.rows - 1)
        if (x, y) not in taken
    ]
    for cell in chance.sample(inner, min(len(inner), chance.randrange(1, 3))):
        x, y, side = _cell_box(screen, *cell)
        color, width = (130, 130, 110), max(2, round(side * 0.05))
        for part in (0.25, 0.75):
            draw.line((x + part * side, y, x + part * side, y + side), color, width)
            draw.line((x, y + part * side, x + side, y + part * side), color, width)
    return replace(screen, truth=None)


def ring_dots(chance: Random) -> Screen:
    """Dots with something else between them: stars, or rings."""
    screen = phone(chance, _plain(chance))
    draw = ImageDraw.Draw(screen.image)
    assert screen.truth
    taken = {cell for dots in screen.truth for cell in dots}
    size = range(screen.columns), range(screen.rows)
    free = [(x, y) for x in size[0] for y in size[1] if (x, y) not in taken]
    for cell in chance.sample(free, 2):
        x, y, side = _cell_box(screen, cell[0] + 0.5, cell[1] + 0.5)
        color = rgb(chance.choice(GAME_COLORS))
        if chance.random() < 0.5:
            r = side * 0.3
            draw.ellipse((x - r, y - r, x + r, y + r), outline=color, width=max(2, round(r / 4)))
        else:
            turns = [math.pi * (i / 5 - 0.5) for i in range(10)]
            far = [side * (0.38, 0.16)[i % 2] for i in range(10)]
            star = [
                (x + r * math.cos(t), y + r * math.sin(t)) for t, r in zip(turns, far, strict=True)
            ]
            draw.polygon(star, fill=color)
    return replace(screen, truth=None)


def warps(chance: Random) -> Screen:
    """Openings in the border, through which paths go on at the other side."""
    screen = phone(chance, _plain(chance))
    draw = ImageDraw.Draw(screen.image)
    for _ in range(chance.randrange(1, 4)):
        row = chance.randrange(screen.rows)
        for column in (0, screen.columns):
            x, y, side = _cell_box(screen, column, row)
            draw.rectangle((x - 5, y + 5, x + 5, y + side - 5), fill=(0, 0, 0))
    return replace(screen, truth=None)


def circles(chance: Random) -> Screen:
    """White and black circles on paper, as Masyu has them."""
    side = chance.choice((24, 48, 60))
    image = Image.new("RGB", (7 * side + 1, 7 * side + 1), (255, 255, 255))
    draw = ImageDraw.Draw(image)
    for at in range(0, 8 * side, side):
        draw.line((at, 0, at, image.height), (0, 0, 0))
        draw.line((0, at, image.width, at), (0, 0, 0))
    whites = chance.choice((2, 4))
    for number, at in enumerate(chance.sample(range(49), whites + 2)):
        x, y, margin = side * (at % 7), side * (at // 7), round(0.17 * side)
        box = x + margin, y + margin, x + side - margin, y + side - margin
        draw.ellipse(box, (255, 255, 255) if number < whites else (0, 0, 0), (0, 0, 0))
    return Screen(image)


SPOILED: dict[str, Trap] = {
    "walls": walls,
    "holes": holes,
    "filled": filled,
    "gaps": gaps,
    "an odd dot": odd_dot,
    "three dots": three_dots,
    "colours alike": alike,
    "bridges": bridges,
    "warps": warps,
    "other shapes": ring_dots,
    "circles": circles,
}
