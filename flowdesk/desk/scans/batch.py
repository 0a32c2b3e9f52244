"""Batch: many pictures in several processes, and a folder of levels with a table of them.

The table is a CSV file, a row a picture. A row is written after the level's file, so that a program
that is killed leaves nothing but a file that the next one finds again, or the first part of a row,
which it removes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.growing_csv import append, as_csv, read_rows
from flowdesk.core.locking import locked
from flowdesk.core.storage import (
    files_below,
    make_folder,
    read_bytes,
    sweep_temporaries,
    write_atomically,
)
from flowdesk.core.text import printable
from flowdesk.desk.scans.scan import Dots, Scan, digest_of, dots_of, scan_data, unreadable
from flowdesk.desk.work.pool import Calls, Pool
from flowdesk.desk.work.worker import Died, Done, Failed, Outcome, TimedOut
from flowdesk.formats.registry import PICTURE, described, load, read_file, text_of, write_file
from flowdesk.kinds.entry import Entry
from flowdesk.scan.reading import Certainty
from flowdesk.scan.samples import Lattice

#: The name of the table.
TABLE = "scan.csv"
#: What to do about a line that cannot be read.
_REMOVE = "Remove this line or the file, or name another folder."


class ScanRow(NamedTuple):
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


def read_table(path: Path) -> list[ScanRow]:
    """Return the whole rows of a table; FormatError with the line if it is none."""
    found = []
    for line, values in read_rows(path, ScanRow._fields, "table of scans", _REMOVE):
        try:
            picture, status, columns, rows, *texts = values
            status, size = Certainty(status).value, (int(columns), int(rows))
            solver, doubts, file, same_as, digest = texts
        except ValueError:
            problem = f"this line is no row of scans: it should have {len(ScanRow._fields)} values."
            raise FormatError(problem, line=line, hint=_REMOVE, source=str(path)) from None
        found.append(ScanRow(picture, status, *size, solver, doubts, file, same_as, digest))
    return found


#: The name of a picture, and its path or the content of its file.
NamedPicture: TypeAlias = tuple[str, Path | bytes]
#: Seconds for each picture.
PATIENCE = 10.0
#: What is written about a level that depends on how it was read.
_ABOUT_READING = ("picture", "doubts")


def pictures_in(folder: Path) -> list[Path]:
    """Return the pictures that can be found in a folder and below it, in natural order."""
    return files_below(folder, PICTURE.suffixes)[0]


def scans(
    pictures: Sequence[NamedPicture],
    lattice: Lattice | None = None,
    *,
    workers: int,
    seconds: float | None,
    on_failure: Callable[[str, Failed], None],
    make_pool: Callable[..., Calls],
) -> Generator[list[Scan], None, None]:
    """Read pictures in processes; yield those that are next in order, often none.

    `seconds` limit each picture: the reading counts without what the solver has not answered by
    then. A `lattice` that was set by hand is that of all of them. What is sent to the processes is
    the content of files: their paths mean nothing on another machine. Close the generator to stop.
    """
    calls = (_call(name, picture, lattice) for name, picture in pictures)
    waiting: dict[int, Scan] = {}
    following = 0
    pool = make_pool(calls, workers, seconds)
    with contextlib.closing(pool.rounds()) as rounds:
        for ended in rounds:
            for number, outcome in ended:
                if isinstance(outcome, Failed):
                    on_failure(pictures[number][0], outcome)
                waiting[number] = _scan_of(pictures[number][0], outcome)
            ready = []
            while following in waiting:
                ready.append(waiting.pop(following))
                following += 1
            yield ready


def _call(name: str, picture: Path | bytes, lattice: Lattice | None) -> Callable[..., Scan]:
    try:
        data = picture if isinstance(picture, bytes) else read_file(picture)
    except FlowDeskError as error:
        return partial(unreadable, name, str(error))
    return partial(scan_data, data, name, lattice)


def _scan_of(name: str, outcome: Outcome) -> Scan:
    match outcome:
        case Done(value) | TimedOut(Scan() as value) | Died(_, Scan() as value):
            assert isinstance(value, Scan)
            return value
        case TimedOut():
            problem = "it was not read within the time limit."
        case Died():
            status = f"(status {outcome.status})"
            problem = f"the worker process ended {status}; it may be out of memory."
        case Failed():
            problem = "an error in FlowDesk ended the reading."
    return replace(unreadable(name, problem), gave_up=True)


class ScanFolder:
    """A folder of levels read from pictures; `rows` is its table, by the names of the pictures."""

    def __init__(self, folder: Path) -> None:
        """Make the folder, or read its table; FlowDeskError if that is not possible."""
        make_folder(folder)
        sweep_temporaries(folder)
        self.folder = folder
        self.rows: dict[str, ScanRow] = {}
        self._boards: dict[str, Dots] = {}  # the levels of the files, by their names
        with locked(folder):
            if self._table.exists():
                self.rows = {row.picture: row for row in read_table(self._table)}
            # A killed program may have left an incomplete row, and a changed picture an old one.
            write_atomically(self._table, as_csv([ScanRow._fields, *self.rows.values()]).encode())
        for row in self.rows.values():
            if row.file and not row.same_as:
                with contextlib.suppress(FlowDeskError):  # the file is gone, or changed
                    self._boards[row.file] = dots_of(load(folder / row.file)[0])

    @property
    def _table(self) -> Path:
        return self.folder / TABLE

    def row_of(self, name: str, path: Path) -> ScanRow | None:
        """Return the row of a picture unless it has changed, or its level is gone.

        A picture without a row may have that of the same picture by another name: so it does not
        matter how its path was typed.
        """
        try:
            digest = digest_of(read_file(path))
        except FlowDeskError:
            return None
        row = self.rows.get(printable(name))
        same = (row for row in ([row] if row else self.rows.values()) if row.digest == digest)
        return next(filter(self._is_there, same), None)

    def keep(self, scan: Scan) -> ScanRow:
        """Write the level of a scan, unless it is there already, and a row of the table.

        Levels are named after their pictures; no other file is overwritten. Boards without dots are
        no levels. A picture that could not be read in time has no row.
        """
        file = same_as = ""
        with locked(self.folder):
            if scan.entry and scan.is_level:
                first = self._first_of(dots_of(scan.puzzle))
                is_surer = scan.status is Certainty.SURE and first and first.status != scan.status
                if first and not is_surer:
                    file = first.file
                    same_as = first.picture if first.picture != printable(scan.name) else ""
                else:
                    file = self._write(scan.entry, Path(scan.name).stem)
            return self._keep_row(scan, file, same_as)

    def correct(self, scan: Scan) -> ScanRow:
        """Write the level that a person has read in a picture over the one that was read before.

        What was written about that one, such as its title, is kept. If it is the level of other
        pictures as well, a new file is written.
        """
        before = self.rows.get(printable(scan.name))
        if before is None or not before.file or before.same_as or scan.entry is None:
            return self.keep(scan)
        with locked(self.folder):
            path, entry = self.folder / before.file, scan.entry
            with contextlib.suppress(FlowDeskError):  # the file is gone, or damaged
                about = load(path)[0].about
                kept = {key: about[key] for key in about if key not in _ABOUT_READING}
                entry = entry.noted({**entry.level.about, **kept})
            if self._sharing(before):
                return self._keep_row(scan, self._write(entry, path.stem), "")
            write_file(path, [entry])
            return self._keep_row(scan, before.file, "")

    def _is_there(self, row: ScanRow) -> bool:
        """Whether the level of a row is still in its file, if it had one."""
        return not row.file or (self.folder / row.file).is_file()

    def _sharing(self, row: ScanRow) -> list[ScanRow]:
        """Return the rows of other pictures whose level is in the file of this row."""
        others = (other for other in self.rows.values() if other.picture != row.picture)
        return [other for other in others if row.file and other.file == row.file]

    def _keep_row(self, scan: Scan, file: str, same_as: str) -> ScanRow:
        """Add a row to the table; those that referred to another level of the picture change."""
        puzzle = scan.puzzle
        row = ScanRow(
            picture=printable(scan.name),
            status=scan.status.value,
            columns=puzzle.width if puzzle else 0,
            rows=puzzle.height if puzzle else 0,
            solver=scan.solver_says if scan.is_answered else "",
            doubts=printable(" ".join(described(doubt) for doubt in scan.doubts)),
            file=file,
            same_as=same_as,
            digest=scan.digest,
        )
        before = self.rows.get(row.picture)
        if scan.digest:
            self._append(row)
        if before and not before.same_as and before.file != file:
            # A level that is no longer that of its first picture is that of the next one.
            heir = ""
            for other in self._sharing(before):
                self._append(other._replace(same_as=heir))
                heir = heir or other.picture
        if file and not same_as:
            self._boards[file] = dots_of(puzzle)
        return row

    def _first_of(self, dots: Dots) -> ScanRow | None:
        """Return the first picture with a level, if possible one that is sure."""
        files = {file for file, board in self._boards.items() if board == dots}
        held = (row for row in self.rows.values() if row.file in files and not row.same_as)
        rows = list(filter(self._is_there, held))
        sure = (row for row in rows if row.status == Certainty.SURE.value)
        return next(sure, rows[0] if rows else None)

    def _append(self, row: ScanRow) -> None:
        is_there = self._table.is_file() and self._table.stat().st_size > 0
        # Somebody may have removed the table.
        append(self._table, [row] if is_there else [ScanRow._fields, *self.rows.values(), row])
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


class BatchRun:
    """Pictures and the folder of their levels; `rows` are what is known, by number from 0."""

    def __init__(self, folder: ScanFolder, pictures: Sequence[NamedPicture]) -> None:
        self.folder = folder
        self.pictures = pictures
        self.rows: dict[int, ScanRow] = {}
        self._scans: Generator[list[Scan], None, None] | None = None

    @property
    def running(self) -> bool:
        return self._scans is not None

    def look(self) -> Iterator[None]:
        """Find out which files are in the table already, unchanged, a picture a step."""
        for number, (name, path) in enumerate(self.pictures):
            if isinstance(path, Path) and (row := self.folder.row_of(name, path)):
                self.rows[number] = row
            yield

    @property
    def left(self) -> list[int]:
        """The numbers of the pictures that have no row."""
        return [number for number in range(len(self.pictures)) if number not in self.rows]

    def start(self, workers: int, on_failure: Callable[[str, Failed], None]) -> None:
        """Begin to read the pictures that have no row; arguments as those of `batch.scans`."""
        self._scans = scans(
            [self.pictures[number] for number in self.left],
            workers=workers,
            seconds=PATIENCE,
            on_failure=on_failure,
            make_pool=_Polled,
        )

    def poll(self) -> bool:
        """Keep what was read since the last poll; return whether that was anything; never wait."""
        if self._scans is None:
            return False
        ready = next(self._scans, None)
        if ready is None:
            self._scans = None
            return False
        for scan in ready:
            self.keep(scan)
        return bool(ready)

    def keep(self, scan: Scan) -> None:
        """Keep what was read in the first picture that is left."""
        self.rows[self.left[0]] = self.folder.keep(scan)

    def stop(self) -> None:
        """End the reading at once; what was read is kept."""
        if self._scans:
            self._scans.close()
            self._scans = None

    def correct(self, number: int, scan: Scan) -> None:
        """Keep what a person has read in a picture, instead of what was read before."""
        known = self.rows[number].picture  # the same picture may be in the table by another name
        self.rows[number] = self.folder.correct(replace(scan, name=known))
        rows = self.folder.rows  # those of the same level may have changed
        self.rows = {n: rows.get(row.picture, row) for n, row in self.rows.items()}


class _Polled(Pool):
    """A pool that never waits: its owner polls when it suits."""

    def wait(self) -> None:
        """Do nothing."""
