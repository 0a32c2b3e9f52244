"""What is said of levels with bridges, warps and hexagons, and how hard they are."""

from __future__ import annotations

import random

import pytest

from flowdesk.core.shape import Shape
from flowdesk.kinds.answers import CheckStatus, Trace
from flowdesk.kinds.flow.deduction.hints import hint, rate
from flowdesk.kinds.flow.findings import findings
from flowdesk.kinds.flow.level import Level, size_text
from flowdesk.kinds.flow.solving.solve import check
from flowdesk.kinds.flow.words import FlowWords
from flowdesk.kinds.known import Known
from tests.brute import random_level
from tests.kinds.flow.test_difficulty import orientations

HEX = Shape("hex")


def hints(level: Level) -> str:
    found, before = hint(Known(level, ()), Trace()), Trace()
    while found.deductions != before.deductions:
        before, found = found, hint(Known(level, ()), found)
    return " ".join(step.message for step in found.deductions)


def test_a_hint_through_a_warp_says_where_it_leads() -> None:
    ring = Level(4, 1, {(1, 0): "R", (2, 0): "R"}, shape=Shape(rows=frozenset({0})))
    walled = Level(4, 1, ring.endpoints, walls=frozenset({((1, 0), (2, 0))}), shape=ring.shape)
    assert "Row 1, column 1 continues at row 1, column 4." in hints(walled)


def test_hints_over_a_bridge_and_on_hexagons_say_which_way() -> None:
    rng = random.Random(21)
    text = " ".join(hints(random_level(rng)) for _ in range(120))
    for words in ("A path goes straight over a bridge.", "to the lower left", "to the upper right"):
        assert words in text


def test_every_level_of_one_solution_is_rated_alike_however_it_is_turned() -> None:
    rng = random.Random(11)
    rated = 0
    for _ in range(40):
        level = random_level(rng)
        rating = rate(level)
        if check(level).status is CheckStatus.UNIQUE:
            assert rating
            rated += 1
        assert {rate(each) for each in orientations(level)[:4]} == {rating}
    assert rated > 10


@pytest.mark.parametrize(
    ("level", "cells"),
    [
        (Level(3, 3, {(0, 0): "R", (2, 2): "R"}, shape=Shape(bridges=frozenset({(1, 0)}))), (1, 0)),
        (Level(3, 3, {(0, 1): "R", (2, 2): "R"}, shape=Shape(bridges=frozenset({(0, 0)}))), (0, 0)),
        (
            Level(
                3,
                3,
                {(0, 0): "R", (2, 2): "R"},
                frozenset({(1, 0)}),
                shape=Shape(bridges=frozenset({(1, 1)})),
            ),
            (1, 1),
        ),
    ],
    ids=["at the border", "in a corner", "beside a hole"],
)
def test_a_bridge_that_cannot_be_crossed_is_a_finding_with_its_cell(
    level: Level, cells: tuple[int, int]
) -> None:
    found = [each for each in findings(level) if each.rule == "bridge"]
    assert found[0].cells == (cells,)
    assert found[0].message.startswith("No path can lead ")


def test_a_bridge_at_a_border_with_a_warp_is_crossed_through_it() -> None:
    shape = Shape(bridges=frozenset({(1, 0)}), columns=frozenset({1}))
    level = Level(3, 3, {(0, 0): "R", (2, 2): "R"}, shape=shape)
    assert not [each for each in findings(level) if each.rule == "bridge"]


def test_warps_that_join_nothing_are_named_with_their_cells() -> None:
    shape = Shape(rows=frozenset({0, 1}), columns=frozenset({0}))
    ends = {(0, 1): "R", (2, 1): "R"}
    holed = Level(3, 2, ends, frozenset({(2, 0)}), shape=shape)
    narrow = Level(1, 3, {(0, 0): "R", (0, 2): "R"}, shape=Shape(rows=frozenset({1})))
    notes = [*FlowWords().remarks(Known(holed, ())), *FlowWords().remarks(Known(narrow, ()))]
    assert [(note.text, note.cells) for note in notes] == [
        ("The warp of row 1 leads nowhere: there is a hole at its end.", ((2, 0),)),
        ("The warp of row 2 leads back to the same cell.", ((0, 1),)),
    ]


def test_sizes_say_what_board_it_is() -> None:
    assert size_text(Level(5, 4, shape=HEX)) == "20 hexagons, 0 colours"
    shape = Shape(bridges=frozenset({(1, 1)}), rows=frozenset({0, 1}))
    assert size_text(Level(5, 4, shape=shape)) == "5 × 4, 0 colours, 1 bridge, 2 warps"
