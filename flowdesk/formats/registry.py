"""Which formats there are, and how a file finds its own."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.grid import Edge, edge_between
from flowdesk.core.storage import MAX_BYTES, decode, read_bytes, write_atomically
from flowdesk.formats import flowdesk_json, puzz_link, pzprv3
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.drawing import drawn_solution
from flowdesk.kinds.flow.files import (
    color_json,
    coordinates,
    level_list,
    level_string,
    map_text,
)
from flowdesk.kinds.flow.level import Level

#: What `Format.losses` calls a solution: the one loss that can be found again.
SOLUTION = "the solution"


def only_read(entries: Sequence[Entry]) -> str:
    """What a format that is not written has for a writer."""
    raise FormatError("this format is only read.", hint="Choose another one.")


@dataclass(frozen=True)
class Format:
    """One format: what it is called, how it is recognised, read and written.

    `key` is its name for scripts, `name` that for people. `recognize` looks at a text's
    beginning; `read` and `write` raise FormatError.
    What a format cannot hold of the puzzle itself, `write` refuses; what else it leaves out is
    told by `losses`.
    """

    key: str
    name: str
    suffixes: tuple[str, ...]
    holds_many: bool
    recognize: Callable[[str], bool]
    read: Callable[[str], list[Entry]]
    write: Callable[[Sequence[Entry]], str] = only_read

    @property
    def can_write(self) -> bool:
        """Whether levels can be written in it."""
        return self.write is not only_read

    def losses(self, entries: Sequence[Entry]) -> list[str]:
        """What of these levels would be left out, as in "the title"; FormatError as `write`."""
        lost: dict[str, None] = {}
        for before, after in zip(entries, self.read(self.write(entries)), strict=True):
            lost.update(dict.fromkeys(_missing(before, after)))
        return list(lost)


#: In the order in which a text is offered to them: a map is what nothing else is.
FORMATS = (
    Format(
        "json",
        "FlowDesk JSON",
        (".json",),
        True,
        flowdesk_json.recognize,
        flowdesk_json.read,
        flowdesk_json.write,
    ),
    Format(
        "colors",
        "JSON of colours",
        (".json",),
        False,
        color_json.recognize,
        color_json.read,
        color_json.write,
    ),
    Format(
        "list",
        "Many maps",
        (".txt",),
        True,
        level_list.recognize,
        level_list.read,
        level_list.write,
    ),
    Format(
        "link",
        "Link (puzz.link)",
        (".txt",),
        True,
        puzz_link.recognize,
        puzz_link.read,
        puzz_link.write,
    ),
    Format(
        "pzprv3",
        "puzz.link file (pzprv3)",
        (".txt",),
        False,
        pzprv3.recognize,
        pzprv3.read,
        pzprv3.write,
    ),
    Format(
        "string",
        "Flow Free level string",
        (".txt",),
        True,
        level_string.recognize,
        level_string.read,
    ),
    Format("coordinates", "Coordinates", (".txt",), False, coordinates.recognize, coordinates.read),
    Format("map", "Map", (".txt",), False, map_text.recognize, map_text.read, map_text.write),
)


def format_named(key: str) -> Format:
    """The format with this key; FlowDeskError naming those that there are."""
    for format in FORMATS:
        if format.key == key:
            return format
    known = ", ".join(format.key for format in FORMATS)
    raise FlowDeskError(f"There is no format {key!r}: {known}.")


JSON, LEVEL_LIST, MAP = format_named("json"), format_named("list"), format_named("map")
LINK = format_named("link")


def _missing(before: Entry, after: Entry) -> Iterator[str]:
    """What of an entry is not there any more, or has changed."""
    old, new = before.level, after.level
    for name, value in old.about.items():
        if name == "touching":
            if new.touching and not old.touching:
                yield "that touching is forbidden"
        elif new.about.get(name) != value:
            yield f"the {name}"
    labels = {old.endpoints[cell]: new.endpoints.get(cell, "") for cell in old.endpoints}
    if any(old.color(label) != new.color(other) for label, other in labels.items()):
        yield "the colours"
    if any(label != other for label, other in labels.items()):
        yield "the letters of the colours"
    if not _steps(old) <= _steps(new):
        yield "the drawn paths"
    if before.solution and not after.solution and not drawn_solution(new):
        yield SOLUTION


def _steps(level: Level) -> set[Edge]:
    """Every step of every drawn path, in whichever direction it was drawn."""
    return {edge_between(a, b) for path in level.drawn.values() for a, b in pairwise(path)}


def suffixes() -> set[str]:
    """The ends of the names of files that may be puzzles."""
    return {suffix for format in FORMATS for suffix in format.suffixes}


def format_of(text: str, suffix: str = "") -> Format:
    """The format of a text: with a suffix that maps do not have, one of that suffix, else any."""
    known = [format for format in FORMATS if suffix in format.suffixes]
    offered = FORMATS if MAP in known or not known else known
    return next((format for format in offered if format.recognize(text)), offered[0])


def read_text(text: str, suffix: str = "") -> list[Entry]:
    """The levels in a text."""
    return format_of(text, suffix).read(text)


def read_data(data: bytes, source: str) -> tuple[Format, list[Entry]]:
    """The format of a file's content, and the levels in it; FormatError names `source`."""
    try:
        text = decode(data)
        format = format_of(text, Path(source).suffix.lower())
        return format, format.read(text)
    except FormatError as error:
        raise error.at(source=source) from None


def open_file(path: Path) -> tuple[Format, list[Entry]]:
    """A file's format, and its levels, at least one; FlowDeskError if it cannot be read."""
    return read_data(read_bytes(path), str(path))


def read_file(path: Path) -> list[Entry]:
    """The levels in a file, at least one; FlowDeskError if it cannot be read."""
    return open_file(path)[1]


def format_for(path: Path, count: int, preferred: Format | None = None) -> Format:
    """The format that `count` levels are written in to a file of this name.

    That is the `preferred` one, where it can be written and goes with the suffix, else the
    first that does.
    """
    choice = [preferred] if preferred else []
    suffix = path.suffix.lower()
    for format in (*choice, MAP, JSON, LEVEL_LIST):
        if format.can_write and suffix in format.suffixes and (count == 1 or format.holds_many):
            return format
    known = ", ".join(sorted(suffixes()))
    raise FormatError(
        f"a level cannot be written as {path.suffix or 'a file without a suffix'}.",
        hint=f"Name the file with one of {known}.",
        source=str(path),
    )


def text_of(entry: Entry) -> str:
    """A level as text to pass on: as a map, or where a map cannot hold it, as JSON."""
    try:
        return MAP.write([entry])
    except FormatError:
        return JSON.write([entry])


def write_file(path: Path, entries: Sequence[Entry], format: Format | None = None) -> None:
    """Write levels in a format, or in that of the file's suffix, whole or not at all."""
    format = format or format_for(path, len(entries))
    write_atomically(path, format.write(entries).encode())


def is_link(name: str) -> bool:
    """Whether a name is an address on the web, not that of a file."""
    return re.match(r"https?://", name) is not None or ("?" in name and LINK.recognize(name))


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
    return read_data(data, "-")[1]


def load(path: str | Path) -> list[Level]:
    """The levels of a file, in its order; raises FlowDeskError with a sentence if it has none.

    >>> from flowdesk import load
    >>> level = load("puzzles/05x05-first-steps.txt")[0]
    >>> level.width, level.height, sorted(level.pairs)
    (5, 5, ['B', 'G', 'O', 'R', 'Y'])
    """
    return [entry.level for entry in read_file(Path(path))]
