"""Dialogs that show a text, and ask at most one question."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from pathlib import Path
from tkinter import ttk

from flowdesk.app.dialogs.base import Dialog
from flowdesk.core.finding import FormatError
from flowdesk.core.grid import listed

SAVE_ALL = "Save all"


def ask(parent: tk.Misc, title: str, text: str, answers: Sequence[str]) -> str:
    """Show a text and return one of the answers: the first is the default, the last cancels."""
    dialog = Dialog(parent, title)
    ttk.Label(dialog.body, text=text, wraplength="345p", justify="left").pack(anchor="w")
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


def ask_about_all_unsaved(parent: tk.Misc, names: Sequence[str]) -> str:
    """Return `SAVE_ALL`, ``Don't save`` or ``Cancel``."""
    listed_names = [*names[:8], *([f"and {len(names) - 8} more"] if len(names) > 8 else [])]
    text = f"{len(names)} puzzles have changes that are not saved:\n\n" + "\n".join(listed_names)
    return ask(parent, "Unsaved changes", text, [SAVE_ALL, "Don't save", "Cancel"])


def show_own_error(parent: tk.Misc, details: str) -> None:
    """Show an error in FlowDesk itself: the level is kept, the details can be copied."""
    dialog = Dialog(parent, "Something went wrong in FlowDesk")
    text = (
        "This is FlowDesk's fault, not yours. Your puzzle is still open and unchanged: save it "
        "under a new name to be safe. The details below help us fix it."
    )
    ttk.Label(dialog.body, text=text, wraplength="420p").pack(anchor="w", pady=(0, "6p"))
    box = tk.Text(dialog.body, width=80, height=14, wrap="char", relief="flat")
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
