"""Formats: find the one of a file, read, write, tell what would be lost; names and pasted text."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.grid import cell_name, places
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import decode, read_bytes, read_limited, write_atomically
from flowdesk.core.text import INVISIBLE, QUOTE_MARKS, Piece, lines_of, pieces_of
from flowdesk.formats import flowdesk_json, puzz_link
from flowdesk.kinds.entry import Entry, Format, anything
from flowdesk.kinds.rows import KIND, is_either
from flowdesk.kinds.table import KINDS, kind_of

if TYPE_CHECKING:
    from flowdesk.scan.reading import Doubt, Reading


def _write(format: Format, entries: Sequence[Entry]) -> str:
    """Write entries in a format; FormatError for what it declares that it cannot hold."""
    for entry in entries:
        if problem := _refusal(format, entry.level):
            raise FormatError(problem, hint=_instead(entry))
    return format.write(entries)


def _refusal(format: Format, puzzle: Puzzle) -> str:
    """Return why a format cannot hold a puzzle, as a sentence; empty if it can."""
    kind = kind_of(puzzle)
    if format.kinds is not None and kind.key not in format.kinds:
        return f"{format.called} cannot hold {kind.name} puzzles."
    contents = kind.contents(puzzle)
    for thing, most in format.most.items():
        number = contents.get(thing, 0)
        if number > most == 0:
            return f"{format.called} has no {thing}, and this puzzle has."
        if number > most:
            return f"{format.called} can hold at most {most} {thing}, and this puzzle has {number}."
    return ""


def _instead(entry: Entry) -> str:
    """Return a hint with formats in which a puzzle can be written."""
    named = []
    for format in (*holding(entry.level)[:1], JSON):
        with contextlib.suppress(FormatError):
            format.write([entry])
            named.append(f"{format.called} ({format.suffixes[0]})")
    return f"Save it as {' or as '.join(named)}." if named else ""


_DECLARED = [
    *(flowdesk_json.FORMAT, puzz_link.FORMAT, puzz_link.FILE),
    *(
        replace(one, kinds=frozenset({key}))
        for key, kind in KINDS.items()
        for one in kind.files.formats
    ),
]
#: Pictures of boards, which are only read. They are not among the formats of puzzle files: people
#: keep pictures beside their levels.
PICTURE = Format(
    key="picture",
    name="Picture",
    called="a picture",
    suffixes=(".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif"),
    read=lambda text: [],
)
#: In the order in which they are tried: a text that no other format accepts is a map.
FORMATS = tuple(
    replace(format, write=partial(_write, format)) if format.can_write else format
    for format in sorted(_DECLARED, key=lambda format: format.recognize is anything)
)


def format_named(key: str) -> Format:
    return next(format for format in FORMATS if format.key == key)


JSON, LEVEL_LIST, MAP, LINK = map(format_named, ("json", "list", "map", "link"))


def formats_of(kinds: Iterable[str]) -> list[Format]:
    """Return the formats of these kinds alone, for each kind in its own order."""
    return [format_named(format.key) for kind in kinds for format in KINDS[kind].files.formats]


def holding(puzzle: Puzzle) -> list[Format]:
    """Return the formats of a puzzle's kind that declare nothing that they cannot hold of it."""
    return [format for format in formats_of([puzzle.kind]) if not _refusal(format, puzzle)]


def can_be_written(format: Format, puzzles: Sequence[Puzzle]) -> bool:
    """Whether a format can be written for this number and these kinds of puzzles."""
    return (
        format.can_write
        and (format.holds_many or len(puzzles) == 1)
        and (format.kinds is None or format.kinds.issuperset(puzzle.kind for puzzle in puzzles))
    )


def losses(format: Format, entries: Sequence[Entry]) -> list[str]:
    """Return what a format loses of puzzles, as in "the title", by writing and reading them."""
    found: dict[str, None] = {}
    for before, after in zip(entries, format.read(format.write(entries)), strict=True):
        found.update(dict.fromkeys(kind_of(before.level).files.lost(before, after)))
    return list(found)


