"""The fields of a Slitherlink in FlowDesk JSON, and what other files lose of it.

::

    "clues": ["..3.", "2.0."],
    "solution": [[x, y], ...], "drawn": [[[x, y], [x, y]], ...], "crosses": [[[x, y], [x, y]], ...],
    "inside": [[x, y], ...], "outside": [[x, y], ...], "unsolvable": true

The solution is the corners of the loop in their order; an edge is the pair of the cells on its
sides. Crosses, inside and outside are a player's marks, "unsolvable" is the answer of another file.
All but the clues may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.json_object import JsonObject
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.loops import solution_in
from flowdesk.kinds.slitherlink.files.course import CHARACTERS, rows_of
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, mistakes


def to_json(entry: Entry) -> dict[str, object]:
    """Return the fields of an entry besides kind, size and "about"."""
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
        puzzle = Slitherlink(width, height, clues, about, drawn, crosses, shades)
    except ValueError as error:
        raise data.error(str(error)) from None
    loop = solution_in(data, Loop, partial(mistakes, puzzle))
    is_unsolvable = data.get("unsolvable", bool, False) and not loop
    return Entry(puzzle, loop, is_unsolvable=is_unsolvable)
