"""Write a scene as coloured text for a terminal; without Pillow, which takes time to import."""

from __future__ import annotations

from flowdesk.core.grid import in_order
from flowdesk.core.text import columns_of_cell
from flowdesk.draw.pipes import arms_at_corners
from flowdesk.draw.scene import Scene, Tile, Tiles
from flowdesk.draw.theme import Theme, rgb

_PIPES = {"tb": "┃", "lr": "━", "tl": "┛", "tr": "┗", "bl": "┓", "br": "┏"}
_RESET, _FAINT = "\x1b[0m", "\x1b[0;38;2;110;104;90m"


def ansi(scene: Scene, theme: Theme) -> str:
    """Return the rows of a scene, each with its line end; labels are shown if the scene has them.

    A wall is a bar at the right of a cell, or an underline. Boards with a margin, whose lines run
    along the grid, have two lines for each cell, and `columns_of_cell`.
    """
    if scene.margin:
        return _grid(scene, theme)
    rows = []
    for y in range(scene.height):
        row = [_cell(scene.tiles.get((x, y), ()), theme) for x in range(scene.width)]
        rows.append("".join(row) + _RESET + "\n")
    return "".join(rows)


def _grid(scene: Scene, theme: Theme) -> str:
    tiles = [(cell, tile) for cell, stack in scene.tiles.items() for tile in stack]
    arms = arms_at_corners((cell, tile.side) for cell, tile in tiles if "loop" in tile.kind)
    texts = {cell: tile.text for cell, tile in tiles if tile.text}
    columns = columns_of_cell(scene.width)
    line, blank = "━" * (columns - 1), " " * (columns - 1)
    loop, clue = _style(theme.color_of(Tile("loop"))), _style(theme.color_of(Tile("clue")))
    rows = []
    for y in range(scene.height + 1):
        upper, lower = [], []
        for x in range(scene.width + 1):
            ways = arms.get((x, y), ())
            corner = _PIPES.get(in_order(ways), "╋" if ways else "·")
            upper.append(f"{loop if ways else _FAINT}{corner}{line if 'r' in ways else blank}")
            text = texts.get((x, y), "").center(columns - 1)
            lower.append(f"{loop}{'┃' if 'b' in ways else ' '}{clue}{text}")
        rows += [upper, lower]
    return "".join(f"{''.join(row).rstrip()}{_RESET}\n" for row in rows[:-1])


def _style(color: str) -> str:
    return f"\x1b[1;38;2;{';'.join(map(str, rgb(color)))}m"


def _cell(tiles: Tiles, theme: Theme) -> str:
    kinds = {tile.kind for tile in tiles}
    if "hole" in kinds:
        return f"{_RESET}  "
    left, right, style = "·", " ", "\x1b[38;2;110;104;90m"
    for tile in tiles:
        if tile.kind == "pipe" and tile.side in _PIPES:
            left = _PIPES[tile.side]
        elif tile.kind == "dot" and left == "·":
            left = "●"
        elif tile.kind == "text":
            left = tile.text[:1]
        if tile.kind in ("pipe", "dot"):
            style = _style(theme.color_of(tile))
            if "r" in tile.side:
                right = "━"
    walls = {tile.side for tile in tiles if tile.kind == "wall"}
    if "r" in walls:
        right = "│"
    if "b" in walls:
        style = f"{style[:-1]};4m"
    return f"{_RESET}{style}{left}{right}"
