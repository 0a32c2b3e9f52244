"""Batch: many pictures in several processes, and a folder of levels with a table of them.

The table is a CSV file in the folder, a row a picture. A row is written after the level's file, so
that a program that is killed leaves nothing but a file that the next one finds again, or the first
part of a row, which it removes.
"""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.locking import locked
from flowdesk.core.storage import (
    decode,
    make_folder,
    natural_order,
    read_bytes,
    reason,
    sweep_temporaries,
    write_atomically,
)
from flowdesk.core.terminal import printable
from flowdesk.desk.scans.scan import Scan, board_of, digest_of, scan_file, unreadable
from flowdesk.desk.work.pool import Pool
from flowdesk.desk.work.worker import Died, Done, Failed, Outcome, TimedOut
from flowdesk.formats.registry import PICTURE, load, read_file, text_of, write_file
from flowdesk.formats.scanned import described
from flowdesk.kinds.entry import Entry
from flowdesk.scan.reading import Status

#: The name of the table.
TABLE = "scan.csv"
#: Seconds for each picture.
PATIENCE = 10.0
#: What is written about a level that depends on how it was read.
_ABOUT_READING = ("picture", "doubts")


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


def pictures_in(folder: Path) -> list[Path]:
    """Return the pictures in a folder and below it, in natural order, by their suffixes."""
    found = [
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in PICTURE.suffixes
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and path.is_file()
    ]
    return sorted(found, key=natural_order)


def scans(
    pictures: Sequence[Callable[..., Scan] | Path],
    names: Sequence[str],
    *,
    workers: int,
    seconds: float | None = PATIENCE,
    on_failure: Callable[[str, Failed], None] = lambda name, failed: None,
    make_pool: Callable[..., Pool] = Pool,
) -> Generator[list[Scan], None, None]:
    """Read pictures in processes; yield those that are next in order, often none.

    A picture is a path, or a call as of `scan_file`. `seconds` limit each of them: the reading
    counts without what the solver has not answered by then. Close the generator to stop.
    """
    calls = [
        partial(scan_file, each, name) if isinstance(each, Path) else each
        for each, name in zip(pictures, names, strict=True)
    ]
    waiting: dict[int, Scan] = {}
    following = 0
    with contextlib.closing(make_pool(calls, workers, seconds).rounds()) as rounds:
        for ended in rounds:
            for number, outcome in ended:
                if isinstance(outcome, Failed):
                    on_failure(names[number], outcome)
                waiting[number] = _scan_of(names[number], outcome)
            ready = []
            while following in waiting:
                ready.append(waiting.pop(following))
                following += 1
            yield ready


def _scan_of(name: str, outcome: Outcome) -> Scan:
    match outcome:
        case Done(value) | TimedOut(Scan() as value) | Died(_, Scan() as value):
            assert isinstance(value, Scan)
            return value
        case TimedOut():
            problem = "it was not read within the time limit."
        case Died(exit_code):
            problem = f"the worker process ended (status {exit_code}); it may be out of memory."
        case Failed():
            problem = "an error in FlowDesk ended the reading."
    return replace(unreadable(name, f"{name}: {problem}"), gave_up=True)


