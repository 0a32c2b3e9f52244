"""Find other packs: the folders near a pack that contain levels."""

from __future__ import annotations

from pathlib import Path

from flowdesk.core.storage import natural_order
from flowdesk.desk.packs.pack_store import is_puzzle_name
from flowdesk.formats.registry import suffixes


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
