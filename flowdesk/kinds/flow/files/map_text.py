"""The map format: one character a cell, one row a line, then lines of ``name: value``.

A letter or digit is an endpoint, ``#`` a hole, any other printable character an empty cell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge, are_neighbors, edge_between
from flowdesk.core.puzzle import MAX_SIDE
from flowdesk.core.text import counted, is_text, lines_of
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow.colors import LABELS, default_colors
from flowdesk.kinds.flow.files.map_in_words import rows_in
from flowdesk.kinds.flow.level import Level, forbids_touching, own_colors, size_problem

_TOUCHING = ("allowed", "forbidden")
_WALL = re.compile(r"(\d{1,4}),(\d{1,4})-(\d{1,4}),(\d{1,4})")
_COLOR = re.compile(r"(\w)=(#[0-9a-fA-F]{6})")


def read(text: str) -> list[Entry]:
    """Return the level of a map; FormatError with the line and column of a mistake."""
    lines = lines_of(text)
    start = next((i for i, line in enumerate(lines) if line), None)
    if start is None:
        raise FormatError("the file is empty.", hint="A map has one line per row of the board.")
    end = next((i for i in range(start, len(lines)) if not lines[i]), len(lines))
    about = [(i + 1, line) for i, line in enumerate(lines[end:], end) if line]
    return [read_block(lines[start:end], start + 1, about)]


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


def read_block(rows: list[str], line: int, about: list[tuple[int, str]], prefix: int = 0) -> Entry:
    """Return the level of these rows, which begin at `line`, and of its numbered about-lines.

    `prefix` characters precede each about-line, for the columns of errors.
    """
    endpoints: dict[Cell, str] = {}
    holes: set[Cell] = set()
    width = len(rows[0])
    for y, row in enumerate(rows[: MAX_SIDE + 1]):
        if len(row) != width:
            raise FormatError(
                f"this row has {counted(len(row), 'cell')}, the first has {width}.",
                line=line + y,
                column=min(len(row), width) + 1,
                hint="All rows must be equally long: write '.' for an empty cell.",
            )
        for x, character in enumerate(row[: MAX_SIDE + 1]):
            if character == "#":
                holes.add((x, y))
            elif character in LABELS:
                endpoints[x, y] = character
            elif character.isalnum() or not character.isprintable():
                raise FormatError(
                    f"{character!r} is not a cell.",
                    line=line + y,
                    column=x + 1,
                    hint="Endpoints are A-Z, a-z and 0-9, '#' is a hole, '.' an empty cell.",
                )
    if problem := size_problem(width, len(rows)):
        raise FormatError(problem, line=line)
    shape = Level(width, len(rows), endpoints, frozenset(holes))
    return Entry(_with_about(shape, about, prefix), line=line)


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
    colors = [
        f"{label}={level.color(label)}"
        for label in level.pairs
        if level.color(label) != implied[label]
    ]
    if colors:
        lines.append(f"colors: {' '.join(colors)}")
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


def _with_about(shape: Level, lines: list[tuple[int, str]], prefix: int) -> Level:
    values: dict[str, list[str]] = {}
    colors = default_colors(shape.pairs)
    colored: dict[str, tuple[int, int]] = {}
    walls: set[Edge] = set()
    for number, line in lines:
        named = _named(line)
        if not named:
            raise FormatError(
                "after the rows and a blank line, lines 'name: value' are expected.",
                line=number,
                column=1,
                hint="Are there two levels in this file? Begin each with its size, as in '7 7'.",
            )
        name, value = named
        offset = prefix + len(line) - len(value)
        if name == "colors":
            colors |= _read_colors(value, number, offset, shape.pairs, colored)
        elif name == "walls":
            walls |= _read_walls(value, number, offset, shape)
        else:
            values.setdefault(name, []).append(value)
    about = {name: "\n".join(lines) for name, lines in values.items()}
    if about.get("touching", "allowed") not in _TOUCHING:
        number = next(number for number, line in lines if line.startswith("touching"))
        raise FormatError("touching is either 'allowed' or 'forbidden'.", line=number)
    return Level(
        shape.width,
        shape.height,
        shape.endpoints,
        shape.holes,
        frozenset(walls),
        own_colors(colors, shape.pairs),
        about,
        touching=not forbids_touching(about),
    )


def _read_colors(
    value: str,
    line: int,
    offset: int,
    labels: Mapping[str, object],
    places: dict[str, tuple[int, int]],
) -> dict[str, str]:
    """Return the colours in a line; `places` has line and column of each, and gets these, too."""
    colors = {}
    for word in re.finditer(r"\S+", value):
        match = _COLOR.fullmatch(word.group())
        column = offset + word.start() + 1
        if not match or match.group(1) not in labels:
            raise FormatError(
                f"{word.group()!r} is not the colour of a label on the board.",
                line=line,
                column=column,
                hint="Colours are written as in 'R=#ff0000 G=#00ff00'.",
            )
        label, color = match.groups()
        if label in places:
            first = "line {}, column {}".format(*places[label])
            raise FormatError(
                f"the colour of {label} is given here and in {first}.",
                line=line,
                column=column,
                hint="A label has one colour: keep one of the two.",
            )
        places[label] = line, column
        colors[label] = color.lower()
    return colors


def _read_walls(value: str, line: int, offset: int, shape: Level) -> set[Edge]:
    walls = set()
    for word in re.finditer(r"\S+", value):
        match = _WALL.fullmatch(word.group())
        numbers = [int(number) for number in match.groups()] if match else [0, 0, 0, 0]
        a, b = (numbers[0], numbers[1]), (numbers[2], numbers[3])
        if not (are_neighbors(a, b) and shape.is_cell(a) and shape.is_cell(b)):
            raise FormatError(
                f"{word.group()!r} is not a wall between two neighbouring cells of the board.",
                line=line,
                column=offset + word.start() + 1,
                hint="Walls are written as in '3,4-4,4', x before y, both from 0.",
            )
        walls.add(edge_between(a, b))
    return walls
