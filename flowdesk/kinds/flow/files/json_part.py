"""The fields of a Flow level in FlowDesk JSON, and what other files lose of it.

::

    "endpoints": [{"label": "R", "color": "#ff0000", "cells": [[0, 0], [1, 4]]}, ...],
    "holes": [[x, y], ...], "walls": [[[x, y], [x, y]], ...],
    "board": {"cells": "square" | "hex", "bridges": [[x, y], ...],
              "warps": {"rows": [y, ...], "columns": [x, ...]}},
    "solution": {"R": [[x, y], ...], ...}, "drawn": {"R": [[x, y], ...], ...}

Everything from "holes" on may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.json_object import JsonObject, cells_in
from flowdesk.core.shape import PLAIN, Shape
from flowdesk.kinds.entry import SOLUTION, Entry
from flowdesk.kinds.flow.colors import standard_color
from flowdesk.kinds.flow.drawing import drawn_solution
from flowdesk.kinds.flow.level import Level, Solution, forbids_touching, mistakes, own_colors


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