class ScanFolder:
    """A folder of levels read from pictures; `rows` is its table, by the names of the pictures."""

    def __init__(self, folder: Path) -> None:
        """Make the folder, or read its table; FlowDeskError if that is not possible."""
        make_folder(folder)
        sweep_temporaries(folder)
        self.folder = folder
        self.rows: dict[str, Row] = {}
        self._boards: dict[Any, Row] = {}
        if self._table.exists():
            self.rows = {row.picture: row for row in read_table(self._table)}
        for row in self.rows.values():
            if row.file and not row.same_as:
                with contextlib.suppress(FlowDeskError):  # the file is gone, or changed
                    self._boards[board_of(load(folder / row.file)[0])] = row
        # A killed program may have left an incomplete row, and a changed picture an old one.
        write_atomically(self._table, _csv([Row._fields, *self.rows.values()]).encode())

    @property
    def _table(self) -> Path:
        return self.folder / TABLE

    def row_of(self, name: str, path: Path) -> Row | None:
        """Return the row of a picture if it has one and the picture is unchanged."""
        row = self.row_named(name)
        with contextlib.suppress(FlowDeskError):
            if row and digest_of(read_file(path)) == row.digest:
                return row
        return None

    def row_named(self, name: str) -> Row | None:
        """Return the row of a picture, changed or not, if it has one."""
        return self.rows.get(printable(name))

    def keep(self, scan: Scan) -> Row:
        """Write the level of a scan, unless it is there already, and a row of the table.

        Levels are named after their pictures; no other file is overwritten. Boards without dots are
        no levels. A picture that could not be read in time has no row.
        """
        name = printable(scan.name)
        file = same_as = ""
        with locked(self.folder):
            if scan.entry and scan.reading.dots:
                first = self._boards.get(board_of(scan.puzzle))
                file = first.file if first else self._write(scan.entry, Path(scan.name).stem)
                same_as = first.picture if first and first.picture != name else ""
            return self._keep_row(scan, file, same_as)

    def correct(self, scan: Scan) -> Row:
        """Write the level that a person has read in a picture over the one that was read before.

        What was written about that one, such as its title, is kept.
        """
        before = self.row_named(scan.name)
        if before is None or not before.file or before.same_as or scan.entry is None:
            return self.keep(scan)
        with locked(self.folder):
            path, entry = self.folder / before.file, scan.entry
            with contextlib.suppress(FlowDeskError):  # the file is gone, or damaged
                about = load(path)[0].about
                kept = {key: about[key] for key in about if key not in _ABOUT_READING}
                about = {**entry.level.about, **kept}
                entry = replace(entry, level=replace(entry.level, about=about))
            write_file(path, [entry])
            self._boards = {key: row for key, row in self._boards.items() if row != before}
            return self._keep_row(scan, before.file, "")

    def _keep_row(self, scan: Scan, file: str, same_as: str) -> Row:
        """Add a row to the table."""
        puzzle = scan.puzzle
        row = Row(
            picture=printable(scan.name),
            status=scan.status.value,
            columns=puzzle.width if puzzle else 0,
            rows=puzzle.height if puzzle else 0,
            solver=scan.solver_says,
            doubts=printable(" ".join(described(doubt) for doubt in scan.doubts)),
            file=file,
            same_as=same_as,
            digest=scan.digest,
        )
        if scan.digest:
            self._append(row)
        if puzzle:
            self._boards.setdefault(board_of(puzzle), row)
        return row

    def _append(self, row: Row) -> None:
        try:
            with self._table.open("a", encoding="utf-8", newline="") as file:
                file.write(_csv([row]))
        except OSError as error:
            raise FlowDeskError(f"{self._table} cannot be written: {reason(error)}.") from error
        self.rows[row.picture] = row

    def _write(self, entry: Entry, stem: str) -> str:
        """Write a level under a name that is free; return the name."""
        text, number = text_of(entry), 1
        suffix = ".json" if text.startswith("{") else ".txt"
        stem = printable(stem).strip(". ") or "picture"
        while True:
            path = self.folder / f"{stem}{f'-{number}' if number > 1 else ''}{suffix}"
            if not path.exists():
                write_file(path, [entry])
                return path.name
            with contextlib.suppress(FlowDeskError):
                if read_bytes(path) == text.encode():  # of a program that was killed
                    return path.name
            number += 1


def read_table(path: Path) -> list[Row]:
    """Return the rows of a table; FormatError with the line if it is none.

    An incomplete last row, which a killed program may leave, is skipped.
    """
    text = decode(read_bytes(path))
    rows = list(csv.reader(io.StringIO(text[: text.rfind("\n") + 1])))
    if text and (not rows or tuple(rows[0]) != Row._fields):
        problem = f"this is no table of scans: the first line should be {','.join(Row._fields)}."
        hint = "Name another folder, or remove the file."
        raise FormatError(problem, line=1, hint=hint, source=str(path))
    found = []
    for number, row in enumerate(rows[1:], 2):
        try:
            picture, status, columns, lines, *texts = row
            status, size = Status(status).value, (int(columns), int(lines))
            solver, doubts, file, same_as, digest = texts
        except ValueError:
            problem = f"this line is no row of scans: it should have {len(Row._fields)} values."
            raise FormatError(problem, line=number, source=str(path)) from None
        found.append(Row(picture, status, *size, solver, doubts, file, same_as, digest))
    return found


def _csv(rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
