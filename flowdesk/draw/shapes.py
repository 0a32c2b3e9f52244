"""Turn the tiles of a scene into shapes, for formats of vectors; and write these as SVG.

All lengths are in cells; ``(0, 0)`` is the upper left corner of the board, y runs downwards.
Shapes of neighbouring cells are joined, because two shapes that only touch show a seam at most
scales: cells of one colour are one area, and a path is one line from end to end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import TypeAlias, get_args

from flowdesk.core.grid import Cell, corners_of
from flowdesk.core.shape import HEXAGONS, SQUARES, Geometry, Point
from flowdesk.draw.lettering import caption_lines, printable
from flowdesk.draw.measures import (
    ARROW_WIDTH,
    CROSS_RADIUS,
    DISCS,
    LABEL_OUTLINE,
    PATTERNS,
    PIPE_WIDTH,
    POINT_RADIUS,
    RIM_WIDTH,
    Rectangle,
    arrow,
    cross_width,
    label_size,
    line_strength,
    line_width,
    loop_width,
    margin,
    mark_width,
    pencil,
    pencil_letter,
    picture_size,
    polygons,
    stripe,
    wall_width,
)
from flowdesk.draw.scene import Polyline, Scene, Tile, TileKind, Tiles, joined, round_corners
from flowdesk.draw.theme import Look, text_color


@dataclass(frozen=True)
class _Inked:
    color: str
    opacity: float


@dataclass(frozen=True)
class Rectangles(_Inked):
    """Rectangles (x, y, width, height) that are filled as one."""

    rectangles: tuple[Rectangle, ...]


@dataclass(frozen=True)
class Polygons(_Inked):
    """Polygons that are filled as one."""

    polygons: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Pipe(_Inked):
    """A line with round joints."""

    line: Polyline
    width: float = PIPE_WIDTH


@dataclass(frozen=True)
class Disc(_Inked):
    """A disc, or with a `width` a circle of that line width."""

    x: float
    y: float
    radius: float
    width: float = 0.0


@dataclass(frozen=True)
class Text(_Inked):
    """A centred line of text; `outline` is the width of the stroke round its letters."""

    text: str
    x: float
    baseline: float
    size: float
    outline: float = 0.0


Shape: TypeAlias = Rectangles | Polygons | Pipe | Disc | Text

#: Tiles of one kind are joined, and kinds are drawn in this order, the usual order of the tiles in
#: a cell. A stack in another order is drawn in several turns.
_LAYERS = (
    *("cell", "fill", "line", "point", "pipe", "deck", "pattern", "pencil", "loop", "bad loop"),
    *("cross", "arrow", "warp", "dot", "rim", "text", "wall", "ring"),
)
#: Kinds that are drawn together with another; a frame looks like half of a thin wall.
_DRAWN_AS = {
    "hole": "cell",
    **dict.fromkeys(("mark", "hint", "stripe", "inside"), "fill"),
    **dict.fromkeys(("clue", "bad clue"), "text"),
    "frame": "wall",
}
_RANK = {kind: _LAYERS.index(_DRAWN_AS.get(kind, kind)) for kind in get_args(TileKind)}

#: Turn, rank, colour and opacity, which are the same for all tiles that are joined.
_Key: TypeAlias = tuple[int, int, str, float]
#: Tiles, and the cells in which they are.
_Members: TypeAlias = list[tuple[Tile, list[Cell]]]


def shapes(scene: Scene, look: Look) -> list[Shape]:
    """Return the shapes of a scene with its caption, the lowest first, without the ground.

    Only the widths of lines and walls depend on the size of a cell in pixels.
    """
    theme = look.theme
    stacks: defaultdict[Tiles, list[Cell]] = defaultdict(list)
    for place, tiles in scene.tiles.items():
        stacks[tiles].append(place)
    # Without a colour of their own, holes are invisible on the ground, and rims on their dots.
    hidden = {kind for kind in ("hole", "rim") if not getattr(theme, kind)}
    if look.transparent:
        hidden |= {"cell", "deck"}
    groups: defaultdict[_Key, _Members] = defaultdict(list)
    for tiles, cells in stacks.items():
        dots = {theme.color_of(tile) for tile in tiles if tile.kind == "dot"}
        for turn, rank, tile in _in_turns(tiles):
            color = theme.color_of(tile)
            if tile.kind not in hidden or (tile.kind == "rim" and color not in dots):
                groups[turn, rank, color, tile.strength].append((tile, cells))
    made: list[Shape] = []
    for key in sorted(groups, key=lambda key: key[:2]):
        _, rank, color, opacity = key
        if scene.geometry is HEXAGONS and _LAYERS[rank] in _AREAS:
            made.append(_in_hexagons(_LAYERS[rank], color, opacity, groups[key], look))
        else:
            made += _made(_LAYERS[rank], color, opacity, groups[key], look, scene.geometry)
    ink, middle = text_color(theme.ground), scene.size[0] / 2
    for line in caption_lines(scene):
        made.append(Text(ink, 1.0, line.text, middle, line.baseline, line.size))
    return made


@lru_cache(maxsize=4096)
def decimal(value: float) -> str:
    """Write a number as short as possible, rounded to five decimals."""
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _in_turns(tiles: Tiles) -> Iterable[tuple[int, int, Tile]]:
    """Yield the tiles of a cell, each with its turn and the rank of its kind."""
    turn = last = 0
    for tile in tiles:
        rank = _RANK[tile.kind]
        if rank < last or (rank == last and _LAYERS[rank] == "fill"):
            turn += 1
        last = rank
        yield turn, rank, tile


#: The layers of what is made of areas, not of lines, discs and letters.
_AREAS = ("cell", "fill", "line", "wall", "pattern")


def _in_hexagons(layer: str, color: str, opacity: float, members: _Members, look: Look) -> Polygons:
    """Return the areas of all tiles of one layer and colour."""
    found = []
    for tile, places in members:
        areas = list(polygons(tile, look))
        for x, y in map(HEXAGONS.center, places):
            found += [tuple((x + right, y + down) for right, down in area) for area in areas]
    opacity *= line_strength(look) if layer == "line" else 1.0
    return Polygons(color, opacity, tuple(found))


def _made(
    layer: str, color: str, opacity: float, members: _Members, look: Look, geometry: Geometry
) -> Iterable[Shape]:
    """Yield the shapes of all tiles of one layer and colour."""
    placed = [(place, tile) for tile, places in members for place in places]
    sides = ((place, tile.side) for place, tile in placed)
    line = line_width(look) / look.cell
    match layer:
        case "cell" | "fill":
            whole = (place for place, tile in placed if tile.kind != "stripe")
            stripes = []
            for place, tile in placed:
                if tile.kind == "stripe":
                    left, right = stripe(*tile.stripe)
                    stripes.append((place[0] + left, place[1], right - left, 1))
            yield Rectangles(color, opacity, (*_blocks(whole), *stripes))
        case "line":
            yield Rectangles(color, opacity * line_strength(look), tuple(_lines(sides, line)))
        case "wall":
            wall, mark = wall_width(look) / look.cell, mark_width(look) / look.cell
            widths = {"wall": (wall, line), "frame": (mark, 0.0)}
            halves = (_half_wall(place, tile.side, *widths[tile.kind]) for place, tile in placed)
            yield Rectangles(color, opacity, tuple(halves))
        case "pipe":
            ways = joined(sides, geometry)
            if outline := look.theme.outline_of(members[0][0]):
                width = PIPE_WIDTH + 2 * RIM_WIDTH
                yield from (Pipe(outline, opacity, way, width) for way in ways)
            yield from (Pipe(color, opacity, way) for way in ways)
        case "loop" | "bad loop":
            for way in round_corners(sides):
                yield Pipe(color, opacity, way.moved(line / 2), loop_width(look) / look.cell)
        case "cross":
            middles = {SQUARES.middle(cell, side) for cell, letters in sides for side in letters}
            for x, y in sorted(middles):
                way = _cross(x, y).moved(line / 2)
                yield Pipe(color, opacity, way, cross_width(look) / look.cell)
        case "arrow" | "warp":
            for place, tile in placed:
                x, y = geometry.center(place)
                head = tuple((x + right, y + down) for right, down in arrow(tile, geometry))
                yield Pipe(color, opacity, Polyline(head), ARROW_WIDTH)
        case "point":
            points = {corners_of(cell)[int(c) - 1] for cell, corners in sides for c in corners}
            for x, y in sorted(points):
                yield Disc(color, opacity, x + line / 2, y + line / 2, POINT_RADIUS)
        case "pattern" | "deck":
            parts = (
                (x + left, y + top, width, height)
                for (x, y), tile in placed
                for left, top, width, height in PATTERNS[tile.side]
            )
            yield Rectangles(color, opacity, tuple(parts))
        case "pencil":
            for place, tile in placed:
                x, y = geometry.corner(place)
                across, down, radius = pencil(*tile.stripe)
                x, y = x + (geometry.wide - 1) / 2 + across, y + down
                if tile.text:
                    yield _label(color, opacity, x, y, printable(tile.text), pencil_letter(tile)[2])
                else:
                    yield Disc(color, opacity, x, y, radius)
        case "text":
            for place, tile in placed:
                yield _label(color, opacity, *geometry.center(place), printable(tile.text))
        case _:
            radius, width = DISCS[layer]
            for place, _ in placed:
                yield Disc(color, opacity, *geometry.center(place), radius, width)


def _runs(cells: Iterable[Cell]) -> Iterable[tuple[int, int, int]]:
    """Yield cells as horizontal runs: x and y of the first, and the length."""
    row, start, end = 0, 0, 0
    for y, x in sorted((y, x) for x, y in cells):
        if (y, x) != (row, end):
            if end > start:
                yield start, row, end - start
            row, start = y, x
        end = x + 1
    if end > start:
        yield start, row, end - start


def _blocks(cells: Iterable[Cell]) -> Iterable[Rectangle]:
    """Yield cells as rectangles: runs, and equal runs below each other as one."""
    blocks: dict[tuple[int, int], tuple[int, int]] = {}  # x and width: top and bottom
    for x, y, width in _runs(cells):
        top, bottom = blocks.get((x, width), (y, y))
        if bottom != y:
            yield x, top, width, bottom - top
            top = y
        blocks[x, width] = (top, y + 1)
    for (x, width), (top, bottom) in blocks.items():
        yield x, top, width, bottom - top


def _lines(sides: Iterable[tuple[Cell, str]], thick: float) -> Iterable[Rectangle]:
    """Yield the grid lines, joined where they are not interrupted."""
    cells: defaultdict[str, list[Cell]] = defaultdict(list)
    for place, side in sides:
        cells[side].append(place)
    for x, y, length in _runs(cells["t"]):
        yield x, y, length, thick
    for y, x, length in _runs((y, x) for x, y in cells["l"]):
        yield x, y, thick, length
    for x, y in cells["corner"]:
        yield x, y, thick, thick


def _cross(x: float, y: float) -> Polyline:
    """Return a small cross as one line, which is half transparent without a darker middle."""
    left, right = x - CROSS_RADIUS, x + CROSS_RADIUS
    top, bottom = y - CROSS_RADIUS, y + CROSS_RADIUS
    return Polyline(((left, top), (right, bottom), (x, y), (right, top), (left, bottom)))


def _half_wall(place: Cell, side: str, wall: float, line: float) -> Rectangle:
    """Return the half of a wall that is in a cell; the one at the left or top has the grid line."""
    x, y = place
    return {
        "l": (x, y, wall + line, 1),
        "t": (x, y, 1, wall + line),
        "r": (x + 1 - wall, y, wall, 1),
        "b": (x, y + 1 - wall, 1, wall),
    }[side]


def _label(color: str, opacity: float, x: float, y: float, text: str, size: float = 0) -> Text:
    """Return a label, centred vertically by the usual heights of its letters."""
    usual = label_size(text)
    size = size or usual
    top = 0.53 if set(text) <= set("acegmnopqrsuvwxyz") else 0.72
    bottom = -0.21 if set(text) & set("gjpqy") else 0.0
    baseline = y + size * (top + bottom) / 2
    return Text(color, opacity, text, x, baseline, size, outline=2 * LABEL_OUTLINE * size / usual)


_FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


def svg(scene: Scene, look: Look) -> bytes:
    """Return a scene as an SVG file, which needs no other files."""
    width, height = (decimal(side) for side in picture_size(scene, look))
    start = decimal(-margin(scene, look))
    title = printable(scene.caption[0] if scene.caption else scene.text)
    title = title or f"A board of {scene.width} x {scene.height} cells"
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'width="{width}" height="{height}" viewBox="{start} {start} {width} {height}" '
        f'stroke-linejoin="round" text-anchor="middle" font-family="{_FONTS}">',
        f"<title>{escape(title)}</title>",
    ]
    if not look.transparent:
        ground = f"M{start} {start}h{width}v{height}H{start}z"
        lines.append(f'<path fill="{look.theme.ground}" d="{ground}"/>')
    lines += [_element(shape, look.cell) for shape in shapes(scene, look)]
    return "\n".join([*lines, "</svg>\n"]).encode()


def _element(shape: Shape, cell: float) -> str:
    def pixels(length: float) -> str:
        return decimal(length * cell)

    fill, stroke = f'fill="{shape.color}"', f'stroke="{shape.color}"'
    faint = f' opacity="{decimal(shape.opacity)}"' if shape.opacity < 1 else ""
    if isinstance(shape, Rectangles):
        data = "".join(
            f"M{pixels(x)} {pixels(y)}h{pixels(width)}v{pixels(height)}H{pixels(x)}z"
            for x, y, width, height in shape.rectangles
        )
        return f'<path {fill}{faint} d="{data}"/>'
    if isinstance(shape, Polygons):
        data = "".join(_path(Polyline(each, closed=True), cell) for each in shape.polygons)
        return f'<path {fill}{faint} d="{data}"/>'
    if isinstance(shape, Pipe):
        ends = ' stroke-linecap="round"' if shape.line.round_ends else ""
        look = f'fill="none" {stroke}{faint} stroke-width="{pixels(shape.width)}"{ends}'
        return f'<path {look} d="{_path(shape.line, cell)}"/>'
    if isinstance(shape, Disc):
        look = f'fill="none" {stroke} stroke-width="{pixels(shape.width)}"' if shape.width else fill
        place = f'cx="{pixels(shape.x)}" cy="{pixels(shape.y)}" r="{pixels(shape.radius)}"'
        return f"<circle {look}{faint} {place}/>"
    look = f'{fill}{faint} font-size="{pixels(shape.size)}"'
    if shape.outline:
        look += f' {stroke} stroke-width="{pixels(shape.outline)}"'
    place = f'x="{pixels(shape.x)}" y="{pixels(shape.baseline)}"'
    return f"<text {look} {place}>{escape(shape.text)}</text>"


def _path(line: Polyline, cell: float) -> str:
    """Return the path data of a line."""
    x, y = line.points[0]
    data = [f"M{decimal(x * cell)} {decimal(y * cell)}"]
    for to_x, to_y in line.points[1:]:
        if to_x == x:
            data.append(f"V{decimal(to_y * cell)}")
        elif to_y == y:
            data.append(f"H{decimal(to_x * cell)}")
        else:
            data.append(f"L{decimal(to_x * cell)} {decimal(to_y * cell)}")
        x, y = to_x, to_y
    return "".join(data) + ("z" if line.closed else "")
