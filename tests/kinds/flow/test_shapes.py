"""Named shapes of boards: each is one part at any size, and what is asked for is what is made."""

from __future__ import annotations

from itertools import product

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.generate import generate
from flowdesk.kinds.flow.making.possible import problem
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.flow.making.shapes import LEAST, SHAPES, holes_of
from tests.for_all import for_all
from tests.levels import some

SIZES = range(LEAST, 16)
#: Every size in make test-all; in make test squares, and those of which a side is the least.
BOARDS = [
    (width, height)
    for width, height in product(SIZES, SIZES)
    if some(16) > 1 or LEAST in (width, height) or width == height
]


def cells_of(shape: str, width: int, height: int) -> set[Cell]:
    return set(product(range(width), range(height))) - holes_of(shape, width, height)


@for_all("shape", SHAPES)
def test_a_shape_is_one_part_at_every_size_and_can_be_asked_for(shape: str) -> None:
    for width, height in BOARDS:
        request = FlowRequest.shaped(width, height, 0, shape=shape)
        assert len(request.free.parts(request.free.cells)) == 1, (width, height)
        assert not problem(request), (width, height)


@for_all("side", SIZES)
def test_a_shape_reaches_all_sides_of_a_square_and_is_no_other_one(side: int) -> None:
    shapes = {shape: cells_of(shape, side, side) for shape in SHAPES}
    for shape, cells in shapes.items():
        assert {x for x, _ in cells} == {y for _, y in cells} == set(range(side)), shape
    alike = len(shapes) - len({frozenset(cells) for cells in shapes.values()})
    assert alike == (2 if side == LEAST else 0), "D and O, cross and diamond are the same there"


@for_all("letter", [shape for shape in SHAPES if len(shape) == 1])
def test_strokes_of_letters_are_two_cells_wide_from_8x8_on(letter: str) -> None:
    for side in range(8, 16):
        cells = cells_of(letter, side, side)
        for x, y in cells:
            corners = product((x - 1, x), (y - 1, y))
            assert any(
                cells.issuperset(product((left, left + 1), (top, top + 1))) for left, top in corners
            )


def test_a_board_too_small_for_a_shape_is_refused() -> None:
    with pytest.raises(FlowDeskError, match="'heart' takes 5 rows and columns or more"):
        FlowRequest.shaped(4, 9, 0, shape="heart")


def test_a_level_has_the_shape_that_is_asked_for_or_that_of_a_level() -> None:
    request = FlowRequest.shaped(7, 6, 1, shape="heart")
    made = generate(request)
    assert made.met
    assert made.level.holes == holes_of("heart", 7, 6)
    lent = Level(7, 6, holes=frozenset({(3, 3)}))
    assert FlowRequest.shaped(7, 6, 1, lent, shape="heart").holes == lent.holes
    assert FlowRequest.shaped(7, 6, 1, made.level, shape="heart") == request, "it can be gone on"
