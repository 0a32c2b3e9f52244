"""Maps: one character a cell, one row a line, then lines of ``name: value``; and lists of maps.

A letter or digit is an endpoint, ``#`` a hole, any other printable character an empty cell.

A list has a line ``W H`` before the rows of each level, and blank and ``#`` lines between. What a
map has below its rows (title, colours, walls ...) is written in comment lines ``# name: value``
right before the level, because other programs skip comments.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge, are_neighbors, edge_between
from flowdesk.core.puzzle import MAX_SIDE
from flowdesk.core.text import (
    Piece,
    about_lines,
    about_of,
    counted,
    even_rows,
    lines_of,
    named_values,
)
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow.colors import LABELS, default_colors, numbered_label
from flowdesk.kinds.flow.files.as_json import PLAIN_ONLY
from flowdesk.kinds.flow.level import Level, forbids_touching, own_colors, size_problem
from flowdesk.kinds.rows import KIND, are_clues, is_either, rows_and_about, rows_in, text_with

_COMMENT = "# "
_SIZE = re.compile(r"\s*(\d{1,9})\s+(\d{1,9})")
_OWN = ("colors", "walls")
_TOUCHING = ("allowed", "forbidden")
_NUMBER = r"([0-5]?[0-9]|6[0-2])"  # as many as a map has labels
_ROW_OF_NUMBERS = re.compile(rf"{_NUMBER}([ \t]+{_NUMBER})*")
_WALL = re.compile(r"(\d{1,4}),(\d{1,4})-(\d{1,4}),(\d{1,4})")
_COLOR = re.compile(r"(\w)=(#[0-9a-fA-F]{6})")


def read(text: str) -> list[Entry]:
    """Return the level of a map; FormatError with the line and column of a mistake."""
    rows, about = rows_and_about(text, "A map has one line per row of the board.")
    return [replace(_read_block(rows, about), is_ambiguous=is_either(text))]


def write(entries: Sequence[Entry]) -> str:
    """Return the text of one level; FormatError if a map cannot hold it."""
    (entry,) = entries
    rows, about = rows_of(entry.level), _lines_about(entry.level)
    if are_clues(rows) or KIND in entry.level.about:  # another kind could claim it
        about.insert(0, f"{KIND}: {Level.kind}")
    return text_with(rows, about)


def find(lines: list[str]) -> list[Entry]:
    """Return the level of the largest map or table of numbers among lines of text."""
    rows = rows_in(lines, _row_of_numbers)
    return read("\n".join(rows)) if rows else []


FORMAT = Format(
    key="map",
    name="Map",
    called="a map",
    read=read,
    write=write,
    most=PLAIN_ONLY,
    find=find,
    sample="R.G\n...\nR.G\n",
)


def _begins_list(text: str) -> bool:
    """Whether the first line that is not blank and not a comment gives a size."""
    for line in lines_of(text):
        if line and not line.startswith("#"):
            return bool(_SIZE.fullmatch(line))
    return False


def _read_list(text: str) -> list[Entry]:
    """Return all levels of the file; FormatError with the line and column of a mistake."""
    lines = lines_of(text)
    entries: list[Entry] = []
    about: list[Piece] = []
    at = 0
    while at < len(lines):
        line, at = lines[at], at + 1
        if not line:
            continue
        if line.startswith("#"):
            if re.match(r"# [^\W\d_][^:]*:", line):
                about.append(Piece(line, at).at(len(_COMMENT)))
            continue
        size = _SIZE.fullmatch(line)
        if not size:
            message = "the size of the next level is expected here, as in '7 7'."
            raise Piece(line, at).error(message, "Comments begin with '#'.")
        width, height = int(size[1]), int(size[2])
        if width == height == 0:
            break  # the end mark of some old files
        if problem := size_problem(width, height):
            raise FormatError(problem, line=at)
        block = [Piece(row, number) for number, row in enumerate(lines[at : at + height], at + 1)]
        missing = [Piece("", at + len(block) + 1)] if len(block) < height else []
        for row in (*block, *missing):
            length = len(row.text)
            if length != width:
                raise row.at(min(length, width)).error(
                    f"this row has {counted(length, 'cell')}, line {at} says {width}.",
                    f"After the size must follow {counted(height, 'row')} of "
                    f"{counted(width, 'cell')}.",
                )
        entries.append(_read_block(block, about))
        about = []
        at += height
    if not entries:
        raise FormatError("there is no level in this file.")
    return entries


def _write_list(entries: Sequence[Entry]) -> str:
    """Return the text of any number of levels; FormatError if one of them cannot be held."""
    blocks = []
    for entry in entries:
        level = entry.level
        about = [_COMMENT + line for line in _lines_about(level)]
        size = f"{level.width} {level.height}"
        blocks.append("\n".join([*about, size, *rows_of(level), ""]))
    return "\n".join(blocks)


LIST = Format(
    key="list",
    name="Many maps",
    called="a list of maps",
    holds_many=True,
    recognize=_begins_list,
    read=_read_list,
    write=_write_list,
    most=PLAIN_ONLY,
    sample="3 3\nR.G\n...\nR.G\n",
)


def _read_block(rows: list[Piece], about: list[Piece]) -> Entry:
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


def _lines_about(level: Level) -> list[str]:
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
        about=about,
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
