"""The dialog that offers unsaved work of windows that have ended without saving."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from flowdesk.app.dialogs.base import Dialog

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
            label.pack(anchor="w", padx=("21p", 0), pady=(0, "4.5p"))
    if len(texts) > _MOST:
        _add(dialog, f"{len(texts) - _MOST} more at the next start.")
    dialog.buttons([RECOVER, DISCARD, LATER])
    answer = dialog.run()
    return answer, [number for number, variable in enumerate(wanted) if variable.get()]


def _add(dialog: Dialog, text: str) -> None:
    label = ttk.Label(dialog.body, text=text, wraplength="345p", justify="left")
    label.pack(anchor="w", pady=(0, "9p"))
