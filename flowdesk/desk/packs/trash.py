"""The trash: where a file goes that is deleted, and where it comes back from.

On Linux and its kin it is the desktop's own (the Trash specification 1.0 of freedesktop.org): the
file is moved, and a note says from where and when. Windows and macOS have a trash that the standard
library cannot reach: there, and wherever the desktop's cannot be used, a hidden folder ``.trash``
beside the file takes its place.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import home_folder, reason


@dataclass(frozen=True)
class Trashed:
    """A file that was deleted: where it lay, where it lies now, and the note about it."""

    original: Path
    path: Path
    note: Path

    def put_back(self) -> bool:
        """Let it lie again where it lay; whether that was possible."""
        try:
            if os.path.lexists(self.original):
                return False
            os.rename(self.path, self.original)
        except OSError:
            return False
        with contextlib.suppress(OSError):
            self.note.unlink()
        return True


def throw_away(path: Path) -> Trashed:
    """Move a file to the trash; FlowDeskError with the reason, and it lies where it lay."""
    path = Path(os.path.abspath(path))
    problem: OSError | None = None
    for folder, known_as in _trashes(path):
        try:
            return _move(path, folder, known_as)
        except OSError as error:
            problem = error
    assert problem is not None
    raise FlowDeskError(f"{path} cannot be moved to the trash: {reason(problem)}.") from problem


def _trashes(path: Path) -> Iterator[tuple[Path, str]]:
    """The folders to try, and what each calls the file: a file is moved only within its disk."""
    if sys.platform not in ("win32", "darwin"):
        own = _own_trash()
        if own and _device(own) == _device(path):
            yield own, str(path)
        else:
            yield from _trashes_of_disk(path)
    yield path.parent / ".trash", str(path)


def _own_trash() -> Path | None:
    """The trash in the user's home folder, if there is one."""
    data = os.environ.get("XDG_DATA_HOME")
    try:
        return Path(data or home_folder() / ".local" / "share") / "Trash"
    except FlowDeskError:
        return None


def _trashes_of_disk(path: Path) -> Iterator[tuple[Path, str]]:
    """Those at the top of the disk that a file lies on, as on a USB stick."""
    top = path.parent
    while not os.path.ismount(top):
        top = top.parent
    name, user = str(path.relative_to(top)), os.getuid()
    shared = top / ".Trash"
    if shared.is_dir() and not shared.is_symlink() and shared.stat().st_mode & stat.S_ISVTX:
        yield shared / str(user), name
    yield top / f".Trash-{user}", name


def _device(path: Path) -> int:
    """The disk on which something lies, or would lie."""
    while not path.exists():
        path = path.parent
    return path.stat().st_dev


def _move(path: Path, trash: Path, known_as: str) -> Trashed:
    for folder in (trash / "files", trash / "info"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    note = _write_note(path.name, trash, known_as)
    target = trash / "files" / note.stem
    try:
        os.rename(path, target)
    except OSError:
        note.unlink()
        raise
    return Trashed(path, target, note)


def _write_note(name: str, trash: Path, known_as: str) -> Path:
    """Make the note, which also reserves a name that nothing in the trash has yet."""
    now = datetime.now().strftime("%Y-%m-%dT%H:%M:%S")
    text = f"[Trash Info]\nPath={quote(known_as)}\nDeletionDate={now}\n"
    stem, suffix = os.path.splitext(name)
    number = 1
    while True:
        free = name if number == 1 else f"{stem}.{number}{suffix}"
        note = trash / "info" / f"{free}.trashinfo"
        number += 1
        with contextlib.suppress(FileExistsError):
            if not os.path.lexists(trash / "files" / free):
                with note.open("x", encoding="utf-8") as file:
                    file.write(text)
                return note
