"""KnownFile: a file as it was read or written here, and what others have made of it since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import Stamp, read_bytes, reason, stamp
from flowdesk.formats.registry import Format, read_data
from flowdesk.kinds.entry import Entry


def fingerprint(data: bytes) -> str:
    """What tells the content of a file from any other."""
    return sha256(data).hexdigest()


@dataclass(frozen=True)
class FileChange:
    """What another program has made of a file: other levels, something else, or nothing at all.

    `content` is the fingerprint of what is there now, empty where that cannot be read. `problem`
    says why there are no levels in it; without one, the levels are there or the file is gone.
    """

    path: Path
    content: str = ""
    format: Format | None = field(default=None, compare=False)
    entries: Sequence[Entry] = field(default=(), compare=False)
    problem: str = ""

    @property
    def is_gone(self) -> bool:
        """Whether there is no such file any more."""
        return not self.entries and not self.problem


class FileChanged(FlowDeskError):
    """Raised instead of overwriting what another program has written."""

    def __init__(self, change: FileChange) -> None:
        super().__init__(f"{change.path.name} was changed by another program.")
        self.change = change


class KnownFile:
    """A file, and the fingerprint of its `content` as it was known last."""

    def __init__(self, path: Path, content: str) -> None:
        self.path = path
        self.content = content
        self._looked: tuple[Stamp | None, FileChange | None] | None = None

    def change(self) -> FileChange | None:
        """What became of the file since, if anything; what has not been touched is not read."""
        try:
            now = stamp(self.path)
        except OSError as error:
            return FileChange(self.path, problem=f"{reason(error)}.")
        if self._looked is None or self._looked[0] != now:
            # The stamp is older than what is read: what is written in between will be seen.
            self._looked = now, self._compared() if now else FileChange(self.path)
        return self._looked[1]

    def change_for_sure(self) -> FileChange | None:
        """The same, whatever the stamp says: those of some disks are two seconds coarse."""
        self._looked = None
        return self.change()

    def _compared(self) -> FileChange | None:
        content = ""
        try:
            data = read_bytes(self.path)
            content = fingerprint(data)
            if content == self.content:
                return None
            return FileChange(self.path, content, *read_data(data, self.path.name))
        except FlowDeskError as error:
            return FileChange(self.path, content, problem=str(error))
