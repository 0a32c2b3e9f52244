"""The labels of Flow, their usual colours, and what people call them.

A colour is written ``#rrggbb``, in small letters.
"""

from __future__ import annotations

import string
from collections.abc import Collection
from typing import TYPE_CHECKING

from flowdesk.kinds.flow.css_colors import CSS_NAMES

if TYPE_CHECKING:
    from flowdesk.kinds.flow.level import Level

_FLOW_FREE = {
    "R": ("Red", "#ff0000"),
    "B": ("Blue", "#0c29fe"),
    "Y": ("Yellow", "#eae000"),
    "G": ("Green", "#008d00"),
    "O": ("Orange", "#fb8900"),
    "C": ("Cyan", "#00ffff"),
    "M": ("Magenta", "#ff0ac9"),
    "m": ("Maroon", "#a52a2a"),
    "P": ("Purple", "#800080"),
    "A": ("Grey", "#a6a6a6"),
    "W": ("White", "#ffffff"),
    "g": ("Bright green", "#00ff00"),
    "T": ("Tan", "#bdb76b"),
    "b": ("Dark blue", "#00008b"),
    "c": ("Teal", "#008080"),
    "p": ("Pink", "#ff1493"),
}

# Chosen one by one, each as far as possible from all before it and from black (CIE Lab).
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
USUAL_COLORS = dict(
    zip(LABELS, [*(color for _, color in _FLOW_FREE.values()), *_FURTHER], strict=True)
)

_NAMES = {color: name.capitalize() for color, name in CSS_NAMES.items()}
_NAMES |= {color: name for name, color in _FLOW_FREE.values()}


def color_name(level: Level, label: str) -> str:
    """Return a label as people read it: ``Blue (B)``; ``Colour X`` if its colour has no name."""
    name = _NAMES.get(level.color(label))
    return f"{name} ({label})" if name else f"Colour {label}"


def standard_color(label: str) -> str:
    """Return the usual colour of a label; longer labels share those of the 62 in turn."""
    if label in USUAL_COLORS:
        return USUAL_COLORS[label]
    number = int.from_bytes(label.encode(), "big")
    return USUAL_COLORS[LABELS[number % len(LABELS)]]


def default_colors(labels: Collection[str]) -> dict[str, str]:
    """Return the colours of a map's labels where it names none.

    Maps that number their colours A, B, C ... mean the first, the second, the third of Flow
    Free. They are known by having no label beyond P and no R.
    """
    alphabet = string.ascii_uppercase[:16]
    if "R" in labels or not all(label in alphabet for label in labels):
        return {label: standard_color(label) for label in labels}
    return {label: standard_color(LABELS[alphabet.index(label)]) for label in labels}


def new_label(taken: Collection[str]) -> str:
    """Return the next label that is not taken: the 62 of one character first, then C63, C64 ..."""
    for label in LABELS:
        if label not in taken:
            return label
    number = len(LABELS) + 1
    while f"C{number}" in taken:
        number += 1
    return f"C{number}"
