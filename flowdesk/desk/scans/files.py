"""Write scanned levels to a file without losing what is in it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import check_writable, write_atomically
from flowdesk.desk.scans.scan import ABOUT
from flowdesk.formats.registry import (
    check_spares_picture,
    format_for,
    losses,
    open_file,
    read_data,
    read_file,
    write_file,
)
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.table import KINDS

#: The name of the note that tells an edited level from one that is as it was written.
_MARK = "scan"


def check_target(path: Path) -> None:
    """Raise FlowDeskError if levels cannot be written to a file, or if it has others.

    Call it before long work. Levels that `write_scanned` wrote may be overwritten, unless
    somebody has edited them.
    """
    check_spares_picture(path)
    check_writable(path)
    format_for(path, [_any_puzzle()])
    if not all(_is_as_written(entry.level) for entry in _entries(path)):
        raise FlowDeskError(
            f"{path} has levels that were not scanned, or were edited since: name another file, "
            "or remove it."
        )


def write_scanned(path: Path, entries: Sequence[Entry]) -> None:
    """Write levels to a file; errors as of `check_target`."""
    check_target(path)
    write_file(path, [_marked(entry) for entry in entries])


def _marked(entry: Entry) -> Entry:
    """Note in a level what it is like now, so that later changes show."""
    level = entry.level
    return replace(entry, level=replace(level, about={**level.about, _MARK: _key(level)}))


def _is_as_written(level: Any) -> bool:
    about: Mapping[str, str] = level.about
    return (
        about.get(_MARK) == _key(level)
        and about.keys() <= {*ABOUT, _MARK}
        and about.get("title") == Path(about.get("picture", "")).stem
    )


def _key(level: Any) -> str:
    key: str = level.puzzle_key
    return key[:12]


def check_growing(path: Path) -> list[Entry]:
    """Return the puzzles in a file to which `append` can add, if there is one.

    FlowDeskError if the file would lose something.
    """
    check_spares_picture(path)
    check_writable(path)
    entries = _entries(path)
    if entries:
        _check_nothing_lost(path, entries)
    else:
        _growing(path, [])
    return entries


def append(path: Path, entry: Entry) -> None:
    """Add a level to a file, which is read again: somebody may have edited it meanwhile."""
    check_spares_picture(path)
    entries = _entries(path)
    if not entries:
        write_file(path, [entry], _growing(path, [entry]))
        return
    before = read_file(path)
    format, _ = read_data(before, str(path))
    with contextlib.suppress(FormatError):  # keep the text to the letter where that can be
        data = before.rstrip() + b"\n\n" + format.write([entry]).encode()
        after = read_data(data, str(path))[1]
        if [one.level for one in after] == [one.level for one in (*entries, entry)]:
            write_atomically(path, data)
            return
    _check_nothing_lost(path, entries)
    write_file(path, [*entries, entry], _growing(path, [*entries, entry]))


def _check_nothing_lost(path: Path, entries: Sequence[Entry]) -> None:
    lost = losses(_growing(path, entries), entries)
    remarks = [remark for entry in entries for remark in entry.remarks]
    if lost or remarks:
        why = remarks[0] if remarks else f"{' and '.join(lost)} would be lost."
        raise FlowDeskError(f"{path}: levels cannot be added to this file: {why}")


def _entries(path: Path) -> list[Entry]:
    """Return the puzzles in a file; none if there is no file, or an empty one."""
    if not path.is_file() or path.stat().st_size == 0:
        return []
    return open_file(path)[1]


def _growing(path: Path, entries: Sequence[Entry]) -> Format:
    """Return the format of many puzzles for a file of this name; FormatError if there is none."""
    levels = [entry.level for entry in entries] or [_any_puzzle()]
    return format_for(path, [*levels, levels[0]])


def _any_puzzle() -> Any:
    return next(iter(KINDS.values())).new(2, 2)
