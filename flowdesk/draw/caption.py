"""Lay out the lines of text under a board, in cells, the same in every format of picture."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from flowdesk.draw.lettering import font_for
from flowdesk.draw.scene import Scene

#: The size of the first line as a share of the board's width, and the least, in cells.
_SHARE, _LEAST = 0.045, 0.3
#: The size of further lines and the distance of lines, both in sizes of the line above.
_SMALLER, _APART = 0.75, 1.35
#: The share of the board's width that a line may take: other programs have wider fonts.
_WIDEST = 0.82
#: A long line shrinks to half of the usual size at most, and is then cut. In characters: longer
#: lines are cut before they are measured.
_LONGEST = 400


@dataclass(frozen=True)
class CaptionLine:
    """A centred line: its `size`, and its `baseline` from the top of the board, in cells."""

    text: str
    size: float
    baseline: float


def caption_lines(scene: Scene) -> list[CaptionLine]:
    """Return the lines of a scene's caption; long ones are smaller, too long ones are cut.

    The lines of its text follow.
    """
    lines = []
    room = _WIDEST * scene.width
    first = max(_LEAST, _SHARE * scene.width)
    size, y = first, scene.height + scene.margin
    for text in map(printable, scene.caption):
        text = _cut(text, 2 * room / size)
        y += _APART * size
        lines.append(CaptionLine(text, min(size, room / max(_width(text), 1.0)), y))
        size = min(first * _SMALLER, lines[-1].size)  # an author is never larger than the title
    size = min(size, first * _SMALLER)
    for text in _broken(printable(scene.text)[:_LONGEST], room / size):
        y += _APART * size
        lines.append(CaptionLine(text, min(size, room / max(_width(text), 1.0)), y))
    return lines


def caption_height(scene: Scene) -> float:
    """Return the height of a scene's caption below the margin, in cells."""
    lines = caption_lines(scene)
    below = scene.height + scene.margin
    return lines[-1].baseline - below + 0.5 * lines[-1].size if lines else 0.0


def printable(text: str) -> str:
    """Replace what no file can hold: line ends, control characters, lone surrogates."""
    kinds = {"Cc": " ", "Zl": " ", "Zp": " ", "Cs": "\ufffd"}
    text = text.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return "".join(kinds.get(unicodedata.category(c), c) for c in text)


def _broken(text: str, widest: float) -> list[str]:
    """Break a text into lines of a width, given at size 1; only a single word may be wider."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer) <= widest:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(text: str, widest: float) -> str:
    """Cut a text to a width, given at size 1."""
    if len(text) <= _LONGEST and _width(text) <= widest:
        return text
    text = text[:_LONGEST]
    text = text[: int(len(text) * widest / max(_width(text), widest))]
    while text and _width(f"{text}…") > widest:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _width(text: str) -> float:
    """Return the width of a text at size 1, in the fonts of pixel pictures."""
    return font_for(text, 100).getlength(text) / 100
