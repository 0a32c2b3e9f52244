"""A pack is changed while one of its levels is open: the document goes where its level goes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.document import Document
from flowdesk.desk.pack import Pack
from flowdesk.formats.entry import Entry


def opened_in(document: Document, pack: Pack) -> int | None:
    """The id of the level that is open, if it is one of a pack."""
    ids = list(_levels_in(pack, document.path))
    return ids[document.index] if document.index < len(ids) else None


@contextlib.contextmanager
def following(document: Document, pack: Pack) -> Iterator[None]:
    """While a pack is changed; FlowDeskError if one of its levels is open and not saved."""
    before, opened = _levels_in(pack, document.path), opened_in(document, pack)
    if before and not document.is_saved:
        raise FlowDeskError(
            f"{document.name} is open and has changes that are not saved. Save it first."
        )
    try:
        yield
    finally:
        path = next((item.path for item in pack.items if item.id == opened), document.path)
        after = _levels_in(pack, path)
        if before and not after:
            document.lost_its_file()
        elif not document.is_saved:
            pass  # drawn on since its file was deleted: it belongs to no pack any more
        elif path and after and list(after.items()) != list(before.items()):
            place = list(after).index(opened) if opened in after else document.index
            document.open(path)
            document.go_to(min(place, len(after) - 1))
        elif path and document.path and path.name != document.path.name:
            document.moved_to(path)


def _levels_in(pack: Pack, path: Path | None) -> dict[int, Entry]:
    """The levels of a pack that lie in one file, by their ids."""
    place = path and os.path.abspath(path)
    return {item.id: item.entry for item in pack.items if item.entry and str(item.path) == place}
