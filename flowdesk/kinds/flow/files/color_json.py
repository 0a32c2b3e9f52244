"""JSON of colours: a list of rows, and in each cell ``null`` or a colour; equal ones are a pair.

A colour is ``[red, green, blue]`` from 0 to 255, the name of a CSS colour, or ``"#rrggbb"``::

    [[null, [0, 0, 255], null], ["red", null, null], ["red", null, [0, 0, 255]]]
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.json_object import parse_json
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow.colors import CSS_COLORS, LABELS, color_name, free_labels, standard_color
from flowdesk.kinds.flow.files.json_part import PLAIN_ONLY
from flowdesk.kinds.flow.level import Level, own_colors, size_problem

#: The labels whose colours have common names.
_WELL_KNOWN = LABELS[:16]
#: The largest distance from the usual colour of such a label, in steps of red, green and blue.
_NEAR = 60


def read(text: str) -> list[Entry]:
    """Return the level of the file; FormatError with the row and the cell that is wrong."""
    rows = parse_json(text)
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise FormatError("this is not a list of rows.", hint="As in [[null, [0, 0, 255], null]].")
    width, height = len(rows[0]) if rows else 0, len(rows)
    if problem := size_problem(width, height):
        raise FormatError(problem)
    colors: dict[Cell, str] = {}
    for y, row in enumerate(rows):
        if len(row) != width:
            raise FormatError(f"row {y + 1} has {len(row)} cells, the first has {width}.")
        for x, value in enumerate(row):
            if value is not None:
                colors[x, y] = _color(value, x, y)
    labels = _labels(dict.fromkeys(colors.values()))
    endpoints = {cell: labels[color] for cell, color in colors.items()}
    own = own_colors({label: color for color, label in labels.items()})
    return [Entry(Level(width, height, endpoints, colors=own))]


def write(entries: Sequence[Entry]) -> str:
    """Return the text of one level, a row a line; FormatError if it cannot be held."""
    (entry,) = entries
    level = entry.level
    labels: dict[str, str] = {}
    for label in level.pairs:
        other = labels.setdefault(level.color(label), label)
        if other != label:
            raise FormatError(
                f"{color_name(level, other)} and {color_name(level, label)} have the same colour, "
                "and the file could not tell them apart.",
                hint="Give one of them another colour, or save the level as FlowDesk JSON (.json).",
            )
    values = {label: str(_parts(color)) for color, label in labels.items()}
    rows = [
        ", ".join(values.get(level.endpoints.get(cell, ""), "null") for cell in row)
        for row in level.board.rows
    ]
    return "[\n  [" + "],\n  [".join(rows) + "]\n]\n"


FORMAT = Format(
    key="colors",
    name="JSON of colours",
    called="a file of colours",
    suffixes=(".json",),
    most={"holes": 0, "walls": 0, **PLAIN_ONLY},
    recognize=re.compile(r"\s*\[\s*[\[\]]").match,
    read=read,
    write=write,
    sample='[["red", null, [0, 255, 0]], ["red", null, [0, 255, 0]]]',
)


def _color(value: object, x: int, y: int) -> str:
    match value:
        case [int(), int(), int()] if all(type(n) is int and 0 <= n <= 255 for n in value):
            return "#{:02x}{:02x}{:02x}".format(*value)
        case str():
            name = value.strip().lower()
            if name in CSS_COLORS or re.fullmatch(r"#[0-9a-f]{6}", name):
                return CSS_COLORS.get(name, name)
    text = json.dumps(value)
    text = text if len(text) <= 40 else f"{text[:37]}..."
    raise FormatError(
        f"cell {x + 1} of row {y + 1} is {text}: no colour.",
        hint="A cell is null, three numbers from 0 to 255 as in [0, 0, 255], or a CSS colour name.",
    )


def _labels(colors: Collection[str]) -> dict[str, str]:
    """Return a label for each colour: the usual letter of a well-known one, else the next free.

    Programs differ in their red: the letter R goes to the nearest colour within `_NEAR`.
    """
    pairs = sorted(
        (distance, place, label, color)
        for color in colors
        for place, label in enumerate(_WELL_KNOWN)
        if (distance := _distance(color, standard_color(label))) <= _NEAR**2
    )
    letters: dict[str, str] = {}
    for _, _, label, color in pairs:
        if color not in letters.values():
            letters.setdefault(label, color)
    known = {color: label for label, color in letters.items()}
    free = free_labels(letters)
    return {color: known.get(color) or next(free) for color in colors}


def _distance(a: str, b: str) -> int:
    return sum((m - n) ** 2 for m, n in zip(_parts(a), _parts(b), strict=True))


def _parts(color: str) -> list[int]:
    """Return red, green and blue of ``#rrggbb``."""
    return [int(color[at : at + 2], 16) for at in (1, 3, 5)]
