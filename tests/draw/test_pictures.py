"""Pictures, compared with reference pictures that a person has checked."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageColor, ImageFont, ImageStat

from assets.make_tiles import sprites
from flowdesk import render
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import shipped
from flowdesk.desk.pictures.picture import memory_for_a_picture, picture_bytes, scene_of
from flowdesk.desk.pictures.style import Style
from flowdesk.draw import raster
from flowdesk.draw.lettering import text_mask
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.scene import Tile
from flowdesk.draw.theme import DARK, THEMES, Look, luminance
from flowdesk.kinds.flow.colors import LABELS, standard_color
from flowdesk.kinds.flow.level import Level, Solution
from tests.conftest import cannot_run
from tests.for_all import for_all
from tests.samples import SMALL, solution_of

REFERENCES = Path(__file__).parent / "references"

SHAPED = replace(
    SMALL, holes=frozenset({(2, 2), (3, 2)}), walls=frozenset({((0, 1), (1, 1)), ((1, 2), (1, 3))})
)

NAMED = replace(SMALL, about={"title": "Five in a square", "author": "A. Maker"})


def picture(level: Level, solution: Solution | None = None, **style: Any) -> Image.Image:
    """The exported picture of a level."""
    data = picture_bytes(level, solution, Style(**style))
    return Image.open(io.BytesIO(data))


CASES = {
    "solved-dark": lambda: picture(SMALL, solution_of(SMALL), cell=40),
    "solved-light-labels": lambda: picture(
        SMALL, solution_of(SMALL), cell=40, theme="light", labels=True
    ),
    "holes-and-walls": lambda: picture(SHAPED, cell=40, labels=True),
    "print": lambda: picture(SHAPED, cell=40, theme="print"),
    "solved-print-caption": lambda: picture(
        NAMED, solution_of(NAMED), cell=40, theme="print", caption=True
    ),
    "solved-colour-blind": lambda: picture(
        SMALL, solution_of(SMALL), cell=40, theme="colour-blind"
    ),
    "caption-dark-small": lambda: picture(NAMED, cell=24, caption=True),
}


@pytest.mark.parametrize("name", CASES)
def test_pictures_look_like_their_references(name: str) -> None:
    made = CASES[name]().convert("RGB")
    reference = Image.open(REFERENCES / f"{name}.png").convert("RGB")
    assert made.size == reference.size
    difference = ImageChops.difference(made, reference)
    # Versions of Pillow and FreeType differ in single pixels on the rims of letters.
    assert max(ImageStat.Stat(difference).mean) < 0.5


def test_the_sprites_in_assets_are_those_that_the_script_makes() -> None:
    for name, sprite in sprites().items():
        with Image.open(shipped("assets") / "tiles" / f"{name}.png") as stored:
            assert stored.convert("L").tobytes() == sprite.tobytes(), name


@pytest.mark.parametrize("cell", [4, 7, 20, 33, 64, 300])
def test_pipes_join_without_a_seam_at_any_size(cell: int) -> None:
    sheet = SpriteSheet(Look(DARK, cell))
    for name, other in (("tb", "tb"), ("b", "t"), ("bl", "tr"), ("br", "tl")):
        lower_edge = sheet.mask(name).crop((0, cell - 1, cell, cell)).tobytes()
        upper_edge = sheet.mask(other).crop((0, 0, cell, 1)).tobytes()
        assert max(lower_edge) > 150
        assert max(abs(a - b) for a, b in zip(lower_edge, upper_edge, strict=True)) <= 8


@pytest.mark.parametrize("cell", [100, 150, 242])
def test_a_dot_is_round_without_bumps(cell: int) -> None:
    mask = SpriteSheet(Look(DARK, cell)).mask("dot")
    rows = [sum(mask.crop((0, y, cell, y + 1)).tobytes()) / 255 for y in range(cell)]
    top = next(y for y, width in enumerate(rows) if width > cell / 4)
    changes = [after - before for before, after in pairwise(rows[top : cell // 2])]
    assert max(after - before for before, after in pairwise(changes)) < 0.5, "less and less wider"


@pytest.mark.parametrize("cell", [4, 5, 8])
def test_thin_patterns_and_loops_are_painted_in_the_smallest_cells(cell: int) -> None:
    sheet = SpriteSheet(Look(DARK, cell))
    for tile in (Tile("pattern", "#ffffff", side="stop t"), Tile("loop", "#ffffff", side="tb")):
        assert sheet.stack((tile,)).getbbox()


def test_where_parts_of_a_line_overlap_it_is_no_thicker() -> None:
    """At a size where the sides of the line are between pixels."""
    sheet = SpriteSheet(Look(THEMES["light"], 44))
    parts = [Tile("pattern", side=f"way {side}") for side in "lr"]
    cell = Tile("cell")
    through = sheet.stack((cell, *parts))
    left = sheet.stack((cell, parts[0]))
    column = (10, 0, 11, 44)
    assert through.crop(column).getcolors() == left.crop(column).getcolors()
    middle = (22, 0, 23, 44)
    assert through.crop(middle).tobytes() == through.crop(column).tobytes()


def test_small_letters_are_black_where_dots_have_no_colour_and_dots_where_they_would_be_tiny() -> (
    None
):
    letter, paper = Tile("pencil", "#eae000", text="Y", stripe=(1, 6)), THEMES["print"]
    dot = letter._replace(text="")
    assert paper.color_of(letter) == "#000000"
    assert DARK.color_of(letter) == DARK.color_of(dot)
    for cell, is_letter in ((64, True), (24, False)):
        sheet = SpriteSheet(Look(DARK, cell))
        drawn, other = (sheet.stack((tile,)) for tile in (letter, dot))
        assert drawn.getbbox()
        assert (drawn.tobytes() != other.tobytes()) == is_letter


def test_a_transparent_picture_has_no_ground_and_a_chosen_background_lies_under_everything() -> (
    None
):
    made = picture(SMALL, solution_of(SMALL), transparent=True)
    assert made.mode == "RGBA"
    plain = picture(SMALL, transparent=True)
    assert plain.getpixel((24 + 48, 24)) == (0, 0, 0, 0)
    assert plain.getpixel((24, 24)) == (255, 0, 0, 255)
    made = picture(SMALL, background="#123456")
    assert made.getpixel((24 + 48, 24)) == (0x12, 0x34, 0x56)


@for_all("label", LABELS)
def test_labels_can_be_read_on_every_colour(label: str) -> None:
    for theme in THEMES.values():
        color = standard_color(label)
        ground = theme.color_of(Tile("dot", color))
        written = theme.color_of(Tile("text", color, text=label))
        low, high = sorted((luminance(ground), luminance(written)))
        assert (high + 0.05) / (low + 0.05) >= 4.5


def below(made: Image.Image, plain: Image.Image) -> Image.Image:
    """The part of a picture that lies below its board, which is the same as without it."""
    board = (0, 0, *plain.size)
    assert not ImageChops.difference(made.crop(board), plain).getbbox()
    return made.crop((0, plain.height, *made.size))


def rows_of_ink(part: Image.Image) -> int:
    """How many lines of text there are."""
    ink = part.getchannel("A") if part.mode == "RGBA" else part.convert("L")
    ground = ink.getpixel((0, 0))
    rows = [
        set(ink.crop((0, y, ink.width, y + 1)).tobytes()) != {ground} for y in range(ink.height)
    ]
    return sum(here and not above for above, here in zip([False, *rows], rows, strict=False))


@for_all("transparent", [False, True])
@for_all("theme", THEMES)
def test_title_and_author_stand_below_the_board(theme: str, transparent: bool) -> None:
    style: dict[str, Any] = {"theme": theme, "transparent": transparent}
    plain = picture(SMALL, **style)
    assert picture(SMALL, caption=True, **style).size == plain.size  # there is nothing to write
    for about, lines in (({"title": "Hull"}, 1), ({"author": "Hm"}, 1), (NAMED.about, 2)):
        part = below(picture(replace(SMALL, about=about), caption=True, **style), plain)
        assert rows_of_ink(part) == lines
        corner = (0, 0, 0, 0) if transparent else ImageColor.getrgb(THEMES[theme].ground)
        assert part.getpixel((0, 0)) == part.getpixel((part.width - 1, part.height - 1)) == corner


@pytest.mark.parametrize("title", ["W" * 24, "A title that is much too long to be read" * 9, "i"])
def test_a_caption_is_never_wider_than_its_board(title: str) -> None:
    plain = picture(SMALL)
    part = below(picture(replace(SMALL, about={"title": title}), caption=True), plain)
    ink = ImageChops.difference(part, Image.new("RGB", part.size, DARK.ground)).getbbox()
    assert ink is not None
    left, _, right, bottom = ink
    assert abs(left - (part.width - right)) <= 4  # in the middle
    assert bottom < part.height


@pytest.mark.parametrize("text", ["Ωmega", "Čeština", "Привет", "naïve – “ß”"])
def test_texts_in_other_scripts_are_written_if_the_system_has_a_font(text: str) -> None:
    unknown = text_mask("\uffff", 40).tobytes()
    try:
        ImageFont.truetype("DejaVuSans.ttf")
    except OSError:
        cannot_run("the font DejaVu is not installed")
    for character in text.replace(" ", ""):
        mask = text_mask(character, 40)
        assert mask.getbbox()
        assert mask.tobytes() != unknown


def test_what_no_font_has_is_drawn_all_the_same() -> None:
    mask = text_mask("a\uffffb", 40)
    assert mask.width > text_mask("ab", 40).width


def test_a_picture_is_too_large_with_its_caption_if_not_without() -> None:
    level = replace(Level(3, 127), about=NAMED.about)
    sheet = SpriteSheet(Look(DARK, 251))
    scene = scene_of(level, None, labels=False)
    assert max(raster.picture_size(scene, sheet.look)) <= raster.MAX_SIDE
    with pytest.raises(FlowDeskError, match=r"too large.*smaller cells"):
        raster.paint(scene_of(level, None, labels=False, caption=True), sheet)


def test_render_writes_a_picture_or_says_why_not(tmp_path: Path) -> None:
    target = tmp_path / "level.png"
    render(SMALL, target, cell=10)
    with Image.open(target) as made:
        assert made.size == (51, 51)
    before = target.read_bytes()
    for wrong in ({"cell": 0}, {"theme": "pink"}, {"background": "red"}, {"cell": 999999}):
        with pytest.raises(FlowDeskError):
            render(SMALL, target, **wrong)
    with pytest.raises(FlowDeskError, match=r"\.png"):
        render(SMALL, tmp_path / "level.bmp")
    with pytest.raises(FlowDeskError, match="too large"):
        render(Level(100, 100), target, cell=400)
    assert target.read_bytes() == before


@for_all("theme", THEMES)
@for_all("style", [{}, {"background": "#ffffff"}, {"transparent": True}])
def test_a_hole_never_looks_like_an_empty_cell(theme: str, style: dict[str, Any]) -> None:
    level = replace(SMALL, holes=frozenset({(2, 2)}))
    made = picture(level, theme=theme, cell=40, **style)
    assert made.getpixel((2 * 40 + 20, 2 * 40 + 20)) != made.getpixel((20, 2 * 40 + 20))


@pytest.mark.parametrize(
    ("suffix", "most"),
    [(".png", 32000), (".svg", 32000), (".pdf", 19200), (".gif", 32000), (".webp", 16383)],
)
def test_no_side_is_longer_than_its_kind_can_hold(suffix: str, most: int) -> None:
    with pytest.raises(FlowDeskError, match=f"too large .{most} a side"):
        picture_bytes(Level(100, 2), None, Style(cell=1000), suffix)


def test_a_title_of_blanks_is_none() -> None:
    level = replace(SMALL, about={"title": "  ", "author": "\n"})
    assert picture(level, caption=True).size == picture(level).size


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError("codec configuration error when writing image file"),
        ValueError("encoding error 1"),
        ValueError("encoding error 2"),
    ],
)
def test_each_way_to_say_that_memory_is_too_small_is_understood(error: Exception) -> None:
    with (
        pytest.raises(FlowDeskError, match="not enough memory for this picture: choose"),
        memory_for_a_picture(),
    ):
        raise error


@pytest.mark.parametrize(
    "error", [FileNotFoundError(2, "No such file"), ValueError("encoding error 5"), KeyError("t")]
)
def test_other_errors_are_not_taken_for_it(error: Exception) -> None:
    with pytest.raises(type(error)), memory_for_a_picture():
        raise error


def test_a_white_dot_on_white_paper_is_seen_in_small_pictures() -> None:
    drawn = picture(Level(3, 3, {(1, 1): "R"}), cell=12, theme="print").convert("L")
    above_the_label = drawn.crop((13, 13, 24, 15))  # without the lines of the grid
    darkest, _ = above_the_label.getextrema()
    assert isinstance(darkest, int)
    assert darkest < 128


def test_a_white_path_has_an_outline_on_light_cells_only() -> None:
    level = replace(SMALL, colors={**SMALL.colors, "R": "#ffffff"})
    rim = ImageColor.getrgb(THEMES["light"].rim)

    def rims(theme: str) -> int:
        """How many pixels the outline of the path has: the picture with it less that without."""
        pixels = [
            picture(level, shown, cell=64, theme=theme).getcolors(10**6) for shown in (None, solved)
        ]
        bare, full = (sum(n for n, color in found or () if color == rim) for found in pixels)
        return full - bare

    solved = solution_of(level)
    assert rims("light") > 64, "as long as the path, on both sides"
    assert rims("dark") == 0
    drawn = [
        picture_bytes(level, solved, Style(theme=theme, cell=64), ".svg").decode()
        for theme in ("light", "dark")
    ]
    assert [text.count(f'stroke="{THEMES["light"].rim}"') > 0 for text in drawn] == [True, False]
