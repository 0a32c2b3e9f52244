"""Dialogs that say something, and ask at most one question."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from tkinter import ttk

from flowdesk.app.dialogs.base import Dialog


def show_message(parent: tk.Misc, title: str, text: str) -> None:
    """Say something that has to be seen."""
    dialog = Dialog(parent, title)
    ttk.Label(dialog.body, text=text, wraplength=460, justify="left").pack(anchor="w")
    dialog.buttons(["OK"])
    dialog.run()


def offer(parent: tk.Misc, title: str, text: str, action: str) -> bool:
    """Say something, and offer to do something about it; whether that is wanted."""
    dialog = Dialog(parent, title)
    ttk.Label(dialog.body, text=text, wraplength=460, justify="left").pack(anchor="w")
    dialog.buttons([action, "Close"])
    return dialog.run() == action


def ask_about_unsaved(parent: tk.Misc, name: str) -> str:
    """What to do with unsaved changes: ``Save``, ``Don't save`` or ``Cancel``."""
    dialog = Dialog(parent, "Unsaved changes")
    text = f"{name} has changes that are not saved. Save them?"
    ttk.Label(dialog.body, text=text, wraplength=460).pack(anchor="w")
    dialog.buttons(["Save", "Don't save", "Cancel"])
    return dialog.run()


def show_own_error(parent: tk.Misc, details: str) -> None:
    """An error of FlowDesk's own: the level is kept, the details can be copied."""
    dialog = Dialog(parent, "Something went wrong in FlowDesk")
    text = (
        "This is FlowDesk's fault, not yours. Your level is still open and unchanged: save it "
        "under a new name to be safe. The details below help whoever mends it."
    )
    ttk.Label(dialog.body, text=text, wraplength=560).pack(anchor="w", pady=(0, 8))
    box = tk.Text(dialog.body, width=80, height=14, wrap="none", relief="flat")
    box.insert("1.0", details)
    box.configure(state="disabled")
    box.pack(fill="both", expand=True)

    def copy(name: str) -> bool:
        if name == "Copy details":
            dialog.clipboard_clear()
            dialog.clipboard_append(details)
            return False
        return True

    dialog.buttons(["Copy details", "Close"], copy)
    dialog.run()


def show_table(parent: tk.Misc, title: str, rows: Iterable[tuple[str, str]]) -> None:
    """Two columns of text: a key and what it does. An empty key makes a heading."""
    dialog = Dialog(parent, title)
    columns = [ttk.Frame(dialog.body), ttk.Frame(dialog.body)]
    for place, column in enumerate(columns):
        column.grid(row=0, column=place, sticky="n", padx=(0 if place == 0 else 32, 0))
    rows = list(rows)
    headings = [i for i, (key, _) in enumerate(rows) if not key]
    split = min(headings, key=lambda i: abs(i - len(rows) / 2), default=len(rows))
    for column, part in zip(columns, (rows[:split], rows[split:]), strict=True):
        for line, (key, text) in enumerate(part):
            if not key:
                heading = ttk.Label(column, text=text, style="Heading.TLabel")
                heading.grid(row=line, column=0, columnspan=2, sticky="w", pady=(8, 2))
            else:
                ttk.Label(column, text=key).grid(row=line, column=0, sticky="w", padx=(0, 16))
                faint = ttk.Label(column, text=text, style="Faint.TLabel")
                faint.grid(row=line, column=1, sticky="w")
    dialog.buttons(["Close"])
    dialog.run()
