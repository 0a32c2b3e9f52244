"""Write scanned levels to a file without losing what is in it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import check_writable, write_atomically
from flowdesk.desk.scans.scan import digest_of
from flowdesk.formats.registry import (
    JSON,
    check_spares_picture,
    format_for,
    losses,
    open_file,
    read_data,
    read_file,
    write_file,
)
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.table import KINDS

#: The name of the note that tells an edited level from one that is as it was written.
_MARK = "scan"


def check_target(path: Path) -> bool:
    """Return whether a file has levels; FlowDeskError if none can be written, or it has others.

    Call it before long work. Levels that `write_scanned` wrote may be overwritten, unless
    somebody has edited them.
    """
    entries = _entries_to_keep(path)
    format_for(path, [_any_puzzle()])
    if not all(entry.level.about.get(_MARK) == _key(entry.level) for entry in entries):
        problem = f"{path} has levels that were not scanned, or were edited since"
        raise FlowDeskError(f"{problem}: name another file, or remove it.")
    return bool(entries)


def write_scanned(path: Path, entries: Sequence[Entry]) -> None:
    """Write levels to a file; errors as of `check_target`."""
    check_target(path)
    # It is noted what each level is like now, so that later changes show.
    write_file(path, [one.noted({**one.level.about, _MARK: _key(one.level)}) for one in entries])


def _key(level: Puzzle) -> str:
    """Return a hash of a level and its notes; spaces at their ends are no difference."""
    about: Mapping[str, str] = level.about
    notes = [f"{name}: {text.strip()}" for name, text in about.items() if name != _MARK]
    return digest_of("\n".join([level.puzzle_key, *sorted(notes)]).encode())[:12]


def check_growing(path: Path) -> list[Entry]:
    """Return the puzzles in a file; FlowDeskError if `append` cannot add others."""
    entries = _entries_to_keep(path)
    _grown(path, entries, Entry(_any_puzzle()))
    return entries


def append(path: Path, entry: Entry) -> None:
    """Add a level to a file, which is read again: somebody may have edited it meanwhile.

    What is in it stays, in a text to the letter. FlowDeskError if that is not possible.
    """
    write_atomically(path, _grown(path, _entries_to_keep(path), entry))


def _grown(path: Path, entries: Sequence[Entry], entry: Entry) -> bytes:
    """Return the content of a file with these entries after one was added."""
    if not entries:
        return format_for(path, [entry.level] * 2).write([entry]).encode()
    before = read_file(path)
    format, _ = read_data(before, str(path))
    why = "what is in it would change."
    if format is JSON:
        lost = losses(JSON, entries)
        remarks = [remark for entry in entries for remark in entry.remarks]
        if not lost and not remarks:
            return JSON.write([*entries, entry]).encode()
        why = remarks[0] if remarks else f"{' and '.join(lost)} would be lost."
    elif format.can_write:
        gap = b"\n" if before.endswith(b"\n") else b"\n\n"
        with contextlib.suppress(FormatError):
            data = before + gap + format.write([entry]).encode()
            after = read_data(data, str(path))[1]
            if [one.level for one in after] == [one.level for one in (*entries, entry)]:
                return data
    hint = "Name another file."
    raise FormatError(f"levels cannot be added to this file: {why}", hint=hint, source=str(path))


def _entries_to_keep(path: Path) -> list[Entry]:
    """Return the puzzles in a file, if there are any; FlowDeskError if it cannot be written."""
    check_spares_picture(path)
    check_writable(path)
    if not path.is_file() or path.stat().st_size == 0:
        return []
    return open_file(path)[1]


def _any_puzzle() -> Puzzle:
    puzzle: Puzzle = next(iter(KINDS.values())).new(2, 2)
    return puzzle
