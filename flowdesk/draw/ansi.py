"""Write a scene as coloured text for a terminal, two columns for each cell."""

from __future__ import annotations

from flowdesk.draw.scene import Scene, Tiles
from flowdesk.draw.theme import Theme

_PIPES = {"tb": "┃", "lr": "━", "tl": "┛", "tr": "┗", "bl": "┓", "br": "┏"}
_RESET = "\x1b[0m"


def ansi(scene: Scene, theme: Theme) -> str:
    """Return the rows of a scene, each with its line end; labels are shown if the scene has them.

    A wall is a bar at the right of a cell, or an underline.
    """
    rows = []
    for y in range(scene.height):
        row = [_cell(scene.tiles.get((x, y), ()), theme) for x in range(scene.width)]
        rows.append("".join(row) + _RESET + "\n")
    return "".join(rows)


def _cell(tiles: Tiles, theme: Theme) -> str:
    kinds = {tile.kind for tile in tiles}
    if "hole" in kinds:
        return f"{_RESET}  "
    left, right, style = "·", " ", "38;2;110;104;90"
    for tile in tiles:
        if tile.kind == "pipe" and tile.side in _PIPES:
            left = _PIPES[tile.side]
        elif tile.kind == "dot" and left == "·":
            left = "●"
        elif tile.kind == "text":
            left = tile.text[:1]
        if tile.kind in ("pipe", "dot"):
            color = theme.color_of(tile)
            red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
            style = f"1;38;2;{red};{green};{blue}"
            if "r" in tile.side:
                right = "━"
    walls = {tile.side for tile in tiles if tile.kind == "wall"}
    if "r" in walls:
        right = "│"
    if "b" in walls:
        style += ";4"
    return f"{_RESET}\x1b[{style}m{left}{right}"
