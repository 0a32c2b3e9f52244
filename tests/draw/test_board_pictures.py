"""Pictures of bridges, warps and hexagons: as a person has checked them, and without seams."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from flowdesk.core.grid import Cell, cells_of
from flowdesk.core.shape import HEXAGONS, Shape
from flowdesk.desk.pictures.picture import picture_bytes, scene_of
from flowdesk.desk.pictures.playback import movie_of
from flowdesk.desk.pictures.style import Style
from flowdesk.draw.ansi import ansi
from flowdesk.draw.measures import PixelLattice
from flowdesk.draw.raster import SpriteSheet, paint, png
from flowdesk.draw.scene import Scene, Tile
from flowdesk.draw.theme import DARK, LIGHT, Look
from flowdesk.kinds.flow.drawing import segments
from flowdesk.kinds.flow.level import Level
from tests.draw.boards import BOARDS, BRIDGES, CROSSING, WARPS
from tests.draw.boards import HEXAGONS as HEX
from tests.draw.test_animation import still
from tests.draw.test_vector import pdf_seen, svg_seen
from tests.for_all import for_all
from tests.samples import solution_of

REFERENCES = Path(__file__).parent / "references"
STYLES = {
    "dark": Style(cell=24),
    "light": Style(cell=41, theme="light", labels=True),
    "print": Style(cell=40, theme="print"),
    "clear": Style(cell=33, theme="colour-blind", transparent=True),
}
each_board = pytest.mark.parametrize("level", BOARDS.values(), ids=list(BOARDS))


@for_all("look", STYLES)
@for_all("name", BOARDS)
def test_pictures_of_boards_look_like_their_references(name: str, look: str) -> None:
    level = BOARDS[name]
    made = still(level, solution_of(level), STYLES[look])
    with Image.open(REFERENCES / f"board-{name}-{look}.png") as file:
        reference = file.convert("RGBA")
    assert made.size == reference.size
    assert max(ImageStat.Stat(ImageChops.difference(made, reference)).mean) < 0.5


@pytest.mark.parametrize("size", [4, 7, 24, 25])
def test_hexagons_in_pixels_leave_no_gap_and_do_not_overlap(size: int) -> None:
    lattice = PixelLattice(HEXAGONS, size)
    width, height = lattice.board(5, 4)
    owner: dict[tuple[int, int], Cell] = {}
    for cell in [(x - 1, y - 1) for x, y in cells_of(7, 6)]:
        (left, top), mask = lattice.place(cell), lattice.mask(cell)
        assert mask
        for x, y in cells_of(*mask.size):
            if mask.getpixel((x, y)):
                assert owner.setdefault((left + x, top + y), cell) == cell
    for x, y in cells_of(width, height):
        # in the middle of a pixel that is not cut by a side
        around = [lattice.point(x + right, y + down) for right in (-1, 2) for down in (-1, 2)]
        if len(cells := {HEXAGONS.cell_at(point) for point in around}) == 1:
            assert owner[x, y] in cells
        assert (x, y) in owner


@for_all("side", "tbqead")
@for_all("size", [24, 25, 60])
def test_no_seam_is_seen_between_the_pipes_of_neighbouring_hexagons(side: str, size: int) -> None:
    first, color = (3, 3), "#ff0000"
    second = HEXAGONS.beside(first, side)
    ends = {first: side, second: HEXAGONS.shape.opposite[side]}
    tiles = {
        cell: (Tile("cell"), *((Tile("pipe", color, side=ends[cell]),) if cell in ends else ()))
        for cell in cells_of(7, 7)
    }
    look = Look(DARK, size)
    picture = paint(Scene(7, 7, tiles, geometry=HEXAGONS), SpriteSheet(look, HEXAGONS))
    (x, y), (end_x, end_y) = (
        PixelLattice(HEXAGONS, size).pixel(HEXAGONS.center(cell)) for cell in (first, second)
    )
    for share in range(51):
        at = round(x + (end_x - x) * share / 50), round(y + (end_y - y) * share / 50)
        assert picture.getpixel(at) == (255, 0, 0)


def test_on_a_bridge_both_ways_stay_as_they_are_covered() -> None:
    movie = movie_of(CROSSING, solution_of(CROSSING), scene_of(CROSSING, None, labels=False))
    ways = []
    for frame in movie.frames:
        if tiles := frame.changes.get((2, 2)):
            ways.append({tile.side for tile in tiles if tile.kind == "pipe"})
    assert ways == [{"b"}, {"tb"}, {"lr", "tb"}]


def test_a_path_leaves_at_a_warp_and_comes_back_on_the_other_side() -> None:
    found = segments(CROSSING, solution_of(CROSSING))
    assert found[4, 2] == (("R", "tr"),)
    assert found[0, 2] == (("R", "lr"), ("R", "tb"))
    assert found[0, 0] == (("R", "tb"),)
    assert found[0, 4] == (("R", "b"),)


def test_a_border_is_open_where_a_warp_leads_through_it() -> None:
    scene = scene_of(WARPS, None, labels=False)

    def sides(cell: Cell, kind: str) -> str:
        return "".join(tile.side for tile in scene.tiles[cell] if tile.kind == kind)

    assert (sides((0, 2), "line"), sides((-1, 2), "warp")) == ("t", "l")
    assert (sides((5, 2), "line"), sides((5, 2), "warp")) == ("corner", "r")
    assert (sides((0, 1), "line"), sides((-1, 1), "warp")) == ("lt", "")  # there is a wall
    assert (sides((0, 1), "wall"), sides((4, 1), "wall")) == ("l", "r")
    assert (sides((0, 0), "line"), sides((0, -1), "warp")) == ("l", "t")
    assert scene_of(BRIDGES, None, labels=False).margin == 0


def test_grid_lines_do_not_stick_out_of_an_open_border() -> None:
    every = frozenset({0, 1, 2})
    scene = scene_of(Level(3, 3, shape=Shape(rows=every, columns=every)), None, labels=False)
    outside = [tile.kind for cell, tiles in scene.tiles.items() if 3 in cell for tile in tiles]
    assert outside == ["warp"] * 6


def test_boards_are_drawn_with_characters() -> None:
    shown = {}
    for name, level in BOARDS.items():
        text = ansi(scene_of(level, solution_of(level), labels=True))
        shown[name] = re.sub("\x1b[^m]*m", "", text).splitlines()
    assert shown["bridges"] == [
        "G━┓│┏━━━┓ ",
        "┏━╋━┛ ┏━┛ ",
        "┃ ┃ ┏━╋━┓ ",
        "┃ G ┃ ┃ R ",
        "┗━R ┗━┛   ",
    ]
    assert shown["warps"][3:] == ["← ┗━┓ G━┓ G → ", "  R━┛   ┗━┛   ", "  ↓     ↓     "]
    assert shown["hexagons"][:4] == ["    •╲  • ", "  ╱╱  •╱  ", "G╱  •   ┃ ", "  ╱│  G╲  "]
    assert shown["crossing"][3] == "← ╋━━━╋━┓ ┗━→ "


@pytest.mark.parametrize("seen", [svg_seen, pdf_seen])
@each_board
def test_vectors_of_boards_look_like_the_picture_in_pixels(
    level: Level, seen: Callable[..., Image.Image]
) -> None:
    scene = scene_of(level, solution_of(level), labels=False)
    with Image.open(io.BytesIO(png(scene, Look(LIGHT, 60)))) as file:
        expected = file.convert("RGB")
    zoom = 4 if seen is pdf_seen else 1  # poppler widens lines to whole pixels
    shown = seen(scene, LIGHT, 60, zoom=zoom).convert("RGB").reduce(zoom)
    assert all(abs(a - b) <= 1 for a, b in zip(shown.size, expected.size, strict=True))
    apart = ImageChops.difference(shown.resize(expected.size), expected)
    assert max(ImageStat.Stat(apart).mean) < 3


@pytest.mark.parametrize("seen", [svg_seen, pdf_seen])
@pytest.mark.parametrize("zoom", [0.7, 1.31])
def test_neighbouring_hexagons_show_no_seam_at_any_size(
    zoom: float, seen: Callable[..., Image.Image]
) -> None:
    path = [(0, 1), (1, 0), (2, 0), (2, 1), (1, 1)]
    sides = ["e", "ea", "ba", "ta", "e"]
    tiles = {
        cell: (Tile("cell"), Tile("fill", "#0000ff", 0.25), Tile("pipe", "#0000ff", 0.5, each))
        for cell, each in zip(path, sides, strict=True)
    }
    picture = seen(Scene(3, 3, tiles, geometry=HEXAGONS), LIGHT, 40, zoom).convert("RGB")
    for here, there in pairwise(path):
        (x, y), (end_x, end_y) = HEXAGONS.center(here), HEXAGONS.center(there)
        right, down = end_x - x, end_y - y
        for aside, first, last in ((0.0, 0.0, 1.0), (0.27, 0.4, 0.6)):  # in the pipe, beside it
            colors = set()
            for step in range(41):
                share = first + (last - first) * step / 40
                at = x + right * share - down * aside, y + down * share + right * aside
                colors.add(picture.getpixel((int(at[0] * 40 * zoom), int(at[1] * 40 * zoom))))
            assert len(colors) == 1, (here, there, aside)


def test_a_board_of_hexagons_is_as_large_as_its_picture() -> None:
    scene = scene_of(HEX, None, labels=False)
    with Image.open(io.BytesIO(picture_bytes(HEX, None, Style(cell=40)))) as picture:
        around = 2 * 2 + 1
        assert picture.size == (4 * 35 + 47 + around, 4 * 40 + 20 + around)
    assert scene.size == pytest.approx((4.6188, 4.5), abs=1e-4)
