"""Levels as numbers of cells: the level strings of Flow Free, and lists of coordinates.

A level string is a line ``W[:H][+B],0,NUMBER,FLOWS[,BRIDGES[,HOLES[,WALLS]]];PATH;PATH ...``. A
path lists its cells from one endpoint to the other, each as row * W + column, so the paths are the
solution, too. Holes and bridges are written ``45:46``, walls ``45|54:46|55``; ``+B`` stands where
there are bridges.

A list of coordinates is a line ``COLOURS WIDTH HEIGHT``, then a line ``(x, y) (x, y)`` for each
colour. Cells count from 0, from the left and from the top. It is only read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from flowdesk.core.board import Board, board_of
from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge, are_neighbors, cell_name, edge_between
from flowdesk.core.shape import Shape
from flowdesk.core.text import Piece, counted, filled_lines
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow.colors import free_labels
from flowdesk.kinds.flow.drawing import drawn_solution
from flowdesk.kinds.flow.level import Level, Solution, mistakes, size_problem

_SIZE = re.compile(r"\s*([0-9]{1,9})(?::([0-9]{1,9}))?(\+B)?\s*")
# A size, commas and a semicolon, as in ``5,0,1,5;``.
_START = re.compile(r"\s*[0-9][\w:+ \t]*(,[^,;\n]*){3,9};")
_AMONG_WORDS = re.compile(r"(?<!\S)[0-9]+(:[0-9]+)?(\+B)?,.*")
_BORDER = "The border round the board (+B) was left out: it changes nothing."

_SIZES = re.compile(r"[ \t]*([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})")
# A line of three numbers, and one that begins with a bracket.
_BEGINNING = re.compile(r"\s*(-?[0-9]+[ \t]+){2}-?[0-9]+[ \t]*[\r\n]\s*\(\s*-?[0-9]")
_CELL = re.compile(r"\s*(\()\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)")


def read(text: str) -> list[Entry]:
    """Return the levels of the file with their solutions; FormatError with line and column."""
    return list(map(_read_line, filled_lines(text)))


def find(lines: list[str]) -> list[Entry]:
    """Return the levels of the level strings at the ends of lines of text."""
    matches = filter(None, map(_AMONG_WORDS.search, lines))
    found = [match[0] for match in matches if _START.match(match[0])]
    return read("\n".join(found)) if found else []


def write(entries: Sequence[Entry]) -> str:
    """Return a line for each level; FormatError for one without a solution, which it holds."""
    return "".join(_line(entry, number) for number, entry in enumerate(entries, 1))


FORMAT = Format(
    key="string",
    name="Flow Free level string",
    called="a level string",
    holds_many=True,
    recognize=_START.match,
    read=read,
    write=write,
    most={"warps": 0, "hexagons": 0},
    find=find,
    sample="2,0,1,2;0,1;2,3\n",
)


def _read_line(line: Piece) -> Entry:
    header, *parts = line.split(";")
    if parts and not parts[-1].text.strip():
        parts.pop()
    shape, remarks = _shape(header, len(parts))
    endpoints: dict[Cell, str] = {}
    paths: dict[str, tuple[Cell, ...]] = {}
    for part, label in zip(parts, free_labels(), strict=False):
        paths[label] = _cells(part, ",", shape.board)
        ends = {*paths[label][:1], *paths[label][-1:]}
        if len(ends) != 2 or not ends.isdisjoint(endpoints):
            raise part.error("a path leads from one endpoint to another, where no other path ends.")
        endpoints |= dict.fromkeys(ends, label)
    try:
        level = replace(shape, endpoints=endpoints)
    except ValueError as error:
        raise header.error(str(error)) from None
    solution = Solution(paths)
    if wrong := mistakes(level, solution):
        by_part = zip(parts, paths.values(), strict=True)
        places = {cell: part for part, path in by_part for cell in path}
        at = next((places[cell] for cell in wrong[0].cells if cell in places), header)
        where = f" at {cell_name(wrong[0].cells[0])}" if wrong[0].cells else ""
        raise at.error(f"the paths do not solve the level{where}: {wrong[0].message}")
    return Entry(level, solution, remarks=remarks)


def _shape(header: Piece, count: int) -> tuple[Level, tuple[str, ...]]:
    """Return the board without its endpoints, and remarks; `count` paths follow."""
    size, *fields = header.split(",")
    found = _SIZE.fullmatch(size.text)
    if not found:
        raise size.error("the size is expected here, as in '7', '7:9' or '7:9+B'.")
    if len(fields) < 3:
        raise size.error(
            "0, the level's number and the number of its flows are expected after the size.",
            "As in '2,0,1,2;0,1;2,3'.",
        )
    width, height = int(found[1]), int(found[2] or found[1])
    if problem := size_problem(width, height):
        raise size.error(problem)
    zero, _, flows, *others = fields
    bridges, holes, walls = (others + [Piece("", 0, 0)] * 3)[:3]
    _number(zero, 0)
    if _number(flows, width * height) != count:
        raise flows.error(f"this must be the number of paths, and {count} follow.")
    for piece in others[3:]:
        if piece.text.strip():
            raise piece.error(f"{piece.text.strip()[:20]!r} is unknown here.")
    each = walls.split(":") if walls.text.strip() else []
    board = board_of(width, height)
    edges = frozenset(_wall(piece, board) for piece in each)
    empty = frozenset(_cells(holes, ":", board))
    crossed = frozenset(_cells(bridges, ":", board))
    try:
        shape = Level(width, height, holes=empty, walls=edges, shape=Shape(bridges=crossed))
    except ValueError as error:
        raise (bridges if crossed & empty else walls).error(str(error)) from None
    return shape, (_BORDER,) if found[3] and not crossed else ()


def _line(entry: Entry, number: int) -> str:
    level = entry.level
    solution = entry.solution or drawn_solution(level)
    if solution is None:
        raise FormatError(
            "a level string holds the solution, and there is none.",
            hint="Solve the level first, or save it as FlowDesk JSON (.json).",
        )
    place = {cell: str(number) for number, cell in enumerate(level.board.squares)}
    bridges = sorted(level.shape.bridges, key=lambda cell: int(place[cell]))
    holes = sorted(level.holes, key=lambda cell: int(place[cell]))
    walls = (f"{place[a]}|{place[b]}" for a, b in sorted(level.walls))
    size = f"{level.width}" if level.width == level.height else f"{level.width}:{level.height}"
    fields = [size + "+B" * bool(bridges), "0", str(number), str(len(level.pairs))]
    fields += (":".join(map(place.__getitem__, cells)) for cells in (bridges, holes))
    header = ",".join([*fields, ":".join(walls)]).rstrip(",")
    paths = (",".join(map(place.__getitem__, path)) for path in solution.paths.values())
    return f"{';'.join([header, *paths])}\n"


def _number(piece: Piece, most: int) -> int:
    if not re.fullmatch(r"\s*[0-9]{1,9}\s*", piece.text):
        raise piece.error("a number is expected here.")
    if int(piece.text) > most:
        raise piece.error(f"{int(piece.text)} is too large: {most} is the most here.")
    return int(piece.text)


def _cells(piece: Piece, separator: str, board: Board) -> tuple[Cell, ...]:
    """Return the cells whose numbers are in a piece; none if it is blank."""
    last = len(board.squares) - 1
    if re.fullmatch(rf"[0-9]{{1,9}}({re.escape(separator)}[0-9]{{1,9}})*", piece.text):
        numbers = [int(number) for number in piece.text.split(separator)]
    else:
        numbers = []  # a mistake, or spaces: read piece by piece
    if piece.text.strip() and (not numbers or max(numbers) > last):
        numbers = [_number(part, last) for part in piece.split(separator)]
    return tuple(board.squares[number] for number in numbers)


def _wall(piece: Piece, board: Board) -> Edge:
    ends = _cells(piece, "|", board)
    if len(ends) != 2 or not are_neighbors(ends[0], ends[1]):
        raise piece.error("a wall is between two neighbouring cells, as in '0|1'.")
    return edge_between(ends[0], ends[1])


def _read_coordinates(text: str) -> list[Entry]:
    """Return the level of the file; FormatError with the line and column of a mistake."""
    first, *others = filled_lines(text)
    sizes = _SIZES.fullmatch(first.text)
    if not sizes:
        raise FormatError(
            "three numbers are expected here: colours, width and height.",
            line=first.line,
            hint="As in '5 7 7'.",
        )
    count, width, height = map(int, sizes.groups())
    if problem := size_problem(width, height):
        raise FormatError(problem, line=first.line)
    endpoints: dict[Cell, str] = {}
    for line, label in zip(others, free_labels(), strict=False):
        for cell, place in _pair_in(line):
            if not (cell[0] < width and cell[1] < height):
                message = f"{cell} is off the board of {width} x {height}."
                raise place.error(message, "Cells count from 0, the column first.")
            if cell in endpoints:
                raise place.error(f"there are two endpoints at {cell}.")
            endpoints[cell] = label
    if len(others) != count:
        raise FormatError(
            f"the first line says {counted(count, 'colour')}, and it is followed by "
            f"{counted(len(others), 'line')} of cells.",
            line=first.line,
        )
    return [Entry(Level(width, height, endpoints))]


COORDINATES = Format(
    key="coordinates",
    name="Coordinates",
    called="a file of coordinates",
    recognize=_BEGINNING.match,
    read=_read_coordinates,
    sample="2 3 2\n(0, 0) (2, 0)\n(0, 1) (2, 1)\n",
)


def _pair_in(line: Piece) -> list[tuple[Cell, Piece]]:
    found: list[tuple[Cell, Piece]] = []
    at = 0
    while match := _CELL.match(line.text, at):
        found.append(((int(match[2]), int(match[3])), line.at(match.start(1))))
        at = match.end()
    if len(found) != 2 or at != len(line.text):
        wrong = line.at(at) if len(found) <= 2 else found[2][1]
        message = "the two endpoints of a colour are expected here."
        raise wrong.error(message, "As in '(3, 0) (4, 6)'.")
    return found
