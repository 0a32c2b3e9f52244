"""Recent: the files that were open before, and the folder to look for files first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from flowdesk.app.actions import Choice
from flowdesk.app.shell import Shell
from flowdesk.core.storage import shipped


class Recent:
    """What all documents of a window have in common; `last` is the last folder, or empty."""

    def __init__(self, shell: Shell) -> None:
        self.last = ""
        self._shell = shell

    @property
    def folder(self) -> str:
        """Where to look for files first."""
        return self.last or str(shipped("puzzles"))

    def choices(self, open: Callable[[Path], object]) -> tuple[Sequence[Choice], None]:
        """Return the files that were open before, the last one first."""
        paths = map(Path, self._shell.settings.recent)
        return [(f"{p.name}   {p.parent}", partial(open, p)) for p in paths], None

    def used(self, path: Path) -> None:
        """Remember a file that was opened or saved."""
        self.last = str(path.resolve().parent)
        self._shell.settings = self._shell.settings.with_recent(path)
