"""Shapes that the user has saved: boards with nothing on them, a file each in the user's folder."""

from __future__ import annotations

import contextlib
import itertools
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import make_folder, natural_order, user_folder
from flowdesk.formats.registry import JSON, holding, load, write_file
from flowdesk.kinds.entry import Entry


def saved_shapes(kind: str) -> dict[Path, Puzzle]:
    """Return the saved shapes of a kind by their files; what cannot be read is left out."""
    found = {}
    try:
        files = sorted(_folder().iterdir(), key=natural_order)
    except (OSError, FlowDeskError):
        files = []
    for path in files:
        with contextlib.suppress(FlowDeskError):
            found[path] = load(path)[0]
    return {path: board for path, board in found.items() if board.kind == kind}


def save_shape(board: Puzzle) -> Path:
    """Write an empty board to a file, as a map if there is one for it; FlowDeskError if not."""
    format = next(iter(holding(board)), JSON)
    folder = _folder()
    make_folder(folder)
    paths = (folder / f"Shape {number}{format.suffixes[0]}" for number in itertools.count(1))
    path = next(path for path in paths if not path.exists())
    write_file(path, [Entry(board)], format)
    return path


def remove_shape(path: Path) -> None:
    """Remove the file of a shape; FlowDeskError if that is not possible."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise FlowDeskError(f"{path} cannot be removed: {error.strerror}.") from None


def _folder() -> Path:
    return user_folder() / "shapes"
