"""Slitherlink as it is drawn: the loop, the clues, the margin, in every kind of picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from flowdesk.core.grid import Cell, Edge, edge_joining, edges_of
from flowdesk.desk.pictures.booklet import Layout, booklet
from flowdesk.desk.pictures.picture import picture_bytes, scene_of
from flowdesk.desk.pictures.playback import movie_of
from flowdesk.desk.pictures.style import Style
from flowdesk.draw.ansi import ansi
from flowdesk.draw.measures import loop_width, margin, picture_size
from flowdesk.draw.raster import SpriteSheet, paint
from flowdesk.draw.scene import Scene, Tile
from flowdesk.draw.shapes import Pipe, shapes
from flowdesk.draw.theme import DARK, LIGHT, THEMES, Look, Theme, luminance
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.slitherlink.puzzle import ClueState, Drawn, Loop, Slitherlink, drawn_answer
from flowdesk.kinds.slitherlink.solving.encoding import solve
from flowdesk.kinds.slitherlink.tiles import (
    Segment,
    cell_tiles,
    changed_cells,
    edge_tiles,
    letters,
    segments,
    steps,
)
from flowdesk.kinds.table import board_scene
from tests.desk.test_booklet import picture as page_picture
from tests.draw.test_animation import difference, frames_of
from tests.draw.test_vector import pdf_seen, seen_otherwise, svg_seen
from tests.loops import loop_round, puzzle_of

PUZZLE = puzzle_of("..32. 222.3 0..1. 2.2.. .2323")


def segments_of_drawn(puzzle: Slitherlink) -> Mapping[Cell, Segment]:
    """What a puzzle shows of the edges that its author has drawn."""
    drawn = drawn_answer(puzzle)
    return segments(drawn) if drawn else {}


def wrong(puzzle: Slitherlink) -> frozenset[Edge]:
    """The drawn edges that cannot be part of a solution."""
    return Drawn(puzzle.drawn, puzzle.clues).wrong


def solution() -> Loop:
    loop: Loop = solve(PUZZLE).solution
    return loop


def solved(*, inside: bool = False) -> Scene:
    return scene_of(PUZZLE, solution(), labels=inside)


def way(*corners: Cell) -> frozenset[Edge]:
    """The edges from corner to neighbouring corner."""
    return frozenset(edge_joining(a, b) for a, b in pairwise(corners))


def drawn(rows: str, *ways: frozenset[Edge]) -> Slitherlink:
    return replace(puzzle_of(rows), drawn=frozenset().union(*ways))


COLORS = ("#ff0000", "#ff0000", "", "#008800")


def crowded() -> Scene:
    """A branch, a loop of its own, dead ends, faint edges, crosses; clues in every state."""
    branch = way((0, 0), (1, 0), (2, 0)) | way((1, 0), (1, 1), (1, 2), (0, 2))
    puzzle = drawn("3..1 .2.. ...0", branch, loop_round({(3, 0)}).edges)
    faint = [(edge, "#2244dd", 0.4) for edge in way((2, 2), (3, 2), (3, 3), (2, 3))]
    scene = board_scene(puzzle, segments_of_drawn(puzzle))
    crossed = [(edge, color, 0.5) for edge, color in zip(edges_of((1, 1)), COLORS, strict=True)]
    crossed += [(((2, -1), (2, 0)), "", 0.9)]
    marks = edge_tiles(faint, crossed)
    found = {cell: scene.tiles[cell] + tiles for cell, tiles in marks.items()}
    return scene.with_tiles(found)


def without_text(scene: Scene) -> Scene:
    """The scene without its clues: every program has fonts of its own."""
    tiles = {
        cell: tuple(tile for tile in stack if not tile.text) for cell, stack in scene.tiles.items()
    }
    return replace(scene, tiles=tiles)


CASES: dict[str, tuple[Callable[[], Scene], Theme, int, bool]] = {
    "solved": (solved, DARK, 48, False),
    "solved, with its inside": (lambda: solved(inside=True), LIGHT, 48, False),
    "to print": (lambda: solved(inside=True), THEMES["print"], 40, False),
    "odd cells": (solved, DARK, 33, False),
    "large cells": (solved, LIGHT, 110, False),
    "on no ground": (solved, LIGHT, 48, True),
    "crowded": (crowded, LIGHT, 48, False),
}


#: Those that only have other colours or sizes than another one.
ALIKE = {"solved", "to print", "large cells"}


@pytest.mark.parametrize("seen", [svg_seen, pdf_seen])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in ALIKE)) for name in CASES]
)
def test_vectors_look_like_the_picture_in_pixels(
    other_programs: None, name: str, seen: Callable[..., Image.Image]
) -> None:
    make, theme, cell, transparent = CASES[name]
    found = seen_otherwise(without_text(make()), theme, cell, transparent, seen)
    assert max(ImageStat.Stat(found).mean) < 3
    assert found.point(lambda value: 255 * (value > 130)).getbbox() is None


def test_the_loop_is_a_single_closed_line_for_vectors() -> None:
    (line,) = [shape for shape in shapes(solved(), Look(DARK, 48)) if isinstance(shape, Pipe)]
    assert line.line.closed
    assert line.color == DARK.loop


@pytest.mark.parametrize("cell", [4, 7, 20, 33, 48, 110])
def test_the_line_is_as_wide_along_the_border_as_within(cell: int) -> None:
    look = Look(LIGHT, cell, transparent=True)
    scene = board_scene(Slitherlink(3, 3), segments(loop_round({(0, 1), (1, 1), (2, 1)})))
    loop = {
        place: tuple(tile for tile in tiles if tile.kind == "loop")
        for place, tiles in scene.tiles.items()
    }
    alpha = paint(replace(scene, tiles=loop), SpriteSheet(look)).getchannel("A")
    assert alpha.size == picture_size(scene, look)
    middle = margin(scene, look) + cell * 3 // 2
    for line in ((0, middle, alpha.width, middle + 1), (middle, 0, middle + 1, alpha.height)):
        covered = sum(alpha.crop(line).tobytes()) / 255
        assert covered == pytest.approx(2 * loop_width(look), abs=0.5)


def test_a_margin_is_left_on_all_sides() -> None:
    look = Look(LIGHT, 40)
    scene = board_scene(PUZZLE)
    assert picture_size(scene, look) == (5 * 40 + 1 + 20, 5 * 40 + 1 + 20)
    picture = paint(board_scene(PUZZLE, segments(loop_round({(0, 0), (4, 4)}))), SpriteSheet(look))
    ground = Image.new("RGB", picture.size, LIGHT.ground)
    box = ImageChops.difference(picture, ground).getbbox()
    assert box is not None
    assert box[:2] == (7, 7)
    assert (picture.width - box[2], picture.height - box[3]) == (7, 7)


@pytest.mark.parametrize("transparent", [False, True])
def test_every_frame_shows_the_edges_so_far(transparent: bool) -> None:
    scene = scene_of(PUZZLE, None, labels=False)
    movie = movie_of(PUZZLE, solution(), scene, seconds=4.0)
    sheet = SpriteSheet(Look(DARK, 20, transparent=transparent))
    style = Style(cell=20, transparent=transparent, seconds=4.0)
    frames = frames_of(picture_bytes(PUZZLE, solution(), style, ".apng"))
    assert len(frames) == len(movie.frames)
    for (seen, _), frame in zip(frames, movie.frames, strict=True):
        scene = scene.with_tiles(frame.changes)
        assert difference(seen, paint(scene, sheet).convert("RGBA")) == 0
    assert scene == solved()


def test_the_loop_runs_round_in_order() -> None:
    found, loop = steps(PUZZLE, solution()), solution()
    assert len(found) == len(loop.edges)
    assert [step.at for step in found] == sorted({step.at for step in found})
    shown: dict[Cell, object] = {}
    corners = [*loop.nodes, loop.nodes[0]]
    for number, step in enumerate(found[:-1], 1):
        assert PUZZLE.on_board(step.segments[0][0])
        shown.update(step.segments)
        assert shown == segments(Loop(way(*corners[: number + 1])))
    shown.update(found[-1].segments)
    assert shown == segments(loop)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_clues_loop_and_mistakes_stand_out_in_every_theme(theme: Theme) -> None:
    def contrast(one: str, other: str) -> float:
        darker, lighter = sorted(map(luminance, (one, other)))
        return (lighter + 0.05) / (darker + 0.05)

    clue, loop = theme.color_of(Tile("clue", text="2")), theme.color_of(Tile("loop", side="t"))
    assert contrast(clue, theme.cell) > 7
    assert contrast(loop, theme.cell) > 3
    assert contrast(theme.color_of(Tile("bad clue", text="2")), theme.cell) > 3
    assert theme.color_of(Tile("bad loop", side="t")) == theme.mark != loop


@pytest.mark.parametrize(
    ("puzzle", "cell", "state"),
    [
        (drawn("3. ..", way((0, 0), (1, 0))), (0, 0), ClueState.OPEN),
        (drawn("1. ..", way((0, 0), (1, 0))), (0, 0), ClueState.MET),
        (drawn(".. .0", way((0, 0), (1, 0))), (1, 1), ClueState.MET),
        (drawn("1. ..", way((0, 1), (0, 0), (1, 0))), (0, 0), ClueState.BROKEN),
        # The line passes by on both sides: the cell gets no third edge.
        (drawn(".3. ...", way((0, 0), (1, 0), (1, 1))), (1, 0), ClueState.OPEN),
        (drawn("... .3.", way((0, 1), (1, 1), (1, 0))), (1, 1), ClueState.BROKEN),
    ],
)
def test_a_clue_is_met_open_or_out_of_reach(
    puzzle: Slitherlink, cell: Cell, state: ClueState
) -> None:
    assert Drawn(puzzle.drawn, puzzle.clues).states[cell] is state
    kinds = {tile.kind for tile in cell_tiles(puzzle, cell, segments_of_drawn(puzzle)[cell])}
    assert ("bad clue" in kinds) == (state is ClueState.BROKEN)
    assert ("clue" in kinds) == (state is not ClueState.BROKEN)


def test_without_drawn_edges_no_clue_is_met() -> None:
    assert not segments_of_drawn(PUZZLE)
    assert cell_tiles(PUZZLE, (0, 2))[-1] == Tile("clue", text="0")


def test_branches_and_loops_that_are_too_small_are_wrong() -> None:
    branch = way((0, 0), (1, 0), (2, 0)) | way((1, 0), (1, 1))
    tail = way((2, 0), (3, 0))
    assert wrong(drawn("... ...", branch, tail)) == branch
    square = loop_round({(0, 0)}).edges
    assert wrong(drawn("... ...", square)) == frozenset()
    assert wrong(drawn("..1 ...", square)) == square
    assert wrong(drawn("4.. ...", square)) == frozenset()
    assert wrong(drawn("4.. ...", square, way((2, 1), (2, 2)))) == square


def test_only_cells_that_look_different_are_painted_anew() -> None:
    one = drawn("3..1 .2.. ...0", way((0, 0), (1, 0), (1, 1)))
    others = [
        replace(one, drawn=one.drawn | way((1, 1), (2, 1))),
        replace(one, drawn=one.drawn | way((1, 1), (0, 1), (0, 0))),
        replace(one, drawn=frozenset()),
        replace(one, clues={**one.clues, (2, 2): 2}),
    ]
    for other in others:
        changed = changed_cells(one, other)
        scenes = [board_scene(puzzle, segments_of_drawn(puzzle)) for puzzle in (one, other)]
        assert changed is not None
        assert scenes[1].changes_since(scenes[0]) <= changed < scenes[0].tiles.keys()
    assert changed_cells(one, replace(one, width=5)) is None


def test_what_is_taken_over_from_the_last_move_is_what_is_found_anew() -> None:
    rng, puzzle = Random(1), puzzle_of("3..1. .2... ..02. .....")
    edges = puzzle.board.edges
    for step in range(300):
        around = loop_round({rng.choice(puzzle.board.cells)}).edges if step % 9 == 0 else ()
        puzzle = replace(puzzle, drawn=puzzle.drawn ^ {rng.choice(edges)} | frozenset(around))
        if step % 7 == 0:
            cell, clue = rng.choice(puzzle.board.cells), rng.randrange(4)
            puzzle = replace(puzzle, clues={**puzzle.clues, cell: clue})
        known, anew = drawn_answer(puzzle), Drawn(puzzle.drawn, puzzle.clues)
        if known:
            assert (known.states, known.wrong) == (anew.states, anew.wrong)
            assert known.is_closed == Loop(puzzle.drawn).is_closed
            assert {*map(frozenset, known.ways)} == {*map(frozenset, anew.ways)}


def test_edges_are_marked_on_both_sides_with_round_ends() -> None:
    first, second = edges_of((0, 0))[:2]
    tiles = edge_tiles([(first, "#ff0000", 1.0), (second, "#00ff00", 0.5)])
    assert tiles[0, 0] == (Tile("loop", "#ff0000", 1.0, "t"), Tile("loop", "#00ff00", 0.5, "l"))
    assert tiles[-1, -1] == (Tile("loop", "#ff0000", 1.0, "4"), Tile("loop", "#00ff00", 0.5, "4"))
    assert {tile.color for tile in tiles[1, 0]} == {"#ff0000"}


def test_edges_that_are_not_used_are_crossed_out_on_both_sides() -> None:
    top, left, right, bottom = edges_of((0, 0))
    tiles = edge_tiles([(top, "", 1.0)], [(right, "", 0.5), (left, "", 0.5), (bottom, "", 1.0)])
    assert tiles[0, 0] == (
        Tile("loop", "", 1.0, "t"),
        Tile("cross", "", 0.5, "lr"),
        Tile("cross", "", 1.0, "b"),
    )
    assert Tile("cross", "", 0.5, "r") in tiles[-1, 0]
    assert tiles[0, 1] == (Tile("cross", "", 1.0, "t"),)
    found = shapes(Scene(2, 2, tiles, margin=0.25), Look(LIGHT, 40))
    crosses = [shape for shape in found if isinstance(shape, Pipe) and len(shape.line.points) == 5]
    assert len(crosses) == 3


def test_a_terminal_shows_the_loop_with_its_clues() -> None:
    puzzle = puzzle_of("3. ..")
    scene = board_scene(puzzle, segments(loop_round({(0, 0), (0, 1)})))
    text = re.sub(r"\x1b\[[0-9;]*m", "", ansi(scene))
    assert [line.rstrip() for line in text.splitlines()] == [
        "┏━━━┓   ·",
        "┃ 3 ┃",
        "┃   ┃   ·",
        "┃   ┃",
        "┗━━━┛   ·",
    ]
    plain = letters(puzzle, loop_round({(0, 0), (0, 1)}))
    assert plain == ["+---+   .", "| 3 |", "+   +   .", "|   |", "+---+   ."]


def test_a_booklet_has_loops_within_its_margins(other_programs: None, tmp_path: Path) -> None:
    entries = [Entry(PUZZLE, solution()), Entry(Slitherlink(30, 4, {(0, 0): 3}))]
    data = booklet(entries, Layout(per_page=2, answers=True))
    for page in (1, 2):
        path = tmp_path / f"{page}.ppm"
        path.write_bytes(page_picture(data, tmp_path, page))
        with Image.open(path) as seen:
            grey = seen.convert("L")
        box = ImageChops.invert(grey).getbbox()
        assert box is not None
        assert box[0] >= 22
        assert box[2] <= grey.width - 22
