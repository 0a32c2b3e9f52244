"""The options of the generator beside size and seed, as they are typed."""

from __future__ import annotations

import re
from functools import partial

from flowdesk.kinds.flow.deduction.difficulty import WORDS
from flowdesk.kinds.flow.making.request import Request
from flowdesk.kinds.generator import Field, check, whole_number


def read_colors(text: str) -> tuple[int, int]:
    """Return the fewest and the most colours of a text such as ``8`` or ``6-8``."""
    match = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?", text)
    if not match:
        raise ValueError(f"{text!r} is no number of colours: write 8, or 6-8 for a range")
    return int(match.group(1)), int(match.group(2) or match.group(1))


def colors_typed(colors: tuple[int, int] | None) -> str:
    """Return the text for such numbers; empty for as many as suit the size."""
    return "-".join(map(str, dict.fromkeys(colors or ())))


FIELDS = (
    Field(
        name="colors",
        words="Colours, for example 6 or 5-8",
        default=Request.colors,
        read=read_colors,
        text=colors_typed,
        metavar="N|A-B",
        help="default: as many as suit the size",
    ),
    Field(
        name="shortest",
        words="Shortest path, in cells",
        default=Request.shortest,
        read=partial(whole_number, least=1, most=999_999),
        numbers=range(2, 100),
        metavar="N",
        help=f"cells of a path (default: {Request.shortest})",
    ),
    Field(name="difficulty", words="Difficulty", default=Request.difficulty, choices=WORDS),
    check("non_touching", "Allow other solutions that touch themselves (faster)"),
)
