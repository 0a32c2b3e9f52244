"""What lies beside a file of puzzles, and which of a pack's puzzles are open."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import natural_order
from flowdesk.desk.documents.document import Document
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.pack_store import is_puzzle_name
from flowdesk.desk.work.steps import Steps
from flowdesk.formats.registry import read_data, read_file, shows_picture, suffixes
from flowdesk.kinds.table import kind_of


class Siblings:
    """The files of a folder in the order of its pack, to go from one to the next.

    They are kept until the folder changes: thousands of files take a while to list.
    """

    def __init__(self) -> None:
        self._pack: Pack | None = None
        self._folder: Path | None = None
        self._stamp = -1
        self._places: dict[str, int] = {}  # of the files, by their names, in order

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
            self._folder, self._pack, self._places = folder, None, {}
        stamp = _stamp(folder)
        try:
            self._pack = self._pack or Pack(folder, read=False)
            yield from self._pack.scan()
            index = self._pack.index
            self._places = {index.files[id].name: at for at, id in enumerate(index.order)}
        except FlowDeskError:  # the folder is gone
            self._pack, self._places = None, {}
        self._stamp = stamp

    def place(self, path: Path) -> tuple[int, int] | None:
        """Return the place of a file among those of its folder, from 0, and how many they are."""
        if _folder_of(path) != self._folder or path.name not in self._places:
            return None
        return self._places[path.name], len(self._places)

    def others(self, path: Path, step: int) -> Iterator[Path]:
        """Yield the files that follow one, or with -1 those before it, the nearest first."""
        place = self.place(path)
        if place is not None and self._folder is not None:
            names = list(self._places)
            for at in range(place[0] + step, len(names) if step > 0 else -1, step):
                yield self._folder / names[at]


def _folder_of(path: Path) -> Path:
    return Path(os.path.abspath(path)).parent


def _stamp(folder: Path) -> int:
    """Return a number that changes with the names in a folder; -1 if it is gone."""
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return -1


def packs_near(path: Path) -> list[Path]:
    """Return the folder above, then those below and beside that contain levels."""
    folder = path if path.is_dir() else path.parent
    above = folder.parent if folder == path else folder
    near = [*_folders_in(folder), *_folders_in(folder.parent)]
    return [above, *(other for other in near if other != folder and _has_levels(other, depth=2))]


def _folders_in(folder: Path) -> list[Path]:
    try:
        found = [path for path in folder.iterdir() if path.is_dir() and path.name[0] != "."]
    except OSError:
        return []
    return sorted(found, key=natural_order)


def _has_levels(folder: Path, depth: int) -> bool:
    known = suffixes()
    try:
        if any(is_puzzle_name(path.name, known) and path.is_file() for path in folder.iterdir()):
            return True
    except OSError:
        return False
    return depth > 1 and any(_has_levels(below, depth - 1) for below in _folders_in(folder))


@dataclass(frozen=True)
class Glance:
    """The first puzzle of a file, if it has any, and a few lines about the file."""

    text: str
    level: Puzzle | None = None


def glance_at(path: Path, progress: object = None) -> Glance:
    """Read a file, which may take long; what cannot be read is told in the text."""
    try:
        data = read_file(path)
        if shows_picture(data):
            return Glance("A picture")
        _, entries = read_data(data, str(path))
    except FlowDeskError as error:
        return Glance(str(error))
    level = entries[0].level
    size = kind_of(level).words.size_text(level)
    many = f"The first of {len(entries):,} puzzles" if len(entries) > 1 else ""
    lines = (level.about.get("title", ""), size, many)
    return Glance("\n".join(line for line in lines if line), level)


def opened_in(document: Document, pack: Pack) -> int | None:
    """Return the id of the open level, or None if it is not in the pack."""
    ids = list(pack.levels_in(document.path))
    return ids[document.index] if document.index < len(ids) else None


@contextlib.contextmanager
def following(documents: Iterable[Document], pack: Pack) -> Iterator[None]:
    """Keep the documents at their levels while the pack is changed in the `with` block.

    FlowDeskError if one of the pack's levels is open and not saved.
    """
    with contextlib.ExitStack() as stack:
        for document in documents:
            stack.enter_context(_following(document, pack))
        yield


@contextlib.contextmanager
def _following(document: Document, pack: Pack) -> Iterator[None]:
    path, before, opened = document.path, pack.levels_in(document.path), opened_in(document, pack)
    holder = pack.index.names.get(path.name, 0) if path and before else 0
    if before and not document.is_saved:
        raise FlowDeskError(f"{document.name} is open and has unsaved changes. Save it first.")
    document.is_followed = True
    try:
        yield
    finally:
        document.is_followed = False
        file = pack.index.files.get(holder)  # it may have another name now
        new_path = pack.folder / file.name if file else path
        after = pack.levels_in(new_path)
        if document.path != path:
            pass  # another file was opened meanwhile
        elif before and not after:
            document.lost_its_file()
        elif not document.is_saved:
            pass  # edited since its file was deleted: it is in no pack any more
        elif new_path and after and (list(after.items()) != list(before.items())):
            places = {id: place for place, id in enumerate(after)}
            place = document.index if opened is None else places.get(opened, document.index)
            document.open(new_path)
            document.go_to(min(place, len(after) - 1))
