"""A pack is changed while one of its levels is open: the document goes where its level goes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.documents.document import Document
from flowdesk.desk.packs.pack import Pack


def opened_in(document: Document, pack: Pack) -> int | None:
    """The id of the level that is open, if it is one of a pack."""
    ids = list(pack.levels_in(document.path))
    return ids[document.index] if document.index < len(ids) else None


@contextlib.contextmanager
def following(document: Document, pack: Pack) -> Iterator[None]:
    """While a pack is changed; FlowDeskError if one of its levels is open and not saved."""
    path, before, opened = document.path, pack.levels_in(document.path), opened_in(document, pack)
    if before and not document.is_saved:
        raise FlowDeskError(
            f"{document.name} is open and has changes that are not saved. Save it first."
        )
    try:
        yield
    finally:
        after = pack.levels_in(path)
        if document.path != path:
            pass  # another file was opened meanwhile
        elif before and not after:
            document.lost_its_file()
        elif not document.is_saved:
            pass  # drawn on since its file was deleted: it belongs to no pack any more
        elif path and after and list(after.items()) != list(before.items()):
            places = {id: place for place, id in enumerate(after)}
            place = document.index if opened is None else places.get(opened, document.index)
            document.open(path)
            document.go_to(min(place, len(after) - 1))
