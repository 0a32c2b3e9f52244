"""FlowDesk's own JSON: everything that is known of a level, and of any number of them.

::

    {"flowdesk": 1, "kind": "flow", "width": 5, "height": 5,
     "endpoints": [{"label": "R", "color": "#ff0000", "cells": [[0, 0], [1, 4]]}, ...],
     "holes": [[x, y], ...], "walls": [[[x, y], [x, y]], ...], "about": {"title": "..."},
     "solution": {"R": [[x, y], ...], ...}, "drawn": {"R": [[x, y], ...], ...}}

Several levels stand in a list: ``{"flowdesk": 1, "puzzles": [{...}, ...]}``. Everything from
"holes" on may be left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge, are_neighbors, edge_between
from flowdesk.core.json_text import parse_json
from flowdesk.core.terminal import printable_json
from flowdesk.core.text import is_text
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level, forbids_touching, own_colors, size_problem
from flowdesk.kinds.flow.solution import Solution, mistakes

VERSION = 1

#: The names in a level's object, and those in a file that holds only one.
_KNOWN = {"flowdesk", "puzzles", "kind", "width", "height", "endpoints", "holes", "walls"}
_KNOWN |= {"about", "solution", "drawn"}


def recognize(text: str) -> bool:
    """Whether the text begins like a JSON object."""
    return re.match(r'\s*\{\s*("|\})', text) is not None


def read(text: str) -> list[Entry]:
    """All levels of the file; FormatError saying which value is wrong."""
    data = parse_json(text)
    version = _get(data, "", "flowdesk", int)
    if version > VERSION:
        raise FormatError(
            f"this file is of version {version}, written by a newer FlowDesk than this one, "
            f"which knows version {VERSION}.",
            hint="Get the newest FlowDesk to open it.",
        )
    if version < 1:
        raise FormatError(f"'flowdesk' is {version}: versions count from 1.")
    if "puzzles" not in data:
        return [_read_puzzle(data, "")]
    puzzles = _get(data, "", "puzzles", list)
    if not puzzles:
        raise FormatError("there is no level in this file: 'puzzles' is empty.")
    return [_read_puzzle(puzzle, f"puzzles[{i}]") for i, puzzle in enumerate(puzzles)]


def write(entries: Sequence[Entry]) -> str:
    """The text of any number of levels, a line for each part."""
    if len(entries) == 1:
        return "{" + _indented({"flowdesk": VERSION, **_puzzle(entries[0])}) + "\n}\n"
    return of_many([written(entry) for entry in entries])


def written(entry: Entry) -> str:
    """The text of one level, as it stands in a file of many."""
    return "{" + _indented(_puzzle(entry)) + "\n}"


def of_many(levels: Iterable[str], more: Mapping[str, object] | None = None) -> str:
    """The text of a file of levels that were `written`; `more` stands before them."""
    head = json.dumps({"flowdesk": VERSION, **(more or {})}).removesuffix("}")
    return f'{head}, "puzzles": [\n' + ",\n".join(levels) + "\n]}\n"


def _puzzle(entry: Entry) -> dict[str, object]:
    level = entry.level
    for name, value in level.about.items():
        if not (is_text(name) and is_text(value)):
            raise FormatError(f"the value of {name!a} is no text that UTF-8 can hold.")
    puzzle: dict[str, object] = {
        "kind": "flow",
        "width": level.width,
        "height": level.height,
        "endpoints": [
            {"label": label, "color": level.color(label), "cells": level.pairs.get(label, [])}
            for label in dict.fromkeys([*level.pairs, *level.colors])  # one may wait for its dots
        ],
    }
    if level.holes:
        puzzle["holes"] = sorted(level.holes)
    if level.walls:
        puzzle["walls"] = sorted(level.walls)
    if level.about:
        puzzle["about"] = dict(level.about)
    if entry.solution:
        puzzle["solution"] = dict(entry.solution.paths)
    if level.drawn:
        puzzle["drawn"] = dict(level.drawn)
    return puzzle


def _indented(puzzle: Mapping[str, object]) -> str:
    """The parts of a puzzle, one a line; endpoints and paths one a line, too."""
    parts = []
    for name, value in puzzle.items():
        if name == "endpoints" and isinstance(value, list) and value:
            inner = ",\n    ".join(_text_of(item) for item in value)
            parts.append(f"\n  {json.dumps(name)}: [\n    {inner}\n  ]")
        elif name in ("solution", "drawn") and isinstance(value, dict):
            inner = ",\n    ".join(
                f"{json.dumps(label)}: {json.dumps(path)}" for label, path in value.items()
            )
            parts.append(f"\n  {json.dumps(name)}: {{\n    {inner}\n  }}")
        else:
            parts.append(f"\n  {json.dumps(name)}: {_text_of(value)}")
    return ",".join(parts)


def _text_of(value: object) -> str:
    """A value as JSON that people can read: in UTF-8, and harmless on a terminal."""
    return printable_json(json.dumps(value, ensure_ascii=False))


def _read_puzzle(data: object, where: str) -> Entry:
    kind = _get(data, where, "kind", str, "flow")
    if kind != "flow":
        raise FormatError(f"{_path(where, 'kind')} is {kind!r}: only 'flow' is known here.")
    width, height = _get(data, where, "width", int), _get(data, where, "height", int)
    if problem := size_problem(width, height):
        raise FormatError(problem)
    holes = frozenset(_cells(_get(data, where, "holes", list, []), _path(where, "holes")))
    shape = _built(where, width, height, {}, holes)
    endpoints: dict[Cell, str] = {}
    colors: dict[str, str] = {}
    for i, item in enumerate(_get(data, where, "endpoints", list)):
        place = f"{_path(where, 'endpoints')}[{i}]"
        label = _get(item, place, "label", str)
        if not label or not label.isprintable() or len(label) > 16 or label in colors:
            raise FormatError(f"{place}.label is {label!r}: labels are short, and differ.")
        colors[label] = _get(item, place, "color", str, shape.color(label)).lower()
        if not re.fullmatch(r"#[0-9a-f]{6}", colors[label]):
            raise FormatError(f"{place}.color is {colors[label]!r}, not a colour as '#ff0000'.")
        for cell in _cells(_get(item, place, "cells", list), f"{place}.cells"):
            if cell in endpoints:
                raise FormatError(f"{place}.cells: two endpoints stand at {list(cell)}.")
            endpoints[cell] = label
    walls = _walls(_get(data, where, "walls", list, []), _path(where, "walls"))
    about = _get(data, where, "about", dict, {})
    for name, value in about.items():
        if not (isinstance(value, str) and is_text(name) and is_text(value)):
            raise FormatError(f"{_path(where, 'about')}.{name!a} is not a text.")
    colors, touching = own_colors(colors, colors), not forbids_touching(about)
    level = _built(where, width, height, endpoints, holes, walls, colors, about, {}, touching)
    paths = _paths(data, where, "solution", level)
    solution = Solution(paths) if paths else None
    if solution and (wrong := mistakes(level, solution)):
        raise FormatError(
            f"{_path(where, 'solution')} does not solve the level: {wrong[0].message}",
            hint="Take the solution out of the file: FlowDesk can find it again.",
        )
    drawn = _paths(data, where, "drawn", level)
    unknown = sorted(set(data) - _KNOWN) if isinstance(data, dict) else []
    remarks = tuple(f"{_path(where, name)} is unknown, and was left out." for name in unknown)
    try:
        if drawn:
            level = replace(level, drawn=drawn)
        return Entry(level, solution, remarks=remarks)
    except ValueError as error:
        raise FormatError(f"{_path(where, 'drawn')}: {error}") from None


def _built(where: str, *parts: Any) -> Level:
    """A level; what does not fit together is the file's fault."""
    try:
        return Level(*parts)
    except ValueError as error:
        raise FormatError(f"{where}: {error}" if where else str(error)) from None


