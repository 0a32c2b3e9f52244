"""The dialog before a booklet is written: the layout of its pages, and a preview."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from flowdesk.app.dialogs.option_fields import SWITCHES_ROW, OptionFields
from flowdesk.app.dialogs.preview import SIDE, PreviewDialog
from flowdesk.app.look import Palette
from flowdesk.core.text import counted
from flowdesk.desk.pictures.booklet import Layout, laid_out, page_counts
from flowdesk.draw.paper.painted_page import PaintedPage
from flowdesk.kinds.entry import Entry


def ask_layout(
    parent: tk.Misc, entries: Sequence[Entry], before: Layout, colors: Palette
) -> Layout | None:
    """Ask for the layout of a booklet, `before` suggested; None if cancelled."""
    dialog = PreviewDialog(parent, "Print booklet", colors)
    options = OptionFields(dialog.fields, before)
    text = "Writes a PDF to print, which is legible in black and white too."
    note = ttk.Label(dialog.fields, text=text, style="Faint.TLabel", wraplength=300)
    note.grid(row=SWITCHES_ROW + 1, column=0, columnspan=2, sticky="w", pady=(12, 0))

    def layout() -> Layout:
        return Layout(**options.values())

    def draw() -> str:
        """Show the first page, and return the number of pages."""
        page = next(laid_out(entries, layout(), partial(PaintedPage, side=SIDE)))
        dialog.preview.show(page.picture())
        levels, answers = page_counts(len(entries), layout())
        about = f"{counted(len(entries), 'level')} on {counted(levels, 'page')}"
        return f"{about}, answers on {answers} more" if answers else about

    dialog.watch(draw, options.variables)
    return dialog.ask("Write PDF ...", layout, options.by_name["title"].widget)
