"""The table of a folder of scanned levels: a CSV file, a row a picture.

A row is written after the level's file, so that a program that is killed leaves nothing but a file
that the next one finds again, or the first part of a row, which it removes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from flowdesk.core.finding import FormatError
from flowdesk.core.storage import decode, read_bytes
from flowdesk.scan.reading import Status

#: The name of the table.
TABLE = "scan.csv"
#: What to do about a line that cannot be read.
_REMOVE = "Remove this line, or name another folder."


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
    reader: Any = None
    try:
        text = decode(read_bytes(path))
        reader = csv.reader(io.StringIO(text[: text.rfind("\n") + 1]))
        if text and tuple(next(reader, ())) != Row._fields:
            names = ",".join(Row._fields)
            problem = f"this is no table of scans: the first line should be {names}."
            raise FormatError(problem, line=1, hint="Name another folder, or remove the file.")
        return [_row(values, reader.line_num) for values in reader]
    except csv.Error as error:
        problem = f"this line cannot be read: {error}."
        raise FormatError(problem, line=reader.line_num, hint=_REMOVE, source=str(path)) from None
    except FormatError as error:
        raise error.at(source=str(path)) from None


def _row(values: Sequence[str], line: int) -> Row:
    try:
        picture, status, columns, rows, *texts = values
        status, size = Status(status).value, (int(columns), int(rows))
        solver, doubts, file, same_as, digest = texts
    except ValueError:
        problem = f"this line is no row of scans: it should have {len(Row._fields)} values."
        raise FormatError(problem, line=line, hint=_REMOVE) from None
    return Row(picture, status, *size, solver, doubts, file, same_as, digest)


def as_csv(rows: Sequence[Sequence[object]]) -> str:
    """Return rows as the text of a table."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
