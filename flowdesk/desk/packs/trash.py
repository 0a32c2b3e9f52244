"""Move files to the trash, and restore them.

On Linux and BSD this is the desktop's trash (Trash specification 1.0 of freedesktop.org): the file
is moved, and a note records its path and the time. The standard library cannot use the trash of
Windows and macOS: there, and where the desktop's trash cannot be used, the file goes to a hidden
folder ``.trash`` beside it.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import home_folder, is_abandoned, reason

#: A line of the notes that we write: other programs ignore it, as the specification asks of them.
_OURS = b"X-Moved-By=FlowDesk\n"


@dataclass(frozen=True)
class Trashed:
    """A file in the trash: its original path, its present one, and the note about it."""

    original: Path
    path: Path
    note: Path

    def restore(self) -> bool:
        """Move the file back to where it was; return whether that was possible."""
        try:
            if os.path.lexists(self.original):
                return False
            os.rename(self.path, self.original)
        except OSError:
            return False
        with contextlib.suppress(OSError):
            self.note.unlink()
        return True


def move_to_trash(path: Path) -> Trashed:
    """Move a file to the trash; FlowDeskError with the reason if it cannot be moved."""
    path = Path(os.path.abspath(path))
    for folder, known_as in _trashes(path):
        try:
            return _move(path, folder, known_as)
        except OSError as error:
            problem = error
    raise FlowDeskError(f"{path} cannot be moved to the trash: {reason(problem)}.") from problem


def sweep_trash() -> None:
    """Remove from the desktop's trash our notes that have no file, and are an hour old."""
    if trash := _own_trash():
        _sweep(trash)


def _sweep(trash: Path) -> None:
    """Remove the notes that we have left in a trash when we were killed between note and file."""
    with contextlib.suppress(OSError):
        arrived = set(os.listdir(trash / "files"))
        for note in (trash / "info").glob("*.trashinfo"):
            if note.stem not in arrived and is_abandoned(note) and _OURS in note.read_bytes():
                note.unlink()


def _own_trash() -> Path | None:
    """Return the trash of the user's desktop; None where it is the system's, or without a home."""
    if sys.platform in ("win32", "darwin"):
        return None
    with contextlib.suppress(FlowDeskError):
        return Path(os.environ.get("XDG_DATA_HOME") or home_folder() / ".local/share", "Trash")
    return None


def _trashes(path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the trash folders on the file's disk, and the path to write into the note in each."""
    own = _own_trash()
    if own and _device(own) == _device(path):
        yield own, str(path)
    elif sys.platform not in ("win32", "darwin"):
        yield from _trashes_of_disk(path)
    yield path.parent / ".trash", str(path)


def _trashes_of_disk(path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the trash folders at the top of the file's disk, such as a USB stick."""
    top = path.parent
    while not os.path.ismount(top):
        top = top.parent
    name, user = str(path.relative_to(top)), os.getuid()
    shared = top / ".Trash"
    if shared.is_dir() and not shared.is_symlink() and shared.stat().st_mode & stat.S_ISVTX:
        yield shared / str(user), name
    yield top / f".Trash-{user}", name


def _device(path: Path) -> int:
    """Return the number of the disk that a path is on, or would be on if it existed."""
    while not path.exists():
        path = path.parent
    return path.stat().st_dev


def _move(path: Path, trash: Path, known_as: str) -> Trashed:
    for folder in (trash / "files", trash / "info"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _sweep(trash)
    note = _write_note(path.name, trash, known_as)
    target = trash / "files" / note.stem
    try:
        os.rename(path, target)
    except OSError:
        note.unlink()
        raise
    return Trashed(path, target, note)


def _write_note(name: str, trash: Path, known_as: str) -> Path:
    """Create the note, which also reserves a name that is free in the trash."""
    now = datetime.now().strftime("%Y-%m-%dT%H:%M:%S")
    text = f"[Trash Info]\nPath={quote(known_as)}\nDeletionDate={now}\n".encode() + _OURS
    stem, suffix = os.path.splitext(name)
    for free in itertools.chain([name], (f"{stem}.{n}{suffix}" for n in itertools.count(2))):
        note = trash / "info" / f"{free}.trashinfo"
        with contextlib.suppress(FileExistsError):
            if not os.path.lexists(trash / "files" / free):
                with note.open("xb") as file:
                    file.write(text)
                break
    return note
