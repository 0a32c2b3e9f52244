"""Rows of clues: plain text, and the fields of a Slitherlink in FlowDesk JSON.

Plain text has one character a cell, one row a line, then lines of ``name: value``. A digit from 0
to 4 is a clue, ``.`` a cell without one. What could be a finished map of Flow is one, unless a line
``kind: slitherlink`` follows: it is written where it is needed.

The fields in JSON are::

    "clues": ["..3.", "2.0."],
    "solution": [[x, y], ...], "drawn": [[[x, y], [x, y]], ...], "crosses": [[[x, y], [x, y]], ...],
    "inside": [[x, y], ...], "outside": [[x, y], ...], "unsolvable": true

The solution is the corners of the loop in their order; an edge is the pair of the cells on its
sides. Crosses, inside and outside are a player's marks, "unsolvable" is the answer of another file.
All but the clues may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import takewhile
from string import digits

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.json_object import JsonObject
from flowdesk.core.puzzle import MAX_SIDE, size_problem
from flowdesk.core.text import about_lines, about_of, even_rows, lines_of, named_values
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.loops import solution_in
from flowdesk.kinds.rows import (
    KIND,
    are_clues,
    is_either,
    kind_told,
    rows_and_about,
    rows_in,
    text_with,
)
from flowdesk.kinds.slitherlink.files import course
from flowdesk.kinds.slitherlink.files.course import CHARACTERS, clues_in, rows_of
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, mistakes

_ROW = re.compile(r"[.0-9][ .0-9]*")


def recognize(text: str) -> bool:
    """Whether the first lines are rows of clues, and the others do not tell another kind."""
    lines = lines_of(text.strip())
    rows = list(takewhile(bool, lines))
    if not set("".join(rows)) <= {".", *digits}:
        return False
    if len(rows) == 1 and any(":" not in line for line in lines[1:] if line):
        return False  # rows with blank lines between them, as in some mails
    told = kind_told(lines[len(rows) :])
    if told == Slitherlink.kind:
        return set("".join(rows)) <= set(CHARACTERS)
    return not told and are_clues(rows)


def read(text: str) -> list[Entry]:
    """Return the puzzle of a text; FormatError with the line and column of a mistake."""
    rows, lines = rows_and_about(text, "Write one line per row of the board.")
    hint = "Several puzzles fit in a course file, with their sizes: '2 3 .2. 3.1'."
    values, told = named_values(lines, hint), (KIND, Slitherlink.kind)
    about = about_of((name, value) for name, value in values if (name, value.text) != told)
    hint = "All rows must be equally long: write '.' for a cell without a clue."
    clues = clues_in(even_rows(rows[: MAX_SIDE + 1], hint))
    width, height, first = len(rows[0].text), len(rows), rows[0].line
    if problem := size_problem(width, height):
        raise FormatError(problem, line=first)
    puzzle = Slitherlink(width, height, clues, about=about)
    return [Entry(puzzle, line=first, is_ambiguous=is_either(text))]


def write(entries: Sequence[Entry]) -> str:
    """Return the text of a puzzle; FormatError if its notes cannot be lines ``name: value``."""
    (entry,) = entries
    rows = rows_of(entry.level)
    about = about_lines(entry.level.about, "plain text", lambda name, value: name == KIND)
    if not are_clues(rows):
        about.append(f"{KIND}: {Slitherlink.kind}")
    return text_with(rows, about)


def find(lines: list[str]) -> list[Entry]:
    """Return the puzzle of the largest rows among lines of text, if they are rows of clues.

    Digits alone with blanks between them are left to Flow, as a table of numbers.
    """
    if not any(map(_ROW.fullmatch, lines)) or course.find(lines):
        return []
    rows = rows_in(lines)
    text = "\n".join(rows)
    is_table = "." not in text and rows[:1] != [line for line in lines if line in rows[:1]][:1]
    return read(text) if recognize(text) and not is_table else []


FORMAT = Format(
    key="clues",
    name="Plain text",
    called="plain text",
    recognize=recognize,
    read=read,
    write=write,
    find=find,
    sample="3..\n.2.\n..1\n",
)


def to_json(entry: Entry) -> dict[str, object]:
    """Return the fields of an entry that are the kind's own."""
    fields: dict[str, object] = {"clues": rows_of(entry.level)}
    if entry.solution:
        fields["solution"] = list(entry.solution.nodes)
    level = entry.level
    marks = {
        "drawn": sorted(level.drawn),
        "crosses": sorted(level.crosses),
        "inside": sorted(cell for cell, is_inside in level.shades.items() if is_inside),
        "outside": sorted(cell for cell, is_inside in level.shades.items() if not is_inside),
        "unsolvable": entry.is_unsolvable,
    }
    return fields | {name: value for name, value in marks.items() if value}


def from_json(data: JsonObject, width: int, height: int, about: Mapping[str, str]) -> Entry:
    """Return the entry with these fields; FormatError with the field that is wrong."""
    clues: dict[Cell, int] = {}
    rows = data.get("clues", list)
    place = data.place("clues")
    if len(rows) != height:
        raise FormatError(f"{place} has {len(rows)} rows, and 'height' is {height}.")
    for y, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != width:
            raise FormatError(f"{place}[{y}] is not a text of {width} characters.")
        for x, character in enumerate(row):
            if character not in CHARACTERS:
                raise FormatError(f"{place}[{y}]: {character!r} is neither '.' nor 0 to 4.")
            if character != ".":
                clues[x, y] = int(character)
    try:
        drawn, crosses = map(data.edges, ("drawn", "crosses"))
        shades = dict.fromkeys(data.cells("inside", []), True)
        shades |= dict.fromkeys(data.cells("outside", []), False)
        puzzle = Slitherlink(width, height, clues, drawn, crosses, shades, about=about)
    except ValueError as error:
        raise data.error(str(error)) from None
    loop = solution_in(data, Loop, partial(mistakes, puzzle))
    is_unsolvable = data.get("unsolvable", bool, False) and not loop
    return Entry(puzzle, loop, is_unsolvable=is_unsolvable)
