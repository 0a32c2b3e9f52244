"""Notes: which remarks of a `Manifest` are about which levels.

They are beside the puzzles, never in a puzzle's own file: not all formats could hold them, and
they are not for players. A remark follows its level when the file is renamed, or levels change
places: the content is the same. It stays when the level is edited, also by other programs: the
place is the same. Remarks on levels that are gone are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from flowdesk.desk.packs.manifest import NOTHING, LevelPlace, NoteLine, Remark
from flowdesk.desk.packs.pack_index import PackItem


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
    wanted = dict(enumerate(lines))
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
        id = by_place.get(line.place)
        if id is not None and keys[id] in ("", line.key):
            take(number, id)
    by_key: dict[str, list[int]] = {}
    for id in reversed([id for id in keys if id not in found]):
        by_key.setdefault(keys[id], []).append(id)
    for number, line in list(wanted.items()):
        if ids := by_key.get(line.key):
            take(number, ids.pop())
    for number, line in list(wanted.items()):
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
    changed += [NoteLine(places[id], keys[id], remarks[id]) for id in places if id in new]
    return [line for line in changed if line.more or line.remark != NOTHING]
