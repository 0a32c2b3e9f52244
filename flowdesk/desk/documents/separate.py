"""Write each puzzle to a file of its own, without touching a file that is there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import reason
from flowdesk.desk.work.steps import Steps
from flowdesk.formats.registry import JSON, format_for, losses, write_file
from flowdesk.kinds.entry import SOLUTION, Entry, Format

#: The number that the name of a file begins with: ``01-spiral.txt``, but not ``06x06-spiral.txt``.
_NUMBER = re.compile(r"([0-9]{1,9})(?=[-.])")


def write_each(
    folder: Path, titles: Sequence[str], entries: Sequence[Entry]
) -> Steps[list[tuple[Path, Format]]]:
    """Write puzzles under numbers and titles, step by step; return the files and their formats.

    The numbers go on after those in the folder, with as many digits. The formats lose nothing.
    FlowDeskError if one cannot be written; those before it are there.
    """
    written = []
    for name, entry in zip(_names(folder, titles), entries, strict=True):
        format = _format(entry)
        path = next(each for each in _paths(folder, name, format) if not each.exists())
        write_file(path, [entry], format, sync=False)
        written.append((path, format))
        yield
    return written


def _names(folder: Path, titles: Sequence[str]) -> list[str]:
    """Return names without suffixes for files that follow those in a folder."""
    try:
        found = [match[1] for name in os.listdir(folder) if (match := _NUMBER.match(name))]
    except OSError as error:
        raise FlowDeskError(f"{folder} cannot be read: {reason(error)}.") from error
    last = max(map(int, found), default=0)
    digits = max(map(len, [*found, str(last + len(titles))]))
    return [f"{n:0{digits}}-{title}".rstrip("-") for n, title in enumerate(titles, last + 1)]


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
