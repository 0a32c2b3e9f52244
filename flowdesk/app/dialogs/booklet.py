"""The dialog before a booklet is written: the layout of its pages, and a preview."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from flowdesk.app.dialogs.option_fields import SWITCHES_ROW, OptionFields
from flowdesk.app.dialogs.preview import SIDE, PreviewDialog
from flowdesk.app.look import Palette
from flowdesk.desk.pictures.booklet import Layout, laid_out, page_counts
from flowdesk.draw.paper.painted_page import PaintedPage
from flowdesk.kinds.entry import Entry


def ask_layout(
    parent: tk.Misc, entries: Sequence[Entry], before: Layout, colors: Palette
) -> Layout | None:
    """Ask for the layout of a booklet, `before` suggested; None if cancelled."""
    return _BookletDialog(parent, entries, before, colors).ask()


class _BookletDialog(PreviewDialog):
    """The choices, and the first page."""

    def __init__(
        self, parent: tk.Misc, entries: Sequence[Entry], before: Layout, colors: Palette
    ) -> None:
        super().__init__(parent, "Print booklet", colors)
        self._entries = entries
        body = self.fields
        self._options = OptionFields(body, before)
        text = "Writes a PDF to print, which is legible in black and white too."
        note = ttk.Label(body, text=text, style="Faint.TLabel", wraplength=300)
        note.grid(row=SWITCHES_ROW + 1, column=0, columnspan=2, sticky="w", pady=(12, 0))
        self.buttons(["Write PDF ...", "Cancel"])
        self.watch(*self._options.variables)

    def ask(self) -> Layout | None:
        title = self._options.by_name["title"].widget
        answer, layout = self.run(title), self._layout()
        return layout if answer == "Write PDF ..." else None

    def draw(self) -> str:
        """Show the first page, and return the number of pages."""
        layout, number = self._layout(), len(self._entries)
        page = next(laid_out(self._entries, layout, partial(PaintedPage, side=SIDE)))
        self.preview.show(page.picture())
        levels, answers = page_counts(number, layout)
        about = f"{_counted(number, 'level')} on {_counted(levels, 'page')}"
        return f"{about}, answers on {answers} more" if answers else about

    def _layout(self) -> Layout:
        return Layout(**self._options.values())


def _counted(number: int, name: str) -> str:
    return f"{number} {name}{'s' * (number != 1)}"
