"""ShortLabel: a label whose text ends in dots where the room is small."""

from __future__ import annotations

import tkinter as tk
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any

from flowdesk.app import fonts
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.tooltip import Tooltip


class ShortLabel(ttk.Label):
    """Shows one line in the room there is; if it is cut, a tooltip has all of it. Pack it last."""

    def __init__(self, parent: tk.Misc, **options: Any) -> None:
        super().__init__(parent, width=1, **options)
        self._text = ""
        self._font = fonts.named(self, str(options.get("font", fonts.TEXT)))
        self._tip = Tooltip(self, "")
        self.bind("<Configure>", lambda event: self._fit())

    def show(self, text: str) -> None:
        self._text = text
        self._fit()

    def _fit(self) -> None:
        shown = short(self._text, self.winfo_width() - pixels(self, 13.5), self._font)
        self.configure(text=shown)
        self._tip.text = "" if shown == self._text else self._text


def short(text: str, width: int, font: tkfont.Font) -> str:
    """Return a text cut to a width in pixels."""
    shown = text
    while len(shown) > 1 and font.measure(shown if shown == text else shown + "…") > width:
        shown = shown[:-1]
    return shown if shown == text else shown.rstrip() + "…"
