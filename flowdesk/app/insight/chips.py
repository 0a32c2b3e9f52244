"""Chips: small discs of the colours that a text names, in front of their names."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Iterator, Mapping

from PIL import Image, ImageDraw, ImageTk

from flowdesk.app import fonts

_SMOOTH = 4  # drawn this many times larger and reduced


class Chips:
    """Makes each disc once; it has to be kept as long as its discs are shown."""

    def __init__(self, widget: tk.Misc) -> None:
        self._widget = widget
        self._made: dict[tuple[str, str, int], ImageTk.PhotoImage] = {}

    def chip(self, color: str, background: str) -> ImageTk.PhotoImage:
        """Return a disc as high as a small letter of the interface's font."""
        font = fonts.named(self._widget)
        side = max(round(font.metrics("ascent") * 0.75), 5)
        key = color, background, side
        if key not in self._made:
            large = Image.new("RGB", (side * _SMOOTH, side * _SMOOTH), background)
            draw, end = ImageDraw.Draw(large), side * _SMOOTH - 1
            draw.ellipse((0, 0, end, end), fill=color, outline="#808080", width=_SMOOTH)
            self._made[key] = ImageTk.PhotoImage(large.reduce(_SMOOTH), master=self._widget)
        return self._made[key]


def with_colors(text: str, colors: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text, each with the colour that it names; "" for other parts."""
    if not colors:
        yield text, ""
        return
    names = "|".join(re.escape(name) for name in sorted(colors, key=len, reverse=True))
    for part in re.split(f"({names})", text):
        if part:
            yield part, colors.get(part, "")
