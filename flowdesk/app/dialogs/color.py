"""Choose a colour: one of the usual ones, by its code, or in the dialog of the system."""

from __future__ import annotations

import re
import tkinter as tk
from itertools import islice
from tkinter import colorchooser, ttk

from flowdesk.app import look
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.widgets.writing import when_written
from flowdesk.core.finding import FlowDeskError
from flowdesk.draw.theme import text_color
from flowdesk.kinds.table import KINDS

_USUAL, _COLUMNS = 16, 8  # colours that are offered


def ask_color(parent: tk.Misc, title: str, color: str = "#ff0000") -> str | None:
    """Ask for a colour, ``#rrggbb``; `color` is the present one."""
    dialog = ColorDialog(parent, title, color)
    return dialog.ask("Choose", dialog.color, dialog.field)


class ColorDialog(Dialog):
    """The usual colours, a field for the code, and the dialog of the system."""

    def __init__(self, parent: tk.Misc, title: str, color: str) -> None:
        super().__init__(parent, title)
        self.text = tk.StringVar(self, color)
        self.swatches: dict[str, tk.Radiobutton] = {}
        self._add_usual()
        row = ttk.Frame(self.body)
        row.pack(fill="x", pady=("9p", 0))
        self.field = ttk.Entry(row, textvariable=self.text, width=9)
        self.field.pack(side="left")
        for name in ("before", "now"):
            patch = tk.Label(row, text=name, background=color, foreground=text_color(color))
            patch.pack(side="left", fill="both", expand=True, padx=("6p", 0))
        self._now = patch
        others = ttk.Button(self.body, text="Other colours ...", command=self._ask_system)
        others.pack(fill="x", pady=("9p", 0))
        self._show()
        when_written(self.text, self, self._show)

    def color(self) -> str:
        """Return the colour in the field; FlowDeskError if there is none."""
        color = _color_in(self.text.get())
        if not color:
            raise FlowDeskError("Write a colour as #rrggbb, such as #4a90d9.")
        return color

    def _add_usual(self) -> None:
        """Add a button for each of the usual colours."""
        frame, colors = ttk.Frame(self.body), look.palette_of(look.theme_of(self))
        frame.pack()
        usual = (color for kind in KINDS.values() for color in kind.drawing.usual_colors.values())
        for place, color in enumerate(islice(dict.fromkeys(usual), _USUAL)):
            swatch = tk.Radiobutton(frame, variable=self.text, value=color, indicatoron=False)
            swatch.configure(background=color, activebackground=color, selectcolor=color)
            swatch.configure(foreground=text_color(color), activeforeground=text_color(color))
            swatch.configure(width=3, borderwidth=0, cursor="hand2", highlightthickness="1p")
            swatch.configure(highlightbackground=colors.line, highlightcolor=colors.accent)
            swatch.bind("<Double-Button-1>", lambda event: self.event_generate("<Return>"))
            swatch.grid(row=place // _COLUMNS, column=place % _COLUMNS, padx="1p", pady="1p")
            self.swatches[color] = swatch

    def _ask_system(self) -> None:
        chosen = colorchooser.askcolor(_color_in(self.text.get()) or None, parent=self)[1]
        if chosen:
            self.text.set(chosen)

    def _show(self) -> None:
        """Show the colour that is written, and mark it among the usual ones."""
        color = _color_in(self.text.get())
        for usual, swatch in self.swatches.items():
            swatch["text"] = "✓" if usual == color else ""
        if color:
            self._now.configure(background=color, foreground=text_color(color))


def _color_in(text: str) -> str:
    """Return the colour that a text names, as ``#rrggbb``; empty if it names none."""
    found = re.fullmatch(r"#?([0-9a-f]{6}|[0-9a-f]{3})", text.strip().lower())
    if not found:
        return ""
    digits = found[1]
    return f"#{digits}" if len(digits) == 6 else "#" + "".join(2 * digit for digit in digits)
