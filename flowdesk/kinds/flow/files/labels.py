"""Labels of formats that have no letters of their own: numbers, colours, or just an order."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator
from itertools import chain, count

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


def numbers_of(level: Level) -> dict[str, int]:
    """The number of each label, for a format that has nothing but numbers and empty cells.

    Labels that were numbers keep them if none is missing in between; all others are numbered as
    they come.
    """
    first = {numbered_label(number): number for number in range(1, len(level.pairs) + 1)}
    if first.keys() == level.pairs.keys():
        return first
    return {label: number for number, label in enumerate(level.pairs, 1)}
