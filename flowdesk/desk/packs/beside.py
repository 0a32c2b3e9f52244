"""Beside: the files of a folder in the order of its pack, to go from one to the next."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.steps import Steps


class Beside:
    """Keeps the names in a folder until it changes: thousands of files take a while to list."""

    def __init__(self) -> None:
        self._pack: Pack | None = None
        self._folder: Path | None = None
        self._stamp = -1
        self._keep(())

    def knows(self, path: Path) -> bool:
        """Whether the folder of a file is listed, and has not changed since."""
        folder = _folder_of(path)
        return folder == self._folder and self._stamp == _stamp(folder)

    def look(self, path: Path) -> Steps[None]:
        """List the folder of a file, unless it is known; what cannot be listed is empty."""
        if self.knows(path):
            return
        folder = _folder_of(path)
        if folder != self._folder:
            self._folder, self._pack = folder, None
            self._keep(())
        stamp = _stamp(folder)
        try:
            self._pack = self._pack or Pack(folder, read=False)
            yield from self._pack.scan()
            index = self._pack.index
            self._keep([index.files[id].name for id in index.order])
        except FlowDeskError:  # the folder is gone
            self._pack = None
            self._keep(())
        self._stamp = stamp

    def place(self, path: Path) -> tuple[int, int] | None:
        """Return the place of a file among those of its folder, from 0, and how many they are."""
        if _folder_of(path) != self._folder or path.name not in self._places:
            return None
        return self._places[path.name], len(self._names)

    def others(self, path: Path, step: int) -> Iterator[Path]:
        """Yield the files that follow one, or with -1 those before it, the nearest first."""
        place = self.place(path)
        if place is not None and self._folder is not None:
            names, end = self._names, len(self._names) if step > 0 else -1
            for at in range(place[0] + step, end, step):
                yield self._folder / names[at]

    def _keep(self, names: Sequence[str]) -> None:
        self._names, self._places = names, {name: at for at, name in enumerate(names)}


def _folder_of(path: Path) -> Path:
    return Path(os.path.abspath(path)).parent


def _stamp(folder: Path) -> int:
    """Return a number that changes with the names in a folder; -1 if it is gone."""
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return -1