def suffixes() -> set[str]:
    return {suffix for format in FORMATS for suffix in format.suffixes}


def format_of(text: str, suffix: str = "", kind: str = "") -> Format:
    """Return the format of a text: with a suffix that maps do not have, one of that suffix.

    What may be a map, or text of several kinds, is read as text of the `kind` if that is given, as
    if a line below it told that.
    """
    offered = _formats_with(suffix)
    found = _recognized(offered, text)
    if kind and (found.recognize is anything or (offered is FORMATS and is_either(text))):
        return _recognized(formats_of([kind]) or [found], f"{text}\n\n{KIND}: {kind}\n")
    return found


def _formats_with(suffix: str) -> Sequence[Format]:
    """Return the formats with a suffix; all if there are none, or if maps have it."""
    known = [format for format in FORMATS if suffix in format.suffixes]
    is_any = not known or any(format.recognize is anything for format in known)
    return FORMATS if is_any else known


def _recognized(formats: Sequence[Format], text: str) -> Format:
    return next((format for format in formats if format.recognize(text)), formats[0])


def doubt(entry: Entry, option: str = "") -> str:
    """Return a sentence on what else a puzzle may be if its text does not tell; else nothing.

    `option` is what can tell the kind instead of a line of the text: ``--kind {key}``.
    """
    if not entry.is_ambiguous:
        return ""
    kind = kind_of(entry.level)
    others = []
    for other in KINDS.values():
        line = f"a line 'kind: {other.key}' below the rows"
        way = f"{option.format(key=other.key)}, or {line}," if option else line
        if other is not kind and other.files.formats:
            others.append(f"{way} reads it as {other.name}")
    return f"Read as {kind.name}; {'; '.join(others)}."


def read_data(data: bytes, source: str, kind: str = "") -> tuple[Format, list[Entry]]:
    """Return the format and the puzzles of a file's content; FormatError with `source`."""
    if shows_picture(data):
        return PICTURE, [_read_picture(data, source)]
    try:
        text, suffix = decode(data), Path(source).suffix.lower()
        format = format_of(text, suffix, kind)
        entries = format.read(text)
        if kind or _formats_with(suffix) is not FORMATS:
            entries = [replace(entry, is_ambiguous=False) for entry in entries]
        return format, entries
    except FormatError as error:
        raise error.at(source=source) from None


def is_picture(data: bytes) -> bool:
    from flowdesk.scan import loading  # Pillow takes time to import, and few files are pictures

    return loading.is_picture(data)


def shows_picture(data: bytes) -> bool:
    """Whether a file's content, or its beginning, is a picture and no text for us."""
    try:
        decode(data)
    except FormatError:
        return is_picture(data)
    return b"<svg" in data[:256] and is_picture(data)  # which is text


def _read_picture(data: bytes, source: str) -> Entry:
    """Return the puzzle in a picture, with doubts as remarks; FormatError if there is no board."""
    from flowdesk.scan.loading import load_picture
    from flowdesk.scan.scan import read_board

    picture = load_picture(data, source)
    reading = read_board(picture.image)
    puzzle = puzzle_of(reading)
    if puzzle is None:
        why = " ".join(doubt.message for doubt in reading.doubts)
        raise FormatError(f"no board was found in this picture. {why}".strip(), source=source)
    doubts = (f"Please check: {described(doubt)}" for doubt in reading.doubts)
    return Entry(puzzle, remarks=(*picture.remarks, *doubts))


def puzzle_of(reading: Reading) -> Puzzle | None:
    """Return the puzzle of a reading, of the first kind made of dots; None if there can be none."""
    scanning = next(kind.scanning for kind in KINDS.values() if kind.scanning)
    if reading.lattice is None:
        return None
    dots = [(dots.color, dots.cells) for dots in reading.dots]
    with contextlib.suppress(FormatError):
        size = reading.lattice.columns, reading.lattice.rows
        puzzle: Puzzle = scanning.from_dots(*size, dots)
        return puzzle
    return None


