"""The labels of Flow and their usual colours.

A colour is written ``#rrggbb``, in small letters.
"""

from __future__ import annotations

import string
from collections.abc import Collection

_FLOW_FREE = {
    "R": "#ff0000",
    "B": "#0c29fe",
    "Y": "#eae000",
    "G": "#008d00",
    "O": "#fb8900",
    "C": "#00ffff",
    "M": "#ff0ac9",
    "m": "#a52a2a",
    "P": "#800080",
    "A": "#a6a6a6",
    "W": "#ffffff",
    "g": "#00ff00",
    "T": "#bdb76b",
    "b": "#00008b",
    "c": "#008080",
    "p": "#ff1493",
}

# Chosen one after the other, each as far as can be from all before it and from black (CIE Lab).
_FURTHER = """
    #0099ff #f6a6ff #00ff99 #534b73 #735000 #8f73ff #cc00ff #ff9d73 #b9ff73 #56bf8b
    #bf5680 #00ccff #ff004d #4d7334 #bf9900 #73574b #b2ff00 #95ade6 #ffa6b8 #ff6640
    #7a9900 #f173ff #8600bf #5661bf #dbffa6 #39e64b #0045e6 #00ffcc #ff7381 #95dde6
    #fff173 #a6ffdb #ff73c7 #ffd2a6 #a47cbf #73344d #006b99 #bf8a7c #bf0000 #76bf56
    #bf004d #73bf00 #73371d #bf7830 #a056bf #bf0086
""".split()  # noqa: SIM905 -- a table is easier to read and change

#: Every label of one letter or digit, in the order in which new colours are taken.
LABELS = "".join(_FLOW_FREE) + "".join(
    label
    for label in string.ascii_uppercase + string.ascii_lowercase + string.digits
    if label not in _FLOW_FREE
)

#: The usual colours of these labels.
USUAL_COLORS = dict(zip(LABELS, [*_FLOW_FREE.values(), *_FURTHER], strict=True))


def standard_color(label: str) -> str:
    """The usual colour of a label; labels beyond the 62 of one character share them in turn."""
    if label in USUAL_COLORS:
        return USUAL_COLORS[label]
    number = int.from_bytes(label.encode(), "big")
    return USUAL_COLORS[LABELS[number % len(LABELS)]]


def default_colors(labels: Collection[str]) -> dict[str, str]:
    """The colours a map's labels have where it names none.

    Maps that number their colours A, B, C ... mean the first, the second, the third of Flow
    Free. They are known by having no label beyond P and no R.
    """
    alphabet = string.ascii_uppercase[:16]
    if "R" in labels or not all(label in alphabet for label in labels):
        return {label: standard_color(label) for label in labels}
    return {label: standard_color(LABELS[alphabet.index(label)]) for label in labels}


def new_label(taken: Collection[str]) -> str:
    """The next label that is not taken: the 62 of one character first, then C63, C64 ..."""
    for label in LABELS:
        if label not in taken:
            return label
    number = len(LABELS) + 1
    while f"C{number}" in taken:
        number += 1
    return f"C{number}"
