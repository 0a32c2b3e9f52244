"""The level of the dots in a picture: labels and colours."""

from __future__ import annotations

import pytest

from flowdesk.core.finding import FormatError
from flowdesk.kinds.flow.colors import LABELS, USUAL_COLORS
from flowdesk.kinds.flow.dots import from_dots
from flowdesk.kinds.table import KINDS, AnyKind


def labels(*colors: str) -> list[str]:
    """The labels of colours, each of which has a row of its own."""
    dots = [(color, [(0, y), (1, y)]) for y, color in enumerate(colors)]
    level = from_dots(2, len(colors), dots)
    return [level.endpoints[0, y] for y in range(len(colors))]


def test_a_color_gets_the_label_of_the_usual_color_nearest_to_it() -> None:
    assert labels("#fe0a0a", "#0000ff", "#f0f000", "#008000", "#ff7f00") == list("RBYGO")
    for count in (16, len(LABELS)):
        assert labels(*(USUAL_COLORS[label] for label in LABELS[:count])) == list(LABELS[:count])


def test_two_paths_of_nearly_the_same_color_have_different_labels() -> None:
    assert labels("#ff0000", "#ff0000") != labels("#ff0000")
    first, second, third = labels("#f80000", "#ff0000", "#fb0000")
    assert second == "R"
    assert len({first, second, third}) == 3


def test_the_best_match_is_made_first_whatever_the_order() -> None:
    colors = ["#ff2222", "#ff0000", "#0c29fe", "#0000a0"]
    found = dict(zip(colors, labels(*colors), strict=True))
    assert dict(zip(colors[::-1], labels(*colors[::-1]), strict=True)) == found
    assert found["#ff0000"] == "R"


def test_a_picture_that_is_dark_as_a_whole_has_the_labels_of_a_bright_one() -> None:
    dim = ("#500000", "#040d50", "#4a4600", "#002c00", "#500000")
    assert labels(*dim[:4]) == list("RBYG")
    assert labels("#ffffff", *dim[:4]) != ["W", *"RBYG"]


def test_there_are_labels_for_any_number_of_colors() -> None:
    assert len(set(labels(*["#808080"] * 100))) == 100


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