def _walls(data: list[object], where: str) -> frozenset[Edge]:
    walls = set()
    for i, wall in enumerate(data):
        ends = _cells(wall if isinstance(wall, list) else [], f"{where}[{i}]")
        if len(ends) != 2 or not are_neighbors(ends[0], ends[1]):
            raise FormatError(f"{where}[{i}] is not a pair of neighbouring cells.")
        walls.add(edge_between(ends[0], ends[1]))
    return frozenset(walls)


def _paths(data: object, where: str, name: str, level: Level) -> dict[str, tuple[Cell, ...]]:
    paths = {}
    place = _path(where, name)
    for label, cells in _get(data, where, name, dict, {}).items():
        if label not in level.pairs:
            raise FormatError(f"{place}.{label}: there is no such label on the board.")
        path = _cells(cells if isinstance(cells, list) else [], f"{place}.{label}")
        if not path or not all(level.is_cell(cell) for cell in path):
            raise FormatError(f"{place}.{label} is not a list of cells of the board.")
        paths[label] = tuple(path)
    return paths


def _cells(data: list[object], where: str) -> list[Cell]:
    cells = []
    for i, item in enumerate(data):
        # Not `match`, and not `isinstance`: this runs for every cell of every path.
        if type(item) is list and [type(number) for number in item] == [int, int]:
            cells.append((item[0], item[1]))
        else:
            raise FormatError(f"{where}[{i}] is not a cell as [x, y].")
    return cells


_NAMES = {int: "a whole number", str: "a text", list: "a list", dict: "an object"}


def _get(data: object, where: str, name: str, kind: type, default: Any = None) -> Any:
    """The value of a name in a JSON object; FormatError if it is not of the expected kind."""
    if not isinstance(data, dict):
        raise FormatError(f"{where or 'the file'} is not a JSON object.")
    value = data.get(name, default)
    if value is None:
        hint = 'FlowDesk\'s files begin with {"flowdesk": 1, ...' if name == "flowdesk" else ""
        raise FormatError(f"{_path(where, name)} is missing.", hint=hint)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise FormatError(f"{_path(where, name)} is not {_NAMES[kind]}.")
    return value


def _path(where: str, name: str) -> str:
    return f"{where}.{name}" if where else f"'{name}'"
