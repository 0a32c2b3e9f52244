"""A coloured badge with a few words."""

from __future__ import annotations

import tkinter as tk
from tkinter import font as tkfont

from PIL import Image, ImageDraw, ImageTk

_SMOOTH = 4  # drawn this many times larger and reduced


class Badge(tk.Label):
    """A label on a rounded ground; `say` sets words and colour."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, compound="center", borderwidth=0, foreground="#ffffff")
        self._shown: tuple[str, str, str] = ("", "", "")
        self._photo: ImageTk.PhotoImage | None = None

    @property
    def text(self) -> str:
        return self._shown[0]

    def say(self, text: str, color: str, background: str) -> None:
        """Show a text on a colour; `background` is the colour of the parent."""
        if (text, color, background) == self._shown:
            return
        self._shown = text, color, background
        font = tkfont.nametofont(self.cget("font"), self)
        height = font.metrics("linespace") + 10
        width = font.measure(text) + height + 8
        large = Image.new("RGB", (width * _SMOOTH, height * _SMOOTH), background)
        box = (0, 0, large.width - 1, large.height - 1)
        ImageDraw.Draw(large).rounded_rectangle(box, radius=large.height / 2, fill=color)
        self._photo = ImageTk.PhotoImage(large.reduce(_SMOOTH), master=self)
        self.configure(text=text, image=self._photo, background=background)
