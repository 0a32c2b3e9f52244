"""Levels as JSON: FlowDesk's own fields, and lists of coloured dots; and the dots of pictures.

The fields in FlowDesk JSON, of which everything from "holes" on may be left out::

    "endpoints": [{"label": "R", "color": "#ff0000", "cells": [[0, 0], [1, 4]]}, ...],
    "holes": [[x, y], ...], "walls": [[[x, y], [x, y]], ...],
    "board": {"cells": "square" | "hex", "bridges": [[x, y], ...],
              "warps": {"rows": [y, ...], "columns": [x, ...]}},
    "solution": {"R": [[x, y], ...], ...}, "drawn": {"R": [[x, y], ...], ...}

The JSON of other programs is a list of rows, and in each cell ``null`` or a colour; equal ones are
a pair. A colour is ``[red, green, blue]`` from 0 to 255, the name of a CSS colour, or
``"#rrggbb"``::

    [[null, [0, 0, 255], null], ["red", null, null], ["red", null, [0, 0, 255]]]
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.json_object import JsonObject, cells_in, parse_json
from flowdesk.core.shape import PLAIN, Shape
from flowdesk.kinds.entry import SOLUTION, Entry, Format, Scanning
from flowdesk.kinds.flow.colors import CSS_COLORS, LABELS, color_name, free_labels, standard_color
from flowdesk.kinds.flow.drawing import drawn_solution
from flowdesk.kinds.flow.level import (
    Level,
    Solution,
    forbids_touching,
    mistakes,
    own_colors,
    size_problem,
)


def to_json(entry: Entry) -> dict[str, object]:
    """Return the fields of an entry that are the kind's own."""
    level = entry.level
    endpoints = [
        {"label": label, "color": level.color(label), "cells": level.pairs.get(label, [])}
        for label in dict.fromkeys([*level.pairs, *level.colors])  # one may have no endpoint
    ]
    others = {
        "holes": sorted(level.holes),
        "walls": sorted(level.walls),
        "board": _board_json(level.shape),
        "solution": dict(entry.solution.paths) if entry.solution else {},
        "drawn": dict(level.drawn),
    }
    return {"endpoints": endpoints, **{name: value for name, value in others.items() if value}}


def from_json(data: JsonObject, width: int, height: int, about: Mapping[str, str]) -> Entry:
    """Return the entry with these fields; FormatError with the field that is wrong."""
    holes = frozenset(data.cells("holes", []))
    endpoints: dict[Cell, str] = {}
    colors: dict[str, str] = {}
    for item in data.objects("endpoints"):
        label = item.get("label", str)
        if not label or not label.isprintable() or len(label) > 16 or label in colors:
            raise FormatError(
                f"{item.place('label')} is {label!r}: labels differ, and have 1 to 16 characters."
            )
        colors[label] = color = item.get("color", str, standard_color(label)).lower()
        if not re.fullmatch(r"#[0-9a-f]{6}", color):
            raise FormatError(f"{item.place('color')} is {color!r}, not a colour as '#ff0000'.")
        for cell in item.cells("cells"):
            if cell in endpoints:
                raise FormatError(f"{item.place('cells')}: two endpoints are at {list(cell)}.")
            endpoints[cell] = label
    shape, touching = _shape(data.object("board"), width, height), not forbids_touching(about)
    walls = data.edges("walls", lambda a, b: bool(shape.sides_between(a, b, width, height)))
    own = own_colors(colors)
    try:
        parts = endpoints, holes, walls, own
        level = Level(width, height, *parts, about=about, touching=touching, shape=shape)
    except ValueError as error:
        raise data.error(str(error)) from None
    paths = _paths(data, "solution", level)
    solution = Solution(paths) if paths else None
    if solution and (wrong := mistakes(level, solution)):
        raise FormatError(
            f"{data.place('solution')} does not solve the level: {wrong[0].message}",
            hint="Remove the solution from the file: FlowDesk can find it again.",
        )
    if drawn := _paths(data, "drawn", level):
        try:
            level = replace(level, drawn=drawn)
        except ValueError as error:
            raise FormatError(f"{data.place('drawn')}: {error}") from None
    return Entry(level, solution)


def _board_json(shape: Shape) -> dict[str, object]:
    """Return what is said of a board; nothing of a plain one."""
    if shape == PLAIN:
        return {}
    warps = {"rows": sorted(shape.rows), "columns": sorted(shape.columns)}
    return {"cells": shape.cells, "bridges": sorted(shape.bridges), "warps": warps}


def _shape(data: JsonObject, width: int, height: int) -> Shape:
    """Return the shape of a board; FormatError with the field that is wrong."""
    cells = data.get("cells", str, "square")
    if cells not in ("square", "hex"):
        raise FormatError(f"{data.place('cells')} is {cells!r}, and neither 'square' nor 'hex'.")
    bridges, warps = data.cells("bridges", []), data.object("warps")
    lines = map(frozenset, (warps.numbers("rows", height), warps.numbers("columns", width)))
    shape = Shape("hex" if cells == "hex" else "square", frozenset(bridges), *lines)
    for part in (data, warps):
        for name in part.unknown:  # what it means would make another puzzle of it
            hint = "A newer FlowDesk may know it."
            raise FormatError(f"{part.place(name)} is unknown.", hint=hint)
    if not (shape.can_cross or shape.is_planar):
        raise data.error("only boards of squares have bridges and warps.")
    return shape


def contents(level: Level) -> dict[str, int]:
    """Return the numbers of the things that some formats limit."""
    shape = level.shape
    return {
        "holes": len(level.holes),
        "walls": len(level.walls),
        "colours": len(level.pairs),
        "bridges": len(shape.bridges),
        "warps": len(shape.rows) + len(shape.columns),
        "hexagons": len(level.cells) if shape.cells == "hex" else 0,
    }


