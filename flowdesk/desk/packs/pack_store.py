"""PackStore: the files of a pack on the disk, which other programs may change at any time.

`scan` lists the files, `read` reads them, and `apply` changes them: all in short steps, so that a
window stays responsive with thousands of files. Each step of `apply` is done or not done, and none
loses a level: a file is replaced as a whole, and deleted files go to the trash.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.locking import locked
from flowdesk.core.storage import (
    PACK_NAME,
    Stamp,
    is_installed,
    read_bytes,
    reason,
    stamp_of,
    sweep_temporaries,
    write_atomically,
)
from flowdesk.desk.packs import manifest
from flowdesk.desk.packs.pack_index import BESIDE, MANIFEST, FileStates, PackFile, PackIndex
from flowdesk.desk.packs.trash import Trashed, move_to_trash
from flowdesk.desk.work.jobs import Steps
from flowdesk.formats.registry import read_data, suffixes

#: The ids of files beside the levels, by their names.
_BESIDE = {name: id for id, name in BESIDE.items()}
#: Errors of names that have no file, or none that this user may see.
_NO_FILE = (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.ELOOP)


class PackStore:
    """The puzzle files in a folder and their order, or only one file.

    The ids of files and levels never change; the first level of a file has the file's id.
    `unavailable` is the reason why the pack cannot be read now; `index` keeps the last known state.
    `held` are files, by their ids, that must not be changed now, each with the reason.
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.abspath(path))
        is_folder = self.path.is_dir()
        self.folder = self.path if is_folder else self.path.parent
        self.index = PackIndex()
        self.unavailable = ""
        self.held: dict[int, str] = {}
        self._only = "" if is_folder else self.path.name
        self._ids = itertools.count(MANIFEST + 1)
        self._stamps: dict[str, Stamp | None] = {}
        self._unread: set[int] = set()
        self._trashed: dict[int, Trashed] = {}
        self._changes = 0
        self._is_cleaned_up = False

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def unread(self) -> int:
        return len(self._unread)

    def unread_of(self, ids: Iterable[int]) -> list[int]:
        return [id for id in ids if id in self._unread]

    def holders(self, levels: Iterable[int]) -> list[int]:
        """Return the readable files of these levels, in order, after reading the unread ones."""
        index = self.index
        found = {index.holders[level] for level in levels if level in index.holders}
        self.read_now(found)
        return [id for id in index.order if id in found and not index.files[id].problem]

    # Reading

    def scan(self) -> Steps[bool]:
        """List the files, again after our own changes; return whether others have changed any."""
        if not self._is_cleaned_up:  # of what killed programs left
            self._is_cleaned_up = True
            sweep_temporaries(self.folder)
            yield
        has_changed, began = False, -1
        while began != self._changes:
            began = self._changes
            has_changed |= yield from self._compare(began)
        return has_changed

    def read(self, first: Callable[[], Iterable[int]] = tuple) -> Iterator[int]:
        """Read the unread files, yielding their ids; `first` returns the levels needed soonest."""
        for id in list(self.index.order):
            wanted = (self.index.holders.get(level) for level in first())
            while (urgent := next((id for id in wanted if id in self._unread), None)) is not None:
                self._load(urgent)
                yield urgent
            if id in self._unread:
                self._load(id)
                yield id

    def read_now(self, ids: Iterable[int]) -> None:
        for id in self._unread.intersection(ids):
            self._load(id)

    def _compare(self, began: int) -> Steps[bool]:
        """Note all differences from the last scan; stop if we change something meanwhile."""
        present: dict[str, Stamp] = {}
        unavailable = ""
        try:
            for name, stamp in self._names():
                if stamp:
                    present[name] = stamp
                yield
        except OSError as error:
            is_gone = isinstance(error, FileNotFoundError | NotADirectoryError)
            why = f"{self.path} cannot be read: {reason(error)}."
            unavailable = _gone(self.path) if is_gone else why
        has_changed = unavailable != self.unavailable
        self.unavailable = unavailable
        if unavailable:
            return has_changed
        gone = [(name, None) for name in self.index.names if name not in present]
        for name, stamp in (*gone, *present.items()):
            if self._changes != began:
                break
            if stamp is None or self._stamps.get(name) != stamp:
                has_changed = True
                self._notice(name, stamp)
                yield
        return has_changed

    def _names(self) -> Iterator[tuple[str, Stamp | None]]:
        """Yield the names in the folder; those of the pack's files with their stamps."""
        if self._only:
            is_missed = self._only in self.index.names  # not if we deleted it
            if is_missed or self.path.exists():
                yield self._only, _stamp(self.path)
            for name in _BESIDE:
                with contextlib.suppress(OSError):  # there may be none
                    yield name, _stamp(self.folder / name)
            return
        known = suffixes()
        with os.scandir(self.folder) as found:
            for entry in found:
                is_ours = is_puzzle_name(entry.name, known) or entry.name in _BESIDE
                try:
                    yield entry.name, _stamp(entry.path) if is_ours else None
                except OSError as error:
                    if error.errno not in _NO_FILE:
                        raise

    def _notice(self, name: str, stamp: Stamp | None) -> None:
        """Note that a file is gone (no stamp), new, or changed."""
        names = self.index.names
        if stamp is None:
            if name in names:  # else a change was refused meanwhile, because it is gone
                self._forget(names[name])
            return
        self._stamps[name] = stamp
        if name in _BESIDE:
            self._load(_BESIDE[name])
            return
        if name not in names:
            self.index.put(next(self._ids), PackFile(name))
        self._unread.add(names[name])

    def _load(self, id: int) -> None:
        """Read a file; its levels keep their ids if their number is unchanged."""
        self._unread.discard(id)
        before = self.index.files.get(id) or PackFile(BESIDE[id])
        path = self.folder / before.name
        try:
            data = read_bytes(path)
            entries = read_data(data, before.name)[1] if id > MANIFEST else []
            if id == MANIFEST:
                manifest.read(data)
        except FlowDeskError as error:
            if os.path.lexists(path):
                self.index.put(id, PackFile(before.name, problem=str(error)))
            else:
                self._stamps.pop(before.name, None)  # for the next scan
            return
        ids = list(before.levels)
        if len(ids) != len(entries):
            ids = [id, *(next(self._ids) for _ in entries[1:])]
        self.index.put(id, PackFile(before.name, data, dict(zip(ids, entries, strict=True))))

    # Changes

    @contextlib.contextmanager
    def changing(self) -> Iterator[None]:
        """Lock the folder against other FlowDesks; FlowDeskError if it cannot be changed."""
        if problem := self.fixed:
            raise FlowDeskError(problem)
        with locked(self.folder):
            yield

    @property
    def fixed(self) -> str:
        """Why the pack cannot be changed, as a sentence; empty if it can."""
        if is_installed(self.path):
            return f"{self.name} is part of FlowDesk and cannot be changed: change a copy of it."
        if not os.path.isdir(self.folder):
            return _gone(self.folder)
        if not os.access(self.folder, os.W_OK):
            return f"{self.name} cannot be changed: the folder is write-protected."
        return self.unavailable

    def check_unchanged(self, ids: Iterable[int]) -> Steps[None]:
        """Read files again that other programs have changed; FlowDeskError if there are any.

        Also if one of them is held.
        """
        problems = []
        for id in ids:
            if id in self.held:
                raise FlowDeskError(self.held[id])
            if not self._is_unchanged(id):
                problems.append(self._reload(id))
            yield
        if problems:
            raise FlowDeskError(problems[0])

    def apply(self, changes: FileStates) -> Steps[None]:
        """Bring files to other states; after an error the files before it remain changed.

        What is beside the levels is removed last: what takes its place is written by then.
        """
        for id, file in sorted(changes.items(), key=_when):
            if file is None and id in self.index.files:
                self._remove(id)
                yield
            elif file is not None and self.index.files.get(id) != file:
                self._write(id, file)
                yield

    def _is_unchanged(self, id: int) -> bool:
        """Whether a file has the content that was read, which a stamp cannot tell, or is new."""
        file = self.index.files.get(id)
        if file is None:  # `apply` refuses to overwrite files of levels
            return id > MANIFEST or not os.path.isfile(self.folder / BESIDE[id])
        try:
            return id not in self._unread and read_bytes(self.folder / file.name) == file.data
        except FlowDeskError:
            return False

    def _reload(self, id: int) -> str:
        """Read a file again that another program has changed; return a message about it."""
        name = self.index.files[id].name if id in self.index.files else BESIDE[id]
        if os.path.lexists(self.folder / name):
            self._load(id)
            again = "It was read again; your change was not made."
            return f"{name} was changed by another program. {again}"
        if self._only == name:
            self.unavailable = _gone(self.folder / name)
        else:
            self._forget(id)
        gone = f"{name} is gone: another program has deleted or renamed it."
        return f"{gone} Your change was not made."

    def _remove(self, id: int) -> None:
        self._changes += 1
        path = self.folder / self.index.files[id].name
        if id in BESIDE:
            try:
                path.unlink()
            except OSError as error:
                raise FlowDeskError(f"{path} cannot be removed: {reason(error)}.") from error
        else:
            self._trashed[id] = move_to_trash(path)
        self._forget(id)

    def _write(self, id: int, file: PackFile) -> None:
        """Write a file, under its present name; then give it its new one."""
        self._changes += 1
        before = self.index.files.get(id)
        name = before.name if before else file.name
        if (before is None or name != file.name) and os.path.lexists(self.folder / file.name):
            raise FlowDeskError(f"There is a file {file.name} already.")
        trashed = self._trashed.pop(id, None)
        if trashed is None or not trashed.restore():
            is_new = before is None and id not in BESIDE  # there may be thousands: no wait for them
            write_atomically(self.folder / name, file.data, sync=not is_new)
        self._written(id, replace(file, name=name))
        if name != file.name:
            try:
                os.rename(self.folder / name, self.folder / file.name)
            except OSError as error:
                raise FlowDeskError(f"{name} cannot be renamed: {reason(error)}.") from error
            self._stamps.pop(name, None)
            self._written(id, file)

    def _written(self, id: int, file: PackFile) -> None:
        self.index.put(id, file)
        self._stamps.pop(file.name, None)
        with contextlib.suppress(OSError):  # it may be gone already: the next scan will tell
            self._stamps[file.name] = _stamp(self.folder / file.name)

    def _forget(self, id: int) -> None:
        """Remove a file that is gone from all tables."""
        self._unread.discard(id)
        self._stamps.pop(self.index.files[id].name, None)
        self.index.drop(id)


def _when(change: tuple[int, PackFile | None]) -> int:
    """Return when in a change a file gets its state: 0 first, 2 last."""
    id, file = change
    return 1 if file is not None else 2 if id in BESIDE else 0


def _stamp(path: str | Path) -> Stamp | None:
    """Return the stamp of a file, or None if it is not a regular file; OSError if it is gone."""
    found = os.stat(path)
    return stamp_of(found) if stat.S_ISREG(found.st_mode) else None


def _gone(place: Path) -> str:
    return f"{place} is gone: it was deleted or renamed, or its disk was removed."


def is_puzzle_name(name: str, known: Collection[str]) -> bool:
    """Whether a file of this name may be a puzzle; `known` are the suffixes of puzzles."""
    suffix = os.path.splitext(name)[1].lower()
    return suffix in known and not name.startswith(".") and name != PACK_NAME
