"""Read a picture as a puzzle, with what is doubtful as remarks; import it only for pictures."""

from __future__ import annotations

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import cell_name, places
from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.table import KINDS
from flowdesk.scan.loading import load_picture
from flowdesk.scan.reading import Doubt, Reading
from flowdesk.scan.scan import read_board


def read_picture(data: bytes, source: str) -> Entry:
    """Return the puzzle in a picture; FormatError if it cannot be read or shows no board.

    The remarks of the entry are what was left out of the picture, and what is doubtful.
    """
    picture = load_picture(data, source)
    reading = read_board(picture.image)
    puzzle = puzzle_of(reading)
    if puzzle is None:
        why = " ".join(doubt.message for doubt in reading.doubts)
        raise FormatError(f"no board was found in this picture. {why}".strip(), source=source)
    doubts = (f"Please check: {described(doubt)}" for doubt in reading.doubts)
    return Entry(puzzle, remarks=(*picture.remarks, *doubts))


def puzzle_of(reading: Reading) -> Puzzle | None:
    """Return the puzzle of a reading; None if there is no board, or none that a puzzle can have.

    It is of the first kind that can be made of dots.
    """
    scanning = next(kind.scanning for kind in KINDS.values() if kind.scanning)
    if reading.lattice is None:
        return None
    dots = [(dots.color, dots.cells) for dots in reading.dots]
    try:
        puzzle: Puzzle = scanning.from_dots(reading.lattice.columns, reading.lattice.rows, dots)
    except FormatError:
        return None
    return puzzle


def described(doubt: Doubt) -> str:
    """Return a doubt with its place, counted from 1, if it does not name that itself."""
    if not doubt.cells or cell_name(doubt.cells[0]) in doubt.message:
        return doubt.message
    return f"{doubt.message.removesuffix('.')}: {places(doubt.cells)}."
