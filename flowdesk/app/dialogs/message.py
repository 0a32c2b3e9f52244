"""Dialogs that show a text, and ask at most one question."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable, Sequence
from pathlib import Path
from tkinter import ttk

from flowdesk.app.dialogs.base import Dialog
from flowdesk.core.finding import FormatError
from flowdesk.core.grid import listed

#: Pixels of a screen's width and height that are not the sheet's: for frame, title and buttons.
_BESIDE_SHEET = 60, 150
#: What scrolls a sheet: events, and Tk's words for how far.
_SCROLLING = {
    **{"<Up>": "-1 units", "<Down>": "1 units", "<Prior>": "-1 pages", "<Next>": "1 pages"},
    **{"<Button-4>": "-3 units", "<Button-5>": "3 units"},
    "<MouseWheel>": "[expr {%D > 0 ? -3 : 3}] units",
}


def ask(parent: tk.Misc, title: str, text: str, answers: Sequence[str]) -> str:
    """Show a text and return one of the answers: the first is the default, the last cancels."""
    dialog = Dialog(parent, title)
    ttk.Label(dialog.body, text=text, wraplength=460, justify="left").pack(anchor="w")
    dialog.buttons(answers)
    return dialog.run()


def show_message(parent: tk.Misc, title: str, text: str) -> None:
    ask(parent, title, text, ["OK"])


def offer(parent: tk.Misc, title: str, text: str, action: str) -> bool:
    """Show a text with one action; return whether it is wanted."""
    return ask(parent, title, text, [action, "Close"]) == action


def may_replace(parent: tk.Misc, path: Path) -> bool:
    """Return whether a file may be written here: there is none, or it may be replaced.

    For names that Tk's dialog has not asked about, because they were changed after it.
    """
    text = f"There is a file {path.name} already."
    answers = ["Replace", "Cancel"]
    return not path.exists() or ask(parent, "Replace the file?", text, answers) == answers[0]


def show_remarks(parent: tk.Misc, remarks: Sequence[str]) -> None:
    """Show what a reader has read differently from the text, if anything."""
    if remarks:
        more = [f"And {len(remarks) - 3} more remarks."] if len(remarks) > 3 else []
        show_message(parent, "Opened with remarks", "\n\n".join([*remarks[:3], *more]))


def no_level(error: FormatError) -> str:
    return f"This cannot be read as a puzzle: {error}"


def without(losses: Sequence[str]) -> str:
    """Return the end of a sentence: ``, without the title and the colours``."""
    return f", without {listed(losses)}" if losses else ""


def ask_about_unsaved(parent: tk.Misc, name: str) -> str:
    """Return ``Save``, ``Don't save`` or ``Cancel``."""
    text = f"{name} has changes that are not saved. Save them?"
    return ask(parent, "Unsaved changes", text, ["Save", "Don't save", "Cancel"])


def show_own_error(parent: tk.Misc, details: str) -> None:
    """Show an error in FlowDesk itself: the level is kept, the details can be copied."""
    dialog = Dialog(parent, "Something went wrong in FlowDesk")
    text = (
        "This is FlowDesk's fault, not yours. Your puzzle is still open and unchanged: save it "
        "under a new name to be safe. The details below help to fix it."
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
    """Show two columns of text: a key and what it does. An empty key makes a heading."""
    dialog = Dialog(parent, title)
    sheet = tk.Canvas(dialog.body, highlightthickness=0, yscrollincrement=20)
    inside = ttk.Frame(sheet)
    columns = [ttk.Frame(inside), ttk.Frame(inside)]
    columns[0].grid(sticky="n", padx=(0, 32))
    columns[1].grid(row=0, column=1, sticky="n")
    rows = list(rows)
    headings = [i for i, (key, _) in enumerate(rows) if not key]
    split = min(headings, key=lambda i: abs(i - len(rows) / 2), default=len(rows))
    for column, part in zip(columns, (rows[:split], rows[split:]), strict=True):
        for line, (key, text) in enumerate(part):
            if key:
                ttk.Label(column, text=key).grid(row=line, column=0, sticky="w", padx=(0, 16))
                what = ttk.Label(column, text=text, style="Faint.TLabel")
                what.grid(row=line, column=1, sticky="w")
            else:
                heading = ttk.Label(column, text=text, style="Heading.TLabel")
                heading.grid(row=line, columnspan=2, sticky="w", pady=(8, 2))
    sheet.create_window(0, 0, window=inside, anchor="nw")
    inside.update_idletasks()
    if inside.winfo_reqwidth() > dialog.winfo_screenwidth() - _BESIDE_SHEET[0]:
        columns[1].grid(row=1, column=0, sticky="w")
        inside.update_idletasks()
    width, height = inside.winfo_reqwidth(), inside.winfo_reqheight()
    visible = min(height, dialog.winfo_screenheight() - _BESIDE_SHEET[1])
    sheet.configure(width=width, height=visible, scrollregion=(0, 0, width, height))
    sheet.pack(side="left")
    if visible < height:
        bar = ttk.Scrollbar(dialog.body, command=sheet.yview)
        sheet.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        for event, by in _SCROLLING.items():
            dialog.bind(event, f"{sheet} yview scroll {by}")
    dialog.buttons(["Close"])
    dialog.run()
