"""CSV files that grow row by row.

A program that is killed leaves whole rows in them, and at most the first part of another one, which
nobody reads: `mend` removes it before rows are added. A row is a line.

Names of files come from outside, and a spreadsheet obeys what begins like a formula. So such a text
gets an apostrophe in front, wherever a spreadsheet of any country may begin a cell, and `read_rows`
takes it off again (OWASP, CSV Injection, https://owasp.org/www-community/attacks/CSV_Injection).
"""

from __future__ import annotations

import csv
import io
import os
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import decode, reason, write_atomically

_CELL = r"(^|[;\t\r\n])"
_FORMULA = r"""(?=["' ]*[-=+@\uff0d\uff1d\uff0b\uff20].)"""


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as lines of comma-separated values, none of which is a formula."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_harmless, row) for row in rows)
    return text.getvalue()


def _harmless(value: object) -> object:
    return re.sub(_CELL + _FORMULA, r"\1'", value) if isinstance(value, str) else value


def _as_it_was(text: str) -> str:
    return re.sub(f"{_CELL}'{_FORMULA}", r"\1", text)


def read_rows(
    path: Path, head: Sequence[str], what: str, hint: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each line below the first one, and its values, in constant memory.

    An incomplete last line is skipped. FormatError with the line if it cannot be read, or if the
    first one is not `head`: then the file is no `what`. `hint` says what to do.
    """
    number, first = 0, as_csv([head]).encode()
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n") and (number > 1 or first.startswith(line)):
                    return
                values = next(csv.reader([decode(line)], strict=True), [])
                if number > 1:
                    yield number, list(map(_as_it_was, values))
                elif values != list(head):
                    problem = f"this is no {what}: the first line should be {','.join(head)}."
                    raise FormatError(problem, hint=hint)
    except OSError as error:
        raise FlowDeskError(f"{path} cannot be read: {reason(error)}.") from error
    except csv.Error as error:
        problem = f"this line cannot be read: {error}."
        raise FormatError(problem, line=number, hint=hint, source=str(path)) from None
    except FormatError as error:
        raise replace(error, line=number, source=str(path)) from None


def mend(path: Path) -> None:
    """Remove an incomplete last line from a file that was read; FlowDeskError if it cannot be."""
    try:
        with path.open("r+b") as file:
            end = file.seek(0, os.SEEK_END)
            while end:
                file.seek(end - 1)
                if file.read(1) == b"\n":
                    break
                end -= 1
            file.truncate(end)
    except OSError as error:
        raise _unwritable(path, error) from error


def append(path: Path, rows: Iterable[Sequence[object]]) -> None:
    """Add rows to a file, which is made if need be; FlowDeskError if that is not possible."""
    try:
        with path.open("ab") as file:
            file.write(as_csv(rows).encode())
    except OSError as error:
        raise _unwritable(path, error) from error


def put_in_order(path: Path) -> None:
    """Sort the rows below the first line by their first value, a number from 0.

    Of several rows of a number the last one is kept. It takes 8 bytes of memory for each number.
    """
    places, is_in_order = _places(path)
    if not is_in_order:
        write_atomically(path, _lines(path, places))


def _places(path: Path) -> tuple[array[int], bool]:
    """Return where the row of each number begins, 0 where there is none; and if all is in order."""
    places, last, is_in_order = array("q"), -1, True
    with path.open("rb") as file:
        place = len(file.readline())
        for line in file:
            number = int(line.partition(b",")[0])
            is_in_order, last = is_in_order and number > last, number
            if number >= len(places):
                places.extend([0] * (number + 1 - len(places)))
            places[number] = place
            place += len(line)
    return places, is_in_order


def _lines(path: Path, places: Iterable[int]) -> Iterator[bytes]:
    """Yield the first line and those that begin at these places."""
    with path.open("rb") as file:
        yield file.readline()
        for place in filter(None, places):
            file.seek(place)
            yield file.readline()


def _unwritable(path: Path, error: OSError) -> FlowDeskError:
    return FlowDeskError(f"{path} cannot be written: {reason(error)}.")
