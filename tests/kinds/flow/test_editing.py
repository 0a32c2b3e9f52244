"""Changes of a level: what stays and what goes."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from flowdesk.core.grid import TURNS, cells_of
from flowdesk.core.puzzle import with_about
from flowdesk.formats.registry import JSON
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow import editing, shaping
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.level import Level
from tests.levels import COLORS, LONG_LABELS, ONE_LETTER, edges_of, examples, levels
from tests.samples import read_text

quick = examples(60)

SMALL = Level(3, 1, {(0, 0): "R", (2, 0): "R"})


SIDES = st.tuples(*[st.integers(0, 3)] * 4)


@quick
@given(levels())
def test_four_quarter_turns_and_two_flips_change_nothing(level: Level) -> None:
    for turn, times in zip(TURNS, (4, 2, 2), strict=True):
        turned = level
        for _ in range(times):
            turned = shaping.turned_level(turned, turn)
        assert turned == level


@quick
@given(levels())
def test_a_half_turn_is_a_flip_both_ways(level: Level) -> None:
    turned = shaping.turned_level(shaping.turned_level(level, "rotate"), "rotate")
    across = shaping.turned_level(level, "flip horizontally")
    assert turned == shaping.turned_level(across, "flip vertically")


def test_a_quarter_turn_goes_clockwise() -> None:
    level = Level(3, 1, {(0, 0): "R"}, frozenset({(2, 0)}), frozenset({((0, 0), (1, 0))}))
    assert shaping.turned_level(level, "rotate") == Level(
        1, 3, {(0, 0): "R"}, frozenset({(0, 2)}), frozenset({((0, 0), (0, 1))})
    )


@quick
@given(levels(), SIDES)
def test_a_board_that_grew_shrinks_back_to_what_it_was(
    level: Level, sides: tuple[int, ...]
) -> None:
    left, top, right, bottom = sides
    grown = shaping.resized(level, left, top, right, bottom)
    assert (grown.width, grown.height) == (level.width + left + right, level.height + top + bottom)
    assert len(grown.endpoints) == len(level.endpoints)
    assert shaping.resized(grown, -left, -top, -right, -bottom) == level


@quick
@given(levels(), SIDES)
def test_a_board_that_shrank_keeps_what_is_left(level: Level, sides: tuple[int, ...]) -> None:
    left, top, right, bottom = sides
    width, height = level.width - left - right, level.height - top - bottom
    assume(width > 0 and height > 0 and width * height > 1)
    shrunk = shaping.resized(level, -left, -top, -right, -bottom)
    for x, y in cells_of(width, height):
        old = (x + left, y + top)
        assert shrunk.endpoints.get((x, y)) == level.endpoints.get(old)
        assert ((x, y) in shrunk.holes) == (old in level.holes)
    moved = {((a + left, b + top), (c + left, d + top)) for (a, b), (c, d) in shrunk.walls}
    inside = {(x + left, y + top) for x, y in cells_of(width, height)}
    assert moved == {wall for wall in level.walls if set(wall) <= inside}


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        ((-1, -1, -1, 0), "too small"),
        ((-3, 0, 0, 0), "too small"),
        ((0, 0, -2, -1), "too small"),
        ((0, 0, 498, 0), "too large"),
        ((200, 200, 200, 200), "too large"),
    ],
)
def test_a_size_that_cannot_be_is_refused(sides: tuple[int, int, int, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        shaping.resized(Level(3, 2), *sides)


@quick
@given(levels(), ONE_LETTER, ONE_LETTER)
def test_colors_swapped_twice_are_as_before(level: Level, first: str, second: str) -> None:
    swapped = editing.swap_colors(level, first, second)
    assert swapped.pairs.get(first, ()) == level.pairs.get(second, ())
    assert swapped.color(first) == level.color(first)
    assert editing.swap_colors(swapped, first, second) == level


@quick
@given(levels(), st.data())
def test_what_is_placed_is_there_and_can_be_erased(level: Level, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(cells_of(level.width, level.height))))
    label = data.draw(ONE_LETTER)
    placed = editing.place(level, cell, label)
    assert placed.endpoints == {**level.endpoints, cell: label}
    assert placed.holes == level.holes - {cell}
    assert editing.place(placed, cell, label) is placed
    erased = editing.erase(placed, cell)
    assert cell not in erased.endpoints
    assert editing.erase(erased, cell) is erased
    if level.is_cell(cell) and cell not in level.endpoints:
        assert erased == level


@quick
@given(levels(), st.data())
def test_an_endpoint_moves_to_free_cells_only(level: Level, data: st.DataObject) -> None:
    assume(level.endpoints)
    start = data.draw(st.sampled_from(sorted(level.endpoints)))
    end = data.draw(st.tuples(st.integers(-1, level.width), st.integers(-1, level.height)))
    moved = editing.move(level, start, end)
    if level.is_cell(end) and end not in level.endpoints:
        assert moved.endpoints[end] == level.endpoints[start]
        assert len(moved.endpoints) == len(level.endpoints)
        assert editing.move(moved, end, start) == level
    else:
        assert moved is level


@quick
@given(levels(), st.data())
def test_a_hole_takes_along_what_stood_there(level: Level, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(cells_of(level.width, level.height))))
    there = editing.set_hole(level, cell, True)
    assert not there.is_cell(cell)
    assert cell not in there.endpoints
    assert all(cell not in wall for wall in there.walls)
    assert there.walls == {wall for wall in level.walls if cell not in wall}
    assert editing.set_hole(there, cell, True) is there
    filled = editing.set_hole(there, cell, False)
    assert filled.is_cell(cell)
    assert editing.erase(there, cell) == filled


@quick
@given(levels(), st.data())
def test_a_wall_is_set_and_taken_away(level: Level, data: st.DataObject) -> None:
    edges = edges_of(level)
    assume(edges)
    edge = data.draw(st.sampled_from(edges))
    there = editing.set_wall(level, edge, True)
    assert edge[1] not in there.board.near(edge[0])
    assert editing.set_wall(there, edge, True) is there
    gone = editing.set_wall(there, edge, False)
    assert edge[1] in gone.board.near(edge[0])
    assert gone.walls == level.walls - {edge}


def test_nothing_happens_off_the_board_or_in_holes() -> None:
    level = Level(3, 1, {(0, 0): "R"}, frozenset({(1, 0)}))
    for cell in ((-1, 0), (3, 0), (0, 1), (0, -1)):
        assert editing.place(level, cell, "R") is level
        assert editing.erase(level, cell) is level
        assert editing.set_hole(level, cell, True) is level
    assert editing.set_wall(level, ((0, 0), (1, 0)), True) is level
    assert editing.set_wall(level, ((2, 0), (3, 0)), True) is level


@quick
@given(levels())
def test_a_cleared_board_keeps_its_size_and_what_is_told_about_it(level: Level) -> None:
    cleared = editing.cleared(level)
    assert (cleared.width, cleared.height) == (level.width, level.height)
    assert (cleared.endpoints, cleared.holes, cleared.walls) == ({}, frozenset(), frozenset())
    assert cleared.about == level.about
    assert editing.cleared(cleared) is cleared


@quick
@given(levels(), ONE_LETTER, COLORS)
def test_a_color_is_set_and_saved(level: Level, label: str, color: str) -> None:
    painted = editing.set_color(level, label, color)
    assert painted.color(label) == color
    assert editing.set_color(painted, label, color) is painted
    assert editing.set_color(painted, label, level.color(label)) == level


def test_what_is_told_about_a_level_can_be_changed() -> None:
    titled = with_about(SMALL, "title", "Small")
    assert titled.title == "Small"
    assert with_about(titled, "title", "Small") is titled
    assert with_about(titled, "title", "") == SMALL
    assert with_about(SMALL, "title", "") is SMALL


def test_the_next_color_is_one_that_lacks_an_endpoint() -> None:
    level = Level(3, 2)
    assert editing.next_label(level, "R") == "R"
    level = editing.place(level, (0, 0), "R")
    assert editing.next_label(level, "R") == "R"
    level = editing.place(level, (1, 0), "R")
    assert editing.next_label(level, "R") == "B"
    level = editing.place(level, (2, 0), "Y")
    assert editing.next_label(level, "R") == "Y"
    assert editing.next_label(level, "B") == "B"


def test_colors_never_run_out() -> None:
    level = Level(2, 100)
    label = "R"
    for y in range(100):
        assert label in editing.palette(level, label)
        for x in range(2):
            level = editing.place(level, (x, y), label)
        label = editing.next_label(level, label)
    assert len(level.pairs) == 100
    assert list(level.pairs)[:62] == list(LABELS)
    (entry,) = read_text(JSON.write([Entry(level)]))
    assert entry.level == level


@quick
@given(levels(st.one_of(ONE_LETTER, LONG_LABELS)), ONE_LETTER)
def test_the_palette_offers_every_color_in_use_and_one_that_is_not_full(
    level: Level, current: str
) -> None:
    labels = editing.palette(level, current)
    assert len(labels) == len(set(labels)) >= 16
    assert {*level.pairs, current} <= set(labels)
    assert any(len(level.pairs.get(label, ())) < 2 for label in labels)


def test_the_palette_offers_no_colour_twice() -> None:
    (level,) = (entry.level for entry in read_text("AA\nBB\n..\n"))
    offered = editing.palette(level, "A")
    colors = [level.color(label) for label in offered]
    assert len(set(colors)) == len(colors)
    assert {"A", "B"} <= set(offered)
    assert "R" not in offered  # it would look like A
    assert editing.next_label(level, "R") == editing.next_label(level, "A") == "Y"
    assert editing.next_label(level, "Y") == "Y"
