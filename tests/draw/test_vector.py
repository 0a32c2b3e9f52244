"""SVG and PDF, as other programs draw them: like the PNG at every size, with all texts."""

from __future__ import annotations

import io
import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from math import ceil

import pytest
from PIL import Image, ImageChops, ImageStat

from flowdesk.core.grid import Cell
from flowdesk.core.storage import shipped
from flowdesk.desk.pictures.picture import scene_of
from flowdesk.draw.pdf import (
    PAPERS,
    PIXEL,
    LineOfText,
    Page,
    PlacedBoard,
    RuledLine,
    document,
    pdf,
    text_width,
)
from flowdesk.draw.raster import png
from flowdesk.draw.scene import Scene, Tile, Tiles
from flowdesk.draw.shapes import svg
from flowdesk.draw.theme import DARK, LIGHT, THEMES, Look, Theme
from flowdesk.formats.registry import open_file
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.table import board_scene
from flowdesk.lab.cdcl import Conflicted
from flowdesk.lab.explore import explore
from flowdesk.lab.rulebooks import answer_scene
from flowdesk.lab.thinking import Thinking
from tests.draw.test_pictures import SHAPED
from tests.for_all import for_all
from tests.processes import run
from tests.samples import SMALL, level_of, solution_of

pytestmark = pytest.mark.usefixtures("other_programs")

SVG = "{http://www.w3.org/2000/svg}"


