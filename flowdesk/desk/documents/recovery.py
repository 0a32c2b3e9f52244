"""Recovery: keep unsaved work in files, and find it after a window has ended without saving.

Each document has a recovery file in the user's state folder, and a lock file beside it that its
window holds a claim on. If the claim can be taken, the process of that window is dead. A recovery
file is FlowDesk JSON with an extra part "recovery", so that it can be opened as any other file. It
is replaced atomically, but without waiting for the disk, which could block the window: it survives
any death of the program, but not every power cut.

Which files were open is kept as well, and where one was in each: one window at a time has them, the
one that holds the claim, until its process ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.locking import Claim
from flowdesk.core.storage import is_abandoned, reason, state_folder, write_atomically
from flowdesk.desk.documents.known_file import Snapshot, UnsavedLesson
from flowdesk.desk.store import STORE
from flowdesk.formats import flowdesk_json
from flowdesk.formats.registry import FORMATS
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.table import kind_of


def recovery_folder() -> Path:
    """Return the folder of recovery files, which may not exist; errors as for `state_folder`."""
    return state_folder() / "recovery"


class RecoveryFile:
    """A document's recovery file, made when there is something to keep, or claimed if it exists."""

    def __init__(self, claim: Claim | None = None) -> None:
        self._claim = claim

    @property
    def path(self) -> Path | None:
        return self._claim.path.with_suffix(".json") if self._claim else None

    def write(self, data: bytes) -> None:
        """Replace the content of the file; FlowDeskError if that is not possible."""
        if self._claim is None:
            self._claim = _new_claim(recovery_folder())
        write_atomically(self._claim.path.with_suffix(".json"), data, sync=False)

    def remove(self) -> None:
        if self.path:
            with contextlib.suppress(OSError):
                self.path.unlink()
        self.release()

    def set_aside(self) -> Path | None:
        """Rename the file so that it is not offered again; return the new path."""
        if self.path is None:
            return None
        aside = self.path.with_suffix(".broken")
        with contextlib.suppress(OSError):
            os.replace(self.path, aside)
        self.release()
        return aside

    def release(self) -> None:
        """Give up the claim, so that another window can offer the file, if it is still there."""
        is_gone = self.path is not None and not self.path.exists()
        claim, self._claim = self._claim, None
        if claim:
            claim.release()  # first, because Windows unlinks nothing that is open
            if is_gone:
                with contextlib.suppress(OSError):
                    claim.path.unlink()


def _new_claim(folder: Path) -> Claim:
    path = folder / f"{secrets.token_hex(8)}.lock"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Claim(path)
    except OSError as error:
        with contextlib.suppress(OSError):  # some network drives have files, but no locks
            path.unlink()
        raise FlowDeskError(f"{folder} cannot be written: {reason(error)}.") from error


