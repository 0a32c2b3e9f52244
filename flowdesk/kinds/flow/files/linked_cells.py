r"""Linked cells: maps that draw each link, of boards of every shape.

The first line is ``STANDARD``, ``BRIDGES``, ``WARPS`` or ``HEX``. Then come rows of cells and rows
of links in turn; cell (x, y) is character 2x of row 2y, and a blank where there is none::

    WARPS           HEX
    A-.-B-            A   B
    | | |            /|\ /|\
    A-.-B-          .-.-.-.-.
    | | |           |/|\|/|\|

``.`` is an empty cell, ``*`` a bridge, a letter or digit an endpoint. ``-`` links a cell with the
next one of its row, ``|`` with the one below; no mark is a wall. ``-`` behind the last column and
``|`` below the last row are warps. Of hexagons one column in two stands half a cell lower, and has
links to its lower left (``/``) and lower right (``\``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from flowdesk.core.board import board_of
from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge, cells_of, edge_between
from flowdesk.core.shape import Shape
from flowdesk.core.text import Piece, pieces_of
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow.colors import LABELS, default_colors
from flowdesk.kinds.flow.level import Level, own_colors, size_problem

_NAMES = ("STANDARD", "BRIDGES", "WARPS", "HEX")
_START = re.compile(rf"\s*({'|'.join(_NAMES)})[ \t]*[\r\n]")
_SHIFTED = "The even columns stand lower in this file: a column of holes was put before them."
#: Where a mark stands: row and column of the text below the first line.
_Place: TypeAlias = tuple[int, int]


def read(text: str) -> list[Entry]:
    """Return the level of the file; FormatError with line and column."""
    lines = pieces_of(text)
    first = next((number for number, line in enumerate(lines) if line.text), 0)
    if lines[first].text.strip() not in _NAMES:
        raise lines[first].error(f"{', '.join(_NAMES[:3])} or {_NAMES[3]} is expected here.")
    rows = lines[first + 1 :]
    while rows and not rows[-1].text:
        rows.pop()
    marks = {
        (y, x): row.at(x)
        for y, row in enumerate(rows)
        for x, character in enumerate(row.text)
        if character != " "
    }
    is_hex = lines[first].text.strip() == "HEX"
    remarks: tuple[str, ...] = ()
    if is_hex and _is_even_lower(marks):
        marks = {(y, x + 2): mark for (y, x), mark in marks.items()}
        remarks = (_SHIFTED,)
    cells = {(x // 2, y // 2): mark for (y, x), mark in marks.items() if not (x % 2 or y % 2)}
    if not cells:
        raise FormatError("there are no cells in this file.", line=lines[first].line)
    width, height = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
    if problem := size_problem(width, height):
        raise FormatError(problem, line=rows[0].line)
    endpoints, bridges = _contents(cells, is_hex)
    links = {place: mark for place, mark in marks.items() if place[0] % 2 or place[1] % 2}
    shape = Shape("hex") if is_hex else _warps(links, cells, bridges, width, height)
    holes = frozenset(set(cells_of(width, height)) - cells.keys())
    linked = _linked(links, cells, _places(shape, width, height))
    walls = frozenset(board_of(width, height, holes, shape=shape).links) - linked
    colors = own_colors(default_colors(endpoints.values()))
    level = Level(width, height, endpoints, holes, walls, colors, shape=shape)
    return [Entry(level, remarks=remarks)]


def write(entries: Sequence[Entry]) -> str:
    """Return the text of one level; FormatError if a letter is missing for a colour."""
    (entry,) = entries
    level = entry.level
    for label in level.pairs:
        if label not in LABELS:
            raise FormatError(
                f"linked cells have a letter or digit for each colour, and cannot hold {label!r}.",
                hint="Save it as FlowDesk JSON (.json).",
            )
    shape = level.shape
    last = [max((cell[axis] for cell in level.cells), default=-1) + 1 for axis in (0, 1)]
    if last != [level.width, level.height]:
        raise FormatError(
            "linked cells end with a cell, and this board with a row or column of holes.",
            hint="Save it as FlowDesk JSON (.json).",
        )
    rows = [[" "] * 2 * level.width for _ in range(2 * level.height)]
    for x, y in level.cells:
        empty = "*" if (x, y) in shape.bridges else "."
        rows[2 * y][2 * x] = level.endpoints.get((x, y), empty)
    places = _places(shape, level.width, level.height)
    there = set(level.board.links)
    for (row, column), (edge, mark) in places.items():
        if edge in there:
            rows[row][column] = mark
    name = "HEX" if shape.cells == "hex" else "BRIDGES" if shape.bridges else "STANDARD"
    name = "WARPS" if shape.has_warps else name
    lines = ["".join(row).rstrip() for row in rows]
    return "\n".join([name, *lines[: None if lines[-1] else -1], ""])


FORMAT = Format(
    key="linked",
    name="Linked cells",
    called="linked cells",
    suffixes=(".txt",),
    recognize=_START.match,
    read=read,
    write=write,
    sample="STANDARD\nA-B\n| |\nA-B\n",
)


def _contents(cells: dict[Cell, Piece], is_hex: bool) -> tuple[dict[Cell, str], frozenset[Cell]]:
    endpoints, bridges = dict[Cell, str](), set[Cell]()
    for cell, mark in cells.items():
        character = mark.text[0]
        if character == "*" and is_hex:
            raise mark.error("hexagons have no bridges here.")
        if character == "*":
            bridges.add(cell)
        elif character in LABELS:
            endpoints[cell] = character
        elif character != ".":
            raise mark.error(
                f"{character!r} is not a cell.",
                "A letter is an endpoint, '.' an empty cell, '*' a bridge, a blank no cell.",
            )
    return endpoints, frozenset(bridges)


def _is_even_lower(marks: dict[_Place, Piece]) -> bool:
    """Whether the even columns of hexagons stand lower; FormatError if columns do not agree."""
    told: dict[bool, Piece] = {}
    for (row, column), mark in sorted(marks.items()):
        if row % 2 and column % 2 and mark.text[0] in "/\\":
            told.setdefault((column // 2 % 2 == 0) == (mark.text[0] == "\\"), mark)
    if len(told) == 2:
        raise list(told.values())[1].error(
            "this side is slanted the other way than those before.",
            "Of hexagons every second column stands lower, from the first row to the last.",
        )
    return True in told


def _places(shape: Shape, width: int, height: int) -> dict[_Place, tuple[Edge, str]]:
    """Return by place each link of a board without holes and walls, with its mark."""
    marks = {"r": (0, 1, "-"), "b": (1, 0, "|")}  # down and right of the cell
    found: dict[_Place, tuple[Edge, str]] = {}
    for x, y in cells_of(width, height):
        for side in shape.onward:
            near = shape.beside((x, y), side, width, height)
            if near is None:
                continue
            if side in marks:
                down, right, mark = marks[side]
            else:  # a slanted side of a hexagon, on the same line of the table or another
                down, right, mark = {0: (0, 1, "-"), 1: (1, 1, "\\"), -1: (-1, 1, "/")}[near[1] - y]
            found[2 * y + down, 2 * x + right] = edge_between((x, y), near), mark
    return found


def _warps(
    links: dict[_Place, Piece],
    cells: dict[Cell, Piece],
    bridges: frozenset[Cell],
    width: int,
    height: int,
) -> Shape:
    """Return the shape with the rows and columns that have a mark at the border."""
    rows, columns = set[int](), set[int]()
    for (row, column), mark in links.items():
        if column == 2 * width - 1 and row % 2 == 0:
            line, length, others, first = row // 2, width, rows, (0, row // 2)
        elif row == 2 * height - 1 and column % 2 == 0:
            line, length, others, first = column // 2, height, columns, (column // 2, 0)
        else:
            continue
        if first not in cells:
            raise mark.error("this warp leads to no cell: there is none at the other border.")
        if length < 2:
            raise mark.error("this warp would link a cell with itself.")
        others.add(line)
    return Shape("square", bridges, frozenset(rows), frozenset(columns))


def _linked(
    links: dict[_Place, Piece],
    cells: dict[Cell, Piece],
    places: dict[_Place, tuple[Edge, str]],
) -> set[Edge]:
    """Return the links that are marked; FormatError at a mark that links nothing."""
    found = set()
    for place, mark in links.items():
        edge, expected = places.get(place, (None, ""))
        if edge is None or not all(cell in cells for cell in edge):
            raise mark.error(f"{mark.text[0]!r} links no two cells here.")
        if mark.text[0] != expected:
            raise mark.error(f"{mark.text[0]!r} does not belong here: {expected!r} is a link.")
        found.add(edge)
    return found