def described(doubt: Doubt) -> str:
    """Return a doubt with its place, counted from 1, if it does not name that itself."""
    if not doubt.cells or cell_name(doubt.cells[0]) in doubt.message:
        return doubt.message
    return f"{doubt.message.removesuffix('.')}: {places(doubt.cells)}."


def read_file(path: Path) -> bytes:
    """Return the content of a file of puzzles or of a picture, as `read_bytes` does."""
    return read_bytes(path, is_picture)


def open_file(path: Path, kind: str = "") -> tuple[Format, list[Entry]]:
    """Return a file's format and puzzles, at least one; FlowDeskError if it cannot be read."""
    return read_data(read_file(path), str(path), kind)


def format_for(path: Path, puzzles: Sequence[Puzzle], preferred: Format | None = None) -> Format:
    """Return the format in which these puzzles are written to a file of this name.

    It is the `preferred` one if that has the suffix and can be written, else the first that does
    and that can hold the puzzles.
    """
    suffix = path.suffix.lower()
    kinds = dict.fromkeys(puzzle.kind for puzzle in puzzles)
    usual = [format for format in (JSON, *formats_of(kinds)) if can_be_written(format, puzzles)]
    fitting = [preferred] if preferred and can_be_written(preferred, puzzles) else []
    named = [format for format in (*fitting, *usual) if suffix in format.suffixes]
    for format in named:
        if format in fitting or not any(_refusal(format, puzzle) for puzzle in puzzles):
            return format
    if named:
        return named[0]  # which says what it cannot hold
    known = sorted({suffix for format in usual for suffix in format.suffixes})
    what = "a puzzle" if len(kinds) == 1 else "puzzles of several kinds"
    raise FormatError(
        f"{what} cannot be written as {path.suffix or 'a file without a suffix'}.",
        hint=f"Name the file with {'one of ' if len(known) > 1 else ''}{', '.join(known)}.",
        source=str(path),
    )


def text_of(entry: Entry) -> str:
    """Return a puzzle as text: in the first format of its kind that can hold it, else as JSON."""
    for format in holding(entry.level)[:1]:
        with contextlib.suppress(FormatError):
            return format.write([entry])
    return JSON.write([entry])


def write_file(
    path: Path, entries: Sequence[Entry], format: Format | None = None, *, sync: bool = True
) -> None:
    """Write puzzles in a format, or in that of the file's suffix, whole or not at all.

    `sync` is as in `write_atomically`. FormatError if the file is a picture: it may be the one that
    they were read from.
    """
    format = format or format_for(path, [entry.level for entry in entries])
    data = format.write(entries).encode()
    check_spares_picture(path)
    write_atomically(path, data, sync=sync)


def check_spares_picture(path: Path) -> None:
    """Raise FormatError if there is a picture at this path, whatever its suffix."""
    start = b""
    with contextlib.suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                start = file.read(256)
    if shows_picture(start):
        problem = f"{path} is a picture, which a puzzle must not overwrite."
        raise FormatError(problem, hint="Name another file.")


def load(path: str | Path) -> list[Any]:
    """Return the puzzles of a file, in its order; raise FlowDeskError if it cannot be read.

    >>> from flowdesk import load
    >>> level = load("puzzles/05x05-first-steps.txt")[0]
    >>> level.width, level.height, sorted(level.pairs)
    (5, 5, ['B', 'G', 'O', 'R', 'Y'])
    """
    return [entry.level for entry in open_file(Path(path))[1]]


STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Source:
    """A file, ``-`` or a link as `place`; `number` is that of one puzzle in it, from 1."""

    name: str
    place: str
    number: int | None = None

    @property
    def is_link(self) -> bool:
        return puzz_link.is_link(self.place)

    @property
    def path(self) -> Path | None:
        """The path, or None if it is not a file."""
        return None if self.place == STANDARD_INPUT or self.is_link else Path(self.place)

    def read(self, kind: str = "") -> tuple[Format, list[Entry]]:
        """Return the format and the puzzles; FlowDeskError if they cannot be read."""
        format, entries = self._read_all(kind)
        if self.number is None:
            return format, entries
        if not 1 <= self.number <= len(entries):
            raise FlowDeskError(f"{self.name}: {self.place} holds puzzles 1 to {len(entries)}.")
        return format, [entries[self.number - 1]]

    def _read_all(self, kind: str) -> tuple[Format, list[Entry]]:
        if self.path:
            return open_file(self.path, kind)
        if self.place == STANDARD_INPUT:
            return read_data(standard_input(), STANDARD_INPUT, kind)
        if self.place.lower().endswith(PICTURE.suffixes):
            problem = "links to pictures are not read."
            raise FormatError(problem, hint="Save the picture first.", source=self.name)
        try:
            return LINK, [puzz_link.read_link(Piece(self.place, 0))]
        except FormatError as error:
            raise error.at(source=self.name) from None


def source_named(name: str) -> Source:
    """Return the source of a name: a file, ``FILE#n`` if there is no such file, a link or ``-``."""
    numbered = re.fullmatch("(.+)#([0-9]{1,9})", name, re.DOTALL)
    if numbered is None or puzz_link.is_link(name) or os.path.exists(name):
        return Source(name, name)
    return Source(name, numbered[1], int(numbered[2]))


def standard_input() -> bytes:
    """Return all of standard input; FlowDeskError if it is closed or too large."""
    if sys.stdin is None:
        raise FlowDeskError("-: standard input is closed.")
    try:
        return read_limited(sys.stdin.buffer, is_picture)
    except FormatError as error:
        raise error.at(source=STANDARD_INPUT) from None


_JSON = re.compile(r'\{\s*"flowdesk"|\[\s*\[')


def read_pasted(text: str) -> list[Entry]:
    """Return the puzzles in a text of any format, or those among its words.

    Quote marks and indentation before lines, and words around them, are ignored. FormatError if
    there is no puzzle, or a mistake in one.
    """
    text = text.translate(INVISIBLE)
    format = format_of(text)
    if format is not LINK and format.recognize is not anything:
        return format.read(text)
    lines = [QUOTE_MARKS.sub("", line).rstrip() for line in lines_of(text)]
    if found := _json("\n".join(lines)):
        return format_of(found).read(found)
    is_one_link = format is LINK and len(text.split()) == 1 and not text.startswith(tuple("(<["))
    if links := [] if is_one_link else _links(text):
        return links
    for other in FORMATS:
        if other.find and (entries := other.find(lines)):
            return entries
    if format is LINK:
        return format.read(text)
    raise FormatError(
        "no map, clues, link, level string, game id or JSON was found.",
        hint="A map has one line per row, all equally long, as in 'R..G'.",
    )


def _json(text: str) -> str:
    """Return the JSON in a text that may be a puzzle; empty if there is none."""
    if match := _JSON.search(text):
        with contextlib.suppress(ValueError, RecursionError):
            return text[match.start() : json.JSONDecoder().raw_decode(text, match.start())[1]]
    return ""


def _links(text: str) -> list[Entry]:
    """Return the puzzles of all links in a text, except links in ``source:`` lines of maps."""
    entries = [
        puzz_link.read_link(link)
        for line in pieces_of(text)
        if not QUOTE_MARKS.sub("", line.text).startswith("source:")
        for link in puzz_link.links_in(line)
    ]
    left_out = tuple(
        f"A link to {name}, another kind of puzzle, was left out."
        for name in puzz_link.others_in(text)
    )
    return [replace(entry, remarks=entry.remarks + left_out) for entry in entries[:1]] + entries[1:]
