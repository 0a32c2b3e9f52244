"""Write each puzzle to a file of its own, without touching a file that is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from flowdesk.core.finding import FormatError
from flowdesk.desk.work.steps import Steps
from flowdesk.formats.registry import JSON, format_for, losses, write_file
from flowdesk.kinds.entry import SOLUTION, Entry, Format


def write_each(folder: Path, names: Sequence[str], entries: Sequence[Entry]) -> Steps[list[Path]]:
    """Write puzzles under names without suffixes, step by step; return the files.

    Their formats lose nothing. FlowDeskError if one cannot be written; those before it are there.
    """
    written = []
    for name, entry in zip(names, entries, strict=True):
        format = _format(entry)
        path = next(each for each in _paths(folder, name, format) if not each.exists())
        write_file(path, [entry], format, sync=False)
        written.append(path)
        yield
    return written


def _format(entry: Entry) -> Format:
    """Return the format of text files, or JSON if that would lose something."""
    text = format_for(Path("puzzle.txt"), [entry.level])
    try:
        return text if {SOLUTION}.issuperset(losses(text, [entry])) else JSON
    except FormatError:
        return JSON


def _paths(folder: Path, name: str, format: Format) -> Iterator[Path]:
    suffix, number = format.suffixes[0], 1
    while True:
        yield folder / f"{name}{f'-{number}' if number > 1 else ''}{suffix}"
        number += 1
