"""Which formats there are, and how a file finds its own."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import MAX_BYTES, decode, read_bytes, write_atomically
from flowdesk.flow.level import Level
from flowdesk.formats import flowdesk_json, level_list, map_text
from flowdesk.formats.entry import Entry


@dataclass(frozen=True)
class Format:
    """One format: what it is called, how it is recognised, read and written.

    `recognize` looks at a text's beginning; `read` and `write` raise FormatError.
    """

    name: str
    suffixes: tuple[str, ...]
    holds_many: bool
    keeps_solutions: bool
    recognize: Callable[[str], bool]
    read: Callable[[str], list[Entry]]
    write: Callable[[Sequence[Entry]], str]


MAP = Format("Map", (".txt",), False, False, map_text.recognize, map_text.read, map_text.write)
LEVEL_LIST = Format(
    "Many levels", (".txt",), True, False, level_list.recognize, level_list.read, level_list.write
)
JSON = Format(
    "FlowDesk JSON",
    (".json",),
    True,
    True,
    flowdesk_json.recognize,
    flowdesk_json.read,
    flowdesk_json.write,
)

#: In the order in which a text is offered to them.
FORMATS = (JSON, LEVEL_LIST, MAP)


def suffixes() -> set[str]:
    """The ends of the names of files that may be puzzles."""
    return {suffix for format in FORMATS for suffix in format.suffixes}


def read_text(text: str, suffix: str = "") -> list[Entry]:
    """The levels in a text; a suffix that belongs to one format alone decides, else the text."""
    known = [format for format in FORMATS if suffix in format.suffixes]
    chosen = known[0] if len(known) == 1 else next(f for f in FORMATS if f.recognize(text))
    return chosen.read(text)


def read_data(data: bytes, source: str) -> list[Entry]:
    """The levels in a file's content; FormatError names `source`."""
    try:
        return read_text(decode(data), Path(source).suffix.lower())
    except FormatError as error:
        raise error.at(source=source) from None


def read_file(path: Path) -> list[Entry]:
    """The levels in a file, at least one; FlowDeskError if it cannot be read."""
    return read_data(read_bytes(path), str(path))


def format_for(path: Path, count: int) -> Format:
    """The format that `count` levels are written in to a file of this name, by its suffix."""
    for format in (MAP, *FORMATS):
        if path.suffix.lower() in format.suffixes and (count == 1 or format.holds_many):
            return format
    known = ", ".join(sorted(suffixes()))
    raise FormatError(
        f"a level cannot be written as {path.suffix or 'a file without a suffix'}.",
        hint=f"Name the file with one of {known}.",
        source=str(path),
    )


def write_file(path: Path, entries: Sequence[Entry]) -> None:
    """Write levels in the format of the file's suffix, whole or not at all."""
    text = format_for(path, len(entries)).write(entries)
    write_atomically(path, text.encode())


def split_number(name: str) -> tuple[str, int]:
    """``FILE#n`` as the file's name and the number of the level, which is 0 if none is named."""
    path, _, number = name.rpartition("#")
    return (path, int(number)) if path and re.fullmatch("[0-9]{1,9}", number) else (name, 0)


def read_stdin() -> list[Entry]:
    """The levels on standard input; FlowDeskError if they cannot be read."""
    if sys.stdin is None:
        raise FlowDeskError("-: standard input is closed.")
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise FlowDeskError(f"-: more than {MAX_BYTES // 1_000_000} MB on standard input.")
    return read_data(data, "-")


def load(path: str | Path) -> list[Level]:
    """The levels of a file, in its order; raises FlowDeskError with a sentence if it has none.

    >>> from flowdesk import load
    >>> level = load("puzzles/05x05-first-steps.txt")[0]
    >>> level.width, level.height, sorted(level.pairs)
    (5, 5, ['B', 'G', 'O', 'R', 'Y'])
    """
    return [entry.level for entry in read_file(Path(path))]
