"""Labels for formats that have none: they have numbers, colours, or only an order."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator
from itertools import chain, count

from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.level import Level

_ALPHABET = string.ascii_uppercase + string.ascii_lowercase + string.digits


def free_labels(taken: Collection[str] = ()) -> Iterator[str]:
    """Yield the labels that are not taken, in the order in which new colours get them."""
    labels = chain(LABELS, (f"C{number}" for number in count(len(LABELS) + 1)))
    return (label for label in labels if label not in taken)


def numbered_label(number: int) -> str:
    """Return the label of a colour given by a number from 1: A-Z, a-z, 0-9, C63, C64 ..."""
    return _ALPHABET[number - 1] if number <= len(_ALPHABET) else f"C{number}"


def numbers_of(level: Level) -> dict[str, int]:
    """Return the number of each label, for a format that has only numbers and empty cells.

    If the labels are those of the numbers from 1 on without a gap, they get these numbers, else
    they are numbered in their order.
    """
    first = {numbered_label(number): number for number in range(1, len(level.pairs) + 1)}
    if first.keys() == level.pairs.keys():
        return first
    return {label: number for number, label in enumerate(level.pairs, 1)}
