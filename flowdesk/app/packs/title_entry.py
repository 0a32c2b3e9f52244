"""TitleEntry: the text field in which the title of a row is edited."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any


class TitleEntry(ttk.Entry):
    """A field with a text; `done` is called once, with the new text, or None after Escape."""

    def __init__(self, parent: tk.Misc, text: str, done: Callable[[str | None], None]) -> None:
        super().__init__(parent)
        self._done: Callable[[str | None], None] | None = done
        self.insert(0, text)
        self.selection_range(0, "end")
        for event in ("<Return>", "<KP_Enter>", "<FocusOut>"):
            self.bind(event, self.finish)
        self.bind("<Escape>", lambda event: self.finish(keep=False))

    def finish(self, event: tk.Event[Any] | None = None, *, keep: bool = True) -> str:
        if self._done:
            done, self._done = self._done, None
            text = self.get() if keep else None
            self.master.focus_set()
            self.destroy()
            done(text)
        return "break"
