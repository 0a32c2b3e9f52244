"""Labels of formats that have no letters of their own: numbers, colours, or just an order."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator
from itertools import chain, count

from flowdesk.core.finding import FormatError
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.level import Level

_ALPHABET = string.ascii_uppercase + string.ascii_lowercase + string.digits


def free_labels(taken: Collection[str] = ()) -> Iterator[str]:
    """The labels that are not taken, in the order in which new colours get theirs, without end."""
    labels = chain(LABELS, (f"C{number}" for number in count(len(LABELS) + 1)))
    return (label for label in labels if label not in taken)


def numbered_label(number: int) -> str:
    """The label of the colour that others call by a number from 1: A-Z, a-z, 0-9, C63, C64 ..."""
    return _ALPHABET[number - 1] if number <= len(_ALPHABET) else f"C{number}"


def numbers_of(level: Level, most: int, where: str) -> dict[str, int]:
    """The number of each label, for a format that has nothing but `most` numbers and empty cells.

    Labels that were numbers keep them if none is missing in between; all others are numbered as
    they come. FormatError, which names the format as `where`, if the level has more than that.
    """
    refuse_shape(level, where)
    if len(level.pairs) > most:
        raise FormatError(
            f"{where} has at most {most} colours, and this level {len(level.pairs)}.",
            hint="Save it as FlowDesk JSON (.json).",
        )
    first = {numbered_label(number): number for number in range(1, len(level.pairs) + 1)}
    if first.keys() == level.pairs.keys():
        return first
    return {label: number for number, label in enumerate(level.pairs, 1)}


def refuse_shape(level: Level, where: str) -> None:
    """FormatError if the level has holes or walls, for a format that has none."""
    for name, present in (("holes", level.holes), ("walls", level.walls)):
        if present:
            raise FormatError(
                f"{where} has no {name}, and this level has.",
                hint="Save it as a map (.txt) or as FlowDesk JSON (.json).",
            )
