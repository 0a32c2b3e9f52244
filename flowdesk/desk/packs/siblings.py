"""What lies beside a file of puzzles, and which of a pack's puzzles are open."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle, noted
from flowdesk.core.storage import natural_order
from flowdesk.desk.documents.document import Document, file_snapshot
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.pack_store import is_puzzle_name
from flowdesk.formats.registry import read_data, read_file, shows_picture, suffixes
from flowdesk.kinds.table import kind_of


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


def puzzle_names(folder: Path) -> list[str]:
    """Return the names of the files in a folder that may be puzzles; none if it cannot be read."""
    known = suffixes()
    try:
        found = [path for path in folder.iterdir() if is_puzzle_name(path.name, known)]
        return [path.name for path in found if path.is_file()]
    except OSError:
        return []


def _has_levels(folder: Path, depth: int) -> bool:
    if puzzle_names(folder):
        return True
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
    is_known = before and document.is_content(pack.index.files[holder].data)
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
        elif file and new_path and list(after.items()) != list(before.items()):
            numbers = {
                id: number
                for number, (id, entry) in enumerate(before.items())
                if is_known and id in after and _is_same(entry.level, after[id].level)
            }
            places = {id: place for place, id in enumerate(after)}
            place = document.index if opened is None else places.get(opened, document.index)
            snapshot = file_snapshot(new_path, file.data)
            snapshot = replace(snapshot, index=min(place, len(after) - 1))
            document.follow(snapshot, [numbers.get(id) for id in after])


def _is_same(level: Puzzle, other: Puzzle) -> bool:
    """Whether nothing but what is noted differs."""
    return noted(level, {}) == noted(other, {})
