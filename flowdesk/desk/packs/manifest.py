"""Manifest: what a folder of puzzles says about itself and them, in its file ``pack.json``.

    {"flowdesk-pack": 1, "title": "Spirals", "author": "Änne", "pattern": "{size} {number}",
     "colors": 5, "notes": "...", "order": ["b.txt", "a.txt"],
     "levels": [{"file": "b.txt", "level": 2, "of": 21, "key": "...", "stars": 1, "note": "easy?"}]}

Every member but the first may be missing; others are kept. ``pattern`` is how titles are made: a
text with ``{title}`` (a level's own), ``{number}`` (its place in the pack), ``{size}`` and
``{colors}``; other braces mean themselves. ``colors`` is how many a new level has, ``order`` the
names of the files: those that it does not name follow in natural order. ``levels`` are a designer's
remarks, each with the level's place and a key of its content (see `pack_index`).

Older programs wrote the order, a name on each line, to ``order.flowdesk``, and the remarks, an
object on each, to ``notes.flowdesk``. These are read where there is no ``pack.json``, which takes
their place.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.json_object import JsonObject, parse_json
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import PACK_NAME, decode, read_bytes
from flowdesk.core.text import is_text
from flowdesk.kinds.table import kind_of

T = TypeVar("T")

#: What the first member says: the version of what is written here.
_VERSION = 1
_MARK = "flowdesk-pack"
#: What is between two names, or remarks, in the file.
_NEXT_ROW = ",\n    "
#: The most colours that a new level may be wished to have.
MOST_COLORS = 999
#: What a pattern may name, and what of a title may be that.
_PARTS = {"{title}": "(?P<title>.*)", "{number}": r"\d+", "{size}": r"\d+x\d+", "{colors}": r"\d+"}
_IN_PATTERN = re.compile("|".join(map(re.escape, _PARTS)))


@dataclass(frozen=True)
class PackAbout:
    """What a pack says about itself; `colors` of its new levels, 0 if it does not say."""

    title: str = ""
    author: str = ""
    pattern: str = "{title}"
    colors: int = 0
    notes: str = ""

    def title_of(self, own: str, level: Puzzle, number: int) -> str:
        """Return the title of a level by the pattern, given its own title and its number.

        A pattern without a title makes those of levels that have none; one with it, no empty ones.
        """
        if bool(own) != ("{title}" in self.pattern):
            return own
        colors = len(kind_of(level).words.color_names(level))
        said = own, number, f"{level.width}x{level.height}", colors
        parts = dict(zip(_PARTS, said, strict=True))
        return " ".join(_IN_PATTERN.sub(lambda part: str(parts[part[0]]), self.pattern).split())

    def own_title(self, title: str) -> str:
        """Return what of a title is the level's own: all of it if the pattern did not make it."""
        head, found, tail = self.pattern.partition("{title}")  # a second one is made of the first
        made = re.fullmatch(_expression(head) + _PARTS["{title}"] + _expression(tail), title)
        return made["title"] if found and made else title


def _expression(pattern: str) -> str:
    texts, parts = _IN_PATTERN.split(pattern), _IN_PATTERN.findall(pattern)
    found = [".*" if part == "{title}" else _PARTS[part] for part in parts]
    return "".join(map("".join, zip(map(re.escape, texts), [*found, ""], strict=True)))


class Remark(NamedTuple):
    """What a designer has noted about a level."""

    stars: int = 0
    note: str = ""


#: Neither a star nor a note.
NOTHING = Remark()


class LevelPlace(NamedTuple):
    """Where a level is: its file, and its number among `of` levels there, or 0 if it is alone."""

    file: str
    number: int = 0
    of: int = 1


