"""The files of a pack: how they lie on the disk, what others do to them, and how they are changed.

`look` finds out which files are there, `read` reads them, and `become` brings them to another
state: all in short steps, so that a window stays alive over a folder of thousands. Each step of
`become` is done or not done, and none loses a level: a file is replaced whole, and what goes, goes
to the trash.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.locking import locked
from flowdesk.core.storage import (
    Stamp,
    is_installed,
    read_bytes,
    reason,
    stamp_of,
    sweep_temporaries,
    write_atomically,
)
from flowdesk.desk.packs.pack_file import PackFile
from flowdesk.desk.packs.pack_index import ORDER, ORDER_NAME, FileStates, PackIndex
from flowdesk.desk.packs.renaming import finish_renaming
from flowdesk.desk.packs.trash import Trashed, throw_away
from flowdesk.desk.work.steps import Steps
from flowdesk.formats.registry import read_data, suffixes

#: What the system says of a name behind which there is no file, or none for us.
_NO_FILE = (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.ELOOP)


class PackFiles:
    """The puzzle files in a folder and their order, or `only` one file.

    An id, of a file or a level, stays the same whatever becomes of what it stands for; the first
    level that is read in a file has the file's. `unavailable` says why the pack cannot be looked at
    now: what the `index` knows of it is kept.
    """

    def __init__(self, folder: Path, only: str = "") -> None:
        self.index = PackIndex()
        self.folder = folder
        self.unavailable = ""
        self._only = only
        self._ids = itertools.count(ORDER + 1)
        self._seen: dict[str, Stamp | None] = {}
        self._unread: set[int] = set()
        self._thrown: dict[int, Trashed] = {}
        self._changes = 0
        self._is_tidy = False

    # What there is

    @property
    def unread(self) -> int:
        """How many files are still to be read."""
        return len(self._unread)

    def new_id(self) -> int:
        """An id that nothing has had yet."""
        return next(self._ids)

    def path(self, file: PackFile) -> Path:
        """Where a file lies."""
        return self.folder / file.name

    def holders(self, levels: Iterable[int]) -> list[int]:
        """The readable files that hold these levels, in order; what was not read is read now."""
        found = {id for level in levels if (id := self.index.holder(level)) is not None}
        self.read_now(found)
        files = self.index.files
        return self.index.in_order(id for id in found if not files[id].problem)

    # What others do

    def look(self) -> Steps[bool]:
        """Find out what other programs have changed; whether they have changed anything.

        What is new or has changed is left to `read`. After a change of ours it begins again.
        """
        if not self._is_tidy:
            yield from self._tidy()
        has_changed, began = False, -1
        while began != self._changes:
            began = self._changes
            has_changed |= yield from self._compare(began)
        return has_changed

    def read(self, first: Callable[[], Iterable[int]] = tuple) -> Iterator[int]:
        """Read what was not read yet; at each step a file, whose id is yielded.

        `first` tells which levels are wanted soonest, and is asked before each file.
        """
        for id in list(self.index.order):
            wanted = (self.index.holder(level) for level in first())
            while (urgent := next((id for id in wanted if id in self._unread), None)) is not None:
                self._take_in(urgent)
                yield urgent
            if id in self._unread:
                self._take_in(id)
                yield id

    def read_now(self, ids: Iterable[int]) -> None:
        """Read some of the files, those that were not read yet or have changed, at once."""
        for id in self._unread.intersection(ids):
            self._take_in(id)

    def _compare(self, began: int) -> Steps[bool]:
        """Take in what differs from what is known, unless we change something meanwhile."""
        present: dict[str, Stamp] = {}
        unavailable = ""
        try:
            for name, stamp in self._present():
                if stamp:
                    present[name] = stamp
                yield
        except OSError as error:
            unavailable = self._why_unavailable(error)
        has_changed = unavailable != self.unavailable
        self.unavailable = unavailable
        if unavailable:
            return has_changed
        gone = [(name, None) for name in self.index.names if name not in present]
        for name, stamp in (*gone, *present.items()):
            if self._changes != began:
                break
            if stamp is None or self._seen.get(name) != stamp:
                has_changed = True
                self._notice(name, stamp)
                yield
        return has_changed

    def _tidy(self) -> Iterator[None]:
        """Put right what was left behind here by programs that were killed."""
        self._is_tidy = True
        with contextlib.suppress(FlowDeskError), locked(self.folder):
            finish_renaming(self.folder)
        yield
        sweep_temporaries(self.folder)
        yield

    def _present(self) -> Iterator[tuple[str, Stamp | None]]:
        """The names in the folder, and with those of the pack's files what tells their content."""
        if self._only:
            path = self.folder / self._only
            is_missed = self._only in self.index.names  # it is not if we deleted it
            if is_missed or path.exists():
                yield self._only, _stamp(path)
            return
        known = suffixes()
        with os.scandir(self.folder) as found:
            for entry in found:
                is_ours = is_puzzle_name(entry.name, known) or entry.name == ORDER_NAME
                try:
                    yield entry.name, _stamp(entry.path) if is_ours else None
                except OSError as error:
                    if error.errno not in _NO_FILE:
                        raise

    def _why_unavailable(self, error: OSError) -> str:
        place = self.folder / self._only
        if isinstance(error, FileNotFoundError | NotADirectoryError):
            return _gone(place)
        return f"{place} cannot be read: {reason(error)}."

    def _notice(self, name: str, stamp: Stamp | None) -> None:
        """A file is gone (no stamp), new, or has changed."""
        id = self.index.names.get(name)
        if stamp is None:
            assert id is not None
            self._forget(id)
            return
        self._seen[name] = stamp
        if name == ORDER_NAME:
            self._take_in(ORDER)
            return
        if id is None:
            id = self.new_id()
            self.index.put(id, PackFile(name))
        self._unread.add(id)

    def _take_in(self, id: int) -> None:
        """Read a file; its levels keep their ids if there are as many as before."""
        self._unread.discard(id)
        before = self.index.files.get(id, PackFile(ORDER_NAME))
        path = self.path(before)
        try:
            data = read_bytes(path)
            entries = read_data(data, before.name)[1] if id != ORDER else []
        except FlowDeskError as error:
            if not os.path.lexists(path):  # the next look notices that, or reads it then
                self._seen.pop(before.name, None)
                return
            self.index.put(id, PackFile(before.name, problem=str(error)))
            return
        ids = list(before.levels)
        if len(ids) != len(entries):
            ids = [id, *(self.new_id() for _ in entries[1:])]
        self.index.put(id, PackFile(before.name, data, dict(zip(ids, entries, strict=True))))

    # Changes

    @contextlib.contextmanager
    def changing(self) -> Iterator[None]:
        """While files are compared and changed: no other FlowDesk changes any here.

        FlowDeskError if nothing can be changed.
        """
        place = self.folder / self._only
        if is_installed(place):
            raise FlowDeskError(
                f"{place.name} came with FlowDesk and stays as it is: copy it, and change the copy."
            )
        if not os.path.isdir(self.folder):
            raise FlowDeskError(_gone(self.folder))
        if not os.access(self.folder, os.W_OK):
            raise FlowDeskError(f"{place.name} cannot be changed: the folder is write-protected.")
        with locked(self.folder):
            yield

    def check_known(self, ids: Iterable[int]) -> Steps[None]:
        """FlowDeskError if other programs have changed one of these files: it was read again."""
        problems = []
        for id in ids:
            if not self._is_as_known(id):
                problems.append(self._catch_up(id))
            yield
        if problems:
            raise FlowDeskError(problems[0])

    def become(self, changes: FileStates) -> Steps[None]:
        """Bring files to other states; where that fails, the pack is as far as it came."""
        for id in [id for id, file in changes.items() if file is None and id in self.index.files]:
            self._throw_away(id)
            yield
        for id, file in changes.items():
            if file is not None and self.index.files.get(id) != file:
                self._write(id, file)
                yield

    def free_name(self, name: str, taken: Collection[str]) -> str:
        """A name for a copy of a file: one that is not taken, in the folder or otherwise."""
        stem, suffix = os.path.splitext(name)
        names = (f"{stem}-{number}{suffix}" for number in itertools.count(2))
        return next(
            name for name in names if not (name in taken or os.path.lexists(self.folder / name))
        )

    def _is_as_known(self, id: int) -> bool:
        """Whether a file holds what was read of it; one that is to be new, whether it is not there.

        Times and sizes do not tell enough: two saves within a tick of the clock may have the same.
        """
        file = self.index.files.get(id)
        if file is None:  # what stands where a level is to be written is told by `become`
            return id != ORDER or not os.path.isfile(self.folder / ORDER_NAME)
        try:
            return id not in self._unread and read_bytes(self.path(file)) == file.data
        except FlowDeskError:
            return False

    def _catch_up(self, id: int) -> str:
        """Take in what others have done to a file; the sentence that says so."""
        name = self.index.files[id].name if id in self.index.files else ORDER_NAME
        if os.path.lexists(self.folder / name):
            self._take_in(id)
            return (
                f"{name} was changed by another program. It was read again, and nothing else was "
                "done."
            )
        if self._only:
            self.unavailable = _gone(self.folder / name)
        else:
            self._forget(id)
        return f"{name} is gone: another program has deleted or renamed it. Nothing was done."

    def _throw_away(self, id: int) -> None:
        self._changes += 1
        path = self.path(self.index.files[id])
        if id == ORDER:
            try:
                path.unlink()
            except OSError as error:
                raise FlowDeskError(f"{path} cannot be removed: {reason(error)}.") from error
        else:
            self._thrown[id] = throw_away(path)
        self._forget(id)

    def _write(self, id: int, file: PackFile) -> None:
        self._changes += 1
        path = self.path(file)
        if id not in self.index.files and os.path.lexists(path):
            raise FlowDeskError(f"There is a file {file.name} already.")
        thrown = self._thrown.pop(id, None)
        if thrown is None or not thrown.put_back():
            write_atomically(path, file.data)
        self.index.put(id, file)
        self._seen.pop(file.name, None)
        with contextlib.suppress(OSError):  # if it has gone at once, the next look notices
            self._seen[file.name] = _stamp(path)

    def _forget(self, id: int) -> None:
        """A file is not there any more."""
        self._unread.discard(id)
        self._seen.pop(self.index.files[id].name, None)
        self.index.drop(id)


def _stamp(path: str | Path) -> Stamp | None:
    """What tells the content of a file; None if it is no file. Raises OSError."""
    found = os.stat(path)
    if not stat.S_ISREG(found.st_mode):
        return None
    return stamp_of(found)


def _gone(place: Path) -> str:
    return f"{place} is gone: it was deleted or renamed, or its disk was taken out."


def is_puzzle_name(name: str, known: Collection[str]) -> bool:
    """Whether a file of this name may be a puzzle; `known` are the `suffixes` of those."""
    return not name.startswith(".") and os.path.splitext(name)[1].lower() in known


def has_puzzles(folder: Path) -> bool:
    """Whether a puzzle file lies in a folder; OSError if it cannot be read."""
    known = suffixes()
    with os.scandir(folder) as found:
        return any(is_puzzle_name(entry.name, known) and entry.is_file() for entry in found)
