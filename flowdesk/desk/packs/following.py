"""Keep the open document at its level while the pack of that level is changed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.documents.document import Document
from flowdesk.desk.packs.pack import Pack


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
    """Keep one document at its level.

    FlowDeskError if one of the pack's levels is open and not saved.
    """
    path, before, opened = document.path, pack.levels_in(document.path), opened_in(document, pack)
    if before and not document.is_saved:
        raise FlowDeskError(f"{document.name} is open and has unsaved changes. Save it first.")
    document.is_followed = True
    try:
        yield
    finally:
        document.is_followed = False
        after = pack.levels_in(path)
        if document.path != path:
            pass  # another file was opened meanwhile
        elif before and not after:
            document.lost_its_file()
        elif not document.is_saved:
            pass  # edited since its file was deleted: it is in no pack any more
        elif path and after and list(after.items()) != list(before.items()):
            places = {id: place for place, id in enumerate(after)}
            place = document.index if opened is None else places.get(opened, document.index)
            document.open(path)
            document.go_to(min(place, len(after) - 1))
