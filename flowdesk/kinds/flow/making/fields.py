"""The fields of a request for levels, for dialogs and the command line."""

from __future__ import annotations

from functools import partial

from flowdesk.kinds.flow.deduction.difficulty import COSTS, WORDS
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.flow.making.shapes import SHAPES
from flowdesk.kinds.making import (
    NO_SUPPOSING,
    SCORE,
    SYMMETRY,
    Field,
    check_box,
    difficulty,
    needs,
    number_range,
    range_typed,
    whole_number,
)

FIELDS = (
    Field(
        name="shape",
        words="Shape",
        default="",
        choices=tuple(SHAPES),
        unset="rectangle",
        metavar="SHAPE",
        help="cross, ring, diamond, heart, or a letter A to Z (default: a rectangle)",
        in_sight=None,
    ),
    Field(
        name="colors",
        words="Colours, for example 6 or 5-8",
        default=FlowRequest.colors,
        read=partial(number_range, what="number of colours"),
        text=range_typed,
        metavar="N|A-B",
        help="default: as many as suit the size",
        in_sight=True,
    ),
    Field(
        name="shortest",
        words="Shortest path, in cells",
        default=FlowRequest.shortest,
        read=partial(whole_number, least=1, most=999_999),
        numbers=range(2, 100),
        metavar="N",
        help=f"cells of a path (default: {FlowRequest.shortest})",
    ),
    difficulty(WORDS),
    SCORE,
    needs(COSTS),
    NO_SUPPOSING,
    check_box("apart", "No endpoints side by side", help="no endpoints side by side"),
    SYMMETRY,
    Field(
        name="board",
        words="Cells",
        default="square",
        choices=("square", "hex"),
        help="squares or hexagons (default: squares)",
        in_sight=None,
    ),
    Field(
        name="bridges",
        words="Bridges",
        default=FlowRequest.bridges,
        read=partial(whole_number, least=0, most=9_999),
        text=str,
        numbers=range(100),
        metavar="N",
        help="cells that two paths cross",
        in_sight=None,
    ),
    Field(
        name="warps",
        words="Warps",
        default="",
        choices=("rows", "columns", "both"),
        unset="none",
        help="whose ends lead to each other (default: none)",
        in_sight=None,
    ),
    *(
        Field(
            name=f"more_{what}",
            words=f"More {what}, for example 4 or 0-8",
            default=(0, 0),
            read=partial(number_range, what=f"number of {what}"),
            text=range_typed,
            metavar="N|A-B",
            help=f"{what} to add, of A-B as many as help (default: none)",
            adds=True,
        )
        for what in ("walls", "holes")
    ),
    check_box(
        "non_touching", "Allow other solutions that touch themselves (faster)", is_shared=True
    ),
)
