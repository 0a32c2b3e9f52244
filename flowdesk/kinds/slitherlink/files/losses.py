"""Tell what of a Slitherlink a file cannot hold."""

from __future__ import annotations

from collections.abc import Iterator

from flowdesk.kinds.entry import SOLUTION, Entry


def lost(before: Entry, after: Entry) -> Iterator[str]:
    """Yield what of an entry was lost or changed, as in "the title"."""
    old, new = before.level, after.level
    for name, value in old.about.items():
        if new.about.get(name) != value:
            yield f"the {name}"
    if not old.drawn <= new.drawn:
        yield "the drawn edges"
    if before.solution and not after.solution:
        yield SOLUTION
