"""The columns of the pack browser: their texts for a level, and their sort keys."""

from __future__ import annotations

from typing import Any

from PIL import ImageTk

from flowdesk.app import look
from flowdesk.app.packs.rows import Column, Field
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import natural_order
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.desk.packs.pack import Item
from flowdesk.kinds.known import Known, Mood
from flowdesk.kinds.table import KINDS, kind_of

#: The heading of the column for what each kind counts.
_COUNTED = " / ".join(kind.counted.capitalize() for kind in KINDS.values() if kind.counted)

COLUMNS = (
    Column("place", "#", 5),
    Column("picture", "", 9),
    Column("title", "Title", 0, bold=True),
    Column("size", "Size", 7),
    Column("counted", _COUNTED, 7),
    Column("verdict", "Verdict", 24),
    Column("difficulty", "Difficulty", 10),
)


def fields_of(
    item: Item,
    place: int,
    known: Known | None,
    colors: look.Palette,
    *,
    picture: ImageTk.PhotoImage | None,
    is_open: bool,
    is_checked_now: bool,
) -> tuple[Field, ...]:
    """Return the fields of a row; for a file that cannot be read, the reason."""
    number = Field(str(place), faint=True)
    name = f"{item.name}, open" if is_open else item.name
    if not item.is_read:
        return number, Field(), Field(name, faint=True)
    if item.entry is None:
        title = Field(item.file, item.problem, colors.bad, tip=item.problem)
        return number, Field(), title
    level = item.entry.level
    kind = kind_of(level)
    title = Field(item.title, name, tip=item.title) if item.title else Field(name)
    return (
        number,
        Field(picture=picture),
        title,
        Field(f"{level.width} × {level.height}"),
        Field(str(kind.contents(level).get(kind.counted, ""))),
        _verdict(known, colors, is_checked_now=is_checked_now),
        _difficulty(known),
    )


def _verdict(known: Known | None, colors: look.Palette, *, is_checked_now: bool) -> Field:
    if is_checked_now:
        return Field("checking ...", faint=True)
    if known is None:
        return Field("not checked", faint=True)
    found = verdict(known)
    return Field(found.text, dot=getattr(colors, found.mood.value), tip=found.meaning)


def _difficulty(known: Known | None) -> Field:
    if known is None or known.difficulty is None:
        return Field()
    return Field(known.difficulty.level, f"{known.difficulty.score:g}")


#: How verdicts are sorted.
_BEST_FIRST = (Mood.GOOD, Mood.DOUBTFUL, Mood.BAD, Mood.NEUTRAL)


def sort_key(column: str, item: Item, level: Puzzle, known: Known | None) -> Any:
    """Return what a column sorts a level by, or None if that is not known."""
    match column:
        case "title":
            return natural_order(f"{item.title or item.name}.")  # natural_order removes a suffix
        case "size":
            return level.width * level.height, level.width
        case "counted":
            kind = kind_of(level)
            return kind.contents(level).get(kind.counted)
        case "verdict" if known:
            found = verdict(known)
            return _BEST_FIRST.index(found.mood), found.text
        case "difficulty" if known and known.difficulty:
            return known.difficulty.score
    return None
