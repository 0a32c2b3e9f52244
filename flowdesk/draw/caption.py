"""Where the lines under a board stand, in cells: the same in every kind of picture."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from flowdesk.draw.lettering import font_for
from flowdesk.draw.scene import Scene

#: The size of the first line as a share of the board's width, and the least, in cells.
_SHARE, _LEAST = 0.045, 0.3
#: How large further lines are beside it, and how far lines are apart, in sizes of the upper one.
_SMALLER, _APART = 0.75, 1.35
#: The share of the board's width that a line may take: other programs have wider fonts.
_WIDEST = 0.82
#: A line is written at least half as large as others; what is then too long is cut, and what is
#: longer than this, in characters, before it is measured.
_LONGEST = 400


@dataclass(frozen=True)
class Line:
    """A centred line: its `size`, and its `baseline` from the top of the board, in cells."""

    text: str
    size: float
    baseline: float


def caption_lines(scene: Scene) -> list[Line]:
    """The lines of a scene's caption; what is long is written smaller, what is too long is cut."""
    lines = []
    room = _WIDEST * scene.width
    first = max(_LEAST, _SHARE * scene.width)
    size, y = first, float(scene.height)
    for text in map(printable, scene.caption):
        text = _cut(text, 2 * room / size)
        y += _APART * size
        lines.append(Line(text, min(size, room / max(_width(text), 1.0)), y))
        size = min(first * _SMALLER, lines[-1].size)  # an author is never larger than the title
    return lines


def caption_height(scene: Scene) -> float:
    """How much taller than its board a scene is, in cells."""
    lines = caption_lines(scene)
    return lines[-1].baseline - scene.height + 0.5 * lines[-1].size if lines else 0.0


def printable(text: str) -> str:
    """A text without what no file can hold: line ends, control characters, halves of characters."""
    kinds = {"Cc": " ", "Zl": " ", "Zp": " ", "Cs": "\ufffd"}
    text = text.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return "".join(kinds.get(unicodedata.category(c), c) for c in text)


def _cut(text: str, widest: float) -> str:
    """A text that is at most so wide at size 1."""
    if len(text) <= _LONGEST and _width(text) <= widest:
        return text
    text = text[:_LONGEST]
    text = text[: int(len(text) * widest / max(_width(text), widest))]
    while text and _width(f"{text}…") > widest:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _width(text: str) -> float:
    """How wide a text is at size 1, as letters in pixels are."""
    return font_for(text, 100).getlength(text) / 100
