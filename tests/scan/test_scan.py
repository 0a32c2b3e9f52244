"""Boards are read right from pictures, and a wrong board is never sure.

What is read from real pictures is compared up to the names of the colours.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import count, product
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from flowdesk.core.finding import FormatError
from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.draw.theme import THEMES
from flowdesk.formats.registry import puzzle_of
from flowdesk.kinds.flow.colors import LABELS, USUAL_COLORS
from flowdesk.kinds.flow.files.as_json import from_dots
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.generate import generate
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.table import KINDS, AnyKind
from flowdesk.scan.loading import load_picture
from flowdesk.scan.reading import Certainty, Reading, judge
from flowdesk.scan.samples import Lattice
from flowdesk.scan.scan import look_at, read_board
from tests.for_all import for_all
from tests.scan.no_boards import NO_BOARDS
from tests.scan.painting import random_board
from tests.scan.screen_changes import CHANGES, HARD_CHANGES
from tests.scan.screen_traps import SPOILED
from tests.scan.screens import SCREENS, Screen, desktop, ours, phone

ALL_CHANGES = CHANGES | HARD_CHANGES
TRAPS = SPOILED | NO_BOARDS


def outcome(screen: Screen, reading: Reading) -> str:
    """How a reading turned out: mistaken is the one that must never be."""
    if screen.is_mistaken(reading):
        return "mistaken"
    if reading.status is Certainty.SURE:
        return "sure"
    return "right" if screen.is_read(reading) else "given up"


def read(screen: Screen) -> Reading:
    return read_board(screen.image)


def read_in_a_hurry(screen: Screen) -> Reading:
    """Read it in a quarter of the time."""
    return read_board(screen.image, clock=lambda: 4 * time.process_time())


def outcomes(screens: Iterable[tuple[int, Screen]]) -> Counter[str]:
    """Count how readings turned out; fail with the seeds of the mistaken ones."""
    results = {seed: outcome(screen, read(screen)) for seed, screen in screens}
    mistaken = [seed for seed, result in results.items() if result == "mistaken"]
    assert not mistaken
    return Counter(results.values())


def changed(maker: str, change: str, seed: int) -> Screen:
    chance = Random(seed)
    return ALL_CHANGES[change](SCREENS[maker](chance), chance)


@for_all("change", CHANGES)
def test_a_board_is_read_whatever_was_done_to_its_picture(change: str) -> None:
    maker = ("phone", "ours")[len(change) % 2]
    screen = changed(maker, change, seed=3)
    reading = read(screen)
    assert screen.is_read(reading), reading


@for_all(
    "theme, drawn",
    [("dark", "nothing"), ("light", "some"), ("colour-blind", "all"), ("print", "some")],
)
@for_all("labels", [False, True])
def test_our_own_pictures_are_read_in_every_theme(theme: str, drawn: str, *, labels: bool) -> None:
    board = random_board(Random(labels), 7, 8, drawn=drawn)
    screen = ours(Random(labels), theme, labels=labels, board=board)
    assert outcome(screen, read(screen)) == "sure"


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("maker", SCREENS)
@pytest.mark.parametrize("change", CHANGES)
def test_of_many_pictures_most_are_read_and_none_is_mistaken(change: str, maker: str) -> None:
    found = outcomes((seed, changed(maker, change, seed)) for seed in range(6))
    is_small = maker in ("desktop", "two boards")  # a small part of the picture
    most = 3 if is_small else 1
    if change == "narrow JPEG":  # cells of a dozen pixels
        most = 6 if is_small else 2
    assert found["given up"] <= most, found


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("maker", SCREENS)
@pytest.mark.parametrize("change", HARD_CHANGES)
def test_no_board_is_mistaken_in_a_bad_picture(change: str, maker: str) -> None:
    outcomes((seed, changed(maker, change, seed)) for seed in range(2))


@pytest.mark.parametrize("trap", ["walls", "filled", "an odd dot", "circles", "photo"])
def test_what_is_no_plain_board_is_never_sure(trap: str) -> None:
    screen = TRAPS[trap](Random(1))
    assert read_in_a_hurry(screen).status is not Certainty.SURE


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("trap", TRAPS)
def test_nothing_of_many_things_that_are_no_plain_board_is_sure(trap: str) -> None:
    outcomes((seed, TRAPS[trap](Random(seed))) for seed in range(4))


@pytest.mark.parametrize(
    ("theme", "cell", "labels"),
    [
        pytest.param(*case, marks=[pytest.mark.slow] * (number % 5 > 0))
        for number, case in enumerate(product(THEMES, [20, 24, 48, 77], [False, True]))
    ],
)
def test_a_board_of_hexagons_is_named_and_not_guessed(theme: str, cell: int, labels: bool) -> None:
    level = generate(FlowRequest.shaped(6, 5, cell, board="hex", colors=(5, 7))).level
    assert level
    data = picture_bytes(level, style=Style(theme=theme, cell=cell, labels=labels))
    reading = read_board(load_picture(data, "hexagons").image)
    assert reading.status is Certainty.NOTHING
    assert "hexagons" in reading.doubts[0].message


@pytest.mark.parametrize("cell", [16, 20, 28, 52, 96])
def test_white_dots_are_told_apart_by_their_letters(cell: int) -> None:
    drawn = ("nothing", "some", "all")[cell % 3]
    board = random_board(Random(cell), 8, 7, drawn=drawn)
    screen = ours(Random(cell), "print", board=board, cell=cell)
    reading = read(screen)
    assert outcome(screen, reading) == "sure", drawn
    puzzle = puzzle_of(reading)
    assert isinstance(puzzle, Level)
    assert len({puzzle.color(label) for label in puzzle.pairs}) == len(board.paths)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("change", ALL_CHANGES)
def test_no_board_with_letters_is_mistaken_whatever_was_done_to_its_picture(change: str) -> None:
    chances = [Random(seed) for seed in range(6)]
    screens = (ALL_CHANGES[change](ours(chance, "print"), chance) for chance in chances)
    outcomes(enumerate(screens))


@pytest.mark.parametrize("cell", [16, 21, 48])
def test_a_wall_as_black_as_the_grid_is_seen(cell: int) -> None:
    wall = (2, 1), (2, 2)
    ends = {(0, 0): "R", (4, 0): "R", (0, 1): "B", (4, 4): "B"}
    level = Level(5, 5, ends, walls=frozenset({wall}))
    picture = picture_bytes(level, style=Style(theme="print", cell=cell))
    reading = read_board(load_picture(picture, "wall.png").image)
    assert reading.doubtful_cells == {*wall}


@pytest.mark.parametrize("theme", THEMES)
def test_a_hole_in_our_own_pictures_is_no_empty_cell(theme: str) -> None:
    level = Level(5, 5, {(0, 0): "R", (4, 0): "R", (0, 1): "B", (4, 4): "B"}, frozenset({(2, 2)}))
    picture = picture_bytes(level, style=Style(theme=theme, cell=40))
    reading = read_board(load_picture(picture, "hole.png").image)
    assert reading.status is Certainty.DOUBTFUL
    assert (2, 2) in reading.doubtful_cells


def test_lines_are_looked_for_where_a_person_has_set_a_grid() -> None:
    screen = phone(Random(4))
    lattice = read(screen).lattice
    assert lattice
    assert screen.is_read(judge(look_at(screen.image, lattice), {}))
    wrong = judge(look_at(screen.image, replace(lattice, columns=lattice.columns + 1)), {})
    assert any("Hardly any lines" in doubt.message for doubt in wrong.doubts)


def test_the_smallest_lattice_can_be_looked_at() -> None:
    lattice = Lattice(((0.5, 0), (1, 0.1), (0.4, 0.9), (0, 0.5)), 5, 5)
    assert lattice.is_convex
    picture = Image.new("RGB", (50, 50))
    assert judge(look_at(picture, lattice), {}).status is Certainty.DOUBTFUL


@pytest.mark.parametrize("maker", [phone, desktop, ours])
def test_the_grid_lies_where_the_board_is(maker: object) -> None:
    assert callable(maker)
    screen = maker(Random(6))
    lattice = read(screen).lattice
    assert lattice
    cell = (screen.box[2] - screen.box[0]) / screen.columns
    assert all(abs(a - b) < 0.12 * cell + 1 for a, b in zip(lattice.box, screen.box, strict=True))


def test_dots_have_the_colours_of_the_picture() -> None:
    board = random_board(Random(2), 7, 7, drawn="nothing")
    screen = phone(Random(5), board)
    painted = {frozenset((path[0], path[-1])): path for path in board.paths}
    reading = read(screen)
    assert screen.is_read(reading)
    lattice = reading.lattice
    assert lattice
    for dots in reading.dots:
        assert frozenset(dots.cells) in painted
        x, y = dots.cells[0]
        center = lattice.point(x + 0.5, y + 0.5)
        seen = screen.image.getpixel((round(center[0]), round(center[1])))
        assert isinstance(seen, tuple)
        color = bytes.fromhex(dots.color[1:])
        assert all(abs(a - b) < 20 for a, b in zip(seen, color, strict=True))


def test_a_dot_without_a_partner_is_marked() -> None:
    screen = SPOILED["an odd dot"](Random(4))
    reading = read_in_a_hurry(screen)
    (odd,) = (dots for dots in reading.dots if len(dots.cells) == 1)
    assert set(odd.cells) <= reading.doubtful_cells


def test_pictures_too_small_for_a_board_hold_none() -> None:
    for size in ((1, 1), (2, 500), (500, 1), (9, 9), (3000, 2), (440, 40)):
        for color in ((0, 0, 0), (255, 255, 255)):
            reading = read_board(Image.new("RGB", size, color))
            assert reading.status is Certainty.NOTHING
            assert "too narrow" in reading.doubts[0].message


def test_the_search_ends_in_time_and_says_so() -> None:
    clock = count(0, 1.5)
    screen = NO_BOARDS["photo"](Random(1))
    reading = read_board(screen.image, clock=lambda: next(clock))
    assert reading.status is Certainty.NOTHING
    assert [doubt.message for doubt in reading.doubts] == [
        "No grid of a board was found within 2 seconds."
    ]


def real_screen(path: Path) -> Screen:
    """A real picture, with its board as people have typed it."""
    image = load_picture(path.read_bytes(), str(path)).image
    typed = path.with_suffix(".txt")
    rows = typed.read_text().split() if typed.exists() else []
    letters = {letter for row in rows for letter in row} - {"."}
    truth = frozenset(
        frozenset((x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == letter)
        for letter in letters
    )
    size = (len(rows[0]), len(rows)) if rows else (0, 0)
    return Screen(image, *size, truth or None)


def real_screens(corpus: Path) -> list[Path]:
    """The files of all real pictures."""
    return sorted((corpus / "screens").glob("*.png"))


#: A photo in perspective: the pixels of its corners have to be given.
PHOTO = "photo_prabal_grid"
PHOTO_CORNERS = ((140, 47), (338, 44), (334, 379), (150.5, 385))


def test_a_photo_is_read_when_its_corners_are_given(corpus: Path) -> None:
    photo = real_screen(corpus / "screens" / f"{PHOTO}.png")
    assert photo.is_read(judge(look_at(photo.image, Lattice(PHOTO_CORNERS, 5, 5)), {}))


@pytest.mark.parametrize("each", [pytest.param(1, marks=pytest.mark.slow), 6])
def test_real_pictures_are_read_and_none_is_mistaken(corpus: Path, each: int) -> None:
    for path in real_screens(corpus)[::each]:
        if path.stem != PHOTO:
            screen = real_screen(path)
            reading = read_in_a_hurry(screen)
            assert not screen.is_mistaken(reading), path
            assert screen.is_read(reading) or not screen.truth, path


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("change", ALL_CHANGES)
def test_changed_real_pictures_are_read_and_none_is_mistaken(change: str, corpus: Path) -> None:
    results = {}
    for path in real_screens(corpus):
        name, screen = path.stem, real_screen(path)
        found = read(screen)
        if not found.lattice or (screen.truth and not screen.is_read(found)):
            continue
        (left, top), _, (right, bottom), _ = found.lattice.corners
        at = (left, top, right, bottom)
        columns, rows = found.lattice.columns, found.lattice.rows
        screen = Screen(screen.image, columns, rows, screen.truth, at)
        screen = ALL_CHANGES[change](screen, Random(7))
        results[name] = outcome(screen, read(screen))
    assert not [name for name, result in results.items() if result == "mistaken"]
    if change in CHANGES:
        given_up = [name for name, result in results.items() if result == "given up"]
        assert len(given_up) <= 8, given_up


# -- the level of the dots in a picture ------------------------------------------------------------


def labels(*colors: str) -> list[str]:
    """The labels of colours, each of which has a row of its own."""
    dots = [(color, [(0, y), (1, y)]) for y, color in enumerate(colors)]
    level = from_dots(2, len(colors), dots)
    return [level.endpoints[0, y] for y in range(len(colors))]


def test_a_color_gets_the_label_of_the_usual_color_nearest_to_it_and_each_one_another() -> None:
    assert labels("#fe0a0a", "#0000ff", "#f0f000", "#008000", "#ff7f00") == list("RBYGO")
    for number in (16, len(LABELS)):
        usual = LABELS[:number]
        assert labels(*(USUAL_COLORS[label] for label in usual)) == list(usual)
    assert labels("#ff0000", "#ff0000") != labels("#ff0000")
    first, second, third = labels("#f80000", "#ff0000", "#fb0000")
    assert second == "R"
    assert len({first, second, third}) == 3
    assert len(set(labels(*["#808080"] * 100))) == 100


def test_the_best_match_is_made_first_whatever_the_order() -> None:
    colors = ["#ff2222", "#ff0000", "#0c29fe", "#0000a0"]
    found = dict(zip(colors, labels(*colors), strict=True))
    assert dict(zip(colors[::-1], labels(*colors[::-1]), strict=True)) == found
    assert found["#ff0000"] == "R"


def test_a_picture_that_is_dark_as_a_whole_has_the_labels_of_a_bright_one() -> None:
    dim = ("#500000", "#040d50", "#4a4600", "#002c00", "#500000")
    assert labels(*dim[:4]) == list("RBYG")
    assert labels("#ffffff", *dim[:4]) != ["W", *"RBYG"]


def test_only_a_color_that_is_clearly_another_one_is_kept() -> None:
    level = from_dots(2, 2, [("#f01010", [(0, 0), (1, 0)]), ("#ffb0b0", [(0, 1), (1, 1)])])
    red, pale = level.endpoints[0, 0], level.endpoints[0, 1]
    assert level.color(red) == "#ff0000"
    assert level.color(pale) == "#ffb0b0"


def test_a_board_of_one_cell_is_refused() -> None:
    with pytest.raises(FormatError, match="too small"):
        from_dots(1, 1, [])


MADE_OF_DOTS = [kind for kind in KINDS.values() if kind.scanning]


@pytest.mark.parametrize("kind", MADE_OF_DOTS, ids=lambda kind: kind.key)
def test_a_kind_that_is_made_of_dots_has_the_dots_that_it_is_given(kind: AnyKind) -> None:
    assert kind.scanning
    dots = [("#ff0000", [(0, 0), (2, 1)]), ("#00ff00", [(1, 1)])]
    puzzle = kind.scanning.from_dots(3, 2, dots)
    found = [[kind.drawing.item_at(puzzle, (x, y), None) for x in range(3)] for y in range(2)]
    (red, *_), (_, green, other_red) = found
    assert red == other_red != green
    assert sum(item is not None for row in found for item in row) == 3
