"""The labels of Flow, their usual colours, and what people call them.

A colour is written ``#rrggbb``, in small letters.
"""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import chain, count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flowdesk.kinds.flow.level import Level

_GREY = 0x60
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
_USUAL = [color for _, color in _FLOW_FREE.values()]
USUAL_COLORS = dict(zip(LABELS, [*_USUAL, *_FURTHER], strict=True))

# The 148 colour names of CSS (Color Module Level 4), by which files may call colours.
_CSS_TABLE = """
    alice-blue:f0f8ff antique-white:faebd7 aqua:00ffff aquamarine:7fffd4 azure:f0ffff beige:f5f5dc
    bisque:ffe4c4 black:000000 blanched-almond:ffebcd blue:0000ff blue-violet:8a2be2 brown:a52a2a
    burlywood:deb887 cadet-blue:5f9ea0 chartreuse:7fff00 chocolate:d2691e coral:ff7f50
    cornflower-blue:6495ed cornsilk:fff8dc crimson:dc143c cyan:00ffff dark-blue:00008b
    dark-cyan:008b8b dark-goldenrod:b8860b dark-green:006400 dark-grey:a9a9a9 dark-khaki:bdb76b
    dark-magenta:8b008b dark-olive-green:556b2f dark-orange:ff8c00 dark-orchid:9932cc
    dark-red:8b0000 dark-salmon:e9967a dark-sea-green:8fbc8f dark-slate-blue:483d8b
    dark-slate-grey:2f4f4f dark-turquoise:00ced1 dark-violet:9400d3 deep-pink:ff1493
    deep-sky-blue:00bfff dim-grey:696969 dodger-blue:1e90ff firebrick:b22222 floral-white:fffaf0
    forest-green:228b22 fuchsia:ff00ff gainsboro:dcdcdc ghost-white:f8f8ff gold:ffd700
    goldenrod:daa520 green:008000 green-yellow:adff2f grey:808080 honeydew:f0fff0 hot-pink:ff69b4
    indian-red:cd5c5c indigo:4b0082 ivory:fffff0 khaki:f0e68c lavender:e6e6fa lavender-blush:fff0f5
    lawn-green:7cfc00 lemon-chiffon:fffacd light-blue:add8e6 light-coral:f08080 light-cyan:e0ffff
    light-goldenrod-yellow:fafad2 light-green:90ee90 light-grey:d3d3d3 light-pink:ffb6c1
    light-salmon:ffa07a light-sea-green:20b2aa light-sky-blue:87cefa light-slate-grey:778899
    light-steel-blue:b0c4de light-yellow:ffffe0 lime:00ff00 lime-green:32cd32 linen:faf0e6
    magenta:ff00ff maroon:800000 medium-aquamarine:66cdaa medium-blue:0000cd medium-orchid:ba55d3
    medium-purple:9370db medium-sea-green:3cb371 medium-slate-blue:7b68ee medium-spring-green:00fa9a
    medium-turquoise:48d1cc medium-violet-red:c71585 midnight-blue:191970 mint-cream:f5fffa
    misty-rose:ffe4e1 moccasin:ffe4b5 navajo-white:ffdead navy:000080 old-lace:fdf5e6 olive:808000
    olive-drab:6b8e23 orange:ffa500 orange-red:ff4500 orchid:da70d6 pale-goldenrod:eee8aa
    pale-green:98fb98 pale-turquoise:afeeee pale-violet-red:db7093 papaya-whip:ffefd5
    peach-puff:ffdab9 peru:cd853f pink:ffc0cb plum:dda0dd powder-blue:b0e0e6 purple:800080
    rebecca-purple:663399 red:ff0000 rosy-brown:bc8f8f royal-blue:4169e1 saddle-brown:8b4513
    salmon:fa8072 sandy-brown:f4a460 sea-green:2e8b57 seashell:fff5ee sienna:a0522d silver:c0c0c0
    sky-blue:87ceeb slate-blue:6a5acd slate-grey:708090 snow:fffafa spring-green:00ff7f
    steel-blue:4682b4 tan:d2b48c teal:008080 thistle:d8bfd8 tomato:ff6347 turquoise:40e0d0
    violet:ee82ee wheat:f5deb3 white:ffffff white-smoke:f5f5f5 yellow:ffff00 yellow-green:9acd32
"""
_CSS = [word.split(":") for word in _CSS_TABLE.split()]

#: ``#rrggbb`` by name; names are written in small letters, and "grey" may be written "gray".
CSS_COLORS = {name.replace("-", ""): f"#{value}" for name, value in _CSS}
CSS_COLORS |= {name.replace("grey", "gray"): color for name, color in CSS_COLORS.items()}

# Names to be read by people, by ``#rrggbb``, as in "Dark slate blue".
_NAMES = {f"#{value}": name.replace("-", " ").capitalize() for name, value in _CSS}
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


@lru_cache
def greyish(color: str) -> str:
    """Return a colour half-way to grey."""
    return "#" + "".join(f"{(part + _GREY) // 2:02x}" for part in bytes.fromhex(color[1:]))


def default_colors(labels: Collection[str]) -> dict[str, str]:
    """Return the colours of a map's labels where it names none.

    Maps that number their colours A, B, C ... mean the first, the second, the third of Flow
    Free. They are known by having no label beyond P and no R.
    """
    alphabet = string.ascii_uppercase[:16]
    if "R" in labels or not all(label in alphabet for label in labels):
        return {label: standard_color(label) for label in labels}
    return {label: standard_color(LABELS[alphabet.index(label)]) for label in labels}


def free_labels(taken: Collection[str] = ()) -> Iterator[str]:
    """Yield the labels that are not taken: the 62 of one character first, then C63, C64 ..."""
    labels = chain(LABELS, (f"C{number}" for number in count(len(LABELS) + 1)))
    return (label for label in labels if label not in taken)


def new_label(taken: Collection[str]) -> str:
    """Return the next label that is not taken."""
    return next(free_labels(taken))


#: Labels that stand for numbers from 1.
_ALPHABET = string.ascii_uppercase + string.ascii_lowercase + string.digits


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
