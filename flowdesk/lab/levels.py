"""Levels: choices of levels for a race."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.document import Document
from flowdesk.desk.packs.pack import Pack

#: Levels by their names.
Levels: TypeAlias = list[tuple[str, Puzzle]]


def choices(document: Document) -> dict[str, Callable[[], Levels]]:
    """Return the choices by their labels, the most likely one first.

    Each is a function that returns the levels, or raises FlowDeskError if it cannot read them.
    """
    found: dict[str, Callable[[], Levels]] = {}
    if document.count > 1:
        found[f"All {document.count} levels of this file"] = partial(_all_of, document)
    found["This level"] = lambda: [(document.name, document.level)]
    if document.path and document.path.exists():
        folder = document.path.absolute().parent
        found[f"All levels in the folder {folder.name}"] = partial(_below, folder)
    found["The levels that come with FlowDesk"] = partial(_below, shipped("puzzles"))
    found["The packs that come with FlowDesk"] = partial(_below, shipped("puzzles") / "packs")
    return found


def _all_of(document: Document) -> Levels:
    name = document.name.rpartition(" #")[0]
    return [(f"{name}#{number}", each.level) for number, each in enumerate(document.entries, 1)]


def _below(folder: Path) -> Levels:
    return [(item.name, item.entry.level) for item in Pack(folder).items if item.entry]
