"""The map format: one character a cell, one row a line, then lines of ``name: value``.

A letter or digit is an endpoint, ``#`` a hole, any other printable character an empty cell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import dropwhile, takewhile

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge, are_neighbors, edge_between
from flowdesk.core.puzzle import MAX_SIDE
from flowdesk.core.text import Piece, about_lines, about_of, even_rows, named_values, pieces_of
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow.colors import LABELS, default_colors, numbered_label
from flowdesk.kinds.flow.level import Level, forbids_touching, own_colors, size_problem
from flowdesk.kinds.rows import KIND, are_clues, is_either, rows_in

_OWN = ("colors", "walls")
_TOUCHING = ("allowed", "forbidden")
_NUMBER = r"([0-5]?[0-9]|6[0-2])"  # as many as a map has labels
_ROW_OF_NUMBERS = re.compile(rf"{_NUMBER}([ \t]+{_NUMBER})*")
_WALL = re.compile(r"(\d{1,4}),(\d{1,4})-(\d{1,4}),(\d{1,4})")
_COLOR = re.compile(r"(\w)=(#[0-9a-fA-F]{6})")


def read(text: str) -> list[Entry]:
    """Return the level of a map; FormatError with the line and column of a mistake."""
    lines = list(dropwhile(lambda line: not line.text, pieces_of(text)))
    if not lines:
        raise FormatError("the file is empty.", hint="A map has one line per row of the board.")
    rows = list(takewhile(lambda line: line.text, lines))
    about = [line for line in lines[len(rows) :] if line.text]
    return [replace(read_block(rows, about), is_ambiguous=is_either(text))]


def write(entries: Sequence[Entry]) -> str:
    """Return the text of one level; FormatError if a map cannot hold it."""
    (entry,) = entries
    rows, about = rows_of(entry.level), lines_about(entry.level)
    if are_clues(rows) or KIND in entry.level.about:  # another kind could claim it
        about.insert(0, f"{KIND}: {Level.kind}")
    return "\n".join([*rows, *(["", *about] if about else []), ""])


def find(lines: list[str]) -> list[Entry]:
    """Return the level of the largest map or table of numbers among lines of text."""
    rows = rows_in(lines, _row_of_numbers)
    return read("\n".join(rows)) if rows else []


FORMAT = Format(
    key="map",
    name="Map",
    called="a map",
    suffixes=(".txt",),
    read=read,
    write=write,
    find=find,
    sample="R.G\n...\nR.G\n",
)


def read_block(rows: list[Piece], about: list[Piece]) -> Entry:
    """Return the level of these rows and of its about-lines."""
    endpoints: dict[Cell, str] = {}
    holes: set[Cell] = set()
    hint = "All rows must be equally long: write '.' for an empty cell."
    for y, row in enumerate(even_rows(rows[: MAX_SIDE + 1], hint)):
        for x, character in enumerate(row.text[: MAX_SIDE + 1]):
            if character == "#":
                holes.add((x, y))
            elif character in LABELS:
                endpoints[x, y] = character
            elif character.isalnum() or not character.isprintable():
                raise row.at(x).error(
                    f"{character!r} is not a cell.",
                    "Endpoints are A-Z, a-z and 0-9, '#' is a hole, '.' an empty cell.",
                )
    width, height, first = len(rows[0].text), len(rows), rows[0].line
    if problem := size_problem(width, height):
        raise FormatError(problem, line=first)
    shape = Level(width, height, endpoints, frozenset(holes))
    return Entry(_with_about(shape, about), line=first)


def rows_of(level: Level) -> list[str]:
    """Return the rows of a level; FormatError if its labels are longer than one character."""
    for label in level.pairs:
        if label not in LABELS:
            raise FormatError(
                f"a map has one letter or digit for each colour, and cannot hold {label!r}.",
                hint="Save it as FlowDesk JSON (.json).",
            )
    return [
        "".join("#" if cell in level.holes else level.endpoints.get(cell, ".") for cell in row)
        for row in level.board.rows
    ]


def lines_about(level: Level) -> list[str]:
    """Return title, colours, walls and the like as lines ``name: value``."""
    lines = about_lines(level.about, "a map", _is_taken)
    implied = default_colors(level.pairs)
    colors = {label: level.color(label) for label in level.pairs}
    own = [f"{label}={color}" for label, color in colors.items() if color != implied[label]]
    if own:
        lines.append(f"colors: {' '.join(own)}")
    if level.walls:
        walls = sorted(level.walls, key=lambda wall: (wall[0][1], wall[0][0], wall[1]))
        lines.append("walls: " + " ".join(f"{a[0]},{a[1]}-{b[0]},{b[1]}" for a, b in walls))
    return lines


def _is_taken(name: str, value: str) -> bool:
    """Whether a line with this name and value means something else in a map."""
    return (
        name in _OWN
        or (name == "touching" and value not in _TOUCHING)
        or (name, value) == (KIND, Level.kind)
    )


def _with_about(shape: Level, lines: list[Piece]) -> Level:
    hint = "Are there two levels in this file? Begin each with its size, as in '7 7'."
    values: list[tuple[str, Piece]] = []
    colors = default_colors(shape.pairs)
    colored: dict[str, Piece] = {}
    walls: set[Edge] = set()
    for name, value in named_values(lines, hint):
        if name == "colors":
            colors |= _read_colors(value.words(), shape.pairs, colored)
        elif name == "walls":
            walls.update(_read_wall(word, shape) for word in value.words())
        elif (name, value.text) != (KIND, Level.kind):
            values.append((name, value))
    about = about_of(values)
    if about.get("touching", "allowed") not in _TOUCHING:
        number = next(value.line for name, value in values if name == "touching")
        raise FormatError("touching is either 'allowed' or 'forbidden'.", line=number)
    return Level(
        shape.width,
        shape.height,
        shape.endpoints,
        shape.holes,
        frozenset(walls),
        own_colors(colors),
        about,
        touching=not forbids_touching(about),
    )


def _read_colors(
    words: list[Piece], labels: Mapping[str, object], places: dict[str, Piece]
) -> dict[str, str]:
    """Return the colours in a line; `places` has the place of each, and gets these, too."""
    colors = {}
    for word in words:
        match = _COLOR.fullmatch(word.text)
        if not match or match[1] not in labels:
            raise word.error(
                f"{word.text!r} is not the colour of a label on the board.",
                "Colours are written as in 'R=#ff0000 G=#00ff00'.",
            )
        label, color = match.groups()
        first = places.setdefault(label, word)
        if first is not word:
            where = f"line {first.line}, column {first.column}"
            raise word.error(
                f"the colour of {label} is given here and in {where}.",
                "A label has one colour: keep one of the two.",
            )
        colors[label] = color.lower()
    return colors


def _read_wall(word: Piece, shape: Level) -> Edge:
    match = _WALL.fullmatch(word.text)
    numbers = [int(number) for number in match.groups()] if match else [0, 0, 0, 0]
    a, b = (numbers[0], numbers[1]), (numbers[2], numbers[3])
    if not (are_neighbors(a, b) and shape.is_cell(a) and shape.is_cell(b)):
        raise word.error(
            f"{word.text!r} is not a wall between two neighbouring cells of the board.",
            "Walls are written as in '3,4-4,4', x before y, both from 0.",
        )
    return edge_between(a, b)


def _row_of_numbers(line: str) -> str:
    """Return a line of numbers as a row of a map, in which 0 is an empty cell; else ""."""
    if not _ROW_OF_NUMBERS.fullmatch(line):
        return ""
    numbers = map(int, line.split())
    return "".join(numbered_label(number) if number else "." for number in numbers)
