"""Recovery: unsaved work is kept in a file, and found again after a window ended without saving.

Each window has a file of its own in the user's state folder, beside another one that it holds a
claim on. Work whose claim can be taken belongs to nobody: its process is dead. A recovery file is
FlowDesk JSON with a part "recovery", so that it can also be opened as any other file. It is whole
at any moment, but not forced to the disk, which could hold the window for long: it survives the
death of the program, whatever its cause, but a power cut only as a rule.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Generator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.locking import Claim
from flowdesk.core.storage import reason, state_folder, sweep_temporaries, write_atomically
from flowdesk.desk.documents.document import Snapshot
from flowdesk.formats import flowdesk_json
from flowdesk.formats.registry import FORMATS
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.table import kind_of


def recovery_folder() -> Path:
    """Where unsaved work is kept; it may not be there yet. FlowDeskError if there is no home."""
    return state_folder() / "recovery"


class RecoveryFile:
    """The file of one window. It is made when there is something to keep."""

    def __init__(self) -> None:
        self._claim: Claim | None = None

    @classmethod
    def left_behind(cls, path: Path) -> RecoveryFile:
        """A file that was found. OSError if it belongs to a living process."""
        file = cls()
        file._claim = Claim(path.with_suffix(".lock"))
        return file

    @property
    def path(self) -> Path | None:
        """Where the work lies, if any is kept."""
        return self._claim.path.with_suffix(".json") if self._claim else None

    def write(self, data: bytes) -> None:
        """Keep this instead of what was kept before; FlowDeskError if that is not possible."""
        if self._claim is None:
            self._claim = _new_claim(recovery_folder())
        write_atomically(self._claim.path.with_suffix(".json"), data, sync=False)

    def remove(self) -> None:
        """Keep nothing any more."""
        if self.path:
            with contextlib.suppress(OSError):
                self.path.unlink()
        self._give_up(also_unlink=True)

    def set_aside(self) -> Path | None:
        """Give the file a name under which it is not found again, and return it."""
        if self.path is None:
            return None
        aside = self.path.with_suffix(".broken")
        with contextlib.suppress(OSError):
            os.replace(self.path, aside)
        self._give_up(also_unlink=True)
        return aside

    def release(self) -> None:
        """Leave the file, if there is one, to whoever looks for it."""
        self._give_up(also_unlink=self.path is not None and not self.path.exists())

    def _give_up(self, *, also_unlink: bool) -> None:
        claim, self._claim = self._claim, None
        if claim:
            claim.release()  # first, because Windows unlinks nothing that is open
            if also_unlink:
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
    """Puts documents into bytes, and remembers the text of levels that stay the same."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Entry, str]] = {}

    def encode(self, snapshot: Snapshot) -> Generator[None, None, bytes]:
        """The bytes of a document; stops after each level whose text has to be made."""
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
        }
        levels = [made[id(entry)][1] for entry in snapshot.entries]
        return flowdesk_json.of_many(levels, {"recovery": about}).encode()


def decoded(data: bytes) -> Snapshot:
    """The document in a recovery file; FlowDeskError if it is damaged."""
    try:
        text = data.decode()
        about = json.loads(text)["recovery"]
        remarks = [tuple(map(str, said)) for said in about["remarks"]]
        entries = [
            replace(entry, remarks=said)
            for entry, said in zip(flowdesk_json.read(text), remarks, strict=True)
        ]
        return Snapshot(
            entries=tuple(entries),
            index=range(len(entries))[about["index"]],
            called=str(about["called"]),
            path=Path(about["path"]) if about["path"] else None,
            content=str(about["content"]),
            format=next((format for format in FORMATS if format.key == about["format"]), None),
            left_out=tuple(map(str, about["left_out"])),
        )
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise FlowDeskError("It is damaged.") from error


@dataclass(frozen=True)
class Found:
    """Work that a window has left behind: a document, or the reason why it cannot be read.

    `file` is claimed by this process; `when` is the time, in seconds, when it was kept.
    """

    file: RecoveryFile
    when: float
    snapshot: Snapshot | None
    problem: str = ""

    def describe(self, now: datetime) -> str:
        """What it is, where it belongs, and from when: a line each."""
        lines = []
        if self.snapshot:
            path, levels = self.snapshot.path, [entry.level for entry in self.snapshot.entries]
            lines.append(f"{path.name} in {path.parent}" if path else self.snapshot.called)
            level = levels[self.snapshot.index]
            title = f"“{level.title}”, " if level.title else ""
            number = f"{len(levels)} levels, number {self.snapshot.index + 1}: "
            size = kind_of(level).size_text(level)
            lines.append(f"{number if len(levels) > 1 else ''}{title}{size}")
        when = datetime.fromtimestamp(self.when)
        day = "today" if when.date() == now.date() else f"{when.day} {when:%B %Y}"
        return "\n".join([*lines, f"kept {day} at {when:%H:%M}"])


def found() -> list[Found]:
    """What no living process claims, the newest first; each is claimed by this one from now on."""
    try:
        folder = recovery_folder()
    except FlowDeskError:
        return []  # without a home nothing was kept
    works = []
    sweep_temporaries(folder)
    for path in folder.glob("*.json"):
        try:
            file = RecoveryFile.left_behind(path)
        except OSError:
            continue
        if work := _read(file, path):
            works.append(work)
        else:
            file.remove()
    return sorted(works, key=lambda work: work.when, reverse=True)


def _read(file: RecoveryFile, path: Path) -> Found | None:
    """What a file holds that was just claimed; None if it was removed before that."""
    when = 0.0
    try:
        when = path.stat().st_mtime
        return Found(file, when, decoded(path.read_bytes()))
    except FileNotFoundError:
        return None
    except OSError as error:
        return Found(file, when, None, f"It cannot be read: {reason(error)}.")
    except FlowDeskError as error:
        return Found(file, when, None, str(error))


def _text(entry: Entry) -> str:
    """A level as FlowDesk JSON. What no text can hold is a question mark: half an emoji, say."""
    try:
        return flowdesk_json.written(entry)
    except FormatError:
        about = {_as_text(name): _as_text(value) for name, value in entry.level.about.items()}
        return flowdesk_json.written(replace(entry, level=replace(entry.level, about=about)))


def _as_text(text: str) -> str:
    return text.encode(errors="replace").decode().replace("\0", "?")