def output(*command: str, stdin: bytes) -> bytes:
    """What a program prints that reads a picture from its standard input."""
    done = run(command, input=stdin, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert b"rror" not in done.stderr, done.stderr
    return bytes(done.stdout)


def svg_seen(
    scene: Scene, theme: Theme, cell: int, zoom: float = 1, *, transparent: bool = False
) -> Image.Image:
    """An SVG file as librsvg shows it."""
    data = svg(scene, Look(theme, cell, transparent=transparent))
    shown = output("rsvg-convert", "-z", str(zoom), stdin=data)
    return Image.open(io.BytesIO(shown))


def pdf_seen(
    scene: Scene, theme: Theme, cell: int, zoom: float = 1, *, transparent: bool = False
) -> Image.Image:
    """A PDF file as poppler shows it, on white paper."""
    return page_seen(pdf(scene, Look(theme, cell, transparent=transparent)), 96 * zoom)


def page_seen(data: bytes, resolution: float = 96) -> Image.Image:
    shown = output("pdftoppm", "-r", str(resolution), "-singlefile", "-", stdin=data)
    return Image.open(io.BytesIO(shown))


def on_white(picture: Image.Image) -> Image.Image:
    """A picture as it looks on paper."""
    picture = picture.convert("RGBA")
    white = Image.new("RGBA", picture.size, "#ffffff")
    return Image.alpha_composite(white, picture).convert("RGB")


def solved(level: Level) -> Scene:
    return scene_of(level, solution_of(level), labels=False)


def unsolved(level: Level) -> Scene:
    return scene_of(level, None, labels=False)


def board(rows: Mapping[Cell, Tiles], width: int, height: int) -> Scene:
    """A scene whose cells have these tiles on their ground."""
    return Scene(width, height, {cell: (Tile("cell"), *tiles) for cell, tiles in rows.items()})


def strengths() -> Scene:
    """Everything weak: marks, dots, rings, arms that meet and arms that meet nothing."""
    red, blue = "#ff0000", "#0d29ff"
    cross = tuple(Tile("pipe", red, 0.3, arm) for arm in "tblr")
    tiles: dict[Cell, Tiles] = {
        (0, 0): (Tile("fill", red, 0.25), Tile("dot", red, 0.3), Tile("mark", strength=0.5)),
        (1, 0): (Tile("pipe", red, 0.3, "b"), Tile("pipe", blue, 0.6, "b"), Tile("dot", red)),
        (2, 0): (Tile("mark", strength=0.2), Tile("dot", blue), Tile("ring", blue, 0.5)),
        (0, 1): (Tile("pipe", blue, 0.4, "lr"), Tile("pipe", red, 0.6, "t")),
        (1, 1): cross,
        (2, 1): (Tile("hint", strength=0.7), Tile("fill", blue, 0.4), Tile("pipe", red, 0.3, "l")),
        (0, 2): (Tile("pipe", blue, side="br"), Tile("pipe", red, side="tl")),
        (1, 2): (
            Tile("pipe", red, 0.3, "t"),
            Tile("pipe", blue, side="tb"),
            Tile("dot", red),
            Tile("rim", red),
        ),
        (2, 2): (
            Tile("fill", blue, 0.4),
            Tile("hint", strength=0.7),
            Tile("dot", red),
            Tile("pipe", blue, 0.5, "lr"),
            Tile("mark", strength=0.5),
        ),
    }
    return board(tiles, 3, 3)


def ring() -> Scene:
    """A path that bites its own tail, as no level has it."""
    cells = {(0, 0): "br", (1, 0): "bl", (0, 1): "tr", (1, 1): "tl"}
    return board(
        {cell: (Tile("pipe", "#00cc00", 0.5, arms),) for cell, arms in cells.items()}, 2, 2
    )


def odd() -> Scene:
    """What a solver answers to three rules alone: half pipes and framed cells."""
    found = explore(SMALL, (1, 2, 3))
    assert found.answer
    return answer_scene(SMALL, found.answer, found.broken, labels=False)


def thinking() -> Scene:
    """A solver that thinks: small dots, bars, dashed frames and arms, a conflict."""
    level = open_file(shipped("puzzles") / "06x06-brackets.txt")[1][0].level
    thinking = Thinking(level, range(1, 12))
    for _ in thinking.ahead():
        pass
    thinking.to_next(Conflicted)
    scene = board_scene(level)
    return scene.with_tiles({c: thinking.tiles_at(c, labels=False) for c in scene.tiles})


RECOLORED = replace(SMALL, colors={"R": "#123456", "B": "#fedcba"})
LINE = level_of("A..AB.B")

#: What is drawn, in which theme, with cells of how many pixels, and whether on no ground.
CASES: dict[str, tuple[Callable[[], Scene], Theme, int, bool]] = {
    "solved, dark": (lambda: solved(SMALL), DARK, 48, False),
    "solved, light": (lambda: solved(SMALL), LIGHT, 48, False),
    "solved, to print": (lambda: solved(SMALL), THEMES["print"], 48, False),
    "unsolved": (lambda: unsolved(SMALL), DARK, 48, False),
    "holes and walls": (lambda: unsolved(SHAPED), LIGHT, 48, False),
    "holes and walls, to print": (lambda: unsolved(SHAPED), THEMES["print"], 48, False),
    "transparent": (lambda: solved(SMALL), LIGHT, 48, True),
    "transparent, holes and walls": (lambda: unsolved(SHAPED), DARK, 48, True),
    "other colours": (lambda: solved(RECOLORED), LIGHT, 48, False),
    "a single row": (lambda: solved(LINE), DARK, 48, False),
    "small cells": (lambda: solved(SMALL), LIGHT, 10, False),
    "tiny cells": (lambda: unsolved(SHAPED), DARK, 4, False),
    "odd cells": (lambda: solved(SMALL), DARK, 33, False),
    "large cells": (lambda: solved(SMALL), LIGHT, 110, False),
    "weak tiles": (strengths, LIGHT, 48, False),
    "weak tiles, dark": (strengths, DARK, 48, False),
    "a ring": (ring, LIGHT, 48, False),
    "an odd answer": (odd, DARK, 48, False),
    "a solver that thinks": (thinking, DARK, 48, False),
    "a solver that thinks, light": (thinking, LIGHT, 33, False),
    "an odd answer, to print": (odd, THEMES["print"], 33, False),
}


#: Those that only have other colours or sizes than another one.
ALIKE = {
    *("solved, light", "solved, to print", "unsolved", "holes and walls, to print", "large cells"),
    *("weak tiles, dark", "a solver that thinks, light", "an odd answer, to print", "small cells"),
}


@pytest.mark.parametrize("seen", [svg_seen, pdf_seen])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in ALIKE)) for name in CASES]
)
def test_vectors_look_like_the_picture_in_pixels(
    name: str, seen: Callable[..., Image.Image]
) -> None:
    make, theme, cell, transparent = CASES[name]
    found = seen_otherwise(make(), theme, cell, transparent, seen)
    # Every program smooths edges in its own way: the smaller the cells, the more edge there is.
    assert max(ImageStat.Stat(found).mean) < (2 if cell > 16 else 4)
    assert found.point(lambda value: 255 * (value > 110)).getbbox() is None


