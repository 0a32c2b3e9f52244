"""Animations, opened with Pillow, which did not write them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from flowdesk import render, solve
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import shipped
from flowdesk.desk.pictures.picture import picture_bytes, scene_of
from flowdesk.desk.pictures.playback import movie_of
from flowdesk.desk.pictures.style import Style
from flowdesk.draw import animation
from flowdesk.draw.scene import Frame, Movie, Scene, Tile, TileKind, Tiles
from flowdesk.draw.theme import DARK, Look
from flowdesk.formats.registry import load, open_file
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.table import kind_of
from tests.draw.boards import BOARDS
from tests.for_all import for_all
from tests.samples import SMALL, solution_of

SUFFIXES = (".gif", ".apng", ".webp")
EXACT = (".apng", ".webp")
NAMED = replace(SMALL, about={"title": "A title that is much longer than so small a board is wide"})


SOLUTION = solution_of(SMALL)


def frames_of(data: bytes) -> list[tuple[Image.Image, int]]:
    """The pictures of an animation and how long each is shown, in milliseconds."""
    with Image.open(io.BytesIO(data)) as file:
        return [
            (frame.convert("RGBA"), int(frame.info.get("duration", 0)))
            for frame in ImageSequence.Iterator(file)
        ]


def still(level: Level, solution: Solution | None, style: Style) -> Image.Image:
    """The exported PNG."""
    picture: Image.Image
    with Image.open(io.BytesIO(picture_bytes(level, solution, style))) as picture:
        return picture.convert("RGBA")


def shows(tiles: Tiles, kind: TileKind) -> bool:
    """Whether one of the tiles is of that kind."""
    return any(tile.kind == kind for tile in tiles)


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart: the mean over their pixels, of 255."""
    assert one.size == other.size
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def stripe(length: int) -> tuple[Level, Solution]:
    """A level of rows, each with one path from the left to the right."""
    labels = [chr(ord("A") + y % 26) + str(y // 26) for y in range(length)]
    ends = {(x, y): label for y, label in enumerate(labels) for x in (0, length - 1)}
    level = Level(length, length, endpoints=ends)
    paths = {label: tuple((x, y) for x in range(length)) for y, label in enumerate(labels)}
    return level, Solution(paths)


# What is shown


@for_all("seconds", [0.0, 0.01, 1.0, 7.3])
@for_all("suffix", SUFFIXES)
def test_a_movie_lasts_as_long_as_was_asked_for_with_half_a_second_before_and_two_after(
    suffix: str, seconds: float
) -> None:
    data = picture_bytes(SMALL, SOLUTION, Style(cell=8, seconds=seconds), suffix)
    durations = [duration for _, duration in frames_of(data)]
    drawing = seconds or kind_of(SMALL).drawing.steps(SMALL, SOLUTION)[-1].at
    assert sum(durations) / 1000 == pytest.approx(0.5 + drawing + 2, abs=0.05)
    assert durations[0] == 500
    assert all(duration >= 40 and duration % 10 == 0 for duration in durations)


def test_paths_only_grow_while_they_are_drawn() -> None:
    movie = movie_of(SMALL, SOLUTION, scene_of(SMALL, None, labels=False))
    pipes: set[tuple[int, int]] = set()
    scene = movie.scene
    for frame in movie.frames:
        scene = scene.with_tiles(frame.changes)
        covered = {cell for cell, tiles in scene.tiles.items() if shows(tiles, "fill")}
        assert pipes <= covered
        pipes = covered
    assert pipes == set(SMALL.cells)


def test_the_last_scene_of_a_movie_is_the_solved_one_tile_by_tile() -> None:
    movie = movie_of(SMALL, SOLUTION, scene_of(SMALL, None, labels=True), labels=True)
    scene = movie.scene
    for frame in movie.frames:
        scene = scene.with_tiles(frame.changes)
    assert scene == scene_of(SMALL, SOLUTION, labels=True)


def test_a_pair_lights_up_when_it_meets_as_in_the_window() -> None:
    movie = movie_of(SMALL, SOLUTION, scene_of(SMALL, None, labels=False))
    lit = {
        cell
        for frame in movie.frames
        for cell, tiles in frame.changes.items()
        if shows(tiles, "ring")
    }
    assert lit == set(SMALL.endpoints)


def test_a_movie_has_no_frame_without_a_change_but_the_first() -> None:
    movie = movie_of(SMALL, SOLUTION, scene_of(SMALL, None, labels=False), seconds=30)
    assert not movie.frames[0].changes
    assert all(frame.changes for frame in movie.frames[1:])


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_level_without_a_solution_gives_a_still(suffix: str) -> None:
    ((picture, _),) = frames_of(picture_bytes(SMALL, None, Style(), suffix))
    assert difference(picture, still(SMALL, None, Style())) <= 1


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_long_caption_stands_under_every_frame(suffix: str) -> None:
    style = Style(caption=True)
    frames = frames_of(picture_bytes(NAMED, SOLUTION, style, suffix))
    last = still(NAMED, SOLUTION, style)
    strip = (0, still(NAMED, None, Style()).height, *last.size)
    assert all(difference(frame.crop(strip), last.crop(strip)) <= 1 for frame, _ in frames)
    assert last.crop(strip).convert("L").getextrema() != (0, 0)
    assert difference(frames[-1][0], last) <= 1


#: A hole, walls and cells of an odd size.
ODD = Level(
    *(4, 2),
    {(0, 0): "A", (2, 0): "A", (0, 1): "B", (2, 1): "B"},
    frozenset({(3, 0), (3, 1)}),
    frozenset({((0, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 0), (2, 1))}),
)
CLEAR = Style(transparent=True, caption=True)


@for_all(
    "level, style, suffixes",
    [
        (SMALL, Style(), SUFFIXES),
        (SMALL, Style(theme="light", labels=True, cell=33), SUFFIXES),
        (ODD, Style(cell=21), EXACT),
        (NAMED, CLEAR, EXACT),
        *((board, Style(cell=25), (".apng",)) for board in BOARDS.values()),
    ],
)
def test_an_animation_begins_with_the_level_and_ends_with_the_solution(
    level: Level, style: Style, suffixes: tuple[str, ...]
) -> None:
    solution = solution_of(level)
    for suffix in suffixes:
        frames = frames_of(picture_bytes(level, solution, style, suffix))
        tolerance = 0.0 if suffix in EXACT else 1.0
        assert difference(frames[0][0], still(level, None, style)) <= tolerance
        assert difference(frames[-1][0], still(level, solution, style)) <= tolerance


# GIF


def blocks_of(data: bytes) -> Iterator[tuple[int, bool]]:
    """How long each picture in a GIF stands, in hundredths of a second, and if it has a palette."""
    place, hundredths = 13 + 3 * 256, 0
    while data[place] != 0x3B:
        if data[place] == 0x21:
            if data[place + 1] == 0xF9:
                hundredths = int.from_bytes(data[place + 4 : place + 6], "little")
            place += 2
        else:
            yield hundredths, data[place + 9] & 0x80 != 0
            place += 11
        while data[place]:
            place += data[place] + 1
        place += 1


def test_all_frames_of_a_gif_share_one_palette() -> None:
    data = picture_bytes(SMALL, SOLUTION, Style(), ".gif")
    assert data[10] & 0x80, "there is a palette for all"
    blocks = list(blocks_of(data))
    assert len(blocks) == len(frames_of(data))
    assert not any(own for _, own in blocks), "and none for one frame"


def test_plain_surfaces_have_their_exact_colours_in_a_gif() -> None:
    frame, _ = frames_of(picture_bytes(SMALL, SOLUTION, Style(), ".gif"))[-1]
    exact = still(SMALL, SOLUTION, Style())
    counts = exact.getcolors(exact.width * exact.height) or []
    plain = {color for number, color in counts if number > 300}
    found = {color for _, color in frame.getcolors(frame.width * frame.height) or []}
    assert plain
    assert plain <= found


@pytest.mark.slow
def test_a_gif_of_a_large_level_is_small() -> None:
    entries = open_file(shipped("puzzles") / "packs" / "14x14.txt")[1]
    level = next(entry.level for entry in entries if not entry.level.holes)
    data = picture_bytes(level, solution_of(level), Style(), ".gif")
    assert len(data) < 400_000
    assert len(frames_of(data)) > 50


# Transparent pictures


def test_in_a_transparent_gif_a_pixel_is_clear_or_opaque_and_nothing_stays_behind() -> None:
    frames = frames_of(picture_bytes(NAMED, SOLUTION, CLEAR, ".gif"))
    for picture, solution in ((frames[0][0], None), (frames[-1][0], SOLUTION)):
        exact = still(NAMED, solution, CLEAR).getchannel("A")
        wanted = exact.point(lambda value: 255 if value >= 128 else 0)
        assert ImageChops.difference(picture.getchannel("A"), wanted).getbbox() is None


# Limits and manners


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_progress_rises_to_one_and_an_animation_loops_for_ever(suffix: str) -> None:
    shares: list[float] = []
    data = picture_bytes(SMALL, SOLUTION, Style(cell=8), suffix, progress=shares.append)
    with Image.open(io.BytesIO(data)) as file:
        assert file.info["loop"] == 0
        assert file.n_frames > 5
    assert shares[0] == 0
    assert shares[-1] == 1
    assert shares == sorted(shares)
    assert len(shares) > 5


class Stopped(Exception):
    """Somebody pressed Cancel."""


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_progress_raises_ends_the_work(suffix: str) -> None:
    calls: list[float] = []

    def stop(share: float) -> None:
        calls.append(share)
        if len(calls) == 3:
            raise Stopped

    with pytest.raises(Stopped):
        picture_bytes(SMALL, SOLUTION, Style(cell=8), suffix, progress=stop)
    assert len(calls) == 3


@pytest.mark.slow
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_board_of_100_x_100_can_be_written(suffix: str) -> None:
    level, solution = stripe(100)
    style = Style(cell=4)
    with Image.open(io.BytesIO(picture_bytes(level, solution, style, suffix))) as file:
        file.seek(file.n_frames - 1)
        last = file.convert("RGBA")
    tolerance = 0.0 if suffix in EXACT else 5.0  # 256 colours for 100 paths
    assert difference(last, still(level, solution, style)) <= tolerance


def test_large_pictures_have_fewer_frames_and_take_as_long() -> None:
    dot = (Tile("dot", "#ff0000"),)
    steps = [Frame({(x, 0): dot}, 0.04) for x in range(100)]
    movie = Movie(Scene(2000, 1000), [Frame({}, 0.5), *steps])
    hundredths = [shown for shown, _ in blocks_of(animation.gif(movie, Look(DARK, 4)))]
    assert 10 < len(hundredths) < 50
    assert hundredths[0] == 50
    assert sum(hundredths) == 450


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_pictures_that_no_file_can_hold_are_refused(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"large{suffix}"
    with pytest.raises(FlowDeskError, match="choose smaller cells"):
        render(Level(100, 100), path, cell=200)
    assert not path.exists()


def test_a_webp_has_shorter_sides_than_other_pictures() -> None:
    with pytest.raises(FlowDeskError, match="16383 a side"):
        picture_bytes(Level(500, 2), None, Style(cell=40), ".webp")
    assert frames_of(picture_bytes(Level(500, 2), None, Style(cell=40), ".gif"))


@pytest.mark.parametrize("transparent", [False, True])
def test_a_gif_of_a_14x14_can_be_sent_in_a_mail(transparent: bool) -> None:
    level = load(shipped("puzzles") / "packs" / "14x14.txt")[0]
    style = Style(cell=48, transparent=transparent)
    assert len(picture_bytes(level, solve(level).solution, style, ".gif")) < 500_000
