"""Where the lines under a board stand, in cells: the same in every kind of picture."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from flowdesk.draw.scene import Scene

#: The size of the first line as a share of the board's width, and the least, in cells.
_SHARE, _LEAST = 0.045, 0.3
#: How large further lines are beside it, and how far lines are apart, in sizes of the upper one.
_SMALLER, _APART = 0.75, 1.35
#: What a character takes on average, as a share of its size.
_NARROW, _WIDE = 0.56, 1.05


@dataclass(frozen=True)
class Line:
    """A centred line: its `size`, and its `baseline` from the top of the board, in cells."""

    text: str
    size: float
    baseline: float


def caption_lines(scene: Scene) -> list[Line]:
    """The lines of a scene's caption; what is long is written smaller, what is too long is cut."""
    lines = []
    first = max(_LEAST, _SHARE * scene.width)
    size, y = first, float(scene.height)
    for text in scene.caption:
        while _width(text) * size > 2 * scene.width:
            text = text[:-2].rstrip() + "…"
        y += _APART * size
        lines.append(Line(text, min(size, scene.width / max(_width(text), 1.0)), y))
        size = first * _SMALLER
    return lines


def caption_height(scene: Scene) -> float:
    """How much taller than its board a scene is, in cells."""
    lines = caption_lines(scene)
    return lines[-1].baseline - scene.height + 0.5 * lines[-1].size if lines else 0.0


def _width(text: str) -> float:
    """About how wide a text is at size 1."""
    return sum(_WIDE if unicodedata.east_asian_width(c) in "WF" else _NARROW for c in text)