@dataclass(frozen=True)
class NoteLine:
    """A remark on the level at a place, with this key; `more` is what others say there."""

    place: LevelPlace
    key: str
    remark: Remark = NOTHING
    more: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Manifest:
    """What a folder says; `about` is as written, `more` are the members that nobody here knows."""

    about: PackAbout = PackAbout()
    order: tuple[str, ...] = ()
    lines: tuple[NoteLine, ...] = ()
    more: Mapping[str, object] = field(default_factory=dict)

    def write(self) -> bytes:
        """Return the file, with a line for each name and level; nothing if it says nothing."""
        if self == Manifest():
            return b""
        about = {name: value for name, value in vars(self.about).items() if value != _SAYS[name]}
        members = {name: _json(value) for name, value in {_MARK: _VERSION, **about}.items()}
        if self.order:
            rows = json.dumps(self.order, ensure_ascii=False, separators=(_NEXT_ROW, ": "))
            members["order"] = _rows([rows[1:-1]])
        if self.lines:
            members["levels"] = _rows(_json(_fields(line)) for line in self.lines)
        members |= {name: _json(value) for name, value in self.more.items()}
        text = ",\n".join(f"  {_json(name)}: {value}" for name, value in members.items())
        return f"{{\n{text}\n}}\n".encode("utf-8", "backslashreplace")

    def renamed(self, before: str, after: str) -> Manifest:
        order = tuple(after if name == before else name for name in self.order)
        places = [line.place for line in self.lines]
        named = [p._replace(file=after) if p.file == before else p for p in places]
        lines = tuple(replace(line, place=p) for line, p in zip(self.lines, named, strict=True))
        return replace(self, order=order, lines=lines)


#: What is not written: that is understood.
_SAYS = vars(PackAbout())


def about_of(folder: Path) -> PackAbout:
    """Return what a folder says about itself, as it is written; nothing if it cannot be read."""
    try:
        return read(read_bytes(folder / PACK_NAME)).about
    except FlowDeskError:
        return PackAbout()


def read(data: bytes) -> Manifest:
    """Return what a file says; FormatError with the place if it is damaged, foreign or newer."""
    try:
        return _read(data)
    except FormatError as error:
        raise error.at(source=PACK_NAME) from None


def _read(data: bytes) -> Manifest:
    said = JsonObject(parse_json(decode(data)))
    if _MARK not in said:
        problem = f"this is not what FlowDesk keeps about a pack: {_MARK!r} is missing."
        raise FormatError(problem, hint="If it is a puzzle, give it another name.")
    if (version := said.get(_MARK, int)) > _VERSION:
        raise FormatError(f"a newer FlowDesk wrote it: {_MARK!r} is {version}, not {_VERSION}.")
    about = PackAbout(**{name: _shown(said, name, none) for name, none in _SAYS.items()})
    if not 0 <= about.colors <= MOST_COLORS:
        raise FormatError(f"'colors' is no number from 0 to {MOST_COLORS}.")
    order = said.get("order", list, [])
    for i, name in enumerate(order):
        if type(name) is not str:
            raise FormatError(f"'order'[{i}] is not a text.")
    lines = [_line(fields) for fields in said.objects("levels")] if "levels" in said else ()
    return Manifest(about, tuple(order), tuple(lines), said.rest)


def taken_over(order: bytes, notes: bytes) -> Manifest:
    """Return what the two files of older programs say; lines that cannot be read are kept."""
    names = (line.removesuffix("\r") for line in os.fsdecode(order).split("\n"))
    lines, unread = [], []
    for text in notes.decode("utf-8", "surrogateescape").split("\n"):
        try:
            if text.strip():
                lines.append(_old_line(parse_json(text)))
        except FormatError:
            unread.append(text)
    more = {"notes.flowdesk": unread} if unread else {}
    return Manifest(order=tuple(filter(None, names)), lines=tuple(lines), more=more)


def _shown(said: JsonObject, name: str, default: T) -> T:
    """Return a value that is shown to people."""
    value = said.get(name, type(default), default)
    if isinstance(value, str) and not is_text(value):
        raise FormatError(f"{said.place(name)} is not a text.")
    return value


def _old_line(data: object) -> NoteLine:
    old = JsonObject(data)
    stars = int(old.get("star", bool, False))
    return _line(JsonObject({**old.rest, "stars": stars}))


def _line(said: JsonObject) -> NoteLine:
    place = LevelPlace(said.get("file", str), said.get("level", int, 0), said.get("of", int, 1))
    remark = Remark(said.get("stars", int, 0), _shown(said, "note", ""))
    return NoteLine(place, said.get("key", str), remark, said.rest)


def _fields(line: NoteLine) -> dict[str, object]:
    file, number, of = line.place
    place = {"file": file, **({"level": number, "of": of} if number else {})}
    remark = {name: value for name, value in line.remark._asdict().items() if value}
    return {**place, "key": line.key, **remark, **line.more}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _rows(texts: Iterable[str]) -> str:
    return f"[\n    {_NEXT_ROW.join(texts)}\n  ]"