def seen_otherwise(
    scene: Scene, theme: Theme, cell: int, transparent: bool, seen: Callable[..., Image.Image]
) -> Image.Image:
    """Where a vector picture, as another program shows it, differs from the one in pixels."""
    with Image.open(io.BytesIO(png(scene, Look(theme, cell, transparent=transparent)))) as pixels:
        expected = on_white(pixels)
    zoom = 4 if seen is pdf_seen else 1  # poppler widens lines to whole pixels
    shown = on_white(seen(scene, theme, cell, zoom=zoom, transparent=transparent)).reduce(zoom)
    assert shown.size == expected.size
    return ImageChops.difference(shown, expected)


@pytest.mark.parametrize("seen", [svg_seen, pdf_seen])
@pytest.mark.parametrize("zoom", [0.37, 1, 1.31])
def test_neighbouring_cells_show_no_seam_at_any_size(
    zoom: float, seen: Callable[..., Image.Image]
) -> None:
    path = [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2), (1, 2), (1, 3)]
    arms = ["b", "tr", "lr", "bl", "tl", "br", "t"]
    color = "#0000ff"
    tiles = {
        cell: (Tile("fill", color, 0.25), Tile("pipe", color, 0.5, side))
        for cell, side in zip(path, arms, strict=True)
    }
    picture = seen(board(tiles, 3, 4), LIGHT, 40, zoom).convert("RGB")
    scale = 40 * zoom
    for (ax, ay), (bx, by) in pairwise(path):
        for aside, first, last in ((0.0, 0.0, 1.0), (0.33, 0.25, 0.75)):  # in the pipe, beside it
            steps = [first + (last - first) * step / 40 for step in range(41)]
            dx, dy = bx - ax, by - ay
            seen_there = {
                picture.getpixel(
                    (
                        int((ax + 0.5 + dx * step + dy * aside) * scale),
                        int((ay + 0.5 + dy * step + dx * aside) * scale),
                    )
                )
                for step in steps
            }
            assert len(seen_there) == 1, ((ax, ay), (bx, by), aside)


@pytest.mark.parametrize("seen", [svg_seen, pdf_seen])
def test_labels_stand_in_the_middle_of_their_dots(seen: Callable[..., Image.Image]) -> None:
    labels = "AQagjtz0"
    tiles = {
        (x, 0): (Tile("dot", "#ffffff"), Tile("text", "#ffffff", text=label))
        for x, label in enumerate(labels)
    }
    picture = seen(board(tiles, len(labels), 1), DARK, 100).convert("L")
    for x, label in enumerate(labels):
        # A square within the dot, where all that is dark is ink.
        square = picture.crop((100 * x + 25, 25, 100 * x + 75, 75))
        box = square.point(lambda value: 255 * (value < 128)).getbbox()
        assert box is not None, label
        left, top, right, bottom = box
        assert abs(left + right - 50) <= 16, label
        assert abs(top + bottom - 50) <= 10, label


#: Titles, and what is left of them in a file.
TITLES = {
    title: title
    for title in (
        "A plain one",
        "<&> \"quoted\" 'twice' ]]> --> &amp;",
        "f(x) = \\(y\\) ((( %PDF endstream",
        "Größe – “Æ” 5 €",
        "Лабиринт",
        "迷宮 ελ",
        "🎉 party",
        "שלום עולם",
    )
} | {"a\x00b\x1b\tc\r\nd": "a b c d", "half \ud83d of it": "half \ufffd of it"}


