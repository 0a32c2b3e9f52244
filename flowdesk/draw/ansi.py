"""Write a scene as coloured text for a terminal; without Pillow, which takes time to import."""

from __future__ import annotations

from flowdesk.core.grid import in_order
from flowdesk.core.text import PIPES, columns_of_cell
from flowdesk.draw.scene import Scene, Tile, Tiles, arms_at_corners
from flowdesk.draw.theme import DARK, rgb

_LINKS = {"r": "━", "e": "╱", "d": "╲", "ed": "<"}
_ARROWS = {"t": "↑", "b": "↓", "l": "←", "r": "→"}
_RESET, _FAINT = "\x1b[0m", "\x1b[0;38;2;110;104;90m"


def ansi(scene: Scene) -> str:
    """Return a scene as coloured text, row by row; labels are shown if the scene has them.

    A wall is a bar at the right of a cell, or an underline; arrows round the board show where
    warps are. Odd columns of hexagons are a line lower. Boards whose lines run along the grid have
    two lines for each cell, and `columns_of_cell`.
    """
    tiles = scene.tiles
    if any(tile.kind == "point" for tile in tiles.get((0, 0), ())):
        return _grid(scene)
    places = range(scene.width), range(scene.height)
    if any(tile.kind == "warp" for stack in tiles.values() for tile in stack):
        places = range(-1, scene.width + 1), range(-1, scene.height + 1)
    lower = round(2 * scene.geometry.lower)
    rows = []
    for row in range(places[1].start, places[1].stop * (1 + lower)):
        cells = ((x, divmod(row - lower * (x % 2), 1 + lower)) for x in places[0])
        shown = ("  " if rest else _cell(tiles.get((x, y), ())) for x, (y, rest) in cells)
        rows.append("".join(shown) + _RESET + "\n")
    return "".join(rows)


def _grid(scene: Scene) -> str:
    tiles = [(cell, tile) for cell, stack in scene.tiles.items() for tile in stack]
    arms = arms_at_corners((cell, tile.side) for cell, tile in tiles if "loop" in tile.kind)
    texts = {cell: tile.text for cell, tile in tiles if tile.text}
    columns = columns_of_cell(scene.width)
    line, blank = "━" * (columns - 1), " " * (columns - 1)
    loop, clue = _style(DARK.color_of(Tile("loop"))), _style(DARK.color_of(Tile("clue")))
    rows = []
    for y in range(scene.height + 1):
        upper, lower = [], []
        for x in range(scene.width + 1):
            ways = arms.get((x, y), ())
            corner = PIPES.get(in_order(ways), "╋" if ways else "·")
            upper.append(f"{loop if ways else _FAINT}{corner}{line if 'r' in ways else blank}")
            text = texts.get((x, y), "").center(columns - 1)
            lower.append(f"{loop}{'┃' if 'b' in ways else ' '}{clue}{text}")
        rows += [upper, lower]
    return "".join(f"{''.join(row).rstrip()}{_RESET}\n" for row in rows[:-1])


def _style(color: str) -> str:
    return f"\x1b[1;38;2;{';'.join(map(str, rgb(color)))}m"


def _cell(tiles: Tiles) -> str:
    kinds = {tile.kind for tile in tiles}
    style = "\x1b[38;2;110;104;90m"
    if "cell" not in kinds:
        arrow = next((_ARROWS[tile.side] for tile in tiles if tile.kind == "warp"), " ")
        return f"{_RESET}{style}{arrow} " if arrow != " " else f"{_RESET}  "
    arms = {tile.side for tile in tiles if tile.kind == "pipe" and len(tile.side) == 2}
    left, right = "╬" if "deck" in kinds else "·", " "
    for tile in tiles:
        if tile.kind == "pipe" and tile.side in arms:
            left = PIPES.get(tile.side, "•") if len(arms) == 1 else "╋"
        elif tile.kind == "dot" and left == "·":
            left = "●"
        elif tile.kind == "text":
            left = tile.text[:1]
        if tile.kind in ("pipe", "dot"):
            style = _style(DARK.color_of(tile))
            if onward := "".join(side for side in tile.side if side in "red"):
                right = _LINKS[onward]
    walls = {tile.side for tile in tiles if tile.kind == "wall"}
    if walls & set("red"):
        right = "│"
    if "b" in walls:
        style = f"{style[:-1]};4m"
    return f"{_RESET}{style}{left}{right}"
