"""Glance: what is in a file of puzzles, for whoever chooses among files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.formats.registry import read_data, read_file, shows_picture
from flowdesk.kinds.table import kind_of


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