@for_all("title", TITLES)
def test_captions_can_be_read_whatever_they_hold(title: str) -> None:
    scene = replace(solved(SMALL), caption=(title, "an author"))
    root = ElementTree.fromstring(svg(scene, Look(LIGHT, 100)))
    name = root.find(f"{SVG}title")
    assert name is not None
    assert words(name.text or "") == TITLES[title]
    lines = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert [words(line) for line in lines] == [TITLES[title], "an author"]
    data = pdf(scene, Look(LIGHT, 100))
    found = words(output("pdftotext", "-", "-", stdin=data).decode())
    assert "an author" in found
    # How wide a gap between letters has to be for a space is a guess.
    assert in_reading_order(TITLES[title]).replace(" ", "") in found.replace(" ", "")
    about = output("pdfinfo", "-enc", "UTF-8", "-", stdin=data).decode()
    assert words(about).startswith(f"Title: {TITLES[title]} Producer: FlowDesk")


def words(text: str) -> str:
    """A text without the ends of lines and without marks for the direction of writing."""
    return " ".join(re.sub("[\u200e\u200f\u202a-\u202e]", "", text).split())


def in_reading_order(text: str) -> str:
    """What pdftotext makes of a text of Hebrew letters."""
    return text[::-1] if unicodedata.bidirectional(text[0]) == "R" else text


@for_all("seen", [svg_seen, pdf_seen])
@for_all("title", ["Short", "Лабиринт", "A long one " * 500, "ЖД МЯ " * 500])
def test_captions_are_seen_below_the_board_and_fit(
    title: str, seen: Callable[..., Image.Image]
) -> None:
    scene = replace(unsolved(SMALL), caption=(title,))
    picture = seen(scene, LIGHT, 60).convert("L")
    below = picture.crop((0, 5 * 60 + 3, picture.width, picture.height))
    box = below.point(lambda value: 255 * (value < 128)).getbbox()
    assert box is not None
    assert 0 < box[0] < box[2] < below.width
    assert abs(box[0] + box[2] - below.width) <= 12
    assert 0 < box[1] < box[3] < below.height


def test_a_transparent_svg_has_no_ground() -> None:
    shown = svg_seen(unsolved(SMALL), LIGHT, 48, transparent=True)
    assert shown.getpixel((48 + 24, 24)) == (0, 0, 0, 0)
    assert shown.getpixel((24, 24)) == (255, 0, 0, 255)


def test_an_svg_file_stands_alone_and_is_small() -> None:
    data = svg(scene_of(SMALL, solution_of(SMALL), labels=True), Look(LIGHT, 48))
    root = ElementTree.fromstring(data)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "241",
        "241",
        "0 0 241 241",
    )
    assert b"href" not in data
    assert b"url(" not in data
    assert len(data) < 5_000


def test_large_boards_make_small_files() -> None:
    path = [(x if y % 2 == 0 else 49 - x, y) for y in range(50) for x in range(50)]
    parts = {new: tuple(path[50 * n : 50 * n + 50]) for n, new in enumerate(LABELS[:50])}
    turned = {label: tuple((y, x) for x, y in cells) for label, cells in parts.items()}
    for paths in (parts, turned):
        ends = {cell: label for label, cells in paths.items() for cell in (cells[0], cells[-1])}
        scene = scene_of(Level(50, 50, ends), Solution(paths), labels=True)
        assert len(svg(scene, Look(DARK, 32))) < 50_000
        assert len(pdf(scene, Look(DARK, 32))) < 20_000


def test_the_table_of_a_pdf_file_names_the_place_of_every_object() -> None:
    pages = [Page(200, 300), Page(300, 200)]
    for page in pages:
        page.items.append(PlacedBoard(strengths(), Look(LIGHT, 20 / PIXEL), 10, 10))
        page.items.append(LineOfText("Лабиринт", 20, 150, 12))
    data = document(pages, "Zoë’s pages")
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    head, *entries = re.findall(rb"^\d{10} \d{5} [nf] $", data[start:], re.MULTILINE)
    assert data[start:].startswith(b"xref\n0 %d\n" % (len(entries) + 1))
    assert head.endswith(b"f ")
    for number, entry in enumerate(entries, 1):
        assert data[int(entry[:10]) :].startswith(b"%d 0 obj\n" % number)
    about = words(output("pdfinfo", "-enc", "UTF-8", "-", stdin=data).decode())
    assert "Title: Zoë’s pages" in about
    assert "Pages: 2" in about
    assert data == document(pages, "Zoë’s pages")