#: What formats cannot hold that know plain boards only, as in `Format.most`.
PLAIN_ONLY = {"bridges": 0, "warps": 0, "hexagons": 0}


def lost(before: Entry, after: Entry) -> Iterator[str]:
    """Yield what of an entry was lost or changed, as in "the title"."""
    old, new = before.level, after.level
    for name, value in old.about.items():
        if name == "touching":
            if new.touching and not old.touching:
                yield "that touching is forbidden"
        elif new.about.get(name) != value:
            yield f"the {name}"
    labels = {old.endpoints[cell]: new.endpoints.get(cell, "") for cell in old.endpoints}
    if any(old.color(label) != new.color(other) for label, other in labels.items()):
        yield "the colours"
    if any(label != other for label, other in labels.items()):
        yield "the letters of the colours"
    if not Solution(old.drawn).edges <= Solution(new.drawn).edges:
        yield "the drawn paths"
    if not old.locked <= new.locked:
        yield "the locks"
    if before.solution and not after.solution and not drawn_solution(new):
        yield SOLUTION


def _paths(data: JsonObject, name: str, level: Level) -> dict[str, tuple[Cell, ...]]:
    paths = {}
    for label, cells in data.get(name, dict, {}).items():
        place = f"{data.place(name)}.{label}"
        if label not in level.pairs:
            raise FormatError(f"{place}: there is no such label on the board.")
        path = cells_in(cells, place)
        if not path or not all(level.is_cell(cell) for cell in path):
            raise FormatError(f"{place} is not a list of cells of the board.")
        paths[label] = tuple(path)
    return paths


#: The labels of the game: they are preferred to further ones, whose colours are less known.
_OF_THE_GAME = LABELS[:16]
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
    labels = _usual_labels(dict.fromkeys(colors.values()))
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
    values = {label: str(list(_rgb(color))) for color, label in labels.items()}
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


def _usual_labels(colors: Collection[str]) -> dict[str, str]:
    """Return a label for each colour: the usual letter of a well-known one, else the next free.

    Programs differ in their red: the letter R goes to the nearest colour within `_NEAR`.
    """
    pairs = sorted(
        (distance, place, label, color)
        for color in colors
        for place, label in enumerate(_OF_THE_GAME)
        if (distance := math.dist(_rgb(color), _rgb(standard_color(label)))) <= _NEAR
    )
    letters: dict[str, str] = {}
    for _, _, label, color in pairs:
        if color not in letters.values():
            letters.setdefault(label, color)
    known = {color: label for label, color in letters.items()}
    free = free_labels(letters)
    return {color: known.get(color) or next(free) for color in colors}


#: The largest value of red, green and blue of all dots below which a picture is dark as a whole.
_DARK = 200
#: Up to this difference in red, green or blue a colour counts as the usual one: within a picture
#: that is compressed, or was taken while the board appeared, a colour varies by about 30.
_ALIKE = 48


def from_dots(width: int, height: int, dots: Sequence[tuple[str, Sequence[Cell]]]) -> Level:
    """Return the level with these endpoints, given as colours ``#rrggbb`` and their cells.

    Each colour gets a label of its own, that of the most similar usual colour; the best matches
    are made first. If all colours are dark, as while a board appears, brighter ones are meant.
    FormatError if a level cannot have this size.
    """
    if problem := size_problem(width, height):
        raise FormatError(problem)
    colors = _brightened([color for color, _ in dots])
    labels = _labels(colors)
    seen = dict(zip(labels, colors, strict=True))
    return Level(
        width,
        height,
        {cell: label for label, (_, cells) in zip(labels, dots, strict=True) for cell in cells},
        colors=own_colors({label: _usual_if_alike(label, color) for label, color in seen.items()}),
    )


def _brightened(colors: Sequence[str]) -> list[str]:
    """Return the colours, brighter by the same factor if all are dark."""
    brightest = max((value for color in colors for value in _rgb(color)), default=0)
    if not 0 < brightest < _DARK:
        return list(colors)
    bright = ((value * 255 // brightest for value in _rgb(color)) for color in colors)
    return ["#" + bytes(rgb).hex() for rgb in bright]


def _labels(colors: Sequence[str]) -> list[str]:
    """Return a label for each colour; the same colour twice has two labels."""
    known = _OF_THE_GAME if len(colors) <= len(_OF_THE_GAME) else LABELS
    found: dict[int, str] = {}
    taken: set[str] = set()
    for number, label in sorted(
        product(range(len(colors)), known),
        key=lambda pair: _distance(colors[pair[0]], standard_color(pair[1])),
    ):
        if number not in found and label not in taken:
            found[number] = label
            taken.add(label)
    further = free_labels(LABELS)
    return [found.get(number) or next(further) for number in range(len(colors))]


def _distance(one: str, other: str) -> float:
    """Return how different two colours look: their distance in CIE 1976 L*a*b*."""
    return math.dist(_lab(one), _lab(other))


def _lab(color: str) -> tuple[float, float, float]:
    """Return L*, a* and b* of an sRGB colour under its own white, D65."""
    red, green, blue = (
        value / 3294.6 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4
        for value in _rgb(color)
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    f, g, h = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * g - 16, 500 * (f - g), 200 * (g - h)


def _usual_if_alike(label: str, color: str) -> str:
    usual = standard_color(label)
    differences = (abs(a - b) for a, b in zip(_rgb(color), _rgb(usual), strict=True))
    return usual if max(differences) <= _ALIKE else color


def _rgb(color: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


class FlowScanning(Scanning[Level]):
    """The dots of a picture are endpoints."""

    from_dots = staticmethod(from_dots)