class Encoder:
    """Encodes documents, and caches the text of levels that have not changed."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Entry, str]] = {}

    def encode(self, snapshot: Snapshot) -> Generator[None, None, bytes]:
        """Return the bytes of a document; yield after each level that is encoded."""
        made = {}
        for entry in snapshot.entries:
            if id(entry) not in self._made:
                self._made[id(entry)] = entry, _text(entry)
                yield
            made[id(entry)] = self._made[id(entry)]
        self._made = made
        about = {
            "path": os.path.abspath(snapshot.path) if snapshot.path else None,
            "content": snapshot.content,
            "called": snapshot.called,
            "format": snapshot.format.key if snapshot.format else None,
            "left_out": list(snapshot.left_out),
            "index": snapshot.index,
            "remarks": [entry.remarks for entry in snapshot.entries],
            "lesson": asdict(snapshot.lesson) if snapshot.lesson else None,
            "saved": snapshot.saved,
        }
        levels = [made[id(entry)][1] for entry in snapshot.entries]
        return flowdesk_json.of_many(levels, {"recovery": about}).encode()


def decoded(data: bytes) -> Snapshot:
    """Return the document in a recovery file; FlowDeskError if it is damaged."""
    try:
        text = data.decode()
        about = json.loads(text)["recovery"]
        remarks = [tuple(map(str, texts)) for texts in about["remarks"]]
        entries = [
            replace(entry, remarks=texts)
            for entry, texts in zip(flowdesk_json.read(text), remarks, strict=True)
        ]
        return Snapshot(
            entries=tuple(entries),
            index=range(len(entries))[about["index"]],
            called=str(about["called"]),
            path=Path(about["path"]) if about["path"] else None,
            content=str(about["content"]),
            format=next((format for format in FORMATS if format.key == about["format"]), None),
            left_out=tuple(map(str, about["left_out"])),
            lesson=_lesson(about["lesson"]) if about.get("lesson") else None,
            saved=about.get("saved") is True,
        )
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise FlowDeskError("It is damaged.") from error


def _lesson(saved: Any) -> UnsavedLesson:
    path, text, content = (str(saved[name]) for name in ("path", "text", "content"))
    return UnsavedLesson(path, text, int(saved["at"]), content)


@dataclass(frozen=True)
class Leftover:
    """Unsaved work of a dead window: a document, or the `problem` why it cannot be read.

    `file` is claimed by this process; `when` is the time of its last change, in seconds.
    """

    file: RecoveryFile
    when: float
    snapshot: Snapshot | None
    problem: str = ""

    def describe(self, now: datetime) -> str:
        """Describe in lines what it is, to which file it belongs, and when it was kept."""
        lines = []
        if self.snapshot:
            path, levels = self.snapshot.path, [entry.level for entry in self.snapshot.entries]
            lines.append(path.name if path else self.snapshot.called)
            level = levels[self.snapshot.index]
            title = f"“{level.title}”, " if level.title else ""
            number = f"{len(levels)} puzzles, number {self.snapshot.index + 1}: "
            size = kind_of(level).words.size_text(level)
            place = f", in {path.parent}" if path else ""
            lines.append(f"{number if len(levels) > 1 else ''}{title}{size}{place}")
            if lesson := self.snapshot.lesson:
                lines.append(f"the lesson {Path(lesson.path).name}")
        when = datetime.fromtimestamp(self.when)
        day = "today" if when.date() == now.date() else f"{when.day} {when:%B %Y}"
        return "\n".join([*lines, f"kept {day} at {when:%H:%M}"])


def find_leftovers() -> list[Leftover]:
    """Claim and return the work that no living process claims, the newest first."""
    try:
        folder = recovery_folder()
    except FlowDeskError:
        return []  # no home folder
    works = []
    locks = filter(is_abandoned, folder.glob("*.lock"))
    for path in {*folder.glob("*.json"), *(lock.with_suffix(".json") for lock in locks)}:
        try:
            file = RecoveryFile(Claim(path.with_suffix(".lock")))
        except OSError:
            continue  # it belongs to a living process
        if work := _read(file, path):
            works.append(work)
        else:
            file.remove()
    return sorted(works, key=lambda work: work.when, reverse=True)


def _read(file: RecoveryFile, path: Path) -> Leftover | None:
    """Read a file that was just claimed; None if there is none, or it was removed before that."""
    when = 0.0
    try:
        when = path.stat().st_mtime
        return Leftover(file, when, decoded(path.read_bytes()))
    except FileNotFoundError:
        return None
    except OSError as error:
        return Leftover(file, when, None, f"It cannot be read: {reason(error)}.")
    except FlowDeskError as error:
        return Leftover(file, when, None, str(error))


def _text(entry: Entry) -> str:
    """Return a level as FlowDesk JSON; what UTF-8 cannot encode becomes question marks."""
    try:
        return flowdesk_json.written(entry)
    except FormatError:
        about = {_as_text(name): _as_text(value) for name, value in entry.level.about.items()}
        return flowdesk_json.written(replace(entry, level=replace(entry.level, about=about)))


def _as_text(text: str) -> str:
    return text.encode(errors="replace").decode().replace("\0", "?")


_MOST = 50  # tabs; a file of ours has not more than anyone wants to be opened at once


@dataclass(frozen=True)
class OpenFile:
    """A file that was open, and where one was in it.

    `zoom` is the size of the cells as a multiple of the normal one, or 0 if the board fitted the
    window; `middle` is the point of the board in the middle of the view, in cells. `overlay` names
    what was shown over the level: ``play``, ``map``, ``solution``, ``two solutions``, or nothing.
    """

    path: str
    index: int = 0
    zoom: float = 0.0
    middle: tuple[float, float] = (0.0, 0.0)
    overlay: str = ""


@dataclass(frozen=True)
class OpenFiles:
    """The files in the order of their tabs, and the number of the one in front."""

    files: Sequence[OpenFile] = ()
    front: int = 0


class OpenFilesTaken(FlowDeskError):
    """Raised to leave the open files to the living window that has them."""


def claim_open_files() -> Claim | None:
    """Claim them; None if that is not possible here; OpenFilesTaken if another window has them.

    A window that could not claim them never saves any.
    """
    try:
        path = state_folder() / "session.lock"
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Claim(path)
    except BlockingIOError as error:
        raise OpenFilesTaken("Another window has the puzzles that were open before.") from error
    except (FlowDeskError, OSError):
        return None  # no home folder, or a network drive that has files, but no locks


def load_open_files() -> OpenFiles:
    """Return what was open last, perhaps nothing; FlowDeskError if it cannot be read."""
    try:
        for (text,) in STORE.rows("SELECT session FROM session"):
            saved = json.loads(text)
            return OpenFiles([_file(each) for each in saved["files"][:_MOST]], int(saved["front"]))
    except (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError) as error:
        problem = "Which puzzles were open before is not known: what was kept of it is damaged."
        raise FlowDeskError(problem) from error
    return OpenFiles()


def save_open_files(now: OpenFiles) -> None:
    text = json.dumps({"files": [asdict(each) for each in now.files], "front": now.front})
    with STORE.change() as database:
        database.execute("REPLACE INTO session VALUES (0, ?)", (text,))


def _file(saved: Any) -> OpenFile:
    x, y = map(float, saved["middle"])
    path, zoom = saved["path"], float(saved["zoom"])
    if not isinstance(path, str) or "\0" in path or not os.path.isabs(path):
        raise ValueError("no path")
    os.fsencode(path)  # or a UnicodeEncodeError, which is a ValueError
    if not all(abs(number) < 10_000 for number in (x, y, zoom)):  # which nan is not, either
        raise ValueError("no place")
    return OpenFile(path, int(saved["index"]), zoom, (x, y), str(saved["overlay"]))
