"""The table of a folder of scanned levels: a CSV file, a row a picture.

A row is written after the level's file, so that a program that is killed leaves nothing but a file
that the next one finds again, or the first part of a row, which it removes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from flowdesk.core.finding import FormatError
from flowdesk.core.growing_csv import read_rows
from flowdesk.scan.reading import Status

#: The name of the table.
TABLE = "scan.csv"
#: What to do about a line that cannot be read.
_REMOVE = "Remove this line or the file, or name another folder."


class Row(NamedTuple):
    """What the table says about a picture: texts and numbers as in the file.

    `file`, in the same folder, holds its level; if that is the level of an earlier picture,
    `same_as` is the name of that one. `digest` is a hash of the picture's bytes.
    """

    picture: str
    status: str
    columns: int
    rows: int
    solver: str
    doubts: str
    file: str
    same_as: str
    digest: str


def read_table(path: Path) -> list[Row]:
    """Return the rows of a table; FormatError with the line if it is none.

    An incomplete last row, which a killed program may leave, is skipped.
    """
    rows = read_rows(path, Row._fields, "table of scans", _REMOVE)
    return [_row(path, line, values) for line, values in rows]


def _row(path: Path, line: int, values: Sequence[str]) -> Row:
    try:
        picture, status, columns, rows, *texts = values
        status, size = Status(status).value, (int(columns), int(rows))
        solver, doubts, file, same_as, digest = texts
    except ValueError:
        problem = f"this line is no row of scans: it should have {len(Row._fields)} values."
        raise FormatError(problem, line=line, hint=_REMOVE, source=str(path)) from None
    return Row(picture, status, *size, solver, doubts, file, same_as, digest)
