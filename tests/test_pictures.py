"""Pictures: compared with reference pictures that were looked at, and their parts with facts."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from assets.make_tiles import sprites
from flowdesk import render, solve
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import shipped
from flowdesk.desk.picture import Style, picture_bytes
from flowdesk.draw.sprites import SpriteSheet
from flowdesk.draw.theme import DARK, LIGHT, luminance, text_color
from flowdesk.flow.colors import LABELS, standard_color
from flowdesk.flow.level import Level
from flowdesk.flow.solution import Solution
from tests.samples import SMALL

REFERENCES = Path(__file__).parent / "references"

SHAPED = replace(
    SMALL, holes=frozenset({(2, 2), (3, 2)}), walls=frozenset({((0, 1), (1, 1)), ((1, 2), (1, 3))})
)


def solution_of(level: Level) -> Solution:
    """The solution of a level that has one."""
    solution = solve(level).solution
    assert solution is not None
    return solution


def picture(level: Level, solution: Solution | None = None, **style: object) -> Image.Image:
    """The exported picture of a level."""
    data = picture_bytes(level, solution, Style(**style))  # type: ignore[arg-type]  # checked by the call
    return Image.open(io.BytesIO(data))


CASES = {
    "solved-dark": lambda: picture(SMALL, solution_of(SMALL), cell=40),
    "solved-light-labels": lambda: picture(
        SMALL, solution_of(SMALL), cell=40, theme="light", labels=True
    ),
    "holes-and-walls": lambda: picture(SHAPED, cell=40, labels=True),
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
    sheet = SpriteSheet(DARK, cell)
    for name, other in (("tb", "tb"), ("b", "t"), ("bl", "tr"), ("br", "tl")):
        lower_edge = sheet.mask(name).crop((0, cell - 1, cell, cell)).tobytes()
        upper_edge = sheet.mask(other).crop((0, 0, cell, 1)).tobytes()
        assert max(lower_edge) > 150
        assert max(abs(a - b) for a, b in zip(lower_edge, upper_edge, strict=True)) <= 8


def test_a_transparent_picture_has_no_ground() -> None:
    made = picture(SMALL, solution_of(SMALL), transparent=True)
    assert made.mode == "RGBA"
    plain = picture(SMALL, transparent=True)
    assert plain.getpixel((24 + 48, 24)) == (0, 0, 0, 0)
    assert plain.getpixel((24, 24)) == (255, 0, 0, 255)


def test_a_chosen_background_lies_under_everything() -> None:
    made = picture(SMALL, background="#123456")
    assert made.getpixel((24 + 48, 24)) == (0x12, 0x34, 0x56)


@pytest.mark.parametrize("label", LABELS)
def test_labels_can_be_read_on_every_colour(label: str) -> None:
    for theme in (DARK, LIGHT):
        ground = theme.color(standard_color(label))
        low, high = sorted((luminance(ground), luminance(text_color(ground))))
        assert (high + 0.05) / (low + 0.05) >= 4.5


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
        render(Level(400, 100), target, cell=400)
    assert target.read_bytes() == before
