"""BatchRun: a batch that is polled: many pictures are read while its owner does other things."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from flowdesk.desk.scans.batch import PATIENCE, Row, ScanFolder, scans
from flowdesk.desk.scans.scan import Scan
from flowdesk.desk.work.pool import Pool
from flowdesk.desk.work.worker import Failed


class BatchRun:
    """Pictures and the folder of their levels; `rows` are what is known, by number from 0.

    `pictures` has the name of each picture with its path, or with a call as of `scan_file`.
    """

    def __init__(
        self, folder: ScanFolder, pictures: Sequence[tuple[str, Path | Callable[..., Scan]]]
    ) -> None:
        self.folder = folder
        self.pictures = pictures
        self.rows: dict[int, Row] = {}
        self._scans: Generator[list[Scan], None, None] | None = None

    @property
    def running(self) -> bool:
        """Whether pictures are being read."""
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
        """Keep what was read since the last poll, and return whether that was anything; never wait.

        FlowDeskError if it cannot be written.
        """
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
