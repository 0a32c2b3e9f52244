"""Notes: a designer's remarks on levels, and the stars that mark some of them.

They are in the file ``notes.flowdesk`` beside the puzzles, never in a puzzle's own file: not all
formats could hold them, and they are not for players. The file has a JSON object on each line, with
the level's place and a key of its content:

    {"file": "pack.txt", "level": 2, "of": 21, "key": "...", "star": true, "note": "too easy?"}

So a remark follows its level when the file is renamed, or levels change places: the content is the
same. It stays when the level is edited, also by other programs: the place is the same. Remarks on
levels that are gone are kept. Lines that cannot be read are kept as they are.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from flowdesk.core.finding import FormatError
from flowdesk.core.json_object import JsonObject, parse_json
from flowdesk.desk.packs.pack_index import PackItem


class Remark(NamedTuple):
    """What a designer has noted about a level."""

    star: bool = False
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
    """A line of the file; without a place it is one that cannot be read, kept as `text`."""

    remark: Remark = NOTHING
    place: LevelPlace | None = None
    key: str = ""
    text: str = ""


def read(data: bytes) -> list[NoteLine]:
    """Return the lines of a file of notes."""
    text = data.decode("utf-8", "surrogateescape")
    return [_line(line) for line in text.split("\n") if line.strip()]


def write(lines: Iterable[NoteLine]) -> bytes:
    """Return the file with these lines."""
    text = "".join(f"{_text(line)}\n" for line in lines)
    return text.encode("utf-8", "surrogateescape")


def places_of(items: Sequence[PackItem]) -> dict[int, LevelPlace]:
    """Return the places of levels by their ids."""
    sizes = Counter(item.file for item in items)
    return {item.id: LevelPlace(item.file, item.number, sizes[item.file]) for item in items}


def bound(lines: Sequence[NoteLine], items: Sequence[PackItem]) -> dict[int, int]:
    """Return the lines, as indices, that are about these levels, by the ids of the levels.

    Content and place together are surest, then the content, then the place. The key of a level that
    was not read yet is empty: then the place is enough.
    """
    found: dict[int, int] = {}
    wanted = {n: line for n, line in enumerate(lines) if line.place}
    if not wanted:
        return found
    places = places_of(items)
    by_place = {place: id for id, place in places.items()}
    keys = {item.id: item.key for item in items}

    def take(number: int, id: int | None) -> None:
        if id is not None and id not in found:
            found[id] = number
            del wanted[number]

    for number, line in list(wanted.items()):
        id = by_place.get(line.place) if line.place else None
        if id is not None and keys[id] in ("", line.key):
            take(number, id)
    by_key: dict[str, list[int]] = {}
    for id in reversed([id for id in keys if id not in found]):
        by_key.setdefault(keys[id], []).append(id)
    for number, line in list(wanted.items()):
        if ids := by_key.get(line.key):
            take(number, ids.pop())
    for number, line in list(wanted.items()):
        if line.place:
            take(number, by_place.get(line.place))
    return found


def with_remarks(
    lines: Sequence[NoteLine], items: Sequence[PackItem], remarks: Mapping[int, Remark]
) -> list[NoteLine]:
    """Return the lines after some levels, given by their ids, got other remarks.

    All places and keys are brought up to date; the level of an empty remark has no line any more.
    """
    about = {number: id for id, number in bound(lines, items).items()}
    places, keys = places_of(items), {item.id: item.key for item in items}
    changed = []
    for number, line in enumerate(lines):
        id = about.get(number)
        if id is not None and keys[id]:
            line = replace(line, place=places[id], key=keys[id])
        if id is not None and id in remarks:
            line = replace(line, remark=remarks[id])
        changed.append(line)
    new = remarks.keys() - about.values()
    changed += [NoteLine(remarks[id], places[id], keys[id]) for id in places if id in new]
    return [line for line in changed if line.place is None or line.remark != NOTHING]


def _line(text: str) -> NoteLine:
    try:
        fields = JsonObject(parse_json(text))
        file, key = fields.get("file", str), fields.get("key", str)
        place = LevelPlace(file, fields.get("level", int, 0), fields.get("of", int, 1))
        remark = Remark(fields.get("star", bool, False), fields.get("note", str, ""))
        return NoteLine(remark, place, key, text)
    except FormatError:
        return NoteLine(text=text)


def _text(line: NoteLine) -> str:
    if line.place is None:
        return line.text
    file, number, of = line.place
    fields = {
        "file": file,
        **({"level": number, "of": of} if number else {}),
        "key": line.key,
        **{name: value for name, value in line.remark._asdict().items() if value},
    }
    return json.dumps(fields, ensure_ascii=False)
