"""The map format: one character a cell, one row a line, then lines of ``name: value``.

A letter or digit is an endpoint, ``#`` a hole, any other printable character an empty cell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import dropwhile, takewhile

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge, are_neighbors, edge_between
from flowdesk.core.puzzle import MAX_SIDE
from flowdesk.core.text import Piece, counted, is_text, pieces_of
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow.colors import LABELS, default_colors
from flowdesk.kinds.flow.files.map_in_words import rows_in
from flowdesk.kinds.flow.level import Level, forbids_touching, own_colors, size_problem

_TOUCHING = ("allowed", "forbidden")
_WALL = re.compile(r"(\d{1,4}),(\d{1,4})-(\d{1,4}),(\d{1,4})")
_COLOR = re.compile(r"(\w)=(#[0-9a-fA-F]{6})")


def read(text: str) -> list[Entry]:
    """Return the level of a map; FormatError with the line and column of a mistake."""
    lines = list(dropwhile(lambda line: not line.text, pieces_of(text)))
    if not lines:
        raise FormatError("the file is empty.", hint="A map has one line per row of the board.")
    rows = list(takewhile(lambda line: line.text, lines))
    about = [line for line in lines[len(rows) :] if line.text]
    return [read_block([row.text for row in rows], rows[0].line, about)]


def write(entries: Sequence[Entry]) -> str:
    """Return the text of one level; FormatError if a map cannot hold it."""
    (entry,) = entries
    about = about_lines(entry.level)
    return "\n".join([*rows_of(entry.level), *(["", *about] if about else []), ""])


def find(lines: list[str]) -> list[Entry]:
    """Return the level of the largest map among lines of text."""
    rows = rows_in(lines)
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


def read_block(rows: list[str], first: int, about: list[Piece]) -> Entry:
    """Return the level of these rows, which begin at line `first`, and of its about-lines."""
    endpoints: dict[Cell, str] = {}
    holes: set[Cell] = set()
    width, height = len(rows[0]), len(rows)
    for y, row in enumerate(rows[: MAX_SIDE + 1]):
        length = len(row)
        if length != width:
            raise (
                Piece(row, first + y)
                .at(min(length, width))
                .error(
                    f"this row has {counted(length, 'cell')}, the first has {width}.",
                    "All rows must be equally long: write '.' for an empty cell.",
                )
            )
        for x, character in enumerate(row[: MAX_SIDE + 1]):
            if character == "#":
                holes.add((x, y))
            elif character in LABELS:
                endpoints[x, y] = character
            elif character.isalnum() or not character.isprintable():
                raise (
                    Piece(row, first + y)
                    .at(x)
                    .error(
                        f"{character!r} is not a cell.",
                        "Endpoints are A-Z, a-z and 0-9, '#' is a hole, '.' an empty cell.",
                    )
                )
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
        "".join(
            "#" if (x, y) in level.holes else level.endpoints.get((x, y), ".")
            for x in range(level.width)
        )
        for y in range(level.height)
    ]


def about_lines(level: Level) -> list[str]:
    """Return title, colours, walls and the like as lines ``name: value``."""
    lines = []
    for name, value in level.about.items():
        lines += [_about_line(name, part) for part in value.splitlines() or [""]]
    implied = default_colors(level.pairs)
    colors = {label: level.color(label) for label in level.pairs}
    own = [f"{label}={color}" for label, color in colors.items() if color != implied[label]]
    if own:
        lines.append(f"colors: {' '.join(own)}")
    if level.walls:
        walls = sorted(level.walls, key=lambda wall: (wall[0][1], wall[0][0], wall[1]))
        lines.append("walls: " + " ".join(f"{a[0]},{a[1]}-{b[0]},{b[1]}" for a, b in walls))
    return lines


def _about_line(name: str, value: str) -> str:
    """Return the line; FormatError if it would be read as something else."""
    line = f"{name}: {value}".rstrip()
    if (
        _named(line) != (name, value.strip())
        or not is_text(line)
        or name in ("colors", "walls")
        or (name == "touching" and value not in _TOUCHING)
    ):
        raise FormatError(
            f"a map cannot hold the line {line!r}.", hint="Save it as FlowDesk JSON (.json)."
        )
    return line


def _named(line: str) -> tuple[str, str] | None:
    """Return name and value of a line ``name: value``; None if it has another form."""
    name, colon, value = line.partition(":")
    if not colon or not name[0:1].isalpha() or re.search(r"[\r\n]", name):
        return None
    return name.rstrip(), value.lstrip()


def _with_about(shape: Level, lines: list[Piece]) -> Level:
    values: dict[str, list[str]] = {}
    colors = default_colors(shape.pairs)
    colored: dict[str, Piece] = {}
    walls: set[Edge] = set()
    for line in lines:
        named = _named(line.text)
        if not named:
            raise line.error(
                "after the rows and a blank line, lines 'name: value' are expected.",
                "Are there two levels in this file? Begin each with its size, as in '7 7'.",
            )
        name, value = named
        if name not in ("colors", "walls"):
            values.setdefault(name, []).append(value)
            continue
        words = line.at(len(line.text) - len(value)).words()
        if name == "colors":
            colors |= _read_colors(words, shape.pairs, colored)
        else:
            walls.update(_read_wall(word, shape) for word in words)
    about = {name: "\n".join(lines) for name, lines in values.items()}
    if about.get("touching", "allowed") not in _TOUCHING:
        number = next(line.line for line in lines if line.text.startswith("touching"))
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