@for_all("page", PAPERS)
@for_all("columns, rows", [(5, 5), (9, 4), (4, 9)])
def test_a_board_fills_a_page_up_to_its_margins(page: str, columns: int, rows: int) -> None:
    width, height = PAPERS[page]
    if columns > rows:
        width, height = height, width
    shown = on_white(page_seen(pdf(unsolved(Level(columns, rows)), Look(DARK, 48), page), 72))
    assert shown.size == (ceil(width), ceil(height))
    box = ImageChops.invert(shown).getbbox()
    assert box is not None
    left, top, right, bottom = box[0], box[1], width - box[2], height - box[3]
    assert abs(left - right) <= 2
    assert abs(top - bottom) <= 2
    assert min(left, top) == pytest.approx(15 / 25.4 * 72, abs=2)


def test_text_on_a_page_begins_and_ends_where_it_is_told_to() -> None:
    page = Page(300, 200)
    for y, align in ((40, "left"), (80, "center"), (120, "right")):
        page.items.append(LineOfText(align, 150, y, 20, align))
    left, center, right = boxes(document([page]))
    assert left[0] == pytest.approx(150, abs=0.1)
    assert (center[0] + center[2]) / 2 == pytest.approx(150, abs=0.1)
    assert right[2] == pytest.approx(150, abs=0.1)
    assert left[1] < 40 < left[3]


@pytest.mark.parametrize("bold", [False, True])
def test_letters_are_as_wide_as_other_programs_take_them_to_be(bold: bool) -> None:
    every = bytes(range(32, 256)).decode("cp1252", "ignore").replace("\x7f", "")
    page = Page(400, 20 * len(every) + 40)
    for row, letter in enumerate(every):
        page.items.append(LineOfText(f"H{letter * 9}H", 100, 20 * row + 20, 10, bold=bold))
    rows: dict[int, list[float]] = {}
    for left, top, right, _ in boxes(document([page])):
        rows.setdefault(round(top / 20), []).extend((left, right))
    assert len(rows) == len(every)
    for letter, (_, places) in zip(every, sorted(rows.items()), strict=True):
        expected = text_width(f"H{letter * 9}H", 10, bold=bold)
        assert max(places) - min(places) == pytest.approx(expected, abs=0.02), letter


def boxes(data: bytes) -> list[list[float]]:
    """Left, top, right and bottom of every word on the only page."""
    found = output("pdftotext", "-bbox", "-", "-", stdin=data).decode()
    words = re.findall('<word xMin="(.+)" yMin="(.+)" xMax="(.+)" yMax="(.+)">', found)
    return [[float(side) for side in word] for word in words]


def test_a_board_on_a_page_covers_nothing_beside_it() -> None:
    page = Page(200, 200)
    page.items.append(PlacedBoard(unsolved(SHAPED), Look(THEMES["print"], 20 / PIXEL), 20, 20))
    shown = ImageChops.invert(page_seen(document([page]), 72).convert("RGB"))
    assert shown.getbbox() == (20, 20, 121, 121)


def test_a_board_on_a_page_may_leave_out_its_ground_and_its_cells() -> None:
    scene = unsolved(SHAPED)
    page = Page(200, 100)
    page.items.append(PlacedBoard(scene, Look(DARK, 20 / PIXEL), 0, 0))
    page.items.append(PlacedBoard(scene, Look(DARK, 20 / PIXEL, transparent=True), 100, 0))
    page.items.append(RuledLine(0, 99, 200, 99, 2, "#00ff00"))
    shown = page_seen(document([page]), 72).convert("RGB")
    hole, cell, white, black = (50, 55), (30, 10), (255, 255, 255), (0, 0, 0)
    colors = [[shown.getpixel((left + x, y)) for x, y in (hole, cell)] for left in (0, 100)]
    assert colors == [[(28, 28, 28), black], [white, white]]
    assert shown.getpixel((150, 99)) == (0, 255, 0)
