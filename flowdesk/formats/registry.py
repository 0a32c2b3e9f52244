"""Which formats there are, how a file finds its own, and what is lost in it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import decode, read_bytes, write_atomically
from flowdesk.formats import flowdesk_json, puzz_link, pzprv3
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.format import SOLUTION as SOLUTION
from flowdesk.kinds.format import Format as Format
from flowdesk.kinds.format import anything
from flowdesk.kinds.table import KINDS, kind_of


def _declared() -> Iterator[Format]:
    """Every format as it declares itself."""
    yield from (flowdesk_json.FORMAT, puzz_link.FORMAT, pzprv3.FORMAT)
    for kind in KINDS.values():
        yield from (replace(format, kinds=frozenset({kind.key})) for format in kind.formats)


def _write(format: Format, entries: Sequence[Entry]) -> str:
    """Write what a format holds by its own declaration; FormatError for anything else."""
    for entry in entries:
        if problem := _refusal(format, entry.level):
            raise FormatError(problem, hint=_instead(entry))
    return format.write(entries)


def _refusal(format: Format, puzzle: Puzzle) -> str:
    """What of a puzzle a format cannot hold, as a sentence; empty if it declares nothing."""
    kind = kind_of(puzzle)
    if format.kinds is not None and kind.key not in format.kinds:
        return f"{format.called} cannot hold {kind.name} puzzles."
    contents = kind.contents(puzzle) if kind.contents else {}
    for thing, most in format.most.items():
        number = contents.get(thing, 0)
        if number > most == 0:
            return f"{format.called} has no {thing}, and this level has."
        if number > most:
            return f"{format.called} has at most {most} {thing}, and this level {number}."
    return ""


def _instead(entry: Entry) -> str:
    """The hint that names formats in which a puzzle can be written."""
    named = []
    for format in (*formats_of([entry.level.kind])[:1], JSON):
        with contextlib.suppress(FormatError):
            format.write([entry])
            named.append(f"{format.called} ({format.suffixes[0]})")
    return f"Save it as {' or as '.join(named)}." if named else ""


#: In the order in which a text is offered to them: a map is what nothing else is.
FORMATS = tuple(
    replace(format, write=partial(_write, format)) if format.can_write else format
    for format in sorted(_declared(), key=lambda format: format.recognize is anything)
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


def formats_of(kinds: Iterable[str]) -> list[Format]:
    """The formats of these kinds alone, for each kind that first which people read best."""
    return [format_named(format.key) for kind in kinds for format in KINDS[kind].formats]


def can_be_written(format: Format, puzzles: Sequence[Puzzle]) -> bool:
    """Whether a format is written, and for so many puzzles of these kinds."""
    return (
        format.can_write
        and (format.holds_many or len(puzzles) == 1)
        and (format.kinds is None or format.kinds.issuperset(puzzle.kind for puzzle in puzzles))
    )


def losses(format: Format, entries: Sequence[Entry]) -> list[str]:
    """What a format would leave out of these puzzles, as in "the title"; FormatError as `write`.

    This is found by writing and reading them again.
    """
    found: dict[str, None] = {}
    for before, after in zip(entries, format.read(format.write(entries)), strict=True):
        if lost := kind_of(before.level).lost:
            found.update(dict.fromkeys(lost(before, after)))
    return list(found)


def suffixes() -> set[str]:
    """The ends of the names of files that may be puzzles."""
    return {suffix for format in FORMATS for suffix in format.suffixes}


def format_of(text: str, suffix: str = "") -> Format:
    """The format of a text: with a suffix that maps do not have, one of that suffix, else any."""
    known = [format for format in FORMATS if suffix in format.suffixes]
    is_any = not known or any(format.recognize is anything for format in known)
    offered = FORMATS if is_any else known
    return next((format for format in offered if format.recognize(text)), offered[0])


def read_text(text: str, suffix: str = "") -> list[Entry]:
    """The puzzles in a text."""
    return format_of(text, suffix).read(text)


def read_data(data: bytes, source: str) -> tuple[Format, list[Entry]]:
    """The format of a file's content, and the puzzles in it; FormatError names `source`."""
    try:
        text = decode(data)
        format = format_of(text, Path(source).suffix.lower())
        return format, format.read(text)
    except FormatError as error:
        raise error.at(source=source) from None


def open_file(path: Path) -> tuple[Format, list[Entry]]:
    """A file's format, and its puzzles, at least one; FlowDeskError if it cannot be read."""
    return read_data(read_bytes(path), str(path))


def read_file(path: Path) -> list[Entry]:
    """The puzzles in a file, at least one; FlowDeskError if it cannot be read."""
    return open_file(path)[1]


def format_for(path: Path, puzzles: Sequence[Puzzle], preferred: Format | None = None) -> Format:
    """The format that these puzzles are written in to a file of this name.

    That is the `preferred` one, where it can be written and goes with the suffix, else the
    first that does.
    """
    suffix = path.suffix.lower()
    kinds = dict.fromkeys(puzzle.kind for puzzle in puzzles)
    for format in (*([preferred] if preferred else []), JSON, *formats_of(kinds)):
        if suffix in format.suffixes and can_be_written(format, puzzles):
            return format
    fitting = [format for format in FORMATS if can_be_written(format, puzzles)]
    known = ", ".join(sorted({suffix for format in fitting for suffix in format.suffixes}))
    raise FormatError(
        f"a level cannot be written as {path.suffix or 'a file without a suffix'}.",
        hint=f"Name the file with one of {known}.",
        source=str(path),
    )


def text_of(entry: Entry) -> str:
    """A puzzle as text to pass on: as people read it best, or where that is impossible, as JSON."""
    for format in formats_of([entry.level.kind])[:1]:
        with contextlib.suppress(FormatError):
            return format.write([entry])
    return JSON.write([entry])


def write_file(path: Path, entries: Sequence[Entry], format: Format | None = None) -> None:
    """Write puzzles in a format, or in that of the file's suffix, whole or not at all."""
    format = format or format_for(path, [entry.level for entry in entries])
    write_atomically(path, format.write(entries).encode())


def load(path: str | Path) -> list[Any]:
    """The puzzles of a file, in its order; raises FlowDeskError with a sentence if it has none.

    >>> from flowdesk import load
    >>> level = load("puzzles/05x05-first-steps.txt")[0]
    >>> level.width, level.height, sorted(level.pairs)
    (5, 5, ['B', 'G', 'O', 'R', 'Y'])
    """
    return [entry.level for entry in read_file(Path(path))]
