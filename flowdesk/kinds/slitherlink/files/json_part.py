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

from collections.abc import Iterator, Mapping

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge, are_neighbors, edge_between
from flowdesk.core.json_object import JsonObject, cells_in
from flowdesk.kinds.entry import SOLUTION, Entry
from flowdesk.kinds.slitherlink.files.cells import CHARACTERS, rows_of
from flowdesk.kinds.slitherlink.loop import Loop, mistakes
from flowdesk.kinds.slitherlink.puzzle import Slitherlink, edge_joining


def to_json(entry: Entry) -> dict[str, object]:
    """Return the fields of an entry besides kind, size and "about"."""
    fields: dict[str, object] = {"clues": rows_of(entry.level)}
    if entry.solution:
        fields["solution"] = list(entry.solution.corners)
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
        drawn, crosses = (_edges(data, name) for name in ("drawn", "crosses"))
        shades = dict.fromkeys(data.cells("inside", []), True)
        shades |= dict.fromkeys(data.cells("outside", []), False)
        puzzle = Slitherlink(width, height, clues, about, drawn, crosses, shades)
    except ValueError as error:
        raise data.error(str(error)) from None
    loop = _solution(data)
    if loop and (wrong := mistakes(puzzle, loop)):
        raise FormatError(
            f"{data.place('solution')} does not solve the puzzle: {wrong[0].message}",
            hint="Remove the solution from the file: FlowDesk can find it again.",
        )
    is_unsolvable = data.get("unsolvable", bool, False) and not loop
    return Entry(puzzle, loop, is_unsolvable=is_unsolvable)


def lost(before: Entry, after: Entry) -> Iterator[str]:
    """Yield what of an entry was lost or changed, as in "the title"."""
    old, new = before.level, after.level
    for name, value in old.about.items():
        if new.about.get(name) != value:
            yield f"the {name}"
    if not old.drawn <= new.drawn:
        yield "the drawn edges"
    if old.crosses - new.crosses or old.shades.items() - new.shades.items():
        yield "the player's marks"
    if before.solution and not (after.solution or before.solution.edges <= new.drawn):
        yield SOLUTION
    if before.is_unsolvable and not after.is_unsolvable:
        yield "the answer UNSAT"


def _edges(data: JsonObject, name: str) -> frozenset[Edge]:
    edges = set()
    for i, item in enumerate(data.get(name, list, [])):
        place = f"{data.place(name)}[{i}]"
        cells = cells_in(item, place)
        if len(cells) != 2 or not are_neighbors(*cells):
            raise FormatError(f"{place} is not a pair of neighbouring cells.")
        edges.add(edge_between(*cells))
    return frozenset(edges)


def _solution(data: JsonObject) -> Loop | None:
    corners = data.cells("solution", [])
    if not corners:
        return None
    place = data.place("solution")
    around = zip(corners, [*corners[1:], corners[0]], strict=True)
    edges = set()
    for a, b in around:
        if not are_neighbors(a, b):
            raise FormatError(f"{place}: the corners {list(a)} and {list(b)} are not neighbours.")
        edges.add(edge_joining(a, b))
    return Loop(frozenset(edges))
