"""Dialogs that show a text, and ask at most one question; and that which offers unsaved work."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from pathlib import Path
from tkinter import ttk

from flowdesk.app.dialogs.base import Dialog
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.grid import listed
from flowdesk.core.storage import write_atomically

SAVE_ALL = "Save all"


def ask(parent: tk.Misc, title: str, text: str, answers: Sequence[str]) -> str:
    """Show a text and return one of the answers: the first is the default, the last cancels."""
    dialog = Dialog(parent, title)
    ttk.Label(dialog.body, text=text, wraplength="345p", justify="left").pack(anchor="w")
    dialog.buttons(answers)
    return dialog.run()


def show_message(parent: tk.Misc, title: str, text: str) -> None:
    ask(parent, title, text, ["OK"])


def offer(parent: tk.Misc, title: str, text: str, action: str, no: str = "Close") -> bool:
    """Show a text with one action; return whether it is wanted."""
    return ask(parent, title, text, [action, no]) == action


def may_replace(parent: tk.Misc, path: Path) -> bool:
    """Return whether a file may be written here: there is none, or it may be replaced.

    For names that Tk's dialog has not asked about, because they were changed after it.
    """
    text = f"There is a file {path.name} already."
    return not path.exists() or offer(parent, "Replace the file?", text, "Replace", "Cancel")


def wrote(
    parent: tk.Misc, path: Path, data: bytes, undone: str = "Not written", *, sync: bool = True
) -> bool:
    """Write a file; return whether that was possible, and if not, show why."""
    try:
        write_atomically(path, data, sync=sync)
    except FlowDeskError as error:
        show_message(parent, undone, str(error))
        return False
    return True


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
    told = ttk.Label(dialog.body, text=details, font="TkFixedFont", wraplength="480p")
    told.pack(anchor="w")

    def copy(name: str) -> bool:
        if name == "Copy details":
            dialog.clipboard_clear()
            dialog.clipboard_append(details)
            return False
        return True

    dialog.buttons(["Copy details", "Close"], copy)
    dialog.run()


RECOVER, DISCARD, LATER = "Recover", "Discard", "Later"

_MOST = 8  # are offered at once; the others the next time


def ask_about_leftovers(parent: tk.Misc, texts: Sequence[str]) -> tuple[str, Sequence[int]]:
    """Ask about unsaved work by what it is; return the answer, and the numbers that it is about."""
    dialog = Dialog(parent, "Unsaved work was found")
    one = len(texts) == 1
    text = f"FlowDesk ended before {'this was' if one else 'these were'} saved."
    text += " It was kept:" if one else " They were kept:"
    _add(dialog, text)
    wanted = [tk.BooleanVar(dialog, value=True) for _ in texts[:_MOST]]
    for work, variable in zip(texts, wanted, strict=False):
        if one:
            _add(dialog, work)
        else:
            first, *rest = work.split("\n")
            ttk.Checkbutton(dialog.body, text=first, variable=variable).pack(anchor="w")
            label = ttk.Label(dialog.body, text="\n".join(rest), style="Faint.TLabel")
            label.configure(wraplength="345p")
            label.pack(anchor="w", padx=("22.5p", 0), pady=(0, "4.5p"))
    if len(texts) > _MOST:
        _add(dialog, f"{len(texts) - _MOST} more at the next start.")
    dialog.buttons([RECOVER, DISCARD, LATER])
    answer = dialog.run()
    return answer, [number for number, variable in enumerate(wanted) if variable.get()]


def _add(dialog: Dialog, text: str) -> None:
    label = ttk.Label(dialog.body, text=text, wraplength="345p", justify="left")
    label.pack(anchor="w", pady=(0, "9p"))
